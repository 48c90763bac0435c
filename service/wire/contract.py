"""The contract: openapi.yaml loaded strictly, and one compiled validator for each of its operations.

The only module that knows the schema engine.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema_rs
import yaml

from service.json_types import Json
from service.media_types import JSON
from service.problems import Problem, problem_with
from service.shipped import shipped
from service.spades.english import count_of, quoted
from service.spades.pointers import pointer_to
from service.wire.strict_json import MAX_DEPTH, too_deep

OPENAPI_FILE = shipped("openapi.yaml")
_METHODS = ("get", "post", "put", "patch", "delete")
_FEW = 12
_LONGEST = 64
# The engine drops empty names from its paths: they go in as this noncharacter and come out empty again.
_UNNAMED = "\ufdd0"


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

    def check(self, value: Json) -> None:
        """Check a request body against its schema; raises `Problem` (422) with every violation."""
        if self.validator.is_valid(value):
            return
        # Whatever satisfies the closed schemas is shallow: the depth needs a look only here.
        if too_deep(value):
            raise Problem("not-json", f"The body is nested more than {MAX_DEPTH} levels deep.")
        violations = sorted(
            (each for error in self._errors(value) for each in _violations(error)),
            key=lambda violation: violation[0],
        )
        raise problem_with("contract-violation", (error for _, error in violations), "violation")

    def _errors(self, value: Json) -> Iterator[jsonschema_rs.ValidationError]:
        """Yield every error; those of names come from the value itself, in which an empty name is empty."""
        for named, each in ((True, _with_named_members(value)), (False, value)):
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
        Operation(content["operationId"], method.upper(), path, tuple(_bodies(content)), _validator(document, content))
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


def _with_named_members(value: Any) -> Any:
    """Return a copy of a value, not nested too deep, in which no member has an empty name."""
    if isinstance(value, dict):
        return {name or _UNNAMED: _with_named_members(member) for name, member in value.items()}
    return [_with_named_members(item) for item in value] if isinstance(value, list) else value


def _violations(
    error: jsonschema_rs.ValidationError,
) -> Iterator[tuple[tuple[tuple[int, int, str], ...], dict[str, str]]]:
    """Yield an error for each member or item that is wrong, after a key that sorts errors by their place."""
    path: tuple[str | int, ...] = tuple(error.instance_path)
    kind = error.kind.name
    facts = error.kind.as_dict()
    if kind == "required":
        paths = [(*path, str(facts["property"]))]
    elif kind == "additionalProperties":
        paths = [(*path, str(name)) for name in facts["unexpected"]]
    elif kind == "propertyNames":
        paths = [(*path, str(facts["error"].instance))]
    else:
        paths = [path]
    for each in paths:
        parts = tuple("" if part == _UNNAMED else part for part in each)
        order = tuple((0, part, "") if isinstance(part, int) else (1, 0, part) for part in parts)
        yield order, {"pointer": pointer_to(*parts), "code": kind, "detail": _sentence(kind, facts, error.instance)}


def _sentence(kind: str, facts: Mapping[str, Any], value: Any) -> str:
    limit = facts.get("limit", 0)
    characters, items, members = (count_of(limit, noun) for noun in ("character", "item", "member"))
    sentences = {
        "required": "This member is required.",
        "additionalProperties": "This member is not allowed here.",
        "type": f"This must be {_types(facts)}, not {_type_of(value)}.",
        "enum": _enum(facts, value),
        "minimum": f"{_short(value)} is below the minimum, {limit}.",
        "maximum": f"{_short(value)} is above the maximum, {limit}.",
        "minLength": f"This is shorter than {characters}.",
        "maxLength": f"This is longer than {characters}.",
        "minItems": f"There are fewer than {items}.",
        "maxItems": f"There are more than {items}.",
        "propertyNames": "The name of this member is too short or too long.",
        "maxProperties": f"There are more than {members}.",
        "uniqueItems": "An item is repeated.",
    }
    return sentences.get(kind, f"This violates the keyword {kind} of the schema.")


def _enum(facts: Mapping[str, Any], value: Any) -> str:
    options = facts.get("options", [])
    if len(options) > _FEW:
        return f"{_short(value)} is not one of the values listed in the contract."
    return f"{_short(value)} is not one of {', '.join(map(str, options))}."


def _types(facts: Mapping[str, Any]) -> str:
    return " or ".join(("an " if name[0] in "aeio" else "a ") + str(name) for name in facts.get("types", []))


def _type_of(value: Any) -> str:
    names = {
        bool: "a boolean",
        int: "an integer",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names.get(type(value), "null")


def _short(value: Any) -> str:
    """Return a value for a sentence, cut short: an answer never repeats a request at length."""
    if isinstance(value, list | dict):
        return _type_of(value).capitalize()
    if isinstance(value, str):
        return quoted(value)
    text = str(value)
    return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."
