"""The parts of the desk that need no browser, in Node; and what all its files together hold to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.http.desk import static_files
from service.http.scripts import in_one_script

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "service" / "desk" / "static"
NODE = shutil.which("node")
MOST_BYTES = 250_000
MOST_BYTES_OF_SOURCES = 350_000


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="needs Node")
@pytest.mark.parametrize("path", sorted((HERE / "modules").glob("*.test.mjs")), ids=lambda path: path.name)
def test_in_node(path: Path) -> None:
    ended = subprocess.run([str(NODE), "--test", str(path)], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stdout


def test_all_of_it_is_small() -> None:
    """What a browser loads for a page, and what somebody has to read."""
    for page in ("desk", "sheet"):
        assert sum(len(static_files()[f"{page}.{kind}"]) for kind in ("js", "css")) <= MOST_BYTES
    assert sum(path.stat().st_size for path in STATIC.rglob("*") if path.is_file()) <= MOST_BYTES_OF_SOURCES


def test_what_is_served_has_neither_comments_nor_indentation() -> None:
    for name, served in static_files().items():
        if name.endswith(".js"):
            _, *lines = served.decode().split("\n")
            assert [line for line in lines if line.startswith((" ", "//", "/**"))] == [], name
    assert b"\n\nN KH 2H 3S 4H  # South has no heart?\n" in static_files()["desk.js"]


def test_the_lines_of_markup_are_none_of_its_text(tmp_path: Path) -> None:
    module = tmp_path / "start.js"
    written = "markup`<p>\n    ${row && markup`<b>\n      ${row}\n    </b>`}\n  </p>`"
    module.write_text(f"const rows = [1].map((row) => {written});\n")
    assert "markup`<p>\n${row && markup`<b>\n${row}\n</b>`}\n</p>`" in in_one_script(module)


@pytest.mark.parametrize("lost", ["  indented", "// no comment"])
def test_a_template_whose_lines_would_be_lost_is_refused(lost: str, tmp_path: Path) -> None:
    module = tmp_path / "start.js"
    module.write_text(f"const text = `first\n{lost}\n`;\n")
    with pytest.raises(ValueError, match="a template with a line that begins"):
        in_one_script(module)
    module.write_text("const text = `first\nsecond\n`;\n")
    assert "`first\nsecond\n`" in in_one_script(module)


# What changes a record knows nothing of the page; what touches the browser knows no state; what draws asks for nothing.
IMPORTS = {
    "record": {"record"},
    "browser": {"browser", "record"},
    "rules": {"rules", "record", "browser", "state"},
    "dispute": {"dispute", "record", "state"},
    "view": {"view", "record", "rules", "dispute", "table", "sheet", "examples", "state", "vendor"},
    "table": {"table", "view", "record"},
    "sheet": {"sheet", "record", "rules", "browser", "view", "examples", "state", "undo"},
    "": {"record", "rules", "dispute", "table", "browser", "view"},
}


@pytest.mark.parametrize("folder", IMPORTS)
def test_imports_run_one_way(folder: str) -> None:
    for path in (STATIC / folder).glob("*.js"):
        for imported in re.findall(r'from "(\.[^"]+)"', path.read_text()):
            module = (path.parent / imported).resolve().relative_to(STATIC)
            home = str(module.parent) if module.parent.name else module.stem
            assert home in IMPORTS[folder] or (not folder and not module.parent.name), f"{path.name} imports {module}"
            assert module.stem not in {"update", "asking", "start"} or path.stem == "start", f"{path.name}: {module}"


def test_nothing_is_ever_set_as_markup() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|\.style\b", path.read_text()
        )
