"""Two rulesets side by side: the parameters whose values differ, what follows from these differences, and mixtures."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import NamedTuple

from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import Pack, pack_for
from service.spades.rules.parameters import NAMES, parameters_from, value_of
from service.spades.rules.rulebook import SECTION_TITLES, Rule, cite
from service.spades.rules.ruleset import Ruleset


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
        return (first.applies or second.applies) and first.text != second.text


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
    differing = differing_parameters(first, second)
    rules = {name: (cite(first, name), cite(second, name)) for name in NAMES}
    one_sided = {name for name, (one, other) in rules.items() if one.applies != other.applies}
    return RulesetComparison(
        both,
        tuple(_difference(rules, name) for name in NAMES if name in differing),
        tuple(_difference(rules, name) for name in NAMES if name in one_sided.difference(differing)),
        tuple(PackDifference(count, pair) for count, pair in packs if _sizes(pair[0]) != _sizes(pair[1])),
    )


def differing_parameters(first: Ruleset, second: Ruleset) -> tuple[str, ...]:
    """Return the parameters whose values differ, in the order of the rulebook."""
    return tuple(name for name in NAMES if _value(first, name) != _value(second, name))


def with_values_of(ruleset: Ruleset, other: Ruleset, names: Container[str]) -> Ruleset | None:
    """Return a ruleset with these parameters as in another one; None if the mixture contradicts itself.

    It is there to judge by, and not to be named in an answer: it has no digest.
    """
    origin = {name: other if name in names else ruleset for name in NAMES}
    parameters = parameters_from({name: _value(source, name) for name, source in origin.items()})
    if contradictions(parameters):
        return None
    return Ruleset(
        name=ruleset.name,
        version=ruleset.version,
        digest="",
        options=(),
        overrides={},
        parameters=parameters,
        basis={name: source.basis[name] for name, source in origin.items()},
        packs={count: pack_for(parameters.deck, count) for count in parameters.table.players},
    )


def _sizes(pack: Pack) -> tuple[int, int]:
    return pack.cards, pack.hand_size


def _value(ruleset: Ruleset, name: str) -> object:
    return value_of(ruleset.parameters, name)


def _difference(rules: Mapping[str, tuple[Rule, Rule]], name: str) -> RuleDifference:
    return RuleDifference(name, SECTION_TITLES[name.partition(".")[0]], rules[name])
