"""The ruling as a page that a director prints: what it says, and that no name on it is anything but text."""

from __future__ import annotations

import copy
import html
import json
import re
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from service import media_types
from service.pages import phrases
from service.pages.render import POLICY, render
from service.pages.ruling_page import ruling_content
from tests.contract.bodies_rounds import RECORDS
from tests.contract.document import checker, component
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
    return render("ruling", ruling_content(record, with_paths(answer)), KINDS[kind]).decode()


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
            *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "br", "div", "ul", "ol", "li"),
            *("table", "caption", "thead", "tbody", "tr", "th", "td"),
            *("strong", "em", "code", "bdi", "sup", "small", "s", "span"),
        }
    )
    attributes = frozenset({"lang", "charset", "name", "content", "class", "scope"})

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
    "parameter": "irregularities.revoke_penalty",
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
    failed = {"contract": 5, "nils": [{"player": "ben", "blind": False, "tricks": 1, "made": False}], "made": False}
    return {
        "ruling_id": "sha256:" + "ab" * 32,
        "engine_version": "7.8.9",
        "ruleset": {
            "name": "pagat",
            "version": "1",
            "digest": "sha256:" + "cd" * 32,
            "options": ["no-nil"],
            "overrides": {"scoring": {"bag_limit": 7}, "table": {"players": [4]}},
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
                "rule": {"parameter": "irregularities.revoke_established", "basis": "default", "text": "In time."},
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
                "rule": {"parameter": "scoring.trick_points", "basis": "override", "text": "10 a trick."},
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
        "correction": {"pointer": "#/tricks/0/plays/2", "recorded": "3S", "suggested": "9H", "detail": "9♥ for 3♠."},
    }


OPTIONAL = (
    "affected_from",
    "accusations",
    "penalties",
    "as_played",
    "as_ruled",
    "differences",
    "correction",
)


def test_the_answer_made_by_hand_is_one_of_the_contract() -> None:
    checker(component("Ruling")).validate(an_answer())
    checker(component("RoundRecord")).validate(a_record())


# What is sent


@pytest.mark.parametrize("name", RECORDS)
def test_every_record_has_a_page_of_each_kind(name: str, client: FlaskClient) -> None:
    ruling = asked(client, RECORDS[name]).json()
    for kind, content_type in KINDS.items():
        answer = asked(client, RECORDS[name], kind)
        assert (answer.status, answer.headers["content-type"]) == (200, content_type)
        assert answer.headers["vary"] == "Accept"
        assert answer.headers["cache-control"] == "no-store"
        text = answer.body.decode()
        content = text.partition("</style>")[2] or text
        for quoted in (ruling["ruling_id"], ruling["engine_version"], ruling["ruleset"]["digest"], ruling["verdict"]):
            assert quoted in content
        assert not re.search(r"\bNone\b(?!\.)|\{\{|\{%|Undefined|⟨U\+|\[\]|: \.|[:,(] #/", content)
        found = ruling["findings"] + ruling["undecided"]
        pointers = re.findall(r" at (?:<code>|`)(#/[^<`]*)", content)
        assert [html.unescape(each) for each in pointers] == [each["pointer"] for each in found]


def test_a_page_brings_its_own_style_and_nothing_else(audit_body: Members, client: FlaskClient) -> None:
    answer = asked(client, audit_body, HTML)
    policy = answer.headers["content-security-policy"]
    assert policy == POLICY
    assert "script" not in policy
    text = answer.body.decode()
    assert not re.search(r"<script|<link|<img|javascript:|\ssrc=|\shref=|\sstyle=|\son\w+=|url\(|@import", text)
    assert "@media print" in text
    assert "A4" in text
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert not re.search(r"[&<>'\"⟨]", style)


def test_json_is_what_it_is_whoever_else_may_ask(audit_body: Members, client: FlaskClient) -> None:
    bodies = {asked(client, audit_body, accept).body for accept in (None, "*/*", JSON, f"{HTML};q=0.5, {JSON}")}
    assert len(bodies) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_that_can_not_be_read_is_a_problem(kind: str, audit_body: Members, client: FlaskClient) -> None:
    answer = asked(client, audit_body | {"dealer": "<script>"}, kind)
    assert (answer.status, answer.headers["content-type"]) == (422, "application/problem+json")


# What is said


def test_the_page_of_the_contract_s_example(audit_body: Members, client: FlaskClient) -> None:
    text = asked(client, audit_body, MARKDOWN).body.decode()
    assert "| 1 | ana | K♥ ana | 2♥ ben | **3♠** (1) cy | 4♥ dee | cy, 3♠ |" in text.splitlines()
    assert "1. **Offence, trick 1, card 3 (3♠).** cy " in text
    assert "holding 9♥." in text
    assert "there is no score" in text
    written = Page(asked(client, audit_body, HTML).body.decode())
    assert ["1", "ana", "K♥ ana", "2♥ ben", "3♠ 1 cy", "4♥ dee", "cy, 3♠"] in written.rows
    assert written.marked == [("span", "3♠")]


@pytest.mark.parametrize(
    "words",
    [
        "Ruling: irregular",
        "Found: 1 offence, 2 errors, 1 note and 1 open question.",
        "Points ana+cy: -29 as played, -70 as ruled; ben+dee: -100.",
        "version 1, with no-nil",
        "House rules in the request: scoring.bag_limit = 7; table.players = 4",
        "sha256:" + "ab" * 32,
        "sha256:" + "cd" * 32,
        "7.8.9",
        "Finding 2 and the penalty for finding 1 rest on a default of this service:",
        "dee (dealer)",
        "Round 3 of the game.",
        "Spades were broken in trick 1.",
        "Offence, trick 1, card 3 (3♠).",
        "cy discarded 3♠ on a heart lead while holding 9♥.",
        "suit led: hearts; held at that moment: 9♥; proof: trick 2, card 1 (9♥).",
        "9♥, 10♥.",
        "with 9♥, ana; with 10♥, cy.",
        "yes, it was too late to correct it.",
        "A suit is followed. (written in the source of the ruleset)",
        "Note, trick 1, a card taken back before card 3 (K♣).",
        "Established: no, it was not too late to correct it.",
        "(a default of this service, because the source of the ruleset does not say)",
        "Error in the record, trick 1, the winner named in the record.",
        "the record names dee; cy won the trick.",
        "finding 1.",
        "(a rule of the game itself)",
        "Error on the score sheet, points of ana+cy in this round.",
        "the score sheet says 71; counted from the record: -29.",
        "(a house rule from the request)",
        "Q1, trick 2, card 2 (A♥).",
        "findings 1 and 3.",
        "the hand of dee.",
        "(implied by the source of the ruleset)",
        "From trick 1 on, the play might have gone differently",
        "ben called a revoke by cy in trick 1, when 1 card of trick 2 was on the table. Upheld. cy revoked.",
        "See finding 1.",
        "cy called a revoke by ben, after the round. Refuted. ben never did. See findings 2 and 4.",
        "Three tricks for 3♠.",
        "9♥ for 3♠. Trick 1, card 3 (3♠): recorded 3♠, suggested 9♥.",
        "ana passed 2♣, 10♣ to cy.",
        "Set aside: 2♦.",
        "POST /v1/rounds/audit",
    ],
)
def test_what_the_answer_says_stands_on_both_pages_in_words(words: str) -> None:
    for text in both(a_record(), an_answer()):
        assert words in re.sub(r"\*\*|(?<!\*)\*(?=[\w ,':]+\*)|(?<=[:\w])\*(?!\*)|`", "", text)


def test_the_tricks_stand_in_a_table() -> None:
    markdown, written = page(a_record(), an_answer(), MARKDOWN), Page(page(a_record(), an_answer(), HTML))
    first = "| 1 | ana | 10♥ ana | 2♥ ben | ~~K♣~~ (2) **3♠** (1) cy | 4♥ dee | cy, 3♠ (3) |"
    assert first in markdown.splitlines()
    assert "| 2 | cy | 9♥ cy | A♥ (Q1) dee | | | |" in re.sub(r" +", " ", markdown).splitlines()
    assert ["1", "ana", "10♥ ana", "2♥ ben", "K♣ 2 3♠ 1 cy", "4♥ dee", "cy, 3♠ 3"] in written.rows
    assert ["2", "cy", "9♥ cy", "A♥ Q1 dee", "", "", ""] in written.rows
    assert written.marked == [("s", "K♣"), ("span", "3♠")]


def test_both_scores_stand_side_by_side() -> None:
    expected = [
        ["Contract", "7, made", "7, not made"],
        ["Tricks", "8", "5, -3 by penalty"],
        ["Points: contract", "+70 · Bid 7, took 8.", "-70 · Bid 7, took 5."],
        ["Points: overtricks", "+1 · 1 over the contract.", "\N{EN DASH}"],
        ["Points: bag penalty", "-100 · 10 bags.", "\N{EN DASH}"],
        ["Points of the round", "-29", "-70"],
        ["Score", "337 → 308", "337 → 267"],
        ["Bags", "7 → 1", "7 → 7"],
        ["Revokes", "0 → 0", "0 → 1"],
    ]
    written = Page(page(a_record(), an_answer(), HTML))
    start = written.rows.index(["", "As played", "As ruled"])
    assert written.rows[start + 1 : start + 1 + len(expected)] == expected
    (table,) = [each for each in rows(page(a_record(), an_answer(), MARKDOWN)) if each[0][0] == "ana+cy (ana and cy)"]
    assert [[cell.strip("*").replace(MINUS, "-") for cell in row] for row in table[2:]] == expected


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_below_nothing_has_a_minus_sign(kind: str) -> None:
    text = page(a_record(), an_answer(), kind)
    assert f"{MINUS}70" in text
    assert "-70" not in text


def test_a_line_that_only_the_ruling_has_stands_where_the_ruling_has_it() -> None:
    answer = an_answer()
    answer["as_played"][0]["lines"] = [MADE, BAGS]
    answer["as_ruled"][0]["lines"] = [NIL, SET, OVER, BAGS, BAGS]
    labels = [row["label"] for row in ruling_content(a_record(), with_paths(answer))["scores"][0]["rows"]]
    assert [label for label in labels if label.startswith("Points: ")] == [
        "Points: nil",
        "Points: contract",
        "Points: overtricks",
        "Points: bag penalty",
        "Points: bag penalty",
    ]


@pytest.mark.parametrize("member", OPTIONAL)
def test_a_member_that_is_absent_has_no_place(member: str) -> None:
    whole, parts = an_answer(), an_answer()
    del parts[member]
    for kind in KINDS:
        before, after = page(a_record(), whole, kind), page(a_record(), parts, kind)
        assert len(after) < len(before)
        assert "None" not in after
    if member in {"as_played", "as_ruled"}:
        title = {"as_played": "As played", "as_ruled": "As ruled"}[member]
        written = Page(page(a_record(), parts, HTML))
        assert [row for row in written.rows if row[:1] == [""] and title in row] == []


def test_an_answer_with_the_least_is_a_page_with_the_least() -> None:
    record = {"ruleset": "pagat", "players": PLAYERS, "bids": [], "tricks": []}
    answer = {name: value for name, value in an_answer().items() if name not in OPTIONAL}
    answer |= {"findings": [], "undecided": [], "tricks": [], "penalties": [], "verdict": "clean", "complete": False}
    headings = ["The table", "Findings", "To check this ruling"]
    assert re.findall(r"^## (.*)$", page(record, answer, MARKDOWN), re.MULTILINE) == headings
    assert re.findall(r"<h2>(.*)</h2>", page(record, answer, HTML)) == headings
    for text in both(record, answer):
        assert "Nothing was wrong, and the record leaves no question open." in text
        assert "rests on a default" not in text


def test_a_void_round_has_no_score_on_its_page() -> None:
    """Rulings, completeness: nobody scores, whatever the cards made."""
    answer = {**an_answer(), "verdict": "void", "differences": []}
    for written in both(a_record(), answer):
        assert "so the round is void and has no score." in written
        assert "The score " not in written.replace("The score sheet", "")
        assert "Points ana+cy" not in written
        assert "is not of a complete round" not in written


def test_a_score_that_no_penalty_changes_stands_once() -> None:
    answer = an_answer()
    answer["as_ruled"] = [{**each, "tricks_adjustment": 0} for each in answer["as_played"]]
    for written in both(a_record(), answer):
        assert "As played and as ruled" in written
        assert "Points ana+cy: -29; ben+dee: -100." in written


def test_the_score_sheet_stands_beside_both_scores() -> None:
    written = Page(page(a_record(), an_answer(), HTML))
    assert ["Points of ana+cy in this round 4", "71", "-29", "-70"] in written.rows
    assert ["Score of ana+cy after this round", "408", "308", "267"] in written.rows
    less = an_answer()
    del less["as_played"]
    assert ["Score of ana+cy after this round", "408", "267"] in Page(page(a_record(), less, HTML)).rows


def test_a_sheet_without_a_score_to_be_held_against_is_not_said_to_be_right() -> None:
    answer = {**an_answer(), "differences": []}
    del answer["as_ruled"]
    for written in both(a_record(), answer):
        assert "The round has no score with which to compare the sheet." in written


def test_a_rule_that_stands_in_the_table_is_not_told_again() -> None:
    for written in both(a_record(), an_answer()):
        assert written.count(PENALTY_RULE["text"]) == 1
        assert written.count("as for finding 1, -3 tricks.") == 2


def test_every_rule_behind_a_penalty_stands_with_its_basis() -> None:
    answer = an_answer()
    number = {"parameter": "irregularities.revoke_tricks", "basis": "override", "text": "Three it is."}
    answer["penalties"][0]["further_rules"] = [number]
    for written in both(a_record(), answer):
        assert "Three it is. (a house rule from the request)" in written


@pytest.mark.parametrize(
    ("codes", "words"),
    [
        ((0,), "Rules were broken."),
        ((2,), "The record contradicts itself."),
        ((3,), "The score sheet does not agree with the cards."),
        ((0, 3), "Rules were broken and the score sheet does not agree with the cards."),
    ],
)
def test_what_makes_a_ruling_irregular_is_said(codes: tuple[int, ...], words: str) -> None:
    answer = an_answer()
    answer["findings"] = [answer["findings"][place] for place in codes]
    for each in answer["penalties"]:
        each["finding"] = 0
    for written in both(a_record(), answer):
        assert words in written


def test_offences_without_a_penalty_are_said_to_have_none() -> None:
    for written in both(a_record(), {**an_answer(), "penalties": []}):
        assert "The findings incur no penalty." in written


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_may_be_called_like_a_number(kind: str, audit_body: Members, client: FlaskClient) -> None:
    """A minus sign is put into numbers, and never into a name."""
    record = called(audit_body, {"ana": "ana", "ben": "ben", "cy": "-5", "dee": "dee"})
    text = asked(client, record, kind).body.decode()
    assert "-5 " in text
    assert f"{MINUS}5 " not in text


def test_a_sheet_that_is_right_is_said_to_be() -> None:
    for text in both(a_record(), an_answer() | {"differences": []}):
        assert "Everything on the score sheet is as ruled." in text


def test_a_word_of_a_later_service_is_shown_as_it_is() -> None:
    """Responses are open: a page must not fail on a code, verdict or piece of evidence that came later."""
    answer = an_answer()
    answer["verdict"] = "suspended"
    answer["findings"][0] |= {"severity": "warning", "pointer": "#/weather/0", "evidence": {"seen_by": "eve"}}
    answer["findings"][0]["rule"]["basis"] = "custom"
    answer["penalties"] = [
        {"finding": 0, "team": "ana+cy", "effect": "deal", "rule": PENALTY_RULE, "detail": "Dealt again."}
    ]
    for text in both(a_record(), answer):
        assert "suspended" in text
        assert "warning, #/weather/0." in text
        assert "seen by: eve" in text
        assert "(custom)" in text


@pytest.mark.parametrize(
    ("pointer", "words"),
    [
        ("#/hands", "the hands as dealt"),
        ("#/hands/cy", "the hand of cy"),
        ("#/hands/cy/1", "card 2 in the hand of cy (9♥)"),
        ("#/hands/a~1b~0%20c", "the hand of a/b~ c"),
        ("#/tricks/0", "trick 1"),
        ("#/tricks/0/plays/0", "trick 1, card 1 (10♥)"),
        ("#/tricks/0/plays/0/card", "trick 1, card 1 (10♥)"),
        ("#/tricks/0/plays/2/withdrawn/0", "trick 1, a card taken back before card 3 (K♣)"),
        ("#/tricks/9/plays/9", "trick 10, card 10"),
        ("#/tricks/0/winner", "trick 1, the winner named in the record"),
        ("#/bids/1", "bid 2"),
        ("#/bids", "the bids"),
        ("#/set_aside", "the cards set aside"),
        ("#/set_aside/0", "card 1 of the cards set aside (2♦)"),
        ("#/exchanges/0", "exchange 1"),
        ("#/draws/3/kept", "draw 4"),
        ("#/accusations/1", "accusation 2"),
        ("#/reported", "the score sheet"),
        ("#/reported/tricks_won", "the tricks won"),
        ("#/reported/tricks_won/ana", "tricks won by ana"),
        ("#/reported/bags/ana+cy", "bags of ana+cy after this round"),
        ("#/before/ana+cy/score", "the score of ana+cy before the round"),
        ("#/before", "the scores before the round"),
        ("#/round_number", "the round number"),
        ("#/weather", "#/weather"),
        ("#", "#"),
    ],
)
def test_a_place_of_the_record_has_words(pointer: str, words: str) -> None:
    assert phrases.location_in_words(a_record(), path_of(pointer)) == words


@pytest.mark.parametrize(
    ("code", "name"),
    [("TH", "10♥"), ("AS", "A♠"), ("2D", "2♦"), ("KC", "K♣"), ("BJ", "big joker"), ("LJ", "little joker"), ("x", "x")],
)
def test_a_card_has_a_symbol(code: str, name: str) -> None:
    assert phrases.card_text(code) == name


@pytest.mark.parametrize("kind", KINDS)
def test_nobody_is_taken_for_a_card(kind: str, audit_body: Members, client: FlaskClient) -> None:
    record = called(audit_body, {"ana": "ana", "ben": "ben", "cy": "AS", "dee": "dee"})
    detail = asked(client, record).json()["findings"][0]["detail"]
    start = " ".join(detail.split()[:2])
    assert start.startswith("AS ")
    text = asked(client, record, kind).body.decode()
    assert start in text
    assert start.replace("AS", "A♠") not in text


@pytest.mark.parametrize("kind", KINDS)
def test_a_location_in_a_sentence_is_put_in_words(kind: str, audit_body: Members, client: FlaskClient) -> None:
    record = audit_body | {"set_aside": ["2D"]}
    (finding,) = [each for each in asked(client, record).json()["findings"] if each["code"] == "duplicate_card"]
    first = finding["evidence"]["also_at"]
    assert first in finding["detail"]
    text = asked(client, record, kind).body.decode()
    assert text.count(phrases.location_in_words(record, path_of(first))) == 2  # in the sentence and in the evidence
    assert first not in text


# Hostile names


def called(value: Any, names: dict[str, str]) -> Any:
    """Return a record or an answer in which players and sides go by other names."""
    if isinstance(value, str):
        return re.sub(r"\b(?:ana|ben|cy|dee)\b", lambda found: names[found[0]], value)
    if isinstance(value, list):
        return [called(each, names) for each in value]
    if isinstance(value, dict):
        return {called(name, names): called(each, names) for name, each in value.items()}
    return value


def others(name: str) -> dict[str, str]:
    return {"ana": name, "ben": f"{name}2", "cy": f"3{name}", "dee": f"{name} {name}"}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_on_a_page_in_html(name: str) -> None:
    names = others(HOSTILE[name])
    text = page(called(a_record(), names), called(an_answer(), names), HTML)
    plain, hostile = Page(page(a_record(), an_answer(), HTML)), Page(text)
    assert hostile.widths == plain.widths
    assert len(hostile.marked) == len(plain.marked)
    assert "<script" not in text
    assert "<img" not in text


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_text_on_a_page_in_markdown(name: str) -> None:
    names = others(HOSTILE[name])
    text = page(called(a_record(), names), called(an_answer(), names), MARKDOWN)
    plain = page(a_record(), an_answer(), MARKDOWN)
    assert [[len(row) for row in table] for table in rows(text)] == [[len(row) for row in t] for t in rows(plain)]
    assert len(text.split("\n")) == len(text.splitlines()) + 1 == len(plain.split("\n"))
    # Outside of code, which nothing in it can end, what has a meaning is the page's own.
    outside = re.sub(r"`[^`\n]*`", "", text)
    assert "`" not in outside
    for mark in ("**", "~~", "](", "<", "://", "www."):
        assert re.sub(r"\\.", "", outside).count(mark) == re.sub(r"`[^`\n]*`", "", plain).count(mark), mark
    kept = re.compile(r"(?:#+|-|\d+\.|>|\|| {4}-)(?= )")
    assert [kept.match(line) and kept.match(line)[0] for line in text.splitlines()] == [  # type: ignore[index]
        kept.match(line) and kept.match(line)[0]  # type: ignore[index]
        for line in plain.splitlines()
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_is_shown_and_nothing_of_it_is_hidden(name: str, kind: str) -> None:
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


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", HOSTILE)
def test_the_service_writes_such_pages(name: str, kind: str, client: FlaskClient, audit_body: Members) -> None:
    names = {"ana": HOSTILE[name], "ben": "b", "cy": "c", "dee": "d"}
    record = copy.deepcopy(audit_body)
    record["teams"] = [{"name": "x|<b>", "players": ["ana", "cy"]}, {"name": "`*\n", "players": ["ben", "dee"]}]
    record = called(record, names)
    answer = asked(client, record, kind)
    assert answer.status == 200
    assert asked(client, record).json()["ruling_id"] in answer.body.decode()
    if kind == HTML:
        assert all(len(widths) == 1 for widths in Page(answer.body.decode()).widths)
    else:
        assert all(len({len(row) for row in table}) == 1 for table in rows(answer.body.decode()))
