// Tricks by seat: the grid shows a record, and what is entered in the grid becomes a record again.

import { pointed } from "./entries.js";
import { own, rulesNow, seatOf, seatsOfSides, sidesOf, winnerOf } from "./table.js";

/**
 * The tricks of a record as rows with a cell for each seat: who `led`, who had the lead by what is before (`follows`),
 * who `won`. Its `plays` have cards with their pointers. `leaders` are those of a ruling, for what can't be known here.
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
    const laid = plays.map(({ seat, card }) => [seat, card]);
    // Of two cards of one player nobody knows which counts.
    const isSure = complete && led !== null && plays.length === players.length;
    const won = seatOf(players, trick.winner) ?? (isSure ? winnerOf(laid, rules) : null);
    const next = nextSeat(plays, led, players.length);
    had = won;
    return { number, index, led, follows, named: trick.leader ?? null, plays, cells, won, next, complete };
  });
}

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
  const clockwise = players.map((_, place) => (led + place) % count);
  const byPlayer = trick.cards_by_player;
  const laid = byPlayer
    ? clockwise
        .filter((seat) => own(byPlayer, players[seat]) !== undefined)
        .map((seat) => [seat, byPlayer[players[seat]], `cards_by_player/${pointed(players[seat])}`])
    : (trick.cards ?? []).map((card, place) => [clockwise[place % count], card, `cards/${place}`]);
  return laid.map(([seat, card, place]) => ({ seat, card, pointer: `tricks/${index}/${place}`, withdrawn: [] }));
}

function nextSeat(plays, led, count) {
  if (led === null) return null;
  const played = plays.map(({ seat }) => seat);
  for (let step = 0; step < count; step += 1) if (!played.includes((led + step) % count)) return (led + step) % count;
  return null;
}

/** The record with a card in a cell, or without one (null). Where no leader is written, the next leads follow. */
export function withCard(record, rules, rows, index, seat, card) {
  const before = [...rows];
  const tricks = [...(record.tricks ?? [])];
  if (index >= tricks.length) {
    if (card === null) return record;
    const { seat: expected } = nextToPlay(record, rules, before);
    // A lead that follows from the trick before is nobody's statement, so it is not written.
    tricks.push(
      expected === null || !tricks.length ? { leader: record.players[expected ?? seat], cards: [] } : { cards: [] },
    );
    before.push({ led: expected ?? seat, follows: expected, cells: record.players.map(() => []) });
  }
  const at = Math.min(index, tricks.length - 1);
  tricks[at] = trickWith(tricks[at], before[at], record.players, seat, card);
  while (tricks.length && isEmpty(tricks.at(-1))) tricks.pop();
  return relaid({ ...record, tricks }, before, rules, at + 1);
}

/**
 * The record in which another player led a trick, or whoever had the lead (null), each card staying with its player.
 * Where nobody knew who led, or a list has more cards than players, it begins with the leader's card.
 */
export function withLeader(record, rules, rows, index, seat) {
  const { players } = record;
  const { leader: _, ...trick } = record.tricks[index];
  const leader = seat === null ? {} : { leader: players[seat] };
  const row = rows[index];
  const led = seat ?? row.follows;
  const isLaid = trick.cards && led !== null && row.led !== null && trick.cards.length <= players.length;
  const { cards, ...rest } = trick;
  const next = { ...leader, ...(isLaid ? { ...rest, ...fromSeats(firstCards(row), led, players) } : trick) };
  return relaid({ ...record, tricks: record.tricks.with(index, next) }, rows, rules, index + 1);
}

export const followsAt = (record, tricks, index, rules) =>
  rowsOf({ ...record, tricks: tricks.slice(0, index + 1) }, rules)[index].follows;

/** The record in which a player took cards back before the one in a cell. A trick is then a list of plays. */
export function withWithdrawn(record, rows, index, seat, cards) {
  const { players } = record;
  const row = rows[index];
  const { cards: _, cards_by_player: __, leader, plays, ...rest } = record.tricks[index];
  const clockwise = fromLeader(row, players);
  const inTurn = plays ?? playsIn(row, players);
  const marked = inTurn.map(({ withdrawn, ...play }) =>
    play.player === players[seat]
      ? { ...play, ...(cards.length ? { withdrawn: cards.map((card) => ({ card })) } : {}) }
      : { ...play, ...(withdrawn ? { withdrawn } : {}) },
  );
  const isPlain =
    marked.every(({ player, withdrawn }, at) => !withdrawn && player === players[clockwise[at]]) &&
    (!leader || leader === players[row.led]);
  if (!isPlain) {
    return { ...record, tricks: record.tricks.with(index, { ...(leader ? { leader } : {}), ...rest, plays: marked }) };
  }
  const first = !leader && index && row.follows === row.led ? {} : { leader: players[row.led] };
  return { ...record, tricks: record.tricks.with(index, { ...first, ...rest, cards: marked.map(({ card }) => card) }) };
}

const fromLeader = ({ led }, players) => players.map((_, step) => ((led ?? 0) + step) % players.length);

const playsIn = ({ plays }, players) => plays.map(({ seat, card }) => ({ player: players[seat], card }));

