"""A game that may stand in several ways: rows written twice or left out, and records that leave several standings."""

from __future__ import annotations

import orjson
import pytest

from service.operations.runner import runner_of
from tests.slips.generator import careless_record
from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import TURNS, game, in_game, ruled
from tests.spades.builders.audited_games import row as row_of
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.records import bids
from tests.spades.builders.rulings import places


def totals(ours: int, theirs: int) -> Json:
    return {"ana+cy": ours, "ben+dee": theirs}


def codes(body: Json) -> list[str]:
    return [finding["code"] for each in ruled(body)["rounds"] for finding in each["findings"]]


def scores(standing: Json) -> tuple[int, ...]:
    return tuple(side["score"] for side in standing.values())


FIRST = row_of(0, 7, score=totals(52, 51))
SECOND = row_of(1, 8, score=totals(105, 101))
THIRD = row_of(2, 5, score=totals(155, 154))


class TestARowWrittenTwice:
    """Rulings, the sheet: `row_repeated`, the same bids, tricks and reported totals as the row before."""

    def test_it_is_an_error_of_its_row(self) -> None:
        answer = ruled(game(FIRST, FIRST, SECOND, THIRD))
        assert [places(each["findings"]) for each in answer["rounds"]] == [[], [("row_repeated", "#/rounds/1")], [], []]
        assert [each["verdict"] for each in answer["rounds"]] == ["clean", "inconsistent", "clean", "clean"]
        assert ("first_error" in answer, answer["shifts"]) == (False, [])

    def test_its_twin_moves_the_totals(self) -> None:
        answer = ruled(game(FIRST, row_of(1, 7, score=totals(104, 102))))
        assert (answer["verdict"], scores(answer["standing"])) == ("clean", (104, 102))

    def test_a_round_without_points_repeats_nothing(self) -> None:
        """Both sides bid 7 and are set for nothing twice over; their totals stand still rightly."""
        set_for_nothing = {"name": "pagat", "overrides": {"scoring": {"set": "zero"}}}
        one, other = (
            {"bids": bids(turns), "tricks_won": {"ana+cy": 6, "ben+dee": 7}, "reported": {"score": totals(0, 0)}}
            for turns in ("ana 3, ben 4, cy 4, dee 4", "ben 4, cy 4, dee 4, ana 3")
        )
        answer = ruled(game(one, other, ruleset=set_for_nothing))
        assert (answer["verdict"], scores(answer["standing"])) == ("clean", (0, 0))

    def test_the_game_goes_on_with_it_and_without_it(self) -> None:
        answer = ruled(game(FIRST, FIRST, SECOND))
        assert "standing" not in answer
        assert [scores(each) for each in answer["standings"]] == [(157, 152), (105, 101)]
        assert answer["detail"] == "Round 2 can be read in several ways, which leave 2 standings."
        assert [[("after" in side) for side in each["as_ruled"]] for each in answer["rounds"]] == [
            [True, True],
            [False, False],
            [False, False],
        ]
        assert "next" not in answer

    def test_what_it_shows_against_a_player_is_not_proved(self) -> None:
        """Rulings, slips before accusations: ana bid first once more, in a round that perhaps nobody played."""
        repeated = ruled(game(FIRST, FIRST))["rounds"][1]
        (asked,) = repeated["undecided"]
        assert (asked["code"], asked["conflicts_with"]) == ("bid_out_of_turn", [0])
        in_turn = ruled(game(FIRST, {**FIRST, "reported": {"score": totals(104, 102)}}))["rounds"][1]
        assert [each["code"] for each in in_turn["findings"]] == ["bid_out_of_turn"]

    def test_nobody_bids_out_of_turn_after_it_by_either_dealer(self) -> None:
        by_one, by_other = (row_of(turn, 8, score=totals(105, 101)) for turn in (1, 2))
        for second in (by_one, by_other):
            assert ruled(game(FIRST, FIRST, second))["rounds"][2]["verdict"] == "clean"
        assert "dealer" not in ruled(game(FIRST, FIRST, by_one))["rounds"][2]

    def test_a_winner_by_both_standings_has_won(self) -> None:
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 100}}}
        answer = ruled(game(FIRST, FIRST, row_of(1, 9, score=totals(106, 1)), ruleset=ruleset))
        assert (answer["finished"], answer["winners"], answer["reason"]) == (True, ["ana+cy"], "target")
        assert answer["detail"] == "ana+cy wins, in whichever of several ways round 2 is to be read."

    def test_an_end_by_one_standing_alone_is_not_stated(self) -> None:
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 150}}}
        answer = ruled(game(FIRST, FIRST, SECOND, ruleset=ruleset))
        assert (answer["finished"], answer["winners"], "reason" in answer) == (False, [], False)
        assert "whether the game is over depends" in answer["detail"]
        after = ruled(game(FIRST, FIRST, SECOND, THIRD, ruleset=ruleset))
        assert after["rounds"][3]["findings"] == []

    def test_points_are_wrong_whether_the_game_was_over_or_not(self) -> None:
        """Rulings, figures: a reported figure is wrong only if it is wrong in every reading."""
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 150}}}
        for ours, wrong in ((50, []), (49, [("wrong_points", "#/rounds/3/reported/points/ana+cy")])):
            third = {**THIRD, "reported": {"points": totals(ours, 53)}}
            answer = ruled(game(FIRST, FIRST, SECOND, third, ruleset=ruleset))
            assert places(answer["rounds"][3]["findings"]) == wrong

    def test_a_bag_penalty_that_no_standing_brings_explains_no_points(self) -> None:
        """Ben and dee have at most five bags after the round. By 155 to 150 the game was over before it."""
        third = {**THIRD, "reported": {"points": totals(50, 53 - 100)}}
        for target in (150, 500):
            ruleset = {"name": "pagat", "overrides": {"game": {"target": target}}}
            judged = ruled(game(FIRST, FIRST, SECOND, third, ruleset=ruleset))["rounds"][3]
            assert places(judged["findings"]) == [("wrong_points", "#/rounds/3/reported/points/ben+dee")]
            assert (judged["verdict"], judged["undecided"]) == ("inconsistent", [])

    def test_three_leave_eight_standings_and_four_too_many(self) -> None:
        rows = [row_of(number, 7, score=totals(52 * (number + 1), 51 * (number + 1))) for number in range(4)]
        twice = [each for row in rows for each in (row, row)]
        eight = ruled(game(*twice[:6]))
        assert len({scores(each) for each in eight["standings"]}) == 4
        assert len(eight["standings"]) == 4
        different = [{"bids": bids(TURNS[number]), "tricks_won": totals(7 + number, 6 - number)} for number in range(4)]
        ours = theirs = 0
        for number, each in enumerate(different):
            ours, theirs = ours + 52 + number, theirs + (51, 50, -50, -50)[number]
            each["reported"] = {"score": totals(ours, theirs)}
        doubled = [each for row in different for each in (row, row)]
        assert len(ruled(game(*doubled[:6]))["standings"]) == 8
        too_many = ruled(game(*doubled, row_of(0, 7)))
        assert not {"standing", "standings"} & too_many.keys()
        assert "too many standings" in too_many["detail"]
        assert too_many["rounds"][8]["as_ruled"][0]["points"] == 52


