"""Parts of requests: hands, bids, tricks, records and score sheets, at a table of four unless stated otherwise."""

from __future__ import annotations

import copy
import random
from collections.abc import Mapping, Sequence
from typing import Any

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
MISDEALT = {**HANDS, "cy": HANDS["cy"][1:], "dee": [*HANDS["dee"], HANDS["cy"][0]]}
"""Hands of 13, 13, 12 and 14 cards, each card once."""
KNOWN = {"dealer": "dee", "hands": HANDS}
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
    """Return these bids with those of some players made blind."""
    return [{**bid, "blind": True} if bid["player"] in players else bid for bid in all_bids]


def preset(name: str, *options: str, **overrides: Mapping[str, Any]) -> Body:
    return {"name": name, "options": list(options), "overrides": overrides}


def pagat(**overrides: Mapping[str, Any]) -> Body:
    return preset("pagat", **overrides)


def record(*tricks: Body, **members: Any) -> Body:
    """Return a round record of four players who bid 4, 3, 1 and 5; `members` replace or extend its own."""
    return {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4, 3, 1, 5), "tricks": list(tricks), **members}


def sheet(won: Mapping[str, int], **members: Any) -> Body:
    """Return a score sheet of four players who bid 4, 3, 1 and 5; `members` replace or extend its own."""
    return {"ruleset": "pagat", "players": list(FOUR), "bids": bids(4, 3, 1, 5), "tricks_won": dict(won), **members}


def played(players: Sequence[str] = FOUR, size: int = 13, seed: int = 1) -> Body:
    """Return the hands and tricks of a round played out by the rules; the first player leads."""
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
    """Return draws that give two players their hands: ana first, each keeping one card and setting one aside."""
    (ana, first), (ben, second) = finished["hands"].items()
    turns = [turn for cards in zip(first, second, strict=True) for turn in zip((ana, ben), cards, strict=True)]
    return [
        {"player": player, "cards": [card, other], "kept": [card]}
        for (player, card), other in zip(turns, finished["set_aside"], strict=True)
    ]


def with_hand(player: str, cards: Sequence[str]) -> dict[str, list[str]]:
    return {**HANDS, player: list(cards)}


def with_repeated_card(tricks: Sequence[Body]) -> Body:
    """Return the last trick with its second card replaced by one that was played before."""
    last = copy.deepcopy(tricks[-1])
    last["plays"][1]["card"] = tricks[0]["plays"][0]["card"]
    return {"plays": last["plays"]}


FINISHED = played()
DRAWN = played(FOUR[:2], 13, seed=2)
LOWEST = pagat(bidding={"maximum": 6, "minimum": 2, "team_minimum": 8, "team_maximum": 9})
STRICT = pagat(bidding={"table_total": "not_hand_size", "nil_partner_minimum": 4}, nil={"blind": False})
BLIND = pagat(blind_bid={"allowed": True, "minimum": 3, "deficit": 0})
