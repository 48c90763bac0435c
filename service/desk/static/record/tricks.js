// Tricks by seat: the grid shows a record, and what is entered in the grid becomes a record again.

import { pointed } from "./entries.js";
import { own, rulesNow, seatOf, winnerOf } from "./table.js";

/**
 * The tricks of a record as rows with a cell for each seat: who `led`, who had the lead by what is before (`follows`),
 * who `won`. Its `plays` have cards with their pointers, in an order of their own or in that of the seats. `leaders`
 * are those of a ruling, for what can't be known here.
 */
export function rowsOf(record, rules, leaders = []) {
  const { players } = record;
  const numbers = trickNumbers(record.tricks ?? []);
  let had = openingSeat(record, rules);
  return (record.tricks ?? []).map((trick, index) => {
    const number = numbers[index];
    const follows = isAfterGap(trick, number, numbers[index - 1]) ? null : had;
    const led = ledBy(trick, players) ?? follows ?? seatOf(players, leaders[index]);
    const plays = playsOf(trick, index, players, led ?? 0).filter(({ seat }) => seat !== null);
    const cells = players.map((_, seat) => plays.filter((play) => play.seat === seat));
    const complete = cells.every(({ length }) => length);
    const inOrder = plays.map(({ seat, card }) => [seat, card]);
    // Of two cards of one player nobody knows which counts.
    const isSure = complete && led !== null && plays.length === players.length;
    const won = seatOf(players, trick.winner) ?? (isSure ? winnerOf(inOrder, rules) : null);
    const next = nextSeat(plays, led, players.length);
    had = won;
    const named = trick.leader ?? null;
    const isOrdered = Boolean(trick.plays);
    return { trick, number, index, led, follows, named, plays, isOrdered, cells, won, next, complete };
  });
}

/** A row for each number up to a count; those of tricks that are not recorded are `blank`. */
export const rowsUpTo = (count, rows, blank = (number) => ({ number })) =>
  Array.from({ length: count }, (_, at) => rows.find(({ number }) => number === at + 1) ?? blank(at + 1));

/** The number of each trick in the round: where none is written, it follows the one before. */
export function trickNumbers(tricks) {
  let last = 0;
  return tricks.map(({ number }) => (last = number ?? last + 1));
}

const isAfterGap = (trick, number, before = 0) => trick.after_gap === true || number !== before + 1;

export function rowsNow(state) {
  const leaders = state.answer?.tricks.map(({ leader }) => leader);
  return rowsOf(state.record, rulesNow(state), leaders);
}

/** The trick that is played next, by its place and its number, and who plays next in it; null if nobody knows. */
export function nextToPlay(record, rules, rows) {
  const last = rows.at(-1);
  if (last && !last.complete) return { trick: rows.length - 1, number: last.number, seat: last.next };
  const number = (last?.number ?? 0) + 1;
  return { trick: rows.length, number, seat: last ? last.won : openingSeat(record, rules) };
}

function openingSeat({ players, dealer, bids }, { openingLeader }) {
  const dealt = seatOf(players, dealer);
  if (openingLeader === "dealer") return dealt;
  if (openingLeader === "left_of_dealer") return dealt === null ? null : (dealt + 1) % players.length;
  if (openingLeader === "first_bidder") return seatOf(players, bids?.[0]?.player);
  return null;
}

function ledBy(trick, players) {
  return seatOf(players, trick.leader) ?? (trick.plays?.length ? seatOf(players, trick.plays[0].player) : null);
}

/** The seats of a table, from one of them on. */
const clockwise = (from, count) => Array.from({ length: count }, (_, step) => (from + step) % count);

function playsOf(trick, index, players, led) {
  const count = players.length;
  if (trick.plays) {
    return trick.plays.map(({ player, card, withdrawn = [] }, place) => ({
      seat: seatOf(players, player),
      card,
      pointer: `tricks/${index}/plays/${place}`,
      withdrawn: withdrawn.map((taken, at) => ({
        ...taken,
        pointer: `tricks/${index}/plays/${place}/withdrawn/${at}`,
      })),
    }));
  }
  const inTurn = clockwise(led, count);
  const byPlayer = trick.cards_by_player;
  const laid = byPlayer
    ? inTurn
        .filter((seat) => own(byPlayer, players[seat]) !== undefined)
        .map((seat) => [seat, byPlayer[players[seat]], `cards_by_player/${pointed(players[seat])}`])
    : (trick.cards ?? []).map((card, place) => [inTurn[place % count], card, `cards/${place}`]);
  return laid.map(([seat, card, place]) => ({ seat, card, pointer: `tricks/${index}/${place}`, withdrawn: [] }));
}

function nextSeat(plays, led, count) {
  const played = plays.map(({ seat }) => seat);
  return led === null ? null : (clockwise(led, count).find((seat) => !played.includes(seat)) ?? null);
}

