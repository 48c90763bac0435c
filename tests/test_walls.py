"""The walls of the house: who may import whom, and what the core may not touch."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import pytest

from service.wire.contract import load_document

SERVICE = Path(__file__).parent.parent / "service"
CORE = "service.spades"
STANDARD = sys.stdlib_module_names
# Whatever gives another answer tomorrow, on another machine or under another user, and whatever has effects.
IMPURE = {
    "asyncio",
    "ctypes",
    "datetime",
    "getpass",
    "http",
    "importlib",
    "io",
    "locale",
    "logging",
    "multiprocessing",
    "os",
    "platform",
    "random",
    "secrets",
    "shutil",
    "signal",
    "socket",
    "sqlite3",
    "ssl",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "uuid",
    "warnings",
}
IMPURE_NAMES = {"__import__", "breakpoint", "eval", "exec", "exit", "getenv", "environ", "input", "open_code", "print"}
IMPURE_NAMES |= {
    "random",
    "urandom",
    "now",
    "today",
    "utcnow",
    "perf_counter",
    "monotonic",
    "write_text",
    "write_bytes",
}
FRAMEWORK = {"flask", "werkzeug"}
MOST_WAIVERS = 6
LONGEST_CHAIN = 24
CORE_PACKAGES = (
    "ground",
    "rules",
    "record",
    "slips",
    "deal",
    "play",
    "scoring",
    "proof",
    "ruling",
)
PURE = (CORE, "service.analysis", "service.league")
"""The core, and what stands beside the law as purely."""
FLOORS = (
    *CORE_PACKAGES,
    *("analysis", "league", "presets", "kit"),
    *("notations", "wire", "pages", "operations"),
    *("library", "http", "verification", "bulk", "cluster", "commands"),
)
"""The packages, those of the core first, from the ground up; ``ground`` is what lies in the core itself."""
ASIDE = ("runtime",)
CORE_FLOORS = set(CORE_PACKAGES)
BESIDE = {"analysis", "league", "presets"}
STANDS_ON: dict[str, set[str]] = {
    "ground": set(),
    "rules": {"ground"},
    "record": {"ground", "rules"},
    "deal": {"ground", "rules", "record"},
    "play": {"ground", "rules", "record", "deal"},
    "scoring": {"ground", "rules", "record", "deal"},
    "slips": {"ground", "rules", "record", "deal", "play"},
    "proof": {"ground", "rules", "record", "slips", "deal", "play"},
    "ruling": CORE_FLOORS - {"ruling"},
    "analysis": CORE_FLOORS,
    "league": {"ground", "rules", "record"},
    "presets": {"ground", "rules"},
    "kit": {*CORE_FLOORS, "presets"},
    "notations": {"ground", "rules"},
    "wire": CORE_FLOORS | BESIDE,
    "pages": {"ground", "rules", "presets", "wire"},
    "operations": CORE_FLOORS | BESIDE | {"kit", "notations", "wire", "pages"},
    "library": {"operations"},
    "runtime": {"ground"},
    "http": {"ground", "wire", "pages", "operations", "runtime"},
    "verification": {"ground", "wire", "operations"},
    "bulk": {"ground", "notations", "presets", "wire", "operations", "verification"},
    "cluster": {"ground", "wire", "operations", "bulk"},
    "commands": {
        *("ground", "notations", "presets", "kit", "wire", "operations", "verification", "bulk", "cluster"),
    },
}
BOTTOM = {
    *("service.settings", "service.problems", "service.fault_codes", "service.media_types", "service.shipped"),
    "service.core_build",
}
"""The modules of ``service`` itself that any package outside the core may import."""
VAGUE = {"base", "common", "helper", "helpers", "misc", "shared", "tools", "util", "utils"}


@dataclass(frozen=True)
class Module:
    """A module of the service, read but not run."""

    name: str
    path: Path
    text: str
    tree: ast.Module

    @cached_property
    def imports(self) -> set[str]:
        """Every module that it imports, wherever in it and for whatever purpose."""
        found: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found |= set(self._imported_from(node))
        return found

    def _imported_from(self, node: ast.ImportFrom) -> Iterator[str]:
        origin = node.module or ""
        if node.level:
            package = self.name.split(".") if self.path.name == "__init__.py" else self.name.split(".")[:-1]
            origin = ".".join([*package[: len(package) - node.level + 1], *filter(None, [origin])])
        yield origin
        # What is imported from a package may be a module of it.
        yield from (f"{origin}.{alias.name}" for alias in node.names if f"{origin}.{alias.name}" in NAMES)

    @cached_property
    def house(self) -> set[str]:
        """The modules of the service that it knows; a package only where something of its own is taken from it."""
        only_modules = {
            node.module
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module and not node.level
            if all(f"{node.module}.{alias.name}" in NAMES for alias in node.names)
        }
        taken = {
            node.module
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom) and node.module
            if not all(f"{node.module}.{alias.name}" in NAMES for alias in node.names)
        }
        named = {alias.name for node in ast.walk(self.tree) if isinstance(node, ast.Import) for alias in node.names}
        return {each for each in self.imports if is_within(each, "service")} - (only_modules - taken - named)

    @cached_property
    def tops(self) -> set[str]:
        """The packages that it imports from."""
        return {name.split(".")[0] for name in self.imports}

    @property
    def is_core(self) -> bool:
        return any(is_within(self.name, package) for package in PURE)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(package + ".")


def name_of(path: Path) -> str:
    parts = path.relative_to(SERVICE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(path): path for path in sorted(SERVICE.rglob("*.py"))}


def package_of(name: str) -> str:
    """Return the package of a module: ``ground`` for the core's own, ``service`` for what lies beside them."""
    parts = name.split(".")
    if is_within(name, CORE):
        inner = parts[2:]
        return inner[0] if inner and inner[0] in FLOORS else "ground"
    return parts[1] if len(parts) > 1 and parts[1] in {*FLOORS, *ASIDE} else "service"


