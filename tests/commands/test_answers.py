"""Answers of the command line: those over HTTP, their exit statuses, and how streams are used."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.commands.conventions import NOT_CLEAN
from service.media_types import OCTETS
from tests.commands.running import (
    ALONE,
    ENVIRONMENT,
    LONG,
    PATHS,
    PATIENCE,
    ROOT,
    command,
    error_of,
    in_process,
    members,
    over_http,
    run,
    started,
    until,
)
from tests.http.bodies import SCORE, auditing, scoring
from tests.http.lines import BAD, ODD
from tests.http.wire import linux


class TestAnswers:
    @pytest.mark.parametrize("jobs", ["1", pytest.param("3", marks=pytest.mark.long)])
    @pytest.mark.parametrize("name", PATHS)
    def test_they_are_those_over_http_byte_for_byte(
        self, name: str, jobs: str, client: FlaskClient, tmp_path: Path
    ) -> None:
        lines = [*BAD.values(), *ODD.values(), auditing(), scoring(), b""] * 5
        file = tmp_path / "season.ndjson"
        for end in (b"\n", b"\r\n"):
            file.write_bytes(b"".join(line + end for line in lines) + scoring())
            ended = run(name, str(file), "--jobs", jobs)
            assert ended.returncode == 1
            assert ended.stdout == over_http(client, name, file.read_bytes())

    def test_they_stay_in_order_on_all_cores(self, season: Path) -> None:
        alone, together = in_process("score", str(season), *ALONE), run("score", str(season))
        assert together.stdout == alone.stdout
        assert [json.loads(line)["line"] for line in together.stdout.splitlines()] == list(range(1, 401))

    def test_standard_input_is_a_file_too(self, season: Path) -> None:
        from_file = in_process("score", str(season), *ALONE)
        assert run("score", "-", given=season.read_bytes()).stdout == from_file.stdout

    def test_several_files_are_taken_as_one(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("a", "b", "c")]
        files[0].write_bytes(scoring(round_number="1") + b"\n" + scoring(round_number="2"))
        files[2].write_bytes(scoring(round_number="3"))
        files[1].write_bytes(b"")
        together = b"".join(scoring(round_number=number) + b"\n" for number in "1243")
        ended = run("score", str(files[0]), str(files[1]), "-", str(files[2]), given=scoring(round_number="4"))
        assert ended.stdout == in_process("score", "-", *ALONE, given=together).stdout
        assert ended.stdout.count(b'"status":200') == 4

    def test_of_nothing_there_is_nothing_to_say(self) -> None:
        ended = run("audit", "-")
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"spades-arbiter: no lines.\n")

    def test_lines_are_held_to_the_limits_of_the_settings(self) -> None:
        ended = run("score", "-", given=scoring(), SPADES_BODY_BYTES="100")
        assert (ended.returncode, json.loads(ended.stdout)["status"]) == (1, 413)

    def test_a_file_may_be_longer_than_any_batch(self, client: FlaskClient) -> None:
        body = b"{}\n" * 10_001
        ended = run("score", "-", given=body)
        assert ended.stdout.count(b"\n") == 10_001
        assert client.post(f"{SCORE}/batch", data=body, content_type=OCTETS).status_code == 413


class TestStatus:
    @pytest.mark.parametrize(
        ("given", "status"),
        [(scoring(), 0), (scoring() + b"\n" + scoring(), 0), (scoring() + b"\nx", 1), (b"", 0), (b"\n", 1)],
    )
    def test_it_tells_whether_every_line_was_answered(self, given: bytes, status: int) -> None:
        assert in_process("score", "-", *ALONE, given=given).returncode == status
        assert run("score", "-", "--jobs", "2", given=given).returncode == status

    @pytest.mark.parametrize(
        "arguments",
        [
            [],
            ["audit"],
            ["judge", "-"],
            ["audit", "-", "--jobs", "0"],
            ["audit", "-", "--jobs", "many"],
            ["audit", "-", "--output", "a", "--resume", "b"],
            ["audit", "no-such-file"],
            ["audit", "."],
            ["audit", "-", "--output", "no-such-folder/out"],
            ["resolve"],
            ["resolve", "pagat", "--file", "-"],
            ["resolve", "-", "--players", "4"],
            ["resolve", "pagat", "--overrides", "{"],
            ["resolve", "pagat", "--players", "four"],
            ["rulebook"],
        ],
    )
    def test_what_can_not_be_carried_out_is_2(self, arguments: list[str]) -> None:
        assert error_of(in_process(*arguments)).startswith(("usage:", "spades-arbiter:"))

    def test_a_wrong_setting_is_2(self) -> None:
        assert "SPADES_BODY" in error_of(run("audit", "-", SPADES_BODY="1"))

    def test_they_are_documented(self) -> None:
        shown = in_process("--help")
        assert shown.returncode == 0
        for status in (0, 1, 2, 3, 130, 141):
            assert f"\n  {status} " in shown.stdout.decode()


@pytest.mark.long
class TestStreams:
    @linux
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_reader_who_has_enough_ends_the_command_quietly(self, jobs: str, long: Path) -> None:
        with started("audit", str(long), "--jobs", jobs) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().startswith(b'{"line":1,')
            process.stdout.close()
            assert process.wait(PATIENCE) == 141
            assert process.stderr.read() == b""

    @linux
    def test_a_slow_reader_holds_the_command_back(self, long: Path) -> None:
        with started("audit", str(long), "--jobs", "2") as process:
            assert process.stdout is not None
            process.stdout.readline()
            until(lambda: len(members(process.pid)) == 3)
            read = b""
            while piece := process.stdout.read(1 << 20):
                read += piece
            assert process.wait(PATIENCE) == NOT_CLEAN
        assert read.count(b"\n") == LONG - 1

    @linux
    def test_memory_does_not_grow_with_the_input(self, tmp_path: Path) -> None:
        few, many = (self.peak(lines, tmp_path / "lines") for lines in (1_000, 30_000))
        assert many < few + 8 * 1024

    @staticmethod
    def peak(lines: int, file: Path) -> int:
        """Return the most memory that one of the processes took, in kilobytes.

        The lines come from a file: what this process held would count as memory of those that it starts.
        """
        with file.open("wb") as written:
            written.writelines(itertools.repeat(b"{" + b" " * 2_000 + b"}\n", lines))
        measured = (
            "import resource, sys; from service import cli; status = cli.main();"
            "kinds = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN;"
            "print(max(resource.getrusage(kind).ru_maxrss for kind in kinds), file=sys.stderr)"
        )
        with file.open("rb") as given:
            ended = subprocess.run(
                [sys.executable, "-c", measured, "score", "-", "--jobs", "2"],
                cwd=ROOT,
                env=ENVIRONMENT,
                stdin=given,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                timeout=PATIENCE,
                check=True,
            )
        return int(ended.stderr.splitlines()[-1])

    def test_how_far_it_is_is_shown_on_a_terminal(self, long: Path, tmp_path: Path) -> None:
        there, terminal = pty.openpty()
        ended = subprocess.run(
            command("audit", str(long), "--output", str(tmp_path / "out")),
            cwd=ROOT,
            env=ENVIRONMENT,
            stderr=terminal,
            timeout=PATIENCE,
            check=False,
        )
        os.close(terminal)
        read: list[bytes] = []
        with contextlib.suppress(OSError):  # nobody writes to it any more, and all is read
            while True:
                read.append(os.read(there, 1 << 16))
        os.close(there)
        shown = b"".join(read).decode()
        assert ended.returncode == NOT_CLEAN
        assert " lines, " in shown
        assert "%, 0:00:0" in shown
        assert f"\r\x1b[Kspades-arbiter: {long}, line 1: " in shown
        assert shown.endswith(f"{LONG:,} lines, {LONG:,} with a verdict that is not clean, none with a problem.\r\n")
