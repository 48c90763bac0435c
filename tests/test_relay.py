"""Threads that take turns: one at work, and another only where a task would wait for a long one."""

from __future__ import annotations

import threading
from concurrent.futures import wait

import pytest

from service.runtime.worker_threads import Relay

SOON = 30.0


def _thread() -> int:
    return threading.get_ident()


def test_what_a_task_returns_or_raises_is_handed_on() -> None:
    relay = Relay(2)

    def fail() -> None:
        raise KeyError

    assert relay.submit(divmod, 7, 2).result(SOON) == (3, 1)
    assert isinstance(relay.submit(fail).exception(SOON), KeyError)
    assert relay.submit(divmod, 9, 2).result(SOON) == (4, 1)


def test_one_thread_does_what_comes_after_another() -> None:
    relay = Relay(4)
    assert len({relay.submit(_thread).result(SOON) for _ in range(50)}) == 1


def test_a_task_that_takes_long_holds_up_nothing_else() -> None:
    """The long ones end only when the short ones, which come later, have been done: in turn they never would."""
    relay, done = Relay(4), threading.Event()
    long = [relay.submit(done.wait, SOON) for _ in range(3)]
    short = [relay.submit(_thread) for _ in range(20)]
    assert len({each.result(SOON) for each in short}) >= 1
    done.set()
    assert [each.result(SOON) for each in long] == [True] * 3


def test_where_every_thread_is_at_work_a_task_waits_for_the_first_that_is_done() -> None:
    relay, first, rest = Relay(2), threading.Event(), threading.Event()
    long = [relay.submit(first.wait, SOON), relay.submit(rest.wait, SOON)]
    waiting = relay.submit(_thread)
    assert wait([waiting], timeout=0.2).not_done == {waiting}
    first.set()
    assert waiting.result(SOON)
    rest.set()
    assert all(each.result(SOON) for each in long)


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_nothing_is_lost_however_tasks_come(threads: int) -> None:
    relay, total, lock = Relay(threads, patience=0.0005), [0], threading.Lock()

    def count() -> None:
        with lock:
            total[0] += 1

    def hand_in() -> None:
        for each in [relay.submit(count) for _ in range(500)]:
            each.result(SOON)

    senders = [threading.Thread(target=hand_in) for _ in range(6)]
    for each in senders:
        each.start()
    for each in senders:
        each.join(SOON)
    assert total == [3_000]


def test_after_the_end_nothing_is_taken_on_and_what_waits_is_done() -> None:
    relay, go = Relay(1), threading.Event()
    waiting = [relay.submit(go.wait, SOON), relay.submit(_thread)]
    relay.shutdown(wait=False)
    with pytest.raises(RuntimeError):
        relay.submit(_thread)
    go.set()
    assert all(each.result(SOON) for each in waiting)


def test_after_the_end_a_task_that_waits_for_busy_threads_is_done() -> None:
    relay, first, rest = Relay(2, patience=0.001), threading.Event(), threading.Event()
    long = [relay.submit(first.wait, SOON), relay.submit(rest.wait, SOON)]
    waiting = relay.submit(_thread)
    assert wait([waiting], timeout=0.2).not_done == {waiting}
    relay.shutdown(wait=False)
    first.set()
    assert waiting.result(SOON)
    rest.set()
    assert all(each.result(SOON) for each in long)
