"""Record in, ruling out: every finding in the order of the record, who won what, the score as played and as ruled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from service.spades.accusations import AccusationAnswer, Calls, answer
from service.spades.bidding import Auction, bids_itself, examine_bids
from service.spades.correction import Correction, smallest_correction
from service.spades.differences import Difference, differences
from service.spades.faultless import TrickResult
from service.spades.findings import Finding
from service.spades.judgement import judge
from service.spades.penalties import Penalised, Penalty, penalties_for
from service.spades.play import Replay
from service.spades.record import RoundRecord, RoundResult, Standing
from service.spades.ruleset import Ruleset
from service.spades.scoring import NO_ADJUSTMENT, Adjustment, SideScore, score_side
from service.spades.sheet import Played, sheet_findings
from service.spades.table import Table
from service.spades.taint import affected_from
from service.spades.unpunished import Hearing, explained

Verdict: TypeAlias = Literal["void", "irregular", "undetermined", "clean"]
_NOT_ASKED = Calls((), (), frozenset())
_NOTHING_WRONG = Penalised((), ())


class Ruling(NamedTuple):
    """The answer to a record, or to a row of a score sheet."""

    table: Table
    verdict: Verdict
    complete: bool
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    tricks: tuple[TrickResult, ...] | None
    """None for a row of a sheet, which has none."""
    tricks_won: tuple[int | None, ...]
    """For each seat; None where a sheet only has those of the side."""
    side_tricks: tuple[int, ...]
    as_played: tuple[SideScore, ...] | None
    """The score as the cards fell; None where the round is not complete."""
    affected_from: int | None = None
    answers: tuple[AccusationAnswer, ...] | None = None
    """The answers to the accusations; None where none was asked about."""
    penalties: tuple[Penalty, ...] = ()
    as_ruled: tuple[SideScore, ...] | None = None
    """The score after the penalties; of a void round there is one too, which is nothing."""
    differences: tuple[Difference, ...] | None = None
    """None where nothing was reported."""
    correction: Correction | None = None

    def keeping(self, wanted: Callable[[Finding], bool]) -> Ruling:
        """Return this ruling with those findings of the sheet, which come last, that are wanted."""
        findings = tuple(filter(wanted, self.findings))
        return self if len(findings) == len(self.findings) else self._with(findings)

    def followed_by(self, finding: Finding) -> Ruling:
        """Return this ruling with one more finding."""
        return self._with((*self.findings, finding))

    def _with(self, findings: tuple[Finding, ...]) -> Ruling:
        verdict = "void" if self.verdict == "void" else _verdict(findings, self.undecided)
        return self._replace(findings=findings, verdict=verdict)

    def moved(self, move: Callable[[str], str]) -> Ruling:
        """Return this ruling with every pointer moved to where the record stands in a larger request."""
        told, right = self.differences, self.correction
        return self._replace(
            findings=tuple(each.moved(move) for each in self.findings),
            undecided=tuple(each.moved(move) for each in self.undecided),
            differences=told and tuple(each._replace(pointer=move(each.pointer)) for each in told),
            correction=right and right._replace(pointer=move(right.pointer)),
        )


class ScoredRound(NamedTuple):
    """The answer to a finished round from a score sheet."""

    result: RoundResult
    findings: tuple[Finding, ...]
    sides: tuple[SideScore, ...]


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
        as_ruled = as_played = _side_scores(record, ruleset, judged.auction, side_tricks, won)
    if void or (as_played and penalised.adjustments.count(NO_ADJUSTMENT) < len(penalised.adjustments)):
        as_ruled = _side_scores(record, ruleset, judged.auction, side_tricks, won, adjustments=penalised.adjustments)
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
        verdict="void" if void else _verdict(findings, undecided),
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


def score(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round by a ruleset that has a table for its number of players."""
    auction = _sheet_auction(result, ruleset)
    sides = _side_scores(result, ruleset, auction, result.side_tricks, result.seat_tricks)
    return ScoredRound(result, auction.findings, sides)


def audit_row(result: RoundResult, ruleset: Ruleset) -> Ruling:
    """Rule on a row of a score sheet: its bids, and what it claims against what its bids and tricks make."""
    auction = _sheet_auction(result, ruleset)
    scores = _side_scores(result, ruleset, auction, result.side_tricks, result.seat_tricks)
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
        verdict=_verdict(findings, undecided),
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


def _sheet_auction(result: RoundResult, ruleset: Ruleset) -> Auction:
    return examine_bids(
        ruleset,
        ruleset.packs[len(result.table.players)],
        result.table,
        result.bids,
        dealer=result.dealer,
        round_number=result.round_number,
        before=result.before,
        deal=None,
        finished=True,
        opener=result.opener,
    )


def _side_scores(  # noqa: PLR0913 - what a score depends on
    played: RoundRecord | RoundResult,
    ruleset: Ruleset,
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
    *,
    adjustments: tuple[Adjustment, ...] | None = None,
) -> tuple[SideScore, ...]:
    """Score every side of a round, after its adjustments where there are; an unknown standing counts as 0."""
    before = played.before or (Standing(),) * len(side_tricks)
    unbid = bids_itself(ruleset.parameters, played.round_number)
    hand_size = ruleset.packs[len(played.table.players)].hand_size
    return tuple(
        [
            score_side(
                ruleset.parameters,
                side,
                contract,
                tricks=side_tricks[side],
                by_seat=seat_tricks,
                before=before[side],
                hand_size=hand_size,
                unbid=unbid,
                adjustment=NO_ADJUSTMENT if adjustments is None else adjustments[side],
            )
            for side, contract in enumerate(auction.contracts)
        ]
    )


def _how_far(record: RoundRecord, played: Replay) -> Played:
    return Played(played.finished, begun=played.finished < len(record.tricks))


def _is_void(ruleset: Ruleset, findings: tuple[Finding, ...]) -> bool:
    """Tell whether a hand is proved to have had a wrong number of cards, where that voids the round."""
    return ruleset.parameters.irregularities.wrong_count == "void_round" and any(
        finding.code == "wrong_hand_size" and finding.gravity == "offence" for finding in findings
    )


def _verdict(findings: tuple[Finding, ...], undecided: tuple[Finding, ...]) -> Verdict:
    if findings and any(finding.gravity != "note" for finding in findings):
        return "irregular"
    return "undetermined" if undecided else "clean"
