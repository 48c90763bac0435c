"""Try changes of the core: run the tests that can notice each, up to the first failure. `make mutants` calls it.

    python -m tests.mutant_trials tests/spades <changes.json

First the tests run on the unchanged core, with a probe before each statement that has a change in it: a test file that
never reaches the statement cannot notice the change. Each file runs in a process of its own, forked after the import,
so that no result kept from another file (`functools.cache`) hides a statement.

A change is then made in a forked process, by giving the functions of its module their new code, and the files that
reach it run there: first the tests that noticed another change of the module, then those of its package, the cheapest
first. The slow ones wait until every change has met the quick ones. A change of what runs during the import would have
no effect so late: if nothing was noticed, the core is imported with it and all tests run.
"""

from __future__ import annotations

import argparse
import ast
import builtins
import gc
import json
import os
import pickle
import resource
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from itertools import zip_longest
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple, TypeAlias, TypeVar

import pytest

QUICK = 0.3  # seconds of CPU
GRACE = 20  # seconds of CPU that a change may add to twice the time of its tests; one that takes more never ends
OUT_OF_MEMORY = 3  # an exit status
PROBE = "__probe__"

T = TypeVar("T")
_Place: TypeAlias = tuple[str, int, int]
"""A function in its module: its name, its line, and how many of that name and line were found before it."""


class Change(NamedTuple):
    """A change: the module, its source with the change, and the line and column of the change in the original."""

    id: str
    path: str
    source: str
    line: int
    column: int


class _DiedError(Exception):
    """A forked process died without a result."""

    def __init__(self, status: int, seconds: float) -> None:
        super().__init__(f"died with status {status}")
        self.status, self.seconds = status, seconds