@cache
def modules() -> tuple[Module, ...]:
    texts = {name: path.read_text() for name, path in NAMES.items()}
    return tuple(Module(name, NAMES[name], text, ast.parse(text)) for name, text in texts.items())


def core() -> list[Module]:
    return [module for module in modules() if module.is_core]


def importers(*packages: str) -> set[str]:
    return {module.name for module in modules() if module.tops & set(packages)}


def test_every_package_is_on_the_plan() -> None:
    """Read by name, so that a rule below that finds no module does not hold for want of any."""
    found = {package_of(module.name) for module in modules()}
    assert found == {*FLOORS, *ASIDE, "service"}
    assert len(core()) > 40


@pytest.mark.parametrize(
    ("source", "name", "imported"),
    [
        ("import flask", "service.x", "flask"),
        ("import os.path as p", "service.x", "os.path"),
        ("def f():\n    from flask import g", "service.x", "flask"),
        ("if TYPE_CHECKING:\n    import flask", "service.x", "flask"),
        ("from service import problems", "service.x", "service.problems"),
        ("from . import problems", "service.x", "service.problems"),
        ("from .. import problems", "service.http.x", "service.problems"),
        ("from ..problems import Problem", "service.spades.x", "service.problems"),
        ("from .cards import CODES", "service.spades.x", "service.spades.cards"),
    ],
)
def test_no_way_to_import_is_overlooked(source: str, name: str, imported: str) -> None:
    module = Module(name, SERVICE / "x.py", source, ast.parse(source))
    assert imported in module.imports


