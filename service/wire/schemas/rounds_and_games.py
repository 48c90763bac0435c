"""Rounds (scored, audited, compared), games and league tables as marshmallow schemas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from marshmallow import fields

from service.analysis.comparison import (
    Accused,
    Difference,
    Read,
    RoundComparison,
    Under,
    accused_in,
    read_under_each,
)
from service.league.results import League, parse_league
from service.league.table import LeagueRow
from service.media_types import Json
from service.presets.loader import presets
from service.spades import ENGINE_VERSION
from service.spades.english import listed
from service.spades.errors import pointer_to
from service.spades.findings import Finding
from service.spades.record.parse import parse_audited_game, parse_game, parse_record, parse_result
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Penalty, PlayedGame, PlayedRound, Ruling
from service.spades.scoring.model import SideScore
from service.wire import ruling_json
from service.wire.faults.refusals import errors_of
from service.wire.ruleset_json import identity_of, resolve_each
from service.wire.ruling_id import league_table_id, round_comparison_id
from service.wire.ruling_json import (
    findings_json,
    labels_of,
    next_round_json,
    parameter_rule_json,
    present,
    scores_json,
    standings_json,
)
from service.wire.schemas import Answer, AnswerSchema, BodySchema, LabelledAnswerSchema, RequestSchema
from service.wire.summary import WITH_SUMMARY, summary_of_ruling
from service.wire.writer import Style, Writer


class RoundRecordSchema(RequestSchema):
    """A round record."""

    read = staticmethod(parse_record)


class ScoreRequestSchema(RequestSchema):
    """A finished round from a score sheet."""

    read = staticmethod(parse_result)


class GameRequestSchema(RequestSchema):
    """A game from a score sheet."""

    read = staticmethod(parse_game)


class AuditedGameRequestSchema(RequestSchema):
    """A game of records and rows of a sheet."""

    read = staticmethod(parse_audited_game)


def _asks_for_summary(answer: Answer) -> bool:
    return answer.body.get("answer") == WITH_SUMMARY


def _summary(answer: Answer) -> Json:
    """Return the summary of a ruling, None if the request does not ask for it."""
    written = answer.result
    return summary_of_ruling(written.ruling, written.writer, answer.body) if _asks_for_summary(answer) else None


RulingSchema = LabelledAnswerSchema.from_dict(
    {
        "summary": fields.Function(_summary),
        **{name: fields.Function(ruling_json.of_result(write)) for name, write in ruling_json.RULING.items()},
    },
    name="RulingSchema",
)
"""The ruling on a round: the members of `ruling_json.RULING`, and before them a summary."""


def _game_members(
    played_in: Callable[[Any], PlayedGame],
    round_json: Callable[[Answer, int, PlayedRound], Json],
    **more: fields.Field[Any],
) -> dict[str, fields.Field[Any]]:
    """Return the members of an answer about a game; ``more`` of them come between its rounds and its standing.

    ``played_in`` finds the game in the result of the operation; ``round_json`` writes one of its rounds.
    """

    def member(write: Callable[[Answer, PlayedGame], Json]) -> fields.Field[Any]:
        return fields.Function(lambda answer: write(answer, played_in(answer.result)))

    return {
        "rounds": member(
            lambda answer, game: [round_json(answer, index, played) for index, played in enumerate(game.rounds)]
        ),
        **more,
        "standing": member(lambda _, game: standings_json(game.table, game.standing)),
        "finished": member(lambda _, game: game.outcome.finished),
        "winners": member(lambda _, game: _names_of_sides(game, game.outcome.winners)),
        "reason": member(lambda _, game: game.outcome.reason),
        "forfeited_by": member(lambda _, game: _names_of_sides(game, game.forfeited_by) or None),
        "detail": member(lambda answer, game: answer.writer.sentence(game.outcome.detail)),
        "next": member(lambda _, game: next_round_json(game.table, game.next_round)),
    }


def _standings(game: PlayedGame) -> list[Json]:
    return [standings_json(game.table, standing) for standing in game.standings]


def _names_of_sides(game: PlayedGame, sides: Iterable[int]) -> list[str]:
    return [game.table.sides[side].name for side in sides]


def _scored_round(answer: Answer, index: int, played: PlayedRound) -> Json:
    return ruling_json.scored_round_json(answer.writer, index, played, answer.body["rounds"][index])


def _audited_round(answer: Answer, index: int, played: PlayedRound) -> Json:
    """Return the ruling on a round of a game, with its summary if the request asks for it."""
    sent = answer.body["rounds"][index]
    ruled: dict[str, Json] = ruling_json.audited_round_json(answer.writer, index, played, sent)
    if _asks_for_summary(answer):
        writer = answer.writer.at_table(played.ruling.table).of(played.ruling.record)
        known: dict[str, Json] = {"before": {}} if played.unsettled is None else {}
        ruled["summary"] = summary_of_ruling(played.ruling, writer, {**known, **sent}, ("rounds", index))
    return ruled


GameScoreSchema = LabelledAnswerSchema.from_dict(
    _game_members(lambda game: game, _scored_round), name="GameScoreSchema"
)
"""A game's running sheet."""

