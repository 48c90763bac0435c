"""Rounds to audit and score sheets to score, by what they are about."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from tests.contract.bodies_rulesets import DEFAULTS
from tests.contract.builders import (
    BEFORE,
    BLIND,
    DRAWN,
    EVEN,
    FAILED,
    FINISHED,
    FOUR,
    HANDS,
    KNOWN,
    LOWEST,
    MISDEALT,
    PACK,
    REVOKE,
    STRICT,
    Body,
    bids,
    blind,
    drawn,
    pagat,
    passed,
    played,
    preset,
    record,
    sheet,
    trick,
    with_hand,
    with_repeated_card,
)

_LOW = [card for card in PACK if card[0] not in "AKQJ"]


def irregular(**rules: Any) -> Body:
    """Return a ruleset with these rules for irregularities."""
    return pagat(irregularities=rules)


def revoked(*tricks: int, before: Body | None = None, **rules: Any) -> Body:
    """Return a round of four tricks, all won by ana; cy revoked in the first."""
    honours = pagat(deck={"removed": {"4": _LOW}}, irregularities=rules)
    lines = ("ana AH, ben KH, cy QC, dee JH", "ana AC, ben KC, cy QH, dee JC")
    more = (f"ana A{suit}, ben K{suit}, cy Q{suit}, dee J{suit}" for suit in "DS")
    made = bids(*(tricks or (1, 1, 1, 1)))
    return record(*map(trick, (*lines, *more)), ruleset=honours, dealer="dee", bids=made, before=before or {})


def taken_back(*cards: Body, position: int = 2) -> Body:
    """Return the start of a round in which a player took these cards back before playing another."""
    plays = trick("ana KH, ben 2H, cy 9H, dee 4H")
    plays["plays"][position]["withdrawn"] = list(cards)
    return record(plays, **KNOWN)


def accused(*calls: Body, **rules: Any) -> Body:
    """Return a round with these calls; cy revoked and dee did not."""
    return record(trick(REVOKE), trick("cy 3C, dee 2C"), **KNOWN, accusations=list(calls), ruleset=irregular(**rules))


def miswritten(trick_: int, play: int, **entry: str) -> Body:
    """Return the round of four tricks with another card or player at this place of the log (indices from 0)."""
    body = revoked()
    body["tricks"][trick_]["plays"][play].update(entry)
    return body


def without_play(trick_: int, play: int) -> Body:
    """Return the round of four tricks with one play left out."""
    body = revoked()
    del body["tricks"][trick_]["plays"][play]
    return body


LAST = ("QH", "QC", "QD", "KS")
"""What cy plays to each trick; the king is miscopied."""
UNREAD = trick("ana KH, ben ??, cy 9H, dee ??")
_EARLY = {"trick": 1, "plays": 4}
_LATE = {"trick": 2, "plays": 4}
SHEET_TRICKS = dict.fromkeys(FOUR, 0) | {"ana": 13}

_BY_PLAYER: Body = {"bids_by_player": {"ana": 4, "ben": 3, "cy": 1, "dee": 0}}
SHORT_FORMS: Mapping[str, Body] = {
    f"short forms, {name}": {"ruleset": "pagat", "players": list(FOUR), **members}
    for name, members in {
        "cards from the dealer's left": {
            "dealer": "dee",
            **_BY_PLAYER,
            "tricks": [{"cards": ["KH", "2H", "3S", "4H"]}, {"cards": ["9H", "AH"]}],
        },
        "cards by player, and a blind nil": {
            **_BY_PLAYER,
            "blind_bidders": ["dee"],
            "tricks": [
                {"cards_by_player": {"ana": "KH", "ben": "2H", "cy": "3S", "dee": "4H"}, "leader": "ana"},
                {"cards_by_player": {"cy": "9H", "dee": "AH"}},
            ],
        },
        "nobody knows who led": {
            "tricks": [{"cards_by_player": {"ana": "KH", "ben": "2H", "cy": "3S", "dee": "4D"}}] * 2
        },
        "a card left out": {
            "tricks": [{"cards": ["KH", "3S", "4H"], "leader": "ana"}, {"cards": ["9H", "AH"], "leader": "cy"}]
        },
        "a card too many": {"tricks": [{"cards": ["KH", "2H", "2H", "9H", "4H"], "leader": "ana", "winner": "ana"}]},
        "a wrong winner": {"tricks": [{"cards": ["KH", "2H", "9H", "4H"], "leader": "ana", "winner": "cy"}] * 2},
        "a total that the last bidder made": {
            "ruleset": STRICT,
            "bids_by_player": {"ana": 4, "ben": 3, "cy": 4, "dee": 2},
            "tricks": [],
        },
    }.items()
}


def _with_many_readings() -> Body:
    """Return a whole round without hands that lacks two tricks, with two cards of another in each other's place."""
    body = record(**{name: value for name, value in copy.deepcopy(FINISHED).items() if name != "hands"})
    first, second = body["tricks"][4]["plays"][1:3]
    first["card"], second["card"] = second["card"], first["card"]
    return {**body, "tricks": [each for index, each in enumerate(body["tricks"], 1) if index not in {4, 11}]}


