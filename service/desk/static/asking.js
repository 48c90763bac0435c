// What the service is asked after a change.

import { catalogueFor, post, readText, referenceTo, repeater } from "./browser/service.js";
import { formOf, questionOf, rulingOf } from "./dispute/question.js";
import { rulesNow } from "./record/table.js";
import { turnOf } from "./record/tricks.js";
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

/** Return a function to call whenever the state has changed: it asks which cards the player to play may play. */
export function legalAsker(now, dispatch) {
  let last = { text: "null", turn: null };

  const show = (asked, turn) =>
    asked === now().asked && turn !== now().turn && dispatch({ type: "legal", asked, turn });

  return async () => {
    const state = now();
    // Only the table shows them; until the ruling is there, spades may be broken or not.
    if (state.view.tab !== "table" || state.asked !== state.answered || !state.answer) return;
    const turn = turnOf(state);
    const body = turn && { ruleset: referenceTo(state.ruleset), ...turn.question, answer: "brief" };
    const text = JSON.stringify(body);
    if (text === last.text) return void show(state.asked, last.turn);
    const question = { text, turn: null };
    last = question;
    try {
      const { ok, answer } = body ? await post("/v1/plays/legal", body) : { ok: false };
      if (ok) question.turn = { player: turn.player, cards: answer.legal };
    } catch {
      // Without an answer no card is dimmed; whether the service is away is said elsewhere.
      question.text = "";
    }
    if (question === last) show(state.asked, question.turn);
  };
}
