"""A record that contradicts itself only in an order: the dealer, or two neighbouring tricks, as the turns show.

No entry contradicts another here. But a dealer who makes both the bidding and the opening lead irregular, and two
tricks that are led wrongly and would be led rightly in each other's place, are slips rather than so many offences in a
row (docs/rules.md, "Slips before accusations").
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple, TypeAlias

from service.spades.findings import Finding, Key, Reporter, accusing, key_of
from service.spades.proof.model import Facts
from service.spades.record.model import RoundRecord
from service.spades.sentence import say
from service.spades.slips.in_names import led_by, other_dealers
from service.spades.slips.in_plays import exchanges_in
from service.spades.slips.in_tricks import neighbours_exchanged
from service.spades.slips.leads import led_anew
from service.spades.slips.model import Mended

Judge: TypeAlias = Callable[[RoundRecord], Facts]
_FEWEST_LEADS: Final = 2
"""So many wrong leads make an exchange of two tricks likelier than the leads."""
_FEWEST_OFFENCES: Final = 2
"""So many offences make one wrong name likelier than the offences."""


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


def doubtful_turns(record: RoundRecord, facts: Facts, judge: Judge) -> set[Key]:
    """Return the offences of turn that a wrong dealer, or an exchange of neighbouring tricks, would explain.

    This is for a record that has been mended once, or without its suspect entries.
    """
    leads = _wrong_leads(facts)
    explained = {key for trial in _exchanges(record, facts, leads, judge) for key in trial.explained}
    wrong = _dealer(record, facts, judge) if 1 in leads else None
    return explained | {key_of(each) for each in (wrong.explained if wrong is not None else ())}


def errors_among(findings: Iterable[Finding]) -> tuple[int, ...]:
    """Return the indices of the errors of a record that contradicts itself, a missing bid only if there is no other."""
    errors = [(index, each.code) for index, each in enumerate(findings) if each.severity == "error"]
    return tuple([index for index, code in errors if code != "bid_missing"] or [index for index, _ in errors])


def wrong_order(record: RoundRecord, facts: Facts, judge: Judge) -> WrongOrder | None:
    """Return what is in the wrong order in a record that shows no error, None if nothing is.

    ``judge`` returns what is found in a record.
    """
    leads = _wrong_leads(facts)
    found = _dealer(record, facts, judge) if 1 in leads else None
    if found is not None:
        return found
    found, named = _neighbours(record, facts, leads, judge), list(_leaders_named(record, facts, judge))
    if not named:
        return found
    readings = [reading for each in named for reading in each.readings]
    if found is not None:
        return WrongOrder(found.error, (), [*found.readings, *readings])
    return named[0] if len(named) == 1 else WrongOrder(named[0].error, (), readings)


def _leaders_named(record: RoundRecord, facts: Facts, judge: Judge) -> Iterator[WrongOrder]:
    """Yield the errors of tricks in short forms that name a wrong leader.

    With that name at least two offences are proved that are none with the name of the player who was to lead, and that
    one makes fewer new ones, and no lead a wrong one.
    """
    accused = list(accusing(facts.findings))
    before = {key_of(each) for each in accused}
    for lead in accused if record.short else ():
        expected = None if lead.evidence is None else lead.evidence.expected
        if lead.code != "wrong_leader" or lead.trick is None or expected is None:
            continue
        index = lead.trick - 1
        if record.tricks[index].form == "plays":
            continue
        mended = led_anew(led_by(record, index, expected), record, facts.context.pack)
        other = judge(mended.record)
        after = {key_of(each) for each in accusing(other.findings)}
        explained = tuple(each for each in accused if key_of(each) not in after)
        if any(key[0] == "wrong_leader" for key in after - before) or contradictions_in(other.findings):
            continue
        if len(explained) >= _FEWEST_OFFENCES and len(after) < len(before):
            reporter, claimed = Reporter(record.table), lead.seat or 0
            detail = say("leader_named_wrongly", claimed=claimed, suggested=expected)
            location = ("tricks", index, "leader")
            reporter.report("leader_mismatch", location, detail, trick=lead.trick, seat=claimed)
            yield WrongOrder(reporter.findings[0], explained, [(mended, other)])


def _wrong_leads(facts: Facts) -> set[int | None]:
    """Return the numbers of the tricks that the wrong player led, or may have led."""
    return {
        each.trick
        for each in (*facts.findings, *facts.undecided)
        if each.code == "wrong_leader" and each.severity == "offence"
    }


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
        if not explained((*other.findings, *other.undecided)) and not _contradicts_more(other, facts):
            reporter = Reporter(record.table)
            suggested = mended.changes[0].suggested or 0
            detail = say("wrong_dealer", dealer=record.dealer or 0, suggested=suggested)
            reporter.report("wrong_dealer", ("dealer",), detail, seat=record.dealer)
            return WrongOrder(reporter.findings[0], irregular, [(mended, other)])
    return None


def _contradicts_more(other: Facts, facts: Facts) -> bool:
    """Return whether a record shows more errors than another one, which may show some that nothing mends."""
    return len(contradictions_in(other.findings)) > len(contradictions_in(facts.findings))


def _is_turn_of_draw(finding: Finding) -> bool:
    """Return whether a draw was out of turn, and nothing else."""
    reasons = finding.detail[0].facts["reasons"]
    return isinstance(reasons, tuple) and [getattr(each, "key", "") for each in reasons] == ["draw_out_of_turn"]


def _neighbours(record: RoundRecord, facts: Facts, leads: set[int | None], judge: Judge) -> WrongOrder | None:
    """Return the error of two neighbouring tricks whose wrong leads are none when the tricks are exchanged.

    Every pair that explains several leads is a reading, and so is an exchange of two entries of one trick that explains
    as many of them as the best pair.
    """
    best = sorted(_exchanges(record, facts, leads, judge), key=lambda trial: -len(trial.explained))
    if not best:
        return None
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


def _exchanges(record: RoundRecord, facts: Facts, leads: set[int | None], judge: Judge) -> list[_Trial]:
    """Return the exchanges of two neighbouring tricks that explain several wrong leads."""
    trials = [
        _try(neighbours_exchanged(record, number - 1), number, facts, judge)
        for number in range(1, len(record.tricks) if len(leads) >= _FEWEST_LEADS else 0)
        if len(leads & {number, number + 1, number + 2}) >= _FEWEST_LEADS
    ]
    return [trial for trial in trials if trial is not None]


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
    mended = led_anew(mended, facts.context.record, facts.context.pack)
    before = {key_of(each) for each in accusing((*facts.findings, *facts.undecided))}
    other = judge(mended.record)
    # Leads and turns belong to the place of a trick, which is what the exchange changes.
    keys = {key_of(each) for each in accusing(other.findings)}
    wrong = {key for key in before if key[0] == "wrong_leader" and key[2] in {number, number + 1, number + 2}}
    explained = frozenset(wrong - keys)
    new = any(key[0] == "wrong_leader" and key not in before for key in keys)
    proved = sum(1 for _ in accusing(facts.findings))
    if new or _contradicts_more(other, facts) or len(explained) < _FEWEST_LEADS or len(keys) >= proved:
        return None
    return _Trial(number, explained, mended, other)
