// Where a round is after a number of cards: what lies on the table, what each player still has, who plays next.

import { membersOf, placeOf } from "../record/entries.js";
import { heldBy } from "../record/hands.js";
import { seatOf } from "../record/table.js";
import { nextToPlay } from "../record/tricks.js";

/** All cards of a round in the order of play, each with the number of its trick and the seat of its player. */
export const playsOf = (rows) =>
  rows.flatMap(({ plays, number }, index) => plays.map((play) => ({ ...play, trick: number, index })));

/**
 * The round after `at` cards (null for all): the number of the `trick` on the table, its `cards`, who `led` and `won`;
 * of each seat its known `cards`, `backs` (how many more) and tricks `taken`; who plays `next`; the `winners` of all.
 */
export function positionAt({ record, rules, rows, answer = null, lead }, at = null) {
  const plays = playsOf(rows);
  const last = plays.length;
  const now = at === null ? last : Math.max(0, Math.min(at, last));
  const before = plays.slice(0, now);
  const shown = before.at(-1)?.index ?? 0;
  const cards = before.filter(({ index }) => index === shown);
  const isWhole = (index) => rows[index].complete && plays.findLastIndex((play) => play.index === index) < now;
  const winners = rows.map(({ won }, index) => seatOf(record.players, answer?.tricks[index]?.winner) ?? won);
  const whole = rows.flatMap((_, index) => (isWhole(index) ? [winners[index]] : []));
  // In tricks that are not recorded everybody played a card, too.
  const unseen = (rows[shown]?.number ?? 1) - 1 - shown;
  return {
    at: now,
    last,
    isEnd: now === last,
    trick: rows[shown]?.number ?? 1,
    cards,
    led: cards.length ? (seatOf(record.players, answer?.tricks[shown]?.leader) ?? rows[shown].led) : null,
    won: cards.length && isWhole(shown) ? winners[shown] : null,
    winners,
    seats: record.players.map((name, seat) => ({
      ...handAt({ record, rules, plays, name, seat, unseen }, now),
      taken: whole.filter((won) => won === seat).length,
    })),
    next: now === last ? (lead === undefined ? nextToPlay(record, rules, rows).seat : lead) : plays[now].seat,
    isOver: rows.at(-1)?.number >= rules.handSize && rows.at(-1).complete && now === last,
  };
}

/** What a player has after a number of cards: by his hand if it is written down, and by what he plays later. */
function handAt({ record, rules, plays, name, seat, unseen }, now) {
  const cardsIn = (some) => some.filter((play) => play.seat === seat).map(({ card }) => card);
  const gone = cardsIn(plays.slice(0, now));
  const later = cardsIn(plays.slice(now));
  const written = heldOf(record, name);
  const size = Math.max(rules.handSize, gone.length + later.length, written.length);
  const isWhole = written.length >= rules.handSize;
  const known = [...new Set([...written, ...(isWhole ? [] : later)])].filter(
    (card) => card !== "??" && !gone.includes(card),
  );
  const count = size - gone.length - unseen;
  return { cards: known, backs: Math.max(0, count - known.length) };
}

/** The cards of a player as dealt, and after those that he passed or was passed. */
function heldOf(record, name) {
  const dealt = heldBy(record, name);
  if (!dealt.length) return dealt;
  const passes = (record.exchanges ?? []).filter(({ cards }) => Array.isArray(cards));
  const given = passes.filter(({ from }) => from === name).flatMap(({ cards }) => cards);
  const taken = passes.filter(({ to }) => to === name).flatMap(({ cards }) => cards);
  return [...dealt.filter((card) => !given.includes(card)), ...taken];
}

/** How many cards are shown after a step `by` some, or `at` a number of them; null for all from the last one on. */
export function afterStep(rows, now, { at, by }) {
  const last = playsOf(rows).length;
  const next = by === undefined ? at : (now ?? last) + by;
  return next === null || next >= last ? null : Math.max(0, next);
}

function playAt(plays, place) {
  const at = plays.findIndex(({ pointer }) => pointer === place || place.startsWith(`${pointer}/`));
  return at < 0 ? null : at;
}

/** How many cards are on the table just after the entry that a pointer leads to; null if it is no card of a trick. */
export function afterEntry(rows, place) {
  const plays = playsOf(rows);
  const at = playAt(plays, place);
  if (at !== null) return at + 1;
  const [member, trick] = place.split("/");
  const last = member === "tricks" ? plays.findLastIndex(({ index }) => index === Number(trick)) : -1;
  return last < 0 ? null : last + 1;
}

/** The findings about cards: `play` and `proof` are places among `plays`; `by` is what else proves it, in words. */
export function jointsOf(found, plays) {
  return found
    .filter(({ place }) => place.startsWith("tricks/"))
    .map((mark) => {
      const proved = String(mark.evidence?.proved_by ?? "");
      const [kind, owner] = membersOf(proved);
      return {
        mark,
        play: playAt(plays, mark.place),
        proof: kind === "tricks" ? playAt(plays, placeOf(proved)) : null,
        by: { hands: `${owner}’s hand`, counting: "counting the cards" }[kind],
      };
    });
}
