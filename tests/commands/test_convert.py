"""Records converted from any notation to JSON and to other notations."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from service.commands.conventions import NOT_CLEAN
from tests.commands.running import ALONE, error_of, in_process
from tests.http.bodies import AUDIT, AUDIT_GAME, GAME_LIMIT, auditing, example

HAND = """\
pagat; N E S W; dealer W
N 2 > E 5 > S nil > W 1
N QD 2D 5D 3D
N QH KH 4H TH
"""
GAME = """\
game; pagat; N E S W
---
N 2 > e 5 > S 2 > W 1
won N+S 7  E+W 6
"""
SHEET = "round,player,bid,tricks\n1,ana,3,4\n1,ben,4,5\n1,cy,2,4\n1,dee,nil,0\n"


def converted(given: str | bytes, *arguments: str) -> str:
    """Return what a text is converted to, which must work."""
    ended = in_process("convert", "-", *arguments, given=given if isinstance(given, bytes) else given.encode())
    assert ended.returncode == 0, ended.stderr
    return ended.stdout.decode()


def test_a_hand_in_shorthand_becomes_a_request_and_the_same_hand_again() -> None:
    record = json.loads(converted(HAND))
    assert record["bids"][2] == {"player": "S", "tricks": 0, "kind": "nil"}
    assert record["tricks"][1] == {"leader": "N", "cards": ["QH", "KH", "4H", "TH"]}
    assert converted(json.dumps(record), "--to", "shorthand") == HAND


def test_a_hand_is_answered_in_every_notation_like_its_json() -> None:
    record = converted(HAND).encode()
    answer = in_process("audit", "-", *ALONE, given=record).stdout
    assert json.loads(answer)["status"] == 200
    assert in_process("audit", "-", *ALONE, given=HAND.encode()).stdout == answer
    assert in_process("audit", "-", *ALONE, given=gzip.compress(HAND.encode())).stdout == answer
    assert in_process("audit", "-", *ALONE, given=HAND.encode("utf-16")).stdout == answer
    without = HAND.replace("pagat; ", "").encode()
    assert in_process("audit", "-", "--ruleset", "pagat", *ALONE, given=without).stdout == answer


def test_choices_of_reading_and_what_is_lost_are_said() -> None:
    ended = in_process("convert", "-", "--to", "csv", given=GAME.encode())
    assert b"standard input, line 3, column 7: 'e' is read as 'E'." in ended.stderr
    assert b"record 1, #/record/rounds/0/bids: A score sheet does not hold the order of the bids." in ended.stderr


def test_several_records_are_read_back_as_several() -> None:
    text = converted("\n".join([converted(HAND).strip()] * 3), "--to", "shorthand")
    assert [json.loads(line) for line in converted(text).splitlines()] == [json.loads(converted(HAND))] * 3


def test_a_record_that_cannot_be_written_is_left_out_and_named() -> None:
    lines = b"\n".join([b'{"players": ["N"], "tricks": 3}', converted(GAME).strip().encode()])
    ended = in_process("convert", "-", "--to", "csv", given=lines)
    assert ended.returncode == 1
    assert b"record 1 is left out" in ended.stderr
    assert b"#/record/tricks" in ended.stderr
    assert ended.stdout.startswith(b"# ruleset: pagat\n")
    assert json.loads(converted(ended.stdout))["rounds"][0]["tricks_won"] == {"N+S": 7, "E+W": 6}


def test_a_file_is_left_only_where_something_was_written(tmp_path: Path) -> None:
    output, row = tmp_path / "written", b'{"players": ["N"], "tricks": 3}'
    for _ in range(2):
        ended = in_process("convert", "-", "--to", "csv", "--output", str(output), given=row)
        assert (ended.returncode, output.exists()) == (1, False)
    both = b"\n".join([row, converted(GAME).encode()])
    assert in_process("convert", "-", "--to", "csv", "--output", str(output), given=both).returncode == 1
    ended = in_process("convert", "-", "--to", "csv", "--output", str(output), given=both)
    assert ended.returncode == 2
    assert b"name a new file, or remove this one first" in ended.stderr
    assert output.read_bytes()


def test_a_claim_is_kept_in_shorthand_and_json_and_left_out_nowhere() -> None:
    text = HAND + "claim W 3 AS KS accepted\n"
    record = converted(text)
    assert json.loads(record)["claim"] == {"by": "W", "tricks": 3, "statement": ["AS", "KS"], "accepted": True}
    assert converted(record, "--to", "shorthand") == text
    of_a_game = json.dumps({"players": ["N", "E"], "rounds": [{"tricks": [], "claim": json.loads(record)["claim"]}]})
    ended = in_process("convert", "-", "--to", "csv", given=of_a_game.encode())
    assert (ended.returncode, ended.stdout) == (1, b"")
    assert b"record 1 is left out" in ended.stderr
    assert b"#/record/rounds/0/claim" in ended.stderr


def test_a_record_that_is_too_long_is_left_out_and_never_cut() -> None:
    long = b'{"players": [' + b" " * GAME_LIMIT + b"]}"
    ended = in_process("convert", "-", given=auditing() + b"\n" + long + b"\n" + auditing())
    assert ended.returncode == 1
    assert b"record 2 is left out: it has more than 524,288 bytes." in ended.stderr
    assert ended.stdout == (auditing() + b"\n") * 2


def test_a_record_that_is_as_long_as_it_may_be_is_written() -> None:
    """The body that asks for it is longer than the record."""
    record = auditing()
    written = converted(record, "--to", "shorthand")
    assert converted(record[:-1] + b" " * (GAME_LIMIT - len(record)) + b"}", "--to", "shorthand") == written


def test_a_text_on_one_long_line_is_read_whole() -> None:
    """No end of it is lost while its kind is found out."""
    text = "N E S W; N SA S2 S3 S4; ===; " * 2_000
    assert len(text) > 32 * 1024
    whole = in_process("convert", "-", "--from", "shorthand", given=text.encode())
    assert in_process("convert", "-", given=text.encode()).stdout == whole.stdout
    audited = in_process("audit", "-", "--ruleset", "pagat", *ALONE, given=text.encode())
    assert audited.stdout.count(b"\n") == whole.stdout.count(b"\n") > 0


def test_a_failure_leaves_no_empty_file_behind(tmp_path: Path) -> None:
    for command in ("convert", "audit"):
        output = tmp_path / command
        arguments = (command, "-", "--output", str(output))
        error_of(in_process(*arguments, given=b"dear league\n"))
        assert not output.exists()
        assert in_process(*arguments, given=auditing()).returncode == {"convert": 0, "audit": NOT_CLEAN}[command]


def test_a_record_of_another_kind_names_the_command_that_takes_it(tmp_path: Path) -> None:
    sheet = tmp_path / "league.csv"
    sheet.write_text(SHEET)
    assert error_of(in_process("audit", str(sheet))).endswith("holds a game: use `games audit` or `games score`\n")
    assert "holds a round with its tricks: use `audit`" in error_of(in_process("score", "-", given=HAND.encode()))
    assert "use `audit`" in error_of(in_process("games", "score", "-", given=HAND.encode()))


def test_a_sheet_of_a_game_is_scored_and_audited(tmp_path: Path) -> None:
    sheet = tmp_path / "league.csv"
    sheet.write_text(SHEET)
    scored = in_process("games", "score", str(sheet), "--ruleset", "pagat", *ALONE)
    audited = in_process("games", "audit", str(sheet), "--ruleset", "pagat", *ALONE)
    assert scored.returncode == audited.returncode == 0
    teams = json.loads(scored.stdout)["result"]["rounds"][0]["teams"]
    assert [(team["team"], team["points"]) for team in teams] == [("ana+cy", 53), ("ben+dee", 141)]
    assert json.loads(audited.stdout)["result"]["verdict"] == "clean"


def test_requests_in_json_are_written_in_a_notation_too() -> None:
    game = example(AUDIT_GAME)
    text = converted(json.dumps(example(AUDIT)), "--to", "shorthand")
    assert json.loads(converted(text)) == example(AUDIT)
    assert json.loads(converted(converted(json.dumps(game), "--to", "shorthand"))) == game
