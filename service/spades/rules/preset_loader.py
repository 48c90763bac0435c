"""Presets read from their TOML files, and references resolved to complete rulesets.

Neither this module nor the engine knows a preset by name. Every value has a basis: ``written`` or ``implied`` by the
preset's source, ``default`` if the source is silent, ``override`` if the request set it. To add a preset, add its file
to ``presets/``.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Final, cast

from service.spades import rules
from service.spades.english import listed, nearest_first, quoted, word_meant
from service.spades.errors import Fault, UnusableRuleset, pointer_to
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import (
    NAMES,
    Basis,
    BasisName,
    Option,
    Parameters,
    Preset,
    Reference,
    Ruleset,
    StatedValue,
    parameters_from,
    plain,
    value_of,
)

PRESETS_FOLDER: Final = Path(rules.__path__[0]) / "presets"  # a compiled module does not know its own file
_BY_DEFAULT: Final = Basis("default", "the source is silent: this engine's default")
_BY_OVERRIDE: Final = Basis("override", "the request's own")


@cache
def presets() -> Mapping[str, Preset]:
    """Return the presets by name. Their files are read once."""
    loaded = (preset_from(path) for path in sorted(PRESETS_FOLDER.glob("*.toml")))
    return MappingProxyType({preset.name: preset for preset in loaded})


def preset_from(path: Path) -> Preset:
    """Read one preset from its TOML file."""
    with path.open("rb") as file:
        content = tomllib.load(file)
    options = {
        name: Option(name, option["title"], tuple(option["excludes"]), _stated_values(option["parameters"]))
        for name, option in content.get("options", {}).items()
    }
    return Preset(
        name=content["name"],
        version=content["version"],
        title=content["title"],
        summary=content["summary"],
        source=content["source"],
        values=_stated_values(content["parameters"]),
        options=MappingProxyType(options),
    )


def resolve(reference: Reference) -> Ruleset:
    """Return the ruleset that a request refers to, with a value for every parameter.

    Raises `UnusableRuleset` with every fault, each with a pointer that starts at ``#/ruleset``: an unknown preset or
    option, options that exclude each other or disagree, parameters that contradict each other.
    """
    preset = presets().get(reference.name)
    if preset is None:
        raise UnusableRuleset([_unknown_ruleset(reference)])
    values = dict(preset.values)
    pointers = _apply_options(preset, reference.options, values) | _apply_overrides(reference.overrides, values)
    _forget_pack_without_jokers(values)
    parameters = parameters_from({name: stated.value for name, stated in values.items()})
    if found := contradictions(parameters):
        faults = [Fault(_pointer_to_any(names, pointers), code, detail) for names, code, detail in found]
        raise UnusableRuleset(faults)
    basis = {name: values[name].basis if name in values else _BY_DEFAULT for name in NAMES}
    return Ruleset(
        name=preset.name,
        version=preset.version,
        digest=_digest(preset, parameters, basis),
        options=tuple(option for option in preset.options if option in reference.options),
        overrides=_normalised_overrides(reference, parameters),
        parameters=parameters,
        basis=MappingProxyType(basis),
        packs=MappingProxyType({count: pack_for(parameters.deck, count) for count in parameters.table.players}),
    )


def _apply_options(preset: Preset, names: tuple[str, ...], values: dict[str, StatedValue]) -> dict[str, str]:
    """Put the values of these options in; return for each parameter the pointer to the option that set it."""
    pointers: dict[str, str] = {}
    faults: list[Fault] = []
    set_by: dict[str, str] = {}
    for index, name in enumerate(names):
        pointer = pointer_to("ruleset", "options", index)
        option = preset.options.get(name)
        if option is None:
            faults.append(_unknown_option(preset, name, pointer))
            continue
        faults += _excluded(option, names[:index], pointer)
        for parameter, stated in option.values.items():
            earlier = set_by.setdefault(parameter, name)
            if earlier != name and values[parameter].value != stated.value and earlier not in option.excludes:
                detail = f"{name} and {earlier} set {parameter} to different values."
                faults.append(Fault(pointer, "excluded_option", detail))
            values[parameter] = stated
            pointers[parameter] = pointer
    if faults:
        raise UnusableRuleset(faults)
    return pointers


def _unknown_ruleset(reference: Reference) -> Fault:
    meant = word_meant(reference.name, presets())
    detail = f"There is no ruleset {quoted(reference.name)}{_instead(meant)}."
    advice = f"The rulesets are {listed(nearest_first(reference.name, presets()))}."
    return Fault(reference.name_pointer, "unknown_ruleset", detail, advice)


def _unknown_option(preset: Preset, name: str, pointer: str) -> Fault:
    if not preset.options:
        return Fault(pointer, "unknown_option", f"{preset.name} has no options: leave out {quoted(name)}.")
    detail = f"{preset.name} has no option {quoted(name)}{_instead(word_meant(name, preset.options))}."
    advice = f"The options of {preset.name} are {listed(nearest_first(name, preset.options))}."
    return Fault(pointer, "unknown_option", detail, advice)


def _instead(meant: str | None) -> str:
    return "" if meant is None else f": write {meant}"


def _excluded(option: Option, earlier: tuple[str, ...], pointer: str) -> Iterator[Fault]:
    for other in earlier:
        if other in option.excludes:
            yield Fault(pointer, "excluded_option", f"{option.name} can't be combined with {other}.")


def _apply_overrides(overrides: Mapping[str, Mapping[str, object]], values: dict[str, StatedValue]) -> dict[str, str]:
    """Put the values of a request in; return the pointer to each."""
    pointers: dict[str, str] = {}
    for group, members in overrides.items():
        for key, value in members.items():
            values[f"{group}.{key}"] = StatedValue(value, _BY_OVERRIDE)
            pointers[f"{group}.{key}"] = pointer_to("ruleset", "overrides", group, key)
    return pointers


def _forget_pack_without_jokers(values: dict[str, StatedValue]) -> None:
    """Drop what a preset says of a pack without jokers if the request puts some in: its source says nothing of these.

    ``removed`` and ``top_trumps`` that are empty then have the defaults of this service (docs/reference/rules.md, A6
    and A7).
    """
    jokers = values.get("deck.jokers")
    if jokers is None or jokers.basis is not _BY_OVERRIDE or not jokers.value:
        return
    for name in ("deck.removed", "deck.top_trumps"):
        if name in values and values[name].basis is not _BY_OVERRIDE and not values[name].value:
            del values[name]


def _pointer_to_any(names: tuple[str, ...], pointers: Mapping[str, str]) -> str:
    """Return where the request set the first of these parameters that it set itself."""
    return next((pointers[name] for name in names if name in pointers), "#/ruleset")


def _normalised_overrides(reference: Reference, parameters: Parameters) -> Mapping[str, Mapping[str, object]]:
    """Return the overrides with the values that they led to, so that two spellings of one value look alike."""
    return {
        group: {key: plain(value_of(parameters, f"{group}.{key}")) for key in members}
        for group, members in reference.overrides.items()
        if members
    }


def _digest(preset: Preset, parameters: Parameters, basis: Mapping[str, Basis]) -> str:
    content = {
        "name": preset.name,
        "version": preset.version,
        "parameters": {name: plain(value_of(parameters, name)) for name in NAMES},
        "basis": {name: why.basis for name, why in basis.items()},
    }
    # Names, numbers and card codes are ASCII, so sorted compact JSON is the canonical form of RFC 8785.
    canonical = json.dumps(content, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return "sha256:" + hashlib.sha256(canonical.encode("ascii")).hexdigest()


def _stated_values(groups: Mapping[str, Mapping[str, Mapping[str, object]]]) -> Mapping[str, StatedValue]:
    """Return the values of a TOML file by dotted name."""
    return MappingProxyType(
        {
            f"{group}.{key}": StatedValue(
                entry["value"], Basis(cast("BasisName", entry["basis"]), str(entry["source"]))
            )
            for group, entries in groups.items()
            for key, entry in entries.items()
        }
    )
