"""Adjustments, void rounds, forfeits and substitutions in score sheets."""

from __future__ import annotations

from typing import Any

import pytest

from service.notations.csv_sheet import NOTATION
from service.notations.csv_sheet.headers import Header, header_meant
from service.notations.model import UnreadableText, UnwritableRecord
from tests.notations.records import Record
from tests.spades.builders.asking import ask

FOUR = ["ana", "ben", "cy", "dee"]
HEAD = "# players: ana, ben, cy, dee\n"
WIDE = HEAD + "round,ana+cy bid,ana+cy tricks,ben+dee bid,ben+dee tricks"
SIDES = {"bids_by_player": {"ana+cy": 5, "ben+dee": 6}, "tricks_won": {"ana+cy": 5, "ben+dee": 8}}
LONG = HEAD + "round,player,bid,tricks{}\n1,ana,3,4{}\n1,ben,4,4{}\n1,cy,1,0{}\n1,dee,5,5{}\n"
OWN = {
    "bids_by_player": {"ana": 3, "ben": 4, "cy": 1, "dee": 5},
    "tricks_won": {"ana": 4, "ben": 4, "cy": 0, "dee": 5},
}


def wide(columns: str, *rows: str) -> str:
    return f"{WIDE},{columns}\n" + "".join(f"{number},5,5,6,8,{row}\n" for number, row in enumerate(rows, 1))


def rounds(text: str) -> list[dict[str, Any]]:
    (record,) = NOTATION.read(text).records
    found: list[dict[str, Any]] = record["rounds"]
    return found


def noted(text: str) -> list[str]:
    return [note.code for note in NOTATION.read(text).notes]


def refused(text: str) -> list[tuple[int, int, str, str]]:
    with pytest.raises(UnreadableText) as error:
        NOTATION.read(text)
    return [(fault.line, fault.column, fault.code, fault.detail) for fault in error.value.faults]


def adjustment(points: int, reason: str, team: str = "ana+cy") -> dict[str, Any]:
    return {"team": team, "points": points, "reason": reason}


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("ana+cy adjustment", Header("adjustment", "ana+cy")),
        ("Ana+Cy Penalty 2", Header("penalty", "Ana+Cy", 2)),
        ("ana+cy adjustment 2 reason", Header("adjustment reason", "ana+cy", 2)),
        ("ana+cy adj reason 12", Header("adjustment reason", "ana+cy", 12)),
        ("adjustment 3", Header("adjustment", "", 3)),
        ("bonus (ana+cy)", Header("bonus", "ana+cy")),
        ("2 adjustment", Header("adjustment", "2")),
        ("Misdeal", Header("void")),
        ("ana+cy bag penalty", Header("bag penalty", "ana+cy")),
        ("ana+cy adjustment 13", Header("adjustment", "ana+cy adjustment 13".removeprefix("ana+cy adjustment "))),
        ("ana bid 2", Header("bid", "ana bid 2")),
    ],
)
def test_headers_of_adjustments_may_have_numbers(text: str, meant: Header) -> None:
    found = header_meant(text)
    if meant.subject in {"13", "ana bid 2"}:
        # Neither is a number of a column: no name is left that anybody has.
        assert found is None or found.number == 1
    else:
        assert found == meant


def test_an_adjustment_has_points_and_a_reason() -> None:
    text = wide("ana+cy adjustment,ana+cy adjustment reason", '-50,"Late, again\n# no comment"', ",")
    assert rounds(text) == [{**SIDES, "adjustments": [adjustment(-50, "Late, again\n# no comment")]}, SIDES]
    assert noted(text) == []


def test_several_adjustments_have_numbers_and_come_in_their_order() -> None:
    columns = (
        "ben+dee adjustment,ben+dee adjustment reason,ana+cy adj,ana+cy adj 2,ana+cy adj 2 reason,ana+cy adj reason"
    )
    text = wide(columns, "5,hosts,-50,-20,again,late")
    assert rounds(text)[0]["adjustments"] == [
        adjustment(5, "hosts", "ben+dee"),
        adjustment(-50, "late"),
        adjustment(-20, "again"),
    ]