GameRulingSchema = LabelledAnswerSchema.from_dict(
    {
        "verdict": fields.Function(lambda answer: answer.result.verdict),
        **_game_members(
            lambda ruling: ruling.played,
            _audited_round,
            first_error=fields.Function(
                lambda answer: ruling_json.sheet_error_json(answer.writer, answer.result.first_error)
            ),
            shifts=fields.Function(
                lambda answer: [ruling_json.sheet_shift_json(answer.writer, shift) for shift in answer.result.shifts]
            ),
            standings=fields.Function(lambda answer: _standings(answer.result.played) or None),
        ),
    },
    name="GameRulingSchema",
)
"""The ruling on a game."""


class RoundScoreSchema(LabelledAnswerSchema):
    """The score of a round."""

    findings = fields.Function(lambda answer: findings_json(answer.writer.of(answer.subject), answer.result.findings))
    undecided = fields.Function(
        lambda answer: findings_json(answer.writer.of(answer.subject), answer.result.undecided) or None
    )
    teams = fields.Function(lambda answer: scores_json(answer.writer, answer.result.as_ruled))
    penalties = fields.Function(lambda answer: ruling_json.penalties_json(answer.writer, answer.result) or None)


class RoundToCompare(NamedTuple):
    """A round, and the rulesets under which it is judged."""

    rulesets: tuple[Ruleset, ...]
    records: tuple[Read, ...]
    """How each ruleset reads it."""


