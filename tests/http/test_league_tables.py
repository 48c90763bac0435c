"""A league table over HTTP: as JSON, as a page and as CSV, whatever the names of teams contain."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import as_meant, harmless
from tests.http.html_pages import page_in
from tests.http.ruling_page_samples import HOSTILE, MINUS, Page, read, rows
from tests.http.wire import Answer

PATH = "/v1/standings"
MARKDOWN, HTML, CSV = "text/markdown", "text/html", "text/csv"
REQUEST: dict[str, Any] = {
    "results": [
        {"standing": {"Bears": {"score": 512, "bags": 3}, "Lions": {"score": 430, "revokes": 1}}},
        {"standing": {"Lions": {"score": 505}, "Wolves": {"score": -470}}},
        {"standing": {"Wolves": {"score": 520}, "Bears": {"score": 380}}},
        {"standing": {"Bears": {"score": 1}, "Hawks": {"score": 2}}, "finished": False, "labels": {"table": "4"}},
    ],
    "order": ["league_points", "head_to_head", "head_to_head_difference"],
    "labels": {"season": "2026"},
}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


def asked(client: FlaskClient, accept: str, request: dict[str, Any] = REQUEST) -> Answer:
    return Answer.of(client.post(PATH, json=request, headers={"Accept": accept}))


def named(name: str) -> dict[str, Any]:
    """Return the request with names of teams, labels and all, that are made of this name."""
    text = json.dumps(REQUEST)
    for plain in ("Bears", "Lions", "Wolves", "Hawks", "season", "2026", "table"):
        text = text.replace(f'"{plain}"', json.dumps(name if plain == "Bears" else f"{name[:50]} {plain}"))
    request: dict[str, Any] = json.loads(text)
    return request


def test_a_page_says_what_the_answer_says(client: FlaskClient) -> None:
    answer = json.loads(asked(client, "application/json").body)
    text = read(asked(client, MARKDOWN).body.decode())
    (table,) = rows(asked(client, MARKDOWN).body.decode())
    titles, _, *cells = table
    assert titles == ["Place", "Team", "P", "W", "L", "Pts", "For", "Agst", "Diff", "Bags", "Rev", "Decided by"]
    assert [(row[0], row[1]) for row in cells] == [(str(row["place"]), row["team"]) for row in answer["rows"]]
    assert "season: **2026**" in text
    assert "Result 4, table: 4. The game between Bears and Hawks is not over." in text
    assert answer["ruling_id"] in text


def test_a_page_in_html_has_the_rows_of_the_answer(client: FlaskClient) -> None:
    answer = json.loads(asked(client, "application/json").body)
    given = asked(client, HTML)
    assert given.headers["content-type"] == "text/html; charset=utf-8"
    words = " ".join(Page(given.body.decode()).text.split()).replace(MINUS, "-")
    for row in answer["rows"]:
        assert f"{row['place']}{row['team']}{row['played']}" in words.replace(" ", "")
    assert "difference head to head" in words


def test_columns_with_nothing_but_zeros_are_left_out_of_pages(client: FlaskClient) -> None:
    titles = asked(client, MARKDOWN).body.decode()
    assert "| Bags | Rev |" in titles
    assert "| D |" not in titles
    assert "Sets" not in titles
    drawn = {"results": [{"standing": {"Bears": {"score": 1}, "Lions": {"score": 1}}}]}
    assert "| D |" in asked(client, MARKDOWN, drawn).body.decode()


def test_csv_has_a_line_for_each_row_with_all_its_members(client: FlaskClient) -> None:
    answer = json.loads(asked(client, "application/json").body)
    given = asked(client, CSV)
    assert given.headers["content-type"] == "text/csv; charset=utf-8"
    assert "Accept" in given.headers["vary"]
    text, *comments = given.body.decode().split("# ")
    assert len(comments) == len(answer["left_out"]) > 0
    assert text.count("\r\n") == len(answer["rows"]) + 1 == len(text.splitlines())
    table = [*csv.DictReader(io.StringIO(text, newline=""))]
    assert table == [{"decided_by": "", **{name: str(value) for name, value in row.items()}} for row in answer["rows"]]


def test_csv_names_the_games_that_are_not_in_the_table(client: FlaskClient) -> None:
    playing = {"standing": {"Bears": {"score": 1}, "=Lions": {"score": 2}}, "finished": False}
    *_, last = csv.reader(io.StringIO(asked(client, CSV, {"results": [playing]}).body.decode(), newline=""))
    assert last == ["# Result 1: The game between =Lions and Bears is not over."]


def test_a_name_comes_back_from_csv_as_it_was_sent(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name in [*HOSTILE.values(), "=1+1", "+1", "-1", "@SUM(A1)", 'say "hi", twice', "a;b"]:
        with subtests.test(name=name):
            request = {"results": [], "teams": [name, "Bears"]}
            text = asked(client, CSV, request).body.decode()
            teams = {row["team"] for row in csv.DictReader(io.StringIO(text, newline=""))}
            assert {as_meant(team) for team in teams} == {name, "Bears"}
            assert teams == {harmless(name), "Bears"}


def test_a_season_that_is_too_long_is_told_what_to_send(client: FlaskClient) -> None:
    season = {"results": REQUEST["results"] * 2_000}
    refused = asked(client, "application/json", season)
    assert refused.status == 413
    assert "Send the results of games instead of the games" in json.loads(refused.body)["detail"]
    many = {"results": [], "teams": [str(each) for each in range(50_000)]}
    assert "on the command line" in json.loads(asked(client, "application/json", many).body)["detail"]


def test_a_league_without_teams_has_a_page(client: FlaskClient) -> None:
    empty: dict[str, Any] = {"results": []}
    assert "There are no teams." in asked(client, HTML, empty).body.decode()
    assert "There are no teams." in asked(client, MARKDOWN, empty).body.decode()
    assert asked(client, CSV, empty).body.decode().startswith("place,team,played,")


def test_a_refused_request_is_a_page_for_a_browser(client: FlaskClient) -> None:
    refused = asked(client, HTML, {"results": [{"standing": {"<b>": {"score": 1}}}]})
    assert "A game has at least two teams" in page_in(refused, 422).text
    assert "<b>" not in refused.body.decode()
