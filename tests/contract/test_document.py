"""The document by itself: it is valid OpenAPI and keeps rules that no validator checks."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
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
    reached,
    referred,
    within,
)

# The keywords of JSON Schema 2020-12 and OpenAPI 3.1 that this document may use. Left out on purpose: `pattern`
# (engines disagree), `nullable` (not in 3.1), `default` (client generators make the member required), `oneOf` and the
# like (all faults inside become one error). `format` is used for bytes only, because client generators need it there.
ANNOTATIONS = {"description", "examples"}
ASSERTIONS = {
    "type",
    "enum",
    "properties",
    "required",
    "additionalProperties",
    "propertyNames",
    "maxProperties",
    "items",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "minimum",
    "maximum",
}
KEYWORDS = ANNOTATIONS | ASSERTIONS | {"$ref", "format"}
TYPE_NAMES = {"string", "integer", "boolean", "array", "object"}

# The statuses of an operation with a JSON body, of a batch and of one without a body, and those that a proxy in front
# of the service may answer. A name in the path adds 404, and an API key 401. In a batch, other failures have the status
# of their line.
COMPUTING = {"200", "400", "413", "415", "422", "500"}
BATCHING = COMPUTING - {"422"}
SHOWING = {"200", "304", "400", "500"}
IN_FRONT = {"429", "503"}

# Problem types that no operation lists: the router's own, and those of a proxy in front, whatever the request.
OUTSIDE = {
    "method-not-allowed",
    "request-timeout",
    "uri-too-long",
    "headers-too-large",
    "bad-gateway",
    "gateway-timeout",
}

SNAKE_CASE = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", re.ASCII)
CAMEL_CASE = re.compile(r"[a-z]+([A-Z][a-z0-9]*)*", re.ASCII)
SENTENCE = re.compile(r"[A-Z][^.]*[^.\s]\.(\s|$)")
SLUG = re.compile(r"/problems/([a-z-]+)")
WORD_WITH_HYPHEN = re.compile(r"`([a-z]+(?:-[a-z]+)+)`")


def everything(value: Any) -> Iterator[Any]:
    """Yield a value and everything inside it."""
    yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from everything(inner)


def texts(value: Any) -> Iterator[str]:
    yield from (each for each in everything(value) if isinstance(each, str))


def inline(value: Any, where: str) -> Iterator[tuple[str, Schema]]:
    """Yield the schemas outside the component schemas: those of bodies, parameters and headers."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name == "schema":
                yield from within(inner, where)
            elif name != "examples":
                yield from inline(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from inline(inner, f"{where}.{place}")


BATCHES = [each for each in OPERATIONS if each.lines is not None]
COMPONENTS = [place for name, schema in SCHEMAS.items() for place in within(schema, name)]
OUTSIDE_COMPONENTS = [
    *inline(DOCUMENT["paths"], "paths"),
    *(
        place
        for section in ("parameters", "headers", "responses")
        for place in inline(DOCUMENT["components"][section], section)
    ),
]
EVERY_SCHEMA = [*COMPONENTS, *OUTSIDE_COMPONENTS]


def is_object(schema: Schema) -> bool:
    return "object" in schema.get("type", ()) or "properties" in schema


def contents(holder: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from holder.get("content", {}).values()


def responses(operation: Described) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the responses of an operation by status, with references to shared responses resolved."""
    for status, response in operation.content["responses"].items():
        shared = DOCUMENT["components"]["responses"]
        yield status, shared[referred(response)] if "$ref" in response else response


REQUESTED = reached(
    media["schema"] for operation in OPERATIONS for media in contents(operation.content.get("requestBody", {}))
)
ANSWERED = reached(
    media["schema"] for operation in OPERATIONS for _, response in responses(operation) for media in contents(response)
)


def nodes(node: yaml.Node) -> Iterator[yaml.Node]:
    yield node
    if isinstance(node, yaml.MappingNode):
        for pair in node.value:
            for each in pair:
                yield from nodes(each)
    elif isinstance(node, yaml.SequenceNode):
        for each in node.value:
            yield from nodes(each)


def yaml_nodes() -> Iterator[yaml.Node]:
    root = yaml.compose(OPENAPI_FILE.read_text(encoding="utf-8"), Loader=yaml.SafeLoader)
    assert root is not None
    yield from nodes(root)


class TestFile:
    def test_no_key_is_repeated(self) -> None:
        for node in yaml_nodes():
            if isinstance(node, yaml.MappingNode):
                keys = [key.value for key, _ in node.value]
                assert len(set(keys)) == len(keys), f"line {node.start_mark.line + 1}"

    @pytest.mark.parametrize("text", ["a: 1\nb: 2\na: 3\n", "a: {b: 1, c: {d: 1, d: 1}}\n", "- {a: 1, 'a': 2}\n"])
    def test_the_loader_refuses_a_repeated_key(self, text: str, tmp_path: Path) -> None:
        file = tmp_path / "openapi.yaml"
        file.write_text(text, encoding="utf-8")
        with pytest.raises(ContractError, match="occurs twice"):
            load_document(file)

    def test_every_scalar_is_read_alike_by_every_version_of_yaml(self) -> None:
        readings = {
            "tag:yaml.org,2002:str": r"[A-Za-z$/][^#]*",
            "tag:yaml.org,2002:bool": r"true|false",
            "tag:yaml.org,2002:int": r"0|-?[1-9][0-9]*",
        }
        for node in yaml_nodes():
            if isinstance(node, yaml.ScalarNode) and node.style is None:
                reading = readings.get(node.tag, "(?!)")
                assert re.fullmatch(reading, node.value, re.ASCII), f"line {node.start_mark.line + 1}: {node.value}"

    def test_the_document_is_made_of_json_values(self) -> None:
        kinds = {type(value) for value in everything(DOCUMENT)}
        assert kinds == {dict, list, str, int, bool}
        assert {type(key) for value in everything(DOCUMENT) if isinstance(value, dict) for key in value} == {str}


class TestOpenApi:
    @pytest.fixture(autouse=True)
    def backend(self, monkeypatch: pytest.MonkeyPatch) -> None:
        # If jsonschema-rs is installed, the validator switches to it and reports less.
        monkeypatch.setenv("OPENAPI_SPEC_VALIDATOR_SCHEMA_VALIDATOR_BACKEND", "jsonschema")
        assert get_validator_backend() == "jsonschema"

    def test_the_document_is_valid(self) -> None:
        assert DOCUMENT["openapi"].startswith("3.1.")
        validate(DOCUMENT)

    def test_an_invalid_document_would_be_noticed(self) -> None:
        broken = copy.deepcopy(DOCUMENT)
        broken["paths"]["/v1/rounds/score"]["post"]["responses"]["422"] = {"$ref": "#/components/responses/Nothing"}
        with pytest.raises(Exception, match="Nothing"):
            validate(broken)


class TestOperations:
    def test_it_is_explained(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                content = operation.content
                assert CAMEL_CASE.fullmatch(operation.name)
                assert content["summary"]
                assert SENTENCE.match(content["description"])
                assert content["tags"]

    def test_operation_ids_are_unique(self) -> None:
        names = [operation.name for operation in OPERATIONS]
        assert len(set(names)) == len(names)

    def test_tags_are_explained(self) -> None:
        used = {tag for operation in OPERATIONS for tag in operation.content["tags"]}
        assert used == {tag["name"] for tag in DOCUMENT["tags"]}
        assert all(SENTENCE.match(tag["description"]) for tag in DOCUMENT["tags"])

    def test_statuses_are_those_that_can_be_answered(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                possible = SHOWING if operation.body is None else COMPUTING
                possible = (possible if operation.lines is None else BATCHING) | IN_FRONT
                if operation.path_parameters:
                    possible |= {"404"}
                if any(operation.content.get("security", DOCUMENT["security"])):
                    possible |= {"401"}
                assert set(operation.content["responses"]) == possible

    def test_only_problems_that_ask_a_client_to_wait_say_how_long(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                waiting = {
                    status for status, response in responses(operation) if "Retry-After" in response.get("headers", {})
                }
                assert waiting == IN_FRONT

    def test_no_operation_insists_on_a_key(self) -> None:
        """A client generated from the document works with a service that asks for no key."""
        assert {} in DOCUMENT["security"]
        closed = {each.name for each in OPERATIONS if not any(each.content.get("security", DOCUMENT["security"]))}
        # A client that was refused can still look up why.
        assert closed == {"getProblemType", "listProblemTypes"}
        assert all({} in each.content["security"] for each in OPERATIONS if each.content.get("security"))

    def test_every_status_but_200_is_a_shared_response(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                shared = {
                    status: response for status, response in operation.content["responses"].items() if status != "200"
                }
                assert all(set(response) == {"$ref"} for response in shared.values())

    def test_every_failure_is_a_problem_of_its_status(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                for status, response in responses(operation):
                    if status >= "400":
                        pages = [] if status in IN_FRONT else [PAGES[1]]
                        assert list(response["content"]) == [PROBLEM, *pages]
                        assert referred(response["content"][PROBLEM]["schema"]) == "Problem"
                        examples = response["content"][PROBLEM]["examples"]
                        assert {str(example["value"]["status"]) for example in examples.values()} == {status}

    def test_bodies_are_json_objects(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                bodies = [each for each in (operation.answer, operation.body) if each is not None]
                assert all(is_object(SCHEMAS[referred(body["schema"])]) for body in bodies)
                assert operation.body is None or operation.content["requestBody"]["required"] is True
                assert operation.body is None or list(operation.content["requestBody"]["content"]) == [JSON]
                assert operation.body is None or operation.answer is not None

    def test_answers_are_json_or_both_kinds_of_page_and_perhaps_a_sheet(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                if operation.lines is None:
                    # A page may be the default; a sheet comes only for the asking.
                    kinds = {(JSON,), (JSON, *PAGES), (*PAGES, JSON), (JSON, *PAGES, CSV)}
                    assert tuple(operation.answers) in kinds
                    for kind in set(operation.answers) - {JSON}:
                        assert operation.answers[kind]["schema"] == {"type": "string"}
                        assert ("examples" in operation.answers[kind]) is (kind == CSV)

    def test_a_batch_takes_bytes_and_describes_the_lines_of_its_answer(self, subtests: pytest.Subtests) -> None:
        for operation in BATCHES:
            with subtests.test(operation.name):
                assert list(operation.content["requestBody"]["content"]) == [OCTETS]
                assert operation.content["requestBody"]["required"] is True
                assert operation.lines is not None
                assert SCHEMAS[referred(operation.lines["schema"])]["format"] == "binary"
                text, line = (operation.answers[kind]["schema"] for kind in operation.answers)
                assert tuple(operation.answers) == LINES
                assert SCHEMAS[referred(text)]["type"] == "string"
                assert set(SCHEMAS[referred(line)]["properties"]) == {"line", "status", "result", "problem"}
                assert SCHEMAS[referred(line)]["required"] == ["line", "status"]

    def test_parameters_of_the_path_are_documented(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                assert re.findall(r"{(\w+)}", operation.path) == [each["name"] for each in operation.path_parameters]
                assert all(each["required"] is True and each["examples"] for each in operation.path_parameters)


class TestSchemas:
    def test_keywords_are_known(self) -> None:
        for where, schema in EVERY_SCHEMA:
            assert set(schema) <= KEYWORDS, where
            assert schema.get("format", "binary") == "binary", where
            assert "$ref" in schema or "type" in schema, f"{where} allows anything"

    def test_types_are_one_each_but_for_rulesets_and_claimed_tricks(self) -> None:
        several = {where for where, schema in EVERY_SCHEMA if isinstance(schema.get("type"), list)}
        assert several == {"RulesetReference", "ClaimedTricks"}
        used = {schema["type"] for where, schema in EVERY_SCHEMA if "type" in schema and where not in several}
        assert used <= TYPE_NAMES

    def test_required_members_are_described(self) -> None:
        for where, schema in EVERY_SCHEMA:
            assert set(schema.get("required", ())) <= set(schema.get("properties", {})), where

    def test_every_object_is_a_component_of_its_own(self) -> None:
        nested = [where for where, schema in EVERY_SCHEMA if "properties" in schema and where not in SCHEMAS]
        assert nested == []

    def test_members_are_in_snake_case(self) -> None:
        for where, schema in EVERY_SCHEMA:
            names = set(schema.get("properties", {}))
            if where in BY_PLAYER_COUNT:
                assert names == {"2", "3", "4", "5", "6"}
            else:
                assert all(SNAKE_CASE.fullmatch(name) for name in names), where

    def test_requests_are_closed(self, subtests: pytest.Subtests) -> None:
        for name in sorted(REQUESTED):
            with subtests.test(name=name):
                for where, schema in within(SCHEMAS[name], name):
                    if "properties" in schema:
                        assert schema["additionalProperties"] is False, where
                    elif is_object(schema):
                        assert isinstance(schema["additionalProperties"], dict), where
                        assert "maxProperties" in schema, where

    def test_requests_are_bounded(self, subtests: pytest.Subtests) -> None:
        for name in sorted(REQUESTED):
            with subtests.test(name=name):
                for where, schema in within(SCHEMAS[name], name):
                    bounds = {"string": {"maxLength"}, "array": {"maxItems"}, "integer": {"minimum", "maximum"}}
                    # A batch is bounded by its bytes and lines.
                    if "enum" not in schema and "format" not in schema:
                        assert bounds.get(str(schema.get("type")), set()) <= set(schema), where

    def test_answers_are_open(self, subtests: pytest.Subtests) -> None:
        for name in sorted(ANSWERED - REQUESTED):
            with subtests.test(name=name):
                for where, schema in within(SCHEMAS[name], name):
                    if "properties" in schema:
                        assert "additionalProperties" not in schema, where
                    elif is_object(schema):
                        assert isinstance(schema["additionalProperties"], dict), where

    def test_vocabularies_of_answers_are_open(self, subtests: pytest.Subtests) -> None:
        for name in sorted(ANSWERED - REQUESTED):
            with subtests.test(name=name):
                closed = [
                    where for where, schema in within(SCHEMAS[name], name) if "enum" in schema or "const" in schema
                ]
                assert closed == []

    def test_components_and_their_members_are_described(self, subtests: pytest.Subtests) -> None:
        for name in sorted(SCHEMAS):
            with subtests.test(name=name):
                assert SCHEMAS[name]["description"].strip().endswith(".")
                if name not in BY_PLAYER_COUNT:
                    bare = [
                        member
                        for member, schema in SCHEMAS[name].get("properties", {}).items()
                        if "description" not in schema and "$ref" not in schema
                    ]
                    assert bare == []

    def test_no_component_is_unused(self) -> None:
        used = {text for text in texts(DOCUMENT["paths"]) if text.startswith("#/components/")}
        waiting = list(used)
        while waiting:
            _, _, section, name = waiting.pop().split("/")
            new = {text for text in texts(DOCUMENT["components"][section][name]) if text.startswith("#/components/")}
            waiting.extend(new - used)
            used |= new
        # Security schemes are referred to by name only.
        named = {f"#/components/securitySchemes/{name}" for each in DOCUMENT["security"] for name in each}
        there = {f"#/components/{section}/{name}" for section, all_ in DOCUMENT["components"].items() for name in all_}
        assert used | named == there


def examples_beside_schemas(value: Any, where: str) -> Iterator[tuple[str, Schema, Any]]:
    """Yield the examples of bodies and parameters, each with the schema beside it."""
    if isinstance(value, dict):
        assert "example" not in value, f"{where}: use examples"
        if "schema" in value:
            for name, example in value.get("examples", {}).items():
                yield f"{where}.{name}", value["schema"], example["value"]
        else:
            for name, inner in value.items():
                yield from examples_beside_schemas(inner, f"{where}.{name}")
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from examples_beside_schemas(inner, f"{where}.{place}")


EXAMPLES = [
    *examples_beside_schemas(DOCUMENT["paths"], "paths"),
    *(
        place
        for section in ("parameters", "headers", "responses")
        for place in examples_beside_schemas(DOCUMENT["components"][section], section)
    ),
    *(
        (f"{where}.{place}", schema, example)
        for where, schema in EVERY_SCHEMA
        for place, example in enumerate(schema.get("examples", ()))
    ),
]


class TestExamples:
    def test_it_satisfies_its_schema(self, subtests: pytest.Subtests) -> None:
        for where, schema, example in EXAMPLES:
            with subtests.test(where):
                assert [error.message for error in checker(schema).iter_errors(example)] == [], where

    def test_no_list_of_examples_is_empty(self) -> None:
        assert [where for where, schema in EVERY_SCHEMA if schema.get("examples") == []] == []

    def test_every_body_has_examples(self, subtests: pytest.Subtests) -> None:
        for operation in OPERATIONS:
            with subtests.test(operation.name):
                assert operation.lines is None or operation.lines["examples"]
                assert operation.lines is None or operation.answers[LINES[0]]["examples"]
                assert operation.body is None or operation.body["examples"]
                assert operation.body is None or (operation.answer or {})["examples"]


class TestProblems:
    def test_problem_types_that_the_document_mentions_exist(self) -> None:
        shared = DOCUMENT["components"]["responses"]
        spoken = {slug for text in texts(shared) for slug in WORD_WITH_HYPHEN.findall(text)}
        assert {slug for text in texts(DOCUMENT) for slug in SLUG.findall(text)} | spoken <= set(TYPES)

    def test_every_type_has_an_example_unless_no_operation_lists_it(self) -> None:
        shown = {example["type"] for where, _, example in EXAMPLES if where.startswith("responses.")}
        assert shown == {kind.path for slug, kind in TYPES.items() if slug not in OUTSIDE}

    def test_examples_say_what_the_catalogue_says(self) -> None:
        for where, _, example in EXAMPLES:
            if where.startswith("responses."):
                kind = TYPES[example["type"].removeprefix("/problems/")]
                assert (example["title"], example["status"]) == (kind.title, kind.status), where


def test_the_limits_in_texts_are_the_defaults_of_the_settings() -> None:
    limits = Settings()
    request = f"{limits.body_bytes // 1024} KB", f"{limits.body_values:,}"
    game = f"a game {limits.game_bytes // 1024} KB and {limits.game_values:,}"
    batch = f"{limits.batch_bytes // 1024**2} MB", f"{limits.batch_lines:,} lines"
    explained = TYPES["too-large"].description
    assert f"a request may have {request[0]} and {request[1]} JSON values, {game}. " in explained
    assert f"A batch may have {batch[0]} and {batch[1]}, " in explained
    introduced = " ".join(DOCUMENT["info"]["description"].split())
    assert f"at most {request[0]} and {request[1]} values ({game})" in introduced
    assert f"up to {batch[0]} and {batch[1]}, " in introduced
    batches = [content["post"] for path, content in DOCUMENT["paths"].items() if path.endswith("/batch")]
    assert len(batches) == 4
    for each in batches:
        assert f"A batch may be {batch[0]} long and have {batch[1]}. " in " ".join(each["description"].split())
    security = " ".join((OPENAPI_FILE.parent / "SECURITY.md").read_text().split())
    assert f"{request[0]} and {request[1]} JSON values, {game}." in security