class TestARowThatIsMissing:
    """Rulings, the sheet: `row_missing`, where every total moves by one possible round more than the row makes."""

    def test_it_is_an_error_of_the_next_row(self) -> None:
        answer = ruled(game(FIRST, THIRD))
        assert [places(each["findings"]) for each in answer["rounds"]] == [
            [],
            [("row_missing", "#/rounds/1/reported/score")],
        ]
        assert [scores(each) for each in answer["standings"]] == [(102, 104), (155, 154)]
        assert (answer["verdict"], "first_error" in answer) == ("inconsistent", False)

    def test_its_twin_has_every_row(self) -> None:
        answer = ruled(game(FIRST, SECOND, THIRD))
        assert (answer["verdict"], scores(answer["standing"])) == ("clean", (155, 154))

    def test_what_a_side_may_have_bid_is_tried_a_bid_at_a_time(self) -> None:
        """Also where what it scores is known from another game: the same game takes as many steps each time."""
        asked = orjson.dumps(game(FIRST, THIRD))
        steps = []
        for _ in range(2):
            told: list[int] = []
            runner_of("auditGame").run(asked, told.append)
            steps.append(len(told))
        each_bid = len(range(2, 14)) + len(range(1, 14))  # of both partners, and of the one beside a nil
        assert steps == [each_bid] * 2

    def test_the_first_row_may_be_missing(self) -> None:
        answer = ruled(game(SECOND))
        assert places(answer["rounds"][0]["findings"]) == [("row_missing", "#/rounds/0/reported/score")]
        before = {"ana+cy": {"score": 52, "bags": 2}, "ben+dee": {"score": 51, "bags": 1}}
        assert ruled(game(SECOND, before=before, first_dealer="ana"))["verdict"] == "clean"

    @pytest.mark.parametrize(
        "reported",
        [
            pytest.param({"score": totals(155, 153)}, id="no round has these points with tricks that add up"),
            pytest.param(
                {"score": totals(155, 154), "points": totals(103, 103)}, id="the points on the sheet are wrong"
            ),
            pytest.param({"score": {"ana+cy": 155}}, id="one total is not on the sheet"),
        ],
    )
    def test_wrong_totals_are_no_missing_row(self, reported: Json) -> None:
        answer = ruled(game(FIRST, {**THIRD, "reported": reported}))
        assert "row_missing" not in [each["code"] for each in answer["rounds"][1]["findings"]]
        assert answer["first_error"]["round"] == 2
        assert scores(answer["standing"]) == (102, 104)

    def test_a_nil_may_explain_the_totals(self) -> None:
        """102 = a nil and 2 bid and made by the partner, two tricks; 11 tricks and 9 bid are 92."""
        answer = ruled(game(row_of(0, 7, score=totals(120 + 52, 92 + 51))))
        assert places(answer["rounds"][0]["findings"]) == [("row_missing", "#/rounds/0/reported/score")]

    def test_the_game_had_not_ended_with_it(self) -> None:
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 100}}}
        answer = ruled(game(FIRST, THIRD, ruleset=ruleset))
        assert "row_missing" not in [each["code"] for each in answer["rounds"][1]["findings"]]

    def test_a_decision_may_have_moved_the_totals(self) -> None:
        adjusted = {**THIRD, "adjustments": [{"team": "ana+cy", "points": 1, "reason": "slow play"}]}
        answer = ruled(game(FIRST, adjusted))
        assert "row_missing" not in [each["code"] for each in answer["rounds"][1]["findings"]]


