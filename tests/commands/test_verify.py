"""The command that verifies: what it calls the same, what it calls different, and what it says of each."""

from __future__ import annotations

import gzip
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from service.operations import runner
from service.operations.runner import answer
from service.spades import ENGINE_VERSION
from service.verification.comparison import identified_answers
from service.wire.ruling_id import ruling_id
from tests.commands.running import ALONE, ENVIRONMENT, ROOT, command, error_of, in_process, run
from tests.contract.corpus import bodies_of
from tests.http.bodies import AUDIT, SCORE, example

Json = Any
Ended = subprocess.CompletedProcess[bytes]
RECORD: Json = example(AUDIT, "revoke")
RULING: Json = answer("auditRound", orjson.dumps(RECORD))
_SHORTHAND = "pagat; N E S W; dealer W\nN 2  E 5  S nil  W 1\nN QD 2D 5D 3D\n"


class Files:
    """A folder with records and answers to be verified."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def write(self, name: str, content: bytes | str | Json) -> str:
        written = content.encode() if isinstance(content, str) else content
        path = self.folder / name
        path.write_bytes(written if isinstance(written, bytes) else orjson.dumps(written))
        return str(path)

    def verify(self, record: Json, answered: Json, *arguments: str) -> Ended:
        files = self.write("record", record), self.write("answer", answered)
        return in_process("verify", *files, *ALONE, *arguments)

    def result(self, record: Json, answered: Json, *arguments: str) -> Json:
        return json.loads(self.verify(record, answered, "--as", "json", *arguments).stdout)


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def lines(*values: Json) -> bytes:
    return b"".join(orjson.dumps(each) + b"\n" for each in values)


def changed(change: Callable[[Json], object]) -> Json:
    """Return the ruling with a change made to it."""
    ruling = orjson.loads(orjson.dumps(RULING))
    change(ruling)
    return ruling


class TestForms:
    """The form of an answer is no part of the record: a stored one is verified in the form that it has."""

    @pytest.mark.parametrize("asked", [None, "full", "with_summary", "brief"])
    @pytest.mark.parametrize("stored", ["full", "with_summary", "brief"])
    def test_each_form_is_taken_whatever_the_record_asks_for(
        self, stored: str, asked: str | None, files: Files
    ) -> None:
        ruling = answer("auditRound", orjson.dumps({**RECORD, "answer": stored}))
        result = files.result(RECORD if asked is None else {**RECORD, "answer": asked}, ruling)
        assert (result["outcome"], result["operation"]) == ("same", "auditRound")

    @pytest.mark.parametrize("operation", ["scoreRound", "auditRound", "scoreGame", "auditGame", "listLegalPlays"])
    def test_a_brief_one_shows_which_operation_gave_it(self, operation: str, files: Files) -> None:
        body = {**next(iter(bodies_of(operation).values())), "answer": "brief"}
        result = files.result(body, answer(operation, orjson.dumps(body)))
        assert (result["outcome"], result["operation"]) == ("same", operation)

    def test_a_change_in_a_brief_one_is_found(self, files: Files) -> None:
        brief = answer("auditRound", orjson.dumps({**RECORD, "answer": "brief"}))
        assert brief["offences"]
        for pointer, changed in (
            ("#/verdict", {**brief, "verdict": "clean"}),
            ("#/offences/0", {**brief, "offences": []}),
            ("#/as_ruled", {name: value for name, value in brief.items() if name != "as_ruled"}),
            ("#/summary/happened/0", {**brief, "summary": {**brief["summary"], "happened": ["Nothing."]}}),
        ):
            result = files.result(RECORD, changed)
            if pointer == "#/as_ruled" and changed == brief:
                continue
            assert result["outcome"] == "differs"
            assert [each["pointer"] for each in result["differences"]] == [pointer]

    def test_one_of_another_record_or_version_says_that_it_may_be_either(self, files: Files) -> None:
        brief = answer("auditRound", orjson.dumps({**RECORD, "answer": "brief"}))
        result = files.result(RECORD, {**brief, "ruling_id": "sha256:0", "verdict": "clean"})
        assert result["outcome"] == "other_record"
        assert "another version of the engine" in result["detail"]


class TestOneAnswer:
    def test_the_same_ruling_ends_with_0(self, files: Files) -> None:
        ended = files.verify(RECORD, RULING)
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ended.stdout.startswith(b"Confirmed: ")
        assert RULING["ruling_id"].encode() in ended.stdout

    @pytest.mark.parametrize(
        "written",
        [
            json.dumps(RULING, indent=4, sort_keys=True),
            json.dumps(RULING, indent="\t").replace("\n", "\r\n"),
            json.dumps(dict(reversed(RULING.items())), ensure_ascii=True),
            json.dumps(RULING).replace('"trick": 1,', '"trick": 1.0,').replace('"tricks": -3', '"tricks": -3e0'),
            json.dumps({"status": 200, "result": RULING, "line": 1}),
            json.dumps({"line": 1.0, "status": 200, "result": RULING}),
            json.dumps([RULING], indent=1),
        ],
        ids=["indented", "CRLF", "another order", "other numbers", "a line", "another order of a line", "a list"],
    )
    def test_the_way_it_is_written_makes_no_difference(self, written: str, files: Files) -> None:
        assert files.verify(RECORD, written).returncode == 0

    @pytest.mark.parametrize(
        ("change", "pointer", "stored", "made"),
        [
            (lambda ruling: ruling.update(verdict="clean"), "#/verdict", "clean", "irregular"),
            (lambda ruling: ruling.update(complete=0), "#/complete", 0, False),
            (lambda ruling: ruling["findings"][0].update(player="dee"), "#/findings/0/player", "dee", "cy"),
            (lambda ruling: ruling["findings"].clear(), "#/findings/0", None, RULING["findings"][0]),
            (lambda ruling: ruling.pop("tricks_won"), "#/tricks_won", None, RULING["tricks_won"]),
            (
                lambda ruling: ruling["tricks"].append({"number": 9}),
                f"#/tricks/{len(RULING['tricks'])}",
                {"number": 9},
                None,
            ),
            (lambda ruling: ruling.update(labels={"a": "b"}), "#/labels", {"a": "b"}, None),
            (lambda ruling: ruling["tricks_won"].update({"e/ve": 1}), "#/tricks_won/e~1ve", 1, None),
            (lambda ruling: ruling["ruleset"].update(name="other"), "#/ruleset/name", "other", "pagat"),
        ],
    )
    def test_each_difference_is_said_with_both_values(
        self, change: Callable[[Json], object], pointer: str, stored: Json, made: Json, files: Files
    ) -> None:
        ruling = changed(change)
        ended = files.verify(RECORD, ruling)
        result = files.result(RECORD, ruling)
        assert ended.returncode == 1
        assert result["outcome"] == "differs"
        (difference,) = result["differences"]
        assert difference == {
            "pointer": pointer,
            **({} if stored is None else {"stored": stored}),
            **({} if made is None else {"made": made}),
        }
        assert not isinstance(stored, int) or type(difference["stored"]) is type(stored)
        assert f"  {pointer}: ".encode() in ended.stdout

    def test_members_that_a_newer_service_may_have_are_named_and_no_difference(self, files: Files) -> None:
        newer = changed(lambda ruling: (ruling.update(hint="x"), ruling["findings"][0].update(weight={"a": [1]})))
        ended, result = files.verify(RECORD, newer), files.result(RECORD, newer)
        assert (ended.returncode, result["outcome"]) == (0, "same")
        assert sorted(result["unknown_members"]) == ["#/findings/0/weight", "#/hint"]
        assert b"Not checked, because this version does not know them: " in ended.stdout

    def test_the_signature_of_an_older_service_is_not_checked(self, files: Files) -> None:
        result = files.result(RECORD, {**RULING, "signature": "eyJhbGciOiJFZERTQSJ9..0f1e"})
        assert (result["outcome"], result["unknown_members"]) == ("same", ["#/signature"])

    def test_the_ruling_on_another_record_is_recognised_before_members_are_compared(self, files: Files) -> None:
        other = answer("auditRound", orjson.dumps({**RECORD, "round_number": 2}))
        result = files.result(RECORD, other)
        assert result["outcome"] == "other_record"
        assert "differences" not in result
        ended = files.verify(RECORD, other)
        assert (ended.returncode, ended.stdout[:15]) == (1, b"Not comparable.")
        assert b"another record" in ended.stdout

    def test_another_engine_explains_a_difference(self, files: Files) -> None:
        by_another = ruling_id("auditRound", RULING["ruleset"]["digest"], RECORD, "0.0.1")
        older = changed(
            lambda ruling: ruling.update(engine_version="0.0.1", verdict="clean", ruling_id=by_another),
        )
        result, text = files.result(RECORD, older), files.verify(RECORD, older).stdout.decode()
        assert result["outcome"] == "differs"
        assert result["engine"] == {"stored": "0.0.1", "made": ENGINE_VERSION}
        assert [each["pointer"] for each in result["differences"]] == ["#/verdict"]
        assert f'The engine has changed: the answer says "0.0.1", this is "{ENGINE_VERSION}". That may be why.' in text

    def test_another_engine_that_rules_the_same_is_said_and_no_difference(self, files: Files) -> None:
        by_another = ruling_id("auditRound", RULING["ruleset"]["digest"], RECORD, "0.0.1")
        older = changed(lambda ruling: ruling.update(engine_version="0.0.1", ruling_id=by_another))
        ended = files.verify(RECORD, older)
        assert ended.returncode == 0
        assert b"The engine has changed" in ended.stdout

    def test_another_ruleset_explains_a_difference(self, files: Files) -> None:
        unnamed = {name: value for name, value in RECORD.items() if name != "ruleset"}
        result = files.result(unnamed, RULING, "--ruleset", "msn-zone")
        assert result["outcome"] == "differs"
        assert result["ruleset"]["stored"] == RULING["ruleset"]["digest"]
        assert {"#/ruleset/name"} <= {each["pointer"] for each in result["differences"]}
        assert result["named"] == {"stored": "pagat", "made": "msn-zone"}
        said = files.verify(unnamed, RULING, "--ruleset", "msn-zone").stdout.decode()
        assert 'The answer is by the ruleset "pagat", the record names "msn-zone". That may be why.' in said
        assert files.result(unnamed, RULING, "--ruleset", "pagat")["outcome"] == "same"

    def test_a_record_without_a_ruleset_asks_for_it(self, files: Files) -> None:
        unnamed = {name: value for name, value in RECORD.items() if name != "ruleset"}
        ended = files.verify(unnamed, RULING)
        assert ended.returncode == 2
        assert ended.stdout.startswith(
            b'Not comparable. The answer is by the ruleset "pagat", and the record names none: give it with --ruleset.'
        )

    @pytest.mark.parametrize("member", ["engine_version", "ruling_id"])
    def test_a_changed_identity_does_not_pass(self, member: str, files: Files) -> None:
        ended = files.verify(RECORD, changed(lambda ruling: ruling.update({member: "0.0.1"})))
        assert ended.returncode == 1
        assert f"{member}".encode() in ended.stdout

    def test_a_record_that_gets_no_answer_now_is_different(self, files: Files) -> None:
        score = answer("scoreRound", orjson.dumps(example(SCORE)))
        ended, result = files.verify(RECORD, score), files.result(RECORD, score)
        assert ended.returncode == 1
        assert result["differences"] == [{"pointer": "#/status", "stored": 200, "made": 422}]
        assert "gets no answer now, but a problem (422)" in result["detail"]

    def test_a_record_in_a_notation_is_read(self, files: Files) -> None:
        text, records = files.write("hand.txt", _SHORTHAND), str(files.folder / "rulings")
        assert in_process("audit", text, "--output", records, *ALONE).returncode == 0
        assert in_process("verify", text, records, *ALONE).returncode == 0

    @pytest.mark.parametrize(
        ("answered", "words"),
        [
            (RECORD, "it is not an answer of this service"),
            ({"ruling_id": "x", "line": 1, "status": 200}, "Its status is 200, but it has no result."),
            ({"line": 1, "status": 400, "result": RULING}, "Its status is 400, but it has no problem."),
            (b'{"ruling_id": "a", "ruling_id": "b"}', "occurs twice in one object"),
            # orjson writes 1e15 with 14 more characters, as many as the first verdict has.
            (b'{"verdict":"x",' + orjson.dumps(RULING)[1:-1] + b',"z":1e15}', "occurs twice in one object"),
            (
                {"line": 1, "status": 422, "problem": {"status": "x"}},
                'Its status is 422, but that of its problem is "x".',
            ),
            ({"line": 1, "status": "x" * 50, "problem": RULING}, f'Its status is "{"x" * 38}…'),
        ],
    )
    def test_what_is_no_answer_ends_with_2(self, answered: Json, words: str, files: Files) -> None:
        ended = files.verify(RECORD, answered)
        assert ended.returncode == 2
        assert words in ended.stdout.decode()
        assert ended.stdout.startswith(b"Not readable. ")

    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("nowhere", "nowhere"), "nowhere: No such file"),
            (("-", "-"), "only one of the two files can be standard input"),
            (("-", "README.md"), "README.md is not JSON"),
            (("/dev/null", "/dev/null"), "both files are empty"),
            (("-", "/dev/null", "--operation", "audit"), "--operation must be one of auditGame, auditRound"),
        ],
    )
    def test_what_can_t_run_says_why(
        self, arguments: tuple[str, ...], words: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.chdir(ROOT)
        assert words in error_of(in_process("verify", *arguments, *ALONE, given=b"{}"))

    def test_what_others_wrote_commands_no_terminal(self, files: Files) -> None:
        ruling = changed(lambda ruling: ruling.update({"verdict": "\x1b[2J", "\u202e": 1, "engine_version": "\x07"}))
        for answered in (ruling, changed(lambda ruling: ruling.update({"verdict": "\x1b[2J", "\u202e": 1}))):
            text = files.verify(RECORD, answered).stdout.decode()
            assert [each for each in text if not each.isprintable() and each != "\n"] == []

    def test_hostile_answers_fail_nothing(self, files: Files) -> None:
        hostile = [
            json.dumps({**RULING, "complete": 2**70}),
            json.dumps({**RULING, "complete": 2**60 + 1}),
            changed(lambda ruling: ruling.update(engine_version={"a": 1}, ruleset=[])),
            changed(lambda ruling: ruling.update(tricks=None)),
            b'{"ruling_id":' + b"[" * 500 + b"]" * 500 + b"}",
            json.dumps(changed(lambda ruling: ruling.update(verdict="\ud800"))),
            b'{"ruling_id": 1e999}',
        ]
        for each in hostile:
            ended = files.verify(RECORD, each)
            assert ended.returncode in {1, 2}
            assert b"fault of the service" not in ended.stdout
            assert b"Traceback" not in ended.stderr


class TestOperations:
    @pytest.mark.parametrize("operation", sorted(identified_answers()))
    def test_answers_of_every_operation_are_recognised_and_hold(self, operation: str, files: Files) -> None:
        bodies = list(bodies_of(operation).values())
        answers = [answer(operation, orjson.dumps(each)) for each in bodies]
        ended = files.verify(lines(*bodies), lines(*answers), "--as", "json")
        found = [json.loads(line) for line in ended.stdout.splitlines()]
        assert ended.returncode == 0
        assert {(each["outcome"], each["operation"]) for each in found} == {("same", operation)}
        assert len(found) == len(bodies)

    def test_every_operation_with_an_id_can_be_made_again(self) -> None:
        assert {runner.computation(each).size for each in identified_answers()} == {"round", "game"}

    def test_the_operation_can_be_named(self, files: Files) -> None:
        assert files.result(RECORD, RULING, "--operation", "auditRound")["outcome"] == "same"
        assert files.result(RECORD, RULING, "--operation", "scoreRound")["outcome"] == "differs"


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """Return 300 records, some of which can't be answered, and the rulings on them as `audit` writes them."""
    files = Files(tmp_path_factory.mktemp("season"))
    records = [orjson.dumps({**RECORD, "round_number": number}) for number in range(1, 301)]
    records[6], records[149], records[299] = b"{", b"", b'{"ruleset":"pagat"}'
    season = files.write("season.ndjson", b"".join(each + b"\n" for each in records))
    assert in_process("audit", season, "--output", str(files.folder / "rulings.ndjson"), *ALONE).returncode == 1
    return files


