"""The command line at its edges: closed streams, arguments that are no text, outputs without line ends."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
UNUSABLE = 2


def ran(command: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line by a shell, which opens and closes its streams."""
    line = f"exec {sys.executable} -m service {command}"
    return subprocess.run(["/bin/sh", "-c", line], cwd=ROOT, capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("audit openapi.yaml >&-", "standard output is closed"),
        ("rulebook pagat >&-", "standard output is closed"),
        ("audit --jobs 1 - <&-", "standard input is closed"),
        ("rulebook - <&-", "standard input is closed"),
        ("rulebook $(printf '\\377')", "the arguments are not valid UTF-8"),
        ("resolve pagat --overrides null", "must be a JSON object"),
        ("resolve pagat --overrides '[]'", "must be a JSON object"),
    ],
)
def test_what_cannot_be_done_is_said(command: str, told: str) -> None:
    """The command line, exit status 2: what is wrong is on standard error, in a sentence."""
    ended = ran(command)
    assert ended.returncode == UNUSABLE
    assert told in ended.stderr.decode()
    assert b"Traceback" not in ended.stderr


def test_an_output_without_line_ends_is_not_read_as_a_whole(tmp_path: Path) -> None:
    """A file named by mistake is refused at its first megabytes, and left as it is."""
    foreign = tmp_path / "disk"
    with foreign.open("wb") as file:
        os.truncate(file.fileno(), 4 * 1024**3)
    ended = ran(f"audit --jobs 1 openapi.yaml --resume {foreign}")
    assert ended.returncode == UNUSABLE
    assert b"cannot be resumed" in ended.stderr
    assert foreign.stat().st_size == 4 * 1024**3
