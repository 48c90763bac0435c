"""Record in, ruling out: the findings, who won which trick, the score as played, the penalties, the score as ruled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from service.spades.catalogue.entries import Severity
from service.spades.claims.tested_claim import RECORD_BUDGET
from service.spades.findings import Finding
from service.spades.proof.contradictions import errors_among, is_void, weigh
from service.spades.proof.facts import Facts, Weighed, affected_from, facts_of, find_leads
from service.spades.record.log import RoundContext, context_of, may_be_incomplete
from service.spades.record.model import RoundRecord, RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.accusations import Calls, answer_accusations
from service.spades.ruling.claimed_round import rule_on_claim, split_as_reported
from service.spades.ruling.model import Circumstances, Difference, OfferedReading, Penalised, Ruling, verdict_of
from service.spades.ruling.penalties import NoPenalty, costly_offences, penalties_for, penalties_of_void_round
from service.spades.ruling.score_sheet import Computed, check_sheet, check_total, differences
from service.spades.scoring.model import NO_ADJUSTMENT, SideScore
from service.spades.scoring.round import SidePlay, plays_of, score_audited_row, score_sides, void_scores
from service.spades.slips.suspects import Mended

_NO_CALLS: Final = Calls((), (), frozenset())
_NO_PENALTIES: Final = Penalised((), ())
MOST_OFFERED: Final = 8
"""The most readings that are offered; the contract states it too."""


def audit(record: RoundRecord, ruleset: Ruleset, claim_budget: int = RECORD_BUDGET) -> Ruling:
    """Rule on a round record; the ruleset must have a pack for its number of players.

    ``claim_budget`` is the number of positions that may be searched for a claim that was not accepted. Raises
    `UnreadableRecord` if the record has cards of which nobody can say whose they are.
    """
    record = find_leads(record, ruleset)
    facts = facts_of(record, ruleset)
    if not facts.findings and (record.reported is None or record.claim is not None or facts.play.complete):
        return _rule_on(record, facts, claim_budget=claim_budget)
    weighed = weigh(record, ruleset, facts)
    readings = tuple(reading.facts for reading in weighed.readings)
    ruling = _rule_on(record, weighed.facts, readings, claim_budget=claim_budget)
    return _with_readings(ruling, weighed)


def _rule_on(record: RoundRecord, facts: Facts, readings: Sequence[Facts] = (), *, claim_budget: int = 0) -> Ruling:
    """Rule on a round record by what was found in it, and in its ``readings``.

    Without a ``claim_budget``, as for a reading, a claim is proved by counting or not at all.
    """
    ruleset, claim, before_claim = facts.context.ruleset, None, facts.play.tricks_won
    findings, undecided = facts.findings, facts.undecided
    if record.claim is not None:
        claimed = rule_on_claim(facts, record.claim, claim_budget)
        findings, undecided = findings + claimed.findings, undecided + claimed.undecided
        facts, claim = claimed.facts._replace(findings=findings, undecided=undecided), claimed.claim
    play = facts.play
    calls = _NO_CALLS if record.accusations is None else answer_accusations(record.accusations, facts, readings)
    findings += calls.findings
    complete = play.complete and facts.auction.complete
    # If no card could win a trick, the tricks won don't add up: then there is no score (step 1).
    all_won = play.complete and sum(play.tricks_won) == (len(record.tricks) if claim is None else claim.size)
    scored, decisions = complete and all_won, record.decisions
    counts = not decisions.is_broken_off(finished=scored)
    void, penalised = decisions.void, _NO_PENALTIES
    if findings:
        called = None if record.accusations is None else calls.called
        void = void or is_void(ruleset, findings)
        findings, penalised = _penalise(facts, findings, calls, Circumstances(called, void, scored, counts))
    side_tricks = _side_tricks(facts)
    plays = plays_of(facts.context, facts.auction, side_tricks, play.tricks_won)
    if counts:
        as_played, as_ruled = _scores(facts.context, plays, penalised, scored=scored, void=void)
    else:
        as_played = as_ruled = void_scores(facts.context, plays)
    computed = Computed(
        won=_won_as_reported(facts, before_claim) if all_won else None,
        as_played=as_played,
        as_ruled=as_ruled,
    )
    findings, undecided, sheet_differences = _with_sheet(facts.context, computed, findings, undecided)
    return Ruling(
        record=record,
        verdict="void" if void else verdict_of(findings, undecided),
        complete=complete,
        findings=findings,
        undecided=undecided,
        tricks=play.tricks,
        tricks_won=play.tricks_won,
        side_tricks=side_tricks,
        as_played=as_played,
        affected_from=affected_from(findings) if findings else None,
        answers=None if record.accusations is None else calls.answers,
        penalties=penalised.penalties,
        as_ruled=as_ruled,
        differences=sheet_differences,
        claim=claim,
    )


def _won_as_reported(facts: Facts, before_claim: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each seat the tricks with which a sheet is compared."""
    reported = facts.context.record.reported
    if not facts.play.claimed or reported is None or reported.tricks_won is None:
        return facts.play.tricks_won
    return split_as_reported(facts, reported.tricks_won, before_claim)


