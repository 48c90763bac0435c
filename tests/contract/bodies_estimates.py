"""Requests for estimates of a hand, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.builders import FOUR, Body, hand, pagat

_STRONG = "AS KS QS JS TS AH KH QH AD KD AC KC QC"
_WEAK = "2S 3H 4H 7H 8H 2D 3D 6D 9D 2C 4C 5C 8C"
_MIXED = "KS 9S 4S AH QH 6H 3H KD QD 5D AC KC 7C"
_THREE = "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH KH QH JH"


def estimating(cards: str = _MIXED, **members: Any) -> Body:
    """Return a hand of four players; `members` replace or extend its own."""
    return {"ruleset": "pagat", "hand": hand(cards), **members}


ESTIMATES: Mapping[str, Body] = {
    "a hand by itself": estimating(),
    "a strong hand": estimating(_STRONG),
    "a weak hand, with a label": estimating(_WEAK, labels={"table": "4"}),
    "sides bid as one": estimating(ruleset=pagat(bidding={"by": "team"})),
    "named players": estimating(players=list(FOUR)),
    "promoted cards": estimating(
        "2D 2S AS KS QS JH TH 9H 8H AD KD QD AC", ruleset=pagat(deck={"top_trumps": ["2D", "2S"]})
    ),
    "two players": estimating(ruleset="two-player"),
    "three players": estimating(_THREE, ruleset="cutthroat"),
}
