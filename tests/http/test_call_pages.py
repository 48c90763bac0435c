"""A browser that opens the path of a POST operation: a page with a command, and the command works as it is shown."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.settings import Settings
from tests.contract.document import OPERATIONS, Described
from tests.http.failures import problem_in
from tests.http.html_pages import HtmlPage, problem_on_page
from tests.http.reads import got
from tests.http.wire import Address, Answer, exchange, request

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
POSTS = [each for each in OPERATIONS if each.method == "post"]
COMMAND = re.compile(
    r"curl -s (?P<address>http://[^/\s]+)(?P<path>/\S+) \\\n(?P<key>  -H 'Authorization: Bearer YOUR-KEY' \\\n)?"
    r"  -H 'Content-Type: (?P<type>[a-z/-]+)' \\\n  --data-binary @- <<'END'\n(?P<body>.*\n)END\n",
    re.DOTALL,
)


def command_on(page: HtmlPage) -> re.Match[str]:
    """Return the parts of the command that a page shows."""
    match = COMMAND.fullmatch(page.shown.removeprefix("\n"))
    assert match is not None, page.shown
    return match


def opened(client: FlaskClient, path: str, **headers: str) -> HtmlPage:
    answer = got(client, path, Accept=BROWSER, **headers)
    assert answer.headers["allow"] == "OPTIONS, POST"
    return problem_on_page(answer, client, 405, "method-not-allowed")


def test_the_example_on_the_page_is_one_of_the_contract_and_is_answered(
    client: FlaskClient, subtests: pytest.Subtests
) -> None:
    for operation in POSTS:
        with subtests.test(operation.name):
            page = opened(client, operation.path)
            command = command_on(page)
            assert operation.content["summary"] in page.text
            assert "/docs" in page.links
            assert (command["address"], command["path"], command["key"]) == ("http://localhost", operation.path, None)
            content = operation.body or operation.lines or {}
            examples = [each["value"] for each in content["examples"].values()]
            assert (command["body"] if operation.lines else json.loads(command["body"])) in examples
            answer = client.post(command["path"], data=command["body"].encode(), content_type=command["type"])
            assert answer.status_code == 200
            if operation.lines:
                # The second line of the example shows what a line with a fault is answered.
                assert [json.loads(line)["status"] for line in answer.text.splitlines()] == [200, 422]


@pytest.mark.parametrize("operation", POSTS, ids=lambda each: each.name)
@pytest.mark.skipif(
    "CI" not in os.environ and not (shutil.which("curl") and shutil.which("sh")), reason="needs curl and a shell"
)
def test_the_command_runs_as_it_is_shown(operation: Described, server: Address) -> None:
    answer = exchange(server, request("GET", operation.path, Host=f"{server[0]}:{server[1]}", Accept=BROWSER))
    command = HtmlPage(answer.body.decode()).shown
    ended = subprocess.run(["sh"], input=command.encode(), capture_output=True, check=True)  # noqa: S607 - any shell
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert len(answers) == (2 if operation.lines else 1)
    assert "type" not in answers[0]
    assert answers[0].get("status", 200) == 200


def test_a_program_gets_a_problem_and_head_no_body(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for operation in POSTS:
        with subtests.test(operation.name):
            for accept in ("*/*", "application/json"):
                problem_in(got(client, operation.path, Accept=accept), client, 405, "method-not-allowed")
            head = got(client, operation.path, "HEAD", Accept=BROWSER)
            assert (head.status, head.body) == (405, b"")
            for method in ("PUT", "DELETE"):
                other = got(client, operation.path, method, Accept=BROWSER)
                assert problem_on_page(other, client, 405, "method-not-allowed").shown == ""


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("spades.example", "http://spades.example"),
        ("spades.example:8080", "http://spades.example:8080"),
        ("[::1]:8000", "http://[::1]:8000"),
    ],
)
def test_the_command_names_the_address_that_was_asked(host: str, address: str, client: FlaskClient) -> None:
    assert command_on(opened(client, "/v1/rounds/score", Host=host))["address"] == address


def test_a_host_that_is_none_is_never_in_a_command(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for host in [
        "$(reboot)",
        "a;b",
        "a b",
        "a'b",
        "`id`",
        "a\\b",
        "<script>",
        "a:b",
        "a." * 150,
        "a:123456",
        "é",
        "a/b",
        "a&b",
        "",
    ]:
        with subtests.test(host=host):
            answer = Answer.of(
                client.get("/v1/rounds/score", headers={"Accept": BROWSER}, environ_overrides={"HTTP_HOST": host})
            )
            assert command_on(HtmlPage(answer.body.decode()))["address"] == "http://127.0.0.1:8000"


def test_a_service_with_keys_says_where_the_key_goes(tmp_path: Path) -> None:
    file = tmp_path / "keys"
    file.write_text(f"north:{hashlib.sha256(b'secret').hexdigest()}\n")
    locked = create_app(Settings(api_keys_file=file)).test_client()
    for operation in POSTS:
        page = opened(locked, operation.path)
        command = command_on(page)
        assert command["key"] is not None
        assert "YOUR-KEY" in page.text.replace(page.shown, "")
        for key, status in (("YOUR-KEY", 401), ("secret", 200)):
            answer = locked.post(
                command["path"],
                data=command["body"].encode(),
                content_type=command["type"],
                headers={"Authorization": f"Bearer {key}"},
            )
            assert answer.status_code == status