@pytest.mark.parametrize(
    ("source", "known"),
    [
        ("from service import keys", {"service.keys"}),
        ("from service import create_app", {"service"}),
        ("from service import create_app, keys", {"service", "service.keys"}),
        ("from service import keys\nimport service", {"service", "service.keys"}),
        ("from service import keys\nfrom service import create_app", {"service", "service.keys"}),
        ("from service.operations import rounds", {"service.operations.rounds"}),
        ("from service.operations.operation import Lookup", {"service.operations.operation"}),
        ("import os, flask", set()),
    ],
)
def test_a_package_is_known_where_something_of_its_own_is_taken(source: str, known: set[str]) -> None:
    assert Module("service.x", SERVICE / "x.py", source, ast.parse(source)).house == known


def test_the_core_imports_the_standard_library_and_itself() -> None:
    # "from service.spades import x" names the package; "from service import spades" would open the house.
    foreign = {
        (module.name, name)
        for module in core()
        for name in module.imports
        if name.split(".")[0] not in STANDARD and not any(is_within(name, package) for package in PURE)
    }
    assert foreign == set()


def test_the_core_has_no_clock_no_chance_and_no_environment() -> None:
    assert {(module.name, name) for module in core() for name in module.tops & IMPURE} == set()
    used = {
        (module.name, node.id if isinstance(node, ast.Name) else node.attr)
        for module in core()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Name | ast.Attribute)
    }
    assert {(module, name) for module, name in used if name in IMPURE_NAMES} == set()


def test_the_core_opens_nothing() -> None:
    readers = {"open", "read_text", "read_bytes", "iterdir", "glob", "rglob"}
    opening = {
        module.name
        for module in core()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call)
        and (
            (isinstance(node.func, ast.Attribute) and node.func.attr in readers)
            or (isinstance(node.func, ast.Name) and node.func.id in readers)
        )
    }
    assert opening == set()
    assert {module.name for module in core() if "pathlib" in module.tops} == set()


def test_only_http_imports_the_framework() -> None:
    # The package itself only names the type of what it makes; the middleware closes iterators as werkzeug does.
    knowing = {name for name in importers(*FRAMEWORK) if package_of(name) != "http"}
    assert knowing == {"service", "service.app", "service.runtime.middleware"}


def test_the_framework_is_not_imported_where_only_the_core_is_asked_for() -> None:
    """A command that scores a file starts without waiting for a server's libraries."""
    asked = "import sys, service.operations.runner, service.operations.rounds, service.operations.rulesets_and_records"
    told = "print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    ended = subprocess.run(
        [sys.executable, "-c", f"{asked}; {told}"], cwd=SERVICE.parent, capture_output=True, check=True
    )
    assert set(ended.stdout.decode().split()) & FRAMEWORK == set()


def test_only_the_contract_imports_the_schema_engine() -> None:
    assert importers("jsonschema_rs", "jsonschema") == {"service.wire.contract"}
    assert importers("yaml") == {"service.wire.contract"}


def test_only_the_schemas_import_marshmallow() -> None:
    of = ("members", "rounds_and_games", "rulesets_and_records", "table_questions")
    schemas = {"service.wire.schemas", *(f"service.wire.schemas.{name}" for name in of)}
    assert importers("marshmallow") - {"service.operations.operation"} == schemas
    # An operation names the type of its schemas, and knows nothing else of them.
    taken = {
        alias.name
        for module in modules()
        if module.name == "service.operations.operation"
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ImportFrom) and node.module == "marshmallow"
        for alias in node.names
    }
    assert taken <= {"Schema"}


def test_only_the_pages_import_the_templates() -> None:
    assert importers("jinja2") == {"service.pages.render"}
    assert importers("markupsafe") == {"service.pages.render"}
    rendering = {
        module.name
        for module in modules()
        for node in ast.walk(module.tree)
        if (isinstance(node, ast.Name) and node.id in {"Markup", "render_template", "render_template_string"})
        or (isinstance(node, ast.Attribute) and node.attr in {"Markup", "from_string", "render_template"})
    }
    assert rendering == set()


