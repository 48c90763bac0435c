"""The title of house rules: shown with the ruleset, and without effect on anything else."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.spades.builders.asking import ask
from tests.spades.builders.audited_games import game, in_game, row
from tests.spades.builders.cards import Json
from tests.spades.builders.legal_rounds import legal_round

TITLE = "The <b>Tuesday</b> club"
HOUSE_RULES = {"name": "pagat", "overrides": {"bags": {"limit": 5}}}
BODIES: dict[str, Json] = {
    "/v1/rounds/score": {"players": ["ana", "ben", "cy", "dee"], **row(0, 7)},
    "/v1/rounds/audit": legal_round(),
    "/v1/games/score": game(row(0, 7), row(1, 6)),
    "/v1/games/audit": game(row(0, 7), in_game(legal_round(), dealer="ana")),
}


@pytest.mark.parametrize("path", BODIES)
def test_it_comes_back_and_changes_nothing(path: str, client: FlaskClient) -> None:
    plain = client.post(path, json={**BODIES[path], "ruleset": HOUSE_RULES}).get_json()
    titled = client.post(path, json={**BODIES[path], "ruleset": {**HOUSE_RULES, "title": TITLE}}).get_json()
    assert titled["ruleset"].pop("title") == TITLE
    assert titled == plain


@pytest.mark.parametrize("path", BODIES)
def test_every_page_shows_it(path: str, client: FlaskClient) -> None:
    body = {**BODIES[path], "ruleset": {**HOUSE_RULES, "title": TITLE}}
    written = {
        media_type: client.post(path, json=body, headers={"Accept": media_type}).get_data(as_text=True)
        for media_type in ("text/html", "text/markdown")
    }
    assert "The &lt;b&gt;Tuesday&lt;/b&gt; club" in written["text/html"]
    assert "<b>Tuesday" not in written["text/html"] + written["text/markdown"]
    assert "Tuesday" in written["text/markdown"]


def test_a_sheet_says_it_in_its_comment(client: FlaskClient) -> None:
    body = {**BODIES["/v1/games/score"], "ruleset": {**HOUSE_RULES, "title": "Tuesday\nclub"}}
    sheet = client.post("/v1/games/score", json=body, headers={"Accept": "text/csv"}).get_data(as_text=True)
    assert sheet.startswith("# Scored by the ruleset that is called Tuesday club: pagat, ")


def test_shorthand_keeps_it() -> None:
    record = {**legal_round(), "ruleset": {**HOUSE_RULES, "title": TITLE}}
    text = ask("writeRecord", {"notation": "shorthand", "record": record})
    assert text["losses"] == []
    (read,) = ask("readRecords", {"text": text["text"]})["records"]
    assert read["ruleset"] == record["ruleset"]


def test_a_ruleset_in_full_and_a_comparison_show_it(client: FlaskClient) -> None:
    titled = {**HOUSE_RULES, "title": TITLE}
    assert ask("resolveRuleset", {"ruleset": titled})["title"] == TITLE
    assert "title" not in ask("resolveRuleset", {"ruleset": HOUSE_RULES})
    compared = ask("compareRulesets", {"rulesets": [titled, HOUSE_RULES]})
    assert compared["rulesets"][0]["title"] == TITLE
    assert compared["rulesets"][1]["title"] != TITLE
    assert not compared["differences"]
    rulebook = client.post("/v1/rulesets/resolve", json={"ruleset": titled}, headers={"Accept": "text/html"})
    assert "<h1>The &lt;b&gt;Tuesday&lt;/b&gt; club</h1>" in rulebook.get_data(as_text=True)
    rulings = ask("compareRound", {"rulesets": [titled, "pagat"], **_without_ruleset(legal_round())})
    assert [under["title"] == TITLE for under in rulings["results"]] == [True, False]


def _without_ruleset(record: Json) -> Json:
    return {name: value for name, value in record.items() if name != "ruleset"}


@pytest.mark.parametrize("title", ["", "t" * 65, 7, None])
def test_it_has_1_to_64_characters(title: object) -> None:
    problem = ask("scoreRound", {**BODIES["/v1/rounds/score"], "ruleset": {**HOUSE_RULES, "title": title}}, 422)
    assert [error["pointer"] for error in problem["errors"]] == ["#/ruleset/title"]
