"""Games to score and to audit, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_rounds import RULINGS, SHEET_TRICKS, revoked
from tests.contract.builders import (
    BEFORE,
    EVEN,
    FAILED,
    FINISHED,
    FOUR,
    HANDS,
    LOWEST,
    MISDEALT,
    REVOKE,
    Body,
    bids,
    pagat,
    passed,
    trick,
    with_repeated_card,
)


def game(*rounds: Body, **members: Any) -> Body:
    """Return the score sheet of a game between four players."""
    return {"ruleset": "pagat", "players": list(FOUR), "rounds": list(rounds), **members}


def row(won: Mapping[str, int], *tricks: int, **members: Any) -> Body:
    """Return one round of a score sheet; ana bid first."""
    return {"bids": bids(*tricks), "tricks_won": dict(won), **members}


def until(**rules: Any) -> Body:
    """Return a ruleset with these rules for the end of a game."""
    return pagat(game=rules)


def as_round(body: Body, **members: Any) -> Body:
    """Return a record as a round of a game."""
    return {name: value for name, value in body.items() if name not in {"ruleset", "players", "before"}} | members


_MADE = row({"ana+cy": 6, "ben+dee": 7}, 3, 4, 2, 3)  # 51 to 70
_SET = row({"ana+cy": 2, "ben+dee": 11}, 5, 4, 4, 3)  # -90 to 74
_BID_AS_ONE = {"bids": [{"team": "ana+cy", "tricks": 5}, {"team": "ben+dee", "tricks": 6}], "tricks_won": EVEN}
_BOSTON = row({"ana+cy": 13, "ben+dee": 0}, 3, 3, 3, 3)
_SHARED = row({"ana+cy": 6, "ben+dee": 7}, 3, 3, 3, 3)  # 60 to 61

LABELS = {"table": "4"}

_LATE = {"team": "ana+cy", "points": -50, "reason": "Late to the table"}
_SIGNAL = {"team": "ana+cy", "tricks": -3, "to": "ben+dee", "reason": "A signal"}
_VOID = {"void": True, "reason": "A card was exposed in the deal"}
_FORFEIT = {"forfeited_by": "ben+dee", "reason": "Left the hall"}
_CAME_IN = {
    "substitutions": [{"out": "cy", "in": "eve"}],
    "bids_by_player": {"ana": 2, "ben": 3, "eve": 5, "dee": 2},
    "tricks_won": {"ana+cy": 7, "ben+dee": 6},
}
_CREDITED = until(forfeit_credit=100, forfeit_penalty=-50)

GAMES: Mapping[str, Body] = {
    "labels": game({**_MADE, "labels": LABELS}, _MADE, labels=LABELS),
    "no round": game(labels=LABELS),
    "no round, the first dealer known": game(first_dealer="cy", labels=LABELS),
    "another round is needed": game(_MADE, first_dealer="dee"),
    "each round names its dealer": game({**_MADE, "dealer": "dee"}, {**_MADE, "dealer": "dee"}, before=BEFORE),
    "nobody knows the dealer": game(_MADE),
    "points of a director": game({**_MADE, "adjustments": [_LATE]}, first_dealer="dee"),
    "tricks moved by a director": game({**_MADE, "adjustments": [_SIGNAL]}, first_dealer="dee"),
    "a void round": game(_VOID, {**_MADE, **_VOID, "redeal_by": "same_dealer"}, _MADE, first_dealer="dee"),
    "time called": game(
        {**_VOID, "redeal_by": "next_dealer"}, {**_MADE, "time_called": True}, _MADE, first_dealer="dee"
    ),
    "a void round, and the next dealer": game(
        _VOID, ruleset=pagat(table={"redeal_by": "next_dealer"}), first_dealer="dee"
    ),
    "a forfeit": game(_MADE, _FORFEIT, _MADE, ruleset=_CREDITED),
    "a forfeit, the target to nothing": game(_MADE, _FORFEIT, ruleset=until(forfeit_score="target_to_zero")),
    "a substitute": game(_MADE, _CAME_IN),
    "a record among rows": game(_MADE, {"bids": bids(4, 3, 1, 5), **FINISHED, "labels": LABELS}),
    "a record with what only records have": game(
        as_round(revoked(), accusations=[], exchanges=[], hands={}, set_aside=[], draws=[], stopped=False),
        ruleset=revoked()["ruleset"],
    ),
    "a record that ends with a claim": game(
        {
            "bids": bids(4, 3, 1, 5),
            "tricks": FINISHED["tricks"][:9],
            "claim": {"by": "ana", "tricks": "rest", "statement": [], "accepted": True},
        }
    ),
    "a record with a penalty": game(as_round(revoked()), ruleset=revoked()["ruleset"]),
    "a record in short forms": game(
        {
            "bids_by_player": {"ana": 4, "ben": 3, "cy": 1, "dee": 5},
            "tricks": [
                {"leader": each["plays"][0]["player"], "cards": [play["card"] for play in each["plays"]]}
                for each in FINISHED["tricks"]
            ],
        }
    ),
    "the target": game(_MADE, ruleset=until(target=70), first_dealer="dee"),
    "the target must be passed": game(_MADE, ruleset=until(target=70, target_test="more_than")),
    "the floor": game(_SET, ruleset=until(floor=-90), first_dealer="dee"),
    "the floor ends it and the highest wins": game(_SET, ruleset=until(floor=-90, floor_effect="highest_wins")),
    "sets": game(_SET, _SET, ruleset=until(sets_limit=2)),
    "sets in a row": game(
        _SET,
        ruleset=until(consecutive_sets_limit=2),
        before={"ana+cy": {"score": 50, "sets": 1, "consecutive_sets": 1}},
    ),
    "a Boston": game(_BOSTON, ruleset=pagat(special_bids={"boston_wins": True})),
    "rounds": game(_MADE, _MADE, ruleset=until(round_limit=2)),
    "a tie is shared": game(
        _SHARED, ruleset=until(target=60, tie="shared"), before={"ana+cy": {"score": 1}, "ben+dee": {"bags": 1}}
    ),
    "a tie is played on": game(_SHARED, ruleset=until(target=60), before={"ana+cy": {"score": 1}}),
    "a round after the end": game(_MADE, _SET, ruleset=until(target=70), first_dealer="dee"),
    "a game that goes on": game(
        _MADE, ruleset=pagat(bidding={"first_round": "bids_itself"}), before=BEFORE, first_round_number=2
    ),
    "findings": game(
        {**_MADE, "bids": bids(5, 1, 7, 2, players=("dee", "cy", "ana", "ben")), "dealer": "dee"}, ruleset=LOWEST
    ),
    "a nil": game(row(FAILED, 0, 3, 4, 5, labels=LABELS)),
    "a side that bids as one": game(_BID_AS_ONE, ruleset="tournament-jja"),
    **{f"by {each}": game(row(EVEN, 4, 3, 7, 6), ruleset=each) for each in ("nola-superbowl", "nola-showdown")},
    "by columbus-whist": game(row(EVEN, 4, 3, 7, 6), _BID_AS_ONE, ruleset="columbus-whist"),
    "by rta3": game({"bids": [], "tricks_won": EVEN}, _BID_AS_ONE, ruleset="rta3"),
    **{f"by {each}": game(_MADE, ruleset=each) for each in ("hope-farm", "contest-2017", "blues-bowl")},
    "names for the teams": game(
        {**_MADE, "tricks_won": {"reds": 6, "ben+dee": 7}}, teams=[{"name": "reds", "players": ["ana", "cy"]}]
    ),
    "a round without bids": game(
        {"bids": [], "tricks_won": EVEN}, _MADE, ruleset=pagat(bidding={"first_round": "bids_itself"})
    ),
    "the first bidder is drawn": game(_MADE, ruleset="solitaire-bliss"),
    "three players": game(
        {"bids": bids(5, 6, 4), "tricks_won": {"ana": 9, "ben": 8}}, ruleset="cutthroat", players=list(FOUR[:3])
    ),
    "bids by player": game(
        {
            "bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "dee": 0},
            "blind_bidders": ["dee"],
            "tricks_won": {"ana": 6, "ben": 7},
        }
    ),
    "bags are carried": game(*[row({"ana+cy": 9, "ben+dee": 4}, 3, 2, 2, 2)] * 3),
}


_SHEET_ROW = {**row({"ana+cy": 9, "ben+dee": 4}, 3, 2, 2, 2), "dealer": "dee"}

AUDITED_GAMES: Mapping[str, Body] = {
    "labels": game({**_MADE, "labels": LABELS}, {"tricks": [], "labels": LABELS}, labels=LABELS),
    "no round": game(labels=LABELS),
    "rows": game(_MADE, _MADE, first_dealer="dee", before=BEFORE, labels=LABELS),
    "records and rows": game(
        {"bids": bids(4, 3, 1, 5), **FINISHED, "dealer": "dee"},
        {**_MADE, "reported": {"points": {"ana+cy": 51}, "score": {"ana+cy": 1}, "bags": {"ben+dee": 0}}},
    ),
    "a round that ends with a claim": game(
        {
            "bids": bids(4, 3, 1, 5),
            "tricks": FINISHED["tricks"][:9],
            "claim": {"by": "ana", "tricks": 2, "at": {"trick": 10, "plays": 0}, "accepted": True},
            "labels": LABELS,
        },
        _MADE,
    ),
    "an unfinished round": game(
        {"bids": bids(4, 3, 1, 5), "tricks": [trick(REVOKE)], "hands": HANDS, "accusations": [], "stopped": True}
    ),
    "rounds with a slip": game(
        *(as_round(RULINGS[slip]) for slip in ("a slip, a trick left out", "a slip, the dealer")),
        ruleset=revoked()["ruleset"],
    ),
    "a round with more readings than are tried": game(as_round(RULINGS["more readings than are tried"])),
    "an unfinished round before another": game({"bids": bids(4), "tricks": []}, {**_MADE, "reported": {"score": {}}}),
    "what only a record has": game(
        {"bids": bids(0, 3, 1, 5), "tricks": [], "set_aside": [], "draws": [], "exchanges": [passed("ana", "cy", "2C")]}
    ),
    "bags forgotten": game(
        {**_SHEET_ROW, "reported": {"score": {"ana+cy": 54, "ben+dee": 40}}},
        {**_MADE, "reported": {"score": {"ana+cy": 105}, "bags": {"ana+cy": 5}}},
    ),
    "a row written twice": game(
        *[{**_MADE, "reported": {"score": {"ana+cy": 51, "ben+dee": 70}}}] * 2, first_dealer="dee"
    ),
    "two rows exchanged": game(
        {**_MADE, "reported": {"score": {"ana+cy": 51, "ben+dee": 70}}},
        {
            "bids": [*_MADE["bids"][2:], *_MADE["bids"][:2]],
            "tricks_won": {"ana+cy": 5, "ben+dee": 8},
            "reported": {"score": {"ana+cy": 152, "ben+dee": 211}},
        },
        {
            "bids": [*_MADE["bids"][1:], *_MADE["bids"][:1]],
            "tricks_won": _MADE["tricks_won"],
            "reported": {"score": {"ana+cy": 102, "ben+dee": 140}},
        },
    ),
    "a row that is missing": game({**_MADE, "reported": {"score": {"ana+cy": 101, "ben+dee": 133}}}, first_dealer="cy"),
    "rows that can't be scored": game(
        {**_MADE, "tricks_won": {"ana+cy": 6, "ben+dee": 6}},
        {**_MADE, "bids": _MADE["bids"][:3]},
        {**_MADE, "bids": [*_MADE["bids"], _MADE["bids"][0]]},
    ),
    "short forms": game(
        {
            "bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "dee": 0},
            "blind_bidders": ["dee"],
            "tricks": [{"cards": ["KH", "2H", "3S", "4H"]}, {"cards_by_player": {"cy": "9H", "dee": "AH"}}],
        },
        first_dealer="dee",
    ),
    "points wrong": game({**_MADE, "reported": {"points": {"ana+cy": 15}}}),
    "added up wrongly": game({**_MADE, "reported": {"points": {"ana+cy": 51}, "score": {"ana+cy": 61}}}),
    "tricks wrong": game({"bids": bids(4, 3, 1, 5), **FINISHED, "reported": {"tricks_won": SHEET_TRICKS}}),
    "a penalty that is not on the sheet": game(
        as_round(revoked(), reported={"points": {"ana+cy": 22}}), ruleset=revoked()["ruleset"]
    ),
    "a forfeit": game(
        as_round(revoked()), ruleset=revoked(repeat_revoke="forfeit_game")["ruleset"], before={"ana+cy": {"revokes": 1}}
    ),
    "a void round": game({"bids": bids(4), "tricks": [], "hands": MISDEALT}, _MADE, first_dealer="dee"),
    "bids that were not recorded": game({"tricks": [trick(REVOKE)]}, _MADE),
    "an undecided revoke": game({"bids": bids(4, 3, 1, 5), "tricks": [trick(REVOKE)]}),
    "a card written twice": game(
        {
            "bids": bids(4, 3, 1, 5),
            "tricks": [*FINISHED["tricks"][:-1], with_repeated_card(FINISHED["tricks"])],
            "dealer": "dee",
        }
    ),
    "the floor": game(_SET, ruleset=until(floor=-90)),
    "sets": game(_SET, _SET, ruleset=until(sets_limit=2)),
    "sets in a row": game(_SET, _SET, ruleset=until(consecutive_sets_limit=2)),
    "a Boston": game(_BOSTON, ruleset=pagat(special_bids={"boston_wins": True})),
    "rounds": game(_MADE, ruleset=until(round_limit=1)),
    "a game that goes on": game(
        _MADE,
        {**_MADE, "reported": {"points": {"ana+cy": 15}}},
        ruleset=until(round_limit=5),
        before=BEFORE,
        first_round_number=4,
    ),
    "an end": game(_MADE, _MADE, ruleset=until(target=70), first_dealer="dee"),
    "points of a director": game({**_MADE, "adjustments": [_LATE], "reported": {"points": {"ana+cy": 51}}}),
    "tricks moved by a director": game(
        {
            **_MADE,
            "adjustments": [
                _SIGNAL,
                {"team": "ben+dee", "points": 5, "tricks": 1, "reason": "Appeal upheld"},
            ],
            "reported": {"points": {"ana+cy": 51}},
        }
    ),
    "time called": game(
        {**_VOID, "redeal_by": "next_dealer"}, {**_MADE, "time_called": True}, _MADE, first_dealer="dee"
    ),
    "a round that was declared void": game(
        {**_VOID, "redeal_by": "same_dealer", "reported": {"score": {"ana+cy": 51}}},
        {**_VOID, "tricks": [trick(REVOKE)]},
        first_dealer="dee",
    ),
    "a side that gave up": game(_MADE, _FORFEIT, _MADE, ruleset=_CREDITED),
    "a side that gave up behind a round without a score": game(
        {"bids": bids(4), "tricks": []},
        {**_FORFEIT, "forfeited_by": "ana"},
        ruleset=pagat(table={"sides": "individual"}),
    ),
    "a substitute": game(_MADE, _CAME_IN),
    "teams": game(_MADE, teams=[{"name": "reds", "players": ["ana", "cy"]}], ruleset="pagat")
    | {"rounds": [{**_MADE, "tricks_won": {"reds": 6, "ben+dee": 7}}]},
}
