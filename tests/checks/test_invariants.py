"""Each invariant by itself: when it can be checked, what breaks it, and the nearest round that does not."""

from __future__ import annotations

import json

import pytest

from tests.checks.checking import Json, breaks, checked, figures, times_checked
from tests.contract.bodies_claimed_rounds import CLAIMED
from tests.spades.builders.audited_games import game, row

SIX, SEVEN = (6, 7)
SHORT = {"name": "pagat", "overrides": {"deck": {"hand_size": {"4": 2}, "leftover": "set_aside"}}}
"""Two tricks are a round."""


def sheet(ours: int, theirs: int) -> dict[str, int]:
    return {"ana+cy": ours, "ben+dee": theirs}


def made(number: int, **reported: Json) -> Json:
    """Return a row with 51 points for ana and cy, 52 for ben and dee."""
    return row(number, SIX, SEVEN, **reported)


class TestTotals:
    def test_continue_from_the_line_before_whatever_the_engine_says(self) -> None:
        wrong = [
            made(0, points=sheet(60, 50), score=sheet(60, 50)),
            made(1, points=sheet(60, 50), score=sheet(120, 100)),
        ]
        assert "totals_continue" not in breaks(json.dumps(game(*wrong)).encode())

    def test_continue_from_the_standing_before_the_first_round(self) -> None:
        reported = {"points": sheet(51, 52), "score": sheet(151, 52)}
        before = {"ana+cy": {"score": 100}}
        assert figures(game(made(0, **reported), before=before), "totals_continue") == []
        assert figures(game(made(0, **reported)), "totals_continue") == [["'ana+cy': 151, not 51"]]

    @pytest.mark.parametrize(
        "second",
        [{"score": sheet(102, 104)}, {"points": sheet(51, 52)}, {}],
        ids=["without points", "without a total", "without both"],
    )
    def test_are_not_checked_without_what_they_need(self, second: Json) -> None:
        first = made(0, points=sheet(51, 52), score=sheet(51, 52))
        assert times_checked(game(first, made(1, **second)), "totals_continue") == 1

    def test_do_not_continue_across_a_line_without_one(self) -> None:
        rounds = [made(0, score=sheet(51, 52)), made(1), made(2, points=sheet(51, 52), score=sheet(999, 999))]
        assert times_checked(game(*rounds), "totals_continue") == 0

    def test_agree_if_they_are_off_by_as_much_as_before(self) -> None:
        rounds = [made(number, score=sheet(51 * (number + 1) + 10, 52 * (number + 1))) for number in range(4)]
        assert breaks(json.dumps(game(*rounds)).encode())["totals_agree"] == [(1, 1)]


class TestClaimedRounds:
    """A round that ends with a claim has fewer tricks in its log, and none of them is missing."""

    def test_an_accepted_claim_breaks_nothing(self) -> None:
        whole = CLAIMED["a claim that was accepted"]
        assert breaks(json.dumps(whole).encode()) == {}
        assert times_checked(whole, "tricks_add_up") == 1
        reported = {"tricks_won": {"ana": 0, "ben": 0, "cy": 8, "dee": 5}, "points": {"ana+cy": 53, "ben+dee": -80}}
        assert breaks(json.dumps({**whole, "reported": reported}).encode()) == {}

    def test_a_claim_in_the_middle_of_a_trick_breaks_nothing(self) -> None:
        body = CLAIMED["a claim in the middle of a trick"]
        assert breaks(json.dumps(body).encode()) == {}
        assert times_checked(body, "tricks_whole") == times_checked(body, "tricks_add_up") == 1

    def test_tricks_on_the_sheet_that_are_not_those_of_the_claim_break_it(self) -> None:
        reported = {"tricks_won": {"ana": 0, "ben": 0, "cy": 7, "dee": 6}}
        body = {**CLAIMED["a claim that was accepted"], "reported": reported}
        assert figures(body, "tricks_add_up") == [
            ["wrong_tricks_won 'cy': 7, not 8", "wrong_tricks_won 'dee': 6, not 5"]
        ]

    def test_a_failed_claim_is_an_offence_and_breaks_nothing_else(self) -> None:
        body = CLAIMED["a claim that costs every trick"]
        assert figures(body, "rules_kept") == [["claim_failed 'ben'"]]
        assert [*breaks(json.dumps(body).encode())] == ["rules_kept"]
        assert figures(CLAIMED["a claim too early to be certain"], "rules_kept") == [["claim_too_early 'cy'"]]
        assert figures(CLAIMED["no claims"], "rules_kept") == [["claim_not_allowed 'ana'"]]

    def test_tricks_that_a_claim_leaves_open_are_not_counted(self) -> None:
        body = CLAIMED["a claim that leaves tricks to two nils"]
        assert times_checked(body, "tricks_add_up") == 0
        assert breaks(json.dumps(body).encode()) == {}

    def test_a_game_goes_on_after_a_claimed_round(self) -> None:
        parts = ("bids", "tricks", "claim", "hands")
        of_game = {name: CLAIMED["a claim that was accepted"][name] for name in parts}
        played_on = {name: CLAIMED["a claim after which the play goes on"][name] for name in parts}
        rules = CLAIMED["a claim after which the play goes on"]["ruleset"]
        assert "rounds_complete" not in breaks(json.dumps(game(of_game, made(1))).encode())
        assert breaks(json.dumps(game(played_on, made(1), ruleset=rules)).encode())["rounds_complete"] == [(1, 1)]


