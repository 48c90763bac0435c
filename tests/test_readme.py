"""The README is true: its requests get the answers it shows, and its files load."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields
from datetime import timedelta
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient

from service.core_build import VARIABLE
from service.launch import READERS
from service.problems import Problem
from service.runtime.access_log import request_line
from service.runtime.request_context import CLIENT, OPERATION, PROBLEM, REQUEST_ID
from service.settings import Settings
from service.spades.rules.preset_loader import PRESETS_FOLDER, preset_from, presets, resolve
from service.spades.rules.ruleset import Reference

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
CURL = re.compile(
    r"```sh\ncurl -s http://127\.0\.0\.1:8000(\S+) -H 'Content-Type: application/json'(?: -H 'Accept: (.*?)')?"
    r" -d '(.*?)'\n```\n"
    r".*?```(\w*)\n(.*?)```",
    re.DOTALL,
)
CSV_SHEET = re.compile(r"```csv\n(.*?)```", re.DOTALL)


def covers(real: Any, shown: Any) -> bool:
    """Whether everything that is shown stands in the real answer; lists have to be shown whole."""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(name in real and covers(real[name], shown[name]) for name in shown)
    if isinstance(shown, list):
        pairs = zip(real, shown, strict=True)
        return isinstance(real, list) and len(real) == len(shown) and all(covers(*pair) for pair in pairs)
    return bool(real == shown)


def test_the_requests_get_the_answers_shown(client: FlaskClient) -> None:
    examples = CURL.findall(README)
    assert [path for path, *_ in examples] == [
        *("/v1/rounds/score", "/v1/rounds/audit", "/v1/rounds/audit"),
        *("/v1/bids/estimate", "/v1/claims/judge", "/v1/rounds/equity"),
        *("/v1/games/score", "/v1/standings"),
    ]
    for path, accept, body, kind, shown in examples:
        answer = client.post(path, data=body, content_type="application/json", headers={"Accept": accept or "*/*"})
        assert answer.status_code == 200
        if kind == "json":
            assert covers(answer.get_json(), json.loads(shown)), f"{path} does not answer what the README shows"
        else:
            assert answer.text.splitlines() == shown.splitlines()


def test_the_score_sheet_shown_is_the_game_shown(client: FlaskClient) -> None:
    """The sheet has the first three rounds of the game, and scores them alike."""
    (sheet,) = CSV_SHEET.findall(README)
    read = client.post("/v1/records/read", json={"text": sheet, "ruleset": "pagat"}).get_json()
    (record,) = read["records"]
    (body,) = [json.loads(body) for path, _, body, _, _ in CURL.findall(README) if path == "/v1/games/score"]
    shown = {**body, "rounds": body["rounds"][:3]}
    answers = [client.post("/v1/games/score", json=game).get_json() for game in (record, shown)]
    assert (read["format"], answers[0]["standing"]) == ("csv", answers[1]["standing"])
    assert [each.get("void") for each in answers[0]["rounds"]] == [None, True, None]


def test_the_ruleset_reference_resolves() -> None:
    reference = re.search(r'```json\n(\{"name": "nello".*?)\n```', README)
    assert reference is not None
    content = json.loads(reference.group(1))
    ruleset = resolve(Reference(content["name"], tuple(content["options"]), content["overrides"]))
    assert (ruleset.parameters.game.target, ruleset.parameters.scoring.bag_limit) == (200, 10)


def test_the_preset_file_shown_is_a_preset(tmp_path: Path) -> None:
    shown = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert shown is not None
    file = tmp_path / "our-club.toml"
    file.write_text(shown.group(1))
    preset = preset_from(file)
    assert preset.values["scoring.bag_limit"].value == 3
    assert tomllib.loads(shown.group(1))["name"] not in presets()
    assert f"`{PRESETS_FOLDER.relative_to(ROOT).as_posix()}/`" in README


SETTINGS = README.partition("## Settings")[2].partition("An unknown")[0]


def test_the_settings_shown_are_those_there_are() -> None:
    shown = re.findall(r"`(SPADES_\w+)`", SETTINGS)
    assert sorted(shown) == sorted([VARIABLE, *(f"SPADES_{each.name.upper()}" for each in fields(Settings))])


def test_the_defaults_shown_are_those_of_the_settings() -> None:
    for row in re.findall(r"^\| (`SPADES_.*?) \| (.*?) \|", SETTINGS, re.MULTILINE):
        if row == (f"`{VARIABLE}`", "none"):
            continue  # read before there are settings
        names, values = re.findall(r"SPADES_(\w+)", row[0]), row[1].split(", ")
        for name, value in zip(names, values, strict=True):
            assert str(getattr(Settings(), name.lower())).lower() == value


def test_the_variables_of_the_launcher_are_shown() -> None:
    shown = set(re.findall(r"^\| (`[A-RT-Z].*?) \|", SETTINGS, re.MULTILINE))
    assert {name for each in shown for name in re.findall(r"`(\w+)`", each)} == set(READERS)


def test_the_line_of_the_log_shown_is_one() -> None:
    shown = json.loads(re.search(r'```json\n(\{"ts".*?)\n```', README)[1])  # type: ignore[index]
    problem = Problem("contract-violation", "", ({"code": "required"}, {"code": "type"}) * 2)
    traceparent = f"00-{shown['trace_id']}-00f067aa0ba902b7-01"
    facts = {REQUEST_ID: shown["request_id"], CLIENT: "league", OPERATION: "auditRound", PROBLEM: problem}
    environ = {**facts, "HTTP_TRACEPARENT": traceparent, "CONTENT_LENGTH": str(shown["bytes_in"])}
    line = json.loads(request_line(environ, "422", shown["bytes_out"], timedelta(milliseconds=shown["duration_ms"])))
    assert {**line, "ts": shown["ts"]} == shown


def test_the_operations_shown_are_those_of_the_document(client: FlaskClient) -> None:
    shown = set(re.findall(r"`((?:GET|POST) /\S+)`", README))
    document = client.get("/openapi.json").get_json()
    served = {f"{method.upper()} {path}" for path, methods in document["paths"].items() for method in methods}
    assert shown == served
