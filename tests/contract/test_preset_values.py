"""A value that a file of a preset may state is one that the contract allows, and the other way round.

But JSON takes 3.0 for a whole number, and TOML does not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from service.presets.preset_file import PresetFile
from service.spades.catalogue.parameters.blind_and_special_bids import Slam, Ten
from service.spades.rules.ruleset import ENTRIES, NAMES
from service.wire.contract import operations
from tests.contract.document import DOCUMENT

VALUES: tuple[Any, ...] = (
    *("", "none", "partnership", "2C", True, False, 0.5, [], {}, [4], [4, 4], [2, 3, 4, 5, 6], [1], [7], [True]),
    *([2, 3, 4, 5, 6, 4], ["2C"], ["2C", "2C"], ["BJ", "LJ"], ["2c"], ["2C"] * 54, ["2C"] * 55, [["2C"]]),
    *({"4": ["2C"]}, {"4": []}, {"7": []}, {"04": []}, {"4": ["XX"]}, {"2": 27}, {"2": 28}, {"3": 18}, {"3": 19}),
    *({"4": 13}, {"4": 14}, {"5": 10}, {"5": 11}, {"6": 9}, {"6": 10}, {"4": 0}, {"4": True}, {"x": 1}, {"": 1}),
    *({"made": 5}, {"failed": 5}, {"made": 5, "failed": -5}, {"made": -1}, {"made": 5, "or_more": True}),
    *({"made": 5, "or_more": 1}, {"made": 5, "more": 1}, {"made": 10_001}, {"made": 0, "failed": -10_001}),
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
    group, key = name.split(".")
    allowed = 0
    for value in values_of(name):
        request = {"ruleset": {"name": "our-club", "overrides": {group: {key: value}}}}
        (tmp_path / "house.toml").write_text(
            'name = "our-club"\nversion = "1"\ntitle = "t"\nsummary = "s"\nsource = "s"\n'
            f'[parameters.{group}]\n{key} = {{ value = {toml(value)}, basis = "written", source = "s" }}\n'
        )
        file = PresetFile(tmp_path / "house.toml")
        assert (file.read({}) is not None) == RESOLVING.accepts(request), (value, file.faults)
        allowed += not file.faults
    assert allowed >= (2 if isinstance(ENTRIES[name].default, Ten | Slam) else 1)


def test_the_names_that_are_refused_are_the_paths_beside_the_presets(tmp_path: Path) -> None:
    folder = "/v1/rulesets/"
    paths = {path.removeprefix(folder) for path in DOCUMENT["paths"] if path.startswith(folder)}
    for name in sorted(path for path in paths if "{" not in path):
        (tmp_path / "house.toml").write_text(f'name = "{name}"\n')
        file = PresetFile(tmp_path / "house.toml")
        file.read({})
        assert any("is the path of an operation" in fault for fault in file.faults), name
