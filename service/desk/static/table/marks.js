// Marks of findings: a shape, a number and a word for each gravity, so that none is told by its colour alone.

import { h } from "../view/elements.js";

const SHAPES = {
  offence: "M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z",
  error: "M0-11L11 9H-11Z",
  open: "M0-11L11 0L0 11L-11 0Z",
  note: "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
};
const WORDS = { offence: "offence", error: "error of the record", open: "open question", note: "note" };

export const kindOf = ({ open, severity }) => (open ? "open" : severity in SHAPES ? severity : "note");

export const wordOf = (mark) => WORDS[kindOf(mark)];

/** The mark of a finding: an octagon is an offence, a triangle an error, a diamond a question, a circle a note. */
export function badge(mark, isInside = false) {
  const kind = kindOf(mark);
  const drawn = [
    h("path.badge-shape", { d: SHAPES[kind] }),
    h("text.badge-number", { x: 0, y: kind === "error" ? 7 : 4.5 }, mark.label),
  ];
  return isInside
    ? h("g", { class: `badge ${kind}` }, drawn)
    : h("svg", { class: `badge ${kind}`, key: `badge ${mark.label}`, viewBox: "-12 -12 24 24", isMute: true }, drawn);
}
