"""The rules in plain words, written from the parameters, and two rulesets side by side.

The texts are in the entries of the catalogue; here one is chosen and filled in, for the rulebook and for the rule that
a finding cites. A comparison has the parameters whose values differ, and what follows from these differences.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.spades.catalogue.entries import ELSE, Means
from service.spades.rules.circumstances import in_general, in_words, is_of_forbidden_bid, why_out_of_effect
from service.spades.rules.pack import Pack
from service.spades.rules.ruleset import (
    ALL_GROUPS,
    ENTRIES,
    NAMES,
    Parameters,
    Ruleset,
    group_of,
    value_of,
    with_value,
)

SECTION_TITLES: Final[Mapping[str, str]] = MappingProxyType({group.name: group.title for group in ALL_GROUPS})
"""The title of the section about each group of parameters, in the order of the rulebook."""

_KEPT: Final = 1024
"""How many rules are kept once they are written: a ruling cites a few, again and again."""


class Rule(NamedTuple):
    """The rule of a parameter: what its value rests on, and the rule in plain words."""

    parameter: str
    basis: str
    text: str
    why_not: str = ""
    """Why the rule has no effect beside the other rules, in a sentence; empty if it has one."""
    added: str = ""
    """What this engine adds to the rule, in sentences of their own, whose basis is `default`; mostly nothing."""
    not_allowed: bool = False
    """Whether the rule is about a bid that the ruleset does not allow: it counts only where one was made."""

    @property
    def applies(self) -> bool:
        """Whether the rule has an effect beside the other rules."""
        return not self.why_not


class Section(NamedTuple):
    """A section of the rulebook, with a rule for each parameter of a group."""

    title: str
    rules: tuple[Rule, ...]


def rulebook(ruleset: Ruleset) -> tuple[Section, ...]:
    """Return the rules of a ruleset section by section, those that have no effect among them."""
    return tuple(
        Section(title, tuple(cite(ruleset, name) for name in NAMES if group_of(name) == group))
        for group, title in SECTION_TITLES.items()
    )


@lru_cache(_KEPT)
def cite(ruleset: Ruleset, name: str) -> Rule:
    """Return the rule that a parameter makes, with its basis. Raises `KeyError` for an unknown name."""
    basis = ruleset.basis[name].basis
    explanation = why_out_of_effect(ruleset.parameters, name)
    if explanation is not None:
        return Rule(name, basis, explanation.text, f"{explanation.why}.")
    not_allowed = is_of_forbidden_bid(ruleset.parameters, _meaning(ruleset.parameters, name).sentence)
    return Rule(name, basis, *_in_effect(ruleset.parameters, name), not_allowed)


def rule_text(parameters: Parameters, name: str) -> str:
    """Return the rule that a parameter makes, with what this engine adds. Raises `KeyError` for an unknown name."""
    explanation = why_out_of_effect(parameters, name)
    if explanation is not None:
        return explanation.text
    sentence, _, added = _in_effect(parameters, name)
    return f"{sentence} {added}" if added else sentence


def _in_effect(parameters: Parameters, name: str) -> tuple[str, str, str]:
    """Return the rule, no reason why it has no effect, and what this engine adds to it."""
    meaning = _meaning(parameters, name)
    return in_words(parameters, meaning.sentence), "", in_words(parameters, meaning.added)


def in_general_words(name: str) -> Iterator[tuple[Any, str]]:
    """Yield each value of a parameter with its rule under any other rules; `ELSE` is for all other numbers.

    A parameter whose value is no choice has no more to say than its description.
    """
    entry = ENTRIES[name]
    for value, meaning in entry.means.items() if not entry.shape else ():
        parameters = Parameters() if value == ELSE else with_value(Parameters(), name, value)
        yield value, in_general(parameters, meaning.sentence)


def values_in_words(name: str) -> dict[str, str]:
    """Return the same by the value as text; ``any other`` for all other numbers."""
    return {"any other" if value == ELSE else str(value).lower(): text for value, text in in_general_words(name)}


def _meaning(parameters: Parameters, name: str) -> Means:
    means = ENTRIES[name].means
    value = value_of(parameters, name)
    if isinstance(value, tuple) and not any(value):
        value = 0  # an empty list, or a worth of nothing
    return means[value] if isinstance(value, str | int) and value in means else means[ELSE]


# Two rulesets side by side: the parameters whose values differ, what follows from these differences, and mixtures.


class RuleDifference(NamedTuple):
    """A parameter whose rule is not the same in both rulesets."""

    parameter: str
    section: str
    rules: tuple[Rule, Rule]
    """The rule in the first ruleset, and that in the second."""

    @property
    def has_effect(self) -> bool:
        """Whether it makes a difference: the rule applies in one ruleset at least, and they do not say the same."""
        first, second = self.rules
        return (first.applies or second.applies) and (first.text, first.added) != (second.text, second.added)


class PackDifference(NamedTuple):
    """The packs for a number of players, which differ in their cards or in the size of a hand."""

    players: int
    packs: tuple[Pack, Pack]

    @property
    def only_in(self) -> tuple[int, int]:
        """For each ruleset the mask of the cards that only its pack has."""
        first, second = (pack.cards for pack in self.packs)
        return first & ~second, second & ~first


class RulesetComparison(NamedTuple):
    """How two rulesets differ."""

    rulesets: tuple[Ruleset, Ruleset]
    differences: tuple[RuleDifference, ...]
    """The parameters whose values differ."""
    consequences: tuple[RuleDifference, ...]
    """The parameters with equal values whose rule applies in one ruleset only, because of a difference."""
    packs: tuple[PackDifference, ...]
    """The packs that differ, for each number of players that both have a table for."""

    @property
    def same(self) -> int:
        """The number of parameters whose values are equal."""
        return len(NAMES) - len(self.differences)


def compare(first: Ruleset, second: Ruleset, players: int | None = None) -> RulesetComparison:
    """Return how two rulesets differ; the packs for one number of players, if it is stated."""
    both = first, second
    counts = sorted(first.packs.keys() & second.packs.keys()) if players is None else [players]
    packs = ((count, (first.packs[count], second.packs[count])) for count in counts)
    differing = {name for name in NAMES if _value(first, name) != _value(second, name)}
    rules = {name: (cite(first, name), cite(second, name)) for name in NAMES}
    one_sided = {name for name, (one, other) in rules.items() if one.applies != other.applies}
    return RulesetComparison(
        both,
        tuple(_difference(rules, name) for name in NAMES if name in differing),
        tuple(_difference(rules, name) for name in NAMES if name in one_sided.difference(differing)),
        tuple(PackDifference(count, pair) for count, pair in packs if _sizes(pair[0]) != _sizes(pair[1])),
    )


def _sizes(pack: Pack) -> tuple[int, int]:
    return pack.cards, pack.hand_size


def _value(ruleset: Ruleset, name: str) -> object:
    return value_of(ruleset.parameters, name)


def _difference(rules: Mapping[str, tuple[Rule, Rule]], name: str) -> RuleDifference:
    return RuleDifference(name, SECTION_TITLES[group_of(name)], rules[name])
