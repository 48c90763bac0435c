"""One record in, the rulings under several rulesets out, with what differs.

What each ruling decides is taken issue by issue, so that those under several rulesets can be compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from service.analysis.claims.claimed_round import Claims
from service.analysis.claims.tested_claim import RECORD_BUDGET
from service.spades.errors import Fault, UnreadableRecord
from service.spades.findings import Finding, Location
from service.spades.pauses import Pause, no_pause
from service.spades.record.model import RoundRecord
from service.spades.record.parse import parse_record
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.model import Effect, Ruling
from service.spades.table import Table

_CLAIM_BUDGET: Final = 6_000
"""The positions that may be searched for a claim under all rulesets together: an audit alone has 2,000, so that up to
three rulesets have the same."""

Subject: TypeAlias = Literal[
    "readable",
    "verdict",
    "complete",
    "offence",
    "error",
    "undecided",
    "penalty",
    "tricks",
    "points_as_played",
    "points_as_ruled",
    "bags",
]
"""What a difference is about."""
_SUBJECTS: Final[tuple[str, ...]] = get_args(Subject)

IF_ABSENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "offence": "absent",
        "error": "absent",
        "undecided": "absent",
        "penalty": "none",
        "tricks": "none",
        "points_as_played": "none",
        "points_as_ruled": "none",
        "bags": "none",
    }
)
"""The value of a subject if a ruling says nothing of it."""


class Accused(NamedTuple):
    """A finding or an open question, by its members that are the same under every ruleset."""

    place: Location
    """Where it is in the record, whoever led: a play of `cards_by_player` is named by its seat."""
    code: str
    trick: int | None
    seat: int | None
    team: str | None
    """The side, only if it is about no player: the sides are the ruleset's."""


class Issue(NamedTuple):
    """One thing that a ruling decides, and other rulings on the same record decide too."""

    subject: Subject
    accused: Accused | None = None
    """Of a finding, an open question and a penalty: what was found."""
    seats: tuple[int, ...] = ()
    """Of a penalty and a figure: the seats of its side."""
    team: str | None = None
    """The name of that side."""
    effect: Effect | None = None
    """Of a penalty: what it changes."""


Values: TypeAlias = Mapping[Issue, str]
"""What a ruling decides: words and numbers as text, by issue."""


class Under(NamedTuple):
    """The ruling on a record under one ruleset; None, with the faults, if it can't be read under it."""

    ruleset: Ruleset
    ruling: Ruling | None
    faults: tuple[Fault, ...] = ()


class Difference(NamedTuple):
    """An issue that is not decided alike under all rulesets that can read the record."""

    issue: Issue
    values: tuple[str | None, ...]
    """For each ruleset, its value; None if the record can't be read under it."""


class RoundComparison(NamedTuple):
    """One round under several rulesets."""

    results: tuple[Under, ...]
    """In the order of the rulesets."""
    differences: tuple[Difference, ...]


Read: TypeAlias = RoundRecord | tuple[Fault, ...]
"""A record as a ruleset reads it, or the faults that keep it from being read."""
READABLE: Final = Issue("readable")


def read_under(ruleset: Ruleset, request: Mapping[str, Any]) -> Read:
    """Return a record as a ruleset reads it, or the faults that keep it from being read.

    Its bags were left under one of the rulesets: they may be too many for the others, which have other limits.
    """
    try:
        return parse_record(ruleset, request, any_bags=True)
    except UnreadableRecord as error:
        return error.faults


def rule_under(ruleset: Ruleset, read: Read, claims: Claims) -> Under:
    """Return the ruling on a record under a ruleset, or the faults that leave it without one."""
    if not isinstance(read, RoundRecord):
        return Under(ruleset, None, read)
    try:
        return Under(ruleset, audit(read, ruleset, claims))
    except UnreadableRecord as error:  # what only shows in judging: nobody can tell who led a trick
        return Under(ruleset, None, error.faults)


def read_under_each(rulesets: Sequence[Ruleset], request: Mapping[str, Any]) -> tuple[Read, ...]:
    """Read a round record under each ruleset; members as in the contract.

    Raises `UnreadableRecord`, with the faults under all of them, if it can be read under none.
    """
    records = tuple(read_under(ruleset, request) for ruleset in rulesets)
    faults = [read for read in records if not isinstance(read, RoundRecord)]
    if len(faults) == len(records):
        raise UnreadableRecord(_faults_under_all(rulesets, faults))
    return records


