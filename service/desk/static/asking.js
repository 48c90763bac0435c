// What the service is asked after a change.

import { catalogueFor, post, readText, referenceTo, repeater } from "./browser/service.js";
import { formOf, questionOf, rulingOf } from "./dispute/question.js";
import { rulesNow } from "./record/table.js";
import { isBlank } from "./state.js";

const LONG = 2_000;

/** Return a function to call whenever the state has changed. `now` returns the state, `dispatch` takes events. */
export function asker(now, dispatch) {
  let long;
  let doing;
  const catalogue = catalogueFor(dispatch);

  async function ask(state) {
    clearTimeout(long);
    // Whoever has waited this long is told for what.
    long = setTimeout(() => {
      const { asked, answered, away, locked } = now();
      if (asked === state.asked && asked !== answered && !away && !locked) {
        dispatch({ type: "waiting", asked, what: doing });
      }
    }, LONG);
    doing = "listing its rulesets";
    await catalogue(state);
    if (isBlank(state)) dispatch({ type: "refused", asked: state.asked, problem: null });
    else await judge(state, state.asked);
  }

  async function judge(state, asked) {
    if (state.edited === "text") {
      doing = "reading the text";
      const { problem, records, notes } = await readText(state.text, state.record.players);
      if (problem) return dispatch({ type: "unreadable", asked, problem });
      dispatch({ type: "read", asked, records, notes });
      if (now().asked !== asked || now().parsed.kind !== "round" || now().parsed.problem) return undefined;
      await catalogue(now());
      doing = "ruling on the round";
      return publish(asked, await ruling());
    }
    doing = "ruling on the round";
    const [written, ruled] = await Promise.all([
      post("/v1/records/write", { notation: "shorthand", record: { tricks: [], ...state.record } }),
      ruling(),
    ]);
    const { text, losses } = written.answer;
    dispatch(written.ok ? { type: "written", asked, text, losses } : { type: "unwritten", asked });
    return publish(asked, ruled);
  }

  async function ruling() {
    const state = now();
    const question = questionOf(state);
    if (!question) return { problem: null };
    const { ok, answer } = await post(question.path, {
      ruleset: referenceTo(state.ruleset),
      ...question.body,
      ...formOf(question),
    });
    return ok ? { answer: rulingOf(question, answer, rulesNow(state)) } : { problem: answer };
  }

  const publish = (asked, { answer, problem }) =>
    dispatch(answer ? { type: "ruled", asked, answer } : { type: "refused", asked, problem });

  return repeater(now, dispatch, ask);
}
