"""A record that contradicts itself only in an order: the dealer, or two neighbouring tricks, as the turns show.

No entry contradicts another here. But a dealer who makes both the bidding and the opening lead irregular, and two
tricks that are led wrongly and would be led rightly in each other's place, are slips rather than so many offences in a
row (docs/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from service.spades.compared_findings import Key, accusing, key_of
from service.spades.findings import Finding
from service.spades.proof.model import Facts
from service.spades.record.model import RoundRecord
from service.spades.record.reporter import Reporter
from service.spades.sentence import say
from service.spades.slips.in_claims import other_dealers
from service.spades.slips.in_plays import exchanges_in
from service.spades.slips.in_tricks import neighbours_exchanged
from service.spades.slips.model import Mended

Judge: TypeAlias = Callable[[RoundRecord], Facts]
_FEWEST_LEADS = 2
"""So many wrong leads make an exchange of two tricks likelier than the leads."""


class WrongOrder(NamedTuple):
    """An error in the order of a record, the findings that it explains, and the readings without it."""

    error: Finding
    explained: tuple[Finding, ...]
    readings: list[tuple[Mended, Facts]]


def contradictions_in(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return the errors that a record shows against itself.

    A bid that is missing contradicts nothing, unless another one is there twice.
    """
    errors = [each for each in findings if each.severity == "error"]
    if errors and not any(each.code == "bid_repeated" for each in findings):
        errors = [each for each in errors if each.code != "bid_missing"]
    return tuple(errors)


def doubtful_turns(findings: Iterable[Finding]) -> set[Key]:
    """Return the offences of turn that a wrong dealer, or an exchange of neighbouring tricks, would explain.

    This is for a record that has been mended once: whether a second slip really explains them need not be known.
    """
    offences = [each for each in findings if each.severity == "offence"]
    leads = {each.trick or 0 for each in offences if each.code == "wrong_leader"}
    beside = {lead for lead in leads if leads & {lead - 2, lead - 1, lead + 1, lead + 2}}
    if 1 in leads and any(each.code == "bid_out_of_turn" for each in offences):
        beside |= {0, 1}
    return {
        key_of(each)
        for each in offences
        if (each.code == "wrong_leader" and each.trick in beside) or (each.code == "bid_out_of_turn" and 0 in beside)
    }


def errors_among(findings: Iterable[Finding]) -> tuple[int, ...]:
    """Return the indices of the errors of a record that contradicts itself, a missing bid only if there is no other."""
    errors = [(index, each.code) for index, each in enumerate(findings) if each.severity == "error"]
    return tuple([index for index, code in errors if code != "bid_missing"] or [index for index, _ in errors])


def wrong_order(record: RoundRecord, facts: Facts, judge: Judge) -> WrongOrder | None:
    """Return what is in the wrong order in a record that shows no error, None if nothing is.

    ``judge`` returns what is found in a record.
    """
    leads = {
        each.trick
        for each in (*facts.findings, *facts.undecided)
        if each.code == "wrong_leader" and each.severity == "offence"
    }
    found = _dealer(record, facts, judge) if 1 in leads else None
    if found is None and len(leads) >= _FEWEST_LEADS:
        found = _neighbours(record, facts, leads, judge)
    return found


def _dealer(record: RoundRecord, facts: Facts, judge: Judge) -> WrongOrder | None:
    """Return the error of a dealer who makes bidding and opening lead irregular, if another makes neither so."""

    def explained(findings: Iterable[Finding]) -> tuple[Finding, ...]:
        return tuple(
            each
            for each in findings
            if each.code == "bid_out_of_turn"
            or (each.code == "wrong_leader" and each.trick == 1)
            or (each.code == "illegal_draw" and each.severity == "offence" and _is_turn_of_draw(each))
        )

    irregular = explained(facts.findings)
    if not any(each.code == "bid_out_of_turn" for each in irregular):
        return None
    for mended in other_dealers(record):
        other = judge(mended.record)
        if not explained((*other.findings, *other.undecided)) and not contradictions_in(other.findings):
            reporter = Reporter(record.table)
            suggested = mended.changes[0].suggested or 0
            detail = say("wrong_dealer", dealer=record.dealer or 0, suggested=suggested)
            reporter.report("wrong_dealer", ("dealer",), detail, seat=record.dealer)
            return WrongOrder(reporter.findings[0], irregular, [(mended, other)])
    return None


def _is_turn_of_draw(finding: Finding) -> bool:
    """Return whether a draw was out of turn, and nothing else."""
    reasons = finding.detail[0].facts["reasons"]
    return isinstance(reasons, tuple) and [getattr(each, "key", "") for each in reasons] == ["draw_out_of_turn"]


def _neighbours(record: RoundRecord, facts: Facts, leads: set[int | None], judge: Judge) -> WrongOrder | None:
    """Return the error of two neighbouring tricks whose wrong leads are none when the tricks are exchanged.

    Every pair that explains several leads is a reading, and so is an exchange of two entries of one trick that explains
    as many of them as the best pair.
    """
    trials: list[_Trial] = []
    for number in range(1, len(record.tricks)):
        if len(leads & {number, number + 1, number + 2}) >= _FEWEST_LEADS:
            trial = _try(neighbours_exchanged(record, number - 1), number, facts, judge)
            if trial is not None:
                trials.append(trial)
    if not trials:
        return None
    best = sorted(trials, key=lambda trial: -len(trial.explained))
    number, explained = best[0].number, best[0].explained
    # Two entries of one trick, exchanged, make only its own lead and the next one wrong.
    wrong = sorted(int(str(key[2])) for key in explained)
    tricks = [wrong[0] - 1] if wrong[-1] == wrong[0] + 1 else []
    others = [_try(mended, number, facts, judge) for mended in exchanges_in(record, tricks)]
    best += [other for other in others if other is not None and explained <= other.explained]
    reporter = Reporter(record.table)
    detail = say("tricks_in_wrong_order", trick=number, other=number + 1)
    reporter.report("tricks_exchanged", ("tricks", number - 1), detail, trick=number)
    findings = tuple(each for each in facts.findings if key_of(each) in explained) if len(best) == 1 else ()
    return WrongOrder(reporter.findings[0], findings, [(trial.mended, trial.facts) for trial in best])


class _Trial(NamedTuple):
    """A mended record that is led rightly in tricks that were led wrongly."""

    number: int
    """The number of the first of the tricks."""
    explained: frozenset[Key]
    """The wrong leads that it explains."""
    mended: Mended
    facts: Facts


def _try(mended: Mended, number: int, facts: Facts, judge: Judge) -> _Trial | None:
    """Return a mended record if it explains wrong leads of these three tricks, and makes none that is new."""
    before = {key_of(each) for each in accusing((*facts.findings, *facts.undecided))}
    other = judge(mended.record)
    # Leads and turns belong to the place of a trick, which is what the exchange changes.
    keys = {key_of(each) for each in accusing(other.findings)}
    wrong = {key for key in before if key[0] == "wrong_leader" and key[2] in {number, number + 1, number + 2}}
    explained = frozenset(wrong - keys)
    new = any(key[0] == "wrong_leader" and key not in before for key in keys)
    proved = sum(1 for _ in accusing(facts.findings))
    if new or contradictions_in(other.findings) or len(explained) < _FEWEST_LEADS or len(keys) >= proved:
        return None
    return _Trial(number, explained, mended, other)
