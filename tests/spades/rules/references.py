"""References to rulesets for the tests, as the core takes them and as a request spells them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import pytest

from service.presets.loader import resolve
from service.spades.errors import Fault, UnusableRuleset
from service.spades.record.model import RoundResult
from service.spades.rules.ruleset import Reference, Ruleset
from service.wire.schemas.rounds_and_games import ScoreRequestSchema

Overrides: TypeAlias = dict[str, Any]


def resolved(name: str = "pagat", options: Sequence[str] = (), overrides: Overrides | None = None) -> Ruleset:
    return resolve(Reference(name, tuple(options), overrides or {}))


def faults_of(name: str = "pagat", options: Sequence[str] = (), overrides: Overrides | None = None) -> list[Fault]:
    with pytest.raises(UnusableRuleset) as refused:
        resolved(name, options, overrides)
    return list(refused.value.faults)


def asked(request: Mapping[str, object]) -> tuple[Ruleset, RoundResult]:
    """Return the ruleset of a request for the score of a round, and the row."""
    read: tuple[Ruleset, RoundResult] = ScoreRequestSchema().load(dict(request))
    return read


def spelt(reference: object) -> Ruleset:
    """Resolve a reference as a request spells it."""
    request = {
        "ruleset": reference,
        "players": ["ana", "ben", "cy", "dee"],
        "bids": [{"team": "ana+cy", "tricks": 5}, {"team": "ben+dee", "tricks": 5}],
        "tricks_won": {"ana": 13},
    }
    return asked(request)[0]
