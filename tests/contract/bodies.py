"""Requests of many kinds that the contract allows: what they are about is in their names."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from service.spades.rules.parameters import GROUPS, plain
from tests.contract.document import WITH_BODY

Body = dict[str, Any]

FOUR = ("ana", "ben", "cy", "dee")
RANKS = "23456789TJQKA"
PACK = tuple(rank + suit for suit in "CDHS" for rank in RANKS)


def hand(text: str) -> list[str]:
    return text.split()


HANDS = {
    "ana": hand("AS KH QH JH TC 9C 8C 7D 6D 5D 4D 3D 2S"),
    "ben": hand("KS QS 2H 5H 6H AC KC QC AD KD QD JD TD"),
    "cy": hand("3S 4S 5S 9H JC 7C 6C 5C 4C 9D 8D 2D 3C"),
    "dee": hand("JS TS 9S 8S 7S 6S AH 4H 3H 7H 8H TH 2C"),
}
KNOWN = {"dealer": "dee", "hands": HANDS}
DEFAULTS = {
    group: {each.name: plain(getattr(rules(), each.name)) for each in fields(rules)} for group, rules in GROUPS.items()
}
REVOKE = "ana KH, ben 2H, cy 3S, dee 4H"
EVEN = {"ana+cy": 5, "ben+dee": 8}
FAILED = {"ana": 2, "cy": 3, "ben+dee": 8}
BEFORE = {"ana+cy": {"score": 237, "bags": 8, "sets": 1}, "ben+dee": {"score": 390, "revokes": 1}}


def bids(*tricks: int, players: Sequence[str] = FOUR) -> list[Body]:
    return [{"player": player, "tricks": bid} for player, bid in zip(players, tricks, strict=False)]


def trick(plays: str, **claims: str) -> Body:
    """Return a trick written as ``ana KH, ben 2H``."""
    pairs = [play.split() for play in plays.split(", ") if play]
    return {"plays": [{"player": player, "card": card} for player, card in pairs], **claims}


def passed(giver: str, taker: str, text: str) -> Body:
    return {"from": giver, "to": taker, "cards": hand(text)}


def blind(all_bids: Sequence[Body], *players: str) -> list[Body]:
    """Return bids of which those of these players were made blind."""
    return [{**bid, "blind": True} if bid["player"] in players else bid for bid in all_bids]


def preset(name: str, *options: str, **overrides: Mapping[str, Any]) -> Body:
    return {"name": name, "options": list(options), "overrides": overrides}


def pagat(**overrides: Mapping[str, Any]) -> Body:
    return preset("pagat", **overrides)


def record(*tricks: Body, **members: Any) -> Body:
    """Return a round record of four players who bid 4, 3, 1 and 5, with these members instead."""
    return {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4, 3, 1, 5), "tricks": list(tricks), **members}


def sheet(won: Mapping[str, int], **members: Any) -> Body:
    """Return a score sheet of four players who bid 4, 3, 1 and 5, with these members instead."""
    return {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4, 3, 1, 5), "tricks_won": dict(won), **members}


def played(players: Sequence[str] = FOUR, size: int = 13, seed: int = 1) -> Body:
    """Return hands and tricks of a round that was played out by the rules; whoever sits first leads."""
    pack = random.Random(seed).sample(PACK, len(PACK))
    dealt = {player: pack[seat * size : (seat + 1) * size] for seat, player in enumerate(players)}
    hands = {player: list(cards) for player, cards in dealt.items()}
    tricks, leader = [], 0
    for _ in range(size):
        order = [*players[leader:], *players[:leader]]
        lead = min(hands[order[0]], key=lambda card: (card[1] == "S", card))
        cards = [lead, *(min(hands[player], key=lambda card: (card[1] != lead[1], card)) for player in order[1:])]
        for player, card in zip(order, cards, strict=True):
            hands[player].remove(card)
        strength = [(card[1] == "S", card[1] == lead[1], RANKS.index(card[0])) for card in cards]
        winner = order[strength.index(max(strength))]
        plays = [{"player": player, "card": card} for player, card in zip(order, cards, strict=True)]
        tricks.append({"plays": plays, "leader": order[0], "winner": winner})
        leader = players.index(winner)
    rest = pack[size * len(players) :]
    return {"hands": dealt, "tricks": tricks, **({"set_aside": rest} if rest else {})}


def drawn(finished: Body) -> list[Body]:
    """Return how two players may have drawn the hands of a round: ana first, each card kept with one set aside."""
    (ana, first), (ben, second) = finished["hands"].items()
    turns = [turn for cards in zip(first, second, strict=True) for turn in zip((ana, ben), cards, strict=True)]
    return [
        {"player": player, "cards": [card, other], "kept": [card]}
        for (player, card), other in zip(turns, finished["set_aside"], strict=True)
    ]


def resolving(ruleset: str | Body, **members: Any) -> Body:
    """Return a ruleset to resolve."""
    return {"ruleset": ruleset, **members}


def bidding(*tricks: int, **members: Any) -> Body:
    """Return the bidding of four players so far, ana's bid being the first, with these members instead."""
    return {"ruleset": "pagat", "players": list(FOUR), "dealer": "dee", "bids": bids(*tricks), **members}


