"""What rulings on one record decide, issue by issue, so that those under several rulesets can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

from service.spades.errors import Fault
from service.spades.findings import Finding, Location
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Effect, Ruling
from service.spades.table import Table

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


class Cause(NamedTuple):
    """Parameters that make a difference: a ruleset that has their values from another one decides like that one.

    None of them can be left out. There are none if the search found none within its bound.
    """

    ruleset: int
    """The index of the ruleset that is changed."""
    other: int
    """The index of the ruleset that the values are taken from."""
    parameters: tuple[str, ...]


class Difference(NamedTuple):
    """An issue that is not decided alike under all rulesets that can read the record."""

    issue: Issue
    values: tuple[str | None, ...]
    """For each ruleset, its value; None if the record can't be read under it."""
    causes: tuple[Cause, ...]


class RoundComparison(NamedTuple):
    """One round under several rulesets."""

    results: tuple[Under, ...]
    """In the order of the rulesets."""
    differences: tuple[Difference, ...]
    parameters: tuple[str, ...]
    """Those of the causes, in the order of the rulebook."""
    audits: int
    """The audits that were spent, of those allowed (`causes.MOST_AUDITS`)."""


Read: TypeAlias = RoundRecord | tuple[Fault, ...]
"""A record as a ruleset reads it, or the faults that keep it from being read."""


READABLE: Final = Issue("readable")


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