class CompareRoundRequestSchema(BodySchema):
    """A round record with several rulesets in place of one."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> RoundToCompare:
        """Return the round as each of the rulesets reads it."""
        rulesets = tuple(resolve_each(body["rulesets"], "rulesets"))
        return RoundToCompare(rulesets, read_under_each(rulesets, body))


class RoundComparisonSchema(AnswerSchema):
    """The rulings on a round under several rulesets, and what differs in them."""

    ruling_id = fields.Function(
        lambda answer: round_comparison_id(
            answer.operation_id, [ruleset.digest for ruleset in answer.subject.rulesets], answer.body
        )
    )
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    labels = fields.Function(lambda answer: labels_of(answer.body))
    results = fields.Function(lambda answer: [_result_under(under, answer.style) for under in answer.result.results])
    differences = fields.Function(lambda answer: [*_differences(answer)])


def _writer_of_ruling(ruling: Ruling, ruleset: Ruleset, style: Style) -> Writer:
    return Writer(ruling.table, ruleset, style=style).of(ruling.record)


def _result_under(under: Under, style: Style) -> Json:
    """Return the ruling under one ruleset in short, or the faults that leave it without one."""
    head = {"ruleset": identity_of(under.ruleset), "title": presets()[under.ruleset.name].title}
    ruling = under.ruling
    if ruling is None:
        return {**head, "faults": list(errors_of(under.faults))}
    writer = _writer_of_ruling(ruling, under.ruleset, style)

    def found(severity: str) -> Json:
        return [
            _finding_in_short(writer, ruling, finding) for finding in ruling.findings if finding.severity == severity
        ]

    return {
        **head,
        "verdict": ruling.verdict,
        "complete": ruling.complete,
        "offences": found("offence"),
        "errors": found("error"),
        "undecided": [_finding_in_short(writer, ruling, finding) for finding in ruling.undecided],
        "penalties": [_penalty(writer, ruling, penalty) for penalty in ruling.penalties],
        "teams": [_team_in_short(ruling, index) for index in range(len(ruling.table.sides))],
    }


def _finding_in_short(writer: Writer, ruling: Ruling, finding: Finding) -> Json:
    """Return a finding in short."""
    members = _accused(writer, accused_in(ruling, finding))
    if finding.side is not None:
        members["team"] = writer.team(finding.side)
    if finding.established is not None:
        members["established"] = finding.established
    return members


def _accused(writer: Writer, accused: Accused) -> dict[str, Json]:
    return present(
        {
            "code": accused.code,
            "pointer": writer.location(accused.place),
            "trick": accused.trick,
            "player": None if accused.seat is None else writer.players[accused.seat],
            "team": accused.team,
        }
    )


def _penalty(writer: Writer, ruling: Ruling, penalty: Penalty) -> Json:
    """Return a penalty in short, with the finding that causes it."""
    return present(
        {
            "finding": _finding_in_short(writer, ruling, ruling.findings[penalty.finding]),
            "team": writer.team(penalty.side),
            "effect": penalty.effect,
            "tricks": penalty.tricks,
            "rule": parameter_rule_json(writer.rule(penalty.parameter)),
            "detail": writer.text(penalty.detail),
        }
    )


def _team_in_short(ruling: Ruling, index: int) -> Json:
    """Return the tricks and the scores of a side."""
    side = ruling.table.sides[index]
    return present(
        {
            "team": side.name,
            "players": side.players,
            "tricks": ruling.side_tricks[index],
            "as_played": None if ruling.as_played is None else _figures_json(ruling.as_played[index]),
            "as_ruled": None if ruling.as_ruled is None else _figures_json(ruling.as_ruled[index]),
        }
    )


def _figures_json(score: SideScore) -> Json:
    return {"points": score.points, "score": score.after.score, "bags": score.after.bags}


def _differences(answer: Answer) -> Iterator[Json]:
    """Yield what the rulesets do not decide alike."""
    comparison: RoundComparison = answer.result
    # Names and places are those of the record, whichever ruleset reads it.
    writers = (
        _writer_of_ruling(ruling, under.ruleset, answer.style)
        for under in comparison.results
        if (ruling := under.ruling)
    )
    writer = next(writers)
    yield from (_difference(writer, difference) for difference in comparison.differences)


def _difference(writer: Writer, difference: Difference) -> Json:
    """Return an issue that is not decided alike, with the rulesets that agree on each value."""
    issue, values = difference
    return present(
        {
            "subject": issue.subject,
            "finding": None if issue.accused is None else _accused(writer, issue.accused),
            "team": issue.team,
            "effect": issue.effect,
            "values": [
                {"value": value, "rulesets": [index for index, other in enumerate(values) if other == value]}
                for value in dict.fromkeys(values)
                if value is not None
            ],
        }
    )


class StandingsRequestSchema(BodySchema):
    """Results of games, and games with a ruleset each."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> League:
        """Return the league; raises `UnusableRuleset` with the faults of the rulesets of all games."""
        references = [game["ruleset"] for game in body.get("games", ())]
        return parse_league(resolve_each(references, "games", "ruleset"), body)


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
    table_of = fields.Function(lambda answer: answer.body.get("table_of", "teams"))
    order = fields.Function(lambda answer: answer.subject.order)
    adjustments = fields.Function(lambda answer: answer.body.get("adjustments") or None)
    league_points = fields.Function(lambda answer: answer.subject.points._asdict())
    rows = fields.Function(lambda answer: [_league_row(answer.subject.teams, row) for row in answer.result.rows])
    left_out = fields.Function(lambda answer: [*_left_out(answer)])


def _league_row(teams: Sequence[str], row: LeagueRow) -> Json:
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
            "byes": totals.byes,
            "adjusted": totals.adjusted,
            "decided_by": row.decided_by,
        }
    )


def _left_out(answer: Answer) -> Iterator[Json]:
    """Yield the results and games that are not over; names are as they were sent."""
    league, tabulated = answer.subject, answer.result
    of_results = (result.sides for result in league.results)
    of_games = (game.sides for game in league.games)
    for member, finished, playing in (
        ("results", tabulated.results_finished, of_results),
        ("games", tabulated.games_finished, of_games),
    ):
        for index, (is_over, sides) in enumerate(zip(finished, playing, strict=True)):
            if not is_over:
                names = listed("+".join(league.teams[team] for team in side) for side in sides)
                yield present(
                    {
                        "pointer": pointer_to(member, index),
                        "labels": labels_of(answer.body[member][index]),
                        "detail": f"The game between {names} is not over.",
                    }
                )
