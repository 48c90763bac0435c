"""Score sheets in CSV as people write them, and what they become."""

from __future__ import annotations

import re
from typing import Any

import pytest

from service.notations.csv_sheet import NOTATION, cells_of
from service.notations.csv_sheet.headers import SYNONYMS, header_meant
from service.notations.model import UnreadableText
from tests.counted_calls import calls_in
from tests.notations.page_examples import assert_examples_hold, assert_notes_are_on_the_page, page

LONG = "round,player,bid,tricks\n1,ana,3,4\n1,ben,4,4\n1,cy,N,0\n1,dee,5,5\n"
ROW: dict[str, Any] = {
    "bids_by_player": {"ana": 3, "ben": 4, "cy": 0, "dee": 5},
    "tricks_won": {"ana": 4, "ben": 4, "cy": 0, "dee": 5},
}
FOUR = ["ana", "ben", "cy", "dee"]
GAME = {"players": FOUR, "rounds": [ROW]}
HEAD = "# players: ana, ben, cy, dee\n"
WIDE = HEAD + "round,ana+cy bid,ana+cy tricks,ben+dee bid,ben+dee tricks"
SIDES: dict[str, Any] = {
    "bids_by_player": {"ana+cy": 5, "ben+dee": 6},
    "tricks_won": {"ana+cy": 5, "ben+dee": 8},
}


def read(text: str) -> dict[str, Any]:
    (record,) = NOTATION.read(text).records
    return record


def notes(text: str) -> list[tuple[int, int, str]]:
    return [(note.line, note.column, note.code) for note in NOTATION.read(text).notes]


def refused(text: str) -> list[tuple[int, int, str, str]]:
    with pytest.raises(UnreadableText) as error:
        NOTATION.read(text)
    return [(fault.line, fault.column, fault.code, fault.detail) for fault in error.value.faults]


def faults(text: str) -> list[tuple[int, int, str]]:
    return [(line, column, code) for line, column, code, _ in refused(text)]


def wide(row: str, columns: str = "") -> str:
    return f"{WIDE}{columns}\n{row}\n"


# The file.


@pytest.mark.parametrize(
    "text",
    [
        LONG,
        LONG.replace(",", ";"),
        LONG.replace(",", "\t"),
        "sep=;\n" + LONG.replace(",", ";"),
        LONG.replace(",", '","').replace("\n", '"\n"').removesuffix('"').replace("round", '"round', 1),
        LONG.replace(",", " , "),
        LONG.replace("\n", "\n,,,\n\n"),
        LONG.rstrip(),
        LONG.replace("\n", ",,\n"),
    ],
)
def test_delimiters_quotes_and_empty_cells_change_nothing(text: str) -> None:
    assert read(text) == GAME
    assert [code for _, _, code in notes(text)] == ["seats_assumed"]


def test_a_quoted_cell_holds_delimiters_quotes_and_line_ends() -> None:
    text = LONG.replace("ana", '"A, ""B""\nC"').replace("\n1,ben", '\n1," ben "')
    assert read(text)["players"] == ['A, "B"\nC', "ben", "cy", "dee"]
    # The line after a cell of two lines is the fourth of the text.
    assert faults(text.replace("1,cy,N", "1,cy,X")) == [(5, 6, "not_a_bid")]


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        (LONG.replace("ana", '"ana'), (2, 3), "unclosed_quote"),
        (LONG.replace("ana", '"an"a'), (2, 7), "text_after_quote"),
        (LONG.replace("ana,3,4", "ana,3,4,5"), (2, 11), "extra_cell"),
        (LONG.replace("tricks\n", "tricks,\n").replace("ana,3,4", "ana,3,4,5"), (2, 11), "extra_cell"),
        ("", (1, 1), "no_header"),
        ("ana,ben\n1,2\n", (1, 1), "no_header"),
    ],
)
def test_what_is_no_table_is_refused_with_its_place(text: str, place: tuple[int, int], code: str) -> None:
    assert faults(text) == [(*place, code)]


def test_what_a_record_cannot_hold_is_noted() -> None:
    text = "Friday league\n# so be it\n" + LONG.replace("tricks\n", "tricks,notes\n").replace("4\n", "4,oh\n")
    text += "# and this\nTotal,,,\n"
    assert read(text) == GAME
    assert notes(text) == [
        (1, 1, "unmapped"),
        (2, 1, "unmapped"),
        (4, 3, "seats_assumed"),
        (4, 11, "unmapped"),
        (9, 1, "unmapped"),
    ]


# Headers.


def test_every_header_of_the_table_is_known_in_any_spelling(subtests: pytest.Subtests) -> None:
    for synonym in [synonym for synonyms in SYNONYMS.values() for synonym in synonyms]:
        with subtests.test(synonym=synonym):
            kinds = {kind for kind, synonyms in SYNONYMS.items() if synonym in synonyms}
            assert len(kinds) == 1
            for spelled in (synonym, synonym.upper(), f" {synonym.title()} ", synonym.replace(" ", "_")):
                header = header_meant(spelled)
                assert header is not None
                assert {header.kind} == kinds


def test_the_page_shows_the_table_and_its_examples_are_true() -> None:
    rows = [f"| {kind} | {', '.join(f'`{each}`' for each in synonyms)} |" for kind, synonyms in SYNONYMS.items()]
    assert "\n".join(rows) in page(NOTATION)
    assert_examples_hold(NOTATION)
    assert_notes_are_on_the_page(NOTATION, "csv_sheet/**/*.py")


