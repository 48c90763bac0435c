// The values of rules: what the preset has, what a table has in its place, and how either is typed and shown.

import { readNumber } from "../record/afterwards.js";
import { handOf } from "../record/cards.js";
import { isObject, isText } from "../record/entries.js";
import { layersOf, memberIn, own, valueAmong } from "../record/table.js";

const layersNow = ({ details, ruleset }) => layersOf(own(details, ruleset.name), ruleset);

export const valueOf = (state, name) => valueAmong([...layersNow(state), state.ruleset.overrides], name);
export const presetValue = (state, name) => valueAmong(layersNow(state), name);

// Groups that have rows of rules, and rules beside these.
const TABLES = new Set(["bids", "penalties"]);

/** The rules among groups, or in a group or a row, each as [name, value]. */
function rulesIn(value, path = []) {
  const isInside = isObject(value) && path.length < (TABLES.has(path[0]) ? 3 : 2);
  return isInside
    ? Object.entries(value).flatMap(([key, member]) => rulesIn(member, [...path, key]))
    : [[path.join("."), value]];
}

export const changedRules = ({ overrides }) => rulesIn(overrides).map(([name]) => name);

/** The ruleset in which a rule has a value; that of the preset is no change. */
export const withRule = (state, name, value) =>
  withoutRule(state.ruleset, name, isSame(value, presetValue(state, name)) ? undefined : value);

/** The ruleset without a change of a rule, or with what is `said` in its place. */
export const withoutRule = (ruleset, name, said) => ({
  ...ruleset,
  overrides: withMember(ruleset.overrides, name.split("."), said),
});

/** A value with another member; undefined takes it away, and what is empty without it. */
function withMember(value, [key, ...path], said) {
  const { [key]: before, ...others } = isObject(value) ? value : {};
  const member = path.length ? withMember(before, path, said) : said;
  return member === undefined || (path.length && !Object.keys(member).length) ? others : { ...others, [key]: member };
}

export const isSame = (one, other) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

const inOrder = (value) =>
  Array.isArray(value)
    ? value.map(inOrder)
    : isObject(value)
      ? Object.entries(value)
          .sort()
          .map(([name, member]) => [name, inOrder(member)])
      : value;

// The fields of a rule. One that has a value for each number of players is shown for those at the table.

/** The fields that are typed in, of a table with `count` players. A choice has none. */
export function fieldsOf(rule, count, value) {
  if (rule.type === "choice") return [];
  if (rule.type === "worth") return rule.members.map((member) => ({ ...member, member: member.name }));
  if (rule.type === "contracts") {
    const rows = Array.isArray(value) ? value : [];
    return rows.flatMap((_, at) =>
      rule.members.map((member) => ({ ...member, row: at + 1, member: `${at}.${member.name}` })),
    );
  }
  return [{ ...rule, member: rule.by_players ? String(count) : null }];
}

export const partOf = (value, { member }) => (member === null ? value : memberIn(value, member));

/** A value that has something else for a field; null takes it away. */
export function withPart(value, { member }, said) {
  if (member === null) return said;
  const [row, ...path] = member.split(".");
  if (!Array.isArray(value)) return withMember(value, [member], said ?? undefined);
  // What a contract brings is always said.
  return value.with(row, { made: {}, ...withMember(value[row], path, said ?? undefined) });
}

/** What a field shows of a value. A link may have anything there. */
export function textOf({ type }, value) {
  if (value === undefined) return "";
  if (type === "number" || !Array.isArray(value) || value.some(isObject)) return plainText(value);
  return type === "words" ? wordsOf(value) : value.join(" ");
}

const plainText = (value) => (isText(value) || typeof value === "number" ? String(value) : JSON.stringify(value));

/** What is typed in a field, as {said}, null for nothing, or {fault}. */
export function readField(field, text) {
  const words = text.trim().split(/[\s,]+/);
  if (field.type === "cards") return readCards(field, text);
  if (field.type === "words") return readWords(field, text);
  const numbers = words[0] ? words.map((word) => readNumber(word) ?? NaN) : [];
  const isWithin = numbers.every((number) => number >= field.least && number <= field.most);
  if (field.type === "counts") {
    return isWithin && numbers.length
      ? { said: [...new Set(numbers)] }
      : { fault: `Write numbers of players from ${field.least} to ${field.most}, such as 3 4.` };
  }
  if (field.type === "numbers" && isWithin) return { said: [...new Set(numbers)] };
  // A member that is nothing is left out.
  if (!numbers.length && field.member !== null) return { said: null };
  if (isWithin && numbers.length === 1) return { said: field.member === null ? numbers[0] : numbers[0] || null };
  const isSign = numbers.length === 1 && -numbers[0] >= field.least && -numbers[0] <= field.most;
  const fix = isSign
    ? inFigures(-numbers[0])
    : `a whole number from ${inFigures(field.least)} to ${inFigures(field.most)}`;
  return { fault: `Write ${fix}.` };
}

function readWords({ values }, text) {
  const said = text
    .split(",")
    .map((word) => word.trim().toLowerCase().replaceAll(" ", "_"))
    .filter(Boolean);
  return said.every((word) => values.includes(word))
    ? { said: [...new Set(said)] }
    : { fault: `Write some of ${wordsOf(values)}.` };
}

function readCards({ by_players: byPlayers }, text) {
  if (!text.trim()) return { said: byPlayers ? null : [] };
  const { cards, fault } = handOf(text);
  if (cards?.includes("??")) return { fault: "Name each card." };
  return cards ? { said: cards } : { fault };
}

const inFigures = (number) => String(number).replace("-", "−");

// Rules and values in words, for where there is no room for a sentence.

// Groups whose rules say by their own name what they are about.
const PLAIN_GROUPS = new Set(["table", "deck", "play", "game"]);
const inWords = (name) => name.replace(/[._]/g, " ");

/** A rule in words: "nil made", "bag limit"; "bid least" for one of bids of a number. */
export function titleOf(name) {
  const [group, ...keys] = name.replace("bids.number", "bids").split(".");
  const isPlain = keys.length > 1 || PLAIN_GROUPS.has(group);
  return inWords([...(isPlain ? [] : [group.replace(/s$/, "")]), ...keys].join(" "));
}

/** The same where the group is named already: "limit". */
export const shortTitleOf = (name) => inWords(name.slice(name.indexOf(".") + 1));

export function wordsOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isText(value)) return inWords(value);
  if (typeof value === "number") return inFigures(value);
  if (Array.isArray(value)) return value.map(wordsOf).join(value.some(isObject) ? "; " : ", ") || "none";
  if (!isObject(value)) return "unknown";
  const members = Object.entries(value).map(([name, member]) => `${inWords(name)} ${wordsOf(member)}`);
  return members.join(", ") || "none";
}

/** A ruleset with all that makes it another one than its preset: "pagat with jokers 2". */
export function rulesetWords({ name, options, overrides, title }) {
  const changes = rulesIn(overrides).map(([rule, value]) => `${titleOf(rule)} ${wordsOf(value)}`);
  const all = [...options, ...changes];
  const called = title ? `“${title}”, ` : "";
  return called + (all.length ? `${name} with ${all.join("; ")}` : name);
}
