"""A second scorer agrees, sums are conserved, and rounds add up."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, Json
from tests.spades.builders.random_players import BOUNDED, MANY

# The score.


def one_of(*values: object) -> st.SearchStrategy[object]:
    return st.sampled_from(values)


# Everything on which the score of legal bids depends, boards and raised bids apart.
SCORING: dict[str, st.SearchStrategy[object]] = {
    "nil.made": one_of(100, 50),
    "nil.failed": one_of(-100, -50),
    "nil.blind_made": one_of(200, 150),
    "nil.blind_failed": one_of(-200, -150),
    "nil.scoring": one_of("independent", "independent", "linked"),
    "nil.failed_tricks": one_of("bags", "to_contract", "ignored"),
    "nil.failed_bags_when_set": one_of("none", "bags_only", "bags_and_points"),
    "nil.double": one_of("independent", "joint", "joint_no_loss"),
    "nil.double_made": one_of(200, 250),
    "nil.double_failed": one_of(-200, -300),
    "blind_bid.made_multiplier": one_of(2, 3),
    "blind_bid.failed_multiplier": one_of(1, 2),
    "blind_bid.overtricks": st.booleans(),
    "blind_bid.exact": st.booleans(),
    "special_bids.ten": one_of(
        {"made": 0}, {"made": 200, "failed": -100}, {"made": 200, "failed": -120, "or_more": True}
    ),
    "special_bids.slam": one_of({"made": 0}, {"made": 500, "failed": -250}),
    "special_bids.boston": one_of(0, 300),
    "bidding.by": one_of("player", "last_partner"),
    "scoring.trick_points": one_of(10, 20),
    "scoring.overtrick_points": one_of(1, 0, -1, -10),
    "scoring.set": one_of("minus_bid", "zero", "minus_undertricks"),
    "scoring.bag_limit": one_of(0, 3, 5, 10),
    "scoring.bag_penalty": one_of(-100, -30),
    "scoring.bag_carry": one_of("remainder", "reset"),
    "scoring.bag_points_cancelled": st.booleans(),
}
bids_made = st.one_of(
    st.tuples(st.integers(0, 7), st.booleans()),
    st.sampled_from(((0, False), (0, True), (5, False), (10, False), (13, False))),
)


class Sheet(NamedTuple):
    """What one pair bid and took, and its standing before."""

    values: dict[str, Any]
    bids: tuple[tuple[int, bool], tuple[int, bool]]
    won: tuple[int, int]
    before: tuple[int, int]

    @property
    def request(self) -> Json:
        groups: dict[str, dict[str, object]] = {"nil": {"blind": True}, "blind_bid": {"allowed": True}}
        for name, value in self.values.items():
            group, key = name.split(".")
            groups.setdefault(group, {})[key] = value
        calls = zip(("ana", "cy", "ben", "dee"), (*self.bids, (2, False), (2, False)), strict=True)
        return {
            "ruleset": {"name": "pagat", "overrides": groups},
            "players": list(FOUR),
            "bids": [{"player": name, "tricks": tricks, "blind": blind} for name, (tricks, blind) in calls],
            "tricks_won": {"ana": self.won[0], "cy": self.won[1], "ben": 13 - sum(self.won)},
            "before": {"ana+cy": {"score": self.before[0], "bags": self.before[1]}},
        }


sheets = st.builds(
    Sheet,
    st.fixed_dictionaries(SCORING),
    st.tuples(bids_made, bids_made),
    st.tuples(st.integers(0, 13), st.integers(0, 13)).map(lambda won: (won[0], min(won[1], 13 - won[0]))),
    st.tuples(st.integers(-500, 500), st.integers(0, 2)),
)


def naive(sheet: Sheet) -> tuple[int, int, int]:
    """Score a pair by the letter of the order of scoring: its points, the bags gained, the bags carried on."""
    rule = sheet.values
    trick, over_points = rule["scoring.trick_points"], rule["scoring.overtrick_points"]
    limit = rule["scoring.bag_limit"]
    nils = [(blind, won) for (bid, blind), won in zip(sheet.bids, sheet.won, strict=True) if bid == 0]
    ordinary = [(bid, blind) for bid, blind in sheet.bids if bid]
    if rule["bidding.by"] == "last_partner":
        ordinary = ordinary[-1:]
    contract = sum(bid for bid, _ in ordinary)
    blind = any(blind for _, blind in ordinary)
    # 3, the nils.
    failing = sum(rule["nil.blind_failed" if blind_nil else "nil.failed"] for blind_nil, _ in nils)
    nil_points = sum(
        rule[("nil.blind_" if blind_nil else "nil.") + ("failed" if won else "made")] for blind_nil, won in nils
    )
    all_nils_made = not any(won for _, won in nils)
    if len(nils) == 2 and rule["nil.double"] != "independent":
        failing = rule["nil.double_failed"] if rule["nil.double"] == "joint" else 0
        nil_points = rule["nil.double_made"] if all_nils_made else failing
    # 4, the contract.
    spoilt = sum(won for _, won in nils)
    taken = sum(sheet.won) - (0 if rule["nil.failed_tricks"] == "to_contract" else spoilt)
    made = taken >= contract and not (blind and rule["blind_bid.exact"] and taken > contract)
    if nils and rule["nil.scoring"] == "linked" and not (made and all_nils_made):
        return failing - trick * contract, 0, sheet.before[1]
    # 5, its points.
    overtricks = taken - contract if made else 0
    overtrick_value = 0 if blind and not rule["blind_bid.overtricks"] else over_points
    ten, slam = rule["special_bids.ten"], rule["special_bids.slam"]
    is_ten = contract == 10 or (contract > 10 and ten.get("or_more", False))
    rate = rule["blind_bid.made_multiplier"] if made else rule["blind_bid.failed_multiplier"]
    weight = sum(bid * (rate if blind_bid else 1) for bid, blind_bid in ordinary)
    if not blind and slam["made"] and contract == 13:
        points = slam["made"] if made else slam["failed"]
    elif not blind and ten["made"] and is_ten:
        points = ten["made"] if made else ten["failed"]
    elif made:
        points = trick * weight
    else:
        missing = max(0, contract - taken)
        points = {"minus_bid": -trick * weight, "zero": 0, "minus_undertricks": -trick * missing}[rule["scoring.set"]]
    points += nil_points + overtricks * overtrick_value
    # 6, the bags.
    bags = overtricks
    if rule["nil.failed_tricks"] == "bags":
        when_set = rule["nil.failed_bags_when_set"]
        bags += spoilt if made or when_set != "none" else 0
        points += spoilt * overtrick_value if made or when_set == "bags_and_points" else 0
    bags = bags if limit else 0
    # 7, their penalty.
    carried = sheet.before[1] + bags
    while limit and carried >= limit:
        points += rule["scoring.bag_penalty"]
        points -= limit * over_points if rule["scoring.bag_points_cancelled"] else 0
        carried = 0 if rule["scoring.bag_carry"] == "reset" else carried - limit
    # 8, Boston.
    if sum(sheet.won) == 13 and contract < 13:
        points += rule["special_bids.boston"]
    return points, bags, carried


def side_of(sheet: Sheet) -> Json:
    sides = {side["team"]: side for side in ask("scoreRound", sheet.request)["teams"]}
    return cast("Json", sides["ana+cy"])


@settings(BOUNDED, max_examples=500)
@given(sheets)
def test_a_second_scorer_agrees(sheet: Sheet) -> None:
    """Order of scoring, steps 3 to 8."""
    side = side_of(sheet)
    assert (side["points"], side["bags"], side["after"]["bags"]) == naive(sheet)


@MANY
@given(sheets)
def test_points_are_the_sum_of_the_lines(sheet: Sheet) -> None:
    side = side_of(sheet)
    assert side["points"] == sum(line["points"] for line in side["lines"])
    assert side["points"] == side["after"]["score"] - side["before"]["score"]
    assert side["contract"] == sum(bid["counts_as"] for bid in side["bids"])
    assert side["boston"] is (side["tricks"] == 13)


@MANY
@given(sheets)
def test_bags_are_conserved(sheet: Sheet) -> None:
    """Order of scoring, step 7: what is gained is carried on or has cost a penalty."""
    side = side_of(sheet)
    limit = sheet.values["scoring.bag_limit"]
    crossed = sum(line["code"] == "bag_penalty" for line in side["lines"])
    whole = side["before"]["bags"] + side["bags"]
    if sheet.values["scoring.bag_carry"] == "remainder" or not crossed:
        assert whole - limit * crossed == side["after"]["bags"]
    else:
        assert (crossed, side["after"]["bags"]) == (1, 0)
    if limit:
        assert side["after"]["bags"] < limit
    else:
        assert (side["bags"], crossed) == (0, 0)


@BOUNDED
@given(sheets)
def test_rounds_add_up(sheet: Sheet) -> None:
    """A game is its rounds: where one ends the next begins, and the score before changes no points."""
    first = side_of(sheet)
    later = sheet._replace(before=(first["after"]["score"], sheet.before[1]))
    assert side_of(later)["lines"] == first["lines"]
