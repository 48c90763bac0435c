// The house rules of a table: what is shown of them, and what the service says about them.

import { memberIn, own } from "../record/table.js";
import { changedRules, isSame, titleOf, valueOf, withRule } from "./values.js";

/** The panel before anything is known. `rules` is what the page says of each. */
export const closed = (rules = []) => ({
  rules,
  isOpen: false,
  query: "",
  // The rule whose values are shown, by its name.
  changing: null,
  // What the service says of the preset, of the rules in force, and of the values shown.
  preset: null,
  inForce: null,
  choices: null,
});

export const keyOf = (ruleset) => JSON.stringify(ruleset);

export const presetOf = ({ name, options }) => ({ name, options, overrides: {} });

/** What the service said last of the rules in force: {rules, sections, parameters}; or null. */
export const rulesInForce = ({ house, ruleset }) =>
  (changedRules(ruleset).length ? house.inForce : null) ?? house.preset;

/** The sentence of a rule that is in force; null while it is not known for the value of now. */
export function sentenceOf(state, name) {
  const said = rulesInForce(state);
  return said && isSame(memberIn(said.parameters, name), valueOf(state, name)) ? textIn(said, name) : null;
}

export const presetSentence = ({ house }, name) => (house.preset ? textIn(house.preset, name) : null);

function textIn(said, name) {
  const rule = said.rules.get(name);
  return rule ? [rule.text, rule.added?.text].filter(Boolean).join(" ") : null;
}

/** The faults of the rules in force that are about one rule; without a name, those that are about none. */
export function faultsOf({ house, ruleset }, name = null) {
  if (house.inForce?.key !== keyOf(ruleset) || !changedRules(ruleset).length) return [];
  const isAbout = ({ pointer = "" }, rule) => `${pointer}/`.startsWith(`#/${placeOfRule(rule)}/`);
  return house.inForce.faults.filter((fault) =>
    name === null ? !house.rules.some((rule) => isAbout(fault, rule.name)) : isAbout(fault, name),
  );
}

/** What tables call a rule whose sentence has other words. */
const ALSO_CALLED = {
  contracts: "ten for 200 boston slam",
  "deck.removed": "cards taken out deuces jokers",
  "deck.top_trumps": "deuces high jokers",
  "bids.first_round": "first hand bids itself",
};

/**
 * The rules to show, in the order of the rulebook: those searched for, or the first ones and those changed. One that
 * has no effect beside the others is found by its name alone.
 */
export function rulesShown(state) {
  const { house, ruleset } = state;
  const changed = changedRules(ruleset);
  const words = house.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (!house.isOpen) return house.rules.filter(({ name }) => changed.includes(name));
  const said = rulesInForce(state);
  return house.rules.filter(({ name, often_changed: first }) => {
    const applies = said?.rules.get(name)?.applies !== false;
    if (name === house.changing || (!words.length && changed.includes(name))) return true;
    const sentence = applies ? sentenceOf(state, name) : null;
    const called = own(ALSO_CALLED, name) ?? "";
    const text = `${name.replace(/[._]/g, " ")} ${titleOf(name)} ${name} ${sentence ?? ""} ${called}`.toLowerCase();
    return words.length ? words.every((word) => text.includes(word)) : first && applies;
  });
}

export function saidOf(key, answer) {
  return {
    key,
    rules: new Map(answer.sections.flatMap(({ rules }) => rules.map((rule) => [rule.parameter, rule]))),
    sections: answer.sections.map(({ title, rules }) => [title, rules.map(({ parameter }) => parameter)]),
    parameters: answer.parameters,
    faults: [],
  };
}

/** What the service is asked about the values of the rule that is shown, each as a ruleset; null if none is. */
export function choicesAsked(state) {
  const { house, ruleset } = state;
  const rule = house.rules.find(({ name }) => name === house.changing);
  if (!house.isOpen || rule?.type !== "choice") return null;
  const rulesets = rule.values.map((value) => withRule(state, rule.name, value));
  return { name: rule.name, key: `${rule.name} ${keyOf(ruleset)}`, rulesets };
}

export const draftOf = (name, { member }) => `rule ${name}${member === null ? "" : ` ${member}`}`;

export const placeOfRule = (name) => `ruleset/overrides/${name.replaceAll(".", "/")}`;

const inRule = (name, fields) => `[data-place="${placeOfRule(name)}"] ${fields}`;

/** Where the focus goes when rules are shown, or the button that was pressed is gone. */
export const houseFocus = {
  ruleNamed: ({ name }) => `${inRule(name, ":checked")}, ${inRule(name, "input:not([type=radio])")}`,
  ruleBack: () => "#house-rules",
  rulesBack: () => "#house-rules",
};
