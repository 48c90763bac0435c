"""A row of the sheet ruled on, and what the sheet says of the points and totals of a round."""

from __future__ import annotations

from itertools import product
from typing import Any

from tests.naive.bids import without_bid
from tests.naive.calls import hear
from tests.naive.declared import (
    is_forfeit_known,
    may_lack_bids,
    nothing_scored,
    with_adjustments,
    with_forfeits,
)
from tests.naive.penalties import penalise
from tests.naive.referee import Referee
from tests.naive.scorer import Adjustment, score_sides
from tests.naive.sheet import COLUMNS, TRICKS_WON, pointer_to
from tests.naive.table import Table
from tests.naive.written import verdict

Json = dict[str, Any]

TOTALS = ("points", "bags", "score")
"""The rows of the sheet, each before what rests on it."""


def rule_row(row: Json, parameters: Json) -> Json:
    """Rule on a row of the sheet: it is a round of which nothing is known but bids and tricks won, or not even those.

    What the sheet says of points and totals is not judged here.
    """
    referee = Referee({**row, "tricks": []}, parameters)
    referee.judge()
    table = referee.table
    missing = without_bid(referee.bidding, table, parameters["bids"])
    doubted = [] if may_lack_bids(row, table) else _with_a_wrong_name(row, parameters, referee, missing)
    referee.findings = [found for found in referee.findings if found not in doubted]
    referee.undecided = [*referee.undecided, *doubted]
    won = dict.fromkeys(table.players, 0)
    for name, tricks in row.get("tricks_won", {}).items():
        # Where a side is told as one, nobody on it bid nil, and it does not matter who of them won them.
        won[name if name in won else table.sides[name][0]] += tricks
    # Who won how many is known, and not in which tricks.
    referee.winners = [player for player, tricks in won.items() for _ in range(tricks)]
    complete = sum(won.values()) == table.pack.hand_size and not missing
    is_scored = complete and not referee.bidding.may_be_thrown_in
    penalties = penalise(referee, hear(referee, []), scored=is_scored)[0]
    scores, ruled = None, None
    if is_scored:
        scores, ruled = (
            score_sides(
                table, referee.bidding, won, row.get("before", {}), parameters, adjustments, row.get("adjustments")
            )
            for adjustments in ({side: Adjustment() for side in table.sides}, penalties.adjustments)
        )
    if referee.void or penalties.void:
        nothing_won = nothing_scored({side: row.get("before", {}).get(side, {}) for side in table.sides})
        # No tricks are moved in a round that does not count: its tricks are those taken.
        ruled = {
            side: {**nothing_won[side], "tricks": sum(won[player] for player in players)}
            for side, players in table.sides.items()
        }
        scores = ruled if referee.void else scores
    findings = [(code, pointer, None) for code, pointer, *_ in referee.findings]
    if not may_lack_bids(row, table):
        findings += [("bid_missing", "#/bids", None) for _ in missing]
    if _is_miscounted(row, sum(won.values()), table.pack.hand_size):
        findings.append(("wrong_tricks_won", "#/tricks_won", None))
    undecided = [(code, pointer) for code, pointer, *_ in referee.undecided]
    severities = {(code, pointer): referee.severity(code, pointer) for code, pointer, _ in findings}
    return {
        "verdict": verdict(set(severities.values()), void=referee.void, undecided=bool(undecided)),
        "complete": complete,
        "findings": findings,
        "severities": severities,
        "undecided": undecided,
        "penalties": penalties.entries,
        "redealt": penalties.void,
        "perhaps_redealt": referee.bidding.may_be_thrown_in,
        "as_played": scores,
        "as_ruled": ruled,
        "differences": [] if "reported" in row else None,
        "pairs": [(scores, ruled)],
        "plain": True,
        "tricks_of_row": (sum(won.values()), table.pack.hand_size),
    }


def _with_a_wrong_name(row: Json, parameters: Json, referee: Referee, missing: list[str | None]) -> list[Any]:
    """Return the offences that are open if a bid of who bid twice is by one who did not, written under a wrong name."""
    offences = [found for found in referee.findings if referee.severity(*found[:2]) == "offence"]
    if not missing or "bid_repeated" not in {found[0] for found in offences}:
        return []
    silent = [*filter(None, missing)]
    bid_sides = {bid.side for bid in referee.bidding.spoken}
    readings: list[set[tuple[Any, ...]]] = []
    for place, bid in enumerate(row["bids"]):
        names = [{"team": side} for side in referee.table.sides if side not in bid_sides] if None in missing else []
        for name in [*names, *[{"player": player} for player in silent]]:
            bids = [*row["bids"]]
            bids[place] = {**{member: bid[member] for member in bid if member not in {"player", "team"}}, **name}
            other = Referee({**row, "bids": bids, "tricks": []}, parameters)
            other.judge()
            if "bid_repeated" not in {found[0] for found in other.findings}:
                readings.append({found[:3] for found in other.findings})
    return [found for found in offences if not readings or not all(found[:3] in reading for reading in readings)]


