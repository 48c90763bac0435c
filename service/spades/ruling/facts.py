"""What a record proves by itself: the deal, the bids and the play, before calls, penalties and the sheet."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.deal.auction import examine_bids
from service.spades.deal.hands_dealt import Deal
from service.spades.deal.hands_drawn import examine_draws
from service.spades.deal.model import Auction
from service.spades.findings import Finding
from service.spades.play.evidence import Knowledge, knowledge, trusted
from service.spades.play.opening_lead import opening_leader
from service.spades.play.play_findings import with_conflicts
from service.spades.play.replay import Replay, replay
from service.spades.play.replay_context import Case
from service.spades.record.log import Log
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.affected_tricks import with_alternatives


class Judged(NamedTuple):
    """What is found in a record, and what it leaves open."""

    auction: Auction
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    played: Replay


def judge(record: RoundRecord, ruleset: Ruleset) -> Judged:
    """Return what the deal, the bids and the play of a record prove, and what they leave open."""
    pack = ruleset.packs[len(record.table.players)]
    drawn: list[Finding] = []
    if record.draws is not None:
        record, drawn = examine_draws(record, ruleset, pack)
    deal = Deal(record, ruleset, pack, Log(record, pack), drawn)
    auction = examine_bids(
        ruleset,
        pack,
        record.table,
        record.bids,
        dealer=record.dealer,
        round_number=record.round_number,
        before=record.before,
        deal=deal,
        finished=bool(record.tricks),
        opener=record.opener,
    )
    deal.pass_cards(auction.contracts)
    found = tuple(deal.findings)
    played, known = _play(deal, auction, offset=len(found) + len(auction.findings))
    findings = (*found, *auction.findings, *played.findings)
    if played.findings:
        findings = with_alternatives(findings, record, pack)
    undecided = auction.undecided + tuple(
        [with_conflicts(each, findings, record.table, known) for each in played.undecided]
    )
    return Judged(auction, findings, undecided, played)


def _play(deal: Deal, auction: Auction, *, offset: int) -> tuple[Replay, Knowledge]:
    """Replay the log; a log that fits faultless hands needs no second look at who held what."""
    holdings = deal.holdings
    known = trusted(holdings)
    if known is not None:
        case = Case(deal.record, deal.ruleset, deal.pack, auction.contracts, known, holdings.complete)
        played = replay(case, opening_leader(case), offset=offset)
        if not played.surprised:
            return played, known
    known = knowledge(deal.record, deal.pack, holdings, deal.log)
    case = Case(deal.record, deal.ruleset, deal.pack, auction.contracts, known, holdings.complete)
    return replay(case, opening_leader(case), offset=offset), known
