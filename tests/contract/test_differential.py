"""Two engines, one contract: on mutated requests the service and the reference validator find the same faults."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import ValidationError

from service import create_app
from service.contract import Operation, operations
from service.problems import Problem
from tests.contract.bodies import DEFAULTS, Body, bodies_of
from tests.contract.document import DOCUMENT, SCHEMAS, WITH_BODY, Described, checker, reached, referred, within

MUTANTS = 1_500
ASSERTIONS = {
    *("type", "required", "additionalProperties", "enum", "minimum", "maximum"),
    *("minLength", "maxLength", "minItems", "maxItems", "uniqueItems", "maxProperties"),
}
# Reading a ruleset takes no record, so that there is none that could be unreadable.
NO_RECORD = {"resolveRuleset"}
Fault = tuple[tuple[str, ...], str]

# Values at and beyond every edge: of types, numbers, lengths counted in characters and not in bytes, cards, names.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 0.5, 4.0, -0.0, 13, 27, 28, 54, 55, 1_000, 1_001, 10_001, 1_000_001, -1_000_001),
    *(2**63, 10**30, "", "x", "x" * 64, "x" * 65, "x" * 401, "\U0001f0a1" * 64, "\U0001f0a1" * 65, "e\u0301" * 33),
    *("\x00", "pagat", "nil", "clockwise", "AS", "as", "AS\n", " AS", "10S", "BJ", "S", "\uff21S"),
    *([], {}, [[]], [{}], [None], {"": 0}, [1, True], [1, 1.0], [0, False], ["AS", "AS"], ["AS", "KS"]),
    *([{"a": 1}, {"a": True}], {"name": "pagat"}, {"name": 1, "more": []}, {"player": "ana"}, {"plays": [{}]}),
)
NAMES = ("player", "tricks", "team", "2", "", "~", "a/b", "~1", "ü %25", "#", "x" * 70, "Tricks", "tricks ")

CARDS = {"removed": {"4": ["2C", "2D"], "3": ["2H"]}, "top_trumps": ["BJ", "LJ"], "hand_size": {"4": 12, "6": 9}}
# A reference that gives the mutator something to change in every part of it.
FULL = {"name": "nello", "options": ["short-game", "more"], "overrides": {**DEFAULTS, "deck": CARDS}}


class Mutator:
    """Changes requests at random, the same way for the same seed."""

    def __init__(self, seed: str, bodies: Iterable[Body]) -> None:
        self.random = Random(seed)
        self.bodies = [each for body in bodies for each in (body, {**body, "ruleset": FULL})]

    def mutant(self) -> Any:
        """Return a copy of one of the bodies with one to three changes."""
        holder = [copy.deepcopy(self.random.choice(self.bodies))]
        for _ in range(self.random.choice((1, 1, 2, 3))):
            self._change(*self._slot(holder))
        return holder[0]

    def _slot(self, holder: Any) -> tuple[Any, Any]:
        """Walk down from the body and stop somewhere: a member of an object or an item of a list."""
        key: Any = 0
        while (inner := holder[key]) and isinstance(inner, dict | list):
            # Lists are few and their length and repetitions matter; objects are met on every way down.
            if self.random.random() < (0.1 if isinstance(inner, dict) else 0.35):
                break
            holder = inner
            key = self.random.choice(list(inner)) if isinstance(inner, dict) else self.random.randrange(len(inner))
        return holder, key

    def _change(self, holder: Any, key: Any) -> None:
        value = holder[key]
        changes = [lambda: holder.__setitem__(key, self._odd(type(value)))]
        if isinstance(value, int):
            changes.append(
                lambda: holder.__setitem__(key, value + self.random.choice((-100_000, -14, -1, 1, 14, 100_000)))
            )
        if isinstance(value, str):
            changes.append(lambda: holder.__setitem__(key, value * self.random.choice((0, 2, 30))))
        if isinstance(value, list):
            changes.append(lambda: value.__setitem__(slice(self.random.choice((0, 1)), None), ()))
            changes += [lambda: value.extend(copy.deepcopy(value[:1] * self.random.choice((1, 2, 60))))] * 3
            changes.append(lambda: value.insert(0, self._odd()))
            changes.append(lambda: self.random.shuffle(value))
        if isinstance(value, dict):
            changes.append(lambda: value.__setitem__(self.random.choice(NAMES), self._odd()))
            changes.append(lambda: value.update({f"{place}": self._odd() for place in range(14)}))
        if isinstance(holder, dict):
            changes.append(lambda: holder.pop(key))
            changes.append(lambda: holder.__setitem__(self.random.choice(NAMES), holder.pop(key)))
        self.random.choice(changes)()

    def _odd(self, kind: type = object) -> Any:
        """Return an odd value, mostly of this type, or one torn out of another request."""
        if self.random.random() < 0.7:
            alike = [each for each in ODD if isinstance(each, kind)]
            return copy.deepcopy(self.random.choice(alike if self.random.random() < 0.8 else ODD))
        holder, key = self._slot([self.random.choice(self.bodies)])
        return copy.deepcopy(holder[key])


def expected(errors: Iterable[ValidationError]) -> Iterator[Fault]:
    """Yield each fault that the reference validator finds, as its place and its keyword."""
    for error in errors:
        path = tuple(str(part) for part in error.absolute_path)
        keyword = str(error.validator)
        schema: Any = error.schema
        instance: Any = error.instance
        if keyword == "required":
            yield from (((*path, name), keyword) for name in schema["required"] if name not in instance)
        elif keyword == "additionalProperties":
            yield from (((*path, name), keyword) for name in instance if name not in schema["properties"])
        else:
            yield path, keyword


def place(pointer: str) -> tuple[str, ...]:
    """Read a JSON Pointer in URI fragment form (RFC 6901, section 6)."""
    assert pointer.startswith("#")
    assert pointer.isascii()
    parts = unquote(pointer[1:], errors="strict").split("/")
    assert parts[0] == ""
    return tuple(part.replace("~1", "/").replace("~0", "~") for part in parts[1:])


def refusal(operation: Operation, value: Any) -> Problem | None:
    try:
        operation.check(value)
    except Problem as problem:
        return problem
    return None


def found(operation: Operation, value: Any) -> Iterator[Fault]:
    """Yield each fault that the service finds."""
    problem = refusal(operation, value)
    if problem is not None:
        assert problem.slug == "contract-violation"
        assert problem.errors
        for error in problem.errors:
            assert not error["detail"].startswith("This breaks the keyword"), error
            yield place(error["pointer"]), error["code"]


def compiled(described: Described) -> Operation:
    return next(each for each in operations(DOCUMENT) if each.operation_id == described.name)


def properties(described: Described) -> Mapping[str, Any]:
    """Return the members of a request."""
    members: Mapping[str, Any] = SCHEMAS[referred((described.body or {})["schema"])]["properties"]
    return members


def keywords_of(described: Described) -> set[str]:
    """Return the keywords that a request can break."""
    root: Mapping[str, Any] = (described.body or {})["schema"]
    schemas = [root, *(SCHEMAS[name] for name in reached([root]))]
    return {keyword for schema in schemas for _, inner in within(schema, "") for keyword in inner} & ASSERTIONS


WITH_STANDING = [each for each in WITH_BODY if "before" in properties(each)]


def test_most_requests_have_a_standing() -> None:
    assert {each.name for each in WITH_STANDING} >= {"auditRound", "scoreRound", "checkBids", "scoreGame"}


@pytest.mark.parametrize("described", WITH_BODY, ids=lambda each: each.name)
@pytest.mark.parametrize("name", NAMES)
def test_a_pointer_says_where_it_is_at_the_top(described: Described, name: str) -> None:
    value = {**next(iter(bodies_of(described.name).values())), name: {name: 1}}
    code = "type" if name in properties(described) else "additionalProperties"
    assert set(found(compiled(described), value)) == {((name,), code)}


@pytest.mark.parametrize("described", WITH_STANDING, ids=lambda each: each.name)
@pytest.mark.parametrize("name", NAMES)
def test_a_pointer_says_where_it_is_whatever_the_name(described: Described, name: str) -> None:
    example = next(iter(bodies_of(described.name).values()))
    value = {**example, "before": {"a": {name: 1}, name: {"score": "1", name: {name: 1}}}}
    places = {("before", name, "score"), ("before", "a", name), ("before", name, name)}
    assert {where for where, _ in found(compiled(described), value)} == places


@pytest.fixture(scope="module", params=WITH_BODY, ids=lambda each: each.name)
def mutants(request: pytest.FixtureRequest) -> tuple[Described, list[Any]]:
    described: Described = request.param
    mutator = Mutator(described.name, bodies_of(described.name).values())
    return described, [mutator.mutant() for _ in range(MUTANTS)]


class TestMutants:
    def test_both_engines_find_the_same_faults(self, mutants: tuple[Described, list[Any]]) -> None:
        described, values = mutants
        operation = compiled(described)
        assert described.body is not None
        reference = checker(described.body["schema"])
        keywords: Counter[str] = Counter()
        valid = 0
        for value in values:
            faults = set(expected(reference.iter_errors(value)))
            assert set(found(operation, value)) == faults, value
            keywords.update(keyword for _, keyword in faults)
            valid += not faults
        # Mutants that are all refused, or all for one reason, would prove little.
        assert MUTANTS / 10 < valid < MUTANTS / 2
        assert set(keywords) == keywords_of(described)

    def test_what_the_contract_allows_is_answered(self, mutants: tuple[Described, list[Any]]) -> None:
        described, values = mutants
        assert described.body is not None
        reference = checker(described.body["schema"])
        client = create_app().test_client()
        statuses: Counter[tuple[int, str]] = Counter()
        for value in values:
            if reference.is_valid(value):
                response = client.post(described.path, json=value)
                statuses[response.status_code, (response.json or {}).get("type", "")] += 1
        refusals = {(422, "/problems/unreadable-record"), (422, "/problems/unusable-ruleset")}
        if described.name in NO_RECORD:
            refusals.remove((422, "/problems/unreadable-record"))
        assert set(statuses) == {(200, ""), *refusals}
