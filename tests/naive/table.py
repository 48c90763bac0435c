"""Cards, seats and sides for the naive oracle: names, lists and sets, nothing clever."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Json = dict[str, Any]

RANKS = "23456789TJQKA"
SUITS = "CDHS"
STANDARD = [rank + suit for suit in SUITS for rank in RANKS]
JOKERS = ["BJ", "LJ"]
UNREAD = "??"
"""A card that could not be read."""


class Pack:
    """The cards in play at a table of so many players."""

    def __init__(self, deck: Json, players: int) -> None:
        jokers = JOKERS[: deck["jokers"]]
        removed = set(deck["removed"].get(str(players), []))
        self.cards = {card for card in STANDARD + jokers if card not in removed}
        self.top: list[str] = list(deck["top_trumps"]) or jokers
        self.suits = {card: "S" if card in self.top or card in JOKERS else card[1] for card in STANDARD + JOKERS}
        equal, more = divmod(len(self.cards), players)
        self.longer = more if deck["leftover"] == "dealt" else 0
        """How many players are dealt one card more than the others."""
        self.hand_size: int = deck["hand_size"].get(str(players), equal + (self.longer > 0))
        self.leftover = 0 if self.longer else len(self.cards) - players * self.hand_size
        self.spades = {card for card in self.cards if self.suit(card) == "S"}
        self.non_spades = self.cards - self.spades
        self.clubs = {card for card in self.cards if self.suit(card) == "C"}

    def suit(self, card: str) -> str:
        """Return the suit that a card belongs to in play: a promoted card and a joker are spades."""
        return self.suits[card]

    def of_suit(self, suit: str) -> set[str]:
        """Return all cards in play of a suit."""
        return {card for card in self.cards if self.suit(card) == suit}

    def rank(self, card: str) -> int:
        """Return a number that is higher for the better of two cards of one suit."""
        if card in self.top:
            return 100 - self.top.index(card)
        return RANKS.index(card[0])

    def best(self, led: str, cards: Iterable[str]) -> str | None:
        """Return the card that wins: the highest spade, else the highest card of the suit led."""
        able = [card for card in cards if card in self.cards]
        for suit in ("S", led):
            of_suit = [card for card in able if self.suit(card) == suit]
            if of_suit:
                return max(of_suit, key=self.rank)
        return None


class Table:
    """Who sits where and plays with whom, and with which pack."""

    def __init__(self, record: Json, parameters: Json) -> None:
        self.players: list[str] = list(record["players"])
        self.pack = Pack(parameters["deck"], len(self.players))
        self.no_time_is_in_time = parameters["calls"]["established"] == "at_once"
        """Whether nobody knows when a card without a moment was taken back: no time was in time."""
        half = len(self.players) // 2
        if parameters["table"]["sides"] == "partnership":
            groups = [[self.players[seat], self.players[seat + half]] for seat in range(half)]
        else:
            groups = [[player] for player in self.players]
        self.sides: dict[str, list[str]] = {}
        for group in groups:
            name = "+".join(group)
            for team in record.get("teams", []):
                if set(team["players"]) == set(group):
                    name = team["name"]
            self.sides[name] = group
        self.side_of = {player: name for name, group in self.sides.items() for player in group}
        self.sizes = dict.fromkeys(self.players, self.pack.hand_size)
        """How many cards each player is dealt by the rules: the first from the dealer's left may have one more."""
        if self.pack.longer and "dealer" in record:
            for player in self.rotation(self.after(record["dealer"]))[self.pack.longer :]:
                self.sizes[player] -= 1

    def after(self, player: str) -> str:
        """Return the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def rotation(self, first: str) -> list[str]:
        """Return all players clockwise from this one."""
        seat = self.players.index(first)
        return self.players[seat:] + self.players[:seat]

    def partner(self, player: str) -> str | None:
        """Return the other player of this player's side."""
        return next((each for each in self.sides[self.side_of[player]] if each != player), None)


def in_turn(rotation: list[str], acted: set[str], who: str) -> bool:
    """Tell whether this one is first in the rotation, or follows one who has acted."""
    place = rotation.index(who)
    return place == 0 or rotation[place - 1] in acted


def path(*parts: str | int) -> str:
    """Return a pointer; the ids in these tests need no escapes."""
    return "#" + "".join(f"/{part}" for part in parts)
