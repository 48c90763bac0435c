"""The game loops that ship as examples: each plays a round from the deal to the score, and its revoke is found."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from tests.contract.tools import CLIENTS, NODE_TOOLS, ROOT, run, run_command
from tests.http.wire import Address

LOOPS = ROOT / "docs" / "examples"
ADDRESS = "http://127.0.0.1:8000"
MOST_LINES = 50
ROUNDS = 3
REVOKE = re.compile(r"\w+ played \w+ on a \w+ lead while holding [\w, ]+\.")


def copied(name: str, server: Address, folder: Path) -> Path:
    """Return a copy of a loop that asks this server."""
    text = (LOOPS / name).read_text()
    assert ADDRESS in text
    (folder / name).write_text(text.replace(ADDRESS, "http://{}:{}".format(*server)))
    return folder / name


def is_ruled(output: str) -> None:
    """Check what a loop prints: an offence, and the score of both sides as ruled."""
    ruling, *sides = output.splitlines()
    assert ruling.startswith("irregular")
    assert len(REVOKE.findall(output)) == 1, output
    for side, team in zip(sides[-2:], ("ana+cy", "ben+dee"), strict=True):
        assert re.fullmatch(rf"{re.escape(team)} -?\d+ -?\d+", side), output


@pytest.mark.parametrize("loop", ["game_loop.py", "game_loop.ts"])
def test_a_loop_is_short(loop: str) -> None:
    assert len((LOOPS / loop).read_text().splitlines()) <= MOST_LINES


def test_the_loop_in_python_plays_a_round(server: Address, tmp_path: Path) -> None:
    program = copied("game_loop.py", server, tmp_path)
    for _ in range(ROUNDS):
        is_ruled(run_command(sys.executable, program))


@pytest.mark.long
def test_the_loop_in_typescript_compiles_and_plays_a_round(server: Address, tmp_path: Path) -> None:
    program = copied("game_loop.ts", server, tmp_path)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "node_modules").symlink_to(CLIENTS / "node_modules")
    options = ("--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "es2022")
    run(NODE_TOOLS / "tsc", *options, "--moduleResolution", "bundler", "--outDir", tmp_path, program)
    for _ in range(ROUNDS):
        is_ruled(run_command("node", program.with_suffix(".js")))
