"""The contract: openapi.yaml loaded strictly, and for each of its operations one compiled validator and its schema.

The only module that knows the schema engine.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import jsonschema_rs
import orjson
import yaml

from service.media_types import JSON, Json
from service.problems import Problem
from service.shipped import shipped

Place: TypeAlias = tuple[str | int, ...]
"""Where in a body something is: the names of members and the numbers of items that lead to it."""
Schema: TypeAlias = Mapping[str, Any]
_NOTHING: Schema = {}
_NO_BODY: Mapping[str, Any] = {"schema": False}
"""What an operation without a JSON body takes: nothing satisfies the schema that JSON Schema spells so."""
_CONTRACT = "urn:contract"

_MOST_DIGITS = 9
OPENAPI_FILE = shipped("openapi.yaml")
_EXAMPLE = re.compile(r'externalValue: "(contract/examples/[^"]+)"')
_METHODS = ("get", "post", "put", "patch", "delete")
# The engine drops empty names from its paths, and takes "007" and "+7" for the index 7: such names go in with a
# noncharacter in the place of what misleads it, and come out as they were.
_DISGUISES = (("", "\ufdd0"), ("0", "\ufdd1"), ("+", "\ufdd2"))
_MISREAD = re.compile(r"(?:0|\+)[0-9]+", re.ASCII)

MAX_DEPTH = 32
MOST_VIOLATIONS = 1_000
"""A body with more is read no further."""
# Of a body that violates the schema: the engine takes a while to list what is wrong with each value.
_VALUES_OF_A_FIRST_LOOK = 5_000


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
        self._components = components
        self._root = self.resolved(root)
        self._inside: dict[tuple[int, str | int], Wanted] = {}
        """What `inside` has returned, by the identity of a schema, which lives as long as the contract, and the name
        of one of its members, 0 for an item, or an empty text for a member that it does not name."""

    @cached_property
    def is_open(self) -> bool:
        """Whether it takes parts that nobody reads; only what satisfies a closed schema is sure to be shallow."""
        seen, left = set[str](), [self._root.schema]
        while left:
            schema = left.pop()
            if isinstance(schema, Mapping):
                wanted = self.resolved(schema)
                if wanted.schema.get("additionalProperties") is True:
                    return True
                if wanted.component not in seen:
                    seen |= {wanted.component} - {""}
                    left += wanted.schema.values()
            elif isinstance(schema, list):
                left += schema
        return False

    def rooted(self, root: Schema) -> SchemaTree:
        """Return another schema with the same components."""
        return SchemaTree(root, self._components)

    def at(self, path: Place) -> Wanted:
        """Return what the contract wants at a place; an empty schema below what it does not know."""
        wanted = self._root
        for part in path:
            wanted = self.inside(wanted, part)
        return wanted

    def inside(self, wanted: Wanted, part: str | int) -> Wanted:
        """Return what the contract wants of a member or an item of what it wants."""
        key = id(wanted.schema), 0 if isinstance(part, int) else part if part in wanted.members else ""
        known = self._inside.get(key)
        if known is None:
            known = self._inside[key] = self.resolved(_inner(wanted, part))
        return known

    def resolved(self, schema: Schema) -> Wanted:
        """Return a schema with its reference followed; a description beside the reference counts."""
        component, description = "", schema.get("description", "")
        while "$ref" in schema:
            component = str(schema["$ref"]).rpartition("/")[2]
            schema = self._components[component]
        return Wanted(schema, component, description or schema.get("description", ""))


def _inner(wanted: Wanted, part: str | int) -> Schema:
    """Return the schema of a member or an item, or an empty schema if the contract does not know it."""
    if isinstance(part, int):
        inner = wanted.schema.get("items", _NOTHING)
    else:
        named = wanted.members.get(part)
        inner = wanted.schema.get("additionalProperties", _NOTHING) if named is None else named
    return inner if isinstance(inner, Mapping) else _NOTHING


PlaceKey: TypeAlias = tuple[tuple[int, int, str], ...]


class Violation(NamedTuple):
    """One member or item of a body that violates one keyword of its schema."""

    path: Place
    keyword: str
    """The JSON Schema keyword."""
    kind: jsonschema_rs.ValidationErrorKind
    value: Json
    """The value that is checked against the keyword: for a member that is missing or unknown, the object around it."""

    @property
    def facts(self) -> Mapping[str, Any]:
        """What the engine says of it, such as the ``limit`` of a ``maximum`` or the ``options`` of an ``enum``."""
        facts: Mapping[str, Any] = self.kind.as_dict()  # takes a fifth of the time for a body of violations
        return facts


class Explained(NamedTuple):
    """A violation in words."""

    detail: str
    advice: str = ""
    topic: str = ""
    """What the advice is about; an answer has one advice on each topic."""


def place_key(parts: Iterable[str | int]) -> PlaceKey:
    """Return what sorts places in the order in which people read a body: items by number, members by name."""
    return tuple([(0, part, "") if isinstance(part, int) else _name_key(part) for part in parts])


def _name_key(part: str) -> tuple[int, int, str]:
    if part.isalpha():
        return 1, 0, part
    is_number = len(part) <= _MOST_DIGITS and part.isascii() and part.isdigit()
    return (0, int(part), "") if is_number else (1, 0, part)


class ContractError(ValueError):
    """The document can't be served: it is not strict YAML, or it disagrees with the handlers."""


