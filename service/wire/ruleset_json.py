"""Rulesets on the wire: what a request refers to, and rulesets, presets and rulebooks as JSON."""

from __future__ import annotations

from collections.abc import Iterable

import orjson

from service.media_types import Json
from service.presets.loader import presets, resolve, resolve_spelling
from service.spades import ENGINE_VERSION
from service.spades.cards import codes_of
from service.spades.rules.pack import Pack
from service.spades.rules.rulebook import PackDifference, Rule, RuleDifference, RulesetComparison, rulebook
from service.spades.rules.ruleset import NAMES, Parameters, Preset, Reference, Ruleset, Source, nested, plain, value_of
from service.wire.ruling_json import parameter_rule_json


def resolve_once(reference: Json) -> Ruleset:
    """Return the ruleset that a reference resolves to; raises `UnusableRuleset`."""
    return resolve_spelling(orjson.dumps(reference, option=orjson.OPT_SORT_KEYS))


def identity_of(ruleset: Ruleset) -> Json:
    """Return the members by which an answer names its ruleset."""
    title = {} if ruleset.title is None else {"title": ruleset.title}
    return {
        "name": ruleset.name,
        "version": ruleset.version,
        "digest": ruleset.digest,
        "options": ruleset.options,
        "overrides": ruleset.overrides,
        **title,
    }


def title_of(ruleset: Ruleset) -> str:
    """Return what the request calls its rules, or the title of their preset."""
    return ruleset.title or presets()[ruleset.name].title


def preset_summary(preset: Preset) -> Json:
    """Return a preset at a glance."""
    ruleset = resolve(Reference(preset.name))
    return {**_heading(preset, ruleset), "players": sorted(ruleset.packs), "options": list(preset.options)}


def _heading(preset: Preset, ruleset: Ruleset) -> Json:
    return {
        "name": preset.name,
        "version": preset.version,
        "digest": ruleset.digest,
        "title": title_of(ruleset),
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
    return values_of(ruleset.parameters, NAMES)


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
        {
            **identity_of(ruleset),
            "title": title_of(ruleset),
            "parameters": values_of(ruleset.parameters, names),
        }
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


def values_of(parameters: Parameters, names: Iterable[str]) -> Json:
    """Return these parameters, by group."""
    return nested({name: plain(value_of(parameters, name)) for name in names})
