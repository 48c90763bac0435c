"""The packages of a cluster are an extra: whoever has no cluster needs none of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.cluster.running import alone
from tests.commands.running import ENVIRONMENT, ROOT

PACKAGES = ("dask", "distributed", "fsspec")


def run_without(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command where none of these packages is installed."""
    hidden = f"import sys; sys.modules.update(dict.fromkeys({PACKAGES}))"
    program = f"{hidden}; from service import cli; sys.exit(cli.main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_without_them_a_cluster_says_what_to_install(odd: Path, tmp_path: Path) -> None:
    for needing, words in (
        ("--cluster", ("score", str(odd), "--cluster", "local", "--output", str(tmp_path / "out"))),
        ("join", ("join", str(tmp_path))),
    ):
        ended = run_without(*words)
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert ended.stderr.decode() == (
            f"spades-arbiter: {needing} needs packages that are not installed: pip install 'spades-arbiter[cluster]',"
            " or `make cluster` in a checkout\n"
        )
    assert list(tmp_path.iterdir()) == []


def test_without_them_everything_else_is_as_ever(odd: Path) -> None:
    assert run_without("score", str(odd), "--jobs", "1").stdout == alone("score", [odd])
    for words in (["--help"], ["join", "--help"], ["audit", "--help"]):
        assert run_without(*words).returncode == 0
