"""Twelve sheets as a league secretary's spreadsheets save them: what each becomes, or what is said about it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from service.notations import registry
from service.notations.model import UnreadableText
from tests.commands.running import ALONE, in_process

FOLDER = Path(__file__).parent.parent / "notations" / "csv_sheet" / "messy"
HOUSE = ("--ruleset", '{"name": "pagat", "overrides": {"game": {"target": 180}}}')
READ = {
    "01-excel-german.csv": ("Jürgen+Max", "Käthe+Zoë", 182, 190, "clean"),
    "02-unicode-text.txt": ("Ann+Carl", "Bob+Dot", 182, 190, "clean"),
    "03-padded-comments.csv": ("Ann+Carl", "Bob+Dot", 182, 190, "clean"),
    "04-quoted-comments.csv": ("Bears, Inc", "Lions", 182, 190, "clean"),
    "05-bid-and-took.csv": ("Ann+Carl", "Bob+Dot", 182, 190, "clean"),
    "08-wrong-total.csv": ("Ann+Carl", "Bob+Dot", 182, 190, "inconsistent"),
    "10-libreoffice.csv": ("Us", "Them", 122, 220, "clean"),
}
"""The sides of each sheet that can be read, their scores as ruled, and the verdict."""
REFUSED = {
    "06-dates.csv": "  line 2, column B: '05. Jun' is a date, which a spreadsheet makes of 3/4",
    "07-remark.csv": "  line 4, column F: This line has nothing but the remark 'Them forfeited the game'",
    "09-headings.csv": "  line 1, column D: The header 'Made' is not known: is 'tricks made' meant?",
    "11-workbook.csv": "11-workbook.csv is a spreadsheet or a zip archive: export the sheet as CSV",
    "12-mixed-encodings.csv": "its byte 13 is no character. Save it as 'CSV UTF-8'",
}
"""What is said about each of the others, with its place and what to do."""
NOTED = (
    "01-excel-german.csv, line 3, column 12: The file is not in UTF-8 and is read as Windows-1252",
    "01-excel-german.csv, line 2, column A: This line before the headers is left out: 'Date 03",
    "01-excel-german.csv, line 6, column D: A number with zeros behind its point is read",
    "01-excel-german.csv, line 10, column A: This row of totals is left out",
    "03-padded-comments.csv, line 6, column H: A record has no place for a column of notes",
)
MENDED = {
    "06-dates.csv": "Rd;Ann+Carl bid/took;Bob+Dot bid/took\n1;5/6;7/7\n2;7/8;5/5\n3;6/6;7/7\n",
    "07-remark.csv": "Round,Ann+Carl bid,Ann+Carl tricks,Bob+Dot bid,Bob+Dot tricks,Forfeit,Reason\n"
    "1,5,6,7,7,,\n2,7,8,5,5,,\n3,,,,,Ann+Carl,Them forfeited the game\n",
    "09-headings.csv": "Round,Ann bid,Carl bid,Ann+Carl tricks,Bob+Dot bid,Bob+Dot tricks\n"
    "1,3,2,6,7,7\n2,3,4,8,5,5\n3,3,3,6,7,7\n",
    "11-workbook.csv": "Round,Ann+Carl bid/took,Bob+Dot bid/took\n1,5/6,7/7\n2,7/8,5/5\n3,6/6,7/7\n",
    "12-mixed-encodings.csv": "# players: Jürgen, Bob, Max, Dot\nRound,Jürgen+Max bid/took,Bob+Dot bid/took\n"
    "1,5/6,7/7\n2,7/8,5/5\n3,6/6,7/7\n",
}
"""The refused sheets after what was said has been done."""


def files_in(folder: Path) -> list[str]:
    return sorted(map(str, folder.iterdir()))


def test_what_can_be_read_is_ruled_on_and_the_rest_is_named_with_what_to_do() -> None:
    ended = in_process("games", "audit", *files_in(FOLDER), *HOUSE, *ALONE)
    said = ended.stderr.decode().replace(f"{FOLDER}/", "").replace("spades-arbiter: ", "")
    assert ended.returncode == 2
    results = [json.loads(line)["result"] for line in ended.stdout.splitlines()]
    for (us, them, ours, theirs, verdict), result in zip(READ.values(), results, strict=True):
        assert {side: standing["score"] for side, standing in result["standing"].items()} == {us: ours, them: theirs}
        assert (result["winners"], result["verdict"]) == ([them], verdict)
    assert "\n08-wrong-total.csv: round 2, Ann+Carl 131 should be 122.\n" in said
    assert [line for line in said.splitlines() if " should be " in line] == [
        "08-wrong-total.csv: round 2, Ann+Carl 131 should be 122."
    ]
    for name, reason in REFUSED.items():
        assert f"left out: {name} " in said
        assert reason in said
    assert all(note in said for note in NOTED)
    assert said.count("\nleft out: ") == len(REFUSED)
    assert said.endswith("7 lines, 1 with a verdict that is not clean, none with a problem; 5 files left out.\n")


def test_a_wrong_sheet_alone_is_a_status_of_its_own_and_a_page_in_its_name(tmp_path: Path) -> None:
    wrong, right = FOLDER / "08-wrong-total.csv", FOLDER / "05-bid-and-took.csv"
    for sheets, status in (([right], 0), ([right, wrong], 4), ([FOLDER / "07-remark.csv"], 2)):
        assert in_process("games", "audit", *map(str, sheets), *HOUSE, *ALONE).returncode == status
    twin = tmp_path / "05-bid-and-took.csv"
    shutil.copy(right, twin)
    pages = tmp_path / "pages"
    files = (str(right), str(wrong), str(twin))
    in_process("games", "audit", *files, *HOUSE, *ALONE, "--as", "html", "--output", str(pages))
    assert [Path(page).name for page in files_in(pages)] == [
        *("08-wrong-total.html", "1-05-bid-and-took.html", "3-05-bid-and-took.html")
    ]
    shown = in_process("games", "audit", *files[:2], *HOUSE, *ALONE, "--as", "markdown").stdout.decode()
    assert [line for line in shown.splitlines() if line.startswith("# ")] == [
        *("# Score sheet, audited: clean", "# Score sheet, audited: inconsistent")
    ]
    no_game = tmp_path / "no-rules.csv"
    no_game.write_text("round,a+c bid/took,b+d bid/took\n1,3/6,4/7\n")
    ended = in_process("games", "audit", str(no_game), *ALONE, "--as", "markdown")
    assert ended.returncode == 1
    assert ended.stdout.decode().startswith(f"**{no_game}**: ")
    assert f"1 with a problem: {no_game}." in ended.stderr.decode()
    assert f"spades-arbiter: {no_game}: #/ruleset: This member is required: name a ruleset." in ended.stderr.decode()


def test_convert_leaves_out_what_it_cannot_read_too() -> None:
    files = [str(FOLDER / name) for name in ("02-unicode-text.txt", "07-remark.csv", "05-bid-and-took.csv")]
    ended = in_process("convert", *files, *HOUSE)
    assert ended.returncode == 2
    assert b'"players"' in ended.stdout
    assert f"left out: {files[1]} cannot be read:\n  line 4, column F: " in ended.stderr.decode()


def test_a_sheet_of_nothing_is_named_too(tmp_path: Path) -> None:
    empty, blank = tmp_path / "week1.csv", tmp_path / "week2.tsv"
    empty.write_bytes(b"")
    blank.write_bytes(b"\r\n\r\n")
    right = FOLDER / "05-bid-and-took.csv"
    ended = in_process("games", "audit", str(empty), str(right), str(blank), *HOUSE, *ALONE)
    assert (ended.returncode, len(ended.stdout.splitlines())) == (2, 1)
    for path in (empty, blank):
        assert f"left out: {path} is empty: save the sheet again\n" in ended.stderr.decode()
    assert in_process("games", "audit", str(empty), *HOUSE, *ALONE).returncode == 2
    nothing = tmp_path / "season.ndjson"
    nothing.write_bytes(b"")
    assert in_process("games", "audit", str(nothing), *HOUSE, *ALONE).returncode == 0


def test_what_all_files_have_is_said_once(tmp_path: Path) -> None:
    text = "# players: J\xfcrgen, Bob, Max, Dot\nround,J\xfcrgen+Max bid/took,Bob+Dot bid/took\n1,5/6,7/7\n"
    paths = [tmp_path / f"week{number}.csv" for number in (1, 2, 3)]
    for path in paths:
        path.write_bytes(text.encode("cp1252"))
    said = in_process("games", "audit", *map(str, paths), *HOUSE, *ALONE).stderr.decode()
    assert said.count("is read as Windows-1252: 'Jürgen' stands here.") == 1
    assert "2 other files: not in UTF-8 either, and read as Windows-1252, too.\n" in said


def test_no_file_that_can_be_read_leaves_no_output_behind(tmp_path: Path) -> None:
    output = tmp_path / "out"
    files = [str(FOLDER / name) for name in ("07-remark.csv", "11-workbook.csv")]
    ended = in_process("games", "audit", *files, "--output", str(output), *ALONE)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"none of the files can be read" in ended.stderr
    assert all(Path(name).name in ended.stderr.decode() for name in files)
    assert not output.exists()


def test_once_they_are_mended_all_are_in_the_table(tmp_path: Path) -> None:
    season = tmp_path / "season"
    shutil.copytree(FOLDER, season)
    for name, text in MENDED.items():
        (season / name).write_text(text)
    ended = in_process("standings", *files_in(season), *HOUSE, "--as", "json")
    table = json.loads(ended.stdout)
    assert ended.returncode == 0, ended.stderr
    assert b"12 of 12 games in the table" in ended.stderr
    assert {row["team"]: (row["played"], row["won"]) for row in table["rows"]}["Bob+Dot"] == (9, 9)
    refused = in_process("standings", *files_in(FOLDER), *HOUSE, "--as", "json")
    assert refused.returncode == 2
    assert b"7 of 7 games in the table" in refused.stderr


def read(text: str) -> tuple[dict[str, object], list[str]]:
    ((record,), notes) = registry.read(text, "csv")[1]
    return record, [note.code for note in notes]


PLAIN = "# players: a, b, c, d\n# label: event, spring; final\nround;a+c bid;a+c took;b+d bid;b+d took\n1;5;6;7;7\n"


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("d\n#", "d;;;;\n#").replace("final\n", "final;;\n"),
        PLAIN.replace("a, b, c, d", "a;b;c;d;"),
        PLAIN.replace("# players: a, b, c, d", '"# players: a, b, c, d";;;;'),
        PLAIN.replace("# label: event, spring; final", '"# label: event, spring; final"'),
        PLAIN.replace("a+c bid;a+c took", "a+c bid/took").replace("5;6", "5 / 6"),
        PLAIN.replace("b+d bid;b+d took", "bid / made (b+d)").replace("7;7", "7/7,0").replace("7,0", "7"),
        PLAIN.replace("1;5", "\n;;;;\n1;5") + ";;;;\n",
        PLAIN.replace(";", ",").replace("spring, final", "spring; final"),
        PLAIN.replace("round;", "Hand #;"),
    ],
)
def test_what_only_looks_different_is_the_same_record_without_a_note(text: str) -> None:
    assert read(text) == read(PLAIN)


@pytest.mark.parametrize(
    "cell", ["4-Mar", "03.04.2026", "2026-03-04", "4. Mrz", "Mar-04", "3/4/2026", "3", "3/4 / 5", "x/4"]
)
def test_what_is_no_bid_and_tricks_is_refused_at_its_cell(cell: str) -> None:
    with pytest.raises(UnreadableText) as refused:
        read(f"round;a+c bid/took;b+d bid/took\n1;6/6;{cell}\n")
    (fault,) = refused.value.faults
    assert (fault.line, fault.column) == (2, 3)
    assert repr(cell) in fault.detail or cell == "x/4"
    assert ("format the column as text" in fault.detail) == any(mark in cell for mark in ("-", ".", "2026"))
