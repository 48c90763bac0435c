"""The sheet of a whole game: its first error, what went wrong there, and by how much each total is off."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.game_rows import columns, compare_without_standing, gravity, judge_anew
from tests.naive.game_ways import Ways, same_points
from tests.naive.sheet import COLUMNS, pointer_to

Json = dict[str, Any]

TRICKS = "#/reported/tricks_won"
ROW_TRICKS = "#/tricks_won"
"""The tricks of a row that is no record of cards."""


@dataclass
class _Audit:
    parameters: Json
    off: dict[tuple[str, str], int] = field(default_factory=dict)
    """By how much the last total on the sheet was off, by row and team."""
    errors: list[tuple[int, str, int, int, str]] = field(default_factory=list)
    """Round, pointer, reported, expected, cause."""
    shifts: list[tuple[int, str, int, int]] = field(default_factory=list)
    """Round, team, reported, expected."""

    def compare(self, number: int, ruling: Json, reported: Json) -> None:
        """Hold a line of the sheet against the ruling on its round; nothing that was off before is a new finding."""
        points = [column for column in columns(self.parameters) if column in reported]
        if not ruling["standing_known"]:
            _forget_totals(ruling)
            points = []
        if ("wrong_tricks_won", ROW_TRICKS, None) in ruling["findings"]:
            won, size = ruling["tricks_of_row"]
            self.errors.append((number, ROW_TRICKS, won, size, "tricks"))
        self._tricks(number, ruling)
        as_ruled, as_played = ruling["as_ruled"], ruling["as_played"]
        for column in points if as_ruled is not None else []:
            for team in as_ruled:
                if team in reported[column]:
                    value, right = reported[column][team], as_ruled[team][COLUMNS[column]]
                    if value != right:
                        cause = _cause(column, team, reported, ruling)
                        self.errors.append((number, pointer_to(column, team), value, right, cause))
                    if as_played is not None and column != "points":
                        by = value - as_played[team][COLUMNS[column]]
                        if by == self.off.get((column, team), 0):
                            _drop(ruling, f"wrong_{column}", pointer_to(column, team))
                    self.off[column, team] = value - right
                    if column == "score" and value != right:
                        self.shifts.append((number, team, value, right))

    def compare_alone(self, number: int, ruling: Json, reported: Json, before: dict[str, int] | None) -> bool:
        """Hold the figures that need a standing against the sheet without one; tell whether any is open."""
        rulings = ruling.get("several", [ruling])
        is_known = all(each["standing_known"] for each in rulings)
        if ruling.get("is_copy") or ("several" not in ruling and is_known and ruling["as_played"] is not None):
            return False
        compared = {"points"} if "several" in ruling and is_known and same_points(rulings) else set[str]()
        left = {column: figures for column, figures in reported.items() if column not in compared}
        if ruling.get("slip") or len(ruling["pairs"]) > 1:
            return any(left.get(column) for column in columns(self.parameters))
        wrong, is_open = compare_without_standing(rulings, left, before, self.parameters)
        for pointer, value, right in wrong:
            column = pointer.split("/")[2]
            ruling["findings"] = [*ruling["findings"], (f"wrong_{column}", pointer, None)]
            ruling["severities"] = {**ruling["severities"], (f"wrong_{column}", pointer): "error"}
            if right is not None:
                cause = "carry" if column == "score" else "points"
                self.errors.append((number, pointer, value, right, cause))
        judge_anew(ruling)
        return is_open

    def compare_points(self, number: int, ruling: Json, reported: Json) -> None:
        """Hold the tricks and points of a round ruled on in several ways against the sheet, as far as all agree."""
        rulings = ruling["several"]
        if ("wrong_tricks_won", ROW_TRICKS, None) in ruling["findings"]:
            self.errors.append((number, ROW_TRICKS, *ruling["tricks_of_row"], "tricks"))
        known = all(each["standing_known"] and each["as_ruled"] for each in rulings)
        if ruling["slip"] == "row_repeated":
            return
        differences = [each["differences"] or [] for each in rulings]
        shared = [wrong for wrong in differences[0] if all(wrong in others for others in differences)]
        self._tricks(number, {**ruling, "differences": shared})
        if not known or not same_points(rulings):
            return
        for team, score in ruling["as_ruled"].items():
            value = reported.get("points", {}).get(team)
            if value is not None and value != score["points"]:
                cause = _cause("points", team, reported, ruling)
                self.errors.append((number, pointer_to("points", team), value, score["points"], cause))

    def _tricks(self, number: int, ruling: Json) -> None:
        miscounted = {pointer for code, pointer, _ in ruling["findings"] if code == "wrong_tricks_won"}
        for pointer, value, right in ruling["differences"] or ():
            if pointer.startswith(TRICKS):
                cause = "tricks" if pointer in miscounted else "penalty"
                self.errors.append((number, pointer, value, right, cause))


def _forget_totals(ruling: Json) -> None:
    """Leave out what is told about totals where the standing before the round is not known."""
    totals = {f"wrong_{column}" for column in COLUMNS}
    ruling["findings"] = [found for found in ruling["findings"] if found[0] not in totals]
    ruling["undecided"] = [found for found in ruling["undecided"] if found[0] not in totals]
    if ruling["differences"] is not None:
        ruling["differences"] = [each for each in ruling["differences"] if each[0].startswith(TRICKS)]
    judge_anew(ruling)


def _drop(ruling: Json, code: str, pointer: str) -> None:
    ruling["findings"] = [found for found in ruling["findings"] if found[:2] != (code, pointer)]
    judge_anew(ruling)


def _cause(column: str, team: str, reported: Json, ruling: Json) -> str:
    """Return what went wrong with a value that is not the one as ruled."""
    value, played, ruled = reported[column][team], ruling["as_played"], ruling["as_ruled"]
    points = reported.get("points", {}).get(team)
    if played is None:
        return "carry" if column == "score" and points == ruled[team]["points"] else "penalty"
    if value == played[team][COLUMNS[column]]:
        return "penalty"
    if column == "bags":
        return "bags"
    if column == "score" and points in {played[team]["points"], ruled[team]["points"]}:
        return "carry"
    before = played[team]["score"] - played[team]["points"]
    in_round = value if column == "points" else value - before
    if played[team]["bag_penalty"] and in_round == played[team]["points"] - played[team]["bag_penalty"]:
        return "bags"
    # Where the sheet does not give the points of the round, it is the total that does not add up.
    return "points" if column == "points" or points is not None else "carry"


def audit_game(body: Json, parameters: Json) -> Json:
    """Rule on a game (the body of a request, its ruleset apart) by the parameters of a ruleset."""
    ways, audit = Ways(body, parameters), _Audit(parameters)
    rounds: list[Json] = []
    is_open = False
    for place, each in enumerate(body["rounds"]):
        earlier = body["rounds"][place - 1] if place else None
        following = body["rounds"][place + 1] if place + 1 < len(body["rounds"]) else None
        ruling = ways.play(each, earlier, following)
        ruling["number"] = body.get("first_round_number", 1) + place
        if "several" in ruling:
            audit.compare_points(ruling["number"], ruling, each.get("reported", {}))
        else:
            audit.compare(ruling["number"], ruling, each.get("reported", {}))
        is_open |= audit.compare_alone(ruling["number"], ruling, each.get("reported", {}), ways.totals_before)
        rounds.append(ruling)
    # That a round is void is nobody's offence; what is found in it counts.
    verdicts = {gravity(each) if each["verdict"] == "void" else each["verdict"] for each in rounds}
    verdicts |= {"undetermined"} if is_open else set()
    return {
        "verdict": "irregular"
        if verdicts & {"void", "irregular"}
        else "inconsistent"
        if "inconsistent" in verdicts
        else "undetermined"
        if "undetermined" in verdicts
        else "clean",
        "rounds": rounds,
        "first_error": audit.errors[0] if audit.errors else None,
        "shifts": audit.shifts,
        **ways.ending(),
    }
