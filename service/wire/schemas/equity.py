"""What best play makes of the illegal cards of a round: the request, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from marshmallow import fields

from service.json_types import Json
from service.spades.findings import Finding
from service.spades.record.model import RoundRecord
from service.spades.record.parse import parse_record
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.equity import (
    BASIS,
    DEFAULT_BUDGET,
    CardEquity,
    CardsCompared,
    OffenceEquity,
    RoundEquity,
    Span,
)
from service.spades.table import Table
from service.wire.schemas.answers import Answer, LabelledAnswerSchema
from service.wire.schemas.requests import RequestSchema
from service.wire.values import present
from service.wire.writer import Writer, as_sent


class RoundToSearch(NamedTuple):
    """A round, and how many positions may be searched for it."""

    record: RoundRecord
    budget: int

    @property
    def table(self) -> Table:
        """Who sits where."""
        return self.record.table


class RoundEquityRequestSchema(RequestSchema):
    """A round record whose illegal cards are compared with the legal ones."""

    @staticmethod
    def read(ruleset: Ruleset, body: Mapping[str, Json]) -> RoundToSearch:
        """Return the round and the budget."""
        return RoundToSearch(parse_record(ruleset, body), body.get("budget", DEFAULT_BUDGET))


def _offences(answer: Answer) -> Json:
    equity: RoundEquity = answer.result
    ruling = equity.ruling
    writer = Writer(ruling.table, answer.ruleset, as_sent(ruling.record), answer.style)
    return [_offence(writer, ruling.findings[each.finding], each) for each in equity.offences]


def _offence(writer: Writer, finding: Finding, offence: OffenceEquity) -> Json:
    """Return an illegal card with what best play makes of it and of every legal card."""
    teams, happened, compared = _team_names(writer), offence.happened, offence.compared
    return present(
        {
            "finding": _finding(writer, finding),
            "finding_index": offence.finding,
            "card": None if finding.card is None else writer.style.card(finding.card),
            "result": "solved" if offence.reason is None else "undecided",
            "reason": offence.reason,
            "tricks_left": offence.tricks_left,
            "happened": happened
            and [{"team": team, "tricks": tricks} for team, tricks in zip(teams, happened, strict=True)],
            **({} if compared is None else _compared(writer, compared, happened)),
            "detail": writer.text(offence.detail),
        }
    )


def _finding(writer: Writer, finding: Finding) -> Json:
    """Return a finding in short."""
    return present(
        {
            "code": finding.code,
            "pointer": writer.location(finding.location),
            "trick": finding.trick,
            "player": None if finding.seat is None else writer.players[finding.seat],
            "team": None if finding.side is None else writer.team(finding.side),
            "established": finding.established,
        }
    )


def _compared(writer: Writer, compared: CardsCompared, happened: tuple[int, ...] | None) -> dict[str, Json]:
    played = compared.played.tricks
    return {
        "best": _sides(writer, compared.best, played, happened),
        "played": _card(writer, compared.played, None, happened),
        "legal": [_card(writer, each, played, happened) for each in compared.legal],
    }


def _card(
    writer: Writer, equity: CardEquity, played: tuple[Span, ...] | None, happened: tuple[int, ...] | None
) -> Json:
    return {
        "card": writer.style.card(equity.card),
        "result": "solved" if equity.exact else "undecided",
        "tricks": _sides(writer, equity.tricks, played, happened),
    }


def _sides(
    writer: Writer, tricks: tuple[Span, ...], played: tuple[Span, ...] | None, happened: tuple[int, ...] | None
) -> Json:
    """Return the tricks of each side, beside those with the card that was played and beside those that it took."""
    return [
        present(
            {
                "team": team,
                **_span(each),
                "beside_played": None if played is None else _span(each.beside(played[side])),
                "beside_happened": None
                if happened is None
                else _span(each.beside(Span(happened[side], happened[side]))),
            }
        )
        for side, (team, each) in enumerate(zip(_team_names(writer), tricks, strict=True))
    ]


def _team_names(writer: Writer) -> list[str]:
    return [side.name for side in writer.table.sides]


def _span(span: Span) -> dict[str, Json]:
    return {"at_least": span.at_least, "at_most": span.at_most}


class RoundEquitySchema(LabelledAnswerSchema):
    """The tricks of each side under best play with each card at every illegal one."""

    basis = fields.Constant("double_dummy")
    detail = fields.Function(lambda answer: answer.writer.sentence(BASIS))
    offences = fields.Function(_offences)
    budget = fields.Function(lambda answer: answer.subject.budget)
    positions = fields.Function(lambda answer: answer.result.positions)
