// The house rules of a table: which are shown, and what the service says about those in force.

import { membersOf } from "../record/entries.js";
import { memberIn } from "../record/table.js";
import { changedRules, isSame, rulesetWords, titleOf, valueOf } from "./values.js";

/** The panel before anything is known: `parameters` are all rules of the service, `named` one to be shown. */
export const CLOSED = { isOpen: false, query: "", named: null, parameters: [], said: null };

export const keyOf = (ruleset) => JSON.stringify(ruleset);

export const presetOf = ({ name, options }) => ({ name, options, overrides: {} });
export const presetName = (ruleset) => rulesetWords(presetOf(ruleset));

/** The sentence of a rule that is in force; null while it is not known for the value of now. */
export function sentenceOf(state, name) {
  const { said } = state.house;
  const rule = said?.rules.get(name);
  const isNow = rule && isSame(memberIn(said.parameters, name), valueOf(state, name));
  return isNow ? [rule.text, rule.added?.text].filter(Boolean).join(" ") : null;
}

/** The faults of the rules in force that are about one rule; without a name, those that are about none. */
export function faultsOf({ house, ruleset }, name = null) {
  if (house.said?.key !== keyOf(ruleset)) return [];
  const rules = name === null ? house.parameters.map((rule) => rule.name) : [name];
  const isAbout = ({ pointer = "" }) =>
    rules.some((rule) => `${membersOf(pointer).join("/")}/`.startsWith(`${placeOfRule(rule)}/`));
  return house.said.faults.filter((fault) => isAbout(fault) === (name !== null));
}

/**
 * The rules to show, in the order of the rulebook: those searched for, or the first ones and those changed. One that
 * has no effect beside the others is found by its name alone.
 */
export function rulesShown(state) {
  const { house, ruleset } = state;
  const changed = changedRules(ruleset);
  const words = house.query.toLowerCase().split(/\s+/).filter(Boolean);
  return house.parameters.filter(({ name, often_changed: first, text, sentences = [] }) => {
    if (name === house.named || (!words.length && changed.includes(name))) return true;
    const applies = house.said?.rules.get(name)?.applies !== false;
    const told = applies ? [text, ...sentences.map((each) => each.text), sentenceOf(state, name)] : [];
    const all = [name, titleOf(name), ...told].join(" ").toLowerCase();
    return words.length ? words.every((word) => all.includes(word)) : first && applies;
  });
}

export const placeOfRule = (name) => `ruleset/overrides/${name.replaceAll(".", "/")}`;
