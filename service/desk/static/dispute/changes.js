// What changes when a dispute is chosen and its questions are answered.

import { asking, drafted, entered, undrafted } from "../state.js";
import { areFull } from "../record/hands.js";
import { rulesNow } from "../record/table.js";
import { isRefused, stepsOf } from "./templates.js";

export const disputeChanges = {
  dispute: (state, { kind }) => ({ ...chosen(left(state), kind), step: state.step + 1 }),
  disputeClosed: (state) => ({ ...left(state), guide: null, step: state.step + 1 }),
  guided: answered,
};

/** Without what is half typed. A claim that is not complete does not count, and is kept beside the record. */
function left(state) {
  const next = undrafted(state, "ask");
  const { guide, record } = next;
  const { claim, ...others } = record;
  if (!claim || claim.accepted !== undefined) return next;
  if (guide?.kind !== "claim" || record.tricks.length || areFull(record, rulesNow(next))) {
    return entered(next, others, { started: { ...next.started, claim } });
  }
  const { hands, ...rest } = others;
  const cards = hands ? { ...guide, hands } : guide;
  return entered(next, rest, { started: { ...next.started, claim, left: cards } });
}

/** With the questions of a dispute; a claim that was begun goes on where it was. */
function chosen(state, kind) {
  const { claim, left: cards, ...others } = state.started;
  if (kind !== "claim" || !claim || state.record.claim) return { ...state, guide: { kind } };
  const { hands, ...places } = state.record.tricks.length ? {} : (cards ?? {});
  const record = { ...(hands ? { hands } : {}), ...state.record, claim };
  return entered(state, record, { guide: { kind, ...places }, started: others });
}

/** An answer: typed or chosen as `value`, or a `card` that is added to what is there. */
function answered(state, { step: key, value, card, left: isLeft = false }) {
  const step = stepsOf(state).find((asked) => asked.key === key);
  if (!step) return state;
  const field = `ask ${key}`;
  const text = card ? `${state.drafts[field]?.text ?? step.tapped ?? step.value} ${card}` : value;
  const wasRefused = isRefused(state, step);
  // A ruling goes with what is refused, and comes again once that is mended.
  const shown = (next, isNow) => (isNow === wasRefused ? next : asking(next, {}));
  if (text === step.value) return shown(undrafted(state, field), false);
  const said = step.take(text, isLeft);
  if (!said || said.fault) {
    return shown(drafted(state, field, { text, over: step.value }, said?.fault), Boolean(said?.fault));
  }
  const { record = state.record, ...places } = said;
  return entered(undrafted(state, field), record, { guide: { ...state.guide, ...places } });
}
