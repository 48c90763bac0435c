"""The tools that `make clients` installs: client generators, linters of the contract and a strict YAML reader."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from service.wire.contract import contract_text

ROOT = Path(__file__).parent.parent.parent
CLIENTS = ROOT / "tests" / "clients"
PYTHON_TOOLS = ROOT / ".venv-clients" / "bin"
NODE_TOOLS = CLIENTS / "node_modules" / ".bin"


def as_served(folder: Path) -> Path:
    """Return the contract as a file in a folder, with its examples put in, as the service serves it."""
    file = folder / "openapi.yaml"
    file.write_text(contract_text(), encoding="utf-8")
    return file


def require(tool: Path) -> None:
    """Skip the test if a tool is not installed, or fail it if CI is set."""
    if not tool.exists():
        reason = f"`make clients` has not installed {tool.name}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)


def run(tool: Path, *arguments: str | Path, **variables: str) -> str:
    """Run one of the installed tools, which must succeed, and return its output."""
    require(tool)
    return run_command(tool, *arguments, **variables)


def run_command(*command: str | Path, **variables: str) -> str:
    """Run a command in the project's folder, which must succeed, and return what it writes to stdout and stderr."""
    done = start(*command, **variables)
    assert done.returncode == 0, done.stdout
    return done.stdout


def start(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the project's folder to its end; stderr comes with stdout."""
    return subprocess.run(
        command,
        cwd=ROOT,
        env=os.environ | variables,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
