"""The normative order of scoring, one step after the other, as the parameters' page states it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.bids import Bid, Bidding
from tests.naive.declared import tricks_moved
from tests.naive.table import Table

Json = dict[str, Any]


@dataclass
class Adjustment:
    """What penalties do to a side."""

    taken: int = 0
    """Tricks taken away, never more than the side has."""
    brought: int = 0
    """Tricks that came from the other side."""
    contract: str = "as_played"
    """``as_played``, ``set``, ``no_points``, ``lost`` or ``credited``."""
    failed_nils: set[str] = field(default_factory=set)
    """The players whose nil fails."""
    void_nils: set[str] = field(default_factory=set)
    """The players whose made nil scores nothing."""
    revokes: int = 0


def score_sides(
    table: Table,
    bidding: Bidding,
    tricks_won: dict[str, int],
    before: dict[str, Json],
    parameters: Json,
    adjustments: dict[str, Adjustment] | None = None,
    by_director: list[Json] | None = None,
) -> dict[str, Json]:
    """Score a finished round: for each side its points, the standing after it, and how it came about.

    Only penalties, and a director, change the tricks of a side; penalties count revokes. ``counted``: the tricks on
    which the lines of a score are based.
    """
    adjusted = adjustments or {}
    taken = {side: sum(tricks_won[player] for player in group) for side, group in table.sides.items()}
    moved = tricks_moved(taken, by_director or [], table.pack.hand_size)
    decided = {side: sum(moves.values()) for side, moves in moved.items()}
    scores = {
        side: _Side(
            side,
            table,
            bidding,
            tricks_won,
            before.get(side, {}),
            parameters,
            adjusted.get(side, Adjustment()),
            decided[side],
        ).score()
        | {"by_director": moved[side], "tricks": taken[side] + decided[side], "tricks_decided": decided[side]}
        | (
            {}
            if adjustments is None
            else _penalised(taken[side] + decided[side], before.get(side, {}), adjustments[side])
        )
        for side in table.sides
    }
    # Step 7: what each side gets when the bags of another one reach the limit.
    reached = {side: score.pop("times", 0) for side, score in scores.items()}
    for side, score in scores.items():
        brought = parameters["bags"]["credit"] * (sum(reached.values()) - reached[side])
        for total in ("points", "score", "bag_penalty"):
            score[total] += brought
    return scores


def _penalised(tricks: int, before: Json, adjustment: Adjustment) -> dict[str, int]:
    by_penalty = adjustment.brought - adjustment.taken
    return {
        "tricks": tricks + by_penalty,
        "tricks_adjustment": by_penalty,
        "revokes": before.get("revokes", 0) + adjustment.revokes,
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
        adjustment: Adjustment,
        decided: int,
    ) -> None:
        self.adjustment = adjustment
        self.decided = decided
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
        self.bag_rules: Json = parameters["bags"]
        self.counts_row = bool(parameters["game"]["consecutive_sets_limit"])

    def score(self) -> Json:
        adjustment = self.adjustment
        if self.bids_itself:
            return self._without_bids()
        # Step 2: the contract, and the nils apart from it.
        nils = [bid for bid in self.bids if bid.is_nil]
        contract = sum(bid.counts_as for bid in self.bids if not bid.is_nil)
        # Step 3: nil. A side that bids nil as one answers for all its tricks.
        taken = [self._taken(bid) for bid in nils]
        nil_points = self._nil_points(nils, taken)
        has_failed = any(self._fails(bid, tricks) for bid, tricks in zip(nils, taken, strict=True))
        # Step 4: the tricks of the contract. Penalty tricks come off the ordinary bidders' first.
        failed_tricks = sum(taken)
        by_penalty = adjustment.brought - adjustment.taken
        # What a director decided has come before that, in the same way.
        contract_tricks = self.tricks + self.decided - failed_tricks + by_penalty
        if contract_tricks < 0:
            failed_tricks, contract_tricks = max(0, failed_tricks + contract_tricks), 0
        if self.nil["failed_tricks"] == "to_contract":
            contract_tricks += failed_tricks
        if adjustment.contract == "credited" and not self.below_board:
            contract_tricks = contract
        made = adjustment.contract not in {"set", "lost"} and self._is_made(contract, contract_tricks)
        if nils and self.nil["scoring"] == "linked" and (has_failed or not made):
            points = self._lost_together(nils) - self.rules["trick_points"] * contract
            return self._result(points, 0, made=False) | {"counted": (contract, contract_tricks, *taken)}
        # Step 5: contract points. Step 6: bags.
        overtricks = contract_tricks - contract if made else 0
        points = nil_points
        if not (made and adjustment.contract == "no_points"):
            points += self._contract_points(contract, contract_tricks, made=made)
            points += self._overtrick_points(overtricks)
        bags = overtricks
        if self.nil["failed_tricks"] == "bags":
            when_set = self.nil["failed_bags_when_set"]
            nothing = made and adjustment.contract == "no_points"  # these points, too, come by a made contract
            if (made or when_set == "bags_and_points") and not nothing:
                points += self._overtrick_points(failed_tricks)
            if made or when_set != "none":
                bags += failed_tricks
        # Step 8 comes before the running score.
        return self._result(points + self._boston(contract), bags, made=made) | {
            "counted": (contract, contract_tricks, *taken)
        }

    def _without_bids(self) -> Json:
        """Score a round without bids: there is none that could be lost, but tricks may come to count for nothing."""
        adjustment = self.adjustment
        tricks = self.tricks + self.decided - adjustment.taken + adjustment.brought
        made = adjustment.contract not in {"set", "lost"}
        if not made or adjustment.contract == "no_points":
            tricks = 0
        return self._standing(self.rules["trick_points"] * tricks + self._boston(0), made=made) | {"counted": (tricks,)}

    def _taken(self, bid: Bid) -> int:
        if bid.player is None or len(self.bids) == 1:
            return self.tricks
        return self.tricks_won[bid.player]

    def _value(self, bid: Bid, outcome: str) -> int:
        return int(self.nil[outcome if bid.kind == "nil" else f"blind_{outcome}"])

    def _fails(self, bid: Bid, tricks: int) -> bool:
        return tricks > 0 or bid.player in self.adjustment.failed_nils

    def _nil_points(self, nils: list[Bid], taken: list[int]) -> int:
        if len(nils) > 1 and self.nil["double"] != "independent":
            if not any(self._fails(bid, tricks) for bid, tricks in zip(nils, taken, strict=True)):
                return 0 if self.adjustment.void_nils else int(self.nil["double_made"])
            return int(self.nil["double_failed"]) if self.nil["double"] == "joint" else 0
        points = 0
        for bid, tricks in zip(nils, taken, strict=True):
            if self._fails(bid, tricks):
                points += self._value(bid, "failed")
            elif bid.player not in self.adjustment.void_nils:
                points += self._value(bid, "made")
        return points

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
        when_set = "minus_bid" if self.adjustment.contract == "lost" else self.rules["set"]
        if not made and when_set == "zero":
            return 0
        if not made and when_set == "minus_undertricks":
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
        # Who is credited with the bid is scored as if exactly that had been taken.
        every = self._took_every_trick() and self.adjustment.contract != "credited"
        return int(self.special["boston"]) if every and contract < self.hand_size else 0

    def _took_every_trick(self) -> bool:
        return self.tricks == self.hand_size and not self.adjustment.taken and self.decided >= 0

    def _result(self, points: int, bags: int, *, made: bool) -> Json:
        """Step 7, the bag penalty, and the standing after the round."""
        limit: int = self.bag_rules["limit"]
        if not limit:
            return self._standing(points, made=made)
        kept: int = self.before.get("bags", 0) + bags
        penalty = times = 0
        while kept >= limit:
            times += 1
            penalty += self.bag_rules["penalty"]
            if self.bag_rules["points_cancelled"]:
                penalty -= limit * self.rules["overtrick_points"]
            kept = 0 if self.bag_rules["carry"] == "reset" else kept - limit
        score = self._standing(points + penalty, made=made)
        return {**score, "bags": bags, "bags_after": kept, "bag_penalty": penalty, "times": times}

    def _standing(self, points: int, *, made: bool) -> Json:
        return {
            "points": points,
            "score": self.before.get("score", 0) + points,
            "bags": 0,
            "bags_after": self.before.get("bags", 0),
            "bag_penalty": 0,
            "made": made,
            "sets": self.before.get("sets", 0) + (0 if made else 1),
            "consecutive_sets": self.before.get("consecutive_sets", 0) + 1 if self.counts_row and not made else 0,
            "boston": self._took_every_trick(),
        }
