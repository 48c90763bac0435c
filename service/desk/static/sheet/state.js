// The score sheet of a table: what is kept in its address, and its rows as they are written, sent and pasted.

import { given } from "../record/afterwards.js";
import {
  asChosen,
  isListOf,
  isObject,
  isRecord,
  isRuleset,
  isSeat,
  isTable,
  isText,
  membersOf,
} from "../record/entries.js";
import { asWritten, MOST_BID, readBid, withBid } from "../record/bids.js";
import { biddersOf, bidText } from "../record/hands.js";
import { rulesNow, seatsOfSides, sidesOf } from "../record/table.js";
import { CLOSED } from "../rules/house.js";
import { heard, namesOf } from "../state.js";
import { asMembers, breaksOff, eventsIn, isEvent, MEMBERS, seatedAfter, wholeEvents } from "./events.js";

/** An empty sheet. `record` has the players and the first dealer, as the fields of the table name them. */
export function initial() {
  return {
    house: CLOSED,
    ruleset: { name: "pagat", options: [], overrides: {} },
    record: { players: namesOf(4) },
    rows: [],
    byPlayer: false,
    // The round whose events are shown with their fields, beside the last one.
    open: null,
    qrCode: null,
    // Not kept: it comes again, or is gone with the window.
    offered: [],
    details: {},
    drafts: {},
    past: [],
    field: null,
    answer: null,
    // What the service says of the figures on paper; null if there are none.
    audit: null,
    onPaper: false,
    // The other games that this browser keeps, each with its title.
    games: [],
    problem: null,
    paste: "",
    pasteProblem: null,
    notice: "",
    asked: 0,
    answered: -1,
    recalled: null,
    away: false,
    locked: false,
    step: 0,
  };
}

/** What is in the address: the whole sheet, and nothing that the service can say again. */
export function kept({ ruleset, record, rows, byPlayer }) {
  return { mode: "sheet", ruleset, record, rows, byPlayer };
}

/** What the service says of a sheet, for when it can't be reached. */
export const heardOfSheet = (state) => ({ ...heard(state), audit: state.audit });

/** A state with what was kept elsewhere; null if that is no sheet. */
export function restored(state, value) {
  if (!isObject(value) || value.mode !== "sheet") return null;
  const { ruleset, record, rows, byPlayer } = value;
  if (!isRuleset(ruleset) || !isRecord(record)) return null;
  if (!isListOf(rows, (row) => isRow(row, record))) return null;
  return {
    ...state,
    ruleset: asChosen(ruleset),
    record: headOf(record),
    rows,
    byPlayer: byPlayer === true,
    drafts: {},
    field: null,
    notice: "",
    asked: state.asked + 1,
  };
}

const headOf = ({ players, dealer, teams, before, first_round_number }) =>
  given({ players, dealer, teams, before, first_round_number });

function isRow(value, record) {
  if (!isObject(value)) return false;
  const { total = {}, fixed, events = [], dealer = 0, bids, tricks, listed } = value;
  if (!areAll(total, Number.isInteger)) return false;
  if (isObject(fixed)) return true;
  if (!isRecord({ players: ["", ""], bids: listed })) return false;
  return isSeat(record, dealer) && isListOf(events, isEvent) && isListOf(bids, isText) && areAll(tricks, isText);
}

const areAll = (members, test) => isObject(members) && Object.values(members).every(test);

/** The sides by name: they keep those of the players who sat down first. */
export const sidesNow = (state) => sidesOf(state.record, rulesNow(state));

/** Who sits where in a round: whoever has come in by then sits where another sat. */
export const seatedIn = ({ record, rows }, index) =>
  rows.slice(0, index + 1).reduce((players, row) => seatedAfter(players, eventsOf(row)), record.players);

const eventsOf = ({ events = [], fixed }) =>
  fixed ? (eventsIn({ substitutions: fixed.substitutions }) ?? []) : events;

/** Whoever sat at each seat up to the last round, one after the other. */
export const seatedEver = (state) => {
  const rounds = [state.record.players, ...state.rows.map((_, index) => seatedIn(state, index))];
  return state.record.players.map((_, seat) => [...new Set(rounds.map((players) => players[seat]))].join(" → "));
};

/** The name of whoever sits in a round where a player sat in the round before it. */
export function sitterNow(state, index, name) {
  const seat = seatedIn(state, index - 1).indexOf(name);
  return seat < 0 ? name : seatedIn(state, index)[seat];
}

