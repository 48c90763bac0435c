"""Games written as score sheets in CSV: no spreadsheet runs a cell of them, and what the engine scores comes back."""

from __future__ import annotations

import csv
import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.media_types import as_meant, harmless
from service.notations.csv_sheet.columns import COLUMNS, Header, header_meant
from service.notations.registry import read, write
from tests.notations.csv_sheet.random_games import Game, games
from tests.spades.builders.asking import ask
from tests.spades.builders.random_players import MANY

FOUR = ["ana", "ben", "cy", "dee"]
RUN = re.compile(r"[\s\"]*[=+\-@\uff0b\uff0d\uff1d\uff20]|[\t\r\n]")
NUMBER = re.compile("-?[0-9]+")


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
    assert run_in(write(record, "csv").text) == []


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


def test_what_nothing_runs_is_as_it_was() -> None:
    for text in ("a;b", "Anne-Marie", "ana+cy", "1;2", "a, b", "O'Brien", "x = 1", "4, by the door"):
        assert harmless(text) == text


def test_a_number_is_none_that_a_spreadsheet_runs_and_a_name_like_one_is_a_text() -> None:
    row = {
        "bids_by_player": {"-5": 3},
        "tricks_won": {"-5": 13, "ben": 0, "cy": 0, "dee": 0},
        "dealer": "-5",
        "adjustments": [{"team": "-5+cy", "points": -50, "reason": "=HYPERLINK(1)"}],
        "reported": {"points": {"-5+cy": -70}},
    }
    record = {"players": ["-5", "ben", "cy", "dee"], "before": {"-5+cy": {"score": -337}}, "rounds": [row]}
    text = write(record, "csv").text
    assert read(text)[1].records == (record,)
    cells = {cell for line in csv.reader(io.StringIO(text)) for cell in line}
    assert {"-50", "-70", "-337", "'-5"} <= cells
    assert "-5" not in cells


@pytest.mark.parametrize("seed", range(8))
def test_a_sheet_with_the_right_figures_is_found_right_and_one_with_a_wrong_one_wrong(seed: int) -> None:
    """Whatever the engine scores goes through CSV unchanged: rounds, decisions, standing and all."""
    chance = random.Random(seed)
    rounds: list[Game] = []
    for _ in range(8):
        won = [chance.randrange(4) for _ in range(13)]
        bids = {name: chance.randrange(1, 5) for name in FOUR}
        rounds.append({"bids_by_player": bids, "tricks_won": {name: won.count(at) for at, name in enumerate(FOUR)}})
    rounds[1]["adjustments"] = [{"team": "ana+cy", "points": -50, "reason": "Late; sorry"}]
    rounds[2] |= {"void": True, "reason": "Cards exposed"}
    rounds[3]["substitutions"] = [{"out": "cy", "in": "eve"}]
    for row in rounds[3:]:
        for member in ("bids_by_player", "tricks_won"):
            row[member]["eve"] = row[member].pop("cy")
    record: Game = {"ruleset": "pagat", "players": FOUR, "first_dealer": "dee", "rounds": rounds}
    for row, ruled in zip(rounds, ask("scoreGame", record)["rounds"], strict=True):
        sides = {side["team"]: side for side in ruled["teams"]}
        row["reported"] = {
            "points": {team: side["points"] for team, side in sides.items()},
            "score": {team: side["after"]["score"] for team, side in sides.items()},
            "bags": {team: side["after"]["bags"] for team, side in sides.items()},
        }
    (back,) = read(write(record, "csv").text)[1].records
    audited = ask("auditGame", back)
    assert "first_error" not in audited
    assert [finding["code"] for ruling in audited["rounds"] for finding in ruling["findings"]] == []
    number = chance.randrange(8)
    rounds[number]["reported"]["points"]["ana+cy"] += 10
    audited = ask("auditGame", read(write(record, "csv").text)[1].records[0])
    assert audited["first_error"]["round"] == number + 1


def test_every_header_of_the_table_is_known_in_any_spelling() -> None:
    headers = [(kind, header) for kind, column in COLUMNS.items() for header in column.headers]
    assert len({header for _, header in headers}) == len(headers)
    for kind, synonym in headers:
        for spelled in (synonym, synonym.upper(), f" {synonym.title()} ", synonym.replace(" ", "_")):
            header = header_meant(spelled)
            assert header is not None
            assert header.kind == kind, spelled


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        *((text, Header("bid", "ana")) for text in ("ana bid", "bid ana", "bid (ana)", "ana: bid", "ana_BIDS")),
        ("ana tricks bid", Header("bid", "ana")),
        ("ana+cy adjustment", Header("adjustment", "ana+cy")),
        ("Ana+Cy Penalty 2", Header("penalty", "Ana+Cy", 2)),
        ("ana+cy adj reason 12", Header("adjustment reason", "ana+cy", 12)),
        ("adjustment 3", Header("adjustment", "", 3)),
        ("bonus (ana+cy)", Header("bonus", "ana+cy")),
        ("2 adjustment", Header("adjustment", "2")),
        ("Misdeal", Header("void")),
        ("ana+cy bag penalty", Header("bag penalty", "ana+cy")),
    ],
)
def test_a_header_has_a_kind_a_name_and_a_number(text: str, meant: Header) -> None:
    assert header_meant(text) == meant
