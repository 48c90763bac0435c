"""Machines fail: nothing is lost, nothing is written twice, and the same command again continues."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cluster.conftest import LONG
from tests.cluster.running import alone, answered, cluster, joined, numbers_in, parts_of, wait_until, work_of
from tests.commands.running import ENVIRONMENT, PATIENCE, ROOT, command, members, run
from tests.http.wire import linux

BLOCKS = ("--block-bytes", "10000")
WORKER_LOST = 3
INTERRUPTED = 130


@contextmanager
def under_way(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command until some parts are there, and longer; no process of it may be left at the end."""
    words = command(*arguments, "--output", str(folder))
    process = subprocess.Popen(
        words, cwd=ROOT, env=ENVIRONMENT, stderr=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    try:
        with process:
            wait_until(lambda: len(parts_of(folder)) > 5 or process.poll() is not None)
            assert process.poll() is None, process.communicate()
            yield process
            if process.poll() is None:
                process.kill()
    finally:
        wait_until(lambda: not members(process.pid))


def said(process: subprocess.Popen[bytes]) -> str:
    """Return what a command says until it ends."""
    return process.communicate(timeout=PATIENCE)[1].decode()


@linux
def test_of_three_workers_one_is_killed(long: Path, rulings: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with cluster(tmp_path, workers=3) as running:
        with under_way(out, "audit", str(long), "--cluster", running.address, *BLOCKS) as process:
            running.workers[0].send_signal(signal.SIGKILL)
            assert len(parts_of(out)) < work_of(out)["parts"]
            assert f"{LONG:,} lines, none with a problem." in said(process)
        assert process.returncode == 0
    assert joined(out) == rulings
    assert numbers_in(joined(out)) == list(range(1, LONG + 1))


@linux
def test_the_scheduler_is_killed_and_the_command_run_again(long: Path, rulings: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with cluster(tmp_path, workers=2) as running:
        with under_way(out, "audit", str(long), "--cluster", running.address, *BLOCKS) as process:
            running.scheduler.kill()
            lost = f"the scheduler at {running.address} is lost; run the same command again to continue\n"
            assert said(process) == f"spades-arbiter: {lost}"
        assert process.returncode == WORKER_LOST
    before = {part: part.stat().st_mtime_ns for part in parts_of(out)}
    with cluster(tmp_path, workers=2) as running:
        again = run("audit", str(long), "--cluster", running.address, "--output", str(out))
    assert again.returncode == 0, again.stderr
    assert f"of which {len(before)} were there before".encode() in again.stderr
    assert {part: part.stat().st_mtime_ns for part in before} == before
    assert joined(out) == rulings


@linux
def test_ctrl_c_on_a_terminal_is_quiet_and_the_same_command_continues(
    long: Path, rulings: bytes, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    words = ("audit", str(long), "--cluster", "local", "--jobs", "2", *BLOCKS)
    with under_way(out, *words) as process:
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to every process of the group
        # Neither Python, if it was in a destructor, nor workers nor Dask have anything to say.
        assert said(process) == "spades-arbiter: interrupted; run the same command again to continue\n"
        assert process.returncode == INTERRUPTED
    assert parts_of(out)
    # Who carries it out is no part of what is asked.
    assert b"were there before" in answered("audit", [long], out).stderr
    assert joined(out) == rulings


@linux
@pytest.mark.parametrize("seconds", [0.2, 0.6, 1.0, 2.0])
def test_ctrl_c_is_quiet_however_early_it_comes(seconds: float, long: Path, tmp_path: Path) -> None:
    """While Python starts, while the modules are loaded, while the workers are started.

    Until the first line of the command runs, it is Python's own to say that it was interrupted.
    """
    words = command("audit", str(long), "--cluster", "local", "--jobs", "2", "--output", str(tmp_path / "out"), *BLOCKS)
    with subprocess.Popen(words, cwd=ROOT, env=ENVIRONMENT, stderr=subprocess.PIPE, start_new_session=True) as process:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        said = process.communicate(timeout=30)[1].decode()
    # A fast machine may have made everything by the last of these moments.
    if seconds > 1 and "makes them one output" in said:
        assert "Traceback" not in said
        return
    if said.endswith("KeyboardInterrupt\n") and "__main__.py" not in said:
        return
    assert process.returncode in {INTERRUPTED, -signal.SIGINT}
    assert said in {"", "spades-arbiter: interrupted; run the same command again to continue\n"}


@linux
def test_the_command_itself_is_killed(long: Path, rulings: bytes, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with cluster(tmp_path, workers=2) as running:
        words = ("audit", str(long), "--cluster", running.address, *BLOCKS)
        with under_way(out, *words) as process:
            process.kill()
        # The workers may still be at the tasks of the first command while the second one begins.
        again = run(*words, "--output", str(out))
    assert again.returncode == 0, again.stderr
    assert joined(out) == rulings
    named = {path.name for path in out.iterdir() if path.suffix != ".tmp"}
    assert named == {"work.json", *(part.name for part in parts_of(out))}


@linux
def test_a_disk_without_room_for_a_part(odd: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = [*command("score", str(odd), "--cluster", "local", "--jobs", "1"), "--output", str(out)]
    # Room for what is to be done, and not for the answers: a file may have so many bytes and no more.
    limit = "resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, -1))"
    limited = f"import os, resource, sys; {limit}; os.execv(sys.argv[1], sys.argv[1:])"
    ended = subprocess.run(
        [sys.executable, "-c", limited, *words], cwd=ROOT, env=ENVIRONMENT, capture_output=True, timeout=60, check=False
    )
    assert ended.returncode == 2, ended.stderr
    assert b"File too large" in ended.stderr
    assert {path.name for path in out.iterdir()} == {"work.json"}
    answered("score", [odd], out)
    assert joined(out) == alone("score", [odd])


@linux
def test_workers_of_another_version_are_refused_before_anything_is_done(odd: Path, tmp_path: Path) -> None:
    older = tmp_path / "older.py"
    older.write_text("import service.spades\nservice.spades.ENGINE_VERSION = '0.0.1'\n")
    with cluster(tmp_path, 1, "--preload", str(older)) as running:
        ended = run("score", str(odd), "--cluster", running.address, "--output", str(tmp_path / "out"))
    assert ended.returncode == 2
    assert b"every worker has to run engine " in ended.stderr
    assert b"\n  tcp://127.0.0.1:" in ended.stderr
    assert b": engine 0.0.1 with contract " in ended.stderr
    assert not (tmp_path / "out").exists()