def moment(cards: str, plays: str = "", **members: Any) -> Body:
    """Return a hand and the trick so far, later in a round in which no spade has been played."""
    content = {"hand": hand(cards), **trick(plays), "trick_number": 5, "spades_broken": False}
    return {"ruleset": "pagat", **content, **members}


def single(plays: str, **members: Any) -> Body:
    """Return a trick of four players by itself."""
    return {"ruleset": "pagat", "players": list(FOUR), **trick(plays), **members}


def game(*rounds: Body, **members: Any) -> Body:
    """Return the sheet of a game of four players."""
    return {"ruleset": "pagat", "players": list(FOUR), "rounds": list(rounds), **members}


def row(won: Mapping[str, int], *tricks: int, **members: Any) -> Body:
    """Return a round of a sheet in which ana bid first."""
    return {"bids": bids(*tricks), "tricks_won": dict(won), **members}


def _twice(tricks: Sequence[Body]) -> Body:
    """Return the last trick with a card that was played before in place of its second."""
    last = copy.deepcopy(tricks[-1])
    last["plays"][1]["card"] = tricks[0]["plays"][0]["card"]
    return {"plays": last["plays"]}


def with_hand(player: str, cards: Sequence[str]) -> dict[str, list[str]]:
    return {**HANDS, player: list(cards)}


_FINISHED = played()
_DRAWN = played(FOUR[:2], 13, seed=2)
_LOWEST = pagat(bidding={"maximum": 6, "minimum": 2, "team_minimum": 8, "team_maximum": 9})
_STRICT = pagat(bidding={"table_total": "not_hand_size", "nil_partner_minimum": 4}, nil={"blind": False})
_BLIND = pagat(blind_bid={"allowed": True, "minimum": 3, "deficit": 0})

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
    "a trick too many": record(**{**_FINISHED, "tricks": [*_FINISHED["tricks"], trick("ana 2C")]}, dealer="dee"),
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
    "bids out of range": record(ruleset=_LOWEST, bids=bids(1, 9, 2, 3)),
    "a table total that is excluded": record(ruleset=_STRICT, bids=bids(0, 5, 3, 5)),
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
    "finished": record(**_FINISHED, dealer="dee", before=BEFORE),
    "finished, with nil and names for the teams": record(
        **_FINISHED,
        bids=bids(0, 3, 4, 0),
        teams=[{"name": "reds", "players": ["cy", "ana"]}, {"name": "blues", "players": ["ben", "dee"]}],
        before={"reds": {"bags": 9}},
        round_number=3,
    ),
    "finished, without hands": record(tricks=_FINISHED["tricks"]),
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
        tricks=_DRAWN["tricks"],
        draws=drawn(_DRAWN),
    ),
    "two players, hands drawn and listed": record(
        ruleset="two-player", players=list(FOUR[:2]), dealer="ben", bids=bids(6, 5), **_DRAWN, draws=drawn(_DRAWN)
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
    "blind bid": sheet({"ana+cy": 9, "ben+dee": 4}, bids=blind(bids(4, 3, 1, 5), "ana"), ruleset=_BLIND),
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
        ruleset=_LOWEST,
        dealer="dee",
    ),
    "three players": sheet({"ana": 9, "ben": 8}, players=list(FOUR[:3]), bids=bids(5, 6, 4), ruleset="cutthroat"),
    "every parameter stated": sheet(EVEN, ruleset=pagat(**DEFAULTS)),
    "cards out of play": sheet(
        {"ana+cy": 4, "ben+dee": 8},
        ruleset=pagat(deck={"removed": {"4": ["2C", "2D", "2H", "2S"]}, "top_trumps": ["QS", "AS"]}),
    ),
    "an option": sheet(EVEN, ruleset=preset("nello", "short-game")),
}

