"""Cheap reasons why a record can't be free of contradictions."""

from __future__ import annotations

from typing import Any

from tests.naive.contradictions import Key
from tests.naive.dealt import lists_agree
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, Table

Json = dict[str, Any]

OF_A_TRICK = {"wrong_winner", "leader_mismatch", "missing_play", "extra_play"}
"""Errors that lie in what a record says about one trick."""


class Sieve:
    """Holds back most records that contradict themselves, without judging them."""

    def __init__(self, referee: Referee, errors: list[Key]) -> None:
        self.table: Table = referee.table
        self.certain = set(referee.evidence.hands)
        """The players who can't have passed cards that the record does not show."""
        record = referee.record
        self.bids, self.dealer = record["bids"], record.get("dealer")
        places = {(code, int(pointer.split("/")[2])) for code, pointer in errors if "/tricks/" in pointer}
        doubtful = {trick for trick, _ in referee.evidence.fault}  # who won these, another entry may decide
        self.tricks = [
            record["tricks"][place]
            for code, place in places
            if code in OF_A_TRICK and not (code == "wrong_winner" and place in doubtful)
        ]
        """The tricks of which something must be changed."""
        codes = {code for code, _ in errors}
        is_short = "missing_tricks" in codes and not codes & {"extra_play", "wrong_hand_size"}
        self.count = _count_plays(record) if is_short else None
        """How many tricks and plays, where they are too few; not where a name may be wrong, or a round void."""
        self.hands = [record["hands"][pointer.split("/")[2]] for code, pointer in errors if code == "wrong_hand_size"]

    def holds_back(self, record: Json) -> bool:
        """Tell whether this record contradicts itself for sure."""
        hands: dict[str, list[str]] = record.get("hands", {})
        # The last trick may be short: there another order of the tricks mends what is missing.
        if any(each is wrong for each in record["tricks"][:-1] for wrong in self.tricks):
            return True
        # With another dealer other hands have a card more, and somebody else none left for the last trick.
        if self.dealer == record.get("dealer") and (
            self.count == _count_plays(record)
            or (
                any(each is wrong for each in hands.values() for wrong in self.hands)
                and not lists_agree(record, self.table)
            )
        ):
            return True
        # With other bids there may have been a pass.
        is_bid_alike = record.get("bids", []) == self.bids
        return self._has_twice(record, hands) or (is_bid_alike and self._plays_unlisted(record, hands))

    def _has_twice(self, record: Json, hands: dict[str, list[str]]) -> bool:
        log = [play["card"] for trick in record["tricks"] for play in trick["plays"] if play["card"] != UNREAD]
        lists = [card for cards in (*hands.values(), record.get("set_aside", [])) for card in cards if card != UNREAD]
        deck = self.table.pack.cards
        return any(len(set(cards)) < len(cards) or not deck.issuperset(cards) for cards in (log, lists))

    def _plays_unlisted(self, record: Json, hands: dict[str, list[str]]) -> bool:
        """Tell whether a player plays or passes a card that another is listed with; partners may have passed it."""
        certain = {player: hand for player, hand in hands.items() if player in self.certain}
        owners = {card: player for player, hand in certain.items() for card in hand if card != UNREAD}
        for exchange in record.get("exchanges", []):
            for card in exchange["cards"]:
                if owners.get(card, exchange["from"]) != exchange["from"]:
                    return True
        owners |= {card: each["to"] for each in record.get("exchanges", []) for card in each["cards"] if card != UNREAD}
        told = "exchanges" in record
        return any(
            owners.get(play["card"], play["player"]) != play["player"]
            and (told or self.table.partner(play["player"]) != owners[play["card"]])
            for trick in record["tricks"][: self.table.pack.hand_size]
            for play in trick["plays"]
        )


def _count_plays(record: Json) -> tuple[int, int]:
    return len(record["tricks"]), sum(len(trick["plays"]) for trick in record["tricks"])
