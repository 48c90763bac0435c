"""Kits for tests, each made once: of a seed's rules, a club's, an event's, and of players alone with jokers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import orjson

from service.kit.engine import Engine, Question
from service.kit.mistakes import MISTAKES
from service.kit.report import Asked
from service.operations.runner import answer
from service.wire.ruleset_json import resolve_once

CLUB = {
    "name": "pagat",
    "title": "Tuesday club",
    "overrides": {
        "bids": {
            "nil": {"made": {"points": 50}, "failed": {"points": -50}, "failed_tricks": "to_contract"},
            "blind_nil": {"allowed": False},
            "number": {"exact": True},
            "side_least": 4,
        },
        "bags": {"limit": 5, "penalty": -50},
        "play": {"opening_card": "any"},
        "game": {"target": 300},
    },
}
"""Ten overrides."""
RULESETS: Mapping[str, Mapping[str, Any]] = {
    "seed": {"ruleset": "four-player"},
    "club": {"ruleset": CLUB},
    "event": {"ruleset": "nola-superbowl"},
    "alone with jokers": {"ruleset": {"name": "classic-solo", "options": ["jokers"]}, "player_count": 3},
}


@cache
def kit_of(name: str) -> Any:
    """Return the kit of one of these rulesets."""
    return made(RULESETS[name])


def made(request: Mapping[str, Any]) -> Any:
    return answer("makeKit", orjson.dumps(request))


def engine_of(kit: Any, *mistakes: str, **overrides: Any) -> Engine:
    """Return the engine of a kit's ruleset, with these mistakes and with these overrides besides."""
    reference = {name: kit["ruleset"][name] for name in ("name", "options")}
    reference["overrides"] = overrides or kit["ruleset"]["overrides"]
    wrong = tuple([each for each in MISTAKES if each.name in mistakes])
    return Engine(resolve_once(reference), kit["player_count"], wrong)


def asked(kit: Any, engine: Engine) -> list[Asked]:
    """Return the vectors of a kit with what an engine answers."""
    questions = [(each, Question(each["asks"], each["given"])) for each in kit["vectors"]]
    return [Asked(each["id"], each["tests"], q, each["answer"], engine.answer(q)) for each, q in questions]