@pytest.mark.parametrize(
    ("column", "cells", "points", "codes"),
    [
        ("penalty", ("50", "20"), [-50, -20], ["adjustment_read"]),
        ("penalty", ("-50", "-20"), [-50, -20], ["adjustment_read"]),
        ("penalty", ("50", "0"), [-50, None], ["adjustment_read"]),
        ("bonus", ("+50", ""), [50, None], []),
        ("adjustment", ("50", "-20"), [50, -20], []),
    ],
)
def test_a_penalty_is_taken_away_with_either_sign(
    column: str, cells: tuple[str, str], points: list[int | None], codes: list[str]
) -> None:
    text = wide(f"ana+cy {column},reason", *(f"{cell},{'late' if cell.strip('0') else ''}" for cell in cells))
    found = [row["adjustments"][0]["points"] if "adjustments" in row else None for row in rounds(text)]
    assert found == points
    assert sorted(noted(text)) == codes


def test_penalties_of_both_signs_are_taken_away_and_the_note_says_so() -> None:
    text = wide("ana+cy penalty,reason", "50,x", "-20,x")
    assert [row["adjustments"] for row in rounds(text)] == [[adjustment(-50, "x")], [adjustment(-20, "x")]]
    (note,) = NOTATION.read(text).notes
    assert (note.line, note.column, note.code) == (2, 59, "adjustment_read")
    assert "with either sign" in note.detail


def test_points_for_bags_and_nils_are_no_adjustments() -> None:
    text = wide("ana+cy bag penalty", "-100")
    assert rounds(text) == [SIDES]
    assert noted(text) == ["unmapped"]


def test_whatever_was_decided_needs_a_reason() -> None:
    found = refused(wide("ana+cy penalty,Misdeal,forfeit", "-50,yes,", ",,ben+dee"))
    assert [fault[:3] for fault in found] == [
        (3, 11, "reason_missing"),
        (3, 15, "reason_missing"),
        (4, 13, "reason_missing"),
    ]
    assert [fault[3].partition(",")[0] for fault in found] == [
        "Write why points of 'ana+cy' are adjusted",
        "Write why the round is void",
        "Write why the game is forfeited",
    ]


def test_a_reason_is_that_of_the_adjustment_where_nothing_else_happened() -> None:
    text = wide("void,forfeit,ana+cy penalty,ben+dee penalty,reason", "no,-,-50,-,late")
    assert rounds(text) == [{**SIDES, "adjustments": [adjustment(-50, "late")]}]


@pytest.mark.parametrize("cell", ["-", "no", "None", "n/a"])
def test_a_cell_that_says_no_is_no_adjustment_and_no_substitution(cell: str) -> None:
    assert rounds(wide("ana+cy adjustment,ana+cy penalty,subs", f"{cell},{cell},{cell}")) == [SIDES]


@pytest.mark.parametrize(
    ("row", "members"),
    [
        ("yes,Cards exposed,", {"void": True, "reason": "Cards exposed"}),
        ("yes,Fire,ben+dee", {"void": True, "reason": "Fire", "forfeited_by": "ben+dee"}),
        ("no,Left,Dee", {"reason": "Left", "forfeited_by": "ben+dee"}),
        ("-,,no", {}),
        *((f"{cell},,", {}) for cell in ("N/A", "none", "false", "nein", "\u2717", "0", "\u2013")),
    ],
)
def test_a_round_is_void_or_the_game_forfeited_for_a_reason(row: str, members: Record) -> None:
    assert rounds(wide("void,reason,forfeit", row)) == [{**SIDES, **members}]


@pytest.mark.parametrize("side", ["ben+dee", "DEE+Ben"])
def test_a_side_that_forfeits_may_have_no_column(side: str) -> None:
    text = HEAD + f"round,ana bid,ana tricks,ben tricks,cy tricks,dee tricks,forfeit,why\n1,3,4,4,3,2,{side},left\n"
    assert rounds(text)[0]["forfeited_by"] == "ben+dee"


def test_two_sides_that_forfeit_in_one_round_are_refused() -> None:
    text = LONG.format(",forfeit,why", ",ana,left", ",", ",", ",dee,left")
    assert "figures_disagree" in [fault[2] for fault in refused(text)]


