"""Rounds (scored, audited, compared), games and league tables as marshmallow schemas."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple

from marshmallow import Schema, fields, missing, post_load

from service.analysis.comparison import (
    Accused,
    Difference,
    Read,
    RoundComparison,
    Under,
    accused_in,
    read_under_each,
)
from service.league.results import GameResult, League, LeaguePoints, parse_league
from service.league.table import LeagueRow
from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.english import listed
from service.spades.errors import pointer_to
from service.spades.findings import Finding
from service.spades.record.model import Standing
from service.spades.record.parse import parse_audited_game, parse_game, parse_record, parse_result
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.model import Penalty, PlayedGame, PlayedRound, Ruling
from service.spades.scoring.model import SideScore
from service.wire import ruling_json
from service.wire.broken_nils import broken_nils
from service.wire.exchange import Exchange
from service.wire.faults.refusals import errors_of
from service.wire.places import Path
from service.wire.ruleset_json import identity_of, title_of
from service.wire.ruling_id import league_table_id, round_comparison_id
from service.wire.ruling_json import (
    brief_scores_json,
    findings_json,
    next_round_json,
    offences_json,
    parameter_rule_json,
    penalties_json,
    present,
    scores_json,
    standings_json,
)
from service.wire.schemas import (
    AnswerSchema,
    BriefLabelledAnswerSchema,
    LabelledAnswerSchema,
    QuotableAnswerSchema,
    RequestSchema,
    Written,
    labels,
)
from service.wire.schemas.members import (
    MembersSchema,
    PlayedSchema,
    RulesetReference,
    StandingBeforeSchema,
    Standings,
)
from service.wire.summary import summary_of
from service.wire.writer import Style, Writer


class RoundRecordSchema(RequestSchema, PlayedSchema, StandingBeforeSchema):
    """A round record."""

    ruleset = RulesetReference()
    parse = staticmethod(parse_record)


class ScoreRequestSchema(RequestSchema, StandingBeforeSchema):
    """A finished round from a score sheet."""

    ruleset = RulesetReference()
    parse = staticmethod(parse_result)


class GameRoundSchema(PlayedSchema):
    """A round of a game: a record, or a row of the score sheet."""

    away = Standings()


class GameSchema(StandingBeforeSchema):
    """A game and its ruleset."""

    ruleset = RulesetReference()
    rounds = fields.List(fields.Nested(GameRoundSchema))


class GameRequestSchema(RequestSchema, GameSchema):
    """A game that is to be scored."""

    parse = staticmethod(parse_game)


class AuditedGameRequestSchema(RequestSchema, GameSchema):
    """A game of records and rows of a sheet."""

    parse = staticmethod(parse_audited_game)


class RulingMembersSchema(AnswerSchema):
    """The ruling on a round, by itself or in a game."""

    verdict = fields.String()
    complete = fields.Boolean()
    findings = Written(findings_json)
    undecided = Written(findings_json)
    tricks = Written(ruling_json.tricks_json, whole=True)
    tricks_won = Written(ruling_json.tricks_won_json, whole=True)
    as_played = Written(scores_json)
    claim = Written(ruling_json.claim_json)
    affected_from = Written(Writer.trick)
    accusations = Written(ruling_json.accusations_json, attribute="answers")
    penalties = Written(penalties_json)
    as_ruled = Written(ruling_json.as_ruled_json)
    figures_from = fields.String()
    differences = Written(ruling_json.differences_json)
    readings = Written(ruling_json.readings_json)
    limit_reached = Written(lambda _, reached: reached or None)


def _summary(exchange: Exchange, start: Path = ()) -> Json:
    """Return the summary of a ruling; ``start`` leads to its record in the request.

    It is made of the ruling as JSON with locations in the place of pointers.
    """
    writer = exchange.writer.in_style(exchange.writer.style._replace(has_pointers=False))
    ruling: Ruling = exchange.result
    nils = [*broken_nils(ruling, writer)]
    return summary_of(exchange.body, ruling_json.summed_up_json(writer, ruling), nils, writer.style, start)


class OfRuledRecordSchema(QuotableAnswerSchema):
    """An answer about a record as its ruling has it."""

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer for the record as the ruling has it, with the leads that it left out."""
        ruling: Ruling = exchange.result
        return Writer(ruling.table, exchange.ruleset, style=exchange.style).of(ruling.record)


