// When the service is asked about house rules: once somebody opens them or a link brings changed ones.

import { Away, get, Locked, post, referenceTo } from "../browser/service.js";
import { keyOf } from "./house.js";
import { changedRules } from "./values.js";

/** Return a function to call after each change; `now` returns the state, `dispatch` takes events. */
export function rulesAsker(now, dispatch) {
  // What has been asked last, by what it is for.
  const last = {};

  async function once(of, key, ask) {
    if (last[of] === key) return;
    last[of] = key;
    try {
      const event = await ask();
      if (last[of] === key) dispatch(event);
    } catch (error) {
      // Whether the service is away is said elsewhere; it is asked again after the next change.
      if (last[of] === key) last[of] = null;
      if (!(error instanceof Away || error instanceof Locked)) throw error;
    }
  }

  async function inForce(ruleset) {
    const { ok, answer } = await post("/v1/rulesets/resolve", { ruleset: referenceTo(ruleset) });
    const key = keyOf(ruleset);
    if (!ok) return { type: "rulesRefused", key, faults: answer.errors ?? [{ detail: answer.detail }] };
    const rules = new Map(answer.sections.flatMap((section) => section.rules.map((rule) => [rule.parameter, rule])));
    return { type: "rulesSaid", said: { key, rules, parameters: answer.parameters, faults: [] } };
  }

  async function parameters() {
    const { answer } = await get("/v1/parameters");
    return { type: "parametersSaid", parameters: answer.parameters ?? [] };
  }

  return () => {
    const { ruleset, house } = now();
    if (house.isOpen) once("parameters", "all", parameters);
    if (house.isOpen || changedRules(ruleset).length) once("rules", keyOf(ruleset), () => inForce(ruleset));
  };
}
