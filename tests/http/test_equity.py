"""The illegal cards of a round under best play over HTTP: the page to print, and the JSON behind it."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.pages.phrases import card_text, number_text, signed_number
from tests.contract.bodies_equity import EQUITIES
from tests.http.bodies import EQUITY
from tests.http.html_pages import assert_refused_at, problem_on_page
from tests.http.ruling_page_samples import HOSTILE, PLAYERS, Members, Page, called, read, rows
from tests.http.wire import Answer

JSON, HTML, MARKDOWN = "application/json", "text/html", "text/markdown"
REVOKE = EQUITIES["a revoke that wins a trick"]


def weighed(client: FlaskClient, body: Members, accept: str = JSON) -> Answer:
    return Answer.of(client.post(EQUITY, data=json.dumps(body), content_type=JSON, headers={"Accept": accept}))


def page(client: FlaskClient, body: Members, accept: str) -> str:
    answer = weighed(client, body, accept)
    assert answer.status == 200, answer.body
    return answer.body.decode()


def in_page_style(text: str) -> str:
    return re.sub(r"\b([2-9TJQKA][CDHS])\b", lambda found: card_text(found[1]), text)


@pytest.mark.parametrize("name", EQUITIES)
def test_both_pages_say_what_the_json_says(name: str, client: FlaskClient) -> None:
    body = EQUITIES[name]
    told = weighed(client, body).json()
    for text in (Page(page(client, body, HTML)).text, read(page(client, body, MARKDOWN))):
        assert not re.search(r"\{\{|\{%|\bNone\b|Undefined|built-in|object at 0x", text)
        for said in (told["ruling_id"], told["ruleset"]["digest"], told["detail"]):
            assert said in text
        assert [each["detail"] for each in told["offences"] if in_page_style(each["detail"]) not in text] == []
        assert ("nothing to compare" in text) is not told["offences"]


def test_each_card_has_a_row_with_the_tricks_of_each_side(client: FlaskClient) -> None:
    (table,) = rows(page(client, REVOKE, MARKDOWN))
    cells = [[cell.strip() for cell in row] for row in table]
    assert cells[0] == ["Card", "", "ana+cy", "ben+dee"]
    assert cells[2:] == [
        ["3♠", "played", "2 (0)", "2 (0)"],
        ["9♥", "legal", f"1 ({signed_number(-1)})", "3 (+1)"],
        ["What happened", "", "2", "2"],
    ]


def test_what_is_not_solved_has_bounds(client: FlaskClient) -> None:
    (table,) = rows(page(client, EQUITIES["too small a budget"], MARKDOWN))
    assert [cell.strip() for cell in table[2][2:]] == [f"0 to 4 ({number_text(-2)} to +2)"] * 2
    assert rows(page(client, EQUITIES["out of turn"], MARKDOWN)) == []


def with_names(name: str) -> Members:
    """Return the round with this name for a player and its teams, and in a label."""
    others = dict(zip(PLAYERS, (name, "b", "c", "d"), strict=True))
    body = called(REVOKE, others)
    teams = [{"name": "x|<b>", "players": [name, "c"]}, {"name": "`*\n", "players": ["b", "d"]}]
    return {**body, "teams": teams, "labels": {"x": name}}


def test_names_stay_text_on_both_pages(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in HOSTILE:
        with subtests.test(name=name):
            plain, hostile = (with_names(each) for each in ("a", HOSTILE[name]))
            marked, unmarked = (Page(page(client, each, HTML)) for each in (hostile, plain))
            assert (marked.widths, len(marked.marked)) == (unmarked.widths, len(unmarked.marked))
            text, other = (page(client, each, MARKDOWN) for each in (hostile, plain))
            assert [[len(row) for row in table] for table in rows(text)] == [
                [len(row) for row in t] for t in rows(other)
            ]
            assert len(text.split("\n")) == len(text.splitlines()) + 1 == len(other.split("\n"))
            assert "<script" not in page(client, hostile, HTML)


@pytest.mark.parametrize("accept", [HTML, MARKDOWN, JSON])
def test_a_reference_that_can_not_be_used_is_a_problem(accept: str, client: FlaskClient) -> None:
    evil: Any = "<script>alert(1)</script>"
    answer = weighed(client, {**REVOKE, "ruleset": evil}, accept)
    assert_refused_at(answer, "#/ruleset", accept)


def test_a_browser_that_comes_without_a_body_learns_how_to_call_it(client: FlaskClient) -> None:
    answer = Answer.of(client.get(EQUITY, headers={"Accept": HTML}))
    shown = problem_on_page(answer, client, 405, "method-not-allowed")
    assert '"tricks"' in shown.shown
