"""What the `type` of a problem resolves to."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import Lookup, missing
from service.problems import TYPES
from service.spades.english import quoted


def _show(slug: str) -> object:
    kind = TYPES.get(slug)
    if kind is None:
        raise missing(f"problem type {quoted(slug)}")
    return {"type": kind.path, "title": kind.title, "status": kind.status, "description": kind.description}


LOOKUPS: Mapping[str, Lookup] = {"getProblemType": Lookup(_show)}
