"""Seasons that are kept rightly break nothing; one fault at a known place breaks what it has to, and only there."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence

import pytest

from tests.checks.checking import Json, breaks, checked
from tests.checks.seasons import season, written
from tests.lengths import in_two_portions

LINE, ROUND = 7, 3
"""Where the fault is, from 1; other rounds follow."""


@pytest.fixture(scope="module")
def rows() -> list[Json]:
    return season(1, 12, "pagat", rows=1.0)


@pytest.fixture(scope="module")
def records() -> list[Json]:
    return season(2, 12, "pagat", rows=0.0)


@in_two_portions("seeds", range(4), few=1)
def test_seasons_that_are_kept_rightly_break_nothing(seeds: Sequence[int]) -> None:
    for seed in seeds:
        check_season(seed)


def check_season(seed: int) -> None:
    result = checked(written(season(100 + seed, 40)))
    assert result["broken"] == []
    counted = {each["name"]: each["checked"] for each in result["invariants"]}
    # Nobody revokes in a legal round, so that there are no penalties to count.
    assert {name for name, times in counted.items() if not times} == {"penalties_counted"}
    assert (result["lines"], result["games"]) == (40, 40)
    assert result["rounds"] == counted["rules_kept"] == counted["one_bid_each"]


def first(sheet: dict[str, int]) -> str:
    return next(iter(sheet))


def unknown_player(each: Json) -> None:
    each["bids"][0]["player"] = "nobody"


def trick_lost(each: Json) -> None:
    taker = max(each["tricks_won"], key=each["tricks_won"].__getitem__)
    each["tricks_won"][taker] -= 1


def bid_lost(each: Json) -> None:
    each["bids"].pop()


def bid_twice(each: Json) -> None:
    each["bids"].append(each["bids"][0])


def points_miscounted(each: Json) -> None:
    each["reported"]["points"][first(each["reported"]["points"])] += 1


def total_miscopied(each: Json) -> None:
    each["reported"]["score"][first(each["reported"]["score"])] += 10


def bags_miscounted(each: Json) -> None:
    each["reported"]["bags"][first(each["reported"]["bags"])] += 3


def wrong_winner(each: Json) -> None:
    """Name another winner than the leader of the next trick, who has won this one."""
    trick, following = each["tricks"][4:6]
    leader = following["plays"][0]["player"]
    trick["winner"] = next(play["player"] for play in trick["plays"] if play["player"] != leader)


def play_lost(each: Json) -> None:
    each["tricks"][4]["plays"].pop()


def trick_left_out(each: Json) -> None:
    each["tricks"].pop()


def card_written_twice(each: Json) -> None:
    each["tricks"][6]["plays"][3]["card"] = each["tricks"][2]["plays"][1]["card"]


def card_of_another_hand(each: Json) -> None:
    """Exchange two cards between the listed hands, so that each of the two plays one that he did not hold."""
    one, other, *_ = each["hands"].values()
    one[0], other[0] = other[0], one[0]


HERE, NEXT = (LINE, ROUND), (LINE, ROUND + 1)
AMONG_ROWS: dict[str, tuple[Callable[[Json], None], dict[str, list[tuple[int, int | None]]]]] = {
    "an unknown player": (unknown_player, {"readable": [(LINE, None)]}),
    # Without a score nothing that follows can be compared with the engine.
    "a trick too few": (trick_lost, {"tricks_add_up": [HERE], "rounds_complete": [HERE]}),
    "a bid left out": (bid_lost, {"one_bid_each": [HERE], "rounds_complete": [HERE]}),
    "a bid written twice": (bid_twice, {"one_bid_each": [HERE], "rules_kept": [HERE]}),
    "points miscounted": (points_miscounted, {"points_agree": [HERE], "totals_continue": [HERE]}),
    # The next line does not continue from the wrong one, and is right.
    "a total miscopied": (total_miscopied, {"totals_continue": [HERE, NEXT], "totals_agree": [HERE]}),
    "bags miscounted": (bags_miscounted, {"bags_carry": [HERE, NEXT], "bags_agree": [HERE]}),
}
AMONG_RECORDS: dict[str, tuple[Callable[[Json], None], dict[str, list[tuple[int, int | None]]]]] = {
    "a winner miswritten": (wrong_winner, {"leads_and_winners": [HERE]}),
    # Every reading of the first is complete; without the last trick there is no score.
    "a play left out": (play_lost, {"tricks_whole": [HERE]}),
    "a trick left out": (trick_left_out, {"tricks_add_up": [HERE], "rounds_complete": [HERE]}),
    "a card written twice": (card_written_twice, {"every_card_once": [HERE]}),
    "a card of another hand": (card_of_another_hand, {"cards_from_hands": [HERE]}),
}


def spoilt(lines: list[Json], fault: Callable[[Json], None]) -> bytes:
    """Return a season with a fault at its place."""
    changed = copy.deepcopy(lines)
    fault(changed[LINE - 1]["rounds"][ROUND - 1])
    return written(changed)


@pytest.mark.parametrize("name", AMONG_ROWS)
def test_a_fault_in_a_row_is_named_where_it_is(name: str, rows: list[Json]) -> None:
    fault, expected = AMONG_ROWS[name]
    assert breaks(written(rows)) == {}
    assert breaks(spoilt(rows, fault)) == expected


@pytest.mark.parametrize("name", AMONG_RECORDS)
def test_a_fault_in_a_record_is_named_where_it_is(name: str, records: list[Json]) -> None:
    fault, expected = AMONG_RECORDS[name]
    assert breaks(spoilt(records, fault)) == expected
