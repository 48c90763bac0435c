"""Who waits and who gives way, in thousands of orders in which threads may run, on a clock of the test's own."""

from __future__ import annotations

from concurrent.futures import Future
from functools import partial
from random import Random
from typing import Any

import pytest

from service.problems import Problem
from service.runtime import turns, worker_threads
from service.runtime.turns import LONGEST_WAIT, SHORT, ClientGoneError, Line, Patience
from service.runtime.worker_threads import PATIENCE, TurnTakingPool
from tests.runtime.schedules import Schedule, StuckError

STEP = 0.005
"""Seconds."""


@pytest.fixture(params=range(4), ids=lambda each: f"seeds from {each * 1_000}")
def seeds(request: pytest.FixtureRequest) -> range:
    first: int = request.param * 1_000
    return range(first, first + 50)


class Requests:
    """Requests of a worker: what each came to, and what was never to happen."""

    def __init__(self, schedule: Schedule, line: Line) -> None:
        self.schedule, self.line = schedule, line
        self.came_to: dict[int, str] = {}
        self.order: list[int] = []
        self.computing: set[int] = set()
        self.gone: dict[int, float] = {}
        """When clients hang up."""
        self.wrong: list[str] = []

    def has_hung_up(self, environ: Any) -> bool:
        return self.schedule.now >= self.gone.get(environ["number"], 1e9)

    def answer(self, number: int, steps: int, seconds: float) -> None:
        """Compute so many steps, of so many seconds each."""
        patience, waited, begun = Patience({"number": number}, self.line), 0.0, self.schedule.now
        came_to = "answered"
        try:
            for step in range(steps):
                patience.step(step)
                if step >= SHORT:
                    self.computing.add(number)
                    if len(self.computing) > 1:
                        self.wrong.append(f"{self.computing} compute at a time")
                self.schedule.sleep(seconds)
                self.computing.discard(number)
                waited = self.schedule.now - begun - seconds * (step + 1)
        except Problem:
            came_to = "refused"
        except ClientGoneError:
            came_to = "gone"
            if number not in self.gone:
                self.wrong.append(f"{number} is given up, and its client is there")
        finally:
            patience.leave()
        if waited > LONGEST_WAIT + 1:
            self.wrong.append(f"{number} has waited for {waited} seconds")
        self.came_to[number] = came_to
        self.order.append(number)


def simulated(monkeypatch: pytest.MonkeyPatch, seed: int) -> tuple[Schedule, Random]:
    schedule = Schedule(seed)
    fake = schedule.replaced()
    for name in ("Lock", "RLock"):
        monkeypatch.setattr(turns, name, getattr(fake, name))
    monkeypatch.setattr(turns, "time", fake)
    monkeypatch.setattr(turns, "count_gone", lambda _: None)
    for name in ("threading", "time"):
        monkeypatch.setattr(worker_threads, name, fake)
    return schedule, Random(-seed - 1)


