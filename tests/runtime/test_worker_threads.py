"""The pool whose threads take turns: one runs at a time, and another only when a task would wait for a long one."""

from __future__ import annotations

import threading
from concurrent.futures import wait

import pytest

from service.runtime.worker_threads import TurnTakingPool

SOON = 30.0


def _thread() -> int:
    return threading.get_ident()


def test_the_future_has_what_the_task_returned_or_raised() -> None:
    pool = TurnTakingPool(2)

    def fail() -> None:
        raise KeyError

    assert pool.submit(divmod, 7, 2).result(SOON) == (3, 1)
    assert isinstance(pool.submit(fail).exception(SOON), KeyError)
    assert pool.submit(divmod, 9, 2).result(SOON) == (4, 1)


def test_one_thread_runs_tasks_that_come_one_after_another() -> None:
    pool = TurnTakingPool(4)
    assert len({pool.submit(_thread).result(SOON) for _ in range(50)}) == 1


def test_a_task_that_takes_long_holds_up_nothing_else() -> None:
    """The long tasks end only after the short ones, which are submitted later: one at a time, none would ever end."""
    pool, done = TurnTakingPool(4), threading.Event()
    long = [pool.submit(done.wait, SOON) for _ in range(3)]
    short = [pool.submit(_thread) for _ in range(20)]
    assert len({each.result(SOON) for each in short}) >= 1
    done.set()
    assert [each.result(SOON) for each in long] == [True] * 3


def test_a_task_that_passes_its_turn_holds_up_nothing_at_all() -> None:
    """However patient the pool is."""
    pool, done = TurnTakingPool(2, patience=SOON), threading.Event()

    def take_long() -> bool:
        pool.pass_turn()
        return done.wait(SOON)

    long = pool.submit(take_long)
    assert [pool.submit(divmod, number, 2).result(SOON) for number in range(3)] == [(0, 0), (0, 1), (1, 0)]
    done.set()
    assert long.result(SOON)


def test_the_tasks_that_wait_already_run_when_the_turn_is_passed() -> None:
    pool, come, done = TurnTakingPool(2, patience=SOON), threading.Event(), threading.Event()

    def take_long() -> bool:
        come.wait(SOON)
        pool.pass_turn()
        pool.pass_turn()  # it is another's by now
        return done.wait(SOON)

    long, short = pool.submit(take_long), pool.submit(_thread)
    assert pool.is_busy
    come.set()
    assert short.result(SOON)
    done.set()
    assert long.result(SOON)


def test_it_is_busy_while_a_task_has_the_turn() -> None:
    pool = TurnTakingPool(2)
    assert not pool.is_busy
    assert pool.submit(lambda: pool.is_busy).result(SOON)

    def pass_turn() -> bool:
        pool.pass_turn()
        return pool.is_busy

    assert not pool.submit(pass_turn).result(SOON)
    pool.pass_turn()  # by a thread that is not the pool's
    assert pool.submit(_thread).result(SOON)


def test_if_every_thread_is_busy_a_task_waits_for_the_first_to_finish() -> None:
    pool, first, rest = TurnTakingPool(2), threading.Event(), threading.Event()
    long = [pool.submit(first.wait, SOON), pool.submit(rest.wait, SOON)]
    waiting = pool.submit(_thread)
    assert wait([waiting], timeout=0.2).not_done == {waiting}
    first.set()
    assert waiting.result(SOON)
    rest.set()
    assert all(each.result(SOON) for each in long)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_no_task_is_lost_however_they_are_submitted(threads: int) -> None:
    pool, total, lock = TurnTakingPool(threads, patience=0.0005), [0], threading.Lock()

    def count() -> None:
        with lock:
            total[0] += 1

    def submit() -> None:
        for each in [pool.submit(count) for _ in range(500)]:
            each.result(SOON)

    senders = [threading.Thread(target=submit) for _ in range(6)]
    for each in senders:
        each.start()
    for each in senders:
        each.join(SOON)
    assert total == [3_000]


def test_after_shutdown_new_tasks_are_refused_and_queued_ones_run() -> None:
    pool, go = TurnTakingPool(1), threading.Event()
    waiting = [pool.submit(go.wait, SOON), pool.submit(_thread)]
    pool.shutdown(wait=False)
    with pytest.raises(RuntimeError):
        pool.submit(_thread)
    go.set()
    assert all(each.result(SOON) for each in waiting)


def test_after_shutdown_a_task_that_waits_for_busy_threads_still_runs() -> None:
    pool, first, rest = TurnTakingPool(2, patience=0.001), threading.Event(), threading.Event()
    long = [pool.submit(first.wait, SOON), pool.submit(rest.wait, SOON)]
    waiting = pool.submit(_thread)
    assert wait([waiting], timeout=0.2).not_done == {waiting}
    pool.shutdown(wait=False)
    first.set()
    assert waiting.result(SOON)
    rest.set()
    assert all(each.result(SOON) for each in long)
