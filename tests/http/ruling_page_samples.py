"""A record and its ruling with every member, and ways to read the pages of a ruling."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

from flask.testing import FlaskClient

from service import media_types
from service.operations.operation import PAGE_STYLE
from service.pages.render import write
from service.pages.ruling_page import ruling_page
from service.spades.table import sit_down
from service.wire.summary import summary_of
from tests.http.bodies import AUDIT
from tests.http.wire import Answer

JSON, MARKDOWN, HTML = "application/json", "text/markdown", "text/html"
KINDS = {MARKDOWN: media_types.MARKDOWN, HTML: media_types.HTML}
Members = dict[str, Any]
POINTERS = {"pointer", "decided_by", "proved_by", "also_at"}
MINUS = "\N{MINUS SIGN}"
PLAYERS = ["ana", "ben", "cy", "dee"]
HOSTILE = {
    "a table's bar": "a | b",
    "a bar that is escaped": "a\\|b",
    "a last backslash": "a\\",
    "bold": "**a**",
    "underscores": "_a_ __b__",
    "code": "`a` ``b",
    "code without an end": "`",
    "struck": "~~a~~",
    "a link": "[a](https://evil.test)",
    "an address": "https://evil.test/a",
    "another address": "www.evil.test",
    "a picture": "![a](x)",
    "a script": "<script>alert('\"&')</script>",
    "an element": "<img src=x onerror=alert(1)>",
    "the end of a cell": "</td></tr></table>",
    "the end of the style": "</style><h1>a</h1>",
    "a comment": "<!-- a",
    "an entity": "&lt;b&gt; &#124;",
    "a template": "{{ ruling_id }} {% raw %}",
    "a heading": "# a",
    "a list": "- a",
    "another list": "+ a",
    "a numbered list": "1. a",
    "a quotation": "> a",
    "a rule": "---",
    "a footnote": "[^1]: a",
    "a line": "a\nb",
    "a row": "a\n| b | c |\n",
    "a paragraph": "a\r\n\r\n<b>b",
    "a line of Unicode's": "a\u2028b\u2029c\u0085d",
    "a tab": "\ta",
    "spaces": "    a    ",
    "nothing to see": "a\u200bb\ufeff",
    "a nul": "a\x00b\x1b[31m",
    "turned round": "\u202ea\u202c",
    "turned round without an end": "\u2067a\u202e",
    "the end of an isolate": "a\u2069\u2069",
    "marks of direction": "\u200fa\u200e\u061c",
    "Hebrew": "מִרְיָם",
    "Arabic and a number": "علي 7",
    "emoji": "👩🏽‍🚀",
    "a card": "AS",
    "a member": "#/tricks/0",
    "long": "x" * 64,
    "many marks": "a" + "\u0301" * 63,
}


def asked(client: FlaskClient, record: Members, accept: str | None = None) -> Answer:
    headers = {} if accept is None else {"Accept": accept}
    return Answer.of(client.post(AUDIT, data=json.dumps(record), content_type=JSON, headers=headers))


def page(record: Members, answer: Members, kind: str) -> str:
    ruling = with_paths(answer)
    nils = ["ben won trick 9: the nil is broken."]
    summary = summary_of(record, ruling, nils, PAGE_STYLE)
    sides = sit_down(record["players"], record.get("teams"), "partnership", (4,)).sides
    return write(ruling_page(record, ruling | {"summary": summary}, sides), KINDS[kind]).decode()


def path_of(pointer: str) -> tuple[str | int, ...]:
    """Return the names and indices of a JSON Pointer in the form of a URI fragment."""
    parts = [unquote(part).replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    return tuple(int(part) if part.isdigit() else part for part in parts)


def with_paths(value: Any) -> Any:
    """Return an answer as its page is made from it: with paths instead of pointers."""
    if isinstance(value, dict):
        return {
            name: path_of(member) if name in POINTERS and member != "counting" else with_paths(member)
            for name, member in value.items()
        }
    return [with_paths(item) for item in value] if isinstance(value, list) else value


def both(record: Members, answer: Members) -> list[str]:
    """Return the words of both kinds of page, without what only marks them up."""
    return [read(page(record, answer, MARKDOWN)), " ".join(Page(page(record, answer, HTML)).text.split())]


def read(markdown: str) -> str:
    """Return a text in Markdown without its escapes."""
    return html.unescape(re.sub(r"\\(?=[^a-zA-Z0-9\s])", "", markdown)).replace(MINUS, "-")


class Page(HTMLParser):
    """A page in HTML: closed elements, rows of cells, and nothing that loads, runs or leads elsewhere."""

    elements = frozenset(
        {
            *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "p", "br", "div", "ul", "ol", "li"),
            *("table", "caption", "thead", "tbody", "tr", "th", "td"),
            *("strong", "em", "code", "bdi", "sup", "small", "s", "span", "dl", "dt", "dd"),
        }
    )
    attributes = frozenset({"lang", "charset", "name", "content", "class", "scope", "tabindex"})

    def __init__(self, written: str) -> None:
        super().__init__()
        self.waiting: list[str] = []
        self.text = ""
        self.marking = ""
        self.marked: list[tuple[str, str]] = []
        self.rows: list[list[str]] = []
        self.widths: list[set[int]] = []
        self.feed(written)
        self.close()
        assert self.waiting == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in self.elements, tag
        assert {name for name, _ in attrs} <= self.attributes
        if tag == "table":
            self.widths.append(set())
        elif tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")
        if tag not in {"meta", "br"}:
            self.waiting.append(tag)
        self.marking = tag if ("class", "wrong") in attrs or tag == "s" else ""

    def handle_endtag(self, tag: str) -> None:
        assert self.waiting.pop() == tag
        self.marking = ""
        if tag == "tr":
            self.widths[-1].add(len(self.rows[-1]))

    def handle_data(self, data: str) -> None:
        if self.waiting and self.waiting[-1] == "style":
            return
        data = data.replace(MINUS, "-")
        self.text += data
        if self.rows and {"td", "th"} & set(self.waiting):
            self.rows[-1][-1] += data
        if self.marking:
            self.marked.append((self.marking, data))


def rows(markdown: str) -> list[list[list[str]]]:
    """Return the tables of a page in Markdown: rows of cells, a bar that is escaped being no border."""
    tables: list[list[list[str]]] = []
    inside = False
    for line in markdown.splitlines():
        if line.startswith("|"):
            if not inside:
                tables.append([])
            tables[-1].append([cell.strip() for cell in line.strip("|").split("|")])
        inside = line.startswith("|")
    return tables


def a_record() -> Members:
    """Return a record of two tricks with something of everything; the answer beside it is made by hand."""
    return {
        "ruleset": "pagat",
        "players": PLAYERS,
        "dealer": "dee",
        "round_number": 3,
        "hands": {"ana": ["TH", "AS", "2D"], "cy": ["BJ", "9H", "3S", "KC"]},
        "exchanges": [{"from": "ana", "to": "cy", "cards": ["2C", "TC"]}],
        "set_aside": ["2D"],
        "bids": [{"player": name, "tricks": count} for name, count in zip(PLAYERS, (4, 0, 3, 5), strict=True)],
        "tricks": [
            {
                "plays": [
                    {"player": "ana", "card": "TH"},
                    {"player": "ben", "card": "2H"},
                    {"player": "cy", "card": "3S", "withdrawn": [{"card": "KC", "at": {"trick": 1, "plays": 3}}]},
                    {"player": "dee", "card": "4H"},
                ],
                "winner": "dee",
            },
            {"plays": [{"player": "cy", "card": "9H"}, {"player": "dee", "card": "AH"}]},
        ],
        "reported": {"points": {"ana+cy": 71}, "score": {"ana+cy": 408}},
        "accusations": [
            {"by": "ben", "against": "cy", "trick": 1, "at": {"trick": 2, "plays": 1}},
            {"by": "cy", "against": "ben"},
        ],
        "claim": {
            "by": "cy",
            "tricks": "rest",
            "at": {"trick": 2, "plays": 2},
            "statement": ["AS", "KC"],
            "accepted": False,
        },
    }


def standing(score: int, bags: int, revokes: int = 0) -> Members:
    return {"score": score, "bags": bags, "sets": 0, "revokes": revokes}


def side(name: str, lines: list[Members], after: Members, **members: Any) -> Members:
    players = name.split("+")
    return {
        "team": name,
        "players": players,
        "bids": [{"player": each, "tricks": 0, "counts_as": 0, "kind": "nil"} for each in players if each == "ben"],
        "contract": 7,
        "tricks": 8,
        "contract_tricks": 8,
        "made": True,
        "nils": [],
        "boston": False,
        "bags": 1,
        "lines": lines,
        "points": sum(line["points"] for line in lines),
        "before": standing(337, 7),
        "after": after,
        **members,
    }


PENALTY_RULE = {
    "parameter": "penalties.revoke.remedy",
    "basis": "default",
    "text": "A revoke costs the side three tricks.",
}
MADE = {"code": "contract_made", "points": 70, "detail": "Bid 7, took 8."}
OVER = {"code": "overtricks", "points": 1, "detail": "1 over the contract."}
BAGS = {"code": "bag_penalty", "points": -100, "detail": "10 bags."}
SET = {"code": "contract_set", "points": -70, "detail": "Bid 7, took 5."}
NIL = {"code": "nil_failed", "points": -100, "detail": "Bid nil, took 1."}


def an_answer() -> Members:
    """Return an answer of the contract, but for its sentences, which have cards as a page shows them."""
    failed = {"contract": 5, "nils": [{"player": "ben", "kind": "nil", "tricks": 1, "made": False}], "made": False}
    return {
        "ruling_id": "sha256:" + "ab" * 32,
        "engine_version": "7.8.9",
        "ruleset": {
            "name": "pagat",
            "version": "1",
            "digest": "sha256:" + "cd" * 32,
            "options": ["no-nil"],
            "overrides": {"bags": {"limit": 7}, "table": {"players": [4]}},
        },
        "verdict": "irregular",
        "complete": True,
        "findings": [
            {
                "code": "revoke",
                "severity": "offence",
                "pointer": "#/tricks/0/plays/2",
                "trick": 1,
                "player": "cy",
                "team": "ana+cy",
                "card": "3S",
                "legal_cards": ["9H", "TH"],
                "evidence": {"led_suit": "H", "held": ["9H"], "proved_by": "#/tricks/1/plays/0"},
                "established": True,
                "alternatives": [{"card": "9H", "winner": "ana"}, {"card": "TH", "winner": "cy"}],
                "rule": {"parameter": "play.follow_suit", "basis": "written", "text": "A suit is followed."},
                "detail": "cy discarded 3♠ on a heart lead while holding 9♥.",
            },
            {
                "code": "revoke_corrected",
                "severity": "note",
                "pointer": "#/tricks/0/plays/2/withdrawn/0",
                "established": False,
                "rule": {"parameter": "calls.established", "basis": "default", "text": "In time."},
                "detail": "cy took K♣ back.",
            },
            {
                "code": "wrong_winner",
                "severity": "error",
                "pointer": "#/tricks/0/winner",
                "evidence": {"claimed": "dee", "won": "cy"},
                "follows": 0,
                "rule": {"basis": "game", "text": "A trick is won by the highest spade in it."},
                "detail": "The record gives the trick to dee; cy won it.",
            },
            {
                "code": "wrong_points",
                "severity": "error",
                "pointer": "#/reported/points/ana+cy",
                "evidence": {"reported": 71, "counted": -29},
                "rule": {"parameter": "bids.number.made", "basis": "override", "text": "10 a trick."},
                "detail": "The sheet says 71.",
            },
        ],
        "undecided": [
            {
                "code": "revoke",
                "severity": "offence",
                "pointer": "#/tricks/1/plays/1",
                "card": "AH",
                "conflicts_with": [0, 2],
                "decided_by": "#/hands/dee",
                "rule": {"parameter": "play.follow_suit", "basis": "implied", "text": "A suit is followed."},
                "detail": "Whether dee had to play another card is open.",
            }
        ],
        "affected_from": 1,
        "tricks": [
            {"number": 1, "leader": "ana", "winner": "cy", "winning_card": "3S", "spades_broken": True},
            {"number": 2, "leader": "cy"},
        ],
        "tricks_won": {"ana": 0, "ben": 0, "cy": 1, "dee": 0},
        "accusations": [
            {"accusation": 0, "result": "upheld", "findings": [0], "detail": "cy revoked."},
            {"accusation": 1, "result": "refuted", "findings": [1, 3], "detail": "ben never did."},
        ],
        "penalties": [
            {
                "finding": 0,
                "team": "ana+cy",
                "effect": "tricks",
                "tricks": -3,
                "rule": PENALTY_RULE,
                "detail": "Three tricks for 3♠.",
            },
            {
                "finding": 0,
                "team": "ben+dee",
                "effect": "tricks",
                "tricks": 1,
                "rule": PENALTY_RULE,
                "detail": "One more.",
            },
            {
                "finding": 0,
                "team": "ana+cy",
                "effect": "contract",
                "rule": PENALTY_RULE,
                "detail": "The contract is set.",
            },
        ],
        "as_played": [
            side("ana+cy", [MADE, OVER, BAGS], standing(308, 1)),
            side("ben+dee", [NIL], standing(237, 7), **failed),
        ],
        "as_ruled": [
            side("ana+cy", [SET], standing(267, 7, 1), tricks=5, contract_tricks=5, tricks_adjustment=-3, made=False),
            side("ben+dee", [NIL], standing(237, 7), **failed),
        ],
        "differences": [
            {"pointer": "#/reported/points/ana+cy", "reported": 71, "ruled": -70},
            {"pointer": "#/reported/score/ana+cy", "reported": 408, "ruled": 267},
        ],
        "readings": [
            {
                "slip": "card_miscopied",
                "changes": [{"pointer": "#/tricks/0/plays/2/card", "recorded": "3S", "suggested": "9H"}],
                "verdict": "clean",
                "offences": [],
                "points": {"ana+cy": 71, "ben+dee": -100},
                "detail": "cy's card in trick 1 was 9♥, not 3♠.",
            },
            {
                "slip": "names_exchanged",
                "changes": [
                    {"pointer": "#/tricks/0/plays/2/player", "recorded": "cy", "suggested": "dee"},
                    {"pointer": "#/tricks/0/plays/3/player", "recorded": "dee", "suggested": "cy"},
                ],
                "verdict": "irregular",
                "offences": [{"code": "revoke", "player": "dee", "trick": 1, "pointer": "#/tricks/0/plays/2"}],
                "detail": "cy and dee were exchanged in trick 1.",
            },
        ],
        "labels": {"event": "Spring Cup", "table": "3"},
        "claim": {
            "by": "cy",
            "team": "ana+cy",
            "tricks": 12,
            "left": 12,
            "result": "disproved",
            "test": "certain",
            "given": {"ana": 0, "ben": 2, "cy": 10, "dee": 0},
            "line": [
                {"player": player, "card": card}
                for player, card in [
                    ("ana", "7♥"),
                    ("ben", "8♥"),
                    ("dee", "2♣"),
                    ("ana", "3♣"),
                    ("ben", "4♣"),
                    ("cy", "K♣"),
                ]
            ],
            "line_from": {
                "trick": 2,
                "plays": [{"player": "cy", "card": "9♥"}, {"player": "dee", "card": "A♥"}],
            },
            "detail": "cy claimed the 12 tricks that were left. That does not hold.",
        },
    }


OPTIONAL = (
    "affected_from",
    "accusations",
    "penalties",
    "as_played",
    "as_ruled",
    "differences",
    "readings",
    "labels",
    "claim",
)


def called(value: Any, names: dict[str, str]) -> Any:
    """Return a record or an answer in which players and sides go by other names."""
    if isinstance(value, str):
        return re.sub(r"\b(?:ana|ben|cy|dee)\b", lambda found: names[found[0]], value)
    if isinstance(value, list):
        return [called(each, names) for each in value]
    if isinstance(value, dict):
        return {called(name, names): called(each, names) for name, each in value.items()}
    return value
