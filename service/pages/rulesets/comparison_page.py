"""The content of the page with two rulesets side by side: the rules in which they differ, section by section."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from service.spades.cards import card_name, codes_of
from service.spades.english import count_of, listed
from service.spades.rules.comparison import PackDifference, RulesetComparison
from service.spades.rules.pack import Pack
from service.spades.rules.parameters import NAMES
from service.spades.rules.preset_loader import presets
from service.spades.rules.rulebook import Rule
from service.spades.rules.ruleset import Ruleset


def comparison_content(comparison: RulesetComparison) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    A parameter without effect in both rulesets, or with one rule under two values, makes no difference: it is counted.
    """
    shown = [each for each in (*comparison.differences, *comparison.consequences) if each.has_effect]
    shown.sort(key=lambda each: NAMES.index(each.parameter))
    without_effect = sum(not each.has_effect for each in comparison.differences)
    return {
        "rulesets": [_ruleset(each, ordinal) for each, ordinal in zip(comparison.rulesets, _ORDINALS, strict=True)],
        "headline": _headline(comparison, without_effect),
        "without_effect": without_effect,
        "packs": [_packs(each) for each in comparison.packs],
        "sections": [
            {"title": title, "differences": [[_cell(rule) for rule in each.rules] for each in differences]}
            for title, differences in groupby(shown, key=lambda each: each.section)
        ],
    }


_ORDINALS = ("First", "Second")


def _ruleset(ruleset: Ruleset, ordinal: str) -> dict[str, Any]:
    return {
        "ordinal": ordinal,
        "title": presets()[ruleset.name].title,
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": [f"{group}.{key}" for group, members in ruleset.overrides.items() for key in members],
    }


def _headline(comparison: RulesetComparison, without_effect: int) -> str:
    differing, one_sided = len(comparison.differences) - without_effect, len(comparison.consequences)
    if not differing and not one_sided:
        return "Both play by the same rules."
    differ = f"{count_of(differing, 'rule')} {'differs' if differing == 1 else 'differ'}"
    if not one_sided:
        return f"{differ}; all others are the same."
    follow = f"{one_sided} more {'applies' if one_sided == 1 else 'apply'}"
    return f"{differ}, and because of that {follow} in only one of the two; all others are the same."


def _packs(difference: PackDifference) -> dict[str, Any]:
    texts = (_pack(pack, cards) for pack, cards in zip(difference.packs, difference.only_in, strict=True))
    return {"players": difference.players, "texts": list(texts)}


def _pack(pack: Pack, only_here: int) -> str:
    """Return a pack in words, with the cards that the other one lacks."""
    aside = f", {pack.leftover} set aside" if pack.leftover else ""
    cards = listed(f"the {card_name(code)}" for code in codes_of(only_here))
    only = f" Only here: {cards}." if cards else ""
    return f"{count_of(pack.hand_size, 'card')} each, {pack.cards.bit_count()} in play{aside}.{only}"


def _cell(rule: Rule) -> dict[str, Any]:
    return {
        "text": rule.why_not or rule.text,
        **{name: getattr(rule, name) for name in ("parameter", "basis", "applies")},
    }
