// Bids as somebody types them into a record.

import { biddersOf, bidText, blindKind, isBlind, textOfBid } from "./hands.js";
import { withMember } from "./table.js";

// A bid of more tricks than there are is ruled on; of more than any pack has, none was made.
const MOST_BID = 54;

/** A bid that somebody types, as {tricks, kind}; null for none, undefined for what is no bid. */
export function readBid(text) {
  const word = text.trim().toLowerCase().replace(/\s/g, "");
  if (!word) return null;
  const match = /^(b|blind)?(nil|n|\d{1,2})$/.exec(word);
  if (!match || word === "n") return undefined;
  const tricks = Number(match[2]) || 0;
  const ordinary = tricks ? "number" : match[2] === "nil" ? "nil" : "zero";
  return { tricks, kind: match[1] ? blindKind(tricks) : ordinary };
}

/** Why what was read can't be a bid; null if it can. */
export function faultOfBid(bid, { handSize }) {
  if (bid === undefined) return "A bid is a number, nil, b6 (blind) or bnil.";
  return bid?.tricks > MOST_BID ? `The round has ${handSize} tricks: no bid is as high as this.` : null;
}

/** A bid as a record has it: its tricks, and its kind where that does not follow. */
export const asWritten = ({ tricks, kind }, rules) =>
  isBlind({ kind }) || (!tricks && rules.hasTwoZeros) ? { tricks, kind } : { tricks };

/** The record with a bid, in the form of its others; by player if it has none. */
export function withBid(record, bidder, bid, rules) {
  if (record.bids) return withBidInOrder(record, bidder, bid, rules);
  const { bids_by_player: before = {}, blind_bidders: blind = [], ...rest } = record;
  // Only in a list can a 0 say which it is.
  if (bid && !isBlind(bid) && asWritten(bid, rules).kind) {
    const others = Object.keys(before).map((name) => [name, readBid(bidText(record, name))]);
    const inOrder = (listed, [name, other]) => withBidInOrder(listed, name, other, rules);
    return [...others, [bidder, bid]].reduce(inOrder, { ...rest, bids: [] });
  }
  const blindNow = [...blind.filter((name) => name !== bidder), ...(bid && isBlind(bid) ? [bidder] : [])];
  const made = withMember(record, ["bids_by_player", bidder], bid?.tricks);
  return withMember(made, ["blind_bidders"], blindNow.length ? blindNow : undefined);
}

function withBidInOrder(record, bidder, bid, rules) {
  const { bids, players, dealer } = record;
  const bidderOf = ({ player, team }) => player ?? team;
  const place = bids.findLastIndex((earlier) => bidderOf(earlier) === bidder);
  if (!bid) return { ...record, bids: bids.filter((_, at) => at !== place) };
  if (place >= 0 && textOfBid(bids[place]) === textOfBid(bid)) return record;
  const { kind: _, ...before } = bids[place] ?? { [players.includes(bidder) ? "player" : "team"]: bidder };
  const made = { ...before, ...asWritten(bid, rules) };
  if (place >= 0) return { ...record, bids: bids.with(place, made) };
  // In turn: nobody bid too early because a bid was written later.
  const bidders = biddersOf(record, rules);
  const first = dealer ? players.indexOf(dealer) + rules.bidsAfterDealer : bidders.indexOf(bidderOf(bids[0] ?? made));
  const turn = (one) => (bidders.indexOf(bidderOf(one)) - first + 60) % bidders.length;
  const later = bids.findIndex((one) => turn(one) > turn(made));
  return { ...record, bids: bids.toSpliced(later < 0 ? bids.length : later, 0, made) };
}
