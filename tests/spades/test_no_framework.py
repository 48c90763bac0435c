"""The core is tested without a server: what its tests build and ask loads no framework."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
SERVERS = {"flask", "werkzeug", "gunicorn"}


def test_no_test_of_the_core_loads_a_server_or_its_framework() -> None:
    """In a process of its own: whatever else these tests are run with may load one."""
    files = sorted(Path(__file__).parent.rglob("*.py"))
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in files]
    assert "tests.spades.builders.asking" in modules
    script = f"import sys, {', '.join(modules)}; print(*sorted({{name.partition('.')[0] for name in sys.modules}}))"
    ended = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True)
    assert set(ended.stdout.decode().split()) & SERVERS == set()
