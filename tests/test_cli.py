"""The command line as scripts use it: its answers, its exit statuses, and how it resumes after a break."""

from __future__ import annotations

import io
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest import mock

import pytest
from flask.testing import FlaskClient

from service.cli import main
from service.media_types import OCTETS
from tests.http.bodies import AUDIT, RESOLVE, SCORE, asking, auditing, scoring
from tests.http.lines import BAD, ODD, TALKATIVE
from tests.http.wire import linux

ROOT = Path(__file__).parent.parent
PATHS = {"score": SCORE, "audit": AUDIT}
_PATIENCE = 60.0
LONG = 3_000  # lines, which take some seconds
_ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("SPADES_")}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "service.cli", *arguments]


def run(*arguments: str, given: bytes = b"", **settings: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env=_ENVIRONMENT | settings,
        input=given,
        capture_output=True,
        timeout=_PATIENCE,
        check=False,
    )


def in_process(*arguments: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run a command in this process, which is faster, and return its output and exit status."""
    written, said = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    with (
        mock.patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(given))),
        redirect_stdout(written),
        redirect_stderr(said),
    ):
        try:
            status = main(arguments)
        except SystemExit as ended:
            status = int(ended.code or 0)
    written.flush()
    output = written.detach()
    assert isinstance(output, io.BytesIO)
    return subprocess.CompletedProcess(arguments, status, output.getvalue(), said.getvalue().encode())


ALONE = ("--jobs", "1")


@contextmanager
def started(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in a process group of its own, of which no process may be left at the end."""
    process = subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        with process:
            yield process
            if process.poll() is None:
                process.kill()
    finally:
        until(lambda: not members(process.pid))


def members(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, its_group, *_ = file.read_text().rpartition(")")[2].split()
        except (FileNotFoundError, ProcessLookupError):
            continue
        if int(its_group) == group and state != "Z":
            found.append(int(file.parent.name))
    return found


def until(true: Callable[[], object]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while not true():
        assert time.monotonic() < deadline, "the condition did not become true"
        time.sleep(0.01)


def has_output(output: Path) -> Callable[[], bool]:
    return lambda: output.exists() and output.stat().st_size > 0


def over_http(client: FlaskClient, name: str, body: bytes) -> bytes:
    return client.post(f"{PATHS[name]}/batch", data=body, content_type=OCTETS).get_data()


def error_of(ended: subprocess.CompletedProcess[bytes]) -> str:
    """Return the error message of a command that could not run."""
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"Traceback" not in ended.stderr
    return ended.stderr.decode()


@pytest.fixture
def season(tmp_path: Path) -> Path:
    """Return a file of many rounds, each unlike the others, some of which can't be answered."""
    lines = [scoring(round_number=str(number)) for number in range(1, 401)]
    lines[7::50] = list(BAD.values())[: len(lines[7::50])]
    file = tmp_path / "season.ndjson"
    file.write_bytes(b"".join(line + b"\n" for line in lines))
    return file


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file that takes some seconds."""
    file = tmp_path_factory.mktemp("long") / "season.ndjson"
    file.write_bytes((TALKATIVE + b"\n") * LONG)
    return file


class TestAnswers:
    @pytest.mark.parametrize("jobs", ["1", "3"])
    @pytest.mark.parametrize("name", PATHS)
    def test_they_are_those_over_http_byte_for_byte(
        self, name: str, jobs: str, client: FlaskClient, tmp_path: Path
    ) -> None:
        lines = [*BAD.values(), *ODD.values(), auditing(), scoring(), b""] * 5
        file = tmp_path / "season.ndjson"
        for end in (b"\n", b"\r\n"):
            file.write_bytes(b"".join(line + end for line in lines) + scoring())
            ended = run(name, str(file), "--jobs", jobs)
            assert (ended.returncode, ended.stderr) == (1, b"")
            assert ended.stdout == over_http(client, name, file.read_bytes())

    def test_they_stay_in_order_on_all_cores(self, season: Path) -> None:
        alone, together = run("score", str(season), "--jobs", "1"), run("score", str(season))
        assert together.stdout == alone.stdout
        assert [json.loads(line)["line"] for line in together.stdout.splitlines()] == list(range(1, 401))

    def test_standard_input_is_a_file_too(self, season: Path) -> None:
        assert run("score", "-", given=season.read_bytes()).stdout == run("score", str(season)).stdout

    def test_several_files_are_taken_as_one(self, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("a", "b", "c")]
        files[0].write_bytes(scoring(round_number="1") + b"\n" + scoring(round_number="2"))
        files[2].write_bytes(scoring(round_number="3"))
        files[1].write_bytes(b"")
        together = b"".join(scoring(round_number=number) + b"\n" for number in "1243")
        ended = run("score", str(files[0]), str(files[1]), "-", str(files[2]), given=scoring(round_number="4"))
        assert ended.stdout == run("score", "-", given=together).stdout
        assert ended.stdout.count(b'"status":200') == 4

    def test_of_nothing_there_is_nothing_to_say(self) -> None:
        ended = run("audit", "-")
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")

    def test_lines_are_held_to_the_limits_of_the_settings(self) -> None:
        ended = run("score", "-", given=scoring(), SPADES_BODY_BYTES="100")
        assert (ended.returncode, json.loads(ended.stdout)["status"]) == (1, 413)

    def test_a_file_may_be_longer_than_any_batch(self, client: FlaskClient) -> None:
        body = b"[]\n" * 10_001
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


class TestResumption:
    def test_wherever_it_was_cut_nothing_is_lost_and_nothing_doubled(self, season: Path, tmp_path: Path) -> None:
        whole = in_process("score", str(season), *ALONE).stdout
        ends = [place for place, byte in enumerate(whole) if byte == ord("\n")]
        output = tmp_path / "out"
        for cut in (0, 1, 9, 30, ends[0], ends[0] + 1, ends[0] + 2, ends[199] + 10, ends[-2] + 1, ends[-1], len(whole)):
            output.write_bytes(whole[:cut])
            ended = in_process("score", str(season), "--resume", str(output), *ALONE)
            assert (ended.returncode, ended.stdout, ended.stderr) == (1, b"", b"")
            assert output.read_bytes() == whole, cut

    def test_what_is_not_there_yet_is_begun(self, season: Path, tmp_path: Path) -> None:
        in_process("score", str(season), "--resume", str(tmp_path / "out"), *ALONE)
        assert (tmp_path / "out").read_bytes() == in_process("score", str(season), *ALONE).stdout

    def test_the_status_is_that_of_the_whole_output(self, tmp_path: Path) -> None:
        output = tmp_path / "out"
        output.write_bytes(in_process("score", "-", *ALONE, given=b"x\n").stdout)
        assert in_process("score", "-", "--resume", str(output), *ALONE, given=b"x\n" + scoring()).returncode == 1
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
            process.wait(_PATIENCE)
            # Whoever is called right after it may go on, before the processes that it started have ended.
            assert in_process("audit", str(long), "--resume", str(output), *ALONE).returncode == 0
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
            assert process.wait(_PATIENCE) == (130 if end == signal.SIGINT else -end)
            # The processes that it started end by themselves.
            until(lambda: not members(process.pid))
        begun = output.read_bytes().count(b"\n")
        assert 0 < begun < LONG
        assert run("audit", str(long), "--resume", str(output)).returncode == 0
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
            _, errors = process.communicate(timeout=_PATIENCE)
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
            _, errors = process.communicate(timeout=_PATIENCE)
        assert process.returncode == 3
        assert errors == b"spades-arbiter: a worker process died; run again with --resume to continue\n"
        assert run("audit", str(long), "--resume", str(output)).returncode == 0
        assert output.read_bytes().count(b"\n") == LONG


class TestStreams:
    @linux
    @pytest.mark.parametrize("jobs", ["1", "2"])
    def test_a_reader_who_has_enough_ends_the_command_quietly(self, jobs: str, long: Path) -> None:
        with started("audit", str(long), "--jobs", jobs) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().startswith(b'{"line":1,')
            process.stdout.close()
            assert process.wait(_PATIENCE) == 141
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
            assert process.wait(_PATIENCE) == 0
        assert read.count(b"\n") == LONG - 1

    @linux
    def test_memory_does_not_grow_with_the_input(self) -> None:
        few, many = (self.peak(lines) for lines in (1_000, 30_000))
        assert many < few + 8 * 1024

    @staticmethod
    def peak(lines: int) -> int:
        """Return the most memory that one of the processes took, in kilobytes."""
        measured = (
            "import resource, sys; from service import cli; status = cli.main();"
            "kinds = resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN;"
            "print(max(resource.getrusage(kind).ru_maxrss for kind in kinds), file=sys.stderr)"
        )
        ended = subprocess.run(
            [sys.executable, "-c", measured, "score", "-", "--jobs", "2"],
            cwd=ROOT,
            env=_ENVIRONMENT,
            input=(b"{" + b" " * 2_000 + b"}\n") * lines,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=_PATIENCE,
            check=True,
        )
        return int(ended.stderr)

    def test_how_far_it_is_is_shown_on_a_terminal(self, long: Path, tmp_path: Path) -> None:
        there, terminal = pty.openpty()
        ended = subprocess.run(
            command("audit", str(long), "--output", str(tmp_path / "out")),
            cwd=ROOT,
            env=_ENVIRONMENT,
            stderr=terminal,
            timeout=_PATIENCE,
            check=True,
        )
        os.close(terminal)
        shown = os.read(there, 1 << 16).decode()
        os.close(there)
        assert ended.returncode == 0
        assert " lines, " in shown
        assert "%, 0:00:0" in shown
        assert shown.endswith("\r\x1b[K")


class TestRulesets:
    @pytest.mark.parametrize(
        ("arguments", "request_body"),
        [
            (["pagat"], {"ruleset": {"name": "pagat"}}),
            (["nello", "--option", "short-game"], {"ruleset": {"name": "nello", "options": ["short-game"]}}),
            (["pagat", "--overrides", '{"game":{"target":200,"floor":-200}}'],
             {"ruleset": {"name": "pagat", "overrides": {"game": {"target": 200, "floor": -200}}}}),
        ],
    )  # fmt: skip
    def test_they_are_shown_as_over_http(
        self, arguments: list[str], request_body: dict[str, object], client: FlaskClient
    ) -> None:
        resolved, written = in_process("resolve", *arguments), in_process("rulebook", *arguments)
        assert resolved.returncode == written.returncode == 0
        assert resolved.stdout == client.post(RESOLVE, json=request_body).get_data() + b"\n"
        page = client.post(RESOLVE, json=request_body, headers={"Accept": "text/markdown"}).get_data()
        assert written.stdout == page
        asked = json.dumps(request_body).encode()
        assert in_process("resolve", "-", given=asked).stdout == resolved.stdout
        assert in_process("rulebook", "-", given=asked).stdout == page

    def test_the_number_of_players_may_be_given(self, client: FlaskClient) -> None:
        body = {"ruleset": {"name": "pagat"}, "player_count": 4}
        assert (
            in_process("resolve", "pagat", "--players", "4").stdout
            == client.post(RESOLVE, json=body).get_data() + b"\n"
        )

    def test_files_of_references_are_answered_line_by_line(self, tmp_path: Path, client: FlaskClient) -> None:
        (tmp_path / "references").write_bytes(asking(RESOLVE) + b"\n{}\n")
        ended = in_process("resolve", "--file", str(tmp_path / "references"), *ALONE)
        assert ended.returncode == 1
        first, second = ended.stdout.splitlines()
        answer = client.post(RESOLVE, data=asking(RESOLVE), content_type="application/json").get_data()
        assert first == b'{"line":1,"status":200,"result":' + answer + b"}"
        assert json.loads(second)["problem"]["type"] == "/problems/contract-violation"

    @pytest.mark.parametrize("name", ["resolve", "rulebook"])
    def test_what_is_wrong_with_one_is_said(self, name: str) -> None:
        ended = in_process(name, "bridge", "--option", "short")
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert b"#/ruleset" in ended.stderr
        ended = in_process(name, "-", given=b"{}")
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert b"#/ruleset: This member is required." in ended.stderr


class TestStart:
    def test_nothing_of_a_server_is_imported(self) -> None:
        asked = "import sys, service.cli; print(*{name.partition('.')[0] for name in sys.modules})"
        ended = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, check=True)
        assert {"flask", "werkzeug", "gunicorn"} & set(ended.stdout.decode().split()) == set()

    def test_it_tells_its_version(self) -> None:
        assert run("--version").stdout.startswith(b"spades-arbiter, engine ")

    @pytest.mark.skipif(not (ROOT / ".venv" / ".runtime").exists(), reason="`make` has set nothing up here")
    def test_the_script_works_from_anywhere(self, tmp_path: Path) -> None:
        (tmp_path / "service").mkdir()
        (tmp_path / "service" / "__init__.py").write_text("raise SystemExit('the wrong one')")
        (tmp_path / "arbiter").symlink_to(ROOT / "spades-arbiter")
        for script in (ROOT / "spades-arbiter", tmp_path / "arbiter"):
            ended = subprocess.run([script, "--version"], cwd=tmp_path, capture_output=True, check=True)
            assert ended.stdout.startswith(b"spades-arbiter, engine ")

    def test_the_script_is_a_script(self) -> None:
        assert os.access(ROOT / "spades-arbiter", os.X_OK)
        shell = shutil.which("sh")
        assert shell is not None
        assert subprocess.run([shell, "-n", ROOT / "spades-arbiter"], check=False).returncode == 0
