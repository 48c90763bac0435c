"""The command that checks files: its table, its JSON, its exit status, and that neither depends on processes."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from tests.checks.seasons import game, season, written
from tests.commands.running import ALONE, error_of, in_process, run
from tests.http.bodies import AUDIT, SCORE, example
from tests.http.lines import BAD


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file of games, records, rows and lines that can't be read, longer than one process takes at once."""
    lines = written([*season(31, 20), example(AUDIT, "paper"), example(SCORE)]).splitlines()
    lines += [line.replace(b"\n", b" ") for line in BAD.values()]
    file = tmp_path_factory.mktemp("mixed") / "mixed.ndjson"
    file.write_bytes(b"".join(line + b"\n" for line in lines * 8))
    return file


def test_what_breaks_nothing_ends_with_0() -> None:
    ended = in_process("check", "-", *ALONE, given=written([game(5)]))
    assert (ended.returncode, ended.stderr) == (0, b"")
    head, *lines = ended.stdout.decode().splitlines()
    assert head.startswith("1 line: 1 game, ")
    assert [line.split()[2] for line in lines if line.startswith("  readable")] == ["0"]


def test_nothing_at_all_breaks_nothing() -> None:
    ended = in_process("check", "-", *ALONE)
    assert ended.returncode == 0
    assert ended.stdout.startswith(b"0 lines: nothing that can be read, 0 rounds.\n")


@pytest.mark.parametrize("form", ["json", "table"])
def test_the_result_does_not_depend_on_the_number_of_processes(form: str, mixed: Path) -> None:
    one, two, three = (run("check", str(mixed), "--as", form, "--jobs", jobs) for jobs in ("1", "2", "3"))
    assert one.returncode == two.returncode == three.returncode == 1
    assert one.stdout == two.stdout == three.stdout
    assert one.stderr == b""


def test_lines_are_counted_in_each_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.ndjson", tmp_path / "bad.ndjson"
    good.write_bytes(written([game(5), game(6)]))
    bad.write_bytes(written([game(7)]) + b"ana bid 3\n")
    ended = in_process("check", str(good), str(bad), str(good), *ALONE)
    assert ended.returncode == 1
    assert f"    {bad}, line 2: " in ended.stdout.decode()
    result = json.loads(in_process("check", str(good), str(bad), *ALONE, "--as", "json").stdout)
    assert result["invariants"][0]["first"][0].items() >= {"file": str(bad), "line": 2}.items()
    assert "    line 2: " in in_process("check", str(bad), *ALONE).stdout.decode()


def test_so_many_places_are_listed_as_are_asked_for(mixed: Path) -> None:
    for asked in (1, 7):
        ended = in_process("check", str(mixed), *ALONE, "--first", str(asked))
        lines = ended.stdout.decode().splitlines()
        start = next(index for index, line in enumerate(lines) if line.startswith("  readable"))
        broken = len(BAD) * 8
        assert lines[start].split()[2] == str(broken)
        assert [line.startswith("    line ") for line in lines[start + 1 : start + 1 + asked]] == [True] * asked
        assert lines[start + 1 + asked] == f"    and {broken - asked} more"


def test_a_file_may_be_anything_that_audits_take(tmp_path: Path) -> None:
    packed, sheet, document = tmp_path / "a.gz", tmp_path / "b.csv", tmp_path / "c.json"
    packed.write_bytes(gzip.compress(written([game(5)])))
    sheet.write_text("round,ana bid,ben bid,cy bid,dee bid,ana+cy tricks,ben+dee tricks\n1,3,4,2,3,6,7\n")
    document.write_text(json.dumps([example(AUDIT, "paper"), game(6)], indent=1))
    ended = in_process("check", *map(str, (packed, sheet, document)), *ALONE, "--ruleset", "pagat", "--as", "json")
    result = json.loads(ended.stdout)
    assert (result["lines"], result["games"], result["records"]) == (4, 3, 1)
    assert result["broken"] == ["rules_kept"]  # the revoke on paper


def test_what_a_client_wrote_commands_no_terminal() -> None:
    names = ["\x1b[2J\x07", "ben\r", "\u202ecy", "d\u00e9e"]
    body = {
        "ruleset": "pagat",
        "players": names,
        "rounds": [{"bids_by_player": dict.fromkeys(names[1:], 3), "tricks_won": dict.fromkeys(names, 3)}],
    }
    ended = in_process("check", "-", *ALONE, given=json.dumps(body).encode())
    text = ended.stdout.decode()
    assert "bid_missing '\\x1b[2J\\x07'" in text
    assert [each for each in text if not each.isprintable() and each != "\n"] == []


def test_a_line_without_an_answer_is_cut_to_a_length_to_be_read() -> None:
    body = {"ruleset": "pagat", "players": ["ana", "ben", "cy", "dee"], "tricks": [{"cards": ["x" * 5_000]}]}
    ended = in_process("check", "-", *ALONE, given=json.dumps(body).encode())
    assert max(map(len, ended.stdout.decode().splitlines())) < 250


@pytest.mark.parametrize(
    ("arguments", "given", "words"),
    [
        (("nowhere.ndjson",), b"", "nowhere.ndjson: No such file or directory"),
        (("-", "--ruleset", "no-such-game"), b"{}", "--ruleset cannot be used"),
        (("-",), b"PK\x03\x04", "standard input is a spreadsheet or a zip archive"),
        (("-",), gzip.compress(b"{}\n" * 99, mtime=0)[:-9], "is not whole"),
        (("-",), b"pagat; N E S W\nN QD 2D 5D 3Q\n", "standard input cannot be read"),
    ],
)
def test_what_can_t_run_says_why(arguments: tuple[str, ...], given: bytes, words: str) -> None:
    ended = in_process("check", *arguments, *ALONE, given=given)
    assert words in error_of(ended)


@pytest.mark.parametrize("first", ["0", "-1", "many"])
def test_the_number_of_places_is_a_number(first: str) -> None:
    ended = in_process("check", "-", "--first", first)
    assert ended.returncode == 2
    assert b"must be a whole number above 0" in ended.stderr


def test_a_failure_inside_is_one_line_s(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr("service.bulk.checking.seen_in_game", fail)
    given = written([game(5), example(AUDIT, "paper")])
    result = json.loads(in_process("check", "-", *ALONE, "--as", "json", given=given).stdout)
    (place,) = result["invariants"][0]["first"]
    assert place == {"file": "-", "line": 1, "figures": ["This is a fault of the service, not of the request."]}
    assert (result["lines"], result["records"], result["games"]) == (2, 1, 0)
