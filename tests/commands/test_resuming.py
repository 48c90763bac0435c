"""How a command is resumed after a break: nothing is lost and nothing doubled."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from service.commands.conventions import NOT_CLEAN
from tests.commands.running import (
    ALONE,
    LONG,
    PATIENCE,
    error_of,
    has_output,
    in_process,
    members,
    run,
    started,
    until,
)
from tests.http.bodies import scoring
from tests.http.wire import linux


class TestResumption:
    def test_wherever_it_was_cut_nothing_is_lost_and_nothing_doubled(self, season: Path, tmp_path: Path) -> None:
        whole = in_process("score", str(season), *ALONE).stdout
        ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
        output = tmp_path / "out"
        for cut in (0, 1, 9, 30, ends[0], ends[0] + 1, ends[0] + 2, ends[199] + 10, ends[-2] + 1, ends[-1], len(whole)):
            output.write_bytes(whole[:cut])
            ended = in_process("score", str(season), "--resume", str(output), *ALONE)
            assert (ended.returncode, ended.stdout) == (1, b"")
            assert ended.stderr.startswith(b"spades-arbiter: 400 lines, 8 with a problem: lines 8, 58, ")
            assert output.read_bytes() == whole, cut

    def test_what_is_not_there_yet_is_begun(self, season: Path, tmp_path: Path) -> None:
        in_process("score", str(season), "--resume", str(tmp_path / "out"), *ALONE)
        assert (tmp_path / "out").read_bytes() == in_process("score", str(season), *ALONE).stdout

    def test_the_status_is_that_of_the_whole_output(self, tmp_path: Path) -> None:
        output = tmp_path / "out"
        output.write_bytes(in_process("score", "-", *ALONE, given=b"{}\n").stdout)
        ended = in_process("score", "-", "--resume", str(output), *ALONE, given=b"{}\n" + scoring())
        assert ended.returncode == 1
        assert ended.stderr == b"spades-arbiter: 2 lines, 1 with a problem: line 1.\n"
        assert output.read_bytes().count(b"\n") == 2

    def test_standard_input_is_gone_on_with_from_its_beginning(self, season: Path, tmp_path: Path) -> None:
        whole = in_process("score", str(season), *ALONE).stdout
        (tmp_path / "out").write_bytes(whole[:5_000])
        in_process("score", "-", "--resume", str(tmp_path / "out"), *ALONE, given=season.read_bytes())
        assert (tmp_path / "out").read_bytes() == whole

    def test_an_output_that_is_there_is_never_written_over(self, tmp_path: Path) -> None:
        output = tmp_path / "out"
        output.write_bytes(b"precious")
        assert "already exists" in error_of(in_process("score", "-", "--output", str(output), *ALONE, given=scoring()))
        assert output.read_bytes() == b"precious"

    @pytest.mark.parametrize(
        "content",
        [
            b"precious",
            b'{"ruleset"',
            b"precious\n",
            scoring() + b"\n",
            b'{"line":2,"status":200,"result":{}}\n',
            b'{"line":1,"status":200}\n',
            b'{"line":1,"status":200,"result":{}}\n{"line":1,"status":200,"result":{}}\n',
            b"\n",
        ],
    )
    def test_what_is_no_output_is_left_as_it_is(self, content: bytes, tmp_path: Path) -> None:
        output = tmp_path / "out"
        output.write_bytes(content)
        assert "cannot be resumed" in error_of(
            in_process("score", "-", "--resume", str(output), *ALONE, given=scoring())
        )
        assert output.read_bytes() == content

    @pytest.mark.parametrize("given", [b"", scoring(round_number="2"), b"x"])
    def test_an_output_of_something_else_is_not_gone_on_with(self, given: bytes, tmp_path: Path) -> None:
        output = tmp_path / "out"
        output.write_bytes(in_process("score", "-", *ALONE, given=scoring()).stdout)
        before = output.read_bytes()
        error_of(in_process("score", "-", "--resume", str(output), *ALONE, given=given))
        error_of(in_process("audit", "-", "--resume", str(output), *ALONE, given=scoring()))
        assert output.read_bytes() == before

    @linux
    @pytest.mark.parametrize("option", ["--output", "--resume"])
    def test_an_output_has_one_command_at_a_time(self, option: str, long: Path, tmp_path: Path) -> None:
        output = tmp_path / "out"
        with started("audit", str(long), "--jobs", "2", option, str(output)) as process:
            until(has_output(output))
            refused = error_of(in_process("audit", str(long), "--resume", str(output), *ALONE))
            assert refused == f"spades-arbiter: another command is writing to {output}\n"
            assert process.poll() is None
            process.kill()
            process.wait(PATIENCE)
            # Whoever is called right after it may go on, before the processes that it started have ended.
            assert in_process("audit", str(long), "--resume", str(output), *ALONE).returncode == NOT_CLEAN
        assert [line.partition(b",")[0] for line in output.read_bytes().splitlines()] == [
            b'{"line":%d' % number for number in range(1, LONG + 1)
        ]

    @linux
    @pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
    def test_a_command_that_was_ended_is_gone_on_with(self, end: signal.Signals, long: Path, tmp_path: Path) -> None:
        output = tmp_path / "out"
        with started("audit", str(long), "--jobs", "2", "--output", str(output)) as process:
            until(has_output(output))
            process.send_signal(end)
            assert process.wait(PATIENCE) == (130 if end == signal.SIGINT else -end)
            # The processes that it started end by themselves.
            until(lambda: not members(process.pid))
        begun = output.read_bytes().count(b"\n")
        assert 0 < begun < LONG
        assert run("audit", str(long), "--resume", str(output)).returncode == NOT_CLEAN
        lines = output.read_bytes().splitlines()
        assert len(lines) == LONG
        assert [line.partition(b',"status":200,"result":')[0] for line in lines] == [
            b'{"line":%d' % number for number in range(1, LONG + 1)
        ]
        assert len({line.partition(b',"status":')[2] for line in lines}) == 1

    @linux
    def test_an_interruption_from_the_keyboard_is_quiet_and_leaves_whole_lines(
        self, long: Path, tmp_path: Path
    ) -> None:
        output = tmp_path / "out"
        with started("audit", str(long), "--jobs", "2", "--output", str(output)) as process:
            until(has_output(output))
            os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to every process of the group
            _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert errors == b"spades-arbiter: interrupted; run again with --resume to continue\n"
        assert output.read_bytes().endswith(b"}\n")

    @linux
    def test_a_process_that_is_lost_ends_the_command(self, long: Path, tmp_path: Path) -> None:
        output = tmp_path / "out"
        with started("audit", str(long), "--jobs", "2", "--output", str(output)) as process:
            until(has_output(output))
            others = set(members(process.pid)) - {process.pid}
            os.kill(min(others), signal.SIGKILL)
            _, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 3
        assert errors == b"spades-arbiter: a worker process died; run again with --resume to continue\n"
        assert run("audit", str(long), "--resume", str(output)).returncode == NOT_CLEAN
        assert output.read_bytes().count(b"\n") == LONG
