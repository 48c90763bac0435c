"""The service and a reference validator find the same faults in mutated requests.

That each keyword is held at each place of a request, alone, is asked over HTTP (tests/http/test_hostile.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from jsonschema import ValidationError

from service.wire.contract import Operation
from service.wire.faults.violations import in_words, plainly
from tests.contract.corpus import bodies_of
from tests.contract.document import WITH_BODY, Described, checker, compiled, keywords_of
from tests.contract.mutants import Mutator

FEW_MUTANTS, MUTANTS = 100, 1_500
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


def reported(operation: Operation, value: Any) -> Iterator[Fault]:
    """Yield each violation that the service finds as (path, keyword)."""
    for violation in operation.violations(value):
        assert in_words(operation.tree, value, violation).detail != plainly(violation), violation
        yield tuple(map(str, violation.path)), violation.keyword


def compare(described: Described, count: int) -> Counter[str]:
    """Compare the faults of so many mutants, and return how often each keyword was violated, and "" none."""
    assert described.body is not None
    reference, mutator = checker(described.body["schema"]), Mutator(described.name, bodies_of(described.name).values())
    keywords: Counter[str] = Counter()
    for value in (mutator.mutant() for _ in range(count)):
        faults = set(expected(reference.iter_errors(value)))
        assert set(reported(compiled(described), value)) == faults, value
        keywords.update([keyword for _, keyword in faults] or [""])
    return keywords


def test_both_engines_find_the_same_faults_in_a_few_mutants() -> None:
    for described in WITH_BODY:
        assert compare(described, FEW_MUTANTS)[""] < FEW_MUTANTS, described.name


@pytest.mark.long
@pytest.mark.parametrize("described", WITH_BODY, ids=lambda each: each.name)
def test_both_engines_find_the_same_faults(described: Described) -> None:
    keywords = compare(described, MUTANTS)
    # The comparison proves little if all mutants are refused, or all for the same reason.
    assert MUTANTS / 10 < keywords.pop("") < MUTANTS / 2
    # One that stands in a single place deep in a request may be missed by chance.
    assert len(keywords_of(described) - set(keywords)) <= 1
    assert set(keywords) <= keywords_of(described)
