"""The rules in plain words, written from the parameters: each sentence of the rulebook, and the rule a finding cites.

The texts are in the entries of the catalogue; here one is chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

from service.spades.catalogue.parameter import ELSE
from service.spades.catalogue.parameters.blind_and_special_bids import Slam, Ten
from service.spades.rules.circumstances import in_words, why_out_of_effect
from service.spades.rules.parameters import ALL_GROUPS, ENTRIES, NAMES, Parameters, value_of

if TYPE_CHECKING:
    from service.spades.rules.ruleset import Ruleset

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
        Section(title, tuple(cite(ruleset, name) for name in NAMES if name.startswith(f"{group}.")))
        for group, title in SECTION_TITLES.items()
    )


@lru_cache(_KEPT)
def cite(ruleset: Ruleset, name: str) -> Rule:
    """Return the rule that a parameter makes, with its basis. Raises `KeyError` for an unknown name."""
    basis = ruleset.basis[name].basis
    explanation = why_out_of_effect(ruleset.parameters, name)
    if explanation is not None:
        return Rule(name, basis, explanation.text, f"{explanation.why}.")
    return Rule(name, basis, _in_effect(ruleset.parameters, name))


def rule_text(parameters: Parameters, name: str) -> str:
    """Return the rule that a parameter makes, in one or two sentences. Raises `KeyError` for an unknown name."""
    explanation = why_out_of_effect(parameters, name)
    return _in_effect(parameters, name) if explanation is None else explanation.text


def _in_effect(parameters: Parameters, name: str) -> str:
    means = ENTRIES[name].means
    value = value_of(parameters, name)
    if isinstance(value, Ten | Slam):
        value = value.made
    meaning = means[value] if isinstance(value, str | int) and value in means else means[ELSE]
    return in_words(parameters, meaning.sentence)
