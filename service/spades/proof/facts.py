"""What a record proves by itself: the deal, the bids and the play, before calls, penalties and the sheet."""

from __future__ import annotations

from service.spades.cards import UNREAD
from service.spades.deal.auction import examine_bids
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.hands_drawn import examine_draws
from service.spades.deal.model import Auction
from service.spades.findings import Reporter
from service.spades.play.evidence import (
    Knowledge,
    Replay,
    ReplayContext,
    knowledge_from_lists,
    knowledge_from_log,
    with_conflicts,
)
from service.spades.play.replay import replay
from service.spades.play.turn_order import opening_leader
from service.spades.proof.affected_tricks import with_alternatives
from service.spades.proof.model import Facts
from service.spades.record.log import Log
from service.spades.record.model import RoundContext, RoundRecord, context_of, may_be_incomplete
from service.spades.rules.ruleset import Ruleset


def facts_of(record: RoundRecord, ruleset: Ruleset, *, strict: bool = False) -> Facts:
    """Return what the deal, the bids and the play of a record prove, and what they leave open.

    If ``strict``, raises `Contradiction` as soon as the record contradicts itself in its cards or plays.
    """
    reporter = Reporter(record.table, strict=strict)
    deal, auction = _before_play(context_of(record, ruleset), reporter)
    context = deal.context
    before_play = (*reporter.findings, *auction.findings)
    play, known = _replay(deal, auction, offset=len(before_play), strict=strict)
    findings = (*before_play, *play.findings)
    if play.findings:
        findings = with_alternatives(findings, record, context.pack)
    open_plays = tuple([with_conflicts(each, findings, known) for each in play.undecided])
    return Facts(context, auction, play, known, findings, (*reporter.undecided, *auction.undecided, *open_plays))


def known_hands(record: RoundRecord, ruleset: Ruleset) -> Knowledge:
    """Return what the lists and the log of a record show of every hand when the play began."""
    deal, _ = _before_play(context_of(record, ruleset), Reporter(record.table))
    return knowledge_from_log(record, deal.context.pack, deal.holdings, deal.log)


def _before_play(context: RoundContext[RoundRecord], reporter: Reporter) -> tuple[Deal, Auction]:
    """Judge the deal and the bids of a record; return them with the cards passed."""
    record = context.record
    if record.draws is not None:
        context = context._replace(record=examine_draws(context, reporter))
    deal = Deal(context, Log(context.record, context.pack), reporter)
    bidding_over = bool(record.tricks) or may_be_incomplete(context)
    auction = examine_bids(context, deal.spades_dealt, bidding_over=bidding_over)
    deal.pass_cards(auction.contracts)
    return deal, auction


def _replay(deal: Deal, auction: Auction, *, offset: int, strict: bool) -> tuple[Replay, Knowledge]:
    """Replay the log, first by the listed hands alone; their cards are searched for in the log only if they don't fit.

    ``offset`` is the number of findings that come before those of the play.
    """
    record, ruleset, pack, _ = deal.context
    holdings = deal.holdings
    known = knowledge_from_lists(holdings)
    # With unknown cards the lists alone don't fit, which is no contradiction.
    if known is not None and not (strict and _has_unknown_cards(record, pack.players)):
        context = ReplayContext(record, ruleset, pack, auction.contracts, known, holdings.complete, strict=strict)
        play = replay(context, opening_leader(context), offset=offset)
        if not play.surprised:
            return play, known
    known = knowledge_from_log(record, pack, holdings, deal.log)
    context = ReplayContext(record, ruleset, pack, auction.contracts, known, holdings.complete, strict=strict)
    return replay(context, opening_leader(context), offset=offset), known


def _has_unknown_cards(record: RoundRecord, players: int) -> bool:
    """Return whether a trick of the log lacks a card, or has one that could not be read."""
    return any(len(trick.seats) != players or UNREAD in trick.cards for trick in record.tricks)
