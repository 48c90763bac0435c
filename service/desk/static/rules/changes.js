// What changes the house rules: another value is chosen, typed or put back.

import { withOptionSet } from "../record/table.js";
import { presetOf } from "./house.js";
import { changedRules, fieldsOf, isSame, readField, valueOf, withoutRule, withPart, withRule } from "./values.js";

/** The changes of a page, by event. `withRuleset` puts another ruleset on its state. */
export const houseChanges = (withRuleset) => ({
  ruleset: (state, { value }) => withPreset(state, value, withRuleset),
  option: (state, { name, checked }) => withRuleset(state, withOptionSet(state, name, checked)),
  houseOpened: (state) => withHouse(state, { isOpen: !state.house.isOpen, query: "", named: null }),
  ruleSearched: (state, { value }) => withHouse(state, { query: value, named: null }),
  // A rule that is named is shown, whatever is searched for.
  ruleNamed: (state, { name }) => withHouse(state, { isOpen: true, named: name }),
  ruleTyped: (state, event) => typed(state, event, withRuleset),
  ruleRows: (state, { name, rows }) => withRuleset(state, withRule(state, name, rows)),
  ruleBack: (state, { name }) => withRuleset(state, withoutRule(state.ruleset, name)),
  rulesBack: (state) => withRuleset(state, presetOf(state.ruleset)),
  // What the service says.
  parametersSaid: (state, { parameters }) => withHouse(state, { parameters }),
  rulesSaid: (state, { said }) => withHouse(state, { said }),
  rulesRefused: (state, { key, faults }) =>
    // The sentences of before stay: all but those of the rules that are wrong still say what holds.
    withHouse(state, { said: { rules: new Map(), parameters: {}, ...state.house.said, key, faults } }),
});

/** Another preset, without the house rules: they were changes of the one before. */
function withPreset(state, name, withRuleset) {
  const next = withRuleset(state, { name, options: [], overrides: {} });
  return changedRules(state.ruleset).length
    ? { ...next, notice: `The house rules were changes of ${state.ruleset.name}; Undo brings them back.` }
    : next;
}

const withHouse = (state, change) => ({ ...state, house: { ...state.house, ...change } });

/** The state in which a rule has another value; without one, it has that of the preset. */
function typed(state, { name, member, value }, withRuleset) {
  const rule = state.house.parameters.find((known) => known.name === name);
  const before = valueOf(state, name);
  const field = fieldsOf(rule, state.record.players.length, before).find((known) => known.member === member);
  const said = withPart(before, field, readField(field, value)) ?? undefined;
  // The field shows again what holds.
  return isSame(before, said) ? { ...state } : withRuleset(state, withRule(state, name, said));
}
