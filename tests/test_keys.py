"""API keys: who is let in, who is not, what never asks, and how a key is made and changed."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from flask.testing import FlaskClient

from service import create_app
from service.keys import Keys, keys_from
from service.settings import Settings, SettingsError
from service.wire.contract import guarded_operations, load_document
from tests.contract.document import DOCUMENT
from tests.http.bodies import AUDIT, auditing
from tests.http.failures import problem_in
from tests.http.wire import ROOT, Answer, exchange, request, serving, wait_for_line

KEY = "Kq8Nrik1zE7S_wU0GTDIFRty1ztp6o9HRpYVyWAd2_E"
OTHER = "x" * 43


def line(name: str, key: str) -> str:
    return f"{name}:{hashlib.sha256(key.encode()).hexdigest()}\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "keys"
    path.write_text(f"# our leagues\n\n{line('north', KEY)}{line('south', OTHER)}")
    return path


@pytest.fixture
def locked(file: Path) -> FlaskClient:
    return create_app(Settings(api_keys_file=file), DOCUMENT).test_client()


def asked(client: FlaskClient, authorization: str | None) -> Answer:
    headers = {} if authorization is None else {"Authorization": authorization}
    return Answer.of(client.post(AUDIT, data=auditing(), content_type="application/json", headers=headers))


@pytest.mark.parametrize("key", [KEY, OTHER])
@pytest.mark.parametrize("scheme", ["Bearer ", "bearer ", "BEARER  "])
def test_a_key_opens(key: str, scheme: str, locked: FlaskClient) -> None:
    assert asked(locked, scheme + key).status == 200


@pytest.mark.parametrize(
    "authorization",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        KEY,
        f"Basic {KEY}",
        f"Bearer {KEY[:-1]}",
        f"Bearer {KEY}x",
        f"Bearer {KEY} {KEY}",
        f"Bearer {KEY.lower()}",
        f"Bearer {hashlib.sha256(KEY.encode()).hexdigest()}",
        "Bearer north",
        "Bearer \u00e9\u00ff",
        "Bearer " + "x" * 4_000,
    ],
)
def test_anything_else_does_not(authorization: str | None, locked: FlaskClient) -> None:
    answer = asked(locked, authorization)
    problem = problem_in(answer, locked, 401, "unauthorized")
    assert answer.headers["www-authenticate"] == "Bearer"
    assert KEY not in str(problem)


def test_who_is_not_let_in_learns_nothing_of_his_body(locked: FlaskClient) -> None:
    for body in (b"{", b"{}", b" " * 40_000):
        assert locked.post(AUDIT, data=body, content_type="text/plain").status_code == 401


def test_a_preflight_carries_no_key_and_needs_none(locked: FlaskClient) -> None:
    assert locked.options(AUDIT, headers={"Origin": "https://game.example"}).status_code == 200


def test_what_is_guarded_is_what_the_contract_says(locked: FlaskClient) -> None:
    rules = list(locked.application.url_map.iter_rules())
    names = {"name": "pagat", "code": "revoke", "slug": "unauthorized", "of": "0"}
    refused = set()
    for rule in rules:
        for method in (rule.methods or set()) - {"OPTIONS", "HEAD"}:
            built = rule.build({each: names[each] for each in rule.arguments})
            assert built is not None
            if locked.open(built[1], method=method).status_code == 401:
                refused.add(rule.endpoint)
    assert refused == guarded_operations(load_document())
    opened = {rule.endpoint for rule in rules} - refused
    outside = {
        "desk",
        "desk-example",
        "desk-icon-svg",
        "desk-manifest-webmanifest",
        "desk-sheet",
        "desk-worker-js",
        "desk_file",
        "desk_without_scripts",  # a form that can be read needs a key: tests/http/test_desk.py
        "docs",
        "docs_file",
        "livez",
        "metrics",
        "openapi_json",
        "openapi_yaml",
        "readyz",
        "replay",
        "root",
        "schema",
    }
    assert opened == {"getProblemType", "listProblemTypes"} | {f"outside.{each}" for each in outside}


def test_the_contract_speaks_of_keys_where_there_are_any(locked: FlaskClient, client: FlaskClient) -> None:
    """A padlock on a service without keys would send its readers looking for one."""
    for asking, has_keys in ((locked, True), (client, False)):
        as_json = asking.get("/openapi.json").get_json()
        assert yaml.load(asking.get("/openapi.yaml").text, Loader=yaml.CSafeLoader) == as_json
        operations = [each for methods in as_json["paths"].values() for each in methods.values()]
        assert ("security" in as_json) is has_keys
        assert ("securitySchemes" in as_json["components"]) is has_keys
        assert any("security" in each for each in operations) is has_keys
        assert as_json["components"]["schemas"] == DOCUMENT["components"]["schemas"]


def test_without_a_file_everybody_may_ask(client: FlaskClient) -> None:
    assert asked(client, None).status == 200
    assert asked(client, "Bearer nonsense").status == 200


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nobody yet\n",
        KEY,
        f"north:{KEY}",
        "north:" + "0" * 63,
        "north:" + "A" * 64,
        "north:" + "g" * 64,
        "north:" + "0" * 65,
        "north " + "0" * 64,
        ":" + "0" * 64,
        "no rth:" + "0" * 64,
        "n\u00f6rth:" + "0" * 64,
        f"{'x' * 65}:{'0' * 64}",
        f"{line('north', KEY)}\n{KEY}\n",
    ],
)
def test_a_file_that_holds_anything_but_digests_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(text)
    with pytest.raises(SettingsError, match="file of API keys") as refused:
        create_app(Settings(api_keys_file=file), DOCUMENT)
    assert KEY not in str(refused.value)


def test_every_wrong_line_is_told_by_its_number(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"one\n{line('north', KEY)}three\n")
    with pytest.raises(SettingsError, match=r"line 1 .*line 3 "):
        keys_from(file)


def test_a_file_that_can_t_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="FileNotFoundError"):
        keys_from(tmp_path / "nothing")
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="UnicodeDecodeError"):
        keys_from(tmp_path / "binary")


def test_one_name_may_have_an_old_key_and_a_new_one(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(line("north", KEY) + line("north", OTHER) + line("south", "z"))
    keys = keys_from(file)
    assert [keys.holder(f"Bearer {key}") for key in (KEY, OTHER, "z", "y")] == ["north", "north", "south", None]
    assert Keys(()).holder(f"Bearer {KEY}") is None


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "service.keys", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_a_key_is_made_by_command(tmp_path: Path) -> None:
    made = make("north")
    assert made.returncode == 0
    file = tmp_path / "keys"
    file.write_text(made.stdout)
    key = made.stderr.split()[-1]
    assert len(key) == 43
    assert key not in made.stdout
    assert keys_from(file).holder(f"Bearer {key}") == "north"
    assert make("north").stderr != made.stderr


@pytest.mark.parametrize("arguments", [(), ("a b",), ("",), ("north", "south")])
def test_a_command_that_makes_no_sense_is_refused(arguments: tuple[str, ...]) -> None:
    made = make(*arguments)
    assert (made.returncode, made.stdout) == (2, "")
    assert made.stderr.startswith("usage:")


def test_the_file_is_read_again_on_a_signal(file: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"

    def status(key: str) -> int:
        return exchange(running.address, request("GET", "/v1/rulesets", Authorization=f"Bearer {key}")).status

    with serving(log, SPADES_API_KEYS_FILE=str(file)) as running:
        assert (status(KEY), status("new")) == (200, 401)
        file.write_text(line("north", "new"))
        assert (status(KEY), status("new")) == (200, 401)
        reload(running.process.pid, log, 1)
        assert (status(KEY), status("new")) == (401, 200)
        file.write_text(line("north", KEY) + "rubbish\n")
        reload(running.process.pid, log, 2)
        assert (status(KEY), status("new")) == (401, 200)
        wait_for_line(log, "line 2 of the file of API keys")
        file.unlink()
        reload(running.process.pid, log, 3)
        assert (status(KEY), status("new")) == (401, 200)
    written = log.read_text()
    assert "Traceback" not in written
    assert KEY not in written
    clients = [json.loads(each).get("client") for each in written.splitlines() if '"listRulesets"' in each]
    assert set(clients) == {None, "north"}


def reload(master: int, log: Path, times: int) -> None:
    """Have the server reload for the so-manieth time, and wait until the old worker has gone."""
    os.kill(master, signal.SIGHUP)
    wait_for_line(log, "Worker exiting", times)