class RulingSchema(RulingMembersSchema, OfRuledRecordSchema, LabelledAnswerSchema):
    """The ruling on a round."""


class SummarisedRulingSchema(RulingSchema):
    """The ruling on a round with its summary."""

    summary = fields.Function(_summary)


class BriefRulingSchema(OfRuledRecordSchema, BriefLabelledAnswerSchema):
    """The ruling on a round in brief."""

    verdict = fields.String()
    complete = fields.Boolean()
    offences = Written(offences_json, attribute="findings")
    as_played = Written(brief_scores_json)
    as_ruled = Written(brief_scores_json)
    summary = fields.Function(_summary)


def _scored(ruling: str | None = None) -> dict[str, fields.Field[Any]]:
    """Return the members of the score of a row of a sheet; the result has the ruling on it by this name, or is it."""
    of = "" if ruling is None else f"{ruling}."
    return {
        "findings": Written(findings_json, attribute=f"{of}findings"),
        "undecided": Written(lambda writer, found: findings_json(writer, found) or None, attribute=f"{of}undecided"),
        "teams": Written(
            lambda writer, ruled: scores_json(writer, ruled.as_ruled or ()), whole=ruling is None, attribute=ruling
        ),
        "penalties": Written(lambda writer, found: penalties_json(writer, found) or None, attribute=f"{of}penalties"),
    }


class OfRowSchema(QuotableAnswerSchema):
    """An answer about a row of a sheet."""

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer for the row that was sent."""
        return super().writer_of(exchange).of(exchange.subject)


class LabelledRowSchema(OfRowSchema, LabelledAnswerSchema):
    """A full answer about a row of a sheet."""


class BriefRowSchema(OfRowSchema, BriefLabelledAnswerSchema):
    """A brief answer about a row of a sheet."""


def _rounds(exchange: Exchange, game: PlayedGame, schema: Schema) -> Iterator[Json]:
    """Yield the rounds of a game, each as this schema dumps the ruling on it."""
    for index, (played, request) in enumerate(zip(game.rounds, exchange.body["rounds"], strict=True)):
        of_round = replace(exchange, result=played.ruling)
        of_round.writer = ruling_json.writer_of_round(exchange.writer, index, played)
        yield ruling_json.round_of_game_json(played, schema.dump(of_round), request)


def _summarised_rounds(exchange: Exchange, game: PlayedGame) -> Iterator[Json]:
    """Yield the rounds of a game, each as the ruling on it with its summary."""
    rounds = zip(_rounds(exchange, game, _RULING), game.rounds, exchange.body["rounds"], strict=True)
    for index, (members, played, request) in enumerate(rounds):
        yield {**members, "summary": _summary_of_round(exchange, index, played, request)}


def _summary_of_round(exchange: Exchange, index: int, played: PlayedRound, request: Mapping[str, Json]) -> Json:
    """Return the summary of the ruling on a round of a game."""
    known: dict[str, Json] = {"before": {}} if played.unsettled is None else {}
    of_round = replace(exchange, body={**known, **request}, result=played.ruling)
    of_round.writer = exchange.writer.at_table(played.ruling.table).of(played.ruling.record)
    return _summary(of_round, ("rounds", index))


def _outcome(of_game: str = "", without: Collection[str] = ()) -> dict[str, fields.Field[Any]]:
    """Return the members of an answer about a game that say how it stands; ``of_game`` leads to the game."""
    members = {
        "standing": Written(standings_json, attribute=f"{of_game}standing"),
        "finished": fields.Boolean(attribute=f"{of_game}outcome.finished"),
        "winners": Written(_teams, attribute=f"{of_game}outcome.winners"),
        "reason": fields.String(attribute=f"{of_game}outcome.reason"),
        "forfeited_by": Written(_teams_if_any, attribute=f"{of_game}forfeited_by"),
        "detail": Written(Writer.sentence, attribute=f"{of_game}outcome.detail"),
        "next": Written(next_round_json, attribute=f"{of_game}next_round"),
    }
    return {name: member for name, member in members.items() if name not in without}


def _standings(writer: Writer, standings: Iterable[tuple[Standing, ...]]) -> list[Json] | None:
    return [standings_json(writer, standing) for standing in standings] or None


def _teams(writer: Writer, sides: Iterable[int]) -> list[str]:
    return list(map(writer.team, sides))


def _teams_if_any(writer: Writer, sides: Iterable[int]) -> list[str] | None:
    return _teams(writer, sides) or None


_SCORE, _RULING = AnswerSchema.from_dict(_scored())(), RulingMembersSchema()

RoundScoreSchema = LabelledRowSchema.from_dict(
    {**_scored("ruling"), **_outcome("game.", without=("standing", "forfeited_by"))}, name="RoundScoreSchema"
)
"""The score of a round, and how the game stands after it."""

BriefRoundScoreSchema = BriefRowSchema.from_dict(
    {
        "offences": Written(lambda writer, found: offences_json(writer, found) or None, attribute="ruling.findings"),
        "teams": Written(lambda writer, ruled: brief_scores_json(writer, ruled.as_ruled or ()), attribute="ruling"),
        "finished": fields.Boolean(attribute="game.outcome.finished"),
        "winners": Written(_teams_if_any, attribute="game.outcome.winners"),
        "reason": fields.String(attribute="game.outcome.reason"),
    },
    name="BriefRoundScoreSchema",
)
"""The score of a round in brief."""

GameScoreSchema = LabelledAnswerSchema.from_dict(
    {"rounds": fields.Function(lambda exchange: [*_rounds(exchange, exchange.result, _SCORE)]), **_outcome()},
    name="GameScoreSchema",
)
"""A game's running sheet."""

