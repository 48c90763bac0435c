// One step back and forth: what a page was before each step is kept as long as it is open.

import { isSame } from "./rules/values.js";

const MOST_STEPS = 300;

/** The steps of a page: what of its state is `kept`, how that is `restored`, and what of it somebody has `seen`. */
export function stepsOf({ kept, restored, seen }) {
  const walked = (state, { from, to, word }) => {
    const value = state[from].at(-1);
    const next = value && restored(state, value);
    if (!next) return state;
    const now = kept(state);
    const rest = state[from].slice(0, -1);
    // What was typed and taken away again is no step that anybody sees.
    if (isSame(seen(now), seen(value))) {
      return rest.length ? walked({ ...state, [from]: rest }, { from, to, word }) : { ...state, [from]: rest };
    }
    const steps = { [from]: rest, [to]: [...state[to], now] };
    const all = state.past.length + state.future.length;
    return {
      ...next,
      ...steps,
      // What is half typed was not entered, and stays.
      drafts: state.drafts,
      field: null,
      step: state.step + 1,
      notice: `${word}. ${steps.past.length} of ${all} steps.`,
    };
  };
  return {
    /** The state after an event, with the one before it to go back to, if there was a step between them. */
    after(before, event, changes, settled = (_, next) => next) {
      // What the service says about an older state comes too late.
      if (event.asked !== undefined && event.asked !== before.asked) return before;
      const next = settled(before, changes[event.type]?.(before, event) ?? before);
      return next.step === before.step || next.past !== before.past
        ? next
        : { ...next, past: [...before.past.slice(1 - MOST_STEPS), kept(before)], future: [] };
    },
    changes: {
      undo: (state) => walked(state, { from: "past", to: "future", word: "Undone" }),
      redo: (state) => walked(state, { from: "future", to: "past", word: "Done again" }),
    },
  };
}
