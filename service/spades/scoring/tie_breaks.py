"""The tie-breaks of a league table: what each of them compares, and teams ordered by one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias

from service.spades.record.league import TieBreak

_TWO: Final = 2


class TeamGame(NamedTuple):
    """What one game counts for one of its teams."""

    team: int
    league_points: int
    score: int


class TeamTotals(NamedTuple):
    """What all its games count for a team, added up."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    forfeits: int = 0
    """Those of the games lost that it forfeited."""
    league_points: int = 0
    points_for: int = 0
    points_against: int = 0
    bags: int = 0
    sets: int = 0
    revokes: int = 0

    @property
    def difference(self) -> int:
        """Points for less points against."""
        return self.points_for - self.points_against

    @property
    def win_rate(self) -> Fraction:
        """The share of its games that it has won, half a game for a draw; 0 if it has not played."""
        return Fraction(2 * self.won + self.drawn, 2 * self.played) if self.played else Fraction(0)


class Placed(NamedTuple):
    """Teams that share a place, in order, and the tie-break that puts them below the ones before them."""

    teams: tuple[int, ...]
    decided_by: TieBreak | None


class Season(NamedTuple):
    """What teams are compared by: their totals, and the games of each, every game as what it counts for its teams."""

    totals: Sequence[TeamTotals]
    games: Sequence[Sequence[Sequence[TeamGame]]]


_Value: TypeAlias = int | Fraction
_OF_TOTALS: Final[Mapping[TieBreak, Callable[[TeamTotals], _Value]]] = MappingProxyType(
    {
        "league_points": lambda team: team.league_points,
        "won": lambda team: team.won,
        "win_rate": lambda team: team.win_rate,
        "points_difference": lambda team: team.difference,
        "points_for": lambda team: team.points_for,
        "points_against": lambda team: -team.points_against,
        "fewest_bags": lambda team: -team.bags,
        "fewest_sets": lambda team: -team.sets,
        "fewest_revokes": lambda team: -team.revokes,
    }
)
"""The tie-breaks that compare totals: the higher value is placed higher."""


def placed(season: Season, order: Iterable[TieBreak]) -> list[Placed]:
    """Order the teams by one tie-break after the other, each only among teams that those before it leave equal.

    Teams that all of them leave equal share a place, in the order of their numbers.
    """
    groups = [Placed(tuple(range(len(season.totals))), None)]
    for tie_break in order:
        groups = [part for group in groups for part in _parted(season, group, tie_break)]
    return groups


def _parted(season: Season, group: Placed, tie_break: TieBreak) -> Iterator[Placed]:
    """Yield the parts of a group that a tie-break leaves equal, the highest first."""
    if len(group.teams) < _TWO:
        yield group
        return
    values = _values(season, group.teams, tie_break)
    in_order = sorted(group.teams, key=lambda team: (-values[team], team))
    decided_by = group.decided_by
    for _, equal in groupby(in_order, values.__getitem__):
        yield Placed(tuple(equal), decided_by)
        decided_by = tie_break


def _values(season: Season, teams: tuple[int, ...], tie_break: TieBreak) -> Mapping[int, _Value]:
    """Return what a tie-break compares, by team."""
    if tie_break in _OF_TOTALS:
        value = _OF_TOTALS[tie_break]
        return {team: value(season.totals[team]) for team in teams}
    count = _difference_in if tie_break == "head_to_head_difference" else _league_points_in
    equal = frozenset(teams)
    return {team: sum(count(*each) for each in _head_to_head(season.games[team], team, equal)) for team in teams}


def _head_to_head(
    games: Sequence[Sequence[TeamGame]], team: int, equal: frozenset[int]
) -> Iterator[tuple[TeamGame, list[TeamGame]]]:
    """Yield what the games between teams that are equal count for one of them, and for the others among them."""
    for game in games:
        others = [each for each in game if each.team != team and each.team in equal]
        if others:
            yield next(each for each in game if each.team == team), others


def _league_points_in(own: TeamGame, _: list[TeamGame]) -> int:
    return own.league_points


def _difference_in(own: TeamGame, others: list[TeamGame]) -> int:
    return own.score - sum(each.score for each in others)