class TestExchangedRows:
    """docs/reference/rules.md, a game: two neighbouring rows are exchanged if only so all their totals follow."""

    def test_they_are_one_error_of_the_first_of_them(self) -> None:
        answer = ruled(game(FIRST, THIRD, SECOND))
        assert [places(each["findings"]) for each in answer["rounds"]] == [
            [],
            [("rows_exchanged", "#/rounds/1")],
            [],
        ]
        assert (answer["verdict"], scores(answer["standing"])) == ("inconsistent", (155, 154))
        assert [each["dealer"] for each in answer["rounds"]] == ["dee", "ben", "ana"]
        assert answer["next"]["dealer"] == "cy"

    def test_their_twins_are_in_order(self) -> None:
        assert ruled(game(FIRST, SECOND, THIRD))["verdict"] == "clean"

    def test_nobody_bid_out_of_turn_in_the_rounds_after_them(self) -> None:
        fourth = row_of(3, 7, score=totals(155 + 52, 154 + 51))
        answer = ruled(game(SECOND, FIRST, THIRD, fourth))
        assert [places(each["findings"]) for each in answer["rounds"]] == [
            [("rows_exchanged", "#/rounds/0")],
            [],
            [],
            [],
        ]

    def test_totals_that_follow_in_neither_order_are_wrong(self) -> None:
        wrong = {**SECOND, "reported": {"score": totals(103, 104)}}
        assert "rows_exchanged" not in codes(game(FIRST, THIRD, wrong))

    def test_rows_about_which_anything_was_decided_are_not_looked_at(self) -> None:
        adjusted = {**SECOND, "adjustments": [{"team": "ana+cy", "points": 1, "reason": "slow play"}]}
        assert "rows_exchanged" not in codes(game(FIRST, THIRD, adjusted))

    def test_the_game_has_not_ended_before_the_second(self) -> None:
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 100}}}
        assert "rows_exchanged" not in codes(game(FIRST, THIRD, SECOND, ruleset=ruleset))


