"""Scoring and auditing a game, or a batch of games, and the table of a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from service.analysis.claims.claimed_round import Claims
from service.league.results import GameResult, League, UnscoredGame
from service.league.table import league_table
from service.media_types import CSV, Json, harmless
from service.notations import registry
from service.notations.model import Record, UnwritableRecord
from service.notations.ruled_sheet import first_difference, is_left_out, ruled_sheet, with_points_as_ruled
from service.operations.operation import Batch, Computation, Counts, Handler, Pages, in_page_style, pages_with
from service.pages.content import Page
from service.pages.game_page import game_page
from service.pages.game_standing import comments_on_sheet
from service.pages.league_page import league_csv, league_page
from service.problems import SEND_RESULTS, SEND_ROUNDS, problem_with
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.pauses import Pause
from service.spades.ruling.game import score_game
from service.spades.ruling.game_sheet import audit_game
from service.spades.ruling.model import GameRuling
from service.wire.schemas import Answer, Request
from service.wire.schemas.rounds_and_games import (
    AuditedGameRequestSchema,
    GameRequestSchema,
    GameRulingSchema,
    GameScoreSchema,
    LeagueTableSchema,
    StandingsRequestSchema,
    Tabulated,
)

_REQUEST = AuditedGameRequestSchema()
_SCORE, _RULING = GameScoreSchema(), GameRulingSchema()


def _counts_of_ruling(ruling: GameRuling) -> Counts:
    """Return the counts of the rulings on its rounds."""
    rulings = [played.ruling for played in ruling.played.rounds]
    return Counts(
        [of_round.verdict for of_round in rulings], [found for of_round in rulings for found in of_round.findings]
    )


def _pages(dump: Callable[[Answer], Json]) -> Pages:
    """Return the pages of a game, and its sheet in CSV."""

    def page(answer: Answer, _: Json) -> Page:
        game = answer.ruleset.parameters.game
        return game_page(answer.body, dump(in_page_style(answer)), game)

    return {**pages_with(page), CSV: _sheet}


def _sheet(answer: Answer, _: Json) -> bytes:
    """Return the sheet of a game as ruled in CSV.

    Raises `Problem` if a sheet cannot hold the game: whoever reads the sheet has to get the same scores and winners.
    """
    ruling = _ruling_on(answer.body, answer)
    sheet = ruled_sheet(answer.body, ruling)
    _in_csv(sheet)  # says best what no row can hold
    # Once for what penalties cost, and once for what that changes in turn, such as a forfeit that evens out scores.
    for _ in range(2):
        sheet = with_points_as_ruled(sheet, ruling, _ruling_on_sheet(sheet, answer))
    different = first_difference(sheet, ruling, _ruling_on_sheet(sheet, answer))
    if different is not None:
        raise problem_with("unwritable-record", [_not_a_sheet(pointer_to("rounds", different))])
    left_out = ruling["rounds"][-1]["number"] if is_left_out(answer.body, ruling) else None
    comments = comments_on_sheet(None if isinstance(sheet["ruleset"], str) else ruling["ruleset"], left_out)
    return "".join([*(f"# {harmless(comment)}\n" for comment in comments), _in_csv(sheet)]).encode()


def _ruling_on(game: Mapping[str, Json], answer: Answer) -> Json:
    """Return the audit of a game under the ruleset of an answer."""
    ruling = audit_game(answer.subject, answer.ruleset, Claims(answer.pause))
    return _RULING.dump(answer._replace(body=game, result=ruling))


def _ruling_on_sheet(sheet: Record, answer: Answer) -> Json:
    """Return the audit of a sheet under the ruleset of an answer; raises `Problem` if it makes no game."""
    try:
        request = _REQUEST.load(sheet)
    except UnreadableRecord as error:
        raise problem_with("unwritable-record", [_not_a_sheet("#/rounds")]) from error
    return _ruling_on(sheet, answer._replace(subject=request.subject))


def _not_a_sheet(pointer: str) -> dict[str, str]:
    detail = (
        "The rows of a score sheet alone would not give the same scores and winners as the ruling on this game: take"
        " the answer as a page or as JSON."
    )
    return {"pointer": pointer, "code": "not_a_sheet", "detail": detail}


def _in_csv(sheet: Record) -> str:
    try:
        return registry.write(sheet, "csv").text
    except UnwritableRecord as error:
        faults = {fault.detail: _as_sent(fault.pointer) for fault in error.faults}
        errors = [{"pointer": pointer, "code": "not_a_sheet", "detail": detail} for detail, pointer in faults.items()]
        raise problem_with("unwritable-record", errors) from error


def _as_sent(pointer: str) -> str:
    """Return a pointer into a sheet as one into the game that was sent, which need not have the figures of a sheet."""
    return pointer.partition("/reported")[0]


def _tabulate(request: Request) -> Tabulated:
    league: League = request.subject
    scored = _scored(league.games, request.pause)
    return Tabulated(
        league_table(league, scored),
        tuple(result.finished for result in league.results),
        tuple(result.finished for result in scored),
    )


def _scored(games: Sequence[UnscoredGame], pause: Pause) -> tuple[GameResult, ...]:
    """Return the results of games; raises `UnreadableRecord` for all that only shows in scoring them."""
    results: list[GameResult] = []
    faults: list[Fault] = []
    for index, game in enumerate(games):
        try:
            results.append(_result(game, pause))
        except UnreadableRecord as error:
            faults += error.within("games", index).faults
    if faults:
        raise UnreadableRecord(faults)
    return tuple(results)


def _result(unscored: UnscoredGame, pause: Pause) -> GameResult:
    played = score_game(unscored.game, unscored.ruleset, Claims(pause))
    outcome = played.outcome
    return GameResult(
        unscored.sides, played.standing or (), outcome.finished, tuple(outcome.winners), tuple(played.forfeited_by)
    )


HANDLERS: Mapping[str, Handler] = {
    "scoreGame": Computation(
        GameRequestSchema(),
        lambda request: score_game(request.subject, request.ruleset, Claims(request.pause)),
        _SCORE,
        lambda scored: Counts(findings=[finding for played in scored.rounds for finding in played.ruling.findings]),
        size="game",
        if_too_long=SEND_ROUNDS,
        pages=_pages(_SCORE.dump),
    ),
    "auditGame": Computation(
        _REQUEST,
        lambda request: audit_game(request.subject, request.ruleset, Claims(request.pause)),
        _RULING,
        _counts_of_ruling,
        size="game",
        if_too_long=SEND_ROUNDS,
        pages=_pages(_RULING.dump),
    ),
    "scoreGameBatch": Batch("scoreGame"),
    "auditGameBatch": Batch("auditGame"),
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
