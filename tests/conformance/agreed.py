"""Random rounds and games on which the service and the naive referee agree; what is stated is the referee's answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.spades.rules.ruleset import dotted
from tests.conformance.samples import cited
from tests.conformance.second_engine import UnansweredError, answered
from tests.conformance.vector import Vector
from tests.naive import compare, compare_games
from tests.spades.builders.cards import Json

_ROUNDS = 4
"""Rounds of each kind of dispute."""
_GAMES = 8
_KINDS = ("offences", "unread", "miscounts", "spoilt", "legal", "sheet")
_ROWS_ALONE = 2
"""The seeds, modulo three, of games that have no records: those would be ten times as long."""


def agreed_rounds() -> Iterator[Vector]:
    """Yield rounds of every kind of dispute, of those that do not contradict themselves."""
    for kind in _KINDS:
        found = 0
        for seed in range(1000):
            case, _ = compare.usable(seed, kind)
            answer = _answer("auditRound", case.request)
            if "findings" in answer:
                found += 1
                yield _vector(f"{kind}-{seed}", "auditRound", case.request, answer, "tests/naive/compare.py")
            if found == _ROUNDS:
                break


def agreed_games() -> Iterator[Vector]:
    """Yield games of rows, audited with what their sheets report and scored without it."""
    for place in range(_GAMES):
        seed = 3 * place + _ROWS_ALONE
        case = next((each for each in compare_games.cases(seed) if compare.ask(each, "auditGame") is not None), None)
        if case is None:
            continue
        by = "tests/naive/compare_games.py"
        scored = compare_games.without_claims(case)
        if answer := _answer("auditGame", case.request):
            yield _vector(f"audited-game-{seed}", "auditGame", case.request, answer, by)
        if compare.ask(scored, "scoreGame") is not None and (answer := _answer("scoreGame", scored.request)):
            yield _vector(f"scored-game-{seed}", "scoreGame", scored.request, answer, by)


def _answer(operation: str, request: Json) -> Json:
    """Return the referee's answer; nothing if it does not know this kind of request."""
    try:
        answer, _ = answered(operation, request)
    except UnansweredError:
        return {}
    return answer


def _vector(name: str, operation: str, request: Json, answer: Any, by: str) -> Vector:
    overrides = request["ruleset"]["overrides"]
    rules = cited(dotted(overrides))
    return Vector(
        name=f"agreed/{name}",
        operation=operation,
        request=request,
        answer=answer,
        evidence="agreed",
        source=f"the service and the naive referee agree ({by}); docs/reference/rules.md"
        + (f"; {rules}" if rules else ""),
    )
