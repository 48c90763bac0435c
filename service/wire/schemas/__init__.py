"""Requests and answers as marshmallow schemas: from JSON to what the core works on with `load`, and back with `dump`.

The contract has checked a request before it comes here, so that nothing is validated a second time. A request has a
field for each member that a field can convert by itself: a reference to a ruleset, cards, a standing. Only a reference
can fail, and marshmallow collects the faults of all. Every other member passes as it is: fields for the rest of a round
record would convert nothing, and take 15 us of an audit. Then ``parse`` looks up names at the table, and refuses what
makes no record.

To add a request schema, in the module of its resource, declare these fields (`members` has those that several requests
share), and set ``parse`` to the function that makes of the members what the core works on, usually one of
`record.parse`.

To add an answer schema, subclass `IdentifiedAnswerSchema`, which begins with ``ruling_id``, or else
`WrittenAnswerSchema`, and declare a field for each member of the result: one of marshmallow's own if the value is JSON
as it is, `Written` if the writer of the answer has to spell it. Another form of an answer is another schema, in the
`forms` of its `Computation`; a `BriefAnswerSchema` has members of the full answer, under the same names.

Then name both in the `Computation` of an operation; tests/contract/test_agreement.py compares each with the component
of openapi.yaml that it is named after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from marshmallow import Schema, ValidationError, fields, missing, post_load, pre_dump

from service.media_types import Json
from service.spades import ENGINE_VERSION
from service.spades.errors import Fault, UnusableRuleset, pointer_of
from service.spades.rules.ruleset import Ruleset
from service.wire.exchange import BRIEF, Exchange
from service.wire.ruleset_json import identity_of
from service.wire.ruling_id import ruling_id
from service.wire.schemas.members import MembersSchema
from service.wire.writer import Writer

NO_RULESET: Any = None
"""What a request has instead of a ruleset if it is judged by none."""


class RequestSchema(MembersSchema):
    """A request: loading it returns its ruleset, or `NO_RULESET`, and what the operation works on."""

    parse: Callable[[Ruleset, Mapping[str, Any]], object] = staticmethod(lambda _, members: members)
    """Makes this of the ruleset and the members; raises `UnreadableRecord` and `UnusableRuleset`."""

    @post_load
    def _parse(self, members: dict[str, Any], **_: object) -> tuple[Ruleset, object]:
        ruleset = members.pop("ruleset", NO_RULESET)
        return ruleset, type(self).parse(ruleset, members)

    def handle_error(self, error: ValidationError, data: Any, **_: object) -> None:  # noqa: ARG002 - marshmallow's hook
        """Raise `UnusableRuleset` with the faults of all rulesets of a request, and their pointers into it."""
        raise UnusableRuleset(list(_faults_in(error.messages))) from error


def _faults_in(messages: Any, *path: str | int) -> Iterator[Fault]:
    """Yield the faults that fields have raised, by the members and items in which marshmallow has collected them."""
    if isinstance(messages, dict):
        for part, inner in messages.items():
            yield from _faults_in(inner, *path, part)
    else:
        yield from (fault._replace(pointer=pointer_of(path) + fault.pointer) for fault in messages)


class AnswerSchema(Schema):
    """An answer, dumped from an `Exchange`: each field is a member of the result, and None is left out."""

    def get_attribute(self, obj: Exchange, attr: str, default: Any) -> Any:  # noqa: ARG002 - marshmallow's signature
        """Return the member of the result that a path of names leads to, or ``missing`` in the place of None."""
        value = obj.result
        for name in attr.split(".") if "." in attr else (attr,):
            value = None if value is None else getattr(value, name)
        return missing if value is None else value


class Written(fields.Field[Any]):
    """A member that a function makes of the writer of the answer and the value; None is left out.

    The function takes the ``whole`` result where one member of it is not enough. Findings, scores and other lists of
    objects are written by one of these and not by nested schemas: a nested schema takes 10 us and more for each object,
    about as long as the core takes for a trick.
    """

    def __init__(
        self, write: Callable[[Writer, Any], Json], *, whole: bool = False, attribute: str | None = None
    ) -> None:
        super().__init__(attribute=attribute, dump_only=True)
        self._write = write
        self._CHECK_ATTRIBUTE = not whole

    def _serialize(self, value: Any, attr: str | None, obj: Exchange, **_: object) -> Json:  # noqa: ARG002 - marshmallow's hook
        written = self._write(obj.writer, value if self._CHECK_ATTRIBUTE else obj.result)
        return missing if written is None else written


def labels() -> fields.Field[Any]:
    """Return the field of the client's own labels, left out if there are none."""
    return fields.Function(lambda exchange: exchange.body.get("labels") or missing)


class WrittenAnswerSchema(AnswerSchema):
    """An answer with names, cards or locations, which a writer spells."""

    @pre_dump
    def _choose_writer(self, exchange: Exchange, **_: object) -> Exchange:
        exchange.writer = self.writer_of(exchange)
        return exchange

    def writer_of(self, exchange: Exchange) -> Writer:
        """Return the writer of names, cards, locations and sentences in this answer."""
        first_number = exchange.body.get("first_round_number", 1)
        return Writer(exchange.subject.table, exchange.ruleset, style=exchange.style, first_number=first_number)


class QuotableAnswerSchema(WrittenAnswerSchema):
    """An answer that can be quoted by its id, in any of its forms."""

    ruling_id = fields.Function(
        lambda exchange: ruling_id(exchange.operation_id, exchange.ruleset.digest, exchange.body)
    )


class IdentifiedAnswerSchema(QuotableAnswerSchema):
    """A full answer, which names the engine and the ruleset that its id is made of."""

    engine_version = fields.Constant(ENGINE_VERSION)
    ruleset = fields.Function(lambda exchange: identity_of(exchange.ruleset))


class LabelledAnswerSchema(IdentifiedAnswerSchema):
    """An answer about a round or a game, with the client's own labels for it."""

    labels = labels()


class BriefAnswerSchema(QuotableAnswerSchema):
    """A brief answer, which says that it is one. It makes nothing that it does not show."""

    answer = fields.Constant(BRIEF)


class BriefLabelledAnswerSchema(BriefAnswerSchema):
    """A brief answer about a round or a game."""

    labels = labels()
