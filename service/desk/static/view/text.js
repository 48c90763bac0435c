// The round as text, what can't be read in it, and lines for what has no field.

import { h } from "../elements.js";
import { beginningFor, linesFor } from "../examples.js";
import { rulesNow } from "../record/rules.js";

export function textView(state) {
  const { text, reading, record } = state;
  const { problem, notes, losses, count, isBehind } = reading;
  const faults = problem ? (problem.errors ?? [{ detail: problem.detail }]) : [];
  return h("section", { "aria-labelledby": "h-text" }, h("h2", { id: "h-text" }, "The round as text"),
    h("p", { class: "hint" }, "Type or paste the round here, or fill in the fields below: both show one record. Shorthand, PBN, LIN and other notations are recognised."),
    h("label", { for: "text", class: "hidden" }, "The round"),
    h("textarea", { id: "text", rows: "9", value: text, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-invalid": faults.length > 0, "aria-describedby": "faults", placeholder: beginningFor(record.players), on: { input: { type: "text" } } }),
    h("div", { id: "faults", role: "status" },
      faults.length ? [h("p", { class: "fault" }, h("strong", {}, faults.length === 1 ? "This can't be read:" : "These can't be read:")), h("ul", { class: "faults" }, faults.map(fault))] : null,
      count > 1 ? h("p", { class: "fault" }, `The text has ${count} rounds. The desk rules on the first.`) : null),
    isBehind ? h("p", { class: "fault" }, "The text lacks the last change of the fields, as one of them has something that the service refuses; the ruling says what.") : null,
    [...notes.filter((each) => each.code !== "order_not_recorded"), ...losses].map((each) => h("p", { class: "hint" }, each.line ? `Line ${each.line}: ` : "", each.detail)),
    h("details", {}, h("summary", {}, "Calls, cards taken back, the score sheet: lines to add"),
      h("p", { class: "hint" }, "A click adds the line to the text; then change it."),
      h("ul", { class: "lines" }, linesFor(record.players, rulesNow(state)).map(([what, line]) => h("li", {}, h("button", { type: "button", on: { click: { type: "line", text: line } } }, h("code", {}, line)), ` ${what}`)))));
}

function fault({ line, column, detail }) {
  const place = line ? `Line ${line}, column ${column}: ` : "";
  return h("li", {}, line ? h("button", { type: "button", class: "link", on: { click: { type: "caret", line, column } } }, place) : null, detail);
}
