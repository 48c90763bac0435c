"""Games written as score sheets in CSV, and read back."""

from __future__ import annotations

import csv
import io
import random
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.media_types import as_meant, harmless
from service.notations.csv_sheet import NOTATION
from service.notations.model import UnreadableText, UnwritableRecord, WrittenText
from tests.notations.csv_sheet.random_games import Game, games
from tests.notations.spoilt_texts import assert_reads_large_texts_in_time, read_or_refused, spoilt
from tests.notations.texts import TEXTS
from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import row
from tests.spades.builders.random_players import MANY

FOUR = ["ana", "ben", "cy", "dee"]
ROW: Game = {
    "bids_by_player": {"ana": 3, "ben": 4, "cy": 0, "dee": 6},
    "blind_bidders": ["cy", "dee"],
    "tricks_won": {"ana": 4, "cy": 0, "ben+dee": 9},
    "dealer": "dee",
    "reported": {"points": {"ana+cy": 31, "ben+dee": -100}, "score": {"ana+cy": 231}, "bags": {"ana+cy": 1}},
    "labels": {"table": "4, by the door"},
}
GAME: Game = {
    "ruleset": "pagat",
    "players": FOUR,
    "first_dealer": "dee",
    "labels": {"hall": "2"},
    "before": {"ana+cy": {"score": 200, "sets": 1}},
    "rounds": [ROW],
}
SHEET = """\
# ruleset: pagat
# players: ana,ben,cy,dee
# first dealer: dee
# label: hall,2
# before: ana+cy,200,,1
round,dealer,table,ana bid,ben bid,cy bid,dee bid,ana tricks,cy tricks,ben+dee tricks,\
ana+cy points,ana+cy total,ana+cy running bags,ben+dee points
1,dee,"4, by the door",3,4,B0,B6,4,0,9,31,231,1,-100
"""


def write(record: Game) -> WrittenText:
    assert NOTATION.write is not None
    return NOTATION.write(record)


def read(text: str) -> Game:
    (record,) = NOTATION.read(text).records
    return record


def refusals(record: Game) -> list[str]:
    with pytest.raises(UnwritableRecord) as refused:
        write(record)
    return [fault.pointer for fault in refused.value.faults]


def game(*rounds: Game, **members: object) -> Game:
    return {"players": FOUR, "rounds": list(rounds), **members}


def test_a_game_is_written_wide_with_all_that_it_has() -> None:
    assert write(GAME) == WrittenText(SHEET)
    assert read(SHEET) == GAME
    assert NOTATION.read(SHEET).notes == ()
    assert NOTATION.evidence(SHEET)


def test_names_that_no_header_can_hold_are_written_long() -> None:
    record = game(
        {
            "bids_by_player": {"bid.": 3, "ben": 4},
            "tricks_won": {"bid.": 4, "ben": 9, "cy": 0, "dee": 0},
            "reported": {"points": {"ben+dee": 9}},
            "dealer": "ben",
        },
        players=["bid.", "ben", "cy", "dee"],
    )
    written = write(record)
    assert written.text == (
        "# players: bid.,ben,cy,dee\n"
        "round,player,team,bid,tricks,points,dealer\n"
        "1,bid.,,3,4,,ben\n"
        "1,ben,,4,9,,\n"
        "1,cy,,,0,,\n"
        "1,dee,,,0,,\n"
        "1,,ben+dee,,,9,\n"
    )
    assert read(written.text) == record


def test_tricks_go_to_a_player_whose_name_means_nobody_elsewhere() -> None:
    moved = {"team": "ana", "tricks": -1, "to": "-", "reason": "Talked"}
    players = ["ana", "-", "cy", "dee"]
    won = {"ana": 4, "-": 3, "cy": 3, "dee": 3}
    record = game({"bids_by_player": dict.fromkeys(players, 3), "tricks_won": won, "adjustments": [moved]})
    assert read(write(record | {"players": players}).text)["rounds"][0]["adjustments"] == [moved]


