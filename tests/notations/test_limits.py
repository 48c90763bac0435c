"""The limits that readers hold records to are those of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from service.notations import model
from service.wire.contract import load_document

PATHS = {
    "FEWEST_PLAYERS": ["Players.minItems"],
    "MOST_PLAYERS": ["Players.maxItems", "Team.properties.players.maxItems"],
    "MOST_SIDES": ["Teams.maxItems", "Before.maxProperties"],
    "MOST_BIDDERS": ["BidsByPlayer.maxProperties", "BlindBidders.maxItems", "TricksWon.maxProperties"],
    "MOST_BIDS": ["Bids.maxItems"],
    "MOST_CARDS": [
        "Bid.properties.tricks.maximum",
        "BidsByPlayer.additionalProperties.maximum",
        "Hands.additionalProperties.maxItems",
        "AnyRecord.properties.tricks.maxItems",
    ],
    "MOST_EXCHANGES": ["AnyRecord.properties.exchanges.maxItems"],
    "MOST_DRAWS": ["AnyRecord.properties.draws.maxItems"],
    "MOST_CALLS": ["AnyRecord.properties.accusations.maxItems"],
    "MOST_PLAYS": ["Trick.properties.plays.maxItems", "Trick.properties.cards.maxItems"],
    "MOST_WITHDRAWN": ["LoggedPlay.properties.withdrawn.maxItems"],
    "MOST_OPTIONS": ["RulesetReference.properties.options.maxItems"],
    "MOST_ADJUSTMENTS": ["Adjustments.maxItems"],
    "HIGHEST_ADJUSTMENT": ["Adjustment.properties.points.maximum"],
    "LONGEST_REASON": ["GameRoundRecord.properties.reason.maxLength", "Adjustment.properties.reason.maxLength"],
    "MOST_SUBSTITUTIONS": ["Substitutions.maxItems"],
    "MOST_LABELS": ["Labels.maxProperties"],
    "LONGEST_LABEL": ["Labels.additionalProperties.maxLength"],
    "LONGEST_NAME": ["PlayerId.maxLength", "Team.properties.name.maxLength", "Labels.propertyNames.maxLength"],
    "LONGEST_SIDE": ["Bid.properties.team.maxLength", "BlindBidders.items.maxLength"],
    "HIGHEST_ROUND": ["AnyRecord.properties.round_number.maximum"],
    "MOST_ROUNDS": ["AnyRecord.properties.rounds.maxItems"],
    "HIGHEST_SCORE": ["StandingBefore.properties.score.maximum"],
    "MOST_COUNTED": [f"StandingBefore.properties.{figure}.maximum" for figure in model.COUNTED],
}


def of(path: str) -> Any:
    value: Any = load_document()["components"]["schemas"]
    for part in path.split("."):
        value = value[part]
    return value


OF_ANSWERS = {"MOST_FAULTS", "MOST_NOTES", "COUNTED"}
"""What is said of a text is no part of a record; what is counted is no limit."""


@pytest.mark.parametrize("name", [name for name in vars(model) if name.isupper() and name not in OF_ANSWERS])
def test_a_limit_is_that_of_the_contract(name: str) -> None:
    assert {path: of(path) for path in PATHS[name]} == dict.fromkeys(PATHS[name], getattr(model, name))


def test_scores_go_as_far_down_as_up() -> None:
    assert of("StandingBefore.properties.score.minimum") == -model.HIGHEST_SCORE
    assert of("Adjustment.properties.points.minimum") == -model.HIGHEST_ADJUSTMENT
