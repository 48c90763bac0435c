// From a sheet and what happened to the next one. Nothing here waits for anything.

import { EXAMPLE } from "../examples.js";
import { readNumber } from "../record/afterwards.js";
import { withDealer } from "../record/hands.js";
import { countsOf, faultOfName, renamed, rulesetFor } from "../record/table.js";
import { houseChanges } from "../rules/changes.js";
import { asking, drafted, namesOf, SAID, undrafted } from "../state.js";
import { begun } from "./events.js";
import { BLANK, isEmpty, kept, restored, sheetOf, withRest } from "./state.js";

const MOST_STEPS = 200;

export function update(state, event) {
  return (CHANGES[event.type] ?? (() => state))(state, event);
}

/** A change that can be undone; changes of one field, one after the other, are undone as one. */
function entered(state, change, field = null) {
  const goesOn = field !== null && field === state.field;
  const past = goesOn ? state.past : [...state.past.slice(1 - MOST_STEPS), kept(state)];
  return asking(state, { past, field, step: goesOn ? state.step : state.step + 1, ...change });
}

const CHANGES = {
  bid: (state, { row, bidder, value }) =>
    withRow(
      state,
      row,
      (entry) => ({ ...entry, bids: filledTo(entry.bids, bidder).with(bidder, value) }),
      `bid ${row} ${bidder}`,
    ),
  tricks: (state, { row, unit, value }) =>
    withRow(
      state,
      row,
      (entry) => ({
        ...entry,
        tricks: { ...entry.tricks, [unit]: value },
        auto: entry.auto === unit ? null : entry.auto,
      }),
      `tricks ${row} ${unit}`,
    ),
  rowDealer: (state, { row, value }) =>
    withRow(state, row, ({ dealer: _, ...entry }) => (value === "" ? entry : { ...entry, dealer: Number(value) })),
  remove: (state, { row }) => entered(state, { rows: state.rows.toSpliced(row, 1), open: null }),
  opened: (state, { row }) => ({ ...state, open: state.open === row ? null : row }),
  eventBegun: (state, { row, kind }) => ({
    ...withEvents(state, row, (events) => [...events, begun(kind)]),
    open: row,
  }),
  event: (state, { row, at, member, value }) =>
    withEvents(
      state,
      row,
      (events) => events.with(at, { ...events[at], [member]: value }),
      `event ${row} ${at} ${member}`,
    ),
  eventGone: (state, { row, at }) => withEvents(state, row, (events) => events.toSpliced(at, 1)),
  paperShown: (state, { checked }) => ({ ...state, onPaper: checked }),
  paper: paperTyped,
  byPlayer: (state, { checked }) => entered(state, { byPlayer: checked }),
  ...houseChanges(withRuleset),
  seats: (state, { value }) => withSeats(state, Number(value)),
  name: withName,
  dealer: (state, { value }) => entered(state, { record: withDealer(state.record, value) }),
  undo: (state) => undone(state),
  empty: ({ record: { before: _, first_round_number: __, ...record }, ...state }) =>
    entered({ ...state, record }, { rows: [] }),
  paste: (state, { value }) => ({ ...state, paste: value, pasteProblem: null }),
  imported,
  example: (state) => entered(state, { ...sheetOf(EXAMPLE, state.ruleset), drafts: {} }),
  pasteRefused: (state, { problem }) => ({ ...state, pasteProblem: problem }),
  kept: (state, { value }) => opened(state, value),
  gamesKept: (state, { games }) => ({ ...state, games }),
  // What the service says.
  // With its rules the rows may be other ones; the notice stays.
  detail: (state, { detail }) => ({
    ...state,
    details: { ...state.details, [detail.name]: detail },
    asked: state.asked + 1,
  }),
  scored: (state, { asked, answer, audit = null, problem }) =>
    asked === state.asked ? { ...state, answer, audit, problem, answered: asked, away: false, locked: false } : state,
  ...SAID,
};

const filledTo = (list, index) => Array.from({ length: Math.max(list.length, index + 1) }, (_, at) => list[at] ?? "");

function withRow(state, index, change, field) {
  const row = withRest(state, change(state.rows[index] ?? BLANK));
  const rows = index < state.rows.length ? state.rows.with(index, row) : [...state.rows, row];
  return entered(state, { rows: isEmpty(row) && index === rows.length - 1 ? rows.slice(0, -1) : rows }, field);
}

function paperTyped(state, { row, unit, value, over }) {
  const field = `paper ${row} ${unit}`;
  const number = readNumber(value);
  if (number === undefined) return drafted(state, field, { text: value, over }, "Write a score such as 62 or −40.");
  const { [unit]: _, ...others } = state.rows[row]?.total ?? {};
  const total = number === null ? others : { ...others, [unit]: number };
  return withRow(undrafted(state, field), row, (entry) => ({ ...entry, total }), field);
}

const withEvents = (state, row, change, field) =>
  withRow(state, row, (entry) => ({ ...entry, events: change(entry.events ?? []) }), field);

function withRuleset(state, ruleset) {
  const next = entered(state, { ruleset });
  const table = countsOf(next);
  // Rows that are written stay, and the service says what is wrong with them.
  return table.length && !table.includes(state.record.players.length) && !state.rows.length
    ? { ...next, record: { players: namesOf(table[0]) } }
    : next;
}

/** Another number of players starts the sheet anew: nobody could say whose bids were whose. */
function withSeats(state, count) {
  if (count === state.record.players.length) return state;
  const { ruleset, notice } = rulesetFor(state, count);
  return { ...entered(state, { ruleset, record: { players: namesOf(count) }, rows: [], drafts: {} }), notice };
}

function withName(state, { seat, value, over }) {
  const name = value.trim();
  const { players } = state.record;
  const fault = faultOfName(players, seat, name);
  if (fault) return drafted(state, `name ${seat}`, { text: value, over }, fault);
  const rows = state.rows.map((row) => {
    const { players: _, ...next } = renamed({ ...row, players }, seat, name);
    return next;
  });
  return entered(undrafted(state, `name ${seat}`), { record: renamed(state.record, seat, name), rows });
}

function undone(state) {
  if (!state.past.length) return state;
  return { ...restored(state, state.past.at(-1)), past: state.past.slice(0, -1), step: state.step + 1 };
}

function imported(state, { game, count, notes = [] }) {
  const next = entered(state, { ...sheetOf(game, state.ruleset), drafts: {}, paste: "", pasteProblem: null });
  return {
    ...next,
    notice:
      `${next.rows.length} ${next.rows.length === 1 ? "round was" : "rounds were"} read${count > 1 ? `; the text had ${count} records, and this is the first game` : ""}. Undo takes them back. ${notes.map(({ detail }) => detail).join(" ")}`.trim(),
  };
}

function opened(state, value) {
  const next = restored(state, value);
  return next
    ? { ...next, past: [], answer: null, audit: null, problem: null }
    : {
        ...state,
        notice: "This link can't be read: it is cut short, or it is not of a score sheet.",
        asked: state.asked + 1,
      };
}
