// The rulesets that the service offers, and what it says about the one that is chosen: asked for once each.

import { get } from "./browser/service.js";
import { own } from "./record/names.js";

/** Return a function that asks for what a state still lacks, and dispatches it as `offered` and `detail`. */
export function catalogueFor(dispatch) {
  let missing = null;

  return async ({ offered, ruleset: { name }, details }) => {
    if (!offered.length) {
      const { ok, answer } = await get("/v1/rulesets");
      if (ok) dispatch({ type: "offered", rulesets: answer.rulesets });
    }
    if (own(details, name) || missing === name) return;
    const { ok, answer } = await get(`/v1/rulesets/${encodeURIComponent(name)}`);
    if (ok) dispatch({ type: "detail", detail: answer });
    else missing = name;
  };
}
