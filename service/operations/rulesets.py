"""The rulesets by which rounds are scored and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import Computation, Handler, Lookup, json_or_page, unknown_name
from service.pages.render import render
from service.pages.rulebook_page import rulebook_content
from service.pages.ruleset_page import ruleset_content
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.ruleset import Preset, Reference, Ruleset
from service.wire.ruleset_json import preset_detail, preset_summary
from service.wire.schemas import Answer, Request, ResolvedRulesetSchema, ResolveRequestSchema


def _list() -> Json:
    return {"rulesets": [preset_summary(preset) for preset in presets().values()]}


def _preset(name: str) -> Preset:
    preset = presets().get(name)
    if preset is None:
        raise unknown_name("ruleset", name, presets(), "/v1/rulesets")
    return preset


def _show(name: str) -> Json:
    return preset_detail(_preset(name))


def _ruleset(name: str) -> Ruleset:
    return resolve(Reference(_preset(name).name))


def _player_count(request: Request) -> int | None:
    """Return the number of players; the ruleset, the rest of the answer, is resolved when the request is read."""
    count: int | None = request.subject
    return count


def _rulebook_of_preset(media_type: str) -> Callable[[Ruleset], bytes]:
    return lambda ruleset: render("rulebook", rulebook_content(ruleset), media_type)


def _rulebook_of_answer(media_type: str) -> Callable[[Answer, Json], bytes]:
    return lambda answer, _: render("rulebook", rulebook_content(answer.ruleset), media_type)


HANDLERS: Mapping[str, Handler] = {
    "listRulesets": Lookup(_list, json_or_page("rulesets", dict)),
    "getRuleset": Lookup(_show, json_or_page("ruleset", ruleset_content)),
    "getRulebook": Lookup(_ruleset, {media_type: _rulebook_of_preset(media_type) for media_type in (MARKDOWN, HTML)}),
    "resolveRuleset": Computation(
        ResolveRequestSchema(),
        _player_count,
        ResolvedRulesetSchema(),
        pages={media_type: _rulebook_of_answer(media_type) for media_type in (MARKDOWN, HTML)},
    ),
}
