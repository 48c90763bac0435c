"""A kit: questions about one ruleset, so chosen that each parameter which can decide an answer decides one.

Every neighbour of the ruleset answers some question of the kit otherwise, if any situation that was drawn tells the two
apart. No code here depends on what a parameter means.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final, NamedTuple

from service.kit.engine import GROUPS, Answer, Asks, Engine, Given, Question
from service.kit.happenings import what_happens
from service.kit.neighbours import Neighbour, neighbours_of
from service.kit.situations import situations
from service.spades.pauses import Pause
from service.spades.rules.circumstances import is_of_forbidden_bid, why_out_of_effect
from service.spades.rules.rulebook import rule_text
from service.spades.rules.ruleset import ENTRIES, NAMES, Parameters, group_of

_KINDS: Final = tuple(GROUPS)
MOST_VECTORS: Final = 300
_ANSWERS_A_STEP: Final = 100
"""How many answers are given for one call of ``pause``."""
_NOT_ASKED: Final = "No question is about it: it is about the seats and the deal, or about offences, calls or claims."
_ONE_VALUE: Final = "No other value of it can be played beside the other rules."
_OTHER_KIND: Final = "No kind of question that was asked for depends on it."
_NO_SUCH_BID: Final = "The ruleset does not allow such a bid."
_NOT_DECIDED: Final = "The answer to none of the questions that were tried depends on it."


class Vector(NamedTuple):
    """A question with its answer."""

    id: str
    asks: Asks
    tests: str
    """What happens in it, in a sentence."""
    decides: tuple[str, ...]
    """The parameters and mistakes that it was chosen for: with another value of one of them the answer differs."""
    given: Given
    answer: Mapping[str, Any]


class NotTested(NamedTuple):
    """Parameters that no vector tests, and why not."""

    why: str
    parameters: tuple[str, ...]


class Kit(NamedTuple):
    """The vectors of one ruleset."""

    engine: Engine
    seed: int
    vectors: tuple[Vector, ...]
    rules: Mapping[str, str]
    """For each parameter and mistake that a vector decides what the ruleset says, as a sentence."""
    not_tested: tuple[NotTested, ...]


class _Candidate:
    """A situation that may become a vector."""

    def __init__(self, question: Question, answer: Mapping[str, Any]) -> None:
        self.question, self.answer = question, answer
        self.tells: dict[str, Mapping[str, Any]] = {}
        """The answers of the neighbours that it was chosen for, the first of each name."""


def _by_kind(candidate: _Candidate) -> int:
    return _KINDS.index(candidate.question.asks)


class _Choice:
    """The situations that have been chosen so far from those that were drawn."""

    def __init__(self, engine: Engine, seed: int, kinds: Container[Asks], pause: Pause) -> None:
        self._pause, self._answers = pause, 0
        asked = [question for question in situations(engine, seed) if question.asks in kinds]
        drawn = ((question, self._answered(engine, question)) for question in asked)
        self.drawn = [_Candidate(question, answer) for question, answer in drawn if answer is not None]
        self.chosen: list[_Candidate] = []

    def _answered(self, engine: Engine, question: Question) -> Answer:
        self._answers += 1
        if not self._answers % _ANSWERS_A_STEP:
            self._pause()
        return engine.answer(question)

    def _telling(self, neighbour: Neighbour, among: Iterable[_Candidate]) -> Iterator[_Candidate]:
        """Yield the situations that tell a neighbour from the ruleset, each with its answer noted."""
        for candidate in among:
            if neighbour.may_differ(candidate.question.asks):
                answer = self._answered(neighbour.engine, candidate.question)
                if answer is not None and answer != candidate.answer:
                    candidate.tells.setdefault(neighbour.name, answer)
                    yield candidate

    def tells(self, neighbour: Neighbour, kinds: Container[Asks] = GROUPS) -> bool:
        """Return whether a situation that is chosen already, of one of these kinds, tells a neighbour."""
        among = [each for each in self.chosen if each.question.asks in kinds]
        # Bids take ten times as long to answer as scores, and they come last.
        return next(self._telling(neighbour, sorted(among, key=_by_kind)), None) is not None

    def has(self, neighbour: Neighbour) -> bool:
        """Return whether a situation tells a neighbour, and choose one if none is chosen yet."""
        return self.tells(neighbour) or self.choose(neighbour, self.drawn)

    def choose(self, neighbour: Neighbour, among: Iterable[_Candidate]) -> bool:
        """Choose the first of these situations that tells a neighbour; return whether one does, and there is room."""
        if len(self.chosen) == MOST_VECTORS:
            return False
        taken = set(map(id, self.chosen))
        found = next(self._telling(neighbour, (each for each in among if id(each) not in taken)), None)
        if found is not None:
            self.chosen.append(found)
        return found is not None


def make_kit(engine: Engine, seed: int, kinds: Collection[Asks], pause: Pause) -> Kit:
    """Return the kit of a ruleset at this table, with these kinds of questions; the same seed makes the same kit."""
    parameters = engine.ruleset.parameters
    why = {name: reason for name in NAMES if (reason := _why_not(parameters, name, kinds))}
    there = [each for each in neighbours_of(engine, steps_only=True) if each.name not in why]
    choice = _Choice(engine, seed, kinds, pause)
    told = [each for each in there if _has_other_rules(engine, each) and choice.has(each)]
    for asks in kinds:  # no kind of question is left out
        if all(each.question.asks != asks for each in choice.chosen):
            of_kind = [each for each in choice.drawn if each.question.asks == asks]
            for neighbour in told:
                if neighbour.may_differ(asks) and not choice.tells(neighbour, {asks}):
                    choice.choose(neighbour, of_kind)
    others = Random(seed).sample(choice.drawn, len(choice.drawn) // 2)  # noqa: S311 - no secret
    for neighbour in told:  # a second one each, so that a report can tell neighbours apart
        choice.choose(neighbour, others)
    rules = {each.name: each.instead_of for each in told}
    for name in NAMES:
        if name not in rules:
            why.setdefault(name, _NOT_DECIDED if any(each.name == name for each in there) else _ONE_VALUE)
    not_tested = [NotTested(why, tuple(names)) for why, names in _by_reason(why).items()]
    return Kit(engine, seed, _in_order(engine, choice.chosen), rules, tuple(not_tested))


def _by_reason(why: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the names for each reason, in the order of the rulebook."""
    names: dict[str, list[str]] = {}
    for name in NAMES:
        if name in why:
            names.setdefault(why[name], []).append(name)
    return names


