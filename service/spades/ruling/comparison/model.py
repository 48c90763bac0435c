"""The types of a comparison: what may differ between rulings on one record, and what makes it differ."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.errors import Fault
from service.spades.findings import Location
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Effect, Ruling

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
"""The value of each subject that a ruling may have nothing to say of."""


class Accused(NamedTuple):
    """A finding or an open question, by what is the same of it under every ruleset."""

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
    """For each ruleset its value; None if the record can't be read under it."""
    causes: tuple[Cause, ...]


class RoundComparison(NamedTuple):
    """One round under several rulesets."""

    results: tuple[Under, ...]
    """In the order of the rulesets."""
    differences: tuple[Difference, ...]
    parameters: tuple[str, ...]
    """Those of the causes, in the order of the rulebook."""
    audits: int
    """What was spent of the most audits (`causes.MOST_AUDITS`)."""


Read: TypeAlias = RoundRecord | tuple[Fault, ...]
"""A record as a ruleset reads it, or the faults that keep it from being read."""
