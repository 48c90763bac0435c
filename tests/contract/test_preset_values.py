"""A value that a file of a preset may state is one that the contract allows, and the other way round.

But JSON takes 3.0 for a whole number, and TOML does not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from service.presets.preset_file import PresetFile
from service.spades.rules.ruleset import ENTRIES, NAMES, nested
from service.wire.contract import operations
from tests.contract.document import DOCUMENT

VALUES: tuple[Any, ...] = (
    *("", "none", "partnership", "2C", True, False, 0.5, [], {}, [4], [4, 4], [2, 3, 4, 5, 6], [1], [7], [True]),
    *([2, 3, 4, 5, 6, 4], ["2C"], ["2C", "2C"], ["BJ", "LJ"], ["2c"], ["2C"] * 54, ["2C"] * 55, [["2C"]]),
    *({"4": ["2C"]}, {"4": []}, {"7": []}, {"04": []}, {"4": ["XX"]}, {"2": 27}, {"2": 28}, {"3": 18}, {"3": 19}),
    *({"4": 13}, {"4": 14}, {"5": 10}, {"5": 11}, {"6": 9}, {"6": 10}, {"4": 0}, {"4": True}, {"x": 1}, {"": 1}),
    *({"points": 5}, {"points": -5}, {"points": 0}, {"points": True}, {"points": 10_000}, {"points": 10_001}),
    *({"points": -10_000}, {"points": -10_001}, {"per_trick": 10}, {"per_trick": -10, "per_missing_trick": -5}),
    *({"points": 5, "per_trick": -5}, {"per_missing_trick": 5}, {"more": 1}, {"points": 5, "more": 1}, [0, 11], [54]),
    *([55], [-1], [11, 11], ["none", "tricks"], ["none", "none"], ["bridge_64", "none"], ["choice", "none"]),
    *([{}], [{"made": {}}], [{"made": {"points": 5}, "failed": {"points": -5}}], [{"made": {"points": -5}}]),
    *([{"made": {}, "failed": {"points": 5}}], [{"made": {}, "least": 10, "most": 13, "wins_game": True}]),
    *([{"made": {}, "least": -1}], [{"made": {}, "least": 28}], [{"made": {}, "bid": False, "instead": True}]),
    *(
        [{"made": {}, "bid": 0}],
        [{"made": {}, "blind": "with"}],
        [{"made": {}, "blind": "x"}],
        [{"made": {}, "blind": []}],
        [{"made": {}, "x": 1}],
    ),
    *([{"made": 5}], {"made": {}}, [{"made": {}}] * 2),
)


def values_of(name: str) -> list[Any]:
    """Return values for a parameter: those of every kind, its own, and those about its bounds."""
    entry = ENTRIES[name]
    around = [bound + step for bound in (entry.least, entry.most, 0) for step in (-1, 0, 1)]
    return [*VALUES, *around, *(word for word in entry.means if word != "else")]


def toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{json.dumps(key)} = {toml(inner)}" for key, inner in value.items()) + " }"
    return "[" + ", ".join(map(toml, value)) + "]" if isinstance(value, list) else json.dumps(value)


RESOLVING = next(each for each in operations(DOCUMENT) if each.operation_id == "resolveRuleset")


@pytest.mark.parametrize("name", NAMES)
def test_the_bounds_are_those_of_the_contract(name: str, tmp_path: Path) -> None:
    group, _, key = f"parameters.{name}".rpartition(".")
    allowed = 0
    for value in values_of(name):
        request = {"ruleset": {"name": "our-club", "overrides": nested({name: value})}}
        (tmp_path / "house.toml").write_text(
            'name = "our-club"\nversion = "1"\ntitle = "t"\nsummary = "s"\nsource = { title = "s" }\n'
            f'[{group}]\n{key} = [{toml(value)}, "written", "s"]\n'
        )
        file = PresetFile(tmp_path / "house.toml")
        assert (file.read({}) is not None) == RESOLVING.accepts(request), (value, file.faults)
        allowed += not file.faults
    assert allowed >= (2 if ENTRIES[name].shape in {"gain", "loss", "contracts"} else 1)


def test_the_names_that_are_refused_are_the_paths_beside_the_presets(tmp_path: Path) -> None:
    folder = "/v1/rulesets/"
    paths = {path.removeprefix(folder) for path in DOCUMENT["paths"] if path.startswith(folder)}
    for name in sorted(path for path in paths if "{" not in path):
        (tmp_path / "house.toml").write_text(f'name = "{name}"\n')
        file = PresetFile(tmp_path / "house.toml")
        file.read({})
        assert any("is the path of an operation" in fault for fault in file.faults), name
