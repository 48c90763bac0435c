"""Requests of many kinds that the contract allows, by operation; their names say what they are about."""

from __future__ import annotations

from collections.abc import Mapping

from tests.contract.bodies_bids_and_plays import BIDDINGS, MOMENTS, TRICKS
from tests.contract.bodies_claimed_rounds import CLAIMED
from tests.contract.bodies_claims import CLAIMS
from tests.contract.bodies_estimates import ESTIMATES
from tests.contract.bodies_games import AUDITED_GAMES, GAMES
from tests.contract.bodies_records import READINGS, WRITINGS
from tests.contract.bodies_round_comparisons import ROUND_COMPARISONS
from tests.contract.bodies_rounds import RECORDS, RULINGS, SHEETS
from tests.contract.bodies_rulesets import COMPARISONS, RESOLUTIONS
from tests.contract.bodies_standings import STANDINGS
from tests.contract.builders import Body
from tests.contract.document import WITH_BODY

BODIES: Mapping[str, Mapping[str, Body]] = {
    "auditRound": {**RECORDS, **RULINGS, **CLAIMED},
    "compareRound": ROUND_COMPARISONS,
    "scoreRound": SHEETS,
    "resolveRuleset": RESOLUTIONS,
    "compareRulesets": COMPARISONS,
    "checkBids": BIDDINGS,
    "estimateBid": ESTIMATES,
    "listLegalPlays": MOMENTS,
    "judgeTrick": TRICKS,
    "judgeClaim": CLAIMS,
    "scoreGame": GAMES,
    "auditGame": AUDITED_GAMES,
    "makeLeagueTable": STANDINGS,
    "readRecords": READINGS,
    "writeRecord": WRITINGS,
}


def bodies_of(operation: str) -> dict[str, Body]:
    """Return the requests to an operation: the ones above, and the document's own examples."""
    described = next(each for each in WITH_BODY if each.name == operation)
    examples = (described.body or {})["examples"]
    return {**BODIES[operation], **{f"example {name}": example["value"] for name, example in examples.items()}}
