// A row of the sheet: what is written in it, what it still needs, and what it is as a round of the contract.

import { biddersOf, readBid, withBid } from "../record/hands.js";
import { membersOf } from "../record/pointers.js";
import { seatsOfSides } from "../record/names.js";
import { rulesNow } from "../record/rules.js";
import { sideName } from "./state.js";

/** A row in which nothing is written. */
export const BLANK = { bids: [], tricks: {}, auto: null };

/** Who takes tricks in a row: sides ("s0"), or players ("p0") where a nil needs to know who took them. */
export function unitsOf(state, row) {
  const rules = rulesNow(state);
  return seatsOfSides(state.record, rules).map((seats, side) => {
    const isNil = !rules.bySide && seats.some((seat) => readBid(row.bids[seat] ?? "")?.tricks === 0);
    const single = state.byPlayer || seats.length === 1 || isNil || seats.some((seat) => row.tricks[`p${seat}`]);
    return single ? seats.map((seat) => `p${seat}`) : [`s${side}`];
  });
}

/** The name of a player or side that takes tricks. */
export function unitName(state, unit) {
  const index = Number(unit.slice(1));
  return unit[0] === "p" ? state.record.players[index] : sideName(state, seatsOfSides(state.record, rulesNow(state))[index]);
}

/** A number of tricks that somebody types; null for none, undefined for what is no number. */
export function readTricks(text) {
  const word = text.trim();
  if (!word) return null;
  return /^\d{1,2}$/.test(word) ? Number(word) : undefined;
}

/** The row with the tricks that the others leave in the one cell that is empty; that cell follows until it is edited. */
export function withRest(state, row) {
  const units = unitsOf(state, row).flat();
  const tricks = { ...row.tricks };
  if (row.auto) delete tricks[row.auto];
  const taken = units.map((unit) => readTricks(tricks[unit] ?? ""));
  const open = units.filter((_, at) => taken[at] === null);
  const rest = rulesNow(state).handSize - taken.reduce((sum, each) => sum + (each ?? 0), 0);
  if (open.length !== 1 || units.length === 1 || taken.includes(undefined) || rest < 0) return { ...row, tricks, auto: null };
  return { ...row, tricks: { ...tricks, [open[0]]: String(rest) }, auto: open[0] };
}

/** Whether anything is written in a row. */
export const isEmpty = (row) => !row.fixed && !row.bids.some((each) => each?.trim()) && !Object.values(row.tricks).some((each) => each.trim());

/** Whether a row has all that the service needs to score it. */
function isWhole(state, row) {
  if (row.fixed) return true;
  const bids = biddersOf(state.record, rulesNow(state)).map((_, at) => readBid(row.bids[at] ?? ""));
  const tricks = unitsOf(state, row).flat().map((unit) => readTricks(row.tricks[unit] ?? ""));
  return [...bids, ...tricks].every((each) => each !== null && each !== undefined);
}

/** The rows that are scored: those before the first one that is not whole. */
export function wholeRows(state) {
  const end = state.rows.findIndex((row) => !isWhole(state, row));
  return end < 0 ? state.rows : state.rows.slice(0, end);
}

/** The rows to show: a blank one follows until the game is over. */
export function rowsShown(state) {
  const { rows, answer } = state;
  const isOver = answer?.finished && answer.rounds.length === rows.length;
  return isOver || wholeRows(state).length < rows.length ? rows : [...rows, BLANK];
}

/** A row as a round of the contract. */
export function roundOf(state, row) {
  if (row.fixed) return row.fixed;
  const bidders = biddersOf(state.record, rulesNow(state));
  const bids = bidders.reduce((record, bidder, at) => withBid(record, bidder, readBid(row.bids[at])), {});
  const won = unitsOf(state, row).flat().map((unit) => [unitName(state, unit), readTricks(row.tricks[unit])]);
  const dealer = row.dealer === undefined ? {} : { dealer: state.record.players[row.dealer] };
  return { ...dealer, ...bids, tricks_won: Object.fromEntries(won) };
}

/** The row that a pointer of the service is about; null if it is about none. */
export function rowOf(pointer) {
  const match = /^#\/rounds\/(\d+)(\/|$)/.exec(pointer ?? "");
  return match ? Number(match[1]) : null;
}

/** Where a sheet that was pasted has another score after a round than the service, as faults of the row. */
function wrongTotals(state, row, round) {
  const sides = seatsOfSides(state.record, rulesNow(state));
  return sides.flatMap((seats, side) => {
    const name = sideName(state, seats);
    const written = row.total?.[seats.length > 1 ? `s${side}` : `p${side}`];
    const right = round?.teams?.find(({ team }) => team === name)?.after?.score;
    const isWrong = written !== undefined && right !== undefined && written !== right;
    return isWrong ? [{ pointer: "", detail: `The sheet that was pasted has ${written} for ${name} after this round; it is ${right}.` }] : [];
  });
}

/** What is wrong with each row, by its index: the faults and findings of the service, and wrong scores of a pasted sheet. */
export function faultsByRow(state) {
  const { answer, problem, rows } = state;
  const faults = new Map();
  const add = (row, { pointer, detail }) => faults.set(row, [...(faults.get(row) ?? []), { pointer: pointer ?? "", detail }]);
  for (const [row, { findings }] of (answer?.rounds ?? []).entries()) for (const each of findings) add(row, each);
  for (const [index, row] of rows.entries()) for (const each of wrongTotals(state, row, answer?.rounds[index])) add(index, each);
  for (const error of problem?.errors ?? []) if (rowOf(error.pointer) !== null) add(rowOf(error.pointer), error);
  return faults;
}

/** Whether one of the faults of a row is about a member of it, such as `tricks_won`, or about what it says of a name. */
export function isAbout(faults, member, name) {
  return faults.some(({ pointer }) => {
    const [, , which, whose] = membersOf(pointer);
    return which === member && (whose === undefined || whose === name);
  });
}
