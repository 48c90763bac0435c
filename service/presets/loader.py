"""The presets in force, and references to them resolved to complete rulesets.

Neither this module nor the engine knows a preset by name. Every value has a basis: ``written`` or ``implied`` by the
preset's source, ``default`` if the source is silent, ``override`` if the request set it. To add a preset, add its file
to ``presets/``, or to a folder of the operator. Both are checked in the same way, so that every preset, and each of its
options, can be played by.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from service.presets.preset_file import PresetFile, shown
from service.spades.english import listed, nearest_first, quoted, word_meant
from service.spades.errors import Fault, UnusableRuleset, pointer_to
from service.spades.rules.consistency import contradictions
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import (
    NAMES,
    Basis,
    Parameters,
    Preset,
    Reference,
    Ruleset,
    StatedValue,
    dotted,
    nested,
    parameters_from,
    plain,
    value_of,
)

REFERENCE: Final = pointer_to("ruleset")
"""Where a reference is taken to be in a request."""
PRESETS_FOLDER: Final = Path(__file__).parent
BY_DEFAULT: Final = Basis("default", "the source is silent: this engine's default")
_BY_OVERRIDE: Final = Basis("override", "the request's own")


class UnusablePresets(ValueError):  # noqa: N818 - as the refusals of requests are called
    """Files of presets that can't be used; each fault is a sentence that begins with the file and the member."""

    def __init__(self, faults: Sequence[str]) -> None:
        super().__init__("\n".join(faults))
        self.faults = tuple(faults)


class OwnPresets(NamedTuple):
    """The presets of an operator by name, and their files."""

    files: tuple[Path, ...] = ()
    presets: Mapping[str, Preset] = MappingProxyType({})


@cache
def presets() -> Mapping[str, Preset]:
    """Return the presets in force in the order of their names: those that ship, and the operator's own."""
    return MappingProxyType(dict(sorted({**_shipped(), **in_force().presets}.items())))


@cache
def _shipped() -> Mapping[str, Preset]:
    """Return the presets that ship. Their files are read once; raises `UnusablePresets`."""
    return MappingProxyType(_read(preset_files(PRESETS_FOLDER), {}))


_IN_FORCE: Final[list[OwnPresets]] = [OwnPresets()]


def in_force() -> OwnPresets:
    """Return the operator's own presets in force."""
    return _IN_FORCE[0]


def put_in_force(own: OwnPresets) -> None:
    """Put presets in force in this process, in the place of the operator's others."""
    _IN_FORCE[0] = own
    presets.cache_clear()
    resolve_spelling.cache_clear()


def presets_in(folder: Path | None) -> OwnPresets:
    """Return the presets in an operator's folder, none without one.

    Raises `UnusablePresets` with every fault, also of those that ship.
    """
    return own_presets(() if folder is None else preset_files(folder))


def use_preset_file(path: Path) -> str:
    """Put the preset of a file in force beside the operator's others, and return its name; raises `UnusablePresets`."""
    own = in_force()
    known = [file.resolve() for file in own.files]
    if path.resolve() not in known:
        known.append(path.resolve())
        own = own_presets([*own.files, path])
        put_in_force(own)
    return [*own.presets][known.index(path.resolve())]


def preset_files(folder: Path) -> tuple[Path, ...]:
    """Return the TOML files of a folder in the order of their names; raises `UnusablePresets` if it can't be read."""
    try:
        return tuple(sorted(path for path in folder.iterdir() if path.suffix == ".toml"))
    except OSError as error:
        raise UnusablePresets([f"{shown(folder)}: the folder of presets can't be read: {error.strerror}"]) from error


def own_presets(files: Iterable[Path]) -> OwnPresets:
    """Read an operator's own presets; raises `UnusablePresets` with every fault of every file."""
    files = tuple(files)
    return OwnPresets(files, MappingProxyType(_read(files, dict.fromkeys(_shipped(), "a preset that ships"))))


def _read(files: Iterable[Path], taken: dict[str, str]) -> dict[str, Preset]:
    """Return the presets of files by name; ``taken`` is as in `PresetFile.read`."""
    found: dict[str, Preset] = {}
    faults: list[str] = []
    for path in files:
        file = PresetFile(path)
        preset = file.read(taken)
        if preset is not None:
            found[preset.name] = preset
            _check_play(file, preset)
        faults += file.faults
    if faults:
        raise UnusablePresets(faults)
    return found


def _check_play(file: PresetFile, preset: Preset) -> None:
    """Check that the preset, each of its options and any two of them can be played by."""
    names = list(preset.options)
    pairs = [
        (one, other)
        for one, other in combinations(names, 2)
        if other not in preset.options[one].excludes and one not in preset.options[other].excludes
    ]
    unplayable: set[tuple[str, ...]] = set()
    for chosen in ((), *((name,) for name in names), *pairs):
        if unplayable.intersection([(), *((name,) for name in chosen)]):
            continue  # its faults are those found already
        try:
            _resolved(preset, Reference(preset.name, chosen))
        except UnusableRuleset as error:
            unplayable.add(chosen)
            place = " and ".join(f"options.{name}" for name in chosen) or "parameters"
            for detail in dict.fromkeys(fault.detail for fault in error.faults):
                file.fault(place, detail.removesuffix("."))


