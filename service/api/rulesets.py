"""The rulesets that a score is relative to."""

from __future__ import annotations

from collections.abc import Mapping

from service.api import Lookup, missing
from service.schemas import preset_detail, preset_summary
from service.spades.faults import quoted
from service.spades.ruleset import presets


def _list() -> object:
    return {"rulesets": [preset_summary(preset) for preset in presets().values()]}


def _show(name: str) -> object:
    preset = presets().get(name)
    if preset is None:
        raise missing(f"ruleset {quoted(name)}")
    return preset_detail(preset)


LOOKUPS: Mapping[str, Lookup] = {"listRulesets": Lookup(_list), "getRuleset": Lookup(_show)}
