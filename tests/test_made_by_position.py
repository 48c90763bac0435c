"""What the hot path makes by position, without a look at the number of members, has as many as its class."""

from __future__ import annotations

import ast
from importlib import import_module
from pathlib import Path

import pytest

from service.spades.by_position import by_position
from service.spades.record.model import Bid

ROOT = Path(__file__).parents[1]
SOURCES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts): ast.parse(path.read_text())
    for path in sorted((ROOT / "service").rglob("*.py"))
    if "Final = by_position(" in path.read_text()
}


def makers(tree: ast.Module) -> dict[str, str]:
    """Return the class that each ``_name: Final = by_position(Class)`` makes."""
    found = {}
    for each in tree.body:
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and isinstance(each.value, ast.Call):
            call = each.value
            if ast.unparse(call.func) == "by_position":
                found[each.target.id] = ast.unparse(call.args[0])
    return found


@pytest.mark.parametrize("module", SOURCES)
def test_as_many_as_the_class_has(module: str) -> None:
    tree = SOURCES[module]
    made = makers(tree)
    called = set()
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in made:
            (members,) = call.args
            assert isinstance(members, ast.Tuple), f"line {call.lineno}: write the members where they can be counted"
            assert not any(isinstance(each, ast.Starred) for each in members.elts), f"line {call.lineno}"
            fields = getattr(import_module(module), made[call.func.id])._fields
            assert len(members.elts) == len(fields), f"line {call.lineno}: {made[call.func.id]} has {fields}"
            called.add(call.func.id)
    assert called == set(made)


def test_made_of_the_very_class() -> None:
    """Compiled code asks for a class without any below it by `type`: what is made of one below would be no instance."""
    assert type(by_position(Bid)((0, 1, 1, 4, False))) is Bid


def test_some_are_found() -> None:
    assert {"service.spades.play.replay", "service.spades.findings"} <= SOURCES.keys()