@pytest.mark.parametrize("header", ["ana bid", "bid ana", "Bid (ana)", "ana: bid", "ANA_BIDS", "ana tricks bid"])
def test_a_name_stands_before_or_after(header: str) -> None:
    meant = header_meant(header)
    assert meant is not None
    assert (meant.kind, meant.subject.lower()) == ("bid", "ana")


@pytest.mark.parametrize(
    ("header", "fix"),
    [
        ("trikcs", "is 'tricks' meant?"),
        ("ana+cy sandbgs", "is 'ana+cy sandbags' meant?"),
        ("Made", "is 'tricks made' meant?"),
        ("ana+cy made", "is 'ana+cy tricks made' meant?"),
        ("ana+cy books penalty", "write 'ana+cy tricks adjustment', with numbers below 0 for tricks that are taken."),
        ("Ana Trick Adj 2", "write 'Ana tricks adjustment', with numbers below 0 for tricks that are taken."),
        ("books deduction", "write 'tricks adjustment', with numbers below 0 for tricks that are taken."),
        ("ana blind", "write B6 in the cell of the bid, or BN for a blind nil, and leave this column out."),
        ("zzz", "table and director, or leave the column out."),
        ("x" * 500, "table and director, or leave the column out."),
    ],
)
def test_an_unknown_header_is_refused_by_name_with_the_nearest(header: str, fix: str) -> None:
    ((line, column, code, detail),) = refused(f"round,player,bid,tricks,{header}\n1,ana,1,1,\n")
    assert (line, column, code) == (1, 25, "unknown_header")
    assert repr(header[:60])[:-1] in detail
    assert detail.endswith(fix)
    # The cells below it are not at fault.
    assert len(refused(f"round,player,bid,tricks,{header}\n1,ana,1,1,7\n")) == 1


@pytest.mark.parametrize(
    ("header", "place", "code"),
    [
        ("round,player,bid", (1, 1), "missing_header"),
        ("player,bid,tricks", (1, 1), "missing_header"),
        ("round,bid,tricks", (1, 7), "nobody_named"),
        ("round,player,bid,tricks,ana bid", (1, 25), "long_and_wide"),
        ("round,player,bid,tricks,books", (1, 25), "repeated_header"),
        ("round,ana bid,ana tricks,blind", (1, 26), "unknown_header"),
        ("round,ana bid,bid (Ana),ben bid,ana tricks", (1, 15), "repeated_header"),
        (",".join(f"p{number} bid" for number in range(201)), (1, 1), "too_many_columns"),
    ],
)
def test_columns_that_do_not_go_together_are_refused(header: str, place: tuple[int, int], code: str) -> None:
    assert (*place, code) in faults(header + "\n")


# Cells.


@pytest.mark.parametrize(
    ("cell", "tricks", "blind"),
    [
        *[("4", 4, False), ("0", 0, False), ("13", 13, False), ("4.0", 4, False), ("4,00", 4, False)],
        *[("N", 0, False), ("nil", 0, False), ("Zero", 0, False)],
        *[("BN", 0, True), ("bn", 0, True), ("Blind Nil", 0, True), ("B6", 6, True), ("b 6", 6, True), ("B0", 0, True)],
    ],
)
def test_a_bid_is_a_number_nil_or_blind(cell: str, tricks: int, *, blind: bool) -> None:
    row = read(LONG.replace("ana,3", f'ana,"{cell}"'))["rounds"][0]
    assert row["bids_by_player"]["ana"] == tricks
    assert row.get("blind_bidders") == (["ana"] if blind else None)


@pytest.mark.parametrize(
    "cell", ["x", "-", "4.5", "55", "-1", "6B", "N4", "4+4", "\N{SUPERSCRIPT TWO}", "nil!", "1" * 99]
)
def test_another_bid_is_refused(cell: str) -> None:
    assert faults(LONG.replace("ana,3", f"ana,{cell}")) == [(2, 7, "not_a_bid")]


def test_a_blind_bid_is_one_in_its_own_cell() -> None:
    ((*place, code, detail),) = refused(LONG.replace("bid,", "bid,blind,"))
    assert (place, code) == ([1, 18], "unknown_header")
    assert detail.endswith("write B6 in the cell of the bid, or BN for a blind nil, and leave this column out.")


@pytest.mark.parametrize(
    ("cell", "value"), [("-30", -30), ("\N{MINUS SIGN}30", -30), ("+51", 51), ("51.0", 51), ("007", 7)]
)
def test_a_number_may_have_a_sign_and_zeros(cell: str, value: int) -> None:
    row = read(wide(f"1,5,5,6,8,{cell}", ",ana+cy points"))["rounds"][0]
    assert row["reported"] == {"points": {"ana+cy": value}}


@pytest.mark.parametrize("cell", ["1e3", "51.5", "(30)", "4 4", "\N{ARABIC-INDIC DIGIT FOUR}", "--3", "1 234"])
def test_another_number_is_refused(cell: str) -> None:
    assert faults(wide(f"1,5,5,6,8,{cell}", ",ana+cy points")) == [(3, 11, "not_a_number")]


def test_numbers_have_bounds() -> None:
    assert faults(wide("1,5,55,6,-1,1000001", ",ana+cy points")) == [
        (3, 5, "out_of_range"),
        (3, 10, "out_of_range"),
        (3, 13, "out_of_range"),
    ]
    for cell in ("12345678", "9" * 5000):
        assert faults(wide(f"1,5,5,6,8,{cell}", ",ana+cy points")) == [(3, 11, "out_of_range")]
    (record,) = NOTATION.read(wide(f"1,5,5,6,8,{'0' * 5000}51", ",ana+cy points")).records
    assert record["rounds"][0]["reported"] == {"points": {"ana+cy": 51}}