def _why_not(parameters: Parameters, name: str, kinds: Collection[Asks]) -> str | None:
    """Return why no vector can test a parameter, None if one may."""
    if not any(group_of(name) in groups for groups in GROUPS.values()):
        return _NOT_ASKED
    if not any(group_of(name) in GROUPS[asks] for asks in kinds):
        return _OTHER_KIND
    if why_out_of_effect(parameters, name) is not None:
        return rule_text(parameters, name)
    sentence = next((each.sentence for each in ENTRIES[name].means.values()), "")
    return _NO_SUCH_BID if is_of_forbidden_bid(parameters, sentence) else None


def _has_other_rules(engine: Engine, neighbour: Neighbour) -> bool:
    """Return whether a neighbour may play otherwise at this table: other numbers of players may have another pack."""
    return group_of(neighbour.name) != "deck" or neighbour.engine.pack != engine.pack


def _in_order(engine: Engine, chosen: list[_Candidate]) -> tuple[Vector, ...]:
    """Return the vectors of the chosen situations, by what they ask."""
    vectors: list[Vector] = []
    counted: dict[str, int] = {}
    for candidate in sorted(chosen, key=_by_kind):
        asks, given = candidate.question
        counted[asks] = counted.get(asks, 0) + 1
        other = next(iter(candidate.tells.values()))
        tests = what_happens(engine, candidate.question, candidate.answer, other)
        name = f"{asks}-{counted[asks]:03}".replace("_", "-")
        vectors.append(Vector(name, asks, tests, tuple(candidate.tells), given, candidate.answer))
    return tuple(vectors)
