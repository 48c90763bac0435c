"""Requests changed at random, always the same for the same seed; most break the contract, some do not."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from random import Random
from typing import Any

from tests.contract.request_text import DEFAULTS, Body

# Values at and beyond the limits of types, numbers, lengths (in characters, not bytes), cards and names.
ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 0.5, 4.0, -0.0, 13, 27, 28, 54, 55, 1_000, 1_001, 10_001, 1_000_001, -1_000_001),
    *(2**63, 10**30, "", "x", "x" * 64, "x" * 65, "x" * 401, "\U0001f0a1" * 64, "\U0001f0a1" * 65, "e\u0301" * 33),
    *("\x00", "pagat", "nil", "clockwise", "AS", "as", "AS\n", " AS", "10S", "BJ", "S", "\uff21S"),
    *([], {}, [[]], [{}], [None], {"": 0}, [1, True], [1, 1.0], [0, False], ["AS", "AS"], ["AS", "KS"]),
    *([{"a": 1}, {"a": True}], {"name": "pagat"}, {"name": 1, "more": []}, {"player": "ana"}, {"plays": [{}]}),
)
NAMES = ("player", "tricks", "team", "2", "", "~", "a/b", "~1", "ü %25", "#", "x" * 70, "Tricks", "tricks ")

CARDS = {"removed": {"4": ["2C", "2D"], "3": ["2H"]}, "top_trumps": ["BJ", "LJ"], "hand_size": {"4": 12, "6": 9}}
# A ruleset reference with something to change in every part.
_WITH_OPTIONS = {"name": "nello", "options": ["short-game", "more"]}
FULL = {**_WITH_OPTIONS, "overrides": {**DEFAULTS, "deck": CARDS}}

LABELS = {"table": "4"}


def _inner(body: Body) -> Body:
    """Return the record of a request that has one as a member, otherwise the request."""
    inner: Body = body.get("record", body)
    return inner


def _with(body: Body, members: Body) -> Body:
    changed = {**_inner(body), **members}
    return {**body, "record": changed} if "record" in body else changed


def _full(body: Body) -> Body:
    """Return the members that replace the ruleset of a request, or its rulesets by as many."""
    if "rulesets" not in body:
        return {"ruleset": FULL}
    return {"rulesets": [FULL, *[_WITH_OPTIONS] * (len(body["rulesets"]) - 1)]}


class Mutator:
    """Changes requests at random, always the same for the same seed."""

    def __init__(self, seed: str, bodies: Iterable[Body]) -> None:
        self.random = Random(seed)
        plain = list(bodies)
        labels: Body = {"labels": LABELS} if any("labels" in _inner(body) for body in plain) else {}
        self.bodies = [each for body in plain for each in (body, _with(body, {**_full(body), **labels}))]

    def mutant(self) -> Any:
        """Return a copy of one of the bodies with one to three changes."""
        holder = [copy.deepcopy(self.random.choice(self.bodies))]
        for _ in range(self.random.choice((1, 1, 2, 3))):
            self._change(*self._slot(holder))
        return holder[0]

    def _slot(self, holder: Any) -> tuple[Any, Any]:
        """Pick a random member of an object or item of a list, as (its holder, its key)."""
        key: Any = 0
        while (inner := holder[key]) and isinstance(inner, dict | list):
            # Stop at lists more often: they are fewer than objects, and their length and repetitions matter.
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
            changes.append(lambda: value.update({f"{number}": self._odd() for number in range(14)}))
        if isinstance(holder, dict):
            changes.append(lambda: holder.pop(key))
            changes.append(lambda: holder.__setitem__(self.random.choice(NAMES), holder.pop(key)))
        self.random.choice(changes)()

    def _odd(self, kind: type = object) -> Any:
        """Return an odd value, mostly of this type, or a value from another request."""
        if self.random.random() < 0.7:
            alike = [each for each in ODD if isinstance(each, kind)]
            return copy.deepcopy(self.random.choice(alike if self.random.random() < 0.8 else ODD))
        holder, key = self._slot([self.random.choice(self.bodies)])
        return copy.deepcopy(holder[key])
