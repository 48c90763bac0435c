"""Names on the pages of a ruling: whatever they contain, they stay text."""

from __future__ import annotations

import copy
import html
import re

import pytest
from flask.testing import FlaskClient

from tests.http.ruling_page_samples import (
    HOSTILE,
    HTML,
    KINDS,
    MARKDOWN,
    Members,
    Page,
    a_record,
    an_answer,
    asked,
    called,
    page,
    read,
    rows,
)

# Hostile names


def others(name: str) -> dict[str, str]:
    return {"ana": name, "ben": f"{name}2", "cy": f"3{name}", "dee": f"{name} {name}"}


def test_a_name_is_text_on_a_page_in_html(subtests: pytest.Subtests) -> None:
    for name in HOSTILE:
        with subtests.test(name=name):
            names = others(HOSTILE[name])
            text = page(called(a_record(), names), called(an_answer(), names), HTML)
            plain, hostile = Page(page(a_record(), an_answer(), HTML)), Page(text)
            assert hostile.widths == plain.widths
            assert len(hostile.marked) == len(plain.marked)
            assert "<script" not in text
            assert "<img" not in text


def line_starts(markdown: str) -> list[str | None]:
    """Return for each line the mark at its start that makes it a heading, an item, a quote or a row, if it has one."""
    starts = (re.match(r"(?:#+|-|\d+\.|>|\|| {4}-)(?= )", line) for line in markdown.splitlines())
    return [start and start[0] for start in starts]


def test_a_name_is_text_on_a_page_in_markdown(subtests: pytest.Subtests) -> None:
    for name in HOSTILE:
        with subtests.test(name=name):
            names = others(HOSTILE[name])
            text = page(called(a_record(), names), called(an_answer(), names), MARKDOWN)
            plain = page(a_record(), an_answer(), MARKDOWN)
            assert [[len(row) for row in table] for table in rows(text)] == [
                [len(row) for row in t] for t in rows(plain)
            ]
            assert len(text.split("\n")) == len(text.splitlines()) + 1 == len(plain.split("\n"))
            # Outside of code, which nothing in it can end, what has a meaning is the page's own.
            outside = re.sub(r"`[^`\n]*`", "", text)
            assert "`" not in outside
            for mark in ("**", "~~", "](", "<", "://", "www."):
                assert re.sub(r"\\.", "", outside).count(mark) == re.sub(r"`[^`\n]*`", "", plain).count(mark), mark
            assert line_starts(text) == line_starts(plain)


def test_a_label_is_text_on_both_pages(subtests: pytest.Subtests) -> None:
    for name in HOSTILE:
        with subtests.test(name=name):
            hostile, plain = (an_answer() | {"labels": {each: each}} for each in (HOSTILE[name], "plain"))
            marked, unmarked = (Page(page(a_record(), each, HTML)) for each in (hostile, plain))
            assert (marked.widths, len(marked.marked)) == (unmarked.widths, len(unmarked.marked))
            text, other = (page(a_record(), each, MARKDOWN) for each in (hostile, plain))
            assert line_starts(text) == line_starts(other)
            assert len(text.split("\n")) == len(text.splitlines()) + 1 == len(other.split("\n"))


def test_a_name_is_shown_and_nothing_of_it_is_hidden(subtests: pytest.Subtests) -> None:
    for kind in KINDS:
        for name in HOSTILE:
            with subtests.test(kind=kind, name=name):
                record = called(a_record(), others(HOSTILE[name]))
                text = page(record, called(an_answer(), others(HOSTILE[name])), kind)
                shown = "".join(
                    each if each.isprintable() or each == "\u200d" else f"⟨U+{ord(each):04X}⟩" for each in HOSTILE[name]
                )
                words = read(text) if kind == MARKDOWN else html.unescape(text)
                assert shown in re.sub("[\u2068\u2069]", "", words)
                turning = re.findall("[\u2066-\u2069\u202a-\u202e\u200e\u200f\u061c]", text)
                assert turning == ["\u2068", "\u2069"] * (len(turning) // 2)


@pytest.mark.parametrize("kind", KINDS)
def test_letters_from_right_to_left_turn_nothing_round(kind: str) -> None:
    names = others(HOSTILE["Hebrew"]) | {"dee": "علي بن"}
    text = page(called(a_record(), names), called(an_answer(), names), kind)
    assert f"\u2068{HOSTILE['Hebrew']}\u2069" in text
    assert "\u2068علي بن\u2069" in text


def test_the_service_writes_such_pages(client: FlaskClient, audit_body: Members, subtests: pytest.Subtests) -> None:
    for kind in KINDS:
        for name in HOSTILE:
            with subtests.test(kind=kind, name=name):
                names = {"ana": HOSTILE[name], "ben": "b", "cy": "c", "dee": "d"}
                record = copy.deepcopy(audit_body)
                record["teams"] = [
                    {"name": "x|<b>", "players": ["ana", "cy"]},
                    {"name": "`*\n", "players": ["ben", "dee"]},
                ]
                record = called(record, names)
                answer = asked(client, record, kind)
                assert answer.status == 200
                assert asked(client, record).json()["ruling_id"] in answer.body.decode()
                if kind == HTML:
                    assert all(len(widths) == 1 for widths in Page(answer.body.decode()).widths)
                else:
                    assert all(len({len(row) for row in table}) == 1 for table in rows(answer.body.decode()))
