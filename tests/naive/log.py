"""The log of a round as it stands: which tricks are whole, and who had no card left."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.naive.bids import Bidding, read_bids
from tests.naive.dealt import may_have_passed
from tests.naive.evidence import Evidence
from tests.naive.prices import count_voids
from tests.naive.short_forms import in_full
from tests.naive.table import Table

Json = dict[str, Any]


class Log:
    """A record with what is read in it before anything is judged."""

    def __init__(self, record: Json, parameters: Json) -> None:
        self.has_bids = "bids" in record
        if any("plays" not in trick for trick in record["tricks"]):
            record = next(in_full(record, parameters))
        self.record: Json = {"bids": [], **record}
        self.parameters = parameters
        self.table = Table(record, parameters)
        self.pack = self.table.pack
        self.bidding: Bidding = read_bids(record, self.table, parameters)
        passed = may_have_passed(record, self.table, self.bidding, parameters)
        self.evidence = Evidence(record, self.table, passed)
        self._gone: dict[int, set[str]] = {}

    @property
    def sent(self) -> Json:
        """The record as it was sent: with bids only if it had them."""
        return {member: value for member, value in self.record.items() if self.has_bids or member != "bids"}

    def is_played_out(self) -> bool:
        """Tell whether there is all of a round: each trick with one card of every player.

        Where a wrong count does not void it, that is of every player who has one left; and it may end with the hand
        that was dealt too short.
        """
        count = len(self.record["tricks"])
        if count_voids(self.parameters):
            return count == self.pack.hand_size and all(self.is_whole(trick) for trick in range(count))
        if self.pack.longer and count == self.pack.hand_size - 1:
            return False
        gone = [self.out_of_cards(trick) | self._dealt_none_for(trick) for trick in range(count + 1)]
        ended = count == self.pack.hand_size or (count < self.pack.hand_size and bool(gone[count]) and not gone[0])
        return ended and all(
            sorted(play["player"] for play in self.plays(trick)) == sorted(set(self.table.players) - gone[trick])
            for trick in range(count)
        )

    def _dealt_none_for(self, trick: int) -> set[str]:
        """Return the players who had no card for this trick, by the rules and their list, whatever they play to it."""
        hands = self.evidence.hands
        sizes = {player: max(size, len(hands.get(player, []))) for player, size in self.table.sizes.items()}
        return {player for player, size in sizes.items() if size <= trick < self.pack.hand_size}

    def is_whole(self, trick: int) -> bool:
        """Tell whether a trick has one card of every player who was dealt one for it."""
        due = [player for player, size in self.table.sizes.items() if size > trick]
        return sorted(play["player"] for play in self.plays(trick)) == sorted(due)

    def may_be_in_progress(self, trick: int) -> bool:
        """Tell whether the log may end within a trick: it is the last, and nobody wrote who won it."""
        return trick == len(self.record["tricks"]) - 1 and "winner" not in self.record["tricks"][trick]

    def out_of_cards(self, trick: int) -> set[str]:
        """Return the players who had no card left for this trick: their hand is listed, and all of it was played."""
        if trick not in self._gone:
            self._gone[trick] = self._find_out_of_cards(trick)
        return self._gone[trick]

    def _find_out_of_cards(self, trick: int) -> set[str]:
        tricks = self.evidence.tricks
        most = max(Counter(play["player"] for plays in tricks[:trick] for play in plays).values(), default=0)
        still = {play["player"] for plays in tricks[trick:] for play in plays}
        short = {player for player, size in self.table.sizes.items() if size <= trick < self.pack.hand_size} - still
        if most < min((len(hand) for hand in self.evidence.hands.values()), default=most + 1):
            return short
        earlier = {(play["player"], play["card"]) for plays in tricks[:trick] for play in plays}
        return short | {
            player
            for player, hand in self.evidence.hands.items()
            if player not in still
            and not self.evidence.unread[player]
            and all((player, card) in earlier for card in hand)
        }

    def is_unwritten(self, trick: int) -> bool:
        """Tell whether a trick was put into the record where it lacks one: nobody knows who led it."""
        return bool(self.record["tricks"][trick].get("unwritten"))

    def plays(self, trick: int) -> list[Json]:
        """Return the plays of a trick."""
        plays: list[Json] = self.record["tricks"][trick]["plays"]
        return plays

    def absent(self, trick: int) -> list[str]:
        """Return the players of whom a trick has no card, though they had one left."""
        present = {play["player"] for play in self.plays(trick)} | self.out_of_cards(trick)
        return [player for player in self.table.players if player not in present]