/** The record with a card in a cell, or without one (null); a cell that somebody has changed has one. */
export function withCard(record, rules, rows, index, seat, card) {
  const { players } = record;
  if (index >= rows.length && card === null) return record;
  const row = rows[index] ?? newRow(record, rules, rows, seat);
  const led = row.led ?? seat;
  const place = row.plays.findIndex((play) => play.seat === seat);
  const turn = (play) => (play.seat - led + players.length) % players.length;
  // In turn: nobody is to have played too early because a card was written later.
  const later = row.plays.findIndex((play) => turn(play) > turn({ seat }));
  const others = row.plays.filter((play) => play.seat !== seat);
  const at = place >= 0 ? place : later < 0 ? others.length : later;
  const plays = card === null ? others : others.toSpliced(at, 0, { withdrawn: [], ...row.plays[place], seat, card });
  let { named } = row;
  // Without the first play, only its player's name says who led.
  if (row.isOrdered) named ??= card === null && place === 0 ? players[seat] : null;
  else if (row.follows === null && !row.trick.cards_by_player && !isTooLong(row.trick, players)) named ??= players[led];
  const { tricks } = withRow(record, rules, rows, index, { ...row, named, led, plays });
  return { ...record, tricks: tricks.slice(0, tricks.findLastIndex((trick) => !isEmpty(trick)) + 1) };
}

/** A trick that begins. A lead that follows from the trick before is nobody's statement, so it is not written. */
function newRow(record, rules, rows, seat) {
  const { seat: follows } = nextToPlay(record, rules, rows);
  const led = follows ?? seat;
  const named = follows === null || !rows.length ? record.players[led] : null;
  return { trick: {}, named, led, follows, plays: [], isOrdered: false };
}

/** The record in which another player led a trick, or whoever had the lead (null); each card stays with its player. */
export const withLeader = (record, rules, rows, index, seat) =>
  withRow(record, rules, rows, index, { ...rows[index], named: record.players[seat] ?? null });

export const followsAt = (record, tricks, index, rules) =>
  rowsOf({ ...record, tricks: tricks.slice(0, index + 1) }, rules)[index].follows;

/** The record in which a player took cards back before the one in a cell. A trick is then a list of plays. */
export function withWithdrawn(record, rules, rows, index, seat, cards) {
  const { players } = record;
  const row = rows[index];
  const withdrawn = cards.map((card) => ({ card }));
  const plays = row.plays.map((play) => (play.seat === seat ? { ...play, withdrawn } : play));
  const isInTurn = (play, at) => !play.withdrawn.length && play.seat === ((row.led ?? 0) + at) % players.length;
  const isPlain = plays.length <= players.length && plays.every(isInTurn);
  const isFollowing = index > 0 && row.follows === row.led;
  const named = row.named ?? (isPlain && row.led !== null && !isFollowing ? players[row.led] : null);
  return withRow(record, rules, rows, index, { ...row, plays, named, isOrdered: !isPlain });
}

/** The record in which somebody plays before his turn, or leads without having the lead. */
export function withCardOutOfTurn(record, rules, rows, index, seat, card) {
  const play = { seat, card, withdrawn: [] };
  const row = rows[index] ?? { trick: {}, named: record.players[seat], led: seat, plays: [] };
  return withRow(record, rules, rows, index, { ...row, plays: [...row.plays, play], isOrdered: index < rows.length });
}

/** The cards of a trick, in whichever form it has them. */
export const cardsIn = ({ cards = [], plays, cards_by_player: byPlayer }) =>
  plays?.map(({ card }) => card) ?? (byPlayer ? Object.values(byPlayer) : cards);

export const isEmpty = (trick) => !cardsIn(trick).length;

/**
 * The record with another row. Where no leader is named, the winner of the trick before leads, and each card of the
 * tricks after this one stays with its player.
 */
function withRow(record, rules, rows, index, row) {
  const changed = rows.toSpliced(index, 1, row);
  const tricks = [];
  for (const [at, { trick, named, led, plays, isOrdered }] of changed.entries()) {
    tricks.push(trick);
    if (at < index) continue;
    const follows = followsAt(record, tricks, at, rules);
    // Whose the cards of a list are that is too long, or of which nobody knows the leader, is not known either.
    const isList = isTooLong(trick, record.players) || (trick.cards && led === null);
    if (at !== index && (named !== null || isOrdered || isList || follows === led)) continue;
    const { leader: _, cards: __, cards_by_player: ___, plays: ____, ...rest } = trick;
    const leader = named === null ? {} : { leader: named };
    const first = seatOf(record.players, named) ?? follows;
    tricks[at] = { ...leader, ...rest, ...written(record.players, plays, { isOrdered, isList, first }) };
  }
  return { ...record, tricks };
}

const isTooLong = ({ cards = [] }, players) => cards.length > players.length;

/** Cards as those of a trick: as plays in their order, from whoever led first, or by player if one between has none. */
function written(players, plays, { isOrdered, isList, first }) {
  if (isOrdered) {
    return {
      plays: plays.map(({ seat, card, withdrawn }) => ({
        player: players[seat],
        card,
        ...(withdrawn.length && { withdrawn: withdrawn.map(({ card: taken }) => ({ card: taken })) }),
      })),
    };
  }
  if (isList) return { cards: plays.map(({ card }) => card) };
  const cards = players.map((_, seat) => plays.find((play) => play.seat === seat)?.card);
  const inTurn = clockwise(first ?? 0, players.length).map((seat) => cards[seat]);
  const laid = inTurn.slice(0, inTurn.filter(Boolean).length);
  return first !== null && laid.every(Boolean)
    ? { cards: laid }
    : { cards_by_player: Object.fromEntries(players.map((name, seat) => [name, cards[seat]]).filter((of) => of[1])) };
}