def test_decimals_are_noted_once() -> None:
    text = LONG.replace("4\n", "4.0\n").replace("5,5", "5.0,5.0")
    assert read(text) == GAME
    assert notes(text) == [(2, 3, "seats_assumed"), (2, 9, "decimals_dropped")]


def test_all_faults_are_reported_at_once() -> None:
    text = "# team:\nround,player,bid,tricks,trikcs\n1,ana,x,4\nx,ben,1,1\n2,,1,1\n2,cy,1,y\n2,cy,1,1\n"
    assert faults(text) == [
        (1, 8, "not_a_head"),
        (2, 25, "unknown_header"),
        (3, 7, "not_a_bid"),
        (4, 1, "not_a_round"),
        (5, 1, "nobody_named"),
        (6, 8, "not_a_number"),
        (7, 3, "repeated_line"),
    ]
    assert len(faults(LONG + "1,ana,x,x\n" * 99)) == 50


# Rounds.


def test_rounds_are_read_by_their_numbers() -> None:
    one, two = LONG.split("\n", 1)[1], LONG.split("\n", 1)[1].replace("1,", "R2,").replace("ana,3", "ana,4")
    text = LONG.split("\n", 1)[0] + "\n" + two + one
    assert [row["bids_by_player"]["ana"] for row in read(text)["rounds"]] == [3, 4]
    assert "rounds_sorted" in [code for _, _, code in notes(text)]


def test_a_line_without_a_number_belongs_to_the_round_before() -> None:
    text = LONG.replace("1,ben", ",ben").replace("1,cy", ",cy")
    assert read(text) == GAME
    assert notes(text)[1:] == [(3, 2, "round_carried")]


def test_rounds_that_are_missing_are_noted() -> None:
    text = WIDE + "\n1,5,5,6,8\n4,5,5,6,8\n"
    assert read(text)["rounds"] == [SIDES, SIDES]
    assert notes(text) == [(4, 1, "rounds_missing")]


GOES_ON = "# before: ana+cy, 337, 7\n"


@pytest.mark.parametrize(
    ("text", "number", "codes"),
    [
        pytest.param(GOES_ON + WIDE + "\n5,5,5,6,8\n6,5,5,6,8\n", 5, [], id="from a standing, as the rows say"),
        pytest.param(GOES_ON + WIDE + "\n5,5,5,6,8\n7,5,5,6,8\n", 5, ["rounds_missing"], id="with a gap behind it"),
        pytest.param(GOES_ON + WIDE + "\n1,5,5,6,8\n", None, [], id="from 1, where nobody says what that is"),
        pytest.param("# first round: 1\n" + WIDE + "\n1,5,5,6,8\n", 1, [], id="the first of all"),
        pytest.param("# first round: 5\n" + WIDE + "\n5,5,5,6,8\n", 5, [], id="said twice"),
        pytest.param(WIDE + "\n2,5,5,6,8\n", 2, ["rounds_missing"], id="without a standing"),
        pytest.param(
            "# first round: 1000\n" + WIDE.replace("round,", "dealer,") + "\nana,5,5,6,8\n", 1000, [], id="unnumbered"
        ),
    ],
)
def test_a_sheet_that_goes_on_has_the_number_of_its_first_round(
    text: str, number: int | None, codes: list[str]
) -> None:
    assert read(text).get("first_round_number") == number
    assert [code for _, _, code in notes(text) if code != "seats_assumed"] == codes


@pytest.mark.parametrize(
    ("said", "rows", "fault"),
    [
        ("4", "5,5,5,6,8", (4, 1, "figures_disagree")),
        ("2", "1,5,5,6,8", (4, 1, "figures_disagree")),
        *((said, "5,5,5,6,8", (1, 16, "not_a_head")) for said in ("0", "1001", "five", "5, 6", "-1", "5.0")),
        ("", "5,5,5,6,8", (1, 15, "not_a_head")),
    ],
)
def test_the_number_of_the_first_round_is_one_number(said: str, rows: str, fault: tuple[int, int, str]) -> None:
    assert fault in faults(f"# first round: {said}\n{WIDE}\n{rows}\n")


def test_without_numbers_rows_are_counted_and_empty_ones_at_the_end_ignored() -> None:
    text = WIDE.replace("round,", "dealer,") + "\nana,5,5,6,8\nben,5,5,6,8\n,,,,\n"
    assert read(text)["rounds"] == [{**SIDES, "dealer": "ana"}, {**SIDES, "dealer": "ben"}]


def test_a_last_round_without_tricks_is_left_out_and_noted() -> None:
    text = wide("1,5,5,6,8\n2,4,,6,\n3,,,,")
    assert read(text)["rounds"] == [SIDES]
    assert notes(text) == [(4, 1, "round_unfinished")]


@pytest.mark.parametrize(
    ("rows", "place", "code"),
    [
        ("1,5,,6,\n2,5,5,6,8", (3, 1), "no_tricks"),
        ("1,,5,,8", (3, 1), "no_bids"),
        ("1,5,5,6,8\n1,5,5,6,8", (4, 1), "repeated_round"),
        ("0,5,5,6,8", (3, 1), "not_a_round"),
        ("1001,5,5,6,8", (3, 1), "not_a_round"),
        (",5,5,6,8", (3, 1), "not_a_round"),
    ],
)
def test_rounds_that_are_not_whole_are_refused(rows: str, place: tuple[int, int], code: str) -> None:
    assert faults(wide(rows)) == [(*place, code)]