export const biddersIn = (state, index) => {
  const rules = rulesNow(state);
  return biddersOf(rules.bySide ? state.record : { players: seatedIn(state, index) }, rules);
};

/** What a game is called in a list: "Ana+Cy 270, Ben+Dee −140, 6 rounds". */
export function titleOf({ answer, rows, record }) {
  const standing = Object.entries(answer?.standing ?? {}).map(([team, { score }]) => `${team} ${score}`);
  const sides = standing.length ? standing : record.players;
  return `${sides.join(", ")}, ${rows.length} ${rows.length === 1 ? "round" : "rounds"}`;
}

export const isBlank = ({ rows }) => !rows.length;

/** The number of a round: a game that goes on begins with a later one. */
export const numberOf = ({ record }, index) => (record.first_round_number ?? 1) + index;

// A row of the sheet: what is written in it, what it still needs, and what it is as a round of the contract.

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

export const unitName = (state, unit, index) =>
  (unit[0] === "p" ? seatedIn(state, index) : sidesNow(state))[Number(unit.slice(1))];

/** A number of tricks that somebody types; null for none, undefined for what is no number. */
export function readTricks(text) {
  const word = text.trim();
  if (!word) return null;
  return /^\d{1,2}$/.test(word) ? Number(word) : undefined;
}

/** The row with the tricks that the others leave in its only empty cell, which follows until it is edited. */
export function withRest(state, row) {
  const units = unitsOf(state, row).flat();
  const tricks = { ...row.tricks };
  if (row.auto) delete tricks[row.auto];
  const taken = units.map((unit) => readTricks(tricks[unit] ?? ""));
  const open = units.filter((_, at) => taken[at] === null);
  const rest = rulesNow(state).handSize - taken.reduce((sum, count) => sum + (count ?? 0), 0);
  if (open.length !== 1 || units.length === 1 || taken.includes(undefined) || rest < 0) {
    return { ...row, tricks, auto: null };
  }
  return { ...row, tricks: { ...tricks, [open[0]]: String(rest) }, auto: open[0] };
}

export const isEmpty = (row) =>
  !row.fixed &&
  !row.events?.length &&
  !row.bids.some((bid) => bid?.trim()) &&
  !Object.values(row.tricks).some((count) => count.trim());

export const hasFigures = (row) => !isEmpty({ ...row, events: [] });

/** The row that a forfeit belongs to: the one before a blank row; null if one is written there already. */
export function rowOfForfeit({ rows }, index) {
  const before = rows[index - 1];
  if (!before || before.fixed || !isEmpty(rows[index] ?? BLANK)) return index;
  const { events = [] } = before;
  if (events.some(({ kind }) => kind === "forfeit")) return null;
  return breaksOff(events) ? index : index - 1;
}

/** The bids and the tricks of a row as they are read: null for none, undefined for what is none. */
function figuresOf(state, row) {
  const units = unitsOf(state, row).flat();
  return {
    bids: biddersOf(state.record, rulesNow(state)).map((_, at) => readBid(row.bids[at] ?? "")),
    won: units.map((unit) => [unit, readTricks(row.tricks[unit] ?? "")]),
  };
}

export const isVoid = ({ fixed, ...row }) =>
  Boolean(fixed ? fixed.void : wholeEvents(row).some(({ kind }) => kind === "void"));

/** Whether a row has no score without bids: the first round that counts may have none. */
export const needsBids = (state, row, index) =>
  !breaksOff(wholeEvents(row)) &&
  !(rulesNow(state).firstBidsItself && numberOf(state, 0) === 1 && state.rows.slice(0, index).every(isVoid));

/** Who has to bid in a row and has not, by their places; of partners one number may be enough. */
export function unbidIn(state, row) {
  const rules = rulesNow(state);
  const { bids } = figuresOf(state, row);
  const hasNumber = (seat) =>
    bids[seat] && (bids[seat].tricks || !rules.hasNil || asWritten(bids[seat], rules).kind === "zero");
  const settled = rules.oneBidIsEnough
    ? seatsOfSides(state.record, rules)
        .filter((seats) => seats.some(hasNumber))
        .flat()
    : [];
  return bids.flatMap((bid, at) => (bid === null && !settled.includes(at) ? [at] : []));
}

