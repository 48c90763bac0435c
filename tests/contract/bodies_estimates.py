"""Requests for estimates of a hand, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.builders import FOUR, Body, bids, hand, pagat

_STRONG = "AS KS QS JS TS AH KH QH AD KD AC KC QC"
_WEAK = "2S 3H 4H 7H 8H 2D 3D 6D 9D 2C 4C 5C 8C"
_MIXED = "KS 9S 4S AH QH 6H 3H KD QD 5D AC KC 7C"
_THREE = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH KH QH JH"


def estimating(cards: str = _MIXED, **members: Any) -> Body:
    """Return a hand of four players, with few deals; `members` replace or extend its own."""
    return {"ruleset": "pagat", "hand": hand(cards), "deals": 20, **members}


def _at_table(seat: str, *tricks: int, **members: Any) -> Body:
    return estimating(**{"players": list(FOUR), "dealer": "dee", "seat": seat, "bids": bids(*tricks), **members})


ESTIMATES: Mapping[str, Body] = {
    "a hand by itself": estimating(),
    "a strong hand, by another seed": estimating(_STRONG, seed=9_007_199_254_740_991),
    "a weak hand, with a label": estimating(_WEAK, labels={"table": "4"}),
    "the number of deals by default": {"ruleset": "pagat", "hand": hand(_WEAK), "seed": 0},
    "nobody has bid": _at_table("ana"),
    "opponents have bid nil": _at_table("dee", 0, 4, 0),
    "the player's own bid is among the bids": _at_table("ana", 0, 4, 3, 3, hand=hand(_WEAK)),
    "names for the teams": _at_table("cy", 4, teams=[{"name": "reds", "players": ["ana", "cy"]}]),
    "sides bid as one": estimating(ruleset=pagat(bidding={"by": "team"})),
    "players without a dealer": estimating(players=list(FOUR), seat="ben"),
    "0 is no nil": estimating(ruleset=pagat(bidding={"zero": "uncommitted"}, nil={"blind": False})),
    "the low club leads": estimating(
        ruleset=pagat(play={"opening_leader": "lowest_club", "opening_card": "lowest_club"})
    ),
    "the highest bidder leads": _at_table("ana", 3, 5, 2, 5, ruleset=pagat(play={"opening_leader": "high_bidder"})),
    "promoted cards": estimating(
        "2D 2S AS KS QS JH TH 9H 8H AD KD QD AC", ruleset=pagat(deck={"top_trumps": ["2D", "2S"]})
    ),
    "two players": estimating(ruleset="two-player"),
    "three players": estimating(_THREE, ruleset="cutthroat"),
}
