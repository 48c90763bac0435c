// The steps that every change of the desk is made of: something is asked anew, entered in the record, or kept as typed.

/** A state on which the service is asked to rule again. */
export const asking = (state, change) => ({ ...state, field: null, notice: "", ...change, asked: state.asked + 1, turn: null });

/** The state with another record, of which the text is then written anew. `field` is the one that was changed. */
export function entered(state, record, { field = null, ...more } = {}) {
  const goesOn = field !== null && field === state.field;
  return asking(state, { record, edited: "grid", step: goesOn ? state.step : state.step + 1, field, ...more });
}

/**
 * The state in which a field shows what is being typed, which is not in the record. `over` is what the field showed of the
 * record: once that changes, it is shown again. `fault` says what is wrong, once it is known.
 */
export function drafted(state, field, { text, over }, fault = null) {
  return { ...state, drafts: { ...state.drafts, [field]: { text, over, fault } } };
}

/** The state in which a field shows again what is in the record, or all fields of a call or a claim do. */
export function undrafted(state, field) {
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([each]) => each !== field && !each.startsWith(`${field} `)));
  return { ...state, drafts };
}