class TestBags:
    # 3 over the contract in each round.
    def round(self, number: int, bags: int) -> Json:
        return row(number, 8, 5, bags=sheet(bags, 0))

    def test_are_taken_off_at_the_limit(self) -> None:
        kept = [self.round(number, bags) for number, bags in enumerate([3, 6, 9, 2, 5])]
        assert breaks(json.dumps(game(*kept)).encode()) == {}

    def test_that_are_not_taken_off_break_it_once(self) -> None:
        forgotten = [self.round(number, bags) for number, bags in enumerate([3, 6, 9, 12, 5])]
        assert figures(game(*forgotten), "bags_carry") == [["'ana+cy': 12, not 2"]]

    def test_do_not_run_on_where_the_ruleset_counts_none(self) -> None:
        house = {"name": "pagat", "overrides": {"scoring": {"bag_limit": 0}}}
        body = game(self.round(0, 7), ruleset=house)
        assert times_checked(body, "bags_carry") == times_checked(body, "bags_agree") == 0

    def test_of_a_void_round_stay(self) -> None:
        void = {"void": True, "reason": "Misdeal", "reported": {"bags": sheet(3, 0)}}
        assert figures(game(self.round(0, 3), void, self.round(1, 6)), "bags_carry") == []


class TestDealers:
    def dealt(self, *dealers: str | None) -> Json:
        bids = {"ana": 3, "ben": 3, "cy": 2, "dee": 2}
        rows = [{"bids_by_player": bids, "tricks_won": sheet(SIX, SEVEN)} for _ in dealers]
        rounds = [each if name is None else {**each, "dealer": name} for each, name in zip(rows, dealers, strict=True)]
        return {**game(*rounds), "first_dealer": "dee"}

    def test_go_round(self) -> None:
        assert figures(self.dealt("dee", "ana", "ben", "cy", "dee"), "dealer_rotates") == []

    def test_go_on_behind_rounds_that_name_none(self) -> None:
        body = self.dealt(None, None, "ben", None, "cy")
        assert figures(body, "dealer_rotates") == [["dealt by 'cy', not 'dee'"]]
        assert times_checked(body, "dealer_rotates") == 2

    @pytest.mark.parametrize(("redeal", "right"), [("same_dealer", "dee"), ("next_dealer", "ana")])
    def test_of_a_round_after_a_void_one_follow_the_ruleset(self, redeal: str, right: str) -> None:
        void = {"void": True, "reason": "Misdeal"}
        house = {"name": "pagat", "overrides": {"table": {"redeal_by": redeal}}}
        for dealer in ("dee", "ana", "ben"):
            again = {**made(0), "dealer": dealer}
            found = figures(game(void, again, ruleset=house), "dealer_rotates")
            assert found == ([] if dealer == right else [[f"dealt by {dealer!r}, not {right!r}"]])


