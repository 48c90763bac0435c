// The entries of a record: their pointers, their shape, and a slip in one mended.

import { own, withMember } from "./table.js";

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
export const isListOf = (value, test) => Array.isArray(value) && value.every(test);

/** Whether a value is of the kind of an example. A list has one item, a member with "!" has to be there, "*" is any. */
function isLike(value, example) {
  if (typeof example === "function") return example(value);
  if (Array.isArray(example)) return isListOf(value, (item) => isLike(item, example[0]));
  if (!isObject(example)) return typeof value === typeof example;
  if (!isObject(value)) return false;
  if ("*" in example) return Object.values(value).every((member) => isLike(member, example["*"]));
  return Object.entries(example).every(([name, like]) => {
    const member = own(value, name.replace("!", ""));
    return member === undefined ? !name.endsWith("!") : isLike(member, like);
  });
}

const isPlace = (value) => Number.isInteger(value) && value >= 0 && value <= 54;
/** Whether each trick that has a number has a higher one than the trick before it. */
const isCounted = (tricks) => tricks.reduce((last, { number = last + 1 }) => (number > last ? number : NaN), 0) >= 0;

const BID = { player: "N", team: "N+S", "tricks!": 3, kind: "nil" };
const TRICK = {
  number: isPlace,
  after_gap: true,
  spades_broken: true,
  leader: "N",
  winner: "N",
  cards: ["KH"],
  cards_by_player: { "*": "KH" },
  plays: [{ "player!": "N", "card!": "KH", withdrawn: [{ "card!": "QH" }] }],
};
const RECORD = {
  dealer: "N",
  first_round_number: 1,
  hands: { "*": ["KH"] },
  exchanges: Array.isArray,
  tricks: (value) => isLike(value, [TRICK]) && isCounted(value),
  bids: [BID],
  bids_by_player: { "*": 3 },
  blind_bidders: ["N"],
  teams: [{ name: "N+S", "players!": ["N"] }],
  before: { "*": { "*": 3 } },
  reported: { "*": { "*": 3 } },
  accusations: [{ by: "N", against: "E", trick: 5, at: isObject }],
  claim: { by: "N", tricks: (value) => isText(value) || typeof value === "number", accepted: true, statement: ["KH"] },
  stopped: true,
  // Of a round of a game.
  tricks_won: { "*": 3 },
  substitutions: [{ out: "N", in: "Ana" }],
  adjustments: [{ team: "N+S", reason: "slow play" }],
  reason: "misdeal",
};

export const isBid = (value) => isLike(value, BID);
export const isTable = (value) => isListOf(value, isText) && value.length >= 2 && value.length <= 6;
export const isRecord = (value) => isLike(value, RECORD) && isTable(value.players);

/** The questions of a dispute: answers of any other kind than theirs count as none. */
export const isGuide = (value) => isLike(value, { "kind!": "revoke", base: isRecord, "answers!": isObject });

/** Whether a value is the number of a seat at the table of a record. */
export const isSeat = ({ players }, value) => Number.isInteger(value) && value in players;

export const isRuleset = (value) =>
  isLike(value, {
    "name!": "pagat",
    options: ["boston"],
    overrides: { "*": (group) => isObject(group) || Array.isArray(group) },
    title: "Friday night",
  });

export const asChosen = ({ name, options = [], overrides = {}, title }) =>
  title === undefined ? { name, options, overrides } : { name, options, overrides, title };

// A slip of the pen, mended: the record that the service takes to be meant.

/**
 * The record with the suggested entries in place of those recorded. Null if one of them isn't where the change says:
 * then an entry was left out or is too many, which somebody has to mend by hand.
 */
export function corrected(record, changes) {
  const isThere = ({ pointer, recorded, suggested }) =>
    ![recorded, suggested].includes(undefined) && membersOf(pointer).reduce(own, record) === recorded;
  if (!changes.length || !changes.every(isThere)) return null;
  return changes.reduce((next, { pointer, suggested }) => withMember(next, membersOf(pointer), suggested), record);
}
