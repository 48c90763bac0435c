"""References to rulesets in requests: a name, or an object with a name, options and overrides.

Resolving one takes longer than an audit, and most requests refer to the same few: what was resolved lately is kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import TypeAlias

import orjson

from service.json_types import Json
from service.spades.errors import UnusableRuleset
from service.spades.pointers import pointer_to
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.ruleset import Reference, Ruleset

Place: TypeAlias = tuple[str | int, ...]
"""Where in a request something is: the names of members and the numbers of items that lead to it."""

_KEPT = 256
_ONE, _SEVERAL = "ruleset", "rulesets"
REFERRING = frozenset({_ONE, _SEVERAL})
"""The members of a request that hold references."""


@dataclass(frozen=True, slots=True)
class _Key:
    """A reference as the key of a cache; two are equal if they differ only in the order of members."""

    spelling: bytes
    reference: Json = field(compare=False)


def references_in(body: Mapping[str, Json]) -> list[tuple[Place, Json]]:
    """Return the references in a request that meets the contract, each with its place: one, several or none."""
    if _SEVERAL in body:
        return [((_SEVERAL, index), reference) for index, reference in enumerate(body[_SEVERAL])]
    return [((_ONE,), body[_ONE])] if _ONE in body else []


def resolve_at(place: Place, reference: Json) -> Ruleset:
    """Return the ruleset that a reference at this place resolves to; raises `UnusableRuleset` with pointers into it."""
    try:
        return resolve_once(reference)
    except UnusableRuleset as error:
        start, here = pointer_to(_ONE), pointer_to(*place)
        moved = [each._replace(pointer=here + each.pointer.removeprefix(start)) for each in error.faults]
        raise UnusableRuleset(moved) from error


def resolve_once(reference: Json) -> Ruleset:
    """Return the ruleset that a reference resolves to; raises `UnusableRuleset`."""
    return _resolve(_Key(orjson.dumps(reference, option=orjson.OPT_SORT_KEYS), reference))


@lru_cache(maxsize=_KEPT)
def _resolve(key: _Key) -> Ruleset:
    reference = key.reference
    if isinstance(reference, str):
        return resolve(Reference(reference, name_pointer="#/ruleset"))
    overrides = _sorted(reference.get("overrides", {}))
    return resolve(Reference(reference["name"], tuple(reference.get("options", ())), overrides))


@cache
def stand_in(players: int) -> str | None:
    """Return a preset with a table for this number of players, None if there is none.

    What does not depend on the ruleset can be read with it if the ruleset of a request can't be used. Its sides are
    single players, if there is such a preset, so that it brings no names of teams.
    """
    rulesets = [ruleset for name in presets() if players in (ruleset := resolve_once(name)).packs]
    alone = [ruleset for ruleset in rulesets if ruleset.parameters.table.sides == "individual"]
    return next((ruleset.name for ruleset in [*alone, *rulesets]), None)


def _sorted(value: Json) -> Json:
    """Return a value with the members of its objects in alphabetical order, the order in which answers show them."""
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(item) for item in value] if isinstance(value, list) else value