RESOLUTIONS: Mapping[str, Body] = {
    "a name": resolving("pagat"),
    "a table for one number of players": resolving("cutthroat"),
    "tables for several, which is not told": resolving("classic-solo"),
    "tables for several, one of them told": resolving("classic-solo", player_count=5),
    "options": resolving(preset("classic-partnership", "nil", "bags", "blind-bids"), player_count=4),
    "every parameter stated": resolving(pagat(**DEFAULTS)),
    "jokers": resolving(pagat(table={"players": [6]}, deck={"jokers": 2, "top_trumps": ["BJ", "LJ"]}), player_count=6),
    "cards out of play": resolving(
        pagat(
            table={"players": [2, 3, 4, 5, 6], "sides": "individual"},
            deck={
                "removed": {"3": ["2C"], "5": ["2C", "2D"], "6": ["2C", "2D", "2H", "3C"], "2": [], "4": []},
                "hand_size": {"2": 13, "3": 17, "4": 13, "5": 10, "6": 8},
                "leftover": "set_aside",
            },
        ),
        player_count=2,
    ),
    "a ten and a slam": resolving(pagat(special_bids={"ten": {"made": 200, "failed": -200, "or_more": True}})),
}

_TEAMS = pagat(bidding={"by": "team"})
_NO_SECOND_NIL = pagat(nil={"both_partners": "forbidden"})

