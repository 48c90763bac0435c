"""The worker pool answers every group in order, however slow one of its processes is."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from service.bulk.worker_pool import AnsweredGroup, AnswerGroup, Group, answer_groups

DELAY = 0.3


def groups(count: int) -> Iterator[Group]:
    """Yield groups of one line, which is its number."""
    return (Group(number, [b"%d" % number]) for number in range(1, count + 1))


def _echo(group: Group) -> AnsweredGroup:
    return AnsweredGroup(1, len(group.lines[0]), (), group.lines[0])


def _slow_first(group: Group) -> AnsweredGroup:
    if group.first == 1:
        time.sleep(DELAY)
    return _echo(group)


def _slow_now_and_then(group: Group) -> AnsweredGroup:
    time.sleep(0.02 * (group.first % 7 == 0))
    return _echo(group)


def prompt() -> AnswerGroup:
    return _echo


def slow_first() -> AnswerGroup:
    return _slow_first


def slow_now_and_then() -> AnswerGroup:
    return _slow_now_and_then


@pytest.mark.parametrize("make_answer", [prompt, slow_first, slow_now_and_then])
@pytest.mark.parametrize("processes", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 60])
def test_every_group_is_answered_in_order(make_answer: Callable[[], AnswerGroup], processes: int, count: int) -> None:
    """While one process is slow the others answer ahead, up to a limit; no later group is forgotten."""
    outputs = [answered.output for answered in answer_groups(groups(count), make_answer, processes)]
    assert outputs == [b"%d" % number for number in range(1, count + 1)]


def test_a_generator_that_is_closed_leaves_no_process() -> None:
    answers = answer_groups(groups(60), slow_now_and_then, 2)
    assert [each.output for each in islice(answers, 3)] == [b"1", b"2", b"3"]
    answers.close()
    assert list(answers) == []
    assert multiprocessing.active_children() == []
