"""Whether each card was legal: what was led, whether the suit was followed, and who had to lead."""

from __future__ import annotations

from typing import Any

from tests.naive.bids import Found, opening_leader
from tests.naive.breaking import Breaking
from tests.naive.evidence import Answer, Spot
from tests.naive.log import Log
from tests.naive.table import UNREAD, path
from tests.naive.winners import suits_led_by

Json = dict[str, Any]


class Cards(Log):
    """Judges the cards of a log, one by one, and keeps what was found."""

    def __init__(self, record: Json, parameters: Json) -> None:
        super().__init__(record, parameters)
        self.findings: list[Found] = list(self.bidding.findings)
        self.undecided: list[Found] = list(self.bidding.undecided)
        self.breaking = Breaking(self.evidence, parameters)
        self.broken_before: list[Answer] = []
        """For each trick whether spades were broken before it."""
        self._led: dict[int, set[str]] = {}
        self.possible: list[set[str]] = []
        """For each trick who may have won it; nobody where the record does not tell."""

    def suits_led(self, trick: int) -> set[str]:
        """Return the suits that may have been led to a trick: any, where the lead itself is missing."""
        if trick not in self._led:
            self._led[trick] = self._find_suits_led(trick)
        return self._led[trick]

    def _find_suits_led(self, trick: int) -> set[str]:
        plays = self.plays(trick)
        if not plays:
            return set()
        absent = self.absent(trick) if trick < len(self.record["tricks"]) - 1 else []
        expected = self.expected_leaders(trick)
        if absent and (not expected or expected & set(absent)):
            return {self.pack.suit(card) for card in self.pack.cards}
        return suits_led_by(self.evidence, plays)

    def find(self, code: str, spot: Spot) -> None:
        """Report this of a play."""
        self.findings.append(self._of_play(code, spot))

    def answer(self, code: str, spot: Spot, answer: Answer) -> None:
        """Report what was proved; of a play that is itself in doubt nothing is."""
        if answer == "proved" and spot not in self.evidence.fault:
            self.findings.append(self._of_play(code, spot))
        elif answer != "disproved":
            self.undecided.append(self._of_play(code, spot))

    def _of_play(self, code: str, spot: Spot) -> Found:
        play = self.plays(spot[0])[spot[1]]
        card = None if play["card"] == UNREAD else play["card"]
        return (code, path("tricks", spot[0], "plays", spot[1]), play["player"], card)

    def expected_leaders(self, trick: int) -> set[str]:
        """Return who may have had the lead: nobody where the record does not tell."""
        if trick > 0:
            gone = self.out_of_cards(trick)
            return {
                next((player for player in self.table.rotation(winner) if player not in gone), winner)
                for winner in self.possible[trick - 1]
            }
        if self.parameters["play"]["opening_leader"] == "lowest_club":
            return self.evidence.holders_of_lowest(self.pack.clubs)
        leader = opening_leader(self.record, self.bidding, self.table, self.parameters)
        return set() if leader is None else {leader}

    def _held(self, spot: Spot, wanted: set[str]) -> Answer:
        return self.evidence.held(self.plays(spot[0])[spot[1]]["player"], wanted, spot)

    def judge_lead(self, spot: Spot) -> None:
        play = self.parameters["play"]
        card = self.plays(spot[0])[spot[1]]["card"]
        broken = self.broken_before[spot[0]]
        if card == UNREAD:
            return
        if spot[0] == 0:
            self._judge_opening(spot, card, play["opening_card"])
        elif self.pack.suit(card) == "S" and play["spade_lead"] == "after_broken" and broken != "proved":
            answer = self._held(spot, self.pack.non_spades)
            if answer == "proved" and broken == "undecided":
                answer = "undecided"
            self.answer("illegal_spade_lead", spot, answer)

    def _judge_opening(self, spot: Spot, card: str, rule: str) -> None:
        if rule == "non_spade" and self.pack.suit(card) == "S":
            self.answer("illegal_opening_card", spot, self._held(spot, self.pack.non_spades))
        elif rule == "lowest_club":
            wanted = {"S": self.pack.non_spades, "C": self._lower_clubs(card)}
            self.answer(
                "illegal_opening_card", spot, self._held(spot, wanted.get(self.pack.suit(card), self.pack.clubs))
            )

    def _lower_clubs(self, card: str) -> set[str]:
        return {club for club in self.pack.clubs if self.pack.rank(club) < self.pack.rank(card)}

    def revoke(self, spot: Spot) -> Answer:
        """Tell whether this card was played in a revoke, taking the card as it is recorded."""
        play = self.plays(spot[0])[spot[1]]
        unread = play["card"] == UNREAD
        cards = self.evidence.candidates(play["player"]) if unread else {play["card"]}
        answers: set[Answer] = set()
        for led in self.suits_led(spot[0]):
            if all(self.pack.suit(card) == led for card in cards):
                answers.add("disproved")
            else:
                answers.add(self._held(spot, self.pack.of_suit(led)))
        if "proved" in answers and (unread or self.plays(spot[0])[0]["card"] == UNREAD):
            return "undecided"  # a card that could not be read decides nothing
        return answers.pop() if len(answers) == 1 else "undecided"

    def judge_follow(self, spot: Spot) -> None:
        revoke = self.revoke(spot)
        self.answer("revoke", spot, revoke)
        if spot[0] == 0 and revoke != "proved":
            self._judge_first_trick(spot)

    def _judge_first_trick(self, spot: Spot) -> None:
        rule = self.parameters["play"]["first_trick"]
        led, card = self.suits_led(0), self.plays(0)[spot[1]]["card"]
        if card == UNREAD or len(led) > 1:
            return
        suit = self.pack.suit(card)
        wanted: set[str] = set()
        if rule != "normal" and suit == "S" and "S" not in led:
            wanted = self.pack.non_spades - self.pack.of_suit(min(led))  # one of the suit led makes it a revoke
        elif rule == "all_lowest_club" and suit == "C" and "C" in led:
            wanted = self._lower_clubs(card)
        if wanted:
            self.answer("illegal_first_trick_card", spot, self._held(spot, wanted))
