"""The document by itself keeps rules that no validator or linter checks (those are in test_readers.py)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from openapi_spec_validator import validate
from openapi_spec_validator.schemas import get_validator_backend

from service.media_types import PROBLEM
from service.problems import TYPES
from service.settings import Settings
from service.wire.contract import OPENAPI_FILE, ContractError, load_document
from tests.contract.document import (
    BY_PLAYER_COUNT,
    CSV,
    DOCUMENT,
    JSON,
    LINES,
    OCTETS,
    OPERATIONS,
    PAGES,
    SCHEMAS,
    Described,
    Schema,
    checker,
    forms_of,
    reached,
    referred,
    within,
)

# The keywords of JSON Schema 2020-12 and OpenAPI 3.1 that this document may use. Left out on purpose: `pattern`
# (engines disagree), `nullable` (not in 3.1), `default` (client generators make the member required), `oneOf` and the
# like (all faults inside become one error). `format` is used for bytes only, because client generators need it there.
# `title` and `x-enum-varnames` are names for them, where they would make up their own.
KEYWORDS = {
    *("type", "enum", "properties", "required", "additionalProperties", "propertyNames", "maxProperties", "items"),
    *("minItems", "maxItems", "uniqueItems", "minLength", "maxLength", "minimum", "maximum"),
    *("description", "examples", "$ref", "format", "title", "x-enum-varnames"),
}
# An answer that may be brief is one of two components, of which one says so.
ONLY_IN_ANSWERS = {"oneOf", "const"}
# Whatever a request may have of an answer that nobody reads.
TAKEN_AS_IT_COMES = {"PartOfAnswer"}
BOUNDS = {"string": {"maxLength"}, "array": {"maxItems"}, "integer": {"minimum", "maximum"}}

# The statuses of an operation with a JSON body, of a batch and of one without a body, and those that a proxy in front
# of the service may answer. A name in the path adds 404, and an API key 401. In a batch, other failures have the status
# of their line.
COMPUTING = {"200", "400", "413", "415", "422", "500"}
BATCHING = COMPUTING - {"422"}
SHOWING = {"200", "304", "400", "500"}
IN_FRONT = {"429", "503"}

# Problem types that no operation lists: the router's own, and those of a proxy in front, whatever the request.
OUTSIDE = {
    *("method-not-allowed", "request-timeout", "uri-too-long", "headers-too-large", "bad-gateway", "gateway-timeout"),
}

SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
CAMEL_CASE = re.compile(r"[a-z]+([A-Z][a-z0-9]*)*", re.ASCII)
SENTENCE = re.compile(r"[A-Z][^.]*[^.\s]\.(\s|$)")
SLUG = re.compile(r"/problems/([a-z-]+)")
WORD_WITH_HYPHEN = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")


def everything(value: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Yield a value and everything inside it, each with its place."""
    yield where, value
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, inner in inside:
        yield from everything(inner, f"{where}.{name}")


def texts(value: Any) -> Iterator[str]:
    yield from (each for _, each in everything(value) if isinstance(each, str))


SHARED: Mapping[str, Any] = DOCUMENT["components"]["responses"]
# Bodies, parameters and headers: whatever has a schema, and perhaps examples beside it.
HOLDERS = [
    (where, value)
    for where, value in everything({**DOCUMENT["components"], "schemas": {}, "paths": DOCUMENT["paths"]})
    if isinstance(value, dict) and "schema" in value and ".examples." not in where
]
EVERY_SCHEMA: list[tuple[str, Schema]] = [
    *(place for name, schema in SCHEMAS.items() for place in within(schema, name)),
    *(place for where, holder in HOLDERS for place in within(holder["schema"], where)),
]


def is_object(schema: Schema) -> bool:
    return "object" in schema.get("type", ()) or "properties" in schema


def responses(operation: Described) -> Mapping[str, Any]:
    """Return the responses of an operation by status, with references to shared responses resolved."""
    return {
        status: SHARED[referred(response)] if "$ref" in response else response
        for status, response in operation.content["responses"].items()
    }


