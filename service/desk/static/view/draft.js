// A field that shows what is being typed as long as that is not in the record, and what is wrong with it.

import { h } from "../elements.js";

const idOf = (field) => `fault-${encodeURIComponent(field)}`;

/** What is being typed over a value; undefined once the record has another value there. */
function draftOf({ drafts }, field, value) {
  const draft = drafts[field];
  return draft && (draft.over === undefined || draft.over === value) ? draft : undefined;
}

/** The attributes of such a field: its value, and the fault that it is described by. */
export function typed(state, field, value) {
  const draft = draftOf(state, field, value);
  return { value: draft?.text ?? value, "aria-invalid": draft?.fault ? "true" : null, "aria-describedby": draft?.fault ? idOf(field) : null };
}

/** The fault in words; null if there is none. */
export function faultOf(state, field, value) {
  const fault = draftOf(state, field, value)?.fault;
  return fault ? h("p", { class: "fault", id: idOf(field), key: `fault of ${field}` }, fault) : null;
}
