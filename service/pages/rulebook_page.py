"""The content of the page with the rules of a ruleset in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from service.spades.rules.parameters import NAMES
from service.spades.rules.preset_loader import presets
from service.spades.rules.rulebook import cite
from service.spades.rules.ruleset import Ruleset

SECTION_TITLES: Mapping[str, str] = MappingProxyType(
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
"""The title of each group of parameters, in the order of the page."""


def rulebook_content(ruleset: Ruleset) -> dict[str, Any]:
    """Return the content of a rulebook, by the names that its templates use: one rule for each parameter."""
    preset = presets()[ruleset.name]
    return {
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
        "sections": [
            {"title": title, "rules": [cite(ruleset, name) for name in NAMES if name.startswith(f"{group}.")]}
            for group, title in SECTION_TITLES.items()
        ],
    }
