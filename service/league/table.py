"""A league table: what its games count for each team, and the teams in order, tie-break by tie-break."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from service.league.results import GameResult, League, LeaguePoints, TieBreak


class TeamGame(NamedTuple):
    """What one game counts for one of its teams, or for one of the players on a side."""

    team: int
    side: int
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
    byes: int = 0
    adjusted: int = 0
    """Those of the league points that the organiser gave, below 0 if points were taken."""

    @property
    def points_difference(self) -> int:
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
        "points_difference": lambda team: team.points_difference,
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
    if len(group.teams) <= 1:
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
    equal = frozenset(teams)
    met = {team: list(_head_to_head(season.games[team], team, equal)) for team in teams}
    if tie_break == "head_to_head_difference":
        return {
            team: sum(own.score - sum(other.score for other in others) for own, others in met[team]) for team in teams
        }
    return {team: sum(own.league_points for own, _ in met[team]) for team in teams}


def _head_to_head(
    games: Sequence[Sequence[TeamGame]], team: int, equal: frozenset[int]
) -> Iterator[tuple[TeamGame, list[TeamGame]]]:
    """Yield what the games between teams that are equal count for one of them, and for the others among them."""
    for game in games:
        own = next(own for own in game if own.team == team)
        # By side: two opponents who are partners have one score.
        others = {other.side: other for other in game if other.side != own.side and other.team in equal}
        if others:
            yield own, [*others.values()]


_Ended: TypeAlias = Literal["won", "drawn", "lost"]


class LeagueRow(NamedTuple):
    """The row of a team in a league table."""

    place: int
    team: int
    totals: TeamTotals
    decided_by: TieBreak | None
    """The tie-break that puts it below the row above; None for the first row, and for one on the place of that row."""


def league_table(league: League, scored: Iterable[GameResult]) -> tuple[LeagueRow, ...]:
    """Return the table of a league with the results of its games; what is not over or no contest counts for nothing.

    What a game counts for a side counts for each player on it, where players have a row each.
    """
    totals = [TeamTotals()] * len(league.teams)
    games: list[list[tuple[TeamGame, ...]]] = [[] for _ in league.teams]
    for result in (*league.results, *scored):
        if not result.finished:
            continue
        counted = tuple(_counted(result, league.points))
        game = tuple(
            TeamGame(team, side, counts.league_points, counts.points_for)
            for side, counts in enumerate(counted)
            for team in result.sides[side]
        )
        for played in game:
            totals[played.team] = _sum(totals[played.team], counted[played.side])
            games[played.team].append(game)
    for team in league.byes:
        totals[team] = _sum(totals[team], TeamTotals(byes=1, league_points=league.points.bye))
    for team, points, _ in league.adjustments:
        totals[team] = _sum(totals[team], TeamTotals(league_points=points, adjusted=points))
    return tuple(_rows(Season(totals, games), league.order))


def _sum(one: TeamTotals, other: TeamTotals) -> TeamTotals:
    return TeamTotals._make(map(sum, zip(one, other, strict=True)))


def _rows(season: Season, order: Sequence[TieBreak]) -> Iterator[LeagueRow]:
    above = 0
    for group in placed(season, order):
        for index, team in enumerate(group.teams):
            yield LeagueRow(above + 1, team, season.totals[team], None if index else group.decided_by)
        above += len(group.teams)


def _counted(result: GameResult, points: LeaguePoints) -> Iterator[TeamTotals]:
    """Yield what a game counts for each of its sides."""
    winners = _winners(result)
    all_scores = sum(standing.score for standing in result.standing)
    for side, standing in enumerate(result.standing):
        ended: _Ended = "lost" if side not in winners else "won" if len(winners) == 1 else "drawn"
        is_forfeit = ended == "lost" and side in result.forfeited_by
        for_loss = points.forfeit_loss if is_forfeit else points.loss
        yield TeamTotals(
            played=1,
            won=int(ended == "won"),
            drawn=int(ended == "drawn"),
            lost=int(ended == "lost"),
            forfeits=int(is_forfeit),
            league_points={"won": points.win, "drawn": points.draw, "lost": for_loss}[ended],
            points_for=standing.score,
            points_against=all_scores - standing.score,
            bags=standing.bags,
            sets=standing.sets,
            revokes=standing.revokes,
        )


def _winners(result: GameResult) -> tuple[int, ...]:
    """Return the sides that have won a game: those it names, or the highest score of those that did not forfeit it."""
    if result.winners is not None:
        return result.winners
    scores = {side: standing.score for side, standing in enumerate(result.standing) if side not in result.forfeited_by}
    best = max(scores.values(), default=None)
    return tuple(side for side, score in scores.items() if score == best)
