// What the service is asked about the sheet.

import { Away, catalogueFor, Locked, post, referenceTo, repeater, textRead } from "../browser/service.js";
import { given } from "../record/afterwards.js";
import { gameOf, roundsSent, rowOf } from "./state.js";

const AUDIT = "/v1/games/audit";

/** The game, or its first `count` rounds, with its ruleset. */
export function bodyOf(state, count = Infinity) {
  const { dealer, rounds: _, ...heads } = state.record;
  return {
    ruleset: referenceTo(state.ruleset),
    ...given({ ...heads, first_dealer: dealer }),
    rounds: roundsSent(state)
      .slice(0, count)
      .map(({ filled: __, ...round }) => round),
  };
}

/** Return a function to call after each change; `now` returns the state, `dispatch` takes events. */
export function asker(now, dispatch) {
  const catalogue = catalogueFor(dispatch);

  return repeater(now, dispatch, async () => {
    await catalogue(now());
    const state = now();
    const { asked } = state;
    const { ok, answer } = await post(AUDIT, bodyOf(state));
    if (ok) return dispatch({ type: "scored", asked, answer, problem: null });
    // The rows above a faulty one still have their scores.
    const faulty = Math.min(...(answer.errors ?? []).map((error) => rowOf(error.pointer) ?? 0));
    const before = Number.isFinite(faulty) && faulty > 0 ? await post(AUDIT, bodyOf(state, faulty)) : null;
    return dispatch({ type: "scored", asked, answer: before?.ok ? before.answer : null, problem: answer });
  });
}

export async function read(text, dispatch) {
  const nothing = { detail: "There is no game in this text. Paste a score sheet as CSV, or a game as JSON." };
  try {
    const { problem, records = [], notes } = await textRead(text);
    const game = gameOf(records);
    const count = records.filter(({ rounds }) => rounds).length;
    return dispatch(
      game ? { type: "imported", game, count, notes } : { type: "pasteRefused", problem: problem ?? nothing },
    );
  } catch (error) {
    return failed(error, dispatch, (detail) => dispatch({ type: "pasteRefused", problem: { detail } }));
  }
}

/** The sheet as CSV, with the right scores; null if it can't be one, which is then said. */
export async function csvOf(state, dispatch) {
  try {
    const { ok, answer } = await post(AUDIT, bodyOf(state), "text/csv");
    if (ok) return answer;
    dispatch({
      type: "said",
      notice: [answer.detail, ...(answer.errors ?? []).map((error) => error.detail)].join(" "),
    });
  } catch (error) {
    failed(error, dispatch, (notice) => dispatch({ type: "said", notice }));
  }
  return null;
}

function failed(error, dispatch, notify) {
  if (error instanceof Locked) dispatch({ type: "locked" });
  else if (error instanceof Away) notify("The service can't be reached. Nothing is lost: try again in a moment.");
  else throw error;
}
