"""What is open to a player: the bids he may make next, and the cards he may play.

Nothing is stated here a second time: a bid is tried on the bidding, a card is held against the rules of play.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.bidding import Auction, examine_bids, first_bidder
from service.spades.cards import BIT, CODES, SUIT_NAMES, Pack, mask_of
from service.spades.contracts import Kind, kind_of
from service.spades.deal import Deal
from service.spades.findings import CODES as FINDING_CODES
from service.spades.findings import Finding, Rule
from service.spades.legality import objections
from service.spades.log import Log
from service.spades.record import Bid, RoundRecord
from service.spades.rulebook import cite
from service.spades.ruleset import Ruleset


class ClosedBid(NamedTuple):
    """A bid that may not be made now, and the rule that closes it."""

    tricks: int
    kind: Kind
    finding: Finding


class BidAdvice(NamedTuple):
    """The bidding so far, judged, and what is open to the next bidder."""

    auction: Auction
    next_seat: int | None
    next_side: int | None
    """Who bids next: a player, or under ``bidding.by`` ``team`` a side; None when the bidding is over or not known."""
    open: tuple[tuple[int, Kind], ...]
    closed: tuple[ClosedBid, ...]


class Moment(NamedTuple):
    """The moment at which a card is to be played."""

    plays: tuple[int, ...]
    """The cards of the trick so far."""
    trick_number: int
    broken: bool
    """Whether spades have been broken before this trick."""


class IllegalCard(NamedTuple):
    """A card of a hand that may not be played now, and the rule that forbids it."""

    card: int
    code: str
    rule: Rule
    detail: str


def advise_on_bids(record: RoundRecord, ruleset: Ruleset) -> BidAdvice:
    """Judge the bids so far and say which are open to the next bidder, and why the others are not."""
    pack = ruleset.packs[len(record.table.players)]
    deal = Deal(record, ruleset, pack, Log(record, pack))
    auction = _examined(record, ruleset, deal, record.bids)
    seat, side = _next(record, ruleset, auction)
    if side is None:
        return BidAdvice(auction, None, None, (), ())
    opened: list[tuple[int, Kind]] = []
    closed: list[ClosedBid] = []
    place = len(record.bids)
    for blind in (False, True):
        for tricks in range(pack.hand_size + 1):
            tried = (*record.bids, Bid(place, seat, side, tricks, blind))
            kind = kind_of(ruleset.parameters, tricks, blind=blind)
            if blind and kind == "uncommitted":
                continue  # a 0 that is no nil commits to nothing, blind or not
            found = _examined(record, ruleset, deal, tried).findings
            against = [each for each in found if each.gravity == "offence" and each not in auction.findings]
            if against:
                # That nothing may be bid blind says more than that the number is wrong too.
                against.sort(key=lambda finding: finding.code != "blind_bid_not_allowed")
                closed.append(ClosedBid(tricks, kind, against[0]))
            else:
                opened.append((tricks, kind))
    return BidAdvice(auction, seat, side, tuple(opened), tuple(closed))


def _examined(record: RoundRecord, ruleset: Ruleset, deal: Deal, bids: tuple[Bid, ...]) -> Auction:
    return examine_bids(
        ruleset,
        ruleset.packs[len(record.table.players)],
        record.table,
        bids,
        dealer=record.dealer,
        round_number=record.round_number,
        before=record.before,
        deal=deal,
        finished=False,
    )


def _next(record: RoundRecord, ruleset: Ruleset, auction: Auction) -> tuple[int | None, int | None]:
    """Return the seat (None for a side that bids as one) and the side that bid next; both None where nobody does."""
    table = record.table
    first = first_bidder(ruleset.parameters, table, record.dealer)
    if first is None and record.bids:
        bid = record.bids[0]
        first = table.sides[bid.side].seats[0] if bid.seat is None else bid.seat
    if first is None or auction.complete:
        return None, None
    bidders = {bid.seat for bid in record.bids}
    for seat in table.order[first]:
        side = table.side_of[seat]
        if auction.contracts[side].complete:
            continue
        if ruleset.parameters.bidding.by == "team":
            return None if len(table.sides[side].seats) > 1 else seat, side
        if seat not in bidders:
            return seat, side
    return None, None


def advise_on_plays(
    ruleset: Ruleset, pack: Pack, hand: tuple[int, ...], moment: Moment
) -> tuple[tuple[int, ...], tuple[IllegalCard, ...]]:
    """Return the cards of a hand that may be played now, and for each other card the rule that forbids it."""
    played = mask_of(moment.plays)
    held = mask_of(hand) & pack.cards & ~played
    led = pack.suit[moment.plays[0]] if moment.plays else None
    rules, first = ruleset.parameters.play, moment.trick_number == 1
    legal: list[int] = []
    illegal: list[IllegalCard] = []
    for place, card in enumerate(hand):
        code = None
        if not pack.cards & BIT[card]:
            code, detail = "card_not_in_deck", f"{CODES[card]} is not in the pack."
            rule = cite(ruleset, pack.missing_by(card))
        elif card in hand[:place]:
            code, detail = "duplicate_card", f"{CODES[card]} is listed a second time."
            rule = cite(ruleset, "deck.removed")
        elif played & BIT[card]:
            code, detail = "card_replayed", f"{CODES[card]} lies in the trick."
            rule = Rule(None, "game", FINDING_CODES[code].law or "")
        else:
            against = objections(rules, pack, card, led, first=first, broken=moment.broken)
            objection = next((each for each in against if held & each.held), None)
            if objection is not None:
                code, rule = objection.code, cite(ruleset, objection.parameter)
                other = next(each for each in hand if objection.held & held & BIT[each])
                where = "led" if led is None else f"played on a {SUIT_NAMES[led]} lead"
                detail = f"{CODES[card]} may not be {where} from a hand that holds {CODES[other]}."
        if code is None:
            legal.append(card)
        else:
            illegal.append(IllegalCard(card, code, rule, detail))
    return tuple(legal), tuple(illegal)
