// The values of rules: what the preset has, what a table has in its place, and how either is typed and shown.

import { readNumber } from "../record/afterwards.js";
import { handOf } from "../record/cards.js";
import { isObject, isText } from "../record/entries.js";
import { own } from "../record/table.js";

export function valueOf({ details, ruleset }, name) {
  const changed = overrideOf(ruleset, name);
  return changed === undefined ? presetValue({ details, ruleset }, name) : changed;
}

export function presetValue({ details, ruleset }, name) {
  const detail = own(details, ruleset.name);
  const options = (detail?.options ?? []).filter((option) => ruleset.options.includes(option.name));
  const layers = [detail, ...options].map((layer) => memberIn(layer?.parameters, name));
  return layers.findLast((value) => value !== undefined);
}

const overrideOf = ({ overrides }, name) => memberIn(overrides, name);

export function memberIn(groups, name) {
  const [group, key] = name.split(".");
  return own(own(groups, group), key);
}

export const changedRules = ({ overrides }) =>
  Object.entries(overrides).flatMap(([group, values]) => Object.keys(values).map((key) => `${group}.${key}`));

/** The ruleset in which a rule has a value; that of the preset is no change. */
export function withRule(state, name, value) {
  return isSame(value, presetValue(state, name))
    ? withoutRule(state.ruleset, name)
    : withGroup(state.ruleset, name, (values, key) => ({ ...values, [key]: value }));
}

export const withoutRule = (ruleset, name) =>
  withGroup(ruleset, name, (values, key) => Object.fromEntries(Object.entries(values).filter(([at]) => at !== key)));

function withGroup(ruleset, name, change) {
  const [group, key] = name.split(".");
  const { [group]: values = {}, ...others } = ruleset.overrides;
  const changed = change(values, key);
  return { ...ruleset, overrides: Object.keys(changed).length ? { ...others, [group]: changed } : others };
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
export function fieldsOf(rule, count) {
  if (rule.kind === "choice") return [];
  if (rule.kind === "members") return rule.members.map((member) => ({ ...member, member: member.name }));
  return [{ ...rule, member: rule.byPlayers ? String(count) : null }];
}

export const partOf = (value, { member }) => (member === null ? value : own(isObject(value) ? value : {}, member));

/** A value that has something else for a field; null takes it away. */
export function withPart(value, { member }, said) {
  if (member === null) return said;
  const { [member]: _, ...others } = isObject(value) ? value : {};
  return said === null ? others : { ...others, [member]: said };
}

/** What a field shows of a value. A link may have anything there. */
export function textOf({ kind }, value) {
  if (value === undefined) return "";
  const isList = kind === "cards" || kind === "counts";
  return isList && Array.isArray(value) && !value.some(isObject) ? value.join(" ") : plainText(value);
}

const plainText = (value) => (isText(value) || typeof value === "number" ? String(value) : JSON.stringify(value));

/** What is typed in a field, as {said}, null for nothing, or {fault}. */
export function readField(field, text) {
  const words = text.trim().split(/[\s,]+/);
  if (field.kind === "cards") return readCards(field, text);
  const numbers = words[0] ? words.map((word) => readNumber(word) ?? NaN) : [];
  const isWithin = numbers.every((number) => number >= field.least && number <= field.most);
  if (field.kind === "counts") {
    return isWithin && numbers.length
      ? { said: [...new Set(numbers)] }
      : { fault: `Write numbers of players from ${field.least} to ${field.most}, such as 3 4.` };
  }
  if (!numbers.length && field.byPlayers) return { said: null };
  if (isWithin && numbers.length === 1) return { said: numbers[0] };
  const isSign = numbers.length === 1 && -numbers[0] >= field.least && -numbers[0] <= field.most;
  const fix = isSign
    ? inFigures(-numbers[0])
    : `a whole number from ${inFigures(field.least)} to ${inFigures(field.most)}`;
  return { fault: `Write ${fix}.` };
}

function readCards({ byPlayers }, text) {
  if (!text.trim()) return { said: byPlayers ? null : [] };
  const { cards, fault } = handOf(text);
  if (cards?.includes("??")) return { fault: "Name each card." };
  return cards ? { said: cards } : { fault };
}

const inFigures = (number) => String(number).replace("-", "−");

// Rules and values in words, for where there is no room for a sentence.

// Groups whose rules say by their own name what they are about.
const PLAIN_GROUPS = new Set(["table", "deck", "play", "scoring", "game", "irregularities"]);
const inWords = (name) => name.replaceAll("_", " ");

export function titleOf(name) {
  const [group, key] = name.split(".");
  return inWords(PLAIN_GROUPS.has(group) ? key : `${group} ${key}`);
}

/** The same where the group is named already: "made". */
export const shortTitleOf = (name) => inWords(name.split(".")[1]);

export function wordsOf(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (isText(value)) return inWords(value);
  if (typeof value === "number") return inFigures(value);
  if (Array.isArray(value)) return value.map(wordsOf).join(" ") || "none";
  if (!isObject(value)) return "unknown";
  const members = Object.entries(value).map(([name, member]) => `${inWords(name)} ${wordsOf(member)}`);
  return members.join(", ") || "none";
}

/** A ruleset with all that makes it another one than its preset: "pagat with jokers 2". */
export function rulesetWords({ name, options, overrides }) {
  const changes = Object.entries(overrides).flatMap(([group, values]) =>
    Object.entries(values).map(([key, value]) => `${titleOf(`${group}.${key}`)} ${wordsOf(value)}`),
  );
  const all = [...options, ...changes];
  return all.length ? `${name} with ${all.join("; ")}` : name;
}
