"""The schemas of the contract as readers need them: members with their types, bounds and descriptions in words.

All of it is prose as `prose` reads it. A type that is a component is a link to where the page lists it; its id is the
name of the component.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from service.media_types import Json
from service.pages.prose import first_sentence
from service.spades.english import listed

Schema: TypeAlias = Mapping[str, Any]
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
    type: str
    required: bool
    about: str


class Component(NamedTuple):
    """A schema with a name."""

    name: str
    type: str
    about: str
    members: list[Member]


def component(name: str, schemas: Mapping[str, Schema]) -> Component:
    """Return a component of the contract."""
    schema = schemas[name]
    return Component(name, type_of(schema, schemas), schema.get("description", ""), list(members_of(schema, schemas)))


def members_of(schema: Schema, schemas: Mapping[str, Schema]) -> Iterator[Member]:
    """Yield the members that a schema names."""
    required = schema.get("required", ())
    for name, member in schema.get("properties", {}).items():
        yield Member(name, type_of(member, schemas), name in required, _about(member, schemas))


def _about(schema: Schema, schemas: Mapping[str, Schema]) -> str:
    """Return what a schema says of itself; of a component it is a sentence, as the component says the rest."""
    described = schema.get("description")
    if described is None and "$ref" in schema:
        described = first_sentence(schemas[name_of(schema)].get("description", ""))
    return described or ""


def type_of(schema: Schema, schemas: Mapping[str, Schema]) -> str:
    """Return the type of a schema with its bounds, such as ``list of Trick, at most 54 items``."""
    if "$ref" in schema:
        return _reference(name_of(schema), schemas)
    if "oneOf" in schema:
        return listed([type_of(each, schemas) for each in schema["oneOf"]], "or")
    values = [schema["const"]] if "const" in schema else schema.get("enum", ())
    if values:
        shown = " ".join(f"`{_as_json(value)}`" for value in values)
        return f"{'always' if len(values) == 1 else 'one of'} {shown}"
    return ", ".join([_kind(schema), *_bounds(schema)])


def _reference(name: str, schemas: Mapping[str, Schema]) -> str:
    """Return a link to a component, with its kind unless it is an object with members of its own."""
    kind = _kind(schemas[name])
    return _link(name) if kind in {"", "object"} else f"{_link(name)} ({kind})"


def _link(name: str) -> str:
    return f"[{name}](#{name})"


def _kind(schema: Schema) -> str:
    """Return the kind of a value, and of what is in it."""
    stated = schema.get("type", ())
    kind = " or ".join(_KINDS.get(each, each) for each in ([stated] if isinstance(stated, str) else stated))
    if "items" in schema:
        return f"{kind} of {_inside(schema['items'])}"
    values = schema.get("additionalProperties")
    return f"{kind} of {_inside(values)} by name" if isinstance(values, Mapping) else kind


def _inside(schema: Schema) -> str:
    """Return the type of the items of a list, or of the values of an object by name."""
    if "$ref" in schema:
        return _link(name_of(schema))
    bounds = list(_bounds(schema))
    return f"{_kind(schema)} ({', '.join(bounds)})" if bounds else _kind(schema)


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
