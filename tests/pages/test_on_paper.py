"""A ruling and a game on paper: lines for what no label says and for each side, and at the end what programs need."""

from __future__ import annotations

import html
import re

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import AUDIT, AUDIT_GAME, GAME
from tests.http.game_page_samples import asked as asked_game
from tests.http.game_page_samples import ten_rounds, with_sheet
from tests.http.ruling_page_samples import HTML, MARKDOWN, Members, asked, called
from tests.spades.builders.changes import changed, swapped
from tests.spades.builders.legal_rounds import legal_round

NAMES = {"ana": "<b>Ana", "ben": "Ben", "cy": "Cy", "dee": "Dee"}


def revoked(**members: object) -> Members:
    """Return a finished round with a revoke in tricks 1 and 2, and with these members."""
    record: Members = called(changed(swapped(legal_round(), "5H", "2C"), **members), NAMES)
    return record


def lines(page: str, kind: str) -> list[str]:
    """Return the texts of the lines of a kind on a page."""
    inside = re.search(rf'<div class="{kind}">\n(.*?)</div>', page, re.DOTALL)
    return [html.unescape(re.sub("<.*?>", "", line)) for line in re.findall("<p>(.*)</p>", inside[1])] if inside else []


LABELS: dict[str, tuple[dict[str, str], list[str]]] = {
    "none": ({}, ["Event", "Table", "Time", "Called by"]),
    "some, however they are written": ({"TABLE": "3", "called_by": "cy", "date": "today"}, ["Event", "Time"]),
    "all": (dict.fromkeys(("event", "table", "time", "called by"), "x"), []),
}


@pytest.mark.parametrize(("labels", "left"), LABELS.values(), ids=LABELS)
def test_what_no_label_says_is_filled_in_by_hand(labels: dict[str, str], left: list[str], client: FlaskClient) -> None:
    record = revoked(labels=labels)
    page = asked(client, record, HTML).body.decode()
    assert [line.strip() for line in lines(page, "fill-in")] == left
    game = {**ten_rounds(), "labels": labels}
    for path in (GAME, AUDIT_GAME):
        page = asked_game(client, game, path, HTML).body.decode()
        assert [line.strip() for line in lines(page, "fill-in")] == left
    assert ("Called by" in asked(client, record, MARKDOWN).body.decode()) == ("called by" in labels)


def test_whoever_called_by_the_record_is_named(client: FlaskClient) -> None:
    call = {"by": "ana", "against": "ben", "trick": 1}
    page = asked(client, revoked(accusations=[call, {**call, "trick": 2}]), HTML).body.decode()
    assert lines(page, "fill-in")[-1] == "Called by <b>Ana"


def test_each_side_signs_by_its_name(client: FlaskClient) -> None:
    page = asked(client, revoked(), HTML).body.decode()
    assert lines(page, "sign-here") == ["Date", "Director", "For <b>Ana+Cy", "For Ben+Dee"]
    teams = [{"name": "North", "players": ["<b>Ana", "Cy"]}, {"name": "East", "players": ["Ben", "Dee"]}]
    page = asked(client, {**revoked(), "teams": teams}, HTML).body.decode()
    assert lines(page, "sign-here")[2:] == ["For North", "For East"]
    # A round of which nothing is known but the players has sides, too.
    table = {name: revoked()[name] for name in ("ruleset", "players")}
    page = asked(client, {**table, "tricks": []}, HTML).body.decode()
    assert lines(page, "sign-here")[2:] == ["For <b>Ana+Cy", "For Ben+Dee"]
    for path, game in ((GAME, ten_rounds()), (AUDIT_GAME, with_sheet(client, ten_rounds()))):
        page = asked_game(client, game, path, HTML).body.decode()
        assert lines(page, "sign-here") == ["Date", "Director", "For ana+cy", "For ben+dee"]


def test_what_programs_call_a_finding_is_at_the_end(client: FlaskClient) -> None:
    """Parameters and pointers, and above them no digest."""
    found = client.post(AUDIT, json=revoked()).get_json()["findings"]
    for kind in (HTML, MARKDOWN):
        page = asked(client, revoked(), kind).body.decode()
        text, end = re.split(r"To check this ruling", page)
        for words in ("#/tricks/", "play.follow_suit", "sha256:"):
            assert words not in text
            assert words in end
        for number, finding in enumerate(found, 1):
            assert re.search(rf"finding {number} is .{{1,6}}revoke.*?{finding['pointer']}", end)
