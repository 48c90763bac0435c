"""The operations of the contract, one thin module a resource.

An operation with a body is a `Computation`: a pure function between two schemas. One without is a `Lookup`: a
function of its path parameters whose answers never change while the service runs. Either may also be written as a page
for people, where `Accept` prefers that. A `Batch` is a computation done for each line of a body.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

import orjson
from marshmallow import Schema

from service.problems import Problem
from service.wire.schemas import Answer, Asked
from service.wire.strict_json import JSON

Writers: TypeAlias = Mapping[str, Callable[[Any], bytes]]
"""How an answer is written, by media type; the first is what a client gets that prefers none of them."""
Pages: TypeAlias = Mapping[str, Callable[[Answer, Any], bytes]]
"""How an answer is written for people, by media type: from what was found out and from the JSON made of it."""
AS_JSON: Writers = {JSON: orjson.dumps}


@dataclass(frozen=True, slots=True)
class Computation:
    """An operation that answers a body; ``pages`` writes the answer for people."""

    reads: Schema
    compute: Callable[[Asked], object]
    writes: Schema
    size: Literal["round", "game"] = "round"
    pages: Pages = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Batch:
    """An operation that answers a body line by line, each line as the operation of this name answers it by itself."""

    of: str


@dataclass(frozen=True, slots=True)
class Lookup:
    """An operation that shows something by the names in its path."""

    find: Callable[..., object]
    writers: Writers = field(default_factory=lambda: AS_JSON)


def missing(what: str) -> Problem:
    """Return the problem of something that does not exist."""
    return Problem("not-found", f"There is no {what}.")