def schemas_of(holder: Mapping[str, Any]) -> list[Schema]:
    return [media["schema"] for media in holder.get("content", {}).values()]


REQUESTED = reached(
    schema for operation in OPERATIONS for schema in schemas_of(operation.content.get("requestBody", {}))
)
ANSWERED = reached(
    schema for operation in OPERATIONS for each in responses(operation).values() for schema in schemas_of(each)
)


@pytest.mark.parametrize("text", ["a: 1\nb: 2\na: 3\n", "a: {b: 1, c: {d: 1, d: 1}}\n", "- {a: 1, 'a': 2}\n"])
def test_the_loader_refuses_a_repeated_key(text: str, tmp_path: Path) -> None:
    file = tmp_path / "openapi.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ContractError, match="occurs twice"):
        load_document(file)


def test_the_document_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    # If jsonschema-rs is installed, the validator switches to it and reports less.
    monkeypatch.setenv("OPENAPI_SPEC_VALIDATOR_SCHEMA_VALIDATOR_BACKEND", "jsonschema")
    assert get_validator_backend() == "jsonschema"
    assert DOCUMENT["openapi"].startswith("3.1.")
    validate(DOCUMENT)


def statuses(operation: Described) -> set[str]:
    """Return the statuses that can be answered."""
    possible = SHOWING if operation.is_lookup else COMPUTING if operation.lines is None else BATCHING
    if any(operation.content.get("security", DOCUMENT["security"])):
        possible = possible | {"401"}
    return possible | IN_FRONT | ({"404"} if operation.path_parameters else set())


def problems_of(operation: Described) -> Iterator[str]:
    """Yield what is wrong with the failures of an operation."""
    for status, response in responses(operation).items():
        if ("Retry-After" in response.get("headers", {})) is not (status in IN_FRONT):
            yield f"{status}: says how long to wait, or should"
        if status != "200" and set(operation.content["responses"][status]) != {"$ref"}:
            yield f"{status}: is no shared response"
        if status >= "400":
            problem = response["content"][PROBLEM]
            if list(response["content"]) != [PROBLEM, *([] if status in IN_FRONT else [PAGES[1]])]:
                yield f"{status}: other media types"
            if {str(each["value"]["status"]) for each in problem["examples"].values()} != {status}:
                yield f"{status}: an example of another status"


def shape_of(operation: Described) -> Iterator[str]:
    """Yield what is wrong with the bodies of an operation."""
    body = operation.content.get("requestBody", {})
    kind = JSON if operation.lines is None else OCTETS
    if body and (body["required"] is not True or list(body["content"]) != [kind]):
        yield "the body is not required, or in another media type"
    for each in (operation.answer, operation.body):
        if each is not None and not all(is_object(SCHEMAS[name]) for name in forms_of(each["schema"])):
            yield "a body is no object"
    if operation.lines is not None:
        text, line = (SCHEMAS[referred(operation.answers[kind]["schema"])] for kind in LINES)
        members = (set(line["properties"]), set(line["required"]))
        if members != ({"line", "status", "result", "problem"}, {"line", "status"}) or text["type"] != "string":
            yield "the answer to a batch has other lines"
    # A page may be the default; a sheet comes only if it is asked for.
    elif tuple(operation.answers) not in {
        (JSON,),
        (JSON, *PAGES),
        (*PAGES, JSON),
        (JSON, *PAGES, CSV),
        (JSON, LINES[1]),
    }:
        yield "other media types"
    elif any(
        ("examples" in operation.answers[kind]) is not (kind in {CSV, LINES[1]})
        for kind in {*operation.answers} - {JSON}
    ):
        yield "a page with an example, or a sheet without"
    if re.findall(r"{(\w+)}", operation.path) != [each["name"] for each in operation.path_parameters]:
        yield "other parameters of the path"
    shown = operation.answers[LINES[0]] if operation.lines is not None else operation.answer
    content = operation.body or operation.lines
    if content is not None and not (content.get("examples") and shown is not None and shown.get("examples")):
        yield "no example"