def test_a_round_that_was_broken_off_needs_neither_bids_nor_tricks() -> None:
    text = WIDE + ",void,reason\n1,,,,,yes,fire\n2,5,5,6,8,,\n3,5,3,6,,yes,fire\n"
    void = {"void": True, "reason": "fire"}
    bids = {"bids_by_player": SIDES["bids_by_player"], "tricks_won": {"ana+cy": 3}}
    assert rounds(text) == [void, SIDES, {**bids, **void}]
    assert noted(text) == []


VOID = {"void": True, "reason": "fire"}


def test_a_void_round_has_a_number_of_its_own() -> None:
    header = WIDE + ",void,reason\n1,5,5,6,8,,\n2,,,,,yes,fire\n"
    assert rounds(header + "3,5,5,6,8,,\n") == [SIDES, VOID, SIDES]
    ((*place, code, detail),) = refused(header + "2,5,5,6,8,,\n")
    assert (place, code) == ([5, 1], "repeated_round")
    assert detail == "There is a round 2 before: number each round once, also one that is void."
    assert [fault[:3] for fault in refused(header + ",5,5,6,8,yes,fire\n")] == [(5, 1, "not_a_round")]


def test_the_lines_of_a_long_sheet_belong_to_the_round_of_their_number() -> None:
    twice = LONG.format(",void,reason", ",,", ",,", ",,", ",,") + "1,ana,,,yes,fire\n"
    assert [fault[:3] for fault in refused(twice)] == [(7, 3, "repeated_line")]


def test_under_void_stand_yes_and_no() -> None:
    text = WIDE + ",misdeal,why\n1,,,,,Cards exposed,\n2,5,5,6,8,oops,\n"
    first, second = [fault for fault in refused(text) if fault[2] == "not_yes_or_no"]
    assert (first[:2], second[:2]) == ((3, 7), (4, 11))
    assert second[3] == (
        "'oops' is neither yes nor no: write yes in 'misdeal' and why in 'reason' if round 2 counts for nothing, or "
        "leave the cell empty."
    )
    two = WIDE + ",misdeal,why\n1,,,,,yes,Fire\n2,5,5,6,8,,\n"
    assert rounds(two)[0] == {"void": True, "reason": "Fire"}


def test_an_adjustment_in_a_last_round_without_tricks_is_never_left_out() -> None:
    text = WIDE + ",ana+cy penalty,reason\n1,5,5,6,8,,\n2,5,,6,,-50,late\n"
    ((line, column, code, detail),) = refused(text)
    assert (line, column, code) == (4, 1, "no_tricks")
    assert "or yes in a column 'void' if it counts for nothing" in detail


@pytest.mark.parametrize("line", range(1, 5))
def test_in_a_long_sheet_they_stand_in_any_line_of_the_round(line: int) -> None:
    cells = [",void,why"] + [",yes,fire" if number == line else ",," for number in range(1, 5)]
    assert rounds(LONG.format(*cells)) == [{**OWN, "void": True, "reason": "fire"}]


def test_a_line_of_a_long_sheet_has_the_adjustment_and_the_forfeit_of_its_side() -> None:
    lines = [",team,penalty,reason,forfeit", ",A,-50,late,", ",B,,,", ",A,,,", ",B,,left,yes"]
    (row,) = rounds(LONG.format(*lines))
    assert row["adjustments"] == [adjustment(-50, "late", "A")]
    assert (row["forfeited_by"], row["reason"]) == ("B", "left")
    assert "side_of_a_player" in noted(LONG.format(*lines))
    lines[3] = ",A,-50,late,"
    ((*_, code, detail),) = refused(LONG.format(*lines))
    assert code == "two_readings"
    assert "'ana' and 'cy' both have an adjustment in round 1: write it once, for 'A', or twice" in detail