function isWhole(state, row, index) {
  if (row.fixed) return true;
  const { bids, won } = figuresOf(state, row);
  const isBid = !unbidIn(state, row).length || !needsBids(state, row, index);
  return (
    isBid &&
    bids.every((bid) => bid !== undefined && (bid?.tricks ?? 0) <= MOST_BID) &&
    won.every(([, tricks]) => tricks !== undefined && (tricks !== null || breaksOff(wholeEvents(row))))
  );
}

/** The rows that are scored: those before the first one that is not whole. */
export function wholeRows(state) {
  const end = state.rows.findIndex((row, index) => !isWhole(state, row, index));
  return end < 0 ? state.rows : state.rows.slice(0, end);
}

/** The rows to show: a blank one follows until the game is over, and there is always one. */
export function rowsShown(state) {
  const { rows, answer } = state;
  const isOver = rows.length && answer?.finished && answer.rounds.length === rows.length;
  return isOver || wholeRows(state).length < rows.length ? rows : [...rows, BLANK];
}

/**
 * The seat that bids first in a round; null if nobody knows. The service names it for the next round, and it is as far
 * from the dealer in all others. A round that was written since has moved the deal on, unless it is void.
 */
export function firstSeat({ answer, ...state }, index) {
  const { next, rounds = [] } = answer ?? {};
  const now = rounds.length;
  const seat = (name, at) => seatedIn(state, at).indexOf(name);
  // The service knows nothing yet of whoever comes in for the next round.
  const first = seat(next?.first_bidder, now - 1);
  const dealer = seat(next?.dealer, now - 1);
  const seatOfDealer = seat(rounds[index]?.dealer, index);
  if (first < 0 || (index < now && Math.min(dealer, seatOfDealer) < 0)) return null;
  let turned = index < now ? seatOfDealer - dealer : 0;
  for (const [at, row] of state.rows.slice(now, index + 1).entries()) {
    if (row.dealer !== undefined) turned = row.dealer - dealer;
    const { redeal_by: by = rulesNow(state).redealBy } = row.fixed ?? asMembers(wholeEvents(row));
    if (now + at < index && !(isVoid(row) && by !== "next_dealer")) turned += 1;
  }
  const count = state.record.players.length;
  return (first + turned + count) % count;
}

export function roundOf(state, row, index) {
  if (row.fixed) return row.fixed;
  const figures = figuresOf(state, row);
  const rules = rulesNow(state);
  const bidders = biddersIn(state, index);
  const deals = state.record.players.indexOf(state.record.dealer);
  const first = firstSeat(state, index) ?? (deals < 0 ? 0 : deals + rules.bidsAfterDealer + index);
  // Bids that were pasted in an order keep it.
  const { players: _, ...bids } = bidders.reduce(
    (record, __, turn) => {
      const at = (first + turn) % bidders.length;
      return withBid(record, bidders[at], figures.bids[at], rules);
    },
    given({ players: seatedIn(state, index), bids: row.listed }),
  );
  const won = figures.won.flatMap(([unit, tricks]) =>
    tricks === null ? [] : [[unitName(state, unit, index), tricks]],
  );
  return given({
    dealer: seatedIn(state, index)[row.dealer],
    ...bids,
    tricks_won: won.length ? Object.fromEntries(won) : undefined,
    ...asMembers(wholeEvents(row)),
  });
}

export function rowOf(pointer) {
  const match = /^#\/rounds\/(\d+)(\/|$)/.exec(pointer ?? "");
  return match ? Number(match[1]) : null;
}

/** What a side made of a scored round. */
export const sideOf = (round, name) => round?.teams?.find(({ team }) => team === name);

/** A round with the scores that are on paper after it. */
export function withPaper(state, row, index) {
  const said = Object.entries(row.total ?? {}).map(([unit, score]) => [paperName(state, unit), score]);
  const reported = said.length ? { reported: { score: Object.fromEntries(said) } } : {};
  return { ...roundOf(state, row, index), ...reported };
}

const paperName = ({ record, ...state }, unit) =>
  unit[0] === "p" ? record.players[unit.slice(1)] : sidesNow({ record, ...state })[unit.slice(1)];

/** Where the score of a side on paper is kept: a side of one is its player. */
export const paperUnit = (state, side) =>
  seatsOfSides(state.record, rulesNow(state))[side].length > 1 ? `s${side}` : `p${side}`;

/** Whether a finding says that something is wrong, and not only how a bid counts. */
export const isFault = ({ severity }) => severity !== "note";