BIDDINGS: Mapping[str, Body] = {
    "nobody has bid": bidding(),
    "nobody has bid, no dealer": {"ruleset": "pagat", "players": list(FOUR), "bids": []},
    "no dealer, the first bid tells": {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4)},
    "one has bid": bidding(4),
    "all have bid": bidding(4, 3, 1, 5),
    "out of turn and twice": bidding(bids=bids(3, 4, 5, players=("ben", "ana", "ben"))),
    "out of range": bidding(1, 9, ruleset=_LOWEST),
    "the board closes low bids and high ones": bidding(5, 4, 2, ruleset=_LOWEST),
    "the table's total closes a bid": bidding(4, 3, 1, ruleset=_STRICT),
    "a nil closes low bids": bidding(0, 5, ruleset=_STRICT),
    "a nil closes a second one": bidding(0, 5, ruleset=_NO_SECOND_NIL),
    "a partner's low bid closes nil": bidding(2, 5, ruleset=_STRICT),
    "a bid raised": bidding(2, 4, 0, ruleset="nello"),
    "0 may not be bid": bidding(ruleset="classic-partnership"),
    "0 is an uncommitted bid": bidding(0, 3, ruleset=pagat(bidding={"zero": "uncommitted"}, nil={"blind": False})),
    "blind bids, the standing not known": bidding(ruleset=preset("classic-partnership", "blind-bids")),
    "blind nil, the standing not known": bidding(bids=blind(bids(0), "ana")),
    "blind bids, far behind": bidding(3, ruleset=_BLIND, before=BEFORE),
    "blind nil, not far enough behind": bidding(before={"ana+cy": {"score": 50}}),
    "mirror, hands unknown": bidding(4, ruleset="mirror"),
    "mirror, hands known": bidding(4, ruleset="mirror", hands=HANDS),
    "whiz, some hands known": bidding(0, 2, ruleset="whiz", hands={"ana": HANDS["ana"], "cy": HANDS["cy"]}),
    "suicide": bidding(4, 0, ruleset="suicide"),
    "sides bid as one, nobody has bid": bidding(ruleset="tournament-jja", before={}),
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
    "teams with names": single(
        "ana KH, ben 2H, cy 3S, dee 4H",
        teams=[{"name": "Reds", "players": ["ana", "cy"]}],
    ),
    "the highest of the suit led": single("ana KH, ben 2H, cy 9H, dee AH"),
    "a spade": single(REVOKE),
    "a revoke": single(REVOKE, trick_number=1, leader="ana", hands=HANDS, spades_broken=False),
    "a revoke undecided, some hands known": single(REVOKE, trick_number=7, hands={"ana": HANDS["ana"]}),
    "a spade led early": single("ana AS, ben KS, cy 3S, dee 6S", hands=HANDS, spades_broken=False),
    "a spade led, perhaps early": single("ana AS, ben KS, cy 3S, dee 6S", hands=HANDS),
    "a spade led in time": single("ana AS, ben KS, cy 3S, dee 6S", spades_broken=True),
    "a spade opens": single("ana AS, ben KS, cy 3S, dee 6S", trick_number=1, hands=HANDS),
    "a spade in the first trick": single(
        "ana 7D, ben AD, cy 2D, dee 6S", trick_number=1, hands=HANDS, ruleset=_NO_SPADES
    ),
    "unfinished": single("ana KH, ben 2H"),
    "nothing played": single(""),
    "a card too many": single("ana KH, ben 2H, cy 9H, dee 4H, ana QH"),
    "out of turn": single("ana KH, cy 9H, ben 2H, dee 4H"),
    "another leader": single("ana KH, ben 2H, cy 9H, dee 4H", leader="dee"),
    "a card twice": single("ana KH, ben KH, cy 9H, dee 4H"),
    "a card that was not held": single("ana KH, ben AH, cy 9H, dee 4H", hands=HANDS),
    "a card that is in another hand": single("ana KH, ben AH, cy 9H, dee 4H", hands={"dee": HANDS["dee"]}),
    "cards that are not in the pack": single("ana BJ, ben LJ, cy BJ, dee LJ"),
    "jokers": single("ana AS, ben BJ", ruleset=pagat(deck={"jokers": 1, "removed": {"4": ["2C"]}})),
    "three players": single("ana KH, ben 2H, cy 9H", ruleset="cutthroat", players=list(FOUR[:3])),
}


def until(**rules: Any) -> Body:
    """Return a ruleset of which games end in this way."""
    return pagat(game=rules)


_MADE = row({"ana+cy": 6, "ben+dee": 7}, 3, 4, 2, 3)  # 51 to 70
_SET = row({"ana+cy": 2, "ben+dee": 11}, 5, 4, 4, 3)  # -90 to 74
_SHARED = row({"ana+cy": 6, "ben+dee": 7}, 3, 3, 3, 3)  # 60 to 61

GAMES: Mapping[str, Body] = {
    "no round": game(),
    "no round, the first dealer known": game(first_dealer="cy"),
    "another round is needed": game(_MADE, first_dealer="dee"),
    "dealers are told by the rounds": game({**_MADE, "dealer": "dee"}, {**_MADE, "dealer": "dee"}, before=BEFORE),
    "nobody knows the dealer": game(_MADE),
    "the target": game(_MADE, ruleset=until(target=70), first_dealer="dee"),
    "the target must be passed": game(_MADE, ruleset=until(target=70, target_test="more_than")),
    "the floor": game(_SET, ruleset=until(floor=-90), first_dealer="dee"),
    "the floor ends it and the highest wins": game(_SET, ruleset=until(floor=-90, floor_effect="highest_wins")),
    "sets": game(_SET, _SET, ruleset=until(sets_limit=2)),
    "rounds": game(_MADE, _MADE, ruleset=until(round_limit=2)),
    "a tie is shared": game(
        _SHARED, ruleset=until(target=60, tie="shared"), before={"ana+cy": {"score": 1}, "ben+dee": {"bags": 1}}
    ),
    "a tie is played on": game(_SHARED, ruleset=until(target=60), before={"ana+cy": {"score": 1}}),
    "a round after the end": game(_MADE, _SET, ruleset=until(target=70), first_dealer="dee"),
    "findings": game(
        {**_MADE, "bids": bids(5, 1, 7, 2, players=("dee", "cy", "ana", "ben")), "dealer": "dee"}, ruleset=_LOWEST
    ),
    "a nil": game(row(FAILED, 0, 3, 4, 5)),
    "a side that bids as one": game(
        {"bids": [{"team": "ana+cy", "tricks": 5}, {"team": "ben+dee", "tricks": 6}], "tricks_won": EVEN},
        ruleset="tournament-jja",
    ),
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
    "bags are carried": game(*[row({"ana+cy": 9, "ben+dee": 4}, 3, 2, 2, 2)] * 3),
}


