"""Claims to judge, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.builders import FOUR, Body, hand, pagat

_BIDS = {"ana": 4, "ben": 3, "cy": 2, "dee": 4}


def claiming(*hands: str, players: tuple[str, ...] = FOUR, **members: Any) -> Body:
    """Return a claim of the first player to all tricks that are left, with these cards left in all hands."""
    return {
        "ruleset": "pagat",
        "players": list(players),
        "hands": {player: hand(cards) for player, cards in zip(players, hands, strict=True)},
        "leader": players[0],
        "spades_broken": True,
        "claim": {"by": players[0], "tricks": "rest"},
        **members,
    }


_TRUMP_OUT = ("AS AH", "2S 3C", "9C TC", "6H 7C")
_DRAWN_FIRST = ("AS KS AH", "QS 4S 3C", "9C TC JC", "6H 7H 8D")
_WINNERS = ("AS KS QS", "2S 3C 4C", "2D 3D 4D", "5D 6D 7D")
_NILS = ("AS KS 5H", "2H 3C 4C", "9H TH JH", "QH 6D 7D")
_NAMED = [{"name": "reds", "players": ["ana", "cy"]}]

CLAIMS: Mapping[str, Body] = {
    "the highest trumps": claiming(*_WINNERS),
    "a trump is out": claiming(*_TRUMP_OUT),
    "spades are not broken": claiming(*_TRUMP_OUT, spades_broken=False),
    "spades may be led at any time": claiming(*_TRUMP_OUT, spades_broken=False)
    | {"ruleset": pagat(play={"spade_lead": "any_time"})},
    "a statement that draws trumps": claiming(
        *_DRAWN_FIRST, claim={"by": "ana", "tricks": 3, "statement": ["AS", "KS", "AH"]}
    ),
    "a statement that does not draw trumps": claiming(
        *_DRAWN_FIRST, claim={"by": "ana", "tricks": 3, "statement": ["AH", "AS", "KS"]}
    ),
    "accepted only if nobody can go wrong": claiming(
        *_DRAWN_FIRST,
        claim={"by": "ana", "tricks": 3, "statement": ["AS", "KS", "AH"]},
        ruleset=pagat(irregularities={"claims": "certain"}),
    ),
    "accepted by best play": claiming(*_DRAWN_FIRST, ruleset=pagat(irregularities={"claims": "best_play"})),
    "fails against best play": claiming(
        *_TRUMP_OUT, spades_broken=False, ruleset=pagat(irregularities={"claims": "best_play"})
    ),
    "claims are not allowed": claiming(
        *_WINNERS,
        ruleset=pagat(irregularities={"claims": "not_allowed"}),
        bids_by_player=_BIDS,
        tricks_won={"ana": 4, "ben": 3, "cy": 2, "dee": 1},
    ),
    "no trick is claimed": claiming(*_WINNERS, claim={"by": "dee", "tricks": 0}),
    "a trick in progress": claiming(
        "AS KS",
        "2S 3C 4C",
        "2D 3D 4D",
        "5D 6D",
        leader="dee",
        plays=[
            {"player": "dee", "card": "7D"},
            {"player": "ana", "card": "QS"},
        ],
    ),
    "bids and tricks won": claiming(
        *_TRUMP_OUT, bids_by_player=_BIDS, tricks_won={"ana": 4, "ben": 4, "cy": 3}, labels={"table": "4"}
    ),
    "bids without the tricks won": claiming(
        *_TRUMP_OUT, bids=[{"player": player, "tricks": tricks} for player, tricks in _BIDS.items()], dealer="dee"
    ),
    "a round without bids": claiming(
        *_TRUMP_OUT,
        ruleset=pagat(bidding={"first_round": "bids_itself"}),
        bids=[],
        round_number=1,
        tricks_won={"ana": 4, "ben": 4, "cy": 3},
    ),
    "tricks won without bids": claiming(*_TRUMP_OUT, tricks_won={"ana+cy": 7, "ben+dee": 4}),
    "a claim that costs a bag penalty": claiming(
        *_WINNERS,
        bids_by_player={"ana": 2, "ben": 3, "cy": 2, "dee": 4},
        tricks_won={"ana": 2, "ben": 3, "cy": 1, "dee": 4},
        before={"ana+cy": {"score": 250, "bags": 8}, "ben+dee": {"score": 240, "bags": 3}},
    ),
    "a partner's nil is safe from claimed tricks": claiming(
        *_NILS, bids_by_player={"ana": 7, "ben": 3, "cy": 0, "dee": 2}, tricks_won={"ana": 6, "ben": 3, "dee": 1}
    ),
    "a nil that can be set": claiming(
        "2C 3D 4D",
        "KC 5H 6H",
        "3C 7D 8D",
        "QC 9D TD",
        claim={"by": "cy", "tricks": 1},
        bids_by_player={"ana": 7, "ben": 0, "cy": 2, "dee": 2},
        tricks_won={"ana": 6, "cy": 2, "dee": 2},
    ),
    "a nil that is set in any case": claiming(
        "2H 3H 4H",
        "AS 3C 4C",
        "9H TH JH",
        "QH 6D 7D",
        bids_by_player={"ana": 7, "ben": 0, "cy": 2, "dee": 2},
        tricks_won={"ana": 6, "cy": 2, "dee": 2},
        claim={"by": "ana", "tricks": 1},
    ),
    "both opponents have bid nil": claiming(
        *_TRUMP_OUT,
        bids_by_player={"ana": 7, "ben": 0, "cy": 2, "dee": 0},
        blind_bidders=["dee"],
        tricks_won={"ana": 7, "cy": 4},
        claim={"by": "ana", "tricks": 1},
    ),
    "names for the teams": claiming(*_TRUMP_OUT, teams=_NAMED, bids_by_player=_BIDS, tricks_won={"reds": 8, "ben": 3}),
    "three sides of six": claiming(
        *("AS AH", "2S 3C", "9C TC", "6H 7C", "6D 7D", "8D 9D"),
        players=(*FOUR, "eve", "fay"),
        ruleset=pagat(table={"players": [6]}, deck={"removed": {"6": ["2C", "2D", "2H", "3D"]}}),
        claim={"by": "ana", "tricks": 1},
    ),
    "everybody alone": claiming(
        "AS AH", "2S 3C", "9C TC", players=FOUR[:3], ruleset="cutthroat", claim={"by": "cy", "tricks": 1}
    ),
    "the budget is too small": claiming(
        *("AS QH 9H 4C 2D 7S", "KS TS JH 5C 3D 8D", "QS 9S TH 6C 4D 9D", "JS 8S AH 7C 5D TD"),
        claim={"by": "ana", "tricks": 3},
        budget=1,
        bids_by_player=_BIDS,
    ),
}
