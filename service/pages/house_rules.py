"""What the desk's panel of house rules knows of each parameter: which values it takes, and whether it is shown first.

The sentences for its values are not among this: the page asks the service for them, as they depend on the other rules.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final, get_args

import orjson

from service.media_types import Json
from service.presets.loader import presets, resolve
from service.spades.catalogue.entries import ELSE, Shape
from service.spades.catalogue.parameters.contracts import BlindInContract
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.rules.circumstances import stated_contradictions
from service.spades.rules.ruleset import ENTRIES, NAMES, Parameters, Reference, plain, value_of, with_value

SHOWN_FIRST: Final = 20
"""How many parameters are shown before anybody searches."""
_MOST_IN_HAND: Final = 27
_MOST_POINTS: Final = 10_000
_TRICKS: Final[Json] = {"kind": "number", "least": 0, "most": _MOST_IN_HAND}
_GAIN: Final = ("points", "per_trick")
_LOSS: Final = (*_GAIN, "per_missing_trick")
_BY_SHAPE: Final[Mapping[Shape, Json]] = {
    "counts": {"kind": "counts", "least": 2, "most": 6},
    "cards": {"kind": "cards"},
    "cards by players": {"kind": "cards", "byPlayers": True},
    "numbers": {"kind": "numbers", "least": 0, "most": 54},
    "remedies": {"kind": "words", "values": [*CHOICES]},
    "misdeals": {"kind": "words", "values": ["no_spade", "no_face_card"]},
    "contracts": {
        "kind": "contracts",
        # Choices in which the first is what holds if a row says nothing.
        "members": [
            {"name": "least", **_TRICKS},
            {"name": "most", **_TRICKS},
            {"name": "bid", "kind": "choice", "values": [True, False]},
            {"name": "blind", "kind": "choice", "values": [*get_args(BlindInContract)]},
            *({"name": f"made.{part}", "kind": "number", "least": 0, "most": _MOST_POINTS} for part in _GAIN),
            *({"name": f"failed.{part}", "kind": "number", "least": -_MOST_POINTS, "most": 0} for part in _LOSS),
            {"name": "instead", "kind": "choice", "values": [False, True]},
            {"name": "wins_game", "kind": "choice", "values": [False, True]},
        ],
    },
    "numbers by players": {"kind": "number", "least": 1, "most": _MOST_IN_HAND, "byPlayers": True},
}


def parameters_as_json() -> str:
    """Return every parameter in the order of the rulebook: its name, its kind, its values or their bounds."""
    first = most_disputed([resolve(Reference(name)).parameters for name in presets()])
    shown = {name: {"first": True} if name in first else {} for name in NAMES}
    return orjson.dumps([{"name": name, **_kind(name), **shown[name]} for name in NAMES]).decode()


def most_disputed(rulesets: Sequence[Parameters]) -> frozenset[str]:
    """Return the parameters in which most pairs of these rulesets differ."""

    def pairs_that_agree(name: str) -> int:
        values = Counter(orjson.dumps(plain(value_of(each, name)), option=orjson.OPT_SORT_KEYS) for each in rulesets)
        return sum(count * count for count in values.values())

    return frozenset(sorted(NAMES, key=pairs_that_agree)[:SHOWN_FIRST])


def _kind(name: str) -> Json:
    """Return the kind of a parameter, as the panel has fields for it."""
    entry = ENTRIES[name]
    if entry.shape in {"gain", "loss"}:
        parts = _GAIN if entry.shape == "gain" else _LOSS
        bounds = {"kind": "number", "least": entry.least, "most": entry.most}
        return {"kind": "members", "members": [{"name": part, **bounds} for part in parts]}
    if entry.shape:
        return _BY_SHAPE[entry.shape]
    if isinstance(entry.default, bool):
        return {"kind": "choice", "values": [False, True]}
    if entry.least < entry.most:
        return {"kind": "number", "least": entry.least, "most": entry.most}
    return {"kind": "choice", "values": [value for value in entry.means if value != ELSE and _is_possible(name, value)]}


def _is_possible(name: str, value: object) -> bool:
    """Return whether a value makes sense in its row of a table, whatever the other parameters are."""
    group = name.partition(".")[0]
    found = stated_contradictions(with_value(Parameters(), name, value), group)
    return all(conflict.names != (name,) for conflict in found)
