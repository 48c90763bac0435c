"""The rulesets by which rounds are scored and judged."""

from __future__ import annotations

from collections.abc import Mapping

from service.operations.operation import (
    Computation,
    Handler,
    Lookup,
    json_or_page,
    page_or_json,
    pages_with,
    unknown_name,
)
from service.pages.ruleset_pages import comparison_page, rulebook_page, ruleset_page, rulesets_page
from service.spades.rules.preset_loader import presets, resolve
from service.spades.rules.rulebook import RulesetComparison, compare
from service.spades.rules.ruleset import Preset, Reference
from service.wire.ruleset_json import preset_detail, preset_summary, rulebook_json
from service.wire.schemas.requests_and_answers import Request
from service.wire.schemas.rulesets_and_records import (
    CompareRulesetsRequestSchema,
    ResolvedRulesetSchema,
    ResolveRequestSchema,
    RulesetComparisonSchema,
    RulesetsToCompare,
)


def _preset(name: str) -> Preset:
    preset = presets().get(name)
    if preset is None:
        raise unknown_name("ruleset", name, presets(), "/v1/rulesets")
    return preset


def _compare(request: Request) -> RulesetComparison:
    subject: RulesetsToCompare = request.subject
    return compare(*subject.rulesets, subject.player_count)


HANDLERS: Mapping[str, Handler] = {
    "listRulesets": Lookup(
        lambda: {"rulesets": [preset_summary(preset) for preset in presets().values()]}, json_or_page(rulesets_page)
    ),
    "getRuleset": Lookup(lambda name: preset_detail(_preset(name)), json_or_page(ruleset_page)),
    "getRulebook": Lookup(
        lambda name: rulebook_json(resolve(Reference(_preset(name).name))), page_or_json(rulebook_page)
    ),
    # The ruleset is resolved when the request is read; what is left to answer is the number of players.
    "resolveRuleset": Computation(
        ResolveRequestSchema(),
        lambda request: request.subject,
        ResolvedRulesetSchema(),
        pages=pages_with(lambda answer, _: rulebook_page(rulebook_json(answer.ruleset))),
    ),
    "compareRulesets": Computation(
        CompareRulesetsRequestSchema(),
        _compare,
        RulesetComparisonSchema(),
        pages=pages_with(lambda answer, _: comparison_page(answer.result)),
    ),
}