@pytest.mark.parametrize(
    ("text", "lacking", "place"),
    [
        (wide("1,5,8,4,\n2,5,8,4,5"), "ben+dee", (3, 9)),
        (wide("1,5,8,4\n2,5,8,4,5"), "ben+dee", (3, 1)),
        (LONG.replace("dee,5,5", "dee,5,") + LONG.split("\n", 1)[1].replace("1,", "2,"), "dee", (5, 9)),
        (LONG.replace("1,dee,5,5\n", "") + LONG.split("\n", 1)[1].replace("1,", "2,"), "dee", (2, 1)),
        (HEAD + "ana bid,ana tricks,ana+cy tricks,ben+dee tricks\n1,2,,5\n1,2,7,6\n", "ana+cy", (3, 5)),
        (HEAD + "ana bid,ana tricks,ben+dee tricks\n1,2,5\n1,2,7\n", "cy", (3, 1)),
    ],
)
def test_tricks_that_are_not_recorded_are_never_none(text: str, lacking: str, place: tuple[int, int]) -> None:
    said = "Round 1 has no tricks of {!r}: write how many, 0 for none."
    assert (*place, "no_tricks", said.format(lacking)) in refused(text)


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("2,,,,,,ben+dee forfeited the game", 8),
        ("2,,,,,,,ben+dee forfeited the game", 9),
        ("2,ben+dee forfeited the game", 3),
        ("2,,,,ben+dee forfeited", 6),
        (",,,,,,ben+dee forfeited the game", 7),
        ("ben+dee forfeited the game,,,,,,", 1),
    ],
)
def test_a_line_with_nothing_but_a_remark_is_refused_with_what_decides_a_game(row: str, column: int) -> None:
    [(line, *place, detail)] = refused(wide(f"1,5,5,6,8,,\n{row}", ",ana+cy score,notes"))
    assert (line, *place) == (4, column, "remark_alone")
    assert "has nothing but the remark 'ben+dee forfeited" in detail
    assert "a column 'forfeit'" in detail


@pytest.mark.parametrize(
    ("line", "column"), [("2,ben+dee forfeited,,", 3), ("2,,,ben+dee forfeited", 5), (",,ben+dee forfeited,", 3)]
)
def test_a_line_of_a_long_sheet_may_have_nothing_but_a_remark_too(line: str, column: int) -> None:
    [(*place, code, detail)] = refused(f"{LONG}{line}\n")
    assert (place, code) == ([6, column], "remark_alone")
    assert "has nothing but the remark 'ben+dee forfeited': " in detail


@pytest.mark.parametrize(("row", "code"), [("1,talked,5,6,8", "not_a_bid"), ("1,5,talked,6,8", "not_a_number")])
def test_a_remark_in_the_place_of_a_number_is_said_where_to_go(row: str, code: str) -> None:
    [(*_, found, detail)] = refused(wide(row))
    assert found == code
    assert "A remark goes into a column 'note', or into a line of its own that begins with #." in detail
    assert "A remark" not in refused(wide(row.replace("talked", "x")))[0][-1]


def test_a_round_that_has_no_more_than_its_names_is_no_remark() -> None:
    assert read(LONG + "2,ana,,\n2,ben,,\n2,cy,,\n2,dee,,\n") == read(LONG)


@pytest.mark.parametrize(
    ("row", "code"),
    [
        ("2,blind nil", "round_unfinished"),
        ("Final score,,,,", "unmapped"),
        ("2,05. September,,,", "not_a_bid"),
        ("2,five,,,", "not_a_bid"),
    ],
)
def test_what_a_column_may_hold_is_no_remark(row: str, code: str) -> None:
    text = wide(f"1,5,5,6,8\n{row}")
    found = faults(text) if code == "not_a_bid" else notes(text)
    assert [(line, what) for line, _, what in found] == [(4, code)]


def test_a_last_round_with_the_tricks_of_one_side_is_left_out_and_the_cell_noted() -> None:
    text = wide("1,5,5,6,8\n2,5,8,4,")
    assert read(text)["rounds"] == [SIDES]
    (note,) = NOTATION.read(text).notes
    assert note == (4, 9, "round_unfinished", "Round 2 has no tricks of 'ben+dee' yet and is left out.")
    assert faults(wide("1,5,5,6,8\n2,,8,,")) == [(4, 1, "no_bids")]


# Sides and their players.


def test_a_nil_bidder_has_columns_beside_those_of_the_side() -> None:
    text = wide("1,4,5,6,8,N,1", ",cy bid,cy tricks")
    row = read(text)["rounds"][0]
    assert row["bids_by_player"] == {"ana": 4, "cy": 0, "ben+dee": 6}
    assert row["tricks_won"] == {"ana": 4, "cy": 1, "ben+dee": 8}
    assert notes(text) == [(3, 3, "bids_split"), (3, 5, "tricks_split")]


def test_the_bids_of_both_partners_may_share_a_cell() -> None:
    text = wide("1,4+N,5,6/2,8,0", ",cy tricks")
    row = read(text)["rounds"][0]
    assert row["bids_by_player"] == {"ana": 4, "cy": 0, "ben": 6, "dee": 2}
    assert row["tricks_won"] == {"ana": 5, "cy": 0, "ben+dee": 8}
    assert notes(text) == [(3, 3, "bids_in_order"), (3, 7, "tricks_split"), (3, 9, "bids_in_order")]