def test_who_has_nothing_but_an_adjustment_in_the_last_round_is_no_remark() -> None:
    """A player for whom somebody else sat down, and who is in no other line of the sheet; it is long for its names."""
    players, won = ["0", "1", "9", ":", ";", "00"], {"0": 2, "1": 2, "9": 2, ":": 0, "00": 2, "cy": 0}
    void = {"void": True, "reason": "Misdeal", "substitutions": [{"out": ";", "in": "cy"}]}
    void["reported"] = {"bags": {"0": 0}}
    adjusted = {"team": ";", "points": -10, "reason": "Left without a word"}
    last = {"bids_by_player": {"0": 3}, "tricks_won": won, "adjustments": [adjusted], "time_called": True}
    record = game(void, last) | {"players": players}
    written = write(record).text
    assert "2,;,,,,-10,Left without a word" in written
    assert read(written) == record


@MANY
@given(games())
def test_a_written_game_reads_back_unchanged(record: Game) -> None:
    written = write(record)
    assert written.losses == ()
    assert read(written.text) == record
    # Reading what is canonical leaves no choice, and writing it again changes nothing.
    assert NOTATION.read(written.text).notes == ()
    assert write(read(written.text)) == written


RUN = re.compile(r"[\s\"]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")
NUMBER = re.compile("-?[0-9]+")
BEGINNINGS = (
    *("=", "+", "-", "@", "'=", "''-", "'@", "\uff1d", ' "=', "'"),
    *("x;=", "x;;'@", "x|-", "x\t=", "x; +", 'x";=', ';"=', "x,=", 'x,"', "x,", "x;\t=", "=;=", "x;'"),
)


def run_in(text: str) -> list[str]:
    """Return the cells of a sheet that a spreadsheet runs, which knows nothing of lines with #, wherever it is opened.

    A comma separates cells in some countries, a semicolon in others; a tab or a bar where somebody has chosen it.
    """
    return [
        cell
        for separator in ",;\t|"
        for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator)
        for cell in row
        if RUN.match(cell) and not NUMBER.fullmatch(cell) and (separator == "," or cell[:1] != "\n")
    ]


@given(games())
def test_no_spreadsheet_runs_a_cell_of_a_written_game(record: Game) -> None:
    assert run_in(write(record).text) == []


HOSTILE = st.text(st.sampled_from("=+-@'\"\t\r\n\uff1d ,;|a1")) | st.text()


@MANY
@given(HOSTILE, HOSTILE)
def test_whatever_is_made_harmless_comes_back_and_is_run_nowhere(text: str, beside: str) -> None:
    cell = harmless(text)
    assert as_meant(cell) == text
    assert cell.replace("'", "") == text.replace("'", "")
    file = io.StringIO(newline="")
    csv.writer(file).writerow(["1", cell, harmless(beside), "2"])
    assert run_in(file.getvalue()) == []


@pytest.mark.parametrize("text", ["a;b", "Anne-Marie", "ana+cy", "1;2", "a, b", "O'Brien", "x = 1", "4, by the door"])
def test_what_nothing_runs_is_as_it_was(text: str) -> None:
    assert harmless(text) == text


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_every_text_of_a_sheet_comes_back_and_none_is_run(beginning: str) -> None:
    name, reason = (
        f"{beginning}1,{beginning}2+{beginning}3".replace("+", "x").strip(),
        f"{beginning}HYPERLINK(1)".strip(),
    )
    ana, ben = f"{name}ana", f"{name}ben"
    record = {
        **game(
            {
                "substitutions": [{"out": ben, "in": f"{name}eve"}],
                "bids_by_player": {ana: 3, "cy": 2},
                "tricks_won": {ana: 4, f"{name}eve": 3, "cy": 4, "dee": 2},
                "dealer": ana,
                "adjustments": [{"team": "Us", "points": -50, "reason": reason}],
                "reported": {"points": {"Us": -70}},
                "labels": {"event": reason},
            },
            {"void": True, "reason": reason},
            {"forfeited_by": name, "reason": reason},
        ),
        "players": [ana, ben, "cy", "dee"],
        "teams": [{"name": name, "players": [ben, "dee"]}, {"name": "Us", "players": [ana, "cy"]}],
        "ruleset": name,
        "first_dealer": ben,
        "labels": {name: reason},
        "before": {name: {"score": -337}},
    }
    written = write(record)
    assert written.losses == ()
    assert read(written.text) == record
    assert run_in(written.text) == []
    assert {"-50", "-70", "-337"} <= {cell for row in csv.reader(io.StringIO(written.text)) for cell in row}


