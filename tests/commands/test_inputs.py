"""Files as people have them: compressed, pretty-printed, in a list, or of a kind that cannot be read."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from service.commands.conventions import NOT_CLEAN
from tests.commands.running import ALONE, error_of, in_process, run
from tests.http.bodies import AUDIT_GAME, asking, auditing, example, game, scoring

ROUNDS = [scoring(round_number=number) for number in ("1", "2", "3")]
PLAIN = b"\n".join(ROUNDS)


def scored(file: Path, content: bytes) -> bytes:
    """Return the answers to a file of this content, each of which must be a score."""
    file.write_bytes(content)
    ended = in_process("score", str(file), *ALONE)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def pretty(body: bytes) -> str:
    return json.dumps(json.loads(body), indent=2)


def test_what_is_compressed_is_answered_like_what_is_not(tmp_path: Path) -> None:
    plain = scored(tmp_path / "plain", PLAIN)
    assert scored(tmp_path / "whole.gz", gzip.compress(PLAIN)) == plain
    assert scored(tmp_path / "in two parts", gzip.compress(PLAIN[:100]) + gzip.compress(PLAIN[100:])) == plain
    assert in_process("score", "-", *ALONE, given=gzip.compress(PLAIN)).stdout == plain
    assert run("score", "-", given=gzip.compress(PLAIN)).stdout == plain


def test_a_list_of_records_and_one_record_on_many_lines_are_records(tmp_path: Path) -> None:
    plain = scored(tmp_path / "plain", PLAIN)
    assert scored(tmp_path / "list", b"[" + b",".join(ROUNDS) + b"]") == plain
    assert scored(tmp_path / "long list", b"[" + b",".join(ROUNDS * 40) + b"]").count(b"\n") == len(ROUNDS * 40)
    assert scored(tmp_path / "pretty list", b"[\r\n  " + b",\n\n".join(ROUNDS) + b"\n]\n") == plain
    assert scored(tmp_path / "pretty", pretty(ROUNDS[0]).encode()) == scored(tmp_path / "one", ROUNDS[0])
    assert (
        scored(tmp_path / "with a mark", b"\xef\xbb\xbf" + pretty(ROUNDS[0]).encode()) == plain.split(b"\n")[0] + b"\n"
    )


def test_a_name_that_occurs_twice_is_refused_in_a_list_as_in_a_line(tmp_path: Path) -> None:
    twice = scoring('"ruleset": "pagat"')
    file = tmp_path / "list"
    file.write_bytes(b"[" + ROUNDS[0] + b"," + twice + b"]")
    ended = in_process("score", str(file), *ALONE)
    first, second = map(json.loads, ended.stdout.splitlines())
    assert (first["status"], second["status"]) == (200, 400)
    assert second["problem"]["errors"][0]["code"] == "duplicate_name"


def test_one_bad_line_does_not_change_what_a_file_is(tmp_path: Path) -> None:
    for content in (b"\n\n" + PLAIN, b"not JSON\n" + PLAIN, PLAIN[:40] + b"\n" + PLAIN, PLAIN + b"\n[]\n"):
        file = tmp_path / "lines"
        file.write_bytes(content)
        ended = in_process("score", str(file), *ALONE)
        assert ended.returncode == 1
        assert ended.stdout.count(b'"status":200') == len(ROUNDS)
        assert ended.stdout.count(b"\n") == content.rstrip(b"\n").count(b"\n") + 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"PK\x03\x04 and so on", "spreadsheet"),
        (b"%PDF-1.7 and so on", "a PDF"),
        (b"BZh91AY and so on", "bzip2"),
        (gzip.compress(PLAIN, mtime=0)[:-20], "damaged or cut short"),
        (gzip.compress(PLAIN, mtime=0)[:12] + b"\0" * 40, "damaged or cut short"),
        (b"dear league, here are the scores of the autumn\n" * 3, "cannot be read"),
        (b"[1, 2", "cannot be read"),
        (b"caf\xe9 caf\xc3\xa9\n", "not text in UTF-8 either: its byte 4"),
        (b"\x7fELF\xe9\0\n", "not text in UTF-8 either"),
    ],
)
def test_what_is_of_another_kind_is_said_once(content: bytes, said: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    for name, given in ((str(file), b""), ("-", content)):
        error = error_of(in_process("score", name, *ALONE, given=given))
        assert said in error
        assert error.startswith(f"spades-arbiter: {'standard input' if name == '-' else name} ")


def test_a_file_that_is_not_there_is_named_without_a_number(tmp_path: Path) -> None:
    for arguments in (
        ["score", str(tmp_path / "missing")],
        ["score", "-", "--output", str(tmp_path / "missing" / "out")],
        ["convert", str(tmp_path / "missing")],
    ):
        error = error_of(in_process(*arguments))
        assert error.endswith("No such file or directory\n")
        assert "Errno" not in error


class TestRuleset:
    def test_records_that_name_none_get_it_and_others_keep_theirs(self) -> None:
        body = json.loads(ROUNDS[0])
        del body["ruleset"]
        lines = [json.dumps(body).encode(), ROUNDS[1], b"{}", b"", b"[]", b'{"ruleset": "nello"', b"{"]
        named = json.loads(in_process("score", "-", *ALONE, given=ROUNDS[0]).stdout)
        ended = in_process("score", "-", "--ruleset", body.get("ruleset", "pagat"), *ALONE, given=b"\n".join(lines))
        answers = [json.loads(line) for line in ended.stdout.splitlines()]
        assert answers[0] == named
        assert [answer["status"] for answer in answers] == [200, 200, 422, 400, 422, 400, 400]
        assert "#/ruleset" not in {error["pointer"] for error in answers[2]["problem"]["errors"]}

    def test_it_may_have_options_and_overrides(self) -> None:
        body = json.loads(ROUNDS[0])
        del body["ruleset"]
        reference = {"name": "pagat", "overrides": {"bags": {"limit": 8}}}
        ended = in_process("score", "-", "--ruleset", json.dumps(reference), *ALONE, given=json.dumps(body).encode())
        with_it = in_process("score", "-", *ALONE, given=json.dumps({**body, "ruleset": reference}).encode())
        assert ended.returncode == 0
        assert ended.stdout == with_it.stdout

    @pytest.mark.parametrize(
        ("reference", "said"),
        [
            ("bridge", "bridge"),
            ('{"name": "pagat", "options": ["no-such"]}', "no-such"),
            ('{"name"', "must be a JSON object"),
        ],
    )
    def test_one_that_cannot_be_used_is_said_once_and_not_for_each_line(self, reference: str, said: str) -> None:
        assert said in error_of(in_process("score", "-", "--ruleset", reference, *ALONE, given=PLAIN))


class TestSummary:
    @pytest.mark.parametrize(
        ("lines", "said"),
        [
            ([], "no lines."),
            ([b"{}"], "1 line, 1 with a problem: line 1."),
            (ROUNDS, "3 lines, none with a problem."),
            ([*ROUNDS, b"{}"], "4 lines, 1 with a problem: line 4."),
            ([b"{}", *ROUNDS, b"{}", b"{}"], "6 lines, 3 with a problem: lines 1, 5 and 6."),
            (
                [ROUNDS[0], *[b"{}"] * 12],
                "13 lines, 12 with a problem: lines 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more.",
            ),
        ],
    )
    def test_it_says_how_many_lines_have_a_problem_and_which(self, lines: list[bytes], said: str) -> None:
        for jobs in ("1", "2"):
            ended = in_process("score", "-", "--jobs", jobs, given=b"\n".join(lines))
            assert ended.stderr.decode() == f"spades-arbiter: {said}\n"


class TestPages:
    def test_each_ruling_is_a_page_of_its_own(self, tmp_path: Path) -> None:
        given = b"\n".join([auditing(), b"{}", auditing(round_number="2")])
        for kind, ending, start in (("html", "html", b"<!DOCTYPE html>"), ("markdown", "md", b"# ")):
            folder = tmp_path / kind
            ended = in_process("audit", "-", "--as", kind, "--output", str(folder), *ALONE, given=given)
            assert ended.returncode == 1
            said = [line.removeprefix("spades-arbiter: ") for line in ended.stderr.decode().splitlines()]
            assert [line.partition(":")[0] for line in said[:-1]] == ["line 1", "line 3"]
            assert said[-1] == "3 lines, 2 with a verdict that is not clean, 1 with a problem: line 2."
            lines = [json.loads(line) for line in ended.stdout.splitlines()]
            assert [line["status"] for line in lines] == [200, 422, 200]
            assert lines[2]["result"] == {"page": f"000003.{ending}"}
            assert sorted(page.name for page in folder.iterdir()) == [f"000001.{ending}", f"000003.{ending}"]
            assert all(page.read_bytes().lower().startswith(start.lower()) for page in folder.iterdir())

    def test_each_score_and_each_game_is_a_page_or_a_sheet(self, tmp_path: Path) -> None:
        asked = (
            (("score",), scoring(), "html", "html", b"<!doctype html>"),
            (("score",), scoring(), "markdown", "md", b"# Score"),
            (("games", "score"), game(2), "html", "html", b"<!doctype html>"),
            (("games", "audit"), game(2), "markdown", "md", b"# Score sheet, audited: clean"),
            (("games", "score"), game(2), "csv", "csv", b"# Scored by the ruleset pagat"),
            (("games", "audit"), game(2), "csv", "csv", b"# Scored by the ruleset pagat"),
        )
        for number, (command, given, kind, ending, start) in enumerate(asked):
            folder = tmp_path / str(number)
            ended = in_process(*command, "-", "--as", kind, "--output", str(folder), *ALONE, given=given)
            assert ended.returncode == 0, ended.stderr
            assert json.loads(ended.stdout)["result"] == {"page": f"000001.{ending}"}
            assert (folder / f"000001.{ending}").read_bytes().startswith(start)

    def test_a_game_that_no_sheet_can_hold_is_a_problem_of_its_line(self, tmp_path: Path) -> None:
        named = json.loads(game(1))
        named["players"] = ["ana", "ben", "cy\n", "dee"]
        given = json.dumps(named).replace('"cy"', '"cy\\n"').replace("ana+cy", "ana+cy\\n").encode()
        ended = in_process(
            "games", "score", "-", "--as", "csv", "--output", str(tmp_path / "sheets"), *ALONE, given=given
        )
        assert ended.returncode == 1
        problem = json.loads(ended.stdout)["problem"]
        assert problem["type"] == "/problems/unwritable-record"
        assert "#/players/2" in [each["pointer"] for each in problem["errors"]]

    def test_pages_never_replace_anything(self, tmp_path: Path) -> None:
        (tmp_path / "full").mkdir()
        (tmp_path / "full" / "precious").write_bytes(b"")
        (tmp_path / "file").write_bytes(b"")
        for name, said in (("full", "is not empty"), ("file", "is a file")):
            arguments = ["audit", "-", "--as", "html", "--output", str(tmp_path / name), *ALONE]
            assert said in error_of(in_process(*arguments, given=auditing()))

    def test_they_need_a_folder(self) -> None:
        assert "--output" in error_of(in_process("audit", "-", "--as", "html", given=auditing()))
        assert "--resume" in error_of(in_process("audit", "-", "--as", "html", "--resume", "x", given=auditing()))


class TestGames:
    def test_a_game_is_scored_or_audited(self) -> None:
        scored = in_process("games", "score", "-", *ALONE, given=game(4))
        assert (scored.returncode, len(json.loads(scored.stdout)["result"]["rounds"])) == (0, 4)
        audited = in_process("games", "audit", "-", *ALONE, given=asking(AUDIT_GAME))
        assert audited.returncode == NOT_CLEAN
        assert b": line 1: round 2, ana+cy 90 should be -10.\n" in audited.stderr
        assert len(json.loads(audited.stdout)["result"]["rounds"]) == len(example(AUDIT_GAME)["rounds"])

    def test_its_lines_may_be_as_long_as_a_game(self) -> None:
        given = game(200)
        assert len(given) > 32 * 1024
        assert in_process("games", "score", "-", *ALONE, given=given).returncode == 0


class TestFindings:
    def test_codes_are_listed_and_explained(self) -> None:
        listed, explained = in_process("findings"), in_process("findings", "revoke")
        assert listed.returncode == explained.returncode == 0
        assert b"illegal\\_spade\\_lead" in listed.stdout or b"illegal_spade_lead" in listed.stdout
        assert explained.stdout.startswith(b"# ")

    def test_an_unknown_code_is_said(self) -> None:
        assert "no-such-code" in error_of(in_process("findings", "no-such-code"))
