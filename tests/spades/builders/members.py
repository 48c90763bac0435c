"""The members of a request as the core parses them: converted by the fields of a schema, and not parsed yet."""

from __future__ import annotations

from functools import cache

from service.wire.schemas import RequestSchema
from tests.spades.builders.cards import Json


def members(schema: type[RequestSchema], request: Json) -> Json:
    """Return the members of a request of this kind."""
    loaded: Json = _unparsed(schema).load(request)[1]
    return loaded


@cache
def _unparsed(schema: type[RequestSchema]) -> RequestSchema:
    class Unparsed(schema):  # type: ignore[misc, valid-type]  # a class chosen at run time
        parse = RequestSchema.parse

    return Unparsed()