def test_a_name_that_is_a_number_is_a_text_like_any_other() -> None:
    record = game({"bids_by_player": {"-5": 3}, "tricks_won": {"-5": 13, "ben": 0, "cy": 0, "dee": 0}, "dealer": "-5"})
    record["players"] = ["-5", "ben", "cy", "dee"]
    written = write(record)
    assert not re.search("(?<![']),-5|^-5|,-5", written.text, re.MULTILINE)
    assert read(written.text) == record
    assert NOTATION.evidence(written.text)


@pytest.mark.parametrize("seed", range(30))
def test_a_sheet_with_the_right_figures_is_found_right_and_one_with_a_wrong_one_wrong(seed: int) -> None:
    """Whatever the engine scores goes through CSV unchanged: rounds, standing and all."""
    chance = random.Random(seed)
    rounds = [_round(chance) for _ in range(8)]
    record: Game = {"ruleset": "pagat", "players": FOUR, "first_dealer": "dee", "rounds": rounds}
    scored = ask("scoreGame", record)
    for each, ruled in zip(rounds, scored["rounds"], strict=True):
        sides = {side["team"]: side for side in ruled["teams"]}
        each["reported"] = {
            "points": {team: side["points"] for team, side in sides.items()},
            "score": {team: side["after"]["score"] for team, side in sides.items()},
            "bags": {team: side["after"]["bags"] for team, side in sides.items()},
        }
    audited = ask("auditGame", read(write(record).text))
    assert "first_error" not in audited
    number = chance.randrange(8)
    rounds[number]["reported"]["points"]["ana+cy"] += 10
    audited = ask("auditGame", read(write(record).text))
    assert audited["first_error"]["round"] == number + 1


def _round(chance: random.Random) -> Game:
    cards = [chance.randrange(4) for _ in range(13)]
    return {
        "bids_by_player": {name: chance.randrange(1, 5) for name in FOUR},
        "tricks_won": {name: cards.count(seat) for seat, name in enumerate(FOUR)},
    }


def test_what_a_sheet_has_no_place_for_is_reported_as_lost() -> None:
    record = game(
        {**row(0, 5), "tricks_won": {"ana+cy": 6, "ben+dee": 7}, "labels": {"wind": "west", "date": " 1 "}},
        {**ROW, "blind_bidders": ["cy"], "hands": {}, "reported": {"tricks_won": {"ana": 4}}},
        ruleset={"name": "pagat"},
        labels={"two": "a\nb", "ok": "1"},
        claim=1,
    )
    written = write(record)
    assert [loss.pointer for loss in written.losses] == [
        "#/claim",
        "#/labels/two",
        "#/rounds/0/bids",
        "#/rounds/0/labels/date",
        "#/rounds/0/labels/wind",
        "#/rounds/1/hands",
        "#/rounds/1/reported/tricks_won",
        "#/ruleset",
    ]
    assert read(written.text)["rounds"][0]["bids_by_player"] == {"ana": 3, "ben": 3, "cy": 2, "dee": 2}


