"""When spades are broken, for whoever leads next."""

from __future__ import annotations

from typing import Any

from tests.naive.evidence import Answer, Evidence
from tests.naive.table import UNREAD
from tests.naive.winners import CANNOT_WIN

Json = dict[str, Any]


class Breaking:
    """What has broken spades so far, trick by trick."""

    def __init__(self, evidence: Evidence, parameters: Json) -> None:
        self.evidence = evidence
        self.pack = evidence.table.pack
        self.any_spade = parameters["play"]["broken_by"] == "any_spade"
        self.late = parameters["irregularities"]["revoke_established"] == "offending_side_plays_next"
        """Whether a card may be taken back in time although the next trick has been led to."""
        self.answer: Answer = "disproved"
        """Whether a card that stayed has broken them."""
        self.withdrawn: list[tuple[int, Json]] = []
        """The spades that would have broken them and were taken back, each with its trick."""

    def before(self, trick: int) -> Answer:
        """Tell whether spades were broken when this trick was led to.

        A spade that was taken back later lay there until then: nobody could know.
        """
        answer = self.answer
        for lay_in, back in self.withdrawn:
            if "at" in back:
                if (back["at"]["trick"] - 1, back["at"]["plays"]) > (trick, 0):
                    answer = "proved"
            elif self.late and lay_in == trick - 1 and answer == "disproved":
                answer = "undecided"
        return answer

    def add(self, trick: int, led: set[str], absent: list[str]) -> None:
        """Enter a trick, whose lead may have been of one of these suits; cards of these players are missing."""
        plays = self.evidence.tricks[trick]
        for place, play in enumerate(plays):
            fault = self.evidence.fault.get((trick, place))
            counts: Answer = "disproved"
            if self.any_spade:
                counts = "proved"
            elif place > 0:  # a spade on another suit's lead
                counts = "disproved" if led == {"S"} else "undecided" if "S" in led else "proved"
            self.withdrawn += [
                (trick, back)
                for back in play.get("withdrawn", [])
                if counts == "proved" and back["card"] in self.pack.cards and self.pack.suit(back["card"]) == "S"
            ]
            if play["card"] == UNREAD or fault == "card_not_held":
                cards = self.evidence.candidates(play["player"])
                counts = "disproved" if counts == "disproved" or not cards & self.pack.spades else "undecided"
            elif fault in CANNOT_WIN or self.pack.suit(play["card"]) != "S":
                counts = "disproved"
            self._note(counts)
        if any(self.evidence.may_have_dropped(player, self.pack.spades) for player in absent):
            self._note("undecided")

    def _note(self, answer: Answer) -> None:
        if answer == "proved" or (answer == "undecided" and self.answer == "disproved"):
            self.answer = answer
