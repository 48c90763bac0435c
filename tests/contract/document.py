"""The contract as the service loads it, with functions to look into it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import unquote

from jsonschema import Draft202012Validator

from service.fault_codes import KEYWORDS
from service.http.site import PROBES
from service.wire.contract import Operation, load_document, operations

JSON = "application/json"
OCTETS = "application/octet-stream"
LINES = ("text/plain", "application/x-ndjson")
PAGES = ("text/markdown", "text/html")
CSV = "text/csv"
Schema = Mapping[str, Any]

# Components whose members are named after numbers of players.
BY_PLAYER_COUNT = {"CardsByPlayerCount", "NumberByPlayerCount"}

METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")


@dataclass(frozen=True, slots=True)
class Described:
    """An operation as the document describes it."""

    path: str
    method: str
    content: Mapping[str, Any]

    @property
    def name(self) -> str:
        return str(self.content["operationId"])

    @property
    def body(self) -> Mapping[str, Any] | None:
        """The JSON content of a request, or None."""
        content: Mapping[str, Any] | None = self.content.get("requestBody", {}).get("content", {}).get(JSON)
        return content

    @property
    def lines(self) -> Mapping[str, Any] | None:
        """The NDJSON content of a batch, or None."""
        content: Mapping[str, Any] | None = self.content.get("requestBody", {}).get("content", {}).get(OCTETS)
        return content

    @property
    def answers(self) -> Mapping[str, Mapping[str, Any]]:
        """The contents of the answer with status 200, by media type; the first is the default."""
        content: Mapping[str, Mapping[str, Any]] = self.content["responses"]["200"]["content"]
        return content

    @property
    def answer(self) -> Mapping[str, Any] | None:
        """The JSON content of the answer with status 200, or None."""
        return self.answers.get(JSON)

    @property
    def path_parameters(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(each for each in self.content.get("parameters", ()) if each.get("in") == "path")

    @property
    def is_lookup(self) -> bool:
        return self.body is None and self.lines is None


def operations_of(document: Mapping[str, Any]) -> tuple[Described, ...]:
    """Return the operations of a document; its probes are none that a program asks about a round."""
    return tuple(
        Described(path, method, content)
        for path, methods in document["paths"].items()
        for method, content in methods.items()
        if method in METHODS and path not in PROBES
    )


DOCUMENT = load_document()
SCHEMAS: Mapping[str, Any] = DOCUMENT["components"]["schemas"]
OPERATIONS = operations_of(DOCUMENT)
WITH_BODY = tuple(each for each in OPERATIONS if each.body is not None)


def checker(schema: Mapping[str, Any], schemas: Mapping[str, Any] = SCHEMAS) -> Draft202012Validator:
    """Return a reference validator for a schema of the document; the service uses another engine."""
    return Draft202012Validator({**schema, "components": {"schemas": schemas}})


def component(name: str) -> dict[str, str]:
    """Return a reference to a component schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def referred(schema: Mapping[str, Any]) -> str:
    """Return the name of the component that a reference points to."""
    return str(schema["$ref"]).rpartition("/")[2]


def forms_of(schema: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the names of the components of an answer: of its forms, the full one first, if it has several."""
    name = referred(schema)
    return tuple(map(referred, SCHEMAS[name].get("oneOf", [schema])))


def within(schema: Schema, where: str) -> Iterator[tuple[str, Schema]]:
    """Yield a schema and all schemas inside it, each with its path."""
    yield where, schema
    for name, inner in schema.get("properties", {}).items():
        yield from within(inner, f"{where}.{name}")
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from within(schema[keyword], f"{where}.{keyword}")
    for each in schema.get("oneOf", ()):
        yield from within(each, f"{where}.oneOf")


def reached(roots: Iterable[Schema]) -> set[str]:
    """Return the names of all component schemas that these schemas refer to, directly or not."""
    names: set[str] = set()
    waiting = list(roots)
    while waiting:
        for _, schema in within(waiting.pop(), ""):
            if "$ref" in schema and referred(schema) not in names:
                names.add(referred(schema))
                waiting.append(SCHEMAS[referred(schema)])
    return names


def path_of(pointer: str) -> tuple[str, ...]:
    """Read a JSON Pointer in URI fragment form (RFC 6901, section 6)."""
    assert pointer.startswith("#")
    assert pointer.isascii()
    parts = unquote(pointer[1:], errors="strict").split("/")
    assert parts[0] == ""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts[1:])


@cache
def _compiled() -> Mapping[str, Operation]:
    return {operation.operation_id: operation for operation in operations(DOCUMENT)}


def compiled(described: Described) -> Operation:
    """Return an operation as the service validates its requests."""
    return _compiled()[described.name]


def keywords_of(described: Described) -> set[str]:
    """Return the keywords of schemas that a request can violate."""
    root: Mapping[str, Any] = (described.body or {})["schema"]
    schemas = [root, *(SCHEMAS[name] for name in reached([root]))]
    return {keyword for schema in schemas for _, inner in within(schema, "") for keyword in inner} & {*KEYWORDS}
