"""Violations of the contract in words: what is wrong, and what to write instead."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.json_types import Json
from service.problems import MAX_ERRORS
from service.spades.english import count_of
from service.spades.pointers import pointer_to
from service.wire.faults.cards_and_words import not_listed
from service.wire.faults.examples import short
from service.wire.faults.members import missing_member, unknown_member
from service.wire.faults.schema_tree import SchemaTree
from service.wire.faults.shapes import Sent
from service.wire.faults.violation import Explained, PlaceKey, Violation, place_key
from service.wire.faults.wrong_types import wrong_type

_COUNTED_FROM_1 = {"trick", "trick_number", "round_number"}


class Located(NamedTuple):
    """A fault of a body, from the contract or from below it, with its place in the order of the answer."""

    key: PlaceKey
    pointer: str
    code: str
    detail: str
    advice: str = ""
    topic: str = ""


def located(tree: SchemaTree, body: Json, violations: Sequence[Violation]) -> Iterator[Located]:
    """Yield the violations as faults; they come in the order of their places.

    Only as many of them as an answer lists say what to write instead: to find that takes time.
    """
    for index, each in enumerate(violations):
        explained = _explained(tree, body, each) if index < MAX_ERRORS else Explained(each.keyword)
        yield Located(place_key(each.path), pointer_to(*each.path), each.keyword, *explained)


def _explained(tree: SchemaTree, body: Json, violation: Violation) -> Explained:
    keyword, facts, value = violation.keyword, violation.facts, violation.value
    if keyword == "required":
        return missing_member(tree, violation)
    if keyword == "additionalProperties":
        return unknown_member(tree, violation, body)
    if keyword == "type":
        return wrong_type(Sent(tree, violation.path, value, body))
    if keyword == "enum":
        return not_listed(value, facts.get("options", ()))
    say = _LIMITS.get(keyword)
    if say is None:
        return Explained(f"This violates the keyword {keyword} of the schema.")
    return Explained(say(value, facts.get("limit", 0)) + _numbering(violation))


def _numbering(violation: Violation) -> str:
    """Return another sentence for a number that should have counted from 1."""
    counted = violation.keyword == "minimum" and violation.path[-1:] and violation.path[-1] in _COUNTED_FROM_1
    return " Tricks and rounds count from 1." if counted else ""


def _repeated(value: Json, _: Any) -> str:
    seen: set[str] = set()
    for item in value:
        text = json.dumps(item, sort_keys=True)  # which, unlike Python, tells 1 from true
        if text in seen:
            return f"{short(item)} is repeated: list it once."
        seen.add(text)
    return "An item is repeated: list it once."


_LIMITS: Mapping[str, Callable[[Json, Any], str]] = {
    "minimum": lambda value, limit: f"{short(value)} is below the minimum, {limit}.",
    "maximum": lambda value, limit: f"{short(value)} is above the maximum, {limit}.",
    "minLength": lambda _, limit: f"This is shorter than {count_of(limit, 'character')}.",
    "maxLength": lambda value, limit: f"This is longer than {count_of(limit, 'character')}: it has {len(value)}.",
    "minItems": lambda value, limit: f"There are fewer than {count_of(limit, 'item')}: {len(value)}.",
    "maxItems": lambda value, limit: f"There are more than {count_of(limit, 'item')}: {len(value)}.",
    "propertyNames": lambda *_: "The name of this member is too short or too long.",
    "maxProperties": lambda value, limit: f"There are more than {count_of(limit, 'member')}: {len(value)}.",
    "uniqueItems": _repeated,
}
"""The sentence on a violated limit, by its keyword, of the value and the limit."""