@pytest.mark.parametrize(
    ("columns", "row", "column", "code"),
    [
        ("void,reason", ",fire", 12, "reason_alone"),
        ("ana+cy penalty,ben+dee penalty,reason", "50,20,late", 17, "two_readings"),
        ("ana+cy penalty,reason", "-,late", 13, "reason_alone"),
        ("ana+cy penalty reason", "late", 11, "reason_alone"),
        *(("void,reason", f"{cell},", 11, "not_yes_or_no") for cell in ("ok", "?", "Cards exposed", "water")),
        ("void,reason", f"yes,{'x' * 257}", 15, "too_long"),
        ("forfeit,reason", "yes,left", 11, "unknown_name"),
        ("forfeit,reason", "ana+dee,left", 11, "unknown_name"),
        ("ana+cy penalty,reason", "10001,late", 11, "out_of_range"),
        ("ana+cy bonus,reason", "-5,host", 11, "out_of_range"),
        ("ana+cy penalty,reason", "x,late", 11, "not_a_number"),
        ("subs", "yes", 11, "not_a_substitution"),
        ("subs", "cy >", 11, "not_a_substitution"),
        ("subs", "x for y for z", 11, "not_a_substitution"),
        ("subs", "x" * 3000, 11, "not_a_substitution"),
        ("subs", "eve > kim", 11, "unknown_name"),
        ("subs", "cy > ana", 11, "players"),
        ("subs", "cy > ana+cy", 11, "players"),
        ("subs", "cy > a; a > b; b > c; c > d; d > e; e > f; f > g", 11, "too_many"),
    ],
)
def test_what_cannot_be_read_is_refused_at_its_place(columns: str, row: str, column: int, code: str) -> None:
    assert (3, column, code) in [fault[:3] for fault in refused(wide(columns, row))]


MANY = ",".join(f"ana+cy adjustment {number}" for number in range(2, 13))
REASONS = ",".join(["ana+cy adjustment reason", *(f"ana+cy adjustment reason {number}" for number in range(2, 13))])


@pytest.mark.parametrize(
    ("columns", "row", "place", "code", "fix"),
    [
        ("ana+cy adjustment 13", "5", (2, 59), "unknown_header", "at most 12 adjustments in a round"),
        ("ana+cy adjustment 0", "5", (2, 59), "unknown_header", "columns with a number from 2 to 12."),
        (
            f"ana+cy adjustment,{MANY},ben+dee adjustment,{REASONS},ben+dee adjustment reason",
            ",".join("5" * 26),
            (3, 1),
            "too_many",
            "here are 13: make one of several of a side, with the sum of their points",
        ),
        ("ana+cy adjustment", "1000000000", (3, 11), "out_of_range", "from -10000 to 10000."),
        ("ana+cx adjustment", "5", (2, 59), "unknown_name", "'ana+cx' is not at the table: is 'ana+cy' meant?"),
        ("ana+ben adjustment", "5", (2, 59), "unknown_name", "'ana+ben' is not at the table: is 'ana+cy' meant?"),
        (
            "Reds adjustment",
            "5",
            (2, 59),
            "unknown_name",
            "the players are ana, ben, cy and dee, the sides ana+cy and ben+dee.",
        ),
    ],
)
def test_what_cannot_be_adjusted_is_refused_with_the_fix(
    columns: str, row: str, place: tuple[int, int], code: str, fix: str
) -> None:
    (fault,) = refused(wide(columns, row))
    assert (fault[:2], fault[2]) == (place, code)
    assert fix in fault[3]


def test_a_side_of_which_there_are_only_adjustments_is_read() -> None:
    """No other column names a side, or the other side alone."""
    players = ("ana", "ben", "cy", "dee")
    columns = ",".join(f"{name} {kind}" for kind in ("bid", "tricks") for name in players)
    for others, cells in (("", ""), (",ana+cy points", ",60")):
        text = f"{HEAD}round,{columns}{others},ben+dee adjustment,reason\n1,3,4,1,5,4,4,0,5{cells},-50,x\n"
        (row,) = rounds(text)
        assert [each["team"] for each in row["adjustments"]] == ["ben+dee"]


# Substitutions.

NAMED = HEAD + "round,ana bid,ben bid,cy bid,dee bid{},ana tricks,ben tricks,cy tricks,dee tricks{},sub\n"