class TestPenalties:
    # cy revokes in the first trick; as played ana and cy make their contract, as ruled they are set.
    def revoked(self, points: int) -> Json:
        return {
            "ruleset": SHORT,
            "players": ["ana", "ben", "cy", "dee"],
            "hands": {"ana": ["KH", "AH"], "ben": ["2H", "6H"], "cy": ["3S", "9H"], "dee": ["4H", "5H"]},
            "bids_by_player": {"ana": 1, "ben": 1, "cy": 1, "dee": 1},
            "tricks": [{"leader": "ana", "cards": ["KH", "2H", "3S", "4H"]}, {"cards": ["9H", "5H", "AH", "6H"]}],
            "reported": {"points": sheet(points, -20)},
        }

    @pytest.mark.parametrize(
        ("points", "broken"),
        [(20, {"rules_kept", "penalties_counted"}), (-20, {"rules_kept"}), (30, {"rules_kept", "points_agree"})],
        ids=["as played", "as ruled", "neither"],
    )
    def test_are_in_the_figures_or_not(self, points: int, broken: set[str]) -> None:
        assert set(breaks(json.dumps(self.revoked(points)).encode())) == broken


class TestRounds:
    def test_that_are_last_may_be_unfinished(self) -> None:
        open_round = {"bids_by_player": {"ana": 3, "ben": 3, "cy": 2, "dee": 2}, "tricks": []}
        assert figures(game(made(0), open_round), "rounds_complete") == []
        assert figures(game(open_round, made(0)), "rounds_complete") == [
            ["no score, so that later totals can't be checked"]
        ]

    def test_after_the_end_each_break_it(self) -> None:
        house = {"name": "pagat", "overrides": {"game": {"target": 50}}}
        body = game(made(0), made(1), made(2), ruleset=house)
        assert breaks(json.dumps(body).encode())["game_ends_once"] == [(1, 2), (1, 3)]

    def test_void_and_forfeited_break_nothing(self) -> None:
        """What a director decides is no fault of the sheet."""
        void = {"void": True, "reason": "Misdeal"}
        lost = {"forfeited_by": "ben+dee", "reason": "Went home"}
        assert breaks(json.dumps(game(void, made(0), void, made(1), lost)).encode()) == {}


ROW = {
    "ruleset": "pagat",
    "players": ["ana", "ben", "cy", "dee"],
    "bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "dee": 3},
    "tricks_won": sheet(6, 7),
}


class TestRows:
    def test_alone_are_checked_as_rounds(self) -> None:
        result = checked(json.dumps(ROW).encode())
        assert (result["rows"], result["rounds"], result["broken"]) == (1, 1, [])

    @pytest.mark.parametrize(
        ("changed", "broken"),
        [
            ({"tricks_won": sheet(6, 6)}, "tricks_add_up"),
            ({"bids_by_player": {"ana": 3, "ben": 4, "cy": 2}}, "one_bid_each"),
            ({"bids_by_player": {"ana": 3, "ben": 4, "cy": 2, "eve": 3}}, "readable"),
        ],
        ids=["a trick too few", "a bid too few", "somebody else"],
    )
    def test_alone_break_what_is_wrong_with_them(self, changed: Json, broken: str) -> None:
        assert set(breaks(json.dumps(ROW | changed).encode())) == {broken}

    def test_with_an_illegal_bid_break_the_rules(self) -> None:
        house = {"name": "pagat", "overrides": {"bidding": {"team_minimum": 6}}}
        assert set(breaks(json.dumps(ROW | {"ruleset": house}).encode())) == {"rules_kept"}


@pytest.mark.parametrize("name", ["totals_agree", "bags_agree", "points_agree"])
def test_figures_after_a_round_without_a_score_are_not_compared(name: str) -> None:
    lost = {**made(0), "tricks_won": sheet(6, 6)}
    told = made(1, points=sheet(1, 1), score=sheet(1, 1), bags=sheet(1, 1))
    assert times_checked(game(lost, told), name) == 0
