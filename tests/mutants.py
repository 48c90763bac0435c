"""Change the core in one place at a time and count the changes that its tests notice: ``make mutants``.

    make mutants ARGS="--sample 200 --seed 1"

Draws a reproducible random sample of places in ``service/spades`` and makes one change at each: a comparison turned or
moved by one, ``and`` for ``or``, a ``not`` more or less, ``True`` for ``False``, a constant one more or less, plus for
minus, a loop that ends early or never begins, an exception that is not caught. `tests.mutant_trials` then runs
``tests/spades`` and ``tests/cases`` on each, in a copy of the checkout, up to the first failure. The comparisons in
``tests/naive`` take no part.

Results are kept in ``.cache/mutants`` by sample, seed and the contents of the core, so that an interrupted run resumes.
``--again`` tests the surviving changes once more, for instance after adding tests; ``--tests`` names those to run, for
a first look.

Not a test, and not for CI: it takes about half an hour. Runs in an environment that has Cosmic Ray, and calls the
interpreter that has the development packages.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from itertools import islice
from pathlib import Path
from subprocess import PIPE
from typing import Any

import cosmic_ray.plugins
import parso
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkerOutcome, WorkItem, WorkResult

ROOT = Path(__file__).parent.parent
CORE = Path("service/spades")
TESTS = ("tests/spades", "tests/cases")
SESSIONS = ROOT / ".cache" / "mutants"
MEMORY = 4 << 30  # bytes: a changed loop may fill a list for ever

# The operators of Cosmic Ray that make slips like a person's. The others, such as `<<` for `+` or `is` for `==`, fail
# at once or change nothing.
CHANGES = re.compile(
    r"core/(ReplaceComparisonOperator_(Eq_NotEq|NotEq_Eq|Lt_LtE|Lt_GtE|LtE_Lt|LtE_Gt|Gt_GtE|Gt_LtE|GtE_Gt|GtE_Lt"
    r"|Is_IsNot|IsNot_Is)"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add|Mul_FloorDiv|FloorDiv_Mul|BitOr_BitAnd|BitAnd_BitOr)"
    r"|ReplaceUnaryOperator_(Delete_Not|USub_UAdd)"
    r"|AddNot|Replace(And|Or)With(Or|And)|Replace(True|False)With(False|True)"
    r"|ReplaceBreakWithContinue|ReplaceContinueWithBreak|ZeroIterationForLoop|ExceptionReplacer|NumberReplacer)"
    r"|own/TurnMembership"
)

Position = tuple[int, int]  # line from 1, column from 0

_TURNED = {"in": " not in", "not in": " in"}


class TurnMembership(Operator):  # type: ignore[misc] # the environment that checks types is without Cosmic Ray
    """``not in`` for ``in`` and the reverse, which Cosmic Ray leaves alone."""

    def mutation_positions(self, node: Any) -> Iterator[tuple[Position, Position]]:
        for index in self._indices(node):
            yield node.children[index].start_pos, node.children[index].end_pos

    def mutate(self, node: Any, index: int) -> Any:
        at = self._indices(node)[index]
        node.children[at] = parso.parse(_TURNED[_words(node.children[at])])
        return node

    @classmethod
    def examples(cls) -> tuple[()]:
        return ()

    def _indices(self, node: Any) -> list[int]:
        if node.type != "comparison":
            return []
        return [n for n in range(1, len(node.children), 2) if _words(node.children[n]) in _TURNED]


def _words(node: Any) -> str:
    return " ".join(node.get_code().split())


cosmic_ray.plugins.OPERATOR_PROVIDERS["own"] = {"TurnMembership": TurnMembership}


def main() -> None:
    """Draw the sample or resume it, test what is left, and print what was caught and what survived."""
    options = _options()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    SESSIONS.mkdir(parents=True, exist_ok=True)
    session = SESSIONS / f"{_digest()}-{options.sample}-{options.seed}.sqlite"
    with use_db(session, WorkDB.Mode.create) as database:
        if not database.num_work_items:
            database.add_work_items(_sample(options.sample, options.seed))
        todo = list(database.pending_work_items)  # in random order, so that a part of them is a sample, too
        if options.again:
            todo += [item for item, result in database.completed_work_items if not result.is_killed]
        print(f"{database.num_work_items} changes, {len(todo)} to test", flush=True)
        if todo:
            _test_all(database, todo, options)
        _report(database)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--sample", type=int, default=200, help="number of changes (default: 200)")
    parser.add_argument("--seed", type=int, default=1, help="another seed draws another sample (default: 1)")
    parser.add_argument("--again", action="store_true", help="test the changes that survived before once more")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help=f"the tests to run (default: {' '.join(TESTS)})")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that runs the tests")
    return parser.parse_args()


def _digest() -> str:
    """Return a short digest of the core: other sources have other places."""
    digest = hashlib.sha256()
    for path in sorted((ROOT / CORE).rglob("*.py")):
        digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def _sample(size: int, seed: int) -> Iterator[WorkItem]:
    """Draw places, each as likely as any other, and then one of the changes that are possible there."""
    places: dict[tuple[Path, Position, Position], list[MutationSpec]] = {}
    for path in sorted((ROOT / CORE).rglob("*.py")):
        for change in _changes(path):
            places.setdefault((change.module_path, change.start_pos, change.end_pos), []).append(change)
    draw = random.Random(seed)
    order = draw.sample(list(places), len(places))
    drawn = filter(_compiles, (draw.choice(places[place]) for place in order))
    for change in islice(drawn, size):
        yield WorkItem.single(uuid.uuid4().hex, change)


def _compiles(change: MutationSpec) -> bool:
    """Tell whether the changed module is Python: a parameter list's bare ``*`` is no product to be divided."""
    try:
        compile(_changed(change), change.module_path, "exec")
    except SyntaxError:
        return False
    return True


