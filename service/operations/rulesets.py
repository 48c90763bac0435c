"""The rulesets that a score is relative to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.operations.operation import Computation, Lookup, missing
from service.pages.render import HTML, MARKDOWN, rulebook
from service.spades.english import quoted
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.ruleset import Preset, Reference, Ruleset
from service.wire.schemas import Answer, Asked, ResolvedRulesetSchema, ResolveRequestSchema
from service.wire.values import preset_detail, preset_summary


def _list() -> object:
    return {"rulesets": [preset_summary(preset) for preset in presets().values()]}


def _preset(name: str) -> Preset:
    preset = presets().get(name)
    if preset is None:
        raise missing(f"ruleset {quoted(name)}")
    return preset


def _show(name: str) -> object:
    return preset_detail(_preset(name))


def _named(name: str) -> Ruleset:
    return resolve(Reference(_preset(name).name))


def _resolve(asked: Asked) -> object:
    return asked.about


def _written(kind: str) -> Callable[[Ruleset], bytes]:
    return lambda ruleset: rulebook(ruleset, kind)


def _asked_for(kind: str) -> Callable[[Answer, object], bytes]:
    return lambda answer, _: rulebook(answer.ruleset, kind)


LOOKUPS: Mapping[str, Lookup] = {
    "listRulesets": Lookup(_list),
    "getRuleset": Lookup(_show),
    "getRulebook": Lookup(_named, {kind: _written(kind) for kind in (MARKDOWN, HTML)}),
}
COMPUTATIONS: Mapping[str, Computation] = {
    "resolveRuleset": Computation(
        ResolveRequestSchema(),
        _resolve,
        ResolvedRulesetSchema(),
        pages={kind: _asked_for(kind) for kind in (MARKDOWN, HTML)},
    ),
}
