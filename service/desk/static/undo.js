// One step back and forth: what the desk was before each step is kept as long as the page is open.

import { kept, restored } from "./state.js";

const MOST_STEPS = 300;

/** The state with the one before it to go back to, if there was a step between them. */
export function remembered(before, next) {
  if (next.step === before.step || next.past !== before.past) return next;
  return { ...next, past: [...before.past.slice(1 - MOST_STEPS), kept(before)], future: [] };
}

export const undoChanges = {
  undo: (state) => walked(state, { from: "past", to: "future", word: "Undone" }),
  redo: (state) => walked(state, { from: "future", to: "past", word: "Done again" }),
};

function walked(state, { from, to, word }) {
  const value = state[from].at(-1);
  const next = value && restored(state, { ...value, view: { ...value.view, tab: state.view.tab } });
  if (!next) return state;
  const now = kept(state);
  const what = differenceOf(now, value);
  const rest = state[from].slice(0, -1);
  // What was typed and taken away again is no step that anybody sees.
  if (!what) return rest.length ? walked({ ...state, [from]: rest }, { from, to, word }) : { ...state, [from]: rest };
  const steps = { [from]: rest, [to]: [...state[to], now] };
  const all = state.past.length + state.future.length;
  return {
    ...next,
    ...steps,
    // What is half typed was not entered, and stays.
    drafts: state.drafts,
    field: null,
    step: state.step + 1,
    notice: `${word}: ${what}. ${steps.past.length} of ${all} steps.`,
  };
}

const WORDS = {
  bids_by_player: "bids",
  blind_bidders: "bids",
  exchanges: "passed cards",
  accusations: "calls",
  before: "score sheet",
  reported: "score sheet",
  guide: "questions",
};

/** What two states differ in, in the words of the page; the text follows what is in the fields. */
function differenceOf(...states) {
  const [one, other] = states.map(({ record, ruleset, guide, text }) => ({ ...record, ruleset, guide, text }));
  const found = Object.keys({ ...one, ...other })
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map((name) => WORDS[name] ?? name);
  const words = new Set(found.length > 1 ? found.filter((name) => name !== "text") : found);
  return [...words].join(", ");
}
