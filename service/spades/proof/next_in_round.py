"""What comes next in a round that is being played: whose turn it is, and what that player may do.

No rule stands here. Who bids what comes from the auction, who draws and passes from the deal, whose turn it is to play
from the replay of the log, as the audit has it, and which cards may be played from `play.legality`. A record that
breaks a rule is not refused: the round goes on from what was really played.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.cards import BIT, UNKNOWN_SUIT, UNREAD, cards_in, united
from service.spades.catalogue.parameters.bids import BLIND
from service.spades.deal.auction import bid_options, deal_and_bid
from service.spades.deal.contracts import ClosedBid, OpenBid, in_turn_from, opener_of, shown_by
from service.spades.deal.drawing import next_to_draw
from service.spades.deal.hands_dealt import Passing
from service.spades.findings import Location, Reporter
from service.spades.play.evidence import ReplayContext
from service.spades.play.leads_left_out import read_with_leads
from service.spades.play.legality import CardOptions, card_options
from service.spades.play.play_findings import PlayFindings
from service.spades.play.state_of_play import HandState, SpadesBroken
from service.spades.play.turn_order import leader_by_seat
from service.spades.proof.facts import facts_of, voided_by
from service.spades.record.log import LoggedCard, context_of, players_with_a_card_for, shown_in, taken_back
from service.spades.record.model import Broken, Moment, RoundRecord, RoundSoFar, Trick
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import Ruleset

_NO_PLAYS: Final = Trick((), ())


class ToPass(NamedTuple):
    """The cards that a player is to pass: to whom, how many, and of which; None if his hand is not known."""

    taker: int
    number: int
    cards: tuple[int, ...] | None


class NextBids(NamedTuple):
    """The bids open to whoever bids next, and why the others are closed."""

    open: tuple[OpenBid, ...]
    closed: tuple[ClosedBid, ...]
    may_look: bool
    """Whether these are blind bids only, and the bidder may look at his cards instead."""


class NextPlay(NamedTuple):
    """The trick to which the next card is played."""

    trick: int
    """Its number."""
    broken: Broken
    """Whether spades are broken by now."""
    led: int | None
    """The suit led; None for a lead, and if it is not known."""
    cards: CardOptions | None
    """Which cards of the hand are legal; None if the hand, or what else decides it, is not known."""


class NextInRound(NamedTuple):
    """What comes next. Exactly one of ``bids``, ``draws``, ``to_pass`` and ``play`` is there until it is finished."""

    record: RoundRecord
    """The record with the leads that it left out, and with the trick to which the next card is played."""
    seat: int | None = None
    """Whose turn it is; None for a side that bids as one, and if nobody knows."""
    side: int | None = None
    """The side that bids as one."""
    bids: NextBids | None = None
    draws: bool = False
    """Whether the next thing is that somebody draws cards and keeps one of them."""
    to_pass: ToPass | None = None
    play: NextPlay | None = None
    decided_by: Location | None = None
    """What would show whose turn it is, or which cards of a listed hand are legal, if the record does not."""
    finished: bool = False
    void_by: str | None = None
    """The code of the finding that makes the round void."""


def next_in_round(so_far: RoundSoFar, ruleset: Ruleset) -> NextInRound:
    """Return what comes next in a round, with what the record leaves open.

    Raises `UnreadableRecord` if the record has cards of which nobody can say whose they are.
    """
    record = read_with_leads(so_far.record, ruleset)
    if record.stopped or record.claim is not None or record.decisions.may_be_broken_off:
        return NextInRound(record, finished=True)
    return _in_play(record, ruleset) if record.tricks else _before_play(record, ruleset, so_far.looked)


def _before_play(record: RoundRecord, ruleset: Ruleset, looked: frozenset[int] | None) -> NextInRound:
    """Return who draws, bids or passes cards next, or who leads to the first trick."""
    asked = record._replace(bids_recorded=True)
    if asked.bidders is not None:
        # So far everybody has bid in turn, as nothing says otherwise.
        first = opener_of(ruleset.parameters, record)
        in_turn = in_turn_from(record.table, first, record.bids)
        if first is not None:
            in_order = tuple([bid._replace(position=index) for index, bid in enumerate(in_turn)])
            asked = asked._replace(bids=in_order, bidders=None)
    context, reporter = context_of(asked, ruleset), Reporter(record.table)
    drawing = () if asked.bids else next_to_draw(context)
    deal, auction = deal_and_bid(context, reporter, bidding_over=False)
    void_by = voided_by(ruleset, (*reporter.findings, *auction.findings))
    if void_by is not None:
        return NextInRound(record, finished=True, void_by=void_by)
    if drawing:
        is_known = len(drawing) == 1
        decided_by = None if is_known else _opener_decided_by(ruleset)
        return NextInRound(record, drawing[0] if is_known else None, draws=True, decided_by=decided_by)
    if not auction.complete:
        return _bidding(record, asked, ruleset, looked)
    due = Passing(deal.context, auction.contracts).due()
    if due is None:
        return _in_play(record, ruleset)
    giver, taker, number = due
    received = [card for exchange in record.exchanges or () if exchange.taker == giver for card in exchange.cards]
    hand = (*(deal.context.record.hands[giver] or (UNREAD,)), *received)
    return NextInRound(record, giver, to_pass=ToPass(taker, number, None if UNREAD in hand else hand))


def _bidding(record: RoundRecord, asked: RoundRecord, ruleset: Ruleset, looked: frozenset[int] | None) -> NextInRound:
    """Return who bids next, and what; ``asked`` is the record with its bids in order."""
    _, seat, side, open_bids, closed, _ = bid_options(asked, ruleset)
    may_look = False
    if looked is not None and side is not None:
        bidders = frozenset(record.table.sides[side].seats if seat is None else (seat,))
        may_look = bidders.isdisjoint(looked) and any(bid.kind in BLIND for bid in open_bids)
        open_bids = tuple([bid for bid in open_bids if (bid.kind in BLIND) is may_look])
        closed = tuple([bid for bid in closed if (bid.kind in BLIND) is may_look])
    bids = NextBids(open_bids, closed, may_look)
    decided_by = _opener_decided_by(ruleset) if side is None else None
    return NextInRound(record, seat, None if seat is not None else side, bids=bids, decided_by=decided_by)


def _opener_decided_by(ruleset: Ruleset) -> Location:
    """Return what would show who is to bid first."""
    shown = shown_by(ruleset.parameters)
    return shown if shown == ("dealer",) else ("first_bidder",)


def _in_play(record: RoundRecord, ruleset: Ruleset) -> NextInRound:
    """Return who plays next, and which cards."""
    pack = ruleset.packs[len(record.table.players)]
    tricks = record.tricks
    if not tricks or _is_over(pack, tricks[-1], len(tricks) - 1):
        record = _with_next_trick(record, pack)
    while True:
        facts = facts_of(record, ruleset)
        void_by = voided_by(ruleset, facts.findings)
        index, trick = len(record.tricks) - 1, record.tricks[-1]
        context = ReplayContext(facts.context.record, ruleset, pack, facts.known)
        left = enumerate(context.spent_before())
        to_play = [seat for seat, spent in left if spent > index and seat not in trick.seats]
        if to_play or not trick.seats or len(record.tricks) >= pack.hand_size or void_by is not None:
            break
        record = _with_next_trick(record, pack)  # somebody was dealt too few cards to play to it
    if not to_play or void_by is not None:
        return NextInRound(record, finished=True, void_by=void_by)
    result = facts.play.tricks[index]
    start = result.leader if result.leader is not None else _presumed_leader(record, ruleset, trick)
    seat = None
    if start is not None or len(to_play) == 1:
        seat = next(seat for seat in record.table.order[start or 0] if seat in to_play)
    broken = result.broken
    if not trick.seats:
        hands = HandState(context, PlayFindings(context, 0), taken_back(record))
        shown = shown_in(record.tricks, pack.players).by_seat
        broken, _ = SpadesBroken(context, hands.taken_back, broken).for_lead(
            index, lambda seat: hands.may_hold(seat) & ~shown[seat]
        )
    led = result.led_suit if result.led_suit is not None else _led_in(trick, pack)
    if seat is None:
        play = NextPlay(index + 1, broken, led, None)
        return NextInRound(record, play=play, decided_by=_leader_decided_by(record, ruleset, index))
    cards, decided_by = _cards(context, seat, led, broken)
    return NextInRound(record, seat, play=NextPlay(index + 1, broken, led, cards), decided_by=decided_by)


def _led_in(trick: Trick, pack: Pack) -> int | None:
    """Return the suit of the first card that was played to a trick, None if that is not known.

    The audit of a log may doubt it, as a lead may be missing before it; of a round that is being played none is.
    """
    if not trick.seats or trick.form != "plays" or not pack.cards & BIT[trick.cards[0]]:
        return None
    return pack.suit[trick.cards[0]]


def _is_over(pack: Pack, trick: Trick, index: int) -> bool:
    return len(set(trick.seats)) >= players_with_a_card_for(pack, index)


def _with_next_trick(record: RoundRecord, pack: Pack) -> RoundRecord:
    """Return a record with an empty trick after its last one, if the round has one more."""
    if len(record.tricks) >= pack.hand_size:
        return record
    sent = None if record.sent is None else (*record.sent, sum(own is not None for own in record.sent))
    return record._replace(tricks=(*record.tricks, _NO_PLAYS), sent=sent)


def _presumed_leader(record: RoundRecord, ruleset: Ruleset, trick: Trick) -> int | None:
    """Return the player of the first card, or who leads to the first trick if the first bid was made in turn."""
    if trick.seats:
        return trick.seats[0]
    by_seat = ruleset.parameters.play.opening_leader not in {"high_bidder", "lowest_club"}
    return leader_by_seat(ruleset.parameters, record) if by_seat and len(record.tricks) == 1 else None


def _leader_decided_by(record: RoundRecord, ruleset: Ruleset, index: int) -> Location:
    """Return what would show who leads to the trick at this index."""
    if not index:
        by_bids_or_cards: dict[str, Location] = {"high_bidder": ("bids",), "lowest_club": ("hands",)}
        return by_bids_or_cards.get(ruleset.parameters.play.opening_leader, _opener_decided_by(ruleset))
    # A claimed winner decides between unread cards, but not which of two cards of one player counts.
    before = record.tricks[index - 1]
    return ("tricks", index - 1, "winner" if len(set(before.seats)) == len(before.seats) else "plays")


def _cards(
    context: ReplayContext, seat: int, led: int | None, broken: Broken
) -> tuple[CardOptions | None, Location | None]:
    """Return which cards a player may play, or None with what would show it; neither if his hand is not listed."""
    record, ruleset, pack, known = context.record, context.ruleset, context.pack, context.known
    hand, index, trick = record.hands[seat], len(record.tricks) - 1, record.tricks[-1]
    if hand is None:
        return None, None
    shown = shown_in(record.tricks, pack.players).by_seat
    own = [card for each in record.tricks for owner, card in zip(each.seats, each.cards, strict=True) if owner == seat]
    left = known.certain[seat] & ~shown[seat]
    is_known = known.complete[seat] and not (known.contradicted[seat] or known.unknown[seat])
    is_known = is_known and len(set(own)) == len(own) and all(seat in each.seats for each in record.tricks[:index])
    seen_elsewhere = left & united(mask for other, mask in enumerate(shown) if other != seat)
    if not is_known or seen_elsewhere or UNREAD in own:
        where = context.decided_by(LoggedCard(index, len(trick.seats), seat, UNREAD))
        return None, where[:2] if where[0] == "hands" else where
    if trick.seats and led in {None, UNKNOWN_SUIT}:
        return None, ("tricks", index, "plays", 0) if trick.cards[0] == UNREAD else ("tricks", index, "plays")
    listed = [card for card in hand if left & BIT[card]]
    cards = (*listed, *[card for card in cards_in(left) if card not in listed])
    ways = [Broken.NO, Broken.YES] if broken is Broken.MAYBE and not trick.seats else [broken]
    options = [card_options(ruleset, pack, cards, Moment(trick.cards, index + 1, way is Broken.YES)) for way in ways]
    if any(each.legal != options[0].legal for each in options):
        return None, ("tricks", index, "spades_broken")
    return options[0], None
