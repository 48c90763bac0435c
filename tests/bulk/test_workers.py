"""Workers answer every group in order, however slow one of them is."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice

import pytest

from service.bulk.inputs import Request
from service.bulk.processes import processes
from service.bulk.tally import Tally
from service.bulk.workers import Progress, Result, Work, WorkerLostError, grouped, results_of

DELAY = 0.3
PATIENCE = 2.0  # seconds


def groups(count: int, work: Callable[[int], Result]) -> Iterator[Work]:
    """Yield groups of one line, which is its number."""
    return (partial(work, number) for number in range(1, count + 1))


def prompt(number: int) -> Result:
    return Result(Tally(1), 2, b"%d" % number)


def slow_first(number: int) -> Result:
    time.sleep(DELAY if number == 1 else 0)
    return prompt(number)


def slow_now_and_then(number: int) -> Result:
    time.sleep(0.02 * (number % 7 == 0))
    return prompt(number)


def deadly(number: int) -> Result:
    if number == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return prompt(number)


def all_have_ended() -> bool:
    """Tell whether no process is left soon: the pool's own thread may be taking leave of one that has ended."""
    until = time.monotonic() + PATIENCE
    while multiprocessing.active_children() and time.monotonic() < until:
        time.sleep(0.01)
    return not multiprocessing.active_children()


@pytest.mark.parametrize("work", [prompt, slow_first, slow_now_and_then])
@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 60])
def test_every_group_is_answered_in_order(work: Callable[[int], Result], number: int, count: int) -> None:
    """While one process is slow the others answer ahead, up to a limit; no later group is forgotten."""
    with processes(number) as workers:
        results = list(results_of(workers, groups(count, work), Progress(None)))
    assert [result.output for result in results] == [b"%d" % number for number in range(1, count + 1)]


@pytest.mark.parametrize("number", [1, 2])
def test_no_more_groups_are_read_than_may_be_under_way(number: int) -> None:
    """Whoever reads the results slowly holds the workers back."""
    given = groups(1_000, prompt)
    with processes(number) as workers:
        first = list(islice(results_of(workers, given, Progress(None)), 3))
        assert [result.output for result in first] == [b"1", b"2", b"3"]
        assert int(next(given)().output) <= 3 + workers.most_ahead + 1
    assert all_have_ended()


def test_a_process_that_dies_is_said() -> None:
    def answer() -> list[Result]:
        with processes(2) as workers:
            return list(results_of(workers, groups(60, deadly), Progress(None)))

    with pytest.raises(WorkerLostError, match="a worker process died"):
        answer()
    assert all_have_ended()


def test_lines_are_grouped_by_number_and_by_length() -> None:
    requests = [Request(number, b"x" * (number == 70) * 10**6) for number in range(1, 151)]
    found = list(grouped(requests))
    assert [len(group) for group in found] == [64, 6, 64, 16]
    assert [request for group in found for request in group] == requests


def test_tallies_are_counted_through() -> None:
    """A name stays, and only the first ten are kept."""
    whole = Tally.of(64, [3, "a.csv"], ["b.csv: x"]).and_then(Tally.of(64, list(range(1, 21))))
    assert (whole.lines, whole.problems, whole.unclean) == (128, 22, 1)
    assert whole.first_problems == (3, "a.csv", *range(65, 73))


@pytest.mark.parametrize(
    ("total", "shown"), [(None, "8 lines, 4 a second"), (80, "8 lines, 4 a second, 20%, 0:00:08 left")]
)
def test_how_far_it_is(
    total: int | None, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    times = iter([10.0, 10.1, 12.0])
    monkeypatch.setattr("service.bulk.workers.time.monotonic", lambda: next(times))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with Progress(total) as progress:
        progress.counted(Result(Tally(4), 8))  # too early to be shown
        progress.counted(Result(Tally(4), 8))
    assert capsys.readouterr().err == f"\r\x1b[K{shown}\r\x1b[K"
