"""The rules in plain words, written from the parameters: each sentence of the rulebook, and the rule a finding cites.

`sentences` holds the texts; here one is chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from service.spades.english import count_of
from service.spades.rules.parameters import GROUPS, NAMES, Parameters, Slam, Ten, value_of
from service.spades.rules.sentences import ELSE, TEXTS
from service.spades.rules.sentences.out_of_effect import why_out_of_effect
from service.spades.rules.sentences.words import WORDS

if TYPE_CHECKING:
    from service.spades.rules.ruleset import Ruleset

SECTION_TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "table": "The table",
        "deck": "The pack and the deal",
        "bidding": "The bidding",
        "nil": "Nil",
        "blind_bid": "Blind bids",
        "special_bids": "Special bids",
        "play": "The play",
        "scoring": "Scoring",
        "game": "The game",
        "irregularities": "Irregularities",
    }
)
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
    texts = TEXTS[name]
    value = value_of(parameters, name)
    if isinstance(value, Ten | Slam):
        value = value.made
    text = texts[value] if isinstance(value, str | int) and value in texts else texts[ELSE]
    return _TEMPLATES.format(text, parameters=parameters)


class _Templates(Formatter):
    """Fills parameters and words into a text, and writes numbers as points or as counts of things."""

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:  # noqa: ARG002 - its signature
        parameters, name = cast("Parameters", kwargs["parameters"]), str(key)
        return getattr(parameters, name) if name in GROUPS else WORDS[name](parameters)

    def format_field(self, value: object, format_spec: str) -> str:
        if not isinstance(value, int) or not format_spec:
            return str(value)
        as_points = _POINT_FORMATS.get(format_spec)
        return as_points(value) if as_points else count_of(value, format_spec)


def _points(number: int, verb: str, verb_below_zero: str) -> str:
    amount = count_of(abs(number), "point") if number else "nothing"
    return f"{verb_below_zero if number < 0 else verb} {amount}"


_TEMPLATES: Final = _Templates()
_POINT_FORMATS: Final[Mapping[str, Callable[[int], str]]] = {
    "score": lambda points: _points(points, "score", "cost"),
    "scores": lambda points: _points(points, "scores", "costs"),
    "loses": lambda points: _points(-points, "scores", "costs"),
}
