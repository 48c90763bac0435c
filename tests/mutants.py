"""Change the core in one place at a time and count the changes that its tests notice: ``make mutants``.

    make mutants ARGS="--sample 200 --seed 1"

Draws a reproducible random sample of places in ``service/spades`` and makes one change at each: a comparison turned or
moved by one, ``and`` for ``or``, a ``not`` more or less, ``True`` for ``False``, a constant one more or less, plus for
minus, a loop that ends early or never begins, an exception that is not caught. Each change is made in a copy of the
checkout. ``tests/spades`` runs there up to the first failure, the tests of the changed package first; exceeding the
time limit counts as a failure. The comparisons in ``tests/naive`` take no part.

Results are kept in ``.cache/mutants`` by sample, seed and the contents of the core, so that an interrupted run resumes.
``--again`` tests the surviving changes once more, for instance after adding tests.

Not a test, and not for CI: 200 changes take half an hour. Runs in an environment that has Cosmic Ray, and calls the
interpreter that has the development packages.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import random
import re
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

import attrs
import cosmic_ray.plugins
import parso
from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test, mutate_code
from cosmic_ray.operators.operator import Operator
from cosmic_ray.work_db import WorkDB, use_db
from cosmic_ray.work_item import MutationSpec, TestOutcome, WorkItem, WorkResult

ROOT = Path(__file__).parent.parent
CORE = Path("service/spades")
TESTS = Path("tests/spades")
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
    parser.add_argument("--jobs", type=int, choices=(1, 2), default=1, help="processes side by side (default: 1)")
    parser.add_argument("--minutes", type=float, default=0, help="start no test after this time; resume with a new run")
    parser.add_argument("--again", action="store_true", help="test the changes that survived before once more")
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
    operator = cosmic_ray.plugins.get_operator(change.operator_name)()
    source = mutate_code((ROOT / change.module_path).read_text(encoding="utf-8"), operator, change.occurrence)
    try:
        compile(source, change.module_path, "exec")
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
    """Test the changes in copies of the checkout, one for each process, and keep each result as it comes."""
    end = time.monotonic() + options.minutes * 60 if options.minutes else float("inf")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        checkout, copies = Path(folder) / "0", SimpleQueue[Path]()
        shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".*", "__pycache__", "node_modules", "*.so"))
        limit = 20 + 3 * _unchanged(checkout, options.python) // 2
        copies.put(checkout)
        for number in range(1, options.jobs):
            copies.put(shutil.copytree(checkout, Path(folder) / str(number)))
        running = {pool.submit(_test, item, copies, options.python, limit, end): item for item in todo}
        try:
            for number, future in enumerate(as_completed(running), 1):
                item, result = running[future], future.result()
                if result is not None:
                    database.set_result(item.job_id, result)
                    verdict = "caught" if result.is_killed else "SURVIVED"
                    operator = item.mutations[0].operator_name.partition("/")[2]
                    print(f"{number}/{len(todo)} {_place(item)} {operator}: {verdict}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)


def _unchanged(copy: Path, python: str) -> int:
    """Run the tests on the unchanged core, which also compiles the copy's modules; return their seconds of CPU."""
    command = shlex.split(_command(copy, python, "ground"))
    ended = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if ended.returncode:
        sys.exit(f"{ended.stdout}\nThe tests of the core fail without any change.")
    return round(resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime)


def _test(item: WorkItem, copies: SimpleQueue[Path], python: str, limit: int, end: float) -> WorkResult | None:
    """Make a change in a copy that is free and run the tests, or return None because the time is over."""
    if time.monotonic() > end:
        return None
    copy = copies.get()
    try:
        (change,) = item.mutations
        command = _command(copy, python, _package(change.module_path), limit)
        result = mutate_and_test([attrs.evolve(change, module_path=copy / change.module_path)], command, 10 * limit)
    finally:
        copies.put(copy)
    if result.test_outcome not in {TestOutcome.KILLED, TestOutcome.SURVIVED}:
        sys.exit(f"{_place(item)}: {result.worker_outcome}\n{result.output}")
    return result


def _command(copy: Path, python: str, package: str, limit: int | None = None) -> str:
    """Return the command that tests a copy, the package first, each run within a limit in seconds of CPU."""
    folders = sorted({path.parent for path in (copy / TESTS).glob("*/test_*.py")})
    files = sorted((copy / TESTS).glob("test_*.py"))
    # A package whose tests are in no folder of its name would else be tested by an error of pytest.
    first = [copy / TESTS / package] if copy / TESTS / package in folders else files
    others = [path for path in (*files, *folders) if path not in first]
    pytest = f"{shlex.quote(python)} -m pytest -x -q -p no:cacheprovider"
    runs = (f"{pytest} {shlex.join(str(path.relative_to(copy)) for path in each)}" for each in (first, others))
    bounds = f"ulimit -t {limit or 'unlimited'} && cd {shlex.quote(str(copy))}"
    return shlex.join(["sh", "-c", " && ".join((bounds, *runs))])


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
            lines = [line for line in result.diff.splitlines()[3:] if line.startswith(("-", "+", "@"))]
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