/** The record in which somebody plays before his turn, or leads without having the lead. */
export function withCardOutOfTurn(record, rows, index, seat, card) {
  const { players, tricks = [] } = record;
  const play = { player: players[seat], card };
  if (index >= tricks.length) return { ...record, tricks: [...tricks, { leader: play.player, cards: [card] }] };
  const { cards: _, cards_by_player: __, plays = playsIn(rows[index], players), ...rest } = tricks[index];
  return { ...record, tricks: tricks.with(index, { ...rest, plays: [...plays, play] }) };
}

/** The state with the line of play of its claim in the record, if it is shown. */
export function withLine(state) {
  const { view, answer } = state;
  if (!view.line || !answer?.claim?.line) return state;
  return answer.claim.line.reduce((next, { player, card }) => {
    const rows = rowsNow(next);
    const index = rows.length - (rows.at(-1)?.complete === false ? 1 : 0);
    const seat = next.record.players.indexOf(player);
    return { ...next, record: withCardOutOfTurn(next.record, rows, index, seat, card) };
  }, state);
}

export function isEmpty(trick) {
  return !(trick.cards?.length || trick.plays?.length || Object.keys(trick.cards_by_player ?? {}).length);
}

const firstCards = (row) => row.cells.map((entries) => entries[0]?.card ?? null);

function trickWith(trick, row, players, seat, card) {
  const name = players[seat];
  if (trick.plays) {
    const place = trick.plays.findIndex(({ player }) => player === name);
    // Without the first play, only its player's name says who led.
    const leader = place === 0 && !trick.leader ? { leader: name } : {};
    const plays = trick.plays.filter(({ player }, at) => player !== name || at === place);
    if (card === null) return { ...leader, ...trick, plays: plays.filter((_, at) => at !== place) };
    if (place >= 0) return { ...trick, plays: plays.with(place, { ...plays[place], card }) };
    // In turn: nobody is to have played too early because a card was written later.
    const turn = (player) => (players.indexOf(player) - (row.led ?? seat) + players.length) % players.length;
    const later = plays.findIndex(({ player }) => turn(player) > turn(name));
    return { ...trick, plays: plays.toSpliced(later < 0 ? plays.length : later, 0, { player: name, card }) };
  }
  if (trick.cards && trick.cards.length > players.length) return withOneOf(trick, row, seat, card);
  const cards = firstCards(row);
  cards[seat] = card;
  const { cards: _, cards_by_player: byPlayer, leader, ...rest } = trick;
  if (byPlayer && !leader && row.follows === null) return { ...rest, cards_by_player: ofPlayers(cards, players) };
  const led = row.led ?? seat;
  return {
    ...rest,
    ...(leader || row.follows === null ? { leader: players[led] } : {}),
    ...fromSeats(cards, led, players),
  };
}

/** A list that is too long keeps its other cards; a cell that somebody has changed has one. */
function withOneOf(trick, row, seat, card) {
  const [place, ...more] = row.cells[seat].map(({ pointer }) => Number(pointer.split("/").at(-1)));
  const cards = trick.cards.filter((_, at) => !more.includes(at));
  return { ...trick, cards: card === null ? cards.toSpliced(place, 1) : cards.with(place, card) };
}

const ofPlayers = (cards, players) =>
  Object.fromEntries(players.map((name, seat) => [name, cards[seat]]).filter(([, card]) => card));

/** Cards by seat as those of a trick: from the leader on, or by player if one between them has none. */
function fromSeats(cards, led, players) {
  const clockwise = players.map((_, place) => cards[(led + place) % players.length]);
  const count = clockwise.filter(Boolean).length;
  return clockwise.slice(0, count).every(Boolean)
    ? { cards: clockwise.slice(0, count) }
    : { cards_by_player: ofPlayers(cards, players) };
}

/** The record in which the winner of a trick leads the next, each card staying with its player as in `before`. */
function relaid(record, before, rules, from = 0) {
  const tricks = [...(record.tricks ?? [])];
  for (let index = from; index < tricks.length; index += 1) {
    const { leader: written, cards, ...trick } = tricks[index];
    const was = before[index];
    const follows = followsAt(record, tricks, index, rules);
    if (written || trick.plays || !was || follows === was.led || cards?.length > record.players.length) continue;
    if (cards && was.led === null) continue;
    const { cards_by_player: _, ...rest } = trick;
    const seated = firstCards(was);
    tricks[index] = {
      ...rest,
      ...(follows === null
        ? { cards_by_player: ofPlayers(seated, record.players) }
        : fromSeats(seated, follows, record.players)),
    };
  }
  return { ...record, tricks };
}

/** The tricks of each side so far: [["N+S", 3], ["E+W", 2]]. `rows` are those of the tricks. */
export function tricksSoFar(record, rules, rows) {
  const seats = seatsOfSides(record, rules);
  return sidesOf(record, rules).map((side, index) => [
    side,
    rows.filter(({ won }) => seats[index].includes(won)).length,
  ]);
}

export const countOfTricks = (rows) => rows.filter(({ complete }) => complete).length;
