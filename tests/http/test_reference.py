"""The reference at /docs: every operation with its examples, commands that work, and links that lead somewhere."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.http import site
from service.settings import Settings
from tests.contract.document import DOCUMENT, METHODS
from tests.http.reads import PAGE_FILES, got
from tests.http.reference_page import Reference, Section

MOST_BYTES = 600 * 1024
COMMAND = re.compile(
    r"curl -s (?P<address>http://[^/\s]+)(?P<path>/\S+)(?P<key> \\\n  -H 'Authorization: Bearer YOUR-KEY')?"
    r"(?: \\\n  -H 'Content-Type: (?P<type>[a-z/-]+)' \\\n  --data-binary @- <<'END'\n(?P<body>.*)\nEND)?",
    re.DOTALL,
)
OPERATIONS: dict[str, tuple[str, str, Any]] = {
    content["operationId"]: (method, path, content)
    for path, methods in DOCUMENT["paths"].items()
    for method, content in methods.items()
    if method in METHODS
}


@pytest.fixture(scope="module")
def page() -> Reference:
    return shown(create_app(Settings()).test_client())


def shown(client: FlaskClient) -> Reference:
    return Reference(got(client, "/docs").body.decode())


def command_of(text: str) -> re.Match[str]:
    match = COMMAND.fullmatch(text)
    assert match is not None, text
    return match


def examples_of(content: Any) -> list[Any]:
    """Return what the contract shows of a request: its bodies, or the values in its path."""
    described = [*content.get("requestBody", {}).get("content", {}).values(), *content.get("parameters", ())]
    return [example["value"] for each in described for example in each.get("examples", {}).values()]


def test_every_operation_has_its_section_in_the_order_of_the_groups(page: Reference) -> None:
    groups = [tag["name"] for tag in DOCUMENT["tags"]]
    ordered = sorted(OPERATIONS, key=lambda name: groups.index(OPERATIONS[name][2]["tags"][0]))
    assert list(page.sections) == ordered
    for name, section in page.sections.items():
        method, path, content = OPERATIONS[name]
        assert (section.attributes["data-method"], section.attributes["data-path"]) == (method.upper(), path)
        assert content["summary"] in section.text
        for status in content["responses"]:
            assert status in section.text, (name, status)
    assert [name for name in (*groups, *OPERATIONS) if page.links.count(f"#{name}") < 2] == []


def test_every_example_of_the_contract_is_shown_with_its_answers(page: Reference) -> None:
    for name, section in page.sections.items():
        content = OPERATIONS[name][2]
        requests = examples_of(content)
        assert len(section.examples) == max(len(requests), 1), name
        for example, value in zip(section.examples, requests, strict=False):
            body = command_of(example.shown[0])["body"]
            if "requestBody" not in content:
                assert example.path.endswith(f"/{value}") or f"/{value}/" in example.path
            elif isinstance(value, str):
                assert body == value.rstrip("\n")
            else:
                assert json.loads(body) == value
        good = next(iter(content["responses"].values())).get("content", {})
        answers = [answer["value"] for each in good.values() for answer in each.get("examples", {}).values()]
        found = [text for example in section.examples for text in example.shown[1:]]
        assert len(found) == len(answers), name
        assert [value for value in answers if not any(shows(text, value) for text in found)] == [], name


def shows(text: str, value: Any) -> bool:
    """Tell whether a text is an answer, or its beginning where it is long."""
    if isinstance(value, str):
        return text.splitlines() == value.splitlines()
    return "".join(json.dumps(value, ensure_ascii=False).split()).startswith("".join(text.split()))


def test_every_command_is_answered(page: Reference, client: FlaskClient, subtests: pytest.Subtests) -> None:
    """Sent as a shell would read it; `tests/http/test_call_pages.py` runs such commands in one."""
    for name, section in page.sections.items():
        for example in section.examples:
            with subtests.test(operation=name, example=example.title):
                command = command_of(example.shown[0])
                assert (command["address"], command["path"]) == ("http://localhost", example.path)
                assert command["key"] is None
                if command["body"] is None:
                    answer = client.get(command["path"])
                else:
                    answer = client.post(command["path"], data=command["body"].encode(), content_type=command["type"])
                assert answer.status_code == int(next(iter(OPERATIONS[name][2]["responses"])))


def test_every_component_is_listed_once_and_every_link_leads_somewhere(page: Reference, client: FlaskClient) -> None:
    assert [name for name in DOCUMENT["components"]["schemas"] if page.anchors.count(name) != 1] == []
    assert len(page.anchors) == len(set(page.anchors))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.anchors)
    outside = {link for link in page.links if not link.startswith("#")}
    assert {"/openapi.yaml", "/openapi.json", *map(site.path_of, site.SCHEMAS)} <= outside
    assert [link for link in outside if not link.startswith("/") or client.get(link).status_code >= 400] == []


def test_every_member_is_listed_with_its_type(page: Reference) -> None:
    for name, schema in DOCUMENT["components"]["schemas"].items():
        for member in schema.get("properties", {}):
            assert member in page.text, (name, member)
    assert "list of Trick, at most 54 items" in page.text
    assert "integer, 1 to 1,000" in page.text
    assert "one of full with_summary brief" in page.text


def test_the_page_is_small(client: FlaskClient) -> None:
    sizes = {path: len(got(client, path).body) for path in ("/docs", *PAGE_FILES)}
    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_the_page_runs_its_own_script_and_nothing_else(page: Reference, client: FlaskClient) -> None:
    answer = got(client, "/docs")
    policy = answer.headers["content-security-policy"]
    rules = dict(rule.split(maxsplit=1) for rule in policy.split("; "))
    assert rules["default-src"] == rules["form-action"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == rules["img-src"] == "'self'"
    assert {path for _, path in page.loaded} == {"/desk/icon.svg", *PAGE_FILES}
    assert not [name for name in page.attributes if name == "style" or name.startswith("on")]
    assert answer.body.count(b"<script") == 1
    assert b"<style" not in answer.body
    # No host but this one, in the page and in what it loads.
    for path in ("/docs", *PAGE_FILES):
        found = re.findall(rb"[a-z]+://[^/\s\"'<]+", got(client, path).body)
        assert {each for each in found if each != b"http://localhost"} == set(), path


@pytest.mark.parametrize(("path", "media_type"), PAGE_FILES.items())
def test_the_files_of_the_page_are_served(path: str, media_type: str, client: FlaskClient) -> None:
    answer = got(client, path)
    assert (answer.status, answer.headers["content-type"]) == (200, f"{media_type}; charset=utf-8")


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("spades.example", "http://spades.example"),
        ("[::1]:8000", "http://[::1]:8000"),
        ("$(reboot)", "http://127.0.0.1:8000"),
        ("a'b", "http://127.0.0.1:8000"),
    ],
)
def test_the_commands_name_the_address_that_was_asked(host: str, address: str, client: FlaskClient) -> None:
    body = client.get("/docs", environ_overrides={"HTTP_HOST": host}).get_data(as_text=True)
    commands = [command_of(each.shown[0]) for section in Reference(body).sections.values() for each in section.examples]
    assert {command["address"] for command in commands} == {address}


def test_a_service_with_keys_says_where_the_key_goes(tmp_path: Path, page: Reference) -> None:
    file = tmp_path / "keys"
    file.write_text(f"north:{hashlib.sha256(b'secret').hexdigest()}\n")
    locked = shown(create_app(Settings(api_keys_file=file)).test_client())

    def guarded(section: Section) -> bool:
        asks = {command_of(example.shown[0])["key"] is not None for example in section.examples}
        assert asks == {"key" in section.fields}
        return asks == {True}

    open_to_all = [name for name, section in locked.sections.items() if not guarded(section)]
    assert open_to_all == ["listProblemTypes", "getProblemType", "livez", "readyz"]
    assert not any(map(guarded, page.sections.values()))
    assert "A key issued by the operator" in locked.text
    assert "A key issued by the operator" not in page.text


def test_the_service_starts_without_making_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr(site, "contract_page", lambda *given: made.append(given))
    create_app(Settings())
    assert made == []
