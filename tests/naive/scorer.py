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
    points: int = 0
    """Points taken away (below 0), or brought."""
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
    scores = {
        side: _Side(
            side,
            table,
            bidding,
            tricks_won,
            before.get(side, {}),
            parameters,
            adjusted.get(side, Adjustment()),
            list(moved[side].values()),
        ).score()
        | {"by_director": moved[side], "tricks": taken[side] + decided, "tricks_decided": decided}
        | ({} if adjustments is None else _penalised(taken[side] + decided, before.get(side, {}), adjustments[side]))
        for side, decided in ((side, sum(moves.values())) for side, moves in moved.items())
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


def _worth(worth: Json, tricks: int = 0, missing: int = 0) -> int:
    """Return what a worth comes to with so many tricks bid, and so many missing."""
    return int(
        worth.get("points", 0) + worth.get("per_trick", 0) * tricks + worth.get("per_missing_trick", 0) * missing
    )


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
        by_director: list[int],
    ) -> None:
        self.adjustment = adjustment
        self.decided = sum(by_director)
        self.director_took = any(tricks < 0 for tricks in by_director)
        self.bids: list[Bid] = bidding.of(side)
        self.below_board = side in bidding.below_board
        self.bids_itself = bidding.bids_itself
        self.tricks_won = tricks_won
        self.tricks = sum(tricks_won[player] for player in table.sides[side])
        self.hand_size = table.pack.hand_size
        self.before = before
        self.rules: Json = parameters["bids"]
        self.contracts: list[Json] = parameters["contracts"]
        self.leading: Json = self.rules["blind" if self._has_blind() else "number"]
        """The row that counts for the contract as a whole."""
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
        failed = [bid for bid, tricks in zip(nils, taken, strict=True) if self._fails(bid, tricks)]
        # Step 4: the tricks of the contract. What a director decided comes before penalties.
        contract_tricks, apart = self._tricks_apart(
            nils, taken, failed, self.tricks + self.decided + adjustment.brought - adjustment.taken
        )
        wins = self._wins(contract, self._tricks_apart(nils, taken, failed, self.tricks)[0])
        if adjustment.contract == "credited" and not self.below_board:
            contract_tricks = contract
        made = adjustment.contract not in {"set", "lost"} and self._is_made(contract, contract_tricks)
        missing = contract if adjustment.contract == "lost" else max(0, contract - contract_tricks)
        counted = {"counted": (contract, contract_tricks, *taken), "wins": wins}
        if nils and self.rules["linked"] and (failed or not made):
            points = self._lost_together(nils)
            if contract:
                points += _worth(self.rules["number"]["failed"], contract, missing)
            return self._result(points, 0, made=False, is_set=True) | counted
        # Step 5: contract points. Step 6: bags.
        overtricks = contract_tricks - contract if made else 0
        points = self._nil_points(nils, failed)
        nothing = made and adjustment.contract == "no_points"
        if not nothing:
            points += self._contract_points(contract, missing, made=made)
            points += self._overtrick() * overtricks
        bags = overtricks
        for bid, tricks in apart:
            row = self.rules[bid.kind]
            when_set = row["failed_bags_when_set"]
            has_points = row["failed_tricks"] == "bags" and (made or when_set == "bags_and_points")
            if has_points and not nothing:  # these points, too, come by a made contract
                points += self._overtrick() * tricks
            if made or when_set != "none":
                bags += tricks
        # Step 8 comes before the running score.
        is_set = not made or any(self.rules[bid.kind]["counts_as_set"] for bid in failed)
        return self._result(points + self._unbid(contract), bags, made=made, is_set=is_set) | counted

    def _without_bids(self) -> Json:
        """Score a round without bids: there is none that could be lost, but tricks may come to count for nothing."""
        adjustment = self.adjustment
        tricks = self.tricks + self.decided - adjustment.taken + adjustment.brought
        made = adjustment.contract not in {"set", "lost"}
        if not made or adjustment.contract == "no_points":
            tricks = 0
        points = self.rules["number"]["made"].get("per_trick", 0) * tricks + self._unbid(0)
        counted = {"counted": (tricks,), "wins": self._wins(0, self.tricks)}
        return self._standing(points + adjustment.points, made=made, is_set=not made) | counted

    def _taken(self, bid: Bid) -> int:
        if bid.player is None or len(self.bids) == 1:
            return self.tricks
        return self.tricks_won[bid.player]

    def _fails(self, bid: Bid, tricks: int) -> bool:
        return tricks > 0 or bid.player in self.adjustment.failed_nils

    def _are_joint(self, nils: list[Bid]) -> bool:
        return len(nils) > 1 and self.rules["both_nil"]["how"] in {"joint", "joint_no_loss"}

    def _tricks_apart(
        self, nils: list[Bid], taken: list[int], failed: list[Bid], tricks: int
    ) -> tuple[int, list[tuple[Bid, int]]]:
        """Return the tricks of the contract, and those that are bags of failed nils, of all that a side has.

        Those that it has lost come off the others' first.
        """
        both = len(nils) > 1 and bool(failed) and (len(failed) == len(nils) or self._are_joint(nils))
        is_ignored = both and self.rules["both_nil"]["tricks"] == "none"
        left, apart = tricks, []
        for bid, own in zip(nils, taken, strict=True):
            how = "ignored" if is_ignored else self.rules[bid.kind]["failed_tricks"]
            if how == "to_contract":
                continue
            kept = min(own, left)
            left -= kept
            if how != "ignored":
                apart.append((bid, kept))
        return left, apart

    def _nil_points(self, nils: list[Bid], failed: list[Bid]) -> int:
        if self._are_joint(nils):
            if not failed:
                return 0 if self.adjustment.void_nils else _worth(self.rules["both_nil"]["made"])
            return self._lost_together(nils)
        points = 0
        for bid in nils:
            row = self.rules[bid.kind]
            if bid in failed:
                points += _worth(row["failed"])
            elif bid.player not in self.adjustment.void_nils:
                points += _worth(row["made"])
        return points

    def _lost_together(self, nils: list[Bid]) -> int:
        if self._are_joint(nils):
            return _worth(self.rules["both_nil"]["failed"]) if self.rules["both_nil"]["how"] == "joint" else 0
        return sum(_worth(self.rules[bid.kind]["failed"]) for bid in nils)

    def _has_blind(self) -> bool:
        return any(bid.kind == "blind" for bid in self.bids)

    def _is_made(self, contract: int, contract_tricks: int) -> bool:
        if self.below_board:
            return False
        if contract and self.leading["exact"]:
            return contract_tricks == contract  # nils and zeros promise nothing that could be exceeded
        return contract_tricks >= contract

    def _overtrick(self) -> int:
        """Return what an overtrick scores."""
        return int(self.leading["overtrick"])

    def _rows(self, contract: int) -> list[Json]:
        """Return the rows of contracts of this size."""
        blind = {"any", "with" if self._has_blind() else "without"}
        return [
            row
            for row in self.contracts
            if row.get("bid", True) and self._is_within(row, contract) and row.get("blind", "any") in blind
        ]

    def _unbid_rows(self, contract: int) -> list[Json]:
        """Return the rows of so many tricks as the side has taken without such a contract, and kept."""
        if not self._kept_all():
            return []
        return [
            row
            for row in self.contracts
            if not row.get("bid", True)
            and self._is_within(row, self.tricks)
            and contract < (row.get("least", 0) or self.hand_size)
        ]

    def _is_within(self, row: Json, tricks: int) -> bool:
        least, most = row.get("least", 0), row.get("most", 0)
        if least and not most:
            return bool(tricks >= least)  # two partners can bid more than there are
        return bool((least or self.hand_size) <= tricks <= (most or self.hand_size))

    def _contract_points(self, contract: int, missing: int, *, made: bool) -> int:
        outcome = "made" if made else "failed"
        rows = self._rows(contract)
        instead = next((row for row in rows if row.get("instead")), None)
        missing = 0 if made else missing
        if instead is not None and outcome in instead:
            points = _worth(instead.get(outcome, {}), contract, missing)
        else:
            own = self.leading[outcome]
            points = own.get("per_missing_trick", 0) * missing + (own.get("points", 0) if contract else 0)
            for bid in self.bids:
                if bid.kind in {"number", "blind", "zero"}:
                    row = self.rules["number" if bid.kind == "zero" else bid.kind]
                    points += row[outcome].get("per_trick", 0) * bid.counts_as
        return points + sum(_worth(row.get(outcome, {}), contract, missing) for row in rows if not row.get("instead"))

    def _unbid(self, contract: int) -> int:
        # Who is credited with the bid is scored as if exactly that had been taken.
        if self.adjustment.contract == "credited":
            return 0
        return sum(_worth(row["made"], self.tricks) for row in self._unbid_rows(contract))

    def _wins(self, contract: int, contract_tricks: int) -> bool:
        """Tell whether a side wins the game by what it took in the play, whatever penalty but one in tricks it has."""
        if not self._kept_all():
            return False
        # Who has every trick has those of a failed nil, too.
        is_taken = self._is_made(contract, self.tricks if self.tricks == self.hand_size else contract_tricks)
        rows = (self._rows(contract) if is_taken else []) + self._unbid_rows(contract)
        return any(row.get("wins_game") for row in rows)

    def _kept_all(self) -> bool:
        return not (self.adjustment.taken or self.director_took)

    def _took_every_trick(self) -> bool:
        return self.tricks == self.hand_size and self._kept_all()

    def _result(self, points: int, bags: int, *, made: bool, is_set: bool) -> Json:
        """Step 7, the bag penalty, what penalties take in points, and the standing after the round."""
        points += self.adjustment.points
        limit: int = self.bag_rules["limit"]
        if not limit:
            return self._standing(points, made=made, is_set=is_set)
        kept: int = self.before.get("bags", 0) + bags
        penalty = times = 0
        while kept >= limit:
            times += 1
            penalty += self.bag_rules["penalty"]
            if self.bag_rules["points_cancelled"]:
                penalty -= limit * self.rules["number"]["overtrick"]
            kept = 0 if self.bag_rules["carry"] == "reset" else kept - limit
        score = self._standing(points + penalty, made=made, is_set=is_set)
        return {**score, "bags": bags, "bags_after": kept, "bag_penalty": penalty, "times": times}

    def _standing(self, points: int, *, made: bool, is_set: bool) -> Json:
        return {
            "points": points,
            "score": self.before.get("score", 0) + points,
            "bags": 0,
            "bags_after": self.before.get("bags", 0),
            "bag_penalty": 0,
            "made": made,
            "sets": self.before.get("sets", 0) + (1 if is_set else 0),
            "consecutive_sets": self.before.get("consecutive_sets", 0) + 1 if self.counts_row and is_set else 0,
            "boston": self._took_every_trick(),
        }