def test_a_side_that_bid_nil_and_took_none_needs_no_further_column() -> None:
    row = read(wide("1,4+N,0,6,13"))["rounds"][0]
    assert row["tricks_won"] == {"ana": 0, "cy": 0, "ben+dee": 13}


@pytest.mark.parametrize(
    ("row", "columns", "place", "code"),
    [
        ("1,4+N,5,6,8", "", (3, 7), "nil_tricks_missing"),
        ("1,4+N+3,5,6,8", "", (3, 3), "not_a_bid"),
        ("1,4,5,6,8,5", ",cy bid", (3, 3), "bids_disagree"),
        ("1,4,5,6,8,1,2", ",cy bid,ana bid", (3, 3), "bids_disagree"),
        ("1,3+5,5,6,8,2", ",cy bid", (3, 3), "bids_disagree"),
        ("1,N+5,5,6,8,N,0", ",cy bid,cy tricks", (3, 3), "bids_disagree"),
        ("1,4+N,5,6,8,BN,0", ",cy bid,cy tricks", (3, 3), "bids_disagree"),
        ("1,B5,5,6,8,2,3", ",cy bid,ana bid", (3, 3), "bids_disagree"),
        ("1,4,5,6,8,6", ",cy tricks", (3, 5), "tricks_disagree"),
        ("1,4,5,6,8,1,1", ",cy tricks,ana tricks", (3, 5), "tricks_disagree"),
    ],
)
def test_numbers_of_a_side_and_its_players_have_to_agree(
    row: str, columns: str, place: tuple[int, int], code: str
) -> None:
    assert faults(wide(row, columns)) == [(*place, code)]


def test_a_cell_that_contradicts_another_is_refused_with_both_bids() -> None:
    ((*_, detail),) = refused(wide("1,3+5,5,6,8,2", ",cy bid"))
    assert detail == "'cy' bid 5 here, and 2 elsewhere: one of the cells is wrong."


def test_several_bids_in_a_cell_may_stand_beside_those_of_the_players() -> None:
    row = read(wide("1,4+N,5,6,8,0,1", ",cy bid,cy tricks"))["rounds"][0]
    assert row["bids_by_player"] == {"ana": 4, "cy": 0, "ben+dee": 6}


def test_numbers_that_agree_are_those_of_the_players() -> None:
    row = read(wide("1,5,5,6,8,2,3,1,4", ",cy bid,ana bid,cy tricks,ana tricks"))["rounds"][0]
    assert row["bids_by_player"] == {"ana": 3, "cy": 2, "ben+dee": 6}
    assert row["tricks_won"] == {"ana": 4, "cy": 1, "ben+dee": 8}


def test_sides_that_are_called_us_and_them_get_players() -> None:
    text = "round,Us bid,Us tricks,Them bid,Them tricks,Us total\n1,5,5,6,8,50\n"
    assert read(text) == {
        "players": ["Us 1", "Them 1", "Us 2", "Them 2"],
        "teams": [{"name": "Us", "players": ["Us 1", "Us 2"]}, {"name": "Them", "players": ["Them 1", "Them 2"]}],
        "rounds": [
            {
                "bids_by_player": {"Us": 5, "Them": 6},
                "tricks_won": {"Us": 5, "Them": 8},
                "reported": {"score": {"Us": 50}},
            }
        ],
    }
    assert [code for _, _, code in notes(text)] == ["players_assumed", "seats_assumed"]


def test_sides_of_the_compass_have_the_seats_as_players() -> None:
    record = read("round,NS bid,NS tricks,EW bid,EW tricks\n1,5,5,6,8\n")
    assert record["players"] == ["N", "E", "S", "W"]
    assert record["teams"] == [{"name": "NS", "players": ["N", "S"]}, {"name": "EW", "players": ["E", "W"]}]


def test_two_names_alone_may_be_players_or_sides() -> None:
    text = "round,Smith bid,Smith tricks,Jones bid,Jones tricks\n1,5,5,6,8\n"
    ((_, _, code, detail),) = refused(text)
    assert (code, "either two players or two sides" in detail) == ("two_readings", True)
    assert read("# players: Smith, Jones\n" + text)["players"] == ["Smith", "Jones"]
    teams = "# team: Smith, a, b\n# team: Jones, c, d\n"
    assert read(teams + text)["players"] == ["a", "c", "b", "d"]
    # In a column of players they are players.
    assert read("round,player,bid,tricks\n1,Smith,5,5\n1,Jones,6,8\n")["players"] == ["Smith", "Jones"]


def test_teams_and_seats_may_have_columns() -> None:
    text = "round,player,team,seat,bid,tricks,points\n1,ana,A,N,3,4,70\n1,cy,A,S,4,3,\n"
    text += "1,ben,B,E,2,2,50\n1,dee,B,W,3,4,50\n"
    record = read(text)
    assert record["players"] == FOUR
    assert record["teams"] == [{"name": "A", "players": ["ana", "cy"]}, {"name": "B", "players": ["ben", "dee"]}]
    assert record["rounds"][0]["reported"] == {"points": {"A": 70, "B": 50}}
    assert notes(text) == []
    seatless = re.sub("seat,|(?<=,)[NESW],", "", text)
    assert read(seatless) == record
    assert [code for _, _, code in notes(seatless)] == ["seats_assumed"]
    assert faults(text.replace("dee,B,W,3,4,50", "dee,B,W,3,4,51")) == [(5, 15, "figures_disagree")]
    assert faults(text.replace("dee,B,W", "dee,B,N")) == [(5, 9, "not_a_seat")]
    assert faults(text + "2,ana,B,N,3,4,\n") == [(6, 7, "changed_place")]


