"""The pages of rulesets: a list, the parameters of one, its rules in plain words, and two rulesets side by side."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import groupby
from typing import Final

from service.media_types import Json
from service.pages.page import Page
from service.pages.ruleset_table import differences_by_players
from service.presets.loader import BY_DEFAULT, presets, resolve
from service.spades.cards import card_name, codes_of
from service.spades.english import count_of, listed
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import (
    SECTION_TITLES,
    PackDifference,
    RuleDifference,
    RulesetComparison,
    compare,
)
from service.spades.rules.ruleset import NAMES, Basis, Reference, Ruleset, dotted, group_of, value_of

_ORDINALS: Final = ("First", "Second")


def rulesets_page(listing: Json) -> Page:
    """Return the page of all presets (the contract's ``RulesetList``): what differs among them, and each by itself."""
    titles = {each["name"]: each["title"] for each in listing["rulesets"]}
    tables = differences_by_players({title: resolve(Reference(name)) for name, title in titles.items()})
    return Page("rulesets", "Rulesets", {**listing, "tables": tables})


def ruleset_page(detail: Json) -> Page:
    """Return the page of a preset: each parameter with its value and what that rests on, and its options.

    ``detail`` is a preset in full (the contract's ``RulesetDetail``).
    """
    content = {
        "detail": detail,
        "options": [(option, _parameters(option, option["basis"])) for option in detail["options"]],
        "sections": [
            (title, _parameters(detail, [name for name in detail["basis"] if group_of(name) == group]))
            for group, title in SECTION_TITLES.items()
        ],
    }
    return Page("ruleset", detail["title"], content)


def _one_less(players: int) -> str:
    """Return how many players have one card less than the others; nothing if hands are equal."""
    return f" ({count_of(players, 'player')} one less)" if players else ""


def _parameters(holder: Json, names: Iterable[str]) -> list[tuple[str, str, Json]]:
    """Return the parameters of these dotted names in a preset or an option, each with its value and its basis."""
    values = dotted(holder["parameters"])
    return [
        (name, value if isinstance(value := values[name], str) else json.dumps(value), holder["basis"][name])
        for name in names
    ]


def rulebook_page(rulebook: Json, ruleset: Ruleset) -> Page:
    """Return the page with the rules of a ruleset in plain words: every rule that applies to what it allows.

    ``rulebook`` is the contract's ``Rulebook`` of this ruleset, which has the others, too.
    """
    numbers: dict[Basis, int] = {}
    sections = []
    for section in rulebook["sections"]:
        rules = [rule for rule in section["rules"] if rule["applies"] and not rule.get("not_allowed")]
        if rules:
            cited = [(rule, _number_of_source(ruleset.basis[rule["parameter"]], numbers)) for rule in rules]
            sections.append((_anchor(section["title"]), section["title"], cited))
    shown = sum(len(rules) for *_, rules in sections)
    content = {
        "book": rulebook,
        "sections": sections,
        "headings": [
            *((anchor, title) for anchor, title, _ in sections),
            *((_anchor(title), title) for title in ("What differs", "Sources")),
        ],
        "sources": list(numbers),
        "left_out": sum(len(section["rules"]) for section in rulebook["sections"]) - shown,
        **_what_differs(ruleset),
    }
    return Page("rulebook", rulebook["title"], content)


def _number_of_source(basis: Basis, numbers: dict[Basis, int]) -> int | None:
    """Return the number of a source, in the order in which they are cited; its usual silence has none."""
    return None if basis == BY_DEFAULT else numbers.setdefault(basis, len(numbers) + 1)


def _what_differs(ruleset: Ruleset) -> Json:
    """Return what differs from the nearest preset, or from its own without options and overrides."""
    is_own = bool(ruleset.options or ruleset.overrides)
    other = resolve(Reference(ruleset.name)) if is_own else _nearest(ruleset)
    differing = [pair.rules for pair in _with_effect(compare(ruleset, other))]
    return {
        "other": presets()[other.name].title,
        "compared": "without its options and overrides" if is_own else "the nearest of the other rulesets",
        # What a bid that is not allowed would be worth is no difference: that it is not allowed is one.
        "differing": [rules for rules in differing if not any(rule.not_allowed for rule in rules)],
    }


@cache
def _nearest(ruleset: Ruleset) -> Ruleset:
    """Return the preset with the fewest other values among those for as many players."""
    others = [resolve(Reference(name)) for name in presets() if name != ruleset.name]
    alike = [other for other in others if other.packs.keys() & ruleset.packs.keys()]
    own = [value_of(ruleset.parameters, name) for name in NAMES]

    def distance(other: Ruleset) -> int:
        return sum(value != value_of(other.parameters, name) for name, value in zip(NAMES, own, strict=True))

    return min(alike or others, key=distance)


def _anchor(title: str) -> str:
    """Return the anchor that renderers of Markdown give to a heading."""
    return title.lower().replace(" ", "-")


def comparison_page(comparison: RulesetComparison) -> Page:
    """Return the page with two rulesets side by side: the rules in which they differ, section by section.

    A parameter without effect in both rulesets, or with one rule under two values, makes no difference: it is counted.
    """
    without_effect = sum(not rules.has_effect for rules in comparison.differences)
    sections = groupby(_with_effect(comparison), key=lambda rules: rules.section)
    content = {
        "headline": _headline(comparison, without_effect),
        "pair": list(zip(_ORDINALS, comparison.rulesets, strict=True)),
        "title_of": lambda ruleset: ruleset.title or presets()[ruleset.name].title,
        "names_of_overrides": lambda ruleset: [*dotted(ruleset.overrides)],
        "packs": [(difference.players, _packs(difference)) for difference in comparison.packs],
        "sections": [(title, [each.rules for each in differences]) for title, differences in sections],
        "without_effect": without_effect,
    }
    return Page("ruleset_comparison", "Two rulesets compared", content)


def _with_effect(comparison: RulesetComparison) -> list[RuleDifference]:
    """Return the rules in which two rulesets differ, in the order of the rulebook."""
    shown = [rules for rules in (*comparison.differences, *comparison.consequences) if rules.has_effect]
    return sorted(shown, key=lambda rules: NAMES.index(rules.parameter))


def _headline(comparison: RulesetComparison, without_effect: int) -> str:
    differing, one_sided = len(comparison.differences) - without_effect, len(comparison.consequences)
    if not differing and not one_sided:
        return "Both play by the same rules."
    differ = f"{count_of(differing, 'rule')} {'differs' if differing == 1 else 'differ'}"
    if not one_sided:
        return f"{differ}; all others are the same."
    follow = f"{one_sided} more {'applies' if one_sided == 1 else 'apply'}"
    return f"{differ}, and because of that {follow} in only one of the two; all others are the same."


def _packs(difference: PackDifference) -> list[str]:
    return [_pack(pack, cards) for pack, cards in zip(difference.packs, difference.only_in, strict=True)]


def _pack(pack: Pack, only_here: int) -> str:
    """Return a pack in words, with the cards that the other one lacks."""
    aside = f", {pack.leftover} set aside" if pack.leftover else ""
    cards = listed(f"the {card_name(code)}" for code in codes_of(only_here))
    only = f" Only here: {cards}." if cards else ""
    each = f"{count_of(pack.hand_size, 'card')} each{_one_less(pack.players - pack.in_last_trick)}"
    return f"{each}, {pack.cards.bit_count()} in play{aside}.{only}"
