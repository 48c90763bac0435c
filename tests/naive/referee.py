"""The second opinion: judges a record by the rules as they are written, one question at a time."""

from __future__ import annotations

from typing import Any

from tests.naive.bidding_turns import bidder, first_bidders
from tests.naive.bids import kind_of, opening_leader, without_bid
from tests.naive.cards_played import Cards
from tests.naive.dealt import judge_draws, judge_exchanges, judge_lists, lists_agree
from tests.naive.declared import may_be_short, nothing_scored
from tests.naive.evidence import Spot
from tests.naive.prices import count_voids, row_of
from tests.naive.scorer import score_sides
from tests.naive.table import UNREAD, in_turn, path
from tests.naive.taken_back import legal_ones
from tests.naive.winners import best_of, may_win, possible_winners

Json = dict[str, Any]
Offence = tuple[str, str | None, int | None, int | None]
"""Code, player, trick from 1, and the position of a card that was taken back, from 0, if it is about one."""

ERRORS = {
    *("duplicate_card", "card_not_in_deck", "missing_cards", "bid_missing", "card_not_held", "card_replayed"),
    *("missing_play", "extra_play", "extra_tricks", "leader_mismatch", "wrong_winner", "wrong_dealer"),
    *("tricks_exchanged", "missing_tricks"),
}
"""What a record shows against itself, save for the figures of the sheet."""
SHEET = {"wrong_tricks_won", "wrong_points", "wrong_score", "wrong_bags"}
"""What is wrong with the sheet alone."""
RECORDED = ("bids", "tricks", "tricks_won", "hands", "exchanges", "draws", "claim")
"""The members of which a record has at least one with something in it; else nothing was recorded."""
NOTES = {"tricks_not_recorded", "bid_raised", "bid_advised", "revoke_corrected", "late_accusation", "round_thrown_in"}


def judge(record: Json, parameters: Json) -> Json:
    """Judge a record (the body of a request, its ruleset apart) by the parameters of a ruleset."""
    return Referee(record, parameters).judge()


