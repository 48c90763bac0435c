"""What is compiled is loaded only where it fits the sources, and gives the same answers."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from service.core_build import LIBRARY, RECORD, VARIABLE, CoreBuild, fitting, record_of, sources_of
from service.spades import ENGINE_VERSION
from tests import core_builds
from tests.deploy.stack import lacking
from tests.http.wire import ROOT

SUFFIX = EXTENSION_SUFFIXES[0]
SERVICE = ROOT / "service"
COPIED = shutil.ignore_patterns("__pycache__", "*.so", RECORD)


def said(folder: Path, wanted: str = "", *, asked: str = "core_build.choose()") -> tuple[int, str]:
    """Return how a Python ends that loads the service in a folder and what may be compiled, and what it prints."""
    loads = "from service import core_build; from service.spades import cards; from service.wire import writer"
    code = f"{loads}; print({asked})"
    variables = {**os.environ, VARIABLE: wanted}
    command = [sys.executable, "-c", code]
    ended = subprocess.run(command, cwd=folder, env=variables, capture_output=True, text=True, check=False)
    return ended.returncode, ended.stdout.strip() or ended.stderr.strip().split("\n")[-1]


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    """Return a copy of the sources beside which there is a file for each module that looks compiled and is not."""
    shutil.copytree(SERVICE, tmp_path / "service", ignore=COPIED)
    service = tmp_path / "service"
    for path in sources_of(service):
        path.with_name(path.stem + SUFFIX).write_bytes(b"no library")
    (service / (LIBRARY.rpartition(".")[2] + SUFFIX)).write_bytes(b"no library")
    (service / RECORD).write_bytes(record_of(service, SUFFIX))
    return service


def test_what_fits_is_loaded(compiled: Path) -> None:
    assert fitting(compiled) == CoreBuild("compiled")
    status, failed = said(compiled.parent)
    assert status == 1
    assert "file too short" in failed or "ImportError" in failed  # Python did try to load what is no library


def changed(service: Path) -> None:
    path = service / "spades" / "cards.py"
    path.write_bytes(path.read_bytes() + b"\n")


def moved(service: Path) -> None:
    (service / "spades" / "cards.py").rename(service / "spades" / "playing_cards.py")


def added(service: Path) -> None:
    (service / "spades" / "jokers.py").write_text('"""More."""\n')


def rewritten(service: Path) -> None:
    with (service / "wire" / "writer.py").open("a") as source:
        source.write("# written another way\n")


STALE: list[tuple[str, Callable[[Path], object]]] = [
    ("the sources of the core have changed since `make compile`", changed),
    ("the sources of the core have changed since `make compile`", moved),
    ("the sources of the core have changed since `make compile`", added),
    ("the sources of the core have changed since `make compile`", rewritten),
    ("some of the compiled modules are missing", lambda service: (service / f"spades/table{SUFFIX}").unlink()),
    ("the compilation was not finished", lambda service: (service / RECORD).unlink()),
    ("the compilation was not finished", lambda service: (service / RECORD).write_bytes(b'{"suffix": ')),
    ("the compilation was not finished", lambda service: (service / RECORD).write_bytes(b"{}")),
    (
        "the core was compiled for another Python (.cpython-27.so)",
        lambda service: (service / RECORD).write_bytes(record_of(service, ".cpython-27.so")),
    ),
]


@pytest.mark.parametrize(("why", "spoil"), STALE, ids=range(len(STALE)))
def test_what_does_not_fit_is_never_loaded(why: str, spoil: Callable[[Path], object], compiled: Path) -> None:
    spoil(compiled)
    assert fitting(compiled) == CoreBuild("plain", why)
    assert str(fitting(compiled)) == f"plain: {why}"
    if spoil is not moved:
        assert said(compiled.parent) == (0, f"plain: {why}")
        assert said(compiled.parent, asked="cards.__file__")[1].endswith("cards.py")
        assert said(compiled.parent, asked="writer.__file__")[1].endswith("writer.py")


def test_without_anything_compiled_there_is_nothing_to_say(tmp_path: Path) -> None:
    shutil.copytree(SERVICE, tmp_path / "service", ignore=COPIED)
    assert fitting(tmp_path / "service") == CoreBuild("plain")
    assert said(tmp_path) == (0, "plain")


def test_a_build_can_be_asked_for(compiled: Path) -> None:
    assert said(compiled.parent, "plain") == (0, f"plain: {VARIABLE} asks for it")
    changed(compiled)
    status, failed = said(compiled.parent, "compiled")
    why = "the sources of the core have changed since `make compile`"
    assert (status, failed) == (2, f"spades-arbiter: {VARIABLE} asks for the compiled core: {why}")
    status, failed = said(compiled.parent, "fast")
    assert (status, failed) == (2, f"spades-arbiter: {VARIABLE} must be 'plain' or 'compiled', or not set, not 'fast'")


def test_the_command_says_which_build_runs() -> None:
    command = [sys.executable, "-m", "service", "--version"]
    asked = subprocess.run(command, cwd=ROOT, env={**os.environ, VARIABLE: "plain"}, capture_output=True, check=True)
    assert asked.stdout.decode().endswith(f"engine {ENGINE_VERSION} (plain: {VARIABLE} asks for it)\n")


def test_no_compiled_class_has_a_cached_property() -> None:
    """Compiled, its value would be found anew whenever it is asked for."""
    assert [path.name for path in sources_of(SERVICE) if "cached_property" in path.read_text()] == []


def test_both_builds_give_the_same_bytes() -> None:
    """`python -m tests.core_builds` does the same with 40,000 records."""
    if fitting(SERVICE).kind == "plain":
        lacking("the core is not compiled: make compile")
    assert core_builds.differing(400) == []
