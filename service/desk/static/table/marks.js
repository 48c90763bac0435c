// Marks of findings beside what they are about: a shape, a number and a word for each gravity, so that none is told by
// its colour alone.

import { placeOf } from "../record/entries.js";
import { markup } from "../view/markup.js";

// The gravest first.
const SHAPES = {
  offence: "M-4-10H4L10-4V4L4 10H-4L-10 4V-4Z",
  error: "M0-11L11 9H-11Z",
  open: "M0-11L11 0L0 11L-11 0Z",
  note: "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0-20 0Z",
};
const WORDS = { offence: "offence", error: "error in the record", open: "open question", note: "note" };

export const kindOf = ({ open, severity }) => (open ? "open" : severity in SHAPES ? severity : "note");

export const wordOf = (mark) => WORDS[kindOf(mark)];
export const capital = (word) => word[0].toUpperCase() + word.slice(1);

/** The findings of an answer with their labels and their places: "3", or "Q1" for the first open question. */
export function numbered({ findings, undecided }) {
  const all = (list, letter, open) =>
    list.map((found, at) => ({ ...found, label: letter + (at + 1), place: placeOf(found.pointer), open }));
  return [...all(findings, "", false), ...all(undecided, "Q", true)];
}

/** The marks of an entry: of what is found at its pointer, or within it. */
export const marksAt = (found, pointer) =>
  found.filter(({ place }) => place === pointer || place.startsWith(`${pointer}/`));

/** The marks of a trick as a whole: of the trick, of its leader or of its winner. */
export const marksOfTrick = (found, pointer) =>
  found.filter(({ place }) => [pointer, `${pointer}/leader`, `${pointer}/winner`].includes(place));

/** How grave the marks of an entry are together: "offence", "error", "open", "note" or "". */
export function gravity(marks) {
  const kinds = marks.map(kindOf);
  return Object.keys(SHAPES).find((kind) => kinds.includes(kind)) ?? "";
}

/** Who it is about, and what it is called: "S: revoke". */
export const nameOfMark = ({ code, player, team }) =>
  [player ?? team, code.replaceAll("_", " ")].filter(Boolean).join(": ");

/** The mark of a finding: an octagon is an offence, a triangle an error, a diamond a question, a circle a note. */
export function badge(mark, isInside = false) {
  const kind = kindOf(mark);
  const drawn = [
    markup`<path class="badge-shape" d=${SHAPES[kind]} />`,
    markup`<text class="badge-number" x="0" y=${kind === "error" ? 7 : 4.5}>${mark.label}</text>`,
  ];
  return isInside
    ? markup`<g class="badge ${kind}">${drawn}</g>`
    : markup`<svg class="badge ${kind}" key="badge ${mark.label}" viewBox="-12 -12 24 24" isMute>${drawn}</svg>`;
}
