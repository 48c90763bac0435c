// The values of rules: what the preset has, what a table has in its place, and how either is typed and shown.

import { readNumber } from "../record/afterwards.js";
import { handOf } from "../record/cards.js";
import { isObject, isText } from "../record/entries.js";
import { layersOf, memberIn, own, valueAmong, withMember } from "../record/table.js";

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

export const isSame = (one, other) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));

const inOrder = (value) =>
  Array.isArray(value)
    ? value.map(inOrder)
    : isObject(value)
      ? Object.entries(value)
          .sort()
          .map(([name, member]) => [name, inOrder(member)])
      : value;

// The fields of a rule: one for each kind of value, and one for each member of a value that has members.

/**
 * The fields of a rule at a table with `count` players, each for a `member` of its value or, if null, for all of it;
 * `called` tells those of one rule apart.
 */
export function fieldsOf(rule, count, value) {
  const { members, by_players: byPlayers, type } = rule;
  if (byPlayers) return [{ ...rule, member: String(count), called: `with ${count} players` }];
  if (!members) return [{ ...rule, member: null, called: "" }];
  if (type === "worth") return members.map((each) => ({ ...each, member: each.name, called: inWords(each.name) }));
  const rows = [...(Array.isArray(value) ? value : []).keys()];
  return rows.flatMap((row) =>
    members.map((each) => ({ ...each, member: `${row}.${each.name}`, called: `${row + 1} ${inWords(each.name)}` })),
  );
}

/** A value that has something else for a field; null takes it away. */
export function withPart(value, { member }, said) {
  if (member === null) return said;
  const [row, ...path] = member.split(".");
  if (!Array.isArray(value)) return withMember(value, [member], said ?? undefined);
  // What a contract brings is always said.
  return value.with(row, { made: {}, ...withMember(value[row], path, said ?? undefined) });
}

/** What a field shows of the value of its rule. A link may have anything there. */
export function textOf({ type, values, member = null }, whole) {
  const value = member === null ? whole : memberIn(whole, member);
  if (type === "choice") return String(value === undefined ? 0 : values.findIndex((choice) => isSame(choice, value)));
  if (value === undefined) return "";
  if (type === "words" && Array.isArray(value)) return wordsOf(value);
  const isPlain = [value].flat().every((each) => isText(each) || typeof each === "number");
  return isPlain ? [value].flat().join(" ") : JSON.stringify(value);
}

/** What is typed or chosen in a field as a value, null for nothing. Whether it can be one, the service says. */
export function readField({ type, values, member, by_players: byPlayers }, text) {
  // Of a member the first choice is what holds without one.
  if (type === "choice") return member !== null && text === "0" ? null : values[Number(text)];
  const words = text.split(type === "words" ? "," : /[\s,]+/).map((word) => word.trim());
  const said = words.filter(Boolean);
  // A member that is nothing is left out.
  if (type === "number") return member === null ? asNumber(text) : asNumber(text) || null;
  if (type === "cards") return said.length || !byPlayers ? (handOf(text).cards ?? said) : null;
  const asWord = (word) => word.toLowerCase().replaceAll(" ", "_");
  return [...new Set(said.map(type === "words" ? asWord : asNumber))];
}

const asNumber = (word) => {
  const number = readNumber(word);
  return number === undefined ? word : number;
};

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

export function wordsOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isText(value)) return inWords(value);
  if (typeof value === "number") return String(value).replace("-", "−");
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