def test_long_requests_take_turns_and_all_of_them_end(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    """One computes at a time, nobody waits longer than promised, and in the end every place and the turn are free."""
    came_to: set[str] = set()
    for seed in seeds:
        schedule, random = simulated(monkeypatch, seed)
        line = Line(places := random.choice([1, 3, 12]))
        requests = Requests(schedule, line)
        monkeypatch.setattr(turns, "has_hung_up", requests.has_hung_up)
        number = random.randrange(1, 8)
        for each in range(number):
            steps, seconds = random.choice([3, 20, 60]), random.choice([0.001, 0.01, 0.2])
            if random.random() < 0.2:
                requests.gone[each] = random.random() * 4
            schedule.start(partial(requests.answer, each, steps, seconds))
        schedule.run()
        assert requests.wrong == [], seed
        assert len(requests.came_to) == number, seed
        assert (line._free, line._computing, list(line._waiting)) == (places, False, []), seed  # noqa: SLF001 - as is
        if number <= places and "refused" in requests.came_to.values():
            assert schedule.now >= LONGEST_WAIT, f"{seed}: refused with a place, and without a long wait"
        came_to |= set(requests.came_to.values())
    assert came_to == {"answered", "refused", "gone"}


class InLine:
    """Those who wait in line, and in which order they came and were called."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule, self.line = schedule, Line()
        self.came: list[int] = []
        self.called: list[int] = []

    def wait(self, number: int) -> None:
        self.schedule.sleep(number * STEP)
        self.came.append(number)
        self.line.begin({})
        self.called.append(number)
        self.schedule.sleep(STEP)
        self.line.end()

    def compute_first(self) -> None:
        self.line.begin({})
        self.schedule.sleep(1)
        self.line.end()


def test_the_turn_goes_round_in_the_order_of_the_line(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    for seed in seeds:
        schedule, random = simulated(monkeypatch, seed)
        in_line = InLine(schedule)
        schedule.start(in_line.compute_first)
        for number in range(1, random.randrange(3, 8)):
            schedule.start(partial(in_line.wait, number))
        schedule.run()
        assert in_line.called == in_line.came != [], seed


class Tasks:
    """A dozen tasks of a pool: some take long, some pass their turn, each fifth fails."""

    def __init__(self, schedule: Schedule, pool: TurnTakingPool, random: Random) -> None:
        self.schedule, self.pool = schedule, pool
        self.seconds = random.choices([0, 0.004, 0.5], [3, 1, 1], k=12)
        self.passes = random.choices([False, True], [2, 1], k=12)
        self.futures: dict[int, Future[int]] = {}
        self.started: dict[int, float] = {}
        self.ended: list[int] = []
        self.at_most = 0

    def run(self, number: int) -> int:
        self.started[number] = self.schedule.now
        self.at_most = max(self.at_most, len(self.started) - len(self.ended))
        if self.passes[number]:
            self.pool.pass_turn()
        if self.seconds[number]:
            self.schedule.sleep(self.seconds[number])
        self.ended.append(number)
        if number % 5 == 4:
            raise KeyError(number)
        return number

    def send(self, first: int) -> None:
        for number in range(first, 12, 2):
            self.futures[number] = self.pool.submit(self.run, number)
            if number % 3 == 0:
                self.schedule.sleep(0.001)

    def are_done(self) -> bool:
        return len(self.futures) == 12 and all(each.done() for each in self.futures.values())


def test_no_task_of_the_pool_is_lost_or_run_twice(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    """No more threads run than may, and as long as one of them is free, nothing waits for what takes long."""
    for seed in seeds:
        schedule, random = simulated(monkeypatch, seed)
        most = random.randrange(1, 5)
        tasks = Tasks(schedule, TurnTakingPool(most), random)
        schedule.start(partial(tasks.send, 0))
        schedule.start(partial(tasks.send, 1))
        schedule.run(until=tasks.are_done)
        assert sorted(tasks.ended) == list(range(12)), seed
        assert tasks.at_most <= most, seed
        assert {number for number, each in tasks.futures.items() if each.exception(0)} == {4, 9}, seed
        if sum(each > PATIENCE for each in tasks.seconds) < most:
            assert max(tasks.started.values()) < 12 * (0.004 + 2 * PATIENCE + 0.001), seed


def test_a_schedule_that_is_stuck_is_noticed() -> None:
    schedule = Schedule(1)
    first, second = schedule.lock(), schedule.lock()

    def take(one: Any, other: Any) -> None:
        with one:
            schedule.sleep(1)
            with other:
                pass

    schedule.start(lambda: take(first, second))
    schedule.start(lambda: take(second, first))
    with pytest.raises(StuckError, match="wait for each other"):
        schedule.run()


def test_a_schedule_without_an_end_is_noticed() -> None:
    schedule = Schedule(1)

    def go_on() -> None:
        while True:
            schedule.sleep(0)

    schedule.start(go_on)
    with pytest.raises(StuckError, match="does not end"):
        schedule.run()
