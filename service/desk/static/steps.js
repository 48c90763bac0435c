// The steps that every change of the desk is made of: something is asked anew, entered in the record, or kept as typed.

/** A state on which the service is asked to rule again. */
export const asking = (state, change) => ({ ...state, ...change, asked: state.asked + 1, turn: null, notice: "" });

/** The state with another record, of which the text is then written anew; the same state if nothing is new. */
export function entered(state, record, more = {}) {
  if (record === state.record && !Object.keys(more).length) return state;
  return asking(state, { record, edited: "grid", step: state.step + 1, ...more });
}

/** The state in which a field shows what is being typed, which is not in the record; `fault` says why, once it is known. */
export function drafted(state, field, text, fault = null) {
  return { ...state, drafts: { ...state.drafts, [field]: { text, fault } } };
}

/** The state in which a field shows again what is in the record. */
export function undrafted(state, field) {
  if (!(field in state.drafts)) return state;
  const { [field]: _, ...drafts } = state.drafts;
  return { ...state, drafts };
}
