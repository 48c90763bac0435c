"""The rules in plain words, written from the parameters: the rulebook, and the rule that a finding cites.

`sentences` holds the texts, by parameter and value, and the words that several parameters decide together. Here a text
is chosen and filled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from string import Formatter
from typing import TYPE_CHECKING, NamedTuple, cast

from service.spades.english import count_of
from service.spades.rules.parameters import GROUPS, Parameters, Slam, Ten, value_of
from service.spades.rules.sentences import ELSE, IDLE, OUT_OF_EFFECT, TEXTS
from service.spades.rules.sentences.words import CONDITIONS, WORDS

if TYPE_CHECKING:
    from service.spades.rules.ruleset import Ruleset


class Rule(NamedTuple):
    """The rule of a parameter: what its value rests on, and the rule in plain words."""

    parameter: str
    basis: str
    text: str


def sentence(parameters: Parameters, name: str) -> str:
    """Return one or two sentences: the rule that this dotted parameter makes. Raises `KeyError` for an unknown name."""
    texts = TEXTS[name]
    for reason in IDLE.get(name, ()):
        if CONDITIONS[reason](parameters):
            return OUT_OF_EFFECT[reason]
    value = value_of(parameters, name)
    if isinstance(value, Ten | Slam):
        value = value.made
    text = texts[value] if isinstance(value, str | int) and value in texts else texts[ELSE]
    return _TEMPLATES.format(text, parameters=parameters)


def cite(ruleset: Ruleset, name: str) -> Rule:
    """Return the rule behind a finding: parameter, basis and sentence. Raises `KeyError` for an unknown name."""
    return Rule(parameter=name, basis=ruleset.basis[name].basis, text=sentence(ruleset.parameters, name))


class _Templates(Formatter):
    """Fills a text with parameters and words, and writes numbers as points or as counts of things."""

    def get_value(self, key: int | str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:  # noqa: ARG002 - its signature
        parameters, name = cast("Parameters", kwargs["parameters"]), str(key)
        return getattr(parameters, name) if name in GROUPS else WORDS[name](parameters)

    def format_field(self, value: object, format_spec: str) -> str:
        if not isinstance(value, int) or not format_spec:
            return str(value)
        points = _POINTS.get(format_spec)
        return points(value) if points else count_of(value, format_spec)


def _points(number: int, score: str, cost: str) -> str:
    amount = count_of(abs(number), "point") if number else "nothing"
    return f"{cost if number < 0 else score} {amount}"


_TEMPLATES = _Templates()
_POINTS: Mapping[str, Callable[[int], str]] = {
    "score": lambda points: _points(points, "score", "cost"),
    "scores": lambda points: _points(points, "scores", "costs"),
    "loses": lambda points: _points(-points, "scores", "costs"),
}
