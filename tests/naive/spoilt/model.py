"""What the slips have in common: a reading that mends a slip, a slip applied to a record, and the scene it falls in."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple, TypeAlias

from tests.naive.table import Table
from tests.spades.builders.cards import Json

Offence: TypeAlias = tuple[str, str | None, int | None]
"""Code, player and trick of an offence; the trick is that of the true record, from 1."""
Offences: TypeAlias = "Counter[Offence]"


Make: TypeAlias = "Callable[[Scene, Random], Slip | None]"
"""Makes a slip in a scene, or returns None where there is none to be made."""


class Change(NamedTuple):
    """One place that a reading changes: what stands there, and what should."""

    pointer: str
    recorded: str | None = None
    suggested: str | None = None


class Reading(NamedTuple):
    """How one slip is mended, by the code of the slip."""

    slip: str
    changes: tuple[Change, ...]


@dataclass(frozen=True)
class Scene:
    """A record in which a slip is to be made: as a truthful writer would have left it, and all that is known of it."""

    record: Json
    parameters: Json
    table: Table
    truth: Offences
    leaders: tuple[tuple[str, bool], ...] = ()
    """Who really led to each trick, and whether it was his lead; for short forms alone."""

    def copied(self) -> Json:
        """Return the record, to be changed."""
        return copied(self.record)

    @property
    def whole_tricks(self) -> list[int]:
        """The indices of the tricks that have a play of every player."""
        seats = len(self.table.players)
        return [place for place, trick in enumerate(self.record["tricks"]) if len(trick["plays"]) == seats]


@dataclass(frozen=True)
class Slip:
    """A record with one slip, and how that slip is mended."""

    record: Json
    readings: tuple[Reading, ...]
    """The true one; several only where nobody can tell which of two like entries is the surplus one."""
    origins: tuple[int, ...]
    """For each trick as sent its number in the true record."""
    lost: frozenset[tuple[str, int]] = frozenset()
    """Player and true trick of each play that the record no longer has."""
    contradicts: bool = False
    """Whether a record with this slip contradicts itself whatever it shows; else it does only if an error is found."""
    done: tuple[Offence, ...] = ()
    """What was done wrong beside the slip."""
    hides: bool = False
    """Whether it may hide the contradiction of an earlier one: in a short form nobody writes who led."""

    def then(self, later: Slip) -> Slip:
        """Return this slip and another that was made after it as one."""
        return Slip(
            later.record,
            (),
            tuple(self.origins[number - 1] for number in later.origins),
            self.lost | {(player, self.origins[number - 1]) for player, number in later.lost},
            contradicts=(self.contradicts or later.contradicts) and not later.hides,
            done=self.done + later.done,
        )


def copied(record: Json) -> Json:
    """Return a deep copy of a record."""
    copy: Json = json.loads(json.dumps(record))
    return copy


def numbered(record: Json) -> tuple[int, ...]:
    """Return the numbers of the tricks of a record in which each stands in its place."""
    return tuple(range(1, len(record["tricks"]) + 1))


def slip_of(record: Json, slip: str, *changes: Change, contradicts: bool = False) -> Slip:
    """Return a slip that leaves each trick in its place, and that one reading mends."""
    return Slip(record, (Reading(slip, changes),), numbered(record), contradicts=contradicts)
