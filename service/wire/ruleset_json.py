"""Rulesets and presets as JSON."""

from __future__ import annotations

from collections.abc import Mapping

from service.json_types import Json
from service.spades.rules.parameters import NAMES, plain, value_of
from service.spades.rules.preset_loader import resolve
from service.spades.rules.ruleset import Preset, Reference, Ruleset


def identity_of(ruleset: Ruleset) -> Json:
    """Return the members by which an answer names its ruleset."""
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
    }


def preset_summary(preset: Preset) -> Json:
    """Return a preset at a glance."""
    ruleset = resolve(Reference(preset.name))
    return {**_heading(preset, ruleset), "players": sorted(ruleset.packs), "options": list(preset.options)}


def _heading(preset: Preset, ruleset: Ruleset) -> Json:
    return {
        "name": preset.name,
        "version": preset.version,
        "digest": ruleset.digest,
        "title": preset.title,
        "summary": preset.summary,
        "source": preset.source,
    }


def preset_detail(preset: Preset) -> Json:
    """Return a preset with every parameter, its basis, and its options."""
    ruleset = resolve(Reference(preset.name))
    return {
        **_heading(preset, ruleset),
        "parameters": parameters_of(ruleset),
        "basis": basis_of(ruleset),
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "excludes": option.excludes,
                "parameters": nested({name: given.value for name, given in option.values.items()}),
                "basis": {name: given.basis._asdict() for name, given in option.values.items()},
            }
            for option in preset.options.values()
        ],
        "tables": [
            {
                "players": count,
                "hand_size": pack.hand_size,
                "cards_in_play": pack.cards.bit_count(),
                "set_aside": pack.leftover,
            }
            for count, pack in sorted(ruleset.packs.items())
        ],
    }


def nested(values: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """Return dotted parameters as nested groups."""
    groups: dict[str, dict[str, object]] = {}
    for name, value in values.items():
        group, key = name.split(".")
        groups.setdefault(group, {})[key] = value
    return groups


def parameters_of(ruleset: Ruleset) -> Json:
    """Return every parameter, by group."""
    return nested({name: plain(value_of(ruleset.parameters, name)) for name in NAMES})


def basis_of(ruleset: Ruleset) -> Json:
    """Return what every parameter rests on."""
    return {name: basis._asdict() for name, basis in ruleset.basis.items()}