class _Order:
    """Which tests are to run first on a change."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}  # of CPU that each test takes on the unchanged core
        self._noticed: defaultdict[str, Counter[str]] = defaultdict(Counter)

    def remember(self, change: Change, test: str) -> None:
        self._noticed[change.path][test] += 1

    def sort(self, tests: list[str], change: Change) -> list[str]:
        noticed, own = self._noticed[change.path], f"/{Path(change.path).parent.name}/"
        return sorted(tests, key=lambda test: (-noticed[test], own not in _file(test), self.seconds.get(test, 0.0)))

    def is_quick(self, test: str) -> bool:
        return self.seconds.get(test, 0.0) < QUICK


def main() -> None:
    """Read changes and write each verdict, as a line of JSON, as soon as it is known."""
    parser = argparse.ArgumentParser(prog="tests.mutant_trials", description=__doc__.partition("\n")[0])
    parser.add_argument("paths", nargs="+")
    paths = parser.parse_args().paths
    changes = [Change(**change) for change in json.load(sys.stdin)]
    verdicts = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # where pytest writes

    def report(change: Change, verdict: str, test: str) -> None:
        verdicts.write(json.dumps({"id": change.id, "verdict": verdict, "test": test}) + "\n")

    # Forked, so that this process never imports the core and can fork others that import it changed.
    left, order = _in_child(lambda: _try_in_place(changes, paths, report))
    for change in left:
        for where, quick in (([str(path) for path in _own(change, paths)], True), (paths, False)):
            if not where:
                continue
            seconds = sum(order.seconds.values())
            verdict, test = _trial(partial(_try_imported, change, where, order, quick=quick), seconds)
            if verdict != "survived":
                order.remember(change, test)
                break
        report(change, verdict, test)


def _own(change: Change, paths: list[str]) -> Iterator[Path]:
    """Yield the folders of tests that are named after the package of the changed module."""
    for path in paths:
        folder = Path(path) / Path(change.path).parent.name
        if folder.is_dir():
            yield folder


def _try_in_place(
    changes: list[Change], paths: list[str], report: Callable[[Change, str, str], None]
) -> tuple[list[Change], _Order]:
    """Try changes on the imported core; return those that need another import, and in which order tests run."""
    trials = _Trials(changes, report)
    _load_instead(trials.codes)
    pytest.main([*paths, "-q", "-p", "no:cacheprovider"], plugins=[trials])
    if trials.failed:
        sys.exit("The tests of the core fail without any change:\n" + "\n".join(trials.failed))
    return trials.left, trials.order


class _Trials:
    """A plugin of pytest that runs the tests it has collected once as they are and then for each change."""

    def __init__(self, changes: list[Change], report: Callable[[Change, str, str], None]) -> None:
        self.left: list[Change] = []
        self.order = _Order()
        self.failed = ["none was run"]
        self.codes = {path: _probed(path, changes) for path in {change.path for change in changes}}
        self._changes, self._report = changes, report
        self._reached = set[str]()
        self._functions: dict[str, list[tuple[FunctionType, _Place]]] = {}
        setattr(builtins, PROBE, self._reached.add)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the place of pytest's own loop."""
        self._find_functions()
        imported = set(self._reached)
        files: defaultdict[str, list[pytest.Item]] = defaultdict(list)
        for item in session.items:
            files[_file(item.nodeid)].append(item)
        reaching: defaultdict[str, set[str]] = defaultdict(set)
        self.failed = []
        for items in files.values():
            self.failed += self._measure(session, items, reaching)
        if not self.failed:
            seconds = sum(self.order.seconds.values())
            print(f"{len(session.items)} tests, {seconds:.0f} s of CPU without a change", file=sys.stderr, flush=True)
            self._try_all(session, reaching, imported)
        return True

    def _find_functions(self) -> None:
        """Find the functions of the changed modules, each with the place of its code in that of its module."""
        places = {
            id(code): (path, place) for path, whole in self.codes.items() for place, code in _codes(whole).items()
        }
        gc.unfreeze()  # the tests have frozen what was there after collecting them
        for function in gc.get_objects():
            if isinstance(function, FunctionType) and id(function.__code__) in places:
                path, place = places[id(function.__code__)]
                self._functions.setdefault(path, []).append((function, place))
        gc.freeze()

    def _measure(
        self, session: pytest.Session, items: list[pytest.Item], reaching: defaultdict[str, set[str]]
    ) -> list[str]:
        """Run the tests of a file on the unchanged core; return those that fail."""

        def run() -> tuple[dict[str, float], dict[str, set[str]], list[str]]:
            seconds, reached, failed = {}, {}, []
            for item, following in zip_longest(items, items[1:]):
                self._reached.clear()
                before, start = session.testsfailed, time.process_time()
                session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                seconds[item.nodeid], reached[item.nodeid] = time.process_time() - start, set(self._reached)
                if session.testsfailed > before:
                    failed.append(item.nodeid)
            return seconds, reached, failed

        seconds, reached, failed = _in_child(run)
        self.order.seconds.update(seconds)
        for test, changes in reached.items():
            for change in changes:
                reaching[change].add(test)
        return failed

    def _try_all(self, session: pytest.Session, reaching: defaultdict[str, set[str]], imported: set[str]) -> None:
        items = {item.nodeid: item for item in session.items}
        slow: list[tuple[Change, list[str]]] = []
        for change in self._changes:
            first = self.order.sort(list(reaching[change.id]), change)
            # A test that found a result kept from another in its file did not reach the statement.
            reached = {_file(test) for test in first}
            rest = [test for test in items if _file(test) in reached and test not in reaching[change.id]]
            tests = first + self.order.sort(rest, change)
            quick = [items[test] for test in tests if self.order.is_quick(test)]
            if not self._try(session, change, quick):
                slow.append((change, [test for test in tests if not self.order.is_quick(test)]))
        for change, tests in slow:
            if self._try(session, change, [items[test] for test in self.order.sort(tests, change)]):
                continue
            if change.id in imported:
                self.left.append(change)
            else:
                self._report(change, "survived", "" if reaching[change.id] else "no test reaches it")

    def _try(self, session: pytest.Session, change: Change, items: list[pytest.Item]) -> bool:
        """Run tests on a change; report the verdict if one notices it, and tell whether one did."""
        if not items:
            return False
        seconds = sum(self.order.seconds[item.nodeid] for item in items)
        verdict, test = _trial(lambda: self._first_failure(session, change, items), seconds)
        if verdict == "survived" and not test:
            return False
        self.order.remember(change, test)
        self._report(change, verdict, test)
        return True

    def _first_failure(self, session: pytest.Session, change: Change, items: list[pytest.Item]) -> str:
        """Make the change in this process; return the first test that fails, or an empty string."""
        codes = _codes(compile(change.source, change.path, "exec"))
        for function, place in self._functions.get(change.path, []):
            function.__code__ = codes[place]
        for item, following in zip_longest(items, items[1:]):
            session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return item.nodeid
        return ""


def _try_imported(change: Change, paths: list[str], order: _Order, *, quick: bool) -> str:
    """Import the core with the change and run tests; return the first that fails, or an empty string."""
    _load_instead({change.path: compile(change.source, change.path, "exec")})
    setattr(builtins, PROBE, id)
    failures = _Failures(change, order, quick=quick)
    ended = pytest.main([*paths, "-x", "-q", "-p", "no:cacheprovider"], plugins=[failures])
    if failures.first or ended in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}:
        return failures.first
    return f"pytest: {ended}"


