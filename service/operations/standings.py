"""The table of a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from service.json_types import Json
from service.media_types import CSV, HTML, MARKDOWN
from service.operations.operation import Computation, Handler
from service.pages.league_page import league_csv, league_page
from service.pages.render import write
from service.problems import SEND_RESULTS
from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.league import GameResult, League, UnscoredGame
from service.spades.ruling.game import score_game
from service.spades.scoring.league_table import league_table
from service.wire.schemas.requests_and_answers import Answer, Request
from service.wire.schemas.standings import LeagueTableSchema, StandingsRequestSchema, Tabulated


def _tabulate(request: Request) -> Tabulated:
    league: League = request.subject
    scored = _scored(league.games)
    rows = league_table(len(league.teams), (*league.results, *scored), league.order, league.points)
    return Tabulated(rows, tuple(each.finished for each in league.results), tuple(each.finished for each in scored))


def _scored(games: Sequence[UnscoredGame]) -> tuple[GameResult, ...]:
    """Return the results of games; raises `UnreadableRecord` for all that only shows in scoring them."""
    results: list[GameResult] = []
    faults: list[Fault] = []
    for index, each in enumerate(games):
        try:
            results.append(_result(each))
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


def _page(media_type: str) -> Callable[[Answer, Json], bytes]:
    return lambda _, table: write(league_page(table), media_type)


def _csv(_: Answer, table: Json) -> bytes:
    return league_csv(table)


HANDLERS: Mapping[str, Handler] = {
    "makeLeagueTable": Computation(
        StandingsRequestSchema(),
        _tabulate,
        LeagueTableSchema(),
        size="game",
        if_too_long=SEND_RESULTS,
        pages={**{media_type: _page(media_type) for media_type in (MARKDOWN, HTML)}, CSV: _csv},
    ),
}