# A member with the lines that are indented deeper, and the comment before it.
_OF_KEYS = re.compile(r"(?m)^(?:#.*\n)?( *)(?:security|securitySchemes):.*\n(?:\1 +.*\n|\n(?=\1 ))*")


class _StrictLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # C where it is built in
    """Reads YAML like JSON: no name twice in one mapping, and dates stay text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - PyYAML's signature
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep)  # keeps the last value of a name
        names: list[Hashable] = []
        for key, _ in node.value if len(mapping) < len(node.value) else ():
            name = self.construct_object(key, deep=True)
            if name in names:
                message = f"{name!r} occurs twice in one mapping, line {key.start_mark.line + 1}"
                raise ContractError(message)
            names.append(name)
        return mapping

    def flatten_mapping(self, node: yaml.MappingNode) -> None:
        """Merge nothing, so that a merge key is refused: JSON has none."""


_StrictLoader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in _StrictLoader.yaml_implicit_resolvers.items()
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One operation of the contract."""

    operation_id: str
    method: str
    path: str
    request_types: tuple[str, ...]
    """The media types of the request body; none for an operation without one."""
    validator: jsonschema_rs.Draft202012Validator
    """Checks the request body; if none is JSON, nothing satisfies it."""
    tree: SchemaTree
    """The same schema, to be asked what it wants at a place."""
    longest_headers: Mapping[str, int]
    """The headers that it knows, each with the most characters that it may have."""

    def accepts(self, value: Json) -> bool:
        """Return whether a request body satisfies its schema, and is not nested too deep."""
        return self.validator.is_valid(value) and not (self.tree.is_open and too_deep(value))

    def violations(self, value: Json) -> list[Violation]:
        """Return the violations of the schema of the request body, in the order of their places.

        Of more than `MOST_VIOLATIONS`, the first are returned and one more, without those of a list as a whole that
        show only at its end. Raises `Problem` (400) for a body that is nested too deep to be looked at.
        """
        if self.accepts(value):
            return []
        if too_deep(value):
            raise Problem("not-json", f"The body is nested more than {MAX_DEPTH} levels deep.")
        looked_at = _VALUES_OF_A_FIRST_LOOK
        while True:
            part, is_whole = _beginning(value, looked_at)
            found = [violation for error in self._errors(part) for violation in _violations(error, value)]
            if not is_whole:  # what is missing at the end of a part need not be missing in the whole
                end = place_key(_last_place(part))
                found = [each for each in found if each.keyword != "minItems" and place_key(each.path) <= end]
            if is_whole or len(found) > MOST_VIOLATIONS:
                return sorted(found, key=lambda each: place_key(each.path))[: MOST_VIOLATIONS + 1]
            looked_at *= 2  # each look begins anew: all together are as long as two

    def _errors(self, value: Json) -> Iterator[jsonschema_rs.ValidationError]:
        """Yield every error; those of names come from the value itself, in which names are as they were."""
        disguised = _disguised(value)
        if disguised == value:
            yield from self.validator.iter_errors(value)
            return
        for named, shown in ((True, disguised), (False, value)):
            yield from (e for e in self.validator.iter_errors(shown) if (e.kind.name != "propertyNames") is named)


def contract_text(path: Path = OPENAPI_FILE) -> str:
    """Return the text of the OpenAPI document, with the answers that its examples show in place of their files' names.

    Raises `ContractError` for a file that is not there.
    """

    def shown(named: re.Match[str]) -> str:
        try:
            answer = (path.parent / named[1]).read_bytes()
        except OSError as error:
            message = f"{path.name} names an example that can't be read: {named[1]}"
            raise ContractError(message) from error
        # Of JSON without line breaks, YAML reads the same value.
        value = orjson.loads(answer or "null") if named[1].endswith(".json") else answer.decode()
        return f"value: {orjson.dumps(value).decode()}"

    return _EXAMPLE.sub(shown, path.read_text(encoding="utf-8"))


def load_document(path: Path = OPENAPI_FILE) -> dict[str, Any]:
    """Return the OpenAPI document as JSON; raises `ContractError` if a mapping has a name twice."""
    document = yaml.load(contract_text(path), Loader=_StrictLoader)  # noqa: S506 - a SafeLoader underneath
    if not isinstance(document, dict):
        raise ContractError(f"{path.name} is not an OpenAPI document")
    return document


