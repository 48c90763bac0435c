"""The score sheet of a game as ruled: a row for each round, with every figure filled in.

It is a game record like any other, so that it can be written in a notation of score sheets and read back; an audit of
it finds nothing wrong on the sheet. A row has no cards: what a ruling makes of them, other than its figures, is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from service.notations.csv_sheet.writer import bids_by_player
from service.notations.model import LONGEST_REASON, MOST_ADJUSTMENTS, Record, may_be_broken_off

_HEAD: Final = ("ruleset", "players", "teams", "first_dealer", "first_round_number", "before", "labels")
_OF_A_ROW: Final = (
    *("labels", "substitutions", "bids_by_player", "blind_bidders", "tricks_won"),
    *("adjustments", "void", "redeal_by", "forfeited_by", "reason", "time_called"),
)
_VOID_AS_RULED: Final = "The round is void as ruled."
_OF_THE_END: Final = ("finished", "winners", "reason", "forfeited_by")
_BAGS_AS_RULED: Final = "The bags are counted as ruled."


def ruled_sheet(game: Mapping[str, Any], ruling: Mapping[str, Any]) -> Record:
    """Return a game as rows; ``game`` is the request, ``ruling`` its audit (the contract's ``GameRuling``).

    A row without a score keeps its bids and its tricks, and has no figures. A round that `is_left_out` has no row.
    """
    rounds = [_row(sent, ruled) for sent, ruled in zip(game["rounds"], ruling["rounds"], strict=True)]
    if is_left_out(game, ruling):
        rounds.pop()
    heads = {member: game[member] for member in _HEAD if member in game}
    ruleset = heads.get("ruleset", "")
    if not isinstance(ruleset, str) and not any(value for member, value in ruleset.items() if member != "name"):
        heads["ruleset"] = ruleset["name"]
    return {**heads, "rounds": rounds}


def is_left_out(game: Mapping[str, Any], ruling: Mapping[str, Any]) -> bool:
    """Tell whether the last round is a log of tricks that no row can hold, as it is not finished or lacks bids."""
    if not game["rounds"] or "tricks" not in game["rounds"][-1] or "as_ruled" in ruling["rounds"][-1]:
        return False
    row = _row(game["rounds"][-1], ruling["rounds"][-1])
    return not (may_be_broken_off(row) or (("bids" in row or "bids_by_player" in row) and "tricks_won" in row))


def _row(sent: Mapping[str, Any], ruled: Mapping[str, Any]) -> Record:
    row = {member: sent[member] for member in _OF_A_ROW if member in sent}
    if "dealer" in ruled:
        row["dealer"] = ruled["dealer"]
    row |= _bids_without_order(sent, ruled)
    if "tricks" in sent and ruled["complete"] and ruled["verdict"] != "void":
        row["tricks_won"] = ruled["tricks_won"]
    if ruled["verdict"] == "void" and not row.get("void"):
        row |= {"void": True, "reason": row.get("reason") or _reason_of(ruled, "round") or _VOID_AS_RULED}
    forfeiting = {penalty["team"] for penalty in ruled.get("penalties", ()) if penalty["effect"] == "game"}
    if len(forfeiting) == 1 and "forfeited_by" not in row:
        row |= {"forfeited_by": forfeiting.pop(), "reason": _reason_of(ruled, "game")}
    scores = ruled.get("as_ruled", ())
    figures = {"points": {side["team"]: side["points"] for side in scores}}
    if all("after" in side for side in scores):
        figures |= {row: {side["team"]: side["after"][row] for side in scores} for row in ("score", "bags")}
    return {**row, "reported": {name: values for name, values in figures.items() if values}}


def _bids_without_order(sent: Mapping[str, Any], ruled: Mapping[str, Any]) -> Record:
    """Return the bids of a round by bidder, as a row has them; unchanged if somebody bid twice, or nobody did.

    Advice is left out: without an order, nobody could tell it from the contract.
    """
    advice = {found["pointer"].rpartition("/")[2] for found in ruled["findings"] if found["code"] == "bid_advised"}
    made = [bid for place, bid in enumerate(sent.get("bids", ())) if str(place) not in advice]
    by_player = bids_by_player(made)
    return {"bids": sent["bids"]} if by_player is None else by_player


def _reason_of(ruled: Mapping[str, Any], *effects: str) -> str:
    """Return why a round has penalties of these effects; empty if it has none."""
    details = [penalty["detail"] for penalty in ruled.get("penalties", ()) if penalty["effect"] in effects]
    return " ".join(dict.fromkeys(details))[:LONGEST_REASON]


def with_points_as_ruled(sheet: Record, ruling: Mapping[str, Any], audited: Mapping[str, Any]) -> Record:
    """Return a sheet on which an adjustment makes up for the points that the rows alone do not give.

    ``audited`` is the audit of the sheet: it knows nothing of penalties, nor of the bags that they took or brought. A
    count of bags that does not follow from the rows is left out.
    """
    return {
        **sheet,
        "rounds": [
            _adjusted(row, wanted, found)
            for row, wanted, found in zip(sheet["rounds"], ruling["rounds"], audited["rounds"], strict=False)
        ],
    }


def _adjusted(row: Record, wanted: Mapping[str, Any], found: Mapping[str, Any]) -> Record:
    sides = list(zip(wanted.get("as_ruled", ()), found.get("as_ruled", ()), strict=False))
    adjustments = list(_missing_points(wanted, sides))
    reported = dict(row["reported"])
    if "bags" in reported:
        followed = {side["team"] for side, read in sides if _bags(side) == _bags(read)}
        reported["bags"] = {team: bags for team, bags in reported["bags"].items() if team in followed}
    return {
        **row,
        **({"adjustments": [*row.get("adjustments", ()), *adjustments]} if adjustments else {}),
        "reported": {name: values for name, values in reported.items() if values},
    }


def _missing_points(wanted: Mapping[str, Any], sides: Iterable[tuple[Any, Any]]) -> Iterable[Record]:
    for side, read in sides:
        points = side["points"] - read["points"]
        if points:
            penalties = wanted.get("penalties", ())
            of_side = [penalty for penalty in penalties if penalty["team"] == side["team"]] or penalties
            reason = " ".join(penalty["detail"] for penalty in of_side)[:LONGEST_REASON] or _BAGS_AS_RULED
            yield {"team": side["team"], "points": points, "reason": reason}


def _bags(side: Mapping[str, Any]) -> int | None:
    """Return the bags of a side after a round, None if they are not known."""
    bags: int | None = side.get("after", {}).get("bags")
    return bags


def first_difference(sheet: Record, ruling: Mapping[str, Any], audited: Mapping[str, Any]) -> int | None:
    """Return the index of the first round in which a sheet, as it was audited, is not the game as ruled.

    None if all scores are the same, and the end of the game; bags and sets of single rounds may differ.
    """
    for index, (row, wanted, found) in enumerate(
        zip(sheet["rounds"], ruling["rounds"], audited["rounds"], strict=False)
    ):
        if _scores(wanted) != _scores(found) or len(row.get("adjustments", ())) > MOST_ADJUSTMENTS:
            return index
    is_whole = len(sheet["rounds"]) == len(ruling["rounds"])
    last = max(len(sheet["rounds"]) - 1, 0)
    error = audited.get("first_error")
    if error is not None and "/reported/" in error["pointer"]:
        return int(error["round"]) - int(audited["rounds"][0]["number"])
    return last if is_whole and any(ruling.get(member) != audited.get(member) for member in _OF_THE_END) else None


def _scores(ruled: Mapping[str, Any]) -> dict[str, tuple[int, int | None]]:
    """Return the points and the running score of each side in a round; nothing for a round without a score."""
    return {side["team"]: (side["points"], side.get("after", {}).get("score")) for side in ruled.get("as_ruled", ())}
