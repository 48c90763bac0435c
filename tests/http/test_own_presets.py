"""Presets of an operator: served like those that ship, read again on a signal, and refused with all their faults."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from service import create_app
from service.presets.loader import PRESETS_FOLDER, UnusablePresets, presets_in, put_in_force
from service.settings import Settings, SettingsError, settings_from
from tests.contract.document import DOCUMENT
from tests.http.bodies import CLUB, SCORE, scoring
from tests.http.wire import COMMAND, ROOT, environment, exchange, free_port, request, serving, wait_for_line


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    made = tmp_path / "presets"
    made.mkdir()
    (made / "house.toml").write_text(CLUB)
    yield made
    put_in_force(presets_in(None))


def by_club(body: bytes) -> bytes:
    asked = {**json.loads(body), "ruleset": "our-club"}
    del asked["before"]  # with more bags than the club counts
    return json.dumps(asked).encode()


def test_they_are_served_like_those_that_ship(folder: Path) -> None:
    client = create_app(Settings(presets_dir=folder), DOCUMENT).test_client()
    listed: dict[str, Any] = client.get("/v1/rulesets").get_json()
    names = [each["name"] for each in listed["rulesets"]]
    assert "our-club" in names
    assert names == sorted(names)
    assert client.get("/v1/rulesets/our-club").get_json()["parameters"]["bags"]["limit"] == 3
    rulebook = client.get("/v1/rulesets/our-club/rulebook", headers={"Accept": "text/markdown"}).text
    assert "- Source: House rules of our club, 2026, not dated." in rulebook.splitlines()
    scored = client.post(SCORE, data=by_club(scoring()), content_type="application/json")
    assert scored.get_json()["ruleset"]["name"] == "our-club"
    compared = client.post("/v1/rulesets/compare", json={"rulesets": ["our-club", "pagat"]})
    assert compared.status_code == 200
    assert "Our club" in client.get("/desk").text
    misspelt = client.post("/v1/rulesets/resolve", json={"ruleset": "our-clb"}).get_json()
    assert "write our-club" in misspelt["errors"][0]["detail"]


def test_without_the_folder_they_are_gone(folder: Path) -> None:
    create_app(Settings(presets_dir=folder), DOCUMENT)
    client = create_app(Settings(), DOCUMENT).test_client()
    assert client.get("/v1/rulesets/our-club").status_code == 404
    assert client.post(SCORE, data=by_club(scoring()), content_type="application/json").status_code == 422


def test_an_application_that_can_not_be_made_leaves_those_in_force(folder: Path) -> None:
    client = create_app(Settings(presets_dir=folder), DOCUMENT).test_client()
    (folder / "other.toml").write_text(CLUB)
    with pytest.raises(
        UnusablePresets, match=r"other\.toml, name: our-club is the name of the preset in .*house\.toml"
    ):
        create_app(Settings(presets_dir=folder), DOCUMENT)
    assert client.post(SCORE, data=by_club(scoring()), content_type="application/json").status_code == 200


def test_the_setting_is_a_path() -> None:
    assert settings_from({"SPADES_PRESETS_DIR": "presets"}).presets_dir == Path("presets")
    with pytest.raises(SettingsError, match="SPADES_PRESETS_DIR must be the path of a folder"):
        settings_from({"SPADES_PRESETS_DIR": ""})


def test_a_faulty_folder_stops_the_start_with_every_fault(folder: Path) -> None:
    (folder / "a.toml").write_text("name = \n")
    (folder / "b.toml").write_text(CLUB.replace("our-club", "pagat").replace("limit", "limmit"))
    variables = environment(free_port(), SPADES_PRESETS_DIR=str(folder))
    ended = subprocess.run(COMMAND, cwd=ROOT, env=variables, capture_output=True, timeout=30, check=False, text=True)
    assert ended.returncode not in {0, -signal.SIGTERM}
    for fault in ("a.toml: it is not TOML", "b.toml, name: pagat is the name", "b.toml, parameters.bags.limmit:"):
        assert fault in ended.stderr
    assert "Traceback" not in ended.stderr


def test_the_folder_is_read_again_on_a_signal_and_a_faulty_one_changes_nothing(folder: Path, tmp_path: Path) -> None:
    log, file = tmp_path / "log", folder / "house.toml"

    def limit() -> Any:
        answer = exchange(running.address, request("GET", "/v1/rulesets/our-club"))
        return answer.json()["parameters"]["bags"]["limit"] if answer.status == 200 else answer.status

    def reload(times: int) -> None:
        os.kill(running.process.pid, signal.SIGHUP)
        wait_for_line(log, "Worker exiting", times)

    with serving(log, SPADES_PRESETS_DIR=str(folder)) as running:
        assert limit() == 3
        file.write_text(CLUB.replace("[3,", "[5,"))
        assert limit() == 3
        reload(1)
        assert limit() == 5
        file.write_text(CLUB.replace("[3,", "[true,").replace('version = "1"', ""))
        (folder / "other.toml").write_text("=")
        reload(2)
        assert limit() == 5
        for fault in (
            "house.toml, version: it is",
            "limit: true can't be used",
            "other.toml: it is not TOML",
        ):
            wait_for_line(log, fault)
        (folder / "other.toml").unlink()
        file.unlink()
        reload(3)
        assert limit() == 404
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    failures = [line["message"] for line in lines if line["level"] == "error"]
    assert len(failures) == 3
    assert all(message.startswith("the reload failed, so the previous application") for message in failures)


def test_a_fault_of_a_preset_that_ships_stops_the_start_as_well(tmp_path: Path) -> None:
    for name in ("service", "deploy"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    shutil.copy(ROOT / "openapi.yaml", tmp_path)
    shutil.copytree(ROOT / "contract" / "examples", tmp_path / "contract" / "examples")
    shipped = tmp_path / PRESETS_FOLDER.relative_to(ROOT)
    (shipped / "a.toml").write_text("name = \n")
    (shipped / "b.toml").write_text(CLUB.replace("limit", "limmit"))
    command, variables = [sys.executable, "-m", "service.launch"], environment(free_port())
    started = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
    assert started.returncode == 2
    assert "a.toml: it is not TOML" in started.stderr
    assert "b.toml, parameters.bags.limmit: there is no such parameter: write limit" in started.stderr
