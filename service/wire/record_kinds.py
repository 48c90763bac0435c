"""What a record may be that a text holds: a round, a row of a score sheet or a game, each as the contract has it.

The contract has one component for all three, with every member of each, because it has no unions. Which of the three a
record is meant to be follows from its members.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import orjson

from service.media_types import Json
from service.problems import Problem
from service.wire.contract import Operation, load_document, operations
from service.wire.faults.refusals import problem_of_violations


class RecordKind(NamedTuple):
    """A kind of record."""

    member: str
    """The member that shows it."""
    component: str
    """The component of the contract that it has to meet."""
    noun: str
    """What it is, in a sentence."""
    operations: tuple[str, ...]
    """The operations that take it."""
    commands: str
    """The commands that take a file of such records, in a sentence."""


KINDS = (
    RecordKind(
        member="rounds",
        component="AuditedGameRequest",
        noun="a game",
        operations=("auditGame", "scoreGame"),
        commands="`games audit` or `games score`",
    ),
    RecordKind(
        member="tricks",
        component="RoundRecord",
        noun="a round with its tricks",
        operations=("auditRound",),
        commands="`audit`",
    ),
    RecordKind(
        member="tricks_won",
        component="ScoreRequest",
        noun="a row of a score sheet, without tricks",
        operations=("scoreRound",),
        commands="`score`",
    ),
)
"""The first of these whose member a record has is its kind."""
_OTHERWISE = KINDS[1]


def kind_of(record: Json) -> RecordKind:
    """Return the kind that a record is meant to be; one with none of the members is a round."""
    return next((kind for kind in KINDS if kind.member in record), _OTHERWISE)


def kind_of_line(line: bytes) -> RecordKind:
    """Return the kind of record that a line holds; a round for one that is no JSON object."""
    try:
        value = orjson.loads(line)
    except ValueError:
        value = {}
    return kind_of(value if isinstance(value, dict) else {})


def check_record(record: Json) -> None:
    """Check a record against the component that its members choose; its ruleset may be missing.

    Raises `Problem` with every violation; its pointers begin with ``#/record``.
    """
    checker, body = _checkers()[kind_of(record).component], {"record": record}
    found = checker.violations(body)
    if found:
        raise problem_of_violations(checker.tree, body, found)


def violations(record: Json) -> tuple[Mapping[str, Any], ...]:
    """Return what keeps a record from meeting the component that its members choose."""
    try:
        check_record(record)
    except Problem as problem:
        # A record that is nested too deep is not looked at any further.
        return problem.errors or ({"pointer": "#/record", "code": problem.slug, "detail": problem.detail},)
    return ()


@cache
def _checkers() -> Mapping[str, Operation]:
    """Return, by component, an operation whose body has such a record, which may lack its ruleset, as a member."""
    document = load_document()
    components = document["components"]
    bodies = {name: _body_with(components["schemas"][name]) for name in (kind.component for kind in KINDS)}
    paths = {f"/{name}": {"post": {"operationId": name, "requestBody": body}} for name, body in bodies.items()}
    return {operation.operation_id: operation for operation in operations({"paths": paths, "components": components})}


def _body_with(schema: Mapping[str, Any]) -> dict[str, Any]:
    record = {**schema, "required": [name for name in schema["required"] if name != "ruleset"]}
    return {"content": {"application/json": {"schema": {"properties": {"record": record}}}}}
