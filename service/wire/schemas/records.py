"""Texts to be read and records to be written, as marshmallow schemas.

These operations judge by no ruleset: a request to read may name one, a request to write has one in its record.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from marshmallow import fields

from service.json_types import Json
from service.spades.rules.ruleset import Ruleset
from service.wire.schemas.requests_and_answers import AnswerSchema, BodySchema, RulesetField


class Text(NamedTuple):
    """A text to be read: its format if the request names it, and the reference of a ruleset for records without one."""

    text: str
    format: str | None
    ruleset: Json


class RecordToWrite(NamedTuple):
    """A record, as JSON, and the format that it is to be written in."""

    record: Mapping[str, Json]
    format: str


class ReadRecordsRequestSchema(BodySchema):
    """A text to be read. The ruleset that it names is resolved, so that one that does not exist is refused."""

    ruleset = RulesetField()

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> Text:
        """Return the text, with the reference to the ruleset as it was sent."""
        return Text(body["text"], body.get("format"), body.get("ruleset"))


class WriteRecordRequestSchema(BodySchema):
    """A record to be written."""

    @staticmethod
    def read(_: Ruleset, body: Mapping[str, Json]) -> RecordToWrite:
        """Return the record and the format."""
        return RecordToWrite(body["record"], body["format"])


class RecordsReadSchema(AnswerSchema):
    """The records of a text, and a note for every choice that reading it took."""

    format = fields.Function(lambda answer: answer.result.format)
    records = fields.Function(lambda answer: answer.result.records)
    notes = fields.Function(lambda answer: [note._asdict() for note in answer.result.notes])


class RecordWrittenSchema(AnswerSchema):
    """A record as a text, and what of it the format cannot hold."""

    format = fields.Function(lambda answer: answer.subject.format)
    text = fields.Function(lambda answer: answer.result.text)
    losses = fields.Function(lambda answer: [in_record(loss) for loss in answer.result.losses])


def in_record(loss: Any) -> dict[str, str]:
    """Return a loss or a fault of a record as JSON, with a pointer into the request that the record is a member of."""
    return {**loss._asdict(), "pointer": f"#/record{loss.pointer[1:]}"}
