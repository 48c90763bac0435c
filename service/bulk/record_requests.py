"""From a record read out of a text, or from a line of a file, to the request of an operation."""

from __future__ import annotations

import orjson

from service.bulk.inputs import UnusableError, shown_name
from service.notations.model import Record
from service.wire.record_kinds import kind_of


def request_of(operation: str, name: str, record: Record) -> bytes:
    """Return the request of an operation for a record that was read from the file of this name.

    Raises `UnusableError` if the record is of a kind that the operation does not take.
    """
    kind = kind_of(record)
    if operation not in kind.operations:
        raise UnusableError(f"{shown_name(name)} holds {kind.noun}: use {kind.commands}")
    return body_for(operation, record)


def body_for(operation: str | None, record: Record) -> bytes:
    """Return a record that was read from a text as the body of a request; None if the operation is not known."""
    return orjson.dumps(_without_claims(record) if operation == "scoreGame" and "rounds" in record else record)


def _without_claims(game: Record) -> Record:
    """Return a game without what its sheet claims: scoring works that out, and only an audit compares the two."""
    return {**game, "rounds": [{k: v for k, v in each.items() if k != "reported"} for each in game["rounds"]]}


def with_ruleset(line: bytes, ruleset: bytes) -> bytes:
    """Return a line with a ruleset (JSON) as its first member, if it is an object that has none.

    The rest of the line stays as it is, so that whatever is wrong with it is still found.
    """
    try:
        value = orjson.loads(line)
    except ValueError:
        return line
    if not isinstance(value, dict) or "ruleset" in value:
        return line
    return b'{"ruleset":' + ruleset + (b"," if value else b"") + line.lstrip()[1:]