def test_sides_may_have_lines_of_their_own() -> None:
    text = LONG.replace("tricks\n", "tricks,total\n") + "1,ana+cy,,,134\n1,ben+dee,,,90\n"
    assert read(text)["rounds"] == [{**ROW, "reported": {"score": {"ana+cy": 134, "ben+dee": 90}}}]


def test_names_without_bids_and_tricks_are_sides_whose_players_are_proposed() -> None:
    text = "round,ana bid,ben bid,cy bid,dee bid,ana won,ben won,cy won,dee won,Us total,Them total\n"
    text += "1,3,4,N,5,4,4,0,5,131,90\n"
    ((_, _, code, detail),) = refused(text)
    lines = re.findall(r"'(# team: [^']+)'", detail)
    assert (code, lines) == ("sides_unknown", ["# team: Us, ana, cy", "# team: Them, ben, dee"])
    record = read("\n".join([*lines, text]))
    assert [team["name"] for team in record["teams"]] == ["Us", "Them"]
    assert record["rounds"][0]["reported"] == {"score": {"Us": 131, "Them": 90}}


def test_a_walkover_is_a_sheet_of_teams_and_a_forfeit() -> None:
    text = "# team: Us, ana, cy\n# team: Them, ben, dee\nround,forfeit,reason\n1,Them,Did not come\n"
    record = read(text)
    assert (record["players"], len(record["teams"])) == (["ana", "ben", "cy", "dee"], 2)
    assert record["rounds"] == [{"forfeited_by": "Them", "reason": "Did not come"}]


def test_names_may_stand_in_the_line_above_the_headers() -> None:
    text = "League night,,,,\n,ana+cy,,ben+dee,\nround,bid,books,bid,books\n1,5,5,6,8\n"
    assert read(text)["rounds"] == [SIDES]
    assert notes(text) == [(1, 1, "unmapped"), (2, 1, "names_above"), (3, 7, "seats_assumed")]
    # Of a title, or of names that are not apart, nobody knows whose columns these are.
    for above in ("League night,,,,", ",ana+cy,,ana+cy,", ",,ana+cy,,"):
        assert {code for *_, code in faults(text.replace(",ana+cy,,ben+dee,", above))} == {
            *("repeated_header", "nobody_named")
        }


def test_a_sheet_that_names_no_column_of_bids_says_what_to_write_and_where() -> None:
    text = "League night\nRound;ana;ben;cy;dee;Us;Them\n1;3/4;4/4;N/0;5/5;131;90\n"
    ((*place, code, detail),) = refused(text)
    assert (place, code) == ([2, 1], "no_header")
    assert "'ana bid' and 'ana tricks', or 'ana bid/took' if its cells are like 3/4, and 'Them total'" in detail
    assert faults("1;3/4;4/4;N/0;5/5\n") == [(1, 1, "no_header")]


def test_a_place_is_also_the_cell_of_a_spreadsheet() -> None:
    text = '# players: ana, ben\nround,"a\nb note",ana bid\n1,"x",4\n2'
    cell_at = cells_of(text)
    places = [(1, 5), (2, 1), (2, 9), (3, 9), (4, 1), (4, 7), (5, 1)]
    assert [cell_at(*place) for place in places] == ["", "A2", "B2", "C2", "A3", "C3", "A4"]
    assert cells_of(",".join("x" * 30))(1, 59) == "AD1"


def test_figures_of_players_need_a_word_on_who_are_partners() -> None:
    text = "round,player,bid,tricks,points\n" + "".join(f"1,{name},3,3,30\n" for name in FOUR)
    ((*place, code, detail),) = refused(text)
    assert (place, code) == ([2, 3], "sides_unknown")
    assert detail.endswith("a line '# team: Us, ana, cy' for each side, or '# sides: each alone' if there are none.")
    # A cell that can't be read hides nothing of that: one run says both.
    assert [fault[2] for fault in refused(text.replace("ben,3,3", "ben,4-Mar,3"))] == ["sides_unknown", "not_a_bid"]
    alone = read(HEAD + "# sides: each alone\n" + text)["rounds"][0]["reported"]
    assert alone == {"points": dict.fromkeys(FOUR, 30)}
    named = read("# team: Us, ana, cy\n# team: Them, ben, dee\n" + text)["rounds"][0]["reported"]
    assert named == {"points": {"Us": 30, "Them": 30}}
    assert read(text.replace("points", "note"))["players"] == FOUR