def audit_row(result: RoundResult, ruleset: Ruleset) -> Ruling:
    """Rule on a row of a score sheet: judge its bids, and check its claims against the score of its bids and tricks."""
    context = context_of(result, ruleset)
    auction, scores = score_audited_row(context)
    computed = Computed(won=None, as_played=scores, as_ruled=scores)
    found = auction.findings
    if not may_be_incomplete(context):
        found += check_total(context)
    findings, undecided, sheet_differences = _with_sheet(context, computed, found, auction.undecided)
    return Ruling(
        record=result,
        verdict="void" if result.decisions.void else verdict_of(findings, undecided),
        complete=auction.complete and sum(result.side_tricks) == context.pack.hand_size,
        findings=findings,
        undecided=undecided,
        tricks=None,
        tricks_won=result.seat_tricks,
        side_tricks=result.side_tricks,
        as_played=scores,
        as_ruled=scores,
        differences=sheet_differences,
    )


def _penalise(
    facts: Facts, findings: tuple[Finding, ...], calls: Calls, circumstances: Circumstances
) -> tuple[tuple[Finding, ...], Penalised]:
    """Return the findings, with the reason why an offence costs nothing, and the penalties of the others."""
    table, rules = facts.context.table, facts.context.ruleset.parameters.irregularities
    offences = costly_offences(rules, table, findings)
    if not circumstances.counts:
        penalised = _NO_PENALTIES
    elif circumstances.void:
        penalised = penalties_of_void_round(table, findings)
    else:
        penalised = penalties_for(facts, offences, circumstances)
    return NoPenalty(rules, offences, calls.answers, circumstances).explain(findings), penalised


def _with_readings(ruling: Ruling, weighed: Weighed) -> Ruling:
    """Return the ruling on a record that contradicts itself with the readings that mend it, if there are any.

    Those with the fewest offences come first, then those that fit the score sheet best.
    """
    if not weighed.readings:
        return ruling
    ranked = sorted(weighed.readings, key=lambda reading: _count(reading.facts.findings, "offence"))
    judged = [(reading, _rule_on(reading.mended.record, reading.facts)) for reading in ranked[: 2 * MOST_OFFERED]]
    judged.sort(key=lambda pair: (_count(pair[1].findings, "offence"), _count(pair[1].findings, "error")))
    del judged[MOST_OFFERED:]
    # Figures of the sheet that are right in every reading follow from the slip.
    cause = errors_among(ruling.findings)[0]
    left = {finding.location for _, other in judged for finding in other.findings}
    findings = tuple(
        finding._replace(follows=cause)
        if finding.properties.sheet_row and finding.follows is None and finding.location not in left
        else finding
        for finding in ruling.findings
    )
    offered = tuple(_offered(reading.mended, other) for reading, other in judged)
    return ruling._replace(findings=findings, readings=offered)


def _count(findings: Iterable[Finding], severity: Severity) -> int:
    return sum(finding.severity == severity for finding in findings)


def _offered(mended: Mended, ruling: Ruling) -> OfferedReading:
    offences = [finding for finding in ruling.findings if finding.severity == "offence"]
    return OfferedReading(
        mended.slip,
        mended.changes,
        ruling.verdict,
        tuple(map(mended.finding_as_offered, offences)),
        None if ruling.as_ruled is None else tuple(side.points for side in ruling.as_ruled),
        mended.detail,
    )


def _side_tricks(facts: Facts) -> tuple[int, ...]:
    """Return the tricks that each side won."""
    table = facts.context.table
    won = [0] * len(table.sides)
    for seat, tricks in enumerate(facts.play.tricks_won):
        won[table.side_of[seat]] += tricks
    return tuple(won)


def _scores(
    context: RoundContext[RoundRecord], plays: tuple[SidePlay, ...], penalised: Penalised, *, scored: bool, void: bool
) -> tuple[tuple[SideScore, ...] | None, tuple[SideScore, ...] | None]:
    """Return the score as played and as ruled: the same object if no penalty changes it; None for no score."""
    as_played = as_ruled = score_sides(context, plays) if scored else None
    if void or (as_played and penalised.adjustments.count(NO_ADJUSTMENT) < len(penalised.adjustments)):
        as_ruled = score_sides(context, plays, penalised.adjustments, as_played)
    return as_played, as_ruled


def _with_sheet(
    context: RoundContext[RoundRecord | RoundResult],
    computed: Computed,
    findings: tuple[Finding, ...],
    undecided: tuple[Finding, ...],
) -> tuple[tuple[Finding, ...], tuple[Finding, ...], tuple[Difference, ...] | None]:
    """Return the findings and open questions with those about the sheet, and its differences (None without one)."""
    reported = context.record.reported
    if reported is None:
        return findings, undecided, None
    sheet = check_sheet(reported, context, computed, offset=len(findings))
    sheet_differences = differences(reported, context, computed.won, computed.as_ruled)
    return findings + sheet.findings, undecided + sheet.undecided, sheet_differences
