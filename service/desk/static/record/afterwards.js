// What the record says beside the cards: the moment of a call, the standing before the round, the sheet after it.

import { own, sidesOf } from "./table.js";

const MOST_POINTS = 1_000_000;

export const SHEET_ROWS = {
  "before score": { title: "Score before", least: -MOST_POINTS, most: MOST_POINTS },
  "before bags": { title: "Bags before", least: 0, most: 1_000 },
  "reported tricks_won": { title: "Tricks won", least: 0, most: 54 },
  "reported points": { title: "Points", least: -MOST_POINTS, most: MOST_POINTS },
  "reported score": { title: "Score after", least: -MOST_POINTS, most: MOST_POINTS },
  "reported bags": { title: "Bags after", least: 0, most: 1_000 },
};

export const NO_MOMENT = "Write the trick, a point, and how many of its cards were played: 8.2.";

/** A moment as it is typed, "8.2" in trick 8 with two cards on the table; null for none, undefined for what is none. */
export function readMoment(text) {
  if (!text.trim()) return null;
  const [, trick, plays] = /^\s*(\d{1,2})\s*[.,/ ]\s*(\d)\s*$/.exec(text) ?? [];
  return Number(trick) ? { trick: Number(trick), plays: Number(plays) } : undefined;
}

export const momentText = ({ at }) => (at ? `${at.trick}.${at.plays}` : "");

/** The record that says which remedy a wronged side chose for an offence of this side. */
export function withRemedy(record, { code, team, remedy }) {
  const others = (record.remedies ?? []).filter((each) => each.code !== code || each.team !== team);
  return { ...record, remedies: [...others, { code, team, remedy }] };
}

/** A number on the sheet, as it is typed; null for none, undefined for what is no number. */
export function readNumber(text) {
  const word = text.trim().replace(/^[−–—]/, "-");
  if (!word) return null;
  return /^[+-]?\d{1,6}$/.test(word) ? Number(word) : undefined;
}

export function numbersOf(row, { handSize }) {
  const { least, most } = SHEET_ROWS[row];
  return { least, most: row === "reported tricks_won" ? handSize : most };
}

/** Where a number of the sheet is in a record. */
export function placeOnSheet(row, side) {
  const [member, name] = row.split(" ");
  return member === "before" ? [member, side, name] : [member, name, side];
}

export const onSheet = (record, row, side) => placeOnSheet(row, side).reduce(own, record) ?? null;

/**
 * The record with a number on the sheet, or without it (null). Whoever is left out of a row of tricks counts as having
 * won none, so the last side gets the tricks that the others leave.
 */
export function withOnSheet(record, rules, row, side, number) {
  const next = withNumber(record, row, side, number);
  if (row !== "reported tricks_won" || number === null) return next;
  const sides = sidesOf(record, rules);
  const open = sides.filter((unit) => onSheet(next, row, unit) === null);
  const rest = sides.reduce((left, unit) => left - (onSheet(next, row, unit) ?? 0), rules.handSize);
  return open.length === 1 && rest >= 0 ? withNumber(next, row, open[0], rest) : next;
}

/** The record with a number on the sheet, whatever the others are. */
export function withNumber(record, row, side, number) {
  const [member, outer, inner] = placeOnSheet(row, side);
  const all = changed(record[member] ?? {}, outer, emptied(changed(own(record[member], outer) ?? {}, inner, number)));
  return changed(record, member, emptied(all));
}

export const emptied = (value) => (Object.keys(value).length ? value : null);

export const given = (members) =>
  Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined));

export function changed(value, name, member) {
  const { [name]: _, ...rest } = value;
  return member === null ? rest : { ...rest, [name]: member };
}
