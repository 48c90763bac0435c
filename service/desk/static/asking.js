// What the service is asked after a change.

import { catalogueFor, post, roundRead, referenceTo, repeater } from "./browser/service.js";
import { formOf, questionOf, rulingOf } from "./dispute/question.js";
import { rulesNow } from "./record/table.js";
import { isBlank } from "./state.js";

/** Return a function to call whenever the state has changed. `now` returns the state, `dispatch` takes events. */
export function asker(now, dispatch) {
  const catalogue = catalogueFor(dispatch);

  return repeater(now, dispatch, async (state) => {
    const { asked, record } = state;
    await catalogue(state);
    if (isBlank(state)) return dispatch({ type: "refused", asked, problem: null });
    if (state.edited === "text") {
      const { problem, records, notes } = await roundRead(state.text, record.players);
      if (problem) return dispatch({ type: "unreadable", asked, problem });
      dispatch({ type: "read", asked, records, notes });
      if (now().asked !== asked || now().parsed.kind !== "round" || now().parsed.problem) return undefined;
      await catalogue(now());
      return dispatch(await ruling(now(), asked));
    }
    const [written, ruled] = await Promise.all([
      post("/v1/records/write", { notation: "shorthand", record: { tricks: [], ...record } }),
      ruling(now(), asked),
    ]);
    const { text, losses } = written.answer;
    dispatch(written.ok ? { type: "written", asked, text, losses } : { type: "unwritten", asked });
    return dispatch(ruled);
  });
}

async function ruling(state, asked) {
  const question = questionOf(state);
  if (!question) return { type: "refused", asked, problem: null };
  const { ok, answer } = await post(question.path, {
    ruleset: referenceTo(state.ruleset),
    ...question.body,
    ...formOf(question),
  });
  return ok
    ? { type: "ruled", asked, answer: rulingOf(question, answer, rulesNow(state)) }
    : { type: "refused", asked, problem: answer };
}
