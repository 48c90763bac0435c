"""Requests and answers as marshmallow schemas: from wire to domain with `load`, and back with `dump`.

The contract has checked a request before it comes here: nothing is validated a second time. Schemas of answers declare
a field for each member, and those of requests for what is converted: the ruleset (`BodySchema` says why not for more).

To add a request schema, in the module of its resource:

1. Subclass `RequestSchema`, or `BodySchema` if there is not just one ruleset.
2. Set ``read`` to the function that makes a domain object of the ruleset and the body, usually one of `record.parse`.

To add an answer schema:

1. Subclass `IdentifiedAnswerSchema`, which begins with ``ruling_id``, or `AnswerSchema`.
2. Add a `fields.Function` for each member, in the order of the answer. Its function takes the `Answer` and returns
   JSON, or None for a member that is to be left out.

Then name both in the `Computation` of an operation, and with their components of openapi.yaml in
tests/contract/test_agreement.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from marshmallow import Schema, fields

from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.pauses import Pause, no_pause
from service.spades.rules.ruleset import Ruleset
from service.wire.ruleset_json import identity_of, resolve_once
from service.wire.ruling_id import ruling_id
from service.wire.ruling_json import labels_of, members_of
from service.wire.writer import JSON_STYLE, Style, Writer

NO_RULESET: Any = None
"""What a request has instead of a ruleset if it is judged by none."""


class Request(NamedTuple):
    """A request in the terms of the domain; ``subject`` is what the operation works on, such as a round or a hand."""

    ruleset: Ruleset
    subject: Any
    pause: Pause = no_pause
    """Called by whatever takes long, for each of its steps."""


class BodySchema(Schema):
    """A request whose subject is read from the body as it came: of its members, only a ruleset may have a field.

    The contract has checked the members, and what reads a record takes them as they are. A field for each of them would
    convert nothing, and takes the load of a round record from 48 to 58 us; with nested schemas for bids and plays it
    would cost more than the whole audit.
    """

    read: Callable[[Ruleset, Mapping[str, Json]], object]
    """Makes the subject of the request; raises `UnreadableRecord` and `UnusableRuleset`.

    Takes the ruleset, or `NO_RULESET` if the request names none, and the body.
    """

    def load(self, data: Any, **_: object) -> Request:
        """Return the request that a checked body makes; marshmallow's own `load` would take 25 us more."""
        converted: Mapping[str, Any] = self.load_fields  # each a `fields.Function`
        known = "ruleset" in converted and "ruleset" in data
        ruleset = converted["ruleset"].deserialize_func(data["ruleset"]) if known else NO_RULESET
        return Request(ruleset, type(self).read(ruleset, data))


class RequestSchema(BodySchema):
    """A request about a ruleset."""

    ruleset = fields.Function(deserialize=resolve_once)


class Answer(NamedTuple):
    """An answer in the terms of the domain: the result, and what the request contributes to its JSON."""

    operation_id: str
    body: Mapping[str, Json]
    ruleset: Ruleset
    subject: Any
    result: Any
    style: Style = JSON_STYLE
    """How cards, numbers and locations are written."""
    pause: Pause = no_pause
    """Called by what makes a page of it, as by the computation before."""

    @property
    def writer(self) -> Writer:
        """The writer of names, cards, locations and sentences in this answer."""
        first_number = self.body.get("first_round_number", 1)
        return Writer(self.subject.table, self.ruleset, style=self.style, first_number=first_number)


class AnswerSchema(Schema):
    """An answer of which every member is written by a function of the `Answer`."""

    def dump(self, obj: Any, **_: object) -> dict[str, Json]:
        """Return the members that have something to say; marshmallow's own `dump` would take 30 us more."""
        return members_of(obj, self.dump_fields)


class IdentifiedAnswerSchema(AnswerSchema):
    """An answer that can be quoted by its id."""

    ruling_id = fields.Function(lambda answer: ruling_id(answer.operation_id, answer.ruleset.digest, answer.body))
    engine_version = fields.Function(lambda _: ENGINE_VERSION)
    ruleset = fields.Function(lambda answer: identity_of(answer.ruleset))


class LabelledAnswerSchema(IdentifiedAnswerSchema):
    """An answer about a round or a game, with the client's own labels for it."""

    labels = fields.Function(lambda answer: labels_of(answer.body))
