"""One side, one round: the order of scoring in parameters.md, step by step, for rows of a sheet without offences."""

from __future__ import annotations

from typing import NamedTuple

from tests.spades.second_scorer.house_rules import Rules


class Bid(NamedTuple):
    """A bid of a player, or of a side as one, and the tricks that the bidder took."""

    tricks: int
    blind: bool
    taken: int


class Scored(NamedTuple):
    """What a side scored in a round."""

    points: int
    gained: int
    """The bags of this round."""
    bags: int
    """The bags that are carried on."""
    was_set: bool


class _Contract(NamedTuple):
    """The bids of a side as they stand, its nils apart."""

    nils: list[Bid]
    ordinary: list[tuple[int, bool]]
    """For each of the others the tricks that it counts as, and whether it was made blind."""
    is_below_board: bool

    @property
    def tricks(self) -> int:
        return sum(tricks for tricks, _ in self.ordinary)

    @property
    def is_blind(self) -> bool:
        return any(blind for _, blind in self.ordinary)


def score_side(rules: Rules, bids: list[Bid], taken: int, size: int, bags: int, moved: int = 0) -> Scored:
    """Score a side that took these tricks of a hand of this size, and had this many bags before.

    A director has ``moved`` so many tricks to it, or away from it; those of a failed nil go last, and nils stay as they
    are.
    """
    contract = _as_they_stand(rules, bids)
    has_failed = any(nil.taken for nil in contract.nils)
    spoilt = min(sum(nil.taken for nil in contract.nils), taken + moved)
    counted = taken + moved - (0 if rules["nil.failed_tricks"] == "to_contract" else spoilt)
    made = counted >= contract.tricks and not contract.is_below_board
    if contract.is_blind and rules["blind_bid.exact"] and counted > contract.tricks:
        made = False
    if contract.nils and rules["nil.scoring"] == "linked" and (has_failed or not made):
        lost = _nils(rules, contract.nils, failed=True) - rules["scoring.trick_points"] * contract.tricks
        return Scored(lost, 0, bags, was_set=True)
    over = counted - contract.tricks if made else 0
    over_points = rules["scoring.overtrick_points"]
    if contract.is_blind and not rules["blind_bid.overtricks"]:
        over_points = 0
    points = _nils(rules, contract.nils) + _contract(rules, contract, counted, size, made=made) + over_points * over
    gained = over
    if rules["nil.failed_tricks"] == "bags":
        when_set = rules["nil.failed_bags_when_set"]
        gained += spoilt if made or when_set != "none" else 0
        points += spoilt * over_points if made or when_set == "bags_and_points" else 0
    if taken == size > contract.tricks and moved >= 0:
        points += rules["special_bids.boston"]
    return _with_bags(rules, points, gained, bags, was_set=not made)


def score_unbid(rules: Rules, taken: int, size: int, bags: int, moved: int = 0) -> Scored:
    """Score a side in a round that bids itself: trick points a trick for all, and no bags."""
    boston = rules["special_bids.boston"] if taken == size and moved >= 0 else 0
    return Scored(rules["scoring.trick_points"] * (taken + moved) + boston, 0, bags, was_set=False)


def _as_they_stand(rules: Rules, bids: list[Bid]) -> _Contract:
    """Step 2: raise what is raised, and set the nils apart."""
    nils = [bid for bid in bids if bid.tricks == 0 and rules["bidding.zero"] == "nil"]
    others = [(bid.tricks, bid.blind and bid.tricks > 0) for bid in bids if bid not in nils]
    if (
        len(bids) > 1
        and len(nils) == 1
        and bids[1] == nils[0]
        and rules["bidding.nil_partner_breach"] == "raise_earlier"
    ):
        others = [(max(tricks, rules["bidding.nil_partner_minimum"]), blind) for tricks, blind in others]
    lacking = rules["bidding.team_minimum"] - sum(tricks for tricks, _ in others)
    breach = rules["bidding.team_minimum_breach"]
    if others and lacking > 0 and breach == "raised":
        tricks, blind = others[-1]
        others[-1] = (tricks + lacking, blind)
    return _Contract(nils, others, bool(others) and lacking > 0 and breach == "set")


def _nils(rules: Rules, nils: list[Bid], *, failed: bool = False) -> int:
    """Step 3: the value of the nils of a side; ``failed``: of all of them as failed."""
    if len(nils) > 1 and rules["nil.double"] != "independent":
        if not failed and not any(nil.taken for nil in nils):
            return int(rules["nil.double_made"])
        return int(rules["nil.double_failed"]) if rules["nil.double"] == "joint" else 0
    return sum(
        int(rules[("nil.blind_" if nil.blind else "nil.") + ("failed" if failed or nil.taken else "made")])
        for nil in nils
    )


def _contract(rules: Rules, contract: _Contract, counted: int, size: int, *, made: bool) -> int:
    """Step 5: the points of the contract, overtricks apart."""
    ten, slam = rules["special_bids.ten"], rules["special_bids.slam"]
    outcome = "made" if made else "failed"
    if not contract.is_blind:
        if slam["made"] and contract.tricks == size:
            return int(slam[outcome])
        if ten["made"] and (contract.tricks == 10 or (ten["or_more"] and contract.tricks > 10)):
            return int(ten[outcome])
    rate = rules[f"blind_bid.{outcome}_multiplier"]
    worth = rules["scoring.trick_points"] * sum(tricks * (rate if blind else 1) for tricks, blind in contract.ordinary)
    if made:
        return int(worth)
    missing = max(0, contract.tricks - counted)
    undertricks = -rules["scoring.trick_points"] * missing
    return int({"minus_bid": -worth, "zero": 0, "minus_undertricks": undertricks}[rules["scoring.set"]])


def _with_bags(rules: Rules, points: int, gained: int, bags: int, *, was_set: bool) -> Scored:
    """Step 7: what the bags cost."""
    limit = rules["scoring.bag_limit"]
    if not limit:
        return Scored(points, 0, bags, was_set)
    kept = bags + gained
    while kept >= limit:
        points += rules["scoring.bag_penalty"]
        if rules["scoring.bag_points_cancelled"]:
            points -= limit * rules["scoring.overtrick_points"]
        kept = 0 if rules["scoring.bag_carry"] == "reset" else kept - limit
    return Scored(points, gained, kept, was_set)