BLIND: Json = {"name": "pagat", "overrides": {"blind_bid": {"allowed": True, "deficit": 60, "minimum": 6}}}


class TestBlindBids:
    """Rulings, figures: a game states who may bid blind as far as every standing shares it."""

    @staticmethod
    def blind(turn: int) -> Json:
        row = row_of(turn, 8)
        row["bids"] = [
            {**each, "tricks": 7, "blind": True} if each["player"] == "ben" else each for each in row["bids"]
        ]
        return row

    def test_a_side_that_is_behind_by_no_standing_bid_blind_illegally(self) -> None:
        even = row_of(0, 7, score=totals(52, 51))
        (found,) = ruled(game(even, even, self.blind(1), ruleset=BLIND))["rounds"][2]["findings"]
        assert found["code"] == "blind_bid_not_allowed"
        assert found["detail"] == (
            "ben bid 7 blind, for which the side must be 60 points behind; by no standing that the game may have"
            " is it that far behind."
        )

    def test_a_side_that_is_behind_by_every_standing_may_bid_blind(self) -> None:
        ahead = row_of(0, 9, score=totals(54, -50))
        assert ruled(game(ahead, ahead, self.blind(1), ruleset=BLIND))["rounds"][2]["verdict"] == "clean"

    def test_a_side_that_is_behind_by_one_of_them_is_not_accused(self) -> None:
        deficit = {"name": "pagat", "overrides": {"blind_bid": {"allowed": True, "deficit": 150, "minimum": 6}}}
        ahead = row_of(0, 9, score=totals(54, -50))
        blind = ruled(game(ahead, ahead, self.blind(1), ruleset=deficit))["rounds"][2]
        (asked,) = blind["undecided"]
        assert (blind["findings"], asked["code"], asked["decided_by"]) == ([], "blind_bid_not_allowed", "#/rounds/1")

    def test_wrong_points_are_wrong_beside_a_blind_bid_that_one_of_them_allows(self) -> None:
        """Ana and cy have eleven bags or seven after the round, of twenty that would cost 100."""
        rules = {"blind_bid": {"allowed": True, "deficit": 150, "minimum": 6}, "scoring": {"bag_limit": 20}}
        ahead = row_of(0, 9, score=totals(54, -50))
        for ours, theirs, wrong in ((53, -90, []), (53 - 100, -90, ["ana+cy"]), (-47, -91, ["ana+cy", "ben+dee"])):
            blind = {**self.blind(1), "reported": {"points": totals(ours, theirs)}}
            judged = ruled(game(ahead, ahead, blind, ruleset={"name": "pagat", "overrides": rules}))["rounds"][2]
            assert places(judged["findings"]) == [
                ("wrong_points", f"#/rounds/2/reported/points/{side}") for side in wrong
            ]
            assert [question["code"] for question in judged["undecided"]] == ["blind_bid_not_allowed"]
            assert judged["verdict"] == ("inconsistent" if wrong else "undetermined")


def doubtful() -> Json:
    """Return a record in which cy bids both 1 and 4: one of them may be the bid of dee, which is missing."""
    return in_game(legal_round(), bids=bids("ana 4, ben 3, cy 1, cy 4"), dealer="dee")


