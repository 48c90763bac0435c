"""One record in, the rulings under several rulesets out, with what differs and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.spades.errors import Fault, UnreadableRecord
from service.spades.record.model import RoundRecord
from service.spades.rules.parameters import NAMES
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.comparison.causes import CauseSearch
from service.spades.ruling.comparison.issues import in_order, value_in
from service.spades.ruling.comparison.model import Difference, Read, RoundComparison
from service.spades.ruling.comparison.trials import MOST_AUDITS, Trials, read_under, rule_under


def read_under_each(rulesets: Sequence[Ruleset], request: Mapping[str, Any]) -> tuple[Read, ...]:
    """Read a round record under each ruleset; members as in the contract.

    Raises `UnreadableRecord`, with the faults under all of them, if it can be read under none.
    """
    records = tuple(read_under(ruleset, request) for ruleset in rulesets)
    faults = [each for each in records if not isinstance(each, RoundRecord)]
    if len(faults) == len(records):
        raise UnreadableRecord(_faults_under_all(rulesets, faults))
    return records


def compare_rulings(
    request: Mapping[str, Any], rulesets: Sequence[Ruleset], records: Sequence[Read], most: int = MOST_AUDITS
) -> RoundComparison:
    """Compare the rulings on a round under several rulesets; ``records`` is how each of them reads it.

    ``most`` bounds the audits by which causes are looked for.

    Raises `UnreadableRecord` if it can be judged under none of them.
    """
    results = tuple(map(rule_under, rulesets, records))
    if all(each.ruling is None for each in results):
        raise UnreadableRecord(_faults_under_all(rulesets, [each.faults for each in results]))
    trials = Trials(request, results, most)
    issues = in_order({issue for decided in trials.decided for issue in decided})
    decisions = [(issue, tuple(value_in(decided, issue) for decided in trials.decided)) for issue in issues]
    differing = [(issue, values) for issue, values in decisions if len({*values} - {None}) > 1]
    search = CauseSearch(trials)
    search.prepare(values for _, values in differing)
    differences = tuple(Difference(issue, values, search.causes(issue, values)) for issue, values in differing)
    behind = {name for each in differences for cause in each.causes for name in cause.parameters}
    return RoundComparison(results, differences, tuple(name for name in NAMES if name in behind), trials.spent)


def _faults_under_all(rulesets: Sequence[Ruleset], faults: Sequence[Sequence[Fault]]) -> tuple[Fault, ...]:
    """Return the faults of a record that can be read under no ruleset; one that not all have says under which."""
    shared = set(faults[0]).intersection(*faults)
    found: dict[Fault, None] = {}
    for number, (ruleset, own) in enumerate(zip(rulesets, faults, strict=True), 1):
        for each in own:
            detail = each.detail if each in shared else f"Under ruleset {number}, {ruleset.name}: {each.detail}"
            found[each._replace(detail=detail)] = None
    return tuple(found)