class _Failures:
    """A plugin of pytest that puts the tests in order and remembers the first that fails."""

    def __init__(self, change: Change, order: _Order, *, quick: bool) -> None:
        self.first = ""
        self._change, self._order, self._quick = change, order, quick

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort them; of the package's own, which run alone before, leave only the quick ones."""
        tests = {item.nodeid: item for item in items}
        names = self._order.sort(list(tests), self._change)
        items[:] = [tests[name] for name in names if not self._quick or self._order.is_quick(name)]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Remember a test."""
        if report.failed:
            self.first = self.first or report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Remember a file of tests that could not be imported."""
        if report.failed:
            self.first = self.first or report.nodeid


def _file(test: str) -> str:
    return test.partition("::")[0]


def _codes(module: CodeType) -> dict[_Place, CodeType]:
    """Return the code of a module and of each function in it, at any depth."""
    codes: dict[_Place, CodeType] = {}
    todo = [module]
    while todo:
        code = todo.pop()
        alike = sum(place[:2] == (code.co_qualname, code.co_firstlineno) for place in codes)
        codes[code.co_qualname, code.co_firstlineno, alike] = code
        todo += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
    return codes


def _probed(path: str, changes: Sequence[Change]) -> CodeType:
    """Compile a module with a call of the probe before each statement that has a change in it."""
    tree = ast.parse(Path(path).read_bytes())
    probes: list[tuple[list[ast.stmt], ast.stmt, str]] = []
    for change in changes:
        if change.path == path:
            body, statement = _innermost(tree, (change.line, change.column))
            probes.append((body, statement, change.id))
    for body, statement, name in probes:
        call = ast.Expr(ast.Call(ast.Name(PROBE, ast.Load()), [ast.Constant(name)], []))
        body.insert(body.index(statement), ast.fix_missing_locations(ast.copy_location(call, statement)))
    return compile(tree, path, "exec")


def _innermost(tree: ast.Module, position: tuple[int, int]) -> tuple[list[ast.stmt], ast.stmt]:
    """Return the innermost statement at a position, and the body that it is in."""
    bodies = (body for node in ast.walk(tree) for _, body in ast.iter_fields(node) if isinstance(body, list))
    *_, innermost = (
        (body, statement)
        for body in bodies  # the outer ones first
        for statement in body
        if isinstance(statement, ast.stmt) and _first(statement) <= position < _last(statement)
    )
    return innermost


def _first(statement: ast.stmt) -> tuple[int, int]:
    return min((node.lineno, node.col_offset) for node in (statement, *getattr(statement, "decorator_list", ())))


def _last(statement: ast.stmt) -> tuple[int, int]:
    assert statement.end_lineno is not None
    assert statement.end_col_offset is not None
    return statement.end_lineno, statement.end_col_offset


def _load_instead(codes: dict[str, CodeType]) -> None:
    """Have this process import these modules, by path, from code instead of from their files."""
    get_code = SourceFileLoader.get_code

    def replaced(loader: SourceFileLoader, fullname: str) -> CodeType | None:
        return codes[loader.path] if loader.path in codes else get_code(loader, fullname)

    SourceFileLoader.get_code = replaced  # type: ignore[method-assign, assignment] # all imports of sources use it


def _trial(run: Callable[[], str], seconds: float) -> tuple[str, str]:
    """Return the verdict of tests that take so many seconds without a change, and the first that fails."""
    limit = GRACE + 2 * round(seconds)

    def bounded() -> str:
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        return run()

    try:
        test = _in_child(bounded)
    except _DiedError as died:
        # Anything else that ends a process is no test's doing.
        is_endless = died.seconds > limit - 1 or os.waitstatus_to_exitcode(died.status) == OUT_OF_MEMORY
        return ("endless", "") if is_endless else ("survived", str(died))
    return ("caught", test) if test else ("survived", "")


def _in_child(run: Callable[[], T]) -> T:
    """Run a function in a forked process and return its result."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(reader)
            with os.fdopen(writer, "wb") as pipe:
                pickle.dump(run(), pipe)
        except MemoryError:  # a changed loop fills a list for ever
            os._exit(OUT_OF_MEMORY)
        except BaseException as problem:  # noqa: BLE001 - whatever it is, this process must not go on as its parent
            print(problem, file=sys.stderr, flush=True)
            os._exit(1)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        result = pipe.read()
    _, status, usage = os.wait4(child, 0)
    if status or not result:
        raise _DiedError(status, usage.ru_utime + usage.ru_stime)
    return pickle.loads(result)  # type: ignore[no-any-return]  # noqa: S301 - written by this very program


if __name__ == "__main__":
    main()