def test_a_name_is_the_same_in_another_spelling_and_a_stranger_is_refused() -> None:
    text = HEAD + LONG.replace("\n1,ana", "\n1,ANA")
    assert read(text)["players"] == FOUR
    dealt = HEAD + LONG.replace("tricks\n", "tricks,dealer\n").replace("3,4\n", "3,4,DEE\n")
    assert read(dealt)["rounds"][0]["dealer"] == "dee"
    assert refused(dealt.replace("DEE", "deee"))[0][2:] == (
        "unknown_name",
        "'deee' is not at the table: is 'dee' meant?",
    )
    assert refused(HEAD + LONG.replace("cy", "si"))[0][2:] == (
        "unknown_name",
        "'si' is not at the table: the players are ana, ben, cy and dee.",
    )


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("round,player,bid,tricks\n1,ana,1,1\n", "players"),
        ("round,player,bid,tricks\n" + "".join(f"1,p{number},1,1\n" for number in range(7)), "players"),
        ("round,player,bid,tricks\n" + "".join(f"1,p{number},1,1\n" for number in range(20)), "players"),
        ("round,player,bid,tricks\n1,ana,1,1\n1," + "x" * 65 + ",1,1\n", "players"),
        ("round,player,bid,tricks\n", "nobody_named"),
        (HEAD + "# team: A, ana, ben\n# team: B, ana, cy\n" + LONG, "players"),
        (HEAD + "# team: A, ana, eve\n" + LONG, "unknown_name"),
        ("round,Us bid,Us tricks,ana+cy bid,ana+cy tricks\n1,1,1,1,1\n", "side_unknown"),
        ("round,player,team,bid,tricks\n1,ana,A,1,1\n1,,B,1,1\n", "side_unknown"),
        ("# team: A, ana, ben\nround,player,team,bid,tricks\n1,ana,A,1,1\n1,cy,A,1,1\n", "team_disagrees"),
    ],
)
def test_people_who_cannot_be_seated_are_refused(text: str, code: str) -> None:
    assert code in [found for _, _, found in faults(text)]


# Figures.


def test_bags_are_the_running_count() -> None:
    rows = "1,5,7,4,6,{}\n2,5,6,4,7,{}\n3,6,5,7,8,{}"
    running = wide(rows.format(2, 3, 3), ",ana+cy bags")
    assert [row["reported"] for row in read(running)["rounds"]] == [{"bags": {"ana+cy": bags}} for bags in (2, 3, 3)]
    assert notes(running) == [(2, 59, "bags_running")]
    # A wrong number in a sheet is there to be found, and the note says how those of each round are written.
    each = wide(rows.format(2, 1, 0), ",ana+cy sandbags")
    assert [row["reported"]["bags"]["ana+cy"] for row in read(each)["rounds"]] == [2, 1, 0]
    assert NOTATION.read(each).notes[0].detail.endswith("call those of each round 'new bags'.")
    said = wide(rows.format(2, 1, 0), ",ana+cy running bags")
    assert [row["reported"]["bags"]["ana+cy"] for row in read(said)["rounds"]] == [2, 1, 0]
    assert notes(said) == []
    gained = wide(rows.format(2, 1, 0), ",ana+cy bags gained")
    assert all("reported" not in row for row in read(gained)["rounds"])
    assert [code for _, _, code in notes(gained)] == ["unmapped"]


def test_score_is_the_running_score() -> None:
    alone = wide("1,5,5,6,8,50", ",ana+cy score")
    assert read(alone)["rounds"][0]["reported"] == {"score": {"ana+cy": 50}}
    assert notes(alone) == [(2, 59, "score_read")]
    ((*place, code, detail),) = refused(wide("1,5,5,6,8,50,350", ",ana+cy score,ana+cy total"))
    assert (place, code) == ([2, 59], "repeated_header")
    assert detail == "'ana+cy score' means the same as 'total': call the points of each round 'points'."


# Labels and heads.


def test_labels_belong_to_the_round_or_to_the_game() -> None:
    text = "# label: hall, 2\n" + LONG.replace("tricks\n", "tricks,table,event\n").replace("3,4\n", "3,4,7,Open\n")
    record = read(text)
    assert record["labels"] == {"hall": "2"}
    assert record["rounds"][0]["labels"] == {"table": "7", "event": "Open"}
    long_label = text.replace("Open", "x" * 129)
    assert read(long_label)["rounds"][0]["labels"] == {"table": "7"}
    assert "unmapped" in [code for _, _, code in notes(long_label)]
    assert faults(text.replace("ben,4,4", "ben,4,4,8")) == [(4, 11, "figures_disagree")]


def test_heads_say_what_columns_cannot() -> None:
    text = "#players:dee,ana,ben,cy\n# Ruleset: pagat\n# first dealer: Cy\n# before: ben+dee, -20, , 1\n" + LONG
    record = read(text)
    assert record["players"] == ["dee", "ana", "ben", "cy"]
    assert (record["ruleset"], record["first_dealer"]) == ("pagat", "cy")
    assert record["before"] == {"dee+ben": {"score": -20, "sets": 1}}


@pytest.mark.parametrize(
    ("head", "code"),
    [
        ("# team: Us", "not_a_head"),
        ("# team: Us, a, b, c, d, e, f, g", "not_a_head"),
        ("# sides: partners", "not_a_head"),
        ("# ruleset: a, b", "not_a_head"),
        ("# first dealer:", "not_a_head"),
        ("# label: table", "not_a_head"),
        ("# before: ana+cy, x", "not_a_head"),
        ("# before: ana+cy, 1, -1", "not_a_head"),
        ("# before: ana+cy, 1, 2, 3, 4, 5, 6", "not_a_head"),
        ('# players: "ana, ben', "not_a_list"),
        ("# sides: each alone\n# sides: each alone", "repeated_head"),
        ("# first dealer: eve", "unknown_name"),
    ],
)
def test_heads_that_cannot_be_read_are_refused(head: str, code: str) -> None:
    assert [found for _, _, found in faults(f"{head}\n{LONG}")] == [code]


def test_labels_that_are_too_many_or_too_long_are_noted() -> None:
    heads = "".join(f"# label: l{number}, {number}\n" for number in range(12)) + f"# label: long, {'x' * 129}\n"
    assert len(read(heads + LONG)["labels"]) == 10
    assert [code for _, _, code in notes(heads + LONG)][:3] == ["unmapped"] * 3


