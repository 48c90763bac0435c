"""SECURITY.md is true: each promise names a test that holds it, and every test that is named exists."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "SECURITY.md").read_text()
NAMED = re.findall(r"`(tests/\S+\.py)::(\w+)`", TEXT)


def test_a_test_that_is_named_exists(subtests: pytest.Subtests) -> None:
    for path, name in sorted(set(NAMED)):
        with subtests.test(path=path, name=name):
            tree = ast.parse((ROOT / path).read_text())
            assert name in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


def test_every_promise_names_a_test() -> None:
    for section in TEXT.split("\n## "):
        if section.startswith("Promises"):
            items = re.findall(r"^- (.*?)(?=^- |^$|\Z)", section, re.MULTILINE | re.DOTALL)
            assert items
            assert [item for item in items if "::test_" not in item] == []


def test_every_command_that_is_named_is_in_the_makefile() -> None:
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make (\w+)`", TEXT))
    assert named
    assert named <= targets
