// A card as text: its rank and the sign of its suit, in the colour of the suit.

import { h } from "../elements.js";
import { nameOf, shown, suitOf } from "../record/cards.js";

/** A card within a sentence or a cell; screen readers say its name. */
export function cardText(card) {
  return h("span", { class: `card suit-${suitOf(card) || "none"}`, role: "img", "aria-label": nameOf(card) }, shown(card));
}

/** A sentence of the service with its cards ("4H") as people know them. */
export function withCards(sentence) {
  return sentence.split(/\b((?:[2-9TJQKA][SHDC]|BJ|LJ)(?![\w+]))/).map((part, index) => (index % 2 ? cardText(part) : part));
}

/** The numbers of findings at an entry, each a button that leads to its finding. */
export function markButtons(marks) {
  return marks.map(({ label, open, severity, detail }) => h("button", { type: "button", class: `mark ${open ? "open" : severity}`, title: detail, "aria-label": `${open ? "open question" : "finding"} ${label}` , on: { click: { type: "goto", place: `finding ${label}` } } }, label));
}