@lru_cache(maxsize=256)
def resolve_spelling(spelling: bytes) -> Ruleset:
    """Return the ruleset of a reference as JSON: a name, or an object with a name, options and overrides.

    The members of its objects are in alphabetical order, as answers show them. What was resolved lately is kept: it
    takes longer than an audit, and most requests refer to the same few. Raises `UnusableRuleset`.
    """
    reference = json.loads(spelling)
    if isinstance(reference, str):
        return resolve(Reference(reference, name_pointer=REFERENCE))
    options, overrides = tuple(reference.get("options", ())), reference.get("overrides", {})
    return resolve(Reference(reference["name"], options, overrides, reference.get("title")))


def resolve(reference: Reference) -> Ruleset:
    """Return the ruleset that a request refers to, with a value for every parameter.

    Raises `UnusableRuleset` with every fault, each with a pointer that starts at ``#/ruleset``: an unknown preset or
    option, options that exclude each other or disagree, parameters that contradict each other.
    """
    preset = presets().get(reference.name)
    if preset is None:
        raise UnusableRuleset([_unknown_ruleset(reference)])
    return _resolved(preset, reference)


def _resolved(preset: Preset, reference: Reference) -> Ruleset:
    """Return the ruleset that a reference makes of this preset."""
    values = dict(preset.values)
    pointers = _apply_options(preset, reference.options, values) | _apply_overrides(reference.overrides, values)
    _forget_pack_without_jokers(values)
    parameters = parameters_from({name: stated.value for name, stated in values.items()})
    if found := contradictions(parameters):
        faults = [
            Fault(_pointer_to_any(names, pointers), code, detail, _played_with(parameters, names))
            for names, code, detail in found
        ]
        raise UnusableRuleset(faults)
    basis = {name: values[name].basis if name in values else BY_DEFAULT for name in NAMES}
    return Ruleset(
        name=preset.name,
        version=preset.version,
        digest=_digest(preset, parameters, basis),
        options=tuple(option for option in preset.options if option in reference.options),
        overrides=_normalised_overrides(reference, parameters),
        parameters=parameters,
        basis=MappingProxyType(basis),
        packs=MappingProxyType({count: pack_for(parameters.deck, count) for count in parameters.table.players}),
        title=reference.title,
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
        faults += [
            Fault(pointer, "excluded_option", f"{name} can't be combined with {other}.")
            for other in names[:index]
            if other in option.excludes
        ]
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


def _apply_overrides(overrides: Mapping[str, Any], values: dict[str, StatedValue]) -> dict[str, str]:
    """Put the values of a request in; return the pointer to each."""
    pointers: dict[str, str] = {}
    faults: list[Fault] = []
    stated = dotted(overrides)
    for name, value in stated.items():
        values[name] = StatedValue(value, _BY_OVERRIDE)
        pointers[name] = pointer_to("ruleset", "overrides", *name.split("."))
        row = name.removesuffix(".remedy")
        if row == name:
            continue
        if f"{row}.as" not in stated:
            values.pop(f"{row}.as", None)  # the remedy replaces it
        elif stated[f"{row}.as"] != "none" and value != "none":
            # All parameters of an answer may be sent back: a row that takes its remedy from another has none itself.
            detail = "A row has a remedy of its own, or takes that of another row by `as`: leave out one of them."
            faults.append(Fault(pointers[name], "contradiction", detail))
    if faults:
        raise UnusableRuleset(faults)
    return pointers


def _played_with(parameters: Parameters, names: tuple[str, ...]) -> str:
    """Return which rulesets play with as many jokers and deal the whole pack, if these parameters leave cards over."""
    jokers = parameters.deck.jokers
    if names[0] != "deck.leftover" or not jokers:
        return ""
    ways = (
        (preset.name, (f" with the option {option}" if option else ""), values)
        for preset in presets().values()
        for option, values in [("", preset.values), *((name, each.values) for name, each in preset.options.items())]
    )
    dealt = [
        f"{name}{how}"
        for name, how, values in ways
        if all(name in values for name in ("deck.jokers", "deck.removed")) and values["deck.jokers"].value == jokers
    ]
    return f"These rulesets play with as many jokers: {listed(dealt)}." if dealt else ""


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


def _normalised_overrides(reference: Reference, parameters: Parameters) -> Mapping[str, Any]:
    """Return the overrides with the values that they led to, so that two spellings of one value look alike."""
    return nested({name: plain(value_of(parameters, name)) for name in dotted(reference.overrides)})


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