def test_no_template_sets_escaping_aside() -> None:
    templates = sorted((SERVICE / "pages" / "templates").iterdir())
    assert {template.suffixes[-1] for template in templates} == {".j2"}
    aside = re.compile(r"\|\s*(safe|e|escape|forceescape)\b|autoescape|{%-?\s*(raw|include|import|extends)")
    for template in templates:
        assert not aside.search(template.read_text())


def test_only_files_are_answered_by_several_processes() -> None:
    """Over HTTP, processes are the server's affair."""
    pool = "service.bulk.processes"
    answering = {f"service.bulk.{name}" for name in ("answering", "verifying")}
    assert {module.name for module in modules() if pool in module.house} == answering
    assert importers("multiprocessing") == {pool, "service.cluster.dask_cluster"}
    commands = {module.name for module in modules() if module.name.startswith("service.commands.")}
    assert importers("argparse") <= {"service.cli", *commands}


def test_only_the_cluster_imports_what_is_an_extra() -> None:
    """And the commands import the cluster only when they are to carry something out on it."""
    assert importers("distributed") == {"service.cluster.dask_cluster"}
    assert importers("dask") == {"service.cluster.dask_cluster"}
    assert importers("fsspec") == {"service.cluster.work"}
    at_once = {
        f"{node.module}.{alias.name}"
        for module in modules()
        if package_of(module.name) != "cluster"
        for node in module.tree.body
        if isinstance(node, ast.ImportFrom) and node.module and is_within(node.module, "service.cluster")
        for alias in node.names
    }
    assert at_once == {"service.cluster.DEFAULT_BLOCK_BYTES"}


def test_only_the_server_of_assistants_imports_its_sdk() -> None:
    assert importers("mcp", "mcp_types", "anyio", "starlette", "uvicorn") == {"service.mcp_server"}
    at_once = {module.name for module in modules() if "service.mcp_server" in module.house}
    assert at_once == {"service.cli"}


def test_nothing_imports_what_only_tests_and_servers_need() -> None:
    assert importers("pytest", "hypothesis", "schemathesis", "openapi_spec_validator", "tests") == set()


def test_only_its_log_and_its_threads_know_the_server() -> None:
    known_by_name = {"service.runtime.access_log", "service.runtime.worker_threads"}
    assert importers("gunicorn") == known_by_name
    assert {module.name for module in modules() if known_by_name & module.house} == set()


def test_only_the_metrics_import_their_library() -> None:
    assert importers("prometheus_client") == {"service.runtime.metrics"}


def test_operations_are_thin() -> None:
    """A handler is one function and its two schemas: it meets neither a request nor bytes of JSON."""
    shared = {"operations", "operation", "runner"}
    handlers = {
        module.name: module
        for module in modules()
        if package_of(module.name) == "operations"
        if module.name.rpartition(".")[2] not in shared
    }
    assert len(handlers) >= 5
    kept_away = {*FRAMEWORK, "marshmallow", "jsonschema_rs", "jinja2", "orjson", "json"}
    met = {name: module.tops & kept_away for name, module in handlers.items()}
    not_theirs = {"service.wire.strict_json", "service.wire.contract", "service.settings", *handlers}
    known = {name: module.house & (not_theirs - {name}) for name, module in handlers.items()}
    assert (
        {name: tops for name, tops in met.items() if tops},
        {name: house for name, house in known.items() if house},
    ) == (
        {},
        {},
    )


def test_modules_have_telling_names() -> None:
    assert {module.name for module in modules() if module.name.rsplit(".", 1)[-1].strip("_") in VAGUE} == set()


def test_functions_take_few_arguments() -> None:
    """A function that needs more than six names too little: each exception is known, and there are few."""
    waived = re.compile(r"# noqa: .*PLR091[37]")
    assert sum(len(waived.findall(module.text)) for module in modules()) <= MOST_WAIVERS


# Who stands on whom.


@cache
def packages_known() -> dict[str, set[str]]:
    """Return for each package the others that it imports from."""
    known: dict[str, set[str]] = {}
    for module in modules():
        own = package_of(module.name)
        known.setdefault(own, set()).update({package_of(each) for each in module.house} - {own})
    return known


