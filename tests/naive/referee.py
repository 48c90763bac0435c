"""The second opinion: judges a record by the rules as they are written, one question at a time."""

from __future__ import annotations

from typing import Any

from tests.naive.bids import Bidding, Found, opening_leader, read_bids, without_bid
from tests.naive.evidence import Answer, Evidence, Spot
from tests.naive.scorer import score_sides
from tests.naive.table import Table, in_turn, path

Json = dict[str, Any]

CANNOT_WIN = {"card_not_in_deck", "card_replayed"}


def judge(record: Json, parameters: Json) -> Json:
    """Judge a record (the body of a request, its ruleset apart) by the parameters of a ruleset."""
    return Referee(record, parameters).judge()


class Referee:
    """Judges one record; what came of it stays at hand for the ruling."""

    def __init__(self, record: Json, parameters: Json) -> None:
        self.record = record
        self.parameters = parameters
        self.table = Table(record, parameters)
        self.pack = self.table.pack
        self.bidding: Bidding = read_bids(record, self.table, parameters)
        self.evidence = Evidence(record, self.table, self._unsure())
        self.findings: list[Found] = list(self.bidding.findings)
        self.undecided: list[Found] = list(self.bidding.undecided)
        self.miscounted: list[str] = []
        """The players whose hand is proved to have had a wrong number of cards."""
        self.broken: Answer = "disproved"
        """Whether spades are broken."""
        self.broken_before: list[Answer] = []
        """For each trick whether spades were broken before it."""
        self.winners: list[str | None] = []

    @property
    def void(self) -> bool:
        """Whether the round does not count."""
        rule: str = self.parameters["irregularities"]["wrong_count"]
        return bool(self.miscounted) and rule == "void_round"

    def judge(self) -> Json:
        """Return the findings, who won what, and the score."""
        self._judge_deal()
        self._judge_exchanges()
        self._judge_restriction()
        for trick in range(len(self.record["tricks"])):
            if trick < self.pack.hand_size:
                self._judge_trick(trick)
            else:
                self.winners.append(None)
        if len(self.record["tricks"]) > self.pack.hand_size:
            self.findings.append(("extra_tricks", path("tricks", self.pack.hand_size), None, None))
        tricks_won = {player: self.winners.count(player) for player in self.table.players}
        complete = self._is_complete()
        scores = None
        if complete and None not in self.winners:
            scores = score_sides(self.table, self.bidding, tricks_won, self.record.get("before", {}), self.parameters)
        return {
            "findings": self.findings,
            "undecided": self.undecided,
            "winners": self.winners,
            "tricks_won": tricks_won,
            "complete": complete,
            "verdict": self._verdict(),
            "scores": scores,
        }

    def _verdict(self) -> str:
        if self.void:
            return "void"
        if any(code != "bid_raised" for code, *_ in self.findings):
            return "irregular"
        return "undetermined" if self.undecided else "clean"

    def _is_complete(self) -> bool:
        return self.is_played_out() and not without_bid(self.bidding, self.table, self.parameters["bidding"])

    def is_played_out(self) -> bool:
        """Tell whether there is all of a round: each trick with one card of every player.

        Where a wrong count does not void it, that is of every player who has one left; and it may end with the hand
        that was dealt too short.
        """
        count = len(self.record["tricks"])
        if self.parameters["irregularities"]["wrong_count"] == "void_round":
            return count == self.pack.hand_size and all(self.is_whole(trick) for trick in range(count))
        gone = [self.out_of_cards(trick) for trick in range(count + 1)]
        ended = count == self.pack.hand_size or (count < self.pack.hand_size and bool(gone[count]) and not gone[0])
        return ended and all(
            sorted(play["player"] for play in self.plays(trick)) == sorted(set(self.table.players) - gone[trick])
            for trick in range(count)
        )

    def is_whole(self, trick: int) -> bool:
        """Tell whether a trick has one card of every player."""
        return sorted(play["player"] for play in self.plays(trick)) == sorted(self.table.players)

    def out_of_cards(self, trick: int) -> set[str]:
        """Return the players who had no card left for this trick: their hand is listed, and all of it was played."""
        tricks = self.evidence.tricks
        earlier = {(play["player"], play["card"]) for plays in tricks[:trick] for play in plays}
        still = {play["player"] for plays in tricks[trick:] for play in plays}
        return {
            player
            for player, hand in self.evidence.hands.items()
            if player not in still and all((player, card) in earlier for card in hand)
        }

    def plays(self, trick: int) -> list[Json]:
        """Return the plays of a trick."""
        plays: list[Json] = self.record["tricks"][trick]["plays"]
        return plays

    # The deal.

    def _exchanged(self, side: str) -> set[int]:
        nil = self.parameters["nil"]
        counts = {"nil": nil["exchange"], "blind_nil": nil["blind_exchange"]}
        most = max((counts.get(bid.kind, 0) for bid in self.bidding.of(side)), default=0)
        return {most} - {0}

    def _unsure(self) -> set[str]:
        if "exchanges" in self.record:
            return set()
        return {
            player
            for side, group in self.table.sides.items()
            if len(group) > 1 and self._exchanged(side)
            for player in group
        }

    def _judge_deal(self) -> None:
        hands = self.record.get("hands", {})
        seen: set[str] = set()
        lists: list[tuple[str | None, list[str]]] = [
            (player, hands[player]) for player in self.table.players if player in hands
        ]
        for player, cards in lists:
            if len(cards) != self.pack.hand_size:
                self.findings.append(("wrong_hand_size", path("hands", str(player)), player, None))
                if player not in self.evidence.corrected:
                    self.miscounted.append(str(player))
        lists.append((None, self.record.get("set_aside", [])))
        for player, cards in lists:
            where = "#/set_aside" if player is None else path("hands", player)
            for place, card in enumerate(cards):
                if card not in self.pack.cards:
                    self.findings.append(("card_not_in_deck", f"{where}/{place}", player, card))
                elif card in seen:
                    self.findings.append(("duplicate_card", f"{where}/{place}", player, card))
                seen.add(card)
        if set(hands) == set(self.table.players):
            self._judge_missing(seen)

    def _judge_missing(self, seen: set[str]) -> None:
        for cards in self.evidence.corrected.values():
            seen |= set(cards)
        allowed = 0 if "set_aside" in self.record else self.pack.leftover
        if len(self.pack.cards - seen) > allowed:
            self.findings.append(("missing_cards", "#/hands", None, None))

    def _judge_exchanges(self) -> None:
        exchanges = self.record.get("exchanges", [])
        ways = [(exchange["from"], exchange["to"]) for exchange in exchanges]
        for place, exchange in enumerate(exchanges):
            giver, taker, cards = exchange["from"], exchange["to"], exchange["cards"]
            dealt = self.evidence.corrected.get(giver, self.evidence.dealt.get(giver, cards))
            lawful = (
                self.table.partner(giver) == taker
                and len(cards) in self._exchanged(self.table.side_of[giver])
                and all(card in dealt for card in cards)
                and (giver, taker) not in ways[:place]
                and (taker, giver) in ways
            )
            if not lawful:
                self.findings.append(("illegal_exchange", path("exchanges", place), giver, None))

    def _judge_restriction(self) -> None:
        restriction = self.parameters["bidding"]["restriction"]
        if restriction not in {"mirror", "whiz"}:
            return
        for bid in self.bidding.standing:
            if bid.player is None or (restriction == "whiz" and bid.is_nil):
                continue
            least, most = self.evidence.dealt_between(bid.player, self.pack.spades)
            if not least <= bid.tricks <= most:
                self.findings.append(("bid_not_allowed", bid.pointer, bid.player, None))
            elif least < most:
                self.undecided.append(("bid_not_allowed", bid.pointer, bid.player, None))

    # The play.

    def _judge_trick(self, trick: int) -> None:
        self.broken_before.append(self.broken)
        plays = self.plays(trick)
        players = [play["player"] for play in plays]
        is_last = trick == len(self.record["tricks"]) - 1
        if plays:
            self._judge_order(trick, players, is_last=is_last)
        for place, play in enumerate(plays):
            spot = (trick, place)
            if spot in self.evidence.fault:
                self._find(self.evidence.fault[spot], spot)
            if play["player"] in players[:place]:
                self._find("extra_play", spot)
            elif place == 0:
                self._judge_lead(spot)
            else:
                self._judge_follow(spot)
        gone = self.out_of_cards(trick)
        absent = [player for player in self.table.players if player not in players and player not in gone]
        if not is_last:
            self.findings += [("missing_play", path("tricks", trick, "plays"), player, None) for player in absent]
        self._judge_claims(trick)
        for place in range(len(plays)):
            self._break_spades((trick, place), is_extra=players[place] in players[:place])
        if any(self.evidence.may_have_dropped(player, self.pack.spades) for player in absent):
            self.broken = "proved" if self.broken == "proved" else "undecided"

    def _find(self, code: str, spot: Spot) -> None:
        play = self.plays(spot[0])[spot[1]]
        self.findings.append((code, path("tricks", spot[0], "plays", spot[1]), play["player"], play["card"]))

    def _answer(self, code: str, spot: Spot, answer: Answer) -> None:
        """Report what was proved; of a play that is itself in doubt nothing is."""
        play = self.plays(spot[0])[spot[1]]
        item = (code, path("tricks", spot[0], "plays", spot[1]), play["player"], play["card"])
        if answer == "proved" and spot not in self.evidence.fault:
            self.findings.append(item)
        elif answer != "disproved":
            self.undecided.append(item)

    def _judge_order(self, trick: int, players: list[str], *, is_last: bool) -> None:
        leader = players[0]
        expected = self._expected_leaders(trick)
        if expected and leader not in expected:
            self._find("wrong_leader", (trick, 0))
        elif len(expected) > 1:
            self._answer("wrong_leader", (trick, 0), "undecided")
        gone = self.out_of_cards(trick)
        rotation = [
            player for player in self.table.rotation(leader) if player in players or (is_last and player not in gone)
        ]
        for place, player in enumerate(players):
            if player not in players[:place] and not in_turn(rotation, set(players[:place]), player):
                self._find("out_of_turn", (trick, place))

    def _expected_leaders(self, trick: int) -> set[str]:
        """Return who may have had the lead: nobody where the record does not tell."""
        if trick > 0:
            winner = self.winners[trick - 1]
            if winner is None:
                return set()
            gone = self.out_of_cards(trick)
            return {next((player for player in self.table.rotation(winner) if player not in gone), winner)}
        if self.parameters["play"]["opening_leader"] == "lowest_club":
            return self.evidence.holders_of_lowest(self.pack.clubs)
        leader = opening_leader(self.record, self.bidding, self.table, self.parameters)
        return set() if leader is None else {leader}

    def _judge_claims(self, trick: int) -> None:
        claimed = self.record["tricks"][trick]
        plays = claimed["plays"]
        if plays and claimed.get("leader", plays[0]["player"]) != plays[0]["player"]:
            self.findings.append(("leader_mismatch", path("tricks", trick, "leader"), claimed["leader"], None))
        winner = self._winner(trick)
        if winner is not None and claimed.get("winner", winner) != winner:
            self.findings.append(("wrong_winner", path("tricks", trick, "winner"), claimed["winner"], None))
        self.winners.append(winner)

    def _winner(self, trick: int) -> str | None:
        players = [play["player"] for play in self.plays(trick)]
        gone = self.out_of_cards(trick)
        whole = sorted(players) == [player for player in sorted(self.table.players) if player not in gone]
        return self.winner_with(trick) if whole and players else None

    def winner_with(self, trick: int, place: int = -1, card: str = "") -> str | None:
        """Return who wins a trick, at one place of which another card may lie."""
        plays = list(self.plays(trick))
        if place >= 0:
            plays[place] = {**plays[place], "card": card}
        able: dict[str, str] = {}
        for at, play in enumerate(plays):
            if at == place or self.evidence.fault.get((trick, at)) not in CANNOT_WIN:
                able.setdefault(play["card"], play["player"])
        best = self.pack.best(self.pack.suit(plays[0]["card"]), able)
        return None if best is None else able[best]

    def _held(self, spot: Spot, wanted: set[str]) -> Answer:
        return self.evidence.held(self.plays(spot[0])[spot[1]]["player"], wanted, spot)

    def _judge_lead(self, spot: Spot) -> None:
        play = self.parameters["play"]
        card = self.plays(spot[0])[spot[1]]["card"]
        is_spade = self.pack.suit(card) == "S"
        if spot[0] == 0:
            self._judge_opening(spot, card, play["opening_card"])
        elif is_spade and play["spade_lead"] == "after_broken" and self.broken != "proved":
            answer = self._held(spot, self.pack.non_spades)
            if answer == "proved" and self.broken == "undecided":
                answer = "undecided"
            self._answer("illegal_spade_lead", spot, answer)

    def _judge_opening(self, spot: Spot, card: str, rule: str) -> None:
        if rule == "non_spade" and self.pack.suit(card) == "S":
            self._answer("illegal_opening_card", spot, self._held(spot, self.pack.non_spades))
        elif rule == "lowest_club":
            wanted = {"S": self.pack.non_spades, "C": self._lower_clubs(card)}
            self._answer(
                "illegal_opening_card", spot, self._held(spot, wanted.get(self.pack.suit(card), self.pack.clubs))
            )

    def _lower_clubs(self, card: str) -> set[str]:
        return {club for club in self.pack.clubs if self.pack.rank(club) < self.pack.rank(card)}

    def revoke(self, spot: Spot) -> Answer:
        """Tell whether this card was played in a revoke, taking the card as it is recorded."""
        plays = self.plays(spot[0])
        led = self.pack.suit(plays[0]["card"])
        if self.pack.suit(plays[spot[1]]["card"]) == led:
            return "disproved"
        return self._held(spot, self.pack.of_suit(led))

    def revoke_taken_back(self, spot: Spot, position: int) -> tuple[Answer, str]:
        """Tell whether a card that was taken back was a revoke, and in which suit.

        Where the lead was changed too, the card may have answered another card than the one that stayed.
        """
        mine, lead = self.plays(spot[0])[spot[1]], self.plays(spot[0])[0]
        leads = [each["card"] for each in (*lead.get("withdrawn", []), lead)]
        card = mine["withdrawn"][position]["card"]
        answers: set[Answer] = set()
        suits = {self.pack.suit(leads[place]) for place in self._leads_answered(spot, position)}
        for led in suits:
            if self.pack.suit(card) == led:
                answers.add("disproved")
            else:
                answers.add(self.evidence.held(mine["player"], self.pack.of_suit(led), spot, mine["card"]))
        last = self.pack.suit(lead["card"])
        return (answers.pop() if len(answers) == 1 else "undecided"), last if last in suits else min(suits)

    def _leads_answered(self, spot: Spot, position: int) -> list[int]:
        """Return which of the cards led, the ones taken back first, this card that was taken back may have answered."""
        mine, lead = self.plays(spot[0])[spot[1]], self.plays(spot[0])[0]
        own = [_count(back) for back in mine["withdrawn"]]
        # The first card lay there as soon as the trick had that many plays; each other one from some moment after the
        # last was taken back.
        here = (spot[0] + 1, spot[1] + 1)
        earliest = max([here, *filter(None, own[:position])])
        latest = own[position] if position else (spot[0] + 1, spot[1])
        changes = [_count(back) for back in lead.get("withdrawn", [])]
        # The lead changed in this order: what came before a change that was before the card was before it too.
        sure = max((place + 1 for place, change in enumerate(changes) if change and change < earliest), default=0)
        open_until = [place for place, change in enumerate(changes) if change and latest and change > latest]
        return list(range(sure, min([len(changes), *open_until]) + 1))

    def spade_lead_taken_back(self, spot: Spot, card: str) -> Answer:
        """Tell whether a card that was taken back was a spade led too early."""
        rules = self.parameters["play"]
        broken = self.broken_before[spot[0]]
        if not spot[0] or self.pack.suit(card) != "S" or rules["spade_lead"] != "after_broken" or broken == "proved":
            return "disproved"
        mine = self.plays(spot[0])[spot[1]]
        answer = self.evidence.held(mine["player"], self.pack.non_spades, spot, mine["card"])
        return "undecided" if answer == "proved" and broken == "undecided" else answer

    def _judge_follow(self, spot: Spot) -> None:
        revoke = self.revoke(spot)
        self._answer("revoke", spot, revoke)
        if spot[0] == 0 and revoke != "proved":
            self._judge_first_trick(spot)

    def _judge_first_trick(self, spot: Spot) -> None:
        rule = self.parameters["play"]["first_trick"]
        plays = self.plays(spot[0])
        led, card = self.pack.suit(plays[0]["card"]), plays[spot[1]]["card"]
        suit = self.pack.suit(card)
        wanted: set[str] = set()
        if rule != "normal" and suit == "S" != led:
            wanted = self.pack.non_spades - self.pack.of_suit(led)  # a card of the suit led makes it a revoke
        elif rule == "all_lowest_club" and suit == "C" == led:
            wanted = self._lower_clubs(card)
        if wanted:
            self._answer("illegal_first_trick_card", spot, self._held(spot, wanted))

    def _break_spades(self, spot: Spot, *, is_extra: bool) -> None:
        plays = self.plays(spot[0])
        led = self.pack.suit(plays[0]["card"])
        fault = self.evidence.fault.get(spot)
        is_spade = self.pack.suit(plays[spot[1]]["card"]) == "S"
        if not is_spade or self.broken == "proved" or fault in CANNOT_WIN:
            return
        if self.parameters["play"]["broken_by"] == "any_spade":
            self.broken = "proved"
        elif led != "S":
            # A card that was not his, or his second one, is no discard for certain.
            revoke = "undecided" if is_extra or fault else self.revoke(spot)
            if revoke == "disproved":
                self.broken = "proved"
            elif revoke == "undecided":
                self.broken = "undecided"


def _count(back: Json) -> tuple[int, int] | None:
    """Return how many plays of which trick lay on the table when a card was taken back."""
    return (back["at"]["trick"], back["at"]["plays"]) if "at" in back else None
