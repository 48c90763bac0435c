"""Rulesets for the tests of the core: as a request names them, and resolved."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache

from service.presets.loader import resolve
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import NAMES, Basis, Reference, Ruleset, parameters_from
from tests.spades.builders.cards import STANDARD, Json

HONOUR_RANKS = "AKQJ"
"""The ranks of a pack of sixteen: four tricks are a whole round, and every deal can be checked at a glance."""
Values = dict[str, object]
"""Values of parameters, by their full names."""


def rules(players: int = 4, base: str = "pagat", /, **groups: Mapping[str, object]) -> Json:
    """Return a reference to a preset with these parameters on top; other than four players play each for oneself."""
    overrides: Json = {}
    if players != 4:
        overrides = {"table": {"players": [players], "sides": "individual"}, "deck": {"leftover": "set_aside"}}
    for group, members in groups.items():
        overrides[group] = {**overrides.get(group, {}), **members}
    return {"name": base, "overrides": overrides}


def honours(players: int = 4, /, **groups: Mapping[str, object]) -> Json:
    """Return `rules` for a pack of aces, kings, queens and jacks."""
    low = [card for card in STANDARD if card[0] not in HONOUR_RANKS]
    deck = {"removed": {str(players): low}, **groups.pop("deck", {})}
    return rules(players, deck=deck, **groups)


def small(players: int, size: int, /, **groups: Mapping[str, object]) -> Json:
    """Return `rules` for hands of this size from a whole pack, the other cards set aside."""
    deck = {"hand_size": {str(players): size}, "leftover": "set_aside", **groups.pop("deck", {})}
    return rules(players, deck=deck, **groups)


def ruleset_named(reference: Json | str) -> Ruleset:
    """Resolve a ruleset as a request names it."""
    return _resolved(json.dumps(reference))


@cache
def _resolved(reference: str) -> Ruleset:
    named = json.loads(reference)
    if isinstance(named, str):
        return resolve(Reference(named))
    return resolve(Reference(named["name"], tuple(named.get("options", ())), named.get("overrides", {})))


def defaults(values: Values) -> Ruleset:
    """Return the ruleset of all defaults but these values, even ones that no preset could have together."""
    parameters = parameters_from(values)
    return Ruleset(
        name="defaults",
        version="1",
        digest="",
        options=(),
        overrides={},
        parameters=parameters,
        basis={name: Basis("default", "") for name in NAMES},
        packs={count: pack_for(parameters.deck, count) for count in parameters.table.players},
    )
