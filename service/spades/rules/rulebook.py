"""The rules in plain words, written from the parameters: each sentence of the rulebook, and the rule a finding cites.

`sentences` holds the texts; here one is chosen and filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple, cast

from service.spades.english import count_of
from service.spades.rules.parameters import GROUPS, Parameters, Slam, Ten, value_of
from service.spades.rules.sentences import ELSE, TEXTS
from service.spades.rules.sentences.out_of_effect import why_out_of_effect
from service.spades.rules.sentences.words import WORDS

if TYPE_CHECKING:
    from service.spades.rules.ruleset import Ruleset


class Rule(NamedTuple):
    """The rule of a parameter: what its value rests on, and the rule in plain words."""

    parameter: str
    basis: str
    text: str


def rule_text(parameters: Parameters, name: str) -> str:
    """Return the rule that a parameter makes, in one or two sentences. Raises `KeyError` for an unknown name."""
    texts = TEXTS[name]
    if explanation := why_out_of_effect(parameters, name):
        return explanation
    value = value_of(parameters, name)
    if isinstance(value, Ten | Slam):
        value = value.made
    text = texts[value] if isinstance(value, str | int) and value in texts else texts[ELSE]
    return _TEMPLATES.format(text, parameters=parameters)


def cite(ruleset: Ruleset, name: str) -> Rule:
    """Return the rule behind a finding: parameter, basis and text. Raises `KeyError` for an unknown name."""
    return Rule(parameter=name, basis=ruleset.basis[name].basis, text=rule_text(ruleset.parameters, name))


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


_TEMPLATES = _Templates()
_POINT_FORMATS: Mapping[str, Callable[[int], str]] = {
    "score": lambda points: _points(points, "score", "cost"),
    "scores": lambda points: _points(points, "scores", "costs"),
    "loses": lambda points: _points(-points, "scores", "costs"),
}
