"""Lines answered by several processes: all of them, in order, however slow one of the processes is."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import islice

import pytest

from service.bulk.worker_pool import Done, Group, Work, answered

LAZY = 0.3


def groups(count: int) -> Iterator[Group]:
    """Return groups of one line, which is its number."""
    return (Group(number, [b"%d" % number]) for number in range(1, count + 1))


def _echo(group: Group) -> Done:
    return Done(1, len(group.lines[0]), 0, group.lines[0])


def _late_first(group: Group) -> Done:
    if group.first == 1:
        time.sleep(LAZY)
    return _echo(group)


def _late_now_and_then(group: Group) -> Done:
    time.sleep(0.02 * (group.first % 7 == 0))
    return _echo(group)


def prompt() -> Work:
    return _echo


def late_first() -> Work:
    return _late_first


def late_now_and_then() -> Work:
    return _late_now_and_then


@pytest.mark.parametrize("prepare", [prompt, late_first, late_now_and_then])
@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 60])
def test_every_group_is_answered_in_order(prepare: Callable[[], Work], jobs: int, count: int) -> None:
    """While one process is late the others answer ahead, up to a limit; what comes after is not forgotten."""
    told = [done.text for done in answered(groups(count), prepare, jobs)]
    assert told == [b"%d" % number for number in range(1, count + 1)]


def test_who_reads_no_more_leaves_no_process() -> None:
    done = answered(groups(60), late_now_and_then, 2)
    assert [each.text for each in islice(done, 3)] == [b"1", b"2", b"3"]
    done.close()
    assert list(done) == []
