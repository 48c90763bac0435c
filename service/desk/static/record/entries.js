// The entries of a record: their pointers, their shape, and a slip in one mended.

export const placeOf = (pointer) =>
  pointer
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded)
    .join("/");

export const membersOf = (pointer) =>
  placeOf(pointer)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));

export const pointed = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// Whether a value from a link or a text is so far a record that the fields can show it. The service judges the rest.

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number";
const isTruth = (value) => typeof value === "boolean";
const isLeftOut = (value) => value === undefined;

const either =
  (...tests) =>
  (value) =>
    tests.some((test) => test(value));
const maybe = (test) => either(isLeftOut, test);
export const isListOf = (value, test) => Array.isArray(value) && value.every(test);
const listOf = (test) => (value) => isListOf(value, test);
const membersAre = (test) => (value) => isObject(value) && Object.values(value).every(test);
const objectOf = (tests) => (value) =>
  isObject(value) &&
  Object.entries(tests).every(([name, test]) => test(Object.hasOwn(value, name) ? value[name] : undefined));

const isPlace = either(isLeftOut, (value) => Number.isInteger(value) && value >= 0 && value <= 54);

const isCards = listOf(isText);
const isTrick = objectOf({
  number: isPlace,
  after_gap: maybe(isTruth),
  spades_broken: maybe(isTruth),
  leader: maybe(isText),
  winner: maybe(isText),
  cards: maybe(isCards),
  cards_by_player: maybe(membersAre(isText)),
  plays: maybe(
    listOf(objectOf({ player: isText, card: isText, withdrawn: maybe(listOf(objectOf({ card: isText }))) })),
  ),
});
/** Whether each trick that has a number has a higher one than the trick before it. */
const isCounted = (tricks) => tricks.reduce((last, { number = last + 1 }) => (number > last ? number : NaN), 0) >= 0;
export const isBid = objectOf({ player: maybe(isText), team: maybe(isText), tricks: isNumber, kind: maybe(isText) });

const isCall = objectOf({ by: maybe(isText), against: maybe(isText), trick: maybe(isNumber), at: maybe(isObject) });
const isClaim = objectOf({
  by: maybe(isText),
  tricks: maybe(either(isNumber, isText)),
  accepted: maybe(isTruth),
  statement: maybe(isCards),
});

const hasMembers = objectOf({
  dealer: maybe(isText),
  first_round_number: maybe(isNumber),
  hands: maybe(membersAre(isCards)),
  exchanges: maybe(Array.isArray),
  tricks: maybe((value) => isListOf(value, isTrick) && isCounted(value)),
  bids: maybe(listOf(isBid)),
  bids_by_player: maybe(membersAre(isNumber)),
  blind_bidders: maybe(listOf(isText)),
  teams: maybe(listOf(objectOf({ name: maybe(isText), players: listOf(isText) }))),
  before: maybe(membersAre(membersAre(isNumber))),
  reported: maybe(membersAre(membersAre(isNumber))),
  accusations: maybe(listOf(isCall)),
  claim: maybe(isClaim),
  stopped: maybe(isTruth),
  // Of a round of a game.
  tricks_won: maybe(membersAre(isNumber)),
  substitutions: maybe(listOf(objectOf({ out: maybe(isText), in: maybe(isText) }))),
  adjustments: maybe(listOf(objectOf({ team: maybe(isText), reason: maybe(isText) }))),
  reason: maybe(isText),
});

export const isTable = (value) => isListOf(value, isText) && value.length >= 2 && value.length <= 6;

export const isRecord = (value) => hasMembers(value) && isTable(value.players);

/** The questions of a dispute: answers of any other kind than theirs count as none. */
export const isGuide = (value) =>
  isObject(value) && objectOf({ kind: isText, base: maybe(isRecord), answers: isObject })(value);

/** Whether a value is the number of a seat at the table of a record. */
export const isSeat = ({ players }, value) => Number.isInteger(value) && value in players;

export const isRuleset = objectOf({
  name: isText,
  options: maybe(listOf(isText)),
  overrides: maybe(membersAre(either(isObject, Array.isArray))),
  title: maybe(isText),
});

export const asChosen = ({ name, options = [], overrides = {}, title }) =>
  title === undefined ? { name, options, overrides } : { name, options, overrides, title };

// A slip of the pen, mended: the record that the service takes to be meant.

/**
 * The record with the suggested entries in place of those recorded. Null if one of them isn't where the change says:
 * then an entry was left out or is too many, which somebody has to mend by hand.
 */
export function corrected(record, changes) {
  let next = record;
  for (const { pointer, recorded, suggested } of changes) {
    if (recorded === undefined || suggested === undefined) return null;
    next = replaced(next, membersOf(pointer), recorded, suggested);
    if (next === null) return null;
  }
  return changes.length ? next : null;
}

function replaced(value, [name, ...more], recorded, suggested) {
  if (name === undefined) return value === recorded ? suggested : null;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null;
  const member = replaced(value[name], more, recorded, suggested);
  if (member === null) return null;
  return Array.isArray(value) ? value.with(Number(name), member) : { ...value, [name]: member };
}
