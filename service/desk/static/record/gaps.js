// Tricks of which only some are known. A card that nobody has entered is written as one that could not be read.

import { UNREADABLE } from "./cards.js";
import { membersOf } from "./entries.js";
import { own } from "./table.js";
import { nextToPlay, rowsOf, withCard } from "./tricks.js";

const cardsIn = ({ cards, plays, cards_by_player: byPlayer = {} }) =>
  cards ?? plays?.map(({ card }) => card) ?? Object.values(byPlayer);

const unknownTrick = (players) => ({ cards_by_player: Object.fromEntries(players.map((name) => [name, UNREADABLE])) });

export const isUnknown = (trick) =>
  !trick || (!trick.leader && !trick.winner && cardsIn(trick).every((card) => card === UNREADABLE));

/** Whether a trick may be one that nobody entered: at most one of its cards is known. */
export const isGap = (trick) =>
  cardsIn(trick).includes(UNREADABLE) && cardsIn(trick).filter((card) => card !== UNREADABLE).length <= 1;

/** The record with a trick, or with one of which nothing is known (null). Those before it are whole. */
export const withTrick = (record, index, trick) => withoutUnknownEnd(upTo(record, index, trick));

function upTo(record, index, trick) {
  const { players } = record;
  const tricks = record.tricks.map((earlier, at) => (at < index ? whole(earlier, players) : earlier));
  while (tricks.length < index) tricks.push(unknownTrick(players));
  tricks[index] = trick ?? unknownTrick(players);
  return { ...record, tricks };
}

const withoutUnknownEnd = (record) => ({
  ...record,
  tricks: record.tricks.slice(0, record.tricks.findLastIndex((trick) => !isUnknown(trick)) + 1),
});

function whole(trick, players) {
  const missing = players.length - cardsIn(trick).length;
  if (missing <= 0) return trick;
  if (trick.cards) return { ...trick, cards: [...trick.cards, ...Array(missing).fill(UNREADABLE)] };
  const absent = players.filter((name) => !trick.plays?.some(({ player }) => player === name));
  return trick.plays
    ? { ...trick, plays: [...trick.plays, ...absent.map((player) => ({ player, card: UNREADABLE }))] }
    : { ...trick, cards_by_player: { ...unknownTrick(players).cards_by_player, ...trick.cards_by_player } };
}

/** The record with one card in a trick of which nothing else need be known. */
export function withCardIn(record, rules, index, seat, card) {
  const wide = upTo(record, index, record.tricks[index]);
  return withoutUnknownEnd(withCard(wide, rules, rowsOf(wide, rules), index, seat, card));
}

/** Who had the lead to a trick, by the one before or by the dealer; null if nobody knows. */
export function expectedLeader(record, rules, index) {
  const next = nextToPlay(record, rules, rowsOf({ ...record, tricks: record.tricks.slice(0, index) }, rules));
  return next.trick === index ? next.seat : null;
}

/** A ruling without the questions about tricks that nobody has entered: `unread` is how many. */
export function withoutUnread(answer, record) {
  const isUnread = (pointer = "") => {
    const members = membersOf(pointer);
    // The record may have changed since.
    const trick = members[0] === "tricks" && record.tricks[members[1]];
    const entry = members.reduce(own, record);
    return trick && isGap(trick) && (members[2] === "leader" || (entry?.card ?? entry) === UNREADABLE);
  };
  const undecided = answer.undecided.filter(({ pointer, decided_by: by }) => !isUnread(pointer) && !isUnread(by));
  return { ...answer, undecided, unread: answer.undecided.length - undecided.length };
}
