"""A league table: what its games count for each team, and the teams in order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, TypeAlias

from service.spades.record.league import GameResult, LeaguePoints, TieBreak
from service.spades.scoring.tie_breaks import Season, TeamGame, TeamTotals, placed

_Ended: TypeAlias = Literal["won", "drawn", "lost"]


class LeagueRow(NamedTuple):
    """The row of a team in a league table."""

    place: int
    team: int
    totals: TeamTotals
    decided_by: TieBreak | None
    """The tie-break that puts it below the row above; None for the first row, and for one on the place of that row."""


def league_table(
    teams: int, results: Iterable[GameResult], order: Sequence[TieBreak], points: LeaguePoints
) -> tuple[LeagueRow, ...]:
    """Return the table of this number of teams; a game that is not over counts for nothing."""
    totals = [TeamTotals()] * teams
    games: list[list[tuple[TeamGame, ...]]] = [[] for _ in range(teams)]
    for result in results:
        if not result.finished:
            continue
        counted = tuple(_counted(result, points))
        game = tuple(TeamGame(team, each.league_points, each.points_for) for team, each in counted)
        for team, each in counted:
            totals[team] = TeamTotals._make(map(sum, zip(totals[team], each, strict=True)))
            games[team].append(game)
    return tuple(_rows(Season(totals, games), order))


def _rows(season: Season, order: Sequence[TieBreak]) -> Iterator[LeagueRow]:
    above = 0
    for group in placed(season, order):
        for index, team in enumerate(group.teams):
            yield LeagueRow(above + 1, team, season.totals[team], None if index else group.decided_by)
        above += len(group.teams)


def _counted(result: GameResult, points: LeaguePoints) -> Iterator[tuple[int, TeamTotals]]:
    """Yield each team of a game with what the game counts for it."""
    winners = _winners(result)
    all_scores = sum(each.score for each in result.standing)
    for team, standing in zip(result.teams, result.standing, strict=True):
        ended: _Ended = "lost" if team not in winners else "won" if len(winners) == 1 else "drawn"
        is_forfeit = ended == "lost" and team in result.forfeited_by
        for_loss = points.forfeit_loss if is_forfeit else points.loss
        yield (
            team,
            TeamTotals(
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
            ),
        )


def _winners(result: GameResult) -> tuple[int, ...]:
    """Return the teams that have won a game: those it names, or the highest score of those that did not forfeit it."""
    if result.winners is not None:
        return result.winners
    scores = {
        team: standing.score
        for team, standing in zip(result.teams, result.standing, strict=True)
        if team not in result.forfeited_by
    }
    best = max(scores.values(), default=None)
    return tuple(team for team, score in scores.items() if score == best)
