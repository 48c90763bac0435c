"""Names on pages: whatever they contain, they stay text, and the page is that of plain names."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping

import pytest
from flask.testing import FlaskClient

from tests.contract.corpus import bodies_of
from tests.http.bodies import AUDIT, AUDIT_GAME, COMPARE_ROUND, GAME, SCORE, STANDINGS, example
from tests.http.game_page_samples import GamePage, asked, eventful, renamed
from tests.http.ruling_page_samples import (
    HOSTILE,
    HTML,
    KINDS,
    MARKDOWN,
    Members,
    a_record,
    an_answer,
    called,
    page,
    read,
    rows,
)
from tests.http.test_league_tables import named

PLAIN = "plain"


def others(name: str) -> dict[str, str]:
    return {"ana": name, "ben": f"{name}2", "cy": f"3{name}", "dee": f"{name} {name}"}


def one_of(name: str) -> dict[str, str]:
    return {"ana": name, "ana+cy": "x|<b>`*", "eve": f"2{name[:63]}"}


def seated(body: Members, name: str, *left_out: str) -> Members:
    """Return a record of a round with this name for a player, in a label, and beside strange names of teams."""
    body = {member: value for member, value in body.items() if member not in left_out}
    teams = [{"name": "x|<b>", "players": [name, "cy"]}, {"name": "`*\n", "players": ["ben", "dee"]}]
    return {
        **called(body, {"ana": name, "ben": "ben", "cy": "cy", "dee": "dee"}),
        "teams": teams,
        "labels": {name: name},
    }


def game(name: str, *, is_audited: bool) -> Members:
    sent = eventful(labels={name: name}, teams=[{"name": "ana+cy", "players": ["ana", "cy"]}])
    sent["rounds"][0]["labels"] = {name: name}
    sent["rounds"][1]["adjustments"][0]["reason"] = sent["rounds"][3]["reason"] = sent["rounds"][6]["reason"] = name
    if is_audited:
        sent["rounds"][2]["reported"] = {"score": {"ana+cy": 0}}
    renaming: Members = renamed(sent, one_of(name))
    return renaming


BODIES: Mapping[str, Callable[[str], Members]] = {
    AUDIT: lambda name: seated(example(AUDIT, "revoke"), name),
    COMPARE_ROUND: lambda name: seated(bodies_of("compareRound")["what a revoke costs"], name, "before"),
    SCORE: lambda name: renamed(
        example(SCORE) | {"labels": {name: name}, "teams": [{"name": "ana+cy", "players": ["ana", "cy"]}]}, one_of(name)
    ),
    GAME: lambda name: game(name, is_audited=False),
    AUDIT_GAME: lambda name: game(name, is_audited=True),
    STANDINGS: named,
}
"""Requests with a name wherever a client may write one, by path."""


def written(path: str, name: str, kind: str, client: FlaskClient) -> str:
    answer = asked(client, BODIES[path](name), path, kind)
    assert answer.status == 200, answer.body
    text = answer.body.decode()
    assert asked(client, BODIES[path](name), path).json()["ruling_id"] in text
    return text


def made(name: str, kind: str) -> str:
    """Return the page of a ruling that has every member, in which all are called so."""
    answer = an_answer() | {"labels": {name: name}}
    return page(called(a_record(), others(name)), called(answer, others(name)), kind)


def line_starts(markdown: str) -> list[str | None]:
    """Return for each line the mark at its start that makes it a heading, an item, a quote or a row, if it has one."""
    starts = (re.match(r"(?:#+|-|\d+\.|>|\|| {4}-)(?= )", line) for line in markdown.splitlines())
    return [start and start[0] for start in starts]


def is_text_in_html(text: str, plain: str) -> None:
    hostile, other = GamePage(text), GamePage(plain)
    assert hostile.widths == other.widths
    assert len(hostile.marked) == len(other.marked)
    assert "<script" not in text
    assert "<img" not in text


def is_text_in_markdown(text: str, plain: str) -> None:
    assert [[len(row) for row in table] for table in rows(text)] == [[len(row) for row in t] for t in rows(plain)]
    assert len(text.split("\n")) == len(text.splitlines()) + 1 == len(plain.split("\n"))
    # Outside of code, which nothing in it can end, what has a meaning is the page's own.
    outside, others_ = (re.sub(r"`[^`\n]*`", "", each) for each in (text, plain))
    assert "`" not in re.sub(r"\\.", "", outside)
    for mark in ("**", "~~", "](", "<", "://", "www."):
        assert re.sub(r"\\.", "", outside).count(mark) == re.sub(r"\\.", "", others_).count(mark), mark
    assert line_starts(text) == line_starts(plain)


@pytest.mark.parametrize("path", ["made by hand", *BODIES])
def test_a_name_is_text_on_every_page(path: str, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for kind, is_text in ((HTML, is_text_in_html), (MARKDOWN, is_text_in_markdown)):
        plain = written(path, PLAIN, kind, client) if path in BODIES else made(PLAIN, kind)
        for name in HOSTILE:
            with subtests.test(name=name, kind=kind):
                text = written(path, HOSTILE[name], kind, client) if path in BODIES else made(HOSTILE[name], kind)
                is_text(text, plain)
                turning = re.findall("[\u2066-\u2069\u202a-\u202e\u200e\u200f\u061c]", text)
                assert turning == ["\u2068", "\u2069"] * (len(turning) // 2)


def test_a_name_is_shown_and_nothing_of_it_is_hidden(subtests: pytest.Subtests) -> None:
    for kind in KINDS:
        for name in HOSTILE:
            with subtests.test(kind=kind, name=name):
                text = made(HOSTILE[name], kind)
                shown = "".join(
                    each if each.isprintable() or each == "\u200d" else f"⟨U+{ord(each):04X}⟩" for each in HOSTILE[name]
                )
                words = read(text) if kind == MARKDOWN else html.unescape(text)
                assert shown in re.sub("[\u2068\u2069]", "", words)


@pytest.mark.parametrize("kind", KINDS)
def test_letters_from_right_to_left_turn_nothing_round(kind: str) -> None:
    names = others(HOSTILE["Hebrew"]) | {"dee": "علي بن"}
    text = page(called(a_record(), names), called(an_answer(), names), kind)
    assert f"\u2068{HOSTILE['Hebrew']}\u2069" in text
    assert "\u2068علي بن\u2069" in text
