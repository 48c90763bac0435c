"""One round under several rulesets as marshmallow schemas; `service.wire.schemas` says how they are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from marshmallow import EXCLUDE, Schema, fields, post_load

from service.json_types import Json
from service.problems import problem_with
from service.spades import ENGINE_VERSION
from service.spades.findings import Finding
from service.spades.rules.preset_loader import presets
from service.spades.rules.rulebook import SECTION_TITLES, cite
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.causes import read_under_each
from service.spades.ruling.comparison import Accused, Cause, Difference, Read, RoundComparison, Under, accused_in
from service.spades.ruling.model import Penalty, Ruling
from service.spades.scoring.model import SideScore
from service.wire.faults.every_fault import errors_of
from service.wire.finding_json import parameter_rule_json
from service.wire.ruleset_json import identity_of, rulebook_rule_json
from service.wire.ruleset_reference import references_in, resolve_at
from service.wire.ruling_id import round_comparison_id
from service.wire.schemas.answers import Answer, AnswerSchema
from service.wire.schemas.requests import NO_RULESET, Request
from service.wire.values import labels_of, present
from service.wire.writer import Style, Writer, as_sent


class RoundToCompare(NamedTuple):
    """A round, and the rulesets under which it is judged."""

    rulesets: tuple[Ruleset, ...]
    records: tuple[Read, ...]
    """How each ruleset reads it."""
    body: Mapping[str, Json]
    """The round as it was sent, which mixtures of two rulesets read anew."""


class CompareRoundRequestSchema(Schema):
    """A round record with several rulesets in place of one."""

    class Meta:
        """What marshmallow asks of a schema."""

        # There are no fields: all members are read from the body as it came.
        unknown = EXCLUDE

    @post_load(pass_original=True)
    def _make_request(self, _: Mapping[str, Any], body: Mapping[str, Json], **__: object) -> Request:
        rulesets = tuple(resolve_at(place, reference) for place, reference in references_in(body))
        return Request(NO_RULESET, RoundToCompare(rulesets, read_under_each(rulesets, body), body))


class RoundComparisonSchema(AnswerSchema):
    """The rulings on a round under several rulesets, and what differs in them."""

    ruling_id = fields.Function(
        lambda answer: round_comparison_id(
            answer.operation_id, [each.digest for each in answer.subject.rulesets], answer.body
        )
    )
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    labels = fields.Function(lambda answer: labels_of(answer.body))
    results = fields.Function(lambda answer: [_result(each, answer.style) for each in answer.result.results])
    differences = fields.Function(lambda answer: [*_differences(answer)])
    parameters = fields.Function(lambda answer: _parameters(answer.result))
    audits = fields.Function(lambda answer: answer.result.audits)


def _writer(ruling: Ruling, ruleset: Ruleset, style: Style) -> Writer:
    return Writer(ruling.table, ruleset, as_sent(ruling.record), style)


def _result(under: Under, style: Style) -> Json:
    """Return the ruling under one ruleset in short, or the faults that leave it without one."""
    head = {"ruleset": identity_of(under.ruleset), "title": presets()[under.ruleset.name].title}
    ruling = under.ruling
    if ruling is None:
        return {**head, "faults": problem_with("unreadable-record", errors_of(under.faults)).errors}
    writer = _writer(ruling, under.ruleset, style)

    def found(severity: str) -> Json:
        return [_finding(writer, ruling, each) for each in ruling.findings if each.severity == severity]

    return {
        **head,
        "verdict": ruling.verdict,
        "complete": ruling.complete,
        "offences": found("offence"),
        "errors": found("error"),
        "undecided": [_finding(writer, ruling, each) for each in ruling.undecided],
        "penalties": [_penalty(writer, ruling, each) for each in ruling.penalties],
        "teams": [_team(ruling, index) for index in range(len(ruling.table.sides))],
    }


def _finding(writer: Writer, ruling: Ruling, finding: Finding) -> Json:
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
            "finding": _finding(writer, ruling, ruling.findings[penalty.finding]),
            "team": writer.team(penalty.side),
            "effect": penalty.effect,
            "tricks": penalty.tricks,
            "rule": parameter_rule_json(writer.rule(penalty.parameter)),
            "detail": writer.text(penalty.detail),
        }
    )


def _team(ruling: Ruling, index: int) -> Json:
    """Return the tricks and the scores of a side."""
    side = ruling.table.sides[index]
    return present(
        {
            "team": side.name,
            "players": side.players,
            "tricks": ruling.side_tricks[index],
            "as_played": None if ruling.as_played is None else _figures(ruling.as_played[index]),
            "as_ruled": None if ruling.as_ruled is None else _figures(ruling.as_ruled[index]),
        }
    )


def _figures(score: SideScore) -> Json:
    return {"points": score.points, "score": score.after.score, "bags": score.after.bags}


def _differences(answer: Answer) -> Iterator[Json]:
    """Yield what the rulesets do not decide alike."""
    comparison: RoundComparison = answer.result
    # Names and places are those of the record, whichever ruleset reads it.
    writers = (_writer(ruling, each.ruleset, answer.style) for each in comparison.results if (ruling := each.ruling))
    writer = next(writers)
    yield from (_difference(writer, each) for each in comparison.differences)


def _difference(writer: Writer, difference: Difference) -> Json:
    """Return an issue that is not decided alike, with the rulesets that agree on each value and with the causes."""
    issue, values, causes = difference
    return present(
        {
            "subject": issue.subject,
            "finding": None if issue.accused is None else _accused(writer, issue.accused),
            "team": issue.team,
            "effect": issue.effect,
            "values": [
                {"value": value, "rulesets": [index for index, each in enumerate(values) if each == value]}
                for value in dict.fromkeys(values)
                if value is not None
            ],
            "causes": list(map(_cause, causes)),
        }
    )


def _cause(cause: Cause) -> Json:
    number = len(cause.parameters)
    return {
        "ruleset": cause.ruleset,
        "other": cause.other,
        "result": "undetermined" if not number else "alone" if number == 1 else "together",
        "parameters": cause.parameters,
    }


def _parameters(comparison: RoundComparison) -> Json:
    """Return the parameters of the causes, each with the rule that every ruleset makes of it."""
    return [
        {
            "parameter": name,
            "section": SECTION_TITLES[name.partition(".")[0]],
            "rules": [rulebook_rule_json(cite(each.ruleset, name)) for each in comparison.results],
        }
        for name in comparison.parameters
    ]
