"""The contract: openapi.yaml loaded strictly, and one compiled validator for each of its operations.

The only module that knows the schema engine.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from service.json_types import Json
from service.media_types import JSON
from service.problems import Problem
from service.shipped import shipped
from service.wire.faults.schema_tree import SchemaTree
from service.wire.faults.violation import Violation, place_key
from service.wire.strict_json import MAX_DEPTH, too_deep

OPENAPI_FILE = shipped("openapi.yaml")
_METHODS = ("get", "post", "put", "patch", "delete")
# The engine drops empty names from its paths, and takes "007" and "+7" for the index 7: such names go in with a
# noncharacter in the place of what misleads it, and come out as they were.
_DISGUISES = (("", "\ufdd0"), ("0", "\ufdd1"), ("+", "\ufdd2"))
_MISREAD = re.compile(r"(?:0|\+)[0-9]+", re.ASCII)


class ContractError(ValueError):
    """The document can't be served: it is not strict YAML, or it disagrees with the handlers."""


class _StrictLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]  # C where it is built in
    """Reads YAML like JSON: no name twice in one mapping, and dates stay text."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:  # noqa: FBT001, FBT002 - PyYAML's signature
        names = [self.construct_object(key, deep=True) for key, _ in node.value]
        for index, name in enumerate(names):
            if name in names[:index]:
                message = f"{name!r} occurs twice in one mapping, line {node.value[index][0].start_mark.line + 1}"
                raise ContractError(message)
        mapping: dict[Hashable, Any] = super().construct_mapping(node, deep)
        return mapping


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

    def accepts(self, value: Json) -> bool:
        """Return whether a request body satisfies its schema."""
        return self.validator.is_valid(value)

    def violations(self, value: Json) -> list[Violation]:
        """Return every violation of the schema of the request body, in the order of their places.

        Raises `Problem` (400) for a body that is nested too deep to be looked at.
        """
        if self.accepts(value):
            return []
        # Whatever satisfies the closed schemas is shallow: the depth needs a look only here.
        if too_deep(value):
            raise Problem("not-json", f"The body is nested more than {MAX_DEPTH} levels deep.")
        found = (each for error in self._errors(value) for each in _violations(error, value))
        return sorted(found, key=lambda violation: place_key(violation.path))

    def _errors(self, value: Json) -> Iterator[jsonschema_rs.ValidationError]:
        """Yield every error; those of names come from the value itself, in which names are as they were."""
        disguised = _disguised(value)
        if disguised == value:
            yield from self.validator.iter_errors(value)
            return
        for named, each in ((True, disguised), (False, value)):
            yield from (e for e in self.validator.iter_errors(each) if (e.kind.name != "propertyNames") is named)


def load_document(path: Path = OPENAPI_FILE) -> dict[str, Any]:
    """Return the OpenAPI document as JSON; raises `ContractError` if a mapping has a name twice."""
    with path.open("rb") as file:
        document = yaml.load(file, Loader=_StrictLoader)  # noqa: S506 - a SafeLoader underneath
    if not isinstance(document, dict):
        message = f"{path.name} is not an OpenAPI document"
        raise ContractError(message)
    return document


def operations(document: Mapping[str, Any]) -> tuple[Operation, ...]:
    """Compile the operations of a document."""
    return tuple(
        Operation(
            content["operationId"],
            method.upper(),
            path,
            tuple(_bodies(content)),
            _validator(document, content),
            SchemaTree(_bodies(content).get(JSON, {}).get("schema", {}), document["components"]["schemas"]),
        )
        for path, methods in document["paths"].items()
        for method, content in methods.items()
        if method in _METHODS
    )


def _bodies(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the media type objects of an operation's request body, by media type."""
    bodies: Mapping[str, Any] = operation.get("requestBody", {}).get("content", {})
    return bodies


def guarded_operations(document: Mapping[str, Any]) -> frozenset[str]:
    """Return the operationIds of the operations with a security requirement, their own or that of the document."""
    return frozenset(
        content["operationId"]
        for methods in document["paths"].values()
        for method, content in methods.items()
        if method in _METHODS and any(content.get("security", document.get("security", ())))
    )


def _validator(document: Mapping[str, Any], operation: Mapping[str, Any]) -> jsonschema_rs.Draft202012Validator:
    body = _bodies(operation).get(JSON)
    if body is None:
        return jsonschema_rs.Draft202012Validator(False)  # noqa: FBT003 - the schema that JSON Schema spells so
    whole = {**body["schema"], "components": {"schemas": document["components"]["schemas"]}}
    return jsonschema_rs.Draft202012Validator(whole, offline=True)


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
    kind = error.kind.name
    facts = error.kind.as_dict()
    wrong: list[str] = []
    if kind == "required":
        wrong = [str(facts["property"])]
    elif kind == "additionalProperties":
        wrong = [_undisguised(str(name)) for name in facts["unexpected"]]
    elif kind == "propertyNames":
        wrong = [str(facts["error"].instance)]
    if not wrong:
        yield Violation(tuple(path), kind, facts, value)
    for name in wrong:
        yield Violation((*path, name), kind, facts, value)
