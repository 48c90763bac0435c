"""The documents are true: their commands run, their requests get the answers shown, and their links lead somewhere."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from datetime import timedelta
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.commands.conventions import NOT_CLEAN, SOME_PROBLEM, SUCCESS
from service.core_build import VARIABLE
from service.launch import READERS
from service.presets.loader import PRESETS_FOLDER, own_presets, presets, resolve
from service.problems import Problem
from service.runtime.access_log import request_line
from service.runtime.middleware import CLIENT, OPERATION, PROBLEM, REQUEST_ID
from service.settings import Settings
from service.spades.rules.ruleset import Reference
from tests.commands.running import in_process
from tests.contract.document import DOCUMENT
from tests.http.bodies import auditing, game, scoring

ROOT = Path(__file__).parent.parent
DOCUMENTS = (
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(ROOT / name / "README.md" for name in ("conformance", "benchmarks")),
    *sorted((ROOT / "docs").rglob("*.md")),
)
README = (ROOT / "README.md").read_text()
GUIDES = {path.stem: path.read_text() for path in sorted((ROOT / "docs" / "how-to").glob("*.md"))}
REFERENCES = {path.stem: path.read_text() for path in sorted((ROOT / "docs" / "reference").glob("*.md"))}
PTN = (ROOT / "docs" / "reference" / "notations" / "ptn.md").read_text()
MOST_LINES = {"README.md": 170, "ARCHITECTURE.md": 150}
MOST_WORDS = 40_000
"""The words of all documents below docs/, as `wc -w` counts them."""
CURL = re.compile(
    r"```sh\ncurl -s http://127\.0\.0\.1:8000(\S+) -H 'Content-Type: application/json'(?: -H 'Accept: (.*?)')?"
    r" -d '(.*?)'\n```\n"
    r".*?```(\w*)\n(.*?)```",
    re.DOTALL,
)
CSV_SHEET = re.compile(r"```csv\n(.*?)```", re.DOTALL)
SHELL = re.compile(r"^ *```sh\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
SAVED = re.compile(
    r"[Ss]ave\s+this\s+as `([^`]+)`:\n\n```\w+\n(.*?)```|^and this as `([^`]+)`:\n\n```\w+\n(.*?)```",
    re.DOTALL | re.MULTILINE,
)
LINK = re.compile(r"\]\(([^)\s]+)\)")

NOT_RUN = {
    "docker": "takes a Docker engine; tests/deploy runs the steps of the image",
    "kubectl": "takes a cluster; tests/deploy checks what is applied",
    "pip": "installs into the environment of whoever reads it; tests/deploy installs the wheel",
    "dask": "takes several machines; tests/cluster starts schedulers and workers on this one",
    "spades-arbiter": "the installed command: on several machines, or until it is stopped; tests/assistants calls it",
    "git": "publishes",
    "ls": "shows what `make release` has made",
    "jq": "takes jq and a running service",
    "curl": "takes a running service; requests with a body that is shown are sent by a test of their own",
    "install": "lays out a machine; tests/deploy/test_machine.py lays one out elsewhere",
    "ln": "as above",
    "systemctl": "takes a machine of one's own; tests/deploy/test_machine.py runs the unit's command behind nginx",
    "journalctl": "as above",
    "nginx": "as above",
    "/opt/spades-arbiter-1/bin/pip": "installs for a whole machine; tests/deploy installs the wheel",
    "/opt/spades-arbiter-2/bin/pip": "as above",
    "python3": "makes an environment outside of the checkout",
    "../trial/bin/pip": "installs into that environment",
    "../trial/bin/python": "runs in that environment",
    "../trial/bin/spades-arbiter": "runs in that environment",
    "python": "takes a running service; .ci/run calls it",
    ".ci/run": "runs these tests",
}
"""Why a command is not run here, by its first word."""
ELSEWHERE = ("tcp://", "s3://", "/season/", "/rulings/")
"""Addresses and folders of other machines: tests/cluster answers files on a cluster of this one."""


JUDGED = {"verify": SOME_PROBLEM, "audit": NOT_CLEAN, "games": NOT_CLEAN}
"""The exit status of commands that find something wrong in what they are given."""


def commands_of(text: str) -> Iterator[str]:
    """Yield the commands of a document, each on one line and without its comment."""
    for block in SHELL.findall(text):
        if CURL.match(f"```sh\n{block}```\n```json\n```"):
            continue
        for line in re.sub(r"\\\n\s*", "", block).splitlines():
            command = re.sub(r"(?:^|\s)# .*", "", line).strip()
            if command:
                yield command


def first_word(command: str) -> str:
    """Return the program that a command starts, after the variables that it sets."""
    return next(word for word in shlex.split(command) if not re.match(r"[A-Z_]+=", word))


def supplied(folder: Path, client: FlaskClient) -> None:
    """Put the files into a folder that commands take and no document shows."""
    record = auditing()
    ruling = client.post("/v1/rounds/audit", data=record, content_type="application/json").data
    sheet = "round,ana bid,ben bid,cy bid,dee bid,ana+cy tricks,ben+dee tricks\n1,3,4,2,3,6,7\n"
    files = {
        "record.json": record,
        "ruling.json": ruling,
        "season.ndjson": b"\n".join([record] * 3),
        "rulings.ndjson": b"\n".join([ruling.strip()] * 3),
        "sheets.ndjson": b"\n".join([scoring()] * 3),
        "sheet.csv": sheet.encode(),
        "league.csv": sheet.encode(),
        "sheets/first.csv": sheet.encode(),
        "games.ndjson": game(2),
        "game.ptn": re.findall(r"```ptn\n(.*?)```", PTN, re.DOTALL)[0].encode(),
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)


def covers(real: Any, shown: Any) -> bool:
    """Whether everything that is shown stands in the real answer; lists have to be shown whole."""
    if isinstance(shown, dict):
        return isinstance(real, dict) and all(name in real and covers(real[name], shown[name]) for name in shown)
    if isinstance(shown, list):
        pairs = zip(real, shown, strict=True)
        return isinstance(real, list) and len(real) == len(shown) and all(covers(*pair) for pair in pairs)
    return bool(real == shown)


def test_the_front_pages_are_short() -> None:
    lengths = {name: len((ROOT / name).read_text().splitlines()) for name in MOST_LINES}
    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES[name]} == {}


def test_the_documents_are_short() -> None:
    """A fact has one home: link to it from elsewhere."""
    words = {path.relative_to(ROOT): len(path.read_text().split()) for path in (ROOT / "docs").rglob("*.md")}
    assert sum(words.values()) <= MOST_WORDS, sorted(words.items(), key=lambda each: -each[1])


def test_every_document_is_in_the_index() -> None:
    index = ROOT / "docs" / "README.md"
    linked = {(index.parent / target.partition("#")[0]).resolve() for target in LINK.findall(index.read_text())}
    assert set((ROOT / "docs").rglob("*.md")) - {index} <= linked


def heading_ids(text: str) -> set[str]:
    """Return what a link can name in a document: its headings as GitHub names them."""
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_every_link_between_documents_leads_somewhere() -> None:
    lost = []
    for path in DOCUMENTS:
        for target in LINK.findall(path.read_text()):
            if re.match(r"https?:", target):
                continue
            name, _, heading = target.partition("#")
            file = (path.parent / name).resolve() if name else path
            if not file.exists() or (heading and heading not in heading_ids(file.read_text())):
                lost.append(f"{path.relative_to(ROOT)}: {target}")
    assert lost == []


@pytest.mark.parametrize(
    "path",
    [
        # Each command is a process. Those that a newcomer types first are run every time.
        pytest.param(path, marks=() if path.name == "README.md" else pytest.mark.long)
        for path in DOCUMENTS
    ],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_commands_shown_work(path: Path, client: FlaskClient, tmp_path: Path) -> None:
    """Commands of this project run in a folder with the files that the document shows; others have a reason not to."""
    text = path.read_text()
    supplied(tmp_path, client)
    for name, content, other_name, other_content in [*SAVED.findall(README), *SAVED.findall(text)]:
        (tmp_path / (name or other_name)).write_text(content or other_content)
    (tmp_path / "spades-arbiter").symlink_to(ROOT / "spades-arbiter")
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for command in commands_of(text):
        word = first_word(command)
        if word == "make":
            named = {word for word in shlex.split(command) if re.fullmatch(r"[a-z]+", word)} - {"make"}
            assert named <= targets, command
        elif word == ".venv/bin/python":
            module = shlex.split(command)[2]
            assert find_spec(module) is not None, command
        elif word in {"./spades-arbiter", "mkdir"} and not any(address in command for address in ELSEWHERE):
            ended = subprocess.run(  # noqa: S602 - a command of the document, with its redirections
                command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
            )
            judged = JUDGED.get(shlex.split(command)[1], SUCCESS)
            assert ended.returncode in {SUCCESS, judged}, f"{command}\n{ended.stdout}{ended.stderr}"
        else:
            assert word == "./spades-arbiter" or word in NOT_RUN, f"{command}: run it, or say why it is not run"


def test_each_reason_not_to_run_a_command_is_needed() -> None:
    words = {first_word(command) for path in DOCUMENTS for command in commands_of(path.read_text())}
    assert set(NOT_RUN) <= words


def test_the_requests_get_the_answers_shown(client: FlaskClient) -> None:
    examples = [example for path in DOCUMENTS for example in CURL.findall(path.read_text())]
    assert {path for path, *_ in examples} >= {
        *("/v1/rounds/score", "/v1/rounds/audit", "/v1/bids/estimate", "/v1/claims/judge"),
        *("/v1/games/score", "/v1/standings"),
    }
    for path, accept, body, kind, shown in examples:
        answer = client.post(path, data=body, content_type="application/json", headers={"Accept": accept or "*/*"})
        assert answer.status_code == 200
        if kind == "json":
            assert covers(answer.get_json(), json.loads(shown)), f"{path} does not answer what the document shows"
        else:
            assert answer.text.splitlines() == shown.splitlines()


def test_the_score_sheet_shown_is_the_game_shown(client: FlaskClient) -> None:
    """The sheet has the first three rounds of the game, and scores them alike."""
    guide = GUIDES["score-games"]
    (sheet,) = CSV_SHEET.findall(guide)
    read = client.post("/v1/records/read", json={"text": sheet, "ruleset": "pagat"}).get_json()
    (record,) = read["records"]
    body, *_ = [json.loads(body) for path, _, body, _, _ in CURL.findall(guide) if path == "/v1/games/score"]
    shown = {**body, "rounds": body["rounds"][:3]}
    answers = [client.post("/v1/games/score", json=game).get_json() for game in (record, shown)]
    assert (read["notation"], answers[0]["standing"]) == ("csv", answers[1]["standing"])
    assert [each.get("void") for each in answers[0]["rounds"]] == [None, True, None]


@pytest.mark.long
def test_the_tutorial_comes_out_as_it_says_and_its_table_follows_its_ruling(
    client: FlaskClient, tmp_path: Path
) -> None:
    """In an empty folder: the sheet has the penalty as an adjustment, and the table has the scores that follow."""
    text = (ROOT / "docs" / "tutorial.md").read_text()
    files = {name or other: content or more for name, content, other, more in SAVED.findall(text)}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    (tmp_path / "spades-arbiter").symlink_to(ROOT / "spades-arbiter")
    printed, statuses = {}, {}
    for command in commands_of(text):
        ended = subprocess.run(  # noqa: S602 - as above
            command, shell=True, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
        )
        printed[command], statuses[shlex.split(command)[1]] = ended.stdout, ended.returncode
    answered = printed["./spades-arbiter audit dispute.txt --ruleset our-rules.json"]
    ruling, *games = [
        json.loads(line)["result"]
        for line in (answered, *((tmp_path / f"ruling-{table}.ndjson").read_text() for table in (1, 2)))
    ]
    shown = [json.loads(block) for block in re.findall(r"```json\n(.*?)```", text, re.DOTALL)[1:]]
    assert [covers(*pair) for pair in zip((ruling, games[0]), shown, strict=True)] == [True, True]
    sheet = client.post("/v1/records/read", json={"text": files["table-1.csv"]}).get_json()["records"][0]
    (penalty,) = ruling["penalties"]
    (adjustment,) = sheet["rounds"][1]["adjustments"]
    (players,) = [team["players"] for team in sheet["teams"] if team["name"] == adjustment["team"]]
    assert ("+".join(players), adjustment["tricks"]) == (penalty["team"], penalty["tricks"])
    table = re.findall(r"^\|.*\n", text, re.MULTILINE)
    assert "".join(table) in printed["./spades-arbiter standings ruling-1.ndjson ruling-2.ndjson"]
    rows = {
        cells[2].strip(): cells[7].strip().replace("\N{MINUS SIGN}", "-") for cells in (row.split("|") for row in table)
    }
    scores = {team: str(standing["score"]) for game in games for team, standing in game["standing"].items()}
    assert scores.items() <= rows.items()
    # 51 after the first round; eight tricks bid and five left; six bid and four taken.
    assert rows["Bears"] == str(51 - 10 * 8 - 10 * 6)
    assert statuses["verify"] == SUCCESS


def test_the_first_wrong_figure_shown_is_that_of_the_sheet_shown(tmp_path: Path) -> None:
    guide = GUIDES["check-sheets"]
    (sheet,), (shown,) = CSV_SHEET.findall(guide), re.findall(r"```text\n(.*?)```", guide, re.DOTALL)
    (tmp_path / "game02.csv").write_text(sheet)
    command = [str(ROOT / "spades-arbiter"), "games", "audit", "game02.csv", "--ruleset", "pagat"]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (NOT_CLEAN, shown)


def test_the_ruleset_reference_resolves() -> None:
    reference = re.search(r'```json\n(\{"name": "nello".*?)\n```', GUIDES["use-house-rules"])
    assert reference is not None
    content = json.loads(reference.group(1))
    ruleset = resolve(Reference(content["name"], tuple(content["options"]), content["overrides"]))
    assert (ruleset.parameters.game.target, ruleset.parameters.bags.limit) == (200, 10)
    shown = re.findall(r"^\| \".*\| `(\{.*\})` \|$", GUIDES["use-house-rules"], re.MULTILINE)
    assert len(shown) >= 19
    for overrides in map(json.loads, shown):
        assert resolve(Reference("pagat", overrides=overrides)).overrides == overrides


def test_the_preset_file_shown_is_a_preset(tmp_path: Path) -> None:
    shown = re.search(r"```toml\n(.*?)```", GUIDES["use-house-rules"], re.DOTALL)
    assert shown is not None
    file = tmp_path / "our-club.toml"
    file.write_text(shown.group(1))
    preset = own_presets([file]).presets["our-club"]
    assert preset.values["bags.limit"].value == 3
    assert tomllib.loads(shown.group(1))["name"] not in presets()
    assert f"`{PRESETS_FOLDER.relative_to(ROOT).as_posix()}/`" in GUIDES["use-house-rules"]


SETTINGS = REFERENCES["settings"]


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


def test_the_paths_shown_as_open_are_all_that_need_no_key(tmp_path: Path) -> None:
    """Asked of every route of a server with keys; ``*`` stands for whatever a path goes on with."""
    listed = re.search(
        r"These paths need no key, and all others do: (.*?)\. The desk", GUIDES["run-in-production"], re.DOTALL
    )
    assert listed is not None
    keys = tmp_path / "keys"
    keys.write_text(f"league:{'0' * 64}\n")
    app = create_app(Settings(api_keys_file=keys), DOCUMENT)
    locked = app.test_client()
    asked = {
        (method, re.sub(r"<[^>]*>(?:/<[^>]*>)*", "*", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods or ()
        if method in {"GET", "POST"}
    }
    free = {
        (method, path)
        for method, path in asked
        # Data makes it a form, which the desk reads before it asks for the key.
        if locked.open(path.replace("*", "x"), method=method, data={"text": "x"}).status_code != 401
    }
    assert free == {("GET", path) for path in re.findall(r"`(\S+)`", listed[1])}
    assert ("POST", "/desk") in asked - free


def test_the_compiler_of_typescript_shown_is_the_one_that_is_tested() -> None:
    pinned = json.loads((ROOT / "tests" / "clients" / "package.json").read_text())["dependencies"]["typescript"]
    assert re.findall(r"TypeScript 5 \(tested with ([0-9.]+);", GUIDES["generate-clients"]) == [pinned]


def test_the_line_of_the_log_shown_is_one() -> None:
    shown = json.loads(re.search(r'```json\n(\{"ts".*?)\n```', GUIDES["run-in-production"])[1])  # type: ignore[index]
    problem = Problem("contract-violation", "", ({"code": "required"}, {"code": "type"}) * 2)
    traceparent = f"00-{shown['trace_id']}-00f067aa0ba902b7-01"
    facts = {REQUEST_ID: shown["request_id"], CLIENT: "league", OPERATION: "auditRound", PROBLEM: problem}
    environ = {**facts, "HTTP_TRACEPARENT": traceparent, "CONTENT_LENGTH": str(shown["bytes_in"])}
    line = json.loads(request_line(environ, "422", shown["bytes_out"], timedelta(milliseconds=shown["duration_ms"])))
    assert {**line, "ts": shown["ts"]} == shown


def test_the_options_of_commands_shown_are_those_there_are() -> None:
    shown = {
        option
        for cell in re.findall(r"^\| (`--.*?) \|", REFERENCES["command-line"], re.MULTILINE)
        for option in re.findall(r"--[a-z-]+", cell)
    }
    commands = re.findall(r"^    ([a-z-]+)", in_process("--help").stdout.decode(), re.MULTILINE)
    helped = "".join(
        in_process(*command, "--help").stdout.decode()
        for command in [*([name] for name in commands), ["games", "audit"]]
    )
    assert shown == set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", helped, re.MULTILINE)) - {"--help"}
