"""A round record as the history of a state of OpenSpiel's game of Spades."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from service.notations.compass import SEATS, winner_of
from service.notations.losses import claims_in
from service.notations.model import Loss, UnwritableRecord, WrittenText
from service.spades.cards import INDEX
from service.spades.english import quoted
from service.spades.pointers import pointer_to

DECK = 52
MOST_TRICKS_BID = 13
_WRITTEN = {"players", "hands", "bids", "bids_by_player", "blind_bidders", "tricks"}
_TITLE = "A state of OpenSpiel"


def write(record: Mapping[str, Any]) -> WrittenText:
    """Return the ids of a record on one line.

    Raises `UnwritableRecord` unless the deal is known and regular, the bids and plays are in turn, and every card was
    dealt to the player who played it: otherwise no such state exists. Nor does one with a claim.
    """
    writer = _Writer(record)
    ids = [*writer.deal(), *writer.bids(), *writer.plays()]
    faults = [*writer.faults, *claims_in(record, _TITLE)]
    if faults:
        raise UnwritableRecord(sorted(faults))
    return WrittenText(", ".join(map(str, ids)) + "\n", tuple(sorted(writer.losses)))


class _Writer:
    """Turns the parts of one record into ids, and collects what has no place among them."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.faults: list[Loss] = []
        self.losses = [
            Loss(pointer_to(member), "unmapped", f"Action ids have no place for {quoted(member)}.")
            for member in record
            if member not in {*_WRITTEN, "claim"}
        ]
        self._record = record
        self._players: Sequence[str] = record.get("players", ())
        if len(self._players) != len(SEATS):
            self._fault("players", code="player_count", detail="A state has four players.")
        elif list(self._players) != list(SEATS):
            detail = f"The players are written as seats: {', '.join(map(quoted, self._players))} sit N, E, S and W."
            self.losses.append(Loss("#/players", "unmapped", detail))
        self._first = self._first_player()

    def _fault(self, *parts: str | int, code: str, detail: str) -> None:
        self.faults.append(Loss(pointer_to(*parts), code, detail))

    def _lose(self, *parts: str | int, detail: str) -> None:
        self.losses.append(Loss(pointer_to(*parts), "unmapped", detail))

    def _seat(self, name: str) -> int:
        return self._players.index(name) if name in self._players else 0

    def _first_player(self) -> int:
        """Return who leads the first trick; without one, who bids first."""
        for trick in self._record.get("tricks", ())[:1]:
            if "leader" in trick and "plays" not in trick:
                return self._seat(trick["leader"])
            if trick.get("plays"):
                return self._seat(trick["plays"][0]["player"])
        for bid in self._record.get("bids", ())[:1]:
            return self._seat(bid.get("player", ""))
        return 0

    def deal(self) -> list[int]:
        """Return the cards in the order in which they were dealt."""
        if self.faults:
            return []
        hands: Mapping[str, Sequence[str]] = self._record.get("hands", {})
        cards = [list(hands.get(player, ())) for player in self._players]
        count = sum(map(len, cards))
        listed = {card for hand in cards for card in hand}
        if not count or [len(hand) for hand in cards] != [(count + 3 - seat) // 4 for seat in range(4)]:
            detail = "A state begins with the deal: the hands have to be known, and thirteen cards each once dealt."
            self._fault("hands", code="deal_unknown", detail=detail)
        elif len(listed) != count or any(INDEX[card] >= DECK for card in listed):
            detail = "A state needs different cards, all readable, of a pack of 52 without jokers."
            self._fault("hands", code="irregular_deal", detail=detail)
        elif count < DECK and (self._record.get("bids") or self._record.get("tricks")):
            self._fault("hands", code="deal_unknown", detail="Bids and plays come only after all 52 cards were dealt.")
        if self.faults:
            return []
        return [INDEX[cards[turn % 4][turn // 4]] for turn in range(count)]

    def bids(self) -> list[int]:
        """Return the bids, which have to be in turn and complete before a card is played."""
        if self.faults:
            return []
        bids, member = self._record.get("bids", ()), "bids"
        if "bids_by_player" in self._record:
            bids, member = self._bids_in_turn(), "bids_by_player"
        ids = []
        for index, bid in enumerate(bids):
            place = (member, index) if member == "bids" else (member,)
            expected = self._players[(self._first + index) % 4]
            if bid.get("player") != expected or index >= len(SEATS):
                detail = "A state has one bid of each player, in turn from the player who leads first."
                self._fault(*place, code="out_of_turn", detail=detail)
                break
            if bid["tricks"] > MOST_TRICKS_BID:
                self._fault(*place, code="bid_too_high", detail=f"A state has bids from 0 to {MOST_TRICKS_BID}.")
            if bid.get("blind"):
                self._lose(*place, detail=f"{quoted(expected)} bid blind, which is written as an ordinary bid.")
            ids.append(DECK + bid["tricks"])
        if not self.faults and self._record.get("tricks") and len(ids) != len(SEATS):
            self._fault("bids", code="bids_unknown", detail="A state has four bids before the first card is played.")
        return ids

    def _bids_in_turn(self) -> list[dict[str, Any]]:
        """Return bids that are listed by player, in the only order that a state can have."""
        by_player: Mapping[str, int] = self._record["bids_by_player"]
        blind = self._record.get("blind_bidders", ())
        strangers = [name for name in by_player if name not in self._players]
        order = [self._players[(self._first + turn) % 4] for turn in range(4)]
        detail = "The order of these bids is not recorded; they are written in turn."
        self._lose("bids_by_player", detail=detail)
        return [
            {"player": name, "tricks": by_player[name], "blind": name in blind}
            for name in [*order, *strangers]
            if name in by_player
        ]

    def plays(self) -> list[int]:
        """Return the cards played, each in turn and by the player to whom it was dealt."""
        ids: list[int] = []
        if self.faults:
            return ids
        leader, left = self._first, {player: set(self._record["hands"].get(player, ())) for player in self._players}
        tricks = self._record.get("tricks", ())
        for number, trick in enumerate(tricks):
            order = [self._players[(leader + turn) % 4] for turn in range(4)]
            plays = self._plays_of(trick, number, order)
            if plays is None or [player for player, _ in plays] != order[: len(plays)]:
                detail = "A state has plays in turn, from the winner of the trick before."
                self._fault("tricks", number, code="out_of_turn", detail=detail)
                return []
            if len(plays) < len(SEATS) and number + 1 < len(tricks):
                self._fault("tricks", number, code="card_missing", detail="A state has four cards in every trick.")
                return []
            for player, card in plays:
                if card not in left[player]:
                    detail = f"{quoted(player)} plays {card} without holding it."
                    self._fault("tricks", number, code="card_not_held", detail=detail)
                    return []
                left[player].remove(card)
                ids.append(INDEX[card])
            if plays:
                leader = (leader + winner_of([card for _, card in plays])) % 4
        return ids

    def _plays_of(self, trick: Mapping[str, Any], number: int, order: Sequence[str]) -> list[tuple[str, str]] | None:
        """Return a trick as players and cards, or None if it is led by somebody else than who has to."""
        for member in trick:
            if member not in {"plays", "cards", "cards_by_player"} and not (
                member == "leader" and "plays" not in trick
            ):
                self._lose("tricks", number, member, detail=f"Action ids have no place for {quoted(member)}.")
        for index, play in enumerate(trick.get("plays", ())):
            if "withdrawn" in play:
                detail = "Action ids have no place for cards taken back."
                self._lose("tricks", number, "plays", index, "withdrawn", detail=detail)
        if "plays" in trick:
            return [(play["player"], play["card"]) for play in trick["plays"]]
        if trick.get("leader", order[0]) != order[0]:
            return None
        if "cards" in trick:
            return list(zip(order, trick["cards"], strict=False)) if len(trick["cards"]) <= len(order) else None
        by_player: Mapping[str, str] = trick["cards_by_player"]
        return [(player, by_player[player]) for player in [*order, *by_player] if player in by_player][: len(by_player)]
