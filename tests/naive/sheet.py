"""The score sheet against the record."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import quote

from tests.naive.calls import Key
from tests.naive.declared import may_be_short
from tests.naive.referee import Referee

Json = dict[str, Any]
Scorer = Callable[[dict[str, Json]], dict[str, Json]]
"""Scores the round as played from these standings."""

COLUMNS = {"points": "points", "score": "score", "bags": "bags_after"}


TRICKS_WON = "#/reported/tricks_won"


def pointer_to(member: str, name: str) -> str:
    """Return the pointer to a value of the sheet (RFC 6901, as a URI fragment)."""
    return f"#/reported/{member}/{quote(name, safe='+')}"


def sheet_findings(referee: Referee, scorer: Scorer | None) -> tuple[list[Key], list[Key]]:
    """Return what the scorer got wrong, and what is wrong unless the standing before, not recorded, made it right.

    ``scorer`` is None where there is no score.
    """
    reported: Json = referee.record.get("reported", {})
    found: list[Key] = []
    size = referee.pack.hand_size
    claimed = reported.get("tricks_won", {})
    finished = any(reported.get(column) for column in COLUMNS) or sum(claimed.values()) == size
    open_end = not referee.void and not may_be_short(referee.record) and not referee.is_played_out()
    if reported and finished and open_end and _finished_tricks(referee) < size:
        found.append(("missing_tricks", "#/tricks"))
    won = _tricks_won(referee)
    if _all_won(referee):
        wrong = [name for name, tricks in claimed.items() if tricks != won[name]]
        found += [("wrong_tricks_won", pointer_to("tricks_won", name)) for name in wrong]
        found += [("wrong_tricks_won", TRICKS_WON) for name in _absent(referee, claimed) if won[name]]
    elif claimed:
        # However the play went on: nobody loses a trick that he has, and there are no more than those of the round.
        sides = referee.table.sides.items()
        total = sum(claimed.get(side, sum(claimed.get(player, 0) for player in group)) for side, group in sides)
        found += [("wrong_tricks_won", TRICKS_WON)] * (total > size)
        too_few = [name for name, tricks in claimed.items() if tricks < won[name]]
        found += [("wrong_tricks_won", pointer_to("tricks_won", name)) for name in too_few]
        found += [("wrong_tricks_won", TRICKS_WON) for name in _absent(referee, claimed) if won[name]]
    if scorer is None:
        return found, []
    open_questions: list[Key] = []
    right = scorer(referee.record.get("before", {}))
    known = {side: [score] for side, score in right.items()}
    possible = known if "before" in referee.record else _possible(referee, scorer)
    for column, member in _columns(referee).items():
        for name, value in reported.get(column, {}).items():
            key = (f"wrong_{column}", pointer_to(column, name))
            unknown = column == "score" and "before" not in referee.record
            if value == right[name][member]:
                continue
            if unknown or any(value == each[member] for each in possible[name]):
                open_questions.append(key)
            else:
                found.append(key)
    return found, open_questions


def _finished_tricks(referee: Referee) -> int:
    """Return how many tricks there are; a short last one that nobody is said to have won is unfinished."""
    tricks = referee.record["tricks"]
    if not tricks:
        return 0
    players = {play["player"] for play in tricks[-1]["plays"]} | referee.out_of_cards(len(tricks) - 1)
    is_short = referee.may_be_in_progress(len(tricks) - 1) and len(players) < len(referee.table.players)
    return len(tricks) - is_short


def _absent(referee: Referee, claimed: dict[str, int]) -> list[str]:
    """Return the sides and players of whom the sheet says by silence that they won no trick."""
    absent: list[str] = []
    for side, group in referee.table.sides.items():
        if claimed and side not in claimed:
            silent = [player for player in group if player not in claimed]
            absent += [side] if len(silent) == len(group) else silent
    return absent


def _possible(referee: Referee, scorer: Scorer) -> dict[str, list[Json]]:
    """Return each side's score for every count of bags that it may have had before, and the others few or many."""
    limit = max(1, referee.parameters["bags"]["limit"])
    sides = list(referee.table.sides)
    ends = sorted({0, limit - 1}) if referee.parameters["bags"]["credit"] else [0]
    found: dict[str, list[Json]] = {side: [] for side in sides}
    for place, side in enumerate(sides):
        for own, others in product(range(limit), product(ends, repeat=len(sides) - 1)):
            bags = zip(sides, [*others[:place], own, *others[place:]], strict=True)
            found[side].append(scorer({each: {"bags": count} for each, count in bags})[side])
    return found


def _columns(referee: Referee) -> dict[str, str]:
    """Return the columns that there are to compare: without a limit no count of bags is kept."""
    counts = referee.parameters["bags"]["limit"] > 0
    return {column: member for column, member in COLUMNS.items() if counts or column != "bags"}


def _all_won(referee: Referee) -> bool:
    """Tell whether there are just the tricks of a round, each with a winner."""
    return referee.is_played_out() and None not in referee.winners


def _tricks_won(referee: Referee) -> dict[str, int]:
    """Return the tricks of every player and of every side."""
    table = referee.table
    won = {player: referee.winners.count(player) for player in table.players}
    return won | {side: sum(won[player] for player in group) for side, group in table.sides.items()}


def differences(
    referee: Referee, as_ruled: dict[str, Json] | None, scorer: Scorer
) -> list[tuple[str, int, int]] | None:
    """Return every reported value that is not the one as ruled; None where nothing was reported.

    ``scorer`` rules from any standing: a value that some standing before, not recorded, makes right is left out.
    """
    if "reported" not in referee.record:
        return None
    reported: Json = referee.record["reported"]
    ruled: dict[str, dict[str, int]] = {}
    if _all_won(referee):
        ruled["tricks_won"] = _tricks_won(referee)
        for side, score in (as_ruled or {}).items():
            group = referee.table.sides[side]
            for name in [side, *(group if len(group) == 1 else [])]:
                ruled["tricks_won"][name] = score["tricks"] - score["tricks_decided"]
    if as_ruled is not None:
        for column, member in _columns(referee).items():
            if column != "points" and "before" not in referee.record:
                continue  # a running total tells nothing where the standing before is not known
            ruled[column] = {side: score[member] for side, score in as_ruled.items()}
    unsure = {pointer for _, pointer in sheet_findings(referee, scorer)[1]} if as_ruled is not None else set[str]()
    return [
        (pointer_to(column, name), value, right[name])
        for column, right in ruled.items()
        for name, value in reported.get(column, {}).items()
        if value != right[name] and pointer_to(column, name) not in unsure
    ]
