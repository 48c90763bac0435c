"""Pages of records with a slip: they show what JSON says, by the reading that it goes by.

``python -m tests.http.slips_on_pages`` does the same for any number of records.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.http.ruling_page_samples import HTML, JSON, KINDS, MARKDOWN, Page, asked, rows
from tests.http.slips_on_pages import record_of, wrong
from tests.lengths import in_two_portions
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import changed, cut, without
from tests.spades.builders.legal_rounds import RANKS, REVOKED
from tests.spades.builders.records import call
from tests.spades.builders.rulesets import honours

TWICE: Json = {
    "ruleset": "two-player",
    "players": ["ana", "ben"],
    "dealer": "ben",
    "exchanges": [],
    "hands": {
        "ana": ["AC", "KC", *(f"{rank}H" for rank in "23456789TJQ")],
        "ben": ["2C", "3C", "4C", *(f"{rank}D" for rank in "23456789TJ")],
    },
    "tricks": [{"plays": [{"player": "ana", "card": "AC"}, {"player": "ana", "card": "AC"}]}],
    "claim": {"by": "ana", "tricks": 13, "accepted": False},
}
"""A play written twice, and a claim that is proved without either of them."""
IN_ANOTHER_TRICK = (92, 94, 136)
"""Seeds of records whose line of play goes on from other cards than those written last, or in another trick."""


@in_two_portions("seeds", [*IN_ANOTHER_TRICK, *range(200)], few=45)
def test_a_page_says_what_json_says(app: Flask, seeds: Sequence[int]) -> None:
    assert [f"seed {seed}: {line}" for seed in seeds for line in wrong(app, seed)] == []


def test_a_seed_is_replayed() -> None:
    assert [record_of(seed) for seed in range(10)] == [record_of(seed) for seed in range(10)]


def line_in(client: FlaskClient, body: Json) -> list[list[str]]:
    """Return the rows of the line of play on the page of a ruling, the same in HTML and Markdown."""
    tables = rows(asked(client, body, MARKDOWN).body.decode())
    in_markdown = next(table for table in tables if table[0][1] == "Card 1")[2:]
    in_html = [row for row in Page(asked(client, body, HTML).body.decode()).rows if len(row) == len(in_markdown[0])]
    assert all(row in in_html for row in in_markdown)
    return in_markdown


def test_a_line_of_play_goes_on_from_the_trick_of_its_reading(client: FlaskClient) -> None:
    """Rulings, "Where records of strangers still convict the innocent", 10; its twin has the play once."""
    once = {**TWICE, "tricks": [{"plays": TWICE["tricks"][0]["plays"][:1]}]}
    claim = asked(client, TWICE, JSON).json()["claim"]
    assert claim["line_from"] == {"trick": 1, "plays": [{"player": "ana", "card": "AC"}]}
    assert asked(client, once, JSON).json()["claim"]["line_from"] == claim["line_from"]
    for body in (TWICE, once):
        line = line_in(client, body)
        assert [row[0] for row in line] == [str(number) for number in range(1, 14)]
        assert (line[0][1], all(all(row) for row in line)) == ("A♣ ana", True)
        page = asked(client, body, MARKDOWN).body.decode()
        assert "Here ana claimed, with 13 tricks left, trick 1 included." in page


def test_a_line_of_play_between_two_tricks_begins_with_the_next(client: FlaskClient) -> None:
    body = {
        **TWICE,
        "tricks": [{"plays": [{"player": "ana", "card": "AC"}, {"player": "ben", "card": "2C"}]}],
        "claim": {"by": "ben", "tricks": 1, "accepted": False},
    }
    assert asked(client, body, JSON).json()["claim"]["line_from"] == {"trick": 2, "plays": []}
    assert line_in(client, body)[0][0] == "2"


def cards_of_first_trick(client: FlaskClient, body: Json) -> list[str]:
    """Return the leader and the cards of the first trick on the page of a ruling."""
    tables = rows(asked(client, body, MARKDOWN).body.decode())
    return next(table for table in tables if table[0][1] == "Led by")[2][1:-1]


@pytest.mark.parametrize(
    ("tricks", "shown"),
    [
        pytest.param([["AH", "KH", "QH", "JH"]], ["ana", "A♥ ana", "K♥ ben", "Q♥ cy", "J♥ dee"], id="whole"),
        pytest.param([["AH", "KH"]], ["ana", "A♥", "K♥", "", ""], id="perhaps somebody had no card left"),
    ],
)
def test_whose_the_cards_of_a_list_are_is_said_if_the_ruling_knows_it(
    client: FlaskClient, tricks: list[list[str]], shown: list[str]
) -> None:
    listed = [{"cards": cards, "leader": "ana"} for cards in tricks]
    body = changed(RANKS, tricks=listed, claim={"by": "ana", "tricks": 1, "accepted": True})
    assert cards_of_first_trick(client, body) == shown


def test_a_bid_is_not_called_a_nil_because_another_reading_of_it_is_one(client: FlaskClient) -> None:
    """A second bid of one player changes nothing, and its row says nothing of the one that counts."""
    bids = [{"player": name, "tricks": tricks} for name, tricks in (("ana", 0), ("ana", 3), ("ben", 1), ("cy", 2))]
    body = changed(RANKS, bids=[*bids, {"player": "dee", "tricks": 1}])
    tables = rows(asked(client, body, MARKDOWN).body.decode())
    made = next(table for table in tables if table[0][0].startswith("Bids"))[2:]
    assert [row[1].split(" ")[-1] for row in made if "ana" in row[0]] == ["nil", "(1)"]


# What a revoke costs if nobody knows how play ended.


def test_a_page_does_not_say_that_a_revoke_costs_nothing_if_that_is_open(client: FlaskClient) -> None:
    """docs/reference/rules.md, "The end of play"; its twin says that play was stopped there."""
    stopped = changed(cut(REVOKED, 1), accusations=[call("ben cy")], ruleset=honours())
    for kind in KINDS:
        open_page = asked(client, without(stopped, "stopped"), kind).body.decode()
        assert "is open, and so is what it costs" in open_page
        assert "costs nothing" not in open_page
        assert "No penalty" not in open_page
        assert "ben called a revoke by cy. " in Page(open_page).text if kind == HTML else True
        stopped_page = asked(client, stopped, kind).body.decode()
        assert "not established yet, so it costs nothing" in stopped_page
        assert "No penalty (finding 1 says why)." in stopped_page
