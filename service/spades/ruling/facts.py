"""What a record proves by itself: the deal, the bids and the play, before calls, penalties and the sheet."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.deal.auction import examine_bids
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.hands_drawn import examine_draws
from service.spades.deal.model import Auction
from service.spades.findings import Finding
from service.spades.play.evidence import Knowledge, knowledge_from_lists, knowledge_from_log
from service.spades.play.opening_lead import opening_leader
from service.spades.play.play_findings import with_conflicts
from service.spades.play.replay import Replay, replay
from service.spades.play.replay_context import ReplayContext
from service.spades.record.context import RoundContext, context_of
from service.spades.record.log import Log
from service.spades.record.model import RoundRecord
from service.spades.record.reporter import Reporter
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.affected_tricks import with_alternatives


class Facts(NamedTuple):
    """What is found in a record, and what it leaves open."""

    context: RoundContext[RoundRecord]
    auction: Auction
    play: Replay
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def facts_of(record: RoundRecord, ruleset: Ruleset) -> Facts:
    """Return what the deal, the bids and the play of a record prove, and what they leave open."""
    context, reporter = context_of(record, ruleset), Reporter(record.table)
    if record.draws is not None:
        context = context._replace(record=examine_draws(context, reporter))
    deal = Deal(context, Log(context.record, context.pack), reporter)
    auction = examine_bids(context, deal.spades_dealt, bidding_over=bool(record.tricks))
    deal.pass_cards(auction.contracts)
    before_play = (*reporter.findings, *auction.findings)
    play, known = _replay(deal, auction, offset=len(before_play))
    findings = (*before_play, *play.findings)
    if play.findings:
        findings = with_alternatives(findings, record, context.pack)
    open_plays = tuple([with_conflicts(each, findings, known) for each in play.undecided])
    return Facts(context, auction, play, findings, auction.undecided + open_plays)


def _replay(deal: Deal, auction: Auction, *, offset: int) -> tuple[Replay, Knowledge]:
    """Replay the log, first by the listed hands alone; their cards are searched for in the log only if they don't fit.

    ``offset`` is the number of findings that come before those of the play.
    """
    record, ruleset, pack, _ = deal.context
    holdings = deal.holdings
    known = knowledge_from_lists(holdings)
    if known is not None:
        context = ReplayContext(record, ruleset, pack, auction.contracts, known, holdings.complete)
        play = replay(context, opening_leader(context), offset=offset)
        if not play.surprised:
            return play, known
    known = knowledge_from_log(record, pack, holdings, deal.log)
    context = ReplayContext(record, ruleset, pack, auction.contracts, known, holdings.complete)
    return replay(context, opening_leader(context), offset=offset), known