def score_row(row: Json, parameters: Json, *, is_over: bool = False) -> Json:
    """Rule on a row that is a round by itself, with what a director decided about it; the game may be over before."""
    ruling = rule_row(row, parameters)
    if is_over:
        ruling["penalties"] = [entry for entry in ruling["penalties"] if entry[2] != "game"]
        ruling["findings"] = [*ruling["findings"], ("round_after_end", "#", None)]
        ruling["severities"]["round_after_end", "#"] = "error"
    scores = {
        member: ruling[member] and with_adjustments(ruling[member], row.get("adjustments", []))
        for member in ("as_played", "as_ruled")
    }
    if scores["as_ruled"]:
        out = {side for _, side, effect, _ in ruling["penalties"] if effect == "game"}
        known, game = "before" in row, parameters["game"]
        is_known = is_forfeit_known(out, game, known=known)
        scores["as_ruled"] = with_forfeits(scores["as_ruled"], out, game, known=known) if is_known else None
    return {**ruling, **scores, "seated": Table(row, parameters).sides}


def _is_miscounted(row: Json, tricks: int, size: int) -> bool:
    """Tell whether the tricks of a row can't be right: fewer are, where the game was broken off with the round."""
    if row.get("void"):
        return False
    return tricks > size if "forfeited_by" in row else tricks != size


def columns(parameters: Json) -> list[str]:
    """Return the rows of the sheet that can be compared: without a limit no bags are counted."""
    return [column for column in TOTALS if column != "bags" or parameters["bags"]["limit"]]


def compare_totals(ruling: Json, reported: Json, parameters: Json) -> None:
    """Say anew which points and totals on the sheet are wrong, by what a round scores in the end."""
    wrong = {f"wrong_{column}" for column in TOTALS}
    for member in ("findings", "undecided"):
        ruling[member] = [found for found in ruling[member] if found[0] not in wrong]
    for column in columns(parameters):
        for name, value in reported.get(column, {}).items():
            pointer, member = pointer_to(column, name), COLUMNS[column]
            # A figure is wrong only if it is in every reading.
            if all(played is not None and value != played[name][member] for played, _ in ruling["pairs"]):
                ruling["findings"].append((f"wrong_{column}", pointer, None))
                ruling["severities"][f"wrong_{column}", pointer] = "error"
    if ruling["differences"] is not None:
        ruling["differences"] = [each for each in ruling["differences"] if each[0].startswith(TRICKS_WON)]
        ruling["differences"] += [
            (pointer_to(column, name), value, right)
            for column in columns(parameters)
            for name, value in reported.get(column, {}).items()
            for right in _rights(ruling, name, COLUMNS[column])
            if value != right
        ]
    judge_anew(ruling)


def compare_without_standing(
    rulings: list[Json], reported: Json, before: dict[str, int] | None, parameters: Json
) -> tuple[list[tuple[str, int, int | None]], bool]:
    """Return the figures that are wrong however many bags there were before, with the right one if that is known.

    The running scores are held against those ``before`` on the sheet. Also tell whether any figure stays open.
    """
    wrong: list[tuple[str, int, int | None]] = []
    is_open = "bags" in columns(parameters) and bool(reported.get("bags"))
    scores = [score for ruling in rulings for score in (ruling["as_played"], ruling["as_ruled"])]
    for column in ("points", "score"):
        for name, value in reported.get(column, {}).items():
            start = 0 if column == "points" else (before or {}).get(name)
            if start is None or None in scores:
                is_open = True
                continue
            rights = {start + points for score in scores for points in _with_any_bags(score, name, parameters)}
            if value not in rights:
                right = rights.pop() if len(rights) == 1 else None
                wrong.append((pointer_to(column, name), value, right))
            else:
                is_open = is_open or len(rights) > 1
    return wrong, is_open


def _with_any_bags(score: dict[str, Json], name: str, parameters: Json) -> set[int]:
    """Return the points of a side by every number of bags that the sides may have had before."""
    rules = parameters["bags"]
    limit, own = rules["limit"], score[name]
    cancelled = limit * parameters["bids"]["number"]["overtrick"] if rules["points_cancelled"] else 0
    reached: dict[str, set[int]] = {}
    for side, of_side in score.items():
        times = {(bags + of_side.get("bags", 0)) // limit for bags in range(limit)} if limit else {0}
        reached[side] = {min(each, 1) for each in times} if rules["carry"] == "reset" else times
    others = [reached[side] for side in score if side != name]
    without = own["points"] - own.get("bag_penalty", 0)
    return {
        without + times * (rules["penalty"] - cancelled) + rules["credit"] * sum(brought)
        for times in reached[name]
        for brought in product(*others)
    }


def _rights(ruling: Json, name: str, member: str) -> set[int]:
    """Return the figure of a side as ruled, if it is the same in every reading."""
    if any(ruled is None for _, ruled in ruling["pairs"]):
        return set()
    figures = {ruled[name][member] for _, ruled in ruling["pairs"]}
    return figures if len(figures) == 1 else set()


def judge_anew(ruling: Json) -> None:
    """Give the verdict by what is found now; a void round stays void."""
    if ruling["verdict"] != "void":
        ruling["verdict"] = gravity(ruling)


def gravity(ruling: Json) -> str:
    """Return the verdict on what is found in a round, void or not."""
    severities = {ruling["severities"][code, pointer] for code, pointer, *_ in ruling["findings"]}
    severities |= {"offence"} if ruling.get("offences") else set()
    severities |= {"error"} if ruling.get("errors") else set()
    return verdict(severities, void=False, undecided=bool(ruling["undecided"]) or not ruling["plain"])
