"""Requests to resolve a ruleset and to compare two, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from service.spades.rules.ruleset import GROUPS, plain
from tests.contract.builders import Body, pagat, preset

DEFAULTS = {
    group: {each.name: plain(getattr(rules(), each.name)) for each in fields(rules)} for group, rules in GROUPS.items()
}


def resolving(ruleset: str | Body, **members: Any) -> Body:
    """Return a ruleset to resolve."""
    return {"ruleset": ruleset, **members}


RESOLUTIONS: Mapping[str, Body] = {
    "a name": resolving("pagat"),
    "a table for one number of players": resolving("cutthroat"),
    "tables for several, the number of players left open": resolving("classic-solo"),
    "tables for several, the number of players stated": resolving("classic-solo", player_count=5),
    "options": resolving(preset("classic-partnership", "nil", "bags", "blind-bids"), player_count=4),
    "every parameter stated": resolving(pagat(**DEFAULTS)),
    "jokers": resolving(pagat(table={"players": [6]}, deck={"jokers": 2, "top_trumps": ["BJ", "LJ"]}), player_count=6),
    "cards out of play": resolving(
        pagat(
            table={"players": [2, 3, 4, 5, 6], "sides": "individual"},
            deck={
                "removed": {"3": ["2C"], "5": ["2C", "2D"], "6": ["2C", "2D", "2H", "3C"], "2": [], "4": []},
                "hand_size": {"2": 13, "3": 17, "4": 13, "5": 10, "6": 8},
                "leftover": "set_aside",
            },
        ),
        player_count=2,
    ),
    "a ten and a slam": resolving(pagat(special_bids={"ten": {"made": 200, "failed": -200, "or_more": True}})),
}


def comparing(first: str | Body, second: str | Body, **members: Any) -> Body:
    """Return two rulesets to compare."""
    return {"rulesets": [first, second], **members}


COMPARISONS: Mapping[str, Body] = {
    "the same twice": comparing("pagat", "pagat"),
    "two presets": comparing("pagat", "nello"),
    "two forced bids": comparing("mirror", "whiz"),
    "packs that differ": comparing("pagat", preset("classic-partnership", "jokers"), player_count=4),
    "no number of players in common": comparing("two-player", "cutthroat"),
    "tables for several": comparing("classic-solo", preset("classic-solo", "jokers", "short-game")),
    "unequal hands": comparing("classic-solo", preset("classic-solo", "whole-pack")),
    "a rule without effect": comparing(pagat(nil={"blind": False}), pagat(nil={"blind": False, "blind_deficit": 50})),
    "every parameter stated": comparing("tournament-jja", pagat(**DEFAULTS)),
}
