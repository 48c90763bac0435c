// The score sheet of a table: what is kept in its address, and its rounds, which are those of the contract.

import { given } from "../record/afterwards.js";
import { readBid } from "../record/bids.js";
import { asChosen, isListOf, isObject, isRecord, isRuleset, isTable, membersOf } from "../record/entries.js";
import { biddersOf, bidText } from "../record/hands.js";
import { own, rulesNow, seatsOfSides, sidesOf } from "../record/table.js";
import { BEGINNING, namesOf } from "../state.js";
import { counted } from "../view/elements.js";
import { isBrokenOff, MEMBERS, seatedAfter } from "./events.js";

/** An empty sheet. `record` is the game; its `dealer` is the first one, as the fields of the table name him. */
export const initial = () => ({
  ...BEGINNING,
  record: { players: namesOf(4), rounds: [] },
  // The round whose events are shown with their fields, beside the last one.
  open: null,
  onPaper: false,
  // The other games that this browser keeps, each with its title.
  games: [],
  // Whether fingers enter it, for whom the page has a number pad of its own.
  hasPad: false,
  paste: "",
  pasteProblem: null,
  answered: -1,
});

/** What is in the address: the whole sheet, and nothing that the service can say again. */
export const kept = ({ ruleset, record }) => ({ mode: "sheet", ruleset, record });

/** A state with what was kept elsewhere; null if that is no sheet. */
export function restored(state, value) {
  if (!isObject(value) || value.mode !== "sheet") return null;
  const { ruleset, record } = value;
  if (!isRuleset(ruleset) || !isRecord(record) || !isListOf(record.rounds, isRound)) return null;
  return { ...state, ruleset: asChosen(ruleset), record, drafts: {}, field: null, notice: "", asked: state.asked + 1 };
}

const isRound = (round) => isObject(round) && isRecord({ ...round, players: ["", ""] });

/** The sides by name: they keep those of the players who sat down first. */
export const sidesNow = (state) => sidesOf(state.record, rulesNow(state));

/** Who sits where in a round: whoever has come in by then sits where another sat. */
export const seatedIn = ({ record }, index) => record.rounds.slice(0, index + 1).reduce(seatedAfter, record.players);

