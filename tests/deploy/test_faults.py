"""What becomes of good requests while something goes wrong: hostile clients, reloads, stops, crashes, full disks."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.media_types import PROBLEM
from tests.deploy.crowd import HOSTILE, Record, crowd, dribbling, load, source, until
from tests.deploy.stack import CONTAINER_USER, Stack, listening, megabytes, mounting, process, proxy, service, stack
from tests.http.bodies import AUDIT, GAME, SCORE, asking, game, scoring
from tests.http.wire import COMMAND, ROOT, Connection, environment, exchange, free_port, request, wait_for_line


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Stack]:
    with stack(tmp_path / "log") as running:
        yield running
    assert "Traceback" not in (tmp_path / "log").read_text()


def all_good(record: Record) -> None:
    assert record.lost == []
    assert record.statuses().keys() == {200}


def test_two_hundred_slow_clients_cost_good_ones_no_answer(parts: Stack) -> None:
    with dribbling(parts.address, 100, 100), crowd(parts.address, 2) as record:
        time.sleep(7)  # longer than nginx waits for a head or a body
        until(record, 100)
    all_good(record)
    # They never came to the service, whose every worker is free.
    assert exchange(parts.back.address, request("GET", "/livez")).status == 204


def test_silent_clients_and_slow_readers_cost_good_ones_no_answer(parts: Stack) -> None:
    """Answers lie with nginx until they are taken; the document is the longest of them."""
    with contextlib.ExitStack() as held:
        for number in range(60):
            connection = held.enter_context(socket.create_connection(parts.address, 5, (HOSTILE, 0)))
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
            if number % 2:
                connection.sendall(request("GET", "/docs"))
        with crowd(parts.address, 2) as record:
            until(record, 300)
    all_good(record)


def test_a_reload_under_load_costs_no_answer(parts: Stack) -> None:
    """SIGHUP: new workers take over, old ones finish; what meets a closing connection is sent again by nginx."""
    with crowd(parts.address) as record:
        for _ in range(3):
            old = set(parts.workers())
            until(record, 50)
            parts.back.process.send_signal(signal.SIGHUP)
            deadline = time.monotonic() + 20
            while old & set(parts.workers()):
                assert time.monotonic() < deadline, "workers from before the reload are still there"
                time.sleep(0.05)
            until(record, 50)
    all_good(record)


def test_a_stop_under_load_answers_all_that_was_accepted(parts: Stack) -> None:
    """SIGTERM: whatever was passed on is answered, whatever comes later hears that nobody is there and when to ask."""
    body = scoring()
    with Connection(parts.back.address) as direct, crowd(parts.address) as record:
        until(record, 50)
        direct.send(request("POST", SCORE, b"", Content_Length=str(len(body)), Expect="100-continue"))
        assert direct.receive().status == 100
        parts.back.process.send_signal(signal.SIGTERM)
        wait_for_line(parts.back.log, "Handling signal: term")
        direct.send(body)
        assert direct.receive().status == 200  # accepted before, finished after
        assert parts.back.process.wait(25) == 0
        until(record, 20)
    assert record.lost == []
    assert record.statuses().keys() == {200, 503}
    refused = [answer for answer in record.answers if answer.status == 503]
    assert {answer.headers["content-type"] for answer in refused} == {PROBLEM}
    assert all(int(answer.headers["retry-after"]) > 0 for answer in refused)


def test_a_worker_that_is_killed_costs_at_most_what_it_held(parts: Stack) -> None:
    """SIGKILL: another worker answers, a new one comes; who is told 502 can send the same again."""
    with crowd(parts.address) as record:
        for _ in range(3):
            until(record, 50)
            before = parts.workers()
            os.kill(before[0], signal.SIGKILL)
            deadline = time.monotonic() + 20
            while len(set(parts.workers()) - {before[0]}) < 2:
                assert time.monotonic() < deadline, "no worker came in the place of the one that was killed"
                time.sleep(0.05)
        until(record, 50)
    assert record.statuses().keys() <= {200, 502}
    # A worker holds as many requests as it has threads. What it had begun to answer is cut short, and nginx can't
    # take that back; the rest is sent again, and a 502 where that failed, too.
    assert len(record.lost) + record.statuses().get(502, 0) <= 3 * 4
    assert {each.headers["content-type"] for each in record.answers if each.status == 502} <= {PROBLEM}
    assert exchange(parts.address, request("POST", SCORE, scoring()), source=source()).status == 200


def test_a_worker_that_has_served_its_time_costs_no_answer(tmp_path: Path) -> None:
    """``max_requests`` ends workers under load, here after every 100 requests."""
    with stack(tmp_path / "log", GUNICORN_CMD_ARGS="--max-requests 100 --max-requests-jitter 20") as parts:
        first = parts.workers()
        with crowd(parts.address) as record:
            until(record, 1_000)
        assert not set(first) & set(parts.workers())
    all_good(record)


def test_memory_stays_flat(tmp_path: Path) -> None:
    """A bounded look; `python -m tests.deploy.endurance` takes a long one."""
    with stack(tmp_path / "log", workers=1) as parts:
        (worker,) = parts.workers()
        all_good(load(parts.address, 2_000))
        before = megabytes(worker)
        all_good(load(parts.address, 4_000))
        assert parts.workers() == [worker]
        # An answer left behind by each request would be more than that.
        assert megabytes(worker) < before + 5


# Where nothing can be written


def test_the_service_starts_without_a_home_and_without_a_temporary_folder(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere")
    with service(tmp_path / "log", HOME=nowhere, TMPDIR=nowhere, XDG_RUNTIME_DIR=nowhere) as running:
        assert exchange(running.address, request("POST", AUDIT, asking(AUDIT))).status == 200


def test_the_service_starts_on_a_read_only_file_system_with_a_full_disk(tmp_path: Path) -> None:
    """As in a container: nothing can be written but the folder for temporary files, and that is full."""
    full = tmp_path / "full"
    full.mkdir()
    script = (
        'mount --bind / / && mount -t tmpfs -o size=16k tmpfs "$0" && mount -o remount,ro,bind / || exit 8; '
        'dd if=/dev/zero of="$0/filler" bs=1k count=64 2>/dev/null && exit 9; '
        'touch "$HOME/written" 2>/dev/null && exit 9; exec "$@"'
    )
    port, log = free_port(), tmp_path / "log"
    places = {"HOME": str(tmp_path), "TMPDIR": str(full)}
    command = [mounting(), "--mount", "sh", "-c", script, str(full), *COMMAND]
    with process(command, log, cwd=ROOT, env=environment(port, **places)) as started:
        listening(("127.0.0.1", port), "/livez", started, log)
        assert exchange(("127.0.0.1", port), request("POST", SCORE, scoring())).status == 200
    assert started.returncode == 0


def test_nginx_needs_no_privilege_and_writes_to_its_own_folder_alone(tmp_path: Path) -> None:
    """As in a container: another user, no capabilities, and nothing else that can be written."""
    with service(tmp_path / "log") as back, proxy(back.address[1], contained=True) as front:
        sent = request("POST", GAME, game(5).ljust(200_000))  # which waits in that folder
        assert exchange(front.address, sent).status == 200
        status = Path(f"/proc/{front.process.pid}/status").read_text()
    assert "NoNewPrivs:\t1" in status
    assert "CapEff:\t0000000000000000" in status
    assert "CapBnd:\t0000000000000000" in status
    assert f"Uid:\t{CONTAINER_USER}\t" in status
