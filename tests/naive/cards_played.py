"""Whether each card was legal: what was led, whether the suit was followed, and who had to lead."""

from __future__ import annotations

from typing import Any

from tests.naive.bidding_turns import is_first_told
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
        if self.is_unwritten(trick):
            return {self.pack.suit(card) for card in self.pack.cards}
        if not plays:
            return set()
        if self.lacks_lead(trick):
            return {self.pack.suit(card) for card in self.pack.cards}
        return suits_led_by(self.evidence, plays)

    def lacks_lead(self, trick: int) -> bool:
        """Tell whether a trick that is over has no card of a player who may have been to lead it."""
        absent = set[str]() if self.may_be_in_progress(trick) else set(self.absent(trick))
        expected = self.may_have_led(trick)
        return bool(absent) and (not expected or bool(expected & absent))

    def may_lack_lead(self, trick: int) -> bool:
        """Tell whether a trick in progress has the cards, in turn, of all but one who may have been to lead it."""
        players = [play["player"] for play in self.plays(trick)]
        expected = self.may_have_led(trick)
        if not self.may_be_in_progress(trick):
            return False
        if "led" in self.record["tricks"][trick]:
            return not expected & set(players)
        if len(players) < 2:
            return False
        if not expected or (trick == 0 and len(expected) > 1):
            expected = set(self.table.players)
        gone = self.out_of_cards(trick)
        rotations = [[player for player in self.table.rotation(leader) if player not in gone] for leader in expected]
        return any(players == rotation[1:] for rotation in rotations)

    def may_have_led(self, trick: int) -> set[str]:
        """Return who may have led: who had the lead, of whom the leader named is one if his card is the first."""
        expected, plays = self.expected_leaders(trick), self.plays(trick)
        named: str | None = self.record["tricks"][trick].get("leader")
        settled = plays and named == plays[0]["player"] and (not expected or named in expected or trick == 0)
        return {named} if settled and named is not None and len(expected) != 1 else expected

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
        if "led" in self.record["tricks"][trick]:
            return {self.record["tricks"][trick]["led"]}  # in a short form; such a lead is not judged
        if trick > 0:
            return {self.passed_on(trick, winner) for winner in self.possible[trick - 1]}
        if self.parameters["play"]["opening_leader"] == "lowest_club":
            return self.evidence.holders_of_lowest(self.pack.clubs)
        leader = opening_leader(self.record, self.bidding, self.table, self.parameters)
        return set() if leader is None or self.is_lead_presumed() else {leader}

    def passed_on(self, trick: int, winner: str) -> str:
        """Return who leads a trick after this winner: the next who has a card left."""
        gone = self.out_of_cards(trick)
        return next((player for player in self.table.rotation(winner) if player not in gone), winner)

    def is_lead_presumed(self) -> bool:
        """Tell whether nothing but the first bid says who was to lead first, and it may have been out of turn."""
        by_dealer = self.parameters["play"]["opening_leader"] not in {"lowest_club", "high_bidder"}
        return by_dealer and not is_first_told(self.record, self.parameters["bids"])

    def _held(self, spot: Spot, wanted: set[str]) -> Answer:
        play = self.plays(spot[0])[spot[1]]
        # A card that could not be read is one of those that are not known: it is not in the hand any more.
        return self.evidence.held(play["player"], wanted, spot, unread=play["card"] == UNREAD)

    def judge_lead(self, spot: Spot) -> None:
        play = self.parameters["play"]
        card = self.plays(spot[0])[spot[1]]["card"]
        broken = self.broken_before[spot[0]]
        if card == UNREAD:
            self._ask_about_lead(spot)
        elif spot[0] == 0:
            self._judge_opening(spot, card, play["opening_card"])
        elif self.pack.suit(card) == "S" and play["spade_lead"] == "after_broken" and broken != "proved":
            answer = self._held(spot, self.pack.non_spades)
            if answer == "proved" and broken == "undecided":
                answer = "undecided"
            self.answer("illegal_spade_lead", spot, answer)

    def _ask_about_lead(self, spot: Spot) -> None:
        """Ask whether a lead that could not be read was a card that may be led."""
        play, cards = self.parameters["play"], self.evidence.candidates(self.plays(spot[0])[spot[1]]["player"])
        late = play["spade_lead"] == "after_broken" and self.broken_before[spot[0]] != "proved"
        for card in cards:
            wanted = self.wanted_instead(card, play["opening_card"]) if spot[0] == 0 else set()
            if spot[0] > 0 and late and self.pack.suit(card) == "S":
                wanted = self.pack.non_spades
            if wanted and self._held(spot, wanted) != "disproved":
                code = "illegal_spade_lead" if spot[0] else "illegal_opening_card"
                self.undecided.append(self._of_play(code, spot))
                return

    def _judge_opening(self, spot: Spot, card: str, rule: str) -> None:
        wanted = self.wanted_instead(card, rule)
        if wanted:
            self.answer("illegal_opening_card", spot, self._held(spot, wanted))

    def wanted_instead(self, card: str, rule: str) -> set[str]:
        """Return the cards of which one had to open the play instead of this one; none if it may."""
        if rule == "non_spade" and self.pack.suit(card) == "S":
            return self.pack.non_spades
        if rule == "lowest_club":
            wanted = {"S": self.pack.non_spades, "C": self._lower_clubs(card)}
            return wanted.get(self.pack.suit(card), self.pack.clubs)
        return set()

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
        led, play = self.suits_led(0), self.plays(0)[spot[1]]
        card = play["card"]
        if len(led) > 1 or self.plays(0)[0]["card"] == UNREAD:
            return
        if card != UNREAD:
            wanted = self.wanted_first(card, min(led), rule)
            if wanted:
                self.answer("illegal_first_trick_card", spot, self._held(spot, wanted))
            return
        for each in self.evidence.candidates(play["player"]):
            wanted = self.wanted_first(each, min(led), rule)
            if wanted and self._held(spot, wanted) != "disproved":
                self.undecided.append(self._of_play("illegal_first_trick_card", spot))
                return

    def wanted_first(self, card: str, led: str, rule: str) -> set[str]:
        """Return the cards of which one had to be played to the first trick instead of this one; none if it may."""
        suit = self.pack.suit(card)
        if rule != "normal" and suit == "S" != led:
            return self.pack.non_spades - self.pack.of_suit(led)  # one of the suit led makes it a revoke
        if rule == "all_lowest_club" and suit == "C" == led:
            return self._lower_clubs(card)
        return set()