def _changes(path: Path) -> Iterator[MutationSpec]:
    """Yield the changes that are possible in a module. In annotations nothing would change."""
    annotations = list(_annotations(path))
    tree = get_ast_from_path(path)
    for name in filter(CHANGES.fullmatch, cosmic_ray.plugins.operator_names()):
        operator = cosmic_ray.plugins.get_operator(name)()
        positions = (each for node in ast_nodes(tree) for each in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(positions):
            if not any(first <= start and end <= last for first, last in annotations):
                yield MutationSpec(path.relative_to(ROOT), name, occurrence, start, end)


def _annotations(path: Path) -> Iterator[tuple[Position, Position]]:
    for node in ast.walk(ast.parse(path.read_bytes())):
        annotation = getattr(node, "returns", None) or getattr(node, "annotation", None)
        if annotation is not None:
            yield (annotation.lineno, annotation.col_offset), (annotation.end_lineno, annotation.end_col_offset)


def _where(item: WorkItem) -> tuple[Path, Position]:
    return item.mutations[0].module_path, item.mutations[0].start_pos


def _test_all(database: WorkDB, todo: list[WorkItem], options: argparse.Namespace) -> None:
    """Test the changes in a copy of the checkout, which may then be edited, and keep each verdict as it comes."""
    items = {item.job_id: item for item in todo}
    differences = {item.job_id: _difference(item) for item in todo}
    command = [options.python, "-m", "tests.mutant_trials", *(options.tests or TESTS)]
    plain = os.environ | {"SPADES_CORE": "plain"}  # what is compiled can't be changed
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "checkout"
        shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules", "*.so"))
        with subprocess.Popen(command, cwd=copy, env=plain, stdin=PIPE, stdout=PIPE, text=True) as trials:
            assert trials.stdin is not None
            assert trials.stdout is not None
            with trials.stdin as changes:
                json.dump([_change(item, copy) for item in todo], changes)
            for number, line in enumerate(trials.stdout, 1):
                answer = json.loads(line)
                item = items[answer["id"]]
                survived = answer["verdict"] == "survived"
                outcome = TestOutcome.SURVIVED if survived else TestOutcome.KILLED
                result = WorkResult(WorkerOutcome.NORMAL, answer["test"], outcome, differences[item.job_id])
                database.set_result(item.job_id, result)
                verdict = "SURVIVED" if survived else answer["verdict"]
                operator = item.mutations[0].operator_name.partition("/")[2]
                print(f"{number}/{len(todo)} {_place(item)} {operator}: {verdict} {answer['test']}", flush=True)
        if trials.returncode:
            sys.exit(trials.returncode)


def _change(item: WorkItem, copy: Path) -> dict[str, str | int]:
    """Return what `tests.mutant_trials` has to know of a change."""
    (change,) = item.mutations
    line, column = change.start_pos
    path = str(copy / change.module_path)
    return {"id": item.job_id, "path": path, "source": _changed(change), "line": line, "column": column}


def _changed(change: MutationSpec) -> str:
    """Return the source of a module with a change."""
    operator = cosmic_ray.plugins.get_operator(change.operator_name)()
    return str(mutate_code((ROOT / change.module_path).read_text(encoding="utf-8"), operator, change.occurrence))


def _difference(item: WorkItem) -> str:
    (change,) = item.mutations
    before = (ROOT / change.module_path).read_text(encoding="utf-8")
    return "\n".join(unified_diff(before.splitlines(), _changed(change).splitlines(), lineterm=""))


def _report(database: WorkDB) -> None:
    """Print how many changes were caught, by package, and each that survived."""
    done = sorted(database.completed_work_items, key=lambda pair: _where(pair[0]))
    caught, total = Counter[str](), Counter[str]()
    for item, result in done:
        package = _package(item.mutations[0].module_path)
        total[package] += 1
        caught[package] += result.is_killed
    for item, result in done:
        if not result.is_killed:
            lines = [line for line in result.diff.splitlines()[2:] if line.startswith(("-", "+", "@"))]
            print(f"\n{_place(item)}", *lines, sep="\n")
    print()
    for package in sorted(total):
        print(f"{package}: {caught[package]} of {total[package]} caught")
    if total:
        share = caught.total() / total.total()
        print(
            f"all: {caught.total()} of {total.total()} caught ({share:.1%}), {total.total() - caught.total()} survived"
        )
    if left := database.num_work_items - len(done):
        print(f"{left} not tested yet; the same command resumes")


def _package(module: Path) -> str:
    return module.relative_to(CORE).parts[0] if module.parent != CORE else "ground"


def _place(item: WorkItem) -> str:
    return f"{item.mutations[0].module_path}:{item.mutations[0].start_pos[0]}"


if __name__ == "__main__":
    main()
