"""Whatever the registries of the code name has a vector, and each parameter one that fails if it is ignored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from service.operations.runner import HANDLERS
from service.presets.loader import presets
from service.spades.catalogue.entries import ELSE
from service.spades.findings import CODES
from service.spades.rules.circumstances import why_out_of_effect
from service.spades.rules.ruleset import ENTRIES, NAMES, Parameters
from service.spades.scoring.model import LINE_CODES
from tests.conformance.columns import can_differ, fails_without, overridden
from tests.conformance.decided import SHAPES
from tests.conformance.kit import vectors
from tests.conformance.vector import LEFT_OUT, LEVEL_OF, LEVELS
from tests.spades.builders.cards import Json

WITHOUT_EFFECT = {
    "table.first_dealer": "for the rulebook only",
    "table.deal_rotation": "has one value",
    "play.follow_suit": "has one value",
    "play.void_play": "has one value",
    "penalties.opening_card.repeat": "a player plays one card to the first trick",
    "penalties.first_trick_card.repeat": "a player plays one card to the first trick",
}
"""The parameters of which no other value changes an answer."""


def test_every_operation_that_rules_decide_has_vectors() -> None:
    """The others are named in the manifest, each with the reason."""
    assert {each["operation"] for each in vectors()} == LEVEL_OF.keys()
    assert LEVEL_OF.keys() | LEFT_OUT.keys() == HANDLERS.keys()
    assert not LEVEL_OF.keys() & LEFT_OUT.keys()
    assert SHAPES.keys() == {name for name in LEVEL_OF if not name.endswith("Batch")}
    assert {each["level"] for each in vectors()} == LEVELS.keys()


def test_every_preset_has_vectors() -> None:
    """Each is stated with all its values, and bid or played by."""
    assert {each["request"]["name"] for each in _of("getRuleset")} == presets().keys()
    used = {_reference(each["request"]).get("name") for each in vectors() if each["level"] != "refusals"}
    assert presets().keys() <= used


def test_every_finding_code_and_every_line_code_has_vectors() -> None:
    found = {each["code"] for vector in vectors() for each in _members(vector["answer"], "findings")}
    scored = [each for each in vectors() if each["operation"] != "estimateBid"]  # its lines are those of a count
    lines = {each["code"] for vector in scored for each in _members(vector["answer"], "lines")}
    assert found == CODES.keys()
    assert lines == LINE_CODES.keys()


def test_each_parameter_has_a_vector_that_fails_if_it_is_ignored(subtests: pytest.Subtests) -> None:
    """Random rounds do not count: any new parameter draws them anew."""
    written = [vector for vector in vectors() if not vector["id"].startswith("agreed/")]
    for name in sorted(filter(can_differ, set(NAMES) - WITHOUT_EFFECT.keys())):
        with subtests.test(name=name):
            assert any(_fails_without(vector, name) for vector in written if _sets(vector, name)), name


def _sets(vector: Json, name: str) -> bool:
    computed = vector["level"] not in {"refusals", "rulesets"} and not vector["operation"].endswith("Batch")
    return computed and name in overridden(vector["request"])


def _fails_without(vector: Json, name: str) -> bool:
    return fails_without(vector["operation"], vector["request"], vector["answer"], name)


def test_the_parameters_without_effect_are_left_out_for_a_reason() -> None:
    """Those with one value have no other in the contract; of those with several, the rulebook says why."""
    for name, reason in WITHOUT_EFFECT.items():
        values = [value for value in ENTRIES[name].means if value != ELSE]
        assert (len(values) == 1) is (reason == "has one value"), name
        out_of_effect = why_out_of_effect(Parameters(), name)
        assert out_of_effect is None or reason in out_of_effect.text.lower(), name


def _of(operation: str) -> Iterator[Json]:
    return (each for each in vectors() if each["operation"] == operation)


def _reference(request: Any) -> Json:
    reference = request.get("ruleset", {}) if isinstance(request, dict) else {}
    return {"name": reference} if isinstance(reference, str) else reference


def _members(value: Any, name: str) -> Iterator[Json]:
    """Yield the items of every list of this name inside a value."""
    if isinstance(value, list):
        for each in value:
            yield from _members(each, name)
    elif isinstance(value, dict):
        for member, each in value.items():
            if member == name and isinstance(each, list):
                yield from each
            yield from _members(each, name)