def test_imports_run_downward_only() -> None:
    known = packages_known()
    upward = {package: known[package] - {"service"} - STANDS_ON[package] for package in (*FLOORS, *ASIDE)}
    assert {package: others for package, others in upward.items() if others} == {}


def test_packages_know_of_the_service_only_what_lies_at_its_bottom() -> None:
    beside = {
        (module.name, name)
        for module in modules()
        if package_of(module.name) != "service"
        for name in module.house
        if package_of(name) == "service" and name not in BOTTOM
    }
    assert beside == set()


def test_what_lies_at_the_bottom_stands_on_nothing_else() -> None:
    for module in modules():
        if module.name in BOTTOM:
            assert {package_of(each) for each in module.house} <= {"service", "ground"}
            assert {each for each in module.house if package_of(each) == "service"} <= BOTTOM


def test_packages_form_no_circle() -> None:
    known = {package: others - {"service"} for package, others in packages_known().items() if package != "service"}
    left = dict(known)
    while left:
        free = [package for package, others in left.items() if not others & left.keys()]
        assert free, f"a circle among {sorted(left)}"
        for package in free:
            del left[package]


def test_no_chain_of_imports_is_long() -> None:
    known = {module.name: {each for each in module.house if each in NAMES} - {module.name} for module in modules()}

    @cache
    def floor(name: str) -> int:
        return 1 + max((floor(each) for each in known[name]), default=0)

    assert max(map(floor, known)) <= LONGEST_CHAIN


def enumerated(schema: Any) -> Iterator[str]:
    """Yield every text that a schema lists as a value."""
    if isinstance(schema, dict):
        yield from (value for value in schema.get("enum", []) if isinstance(value, str))
        for member in schema.values():
            yield from enumerated(member)
    elif isinstance(schema, list):
        for item in schema:
            yield from enumerated(item)


def preset_names() -> set[str]:
    return {path.stem for path in (SERVICE / "presets").glob("*.toml")}


def value_names() -> set[str]:
    """Return what is the name of a parameter's value, whether or not a ruleset is called after it."""
    components = load_document()["components"]["schemas"]
    return {value for name, each in components.items() if name.endswith("Parameters") for value in enumerated(each)}


def notation_names() -> set[str]:
    """Return the names of notations: that of a program is the name of the rules that it plays by, too."""
    return {path.stem for path in (SERVICE / "notations").iterdir() if not path.stem.startswith("_")}


def test_the_presets_are_known_by_their_files() -> None:
    assert len(preset_names()) >= 10
    assert {"pagat", "msn-zone", "two-player", "tournament-jja"} <= preset_names() - value_names()


def test_no_code_knows_a_ruleset_by_its_name() -> None:
    names = preset_names() - value_names() - notation_names()
    spellings = "|".join(re.escape(name.replace("-", mark)) for name in sorted(names) for mark in ("-", "_"))
    spelled = re.compile(rf"(?<![A-Za-z0-9])(?:{spellings})(?![A-Za-z0-9])", re.IGNORECASE)
    # A notation may be called after the same program or club as a ruleset.
    judging = [module for module in modules() if not module.name.startswith("service.notations.")]
    assert {(module.name, *spelled.findall(module.text)) for module in judging if spelled.search(module.text)} == set()


def test_a_ruleset_that_shares_its_name_with_something_else_is_not_known_either() -> None:
    """Code may ask whether a parameter has this value, never whether something is called so."""
    names = preset_names() & (value_names() | notation_names())
    asked = {
        (module.name, ast.unparse(node))
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Compare)
        for sides in [[node.left, *node.comparators]]
        if any(isinstance(part, ast.Constant) and part.value in names for side in sides for part in ast.walk(side))
        and any(ast.unparse(side).endswith("name") for side in sides)
    }
    assert asked == set()
