"""Two rulesets compared: exactly what differs is listed, from either side."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest

from service.presets.loader import presets, resolve
from service.spades.cards import codes_of
from service.spades.rules.rulebook import SECTION_TITLES, RuleDifference, RulesetComparison, cite, compare
from service.spades.rules.ruleset import NAMES, Basis, Reference, Ruleset, plain, value_of
from tests.spades.rules.test_rulebook import random_parameters

PAIRS = list(combinations(presets(), 2))


def preset(name: str, *options: str, **overrides: Mapping[str, object]) -> Ruleset:
    return resolve(Reference(name, options, overrides))


def random_ruleset(rng: random.Random) -> Ruleset:
    """Return a ruleset of random values, which may contradict each other; it has no packs."""
    basis = {name: Basis(rng.choice(("written", "default")), "") for name in NAMES}
    return replace(preset("pagat"), parameters=random_parameters(rng), basis=basis, packs={})


def near(ruleset: Ruleset, rng: random.Random) -> Ruleset:
    """Return a ruleset that differs from this one in the values of one group at most."""
    group = rng.choice(list(SECTION_TITLES))
    other = random_parameters(rng)
    return replace(ruleset, parameters=replace(ruleset.parameters, **{group: getattr(other, group)}))


def random_pairs(number: int) -> list[tuple[Ruleset, Ruleset]]:
    rng = random.Random(7)
    firsts = [random_ruleset(rng) for _ in range(number)]
    return [(first, near(first, rng) if rng.random() < 0.5 else random_ruleset(rng)) for first in firsts]


def preset_pairs() -> list[tuple[Ruleset, Ruleset]]:
    return [(preset(first), preset(second)) for first, second in PAIRS]


def named(differences: tuple[RuleDifference, ...]) -> list[str]:
    return [each.parameter for each in differences]


def differing(first: Ruleset, second: Ruleset) -> list[str]:
    """Return the parameters whose values differ, found by what a client would see of them."""
    return [
        name
        for name in NAMES
        if repr(plain(value_of(first.parameters, name))) != repr(plain(value_of(second.parameters, name)))
    ]


def test_exactly_the_parameters_that_differ_are_listed() -> None:
    sizes = set()
    for first, second in [*random_pairs(150), *preset_pairs()]:
        comparison = compare(first, second)
        assert named(comparison.differences) == differing(first, second)
        assert comparison.same + len(comparison.differences) == len(NAMES)
        sizes.add(len(comparison.differences))
    assert min(sizes) < 3
    assert max(sizes) > 40


def test_comparing_is_symmetric() -> None:
    for first, second in [*random_pairs(50), *preset_pairs()]:
        one, other = compare(first, second), compare(second, first)
        for ours, theirs in ((one.differences, other.differences), (one.consequences, other.consequences)):
            turned = [(each.parameter, each.section, each.rules[::-1], each.has_effect) for each in theirs]
            assert [(*each, each.has_effect) for each in ours] == turned
        assert [(each.players, each.packs[::-1]) for each in other.packs] == list(map(tuple, one.packs))


def test_each_difference_has_both_rules_as_they_are_cited() -> None:
    for first, second in preset_pairs():
        comparison = compare(first, second)
        for each in (*comparison.differences, *comparison.consequences):
            assert each.rules == (cite(first, each.parameter), cite(second, each.parameter))
            assert each.section == SECTION_TITLES[each.parameter.partition(".")[0]]


def test_consequences_are_rules_of_one_side_under_equal_values() -> None:
    found = 0
    for first, second in random_pairs(100):
        comparison = compare(first, second)
        assert set(named(comparison.consequences)).isdisjoint(named(comparison.differences))
        for each in comparison.consequences:
            assert [rule.applies for rule in each.rules].count(True) == 1
            assert each.has_effect
            found += 1
        listed = {*named(comparison.consequences), *named(comparison.differences)}
        for name in set(NAMES) - listed:
            assert cite(first, name).applies == cite(second, name).applies
    assert found > 50


def test_whatever_is_one_sided_follows_from_a_difference_that_is_listed() -> None:
    """A rule may lack effect in one ruleset only if another parameter differs, so that a page explains itself."""
    for first, second in random_pairs(100):
        comparison = compare(first, second)
        for each in (*comparison.differences, *comparison.consequences):
            if each.rules[0].applies != each.rules[1].applies:
                assert set(differing(first, second)) - {each.parameter}, each


@pytest.mark.parametrize("name", presets())
def test_a_ruleset_does_not_differ_from_itself(name: str) -> None:
    ruleset = preset(name)
    assert compare(ruleset, ruleset) == RulesetComparison((ruleset, ruleset), (), (), ())
    # Overridden by the value that it has.
    stated = {"game": {"target": ruleset.parameters.game.target}}
    assert named(compare(ruleset, preset(name, **stated)).differences) == []


@pytest.mark.parametrize(
    ("first", "second", "effect"),
    [
        # Neither has nil.
        (
            preset("classic-partnership"),
            preset("classic-partnership", bids={"both_nil": {"made": {"points": 50}}}),
            {"bids.both_nil.made": False},
        ),
        (preset("pagat"), preset("pagat", bids={"nil": {"made": {"points": 50}}}), {"bids.nil.made": True}),
        # The size that the pack gives, stated.
        (preset("pagat"), preset("pagat", deck={"hand_size": {"4": 13}}), {"deck.hand_size": False}),
        # Only the second has a bag penalty.
        (
            preset("pagat", bags={"limit": 0}),
            preset("pagat", bags={"penalty": -50}),
            {"bags.limit": True, "bags.penalty": True},
        ),
    ],
)
def test_a_difference_without_effect_is_known_as_one(first: Ruleset, second: Ruleset, effect: dict[str, bool]) -> None:
    differences = compare(first, second).differences
    assert {each.parameter: each.has_effect for each in differences} == effect


def test_packs_are_compared_for_each_number_of_players_of_both() -> None:
    one, jokers = preset("classic-solo"), preset("classic-solo", "jokers")
    (*packs,) = compare(one, jokers).packs
    assert [each.players for each in packs] == sorted(one.packs)
    for each in packs:
        assert each.packs == (one.packs[each.players], jokers.packs[each.players])
        only_first, only_second = map(codes_of, each.only_in)
        assert set(only_second) == {"BJ", "LJ"}
        assert "BJ" not in only_first
    assert [each.players for each in compare(one, jokers, 5).packs] == [5]
    assert compare(one, preset("classic-solo", "short-game")).packs == ()


def test_packs_of_other_numbers_of_players_are_not_compared() -> None:
    assert compare(preset("two-player"), preset("cutthroat")).packs == ()


def test_packs_that_differ_in_rank_alone_differ_by_their_parameter() -> None:
    ranked = preset("pagat", deck={"top_trumps": ["2S"]})
    comparison = compare(preset("pagat"), ranked)
    assert (named(comparison.differences), comparison.packs) == (["deck.top_trumps"], ())
