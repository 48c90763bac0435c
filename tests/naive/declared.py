"""What a round of a game declares besides its cards: who sits in, adjustments, that it is void or forfeited."""

from __future__ import annotations

from typing import Any

from tests.naive.table import Table

Json = dict[str, Any]

BESIDES = {"substitutions", "reason", "redeal_by", "time_called"}
"""Members of a round that say nothing about its cards."""


def may_be_short(record: Json) -> bool:
    """Tell whether a round need not have been played to its end."""
    return bool(record.get("void")) or "forfeited_by" in record


def may_lack_bids(record: Json, table: Table) -> bool:
    """Tell whether nobody misses a bid: in a void round, and in one that a forfeit broke off."""
    if "forfeited_by" not in record or record.get("void"):
        return bool(record.get("void"))
    size = table.pack.hand_size
    if not record.get("tricks"):
        return bool(sum(record.get("tricks_won", {}).values()) < size)
    return len(record["tricks"]) < size or len(record["tricks"][-1]["plays"]) < len(table.players)


def seated_after(table: Table, substitutions: list[Json]) -> list[str]:
    """Return who sits in each seat after these substitutions, which are made one after the other."""
    seats = list(table.players)
    for each in substitutions:
        seats[seats.index(each["out"])] = each["in"]
    return seats


def sides_seated(table: Table, seats: list[str]) -> list[Json]:
    """Return the sides of a table with those who sit in their seats now: a side keeps its name."""
    return [
        {"name": side, "players": [seats[table.players.index(player)] for player in group]}
        for side, group in table.sides.items()
    ]


def nothing_scored(standing: dict[str, Json]) -> dict[str, Json]:
    """Return the score of a round that counts for nothing."""
    return {
        side: {
            "points": 0,
            "score": before.get("score", 0),
            "bags": 0,
            "bags_after": before.get("bags", 0),
            "bag_penalty": 0,
            **dict.fromkeys(("made", "boston", "wins"), False),
            "sets": before.get("sets", 0),
            "consecutive_sets": before.get("consecutive_sets", 0),
            "revokes": before.get("revokes", 0),
        }
        for side, before in standing.items()
    }


def tricks_moved(taken: dict[str, int], adjustments: list[Json], size: int) -> dict[str, dict[int, int]]:
    """Return for each side what each adjustment, by its place, does to its tricks: never fewer than 0, nor too many."""
    has = dict(taken)
    moved: dict[str, dict[int, int]] = {side: {} for side in taken}
    for place, each in enumerate(adjustments):
        tricks = each.get("tricks", 0)
        if tricks == 0:
            continue
        side, before = each["team"], has[each["team"]]
        has[side] = min(max(before + tricks, 0), size)
        moved[side][place] = has[side] - before
        if "to" in each:
            other, lost = each["to"], before - has[side]
            room = size - has[other]
            moved[other][place] = min(lost, room)
            has[other] += moved[other][place]
    return moved


def with_adjustments(scores: dict[str, Json], adjustments: list[Json]) -> dict[str, Json]:
    """Return these scores with the adjustments, each a line of its side, and of the one that gets its tricks."""
    adjusted = {side: {**score, "declared": []} for side, score in scores.items()}
    for place, each in enumerate(adjustments):
        for side in dict.fromkeys([each["team"], each.get("to", each["team"])]):
            words, tricks = each["reason"], scores[side].get("by_director", {}).get(place)
            if tricks is not None:
                verb = "taken" if side == each["team"] and each["tricks"] < 0 else "given"
                number = abs(tricks) or "no"
                words += f" ({number} trick{'' if number == 1 else 's'} {verb})"
            _add(adjusted[side], "adjustment", each.get("points", 0) if side == each["team"] else 0, words)
    return adjusted


def is_forfeit_known(out: set[str], rules: Json, *, known: bool) -> bool:
    """Tell whether anybody can say what a forfeit by these sides brings; ``known``: whether the standing before is."""
    return known or not out or bool(rules["forfeit_score"] == "as_it_stands")


def with_forfeits(scores: dict[str, Json], out: set[str], rules: Json, *, known: bool) -> dict[str, Json]:
    """Return these scores with what a forfeit of the game by these sides costs them, and brings the others.

    ``known``: whether the standing before the round is.
    """
    settled = {side: {**score, "declared": list(score["declared"])} for side, score in scores.items()}
    for side, score in settled.items():
        if rules["forfeit_score"] == "as_it_stands":
            points = rules["forfeit_penalty"] if side in out else rules["forfeit_credit"]
        elif not known:
            points = 0
        elif side in out:
            points = min(0, -score["score"])
        else:
            points = max(0, rules["target"] - score["score"])
        if points and out:
            _add(score, "forfeit", points, None)
    return settled


def _add(score: Json, code: str, points: int, detail: str | None) -> None:
    score["points"] += points
    score["score"] += points
    score["declared"].append((code, points, detail))
