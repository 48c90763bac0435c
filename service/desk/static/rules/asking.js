// When the service is asked about house rules: once somebody opens them or a link brings changed ones.

import { get, post, referenceTo, repeater } from "../browser/service.js";
import { keyOf } from "./house.js";
import { changedRules } from "./values.js";

/** Return a function to call after each change; `now` returns the state, `dispatch` takes events. */
export const rulesAsker = (now, dispatch) => repeater(now, dispatch, (state) => ask(state, now, dispatch), questionOf);

const isShown = ({ house, ruleset }) => house.isOpen || changedRules(ruleset).length > 0;
const questionOf = (state) => (isShown(state) ? `${state.house.isOpen} ${keyOf(state.ruleset)}` : undefined);

async function ask({ house, ruleset }, now, dispatch) {
  if (house.isOpen && !house.parameters.length) {
    const { answer } = await get("/v1/parameters");
    dispatch({ type: "parametersSaid", parameters: answer.parameters ?? [] });
  }
  const key = keyOf(ruleset);
  if (house.said?.key === key) return;
  const { ok, answer } = await post("/v1/rulesets/resolve", { ruleset: referenceTo(ruleset) });
  // Other rules have been chosen since, and are asked about by themselves.
  if (keyOf(now().ruleset) !== key) return;
  if (!ok) return void dispatch({ type: "rulesRefused", key, faults: answer.errors ?? [{ detail: answer.detail }] });
  const rules = new Map(answer.sections.flatMap((section) => section.rules.map((rule) => [rule.parameter, rule])));
  dispatch({ type: "rulesSaid", said: { key, rules, parameters: answer.parameters, faults: [] } });
}
