"""Every parameter of a ruleset as JSON: which values it takes, what each means, and how it is to be entered.

It is all that a form for house rules needs, such as that of the desk.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias, get_args

import orjson

from service.media_types import Json
from service.presets.loader import presets, resolve
from service.spades.catalogue.entries import ELSE, Shape
from service.spades.catalogue.parameters.contracts import BlindInContract
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.rules.circumstances import stated_contradictions
from service.spades.rules.rulebook import SECTION_TITLES, in_general_words
from service.spades.rules.ruleset import (
    ENTRIES,
    NAMES,
    Parameters,
    Reference,
    group_of,
    plain,
    value_of,
    with_value,
)
from service.wire.ruleset_json import values_of

ParameterType: TypeAlias = Literal["choice", "number", "numbers", "counts", "words", "cards", "worth", "contracts"]
"""How a value of a parameter is entered."""
OFTEN_CHANGED: Final = 20
"""How many parameters a form shows before anybody searches."""
_MOST_IN_HAND: Final = 27
_MOST_POINTS: Final = 10_000
_TRICKS: Final[Json] = {"type": "number", "least": 0, "most": _MOST_IN_HAND}
_GAIN: Final = ("points", "per_trick")
_LOSS: Final = (*_GAIN, "per_missing_trick")
_BY_SHAPE: Final[Mapping[Shape, Json]] = {
    "counts": {"type": "counts", "least": 2, "most": 6},
    "cards": {"type": "cards"},
    "cards by players": {"type": "cards", "by_players": True},
    "numbers": {"type": "numbers", "least": 0, "most": 54},
    "remedies": {"type": "words", "values": [*CHOICES]},
    "misdeals": {"type": "words", "values": ["no_spade", "no_face_card"]},
    "contracts": {
        "type": "contracts",
        # Choices in which the first is what holds if a row says nothing.
        "members": [
            {"name": "least", **_TRICKS},
            {"name": "most", **_TRICKS},
            {"name": "bid", "type": "choice", "values": [True, False]},
            {"name": "blind", "type": "choice", "values": [*get_args(BlindInContract)]},
            *({"name": f"made.{part}", "type": "number", "least": 0, "most": _MOST_POINTS} for part in _GAIN),
            *({"name": f"failed.{part}", "type": "number", "least": -_MOST_POINTS, "most": 0} for part in _LOSS),
            {"name": "instead", "type": "choice", "values": [False, True]},
            {"name": "wins_game", "type": "choice", "values": [False, True]},
        ],
    },
    "numbers by players": {"type": "number", "least": 1, "most": _MOST_IN_HAND, "by_players": True},
}


def parameters_json() -> Json:
    """Return every parameter in the order of the rulebook, with its sentences."""
    first = most_disputed([resolve(Reference(name)).parameters for name in presets()])
    described = [
        {"name": name, "often_changed": name in first, "by_players": False, **_type(name), **_in_words(name)}
        for name in NAMES
    ]
    return {"defaults": values_of(Parameters(), NAMES), "parameters": described}


def _in_words(name: str) -> Json:
    """Return the group and the description of a parameter, and the sentences of its values."""
    entry, group = ENTRIES[name], group_of(name)
    said = [
        {**({} if value == ELSE else {"value": value}), "text": text}
        for value, text in in_general_words(name)
        if value == ELSE or _is_possible(name, value)
    ]
    words = {"group": group, "section": SECTION_TITLES[group], "text": entry.contract}
    return {**words, **({"sentences": said} if said else {})}


def most_disputed(rulesets: Sequence[Parameters]) -> frozenset[str]:
    """Return the parameters in which most pairs of these rulesets differ."""

    def pairs_that_agree(name: str) -> int:
        values = Counter(orjson.dumps(plain(value_of(each, name)), option=orjson.OPT_SORT_KEYS) for each in rulesets)
        return sum(count * count for count in values.values())

    return frozenset(sorted(NAMES, key=pairs_that_agree)[:OFTEN_CHANGED])


def _type(name: str) -> Json:
    """Return the type of a parameter, with its values, its bounds or its members."""
    entry = ENTRIES[name]
    if entry.shape in {"gain", "loss"}:
        parts = _GAIN if entry.shape == "gain" else _LOSS
        bounds = {"type": "number", "least": entry.least, "most": entry.most}
        return {"type": "worth", "members": [{"name": part, **bounds} for part in parts]}
    if entry.shape:
        return _BY_SHAPE[entry.shape]
    if isinstance(entry.default, bool):
        return {"type": "choice", "values": [False, True]}
    if entry.least < entry.most:
        return {"type": "number", "least": entry.least, "most": entry.most}
    return {"type": "choice", "values": [value for value in entry.means if value != ELSE and _is_possible(name, value)]}


def _is_possible(name: str, value: object) -> bool:
    """Return whether a value makes sense in its row of a table, whatever the other parameters are."""
    group = name.partition(".")[0]
    found = stated_contradictions(with_value(Parameters(), name, value), group)
    return all(conflict.names != (name,) for conflict in found)
