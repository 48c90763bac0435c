// What changes the house rules: another value is chosen, typed or put back.

import { withOptionSet } from "../record/table.js";
import { drafted, undrafted } from "../state.js";
import { draftOf, presetOf } from "./house.js";
import {
  changedRules,
  fieldsOf,
  isSame,
  partOf,
  readField,
  valueOf,
  withoutRule,
  withPart,
  withRule,
} from "./values.js";

/** The changes of a page, by event. `withRuleset` puts another ruleset on its state. */
export const houseChanges = (withRuleset) => ({
  ruleset: (state, { value }) => withPreset(state, value, withRuleset),
  option: (state, { name, checked }) => withRuleset(state, withOptionSet(state, name, checked)),
  houseOpened: (state) => withHouse(state, { isOpen: !state.house.isOpen, query: "", changing: null }),
  ruleSearched: (state, { value }) => withHouse(state, { query: value, changing: null }),
  ruleShown: (state, { name }) => {
    const isShown = name === state.house.changing;
    return withHouse(state, { isOpen: true, changing: isShown ? null : name });
  },
  // A rule that is named is shown, whatever is searched for.
  ruleNamed: (state, { name }) => withHouse(state, { isOpen: true, changing: name }),
  ruleChosen: (state, { name, value }) => {
    const rule = state.house.rules.find((known) => known.name === name);
    return withRuleset(state, withRule(state, name, rule.values[Number(value)]));
  },
  ruleTyped: (state, event) => typed(state, event, withRuleset),
  // Rows are added, or taken away with what is typed in them.
  ruleRows: (state, { name, rows }) => withRuleset(undrafted(state, `rule ${name}`), withRule(state, name, rows)),
  ruleBack: (state, { name }) => withRuleset(undrafted(state, `rule ${name}`), withoutRule(state.ruleset, name)),
  rulesBack: (state) => withRuleset(undrafted(state, "rule"), presetOf(state.ruleset)),
  // What the service says.
  rulesSaid: (state, { of, said }) => withHouse(state, { [of]: said }),
  rulesRefused: (state, { key, faults }) =>
    // The sentences of before stay: all but those of the rules that are wrong still say what holds.
    withHouse(state, { inForce: { ...(state.house.inForce ?? state.house.preset ?? NOTHING), key, faults } }),
  choicesSaid: (state, { key, choices }) => withHouse(state, { choices: { key, choices } }),
});

/** Another preset, without the house rules: they were changes of the one before. */
function withPreset(state, name, withRuleset) {
  const next = withRuleset(state, { name, options: [], overrides: {} });
  return changedRules(state.ruleset).length
    ? { ...next, notice: `The house rules were changes of ${state.ruleset.name}; Undo brings them back.` }
    : next;
}

const NOTHING = { rules: new Map(), sections: [], parameters: {} };

const withHouse = (state, change) => ({ ...state, house: { ...state.house, ...change } });

function typed(state, { name, member, value, over }, withRuleset) {
  const rule = state.house.rules.find((known) => known.name === name);
  const before = valueOf(state, name);
  const field = fieldsOf(rule, state.record.players.length, before).find((known) => known.member === member);
  const draft = draftOf(name, field);
  // The first choice is what holds without one.
  const { said, fault } =
    field.type === "choice" ? { said: Number(value) ? field.values[Number(value)] : null } : readField(field, value);
  if (fault) return drafted(state, draft, { text: value, over }, fault);
  const next = undrafted(state, draft);
  if (isSame(partOf(before, field), said ?? undefined)) return next;
  return withRuleset(next, withRule(next, name, withPart(before, field, said)));
}
