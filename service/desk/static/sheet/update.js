// From a sheet and what happened to the next one. Nothing here waits for anything.

import { EXAMPLE } from "../examples.js";
import { given, readNumber } from "../record/afterwards.js";
import { faultOfBid, readBid, withBid } from "../record/bids.js";
import { withDealer } from "../record/hands.js";
import { countsOf, rulesetFor, rulesNow, withMember, withNames } from "../record/table.js";
import { answered, drafted, entered, namesOf, sharedChanges, undrafted } from "../state.js";
import { stepsOf } from "../undo.js";
import { readMember, withEventBegun, withSaid, withoutEvent } from "./events.js";
import { firstSeat, kept, restored, roundAt, seatedIn, sheetOf, withRest } from "./state.js";

const shared = sharedChanges({ restored, withRuleset, withSeats });
const steps = stepsOf({ kept, restored, seen: (value) => value });

export const update = (state, event) => steps.after(state, event, CHANGES);

const CHANGES = {
  ...steps.changes,
  bid: bidTyped,
  tricks: tricksTyped,
  paper: paperTyped,
  rowDealer: (state, { row, value }) => withRound(state, row, (round) => withDealer(round, value)),
  remove: (state, { row }) => withRounds(state, state.record.rounds.toSpliced(row, 1), { open: null, drafts: {} }),
  opened: (state, { row }) => ({ ...state, open: state.open === row ? null : row }),
  eventBegun: (state, { row, kind }) => ({
    ...withRound(state, row, (round) => withEventBegun(round, kind)),
    open: row,
  }),
  event: eventTyped,
  eventGone: (state, { row, ...event }) =>
    reseated(state, row, (round) => withoutEvent(round, event), { drafts: {}, open: row }),
  paperShown: (state, { checked }) => ({ ...state, onPaper: checked }),
  ...shared,
  empty: (state) => {
    const { before: _, first_round_number: __, ...record } = state.record;
    return entered(state, { ...record, rounds: [] }, { drafts: {} });
  },
  paste: (state, { value }) => ({ ...state, paste: value, pasteProblem: null }),
  imported,
  example: (state) => withSheet(state, EXAMPLE),
  pasteRefused: (state, { problem }) => ({ ...state, pasteProblem: problem }),
  gamesKept: (state, { games }) => ({ ...state, games }),
  // What the service says.
  // With its rules the rows may be other ones; the notice stays.
  detail: (state, event) => ({ ...shared.detail(state, event), asked: state.asked + 1 }),
  scored: (state, { answer, problem }) => answered(state, { answer, problem }),
};

const withRounds = (state, rounds, more) => entered(state, { ...state.record, rounds }, more);

/** The state in which a round is another one; empty ones at the end go. */
function withRound(state, index, change, more) {
  const round = change(roundAt(state, index));
  const rounds = Array.from({ length: Math.max(state.record.rounds.length, index + 1) }, (_, at) =>
    at === index ? round : roundAt(state, at),
  );
  while (rounds.length && !Object.keys(rounds.at(-1)).length) rounds.pop();
  return withRounds(state, rounds, more);
}

/** With another bid; who takes the tricks may be another one then. */
function bidTyped(state, { row, bidder, value, over, left = false }) {
  const field = `bid ${row} ${bidder}`;
  const bid = readBid(value);
  const rules = rulesNow(state);
  const fault = faultOfBid(bid, rules);
  if (fault) return drafted(state, field, { value, over }, left ? fault : null);
  if (left && !(field in state.drafts)) return state;
  const change = (round) => {
    const seated = { ...round, players: seatedIn(state, row), dealer: dealerOf(state, row) };
    const { players: _, ...next } = withBid(seated, bidder, bid, rules);
    return withRest(state, row, withDealer(next, round.dealer));
  };
  return withRound(undrafted(state, field), row, change, { field });
}

/** Who deals a round, as far as that is known: bids are then in their order. */
function dealerOf(state, row) {
  const { players, dealer } = state.record;
  const first = firstSeat(state, row);
  if (first === null && !dealer) return undefined;
  const seat = first === null ? players.indexOf(dealer) + row : first - rulesNow(state).bidsAfterDealer;
  return seatedIn(state, row)[(seat + players.length) % players.length];
}

function tricksTyped(state, { row, unit, value, over, left = false }) {
  const field = `tricks ${row} ${unit}`;
  const { handSize } = rulesNow(state);
  const number = readNumber(value);
  if (number === undefined || number < 0 || number > handSize) {
    return drafted(state, field, { value, over }, `“${value}” is no number of tricks: the round has ${handSize}.`);
  }
  if (left && !(field in state.drafts)) return state;
  const change = (round) => {
    const next = withMember(round, ["tricks_won", unit], number ?? undefined);
    return withRest(state, row, round.filled === unit ? withMember(next, ["filled"]) : next);
  };
  return withRound(undrafted(state, field), row, change, { field });
}

function paperTyped(state, { row, side, value, over }) {
  const field = `paper ${row} ${side}`;
  const number = readNumber(value);
  if (number === undefined) return drafted(state, field, { value, over }, "Write a score such as 62 or −40.");
  const change = (round) => withMember(round, ["reported", "score", side], number ?? undefined);
  return withRound(undrafted(state, field), row, change, { field });
}

function eventTyped(state, { row, kind, at, member, value, over }) {
  const field = `event ${row} ${kind} ${at} ${member}`;
  const { said, fault } = readMember(member, value);
  if (fault) return drafted(state, field, { value, over }, fault);
  return reseated(undrafted(state, field), row, (round) => withSaid(round, { kind, at, member }, said), { field });
}

/** The state with another round, and what is written of a seat from there on as that of whoever sits there now. */
function reseated(state, row, change, more) {
  const next = withRound(state, row, change, more);
  const rounds = next.record.rounds.map((round, index) => {
    if (index < row) return round;
    const now = seatedIn(next, index);
    const seats = seatedIn(state, index).map((name, seat) => [name, now[seat]]);
    const { substitutions, adjustments, forfeited_by, reported, ...played } = round;
    const moved = withNames(played, (text) => seats.find(([name]) => name === text)?.[1] ?? text);
    return { ...moved, ...given({ substitutions, adjustments, forfeited_by, reported }) };
  });
  return { ...next, record: { ...next.record, rounds } };
}

function withRuleset(state, ruleset) {
  const table = countsOf({ ...state, ruleset });
  const { players, rounds } = state.record;
  // Rows that are written stay, and the service says what is wrong with them.
  const isAnew = table.length && !table.includes(players.length) && !rounds.length;
  return entered(state, isAnew ? { players: namesOf(table[0]), rounds } : state.record, { ruleset });
}

/** Another number of players starts the sheet anew: nobody could say whose bids were whose. */
function withSeats(state, count) {
  const { ruleset, notice } = rulesetFor(state, count);
  return entered(state, { players: namesOf(count), rounds: [] }, { ruleset, drafts: {}, notice });
}

function withSheet(state, game, more) {
  const { record, ...sheet } = sheetOf(game, state.ruleset);
  return entered(state, record, { ...sheet, drafts: {}, ...more });
}

function imported(state, { game, count, notes = [] }) {
  const { length } = game.rounds;
  const many = count > 1 ? `; the text had ${count} records, and this is the first game` : "";
  const said = `${length} ${length === 1 ? "round was" : "rounds were"} read${many}. Undo takes them back.`;
  const notice = [said, ...notes.map(({ detail }) => detail)].join(" ");
  return withSheet(state, game, { paste: "", pasteProblem: null, notice });
}
