// What changes when a dispute is chosen and its questions are answered.

import { drafted, entered, undrafted } from "../state.js";
import { stepsOf } from "./templates.js";

export const disputeChanges = {
  dispute: (state, { kind }) => ({ ...withoutAnswers(state), guide: { kind }, step: state.step + 1 }),
  disputeClosed: (state) => ({ ...withoutAnswers(state), guide: null, step: state.step + 1 }),
  guided: answered,
};

const withoutAnswers = (state) => undrafted(state, "ask");

/** An answer: typed or chosen as `value`, or a `card` that is added to what is there. */
function answered(state, { step: key, value, card, left = false }) {
  const step = stepsOf(state).find((asked) => asked.key === key);
  if (!step) return state;
  const field = `ask ${key}`;
  const text = card ? `${state.drafts[field]?.text ?? step.tapped ?? step.value} ${card}` : value;
  if (text === step.value) return undrafted(state, field);
  const said = step.take(text, left);
  if (!said || said.fault) return drafted(state, field, { text, over: step.value }, said?.fault);
  const { record = state.record, ...places } = said;
  return entered(undrafted(state, field), record, { guide: { ...state.guide, ...places } });
}