RULES_OF_OPERATIONS: Mapping[str, Callable[[Described], Any]] = {
    "a name in camel case": lambda each: not CAMEL_CASE.fullmatch(each.name),
    "a summary, and a description in sentences": lambda each: (
        not (each.content["summary"] and SENTENCE.match(each.content["description"]))
    ),
    "the statuses that can be answered": lambda each: set(each.content["responses"]) ^ statuses(each),
    "failures that are shared problems": lambda each: [*problems_of(each)],
    "bodies of its kind, with examples": lambda each: [*shape_of(each)],
}


@pytest.mark.parametrize("rule", RULES_OF_OPERATIONS)
def test_every_operation_has(rule: str) -> None:
    breaks = RULES_OF_OPERATIONS[rule]
    assert [(each.name, broken) for each in OPERATIONS if (broken := breaks(each))] == []


def test_no_operation_insists_on_a_key() -> None:
    """A client generated from the document works with a service that asks for no key."""
    assert {} in DOCUMENT["security"]
    closed = {each.name for each in OPERATIONS if not any(each.content.get("security", DOCUMENT["security"]))}
    # A client that was refused can still look up why.
    assert closed == {"getProblemType", "listProblemTypes"}
    assert all({} in each.content["security"] for each in OPERATIONS if each.content.get("security"))


def names_of(where: str, schema: Schema) -> bool:
    """Tell whether members are in snake case, or numbers of players."""
    names = set(schema.get("properties", {}))
    return names == {"2", "3", "4", "5", "6"} if where in BY_PLAYER_COUNT else all(map(SNAKE_CASE.fullmatch, names))


def is_closed(schema: Schema) -> bool:
    if "properties" in schema:
        return schema["additionalProperties"] is False
    return not is_object(schema) or (isinstance(schema["additionalProperties"], dict) and "maxProperties" in schema)


def is_bounded(schema: Schema) -> bool:
    # A batch is bounded by its bytes and lines.
    return bool({"enum", "format"} & schema.keys()) or BOUNDS.get(str(schema.get("type")), set()) <= schema.keys()


def is_open(schema: Schema) -> bool:
    if "properties" in schema:
        return "additionalProperties" not in schema
    return not is_object(schema) or isinstance(schema["additionalProperties"], dict)


def has_named_words(where: str, schema: Schema) -> bool:
    """Tell whether a closed set of words has a name: that of its component, or that of its parameter."""
    return "enum" not in schema or where in SCHEMAS or where.partition(".")[0].endswith("Parameters")


def has_names(schema: Schema) -> bool:
    """Tell whether the names of a closed set's codes are one for each, and names in any language."""
    names = schema.get("x-enum-varnames", [])
    return not names or (
        len({*names}) == len(schema["enum"]) and all(SNAKE_CASE.fullmatch(name.lower()) for name in names)
    )


def is_described(schema: Schema) -> bool:
    return "description" in schema or "$ref" in schema


SEVERAL_TYPES = {"RulesetReference", "ClaimedTricks", "ParameterValue", "TeamOfResult"}
TYPES_OF_VALUES = {"string", "integer", "boolean", "array", "object"}
RULES_OF_SCHEMAS: Mapping[str, Callable[[str, Schema], Any]] = {
    "known keywords": lambda where, each: (
        set(each) <= KEYWORDS | (set() if where.partition(".")[0] in REQUESTED else ONLY_IN_ANSWERS)
        and each.get("format", "binary") == "binary"
    ),
    "one type": lambda where, each: (
        {"$ref", "oneOf"} & set(each)
        or (isinstance(each["type"], list) if where in SEVERAL_TYPES else each["type"] in TYPES_OF_VALUES)
    ),
    "required members that it has": lambda _, each: {*each.get("required", ())} <= {*each.get("properties", {})},
    "objects inside that are components": lambda where, each: "properties" not in each or where in SCHEMAS,
    "members in snake case": names_of,
    "a list of examples that is not empty": lambda _, each: each.get("examples") != [],
    "a description": lambda where, each: where not in SCHEMAS or each["description"].strip().endswith("."),
    "described members": lambda where, each: (
        where in BY_PLAYER_COUNT or all(map(is_described, each.get("properties", {}).values()))
    ),
    "no other members in a request": lambda where, each: (
        where.partition(".")[0] not in REQUESTED - TAKEN_AS_IT_COMES or is_closed(each)
    ),
    "bounds in a request": lambda where, each: where.partition(".")[0] not in REQUESTED or is_bounded(each),
    "words with a name": has_named_words,
    "names for its codes": lambda _, each: has_names(each),
    "objects by name that are components": lambda where, each: (
        where in SCHEMAS or not isinstance(each.get("additionalProperties"), dict)
    ),
    "a title only where generators would make up a name": lambda _, each: (
        ("title" in each) is (isinstance(each.get("type"), list) and is_object(each))
    ),
    "open members in an answer": lambda where, each: (
        where.partition(".")[0] not in ANSWERED - REQUESTED or is_open(each)
    ),
}


