"""The course of a game as a chart: where its lines, marks and labels are."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.pages.game_sheet import course_chart
from service.spades.catalogue.parameters.bags_and_game import GameRules

Json = Any
SCORES = st.integers(-100_000, 100_000)
COURSES = st.integers(1, 6).flatmap(
    lambda sides: st.lists(st.lists(SCORES, min_size=sides, max_size=sides), min_size=2, max_size=60)
)


def rounds_of(courses: list[list[int]], teams: list[str] | None = None, first: int = 1) -> Json:
    """Return rounds, numbered from ``first``, after which the sides have these scores; the first stand before them."""
    names = teams or [f"side {index}" for index in range(len(courses[0]))]
    return [
        {
            "number": number,
            "teams": [
                {"team": name, "before": {"score": before}, "after": {"score": after}}
                for name, before, after in zip(names, *pair, strict=True)
            ],
        }
        for number, pair in enumerate(itertools.pairwise(courses), first)
    ]


def chart_of(courses: list[list[int]], teams: list[str] | None = None, **rules: int) -> Json:
    return course_chart(rounds_of(courses, teams), GameRules(**rules))  # type: ignore[arg-type]  # rules of any name


def places(path: str) -> list[tuple[float, float]]:
    numbers = [float(each) for each in path.removeprefix("M").split()]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


@given(COURSES, st.integers(1, 100_000), st.integers(-100_000, 0))
def test_every_point_is_in_the_drawing_and_every_label_free(courses: list[list[int]], target: int, floor: int) -> None:
    chart = chart_of(courses, target=target, floor=floor)
    assert len(chart["lines"]) == len(courses[0])
    for side, line in enumerate(chart["lines"]):
        points = places(line["path"])
        assert len(points) == len(courses)
        assert [x for x, _ in points] == sorted({x for x, _ in points})
        assert all(chart["left"] <= x <= chart["right"] for x, _ in points)
        assert all(0 <= y <= chart["round_y"] - 13 for _, y in points)
        # The higher the score, the higher the point.
        scores = [course[side] for course in courses]
        for first, second in zip(range(len(scores)), range(1, len(scores)), strict=False):
            assert (points[first][1] - points[second][1]) * (scores[second] - scores[first]) >= 0
    labels = sorted(float(line["y"]) for line in chart["lines"])
    assert all(below - above >= 11.9 for above, below in itertools.pairwise(labels))
    assert 0 < labels[0] <= labels[-1] < chart["height"]


@given(COURSES)
def test_the_axis_holds_everything_in_a_few_even_steps(courses: list[list[int]]) -> None:
    chart = chart_of(courses)
    texts = [int(each["text"].replace("\N{MINUS SIGN}", "-")) for each in chart["scores"]]
    steps = {second - first for first, second in itertools.pairwise(texts)}
    assert len(steps) == 1
    assert 2 <= len(texts) <= 9
    assert texts[0] <= min(0, *(score for course in courses for score in course))
    assert texts[-1] >= max(500, *(score for course in courses for score in course))
    assert 0 in texts


def test_no_round_makes_no_chart() -> None:
    assert course_chart([], GameRules()) is None
    assert course_chart([{"verdict": "undetermined"}], GameRules()) is None


def test_one_round_makes_one_step() -> None:
    chart = chart_of([[0, 0], [51, -40]])
    assert [len(places(line["path"])) for line in chart["lines"]] == [2, 2]
    assert [line["label"] for line in chart["lines"]] == ["51 side 0", "\N{MINUS SIGN}40 side 1"]
    assert [each["text"] for each in chart["rounds"]] == [1]


def test_a_chart_that_goes_on_has_the_numbers_of_its_rounds() -> None:
    courses = [[0, 0], [51, 70], [100, 90]]
    whole, rest = (course_chart(rounds_of(courses, first=first), GameRules()) for first in (1, 5))
    assert whole is not None
    assert rest is not None
    assert [each["text"] for each in whole["rounds"]] == [1, 2]
    assert [each["text"] for each in rest["rounds"]] == [5, 6]
    assert {**rest, "rounds": 0} == {**whole, "rounds": 0}
    assert [each["x"] for each in rest["rounds"]] == [each["x"] for each in whole["rounds"]]


def test_a_line_ends_before_the_first_round_without_a_score() -> None:
    rounds = rounds_of([[0, 0], [51, 70], [100, 90], [151, 160]])
    for gap in ({}, {"as_ruled": [{"team": "side 0"}, {"team": "side 1"}]}):
        chart = course_chart([*rounds[:2], gap, *rounds[2:]], GameRules())
        assert chart is not None
        assert [len(places(line["path"])) for line in chart["lines"]] == [3, 3]
        assert chart["lines"][0]["label"] == "100 side 0"


def test_the_limits_are_those_of_the_rules() -> None:
    assert [each["text"] for each in chart_of([[0], [10]])["limits"]] == ["target 500"]
    limits = chart_of([[0], [10]], target=350, floor=-200)["limits"]
    assert [each["text"] for each in limits] == ["target 350", "floor \N{MINUS SIGN}200"]


@given(COURSES, st.integers(1, 100_000), st.integers(-100_000, 0))
def test_the_label_of_a_limit_is_in_the_drawing(courses: list[list[int]], target: int, floor: int) -> None:
    for each in chart_of(courses, target=target, floor=floor)["limits"]:
        assert 11 <= float(each["label_y"]) <= 170
        assert 2.8 <= abs(float(each["label_y"]) - float(each["y"])) <= 12.1


def test_the_label_of_the_highest_line_is_below_it() -> None:
    (limit,) = chart_of([[0], [10]])["limits"]
    assert float(limit["label_y"]) > float(limit["y"])
    (limit,) = chart_of([[0], [900]])["limits"]
    assert float(limit["label_y"]) < float(limit["y"])


@pytest.mark.parametrize("rounds", [1, 7, 40, 41, 1000])
def test_rounds_are_marked_as_long_as_they_can_be_told_apart(rounds: int) -> None:
    chart = chart_of([[number] for number in range(rounds + 1)])
    assert chart["lines"][0]["dots"].count("M") == (rounds + 1 if rounds < 40 else 0)
    assert 1 <= len(chart["rounds"]) <= 7
    assert all(1 <= each["text"] <= rounds for each in chart["rounds"])


def test_a_name_that_is_too_long_is_cut_and_has_a_legend() -> None:
    assert chart_of([[0], [10]], ["ana+cy"])["legend"] == []
    for name in ("x" * 64, "漢" * 10, "a\u200b" * 9, "Anna Maria von Hohenfels"):
        chart = chart_of([[0, 0], [10, 20]], [name, "dee"])
        assert chart["lines"][0]["label"].endswith("…")
        assert chart["legend"] == [name, "dee"]
    assert chart_of([[0], [10]], ["e" + "\u0301" * 40])["legend"] == []


def test_the_chart_is_described_in_words() -> None:
    assert chart_of([[0, 0], [51, -70]], ["ana+cy", "ben+dee"], floor=-200)["description"] == (
        "A line for each side over 1 round: that of ana+cy ends at 51 and that of ben+dee ends at \N{MINUS SIGN}70."
        " The target is 500 and the floor is \N{MINUS SIGN}200. The score sheet has every figure."
    )
