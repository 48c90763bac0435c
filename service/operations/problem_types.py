"""The explanation that the ``type`` of a problem leads to."""

from __future__ import annotations

from collections.abc import Mapping

from service.json_types import Json
from service.operations.operation import Handler, Lookup, missing
from service.problems import TYPES
from service.spades.english import quoted


def _show(slug: str) -> Json:
    kind = TYPES.get(slug)
    if kind is None:
        raise missing(f"problem type {quoted(slug)}")
    return {"type": kind.path, "title": kind.title, "status": kind.status, "description": kind.description}


HANDLERS: Mapping[str, Handler] = {"getProblemType": Lookup(_show)}
