// The whole page, from a state.

import { found as elementsIn, h } from "../elements.js";
import { EXAMPLES } from "../examples.js";
import { numbered } from "../findings.js";
import { isBlank } from "../state.js";
import { rowsNow } from "../record/tricks.js";
import { sentenceOf } from "../words.js";
import { keyField } from "./access.js";
import { afterwardsView } from "./afterwards.js";
import { boardView, handsView } from "./hands.js";
import { paperView } from "./paper.js";
import { rulingView } from "./ruling.js";
import { setupView } from "./setup.js";
import { textView } from "./text.js";
import { tricksView } from "./tricks.js";

/** The elements of the page. */
export function pageView(state) {
  const found = state.answer ? numbered(state.answer) : [];
  const rows = rowsNow(state);
  const stuck = state.reading.problem !== null;
  const entry = h("div", { class: "entry" },
    fields(stuck, setupView(state)),
    textView(state),
    stuck ? h("p", { class: "notice" }, "The fields wait until the text can be read.") : null,
    fields(stuck, handsView(state, found), boardView(state, rows), tricksView(state, rows, found), afterwardsView(state, found)));
  // A fault in the text is said by the ruling itself.
  const isFaulty = elementsIn(entry, ({ tag, props }) => tag === "input" && props["aria-invalid"] === "true").length > 0;
  return h("div", {},
    h("h1", {}, "The desk"),
    welcome(state),
    state.notice ? h("p", { class: "notice said", role: "status" }, state.notice) : null,
    state.locked ? keyField() : null,
    h("div", { class: "desk-columns" },
      entry,
      rulingView(state, { rows, found, isFaulty })),
    paperView(state, rows, found),
    state.answer ? h("p", { class: "bar" }, h("button", { type: "button", on: { click: { type: "goto", place: "ruling" } } }, barText(state))) : null,
  );
}

const fields = (inert, ...sections) => h("div", { inert }, sections);

/** On a narrow screen the ruling is far below: its first words stay in sight. */
function barText({ answer, reading }) {
  if (reading.problem) return "The text can't be read yet.";
  const said = sentenceOf(answer);
  return [h("strong", {}, `${answer.verdict}: `), said.length > 90 ? `${said.slice(0, 88)}…` : said];
}

function welcome(state) {
  return h("div", { class: "welcome" },
    isBlank(state) ? h("p", {}, "Enter a disputed round of Spades as far as you know it, and the ruling grows as you type. The service stores nothing: the whole round is in the address of this page, so a copied link is the whole dispute. Only this browser keeps a copy, until you start anew. Or begin with an example:") : null,
    h("div", { class: "row actions" },
      EXAMPLES.map(({ title }, index) => h("button", { type: "button", on: { click: { type: "example", index } } }, title)),
      isBlank(state) ? null : [
        h("button", { type: "button", on: { click: { type: "copyLink" } } }, "Copy link"),
        h("button", { type: "button", on: { click: { type: "download" } } }, "Download record"),
        h("button", { type: "button", on: { click: { type: "print" } } }, "Print"),
        h("button", { type: "button", on: { click: { type: "empty" } } }, "Start anew"),
      ],
      isBlank(state) ? h("a", { href: "/desk/sheet#example" }, "A game") : null,
      h("a", { href: "/desk/sheet" }, "Keep a score sheet")));
}
