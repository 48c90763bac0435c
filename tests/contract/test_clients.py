"""Clients generated from the contract: the generators understand all of it, and the code that they write works.

`make clients` installs the generators. Without them these tests are skipped, or fail if CI is set.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.contract.tools import CLIENTS, CONTRACT, NODE_TOOLS, PYTHON_TOOLS, run, run_command
from tests.http.wire import Address

COMPLAINTS = re.compile(r"warning|removed|skipp|unable|unsupported|error|missing", re.IGNORECASE)
"""What a generator says where it leaves a part of the contract out."""


class Generated(NamedTuple):
    """A folder with what a generator wrote, and what it said meanwhile."""

    folder: Path
    said: str


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("python")
    # The generator formats what it has written with the ruff that it brings.
    path = os.pathsep.join([str(PYTHON_TOOLS), os.environ["PATH"]])
    arguments = ("generate", "--path", CONTRACT, "--output-path", folder, "--overwrite")
    said = run(PYTHON_TOOLS / "openapi-python-client", *arguments, PATH=path)
    shutil.copy(CLIENTS / "use.py", folder)
    return Generated(folder, said)


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("typescript")
    # Without this option whoever sends a request would have to name every member that has a default.
    said = run(
        NODE_TOOLS / "openapi-typescript", CONTRACT, "--output", folder / "types.ts", "--default-non-nullable=false"
    )
    shutil.copy(CLIENTS / "use.ts", folder)
    return Generated(folder, said)


def test_the_python_generator_takes_the_whole_contract(python_client: Generated) -> None:
    assert not COMPLAINTS.search(python_client.said), python_client.said


def test_the_python_client_is_typed_throughout(python_client: Generated) -> None:
    """Strictly, the code that uses it too."""
    interpreter = f"--python-executable={PYTHON_TOOLS / 'python'}"
    folder, strictly = python_client.folder, ("--strict", "--config-file=", "--no-incremental", interpreter)
    files = (folder / "use.py", folder / "spades_arbiter_client")
    run_command(sys.executable, "-m", "mypy", *strictly, *files, MYPYPATH=str(folder))


def test_the_python_client_talks_to_the_service(python_client: Generated, server: Address) -> None:
    """It sends a score and an audit and reads the answers, and reads a problem as what it is."""
    host, port = server
    run(PYTHON_TOOLS / "python", python_client.folder / "use.py", f"http://{host}:{port}")


def test_the_typescript_generator_takes_the_whole_contract(typescript: Generated) -> None:
    assert not COMPLAINTS.search(typescript.said), typescript.said


def test_the_typescript_types_compile_with_what_uses_them(typescript: Generated) -> None:
    run(NODE_TOOLS / "tsc", "--strict", "--noEmit", "--exactOptionalPropertyTypes", typescript.folder / "use.ts")