class TestARecordThatCanBeReadInSeveralWays:
    """Rulings, figures: a game carries on from every different standing that its readings leave."""

    def test_the_game_goes_on_from_each_standing(self) -> None:
        answer = ruled(game(doubtful()))
        assert "as_ruled" not in answer["rounds"][0]
        assert [scores(each) for each in answer["standings"]] == [(-80, 43), (51, 70)]
        after = ruled(game(doubtful(), row_of(1, 7)))
        assert [scores(each) for each in after["standings"]] == [(-28, 94), (103, 121)]
        assert after["next"] == {"round_number": 3, "dealer": "ben", "first_bidder": "cy"}

    def test_its_twin_leaves_one(self) -> None:
        record = in_game(legal_round(), bids=bids("ana 4, ben 3, cy 1, dee 4"), dealer="dee")
        answer = ruled(game(record))
        assert (scores(answer["standing"]), "standings" in answer) == ((51, 70), False)

    def test_points_are_compared_and_totals_are_not(self) -> None:
        sheet: Json = {"points": totals(53, 51), "score": totals(1, 2)}
        answer = ruled(game(doubtful(), row_of(1, 7, **sheet)))
        assert places(answer["rounds"][1]["findings"]) == [("wrong_points", "#/rounds/1/reported/points/ana+cy")]
        assert (answer["first_error"]["expected"], answer["shifts"]) == (52, [])

    def test_standings_are_counted_and_not_readings(self) -> None:
        """Two equal doubts leave three sums, each as often as it comes about."""
        twice = ruled(game(doubtful(), {**doubtful(), "dealer": "dee"}))
        assert sorted({scores(each) for each in twice["standings"]}) == [(-160, 86), (-29, 113), (102, 140)]

    def test_past_eight_the_standing_is_unknown(self) -> None:
        others = ("ana 4, ben 3, cy 1, cy 3", "ana 3, ben 3, cy 1, cy 4", "ana 2, ben 2, cy 1, cy 6")
        rounds = [
            in_game(legal_round(), bids=bids(each), dealer="dee") for each in ("ana 4, ben 3, cy 1, cy 4", *others)
        ]
        answer = ruled(game(*rounds))
        assert not {"standing", "standings"} & answer.keys()
        assert "no score" in answer["detail"]

    def test_a_winner_by_every_standing_has_won(self) -> None:
        ruleset = {"name": "pagat", "overrides": {"game": {"target": 40}}}
        answer = ruled(game(doubtful(), ruleset=ruleset))
        assert (answer["finished"], answer["winners"], answer["reason"]) == (True, ["ben+dee"], "target")

    def test_a_penalty_by_one_standing_alone_is_not_stated(self) -> None:
        """Ana and cy have one bag or none before four more: five cost them 100."""
        ruleset = {"name": "pagat", "overrides": {"scoring": {"bag_limit": 5}}}
        answer = ruled(game(doubtful(), row_of(1, 9), ruleset=ruleset))
        ours = answer["rounds"][1]["as_ruled"][0]
        assert ([line["code"] for line in ours["lines"]], ours["points"]) == (["contract_made", "overtricks"], 54)
        assert not {"before", "after"} & ours.keys()
        assert [scores(each)[0] for each in answer["standings"]] == [-26, 5]


def test_no_round_changes_the_records_that_may_be_tried_for_another() -> None:
    """Rulings, bounded work: by the number of rounds alone."""
    rounds = [doubtful(), row_of(1, 7), doubtful()]
    first = ruled(game(*rounds))["rounds"][0]
    assert ruled(game(rounds[0], rounds[1], row_of(2, 7)))["rounds"][0] == first


def test_after_a_round_of_which_not_everything_was_tried_the_standing_is_not_known() -> None:
    """Rulings, bounded work: what was not tried is undecided, and may cost something."""
    record = careless_record(22163)
    written = {name: value for name, value in record.items() if name not in {"ruleset", "players", "before", "dealer"}}
    played = {"ruleset": record["ruleset"], "players": record["players"], "rounds": [written]}
    answer = ruled(played)
    (round_,) = answer["rounds"]
    assert (round_["limit_reached"], "as_ruled" in round_, "standing" in answer) == (True, True, False)
    assert any(question["severity"] == "offence" for question in round_["undecided"])
    # A running sheet has no place for a score that nobody knows.
    written.pop("reported", None)
    (fault,) = ask("scoreGame", played, 422)["errors"]
    assert (fault["pointer"], fault["code"]) == ("#/rounds/0", "unfinished_round")
