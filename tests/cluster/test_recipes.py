"""The recipes of docs/how-to/answer-on-a-cluster.md, run on Spark and Ray where installed, and on stand-ins."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.cluster.running import alone
from tests.commands.running import ROOT
from tests.http.bodies import auditing
from tests.http.lines import BAD

PAGE = (ROOT / "docs" / "how-to" / "answer-on-a-cluster.md").read_text()
LINES = [auditing(), *(line for line in BAD.values() if len(line) < 10_000), auditing(round_number="2")]


def recipe(name: str) -> str:
    (found,) = re.findall(rf"```python {name}\n(.*?)```", PAGE, re.DOTALL)
    assert isinstance(found, str)
    return found


def run(name: str, records: object) -> Any:
    """Run a recipe on a table of records, and return the table that it makes."""
    names: dict[str, Any] = {"records": records}
    exec(compile(recipe(name), f"docs/how-to/answer-on-a-cluster.md, {name}", "exec"), names)  # noqa: S102 - it is our own page
    return names["answered"]


@pytest.fixture
def expected(tmp_path: Path) -> bytes:
    """Return what one machine answers."""
    (tmp_path / "lines").write_bytes(b"".join(line + b"\n" for line in LINES))
    return alone("audit", [tmp_path / "lines"])


def is_installed(*names: str) -> bool:
    return all(importlib.util.find_spec(name) is not None for name in names)


class Frames:
    """A table as Spark hands it to a function: as an iterator of frames, which are columns by name."""

    def mapInPandas(  # noqa: N802 - as Spark spells it
        self, function: Callable[[Iterator[dict[str, Any]]], Iterator[dict[str, Any]]], schema: str
    ) -> list[dict[str, Any]]:
        assert schema == "number long, answer binary"
        halves = (slice(None, 5), slice(5, None))
        numbers = range(1, len(LINES) + 1)
        # Spark's binary columns hold values of the type bytearray.
        frames = ({"number": numbers[half], "record": [bytearray(line) for line in LINES[half]]} for half in halves)
        return list(function(frames))


class Batches:
    """A table as Ray hands it to a function: batch by batch, each a dict of columns."""

    def map_batches(
        self, function: Callable[[dict[str, Any]], dict[str, Any]], batch_format: str
    ) -> list[dict[str, Any]]:
        assert batch_format == "numpy"
        return list(map(function, Frames().mapInPandas(iter, "number long, answer binary")))


def answers(frames: list[dict[str, Any]]) -> bytes:
    return b"".join(answer for frame in frames for answer in frame["answer"])


def test_the_recipe_for_spark_on_a_stand_in(expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    if not is_installed("pandas"):
        pandas = ModuleType("pandas")
        pandas.DataFrame = dict  # type: ignore[attr-defined] # all that the recipe takes of it
        monkeypatch.setitem(sys.modules, "pandas", pandas)
    frames = run("spark", Frames())
    assert [number for frame in frames for number in frame["number"]] == list(range(1, len(LINES) + 1))
    assert answers(frames) == expected


def test_the_recipe_for_ray_on_a_stand_in(expected: bytes) -> None:
    assert answers(run("ray", Batches())) == expected


@pytest.mark.skipif(not is_installed("pyspark", "pandas", "pyarrow"), reason="Spark is not installed")
@pytest.mark.filterwarnings("ignore")  # Spark warns of what it does itself
def test_the_recipe_for_spark(expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    # Its workers are processes of their own.
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    sql = importlib.import_module("pyspark.sql")
    settings = {"spark.ui.enabled": "false", "spark.driver.host": "127.0.0.1"}
    spark = sql.SparkSession.builder.master("local[2]").config(map=settings).getOrCreate()
    try:
        records = spark.createDataFrame(list(enumerate(LINES, 1)), "number long, record binary")
        rows = run("spark", records).orderBy("number").collect()
    finally:
        spark.stop()
    assert b"".join(bytes(row.answer) for row in rows) == expected


@pytest.mark.skipif(not is_installed("ray", "pyarrow"), reason="Ray is not installed")
@pytest.mark.filterwarnings("ignore")  # Ray warns of what it does itself
def test_the_recipe_for_ray(expected: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    ray = importlib.import_module("ray")
    ray.init(num_cpus=2, include_dashboard=False)
    try:
        rows = [{"number": number, "record": line} for number, line in enumerate(LINES, 1)]
        answered = run("ray", ray.data.from_items(rows, override_num_blocks=3)).take_all()
    finally:
        ray.shutdown()
    assert b"".join(row["answer"] for row in sorted(answered, key=lambda row: int(row["number"]))) == expected
