"""The table of a league."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from service.media_types import CSV
from service.operations.operation import Computation, Handler, pages_with
from service.pages.league_page import league_csv, league_page
from service.problems import SEND_RESULTS
from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.league import GameResult, League, UnscoredGame
from service.spades.ruling.game import score_game
from service.spades.scoring.league_table import league_table
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.standings import LeagueTableSchema, StandingsRequestSchema, Tabulated


def _tabulate(request: Request) -> Tabulated:
    league: League = request.subject
    scored = _scored(league.games)
    rows = league_table(len(league.teams), (*league.results, *scored), league.order, league.points)
    return Tabulated(
        rows, tuple(result.finished for result in league.results), tuple(result.finished for result in scored)
    )


def _scored(games: Sequence[UnscoredGame]) -> tuple[GameResult, ...]:
    """Return the results of games; raises `UnreadableRecord` for all that only shows in scoring them."""
    results: list[GameResult] = []
    faults: list[Fault] = []
    for index, game in enumerate(games):
        try:
            results.append(_result(game))
        except UnreadableRecord as error:
            faults += error.within("games", index).faults
    if faults:
        raise UnreadableRecord(faults)
    return tuple(results)


def _result(unscored: UnscoredGame) -> GameResult:
    played, teams = score_game(unscored.game, unscored.ruleset), unscored.teams
    winners, forfeited = (
        tuple(teams[side] for side in sides) for sides in (played.outcome.winners, played.forfeited_by)
    )
    return GameResult(teams, played.standing or (), played.outcome.finished, winners, forfeited)


HANDLERS: Mapping[str, Handler] = {
    "makeLeagueTable": Computation(
        StandingsRequestSchema(),
        _tabulate,
        LeagueTableSchema(),
        size="game",
        if_too_long=SEND_RESULTS,
        pages={
            **pages_with(lambda _, table: league_page(table)),
            CSV: lambda _, table: league_csv(table),
        },
    ),
}
