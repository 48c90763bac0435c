"""The schema of a request body as a tree: what the contract wants at any place of a body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from service.json_types import Json

Path: TypeAlias = tuple[str | int, ...]
Schema: TypeAlias = Mapping[str, Any]
_NOTHING: Schema = {}


class Wanted(NamedTuple):
    """What the contract wants at a place: the schema, and the name of its component if it has one."""

    schema: Schema
    component: str = ""
    description: str = ""

    @property
    def types(self) -> Sequence[str]:
        """The JSON types that it allows; none if it says nothing of them."""
        types = self.schema.get("type", ())
        return (types,) if isinstance(types, str) else tuple(types)

    @property
    def members(self) -> Mapping[str, Schema]:
        """The members that it names, with their schemas."""
        members: Mapping[str, Schema] = self.schema.get("properties", _NOTHING)
        return members

    @property
    def purpose(self) -> str:
        """What it is for: the first sentence of its description, without a capital and without a full stop."""
        first = self.description.partition(". ")[0].partition(".\n")[0].strip().removesuffix(".")
        return " ".join((first[:1].lower() + first[1:]).split())


class SchemaTree:
    """The schema of a request body with the components that it refers to."""

    def __init__(self, root: Schema, components: Mapping[str, Schema]) -> None:
        self._root = root
        self._components = components

    def at(self, path: Path) -> Wanted:
        """Return what the contract wants at a place; an empty schema below what it does not know."""
        wanted = self.resolved(self._root)
        for part in path:
            if isinstance(part, int):
                inner = wanted.schema.get("items", _NOTHING)
            else:
                named = wanted.members.get(part)
                inner = wanted.schema.get("additionalProperties", _NOTHING) if named is None else named
            wanted = self.resolved(inner if isinstance(inner, Mapping) else _NOTHING)
        return wanted

    def is_keyed(self, path: Path) -> bool:
        """Return whether the last part of a path is a name that the client chose, such as that of a player."""
        if not path or isinstance(path[-1], int):
            return False
        schema = self.at(path[:-1]).schema
        return path[-1] not in schema.get("properties", _NOTHING) and isinstance(
            schema.get("additionalProperties"), Mapping
        )

    def resolved(self, schema: Schema) -> Wanted:
        """Return a schema with its reference followed; a description beside the reference counts."""
        component, description = "", schema.get("description", "")
        while "$ref" in schema:
            component = str(schema["$ref"]).rpartition("/")[2]
            schema = self._components[component]
        return Wanted(schema, component, description or schema.get("description", ""))

    def neutral(self, wanted: Wanted) -> Json:
        """Return the plainest value that satisfies a schema: the smallest number, an empty list, a nameless player."""
        schema = wanted.schema
        if "enum" in schema:
            return schema["enum"][0]
        kind = wanted.types[0] if wanted.types else ""
        if kind == "object":
            members = wanted.members
            return {name: self.neutral(self.resolved(members[name])) for name in schema.get("required", ())}
        if kind == "array":
            return [self.neutral(self.resolved(schema["items"])) for _ in range(schema.get("minItems", 0))]
        plain: Mapping[str, Json] = {"integer": schema.get("minimum", 0), "boolean": False}
        return plain.get(kind, "?")
