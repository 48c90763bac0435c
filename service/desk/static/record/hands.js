// Hands, names and bids of a record: what the fields of the desk change in it.

import { nameOf, sorted } from "./cards.js";
import { own, sidesOf, withMember } from "./table.js";

export const heldBy = ({ hands }, name) => own(hands, name) ?? [];

export const withHand = (record, name, cards) =>
  withMember(record, ["hands", name], cards.length ? sorted(cards) : undefined);

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

export const withDealer = (record, name) => withMember(record, ["dealer"], name || undefined);

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