@pytest.mark.parametrize("cell", ["cy > eve", "cy->eve", "eve for cy", '"""cy"" > eve"', "CY → Eve"])
def test_whoever_comes_in_has_columns_of_their_own(cell: str) -> None:
    text = (
        NAMED.format(",eve bid", ",eve tricks")
        + f"1,3,4,2,3,,4,4,2,3,,\n2,3,4,,3,2,4,4,,3,2,{cell}\n3,3,4,,3,1,4,4,,4,1,\n"
    )
    first, second, third = rounds(text)
    assert first["bids_by_player"] == {"ana": 3, "ben": 4, "cy": 2, "dee": 3}
    assert second["substitutions"] == [{"out": "cy", "in": "eve"}]
    assert second["bids_by_player"] == {"ana": 3, "ben": 4, "dee": 3, "eve": 2}
    assert third["tricks_won"] == {"ana": 4, "ben": 4, "dee": 4, "eve": 1}
    assert NOTATION.read(text).records[0]["players"] == FOUR
    assert set(noted(text)) <= {"name_spelled"}


def test_a_cell_of_somebody_who_left_is_refused_with_who_sits_there() -> None:
    text = NAMED.format("", "") + "1,3,4,2,3,4,4,2,3,\n2,3,4,2,3,4,4,2,3,eve for cy\n"
    said = "'cy' left the table before round 2: write what is meant for 'eve' under that name."
    assert (4, 7, "not_at_the_table", said) in refused(text)
    early = NAMED.format(",eve bid", ",eve tricks") + "1,3,4,2,3,1,4,4,2,3,0,\n2,3,4,,3,2,4,4,,3,2,cy > eve\n"
    assert [fault[:3] for fault in refused(early)] == [(3, 11, "not_at_the_table")]


def test_a_player_may_come_back_and_a_dealer_is_one_who_sits_there() -> None:
    text = WIDE + ",subs,dealer\n1,5,5,6,8,cy > eve,eve\n2,5,5,6,8,eve > cy,cy\n"
    assert [row["dealer"] for row in rounds(text)] == ["eve", "cy"]
    assert [row["substitutions"][0]["in"] for row in rounds(text)] == ["eve", "cy"]
    ((*_, code, detail),) = refused(text.replace("cy,cy", "cy,eve"))
    assert code == "not_at_the_table"
    assert detail.startswith("'eve' left the table before round 2: write what is meant for 'cy'")


def test_a_side_keeps_its_name() -> None:
    lines = LONG.format(",team,subs", ",A,", ",B,", ",A,", ",B,")
    second = "2,ana,3,4,A,cy > eve\n2,ben,4,4,B,\n2,eve,1,0,A,\n2,dee,5,5,B,\n"
    (record,) = NOTATION.read(lines + second).records
    assert record["teams"] == [{"name": "A", "players": ["ana", "cy"]}, {"name": "B", "players": ["ben", "dee"]}]
    wrong = wide("subs,ana+eve points", "cy > eve,71")
    assert "a side keeps the name that it had before a player came in" in refused(wrong)[0][3]


def test_a_side_of_one_keeps_its_name_too() -> None:
    text = "# players: a, b\nround,a bid,a tricks,b bid,b tricks,x bid,x tricks,a total,b total,subs\n"
    text += "1,5,6,5,7,,,51,52,\n2,,,5,7,5,6,102,104,a > x\n"
    assert rounds(text)[1] == {
        "substitutions": [{"out": "a", "in": "x"}],
        "bids_by_player": {"x": 5, "b": 5},
        "tricks_won": {"x": 6, "b": 7},
        "reported": {"score": {"a": 102, "b": 104}},
    }


# Points.


def test_points_are_with_adjustments() -> None:
    columns = "ana+cy points,ana+cy total,ana+cy adjustment,ana+cy adjustment reason"
    within = wide(columns, "51,51,,", "1,52,-50,late")
    assert rounds(within)[1]["reported"] == {"points": {"ana+cy": 1}, "score": {"ana+cy": 52}}
    assert noted(within) == ["points_with_adjustments"]
    # A sheet that does it otherwise has figures that are there to be found wrong.
    without = wide(columns, "51,51,,", "51,52,-50,late")
    assert rounds(without)[1]["reported"] == {"points": {"ana+cy": 51}, "score": {"ana+cy": 52}}
    assert noted(without) == ["points_with_adjustments"]
    net = within.replace("ana+cy points", "ana+cy net points")
    assert rounds(net) == rounds(within)
    assert noted(net) == []


