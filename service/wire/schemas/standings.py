"""Requests for league tables, and the tables, as marshmallow schemas; `service.wire.schemas` says how they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from marshmallow import fields

from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.english import listed
from service.spades.errors import Fault, UnreadableRecord, UnusableRuleset, pointer_to
from service.spades.record.league import League, parse_league
from service.spades.rules.ruleset import Ruleset
from service.spades.scoring.league_table import LeagueRow
from service.wire.ruleset_json import resolve_at
from service.wire.ruling_id import league_table_id
from service.wire.ruling_json import labels_of, present
from service.wire.schemas.requests_and_answers import Answer, AnswerSchema, BodySchema


class StandingsRequestSchema(BodySchema):
    """Results of games, and games with a ruleset each."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> League:
        """Return the league; raises `UnusableRuleset` with the faults of the record, too, if both have faults."""
        rulesets, of_rulesets = _resolved(body.get("games", ()))
        try:
            league = parse_league(rulesets, body)
        except UnreadableRecord as error:
            if of_rulesets:
                raise UnusableRuleset([*of_rulesets, *error.faults]) from error
            raise
        if of_rulesets:
            raise UnusableRuleset(of_rulesets)
        return league


def _resolved(games: Sequence[Mapping[str, Json]]) -> tuple[list[Ruleset | None], list[Fault]]:
    """Return the ruleset of each game, None for one that can't be used, and what is wrong with those."""
    rulesets: list[Ruleset | None] = []
    faults: list[Fault] = []
    for index, game in enumerate(games):
        try:
            rulesets.append(resolve_at(("games", index, "ruleset"), game["ruleset"]))
        except UnusableRuleset as error:
            rulesets.append(None)
            faults += error.faults
    return rulesets, faults


class Tabulated(NamedTuple):
    """A league table, and of each result and each game whether it is over: whether it is in the table."""

    rows: tuple[LeagueRow, ...]
    results_finished: tuple[bool, ...]
    games_finished: tuple[bool, ...]


class LeagueTableSchema(AnswerSchema):
    """A league table."""

    ruling_id = fields.Function(
        lambda answer: league_table_id(
            answer.operation_id, [game.ruleset.digest for game in answer.subject.games], answer.body
        )
    )
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    labels = fields.Function(lambda answer: labels_of(answer.body))
    order = fields.Function(lambda answer: answer.subject.order)
    league_points = fields.Function(lambda answer: answer.subject.points._asdict())
    rows = fields.Function(lambda answer: [_row(answer.subject.teams, row) for row in answer.result.rows])
    left_out = fields.Function(lambda answer: [*_left_out(answer)])


def _row(teams: Sequence[str], row: LeagueRow) -> Json:
    totals = row.totals
    return present(
        {
            "place": row.place,
            "team": teams[row.team],
            "played": totals.played,
            "won": totals.won,
            "drawn": totals.drawn,
            "lost": totals.lost,
            "forfeits": totals.forfeits,
            "league_points": totals.league_points,
            "points_for": totals.points_for,
            "points_against": totals.points_against,
            "difference": totals.difference,
            "bags": totals.bags,
            "sets": totals.sets,
            "revokes": totals.revokes,
            "decided_by": row.decided_by,
        }
    )


def _left_out(answer: Answer) -> Iterator[Json]:
    """Yield the results and games that are not over; names are as they were sent."""
    league, tabulated = answer.subject, answer.result
    of_results = (result.teams for result in league.results)
    of_games = (game.teams for game in league.games)
    for member, finished, playing in (
        ("results", tabulated.results_finished, of_results),
        ("games", tabulated.games_finished, of_games),
    ):
        for index, (is_over, teams) in enumerate(zip(finished, playing, strict=True)):
            if not is_over:
                names = listed(league.teams[team] for team in teams)
                yield present(
                    {
                        "pointer": pointer_to(member, index),
                        "labels": labels_of(answer.body[member][index]),
                        "detail": f"The game between {names} is not over.",
                    }
                )
