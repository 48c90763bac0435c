"""What a request is refused with: every fault of the first level that has any, each with what to write instead.

The levels are the contract, then the ruleset, then the table and the record. Each needs the one before: names can only
be looked up at a table, and whose table it is depends on the ruleset.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from service.media_types import Json
from service.problems import MAX_ERRORS, Problem, explained, problem_with
from service.spades.errors import Fault, UnreadableRecord, UnusableRuleset, parts_of, pointer_to
from service.wire.contract import MOST_VIOLATIONS, Explained, SchemaTree, Violation, place_key
from service.wire.faults.violations import in_words, plainly


def problem_of_violations(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Problem:
    """Return the problem of a body that violates the contract, with the violations in the order of their places."""
    counted = violations[:MOST_VIOLATIONS]
    problem = explained(
        lambda: _with(counted, _explained(tree, body, counted)), lambda: _with(counted, _plain(counted))
    )
    if len(violations) > MOST_VIOLATIONS:
        return replace(problem, detail=f"More than {MOST_VIOLATIONS} violations.")
    return problem


def _with(violations: Sequence[Violation], words: Iterable[Explained]) -> Problem:
    errors = ((pointer_to(*each.path), each.keyword, said) for each, said in zip(violations, words, strict=True))
    return problem_with("contract-violation", _with_advice_once(errors), "violation")


def _explained(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Iterator[Explained]:
    """Yield violations in words, as many as an answer lists: to find what to write instead takes time."""
    yield from (in_words(tree, body, violation) for violation in violations[:MAX_ERRORS])
    yield from _plain(violations[MAX_ERRORS:])


def _plain(violations: Iterable[Violation]) -> Iterator[Explained]:
    return (Explained(plainly(each)) for each in violations)


def problem_of_faults(error: UnusableRuleset | UnreadableRecord) -> Problem:
    """Return the problem of a body that meets the contract, and whose ruleset or record can't be read."""
    slug = "unusable-ruleset" if isinstance(error, UnusableRuleset) else "unreadable-record"
    return problem_with(slug, errors_of(error.faults))


def errors_of(faults: Iterable[Fault]) -> Iterator[dict[str, str]]:
    """Return faults as the errors of a problem, in the order of their places."""
    ordered = sorted(faults, key=lambda fault: place_key(parts_of(fault.pointer)))
    return _with_advice_once(
        (each.pointer, each.code, Explained(each.detail, each.advice, each.advice)) for each in ordered
    )


def _with_advice_once(errors: Iterable[tuple[str, str, Explained]]) -> Iterator[dict[str, str]]:
    """Yield the errors of an answer; what advises on several is said with the first of them."""
    said: set[str] = set()
    for pointer, code, (detail, advice, topic) in errors:
        is_new = advice and topic not in said
        said.add(topic)
        yield {"pointer": pointer, "code": code, "detail": f"{detail} {advice}" if is_new else detail}
