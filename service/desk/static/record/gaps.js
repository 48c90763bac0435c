// Tricks of which only some are recorded: a trick has its number where it does not follow the one before.

import { UNREADABLE } from "./cards.js";
import { cardsIn, isEmpty, nextToPlay, trickNumbers, rowsOf, withCard } from "./tricks.js";

export const trickAt = ({ tricks }, number) => tricks[trickNumbers(tricks).indexOf(number)];

/** The record with a trick of a number, or without it (null). Those before the last one are whole. */
export function withTrick({ tricks, ...record }, number, trick) {
  const numbers = trickNumbers(tricks);
  const others = tricks.map((each, at) => [numbers[at], each]).filter(([each]) => each !== number);
  const all = [...others, ...(trick ? [[number, trick]] : [])].sort(([one], [other]) => one - other);
  const laid = all.map(([each, { number: _, ...rest }], at) => {
    const said = at < all.length - 1 ? whole(rest, record.players) : rest;
    return each === (all[at - 1]?.[0] ?? 0) + 1 ? said : { number: each, ...said };
  });
  return { tricks: laid, ...record };
}

function whole(trick, players) {
  const missing = players.length - cardsIn(trick).length;
  if (missing <= 0 || isEmpty(trick)) return trick;
  if (trick.cards) return { ...trick, cards: [...trick.cards, ...Array(missing).fill(UNREADABLE)] };
  const unknown = players.filter((name) => !trick.plays?.some(({ player }) => player === name));
  return trick.plays
    ? { ...trick, plays: [...trick.plays, ...unknown.map((player) => ({ player, card: UNREADABLE }))] }
    : {
        ...trick,
        cards_by_player: { ...Object.fromEntries(players.map((name) => [name, UNREADABLE])), ...trick.cards_by_player },
      };
}

/** The record with a card of a player in a trick of which nothing else need be known, or without it (null). */
export function withCardIn(record, rules, number, seat, card) {
  const wide = trickAt(record, number) ? record : withTrick(record, number, { cards_by_player: {} });
  const index = trickNumbers(wide.tricks).indexOf(number);
  const next = withCard(wide, rules, rowsOf(wide, rules), index, seat, card);
  const trick = trickAt(next, number);
  const isGone = !trick || (!trick.leader && cardsIn(trick).every((each) => each === UNREADABLE));
  return withTrick(next, number, isGone ? null : trick);
}

/** Who had the lead to a trick, by the one before or by the dealer; null if nobody knows. */
export function expectedLeader(record, rules, number) {
  const before = record.tricks.slice(0, trickNumbers(record.tricks).filter((each) => each < number).length);
  const next = nextToPlay(record, rules, rowsOf({ ...record, tricks: before }, rules));
  return next.number === number ? next.seat : null;
}
