"""The neighbours of a ruleset: each differs from it in one parameter, or makes one mistake.

A neighbouring value is one that a choice of words has besides, one step up or down a number, half of what something is
worth, or whatever a preset in force plays instead. Those that can't be played beside the other rules are no neighbours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.kit.engine import GROUPS, Asks, Engine, Mistake
from service.kit.mistakes import MISTAKES
from service.presets.loader import presets
from service.spades.catalogue.entries import ELSE, Worth
from service.spades.catalogue.parameters.contracts import ContractRules
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.rulebook import rule_text
from service.spades.rules.ruleset import ENTRIES, NAMES, Parameters, Ruleset, frozen, group_of, value_of, with_value

_TEN: Final = 10
"""The size of a contract that most often has points of its own."""
_GREAT: Final = 999
"""Numbers that may be greater than this are points; others are tricks, cards and the like."""
_MOST_IN_USE: Final = 5
"""How many values of a parameter are taken from presets, those of most presets first."""


class Neighbour(NamedTuple):
    """An engine that plays one rule otherwise."""

    name: str
    """The dotted name of the parameter, or the name of the mistake."""
    value: object
    """The value that the parameter has there; None for a mistake."""
    engine: Engine
    does: str
    """What it does, as a sentence."""
    instead_of: str
    """What the ruleset says, as a sentence."""

    def may_differ(self, asks: Asks) -> bool:
        """Return whether its answers to such questions may differ."""
        mistake = next((each for each in MISTAKES if each.name == self.name), None)
        if mistake is None:
            return group_of(self.name) in GROUPS[asks]
        return mistake.asks == asks or (asks == "count_plays" and GROUPS[mistake.asks] == GROUPS[asks])


def neighbours_of(engine: Engine, *, steps_only: bool = False, shifts: Iterable[int] = ()) -> Iterator[Neighbour]:
    """Yield the neighbours of an engine in the order of the rulebook, its mistakes last.

    With ``steps_only`` without values from presets. ``shifts`` are differences by which numbers are also tried.
    """
    parameters = engine.ruleset.parameters
    for name in NAMES:
        if any(group_of(name) in groups for groups in GROUPS.values()):
            for value in _values(parameters, name, steps_only=steps_only, shifts=shifts):
                there = changed(engine.ruleset, name, value)
                if there is not None and engine.players in there.packs:
                    other = engine._replace(ruleset=there)
                    yield Neighbour(name, value, other, rule_text(there.parameters, name), rule_text(parameters, name))
    for mistake in MISTAKES:
        if mistake not in engine.mistakes:
            yield _mistaken(engine, mistake)


def _mistaken(engine: Engine, mistake: Mistake) -> Neighbour:
    there = engine._replace(mistakes=(*engine.mistakes, mistake))
    return Neighbour(mistake.name, None, there, mistake.does, mistake.instead_of)


def changed(ruleset: Ruleset, name: str, value: object) -> Ruleset | None:
    """Return the ruleset with another value of a parameter; None if it can't be played."""
    parameters = with_value(ruleset.parameters, name, value)
    if contradictions(parameters):
        return None
    packs = {count: pack_for(parameters.deck, count) for count in parameters.table.players}
    return replace(ruleset, parameters=parameters, packs=MappingProxyType(packs))


def _values(parameters: Parameters, name: str, *, steps_only: bool, shifts: Iterable[int]) -> list[object]:
    """Return the neighbouring values of a parameter, each once."""
    entry, own = ENTRIES[name], value_of(parameters, name)
    shifted = [shift for shift in shifts if abs(shift) > 1] if max(entry.most, -entry.least) > _GREAT else []
    found: list[object] = []
    if isinstance(own, bool):
        found = [not own]
    elif isinstance(own, str | int) and ELSE not in entry.means:
        found = [value for value in entry.means if value != ELSE]
    elif isinstance(own, int):
        used = [value for value in _in_use().get(name, ()) if value] or [entry.most // 4]
        numbers = [own + 1, own - 1, 0, *[own + shift for shift in shifted]]
        found = [*([] if own else used[:1]), *[each for each in numbers if entry.least <= each <= entry.most]]
    elif isinstance(own, Worth):
        sign = 1 if entry.shape == "gain" else -1
        found = [each for each in (Worth(), *_worths(own, shifted)) if min(sign * number for number in each) >= 0]
    elif name == "contracts" and isinstance(own, tuple):
        found = [*_contracts(own), *((*own, ContractRules(Worth(shift), least=_TEN)) for shift in shifts if shift > 1)]
    elif entry.shape in {"numbers", "cards"}:
        found = [()]
    if not steps_only or not found or isinstance(own, Worth | tuple):
        found += _in_use().get(name, ())
    return [value for at, value in enumerate(found) if value != own and value not in found[:at]]


def _worths(own: Worth, shifts: Iterable[int]) -> Iterator[Worth]:
    for member, number in own._asdict().items():
        if number:
            yield own._replace(**{member: number // 2 if number > 0 else -(-number // 2)})
            yield from (own._replace(**{member: number + shift}) for shift in shifts)


def _contracts(own: tuple[ContractRules, ...]) -> Iterator[tuple[ContractRules, ...]]:
    """Yield these rows without one of them, and with one member of a row changed."""
    yield ()
    for at, row in enumerate(own):
        before, after = own[:at], own[at + 1 :]
        yield (*before, *after)
        flips: list[dict[str, Any]] = [{"instead": not row.instead}, {"wins_game": not row.wins_game}]
        flips += [{"made": Worth()}]
        flips += [{"blind": each} for each in ("any", "with", "without")] if row.bid else []
        flips += [{"least": row.least + 1}, {"most": row.most + 1}] if row.least else []
        flips += [{"failed": None}] if row.failed is not None else []
        yield from ((*before, row._replace(**flip), *after) for flip in flips)


@lru_cache(maxsize=1)
def _in_use() -> Mapping[str, list[object]]:
    """Return for each parameter the values that presets in force and their options have, those of most first."""
    counted: dict[str, Counter[str]] = {}
    values: dict[tuple[str, str], object] = {}
    for preset in presets().values():
        for stated in (preset.values, *(option.values for option in preset.options.values())):
            for name, each in stated.items():
                value = frozen(name, each.value)
                counted.setdefault(name, Counter())[repr(value)] += 1
                values[name, repr(value)] = value
    return {
        name: [values[name, text] for text, _ in count.most_common(_MOST_IN_USE)] for name, count in counted.items()
    }
