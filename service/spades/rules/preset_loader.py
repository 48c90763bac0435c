"""Named rulesets: presets from TOML files, options and overrides on top, a digest of what comes out.

A ruleset is data (`parameters`); nothing here or in the engine knows a preset by name. Each value carries its basis:
``written`` or ``implied`` by the preset's source, ``default`` where the source is silent, ``override`` where the
request set it.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import cast

from service.spades.english import quoted
from service.spades.errors import Fault, UnusableRuleset
from service.spades.pointers import pointer_to
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.parameters import NAMES, Parameters, parameters_from, plain, value_of
from service.spades.rules.ruleset import Basis, BasisName, Given, Option, Preset, Reference, Ruleset

PRESETS_FOLDER = Path(__file__).parent / "presets"
_SILENT = "the source is silent: this engine's default"
_OVERRIDE = "the request's own"


@cache
def presets() -> Mapping[str, Preset]:
    """Return the presets by name, read once from their files."""
    loaded = (preset_from(path) for path in sorted(PRESETS_FOLDER.glob("*.toml")))
    return MappingProxyType({preset.name: preset for preset in loaded})


def resolve(reference: Reference) -> Ruleset:
    """Resolve a reference to all its parameters.

    Raises `UnusableRuleset` with every fault: an unknown preset or option, options that exclude each other or set
    one parameter to different values, parameters that contradict each other. Pointers start at ``#/ruleset``.
    """
    preset = presets().get(reference.name)
    if preset is None:
        known = ", ".join(presets())
        detail = f"There is no ruleset {quoted(reference.name)}; there are: {known}."
        raise UnusableRuleset([Fault(reference.named_at, "unknown_ruleset", detail)])
    values, origin = _combined(preset, reference)
    parameters = parameters_from({name: given.value for name, given in values.items()})
    faults = contradictions(parameters)
    if faults:
        raise UnusableRuleset([Fault(_origin(origin, fault.names), fault.code, fault.detail) for fault in faults])
    basis = {name: values[name].basis if name in values else Basis("default", _SILENT) for name in NAMES}
    return Ruleset(
        name=preset.name,
        version=preset.version,
        digest=_digest(preset, parameters, basis),
        options=tuple(option for option in preset.options if option in reference.options),
        overrides=_overrides(reference, parameters),
        parameters=parameters,
        basis=MappingProxyType(basis),
        packs=MappingProxyType({count: pack_for(parameters.deck, count) for count in parameters.table.players}),
    )


def _combined(preset: Preset, reference: Reference) -> tuple[dict[str, Given], dict[str, str]]:
    """Return the values that the preset, the options and the overrides state, and the pointer that each came from."""
    values = dict(preset.values)
    origin: dict[str, str] = {}
    faults: list[Fault] = []
    set_by: dict[str, str] = {}
    for place, name in enumerate(reference.options):
        where = pointer_to("ruleset", "options", place)
        option = preset.options.get(name)
        if option is None:
            known = ", ".join(preset.options) or "none"
            faults.append(
                Fault(where, "unknown_option", f"{preset.name} has no option {quoted(name)}; it has: {known}.")
            )
            continue
        faults += [
            Fault(where, "excluded_option", f"{name} can't be combined with {other}.")
            for other in reference.options[:place]
            if other in option.excludes
        ]
        for parameter, given in option.values.items():
            earlier = set_by.setdefault(parameter, name)
            if earlier != name and values[parameter].value != given.value and earlier not in option.excludes:
                detail = f"{name} and {earlier} set {parameter} to different values."
                faults.append(Fault(where, "excluded_option", detail))
            values[parameter] = given
            origin[parameter] = where
    if faults:
        raise UnusableRuleset(faults)
    for group, members in reference.overrides.items():
        for key, value in members.items():
            values[f"{group}.{key}"] = Given(value, Basis("override", _OVERRIDE))
            origin[f"{group}.{key}"] = pointer_to("ruleset", "overrides", group, key)
    return values, origin


def _overrides(reference: Reference, parameters: Parameters) -> Mapping[str, Mapping[str, object]]:
    """Return the overrides as they were taken: two spellings of one ruleset show alike."""
    return {
        group: {key: plain(value_of(parameters, f"{group}.{key}")) for key in members}
        for group, members in reference.overrides.items()
        if members
    }


def _origin(origin: Mapping[str, str], names: tuple[str, ...]) -> str:
    return next((origin[name] for name in names if name in origin), "#/ruleset")


def _digest(preset: Preset, parameters: Parameters, basis: Mapping[str, Basis]) -> str:
    content = {
        "name": preset.name,
        "version": preset.version,
        "parameters": {name: plain(value_of(parameters, name)) for name in NAMES},
        "basis": {name: each.basis for name, each in basis.items()},
    }
    # Names, numbers and card codes are ASCII, so that sorted compact JSON is the RFC 8785 form.
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return "sha256:" + hashlib.sha256(canonical.encode("ascii")).hexdigest()


def preset_from(path: Path) -> Preset:
    """Read one preset from its TOML file."""
    with path.open("rb") as file:
        content = tomllib.load(file)
    options = {
        name: Option(name, option["title"], tuple(option["excludes"]), _given(option["parameters"]))
        for name, option in content.get("options", {}).items()
    }
    return Preset(
        name=content["name"],
        version=content["version"],
        title=content["title"],
        summary=content["summary"],
        source=content["source"],
        values=_given(content["parameters"]),
        options=MappingProxyType(options),
    )


def _given(groups: Mapping[str, Mapping[str, Mapping[str, object]]]) -> Mapping[str, Given]:
    return MappingProxyType(
        {
            f"{group}.{key}": Given(entry["value"], Basis(cast("BasisName", entry["basis"]), str(entry["source"])))
            for group, entries in groups.items()
            for key, entry in entries.items()
        }
    )
