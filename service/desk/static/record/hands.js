// Hands, names and bids of a record: what the fields of the desk change in it.

import { nameOf, sorted } from "./cards.js";
import { own, sidesOf } from "./table.js";

export function holderOf(record, card) {
  return Object.keys(record.hands ?? {}).find((name) => record.hands[name].includes(card)) ?? null;
}

export const heldBy = ({ hands }, name) => own(hands, name) ?? [];

export function withHand(record, name, cards) {
  const { hands: { [name]: _, ...others } = {}, ...rest } = record;
  const hands = cards.length ? { ...others, [name]: sorted(cards) } : others;
  return Object.keys(hands).length ? { ...rest, hands } : rest;
}

/** The record after a click on a card for a hand: the card is taken, or put back if that hand has it. */
export function withCardTaken(record, rules, name, card) {
  const holder = holderOf(record, card);
  const left = holder === null ? [] : record.hands[holder].filter((held) => held !== card);
  const without = holder === null ? record : withHand(record, holder, left);
  if (holder === name) return without;
  const hand = heldBy(without, name);
  if (hand.length >= rules.handSize) return record;
  return filled(withHand(without, name, [...hand, card]), rules);
}

/** The record in which the last hand has the cards that nobody else has, once all others are full. */
export function filled(record, rules) {
  const { players, hands = {} } = record;
  const short = players.filter((name) => heldBy(record, name).length < rules.handSize);
  const known = Object.values(hands).flat();
  const rest = rules.pack.filter((card) => !known.includes(card));
  const isLast = rules.isDealt && short.length === 1 && !known.includes("??");
  const all = isLast ? [...heldBy(record, short[0]), ...rest] : [];
  return all.length === rules.handSize ? withHand(record, short[0], all) : record;
}

/** Why cards can't be the hand of a player: somebody else has one of them. */
export function faultOfHand(record, seat, cards) {
  const others = record.players.filter((_, at) => at !== seat);
  const holder = (card) => others.find((name) => card !== "??" && heldBy(record, name).includes(card));
  const twice = cards.find(holder);
  return twice ? `${holder(twice)} has the ${nameOf(twice)} already: take it out of one of the two hands.` : null;
}

export const areFull = (record, rules) =>
  record.players.every((name) => heldBy(record, name).length === rules.handSize);

export function seatToFill(record, rules, seat) {
  const size = (at) => heldBy(record, record.players[at]).length;
  const clockwise = record.players.map((_, step) => (seat + step) % record.players.length);
  return clockwise.find((at) => size(at) < rules.handSize) ?? seat;
}

export function withDealer(record, name) {
  const { dealer: _, ...rest } = record;
  return name ? { ...rest, dealer: name } : rest;
}

export function seatOfNil(record) {
  const seat = record.players.findIndex((name) => bidText(record, name).endsWith("nil"));
  return seat < 0 ? null : seat;
}

/** The nil that somebody bid, "nil" or "bnil", or null. The first bid stands. */
export function nilOf({ bids, ...record }, rules, name) {
  const bid = bidText({ ...record, bids: bids?.toReversed() }, name);
  return rules.hasNil && !rules.bySide && bid.endsWith("nil") ? bid : null;
}

/** Who bids: the players, or the sides under a ruleset by which sides bid. */
export const biddersOf = (record, rules) => (rules.bySide ? sidesOf(record, rules) : record.players);

export const isBlind = ({ kind = "" }) => kind.startsWith("blind");
export const blindKind = (tricks) => (tricks ? "blind" : "blind_nil");

/** A bid as it is written: "3", "nil", "b6", "bnil"; "0" for one that says that it promises nothing. */
export const textOfBid = ({ tricks, kind }) =>
  `${isBlind({ kind }) ? "b" : ""}${tricks || (kind === "zero" ? "0" : "nil")}`;

/** What somebody bid, as it is written; "" for nothing. */
export function bidText(record, bidder) {
  const made = record.bids?.findLast((bid) => (bid.player ?? bid.team) === bidder);
  if (made) return textOfBid(made);
  const tricks = own(record.bids_by_player, bidder);
  const kind = record.blind_bidders?.includes(bidder) ? blindKind(tricks) : undefined;
  return tricks === undefined ? "" : textOfBid({ tricks, kind });
}
