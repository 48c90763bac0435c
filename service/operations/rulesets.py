"""The rulesets by which rounds are scored and judged."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.json_types import Json
from service.media_types import HTML, MARKDOWN
from service.operations.operation import Computation, Handler, Lookup, json_or_page, page_or_json, unknown_name
from service.pages.render import write
from service.pages.ruleset_pages import comparison_page, rulebook_page, ruleset_page, rulesets_page
from service.spades.rules.comparison import RulesetComparison, compare
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.ruleset import Preset, Reference
from service.wire.ruleset_json import preset_detail, preset_summary, rulebook_json
from service.wire.schemas.requests_and_answers import Answer, Request
from service.wire.schemas.rulesets import (
    CompareRulesetsRequestSchema,
    ResolvedRulesetSchema,
    ResolveRequestSchema,
    RulesetComparisonSchema,
    RulesetsToCompare,
)


def _list() -> Json:
    return {"rulesets": [preset_summary(preset) for preset in presets().values()]}


def _preset(name: str) -> Preset:
    preset = presets().get(name)
    if preset is None:
        raise unknown_name("ruleset", name, presets(), "/v1/rulesets")
    return preset


def _show(name: str) -> Json:
    return preset_detail(_preset(name))


def _rulebook(name: str) -> Json:
    return rulebook_json(resolve(Reference(_preset(name).name)))


def _player_count(request: Request) -> int | None:
    """Return the number of players; the ruleset, the rest of the answer, is resolved when the request is read."""
    count: int | None = request.subject
    return count


def _compare(request: Request) -> RulesetComparison:
    subject: RulesetsToCompare = request.subject
    return compare(*subject.rulesets, subject.player_count)


def _rulebook_pages(media_type: str) -> Callable[[Answer, Json], bytes]:
    return lambda answer, _: write(rulebook_page(rulebook_json(answer.ruleset)), media_type)


def _comparison_pages(media_type: str) -> Callable[[Answer, Json], bytes]:
    return lambda answer, _: write(comparison_page(answer.result), media_type)


_PAGES = (MARKDOWN, HTML)
HANDLERS: Mapping[str, Handler] = {
    "listRulesets": Lookup(_list, json_or_page(rulesets_page)),
    "getRuleset": Lookup(_show, json_or_page(ruleset_page)),
    "getRulebook": Lookup(_rulebook, page_or_json(rulebook_page)),
    "resolveRuleset": Computation(
        ResolveRequestSchema(),
        _player_count,
        ResolvedRulesetSchema(),
        pages={media_type: _rulebook_pages(media_type) for media_type in _PAGES},
    ),
    "compareRulesets": Computation(
        CompareRulesetsRequestSchema(),
        _compare,
        RulesetComparisonSchema(),
        pages={media_type: _comparison_pages(media_type) for media_type in _PAGES},
    ),
}
