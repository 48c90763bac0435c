"""Rulesets on the command line, and how it starts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service.core_build import choose
from service.shipped import contract_version
from service.spades import ENGINE_VERSION
from tests.commands.running import (
    ALONE,
    ROOT,
    in_process,
    run,
)
from tests.http.bodies import COMPARE, RESOLVE, asking


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


HOUSE = {"name": "pagat", "overrides": {"scoring": {"bag_limit": 5}}}


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
