"""Components of the contract as JSON Schemas of their own, for programs that know nothing of OpenAPI."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from service.json_types import Json

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_COMPONENTS = "#/components/schemas/"
_DEFINITIONS = "#/$defs/"
SCHEMAS: Mapping[str, tuple[str, str]] = {
    "round-record.json": ("RoundRecord", "Round record"),
    "ruling.json": ("Ruling", "Ruling"),
    "game-record.json": ("AuditedGameRequest", "Game record"),
    "game-ruling.json": ("GameRuling", "Ruling on a game"),
}
"""The file name of each schema, with its component in the contract and its title."""


def path_of(name: str) -> str:
    """Return the path of a schema, which is its ``$id`` too."""
    return f"/schemas/{name}"


def json_schema(document: Mapping[str, Any], name: str) -> Json:
    """Return a component of an OpenAPI 3.1 document as a JSON Schema (2020-12) that refers to nothing but itself."""
    component, title = SCHEMAS[name]
    components = document["components"]["schemas"]
    needed: list[str] = []
    waiting = list(_referred(components[component]))
    while waiting:
        each = waiting.pop()
        if each not in needed:
            needed.append(each)
            waiting += _referred(components[each])
    return {
        "$schema": _DIALECT,
        "$id": path_of(name),
        "title": title,
        **_moved(components[component]),
        "$defs": {each: _moved(components[each]) for each in sorted(needed)},
    }


def _referred(schema: Json) -> Iterator[str]:
    """Yield the names of the components that a schema refers to itself."""
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.removeprefix(_COMPONENTS)
            else:
                yield from _referred(value)
    elif isinstance(schema, list):
        for each in schema:
            yield from _referred(each)


def _moved(schema: Json) -> Json:
    """Return a schema whose references point to its definitions."""
    if isinstance(schema, dict):
        return {
            key: value.replace(_COMPONENTS, _DEFINITIONS) if key == "$ref" else _moved(value)
            for key, value in schema.items()
        }
    return [_moved(each) for each in schema] if isinstance(schema, list) else schema
