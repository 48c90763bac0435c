"""Whatever options an export has, they make a ruleset that can be played."""

from __future__ import annotations

import json
import random

from service.notations.ptn import read, write
from tests.spades.builders.asking import ask

CHOICES = {
    "variation": (0, 1, 3),
    "failBidScoring": (0, 1),
    "tenBagsPenalty": (True, False),
    "leadSpades": (0, 2),
    "mercyRule": (0, 1),
    "minBid": (0, 4),
    "nilPass": (0, 2, 4),
    "nilOrZero": (0, 1),
    "blindNonNilBids": (0, 4),
    "tenForTwoHundred": (True, False),
    "firstHandBidsItself": (True, False),
    "isPartnership": (True, False),
    "gameOverScore": (300, 1000),
}


def test_any_options_make_a_ruleset_that_can_be_played() -> None:
    luck = random.Random(29)
    for _ in range(100):
        options = {name: luck.choice(values) for name, values in CHOICES.items() if luck.random() < 0.7}
        deal = " ".join("-" * luck.randint(2, 6))
        head = f'[GameCode "Spades"]\n[GameOptionsJson "{json.dumps(options)}"]\n[Deal "S:{deal}"]\n'
        (record,) = read(head).records
        assert read(write(record).text).records == (record,)
        assert ask("resolveRuleset", {"ruleset": record["ruleset"]})["name"] == "trickster"