def test_bids_in_order_may_be_blind_or_of_a_team() -> None:
    bids = [{"team": "ben+dee", "tricks": 4}, {"team": "ana+cy", "tricks": 7, "blind": True}]
    written = write(game({"bids": bids, "tricks_won": {"ana+cy": 13}}))
    (back,) = read(written.text)["rounds"]
    assert back["bids_by_player"] == {"ana+cy": 7, "ben+dee": 4}
    assert back["blind_bidders"] == ["ana+cy"]


@pytest.mark.parametrize(
    ("bids", "won", "written"),
    [
        ({"ana": 4, "cy": 0, "ben+dee": 6}, {"ana": 13}, {"ana": 13, "cy": 0, "ben+dee": 0}),
        ({"ana+cy": 7, "ben+dee": 6}, {"ben+dee": 13}, {"ana+cy": 0, "ben+dee": 13}),
        ({"ana+cy": 7, "ben": 6, "dee": 0}, {"ana+cy": 13}, {"ana+cy": 13, "ben": 0, "dee": 0}),
    ],
)
def test_whoever_a_record_does_not_name_won_no_tricks_and_is_written_so(bids: Game, won: Game, written: Game) -> None:
    (back,) = read(write(game({"bids_by_player": bids, "tricks_won": won})).text)["rounds"]
    assert back == {"bids_by_player": bids, "tricks_won": written}


def changed(**members: object) -> Game:
    return {**ROW, **members}


TEAMS = [{"name": "Us", "players": ["ana", "cy"]}]


@pytest.mark.parametrize(
    ("record", "pointer"),
    [
        ({"players": FOUR, "tricks": []}, "#/tricks"),
        ({"players": FOUR, "tricks_won": {}}, "#/rounds"),
        (game({**ROW, "tricks": []}), "#/rounds/0/tricks"),
        (game(changed(tricks_won={})), "#/rounds/0"),
        (game(changed(bids_by_player={}, blind_bidders=[])), "#/rounds/0"),
        (game(changed(blind_bidders=["ana+cy"])), "#/rounds/0/blind_bidders"),
        (game(changed(bids=[{"player": "ana", "tricks": 1}] * 2)), "#/rounds/0/bids"),
        (game(changed(tricks_won={"ana": 1, "ana+cy": 2})), "#/rounds/0"),
        (game(changed(dealer="eve")), "#/rounds/0/dealer"),
        (game(changed(reported={"points": {"ana": 1, "ben+dee": 2, "ana+cy": 3}})), "#/rounds/0/reported/points/ana"),
        (game(changed(reported={"points": {"cy+ana": 1}})), "#/rounds/0/reported/points/cy+ana"),
        (game(ROW, before={"eve": {}}), "#/before/eve"),
        (game(ROW, first_dealer="eve"), "#/first_dealer"),
        (game(ROW, teams=TEAMS), "#/teams"),
        (game(ROW, players=["a+b", *FOUR[1:]]), "#/players/0"),
        (game(ROW, players=[" ana", *FOUR[1:]]), "#/players/0"),
        (game(ROW, players=["a\nb", *FOUR[1:]]), "#/players/0"),
        (game(ROW, players=["ANA", *FOUR]), "#/players"),
        (game(ROW, ruleset="a\nb"), "#/ruleset"),
        (game(ROW, first_dealer="a\nb"), "#/first_dealer"),
    ],
)  # fmt: skip
def test_what_no_sheet_can_hold_is_not_written(record: Game, pointer: str) -> None:
    assert pointer in refusals(record)


def test_a_round_with_a_log_is_refused_for_its_cards() -> None:
    assert NOTATION.write is not None
    with pytest.raises(UnwritableRecord, match="#/tricks: A score sheet has no place for cards"):
        NOTATION.write({"players": FOUR, "tricks": []})