RULINGS: Mapping[str, Body] = {
    "a finished round with a revoke": revoked(),
    **SHORT_FORMS,
    "labels": {**record(trick(REVOKE)), "labels": {"table": "4", "\u00e9vening": ""}},
    "bids that were not recorded": {name: value for name, value in revoked().items() if name != "bids"},
    "a revoke by a nil bidder": revoked(1, 1, 0, 1),
    "a revoke by a nil bidder, whose nil counts for nothing": revoked(1, 1, 0, 1, revoke_and_nil="no_points"),
    **{
        f"a revoke that costs {penalty}": revoked(
            before=BEFORE, revoke_penalty=penalty, revoke_tricks_go_to="opponents"
        )
        for penalty in ("tricks", "contract_set", "no_contract_points", "opponents_credited", "bridge_64")
    },
    "a second revoke": revoked(before={"ana+cy": {"revokes": 1}}, repeat_revoke="forfeit_game"),
    "taken back in time": taken_back({"card": "3S", "at": _EARLY}),
    "taken back, nobody knows when": taken_back({"card": "3S"}, {"card": "4S"}),
    "taken back too late": taken_back({"card": "3S", "at": _LATE}),
    "calls": accused(
        {"by": "ben", "against": "cy", "trick": 1, "at": _LATE},
        {"by": "ana", "against": "dee", "trick": 1, "at": _LATE},
        {"by": "ana", "against": "ben", "trick": 7},
        {"by": "dee", "against": "cy"},
        false_accusation="tricks",
        accusation_until="next_trick_led",
    ),
    "a false call": accused({"by": "ana", "against": "dee", "trick": 1, "at": _LATE}, false_accusation="same_penalty"),
    **{
        f"calls that must name the {names}": {
            **revoked(call_names=names, false_accusation="tricks"),
            "accusations": [{"by": "ben", "against": "cy"}, {"by": "ben", "against": "cy", "trick": 2}],
        }
        for names in ("player", "trick")
    },
    "nobody called": accused(),
    "a call in time": accused({"by": "ben", "against": "cy", "at": _EARLY}),
    "a void round": record(**{**KNOWN, "hands": MISDEALT}, before=BEFORE),
    "a sheet that is right": record(
        **FINISHED, reported={"tricks_won": dict.fromkeys(FOUR, 0), "points": {}, "score": {}, "bags": {}}
    ),
    "a sheet that is wrong": record(
        **FINISHED,
        before=BEFORE,
        reported={
            "tricks_won": SHEET_TRICKS,
            "points": {"ana+cy": 1, "ben+dee": 2},
            "score": {"ana+cy": 3},
            "bags": {"ben+dee": 9},
        },
    ),
    "a sheet of a round that was not finished": record(trick(REVOKE), **KNOWN, reported={"points": {"ana+cy": 1}}),
    "a card written twice": record(
        **{**FINISHED, "tricks": [*FINISHED["tricks"][:-1], with_repeated_card(FINISHED["tricks"])]}, dealer="dee"
    ),
    "a slip, a card miscopied": miswritten(3, 2, card="KS"),
    "a slip, a card miscopied that nobody can tell": record(trick("ana KH, ben 2H, cy 9H, dee KH")),
    "a slip, a name written twice": miswritten(3, 2, player="ben"),
    "a slip, two cards exchanged": {
        **miswritten(2, 1, card="QD"),
        "tricks": [*revoked()["tricks"][:2], trick("ana AD, ben QD, cy KD, dee JD"), *revoked()["tricks"][3:]],
        "hands": {"ben": ["KH", "KC", "KD", "KS"], "cy": ["QC", "QH", "QD", "QS"]},
    },
    "a slip, a play left out": without_play(2, 1),
    "a slip, a trick left out": {
        **revoked(),
        "tricks": revoked()["tricks"][:3],
        "reported": {"points": {"ana+cy": 22}},
    },
    "a slip, a trick written twice": {**revoked(), "tricks": [*revoked()["tricks"], revoked()["tricks"][2]]},
    "a slip, the dealer": {**revoked(), "dealer": "ana"},
    "a slip, a winner": {
        **revoked(),
        "tricks": [*revoked()["tricks"][:3], trick("ana AS, ben KS, cy QS, dee JS", winner="dee")],
    },
    "a slip, a bidder": {**revoked(), "bids": bids(1, 1, 1, 1, players=("ana", "ben", "ben", "dee"))},
    "a slip, a card with the wrong player": {
        **revoked(),
        "hands": {
            "ana": ["AH", "AC", "AD", "AS"],
            "ben": ["KH", "KC", "KD", "KS"],
            "cy": ["QC", "QH", "QD"],
            "dee": ["JH", "JC", "JD", "JS", "QS"],
        },
    },
    "a slip, two tricks exchanged": record(
        trick("ana AH, ben 2H, cy 3H, dee 4H"),
        trick("ben AD, cy 2D, dee 3D, ana 4D"),
        trick("ana 5H, ben KH, cy 6H, dee 7H"),
        trick("ben 5D, cy 6D, dee 7D, ana KD"),
        dealer="dee",
    ),
    "a slip, a card with two players": {
        **revoked(),
        "hands": {"cy": ["QC", "QH", "QD", "QS"], "dee": ["JH", "JC", "JD", "JS", "QS"]},
    },
    "a slip, a pass left out": {
        **revoked(),
        "ruleset": {"name": "pagat", "overrides": {**revoked()["ruleset"]["overrides"], "nil": {"exchange": 1}}},
        "bids": bids(0, 1, 1, 1),
        "tricks": [trick("ana QC, ben KC, cy AS, dee JC")],
        "hands": {player: [rank + suit for suit in "HCDS"] for player, rank in zip(FOUR, "AKQJ", strict=True)},
        "exchanges": [],
        "stopped": True,
    },
    "a slip in a void round": record(
        trick("ana KH, ben 2H, cy 9H, dee 3H", winner="dee"), **{**KNOWN, "hands": MISDEALT}
    ),
    "a slip beside a sheet that is wrong": {
        **revoked(),
        "tricks": [
            trick(f"ana A{suit}, ben K{suit}, cy {last}, dee J{suit}") for suit, last in zip("HCDS", LAST, strict=True)
        ],
        "reported": {"points": {"ana+cy": 99}},
    },
    "more readings than are tried": _with_many_readings(),
    "two slips": {**miswritten(3, 2, card="KS"), "reported": {"points": {"ana+cy": 22}}, "dealer": "ana"},
    "cards that could not be read": record(
        UNREAD,
        trick("ana ??, ben 5H, cy 3S, dee 4H"),
        **{**KNOWN, "hands": with_hand("ben", ["??", *HANDS["ben"][1:]])},
        exchanges=[passed("ana", "cy", "?? 3C")],
    ),
    "cards that could not be read, taken back": taken_back({"card": "??", "at": _LATE}),
    "cards that could not be read, drawn": record(
        ruleset="two-player",
        players=list(FOUR[:2]),
        dealer="ben",
        bids=bids(6, 5),
        draws=[{"player": "ana", "cards": ["2C", "??"], "kept": ["??"]}],
    ),
}


