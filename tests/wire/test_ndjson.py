"""The lines of a batch are read together, judged together and written together, and each is answered by itself."""

from __future__ import annotations

import gc
import logging
from typing import Any

import orjson
import pytest

from service.operations.runner import runner_of
from service.problems import Problem
from service.wire.ndjson import MOST_TOGETHER, Lines, Stages, answer_lines
from tests.contract.corpus import bodies_of


def recorded(taken: list[tuple[str, int]], **failing: dict[int, Exception]) -> Stages:
    """Return stages that write down in which order lines come, and raise for those that are named."""

    def stage(name: str) -> Any:
        def take(number: int, value: object) -> object:
            taken.append((name, number))
            if (error := failing.get(name, {}).get(number)) is not None:
                raise error
            return value

        return take

    return stage("read"), stage("judge"), lambda number, _: stage("write")(number, None)


def answered(stages: Stages, lines: list[bytes], enough_bytes: int | None = None) -> list[dict[str, Any]]:
    """Return the answers to lines that are counted from 5, as JSON."""
    text = answer_lines(stages, Lines(5, lines, "the test"), enough_bytes).text
    return [orjson.loads(line) for line in text.splitlines()]


def test_some_lines_take_each_stage_together_and_are_answered_in_their_order() -> None:
    taken: list[tuple[str, int]] = []
    answers = answered(recorded(taken), [b"{}"] * (MOST_TOGETHER + 1))
    first = range(5, 5 + MOST_TOGETHER)
    last = 5 + MOST_TOGETHER
    stages = ("read", "judge", "write")
    assert taken == [(name, number) for name in stages for number in first] + [(name, last) for name in stages]
    assert [answer["line"] for answer in answers] == [*first, last]


def test_a_long_line_waits_for_no_other() -> None:
    taken: list[tuple[str, int]] = []
    answered(recorded(taken), [b"{}", b" " * 40_000, b"{}"])
    assert [number for name, number in taken if name == "read"] == [5, 6, 7]
    assert taken.index(("write", 6)) < taken.index(("read", 7))


def test_a_line_that_fails_goes_no_further_and_fails_no_other(caplog: pytest.LogCaptureFixture) -> None:
    taken: list[tuple[str, int]] = []
    refused = Problem("not-json", "Line six is not JSON.")
    stages = recorded(taken, judge={6: refused}, read={7: ValueError("seven")}, write={8: ValueError("eight")})
    with caplog.at_level(logging.ERROR):
        answers = answer_lines(stages, Lines(5, [b"{}"] * 5, "the test"))
    assert [number for name, number in taken if name == "write"] == [5, 8, 9]
    assert answers.statuses == {200: 2, 400: 1, 500: 2}
    assert list(answers.problems) == [6, 7, 8]
    written = [orjson.loads(line) for line in answers.text.splitlines()]
    assert [(line["line"], line["status"]) for line in written] == [(5, 200), (6, 400), (7, 500), (8, 500), (9, 200)]
    assert written[1]["problem"]["detail"] == "Line six is not JSON."
    assert [record.getMessage() for record in caplog.records] == [
        f"the test failed in line {number}" for number in (7, 8)
    ]


def test_what_is_no_json_fails_its_line_alone(caplog: pytest.LogCaptureFixture) -> None:
    answers = answered((lambda number, _: {"no": object()} if number == 6 else number,), [b"{}"] * 3)
    assert [answer["status"] for answer in answers] == [200, 500, 200]
    assert [record.getMessage() for record in caplog.records] == ["the test failed in line 6"]


def test_no_line_is_answered_once_nobody_waits() -> None:
    taken: list[tuple[str, int]] = []
    with pytest.raises(ConnectionError):
        answered(recorded(taken, judge={6: ConnectionResetError("gone")}), [b"{}"] * 3)
    assert taken[-1] == ("judge", 6)


def test_lines_after_enough_are_left() -> None:
    lines = iter([b"{}"] * (3 * MOST_TOGETHER))
    answers = answer_lines(recorded([]), Lines(1, lines, "the test"), enough_bytes=1)
    assert sum(answers.statuses.values()) == MOST_TOGETHER
    assert sum(1 for _ in lines) == 2 * MOST_TOGETHER


def test_a_line_leaves_no_garbage() -> None:
    """The threshold of the collector is high where batches are answered: what only that frees would pile up."""
    stages = runner_of("auditRound").stages()
    bodies = {name: orjson.dumps(body) for name, body in bodies_of("auditRound").items()}
    left = {}
    gc.disable()
    try:
        for name, line in {**bodies, "empty": b"{}", "cut short": b"{", "a list": b"[]"}.items():
            answer_lines(stages, Lines(1, [line], "the test"))  # what is kept from now on
            gc.collect()
            gc.freeze()  # what there is already is not looked through again for each line
            answer_lines(stages, Lines(1, [line], "the test"))
            left[name] = gc.collect()
    finally:
        gc.enable()
    # Four are of a function within a function that calls itself.
    assert {name: objects for name, objects in left.items() if objects > 4} == {}