_LOW = [card for card in PACK if card[0] not in "AKQJ"]


def irregular(**rules: Any) -> Body:
    """Return a ruleset that rules on irregularities like this."""
    return pagat(irregularities=rules)


def revoked(*tricks: int, before: Body | None = None, **rules: Any) -> Body:
    """Return a round of four tricks, all of them ana's, in which cy revoked in the first."""
    honours = pagat(deck={"removed": {"4": _LOW}}, irregularities=rules)
    lines = ("ana AH, ben KH, cy QC, dee JH", "ana AC, ben KC, cy QH, dee JC")
    more = (f"ana A{suit}, ben K{suit}, cy Q{suit}, dee J{suit}" for suit in "DS")
    made = bids(*(tricks or (1, 1, 1, 1)))
    return record(*map(trick, (*lines, *more)), ruleset=honours, dealer="dee", bids=made, before=before or {})


def as_round(body: Body, **members: Any) -> Body:
    """Return a record as a round of a game."""
    return {name: value for name, value in body.items() if name not in {"ruleset", "players", "before"}} | members


def taken_back(*cards: Body, place: int = 2) -> Body:
    """Return the start of a round in which these cards were taken back for the one that stayed."""
    plays = trick("ana KH, ben 2H, cy 9H, dee 4H")
    plays["plays"][place]["withdrawn"] = list(cards)
    return record(plays, **KNOWN)


def accused(*calls: Body, **rules: Any) -> Body:
    """Return a round with a revoke by cy and none by dee, and these calls."""
    return record(trick(REVOKE), trick("cy 3C, dee 2C"), **KNOWN, accusations=list(calls), ruleset=irregular(**rules))


_EARLY = {"trick": 1, "plays": 4}
_LATE = {"trick": 2, "plays": 4}
_TRICKS = dict.fromkeys(FOUR, 0) | {"ana": 13}

RULINGS: Mapping[str, Body] = {
    "a finished round with a revoke": revoked(),
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
        {"by": "ana", "against": "dee", "trick": 1},
        {"by": "ana", "against": "ben", "trick": 7},
        {"by": "dee", "against": "cy"},
        false_accusation="tricks",
        accusation_until="next_trick_led",
    ),
    "a false call": accused({"by": "ana", "against": "dee", "trick": 1}, false_accusation="same_penalty"),
    "nobody called": accused(),
    "a call in time": accused({"by": "ben", "against": "cy", "at": _EARLY}),
    "a void round": record(**{**KNOWN, "hands": with_hand("cy", HANDS["cy"][1:])}, before=BEFORE),
    "a sheet that is right": record(
        **_FINISHED, reported={"tricks_won": dict.fromkeys(FOUR, 0), "points": {}, "score": {}, "bags": {}}
    ),
    "a sheet that is wrong": record(
        **_FINISHED,
        before=BEFORE,
        reported={
            "tricks_won": _TRICKS,
            "points": {"ana+cy": 1, "ben+dee": 2},
            "score": {"ana+cy": 3},
            "bags": {"ben+dee": 9},
        },
    ),
    "a sheet of a round that was not finished": record(trick(REVOKE), **KNOWN, reported={"points": {"ana+cy": 1}}),
    "a card written twice": record(
        **{**_FINISHED, "tricks": [*_FINISHED["tricks"][:-1], _twice(_FINISHED["tricks"])]}, dealer="dee"
    ),
}

