"""The source of the core, read for what its calls state."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
CORE = ROOT / "service" / "spades"
BESIDE = (ROOT / "service" / "analysis", ROOT / "service" / "league")
"""What stands beside the law, and speaks as it does."""


@dataclass(frozen=True)
class Module:
    """A module of the core."""

    path: Path
    tree: ast.Module

    @property
    def name(self) -> str:
        """Its path inside the project."""
        return self.path.relative_to(ROOT).as_posix()


@dataclass(frozen=True)
class Call:
    """A call, and the functions around it, the innermost last."""

    module: Module
    node: ast.Call
    scopes: tuple[ast.FunctionDef, ...]

    @property
    def function(self) -> str:
        """The name of what is called, without what it is a member of."""
        function = self.node.func
        if isinstance(function, ast.Attribute):
            return function.attr
        return function.id if isinstance(function, ast.Name) else ""

    @property
    def where(self) -> str:
        """Where it is, for the message of a failed test."""
        return f"{self.module.name}:{self.node.lineno}:{self.node.col_offset + 1}"

    @property
    def keywords(self) -> frozenset[str]:
        """The keywords that it names; those behind ``**`` are not among them."""
        return frozenset(each.arg for each in self.node.keywords if each.arg is not None)

    @property
    def is_open(self) -> bool:
        """Whether it may have more keywords than it names."""
        return any(each.arg is None for each in self.node.keywords)

    def argument(self, position: int, name: str) -> ast.expr | None:
        """Return an argument by its position or its keyword."""
        if position < len(self.node.args):
            return self.node.args[position]
        return next((each.value for each in self.node.keywords if each.arg == name), None)

    def expressions(self, value: ast.expr) -> Iterator[ast.expr]:
        """Yield the expressions that a value may be: itself, its branches, and what its name or its table holds."""
        if isinstance(value, ast.IfExp):
            yield from self.expressions(value.body)
            yield from self.expressions(value.orelse)
            return
        yield value
        if isinstance(value, ast.Name):
            for each in self._assigned_to(value):
                yield from self.expressions(each)
        elif isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name):
            for table in self._assigned_to(value.value):
                for node in ast.walk(table):
                    if isinstance(node, ast.Dict):
                        yield from node.values

    def _assigned_to(self, name: ast.Name) -> list[ast.expr]:
        """Return what is assigned to a name before this call, in the innermost scope that has it."""
        for scope in reversed(self.scopes):
            assigned = [each for each in _assigned(ast.walk(scope), name.id) if each.lineno <= self.node.lineno]
            if assigned or name.id in _parameters(scope):
                return assigned
        return list(_assigned(self.module.tree.body, name.id))


@cache
def modules() -> tuple[Module, ...]:
    """Return every module of the core."""
    paths = [path for folder in (CORE, *BESIDE) for path in sorted(folder.rglob("*.py"))]
    return tuple(Module(path, ast.parse(path.read_text())) for path in paths)


def calls(*functions: str) -> list[Call]:
    """Return the calls of functions and methods of these names."""
    found = (call for module in modules() for call in _calls(module, module.tree, ()))
    return [call for call in found if call.function in functions]


@cache
def strings() -> dict[str, set[str]]:
    """Return the strings of the core that are no docstrings, each with the modules that have it."""
    found: dict[str, set[str]] = {}
    for module in modules():
        docstrings = {id(each.value) for each in ast.walk(module.tree) if isinstance(each, ast.Expr)}
        for each in ast.walk(module.tree):
            if isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in docstrings:
                found.setdefault(each.value, set()).add(module.name)
    return found


def _calls(module: Module, node: ast.AST, scopes: tuple[ast.FunctionDef, ...]) -> Iterator[Call]:
    if isinstance(node, ast.Call):
        yield Call(module, node, scopes)
    if isinstance(node, ast.FunctionDef):
        scopes = (*scopes, node)
    for child in ast.iter_child_nodes(node):
        yield from _calls(module, child, scopes)


def _parameters(function: ast.FunctionDef) -> set[str]:
    """Return the names of the parameters of a function."""
    arguments = function.args
    return {each.arg for each in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)}


def _assigned(nodes: Iterable[ast.AST], name: str) -> Iterator[ast.expr]:
    """Yield what these statements assign to a name, alone or as one of several."""
    for node in nodes:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _part(target, value, name)
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                yield from _part(target, value, name)
            case ast.For(target=target, iter=ast.Tuple(elts=values)):
                for value in values:
                    yield from _part(target, value, name)


def _part(target: ast.expr, value: ast.expr, name: str) -> Iterator[ast.expr]:
    """Yield what of a value an assignment gives to a name."""
    if isinstance(target, ast.Name) and target.id == name:
        yield value
    elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        for each, part in zip(target.elts, value.elts, strict=True):
            yield from _part(each, part, name)
