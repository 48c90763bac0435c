"""Checks lines in this process, and says what they break."""

from __future__ import annotations

import json
from typing import Any

from tests.commands.running import ALONE, in_process

Json = dict[str, Any]
Breaks = dict[str, list[tuple[int, int | None]]]
"""For each invariant that is broken the line, and the round in a game, of every place that breaks it."""


def checked(given: bytes, *arguments: str) -> Json:
    """Return the result of a check as JSON; its exit status has to agree with it."""
    ended = in_process("check", "-", "--as", "json", "--first", "100000", *ALONE, *arguments, given=given)
    result: Json = json.loads(ended.stdout)
    assert ended.returncode == (1 if result["broken"] else 0), ended.stderr
    assert result["broken"] == [each["name"] for each in result["invariants"] if each["broken"]]
    for each in result["invariants"]:
        assert len(each["first"]) == each["broken"] <= each["checked"]
    return result


def breaks(given: bytes, *arguments: str) -> Breaks:
    """Return where lines break which invariant."""
    return {
        each["name"]: [(place["line"], place.get("round")) for place in each["first"]]
        for each in checked(given, *arguments)["invariants"]
        if each["broken"]
    }


def figures(line: Json, name: str) -> list[list[str]]:
    """Return what a line breaks an invariant with, round by round."""
    for each in checked(json.dumps(line).encode())["invariants"]:
        if each["name"] == name:
            return [place["figures"] for place in each["first"]]
    raise LookupError(name)


def times_checked(line: Json, name: str) -> int:
    """Return on how many lines, or rounds, of a line an invariant was checked."""
    counted = {each["name"]: each["checked"] for each in checked(json.dumps(line).encode())["invariants"]}
    return int(counted[name])
