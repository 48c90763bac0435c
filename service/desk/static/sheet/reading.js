// A game that comes from elsewhere, as rows of the sheet.

import { bidText } from "../record/hands.js";
import { isListOf, isObject, isRecord, isRuleset, isTable } from "../record/shape.js";
import { BLANK } from "./rows.js";

// A round with anything else in it (cards, decisions of a director) is shown as it is, and not edited.
const PLAIN = new Set(["bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported"]);

/** The game in a pasted JSON text; undefined if the text is no JSON, null if it has no game. */
export function gameIn(text) {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value = JSON.parse(text);
    return gameOf(Array.isArray(value) ? value : value.records ?? [value]);
  } catch {
    return undefined;
  }
}

/** The game among records: the first one, or the rows of a sheet taken together; null if there is none. */
export function gameOf(records) {
  const game = records.find((each) => isTable(each?.players) && isListOf(each.rounds, isRound));
  if (game) return game;
  const rows = records.filter((each) => isTable(each?.players) && each.tricks_won && isRound(each));
  if (!rows.length) return null;
  const [{ players, ruleset }] = rows;
  const rounds = rows.filter((each) => each.players.join("\n") === players.join("\n")).map(({ players: _, ruleset: __, ...round }) => round);
  return { players, ...(ruleset ? { ruleset } : {}), rounds };
}

/** Whether a round is so far one that a row can show. */
const isRound = (round) => isObject(round) && isRecord({ ...round, players: ["", ""] }) && Object.values(round.tricks_won ?? {}).every((each) => typeof each === "number");

/** What a game changes on the sheet: {ruleset, record, rows, byPlayer}. */
export function sheetOf(game, ruleset) {
  const { players } = game;
  const dealer = game.first_dealer ?? game.rounds[0]?.dealer;
  const first = players.indexOf(dealer);
  const named = typeof game.ruleset === "string" ? { name: game.ruleset } : game.ruleset;
  return {
    ruleset: isRuleset(named) ? { name: named.name, options: named.options ?? [], overrides: named.overrides ?? {} } : ruleset,
    record: { players, ...(first < 0 ? {} : { dealer }) },
    rows: game.rounds.map((round, at) => rowFrom(round, players, first < 0 ? null : (first + at) % players.length)),
    byPlayer: false,
  };
}

function rowFrom(round, players, expected) {
  const sides = players.length === 4 ? [0, 1].map((seat) => `${players[seat]}+${players[seat + 2]}`) : [];
  const unit = (name) => (players.includes(name) ? `p${players.indexOf(name)}` : sides.includes(name) ? `s${sides.indexOf(name)}` : null);
  const said = Object.entries(round.reported?.score ?? {}).flatMap(([name, score]) => (unit(name) ? [[unit(name), score]] : []));
  const total = said.length ? { total: Object.fromEntries(said) } : {};
  const units = Object.entries(round.tricks_won ?? {}).map(([name, tricks]) => [unit(name), String(tricks)]);
  if (!Object.keys(round).every((each) => PLAIN.has(each)) || units.some(([each]) => each === null)) {
    const { reported: _, ...fixed } = round;
    return { fixed, ...total };
  }
  const bidders = sides.some((side) => bidText(round, side)) ? sides : players;
  const seat = players.indexOf(round.dealer);
  return { ...BLANK, ...total, bids: bidders.map((each) => bidText(round, each)), tricks: Object.fromEntries(units), ...(seat < 0 || seat === expected ? {} : { dealer: seat }) };
}
