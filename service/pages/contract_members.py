"""The schemas of the contract as readers need them: members with their types, bounds and descriptions in words.

A type that is a component is a link to where the page lists it; its id is the name of the component.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from service.media_types import Json
from service.pages.content import Block, Value, joined, text
from service.pages.prose import first_sentence, in_blocks

Schema: TypeAlias = Mapping[str, Any]
Links: TypeAlias = Mapping[str, str]
"""The addresses of what prose names in code, such as ``POST /v1/rounds/score``."""
_KINDS: Final = {"array": "list"}
# The bounds of each kind of value: the least and the most, and what they count.
_BOUNDS: Final = (
    ("minimum", "maximum", ""),
    ("minLength", "maxLength", "character"),
    ("minItems", "maxItems", "item"),
    ("minProperties", "maxProperties", "member"),
)


class Member(NamedTuple):
    """A member of an object, or a parameter of a request."""

    name: str
    type: Value
    required: bool
    about: list[Block]


class Component(NamedTuple):
    """A schema with a name."""

    name: str
    type: Value
    about: list[Block]
    members: list[Member]


def component(name: str, schemas: Mapping[str, Schema], links: Links) -> Component:
    """Return a component of the contract."""
    schema = schemas[name]
    about = in_blocks(schema.get("description", ""), links)
    return Component(name, type_of(schema, schemas), about, list(members_of(schema, schemas, links)))


def members_of(schema: Schema, schemas: Mapping[str, Schema], links: Links) -> Iterator[Member]:
    """Yield the members that a schema names."""
    required = schema.get("required", ())
    for name, member in schema.get("properties", {}).items():
        yield Member(name, type_of(member, schemas), name in required, _about(member, schemas, links))


def _about(schema: Schema, schemas: Mapping[str, Schema], links: Links) -> list[Block]:
    """Return what a schema says of itself; of a component it is a sentence, as the component says the rest."""
    described = schema.get("description")
    if described is None and "$ref" in schema:
        described = first_sentence(schemas[name_of(schema)].get("description", ""))
    return in_blocks(described or "", links)


def type_of(schema: Schema, schemas: Mapping[str, Schema]) -> Value:
    """Return the type of a schema with its bounds, such as ``list of Trick, at most 54 items``."""
    if "$ref" in schema:
        return _reference(name_of(schema), schemas)
    if "oneOf" in schema:
        return joined(", ", [type_of(each, schemas) for each in schema["oneOf"]], " or ")
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    if values:
        shown = joined(" ", [text("<code>{}</code>", _as_json(value)) for value in values])
        return text("{} {}", "always" if len(values) == 1 else "one of", shown)
    return joined(", ", [_kind(schema), *_bounds(schema)])


def _reference(name: str, schemas: Mapping[str, Schema]) -> Value:
    """Return a link to a component, with its kind unless it is an object with members of its own."""
    kind = _kind(schemas[name])
    return _link(name) if kind in {"", "object"} else text("{} ({})", _link(name), kind)


def _link(name: str) -> Value:
    return text('<a href="#{}">{}</a>', name, name)


def _kind(schema: Schema) -> Value:
    """Return the kind of a value, and of what is in it."""
    stated = schema.get("type", ())
    kind = " or ".join(_KINDS.get(each, each) for each in ([stated] if isinstance(stated, str) else stated))
    if "items" in schema:
        return text("{} of {}", kind, _inside(schema["items"]))
    values = schema.get("additionalProperties")
    return text("{} of {} by name", kind, _inside(values)) if isinstance(values, Mapping) else kind


def _inside(schema: Schema) -> Value:
    """Return the type of the items of a list, or of the values of an object by name."""
    if "$ref" in schema:
        return _link(name_of(schema))
    bounds = list(_bounds(schema))
    return text("{} ({})", _kind(schema), joined(", ", bounds)) if bounds else _kind(schema)


def _bounds(schema: Schema) -> Iterator[str]:
    """Yield the bounds of a schema in words."""
    for least_key, most_key, unit in _BOUNDS:
        least, most = schema.get(least_key), schema.get(most_key)
        if least is not None and least == most:
            yield _counted(most, unit)
        elif least is not None and most is not None:
            yield f"{least:,} to {_counted(most, unit)}"
        elif most is not None:
            yield f"at most {_counted(most, unit)}"
        elif least is not None:
            yield f"at least {_counted(least, unit)}"
    if schema.get("uniqueItems"):
        yield "no two alike"


def _counted(number: int, unit: str) -> str:
    """Return a bound with what it counts: ``1,000``, ``1 item``, ``64 characters``."""
    return f"{number:,} {unit}{'' if number == 1 else 's'}" if unit else f"{number:,}"


def name_of(described: Schema) -> str:
    """Return the name of the component that is referred to; an empty text if none is."""
    return str(described.get("$ref", "")).rpartition("/")[2]


def _as_json(value: Json) -> str:
    """Return a value as people write it in prose: a text without its quotes."""
    return value if isinstance(value, str) else json.dumps(value)
