"""The parts of the desk that need no browser, in Node; and what all its files together hold to."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from service.http.site.desk import static_files
from service.pages.rulings.deeds import _DEEDS as DEEDS

HERE = Path(__file__).parent
STATIC = HERE.parents[1] / "service" / "desk" / "static"
NODE = shutil.which("node")
MOST_BYTES = 200_000
LEAST, MOST = 10, 300


@pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="needs Node")
@pytest.mark.parametrize("path", sorted((HERE / "modules").glob("*.test.mjs")), ids=lambda path: path.name)
def test_in_node(path: Path) -> None:
    ended = subprocess.run([str(NODE), "--test", str(path)], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 0, ended.stdout


def test_all_of_it_is_small() -> None:
    assert sum(map(len, static_files().values())) <= MOST_BYTES
    lengths = {path.name: len(path.read_text().splitlines()) for path in STATIC.rglob("*.js")}
    assert {name: count for name, count in lengths.items() if not LEAST <= count <= MOST} == {}


def test_imports_run_one_way() -> None:
    """What changes a record knows nothing of the page; what draws it changes nothing and asks nothing."""
    allowed = {"record": {"record"}, "browser": {"browser", "."}, "view": {"view", "record", "sheet", "."}}
    for folder, others in allowed.items():
        for path in (STATIC / folder).glob("*.js"):
            for imported in re.findall(r'from "(\.[^"]+)"', path.read_text()):
                module = (path.parent / imported).resolve().relative_to(STATIC)
                assert str(module.parent) in others, f"{folder}/{path.name} imports {module}"
                assert module.name not in {"update.js", "asking.js", "start.js"}, f"{folder}/{path.name}: {module}"


def test_offences_are_called_what_the_printed_ruling_calls_them() -> None:
    source = (STATIC / "words.js").read_text().partition("DEEDS = {")[2].partition("};")[0]
    assert dict(re.findall(r'^  (\w+): "(.*)",$', source, re.MULTILINE)) == dict(DEEDS)


def test_nothing_is_ever_set_as_markup() -> None:
    for path in STATIC.rglob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(|new Function|\.style\b", path.read_text()
        )
