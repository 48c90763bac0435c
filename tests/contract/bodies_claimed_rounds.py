"""Rounds that end before their last trick: with a claim, by what becomes of it, or because play was stopped."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_rounds import irregular, revoked
from tests.contract.builders import FINISHED, FOUR, HANDS, Body, bids, pagat, record, trick

_LEFT = 3


def claimed(by: str, tricks: int | str, *, left: int = _LEFT, accepted: bool = False, **members: Any) -> Body:
    """Return a legal round that ends with a claim when so many tricks are left; ``members`` are of the record."""
    body = record(**FINISHED, **members)
    claim = {"by": by, "tricks": tricks, "at": {"trick": 14 - left, "plays": 0}, "accepted": accepted}
    return {**body, "tricks": body["tricks"][: 13 - left], "claim": claim}


def _stated(body: Body, *cards: str) -> Body:
    return {**body, "claim": {**body["claim"], "statement": list(cards)}}


_LEADER = FINISHED["tricks"][13 - _LEFT]["plays"][0]["player"]
_PLAYED = {play["card"] for each in FINISHED["tricks"][: 13 - _LEFT] for play in each["plays"]}
_CARDS = [card for card in FINISHED["hands"][_LEADER] if card not in _PLAYED]
_NOT_ALLOWED = irregular(claims="not_allowed")

CLAIMED: Mapping[str, Body] = {
    "a claim that was accepted": claimed(_LEADER, "rest", accepted=True),
    "a claim that was accepted, and a sheet": claimed("ana", 2, accepted=True, reported={"points": {"ana+cy": 1}}),
    "a claim by its statement": _stated(claimed(_LEADER, "rest"), *_CARDS),
    "a claim of no tricks": claimed("ana", 0),
    "a claim that costs every trick": claimed("ben", 3, ruleset=irregular(failed_claim="all_tricks", claims="certain")),
    "a claim after which the play goes on": claimed("dee", 3, ruleset=irregular(failed_claim="play_on")),
    "a claim that best play makes": claimed("ben", 1, left=4, ruleset=irregular(claims="best_play")),
    "a claim too early to be certain": claimed("cy", 1, left=5),
    "no claims": claimed("ana", 1, ruleset=_NOT_ALLOWED),
    "a claim without hands": {**claimed("ana", 1), "hands": {}},
    "a claim before the first card": record(
        ruleset="pagat", claim={"by": "ana", "tricks": 1, "accepted": False}, dealer="dee", hands=HANDS
    ),
    "a claim after a revoke": {
        **revoked(revoke_penalty="bridge_64"),
        "tricks": revoked()["tricks"][:1],
        "claim": {"by": "ana", "tricks": "rest", "accepted": True},
    },
    "a claim that leaves tricks to two nils": {
        **claimed("ana", 1, accepted=True),
        "tricks": [],
        "bids": bids(4, 0, 3, 0),
        "claim": {"by": "ana", "tricks": 5, "accepted": True},
    },
    "a claim in the middle of a trick": {
        **record(trick("ana KH, ben 2H"), hands=HANDS, dealer="dee", ruleset=pagat()),
        "claim": {"by": FOUR[0], "tricks": 13, "accepted": True},
    },
    "play that was stopped": {**record(**FINISHED), "tricks": FINISHED["tricks"][:12], "stopped": True},
    "play that was stopped, with a trick to go after a claim": {**claimed("ana", 1, left=1), "stopped": True},
}