_SHEET_ROW = {**row({"ana+cy": 9, "ben+dee": 4}, 3, 2, 2, 2), "dealer": "dee"}

AUDITED_GAMES: Mapping[str, Body] = {
    "no round": game(),
    "rows": game(_MADE, _MADE, first_dealer="dee", before=BEFORE),
    "records and rows": game(
        {"bids": bids(4, 3, 1, 5), **_FINISHED, "dealer": "dee"},
        {**_MADE, "reported": {"points": {"ana+cy": 51}, "score": {"ana+cy": 1}, "bags": {"ben+dee": 0}}},
    ),
    "an unfinished round": game(
        {"bids": bids(4, 3, 1, 5), "tricks": [trick(REVOKE)], "hands": HANDS, "accusations": []}
    ),
    "an unfinished round before another": game({"bids": bids(4), "tricks": []}, {**_MADE, "reported": {"score": {}}}),
    "what only a record has": game(
        {"bids": bids(0, 3, 1, 5), "tricks": [], "set_aside": [], "draws": [], "exchanges": [passed("ana", "cy", "2C")]}
    ),
    "bags forgotten": game(
        {**_SHEET_ROW, "reported": {"score": {"ana+cy": 54, "ben+dee": 40}}},
        {**_MADE, "reported": {"score": {"ana+cy": 105}, "bags": {"ana+cy": 5}}},
    ),
    "points wrong": game({**_MADE, "reported": {"points": {"ana+cy": 15}}}),
    "added up wrongly": game({**_MADE, "reported": {"points": {"ana+cy": 51}, "score": {"ana+cy": 61}}}),
    "tricks wrong": game({"bids": bids(4, 3, 1, 5), **_FINISHED, "reported": {"tricks_won": _TRICKS}}),
    "a penalty that is not on the sheet": game(
        as_round(revoked(), reported={"points": {"ana+cy": 22}}), ruleset=revoked()["ruleset"]
    ),
    "a forfeit": game(
        as_round(revoked()), ruleset=revoked(repeat_revoke="forfeit_game")["ruleset"], before={"ana+cy": {"revokes": 1}}
    ),
    "a void round": game(
        {"bids": bids(4), "tricks": [], "hands": with_hand("cy", HANDS["cy"][1:])}, _MADE, first_dealer="dee"
    ),
    "a question that is left open": game({"bids": bids(4, 3, 1, 5), "tricks": [trick(REVOKE)]}),
    "a card written twice": game(
        {"bids": bids(4, 3, 1, 5), "tricks": [*_FINISHED["tricks"][:-1], _twice(_FINISHED["tricks"])], "dealer": "dee"}
    ),
    "the floor": game(_SET, ruleset=until(floor=-90)),
    "sets": game(_SET, _SET, ruleset=until(sets_limit=2)),
    "rounds": game(_MADE, ruleset=until(round_limit=1)),
    "an end": game(_MADE, _MADE, ruleset=until(target=70), first_dealer="dee"),
    "teams": game(_MADE, teams=[{"name": "reds", "players": ["ana", "cy"]}], ruleset="pagat")
    | {"rounds": [{**_MADE, "tricks_won": {"reds": 6, "ben+dee": 7}}]},
}

BODIES: Mapping[str, Mapping[str, Body]] = {
    "auditRound": {**RECORDS, **RULINGS},
    "scoreRound": SHEETS,
    "resolveRuleset": RESOLUTIONS,
    "checkBids": BIDDINGS,
    "listLegalPlays": MOMENTS,
    "judgeTrick": TRICKS,
    "scoreGame": GAMES,
    "auditGame": AUDITED_GAMES,
}


def bodies_of(operation: str) -> dict[str, Body]:
    """Return the requests to an operation: those above, and the document's own examples."""
    described = next(each for each in WITH_BODY if each.name == operation)
    examples = (described.body or {})["examples"]
    return {**BODIES[operation], **{f"example {name}": example["value"] for name, example in examples.items()}}
