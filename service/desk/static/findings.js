// Findings and the entries of the record that they are about: each leads to the other.

import { placeOf } from "./record/pointers.js";

/** What a ruling found, in order: findings as 1, 2, 3, open questions as Q1, Q2, each with its `place`. */
export function numbered(answer) {
  return [
    ...answer.findings.map((each, index) => ({ ...each, label: String(index + 1), place: placeOf(each.pointer), open: false })),
    ...answer.undecided.map((each, index) => ({ ...each, label: `Q${index + 1}`, place: placeOf(each.pointer), open: true })),
  ];
}

/** The marks of an entry: of what is found at its pointer, or within it. */
export const marksAt = (found, pointer) => found.filter(({ place }) => place === pointer || place.startsWith(`${pointer}/`));

/** The marks of a trick as a whole: of the trick, of its leader or of its winner. */
export const marksOfTrick = (found, pointer) => found.filter(({ place }) => [pointer, `${pointer}/leader`, `${pointer}/winner`].includes(place));

/** How grave the marks of an entry are together: "offence", "error", "open", "note" or "". */
export function gravity(marks) {
  const kinds = marks.map((each) => (each.open ? "open" : each.severity));
  return ["offence", "error", "open", "note"].find((kind) => kinds.includes(kind)) ?? kinds[0] ?? "";
}
