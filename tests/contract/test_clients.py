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
"""Words in the output of a generator that leaves out part of the contract."""


class Generated(NamedTuple):
    """The folder that a generator wrote to, and its output."""

    folder: Path
    output: str


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("python")
    # The generator formats its code with the ruff installed beside it.
    path = os.pathsep.join([str(PYTHON_TOOLS), os.environ["PATH"]])
    arguments = ("generate", "--path", CONTRACT, "--output-path", folder, "--overwrite")
    output = run(PYTHON_TOOLS / "openapi-python-client", *arguments, PATH=path)
    shutil.copy(CLIENTS / "use.py", folder)
    return Generated(folder, output)


@pytest.fixture(scope="module")
def typescript(tmp_path_factory: pytest.TempPathFactory) -> Generated:
    folder = tmp_path_factory.mktemp("typescript")
    # Without this option a request would have to state every member that has a default.
    output = run(
        NODE_TOOLS / "openapi-typescript", CONTRACT, "--output", folder / "types.ts", "--default-non-nullable=false"
    )
    shutil.copy(CLIENTS / "use.ts", folder)
    return Generated(folder, output)


def test_the_python_generator_takes_the_whole_contract(python_client: Generated) -> None:
    assert not COMPLAINTS.search(python_client.output), python_client.output


def test_the_python_client_is_typed_throughout(python_client: Generated) -> None:
    """So is the code that uses it."""
    interpreter = f"--python-executable={PYTHON_TOOLS / 'python'}"
    folder, strictly = python_client.folder, ("--strict", "--config-file=", "--no-incremental", interpreter)
    files = (folder / "use.py", folder / "spades_arbiter_client")
    run_command(sys.executable, "-m", "mypy", *strictly, *files, MYPYPATH=str(folder))


def test_the_python_client_talks_to_the_service(python_client: Generated, server: Address) -> None:
    """It sends a round to score and one to audit, and reads the answers and a problem."""
    host, port = server
    run(PYTHON_TOOLS / "python", python_client.folder / "use.py", f"http://{host}:{port}")


def test_the_typescript_generator_takes_the_whole_contract(typescript: Generated) -> None:
    assert not COMPLAINTS.search(typescript.output), typescript.output


def test_the_typescript_types_compile_with_code_that_uses_them(typescript: Generated) -> None:
    run(NODE_TOOLS / "tsc", "--strict", "--noEmit", "--exactOptionalPropertyTypes", typescript.folder / "use.ts")
