"""What people get wrong, each with the answer to it: the table `mistakes.txt`, read as requests and faults."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.http.bodies import AUDIT, AUDIT_GAME, BIDS, COMPARE, GAME, PLAYS, RESOLVE, SCORE, STANDINGS, TRICK

Fault = tuple[str, str, str]
"""A pointer, a code, and words that the detail has to contain."""

PLAYERS = ["ana", "ben", "cy", "dee"]
BIDS_MADE = [{"player": name, "tricks": tricks} for name, tricks in zip(PLAYERS, (3, 4, 2, 3), strict=True)]
TRICKS_WON = dict(zip(PLAYERS, (4, 3, 4, 2), strict=True))
ROUND = {"ruleset": "pagat", "players": PLAYERS, "bids": BIDS_MADE, "tricks_won": TRICKS_WON}
FIRST_TRICK = {"leader": "ana", "cards": ["KH", "2H", "3S", "4H"]}
SHEET = {"ruleset": "pagat", "players": PLAYERS, "rounds": [{"bids": BIDS_MADE, "tricks_won": TRICKS_WON}]}
REQUESTS: Mapping[str, tuple[str, Any]] = {
    "score": (SCORE, ROUND),
    "audit": (AUDIT, {"ruleset": "pagat", "players": PLAYERS, "bids": BIDS_MADE, "tricks": [FIRST_TRICK]}),
    "resolve": (RESOLVE, {"ruleset": {"name": "pagat", "overrides": {}}}),
    "compare": (COMPARE, {"rulesets": ["pagat", "nello"]}),
    "plays": (
        PLAYS,
        {"ruleset": "pagat", "hand": ["KH", "2H"], "plays": [], "trick_number": 2, "spades_broken": False},
    ),
    "trick": (TRICK, {"ruleset": "pagat", "players": PLAYERS, "plays": []}),
    "bids": (BIDS, {"ruleset": "pagat", "players": PLAYERS, "bids": BIDS_MADE}),
    "game": (GAME, SHEET),
    "audit game": (AUDIT_GAME, SHEET),
    "standings": (
        STANDINGS,
        {"results": [{"standing": {"Bears": {"score": 512}, "Red Lions": {"score": 430}}}]},
    ),
}
"""The requests that the table changes, by name: the path, and a body that is answered with 200."""

_HEAD = re.compile(r"([a-z ]+): (.+?)(?: \[([a-z-]+)\])?")
_CHANGE = re.compile(r"  (/\S*|#)(?: -| = (.+?))(?: => (\w+)(?:: (.*))?)?")
_ANSWER = re.compile(r"  (#\S*) (\w+)(?:: (.*))?")
_REPEATED = re.compile(r"(.+) \* (\d+)")


@dataclass(frozen=True, slots=True)
class Mistake:
    """A body that is refused, and what has to be said about it."""

    name: str
    path: str
    body: Any
    slug: str
    faults: tuple[Fault, ...]


def _mistakes(table: str) -> Iterator[Mistake]:
    blocks: list[list[str]] = []
    for line in table.splitlines():
        if line.startswith("  "):
            blocks[-1].append(line)
        elif not line.startswith("#"):
            blocks.append([line])
    for head, *lines in blocks:
        request, name, slug = _parts(_HEAD, head)
        path, body = REQUESTS[request]
        holder, faults = [copy.deepcopy(body)], []
        for line in lines:
            if _ANSWER.fullmatch(line):
                pointer, code, words = _parts(_ANSWER, line)
            else:
                pointer, value, code, words = _parts(_CHANGE, line)
                _change(holder, pointer, value)
                pointer = f"#{pointer.removeprefix('#')}"
            faults += [(pointer, code, words)] if code else []
        yield Mistake(name, path, holder[0], slug or "contract-violation", tuple(faults))


def _parts(form: re.Pattern[str], line: str) -> list[str]:
    found = form.fullmatch(line)
    assert found, f"no line of the table of mistakes: {line}"
    return [part or "" for part in found.groups()]


def _change(holder: Any, pointer: str, value: str) -> None:
    """Put a value at a place of a request, or leave out what is there."""
    key: Any = 0
    for part in pointer.removeprefix("#").split("/")[1:]:
        holder, name = holder[key], part.replace("~1", "/").replace("~0", "~")
        key = int(name) if isinstance(holder, list) else name
    if not value:
        del holder[key]
        return
    repeated = _REPEATED.fullmatch(value)
    holder[key] = json.loads(repeated[1]) * int(repeated[2]) if repeated else json.loads(value)


MISTAKES = tuple(_mistakes((Path(__file__).parent / "mistakes.txt").read_text(encoding="utf-8")))
