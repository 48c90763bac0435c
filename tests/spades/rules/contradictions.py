"""Contradictions in rulesets for the tests: each in its smallest form, beside its nearest innocent twin."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from service.presets.loader import resolve
from service.spades.english import listed
from service.spades.errors import UnusableRuleset
from service.spades.rules.ruleset import Reference
from tests.spades.rules.references import Overrides

ALONE: dict[str, object] = {"sides": "individual"}
LEFTOVER: dict[str, object] = {"leftover": "set_aside"}
OPPONENTS: dict[str, object] = {"revoke": {"to": "opponents"}}
HANDS = ("deck.hand_size", "deck.removed", "table.players")


class Pair(NamedTuple):
    """A ruleset that is refused, with the parameters named and the one pointed at, and one that is not."""

    rule: str
    preset: str
    refused: Overrides
    innocent: Overrides
    at: str
    names: tuple[str, ...]


def each_of(pairs: list[Pair]) -> pytest.MarkDecorator:
    """Run a test with each of these pairs."""
    return pytest.mark.parametrize("pair", pairs, ids=[pair.rule for pair in pairs])


def assert_refused_unlike_its_twin(pair: Pair) -> None:
    """Check that the fault names the parameters and points at the first of them that the request has set."""
    with pytest.raises(UnusableRuleset) as refused:
        resolve(Reference(pair.preset, overrides=pair.refused))
    (fault,) = refused.value.faults
    assert fault.pointer == "#/ruleset/overrides/" + pair.at.replace(".", "/")
    assert fault.code == "contradiction"
    assert fault.detail.startswith(f"{listed(pair.names)}: ")
    assert resolve(Reference(pair.preset, overrides=pair.innocent)).overrides == pair.innocent
