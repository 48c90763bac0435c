"""Requests about the bidding so far, a hand to play from and a single trick, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.contract.builders import (
    BEFORE,
    BLIND,
    FOUR,
    HANDS,
    LOWEST,
    REVOKE,
    STRICT,
    Body,
    bids,
    blind,
    hand,
    pagat,
    preset,
    trick,
)


def bidding(*tricks: int, **members: Any) -> Body:
    """Return the bidding of four players so far, starting with ana; `members` replace or extend its own."""
    return {"ruleset": "pagat", "players": list(FOUR), "dealer": "dee", "bids": bids(*tricks), **members}


def moment(cards: str, plays: str = "", **members: Any) -> Body:
    """Return a hand and the trick so far, later in a round in which no spade has been played."""
    content = {"hand": hand(cards), **trick(plays), "trick_number": 5, "spades_broken": False}
    return {"ruleset": "pagat", **content, **members}


def lone_trick(plays: str, **members: Any) -> Body:
    """Return a trick of four players by itself."""
    return {"ruleset": "pagat", "players": list(FOUR), **trick(plays), **members}


_TEAMS = pagat(bidding={"by": "team"})
_NO_SECOND_NIL = pagat(nil={"both_partners": "forbidden"})

BIDDINGS: Mapping[str, Body] = {
    "nobody has bid": bidding(),
    "nobody has bid, no dealer": {"ruleset": "pagat", "players": list(FOUR), "bids": []},
    "no dealer, the first bid taken to be in turn": {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4)},
    "one has bid": bidding(4),
    "all have bid": bidding(4, 3, 1, 5),
    "out of turn and twice": bidding(bids=bids(3, 4, 5, players=("ben", "ana", "ben"))),
    "out of range": bidding(1, 9, ruleset=LOWEST),
    "the board closes low bids and high ones": bidding(5, 4, 2, ruleset=LOWEST),
    "the table's total closes a bid": bidding(4, 3, 1, ruleset=STRICT),
    "a nil closes low bids": bidding(0, 5, ruleset=STRICT),
    "a nil closes a second one": bidding(0, 5, ruleset=_NO_SECOND_NIL),
    "a partner's low bid closes nil": bidding(2, 5, ruleset=STRICT),
    "a bid raised": bidding(2, 4, 0, ruleset="nello"),
    "0 may not be bid": bidding(ruleset="classic-partnership"),
    "0 is an uncommitted bid": bidding(0, 3, ruleset=pagat(bidding={"zero": "uncommitted"}, nil={"blind": False})),
    "blind bids, the standing not known": bidding(ruleset=preset("classic-partnership", "blind-bids")),
    "blind nil, the standing not known": bidding(bids=blind(bids(0), "ana")),
    "blind bids, far behind": bidding(3, ruleset=BLIND, before=BEFORE),
    "blind nil, not far enough behind": bidding(before={"ana+cy": {"score": 50}}),
    "mirror, hands unknown": bidding(4, ruleset="mirror"),
    "mirror, hands known": bidding(4, ruleset="mirror", hands=HANDS),
    "whiz, some hands known": bidding(0, 2, ruleset="whiz", hands={"ana": HANDS["ana"], "cy": HANDS["cy"]}),
    "suicide": bidding(4, 0, ruleset="suicide"),
    "sides bid as one, nobody has bid": bidding(ruleset=_TEAMS, before={}),
    "the last partner makes the contract": bidding(4, 3, ruleset="tournament-jja", before={}),
    "the last partner made the contract": bidding(4, 3, 7, ruleset="tournament-jja"),
    "sides bid as one": bidding(bids=[{"team": "ana+cy", "tricks": 5}], ruleset=_TEAMS),
    "sides bid as one, a nil": bidding(bids=[{"team": "ana+cy", "tricks": 0}], ruleset=_TEAMS),
    "a side bid as one": bidding(bids=[{"team": "ana+cy", "tricks": 5}]),
    "names for the teams": bidding(
        4, teams=[{"name": "reds", "players": ["ana", "cy"]}], before={"reds": {"score": 10, "revokes": 1}}
    ),
    "round without bids": bidding(4, ruleset=pagat(bidding={"first_round": "bids_itself"}), round_number=1),
    "round with bids": bidding(4, ruleset=pagat(bidding={"first_round": "bids_itself"}), round_number=2),
    "three players": bidding(5, 6, ruleset="cutthroat", players=list(FOUR[:3]), dealer="cy"),
    "two players": bidding(5, ruleset="two-player", players=list(FOUR[:2]), dealer="ben"),
}

_NO_SPADES = pagat(play={"first_trick": "no_spades"})
_LOW_CLUB = pagat(play={"opening_leader": "lowest_club", "opening_card": "lowest_club"})
_ALL_LOW_CLUBS = pagat(play={"first_trick": "all_lowest_club", "opening_card": "lowest_club"})

MOMENTS: Mapping[str, Body] = {
    "follow suit": moment("AS 9H 3H 4C", "ana KH"),
    "no card of the suit led": moment("AS 4C", "ana KH, ben 2H"),
    "a lead, spades not broken": moment("AS 2S 4C"),
    "a lead, spades broken": moment("AS 2S 4C", spades_broken=True),
    "a lead, nothing but spades": moment("AS 2S"),
    "the opening lead": moment("AS 9H", trick_number=1),
    "the low club opens": moment("AS 9H 2C 4C", trick_number=1, ruleset=_LOW_CLUB),
    "no spades in the first trick": moment("AS 9H", "ana KC", trick_number=1, ruleset=_NO_SPADES),
    "low clubs in the first trick": moment("AS 9C 4C", "ana 2C", trick_number=1, ruleset=_ALL_LOW_CLUBS),
    "a joker that is not in the pack": moment("BJ 9H", "ana KH"),
    "a card listed twice": moment("9H 9H 4C"),
    "a card that lies in the trick": moment("KH 9H", "ana KH"),
    "jokers": moment(
        "LJ 9H", "ana BJ", ruleset=pagat(table={"players": [6]}, deck={"jokers": 2}), players=[*FOUR, "eli", "fay"]
    ),
    "one of several tables": moment("AS 9H", "ana KH", ruleset="classic-solo", players=list(FOUR[:3])),
    "an empty hand": moment(""),
    "more plays than players": moment("AS", "ana KH, ben 2H, cy 3H, dee 4H, ana 5H"),
}

TRICKS: Mapping[str, Body] = {
    "teams with names": lone_trick(
        "ana KH, ben 2H, cy 3S, dee 4H",
        teams=[{"name": "Reds", "players": ["ana", "cy"]}],
    ),
    "the highest of the suit led": lone_trick("ana KH, ben 2H, cy 9H, dee AH"),
    "a spade": lone_trick(REVOKE),
    "a revoke": lone_trick(REVOKE, trick_number=1, leader="ana", hands=HANDS, spades_broken=False),
    "a revoke undecided, some hands known": lone_trick(REVOKE, trick_number=7, hands={"ana": HANDS["ana"]}),
    "a spade led early": lone_trick("ana AS, ben KS, cy 3S, dee 6S", hands=HANDS, spades_broken=False),
    "a spade led, perhaps early": lone_trick("ana AS, ben KS, cy 3S, dee 6S", hands=HANDS),
    "a spade led in time": lone_trick("ana AS, ben KS, cy 3S, dee 6S", spades_broken=True),
    "a spade opens": lone_trick("ana AS, ben KS, cy 3S, dee 6S", trick_number=1, hands=HANDS),
    "a spade in the first trick": lone_trick(
        "ana 7D, ben AD, cy 2D, dee 6S", trick_number=1, hands=HANDS, ruleset=_NO_SPADES
    ),
    "unfinished": lone_trick("ana KH, ben 2H"),
    "nothing played": lone_trick(""),
    "a card too many": lone_trick("ana KH, ben 2H, cy 9H, dee 4H, ana QH"),
    "out of turn": lone_trick("ana KH, cy 9H, ben 2H, dee 4H"),
    "another leader": lone_trick("ana KH, ben 2H, cy 9H, dee 4H", leader="dee"),
    "a card twice": lone_trick("ana KH, ben KH, cy 9H, dee 4H"),
    "a card that was not held": lone_trick("ana KH, ben AH, cy 9H, dee 4H", hands=HANDS),
    "a card that is in another hand": lone_trick("ana KH, ben AH, cy 9H, dee 4H", hands={"dee": HANDS["dee"]}),
    "cards that are not in the pack": lone_trick("ana BJ, ben LJ, cy BJ, dee LJ"),
    "jokers": lone_trick("ana AS, ben BJ", ruleset=pagat(deck={"jokers": 1, "removed": {"4": ["2C"]}})),
    "three players": lone_trick("ana KH, ben 2H, cy 9H", ruleset="cutthroat", players=list(FOUR[:3])),
}