def test_spoilt_texts_are_read_or_refused_and_nothing_else() -> None:
    long = "round;player;team;seat;bid;blind;tricks;score;bags\n1;ana;A;N;3;no;4;70;1\n"
    long += "1;ben;B;E;N;yes;0;;\n1;cy;A;S;3;;4;70;\n"
    wide = 'Title\nround,Us bid,Us tricks,Them bid,"Them, tricks",Us score,Us points\n'
    wide += "1,4,5,6,8,41,41\n2,4+N,5,6,8,41,82\ntotal,,\n"
    outcomes = []
    for seed, text in enumerate((SHEET, long, wide, *TEXTS["csv"])):
        for each in spoilt(text, 1500, seed):
            read = read_or_refused(NOTATION, each)
            outcomes.append(read is None)
            if read is not None:
                _written_or_refused(read.records[0])
    assert {True, False} == {*outcomes}


def _written_or_refused(record: Game) -> None:
    """Write what was read; if a sheet can hold it all, it reads back unchanged."""
    try:
        written = write(record)
    except UnwritableRecord as refused:
        written = None
        faults = refused.faults
    if written is None:
        assert faults
    elif not written.losses:
        assert read(written.text) == record


def test_large_texts_take_time_in_proportion() -> None:
    header, line = "round,player,bid,tricks\n", "1,ana,3,4\n"
    pieces: list[Any] = [
        "a bid,",
        ",",
        '"',
        '""',
        "\n",
        "#",
        "# team: a,b\n",
        "# label: a,b\n",
        "ana+",
        "round,player,bid,tricks\n",
    ]
    lines = [line, "x,y\n", ",,,\n", "1,a,9,9\n2,b,x\n", '1,"a\nb",3,4\n', '"', "1,a+b+c,1,1\n", "# x\n", "7,ana,3,4\n"]
    assert_reads_large_texts_in_time(NOTATION, *pieces)
    for each in lines:
        read_or_refused(NOTATION, header + each * (60_000 // len(each)))
    names = "".join(f"1,p{number},1,1\n" for number in range(6000))
    for text in (
        header + names,
        "# players: " + "a," * 30_000 + "\n" + header,
        "round," + "".join(f"p{n} bid," for n in range(9000)),
    ):
        read_or_refused(NOTATION, text)


def test_a_game_without_rounds_is_a_header() -> None:
    assert write(game()).text == "# players: ana,ben,cy,dee\nround,player,team,bid,tricks\n"
    assert read(write(game()).text) == game()


def test_a_sheet_of_two_hundred_rounds_is_read_and_one_more_is_not() -> None:
    text = "# players: ana, ben\nround,ana bid,ana tricks,ben tricks\n" + "".join(
        f"{n},1,2,11\n" for n in range(1, 201)
    )
    assert len(read(text)["rounds"]) == 200
    with pytest.raises(UnreadableText, match="at most 200 rounds"):
        NOTATION.read(text + "201,1,2,11\n")


def test_a_sheet_that_goes_on_is_numbered_from_its_first_round() -> None:
    text = write(game(ROW, ROW, first_round_number=999)).text
    assert [line.split(",")[0] for line in text.splitlines()[-2:]] == ["999", "1000"]
    assert read(text)["first_round_number"] == 999
    assert refusals(game(ROW, ROW, first_round_number=1000)) == ["#/first_round_number"]


def test_a_name_on_two_lines_is_refused_where_it_is() -> None:
    assert refusals(game(ROW, ruleset="pagat", first_dealer="a\nb")) == ["#/first_dealer", "#/first_dealer"]


def test_a_standing_of_a_player_with_a_side_is_not_written() -> None:
    row = {"bids_by_player": dict.fromkeys(FOUR, 3), "tricks_won": dict.fromkeys(FOUR, 3)}
    team = {"name": "Us", "players": ["ana", "cy"]}
    standing = {"ana": {"score": 10}}
    assert refusals(game(row, teams=[team], before=standing)) == ["#/before/ana"]
    assert "# before: ana,10" in write(game(row, before=standing)).text
