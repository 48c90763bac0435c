// A field that shows what is being typed as long as that is not in the record, and what is wrong with it.

import { h } from "../elements.js";

const idOf = (field) => `fault-${encodeURIComponent(field)}`;

/** The attributes of such a field: its value, and the fault that it is described by. */
export function typed({ drafts }, field, value) {
  const fault = drafts[field]?.fault;
  return { value: drafts[field]?.text ?? value, "aria-invalid": fault ? "true" : null, "aria-describedby": fault ? idOf(field) : null };
}

/** The fault in words; null if there is none. */
export function faultOf({ drafts }, field) {
  const fault = drafts[field]?.fault;
  return fault ? h("p", { class: "fault", id: idOf(field), key: `fault of ${field}` }, fault) : null;
}
