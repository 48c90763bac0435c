"""When spades are broken, for whoever leads next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.naive.evidence import Answer, Evidence, Spot
from tests.naive.table import UNREAD
from tests.naive.winners import CANNOT_WIN

Json = dict[str, Any]


@dataclass(frozen=True)
class TakenBack:
    """A spade that was taken back."""

    trick: int
    at: tuple[int, int] | None
    """The trick, from 0, and how many of its plays lay there when it was taken back, if the record says so."""
    side: str
    breaks: Answer
    """Whether it broke spades while it lay there."""


def _moment(back: Json) -> tuple[int, int] | None:
    return (back["at"]["trick"] - 1, back["at"]["plays"]) if "at" in back else None


class Breaking:
    """What has broken spades so far, trick by trick."""

    def __init__(self, evidence: Evidence, parameters: Json) -> None:
        self.evidence = evidence
        self.pack = evidence.table.pack
        self.any_spade = parameters["play"]["broken_by"] == "any_spade"
        self.established = parameters["calls"]["established"]
        self.answer: Answer = "disproved"
        """Whether a card that stayed has broken them."""
        self.withdrawn: list[TakenBack] = []
        """The spades that would or might have broken them and were taken back."""

    def before(self, trick: int) -> Answer:
        """Tell whether spades were broken when this trick was led to.

        A spade that was taken back later lay there until then: nobody could know.
        """
        answer = self.answer
        for each in self.withdrawn:
            if self._lay(each, trick) == "proved" == each.breaks:
                return "proved"
            if self._lay(each, trick) != "disproved" and answer == "disproved":
                answer = "undecided"
        return answer

    def _lay(self, back: TakenBack, trick: int) -> Answer:
        """Tell whether a card still lay on the table when a later trick was led to.

        Without a moment it was taken back in time, if there was one: then its own side had not played since.
        """
        if back.at is not None:
            return "proved" if back.at > (trick, 0) else "disproved"
        return "undecided" if self.may_lie(back.trick, back.side, trick) else "disproved"

    def may_lie(self, of_trick: int, side: str, trick: int) -> bool:
        """Tell whether a card that this side took back at no known moment may have lain there when a trick was led to.

        At once, there is no time in which it may be taken back, so that nobody knows when it was.
        """
        plays = self.evidence.tricks[trick]
        late = self.established == "offending_side_plays_next" and of_trick == trick - 1
        return self.established == "at_once" or bool(late and plays and self._side(plays[0]["player"]) != side)

    def _side(self, player: str) -> str:
        return self.evidence.table.side_of[player]

    def add(self, trick: int, led: set[str], absent: list[str]) -> None:
        """Enter a trick, whose lead may have been of one of these suits; cards of these players are missing."""
        plays = self.evidence.tricks[trick]
        taken_back = [back["card"] for play in plays[:1] for back in play.get("withdrawn", [])]
        led_before = {self.pack.suit(card) if card in self.pack.cards else "S" for card in taken_back}
        for place, play in enumerate(plays):
            fault = self.evidence.fault.get((trick, place))
            counts: Answer = "disproved"
            if self.any_spade:
                counts = "proved"
            elif place > 0:
                counts = self._on_lead(led)
            breaks = counts if self.any_spade or not place else self._on_lead(led | led_before)
            for back in play.get("withdrawn", []):
                is_spade = self._is_spade(back["card"], play["player"], (trick, place))
                if "disproved" not in {is_spade, breaks}:
                    sure: Answer = "proved" if is_spade == breaks == "proved" else "undecided"
                    self.withdrawn.append(TakenBack(trick, _moment(back), self._side(play["player"]), sure))
            if play["card"] == UNREAD or fault == "card_not_held":
                cards = self.evidence.candidates(play["player"])
                counts = "disproved" if counts == "disproved" or not cards & self.pack.spades else "undecided"
            elif fault in CANNOT_WIN or self.pack.suit(play["card"]) != "S":
                counts = "disproved"
            self._note(counts)
        self.pass_over(absent)

    def _is_spade(self, card: str, player: str, spot: Spot) -> Answer:
        """Tell whether a card that was taken back was a spade; one that could not be read was any of the hand."""
        if card == UNREAD:
            cards = self.evidence.candidates(player) | self.evidence.now(player, spot)
            return "undecided" if cards & self.pack.spades else "disproved"
        return "proved" if card in self.pack.spades else "disproved"

    def pass_over(self, players: list[str]) -> None:
        """Enter what these players may have played, of whom there is no card."""
        if any(self.evidence.may_have_dropped(player, self.pack.spades) for player in players):
            self._note("undecided")

    def _on_lead(self, led: set[str]) -> Answer:
        """Tell whether a spade on a lead of one of these suits is one on another suit's lead."""
        return "disproved" if led == {"S"} else "undecided" if "S" in led else "proved"

    def _note(self, answer: Answer) -> None:
        if answer == "proved" or (answer == "undecided" and self.answer == "disproved"):
            self.answer = answer
