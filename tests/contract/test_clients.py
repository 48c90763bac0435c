"""Clients generated from the contract: the generators understand all of it, what they write compiles, and it works.

The generators come by `make clients`. Without them these tests are skipped, but not where CI is set.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.http.wire import Address

ROOT = Path(__file__).parent.parent.parent
CONTRACT = "openapi.yaml"
CLIENTS = ROOT / "tests" / "clients"
PYTHON = ROOT / ".venv-clients" / "bin"
NODE = CLIENTS / "node_modules" / ".bin"
COMPLAINTS = re.compile(r"warning|removed|skipp|unable|unsupported|error|missing", re.IGNORECASE)
"""What a generator says where it leaves a part of the contract out."""


class Generated(NamedTuple):
    """A folder with what a generator wrote, and what it said meanwhile."""

    folder: Path
    said: str


def run(tool: Path, *arguments: str | Path, **variables: str) -> str:
    """Run a tool of the generators' own and return what it says; it has to succeed."""
    if not tool.exists():
        reason = f"`make clients` has not set up {tool.name}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return _run(tool, *arguments, **variables)


def _run(*command: str | Path, **variables: str) -> str:
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("python")
    # The generator formats what it has written with the ruff that it brings.
    path = os.pathsep.join([str(PYTHON), os.environ["PATH"]])
    arguments = ("generate", "--path", CONTRACT, "--output-path", folder, "--overwrite")
    said = run(PYTHON / "openapi-python-client", *arguments, PATH=path)
    shutil.copy(CLIENTS / "use.py", folder)
    return Generated(folder, said)


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("typescript")
    # Without this option whoever sends a request would have to name every member that has a default.
    said = run(NODE / "openapi-typescript", CONTRACT, "--output", folder / "types.ts", "--default-non-nullable=false")
    shutil.copy(CLIENTS / "use.ts", folder)
    return Generated(folder, said)


def test_the_python_generator_takes_the_whole_contract(python_client: Generated) -> None:
    assert not COMPLAINTS.search(python_client.said), python_client.said


def test_the_python_client_is_typed_throughout(python_client: Generated) -> None:
    """Strictly, the code that uses it too."""
    interpreter = f"--python-executable={PYTHON / 'python'}"
    folder, strictly = python_client.folder, ("--strict", "--config-file=", "--no-incremental", interpreter)
    files = (folder / "use.py", folder / "spades_arbiter_client")
    _run(sys.executable, "-m", "mypy", *strictly, *files, MYPYPATH=str(folder))


def test_the_python_client_talks_to_the_service(python_client: Generated, server: Address) -> None:
    """It sends a score and an audit and reads the answers, and reads a problem as what it is."""
    host, port = server
    run(PYTHON / "python", python_client.folder / "use.py", f"http://{host}:{port}")


def test_the_typescript_generator_takes_the_whole_contract(typescript: Generated) -> None:
    assert not COMPLAINTS.search(typescript.said), typescript.said


def test_the_typescript_types_compile_with_what_uses_them(typescript: Generated) -> None:
    run(NODE / "tsc", "--strict", "--noEmit", "--exactOptionalPropertyTypes", typescript.folder / "use.ts")
