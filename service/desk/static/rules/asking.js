// When the service is asked about house rules: once somebody opens them or a link brings changed ones, for the
// sentences of the preset, of those in force, and of each value to choose.

import { Away, Locked, post, referenceTo } from "../browser/service.js";
import { choicesAsked, keyOf, presetOf, saidOf } from "./house.js";
import { changedRules } from "./values.js";

const RESOLVE = "/v1/rulesets/resolve";
const resolve = (ruleset) => post(RESOLVE, { ruleset: referenceTo(ruleset) });

/** Return a function to call after each change; `now` returns the state, `dispatch` takes events. */
export function rulesAsker(now, dispatch) {
  // What has been asked last, by what it is for.
  const last = {};

  async function once(of, key, ask) {
    if (last[of] === key) return;
    last[of] = key;
    try {
      const event = await ask();
      if (event && last[of] === key) dispatch(event);
    } catch (error) {
      // Whether the service is away is said elsewhere; it is asked again after the next change.
      if (last[of] === key) last[of] = null;
      if (!(error instanceof Away || error instanceof Locked)) throw error;
    }
  }

  async function inForce(ruleset) {
    const { ok, answer } = await resolve(ruleset);
    const key = keyOf(ruleset);
    if (ok) return { type: "rulesSaid", of: "inForce", said: saidOf(key, answer) };
    return { type: "rulesRefused", key, faults: answer.errors ?? [{ detail: answer.detail }] };
  }

  async function preset(ruleset) {
    const { ok, answer } = await resolve(ruleset);
    return ok ? { type: "rulesSaid", of: "preset", said: saidOf(keyOf(ruleset), answer) } : null;
  }

  async function choices({ name, key, rulesets }) {
    const answers = await Promise.all(rulesets.map(resolve));
    return { type: "choicesSaid", key, choices: answers.map((said) => choiceOf(name, said)) };
  }

  return () => {
    const state = now();
    const { ruleset, house } = state;
    const isChanged = changedRules(ruleset).length > 0;
    if (!house.isOpen && !isChanged) return;
    const plain = presetOf(ruleset);
    once("preset", keyOf(plain), () => preset(plain));
    if (isChanged) once("inForce", keyOf(ruleset), () => inForce(ruleset));
    const asked = choicesAsked(state);
    if (asked) once("choices", asked.key, () => choices(asked));
  };
}

/** What a value of a rule would mean: its sentence, or why it can't be chosen beside the others. */
function choiceOf(name, { ok, answer }) {
  if (!ok) return { text: null, faults: (answer.errors ?? [answer]).map(({ detail }) => detail) };
  const rules = answer.sections.flatMap((section) => section.rules);
  return { text: rules.find((rule) => rule.parameter === name)?.text ?? null, faults: [] };
}
