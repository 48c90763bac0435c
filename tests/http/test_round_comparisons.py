"""One round under several rulesets over HTTP: the page to print, and the JSON behind it."""

from __future__ import annotations

import json
import re

import pytest
from flask.testing import FlaskClient

from tests.contract.corpus import BODIES
from tests.http.bodies import COMPARE_ROUND
from tests.http.ruling_page_samples import Members, Page, read, rows
from tests.http.wire import Answer

JSON, HTML, MARKDOWN = "application/json", "text/html", "text/markdown"
ROUND_COMPARISONS = BODIES["compareRound"]
REVOKE = ROUND_COMPARISONS["what a revoke costs"]
UNREADABLE = ROUND_COMPARISONS["two that can't read it"]


def compared(client: FlaskClient, body: Members, accept: str = JSON) -> Answer:
    return Answer.of(client.post(COMPARE_ROUND, data=json.dumps(body), content_type=JSON, headers={"Accept": accept}))


def page(client: FlaskClient, body: Members, accept: str) -> str:
    answer = compared(client, body, accept)
    assert answer.status == 200, answer.body
    return answer.body.decode()


def test_both_pages_say_what_the_json_says(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in ROUND_COMPARISONS:
        with subtests.test(name=name):
            body = ROUND_COMPARISONS[name]
            told = compared(client, body).json()
            in_html = Page(page(client, body, HTML)).text
            in_markdown = read(page(client, body, MARKDOWN))
            for text in (in_html, in_markdown):
                assert not re.search(r"\{\{|\{%|\bNone\b|Undefined|built-in|object at 0x", text)
                assert told["ruling_id"] in text
                for result in told["results"]:
                    assert result["ruleset"]["digest"] in text
                    assert result["title"] in text
                    assert [each["detail"] for each in result.get("faults", ()) if each["detail"] not in text] == []
                assert ("What differs" in text) is bool(told["differences"])


def test_the_rulings_stand_side_by_side(client: FlaskClient) -> None:
    table = rows(page(client, REVOKE, MARKDOWN))[0]
    assert [cell.strip() for cell in table[0]] == ["", *"ABCDEF"]
    assert {len(row) for row in table} == {7}
    told = compared(client, REVOKE).json()
    ruled = next(row for row in table if "points as ruled" in row[0])
    points = [result["teams"][0]["as_ruled"]["points"] for result in told["results"]]
    assert [int(re.sub(r"[*\\]", "", cell).replace("\N{MINUS SIGN}", "-")) for cell in ruled[1:]] == points
    assert all("**" in cell for cell in ruled[1:])


def test_a_ruleset_that_can_not_read_the_record_has_empty_cells(client: FlaskClient) -> None:
    table = rows(page(client, UNREADABLE, MARKDOWN))[0]
    tricks = next(row for row in table if "tricks" in row[0])
    assert [cell.strip() for cell in tricks[1:]] == ["5", "", "", ""]
    assert page(client, UNREADABLE, HTML).count("can't be read under it") == 4
