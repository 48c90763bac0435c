"""Names of files reach a terminal with nothing in them that commands it: no escape sequences, no line ends, no bidi."""

from __future__ import annotations

import gzip
import json
import os
import pty
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands.running import ALONE, ENVIRONMENT, command, in_process, run

# Clears the screen and sets the title; a line of its own; colours; turns the direction of writing; a C1 sequence.
NAMES = (
    "\x1b[2J\x1b]0;owned\x07",
    "a\nspades-arbiter: 3 lines, none with a problem",
    "\x1b[31m-\r",
    "\u202etxt.\u2066",
    "\x9b2J",
)


def said_by(*arguments: str) -> str:
    """Return all that a command says to a terminal."""
    ended = in_process(*arguments)
    assert b"Traceback" not in ended.stderr
    said = ended.stdout.decode() + ended.stderr.decode()
    assert all(mark == "\n" or mark.isprintable() for mark in said), said
    assert "\nspades-arbiter: 3 lines, none" not in said
    assert not said.startswith("spades-arbiter: 3 lines, none")
    return said


def text(path: Path) -> None:
    path.write_text("neither JSON nor a notation\n")


def cut_short(path: Path) -> None:
    path.write_bytes(gzip.compress(b'{"ruleset": "pagat"}\n' * 100)[:-20])


def noted(path: Path) -> None:
    path.write_text("round,player,bid,tricks\n1,Ana,4,5\n1,Ben,3,3\n1,Cy,N,0\n1,Dee,B5,5\n")


def folder(path: Path) -> None:
    path.mkdir()


def nothing(_: Path) -> None:
    pass


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("make", [text, cut_short, noted, folder, nothing])
@pytest.mark.parametrize(
    "command",
    [
        ("games", "audit", *ALONE),
        ("audit", *ALONE),
        ("convert", "--to", "shorthand"),
        ("standings", "--ruleset", "pagat"),
        ("verify", *ALONE, "openapi.yaml"),
    ],
    ids=lambda command: command[0],
)
def test_whatever_is_wrong_with_a_file(
    command: tuple[str, ...], make: Callable[[Path], None], name: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    make(file)
    said = said_by(*command, str(file))
    if make in {folder, nothing, text}:
        assert name.encode("unicode_escape").decode() in said


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("option", ["--output", "--resume"])
def test_whatever_is_wrong_with_an_output(option: str, name: str, tmp_path: Path) -> None:
    there = tmp_path / name
    there.write_text("no answer\n")
    assert name.encode("unicode_escape").decode() in said_by("audit", *ALONE, option, str(there), "openapi.yaml")


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_the_shell_hands_over_as_an_option(name: str) -> None:
    for arguments in (("audit", f"--{name}"), (name,), ("audit", "x", "--jobs", name), ("rulebook", name)):
        said_by(*arguments)


def test_a_command_in_a_process_of_its_own_on_a_name_that_is_no_text() -> None:
    ended = run("audit", os.fsdecode(b"\xff\x1b[2J"), PYTHONUTF8="1")
    assert b"\\udcff\\x1b[2J: No such file" in ended.stderr
    assert b"\x1b" not in ended.stdout + ended.stderr


@pytest.mark.parametrize("arguments", [("audit", *ALONE), ("convert", "--to", "csv"), ("standings",)])
def test_a_player_whose_name_would_command_a_terminal(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """On a terminal, that is: a file gets the name as it is."""
    players = ["ana", "\x1b]0;owned\x07", "\x9b2J", "\u202etxt"]
    row = {"bids_by_player": dict.fromkeys(players, 3), "tricks_won": dict(zip(players, (4, 3, 3, 3), strict=True))}
    rest = {"tricks": []} if arguments[0] == "audit" else {"rounds": [row] * 60}
    file = tmp_path / "record.json"
    file.write_text(json.dumps({"ruleset": "classic-solo", "players": players, **rest}))
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command(*arguments, str(file)), env=ENVIRONMENT, stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs
    ):
        os.close(theirs)
        shown = b""
        while piece := _read(ours):
            shown += piece
    os.close(ours)
    text = shown.decode()
    assert "2J" in text
    assert all(mark in "\r\n" or mark.isprintable() for mark in text), text


def _read(terminal: int) -> bytes:
    """Return what has been written to a terminal; nothing once the other side has closed it."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""