class TestManyAnswers:
    def verify(self, season: Files, answers: str, *arguments: str) -> Ended:
        return in_process("verify", str(season.folder / "season.ndjson"), answers, *(arguments or ALONE))

    def test_all_are_the_same_problems_among_them(self, season: Files) -> None:
        ended = self.verify(season, str(season.folder / "rulings.ndjson"))
        assert (ended.returncode, ended.stdout) == (0, b"300 lines: 300 the same.\n")

    def test_compressed_files_are_read_and_the_result_does_not_depend_on_processes(self, season: Files) -> None:
        rulings = (season.folder / "rulings.ndjson").read_bytes().splitlines(keepends=True)
        rulings[9], rulings[199] = rulings[10].replace(b'"line":11', b'"line":10'), b"?\n"
        answers = season.write("packed.gz", gzip.compress(b"".join(rulings)))
        files = (str(season.folder / "season.ndjson"), answers)
        one, three = (run("verify", *files, "--as", "json", "--jobs", jobs) for jobs in ("1", "3"))
        assert one.returncode == three.returncode == 1
        assert one.stdout == three.stdout
        found = [json.loads(line) for line in one.stdout.splitlines()]
        assert [each["line"] for each in found] == list(range(1, 301))
        assert {each["line"]: each["outcome"] for each in found if not each["holds"]} == {
            10: "other_record",
            200: "unreadable",
        }
        assert b"300 lines: 298 the same, 1 of another record and 1 not readable" in one.stderr

    def test_plain_answers_are_paired_line_by_line(self, season: Files) -> None:
        records = [orjson.dumps({**RECORD, "round_number": number}) for number in range(1, 4)]
        answers = season.write("plain", lines(*(answer("auditRound", each) for each in records)) + b"\n")
        ended = in_process("verify", season.write("three", b"\n".join(records)), answers, *ALONE)
        assert (ended.returncode, ended.stdout) == (0, b"3 lines: 3 the same.\n")

    def test_missing_and_additional_answers_are_said_and_the_others_keep_their_lines(self, season: Files) -> None:
        rulings = (season.folder / "rulings.ndjson").read_bytes().splitlines(keepends=True)
        extra = rulings[0].replace(b'"line":1,', b'"line":303,')
        answers = season.write("some", b"".join([rulings[2], *rulings[4:298], extra]))
        ended = self.verify(season, answers, "--as", "json")
        found = {each["line"]: each["outcome"] for each in map(json.loads, ended.stdout.splitlines())}
        assert ended.returncode == 1
        assert {line for line, outcome in found.items() if outcome == "no_answer"} == {1, 2, 4, 299, 300}
        assert {line for line, outcome in found.items() if outcome == "no_record"} == {303}
        assert sum(outcome == "same" for outcome in found.values()) == 295

    @pytest.mark.parametrize(
        ("line", "detail"),
        [
            ("9007199254740994", "Its line is 9007199254740994, which is no number of a line."),
            ("0", "Its line is 0, which is no number of a line."),
            ("-1", "Its line is -1, which is no number of a line."),
            ("1.5", "Its line is 1.5, which is no number of a line."),
            ('"2"', 'Its line is "2", which is no number of a line.'),
            ("null", "Its line is null, which is no number of a line."),
            ("1e20", "It has an integer of more than 64 bits, which no answer has."),
            ("1e300", "It has an integer of more than 64 bits, which no answer has."),
            ("100000000000000000000", "It has an integer of more than 64 bits, which no answer has."),
        ],
    )
    def test_an_answer_that_states_an_impossible_line_stands_for_the_next_one(
        self, line: str, detail: str, files: Files
    ) -> None:
        stated = f'{{"line":{line},"status":200,"result":'.encode() + orjson.dumps(RULING) + b"}\n"
        first = lines({"line": 1, "status": 200, "result": RULING})
        ended = files.verify(lines(RECORD, RECORD), first + stated, "--as", "json")
        good, bad = map(json.loads, ended.stdout.splitlines())
        assert (ended.returncode, good["line"], good["outcome"]) == (1, 1, "same")
        assert (bad["line"], bad["outcome"], bad["detail"]) == (2, "unreadable", detail)

    def test_a_line_far_beyond_the_records_has_none(self, files: Files) -> None:
        ended = files.verify(RECORD, {"line": 2**53, "status": 200, "result": RULING}, "--as", "json")
        found = {each["line"]: each["outcome"] for each in map(json.loads, ended.stdout.splitlines())}
        assert found == {1: "no_answer", 2**53: "no_record"}

    def test_the_status_of_a_problem_may_be_written_as_a_float(self, season: Files) -> None:
        rulings = (season.folder / "rulings.ndjson").read_bytes()
        rewritten = rulings.replace(b'"status":400', b'"status":400.0').replace(b'"status":422', b'"status":4.22e2')
        assert rewritten.count(b'"status":400.0')
        assert rewritten.count(b'"status":4.22e2')
        ended = self.verify(season, season.write("floats", rewritten))
        assert (ended.returncode, ended.stdout) == (0, b"300 lines: 300 the same.\n")

    def test_answers_out_of_order_are_said_and_the_others_verified(self, season: Files) -> None:
        rulings = (season.folder / "rulings.ndjson").read_bytes().splitlines(keepends=True)
        answers = season.write("twice", b"".join([*rulings[:3], rulings[1], *rulings[3:]]))
        ended = self.verify(season, answers, *ALONE)
        assert ended.returncode == 1
        said = ended.stdout.decode().splitlines()
        assert said[0] == "line 2"
        assert said[1].startswith(
            "  Out of order. The answer to line 2 comes after the one to line 3: give each answer"
        )
        assert said[2:] == ["301 lines: 300 the same and 1 out of order."]

    def test_an_answer_that_is_missing_is_looked_for_where_the_others_shift(self, files: Files) -> None:
        records = [{**RECORD, "round_number": number} for number in range(2, 7)]
        rulings = [answer("auditRound", orjson.dumps(each)) for each in records]
        ended = files.verify(lines(*records), lines(*rulings[:1], *rulings[2:]))
        assert ended.returncode == 1
        said = ended.stdout.decode().splitlines()
        assert said[-2] == "5 lines: 1 the same, 3 of another record and 1 missing."
        assert said[-1] == (
            "From line 2 on, every answer is of another record: an answer or a record is probably missing there."
        )

    def test_only_the_first_are_listed(self, season: Files) -> None:
        rulings = (season.folder / "rulings.ndjson").read_bytes().replace(b'"irregular"', b'"clean"')
        ended = self.verify(season, season.write("clean", rulings), *ALONE, "--first", "2")
        assert ended.returncode == 1
        text = ended.stdout.decode().splitlines()
        assert [line for line in text if line.startswith("line ")] == ["line 1", "line 2"]
        assert "and 295 more that do not hold" in text
        assert text[-1] == "300 lines: 3 the same and 297 different."

    def test_problems_of_games_are_those_of_either_operation(self, files: Files) -> None:
        game = files.write("game", lines({"rounds": [], "players": ["ana"]}))
        for what in ("score", "audit"):
            answers = str(files.folder / what)
            assert in_process("games", what, game, "--output", answers, *ALONE).returncode == 1
            assert in_process("verify", game, answers, *ALONE).returncode == 0

    def test_a_sheet_that_was_scored_is_verified(self, files: Files) -> None:
        sheet = files.write(
            "sheet.csv", "round,ana bid,ben bid,cy bid,dee bid,ana+cy tricks,ben+dee tricks\n1,3,4,2,3,6,7\n"
        )
        for what in ("score", "audit"):
            answers = str(files.folder / what)
            assert in_process("games", what, sheet, "--ruleset", "pagat", "--output", answers).returncode == 0
            assert in_process("verify", sheet, answers, "--ruleset", "pagat", *ALONE).returncode == 0


def test_the_output_may_be_closed_early(season: Files) -> None:
    files = [str(season.folder / name) for name in ("season.ndjson", "rulings.ndjson")]
    with subprocess.Popen(
        command("verify", *files, "--as", "json"), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(60) in {0, 141}