RECORDS: Mapping[str, Body] = {
    "revoke in a known hand": record(trick(REVOKE), **KNOWN),
    "revoke proved by a later play": record(trick(REVOKE), trick("cy 9H, dee AH")),
    "revoke proved by counting": record(
        trick(REVOKE), hands={player: cards for player, cards in HANDS.items() if player != "cy"}
    ),
    "revoke undecided": record(trick(REVOKE)),
    "revoke undecided, hands contradict each other": record(
        trick(REVOKE), **{**KNOWN, "hands": with_hand("ben", ["9H", *HANDS["ben"][1:]])}
    ),
    "spades led early": record(trick("ana AS, ben KS, cy 3S, dee 6S"), trick("ana 2S, ben QS, cy 4S, dee 7S"), **KNOWN),
    "spades led early in a later trick": record(
        trick("ana KH, ben 2H, cy 9H, dee 3H"), trick("ana 2S, ben QS, cy 4S, dee 7S"), **KNOWN
    ),
    "out of turn": record(trick("ana KH, cy 9H, ben 2H, dee 4H"), **KNOWN),
    "wrong leader": record(trick("ben 2H, cy 9H, dee 3H, ana KH", leader="cy"), **KNOWN),
    "wrong winner leads": record(
        trick("ana KH, ben 2H, cy 9H, dee 3H", winner="ben"), trick("ben AC, cy 3C, dee 2C, ana 8C"), **KNOWN
    ),
    "card not held": record(trick("ana KH, ben 2H, cy AH, dee 4H"), **KNOWN),
    "card played twice": record(trick("ana KH, ben 2H, cy 9H, dee 3H"), trick("ana KH, ben 5H, cy 3S, dee 4H")),
    "card not in the pack": record(trick("ana KH, ben BJ, cy 9H, dee 3H"), **{**KNOWN, "set_aside": ["LJ"]}),
    "plays missing and too many": record(
        trick("ana KH, ben 2H, cy 9H"),
        trick("ana QH, ben 5H, cy 3S, dee 4H, ana JH"),
        trick(""),
        trick("ana AS"),
        **KNOWN,
    ),
    "a trick too many": record(**{**FINISHED, "tricks": [*FINISHED["tricks"], trick("ana 2C")]}, dealer="dee"),
    "hand too small": record(**{**KNOWN, "hands": with_hand("cy", HANDS["cy"][1:])}),
    "hand listed too small": record(trick(REVOKE), **{**KNOWN, "hands": with_hand("cy", HANDS["cy"][1:])}),
    "cards passed without leave": record(
        **KNOWN,
        exchanges=[passed("ana", "ben", "2S 3C"), passed("cy", "cy", "")],
    ),
    "cards passed after a blind nil": record(
        **{**KNOWN, "before": {"ben+dee": {"score": 200}}},
        bids=blind(bids(0, 3, 5, 4), "ana"),
        exchanges=[
            {"from": "ana", "to": "cy", "cards": ["AS", "KH"]},
            {"from": "cy", "to": "ana", "cards": ["2D", "3C"]},
        ],
    ),
    "bids out of turn, twice and missing": record(
        bids=[*bids(3, 4, players=("ben", "ana")), {"player": "ben", "tricks": 5}], dealer="dee"
    ),
    "bids out of range": record(ruleset=LOWEST, bids=bids(1, 9, 2, 3)),
    "a table total that is excluded": record(ruleset=STRICT, bids=bids(0, 5, 3, 5)),
    "blind bids without leave": record(bids=blind(bids(0, 3, 4, 5), *FOUR), before=BEFORE),
    "blind nil, deficit not known": record(bids=blind(bids(0, 3, 4, 5), "ana")),
    "bid raised": record(ruleset="nello", bids=bids(2, 3, 0, 5), dealer="dee"),
    "two nils on one side": record(ruleset=pagat(nil={"both_partners": "forbidden"}), bids=bids(0, 3, 0, 5)),
    "mirror, hands unknown": record(ruleset="mirror", hands={"ana": HANDS["ana"]}),
    "mirror, hands known": record(ruleset="mirror", **KNOWN),
    "suicide": record(ruleset="suicide", bids=bids(4, 0, 3, 2)),
    "round without bids": record(ruleset=pagat(bidding={"first_round": "bids_itself"}), bids=bids(4), round_number=1),
    "spade in the first trick": record(
        trick("ana 7D, ben AD, cy 2D, dee 6S"), ruleset=pagat(play={"first_trick": "no_spades"}), **KNOWN
    ),
    "low club opens": record(
        trick("ana 8C, ben AC, cy 3C, dee JS"),
        ruleset=pagat(play={"opening_leader": "lowest_club", "opening_card": "lowest_club"}),
        **KNOWN,
    ),
    "finished": record(**FINISHED, dealer="dee", before=BEFORE),
    "tricks taken by a director": record(
        **FINISHED, adjustments=[{"team": "ana+cy", "tricks": -3, "reason": "A signal"}]
    ),
    "finished, with nil and names for the teams": record(
        **FINISHED,
        bids=bids(0, 3, 4, 0),
        teams=[{"name": "reds", "players": ["cy", "ana"]}, {"name": "blues", "players": ["ben", "dee"]}],
        before={"reds": {"bags": 9}},
        round_number=3,
    ),
    "finished, without hands": record(tricks=FINISHED["tricks"]),
    "three players": record(
        ruleset="cutthroat", players=list(FOUR[:3]), bids=bids(5, 6, 4), **played(FOUR[:3], 17), before={"ana": {}}
    ),
    "two players": record(
        ruleset="two-player", players=list(FOUR[:2]), bids=bids(6, 5), **played(FOUR[:2], 13, seed=2)
    ),
    "two players, hands drawn": record(
        ruleset="two-player",
        players=list(FOUR[:2]),
        dealer="ben",
        bids=bids(6, 5),
        tricks=DRAWN["tricks"],
        draws=drawn(DRAWN),
    ),
    "two players, hands drawn and listed": record(
        ruleset="two-player", players=list(FOUR[:2]), dealer="ben", bids=bids(6, 5), **DRAWN, draws=drawn(DRAWN)
    ),
    "two players, drawn against the rules": record(
        ruleset="two-player",
        players=list(FOUR[:2]),
        dealer="ben",
        bids=[],
        draws=[
            {"player": "ben", "cards": ["2C", "3C"], "kept": ["2C", "3C"]},
            {"player": "ana", "cards": ["2C", "BJ", "AS"], "kept": []},
            {"player": "ana", "cards": [], "kept": ["KS"]},
        ],
    ),
    "hands drawn where they are dealt": record(draws=[{"player": "ana", "cards": ["2C", "3C"], "kept": ["2C"]}]),
    "six players with jokers": record(
        trick("ana 2C, ben BJ"),
        ruleset=pagat(table={"players": [6]}, deck={"jokers": 2}),
        players=[*FOUR, "eli", "fay"],
        bids=bids(1, 2),
    ),
    "names that need quoting": record(
        trick("a/b KH, ü~% 2H, no 3S, '+' 4H"),
        players=["a/b", "ü~%", "no", "'+'"],
        bids=bids(4, 3, players=("a/b", "ü~%")),
        hands={"a/b": ["2C", "2C"], "ü~%": []},
    ),
}