BriefGameScoreSchema = BriefLabelledAnswerSchema.from_dict(_outcome(without=("detail",)), name="BriefGameScoreSchema")
"""How a game stands."""

GameRulingSchema = LabelledAnswerSchema.from_dict(
    {
        "verdict": fields.String(),
        "rounds": fields.Function(lambda exchange: [*_rounds(exchange, exchange.result.played, _RULING)]),
        "first_error": Written(ruling_json.sheet_error_json),
        "shifts": Written(ruling_json.sheet_shifts_json),
        "standings": Written(_standings, attribute="played.standings"),
        **_outcome("played."),
    },
    name="GameRulingSchema",
)
"""The ruling on a game."""

SummarisedGameRulingSchema = GameRulingSchema.from_dict(
    {"rounds": fields.Function(lambda exchange: [*_summarised_rounds(exchange, exchange.result.played)])},
    name="SummarisedGameRulingSchema",
)
"""The ruling on a game with the summary of each round."""

BriefGameRulingSchema = BriefLabelledAnswerSchema.from_dict(
    {
        "verdict": fields.String(),
        "first_error": Written(ruling_json.sheet_error_json),
        "standings": Written(_standings, attribute="played.standings"),
        **_outcome("played.", without=("detail", "next")),
    },
    name="BriefGameRulingSchema",
)
"""The ruling on a game in brief: how it stands, and the first error of its sheet."""


class RoundToCompare(NamedTuple):
    """A round, and the rulesets under which it is judged."""

    rulesets: tuple[Ruleset, ...]
    records: tuple[Read, ...]
    """How each ruleset reads it."""


class CompareRoundRequestSchema(RequestSchema, PlayedSchema, StandingBeforeSchema):
    """A round record with several rulesets in place of one."""

    rulesets = fields.List(RulesetReference())

    @staticmethod
    def parse(_: Ruleset, members: Mapping[str, Any]) -> RoundToCompare:
        """Return the round as each of the rulesets reads it."""
        rulesets = tuple(members["rulesets"])
        return RoundToCompare(rulesets, read_under_each(rulesets, members))


class RoundComparisonSchema(AnswerSchema):
    """The rulings on a round under several rulesets, and what differs in them."""

    ruling_id = fields.Function(
        lambda exchange: round_comparison_id(
            exchange.operation_id, [ruleset.digest for ruleset in exchange.subject.rulesets], exchange.body
        )
    )
    engine_version = fields.Constant(ENGINE_VERSION)
    labels = labels()
    results = fields.Function(lambda exchange: [_result_under(exchange, each) for each in exchange.result.results])
    differences = fields.Function(lambda exchange: [*_differences(exchange)])


