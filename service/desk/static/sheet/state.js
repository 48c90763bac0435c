// The score sheet of a table: what is kept in its address, and what the service has said about it.

import { isListOf, isObject, isRuleset, isTable, isText } from "../record/shape.js";
import { namesOf } from "../state.js";

/** An empty sheet. `record` has the players and the first dealer, under the names that the fields of the table use. */
export function initial() {
  return {
    ruleset: { name: "pagat", options: [], overrides: {} },
    record: { players: namesOf(4) },
    rows: [],
    byPlayer: false,
    // Not kept: it comes again, or is gone with the window.
    offered: [],
    details: {},
    drafts: {},
    past: [],
    field: null,
    answer: null,
    problem: null,
    paste: "",
    pasteProblem: null,
    notice: "",
    asked: 0,
    answered: -1,
    away: false,
    locked: false,
    step: 0,
  };
}

/** What is in the address: the whole sheet, and nothing that the service can say again. */
export function kept({ ruleset, record, rows, byPlayer }) {
  return { mode: "sheet", ruleset, record, rows, byPlayer };
}

/** A state with what was kept elsewhere; null if that is no sheet. */
export function restored(state, value) {
  if (!isObject(value) || value.mode !== "sheet" || !isRuleset(value.ruleset) || !isObject(value.record) || !Array.isArray(value.rows)) return null;
  const { name, options = [], overrides = {} } = value.ruleset;
  const { players, dealer } = value.record;
  if (!isTable(players)) return null;
  if (!value.rows.every((row) => isRow(row, players.length))) return null;
  return {
    ...state,
    ruleset: { name, options, overrides },
    record: { players, ...(typeof dealer === "string" ? { dealer } : {}) },
    rows: value.rows,
    byPlayer: value.byPlayer === true,
    drafts: {},
    field: null,
    notice: "",
    asked: state.asked + 1,
  };
}

function isRow(value, count) {
  if (!isObject(value)) return false;
  if (value.total !== undefined && !(isObject(value.total) && Object.values(value.total).every(Number.isInteger))) return false;
  if (isObject(value.fixed)) return true;
  const seated = value.dealer === undefined || (Number.isInteger(value.dealer) && value.dealer >= 0 && value.dealer < count);
  return seated && isListOf(value.bids, isText) && isObject(value.tricks) && Object.values(value.tricks).every(isText);
}

/** The name of a side, as the service writes it. */
export const sideName = ({ record }, seats) => seats.map((seat) => record.players[seat]).join("+");

/** Whether nothing is on the sheet yet. */
export const isBlank = ({ rows }) => !rows.length;
