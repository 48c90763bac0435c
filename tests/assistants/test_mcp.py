"""Assistants get the same rulings as everybody else, in few words, over both transports."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import Any

import anyio
import anyio.to_thread
import pytest
from flask.testing import FlaskClient
from mcp import Client, MCPError, StdioServerParameters

from service.mcp_server import MOST_BYTES, InProcess, RefusedError, Remote, part_of, server_of
from service.operations import runner
from service.presets.loader import presets
from service.settings import Settings
from service.wire.contract import load_document
from tests.assistants.calling import (
    SHORTHAND,
    TOOLS,
    Answer,
    Running,
    at_once,
    call,
    on_streams,
    over_http,
    run_apart,
    vectors,
)
from tests.commands.running import in_process
from tests.conformance.kit import manifest
from tests.contract.corpus import bodies_of
from tests.http.wire import ROOT, Address, environment

MOST_LISTED, USUAL = 32_000, 10_000
"""In bytes: 8,000 and 2,500 tokens, if one takes four."""
KEY = "a-key-of-the-league"
SHORT = vectors()[::40]


@pytest.fixture(scope="module")
def http(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with over_http(tmp_path_factory.mktemp("mcp")) as running:
        yield running


def here() -> Running:
    """Return the server in this process, without a transport."""
    return Running(server_of(InProcess(Settings())))


@pytest.fixture(params=["streams", "http"])
def running(request: pytest.FixtureRequest) -> Running:
    started: Running = on_streams() if request.param == "streams" else request.getfixturevalue("http")
    return started


def over_the_api(client: FlaskClient, operation: str, request: Any) -> Any:
    if operation == "getRulebook":
        return client.get(f"/v1/rulesets/{request['name']}/rulebook", headers={"Accept": "text/markdown"})
    path = manifest()["operations"][operation]["path"]
    # In the order of the request's members: some sentences keep it.
    return client.post(path, data=json.dumps(request), content_type="application/json")


def check_vectors(asked: list[dict[str, Any]], running: Running, client: FlaskClient) -> int:
    """Compare every answer with that of the API; returns how many had a ruling id."""
    calls = [TOOLS[vector["operation"]](vector["request"]) for vector in asked]
    answers = running.ask(lambda assistant: at_once(assistant, calls))
    identified = 0
    for vector, answer in zip(asked, answers, strict=True):
        expected = over_the_api(client, vector["operation"], vector["request"])
        if expected.status_code != 200:
            problem = expected.get_json()
            listed = [f"- {error['pointer']}: {error['detail']}" for error in problem.get("errors", ())]
            assert answer == Answer("\n".join([problem["detail"], *listed]), is_error=True), vector["id"]
        elif vector["operation"] == "getRulebook":
            assert answer == Answer(expected.text, is_error=False), vector["id"]
        else:
            assert not answer.is_error
            assert json.loads(answer.text) == expected.get_json(), vector["id"]
            identified += "ruling_id" in expected.get_json()
    return identified


def test_vectors_of_the_kit_get_the_answers_of_the_api(running: Running, client: FlaskClient) -> None:
    assert {vector["operation"] for vector in SHORT} >= {"auditRound", "scoreRound", "listLegalPlays"}
    assert check_vectors(SHORT, running, client) > 10


@pytest.mark.long
def test_every_vector_of_the_kit_gets_the_answer_of_the_api(client: FlaskClient) -> None:
    every = vectors()
    running = here()
    assert len(every) > 850
    for start in range(0, len(every), 100):
        check_vectors(every[start : start + 100], running, client)


def test_the_list_of_tools_is_short_and_tells_what_a_stranger_needs(running: Running) -> None:
    listed = running.ask(lambda assistant: assistant.list_tools())
    assert [tool.name for tool in listed.tools] == [
        *("read_record", "score_round", "audit_round", "whose_turn", "legal_plays", "judge_claim", "rulebook"),
    ]
    assert len(listed.model_dump_json(by_alias=True, exclude_none=True).encode()) <= MOST_LISTED
    said = " ".join(tool.description or "" for tool in listed.tools)
    assert all(word in said for word in ("pagat", "??", "undecided", "ruling id"))
    assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in listed.tools)


def test_usual_answers_are_short_and_the_largest_bounded(client: FlaskClient) -> None:
    async def sizes(assistant: Client) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for operation, tool in (("auditRound", "audit_round"), ("scoreRound", "score_round")):
            for body in bodies_of(operation).values():
                result = await assistant.call_tool(tool, {"record": body})
                (content,) = result.content
                assert content.type == "text"
                if not result.is_error:
                    ruling_id = over_the_api(client, operation, body).get_json()["ruling_id"]
                    assert ruling_id in content.text
                    found.setdefault(tool, []).append(len(content.text.encode()))
        return found

    for tool, lengths in here().ask(sizes).items():
        lengths.sort()
        assert len(lengths) > 10
        assert lengths[len(lengths) * 95 // 100] <= USUAL, tool
        assert lengths[-1] <= MOST_BYTES, tool


def test_an_answer_that_is_too_long_is_cut_and_says_how_to_go_on() -> None:
    for text in (
        "".join(f"line {number}\n" for number in range(20_000)),
        "\N{BLACK SPADE SUIT}" * 40_000,
        "x" * 40_001,
    ):
        parts: list[str] = []
        while True:
            shown, note, rest = part_of(text, len(parts) + 1).partition("\n\n[Part ")
            assert len(part_of(text, len(parts) + 1).encode()) <= MOST_BYTES
            parts.append(shown)
            if not note:
                break
            assert f'"part": {len(parts) + 1}.]' in rest
        assert len(parts) > 1
        assert "".join(parts) == text
        with pytest.raises(RefusedError, match=f"The answer has {len(parts)} parts"):
            part_of(text, len(parts) + 1)
    assert part_of("x" * MOST_BYTES, 1) == "x" * MOST_BYTES


def test_shorthand_is_read_ruled_on_and_explained() -> None:
    async def asked(assistant: Client) -> list[Answer]:
        return [
            await call(assistant, "read_record", text=SHORTHAND),
            await call(assistant, "audit_round", text=SHORTHAND),
            await call(assistant, "audit_round", text=SHORTHAND, answer="json"),
            await call(assistant, "score_round", text=SHORTHAND),
            await call(assistant, "rulebook"),
            await call(assistant, "rulebook", ruleset="pagat", parameter="play.follow_suit"),
            await call(assistant, "rulebook", ruleset={"name": "nello", "options": ["short-game"]}),
            await call(assistant, "rulebook", ruleset="pagat", parameter="play.folow_suit"),
        ]

    read, page, whole, score, names, rule, own, wrong = here().ask(asked)
    assert json.loads(read.text)["notation"] == "shorthand"
    ruling_id = json.loads(whole.text)["ruling_id"]
    assert page.text.startswith("# Ruling:")
    assert ruling_id in page.text
    assert score == Answer("The text has no `tricks_won`: send it to audit_round.", is_error=True)
    assert {line.split("`")[1] for line in names.text.splitlines()} == set(presets())
    assert rule.text == "A player who holds a card of the suit led must play one. (written)"
    assert "short-game" in own.text
    assert wrong.is_error
    assert "'play.follow_suit'" in wrong.text


HOSTILE: dict[str, tuple[str, dict[str, Any], str]] = {
    "no such tool": ("format_disk", {}, "There is no tool 'format_disk'. The tools are read_record"),
    "no such argument": ("audit_round", {"rekord": {}}, "There is no argument 'rekord'"),
    "nothing": ("audit_round", {}, "Give either `record` or `text`."),
    "both": ("audit_round", {"record": {}, "text": "x"}, "Give either `record` or `text`."),
    "missing": ("read_record", {}, "`text` is missing."),
    "a list": ("audit_round", {"record": []}, "`record` must be of the type object."),
    "null": ("read_record", {"text": None}, "`text` must be of the type string."),
    "true": ("read_record", {"text": "x", "part": True}, "`part` must be of the type integer."),
    "zero": ("read_record", {"text": "x", "part": 0}, "`part` counts from 1."),
    "far": ("rulebook", {"ruleset": "pagat", "part": 10**30}, "The answer has 1 part."),
    "another form": ("audit_round", {"record": {}, "answer": "pdf"}, "`answer` must be page or json."),
    "a path": ("rulebook", {"ruleset": "../../etc/passwd"}, "There is no ruleset '../../etc/passwd'."),
    "a long name": ("rulebook", {"ruleset": "x" * 10_000}, "There is no ruleset"),
    "a long text": ("read_record", {"text": "x" * 600_000}, "The body is longer than"),
    "a long record": ("audit_round", {"record": {"labels": {"x": "y" * 40_000}}}, "The body is longer than 32768"),
    "deep": ("audit_round", {"record": json.loads('{"a":' * 100 + "1" + "}" * 100)}, "nested more than 32 levels"),
    "no round": ("audit_round", {"text": "hello"}, "#/text"),
    "a record beyond the text": ("audit_round", {"text": SHORTHAND, "number": 9}, "The text has 1 record"),
    "a wrong line": ("audit_round", {"text": f"{SHORTHAND}N 9Q\n"}, "#/text, line 6"),
    "a marked-up name": (
        "audit_round",
        {"record": {"ruleset": "pagat", "players": ["<b>", "<b>", "c", "d"], "tricks": []}},
        "'<b>' sits at the table twice",
    ),
}


def test_hostile_arguments_are_refused_with_what_to_do(running: Running) -> None:
    async def asked(assistant: Client) -> dict[str, Answer]:
        answers = {}
        for name, (tool, arguments, _) in HOSTILE.items():
            answers[name] = await call(assistant, tool, **arguments)
        # And then it still answers.
        assert not (await call(assistant, "audit_round", text=SHORTHAND)).is_error
        return answers

    for name, answer in running.ask(asked).items():
        assert answer.is_error, name
        assert HOSTILE[name][2] in answer.text, name
        assert "Traceback" not in answer.text


def test_of_a_text_with_several_records_one_has_to_be_named(client: FlaskClient) -> None:
    text = next(
        body["text"]
        for body in bodies_of("readRecords").values()
        for read in [client.post("/v1/records/read", json=body).get_json()]
        if len(read["records"]) > 1 and all("tricks" in record and "ruleset" in record for record in read["records"])
    )

    async def asked(assistant: Client) -> list[Answer]:
        return [
            await call(assistant, "audit_round", text=text, ruleset="pagat", **more)
            for more in ({}, {"number": 1}, {"number": 2})
        ]

    unnamed, *rulings = here().ask(asked)
    assert unnamed.is_error
    assert "records: say which by `number`, from 1." in unnamed.text
    assert [ruling.text for ruling in rulings if ruling.is_error] == []


def test_resources_and_the_prompt(client: FlaskClient) -> None:
    async def asked(assistant: Client) -> None:
        resources = (await assistant.list_resources()).resources
        assert {str(each.uri) for each in resources} == {
            "spades://findings",
            *(f"spades://rulebooks/{name}" for name in presets()),
        }
        assert len((await assistant.list_resource_templates()).resource_templates) == 2
        paths = {"spades://findings": "/v1/findings", "spades://findings/revoke": "/v1/findings/revoke"}
        for uri, path in (paths | {"spades://rulebooks/nello": "/v1/rulesets/nello/rulebook"}).items():
            (content,) = (await assistant.read_resource(uri)).contents
            assert content.model_dump()["text"] == client.get(path, headers={"Accept": "text/markdown"}).text
        for uri in ("spades://rulebooks/nelo", "spades://nothing", "file:///etc/passwd", "spades://findings/x"):
            with pytest.raises(MCPError, match="There is no"):
                await assistant.read_resource(uri)
        (prompt,) = (await assistant.list_prompts()).prompts
        said = await assistant.get_prompt(prompt.name, {"what_happened": "East revoked. {curly}"})
        text = said.messages[0].content.model_dump()["text"]
        assert "known so far: East revoked. {curly}" in text
        assert all(word in text for word in ("ruleset", "dealt", "bid", "hands", "audit_round"))
        with pytest.raises(MCPError, match="There is no prompt but settle_a_dispute"):
            await assistant.get_prompt("other")

    here().ask(asked)


class Endless(InProcess):
    """A service whose computation has no end but the steps at which it gives way."""

    def __init__(self) -> None:
        super().__init__(Settings())
        self.ended = Event()

    def compute(self, _: str, __: bytes, ___: str, give_way: Callable[[int], object]) -> bytes:
        try:
            while True:
                give_way(1)
                time.sleep(0.002)
        finally:
            self.ended.set()


def test_a_call_that_is_cancelled_ends_at_its_next_step() -> None:
    service = Endless()

    async def asked() -> None:
        async with Client(server_of(service)) as assistant:
            with anyio.move_on_after(0.2) as waiting:
                await assistant.call_tool("audit_round", {"record": {}})
            assert waiting.cancelled_caught
            assert await anyio.to_thread.run_sync(lambda: service.ended.wait(10))
            assert (await assistant.list_tools()).tools

    run_apart(asked)


def test_a_call_that_is_cancelled_leaves_the_others_alone(running: Running) -> None:
    async def asked(assistant: Client) -> Answer:
        for _ in range(3):
            with anyio.move_on_after(0.02):
                await assistant.call_tool("audit_round", {"text": SHORTHAND})
        return await call(assistant, "audit_round", text=SHORTHAND)

    assert not running.ask(asked).is_error


@pytest.mark.long
def test_two_hundred_calls_at_once_all_get_their_own_answers(running: Running, client: FlaskClient) -> None:
    asked = [vector for vector in vectors() if "status" not in vector][:200]
    assert len(asked) == 200
    assert check_vectors(asked, running, client) > 150


def test_over_http_keys_are_asked_for_as_by_the_service(tmp_path: Path) -> None:
    keys = tmp_path / "keys"
    keys.write_text(f"league:{hashlib.sha256(KEY.encode()).hexdigest()}\n")
    with over_http(tmp_path, key=KEY, SPADES_API_KEYS_FILE=str(keys)) as running:
        assert not running.ask(lambda assistant: call(assistant, "audit_round", text=SHORTHAND)).is_error
        for key in (None, "another"):
            stranger = Running(running.started, key)
            with pytest.raises(BaseException) as refused:  # noqa: PT011 - groups of whatever the transport raises
                stranger.ask(lambda assistant: assistant.list_tools())
            assert not isinstance(refused.value, KeyboardInterrupt)


def test_the_contract_is_read_once_for_calls_that_come_all_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Mapping[str, Any]] = []

    def read_again() -> Mapping[str, Any]:
        read.append(load_document())
        return read[-1]

    monkeypatch.setattr(runner, "load_document", read_again)
    runner.runner_of.cache_clear()
    runner._contract.cache_clear()  # noqa: SLF001 - as in a process that has just started
    answers = here().ask(lambda assistant: at_once(assistant, [("audit_round", {"text": SHORTHAND})] * 8))
    assert [answer.is_error for answer in answers] == [False] * 8
    assert len(read) == 1


def test_limits_are_those_of_the_settings() -> None:
    small = Running(server_of(InProcess(Settings(body_bytes=100))))
    answer = small.ask(lambda assistant: call(assistant, "audit_round", text=SHORTHAND))
    assert answer.is_error
    assert answer.text.startswith("The body is longer than 100 bytes.")


def test_in_front_of_a_running_service(server: Address, client: FlaskClient) -> None:
    remote = on_streams("--url", f"http://{server[0]}:{server[1]}")
    assert check_vectors(SHORT[::4], remote, client) > 2

    async def asked(assistant: Client) -> Answer:
        assert "'pagat'" in (await call(assistant, "rulebook", ruleset="pagt")).text
        (content,) = (await assistant.read_resource("spades://rulebooks/pagat")).contents
        assert content.model_dump()["text"].startswith("# Spades for four")
        return await call(assistant, "audit_round", text=SHORTHAND)

    assert remote.ask(asked).text.startswith("# Ruling:")


def test_a_service_that_does_not_run_is_a_refusal() -> None:
    nowhere = Running(server_of(Remote("http://127.0.0.1:9")))
    answer = nowhere.ask(lambda assistant: call(assistant, "rulebook"))
    assert answer == Answer("The service at http://127.0.0.1:9 does not answer (URLError).", is_error=True)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--http", "8001"), "--http must be an address such as 127.0.0.1:8001, not 8001"),
        (("--http", "127.0.0.1:99999"), "--http must be an address such as 127.0.0.1:8001, not 127.0.0.1:99999"),
        (("--url", "file:///etc/passwd"), "--url must be an address such as http://127.0.0.1:8000"),
        (("--key-file", "key"), "--key-file needs --url"),
    ],
)
def test_what_the_command_can_not_do_is_said(arguments: tuple[str, ...], said: str) -> None:
    ended = in_process("mcp", *arguments)
    assert ended.returncode == 2
    assert said in ended.stderr.decode()


def test_without_the_extra_the_command_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("service.cli.find_spec", lambda _: None)
    assert "pip install 'spades-arbiter[mcp]'" in in_process("mcp").stderr.decode()


def test_the_configuration_shown_starts_the_server() -> None:
    guide = (ROOT / "docs" / "how-to" / "call-from-an-assistant.md").read_text()
    (shown,) = re.findall(r"```json\n(.*?)```", guide, re.DOTALL)
    (stated,) = json.loads(shown)["mcpServers"].values()
    started = StdioServerParameters(command=str(ROOT / stated["command"]), args=stated["args"], env=environment(0))
    listed = Running(started).ask(lambda assistant: assistant.list_tools())
    assert {tool.name for tool in listed.tools} == set(re.findall(r"^\| `(\w+)` \|", guide, re.MULTILINE))
