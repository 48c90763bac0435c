"""The service and a reference validator find the same faults in mutated requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import ValidationError

from service import create_app
from service.problems import KEYWORDS
from service.wire.contract import Operation, operations
from service.wire.faults.violations import located
from tests.contract.bodies import bodies_of
from tests.contract.document import DOCUMENT, SCHEMAS, WITH_BODY, Described, checker, reached, referred, within
from tests.contract.mutants import NAMES, Mutator

FEW_MUTANTS, MUTANTS = 100, 1_500
ASSERTIONS = {
    *("type", "required", "additionalProperties", "enum", "minimum", "maximum"),
    *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "maxProperties", "propertyNames"),
}
# The problems that a request may have which meets the contract, by operation; the others judge a record by a ruleset.
REFUSALS = {
    "resolveRuleset": {"unusable-ruleset"},
    "compareRulesets": {"unusable-ruleset"},
    "readRecords": {"unreadable-text", "unusable-ruleset"},
    # The members of a record choose a component that it has to meet, too.
    "writeRecord": {"unwritable-record", "contract-violation"},
}
# What only some lists of mutants meet: a game of random rows that contradict each other may take more steps than are
# allowed, and few of the requests for a table have games with a ruleset.
RARE = {
    "auditGame": {(413, "/problems/too-large")},
    "makeLeagueTable": {(422, "/problems/unusable-ruleset")},
}
Fault = tuple[tuple[str, ...], str]


def expected(errors: Iterable[ValidationError]) -> Iterator[Fault]:
    """Yield each fault that the reference validator finds as (path, keyword)."""
    for error in errors:
        path = tuple(str(part) for part in error.absolute_path)
        keyword = str(error.validator)
        schema: Any = error.schema
        instance: Any = error.instance
        if "propertyNames" in error.absolute_schema_path:
            yield (*path, instance), "propertyNames"
        elif keyword == "required":
            yield from (((*path, name), keyword) for name in schema["required"] if name not in instance)
        elif keyword == "additionalProperties":
            yield from (((*path, name), keyword) for name in instance if name not in schema["properties"])
        else:
            yield path, keyword


def path_of(pointer: str) -> tuple[str, ...]:
    """Read a JSON Pointer in URI fragment form (RFC 6901, section 6)."""
    assert pointer.startswith("#")
    assert pointer.isascii()
    parts = unquote(pointer[1:], errors="strict").split("/")
    assert parts[0] == ""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts[1:])


def reported(operation: Operation, value: Any) -> Iterator[Fault]:
    """Yield each violation that the service finds as (path, keyword)."""
    violations = operation.violations(value)
    if violations:
        for error in located(operation.tree, value, violations):
            assert not error.detail.startswith("This violates the keyword"), error
            yield path_of(error.pointer), error.code


@cache
def all_compiled() -> Mapping[str, Operation]:
    return {operation.operation_id: operation for operation in operations(DOCUMENT)}


def compiled(described: Described) -> Operation:
    return all_compiled()[described.name]


def properties(described: Described) -> Mapping[str, Any]:
    """Return the members of a request."""
    members: Mapping[str, Any] = SCHEMAS[referred((described.body or {})["schema"])]["properties"]
    return members


def keywords_of(described: Described) -> set[str]:
    """Return the schema keywords that a request can violate."""
    root: Mapping[str, Any] = (described.body or {})["schema"]
    schemas = [root, *(SCHEMAS[name] for name in reached([root]))]
    return {keyword for schema in schemas for _, inner in within(schema, "") for keyword in inner} & ASSERTIONS


WITH_STANDING = [each for each in WITH_BODY if "before" in properties(each)]


def test_these_requests_have_a_standing() -> None:
    assert {each.name for each in WITH_STANDING} >= {"auditRound", "scoreRound", "checkBids", "scoreGame"}


def test_pointers_to_members_of_the_request(subtests: pytest.Subtests) -> None:
    for described in WITH_BODY:
        for name in NAMES:
            with subtests.test(described.name, name=name):
                value = {**next(iter(bodies_of(described.name).values())), name: {name: 1}}
                code = "type" if name in properties(described) else "additionalProperties"
                assert set(reported(compiled(described), value)) == {((name,), code)}


def test_pointers_to_nested_members_of_any_name(subtests: pytest.Subtests) -> None:
    for described in WITH_STANDING:
        for name in NAMES:
            with subtests.test(described.name, name=name):
                example = next(iter(bodies_of(described.name).values()))
                value = {**example, "before": {"a": {name: 1}, name: {"score": "1", name: {name: 1}}}}
                places = {("before", name, "score"), ("before", "a", name), ("before", name, name)}
                assert {where for where, _ in reported(compiled(described), value)} == places


def mutants_of(described: Described, count: int) -> Iterator[Any]:
    """Yield requests to an operation with one to three changes, always the same."""
    mutator = Mutator(described.name, bodies_of(described.name).values())
    return (mutator.mutant() for _ in range(count))


def faults_by_reference(described: Described, values: Iterable[Any]) -> Iterator[tuple[Any, set[Fault]]]:
    """Yield each request with the faults that the reference validator finds in it."""
    assert described.body is not None
    reference = checker(described.body["schema"])
    return ((value, set(expected(reference.iter_errors(value)))) for value in values)


@pytest.mark.parametrize("described", WITH_BODY, ids=lambda each: each.name)
def test_both_engines_find_the_same_faults_in_a_few_mutants(described: Described) -> None:
    for value, faults in faults_by_reference(described, mutants_of(described, FEW_MUTANTS)):
        assert set(reported(compiled(described), value)) == faults, value


Judged = tuple[Described, list[tuple[Any, set[Fault]]]]


@pytest.fixture(scope="module", params=WITH_BODY, ids=lambda each: each.name)
def mutants(request: pytest.FixtureRequest) -> Judged:
    described: Described = request.param
    return described, list(faults_by_reference(described, mutants_of(described, MUTANTS)))


@pytest.mark.long
class TestMutants:
    def test_both_engines_find_the_same_faults(self, mutants: Judged) -> None:
        described, judged = mutants
        operation = compiled(described)
        keywords: Counter[str] = Counter()
        valid = 0
        for value, faults in judged:
            assert set(reported(operation, value)) == faults, value
            keywords.update(keyword for _, keyword in faults)
            valid += not faults
        # The comparison proves little if all mutants are refused, or all for the same reason.
        assert MUTANTS / 10 < valid < MUTANTS / 2
        assert set(keywords) == keywords_of(described)
        assert set(keywords) <= KEYWORDS

    def test_requests_that_the_contract_allows_are_answered(self, mutants: Judged) -> None:
        described, judged = mutants
        client = create_app().test_client()
        statuses: Counter[tuple[int, str]] = Counter()
        for value, faults in judged:
            if not faults:
                response = client.post(described.path, json=value)
                statuses[response.status_code, (response.json or {}).get("type", "")] += 1
        refusals = REFUSALS.get(described.name, {"unreadable-record", "unusable-ruleset"})
        rare = RARE.get(described.name, set())
        wanted = {(200, ""), *((422, f"/problems/{slug}") for slug in refusals)}
        assert set(statuses) - rare == wanted - rare
