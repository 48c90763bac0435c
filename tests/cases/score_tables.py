"""Tables of scores in ``tests/corpus``: ``scores.txt`` and ``figures.txt``, whose heads explain the rows, and examples.

Each of ``examples.json`` is one side's round with the score that a published source gives.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias, TypedDict

from service.presets.loader import resolve
from service.spades.rules.ruleset import Reference, Ruleset, nested
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.games import deal
from tests.spades.builders.rulesets import Values

CORPUS = Path(__file__).parent.parent / "corpus"
Lines: TypeAlias = dict[str, int]
Call: TypeAlias = int | str
"""A bid: tricks, "b6" for a blind bid of six, or one of `_ZEROS`."""
_ZEROS = {"z": "zero", "n": "nil"}
"""How a 0 is written where there are two."""


class Score(NamedTuple):
    """A row of ``scores.txt``: what is bid and taken, the lines that are written, the bags gained and carried on."""

    rule: str
    values: Values
    bids: tuple[Call, ...]
    tricks: tuple[int, ...]
    before: tuple[int, int]
    lines: Lines
    bags: int
    carried: int


class Figure(NamedTuple):
    """A row of ``figures.txt``: a round and what its first side scores; ``found`` is None if nothing is said of it."""

    ruleset: Json | str
    round: Json
    side: Json
    found: list[str] | None
    rule: str


class End(NamedTuple):
    """A row of the ends of games: values of the group ``game``, the scores after a round, who wins and why."""

    members: Json
    scores: tuple[int, ...]
    winners: list[str]
    reason: str | None
    rule: str


class Example(TypedDict):
    """A side's round and its score, with the document that gives it."""

    id: str
    ruleset: Json
    bids: list[dict[str, int | str]]
    tricks: list[int]
    before: dict[str, int]
    expect: dict[str, int]
    basis: str
    source: str


def value(text: str) -> object:
    """Return a value as JSON, or else as the word that it is."""
    return json.loads(text) if text[0] in '-0123456789[{"' or text in {"true", "false"} else text


def values(text: str) -> Values:
    """Return the values of parameters that a line in brackets names."""
    return {name.strip(): value(each) for name, each in (pair.split(" = ") for pair in text.split("; ") if pair)}


def ruleset(head: str) -> Json | str:
    """Return the ruleset of a line such as ``pagat +option: group.name = value``."""
    named, _, rest = head.partition(": ")
    name, *options = named.split(" +")
    reference: Json = {"name": name, **({"options": options} if options else {}), "overrides": {}}
    reference["overrides"] = nested(values(rest))
    return name if len(reference) == 2 and not rest else reference


