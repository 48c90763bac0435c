"""Substitutions, void rounds, forfeits and adjustments in shorthand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.notations.model import Remark, UnreadableText, UnwritableRecord
from service.notations.registry import NOTATIONS, read, write
from service.wire.record_kinds import violations
from tests.notations.eventful_games import REASONS, TEN_NAMES, eventful
from tests.notations.records import Record, is_same
from tests.spades.builders.random_players import BOUNDED, MANY

ROW = "N 2 E 5 S 3 W 1\nwon N+S 6 E+W 7"
BIDS = {"N": 2, "E": 5, "S": 3, "W": 1}
WON = {"N+S": 6, "E+W": 7}


def rounds(*lines: str) -> list[dict[str, Any]]:
    """Read a game of rounds with these lines."""
    (record,) = read(text(*lines), "shorthand")[1].records
    assert violations(record) == ()
    assert is_same(read(write(record, "shorthand").text, "shorthand")[1].records[0], record)
    found: list[dict[str, Any]] = record["rounds"]
    return found


def text(*lines: str) -> str:
    return "game; N E S W\n" + "".join(f"---\n{each}\n" for each in lines)


def faults(*lines: str) -> list[Remark]:
    with pytest.raises(UnreadableText) as refused:
        read(text(*lines), "shorthand")
    return list(refused.value.faults)


@MANY
@given(st.integers(0, 10**6), TEN_NAMES, REASONS)
def test_a_game_with_all_that_happens_reads_back_as_it_was(seed: int, names: list[str], reasons: list[str]) -> None:
    record = eventful(seed, names, reasons)
    assert violations(record) == ()
    written = write(record, "shorthand")
    assert written.losses == ()
    (found,) = read(written.text, "shorthand")[1].records
    assert is_same(found, record), written.text
    assert write(found, "shorthand") == written


@BOUNDED
@given(st.integers(0, 10**6), TEN_NAMES, REASONS, st.integers(0, 6))
def test_a_game_is_recognised_as_it_is_written(seed: int, names: list[str], reasons: list[str], first: int) -> None:
    record = eventful(seed, names, reasons)
    seated = record["rounds"][first:]
    if all("substitutions" not in each for each in record["rounds"][:first]):
        record["rounds"] = seated
    written = write(record, "shorthand").text
    assert [name for name, each in NOTATIONS.items() if each.evidence(written)] == ["shorthand"]


@pytest.mark.parametrize(
    "lines",
    [
        "game; pagat; ana ben cy dee\n---\nforfeit ben+dee: no show\n",
        "Game\nana ben cy dee\n\n---\nvoid: cards exposed\n",
        "# Friday\ngame;pagat;ana ben cy dee\n",
        'game; ana ben cy dee\n---\nsub cy > "e ve"\nana 3 ben 4 "e ve" 2 dee 3\nwon ana+cy 6 ben+dee 7\n',
        'game; "a|b" ben\n---\nvoid: x\n',
    ],
)
def test_a_text_that_begins_with_game_is_recognised(lines: str) -> None:
    assert read(lines)[0].name == "shorthand"


@pytest.mark.parametrize("prose", ["Game\n---\nWe played on.\n", "Game\nWe played on.\n", "game"])
def test_prose_about_a_game_is_not(prose: str) -> None:
    assert NOTATIONS["shorthand"].evidence(prose) is None


@pytest.mark.parametrize(
    ("line", "points", "reason"),
    [
        ("adjust N+S -50 late to the table", -50, "late to the table"),
        ("Adjustment: n+s: +10: hosts", 10, "hosts"),
        ('adjust S+N 5 "a; \\"b\\" # c\\n"', 5, 'a; "b" # c\n'),
        ("adjust N+S 0 5 minutes, again # a comment", 0, "5 minutes, again"),
        ("adjust N+S -50 won KH > none", -50, "won KH > none"),
        ("adjust N+S -30 points: late", -30, "late"),
        ("adjust N+S -30 points off for talking", -30, "points off for talking"),
        ("adjust N+S -3: tricks counted late", -3, "tricks counted late"),
    ],
)
def test_an_adjustment_has_a_side_points_and_a_reason(line: str, points: int, reason: str) -> None:
    (each,) = rounds(f"{ROW}\n{line}")
    assert each == {
        "bids_by_player": BIDS,
        "tricks_won": WON,
        "adjustments": [{"team": "N+S", "points": points, "reason": reason}],
    }


@pytest.mark.parametrize(
    ("line", "read_as"),
    [
        ("adjust N+S -3 tricks: a signal", {"tricks": -3}),
        ("adjust N+S -3 Books: a signal", {"tricks": -3}),
        ("adjust N+S -1 trick to E+W: a signal", {"tricks": -1, "to": "E+W"}),
        ("adjust N+S -3 tricks to E+W points 5: a signal", {"tricks": -3, "to": "E+W", "points": 5}),
        ("adjust N+S tricks -3 a signal", {"tricks": -3}),
    ],
)
def test_tricks_of_an_adjustment_may_stand_before_or_behind_their_number(line: str, read_as: Record) -> None:
    (each,) = rounds(f"{ROW}\n{line}")
    assert each["adjustments"] == [{"team": "N+S", **read_as, "reason": "a signal"}]


@pytest.mark.parametrize("reason", ["tricks: x", "Books", "trick or two", "points: x", "points", "tricksy", ": points"])
def test_points_stay_points_whatever_word_their_reason_begins_with(reason: str) -> None:
    adjustment = {"team": "N+S", "points": -3, "reason": reason}
    record: Record = {
        "players": list("NESW"),
        "rounds": [{"bids_by_player": BIDS, "tricks_won": WON, "adjustments": [adjustment]}],
    }
    assert read(write(record, "shorthand").text, "shorthand")[1].records[0]["rounds"][0]["adjustments"] == [adjustment]


def test_several_adjustments_of_a_side_are_kept_in_order() -> None:
    (each,) = rounds(f"{ROW}\nadjust N+S -50 late; adjust E+W 5 hosts; adjust N+S -20 late again")
    assert [adjustment["points"] for adjustment in each["adjustments"]] == [-50, 5, -20]


def test_a_void_round_needs_neither_bids_nor_tricks() -> None:
    void = {"void": True, "reason": "cards exposed"}
    assert rounds("void: cards exposed", f"{ROW}\nvoid cards exposed") == [
        void,
        {**void, "bids_by_player": BIDS, "tricks_won": WON},
    ]
    assert rounds("void: cards exposed; won N 3", "void: cards exposed; tricks none", "void: cards exposed; QD") == [
        {**void, "tricks_won": {"N": 3}},
        {**void, "tricks": []},
        {**void, "tricks": [{"cards": ["QD"]}]},
    ]


def test_what_a_sheet_says_of_the_tricks_of_a_void_round_makes_it_no_row_of_it() -> None:
    void = {"void": True, "reason": "fire"}
    assert rounds("void: fire; sheet won N 3 E 4; points N+S 0") == [
        {**void, "reported": {"tricks_won": {"N": 3, "E": 4}, "points": {"N+S": 0}}}
    ]
    assert [fault.code for fault in faults("void: fire; sheet won N 3; won N 3")] == ["repeated"]
    assert [fault.code for fault in faults("void: fire; sheet won N 3; sheet won N 3")] == ["repeated"]
    assert [fault.code for fault in faults("QD; sheet won N 3; won N 3")] == ["repeated"]


def test_a_round_that_is_said_not_to_be_void_is_written_without_that() -> None:
    record: Record = {"players": ["N", "E"], "rounds": [{"void": False, "tricks": []}]}
    written = write(record, "shorthand")
    assert [(loss.pointer, loss.code) for loss in written.losses] == [("#/rounds/0/void", "absence")]
    assert read(written.text, "shorthand")[1].records[0]["rounds"] == [{"tricks": []}]


def test_a_forfeit_has_a_side_and_a_reason() -> None:
    forfeit = {"forfeited_by": "E+W", "reason": "left the hall"}
    assert rounds("forfeit E+W: left the hall") == [forfeit]
    assert rounds("forfeit e+w left the hall; void") == [{**forfeit, "void": True}]
    assert rounds("void: left the hall; forfeit E+W: left the hall") == [{**forfeit, "void": True}]


@pytest.mark.parametrize("line", ["sub S > Eve", "sub Eve for S", "Substitution: s -> Eve", 'subs "S" > “Eve”'])
def test_who_comes_in_has_the_seat_from_then_on(line: str) -> None:
    first, second, third = rounds(ROW, f"{line}\nN 2 E 5 Eve 3 W 1\nwon N+S 6 E+W 7", "N:QD 2D Eve:5D 3D")
    assert first["bids_by_player"] == BIDS
    assert second == {
        "substitutions": [{"out": "S", "in": "Eve"}],
        "bids_by_player": {"N": 2, "E": 5, "Eve": 3, "W": 1},
        "tricks_won": WON,
    }
    assert [play["player"] for play in third["tricks"][0]["plays"]] == ["N", "E", "Eve", "W"]


def test_two_players_change_seats_in_three_steps_and_one_comes_back() -> None:
    _, swapped, back = rounds("sub S > Eve", "sub Eve > X, W > Eve; sub X > W\nN:QD 2D W:5D 3D", "sub W > S\nS:QD 2D")
    assert swapped["substitutions"] == [{"out": "Eve", "in": "X"}, {"out": "W", "in": "Eve"}, {"out": "X", "in": "W"}]
    assert [play["player"] for play in swapped["tricks"][0]["plays"]] == ["N", "E", "W", "Eve"]
    assert [play["player"] for play in back["tricks"][0]["plays"]] == ["S", "Eve"]


def test_empty_lists_are_kept() -> None:
    assert rounds("sub none; adjust none\nQD", "sub; adjust\nQD")[0] == {
        "adjustments": [],
        "substitutions": [],
        "tricks": [{"cards": ["QD"]}],
    }


@pytest.mark.parametrize(
    ("lines", "column", "code", "fix"),
    [
        ("adjust N+S late", 12, "number", "from -10000 to 10000"),
        ("adjust N+S 10001 x", 12, "number", "from -10000 to 10000"),
        ("adjust N+S -50", 15, "reason_missing", "adjust N+S -50 late to the table"),
        (f"adjust N+S -50 {'x' * 257}", 16, "length", "1 to 256 characters"),
        ("adjust N+S -3 tricks counted late", 15, "two_readings", "adjust N+S tricks -3: why for tricks"),
        ("adjust N+S -3 tricks", 21, "reason_missing", "adjust N+S tricks -3: a signal"),
        ("adjust Reds -50 late", 8, "unknown_name", "'Reds' does not sit"),
        (";".join(["adjust N+S 1 x"] * 13), 188, "too_many", "at most 12 adjustments"),
        ("void", 1, "reason_missing", "void: cards exposed"),
        ("forfeit E+W", 1, "reason_missing", "why the game was forfeited"),
        ("forfeit", 1, "name_expected", "forfeit E+W: left the hall"),
        ("forfeit Eve: x", 9, "unknown_name", "'Eve' does not sit"),
        ("void: a; void: b", 10, "repeated", "second void"),
        ("void: a; forfeit E+W: b", 23, "repeated", "write it once"),
        ("sub S", 5, "substitution", "sub Eve for S"),
        ("sub S > Ana Maria", 13, "substitution", "in quotation marks"),
        ("sub Eve > S", 5, "unknown_name", "'Eve' does not sit"),
        ("sub S > N", 9, "repeated_player", "sits at this table already"),
        ("sub S > n", 9, "similar_players", "Write another name"),
        ("sub S > void", 9, "quotation_mark", '"void"'),
        ("dealer N; sub S > Eve", 11, "order", "first in their round"),
        ("sub N > x1, x1 > x2, x2 > x3, x3 > x4, x4 > x5, x5 > x6, x6 > x7", 5, "too_many", "at most 6 substitutions"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_refused_with_the_fix(lines: str, column: int, code: str, fix: str) -> None:
    found = [fault for fault in faults(lines) if fault.code == code]
    assert [(fault.line, fault.column) for fault in found][:1] == [(3, column)]
    assert fix in found[0].detail


def test_whoever_left_is_named_with_the_round_in_which_he_left() -> None:
    (fault,) = faults(ROW, "sub S > Eve", "N:QD s:2D")
    assert (fault.line, fault.column, fault.code) == (8, 6, "unknown_name")
    assert fault.detail.startswith("'S' left the table before round 2. ")
    (fault,) = faults("sub S > Eve; adjust Eve 5 x")
    assert fault.detail == ("A side keeps its name when a player is replaced: write 'N+S' or 'S'.")


def test_a_side_of_one_keeps_the_name_of_the_player_who_left() -> None:
    record: Record = {
        "players": ["a", "b", "c"],
        "rounds": [
            {
                "substitutions": [{"out": "a", "in": "x"}],
                "bids": [{"team": "a", "tricks": 3}],
                "tricks": [],
                "adjustments": [{"team": "a", "points": 1, "reason": "r"}],
                "reported": {"points": {"a": 31}},
            }
        ],
    }
    found, notes = read(write(record, "shorthand").text, "shorthand")[1]
    assert is_same(found[0], record)
    assert [note.detail for note in notes if note.code == "side_of_a_player_who_left"] == [
        "'a' left the table before round 1. Here it is read as the name of a side."
    ]


@pytest.mark.parametrize(
    ("line", "column", "instead"),
    [
        ("adjust N -50 late", 8, "'N+S', the side of N"),
        ("forfeit w: left the hall", 9, "'E+W', the side of W"),
        ("points N+S 50 e 20", 15, "'E+W', the side of E"),
    ],
)
def test_a_player_is_no_side_of_a_game_with_partners(line: str, column: int, instead: str) -> None:
    """Whether partners sit opposite each other is for the ruleset to say; a text that names a side of two says so."""
    (fault,) = faults(f"{ROW}\n{line}")
    assert (fault.line, fault.column, fault.code) == (5, column, "not_a_side")
    assert fault.detail.endswith(f": write {instead}.")
    # Where each plays for oneself, a player is a side; nothing in this text says otherwise.
    assert rounds(f"N 2 E 5 S 3 W 1\nwon N 3 E 3 S 3 W 4\n{line.replace('N+S', 'N')}")


def test_a_player_is_no_side_beside_teams_with_names() -> None:
    with pytest.raises(UnreadableText) as refused:
        read("game; N E S W; team Reds N S; team Blues E W\n---\nsub S > Eve\nvoid: x\nadjust S 5 x\n", "shorthand")
    (fault,) = refused.value.faults
    assert (fault.line, fault.column, fault.code) == (5, 8, "not_a_side")
    assert fault.detail == "'S' is one player, and 'Reds' a side of several: write 'Reds', the side of S."


def test_each_record_of_a_text_has_sides_of_its_own() -> None:
    alone = "before N 5 E 5 S 5 W 5\nN QD 2D 5D 3D\n"
    together = "before N+S 5 E+W 5\nN QD 2D 5D 3D\n"
    (_, found) = read(f"N E S W\n{alone}---\n{together}---\n{alone}", "shorthand")
    assert [len(record["before"]) for record in found.records] == [4, 2, 4]


def test_whoever_has_left_bids_no_more() -> None:
    (fault,) = faults("sub S > Eve\nN 2 E 5 s 3 W 1\nwon N 3 E 3 Eve 3 W 4")
    assert (fault.line, fault.column, fault.code) == (4, 9, "unknown_name")
    assert fault.detail == (
        "'S' left the table before round 1. The players are 'N', 'E', 'Eve' and 'W'. For a side called 'S', write team "
        "before its name."
    )
    (each,) = rounds("sub S > Eve\nbids team S 3 N 2 E 5 W 1\nwon N 3 E 3 Eve 3 W 4")
    assert each["bids_by_player"] == {"S": 3, "N": 2, "E": 5, "W": 1}


def test_whoever_has_left_won_no_tricks_where_partners_play() -> None:
    (fault,) = faults("sub S > Eve\nN 2 E 5 Eve 3 W 1\nwon N 3 E 3 S 3 W 4\npoints N+S 5")
    assert (fault.line, fault.column, fault.code) == (5, 13, "not_a_side")


@pytest.mark.parametrize("line", ["sub S > Eve", "void: x", "forfeit E+W: x", "redeal same dealer", "time called"])
def test_they_belong_to_rounds_of_a_game(line: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read(f"N E S W\n{line}\nQD 2D 5D 3D\n", "shorthand")
    (fault,) = refused.value.faults
    assert (fault.line, fault.column, fault.code) == (2, 1, "round_of_a_game")
    with pytest.raises(UnreadableText) as refused:
        read(f"game; N E S W; {line}\n---\nQD\n", "shorthand")
    assert [fault.code for fault in refused.value.faults] == ["head_of_a_game"]
    # Nor does a line of prose that begins so show that a text is in shorthand.
    assert NOTATIONS["shorthand"].evidence(f"{line}\n") is None


@pytest.mark.parametrize(
    ("members", "code", "pointer"),
    [
        ({"void": True}, "reason_missing", "#/rounds/0"),
        ({"tricks": [], "reason": "x"}, "reason_alone", "#/rounds/0/reason"),
        ({"forfeited_by": "Eve", "reason": "x"}, "unknown_team", "#/rounds/0/forfeited_by"),
        ({"tricks": [], "adjustments": [{"team": "Eve", "points": 1, "reason": "x"}]}, "unknown_team",
         "#/rounds/0/adjustments/0/team"),
        ({"tricks": [], "adjustments": [{"team": "N", "points": 1, "reason": "x"}],
          "reported": {"points": {"N+S": 1}}}, "not_a_side", "#/rounds/0/adjustments/0/team"),
        ({"tricks": [], "reported": {"points": {"N+S": 1, "E": 1}}}, "not_a_side", "#/rounds/0/reported/points/E"),
        ({"tricks": [], "substitutions": [{"out": "Eve", "in": "X"}]}, "unknown_player",
         "#/rounds/0/substitutions/0/out"),
        ({"tricks": [], "substitutions": [{"out": "N", "in": "S"}]}, "repeated_player",
         "#/rounds/0/substitutions/0/in"),
        ({"tricks": [], "substitutions": [{"out": "N", "in": "s"}]}, "similar_players",
         "#/rounds/0/substitutions/0/in"),
        ({"tricks": [], "dealer": "N", "substitutions": [{"out": "N", "in": "X"}]}, "unknown_player",
         "#/rounds/0/dealer"),
    ],
)  # fmt: skip
def test_what_no_audit_takes_is_not_written(members: Record, code: str, pointer: str) -> None:
    with pytest.raises(UnwritableRecord) as refused:
        write({"players": ["N", "E", "S", "W"], "rounds": [members]}, "shorthand")
    assert [(fault.code, fault.pointer) for fault in refused.value.faults] == [(code, pointer)]


def test_a_card_at_the_beginning_of_a_trick_is_no_player_called_alike() -> None:
    text_of_round = '"ad" ben cy dee\n"ad" 3 ben 3 cy 3 dee 3\n"ad" KD 2D 3D 4D\nAD 5D 6D 7D\n'
    (record,) = read(text_of_round, "shorthand")[1].records
    assert record["tricks"][1] == {"cards": ["AD", "5D", "6D", "7D"]}
    (record,) = read(text_of_round.replace('"ad"', '"AD"'), "shorthand")[1].records
    assert record["tricks"][1] == {"cards": ["AD", "5D", "6D", "7D"]}
    (record,) = read(text_of_round.replace('"ad"', '"AD"').replace("AD 5D", "AD TC 5D"), "shorthand")[1].records
    assert record["tricks"][1] == {"leader": "AD", "cards": ["TC", "5D", "6D", "7D"]}