/** Whoever sat at each seat up to the last round, one after the other. */
export const seatedEver = (state) => {
  const rounds = [state.record.players, ...state.record.rounds.map((_, index) => seatedIn(state, index))];
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
export function titleOf({ answer, record: { players, rounds } }) {
  const standing = Object.entries(answer?.standing ?? {}).map(([team, { score }]) => `${team} ${score}`);
  const sides = standing.length ? standing : players;
  return `${sides.join(", ")}, ${counted(rounds.length, "round")}`;
}

export const isBlank = ({ record }) => !record.rounds.length;

/** The number of a round: a game that goes on begins with a later one. */
export const numberOf = ({ record }, index) => (record.first_round_number ?? 1) + index;

export const roundAt = ({ record }, index) => record.rounds[index] ?? {};

/** Who takes tricks in a round, for each side: the side, or its players where a nil needs to know who took them. */
export function unitsIn(state, index, round = roundAt(state, index)) {
  const rules = rulesNow(state);
  const seated = seatedIn(state, index);
  const sides = sidesNow(state);
  return seatsOfSides(state.record, rules).map((seats, side) => {
    const names = seats.map((seat) => seated[seat]);
    const isNil = !rules.bySide && names.some((name) => readBid(bidText(round, name))?.tricks === 0);
    const isSingle = isNil || names.some((name) => own(round.tricks_won, name) !== undefined);
    return isSingle || names.length === 1 ? names : [sides[side]];
  });
}

/** The round with the tricks that the others leave to the only one without any, which follow until they are edited. */
export function withRest(state, index, { filled, tricks_won: won = {}, ...round }) {
  const units = unitsIn(state, index, { ...round, tricks_won: won }).flat();
  const known = units.filter((unit) => unit !== filled && own(won, unit) !== undefined);
  const open = units.filter((unit) => !known.includes(unit));
  const rest = known.reduce((left, unit) => left - won[unit], rulesNow(state).handSize);
  const isFilled = open.length === 1 && known.length > 0 && rest >= 0;
  const all = [...known.map((unit) => [unit, won[unit]]), ...(isFilled ? [[open[0], rest]] : [])];
  return {
    ...round,
    ...(all.length ? { tricks_won: Object.fromEntries(all) } : {}),
    ...(isFilled ? { filled: open[0] } : {}),
  };
}

/** Whether a round has all that it takes to have a score, but for bids, as the rules may want none. */
export function isPlayed(state, index) {
  const { tricks, tricks_won: won, ...round } = roundAt(state, index);
  if (tricks || isBrokenOff(round)) return true;
  return unitsIn(state, index)
    .flat()
    .every((unit) => own(won, unit) !== undefined);
}

/** The rounds that are scored: the last one may still be played. */
export const roundsSent = (state) => {
  const { rounds } = state.record;
  return rounds.slice(0, isPlayed(state, rounds.length - 1) ? rounds.length : -1);
};

/** The rounds to show: a blank one follows until the game is over, and there is always one. */
export function roundsShown(state) {
  const { answer, record } = state;
  const { rounds } = record;
  const isOver = rounds.length && answer?.finished && answer.rounds.length === rounds.length;
  return isOver || roundsSent(state).length < rounds.length ? rounds : [...rounds, {}];
}

/**
 * The seat that bids first in a round; null if nobody knows. The service names it for the next round, and it is as far
 * from the dealer in all others; a round that was written since has moved the deal on.
 */
export function firstSeat(state, index) {
  const { next, rounds = [] } = state.answer ?? {};
  const seat = (name, at) => seatedIn(state, at).indexOf(name);
  const first = seat(next?.first_bidder, rounds.length - 1);
  if (first < 0) return null;
  const dealt = rounds[index]
    ? seat(rounds[index].dealer, index) - seat(next.dealer, rounds.length - 1)
    : index - rounds.length;
  const count = state.record.players.length;
  return (first + dealt + 2 * count) % count;
}

export function rowOf(pointer) {
  const match = /^#\/rounds\/(\d+)(\/|$)/.exec(pointer ?? "");
  return match ? Number(match[1]) : null;
}

/** Whether a finding says that something is wrong, and not only how a bid counts. */
export const isFault = ({ severity }) => severity !== "note";

/** What is wrong with a row, as the service says. */
export function faultsIn({ answer, problem }, row) {
  const refused = (problem?.errors ?? []).filter((error) => rowOf(error.pointer) === row);
  return [...(answer?.rounds[row]?.findings.filter(isFault) ?? []), ...refused];
}

/** Whether a fault of a row is about one of its members, or about what it says of a name. */
export function isAbout(faults, member, name) {
  return faults.some(({ pointer = "" }) => {
    const [, , which, whose] = membersOf(pointer);
    return which === member && (whose === undefined || whose === name);
  });
}

const PLAIN = new Set(
  ["bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", "filled"].concat(MEMBERS),
);

/** Whether a round has fields: one with anything else in it, such as cards, is shown as it is, and not edited. */
export function isPlain(state, index) {
  const round = roundAt(state, index);
  const names = [...seatedIn(state, index), ...sidesNow(state)];
  return (
    Object.keys(round).every((member) => PLAIN.has(member)) &&
    Object.keys(round.tricks_won ?? {}).every((name) => names.includes(name))
  );
}

// A game that comes from elsewhere.

/** The game among records: the first one, or the rows of a sheet taken together; null if there is none. */
export function gameOf(records) {
  const game = records.find((record) => isRecord(record) && isListOf(record.rounds, isRound));
  if (game) return game;
  const rows = records.filter((record) => isTable(record.players) && record.tricks_won && isRound(record));
  if (!rows.length) return null;
  const [first] = rows;
  const rounds = rows
    .filter((row) => row.players.join("\n") === first.players.join("\n"))
    .map(({ players: _, ruleset: __, teams: ___, before: ____, round_number: _____, ...round }) => round);
  return { ...first, first_round_number: first.round_number, rounds };
}

/** What a game changes on the sheet: {ruleset, record}. */
export function sheetOf(game, ruleset) {
  const { players, teams, first_dealer: dealer, before, first_round_number, rounds } = game;
  const named = typeof game.ruleset === "string" ? { name: game.ruleset } : game.ruleset;
  return {
    ruleset: isRuleset(named) ? asChosen(named) : ruleset,
    record: given({ players, teams, dealer, before, first_round_number, rounds }),
  };
}