def rows(name: str) -> Iterator[tuple[str, str, list[str]]]:
    """Yield the section, the line in brackets and the columns of each row of a table."""
    section = head = ""
    for line in (CORPUS / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("=="):
            section = line.removeprefix("==").strip()
        elif line.startswith("["):
            head = line[1:-1]
        elif line and not line.startswith("#"):
            yield section, head, [column.strip() for column in line.split("|")]


@cache
def scores() -> tuple[Score, ...]:
    """Return the rows of ``scores.txt``."""
    return tuple(_score(values(head), *columns) for _, head, columns in rows("scores.txt"))


def _score(varied: Values, bids: str, tricks: str, before: str, lines: str, bags: str, rule: str) -> Score:
    score_before, bags_before = [int(each) for each in before.split() or ("0", "0")]
    gained, _, carried = bags.partition(" -> ")
    return Score(
        rule=rule,
        values=varied,
        bids=tuple(int(call) if call.isdecimal() else call for call in bids.split()),
        tricks=tuple(int(each) for each in tricks.split()),
        before=(score_before, bags_before),
        lines={code: int(points) for code, points in (each.split() for each in lines.split(", ") if each)},
        bags=int(gained),
        carried=int(carried) if carried else bags_before + int(gained),
    )


def figures(section: str) -> list[Figure]:
    """Return the rows of a section of ``figures.txt``."""
    return [_figure(head, *columns) for name, head, columns in rows("figures.txt") if name == section]


def _figure(head: str, bids: str, won: str, before: str, scored: str, found: str, rule: str) -> Figure:
    members: Json = deal(bids, won)
    if before:
        team, *rest = before.split()
        members["before"] = {team: {name: int(each) for name, each in zip(rest[::2], rest[1::2], strict=True)}}
    side: Json = {}
    for name, number in (each.split() for each in scored.split(", ")):
        if name in {"points", "bags"}:
            side[name] = int(number)
        elif name == "left":
            side["after"] = {"bags": int(number)}
        else:
            side.setdefault("lines", []).append({"code": name, "points": int(number)})
    return Figure(ruleset(head), members, side, None if not found else [] if found == "none" else found.split(), rule)


def ends() -> Iterator[End]:
    """Yield the rows of the ends of games."""
    for section, head, columns in rows("figures.txt"):
        if section == "ends of games":
            scored, outcome, rule = columns
            winners, _, reason = outcome.partition(": ")
            members = {name.removeprefix("game."): each for name, each in values(head).items()}
            numbers = tuple(int(each) for each in scored.split())
            yield End(members, numbers, winners.split() if reason else [], reason or None, rule)


def result(ruleset: Ruleset, bids: Sequence[Call], tricks: Sequence[int]) -> dict[str, object]:
    """Return a round in which the others bid two each and take the rest; a single figure is the side's as a whole."""
    count = ruleset.parameters.table.players[0]
    players = PLAYERS[:count]
    alone = ruleset.parameters.table.sides == "individual"
    mine = [0] if alone else [0, count // 2]
    rest = ruleset.packs[count].hand_size - sum(tricks)
    calls: dict[int, dict[str, object]] = {seat: _bid(players[seat], 2) for seat in range(count) if seat not in mine}
    won = {players[seat]: 0 for seat in calls} | {players[1]: rest}
    team = "+".join(players[seat] for seat in mine)
    if len(bids) < len(mine):
        calls[0] = _bid(team, bids[0], "team")
    else:
        calls |= {seat: _bid(players[seat], call) for seat, call in zip(mine, bids, strict=True)}
    if len(tricks) < len(mine):
        won[team] = tricks[0]
    else:
        won |= {players[seat]: each for seat, each in zip(mine, tricks, strict=True)}
    return {
        "players": list(players),
        "dealer": players[-1],
        "bids": [calls[seat] for seat in sorted(calls)],
        "tricks_won": won,
    }


def _bid(who: str, call: Call, by: str = "player") -> dict[str, object]:
    if isinstance(call, int):
        return {by: who, "tricks": call}
    if call in _ZEROS:
        return {by: who, "tricks": 0, "kind": _ZEROS[call]}
    tricks = int(call.removeprefix("b"))
    return {by: who, "tricks": tricks, "kind": "blind" if tricks else "blind_nil"}


@cache
def examples() -> list[Example]:
    """Return the worked examples."""
    found: list[Example] = json.loads((CORPUS / "examples.json").read_text(encoding="utf-8"))
    return found


def request_of(example: Example) -> dict[str, object]:
    """Build a whole round about the one side of an example.

    Its players sit first and opposite each other, and its bids are made in the order of the example. The others bid
    what is harmless, take the tricks that remain, and lead by as much as any blind bid asks for, short of the target.
    """
    named = example["ruleset"]
    rules = resolve(Reference(named["name"], tuple(named["options"]), named["overrides"]))
    count = 4 if 4 in rules.packs else min(rules.packs)
    players = PLAYERS[:count]
    partnership = rules.parameters.table.sides == "partnership"
    side = [players[0], players[count // 2]] if partnership else [players[0]]
    others = [player for player in players if player not in side]
    harmless = dict.fromkeys(others, 4)
    if rules.parameters.bids.restriction == "suicide":
        harmless[others[0]] = 0
    bids = {player: {"player": player, **bid} for player, bid in zip(side, example["bids"], strict=True)}
    bids |= {player: {"player": player, "tricks": tricks} for player, tricks in harmless.items()}
    won = dict(zip(side, example["tricks"], strict=True))
    won |= dict.fromkeys(others, 0) | {others[-1]: rules.packs[count].hand_size - sum(example["tricks"])}
    ahead = {"score": min(example["before"]["score"] + 500, rules.parameters.game.target - 1)}
    standing = {"+".join(side): example["before"]}
    standing |= {"+".join(others): ahead} if partnership else dict.fromkeys(others, ahead)
    return {
        "ruleset": named,
        "players": list(players),
        "bids": [bids[player] for player in players],
        "tricks_won": won,
        "before": standing,
    }