def compare_rulings(rulesets: Sequence[Ruleset], records: Sequence[Read], pause: Pause = no_pause) -> RoundComparison:
    """Compare the rulings on a round under several rulesets; ``records`` is how each of them reads it.

    ``pause`` is called from time to time. Raises `UnreadableRecord` if it can be judged under none of them.
    """
    claims = Claims(pause, min(RECORD_BUDGET, _CLAIM_BUDGET // len(rulesets)))
    results = tuple(rule_under(ruleset, read, claims) for ruleset, read in zip(rulesets, records, strict=True))
    if all(under.ruling is None for under in results):
        raise UnreadableRecord(_faults_under_all(rulesets, [under.faults for under in results]))
    decided = list(map(issues_decided, results))
    issues = sorted({issue for own in decided for issue in own}, key=order_of)
    compared = (Difference(issue, tuple(value_in(own, issue) for own in decided)) for issue in issues)
    return RoundComparison(results, tuple(each for each in compared if len({*each.values} - {None}) > 1))


def _faults_under_all(rulesets: Sequence[Ruleset], faults: Sequence[Sequence[Fault]]) -> tuple[Fault, ...]:
    """Return the faults of a record that can be read under no ruleset; one that not all have says under which."""
    shared = set(faults[0]).intersection(*faults)
    found: dict[Fault, None] = {}
    for number, (ruleset, own) in enumerate(zip(rulesets, faults, strict=True), 1):
        for fault in own:
            detail = fault.detail if fault in shared else f"Under ruleset {number}, {ruleset.name}: {fault.detail}"
            found[fault._replace(detail=detail)] = None
    return tuple(found)


def issues_decided(under: Under) -> dict[Issue, str]:
    """Return all that a ruling decides, by issue; if there is no ruling, only that."""
    ruling = under.ruling
    if ruling is None:
        return {READABLE: "no"}
    decided: dict[Issue, str] = {
        READABLE: "yes",
        Issue("verdict"): ruling.verdict,
        Issue("complete"): "yes" if ruling.complete else "no",
    }
    for finding in ruling.findings:
        if finding.severity == "offence":
            established = "established" if finding.established else "not_established"
            value = "found" if finding.established is None else established
            decided[Issue("offence", accused_in(ruling, finding))] = value
        elif finding.severity == "error":
            decided[Issue("error", accused_in(ruling, finding))] = "found"
    for question in ruling.undecided:
        decided[Issue("undecided", accused_in(ruling, question))] = "found"
    tricks: dict[Issue, int] = {}
    for penalty in ruling.penalties:
        side, accused = ruling.table.sides[penalty.side], accused_in(ruling, ruling.findings[penalty.finding])
        issue = Issue("penalty", accused, side.seats, side.name, penalty.effect)
        tricks[issue] = tricks.get(issue, 0) + (penalty.tricks or 0)
        decided[issue] = str(tricks[issue]) if penalty.effect == "tricks" else "applies"
    for index, number in enumerate(ruling.side_tricks):
        decided[_figure("tricks", ruling.table, index)] = str(number)
    for score in ruling.as_played or ():
        decided[_figure("points_as_played", ruling.table, score.side)] = str(score.points)
    for score in ruling.as_ruled or ():
        decided[_figure("points_as_ruled", ruling.table, score.side)] = str(score.points)
        decided[_figure("bags", ruling.table, score.side)] = str(score.after.bags)
    return decided


def value_in(decided: Values, issue: Issue) -> str | None:
    """Return the value of an issue among those decided; None if the record can't be read."""
    if issue != READABLE and decided[READABLE] == "no":
        return None
    return decided.get(issue, IF_ABSENT.get(issue.subject))


def accused_in(ruling: Ruling, finding: Finding) -> Accused:
    """Return the members of a finding that are the same under every ruleset."""
    place = finding.location
    if isinstance(ruling.record, RoundRecord):
        place = _whoever_led(ruling.record, place)
    team = ruling.table.sides[finding.side].name if finding.seat is None and finding.side is not None else None
    return Accused(place, finding.code, finding.trick, finding.seat, team)


def _whoever_led(record: RoundRecord, location: Location) -> Location:
    """Return a location without the position of a play that the record writes under the name of its player."""
    match location:
        case ("tricks", int(trick), "plays", int(play)) if trick < len(record.tricks):
            written = record.tricks[trick]
            if written.form == "cards_by_player" and play < len(written.seats):
                return ("tricks", trick, "cards_by_player", written.seats[play])
    return location


def _figure(subject: Subject, table: Table, side: int) -> Issue:
    return Issue(subject, None, table.sides[side].seats, table.sides[side].name)


def order_of(issue: Issue) -> tuple[int, tuple[tuple[int, str], ...], str, str, tuple[int, ...], str, str]:
    """Return a key that sorts issues by their subjects, and then in the order of the record and of the seats."""
    accused = issue.accused
    place: tuple[tuple[int, str], ...] = ()
    code = offender = ""
    if accused is not None:
        place = tuple((part, "") if isinstance(part, int) else (-1, part) for part in accused.place)
        code, offender = accused.code, f"{accused.seat} {accused.team}"
    return _SUBJECTS.index(issue.subject), place, code, offender, issue.seats, issue.team or "", issue.effect or ""
