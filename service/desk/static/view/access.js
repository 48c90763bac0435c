// What is said while the service gives no answers: it is away, or asks for an API key.

import { h } from "../elements.js";

/** The notice; null while the service answers. */
export function accessNotice({ away, locked }) {
  if (away) return h("p", { class: "notice" }, "The service can't be reached. Nothing is lost; it is asked again in a moment.");
  return locked ? h("p", { class: "notice" }, "This service asks for an API key. Enter it in the field above.") : null;
}

/** The field for the key. */
export function keyField() {
  const field = h("input", { type: "password", name: "key", autocomplete: "off" });
  return h("form", { class: "row", on: { submit: { type: "key" } } }, h("label", {}, "API key ", field), h("button", { type: "submit" }, "Use it"));
}