SHEETS: Mapping[str, Body] = {
    "labels": {**sheet(EVEN), "labels": {"table": "4"}},
    "contract made and set": sheet({"ana": 4, "ben": 3, "cy": 4, "dee": 2}, dealer="dee", before=BEFORE),
    "by team": sheet(EVEN),
    "names for the teams": sheet({"reds": 5, "ben": 8}, teams=[{"name": "reds", "players": ["ana", "cy"]}]),
    "nil made": sheet({"cy": 5, "ben+dee": 8}, bids=bids(0, 3, 4, 5)),
    "nil failed": sheet(FAILED, bids=bids(0, 3, 4, 5), ruleset=pagat(nil={"made": 50})),
    "nil failed, linked": sheet(FAILED, bids=bids(0, 3, 4, 5), ruleset="nello"),
    "blind nil": sheet(
        {"ana": 0, "cy": 5, "ben": 0, "dee": 8},
        bids=blind(bids(0, 0, 4, 5), "ana", "ben"),
        before={"ben+dee": {"score": 150}},
    ),
    "blind nil failed": sheet({"ana": 4, "cy": 1, "ben+dee": 8}, bids=blind(bids(0, 3, 4, 5), "ana")),
    "two nils that score together": sheet({"ana": 0, "cy": 0, "ben+dee": 13}, bids=bids(0, 3, 0, 5), ruleset="nello"),
    "two nils, one failed": sheet({"ana": 0, "cy": 1, "ben+dee": 12}, bids=bids(0, 3, 0, 5), ruleset="nello"),
    "two nils that score together, one failed": sheet(
        {"ana": 0, "cy": 1, "ben+dee": 12}, bids=bids(0, 3, 0, 5), ruleset=pagat(nil={"double": "joint"})
    ),
    "nil failed, contract made": sheet({"ana": 1, "cy": 4, "ben+dee": 8}, bids=bids(0, 3, 4, 5)),
    "nil by a side as one": sheet(
        {"ben+dee": 13},
        bids=[{"team": "ana+cy", "tricks": 0}, {"team": "ben+dee", "tricks": 6}],
        ruleset=pagat(bidding={"by": "team"}),
    ),
    "contract by a side as one": sheet(EVEN, bids=[{"team": "ana+cy", "tricks": 5}, *bids(1, 3, 1, 5)[1::2]]),
    "ten and slam": sheet(
        {"ana+cy": 13},
        bids=bids(10, 6, 3, 4),
        ruleset=pagat(special_bids={"ten": {"made": 200, "failed": -200}, "slam": {"made": 500}}),
    ),
    "ten made": sheet(
        {"ana+cy": 10, "ben+dee": 3},
        bids=bids(6, 1, 4, 2),
        ruleset=pagat(special_bids={"ten": {"made": 200}}),
    ),
    "ten failed": sheet(
        {"ana+cy": 8, "ben+dee": 5},
        bids=bids(7, 1, 3, 1),
        ruleset=pagat(special_bids={"ten": {"made": 200, "failed": -200, "or_more": False}}),
    ),
    "slam failed": sheet(
        {"ana+cy": 12, "ben+dee": 1},
        bids=bids(10, 1, 3, 1),
        ruleset=pagat(special_bids={"slam": {"made": 500, "failed": -500}}),
    ),
    "boston": sheet({"ana+cy": 13}, ruleset=pagat(special_bids={"boston": 200})),
    "bags whose points are taken back": sheet(
        {"ana+cy": 9, "ben+dee": 4},
        before={"ana+cy": {"score": 99, "bags": 9, "sets": 2, "revokes": 0}},
        ruleset=pagat(scoring={"bag_points_cancelled": True}),
    ),
    "blind bid": sheet({"ana+cy": 9, "ben+dee": 4}, bids=blind(bids(4, 3, 1, 5), "ana"), ruleset=BLIND),
    "uncommitted bid": sheet(
        EVEN,
        bids=bids(0, 3, 4, 5),
        ruleset=pagat(bidding={"zero": "uncommitted"}, nil={"blind": False}),
    ),
    "round without bids": sheet(
        EVEN,
        bids=[],
        ruleset=pagat(bidding={"first_round": "bids_itself"}),
        round_number=1,
    ),
    "findings": sheet(
        EVEN,
        bids=bids(5, 1, 7, 2, players=("dee", "cy", "ana", "ben")),
        ruleset=LOWEST,
        dealer="dee",
    ),
    "bids by player": {
        **{name: value for name, value in sheet({"ana": 4, "ben": 5, "cy": 4, "dee": 0}).items() if name != "bids"},
        **_BY_PLAYER,
        "blind_bidders": ["dee"],
    },
    "three players": sheet({"ana": 9, "ben": 8}, players=list(FOUR[:3]), bids=bids(5, 6, 4), ruleset="cutthroat"),
    "every parameter stated": sheet(EVEN, ruleset=pagat(**DEFAULTS)),
    "cards out of play": sheet(
        {"ana+cy": 4, "ben+dee": 8},
        ruleset=pagat(deck={"removed": {"4": ["2C", "2D", "2H", "2S"]}, "top_trumps": ["QS", "AS"]}),
    ),
    "an option": sheet(EVEN, ruleset=preset("nello", "short-game")),
    "a set that costs nothing, nil and bags": sheet(
        {"ana": 0, "cy": 3, "ben+dee": 10}, bids=bids(0, 3, 4, 5), ruleset="trickster"
    ),
}
