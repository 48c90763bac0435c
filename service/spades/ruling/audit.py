"""Record in, ruling out: every finding in the order of the record, who won what, the score as played and as ruled."""

from __future__ import annotations

from service.spades.findings import Finding
from service.spades.play.replay import Replay
from service.spades.record.model import RoundRecord, RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.accusations import Calls, answer
from service.spades.ruling.affected_tricks import affected_from
from service.spades.ruling.differences import differences
from service.spades.ruling.facts import judge
from service.spades.ruling.model import Penalised, Ruling, verdict_of
from service.spades.ruling.penalties import penalties_for
from service.spades.ruling.readings import smallest_correction
from service.spades.ruling.score_sheet import Played, sheet_findings
from service.spades.ruling.unpenalised import Hearing, explained
from service.spades.scoring.model import NO_ADJUSTMENT
from service.spades.scoring.round import sheet_auction, side_scores

_NOT_ASKED = Calls((), (), frozenset())
_NOTHING_WRONG = Penalised((), ())


def audit(record: RoundRecord, ruleset: Ruleset) -> Ruling:
    """Judge a round record by a ruleset that has a table for its number of players."""
    judged = judge(record, ruleset)
    played, findings, undecided = judged.played, judged.findings, judged.undecided
    calls = _NOT_ASKED
    if record.accusations is not None:
        calls = answer(
            record.accusations,
            ruleset,
            record.table,
            findings,
            undecided,
            tricks=record.tricks,
            offset=len(findings),
        )
        findings += calls.findings
    table, won = record.table, played.tricks_won
    complete = played.complete and judged.auction.complete
    # A trick that no card could win leaves the tricks short of those that were played: then there is no score (step 1).
    whole = played.complete and sum(won) == len(record.tricks)
    void, penalised = False, _NOTHING_WRONG
    if findings:
        void = _is_void(ruleset, findings)
        penalised = penalties_for(
            ruleset,
            table,
            judged.auction.contracts,
            findings,
            called=None if record.accusations is None else calls.called,
            winners=tuple([trick.winner for trick in played.tricks]),
            tricks_won=won,
            before=record.before,
            void=void,
            finished=complete and whole,
        )
        findings = explained(
            ruleset.parameters.irregularities,
            table,
            findings,
            Hearing(
                called=None if record.accusations is None else calls.called,
                answers=calls.answers,
                void=void,
                finished=complete and whole,
            ),
        )
    by_side = [0] * len(table.sides)
    for seat, tricks in enumerate(won):
        by_side[table.side_of[seat]] += tricks
    side_tricks = tuple(by_side)
    as_played = as_ruled = None
    if complete and whole:
        as_ruled = as_played = side_scores(record, ruleset, judged.auction, side_tricks, won)
    if void or (as_played and penalised.adjustments.count(NO_ADJUSTMENT) < len(penalised.adjustments)):
        as_ruled = side_scores(record, ruleset, judged.auction, side_tricks, won, adjustments=penalised.adjustments)
    told = None
    if record.reported is not None:
        sheet = sheet_findings(
            record.reported,
            table,
            ruleset,
            won if whole else None,
            as_played=as_played,
            as_ruled=as_ruled,
            played=None if played.complete or void else _how_far(record, played),
            standing_known=record.before is not None,
            offset=len(findings),
        )
        findings += sheet.findings
        undecided += sheet.undecided
        told = differences(record.reported, table, ruleset, won if whole else None, as_ruled)
    return Ruling(
        table=table,
        verdict="void" if void else verdict_of(findings, undecided),
        complete=complete,
        findings=findings,
        undecided=undecided,
        tricks=played.tricks,
        tricks_won=won,
        side_tricks=side_tricks,
        as_played=as_played,
        affected_from=affected_from(findings) if findings else None,
        answers=None if record.accusations is None else calls.answers,
        penalties=penalised.penalties,
        as_ruled=as_ruled,
        differences=told,
        correction=smallest_correction(record, ruleset, findings, lambda other: judge(other, ruleset).findings)
        if findings
        else None,
    )


def audit_row(result: RoundResult, ruleset: Ruleset) -> Ruling:
    """Rule on a row of a score sheet: its bids, and what it claims against what its bids and tricks make."""
    auction = sheet_auction(result, ruleset)
    scores = side_scores(result, ruleset, auction, result.side_tricks, result.seat_tricks)
    findings, undecided, told = auction.findings, auction.undecided, None
    if result.reported is not None:
        reported = result.reported
        sheet = sheet_findings(
            reported,
            result.table,
            ruleset,
            None,
            as_played=scores,
            as_ruled=scores,
            played=None,
            standing_known=result.before is not None,
            offset=len(findings),
        )
        findings += sheet.findings
        undecided += sheet.undecided
        told = differences(reported, result.table, ruleset, None, scores)
    return Ruling(
        table=result.table,
        verdict=verdict_of(findings, undecided),
        complete=True,
        findings=findings,
        undecided=undecided,
        tricks=None,
        tricks_won=result.seat_tricks,
        side_tricks=result.side_tricks,
        as_played=scores,
        as_ruled=scores,
        differences=told,
    )


def _how_far(record: RoundRecord, played: Replay) -> Played:
    return Played(played.finished, begun=played.finished < len(record.tricks))


def _is_void(ruleset: Ruleset, findings: tuple[Finding, ...]) -> bool:
    """Tell whether a hand is proved to have had a wrong number of cards, where that voids the round."""
    return ruleset.parameters.irregularities.wrong_count == "void_round" and any(
        finding.code == "wrong_hand_size" and finding.gravity == "offence" for finding in findings
    )