def _writer_of_ruling(ruling: Ruling, ruleset: Ruleset, style: Style) -> Writer:
    return Writer(ruling.table, ruleset, style=style).of(ruling.record)


def _result_under(exchange: Exchange, under: Under) -> Json:
    """Return the ruling under one ruleset in short, or the faults that leave it without one."""
    head = {"ruleset": identity_of(under.ruleset), "title": title_of(under.ruleset)}
    ruling = under.ruling
    if ruling is None:
        return {**head, "faults": list(errors_of(under.faults))}
    writer = _writer_of_ruling(ruling, under.ruleset, exchange.style)

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


def _differences(exchange: Exchange) -> Iterator[Json]:
    """Yield what the rulesets do not decide alike."""
    comparison: RoundComparison = exchange.result
    # Names and places are those of the record, whichever ruleset reads it.
    writers = (
        _writer_of_ruling(ruling, under.ruleset, exchange.style)
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


class GameResultSchema(MembersSchema):
    """The result of a game."""

    standing = Standings()


class LeaguePointsSchema(MembersSchema):
    """The league points for each outcome of a game."""

    @post_load
    def _points(self, members: dict[str, int], **_: object) -> LeaguePoints:
        return LeaguePoints(**members)


class StandingsRequestSchema(RequestSchema):
    """Results of games, and games with a ruleset each."""

    results = fields.List(fields.Nested(GameResultSchema))
    games = fields.List(fields.Nested(GameSchema))
    league_points = fields.Nested(LeaguePointsSchema)

    @staticmethod
    def parse(_: Ruleset, members: Mapping[str, Any]) -> League:
        """Return the league."""
        return parse_league(members)


class Tabulated(NamedTuple):
    """A league table, and the results that its games came to."""

    rows: tuple[LeagueRow, ...]
    scored: tuple[GameResult, ...]


class LeagueTableSchema(AnswerSchema):
    """A league table."""

    ruling_id = fields.Function(
        lambda exchange: league_table_id(
            exchange.operation_id, [game.ruleset.digest for game in exchange.subject.games], exchange.body
        )
    )
    engine_version = fields.Constant(ENGINE_VERSION)
    labels = labels()
    table_of = fields.Function(lambda exchange: exchange.body.get("table_of", "teams"))
    order = fields.Function(lambda exchange: exchange.subject.order)
    adjustments = fields.Function(lambda exchange: exchange.body.get("adjustments") or missing)
    league_points = fields.Function(lambda exchange: exchange.subject.points._asdict())
    rows = fields.Function(lambda exchange: [_league_row(exchange.subject.teams, row) for row in exchange.result.rows])
    left_out = fields.Function(lambda exchange: [*_left_out(exchange)])


_TOTALS: Final = (
    *("played", "won", "drawn", "lost", "forfeits", "league_points", "points_for", "points_against"),
    *("points_difference", "bags", "sets", "revokes", "byes", "adjusted"),
)
"""The figures of a row of a league table, in their order."""


def _league_row(teams: Sequence[str], row: LeagueRow) -> Json:
    totals = {name: getattr(row.totals, name) for name in _TOTALS}
    return present({"place": row.place, "team": teams[row.team], **totals, "decided_by": row.decided_by})


_OPEN: Final = "Its standing is open: the answer about this game says why. Once it is known, add it as standing."


def _left_out(exchange: Exchange) -> Iterator[Json]:
    """Yield the results and games that are not over, open or no contest; names are as in the table."""
    league = exchange.subject
    for member, results in (("results", league.results), ("games", exchange.result.scored)):
        for index, result in enumerate(results):
            if not result.finished:
                # Sorted: the members of an object have no order.
                names = listed(sorted("+".join(league.teams[team] for team in side) for side in result.sides))
                why = "was no contest: it counts for nobody" if result.no_contest else "is not over"
                detail = _OPEN if result.is_open else f"The game between {names} {why}."
                yield present(
                    {
                        "pointer": pointer_to(member, index),
                        "labels": exchange.body[member][index].get("labels") or None,
                        "detail": detail,
                    }
                )
