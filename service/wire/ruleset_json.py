"""Rulesets on the wire: what a request refers to, and rulesets, presets and rulebooks as JSON.

A reference is a name, or an object with a name, options and overrides. Resolving one takes longer than an audit, and
most requests refer to the same few: what was resolved lately is kept.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import orjson

from service.media_types import Json
from service.presets.loader import (
    OwnPresets,
    in_force,
    own_presets,
    preset_files,
    presets,
    put_in_force,
    resolve,
)
from service.spades import ENGINE_VERSION
from service.spades.cards import codes_of
from service.spades.errors import pointer_to
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import PackDifference, Rule, RuleDifference, RulesetComparison, rulebook
from service.spades.rules.ruleset import NAMES, Preset, Reference, Ruleset, Source, nested, plain, value_of
from service.wire.ruling_json import parameter_rule_json

_KEPT = 256
HERE = pointer_to("ruleset")
"""Where a reference is, to the loader."""


def use_presets(own: OwnPresets) -> None:
    """Put an operator's own presets in force in this process, in the place of others."""
    put_in_force(own)
    _resolve.cache_clear()


def presets_in(folder: Path | None) -> OwnPresets:
    """Return the presets in an operator's folder, none without one.

    Raises `UnusablePresets` with every fault, also of those that ship.
    """
    return own_presets(() if folder is None else preset_files(folder))


def preset_files_in_force() -> tuple[Path, ...]:
    """Return the files of the operator's own presets that are in force."""
    return in_force().files


def use_preset_file(path: Path) -> str:
    """Put the preset of a file in force beside the operator's others, and return its name; raises `UnusablePresets`."""
    own = in_force()
    known = [file.resolve() for file in own.files]
    if path.resolve() not in known:
        known.append(path.resolve())
        own = own_presets([*own.files, path])
        use_presets(own)
    return [*own.presets][known.index(path.resolve())]


def resolve_once(reference: Json) -> Ruleset:
    """Return the ruleset that a reference resolves to; raises `UnusableRuleset`."""
    return _resolve(orjson.dumps(reference, option=orjson.OPT_SORT_KEYS))


@lru_cache(maxsize=_KEPT)
def _resolve(spelling: bytes) -> Ruleset:
    """Return the ruleset of a reference with the members of its objects in alphabetical order, as answers show them."""
    reference = orjson.loads(spelling)
    if isinstance(reference, str):
        return resolve(Reference(reference, name_pointer=HERE))
    return resolve(Reference(reference["name"], tuple(reference.get("options", ())), reference.get("overrides", {})))


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
        "source": source_json(preset.source),
    }


def source_json(source: Source) -> Json:
    """Return where the rules come from: a title, and the page and the day on which it was read if they are known."""
    return {name: value for name, value in source._asdict().items() if value}


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
        "tables": [{"players": count, **_sizes(pack)} for count, pack in sorted(ruleset.packs.items())],
    }


def parameters_of(ruleset: Ruleset) -> Json:
    """Return every parameter, by group."""
    return _values(ruleset, NAMES)


def basis_of(ruleset: Ruleset) -> Json:
    """Return what every parameter rests on."""
    return {name: basis._asdict() for name, basis in ruleset.basis.items()}


def rulebook_json(ruleset: Ruleset) -> Json:
    """Return the rulebook of a ruleset: what it is, and its rules section by section."""
    preset = presets()[ruleset.name]
    return {
        "engine_version": ENGINE_VERSION,
        **_heading(preset, ruleset),
        "options": ruleset.options,
        "overrides": ruleset.overrides,
        "sections": sections_of(ruleset),
    }


def sections_of(ruleset: Ruleset) -> Json:
    """Return the rules of a ruleset in plain words, section by section."""
    return [
        {"title": section.title, "rules": list(map(rulebook_rule_json, section.rules))} for section in rulebook(ruleset)
    ]


def rulebook_rule_json(rule: Rule) -> Json:
    """Return a rule as it is in the rulebook."""
    not_allowed = {"not_allowed": True} if rule.not_allowed else {}
    return {**parameter_rule_json(rule), "applies": rule.applies, **not_allowed}


def compared_rulesets_json(comparison: RulesetComparison) -> Json:
    """Return the two rulesets of a comparison, each with its values of the parameters that differ."""
    names = [difference.parameter for difference in comparison.differences]
    return [
        {**identity_of(ruleset), "title": presets()[ruleset.name].title, "parameters": _values(ruleset, names)}
        for ruleset in comparison.rulesets
    ]


def rule_difference_json(difference: RuleDifference) -> Json:
    """Return the two rules of a parameter."""
    return {
        "parameter": difference.parameter,
        "section": difference.section,
        "rules": list(map(rulebook_rule_json, difference.rules)),
        "has_effect": difference.has_effect,
    }


def pack_difference_json(difference: PackDifference) -> Json:
    """Return the two packs for a number of players."""
    return {
        "players": difference.players,
        "packs": [
            {**_sizes(pack), **_one_less(pack), "only_here": codes_of(cards)}
            for pack, cards in zip(difference.packs, difference.only_in, strict=True)
        ],
    }


def _sizes(pack: Pack) -> dict[str, Json]:
    return {"hand_size": pack.hand_size, "cards_in_play": pack.cards.bit_count(), "set_aside": pack.leftover}


def _one_less(pack: Pack) -> dict[str, Json]:
    return {} if pack.has_equal_hands else {"one_card_less": pack.players - pack.in_last_trick}


def _values(ruleset: Ruleset, names: Iterable[str]) -> Json:
    return nested({name: plain(value_of(ruleset.parameters, name)) for name in names})
