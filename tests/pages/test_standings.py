"""How a game stands, in words."""

from __future__ import annotations

from typing import Any

import pytest

from service.pages.game_standing import (
    first_error_in_words,
    next_round_in_words,
    ranges_in_words,
    result_in_words,
    standing_heading,
    standing_rows,
    standings_in_words,
    totals_not_compared,
)

Json = Any


def answer(scores: dict[str, int], *, finished: bool = False) -> Json:
    return {
        "finished": finished,
        "rounds": [{}],
        "detail": "The detail.",
        "standing": {
            team: {"score": score, "bags": 0, "sets": 1 if team == "us" else 0, "revokes": 0}
            for team, score in scores.items()
        },
    }


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ({"us": 10, "them": 4}, "us leads with 10, 6 ahead of them."),
        ({"us": -10, "them": -40}, "us leads with -10, 30 ahead of them."),
        ({"us": 7, "them": 7}, "us and them are equal at 7."),
        ({"ana": 1, "ben": 7, "cy": 7}, "ben and cy are equal at 7."),
        ({"ana": 7, "ben": 2, "cy": 2}, "ana leads with 7, 5 ahead of ben and cy."),
        ({"all": 7}, "all has 7."),
    ],
)
def test_the_leader_and_the_lead_are_named(scores: dict[str, int], said: str) -> None:
    assert result_in_words(answer(scores)).replace("\N{MINUS SIGN}", "-") == said


def test_an_end_and_an_unknown_standing_are_in_the_words_of_the_answer() -> None:
    unknown = answer({"us": 1})
    del unknown["standing"]
    for each in (answer({"us": 1, "them": 2}, finished=True), {**answer({"us": 1}), "rounds": []}, unknown):
        assert result_in_words(each) == "The detail."


def numbered(*rounds: Json, first: int = 1) -> list[Json]:
    return [{"number": number, **each} for number, each in enumerate(rounds, first)]


def test_the_next_round_is_named_as_far_as_it_is_known() -> None:
    coming: Json = {"round_number": 3}
    played: Json = {"rounds": numbered({}, {}), "standing": {}, "next": coming}
    assert next_round_in_words({"rounds": [{}, {}], "standing": {}}) == ""
    assert next_round_in_words(played) == "Round 3 comes next."
    coming["first_bidder"] = "ana"
    assert next_round_in_words(played) == "Round 3 comes next: ana bids first."
    coming["dealer"] = "dee"
    assert next_round_in_words(played) == "Round 3 comes next: dee deals and ana bids first."
    assert next_round_in_words({"rounds": [{}, {}], "next": coming}) == ""
    assert next_round_in_words({"rounds": [], "next": {"round_number": 1}}) == "Round 1 comes next."
    assert next_round_in_words({"rounds": [], "next": {"round_number": 5}}) == "Round 5 comes next."
    played |= {"rounds": numbered({}, {}, first=5), "next": {"round_number": 7}}
    assert next_round_in_words(played) == "Round 7 comes next."


def test_behind_a_void_round_the_next_has_no_number() -> None:
    coming: Json = {"round_number": 2}
    played: Json = {"rounds": numbered({}, {"void": True}), "standing": {}, "next": coming}
    assert next_round_in_words(played) == ""
    coming |= {"first_bidder": "ana", "dealer": "dee"}
    assert next_round_in_words(played) == "dee deals next and ana bids first."


def test_a_standing_says_which_rounds_after_the_end_it_leaves_out() -> None:
    late = {"findings": [{"code": "round_after_end"}]}
    rounds: Json = [{"number": 1, "findings": []}, {"number": 2, **late}]
    said = "This is the standing at the end of the game, without round 2, which was played after it."
    assert standing_heading({"rounds": rounds, "standing": {}}) == said
    assert standing_heading({"rounds": rounds[:1], "standing": {}}) == ""
    assert standing_heading({"rounds": rounds}) == ""
    said = "This is the standing at the end of the game, without rounds 2 and 3, which were played after it."
    assert standing_heading({"rounds": [*rounds, {"number": 3, **late}], "standing": {}}) == said


def test_a_count_that_nobody_has_is_left_out() -> None:
    assert [each["others"] for each in standing_rows(answer({"us": 1, "them": 2}))] == ["sets 1", "sets 0"]
    assert [each["others"] for each in standing_rows(answer({"them": 2}))] == [""]


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([], []), ([4], ["4"]), ([1, 2], ["1", "2"]), ([1, 2, 3], ["1 to 3"]), ([1, 3, 4, 5, 9], ["1", "3 to 5", "9"])],
)
def test_runs_of_numbers_are_put_together(numbers: list[int], said: list[str]) -> None:
    assert ranges_in_words(numbers) == said


def test_only_totals_after_the_first_error_are_shifted_by_it() -> None:
    shifts = [
        {"round": number, "team": team, "shift": shift}
        for number, team, shift in ((3, "us", 10), (4, "us", 10), (5, "us", -5), (5, "them", 1))
    ]
    error = {"round": 3, "detail": "Round 3 is wrong."}
    assert first_error_in_words({"shifts": shifts, "first_error": error}) == [
        "Round 3 is wrong.",
        (
            "After it 3 later totals are off: us by 10 too much in round 4; us by 5 too little in round 5; them by 1"
            " too much in round 5."
        ),
    ]
    assert first_error_in_words({"shifts": shifts[:1], "first_error": error}) == ["Round 3 is wrong."]
    assert first_error_in_words({"shifts": []}) == []


def test_several_standings_are_listed() -> None:
    one, other = ({"us": {"score": 51, "bags": bags}, "them": {"score": -40, "bags": 0}} for bags in (0, 1))
    said = [each.replace("\N{MINUS SIGN}", "-") for each in standings_in_words({"standings": [one, other]})]
    assert said == ["us 51 and them -40", "us 51 and them -40, with bags 1 and 0"]
    assert standings_in_words(answer({"us": 1})) == []


def test_totals_are_compared_only_line_by_line_once_there_are_several_standings() -> None:
    known: Json = {"as_ruled": [{"after": {}}]}
    open_: Json = {"as_ruled": [{}]}
    unscored: Json = {"as_ruled": []}
    request: Json = {"rounds": [{"reported": {"score": {"us": 1}}}] * 3}
    for first in (1, 5):
        said = f"The totals of the paper sheet from round {first + 1} on were compared only line by line."
        assert totals_not_compared(request, numbered(known, open_, open_, first=first)) == said
    assert totals_not_compared(request, numbered(known, known, known)) == ""
    assert totals_not_compared(request, numbered(known, unscored, open_)) == ""
    assert totals_not_compared({"rounds": [{}, {}, {}]}, numbered(known, open_, open_)) == ""
