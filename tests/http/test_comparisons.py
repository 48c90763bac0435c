"""Two rulesets compared over HTTP: the page that two captains read side by side, and the JSON behind it."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.presets.loader import presets
from service.spades.rules.ruleset import NAMES
from tests.http.bodies import COMPARE
from tests.http.html_pages import page_in
from tests.http.wire import Answer

JSON, HTML, MARKDOWN = "application/json", "text/html", "text/markdown"
JOKERS = {"name": "classic-partnership", "options": ["jokers", "nil"]}
HOUSE = {"name": "pagat", "overrides": {"bags": {"limit": 5}}}


def compared(client: FlaskClient, first: Any, second: Any, accept: str = JSON, **members: Any) -> Answer:
    body = json.dumps({"rulesets": [first, second], **members})
    return Answer.of(client.post(COMPARE, data=body, content_type=JSON, headers={"Accept": accept}))


def test_the_values_that_differ_are_beside_each_other(client: FlaskClient) -> None:
    told = compared(client, "pagat", HOUSE).json()
    assert [each["parameters"] for each in told["rulesets"]] == [
        {"bags": {"limit": 10}},
        {"bags": {"limit": 5}},
    ]
    (difference,) = told["differences"]
    assert (difference["parameter"], difference["section"]) == ("bags.limit", "Bags")
    assert [rule["basis"] for rule in difference["rules"]] == ["written", "override"]
    limits = [re.search(r"reach (\d+)", rule["text"]) for rule in difference["rules"]]
    assert [limit and limit[1] for limit in limits] == ["10", "5"]
    assert (told["consequences"], told["packs"], told["same"]) == ([], [], len(NAMES) - 1)


def test_a_page_has_every_rule_that_differs_with_both_sentences(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for first, second in [*pairwise(presets()), ("pagat", JOKERS), ("nello", "classic-partnership")]:
        with subtests.test(first=first, second=second):
            told = compared(client, first, second).json()
            page, markdown = page_in(compared(client, first, second, HTML)), compared(client, first, second, MARKDOWN)
            for text in (page.text, re.sub(r"\\(?=[^\w\s])", "", markdown.body.decode())):
                assert "not apply" not in text
                assert not re.search(r"\{\{|\{%|\bNone\b|Undefined", text)
                for each in (*told["differences"], *told["consequences"]):
                    assert each["has_effect"] is has_effect(each)
                    if not has_effect(each):
                        assert each["parameter"] not in text
                        continue
                    assert text.count(each["parameter"]) >= 2, each
                    assert [
                        rule["text"] for rule in each["rules"] if rule["applies"] and rule["text"] not in text
                    ] == []
                    one_sided = sum(rule["applies"] for rule in each["rules"]) == 1
                    assert not one_sided or "No such rule." in text
            sections = dict.fromkeys(each["section"] for each in told["differences"] if has_effect(each))
            assert set(sections) <= set(re.findall(r"^## (.*)$", markdown.body.decode(), re.MULTILINE))


def has_effect(difference: Any) -> bool:
    rules = difference["rules"]
    return any(rule["applies"] for rule in rules) and len({rule["text"] for rule in rules}) > 1


def test_every_row_of_a_table_in_markdown_has_both_sides(client: FlaskClient) -> None:
    lines = compared(client, "classic-solo", {"name": "cutthroat", "overrides": {"deck": {"jokers": 1}}}, MARKDOWN)
    tables = re.findall(r"(?:^\|.*\n)+", lines.body.decode(), re.MULTILINE)
    assert len(tables) > 5
    for table in tables:
        head, rule, *rows = table.splitlines()
        assert (head, rule) == ("| First: classic-solo | Second: cutthroat |", "|---|---|")
        assert rows
        assert all(row.count("|") == 3 for row in rows)


@pytest.mark.parametrize("accept", [HTML, MARKDOWN])
def test_the_page_begins_with_how_many_differ(accept: str, client: FlaskClient) -> None:
    def headline(first: Any, second: Any) -> str:
        text = compared(client, first, second, accept).body.decode()
        (found,) = re.findall(r'^(?:<p class="headline">|\*\*)(.*?)(?:</p>|\*\*)$', text, re.MULTILINE)
        return str(found)

    assert headline("pagat", "pagat") == "Both play by the same rules."
    assert headline("pagat", HOUSE) == "1 rule differs; all others are the same."
    assert headline("pagat", "four-player") == "4 rules differ; all others are the same."
    told = compared(client, "pagat", "nello").json()
    assert headline("pagat", "nello") == (
        f"{len(told['differences'])} rules differ, and because of that {len(told['consequences'])} more apply in only "
        "one of the two; all others are the same."
    )


@pytest.mark.parametrize("accept", [HTML, MARKDOWN])
def test_a_difference_without_effect_is_in_the_json_alone(accept: str, client: FlaskClient) -> None:
    other = {"name": "classic-partnership", "overrides": {"bids": {"partner_of_nil": {"breach": "raise_earlier"}}}}
    (difference,) = compared(client, "classic-partnership", other).json()["differences"]
    assert [rule["applies"] for rule in difference["rules"]] == [False, False]
    page = compared(client, "classic-partnership", other, accept).body.decode()
    assert "Both play by the same rules." in page
    assert "1 parameter differs without effect on the rules." in page
    assert page.count("bids.partner_of_nil.breach") == 1  # among the overrides


def test_packs_that_differ_are_on_the_page(client: FlaskClient) -> None:
    (pack,) = compared(client, "tournament-jja", JOKERS).json()["packs"]
    assert [each["only_here"] for each in pack["packs"]] == [["2C"], ["2H"]]
    page = page_in(compared(client, "tournament-jja", JOKERS, HTML)).text
    assert "4 players: 13 cards each, 52 in play. Only here: the two of clubs." in page
    solo = {"name": "classic-solo", "options": ["jokers"]}
    alone = compared(client, "cutthroat", solo, player_count=3).json()["packs"]
    assert [each["hand_size"] for each in alone[0]["packs"]] == [17, 18]
    assert [each["set_aside"] for each in alone[0]["packs"]] == [1, 0]
