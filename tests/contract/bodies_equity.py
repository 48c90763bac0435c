"""Rounds whose illegal cards are compared with the legal ones, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_rounds import RECORDS, RULINGS, revoked
from tests.contract.builders import FOUR, PACK, Body, bids, pagat, preset, trick

FIVE = pagat(deck={"hand_size": {"4": 5}, "leftover": "set_aside"})
"""Rounds of five tricks, in which the other cards are set aside."""
HANDS_OF_FIVE = {
    "ana": ["AH", "2H", "AC", "3C", "2S"],
    "ben": ["KH", "QH", "KC", "QC", "AS"],
    "cy": ["9H", "8H", "9C", "8C", "3S"],
    "dee": ["7H", "6H", "7C", "6C", "5S"],
}
ACE_WITH_CY = {
    **HANDS_OF_FIVE,
    "ben": ["KH", "QH", "KC", "QC", "3S"],
    "cy": ["9H", "8H", "9C", "8C", "AS"],
}
_REST = [card for card in PACK if not any(card in cards for cards in HANDS_OF_FIVE.values())]


def ending(*tricks: str, **members: Any) -> Body:
    """Return a round of five tricks with all hands; `members` replace or extend its own."""
    return {
        "ruleset": FIVE,
        "players": list(FOUR),
        "dealer": "dee",
        "hands": HANDS_OF_FIVE,
        "bids": bids(1, 1, 1, 1),
        "tricks": list(map(trick, tricks)),
        **members,
    }


REVOKED = (
    "ana AH, ben QH, cy 8H, dee 6H",
    "ana 2H, ben KH, cy 3S, dee 7H",
    "cy 8C, dee 6C, ana AC, ben QC",
    "ana 3C, ben KC, cy 9C, dee 7C",
    "ben AS, cy 9H, dee 5S, ana 2S",
)
"""cy ruffs the second heart with another heart in the hand.

If cy had followed, ben would have won it. Then everybody follows suit to the end, and the ace of clubs is the only
trick left for ana and cy. The ruff is one more.
"""
ACED = (*REVOKED[:1], REVOKED[1].replace("3S", "AS"), *REVOKED[2:4], "ben 3S, cy 9H, dee 5S, ana 2S")
"""The same with the ace of spades: that takes a trick whenever it is played."""
LED_EARLY = ("ana AH, ben QH, cy 8H, dee 6H", "ana 2S, ben AS, cy 3S, dee 5S", "ben KH, cy 9H, dee 7H, ana 2H")


def _with_spade_taken_back() -> Body:
    body = ending(*REVOKED)
    body["tricks"][0]["plays"][3]["withdrawn"] = [{"card": "5S"}]
    return body


EQUITIES: Mapping[str, Body] = {
    "nothing illegal": ending(REVOKED[0]),
    "a revoke that wins a trick": ending(*REVOKED),
    "the same without hands": {name: value for name, value in ending(*REVOKED).items() if name != "hands"},
    "an unfinished round": ending(*REVOKED[:3], labels={"table": "4"}, stopped=True),
    "play that was stopped": ending(*REVOKED[:4], stopped=True),
    "a claim after the revoke": ending(*REVOKED[:3], claim={"by": "ben", "tricks": 2, "accepted": True}),
    "a revoke that makes no difference": ending(*ACED, hands=ACE_WITH_CY),
    "one hand not listed": ending(
        *REVOKED[:3],
        hands={name: cards for name, cards in HANDS_OF_FIVE.items() if name != "dee"},
        set_aside=_REST,
        stopped=True,
    ),
    "an unfinished round without hands": ending(*REVOKED[:3], "ana 3C, ben KC, cy 9H, dee 7C", hands={}, stopped=True),
    "a spade led early": ending(*LED_EARLY),
    "names for the teams": ending(
        *REVOKED, teams=[{"name": "reds", "players": ["ana", "cy"]}, {"name": "blues", "players": ["ben", "dee"]}]
    ),
    "everybody for himself": ending(
        *REVOKED, ruleset=preset("classic-solo", deck={"hand_size": {"4": 5}, "leftover": "set_aside"})
    ),
    "a small budget": ending(*REVOKED, budget=3),
    "too small a budget": ending(*REVOKED, budget=1),
    "a revoke in the first of thirteen tricks": RULINGS["calls"],
    "in a short round": revoked(),
    "taken back too late": RULINGS["taken back too late"],
    "out of turn": ending(REVOKED[0], "ana 2H, cy 3S, ben KH, dee 7H", *REVOKED[2:]),
    "out of turn before": ending("ana AH, cy 8H, ben QH, dee 6H", *REVOKED[1:]),
    "a spade taken back before": _with_spade_taken_back(),
    "a contradictory record": ending(*REVOKED[:4], tricks=[*map(trick, REVOKED[:3]), trick(REVOKED[3], winner="dee")]),
    "a sheet that is wrong": ending(*REVOKED, reported={"tricks_won": {"ana+cy": 2, "ben+dee": 3}}),
    "cards that could not be read": RULINGS["cards that could not be read"],
    "short forms": RULINGS["short forms, cards by player, and a blind nil"],
    "a first round of its own": RECORDS["round without bids"],
    "two players": RECORDS["two players, hands drawn"],
}
