"""Scoring and auditing a game, or a batch of games, and the table of a league."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from service.analysis.claims.claimed_round import Claims
from service.league.results import GameResult, League, UnscoredGame
from service.league.table import league_table
from service.media_types import CSV, Json, harmless
from service.notations import registry
from service.notations.model import Record, UnwritableRecord
from service.notations.ruled_sheet import first_difference, is_left_out, ruled_sheet, with_points_as_ruled
from service.operations.operation import Batch, Computation, Counts, Handler, Pages, for_page, pages_with
from service.pages.game_page import game_page
from service.pages.game_standing import comments_on_sheet
from service.pages.league_page import league_csv, league_page
from service.pages.page import Page
from service.problems import SEND_RESULTS, SEND_ROUNDS, problem_with
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.pauses import Pause
from service.spades.ruling.game import score_game
from service.spades.ruling.game_sheet import audit_game
from service.spades.ruling.model import GameRuling
from service.wire.exchange import BRIEF, WITH_SUMMARY, Exchange
from service.wire.schemas.rounds_and_games import (
    AuditedGameRequestSchema,
    BriefGameRulingSchema,
    BriefGameScoreSchema,
    GameRequestSchema,
    GameRulingSchema,
    GameScoreSchema,
    LeagueTableSchema,
    StandingsRequestSchema,
    SummarisedGameRulingSchema,
    Tabulated,
)

_REQUEST = AuditedGameRequestSchema()
_SCORE, _RULING, _SUMMARISED = GameScoreSchema(), GameRulingSchema(), SummarisedGameRulingSchema()


def _counts_of_ruling(ruling: GameRuling) -> Counts:
    """Return the counts of the rulings on its rounds."""
    rulings = [played.ruling for played in ruling.played.rounds]
    return Counts(
        [of_round.verdict for of_round in rulings], [found for of_round in rulings for found in of_round.findings]
    )


def _pages(dump: Callable[[Exchange], Json]) -> Pages:
    """Return the pages of a game, and its sheet in CSV."""

    def page(exchange: Exchange) -> Page:
        answer, rules = for_page(exchange, dump), exchange.ruleset.parameters.game
        return game_page(exchange.body, answer, rules, exchange.subject.table.sides)

    return {**pages_with(page), CSV: _sheet}


def _sheet(exchange: Exchange) -> bytes:
    """Return the sheet of a game as ruled in CSV.

    Raises `Problem` if a sheet cannot hold the game: whoever reads the sheet has to get the same scores and winners.
    """
    ruling = _ruling_on(exchange)
    sheet = ruled_sheet(exchange.body, ruling)
    _in_csv(sheet)  # says best what no row can hold
    # Once for what penalties cost, and once for what that changes in turn, such as a forfeit that evens out scores.
    for _ in range(2):
        sheet = with_points_as_ruled(sheet, ruling, _ruling_on_sheet(sheet, exchange))
    different = first_difference(sheet, ruling, _ruling_on_sheet(sheet, exchange))
    if different is not None:
        raise problem_with("unwritable-record", [_not_a_sheet(pointer_to("rounds", different))])
    left_out = ruling["rounds"][-1]["number"] if is_left_out(exchange.body, ruling) else None
    comments = comments_on_sheet(None if isinstance(sheet["ruleset"], str) else ruling["ruleset"], left_out)
    return "".join([*(f"# {harmless(comment)}\n" for comment in comments), _in_csv(sheet)]).encode()


def _ruling_on(exchange: Exchange) -> Json:
    """Return the audit of the game of an exchange, whether that asks for an audit or for a score."""
    return _RULING.dump(replace(exchange, result=_audit(exchange)))


def _audit(exchange: Exchange) -> GameRuling:
    return audit_game(exchange.subject, exchange.ruleset, Claims(exchange.pause))


def _ruling_on_sheet(sheet: Record, exchange: Exchange) -> Json:
    """Return the audit of a sheet under the ruleset of an exchange; raises `Problem` if it makes no game."""
    try:
        _, game = _REQUEST.load(sheet)
    except UnreadableRecord as error:
        raise problem_with("unwritable-record", [_not_a_sheet("#/rounds")]) from error
    return _ruling_on(replace(exchange, body=sheet, subject=game))


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


def _tabulate(exchange: Exchange) -> Tabulated:
    league: League = exchange.subject
    scored = _scored(league.games, exchange.pause)
    return Tabulated(league_table(league, scored), scored)


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
        lambda exchange: score_game(exchange.subject, exchange.ruleset, Claims(exchange.pause)),
        _SCORE,
        lambda scored: Counts(findings=[finding for played in scored.rounds for finding in played.ruling.findings]),
        size="game",
        if_too_long=SEND_ROUNDS,
        forms={BRIEF: BriefGameScoreSchema()},
        pages=_pages(_SCORE.dump),
    ),
    "auditGame": Computation(
        _REQUEST,
        _audit,
        _RULING,
        _counts_of_ruling,
        size="game",
        if_too_long=SEND_ROUNDS,
        forms={WITH_SUMMARY: _SUMMARISED, BRIEF: BriefGameRulingSchema()},
        pages=_pages(_SUMMARISED.dump),
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
            **pages_with(lambda exchange: league_page(exchange.written)),
            CSV: lambda exchange: league_csv(exchange.written),
        },
    ),
}
