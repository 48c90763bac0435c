"""Rulesets on the command line, and how it starts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.core_build import choose
from service.presets.loader import presets_in, put_in_force
from service.shipped import contract_version
from service.spades import ENGINE_VERSION
from tests.commands.running import (
    ALONE,
    ROOT,
    in_process,
    run,
)
from tests.http.bodies import AUDIT, CLUB, COMPARE, RESOLVE, asking


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
        assert b"#/ruleset: This member is required: name a ruleset. The rulesets are " in ended.stderr

    @pytest.mark.parametrize(
        ("kind", "accept"), [("html", "text/html"), ("markdown", "text/markdown"), (None, "text/markdown")]
    )
    def test_a_rulebook_is_written_as_a_page_of_either_kind(
        self, kind: str | None, accept: str, client: FlaskClient
    ) -> None:
        chosen = () if kind is None else ("--as", kind)
        written = in_process("rulebook", "nello", "--option", "short-game", *chosen)
        body = {"ruleset": {"name": "nello", "options": ["short-game"]}}
        assert written.stdout == client.post(RESOLVE, json=body, headers={"Accept": accept}).get_data()


HOUSE = {"name": "pagat", "overrides": {"bags": {"limit": 5}}}


class TestFiles:
    """A ruleset may be in a file, of JSON or of TOML; the tests of other commands then know only those that ship."""

    @pytest.fixture(autouse=True)
    def files(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.chdir(tmp_path)
        Path("house.toml").write_text(CLUB)
        Path("house.json").write_text(json.dumps(HOUSE))
        yield
        put_in_force(presets_in(None))

    def test_a_preset_is_read_from_its_file(self) -> None:
        assert in_process("rulebook", "house.toml").stdout.startswith(b"# Our club's Spades\n")
        assert json.loads(in_process("resolve", "house.toml").stdout)["name"] == "our-club"
        assert in_process("rulebook", "our-club").returncode == 1  # each command reads the files that it is given
        compared = in_process("compare", "house.toml", "house.json", "--as", "json")
        assert [each["name"] for each in json.loads(compared.stdout)["rulesets"]] == ["our-club", "pagat"]

    def test_options_go_with_a_file_of_toml_and_not_with_json(self) -> None:
        changed = in_process("resolve", "house.toml", "--overrides", '{"game": {"target": 250}}')
        assert json.loads(changed.stdout)["parameters"]["game"]["target"] == 250
        ended = in_process("resolve", "house.json", "--option", "short")
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert b"--option and --overrides go with the name of a preset" in ended.stderr

    @pytest.mark.parametrize(("jobs", "folder"), [("1", False), ("2", False), ("2", True)])
    def test_records_are_judged_by_it(self, jobs: str, folder: bool, tmp_path: Path) -> None:
        record = {name: value for name, value in json.loads(asking(AUDIT)).items() if name != "ruleset"}
        Path("records").write_text(f"{json.dumps(record)}\n" * 2)
        if folder:
            ended = run("audit", str(tmp_path / "records"), "--ruleset", "our-club", SPADES_PRESETS_DIR=str(tmp_path))
        else:
            ended = in_process("audit", "records", "--ruleset", "house.toml", "--jobs", jobs)
        answers = [json.loads(line)["result"] for line in ended.stdout.splitlines()]
        assert [answer["ruleset"]["name"] for answer in answers] == ["our-club"] * 2

    def test_another_process_reads_the_file_itself(self) -> None:
        """Where processes are spawned and not forked, they inherit nothing."""
        asked = (
            "from service.presets.loader import use_preset_file as use; from pathlib import Path;"
            "print(use(Path('house.toml')), use(Path('./house.toml')))"
        )
        ended = subprocess.run(
            [sys.executable, "-c", asked],
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            check=True,
        )
        assert ended.stdout == b"our-club our-club\n"

    @pytest.mark.parametrize(
        ("text", "told"),
        [
            ("none.toml", "none.toml is taken for a file, and there is none of this name"),
            ("none.json", "none.json is taken for a file: No such file or directory"),
            ("bad.toml", "bad.toml: it is not TOML: "),
            ("bad.json", "bad.json must be a JSON object"),
            (
                "records",
                "'records' is taken for the name of a preset: the name of a file of a ruleset ends in .toml or",
            ),
            ("a/b", "'a/b' is taken for the name of a preset"),
            ("our-clb", "There is no ruleset 'our-clb'."),
            ("our-clb", "(The name of a file ends in .toml or .json.)"),
            ("{", "it begins with {, and so must be a JSON object"),
            ("pagat.toml", "pagat.toml, name: pagat is the name of a preset that ships"),
        ],
    )
    def test_what_a_ruleset_is_taken_for_is_said(self, text: str, told: str) -> None:
        Path("bad.toml").write_text("name = \n")
        Path("bad.json").write_text("[]")
        Path("pagat.toml").write_text(CLUB.replace("our-club", "pagat"))
        Path("records").write_bytes(asking(AUDIT))
        ended = in_process("audit", "records", "--ruleset", text)
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert told in ended.stderr.decode()

    def test_a_faulty_folder_ends_every_command_that_judges(self, tmp_path: Path) -> None:
        Path("bad.toml").write_text("name = \n")
        Path("worse.toml").write_text(CLUB)
        ended = run("rulebook", "pagat", SPADES_PRESETS_DIR=str(tmp_path))
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert b"bad.toml: it is not TOML" in ended.stderr
        assert b"worse.toml, name: our-club is the name of the preset in" in ended.stderr
        assert b"Traceback" not in ended.stderr

    def test_a_cluster_takes_those_that_ship(self) -> None:
        Path("records").write_bytes(asking(AUDIT))
        ended = in_process("audit", "records", "--ruleset", "house.toml", "--cluster", "local", "--output", "parts")
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert b"--cluster takes the rulesets that ship" in ended.stderr


class TestComparing:
    @pytest.mark.parametrize(
        ("kind", "accept", "end"),
        [
            ("json", "application/json", b"\n"),
            ("html", "text/html", b""),
            ("markdown", "text/markdown", b""),
            (None, "text/markdown", b""),
        ],
    )
    def test_they_are_compared_as_over_http(
        self, kind: str | None, accept: str, end: bytes, client: FlaskClient
    ) -> None:
        chosen = () if kind is None else ("--as", kind)
        body = {"rulesets": ["pagat", HOUSE], "player_count": 4}
        ended = in_process("compare", "pagat", "--players", "4", *chosen, json.dumps(HOUSE))
        assert (ended.returncode, ended.stderr) == (0, b"")
        assert ended.stdout == client.post(COMPARE, json=body, headers={"Accept": accept}).get_data() + end

    def test_what_is_wrong_with_either_is_said(self) -> None:
        ended = in_process("compare", "pagt", '{"name": "nello", "options": ["short"]}')
        assert (ended.returncode, ended.stdout) == (1, b"")
        assert b"#/rulesets/0: There is no ruleset 'pagt': write pagat." in ended.stderr
        assert b"#/rulesets/1/options/0: nello has no option 'short': write short-game." in ended.stderr

    def test_arguments_that_are_no_references_are_refused(self) -> None:
        assert b"must be a JSON object" in in_process("compare", "pagat", "{").stderr
        assert b"required: SECOND" in in_process("compare", "pagat").stderr
        assert b"not valid UTF-8" in in_process("compare", "pagat", "\udcff").stderr


class TestStart:
    def test_nothing_of_a_server_is_imported(self) -> None:
        asked = "import sys, service.cli; print(*{name.partition('.')[0] for name in sys.modules})"
        ended = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, check=True)
        assert {"flask", "werkzeug", "gunicorn"} & set(ended.stdout.decode().split()) == set()

    def test_it_tells_its_version(self) -> None:
        versions = f"spades-arbiter {contract_version()}, engine {ENGINE_VERSION} ({choose()})\n"
        assert run("--version").stdout.decode() == versions

    @pytest.mark.skipif(not (ROOT / ".venv" / ".runtime").exists(), reason="`make` has set nothing up here")
    def test_the_script_works_from_anywhere(self, tmp_path: Path) -> None:
        (tmp_path / "service").mkdir()
        (tmp_path / "service" / "__init__.py").write_text("raise SystemExit('the wrong one')")
        (tmp_path / "arbiter").symlink_to(ROOT / "spades-arbiter")
        for script in (ROOT / "spades-arbiter", tmp_path / "arbiter"):
            ended = subprocess.run([script, "--version"], cwd=tmp_path, capture_output=True, check=True)
            assert ended.stdout.startswith(b"spades-arbiter ")

    def test_the_script_is_a_script(self) -> None:
        assert os.access(ROOT / "spades-arbiter", os.X_OK)
        shell = shutil.which("sh")
        assert shell is not None
        assert subprocess.run([shell, "-n", ROOT / "spades-arbiter"], check=False).returncode == 0


class TestServe:
    def test_the_settings_can_be_checked_without_a_server(self, tmp_path: Path) -> None:
        ended = run("serve", "--check", "--port", "8999", SPADES_LOG="off")
        assert (ended.returncode, ended.stdout) == (0, b"")
        assert ended.stderr == b"spades-arbiter: the settings and the files that they name are valid.\n"
        ended = run("serve", "--check", SPADES_API_KEYS_FILE=str(tmp_path / "keys"))
        assert (ended.returncode, ended.stdout) == (2, b"")
        assert b"the file of API keys cannot be read" in ended.stderr

    def test_what_is_wrong_with_the_options_is_said_before_anything_is_started(self) -> None:
        ended = run("serve", "--port", "70000", "--workers", "x", "--host", "a b")
        assert (ended.returncode, ended.stdout) == (2, b"")
        for name in (b"HOST must be", b"PORT must be", b"WEB_CONCURRENCY must be"):
            assert name in ended.stderr