/** What is wrong with each row, by its index, as the service says. */
export function faultsByRow(state) {
  const { audit, problem, rows } = state;
  const { rounds = [] } = audit ?? state.answer ?? {};
  const faults = new Map();
  const add = (row, { pointer, detail }) =>
    faults.set(row, [...(faults.get(row) ?? []), { pointer: pointer ?? "", detail }]);
  for (const index of rows.keys()) for (const found of rounds[index]?.findings.filter(isFault) ?? []) add(index, found);
  for (const error of problem?.errors ?? []) if (rowOf(error.pointer) !== null) add(rowOf(error.pointer), error);
  return faults;
}

/** Whether a fault of a row is about one of its members, or about what it says of a name. */
export function isAbout(faults, member, name) {
  return faults.some(({ pointer }) => {
    const [, , which, whose] = membersOf(pointer);
    return which === member && (whose === undefined || whose === name);
  });
}

// A game that comes from elsewhere, as rows of the sheet.

// A round with anything else in it, such as cards, is shown as it is, and not edited.
const PLAIN = new Set(["bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", ...MEMBERS]);

/** The game in a pasted JSON text; undefined if the text is no JSON, null if it has no game. */
export function gameIn(text) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text);
    return gameOf(Array.isArray(value) ? value : (value.records ?? [value]));
  } catch {
    return undefined;
  }
}

/** The game among records: the first one, or the rows of a sheet taken together; null if there is none. */
export function gameOf(records) {
  const game = records.find((record) => isRecord(record ?? {}) && isListOf(record.rounds, isRound));
  if (game) return game;
  const rows = records.filter((record) => isTable(record?.players) && record.tricks_won && isRound(record));
  if (!rows.length) return null;
  const [first] = rows;
  const rounds = rows
    .filter((row) => row.players.join("\n") === first.players.join("\n"))
    .map(({ players: _, ruleset: __, teams: ___, before: ____, round_number: _____, ...round }) => round);
  return { ...first, first_round_number: first.round_number, rounds };
}

const isRound = (round) =>
  isObject(round) && isRecord({ ...round, players: ["", ""] }) && areAll(round.tricks_won ?? {}, Number.isFinite);

/** What a game changes on the sheet: {ruleset, record, rows, byPlayer}. */
export function sheetOf(game, ruleset) {
  const { players, teams } = game;
  const dealer = game.first_dealer ?? game.rounds[0]?.dealer;
  const first = players.indexOf(dealer);
  const named = typeof game.ruleset === "string" ? { name: game.ruleset } : game.ruleset;
  const sides = players.length === 4 ? sidesOf({ players, teams }, { partners: true }) : [];
  const table = { players, sides, seated: players, expected: first < 0 ? null : first };
  return {
    ruleset: isRuleset(named) ? asChosen(named) : ruleset,
    record: headOf({ ...game, dealer: players[first] }),
    rows: game.rounds.map((round) => rowFrom(round, table)),
    byPlayer: false,
  };
}

/** A round as a row. `table` is who sits where and is to deal; then it is that after the round. */
function rowFrom(round, table) {
  const { players, sides, seated, expected } = table;
  const events = eventsIn(round);
  const now = (table.seated = seatedAfter(seated, events ?? []));
  // Who deals after a void round is for the rules to say: from there on all dealers stay as they were written.
  table.expected = round.void || expected === null ? null : (expected + 1) % players.length;
  const among = (names, name) =>
    names.includes(name) ? `p${names.indexOf(name)}` : sides.includes(name) ? `s${sides.indexOf(name)}` : null;
  const said = Object.entries(round.reported?.score ?? {}).map(([name, score]) => [among(players, name), score]);
  const total = said.length ? { total: Object.fromEntries(said) } : {};
  const units = Object.entries(round.tricks_won ?? {}).map(([name, tricks]) => [among(now, name), String(tricks)]);
  const isPlain = Object.keys(round).every((member) => PLAIN.has(member)) && !units.some(([unit]) => unit === null);
  if (!isPlain || !events) {
    const { reported: _, ...fixed } = round;
    return { fixed, ...total };
  }
  const bidders = sides.some((side) => bidText(round, side)) ? sides : now;
  const seat = now.indexOf(round.dealer);
  return {
    ...BLANK,
    ...total,
    bids: bidders.map((bidder) => bidText(round, bidder)),
    ...given({ listed: round.bids }),
    tricks: Object.fromEntries(units),
    ...(seat < 0 || seat === expected ? {} : { dealer: seat }),
    ...(events.length ? { events } : {}),
  };
}
