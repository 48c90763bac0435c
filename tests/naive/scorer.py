"""The normative order of scoring, one step after the other, as the parameters' page states it."""

from __future__ import annotations

from typing import Any

from tests.naive.bids import Bid, Bidding
from tests.naive.table import Table

Json = dict[str, Any]


def score_sides(
    table: Table, bidding: Bidding, tricks_won: dict[str, int], before: dict[str, Json], parameters: Json
) -> dict[str, Json]:
    """Score a finished round: for each side its points, the standing after it, and how it came about."""
    return {
        side: _Side(side, table, bidding, tricks_won, before.get(side, {}), parameters).score() for side in table.sides
    }


class _Side:
    def __init__(
        self,
        side: str,
        table: Table,
        bidding: Bidding,
        tricks_won: dict[str, int],
        before: Json,
        parameters: Json,
    ) -> None:
        self.bids: list[Bid] = bidding.of(side)
        self.below_board = side in bidding.below_board
        self.bids_itself = bidding.bids_itself
        self.tricks_won = tricks_won
        self.tricks = sum(tricks_won[player] for player in table.sides[side])
        self.hand_size = table.pack.hand_size
        self.before = before
        self.nil: Json = parameters["nil"]
        self.blind_bid: Json = parameters["blind_bid"]
        self.special: Json = parameters["special_bids"]
        self.rules: Json = parameters["scoring"]

    def score(self) -> Json:
        if self.bids_itself:
            return self._standing(self.rules["trick_points"] * self.tricks + self._boston(0), made=True)
        # Step 2: the contract, and the nils apart from it.
        nils = [bid for bid in self.bids if bid.is_nil]
        contract = sum(bid.counts_as for bid in self.bids if not bid.is_nil)
        # Step 3: nil. A side that bids nil as one answers for all its tricks.
        taken = [self._taken(bid) for bid in nils]
        nil_points = self._nil_points(nils, taken)
        failed_tricks = sum(taken)
        # Step 4: the tricks of the contract.
        contract_tricks = self.tricks - failed_tricks
        if self.nil["failed_tricks"] == "to_contract":
            contract_tricks += failed_tricks
        made = self._is_made(contract, contract_tricks)
        if nils and self.nil["scoring"] == "linked" and (failed_tricks or not made):
            points = self._lost_together(nils) - self.rules["trick_points"] * contract
            return self._result(points, 0, made=False)
        # Step 5: contract points. Step 6: bags.
        points = nil_points + self._contract_points(contract, contract_tricks, made=made)
        overtricks = contract_tricks - contract if made else 0
        points += self._overtrick_points(overtricks)
        bags = overtricks
        if self.nil["failed_tricks"] == "bags":
            when_set = self.nil["failed_bags_when_set"]
            if made or when_set == "bags_and_points":
                points += self._overtrick_points(failed_tricks)
            if made or when_set != "none":
                bags += failed_tricks
        # Step 8 comes before the running score.
        return self._result(points + self._boston(contract), bags, made=made)

    def _taken(self, bid: Bid) -> int:
        if bid.player is None or len(self.bids) == 1:
            return self.tricks
        return self.tricks_won[bid.player]

    def _value(self, bid: Bid, outcome: str) -> int:
        return int(self.nil[outcome if bid.kind == "nil" else f"blind_{outcome}"])

    def _nil_points(self, nils: list[Bid], taken: list[int]) -> int:
        if len(nils) > 1 and self.nil["double"] != "independent":
            if not any(taken):
                return int(self.nil["double_made"])
            return int(self.nil["double_failed"]) if self.nil["double"] == "joint" else 0
        return sum(self._value(bid, "failed" if tricks else "made") for bid, tricks in zip(nils, taken, strict=True))

    def _lost_together(self, nils: list[Bid]) -> int:
        if len(nils) > 1 and self.nil["double"] != "independent":
            return int(self.nil["double_failed"]) if self.nil["double"] == "joint" else 0
        return sum(self._value(bid, "failed") for bid in nils)

    def _has_blind(self) -> bool:
        return any(bid.kind == "blind" for bid in self.bids)

    def _is_made(self, contract: int, contract_tricks: int) -> bool:
        if self.below_board:
            return False
        if self._has_blind() and self.blind_bid["exact"]:
            return contract_tricks == contract
        return contract_tricks >= contract

    def _contract_points(self, contract: int, contract_tricks: int, *, made: bool) -> int:
        special = self._special(contract)
        if special:
            return int(special["made"] if made else special["failed"])
        trick_points: int = self.rules["trick_points"]
        if not made and self.rules["set"] == "zero":
            return 0
        if not made and self.rules["set"] == "minus_undertricks":
            return -trick_points * max(0, contract - contract_tricks)
        rate = self.blind_bid["made_multiplier" if made else "failed_multiplier"]
        tricks = sum(bid.counts_as * (rate if bid.kind == "blind" else 1) for bid in self.bids if not bid.is_nil)
        return trick_points * tricks if made else -trick_points * tricks

    def _special(self, contract: int) -> Json | None:
        slam: Json = self.special["slam"]
        ten: Json = self.special["ten"]
        if self._has_blind():
            return None
        if slam["made"] and contract == self.hand_size:
            return slam
        if ten["made"] and (contract == 10 or (ten["or_more"] and contract > 10)):
            return ten
        return None

    def _overtrick_points(self, tricks: int) -> int:
        if self._has_blind() and not self.blind_bid["overtricks"]:
            return 0
        return int(self.rules["overtrick_points"]) * tricks

    def _boston(self, contract: int) -> int:
        every = self.tricks == self.hand_size
        return int(self.special["boston"]) if every and contract < self.hand_size else 0

    def _result(self, points: int, bags: int, *, made: bool) -> Json:
        """Step 7, the bag penalty, and the standing after the round."""
        limit: int = self.rules["bag_limit"]
        if not limit:
            return self._standing(points, made=made)
        kept: int = self.before.get("bags", 0) + bags
        while kept >= limit:
            points += self.rules["bag_penalty"]
            if self.rules["bag_points_cancelled"]:
                points -= limit * self.rules["overtrick_points"]
            kept = 0 if self.rules["bag_carry"] == "reset" else kept - limit
        return {**self._standing(points, made=made), "bags": bags, "bags_after": kept}

    def _standing(self, points: int, *, made: bool) -> Json:
        return {
            "points": points,
            "score": self.before.get("score", 0) + points,
            "bags": 0,
            "bags_after": self.before.get("bags", 0),
            "made": made,
            "sets": self.before.get("sets", 0) + (0 if made else 1),
        }