def without_keys(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the document of a service that asks for no key: it says nothing of keys that readers would look for."""
    components = {name: each for name, each in document["components"].items() if name != "securitySchemes"}
    paths = {
        path: {
            method: {name: each for name, each in content.items() if name != "security"}
            for method, content in methods.items()
        }
        for path, methods in document["paths"].items()
    }
    return {
        **{name: each for name, each in document.items() if name != "security"},
        "paths": paths,
        "components": components,
    }


def text_without_keys(text: str) -> str:
    """Return the text of the document without what `without_keys` leaves out, and nothing else changed."""
    return _OF_KEYS.sub("", text)


def operations(document: Mapping[str, Any]) -> tuple[Operation, ...]:
    """Compile the operations of a document."""
    found = [
        (method, path, content)
        for path, methods in document["paths"].items()
        for method, content in methods.items()
        if method in _METHODS
    ]
    schemas = document["components"]["schemas"]
    bodies = [_bodies(content).get(JSON, _NO_BODY)["schema"] for _, _, content in found]
    # One for all of them: with copies of the components, each validator would take 1.4 MB, and 2 ms of the start.
    known = jsonschema_rs.Registry([(_CONTRACT, {"bodies": bodies, "components": {"schemas": schemas}})])
    return tuple(
        Operation(
            content["operationId"],
            method.upper(),
            path,
            tuple(_bodies(content)),
            jsonschema_rs.Draft202012Validator({"$ref": f"{_CONTRACT}#/bodies/{number}"}, registry=known, offline=True),
            SchemaTree(bodies[number] or _NOTHING, schemas),
            _longest_headers(content, document["components"].get("parameters", _NOTHING)),
        )
        for number, (method, path, content) in enumerate(found)
    )


def _bodies(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the media type objects of an operation's request body, by media type."""
    bodies: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {})
    return bodies


def _longest_headers(operation: Mapping[str, Any], shared: Mapping[str, Any]) -> Mapping[str, int]:
    """Return how long each header among an operation's parameters may be; ``shared`` are those of the components."""
    parameters = (
        shared[each["$ref"].rpartition("/")[2]] if "$ref" in each else each for each in operation.get("parameters", ())
    )
    return {each["name"]: each["schema"]["maxLength"] for each in parameters if each["in"] == "header"}


def guarded_operations(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the operationIds of the operations with a security requirement, their own or that of the document."""
    return frozenset(
        content["operationId"]
        for methods in document["paths"].values()
        for method, content in methods.items()
        if method in _METHODS and any(content.get("security", document.get("security", ())))
    )


def _disguised(value: Any) -> Any:
    """Return a copy of a value, not nested too deep, without names that the engine would misread."""
    if isinstance(value, dict):
        return {_disguise(name): _disguised(member) for name, member in value.items()}
    return [_disguised(item) for item in value] if isinstance(value, list) else value


def _disguise(name: str) -> str:
    if name and _MISREAD.fullmatch(name) is None:
        return name
    return dict(_DISGUISES)[name[:1]] + name[1:]


def _undisguised(name: str) -> str:
    plain = next((plain for plain, disguise in _DISGUISES if name.startswith(disguise)), None)
    return name if plain is None else plain + name[1:]


def _violations(error: jsonschema_rs.ValidationError, body: Json) -> Iterator[Violation]:
    """Yield a violation for each member or item that is wrong."""
    path: list[str | int] = []
    value = body
    for part in error.instance_path:
        name = _undisguised(str(part)) if isinstance(value, dict) else int(part)
        path.append(name)
        value = value[name]
    kind = error.kind
    wrong: list[str] = []
    if kind.name == "required":
        wrong = [str(kind.as_dict()["property"])]
    elif kind.name == "additionalProperties":
        wrong = [_undisguised(str(name)) for name in kind.as_dict()["unexpected"]]
    elif kind.name == "propertyNames":
        wrong = [str(kind.as_dict()["error"].instance)]
    if not wrong:
        yield Violation(tuple(path), kind.name, kind, value)
    for name in wrong:
        yield Violation((*path, name), kind.name, kind, value)


def _beginning(value: Json, size: int) -> tuple[Json, bool]:
    """Return the first values of a body in the order of their places, and whether these are all."""
    left = size

    def copied(value: Json) -> Json:
        nonlocal left
        left -= 1
        if isinstance(value, dict):
            names = sorted(value, key=_name_key)
            return {name: copied(value[name]) for name in names if left > 0}
        return [copied(item) for item in value if left > 0] if isinstance(value, list) else value

    beginning = copied(value)
    return beginning, left > 0


def _last_place(value: Json) -> Place:
    """Return the place of the last value in a value."""
    place: list[str | int] = []
    while value and isinstance(value, dict | list):
        last, value = list(value.items() if isinstance(value, dict) else enumerate(value))[-1]
        place.append(last)
    return tuple(place)


def too_deep(value: Json) -> bool:
    """Tell whether a value is nested beyond `MAX_DEPTH` levels."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        members = (item.values() if isinstance(item, dict) else item for item in level)
        level = [member for inside in members for member in inside if isinstance(member, dict | list)]
        if not level:
            return False
    return True