@pytest.mark.parametrize("rule", RULES_OF_SCHEMAS)
def test_every_schema_has(rule: str) -> None:
    keeps = RULES_OF_SCHEMAS[rule]
    assert [where for where, schema in EVERY_SCHEMA if not keeps(where, schema)] == []


def test_a_closed_set_has_one_name() -> None:
    """No two components list the same words, and no parameter lists those of a component."""
    sets = {name: frozenset(schema["enum"]) for name, schema in SCHEMAS.items() if "enum" in schema}
    assert len({*sets.values()}) == len(sets)
    beside = [
        where for where, schema in EVERY_SCHEMA if where not in SCHEMAS and {*schema.get("enum", ())} in sets.values()
    ]
    assert beside == []


EXAMPLES = [
    *(
        (f"{where}.{name}", holder["schema"], each["value"])
        for where, holder in HOLDERS
        for name, each in holder.get("examples", {}).items()
    ),
    *((where, schema, example) for where, schema in EVERY_SCHEMA for example in schema.get("examples", ())),
]


def test_every_example_satisfies_its_schema() -> None:
    assert [where for where, holder in HOLDERS if "example" in holder] == []
    assert [where for where, schema, example in EXAMPLES if [*checker(schema).iter_errors(example)]] == []


def test_problems_are_those_of_the_catalogue() -> None:
    spoken = {slug for text in texts(SHARED) for slug in WORD_WITH_HYPHEN.findall(text)}
    assert {slug for text in texts(DOCUMENT) for slug in SLUG.findall(text)} | spoken <= set(TYPES)
    shown = [example for where, _, example in EXAMPLES if where.startswith(".responses.")]
    assert {example["type"] for example in shown} == {kind.path for slug, kind in TYPES.items() if slug not in OUTSIDE}
    for example in shown:
        kind = TYPES[example["type"].removeprefix("/problems/")]
        assert (example["title"], example["status"]) == (kind.title, kind.status)


def test_the_limits_in_texts_are_the_defaults_of_the_settings() -> None:
    limits = Settings()
    request = f"{limits.body_bytes // 1024} KB", f"{limits.body_values:,}"
    game = f"a game {limits.game_bytes // 1024} KB and {limits.game_values:,}"
    batch = f"{limits.batch_bytes // 1024**2} MB", f"{limits.batch_lines:,} lines"
    security = (OPENAPI_FILE.parent / "SECURITY.md").read_text()
    batches = [each.content["description"] for each in OPERATIONS if each.lines is not None]
    for text, said in (
        (TYPES["too-large"].description, f"a request may have {request[0]} and {request[1]} JSON values, {game}. "),
        (TYPES["too-large"].description, f"A batch may have {batch[0]} and {batch[1]}, "),
        (DOCUMENT["info"]["description"], f"at most {request[0]} and {request[1]} values ({game})"),
        (DOCUMENT["info"]["description"], f"up to {batch[0]} and {batch[1]}, "),
        (security, f"{request[0]} and {request[1]} JSON values, {game}."),
        *((each, f"A batch may be {batch[0]} long and have {batch[1]}. ") for each in batches),
    ):
        assert said in " ".join(text.split())