# Writing.


def game(*rows: Record, **members: Any) -> Record:
    return {"players": FOUR, "rounds": list(rows), **members}


def test_a_game_is_written_with_columns_for_all_that_happens() -> None:
    record = game(
        {**SIDES, "adjustments": [adjustment(-50, "late"), adjustment(5, "hosts", "ben+dee"), adjustment(-1, "x")]},
        {"void": True, "reason": "fire; again"},
        {**SIDES, "substitutions": [{"out": "cy", "in": "the > one"}, {"out": "dee", "in": "kim"}], "dealer": "kim"},
        {"forfeited_by": "ben+dee", "reason": "left", "reported": {"points": {"ana+cy": 0}}},
    )
    assert NOTATION.write is not None
    text, losses = NOTATION.write(record)
    assert text == (
        "# players: ana,ben,cy,dee\n"
        "round,dealer,substitutions,void,forfeit,reason,ana+cy bid,ben+dee bid,ana+cy tricks,ben+dee tricks,"
        "ana+cy adjustment,ana+cy adjustment reason,ana+cy adjustment 2,ana+cy adjustment reason 2,"
        "ben+dee adjustment,ben+dee adjustment reason,ana+cy net points\n"
        "1,,,,,,5,6,5,8,-50,late,-1,x,5,hosts,\n"
        "2,,,yes,,fire; again,,,,,,,,,,,\n"
        '3,kim,"cy > ""the > one""; dee > kim",,,,5,6,5,8,,,,,,,\n'
        "4,,,,ben+dee,left,,,,,,,,,,,0\n"
    )
    assert losses == ()
    assert NOTATION.read(text).records == (record,)


def test_what_a_cell_does_not_keep_is_lost_and_said() -> None:
    record = game(
        {**SIDES, "adjustments": [adjustment(-50, " late\r\n ")], "substitutions": []},
        {"void": True, "reason": "fire\n", "tricks": [], "bids_by_player": {}},
        {**SIDES, "void": False, "adjustments": []},
    )
    assert NOTATION.write is not None
    text, losses = NOTATION.write(record)
    assert [(loss.pointer, loss.code) for loss in losses] == [
        ("#/rounds/0/adjustments/0/reason", "unmapped"),
        ("#/rounds/0/substitutions", "absence"),
        ("#/rounds/1/bids_by_player", "absence"),
        ("#/rounds/1/reason", "unmapped"),
        ("#/rounds/1/tricks", "absence"),
        ("#/rounds/2/adjustments", "absence"),
        ("#/rounds/2/void", "absence"),
    ]
    assert rounds(text) == [
        {**SIDES, "adjustments": [adjustment(-50, "late")]},
        {"void": True, "reason": "fire"},
        SIDES,
    ]


@pytest.mark.parametrize(
    ("rows", "pointer"),
    [
        ([{**SIDES, "adjustments": [adjustment(1, "x", "eve")]}], "#/rounds/0/adjustments/0/team"),
        ([{**SIDES, "adjustments": [adjustment(1, "x", "ana")]}], "#/rounds/0/adjustments/0/team"),
        ([{"forfeited_by": "eve", "reason": "x"}], "#/rounds/0/forfeited_by"),
        ([{**SIDES, "reason": "x"}], "#/rounds/0/reason"),
        ([{"void": True, "reason": "\n"}], "#/rounds/0/reason"),
        ([{**SIDES, "adjustments": [adjustment(0, "\t")]}], "#/rounds/0/adjustments/0/reason"),
        ([{**SIDES, "substitutions": [{"out": "eve", "in": "x"}]}], "#/rounds/0/substitutions/0"),
        ([{**SIDES, "substitutions": [{"out": "cy", "in": "ana"}]}], "#/rounds/0/substitutions/0"),
        ([{**SIDES, "substitutions": [{"out": "cy", "in": "a+b"}]}], "#/rounds/0/substitutions/0/in"),
        ([{**SIDES, "substitutions": [{"out": "cy", "in": "a\nb"}]}], "#/rounds/0/substitutions/0/in"),
        ([{**SIDES, "substitutions": [{"out": "cy", "in": "ANA"}]}], "#/players"),
        ([{**OWN, "substitutions": [{"out": "cy", "in": "x"}]}, SIDES], "#/rounds/0/bids_by_player/cy"),
        ([{**SIDES, "void": True, "reason": "x", "tricks": [{"cards": ["2C"]}]}], "#/rounds/0/tricks"),
    ],
)
def test_what_no_sheet_can_hold_is_not_written(rows: list[Record], pointer: str) -> None:
    assert NOTATION.write is not None
    with pytest.raises(UnwritableRecord) as error:
        NOTATION.write(game(*rows))
    assert pointer in [fault.pointer for fault in error.value.faults]


