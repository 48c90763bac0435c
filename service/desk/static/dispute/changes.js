// What changes when a dispute is chosen and its questions are answered.

import { asking, drafted, entered, undrafted } from "../state.js";
import { hasOnlyCardsLeft } from "./question.js";
import { conversationOf, isRefused, isWaiting, stepsOf } from "./templates.js";

export const disputeChanges = {
  dispute: (state, { kind }) => chosen(left(state), kind),
  disputeClosed: (state) => ({ ...left(state), guide: null, step: state.step + 1 }),
  guided: answered,
};

/** Without what is half typed; answers that were not enough for a ruling go with their questions. */
function left(state) {
  const next = undrafted(state, "ask");
  return state.guide && (isWaiting(next) || hasOnlyCardsLeft(next)) ? entered(next, state.guide.base) : next;
}

const chosen = (state, kind) => ({ ...state, guide: { kind, base: state.record, answers: {} }, step: state.step + 1 });

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
  const { said, fault } = step.take(text, isLeft) ?? {};
  if (said === undefined) return shown(drafted(state, field, { value: text, over: step.value }, fault), Boolean(fault));
  const guide = { ...state.guide, answers: { ...state.guide.answers, [key]: said } };
  return entered(undrafted(state, field), conversationOf({ ...state, guide }).record, { guide });
}

/** The state with what was entered beside the questions in their base; they show what it says. */
export function rebased(before, next) {
  const { guide, record } = next;
  if (!guide || guide !== before.guide || record === before.record) return next;
  const { tricks, players } = before.record;
  const isOwn = record.tricks === tricks && record.players === players;
  const isChanged = ([name, value]) => before.record[name] !== value;
  const changes = Object.fromEntries(Object.entries(record).filter(isChanged));
  const base = isOwn ? { ...guide.base, ...changes } : record;
  const asked = { ...next, guide: { ...guide, base } };
  const known = conversationOf(asked).steps.filter((step) => ![undefined, null].includes(step.known));
  const answers = Object.entries(guide.answers).filter(([key]) => !known.some((step) => step.key === key));
  return { ...next, guide: { ...guide, base, answers: Object.fromEntries(answers) } };
}
