"""Record in, ruling out: every finding in the order of the record, who won what, and the score as played."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from service.spades.bidding import Auction, bids_itself, examine_bids
from service.spades.deal import Deal, Log
from service.spades.docket import Case, with_conflicts
from service.spades.draws import examine_draws
from service.spades.findings import Finding
from service.spades.opening import opening_leader
from service.spades.play import Replay, TrickResult, replay
from service.spades.proof import Knowledge, knowledge, trusted
from service.spades.record import RoundRecord, RoundResult, Standing
from service.spades.ruleset import Ruleset
from service.spades.scoring import SideScore, score_side

Verdict: TypeAlias = Literal["void", "irregular", "undetermined", "clean"]


class Ruling(NamedTuple):
    """The answer to a record."""

    record: RoundRecord
    verdict: Verdict
    complete: bool
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tricks: tuple[TrickResult, ...]
    tricks_won: tuple[int, ...]
    as_played: tuple[SideScore, ...] | None
    """The score as the cards fell; None where the round is not complete."""


class ScoredRound(NamedTuple):
    """The answer to a finished round from a score sheet."""

    result: RoundResult
    findings: tuple[Finding, ...]
    sides: tuple[SideScore, ...]


def audit(record: RoundRecord, ruleset: Ruleset) -> Ruling:
    """Judge a round record by a ruleset that has a table for its number of players."""
    pack = ruleset.packs[len(record.table.players)]
    drawn: list[Finding] = []
    if record.draws is not None:
        record, drawn = examine_draws(record, ruleset, pack)
    log = Log(record, pack)
    deal = Deal(record, ruleset, pack, log, drawn)
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
    )
    deal.pass_cards(auction.contracts)
    found = tuple(deal.findings)
    played, known = _play(deal, auction, offset=len(found) + len(auction.findings))
    findings = (*found, *auction.findings, *played.findings)
    undecided = auction.undecided + tuple(
        with_conflicts(each, findings, record.table, known) for each in played.undecided
    )
    complete = played.complete and auction.complete
    # A trick that no card could win leaves the tricks short of the hand size: then there is no score (step 1).
    scored = complete and sum(played.tricks_won) == pack.hand_size
    won = played.tricks_won
    by_side = tuple([sum([won[seat] for seat in side.seats]) for side in record.table.sides])
    return Ruling(
        record=record,
        verdict=_verdict(findings, undecided),
        complete=complete,
        findings=findings,
        undecided=undecided,
        tricks=played.tricks,
        tricks_won=won,
        as_played=_side_scores(record, ruleset, auction, by_side, won) if scored else None,
    )


def score(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round by a ruleset that has a table for its number of players."""
    pack = ruleset.packs[len(result.table.players)]
    auction = examine_bids(
        ruleset,
        pack,
        result.table,
        result.bids,
        dealer=result.dealer,
        round_number=result.round_number,
        before=result.before,
        deal=None,
        finished=True,
        opener=result.opener,
    )
    sides = _side_scores(result, ruleset, auction, result.side_tricks, result.seat_tricks)
    return ScoredRound(result, auction.findings, sides)


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


def _side_scores(
    played: RoundRecord | RoundResult,
    ruleset: Ruleset,
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
) -> tuple[SideScore, ...]:
    """Score every side of a finished round; an unknown standing counts as 0."""
    before = played.before or (Standing(),) * len(side_tricks)
    unbid = bids_itself(ruleset.parameters, played.round_number)
    return tuple(
        score_side(
            ruleset.parameters,
            side,
            contract,
            tricks=side_tricks[side],
            by_seat=seat_tricks,
            before=before[side],
            hand_size=ruleset.packs[len(played.table.players)].hand_size,
            unbid=unbid,
        )
        for side, contract in enumerate(auction.contracts)
    )


def _verdict(findings: tuple[Finding, ...], undecided: tuple[Finding, ...]) -> Verdict:
    if any(finding.code == "wrong_hand_size" and finding.gravity == "offence" for finding in findings):
        return "void"
    if any(finding.gravity != "note" for finding in findings):
        return "irregular"
    return "undetermined" if undecided else "clean"