@pytest.mark.parametrize(
    ("heads", "place"),
    [
        ("# label: table, 4\n# label: table, 5\n", (2, 10)),
        ("# before: ana, 300\n# before: ben, 10\n# before: ana, 20\n", (3, 11)),
        ("# before: ana, 300\n# before: ANA, 20\n", (2, 11)),
    ],
)
def test_a_second_head_for_the_same_is_refused(heads: str, place: tuple[int, int]) -> None:
    assert faults(heads + LONG) == [(*place, "repeated_head")]


def test_a_standing_is_that_of_a_side_at_the_table() -> None:
    row = "1,5,5,6,8"
    for written, name in [
        ("ana+cy", "ana+cy"),
        ("ANA+CY", "ana+cy"),
        ("cy+ana", "ana+cy"),
        ("Cy", "ana+cy"),
        ("ben+dee", "ben+dee"),
    ]:
        assert read(f"# before: {written}, 337, 7\n{wide(row)}")["before"] == {name: {"score": 337, "bags": 7}}
    assert refused(f"# before: ana+cyy, 337\n{wide(row)}") == [
        (1, 11, "unknown_name", "'ana+cyy' is not at the table: is 'ana+cy' meant?")
    ]
    twice = f"# before: ana, 337\n# before: cy, 1\n{wide(row)}"
    assert faults(twice) == [(2, 11, "repeated_head")]


def test_every_side_of_which_a_number_was_split_is_noted() -> None:
    columns = "round,ana+cy bid,ana bid,ben+dee bid,ben bid,ana+cy tricks,ben+dee tricks\n"
    found = NOTATION.read(HEAD + columns + "1,5,3,6,2,6,7\n2,5,2,6,2,6,7\n")
    assert [note.detail for note in found.notes if note.code == "bids_split"] == [
        "Of the bids of 'ana+cy', those that are not the partner's are read as those of 'cy' (2 times).",
        "Of the bids of 'ben+dee', those that are not the partner's are read as those of 'dee' (2 times).",
    ]


def test_a_list_that_cannot_be_read_is_refused_in_words_of_its_own() -> None:
    ((*place, code, detail),) = refused('# players: ana, "ben\n' + LONG)
    assert (place, code) == ([1, 12], "not_a_list")
    assert detail.startswith("This list cannot be read: write commas between texts")


def test_too_many_players_are_refused_at_their_line() -> None:
    assert faults("# players: a,b,c,d,e,f,g\n" + LONG) == [(1, 12, "players")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("bid,tricks," + "score," * 80_000, "too_many_columns"),
        ("bid,tricks," + "a score," * 60_000, "too_many_columns"),
        ("bid,tricks," + ",".join(f"a{number} score" for number in range(40_000)), "too_many_columns"),
        ("bid,tricks," + "x y z w v u t s," * 30_000, "too_many_columns"),
        ("bid,tricks," + f"{'bd ' * 52}," * 3_000, "too_many_columns"),
        ("\n".join(["score;" * 10_000] * 8), "too_many_columns"),
        (
            "# players: " + "ana," * 120_000 + "\nround," + ",".join(f"{x}+b+c+d+e+f bid" for x in "abcdefghijkl"),
            "players",
        ),
        (
            "round,player,bid,tricks,points\n" + "".join(f"{n % 200 + 1},p{n},1,1,1\n" for n in range(25_000)),
            "players",
        ),
        ("bid,tricks," + '"x" ,' * 100_000, "too_many_columns"),
        ("bid,tricks," + '"x"y,' * 100_000, "text_after_quote"),
    ],
)
def test_hostile_headers_are_refused_with_work_in_proportion(text: str, code: str) -> None:
    """A comparison of every header with every other would take thousands of calls for each character."""
    assert len(text) < 2**19
    assert calls_in(lambda: NOTATION.evidence(text)) < 10 * len(text)
    assert calls_in(lambda: faults(text)) < 10 * len(text)
    assert {each for _, _, each in faults(text)} == {code}


# What it is known by.


def test_it_is_known_by_headers_for_bids_and_tricks() -> None:
    for text in (LONG, WIDE, "Title\n\n" + LONG.replace(",", ";"), "x bid,y books\n"):
        assert NOTATION.evidence(text) == "it has a line of headers with bids and tricks"


@pytest.mark.parametrize("line", ["Round,Player,Bid,Made", "Hand;a+c bid;Made;b+d bid;Zonk", "team,side no,took,round"])
def test_a_table_with_an_unknown_header_is_known_by_the_others(line: str) -> None:
    assert NOTATION.evidence(f"{line}\n") == "most of its headers are those of a score sheet"
    assert "unknown_header" in [code for _, _, code in faults(f"{line}\n")]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "bid,and,round,then,so on\n",
        '{"round, bid, player, etc."}\n',
        "round,player,bid\n",
        "pagat; N E S W; dealer W\nN 2  E 5  S nil  W 1\n",
        '[Deal "N:A.K.Q.J - - -"]\n',
        "% a round\n",
        "12, 4, 5\n",
        "bid and tricks, and so on\n",
        "pn|bid,tricks|md|1SA,,,|",
        '{"bids": [], "tricks_won": {}}',
        "# bid, tricks\n",
    ],
)
def test_other_texts_are_no_evidence(text: str) -> None:
    assert NOTATION.evidence(text) is None