def test_the_bid_of_a_side_of_one_is_written_for_its_player() -> None:
    record = {
        "players": ["a", "b"],
        "rounds": [
            {
                "substitutions": [{"out": "a", "in": "x"}],
                "bids_by_player": {"a": 5, "b": 5},
                "tricks_won": {"x": 6, "b": 7},
                "reported": {"score": {"a": 51}},
            }
        ],
    }
    assert NOTATION.write is not None
    text, losses = NOTATION.write(record)
    assert [loss.pointer for loss in losses] == ["#/rounds/0/bids_by_player/a"]
    assert rounds(text)[0]["bids_by_player"] == {"x": 5, "b": 5}
    assert rounds(text)[0]["reported"] == {"score": {"a": 51}}


def test_a_scored_game_with_all_that_happens_goes_through_a_sheet_and_is_found_right() -> None:
    bids = {"ana": 4, "ben": 3, "cy": 2, "dee": 3}
    won = {"ana": 4, "ben": 4, "cy": 2, "dee": 3}
    new_bids, new_won = ({("eve" if name == "cy" else name): n for name, n in each.items()} for each in (bids, won))
    record: Record = game(
        {"bids_by_player": bids, "tricks_won": won, "adjustments": [adjustment(-50, "Late to the table; sorry")]},
        {"void": True, "reason": "Cards exposed", "adjustments": [adjustment(10, "hosts", "ben+dee")]},
        {"bids_by_player": new_bids, "tricks_won": new_won, "substitutions": [{"out": "cy", "in": "eve"}]},
        {"bids_by_player": new_bids, "tricks_won": new_won, "adjustments": [adjustment(-1, "a"), adjustment(-2, "b")]},
        {"forfeited_by": "ben+dee", "reason": "Left the hall", "bids_by_player": new_bids, "tricks_won": {"ana": 3}},
        ruleset="pagat",
        first_dealer="dee",
    )
    scored = ask("scoreGame", record)
    assert scored["reason"] == "forfeit"
    for each, ruled in zip(record["rounds"], scored["rounds"], strict=True):
        sides = {side["team"]: side for side in ruled["teams"]}
        each["reported"] = {
            "points": {team: side["points"] for team, side in sides.items()},
            "score": {team: side["after"]["score"] for team, side in sides.items()},
            "bags": {team: side["after"]["bags"] for team, side in sides.items()},
        }
    assert NOTATION.write is not None
    text, losses = NOTATION.write(record)
    assert losses == ()
    (back,) = NOTATION.read(text).records
    assert back == record
    audited = ask("auditGame", back)
    assert "first_error" not in audited
    assert [finding["code"] for ruling in audited["rounds"] for finding in ruling["findings"]] == []
    assert audited["reason"] == "forfeit"


def test_a_side_that_only_adjustments_name_keeps_its_name_after_a_substitution() -> None:
    text = HEAD + "round,ana bid,ben bid,cy bid,dee bid,eve bid,ana tricks,ben tricks,cy tricks,dee tricks,eve tricks"
    text += ",subs,ana+cy adjustment,reason\n1,3,3,3,3,,4,3,3,3,,,,\n2,3,3,,3,3,4,3,,3,3,cy > eve,-10,late\n"
    assert rounds(text)[1]["adjustments"] == [adjustment(-10, "late")]