class Referee(Cards):
    """Judges one record; what came of it stays at hand for the ruling."""

    def __init__(self, record: Json, parameters: Json) -> None:
        super().__init__(record, parameters)
        self.miscounted: list[str] = []
        """The players whose hand is proved to have had a wrong number of cards."""
        self.impossible: set[str] = set()
        """The draws, and the exchanges of cards that the giver is not listed with, that can't have been."""
        self.winners: list[str | None] = []
        self.stated: set[Offence] | None = None
        """The offences that stand in all readings, numbered as here, once that has been asked."""
        self.corrected: set[Offence] | None = None
        """The revokes corrected in time that are proved, where others are in doubt."""
        self.called: list[str] | None = None
        """The results of all calls, once they have been asked of all readings."""

    @property
    def void(self) -> bool:
        """Whether the round does not count."""
        return self.bidding.thrown_in or (bool(self.miscounted) and count_voids(self.parameters))

    def judge(self) -> Json:
        """Return the findings, who won what, and the score."""
        self._judge_deal()
        self._judge_restriction()
        for trick in range(len(self.record["tricks"])):
            if trick < self.pack.hand_size:
                self._judge_trick(trick)
            else:
                self.winners.append(None)
                self.possible.append(set())
        if len(self.record["tricks"]) > self.pack.hand_size:
            self.findings.append(("extra_tricks", path("tricks", self.pack.hand_size), None, None))
        self.findings += legal_ones(self)
        if not (any(map(self.record.get, RECORDED)) or may_be_short(self.record)):
            self.undecided.append(("tricks_not_recorded", "#/tricks", None, None))
        tricks_won = {player: self.winners.count(player) for player in self.table.players}
        complete = self.is_complete()
        scores, before = None, self.record.get("before", {})
        if self.bidding.thrown_in:
            scores = self.nothing_scored(before)
        elif complete and None not in self.winners and not self.bidding.may_be_thrown_in:
            declared = self.record.get("adjustments")
            scores = score_sides(self.table, self.bidding, tricks_won, before, self.parameters, by_director=declared)
        return {
            "findings": self.findings,
            "undecided": self.undecided,
            "winners": self.winners,
            "tricks_won": tricks_won,
            "complete": complete,
            "verdict": self._verdict(),
            "scores": scores,
        }

    def nothing_scored(self, standing: dict[str, Json]) -> dict[str, Json]:
        """Return the scores of this round if it counts for nothing, from a standing before it."""
        scores = nothing_scored({side: standing.get(side, {}) for side in self.table.sides})
        for side, players in self.table.sides.items():
            taken = sum(self.winners.count(player) for player in players)
            scores[side] |= {"tricks": taken, "tricks_adjustment": 0, "tricks_decided": 0}
        return scores

    def severity(self, code: str, pointer: str) -> str:
        """Return what a finding of this record is: an offence, an error or a note."""
        if code in NOTES:
            return "note"
        if code == "bid_repeated":
            bids = [{**bid, "kind": kind_of(bid, self.parameters["bids"])} for bid in self.record["bids"]]
            place = int(pointer.split("/")[2])
            return "note" if bids[place] in bids[:place] else "offence"
        if code == "card_taken_back":
            return "note" if row_of(self.parameters, code)["remedy"] == "none" else "offence"
        if code == "wrong_leader" and (
            self.follows_wrong_winner(int(pointer.split("/")[2]))
            or self.credited_with(int(pointer.split("/")[2])) == {self.plays(int(pointer.split("/")[2]))[0]["player"]}
        ):
            return "note"
        miscounted = code == "wrong_hand_size" and pointer.removeprefix("#/hands/") in self.miscounted
        if miscounted and count_voids(self.parameters):
            return "note"  # whoever dealt wrongly, it is nobody's offence
        by_list = code == "wrong_hand_size" and not miscounted
        is_error = code in ERRORS or code in SHEET or by_list or pointer in self.impossible
        return "error" if is_error else "offence"

    def offence(self, code: str, pointer: str) -> Offence:
        """Return what a finding accuses whom of, and in which trick."""
        _, part, *rest = pointer.split("/")
        if part == "tricks":
            trick, place = int(rest[0]), int(rest[2])
            position = int(rest[4]) if "withdrawn" in rest else None
            return code, self.plays(trick)[place]["player"], trick + 1, position
        if part == "hands":
            return code, rest[0], None, None
        if part == "bids" and not rest:
            return code, None, None, None  # of the side
        if part == "bids":
            return code, bidder(self.record["bids"][int(rest[0])], self.table), None, None
        member = {"exchanges": "from", "draws": "player"}[part]
        return code, self.record[part][int(rest[0])][member], None, None

    def follows_wrong_winner(self, trick: int) -> bool:
        """Tell whether the record gave the trick before to whoever led this one, wrongly."""
        if trick == 0 or trick > len(self.winners):
            return False
        claimed = self.record["tricks"][trick - 1].get("winner")
        right = self.winners[trick - 1]
        wrong = claimed != right if right is not None else claimed not in self.possible[trick - 1]
        leads = None if claimed is None else self.passed_on(trick, claimed)
        return bool(wrong and leads == self.plays(trick)[0]["player"])

    def credited_with(self, trick: int) -> set[str]:
        """Return who may have won the trick before by the cards that lay there when this one was led to.

        Nobody, where no card of it was taken back.
        """
        if trick == 0 or not self.is_whole(trick - 1):
            return set()
        before, lying = self.plays(trick - 1), dict[str, set[str]]()
        for place, play in enumerate(before):
            player = play["player"]
            stayed = self.evidence.candidates(player) if play["card"] == UNREAD else {play["card"]}
            lying[player] = stayed
            for back in reversed(play.get("withdrawn", [])):
                unread = self.evidence.candidates(player) | self.evidence.now(player, (trick - 1, place))
                cards = unread if back["card"] == UNREAD else {back["card"]}
                if "at" in back and (back["at"]["trick"], back["at"]["plays"]) > (trick + 1, 0):
                    lying[player] = cards
                elif "at" not in back and self.breaking.may_lie(trick - 1, self.table.side_of[player], trick):
                    lying[player] = lying[player] | cards
        if all("withdrawn" not in play for play in before):
            return set()
        winners = may_win(self.pack, before[0]["player"], lying)
        return {self.passed_on(trick, winner) for winner in winners}

    def _verdict(self) -> str:
        if self.void:
            return "void"
        grave = {self.severity(code, pointer) for code, pointer, *_ in self.findings}
        if "offence" in grave:
            return "irregular"
        if "error" in grave:
            return "inconsistent"
        return "undetermined" if self.undecided else "clean"

    def is_complete(self) -> bool:
        """Tell whether there is all of a round, and every bid."""
        return self.is_played_out() and not without_bid(self.bidding, self.table, self.parameters["bids"])

    # The deal.

    def _judge_deal(self) -> None:
        found = judge_lists(self.record, self.table)
        if lists_agree(self.record, self.table):
            wrong = [str(player) for code, _, player, _ in found if code == "wrong_hand_size"]
            self.miscounted = [player for player in wrong if player not in self.evidence.wrong_lists]
        passed, unsure, self.impossible = judge_exchanges(
            self.sent,
            self.table,
            self.bidding,
            self.parameters,
        )
        starts = first_bidders(self.record, self.parameters["bids"], self.table)
        drawn, perhaps, strange = judge_draws(self.record, self.table, starts)
        self.impossible |= strange
        self.undecided += unsure + perhaps
        self.findings += found + drawn + passed

    def _judge_restriction(self) -> None:
        restriction = self.parameters["bids"]["restriction"]
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
        self.broken_before.append(self.breaking.before(trick))
        if self.is_unwritten(trick):
            self._pass_over(trick)
            return
        plays = self.plays(trick)
        players = [play["player"] for play in plays]
        is_last = self.may_be_in_progress(trick)
        if plays:
            self._judge_order(trick, players, is_last=is_last)
        for place in range(len(plays)):
            self._judge_play((trick, place), players)
        absent = self.absent(trick)
        if not is_last:
            self.findings += [("missing_play", path("tricks", trick, "plays"), player, None) for player in absent]
        self._judge_claims(trick, absent, is_last=is_last)
        unread = bool(plays) and plays[0]["card"] == UNREAD  # it decides nothing
        led = {self.pack.suit(card) for card in self.pack.cards} if unread else self.suits_led(trick)
        self.breaking.add(trick, led, [] if is_last else absent)

    def _pass_over(self, trick: int) -> None:
        """Tell of a trick that is not written down only who may have won it; it may have broken spades."""
        players = [play["player"] for play in self.plays(trick)]
        possible = possible_winners(self.evidence, trick, [], players, set())
        winner = self._told_winner(trick, possible)
        self.winners.append(winner)
        self.possible.append(possible if winner is None else {winner})
        self.breaking.pass_over(players)

    def _judge_play(self, spot: Spot, players: list[str]) -> None:
        trick, place = spot
        for position in range(len(self.plays(trick)[place].get("withdrawn", []))):
            fault = self.evidence.back_fault.get((trick, place, position))
            if fault is not None:
                pointer = path("tricks", trick, "plays", place, "withdrawn", position)
                self.findings.append((fault, pointer, players[place], None))
        if spot in self.evidence.fault:
            self.find(self.evidence.fault[spot], spot)
        if players[place] in players[:place]:
            self.find("extra_play", spot)
        elif self.may_lack_lead(trick) or (place == 0 and self.lacks_lead(trick)):
            return  # what was led is not known
        elif place == 0:
            self.judge_lead(spot)
        else:
            self.judge_follow(spot)

    def _judge_order(self, trick: int, players: list[str], *, is_last: bool) -> None:
        leader = players[0]
        expected = self.expected_leaders(trick)
        missing = set() if is_last else expected & set(self.absent(trick))
        if "led" in self.record["tricks"][trick]:
            pass
        elif self.may_lack_lead(trick):
            self.answer("wrong_leader", (trick, 0), "undecided")
        elif expected and leader not in expected and not missing:
            if leader in self.credited_with(trick) and len(self.credited_with(trick)) > 1:
                self.answer("wrong_leader", (trick, 0), "undecided")
            else:
                self.find("wrong_leader", (trick, 0))
        elif trick == 0 and (len(expected) > 1 or self._may_lead_wrongly(leader)):
            self.answer("wrong_leader", (trick, 0), "undecided")
        gone = self.out_of_cards(trick)
        rotation = [
            player for player in self.table.rotation(leader) if player in players or (is_last and player not in gone)
        ]
        lacks_one = is_last and len(players) == len(rotation) - 1 and not self._is_counted(trick)
        for place, player in enumerate(players):
            if player not in players[:place] and not in_turn(rotation, set(players[:place]), player):
                # The card that the trick lacks may have been played, and left out.
                without = [other for other in rotation if other in players]
                innocent = lacks_one and in_turn(without, set(players[:place]), player)
                if innocent:
                    self.answer("out_of_turn", (trick, place), "undecided")
                else:
                    self.find("out_of_turn", (trick, place))

    def _is_counted(self, trick: int) -> bool:
        """Tell whether a call was made after just the plays that a trick has."""
        moments = [call.get("at") for call in self.record.get("accusations", [])]
        return {"trick": trick + 1, "plays": len(self.plays(trick))} in moments

    def _may_lead_wrongly(self, leader: str) -> bool:
        """Tell whether a player led first who would not have led if the first bid was in turn."""
        presumed = opening_leader(self.record, self.bidding, self.table, self.parameters)
        return self.is_lead_presumed() and presumed not in {None, leader}

    def _judge_claims(self, trick: int, absent: list[str], *, is_last: bool) -> None:
        claimed = self.record["tricks"][trick]
        plays = claimed["plays"]
        told = claimed.get("leader", plays[0]["player"] if plays else None)
        lacks_lead = self.may_lack_lead(trick) or (told in absent and not is_last)
        if plays and told != plays[0]["player"] and not lacks_lead:
            self.findings.append(("leader_mismatch", path("tricks", trick, "leader"), claimed["leader"], None))
        players = [play["player"] for play in plays]
        unread = any(play["card"] == UNREAD for play in plays)
        if len(set(players)) < len(players) or not plays or (is_last and absent):
            winner, possible = None, set[str]()  # of a trick that is not over nobody is the winner
        elif absent or unread:
            possible = possible_winners(self.evidence, trick, plays, absent, self.may_have_led(trick))
            winner = self._told_winner(trick, possible)
            possible = possible if winner is None else {winner}
        else:
            winner = self.winner_with(trick)
            possible = {winner} - {None} if winner is not None else set()
        if possible and claimed.get("winner", min(possible)) not in possible:
            self.findings.append(("wrong_winner", path("tricks", trick, "winner"), claimed["winner"], None))
        self.winners.append(winner)
        self.possible.append(possible)

    def _told_winner(self, trick: int, possible: set[str]) -> str | None:
        """Return who won a trick with a card that could not be read.

        Nobody else can have won, or the record says so: the winner that it names, or the next lead, may have won. Who
        led after a trick that must be wrong somewhere does not say so.
        """
        if len(possible) == 1:
            return min(possible)
        claimed: str | None = self.record["tricks"][trick].get("winner")
        leader = None if "suspect" in self.record["tricks"][trick] else self._leader_told(trick + 1)
        told = {name for name in possible if name in {claimed, leader}}
        return min(told) if len(told) == 1 else None

    def _leader_told(self, trick: int) -> str | None:
        """Return who led a trick, if the record has it and it does not lack the card that was led."""
        if trick >= len(self.record["tricks"]) or not self.plays(trick) or self.is_unwritten(trick):
            return None
        if {"unordered", "led"} & set(self.record["tricks"][trick]):
            return None  # the record tells it in two ways, or not at all
        players: list[str] = [play["player"] for play in self.plays(trick)]
        if len(set(players)) == len(self.table.players) == len(players):
            return players[0]
        is_last = self.may_be_in_progress(trick)
        if not is_last or len(set(players)) < len(players):
            return None
        # The last trick is unfinished; all cards but one, in turn, may also be those that followed.
        due = [player for player in self.table.rotation(players[0]) if self.table.sizes[player] > trick]
        all_but_one = len(players) == len(due) - 1 > 0 and len(players) > 1 and players == due[:-1]
        return None if all_but_one and self.record["tricks"][trick].get("leader") != players[0] else players[0]

    def winner_with(self, trick: int, place: int = -1, card: str = "") -> str | None:
        """Return who wins a trick, at one place of which another card may lie."""
        plays = list(self.plays(trick))
        if place >= 0:
            plays[place] = {**plays[place], "card": card}
        if any(play["card"] == UNREAD for play in plays):
            return None
        return best_of(self.evidence, trick, plays, place)
