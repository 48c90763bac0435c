// The whole page of the desk, from a state: the round as text, and what the other views draw.

import { beginningFor, EXAMPLES, linesFor } from "../examples.js";
import { rulesNow } from "../record/table.js";
import { rowsNow } from "../record/tricks.js";
import { isBlank } from "../state.js";
import { numbered, sentenceOf, verdictOf } from "../words.js";
import { afterwardsView } from "./afterwards.js";
import { found as elementsIn, h, keyField } from "./elements.js";
import { boardView, handsView, tricksView } from "./round.js";
import { paperView, rulingView } from "./ruling.js";
import { setupView } from "./setup.js";

/** The elements of the page. */
export function pageView(state) {
  const found = state.answer ? numbered(state.answer) : [];
  const rows = rowsNow(state);
  const stuck = state.parsed.problem !== null;
  const entry = h(
    "div",
    { class: "entry" },
    fields(stuck, setupView(state)),
    textView(state),
    stuck ? h("p", { class: "notice" }, "The fields wait until the text can be read.") : null,
    fields(
      stuck,
      handsView(state, found),
      boardView(state, rows),
      tricksView(state, rows, found),
      afterwardsView(state, found),
    ),
  );
  // A fault in the text is said by the ruling itself.
  const isFaulty =
    elementsIn(entry, ({ tag, props }) => tag === "input" && props["aria-invalid"] === "true").length > 0;
  return h(
    "div",
    {},
    h("h1", {}, "The desk"),
    welcome(state),
    state.notice ? h("p", { class: "notice said", role: "status" }, state.notice) : null,
    state.locked ? keyField() : null,
    h("div", { class: "desk-columns" }, entry, rulingView(state, { found, isFaulty })),
    paperView(state, rows, found),
    state.answer
      ? h(
          "p",
          { class: "bar" },
          h("button", { type: "button", on: { click: { type: "goto", place: "ruling" } } }, barText(state)),
        )
      : null,
  );
}

const fields = (inert, ...sections) => h("div", { inert }, sections);

/** On a narrow screen the ruling is far below: its first words stay in sight. */
function barText(state) {
  if (state.parsed.problem) return "The text can't be read yet.";
  const said = sentenceOf(state);
  return [h("strong", {}, `${verdictOf(state.answer).words}: `), said.length > 90 ? `${said.slice(0, 88)}…` : said];
}

function welcome(state) {
  return h(
    "div",
    { class: "welcome" },
    isBlank(state)
      ? h(
          "p",
          {},
          "Enter a disputed round of Spades as far as you know it, and the ruling grows as you type. The service stores nothing: the whole round is in the address of this page, so a copied link is the whole dispute. Only this browser keeps a copy, until you start anew. Or begin with an example:",
        )
      : null,
    h(
      "div",
      { class: "row actions" },
      EXAMPLES.map(({ title }, index) =>
        h("button", { type: "button", on: { click: { type: "example", index } } }, title),
      ),
      isBlank(state)
        ? null
        : [
            h("button", { type: "button", on: { click: { type: "copyLink" } } }, "Copy link"),
            h("button", { type: "button", on: { click: { type: "download" } } }, "Download record"),
            h("button", { type: "button", on: { click: { type: "print" } } }, "Print"),
            h("button", { type: "button", on: { click: { type: "empty" } } }, "Start anew"),
          ],
      isBlank(state) ? h("a", { href: "/desk/sheet#example" }, "A game") : null,
      h("a", { href: "/desk/sheet" }, "Keep a score sheet"),
    ),
  );
}

// The round as text, what can't be read in it, and lines for what has no field.

function textView(state) {
  const { text, parsed, record } = state;
  const { problem, notes, losses, count, isBehind } = parsed;
  const faults = problem ? (problem.errors ?? [{ detail: problem.detail }]) : [];
  return h(
    "section",
    { "aria-labelledby": "h-text" },
    h("h2", { id: "h-text" }, "The round as text"),
    h(
      "p",
      { class: "hint" },
      "Type or paste the round here, or fill in the fields below: both show one record. Shorthand, PTN, CSV and other notations are recognised.",
    ),
    h("label", { for: "text", class: "hidden" }, "The round"),
    h("textarea", {
      id: "text",
      rows: "9",
      value: text,
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-invalid": faults.length > 0,
      "aria-describedby": "faults",
      placeholder: beginningFor(record.players),
      on: { input: { type: "text" } },
    }),
    h(
      "div",
      { id: "faults", role: "status" },
      faults.length
        ? [
            h(
              "p",
              { class: "fault" },
              h("strong", {}, faults.length === 1 ? "This can't be read:" : "These can't be read:"),
            ),
            h("ul", { class: "faults" }, faults.map(fault)),
          ]
        : null,
      count > 1 ? h("p", { class: "fault" }, `The text has ${count} rounds. The desk rules on the first.`) : null,
    ),
    isBehind
      ? h(
          "p",
          { class: "fault" },
          "The text lacks the last change of the fields, as one of them has something that the service refuses; the ruling says what.",
        )
      : null,
    [...notes.filter((note) => note.code !== "order_not_recorded"), ...losses].map((note) =>
      h("p", { class: "hint" }, note.line ? `Line ${note.line}: ` : "", note.detail),
    ),
    h(
      "details",
      {},
      h("summary", {}, "Calls, cards taken back, the score sheet: lines to add"),
      h("p", { class: "hint" }, "A click adds the line to the text; then change it."),
      h(
        "ul",
        { class: "lines" },
        linesFor(record.players, rulesNow(state)).map(([what, line]) =>
          h(
            "li",
            {},
            h("button", { type: "button", on: { click: { type: "line", text: line } } }, h("code", {}, line)),
            ` ${what}`,
          ),
        ),
      ),
    ),
  );
}

function fault({ line, column, detail }) {
  const place = line ? `Line ${line}, column ${column}: ` : "";
  return h(
    "li",
    {},
    line ? h("button", { type: "button", class: "link", on: { click: { type: "caret", line, column } } }, place) : null,
    detail,
  );
}
