"""The report on an engine that answered a kit: which answers differ, and by which rules such an engine plays instead.

The rules are found step by step. From the ruleset of the kit, the report goes to the neighbour that gives most of the
engine's answers, from there to the neighbour that gives most of them, and so on as long as more answers agree. So it
also finds rules that only show together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from service.kit.engine import Answer, Engine, Question
from service.kit.neighbours import Neighbour, neighbours_of
from service.spades.rules.ruleset import plain

_MOST_RULES: Final = 12
_TRIED_FULLY: Final = 6
"""How many neighbours of a step are compared in all answers: those that explain most of what differs."""
_SOME: Final = 25
"""Of how many differing answers a step asks first."""
_MOST_SHOWN: Final = 10
_MOST_SHIFTS: Final = 6
_MOST_NAMED: Final = 3
_IN_ANY_ORDER: Final = frozenset({"cards", "bids"})


class Asked(NamedTuple):
    """A vector, and what the engine answered."""

    id: str
    tests: str
    question: Question
    expected: Answer
    answer: Answer


class Instead(NamedTuple):
    """A rule by which the engine plays instead of one of the kit's."""

    name: str
    """The parameter or the mistake."""
    value: Any
    """The value of the parameter, as in an override; None for a mistake."""
    does: str
    instead_of: str
    explains: tuple[str, ...]
    """The vectors that agree with it, and did not without it."""


class Report(NamedTuple):
    """What the answers of an engine show."""

    answered: int
    unanswered: tuple[str, ...]
    differing: tuple[Asked, ...]
    rules: tuple[Instead, ...]
    unexplained: tuple[Asked, ...]


def agreement(expected: Answer, answer: Answer) -> float:
    """Return how far an answer agrees, from 0 to 1: the share of the members given that are as expected.

    Members that are not given, or null, are not compared. Cards and bids may be in any order.
    """
    given = [name for name in expected or () if answer and answer.get(name) is not None]
    if not (expected and answer and given):
        return 0.0
    return sum(_alike(name, expected[name], answer[name]) for name in given) / len(given)


def _alike(name: str, expected: Any, answer: Any) -> bool:
    if name in _IN_ANY_ORDER and isinstance(answer, list):
        return sorted(map(str, expected)) == sorted(map(str, answer))
    return type(expected) is type(answer) and bool(expected == answer)


def report_on(engine: Engine, asked: Sequence[Asked]) -> Report:
    """Return the report on what an engine answered, where this one answers by the rules of the kit."""
    answered = [each for each in asked if each.answer is not None]
    differing = [each for each in answered if _agrees(each, each.expected) < 1]
    rules: list[Instead] = []
    now = {each.id: each.expected for each in answered}
    left = differing
    while left and len(rules) < _MOST_RULES:
        found = _best(engine, answered, now, left)
        if found is None:
            break
        engine, now = found.engine, {each.id: found.engine.answer(each.question) for each in answered}
        still = [each for each in answered if _agrees(each, now[each.id]) < 1]
        explained = {each.id for each in left} - {each.id for each in still}
        value = None if found.value is None else plain(found.value)
        rules.append(Instead(found.name, value, found.does, found.instead_of, tuple(sorted(explained))))
        left = still
    unanswered = tuple([each.id for each in asked if each.answer is None])
    return Report(len(answered), unanswered, tuple(differing), tuple(rules), tuple(left))


def _agrees(each: Asked, answer: Answer) -> float:
    return agreement(answer, each.answer)


def _best(
    engine: Engine, answered: Sequence[Asked], now: Mapping[str, Answer], left: Sequence[Asked]
) -> Neighbour | None:
    """Return the neighbour that gives most of the answers, None if none gives more than the engine does now."""
    before = {each.id: _agrees(each, now[each.id]) for each in answered}
    gains: list[tuple[float, int, Neighbour]] = []
    some = left[:: 1 + len(left) // _SOME]
    for at, neighbour in enumerate(neighbours_of(engine, shifts=_shifts(left, now))):
        gain = _gain(neighbour, some, before)
        if gain > 0:
            gains.append((-gain, at, neighbour))
    best: tuple[float, Neighbour] | None = None
    for *_, neighbour in sorted(gains, key=lambda each: each[:2])[:_TRIED_FULLY]:
        net = _gain(neighbour, answered, before)
        if net > 0 and (best is None or net > best[0]):
            best = net, neighbour
    return None if best is None else best[1]


def _gain(neighbour: Neighbour, among: Iterable[Asked], before: Mapping[str, float]) -> float:
    """Return how much better a neighbour agrees than the engine did before, below 0 if worse."""
    return sum(
        _agrees(each, neighbour.engine.answer(each.question)) - before[each.id]
        for each in among
        if neighbour.may_differ(each.question.asks)
    )


def _shifts(left: Iterable[Asked], now: Mapping[str, Answer]) -> list[int]:
    """Return the differences in points that occur most often: the value of some rule may differ by as much."""
    counted: Counter[int] = Counter()
    for each in left:
        theirs, ours = ((answer or {}).get("points") for answer in (each.answer, now[each.id]))
        if isinstance(theirs, list) and isinstance(ours, list) and len(theirs) == len(ours):
            counted.update(abs(one - other) for one, other in zip(theirs, ours, strict=True) if one != other)
    return [sign * shift for shift, _ in counted.most_common(_MOST_SHIFTS) for sign in (1, -1)]


def written(report: Report) -> Iterator[str]:
    """Yield the lines of a report."""
    differing = len(report.differing)
    if report.unanswered:
        yield f"{len(report.unanswered)} vectors have no answer, such as {report.unanswered[0]}."
    if not differing:
        yield f"All {report.answered} answers agree."
        return
    yield f"{differing} of {report.answered} answers differ."
    if report.rules:
        yield "\nYour engine plays by these rules instead:"
    for rule in report.rules:
        name = rule.name if rule.value is None else f"{rule.name} = {rule.value!r}"
        yield f"\n- {rule.does}\n  The ruleset says: {rule.instead_of}\n  ({name}; {_vectors(rule.explains)})"
    if report.unexplained:
        some = f", the first {_MOST_SHOWN} of them here" if len(report.unexplained) > _MOST_SHOWN else ""
        yield f"\n{len(report.unexplained)} answers agree with no neighbouring rule{some}:"
    for each in report.unexplained[:_MOST_SHOWN]:
        yield f"\n- {each.id}: {each.tests}\n  expected {each.expected}\n  answered {each.answer}"


def _vectors(ids: Sequence[str]) -> str:
    if not ids:
        return "explains no vector by itself"
    more = len(ids) - _MOST_NAMED
    return f"explains {', '.join(ids[:_MOST_NAMED])}{f' and {more} more' if more > 0 else ''}"
