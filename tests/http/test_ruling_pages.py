"""The pages of a ruling: what is sent, and what is said."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask.testing import FlaskClient

from service.pages import phrases
from service.pages.render import POLICY
from service.pages.score_page import scores_shown
from service.spades.errors import place_in_words
from service.wire.exchange import BRIEF
from tests.contract.corpus import BODIES
from tests.contract.document import checker, component
from tests.http.failures import problem_in
from tests.http.html_pages import problem_on_page
from tests.http.ruling_page_samples import (
    BAGS,
    HTML,
    JSON,
    KINDS,
    MADE,
    MARKDOWN,
    MINUS,
    NIL,
    OPTIONAL,
    OVER,
    PENALTY_RULE,
    PLAYERS,
    SET,
    Members,
    Page,
    a_record,
    an_answer,
    asked,
    both,
    called,
    page,
    path_of,
    rows,
    with_paths,
)
from tests.spades.builders.legal_rounds import legal_round
from tests.spades.builders.short_forms import with_bids_by_player, with_cards


def test_the_answer_made_by_hand_is_one_of_the_contract() -> None:
    """But for its cards, which are those of a page."""
    written = json.dumps(an_answer(), ensure_ascii=False)
    for suit, symbol in zip("CDHS", "♣♦♥♠", strict=True):
        written = written.replace(symbol, suit)
    checker(component("Ruling")).validate(json.loads(written))
    checker(component("RoundRecord")).validate(a_record())


# What is sent


def test_every_record_has_a_page_of_each_kind(client: FlaskClient, subtests: pytest.Subtests) -> None:
    full = {name: body for name, body in BODIES["auditRound"].items() if body.get("answer") != BRIEF}
    for name, body in full.items():
        with subtests.test(name=name):
            ruling = asked(client, body).json()
            for kind, content_type in KINDS.items():
                answer = asked(client, body, kind)
                assert (answer.status, answer.headers["content-type"]) == (200, content_type)
                assert answer.headers["vary"].split(", ")[0] == "Accept"
                assert answer.headers["cache-control"] == "no-store"
                text = answer.body.decode()
                content = text.partition("</style>")[2] or text
                for quoted in (ruling["ruling_id"], ruling["engine_version"], ruling["ruleset"]["digest"]):
                    assert quoted in content
                assert f"Ruling: {ruling['verdict']}" in text
                assert not re.search(r"\bNone\b(?!\.)|\{\{|\{%|Undefined|⟨U\+|\[\]|: \.|[:,(] #/", content)
                found = ruling["findings"] + ruling["undecided"]
                pointers = re.findall(r" at (?:<code>|`)(#/[^<`]*)", content)
                assert [html.unescape(each) for each in pointers] == [each["pointer"] for each in found]


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_form_has_the_page_of_its_round(kind: str, client: FlaskClient) -> None:
    """All but the ruling's id, and the heading that says that the bids are in order."""
    whole = legal_round()
    pages = {
        re.sub("sha256:[0-9a-f]*|, in order", "", asked(client, each, kind).body.decode())
        for each in (
            whole,
            with_bids_by_player(with_cards(whole)),
            with_cards(whole, leaders=False),
            with_cards(whole, form="cards_by_player"),
        )
    }
    assert len(pages) == 1


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_of_a_short_form_names_its_places_in_words(kind: str, client: FlaskClient) -> None:
    text = asked(client, BODIES["auditRound"]["short forms, cards by player, and a blind nil"], kind).body.decode()
    assert "trick 1, the card of cy (3\N{BLACK SPADE SUIT})" in text
    assert "trick 2, the card of cy (9\N{BLACK HEART SUIT})" in text
    assert "the bid of dee" in text
    assert re.search(r"\b0\b.* blind", text)
    assert "The bids were not recorded" not in text
    text = asked(client, BODIES["auditRound"]["short forms, cards from the dealer's left"], kind).body.decode()
    assert "trick 1, card 3 (3\N{BLACK SPADE SUIT})" in text


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
    if kind == HTML:
        assert "'<script>'" in problem_on_page(answer, client, 422, "unreadable-record").text
    else:
        problem_in(answer, client, 422, "unreadable-record")


# What is said


def test_the_page_of_the_contract_s_example(audit_body: Members, client: FlaskClient) -> None:
    text = asked(client, audit_body, MARKDOWN).body.decode()
    assert "| 1 | ana | K♥ ana | 2♥ ben | **3♠** (1, Q1) cy | 4♥ dee | cy, 3♠ |" in text.splitlines()
    assert "1. **Offence, trick 1, card 3 (3♠).** cy " in text
    assert "holding 9♥." in text
    assert "no score yet" in text
    written = Page(asked(client, audit_body, HTML).body.decode())
    assert ["1", "ana", "K♥ ana", "2♥ ben", "3♠ 1, Q1 cy", "4♥ dee", "cy, 3♠"] in written.rows
    assert written.marked == [("span", "3♠")]


def test_what_the_answer_says_stands_on_both_pages_in_words(subtests: pytest.Subtests) -> None:
    for words in [
        "Ruling: irregular",
        "Event: Spring Cup",
        "Table: 3",
        "cy revoked in trick 1.",
        "rick 2, card 1 (9♥).",
        "The call by ben against cy is upheld: cy revoked.",
        "cy claimed the 12 tricks that were left. That does not hold.",
        "ben won trick 9: the nil is broken.",
        "What happened stands however the record is read.",
        "ana+cy: -70 instead of -29.",
        "ben+dee: -100.",
        "Found: 1 offence, 1 error in the record, 1 error on the score sheet, 1 note and 1 open question.",
        "Probably: cy's card in trick 1 was 9♥, not 3♠. Then nobody broke a rule (clean).",
        "(clean). As played: ana+cy: +71. ben+dee: -100.",
        "cy and dee were exchanged in trick 1. Then dee revoked in trick 1 (irregular).",
        "What this page states holds in every such reading.",
        "version 1, with no-nil",
        "House rules in the request: bags.limit = 7; table.players = 4",
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
        "Error in the record, the winner named for trick 1.",
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
        "Without that, the play might have gone differently from trick 1 on",
        "ben called a revoke by cy in trick 1, when 1 card of trick 2 was on the table. Upheld. cy revoked.",
        "See finding 1.",
        "cy called a revoke by ben, after the round. Refuted. ben never did. See findings 2 and 4.",
        "Three tricks for 3♠.",
        "ana passed 2♣, 10♣ to cy.",
        "Set aside: 2♦.",
        "POST /v1/rounds/audit",
    ]:
        with subtests.test(words=words):
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
    labels = [row.label for row in scores_shown(with_paths(answer))[0].rows]
    assert [label for label in labels if label.startswith("Points: ")] == [
        "Points: nil",
        "Points: contract",
        "Points: overtricks",
        "Points: bag penalty",
        "Points: bag penalty",
    ]


def test_a_member_that_is_absent_has_no_place(subtests: pytest.Subtests) -> None:
    for member in OPTIONAL:
        with subtests.test(member=member):
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
    nothing = {"code": "tricks_not_recorded", "severity": "note", "pointer": "#/tricks", "detail": "It is blank."}
    answer |= {"findings": [], "undecided": [nothing], "tricks": [], "penalties": [], "complete": False}
    answer["verdict"] = "undetermined"
    headings = ["Findings", "Open questions", "The table", "To check this ruling"]
    assert re.findall(r"^## (.*)$", page(record, answer, MARKDOWN), re.MULTILINE) == headings
    assert re.findall(r"<h2>(.*)</h2>", page(record, answer, HTML)) == headings
    for text in both(record, answer):
        assert "It is blank." in text
        assert "rests on a default" not in text


def test_a_claim_has_a_section_with_what_became_of_it_and_a_line_of_play() -> None:
    """Contract, RuledClaim: what was claimed, what became of it, who gets the tricks, and how that could go."""
    for text in both(a_record(), an_answer()):
        plain = text.replace("*", "")
        assert "cy claimed the 12 tricks that were left. That does not hold." in plain
        assert "Made: when 2 cards of trick 2 were on the table." in plain
        assert "Stated order of play: A♠, K♣." in plain
        assert "The tricks left count for: ben 2, cy 10." in plain
        assert "A way of playing the cards that takes fewer:" in plain
        assert "Here cy claimed, with 12 tricks left, trick 2 included." in plain
        assert "1 (10 by the claim)" in plain
    line = next(table for table in rows(page(a_record(), an_answer(), MARKDOWN)) if table[0][1] == "Card 1")
    assert [row[0] for row in line[2:]] == ["2", "3"]
    assert line[2][1:] == ["9♥ cy", "A♥ dee", "7♥ ana", "8♥ ben"]
    written = Page(page(a_record(), an_answer(), HTML))
    assert ["2", "9♥ cy", "A♥ dee", "7♥ ana", "8♥ ben"] in written.rows
    assert all(len(widths) == 1 for widths in written.widths)


@pytest.mark.parametrize("result", ["accepted", "proved", "undecided", "not_allowed"])
def test_only_a_claim_that_fails_has_a_way_of_failing(result: str) -> None:
    answer = an_answer()
    answer["claim"] |= {"result": result}
    for text in both(a_record(), answer):
        assert "A way of playing the cards" not in text
        assert "A line of play to the end of the round" in text


def test_a_finding_on_the_claim_is_marked_there_and_costs_no_penalty() -> None:
    failed = {**an_answer()["findings"][0], "code": "claim_failed", "pointer": "#/claim", "detail": "Too many."}
    answer = {
        **an_answer(),
        "findings": [failed],
        "undecided": [],
        "readings": [],
        "as_ruled": an_answer()["as_played"],
    }
    del answer["penalties"]
    for text in both(a_record(), answer):
        assert re.search(r"The claim \(?1\)?", text)
        assert "cy claimed too many tricks in trick 1." in text
        # To claim too much breaks no rule.
        assert "The claim fails" in text or text.startswith("#")
        assert "rule was broken" not in text
        assert "No penalty" not in text
        assert "That changes no points" not in text


def test_a_claim_that_gives_nobody_the_tricks_leaves_the_round_without_a_score() -> None:
    answer = {**an_answer(), "complete": False, "findings": [], "penalties": [], "readings": []}
    answer["undecided"] = [
        {**answer["undecided"][0], "code": "conceded_tricks_open", "severity": "note", "pointer": "#/claim"}
    ]
    del answer["claim"]["given"], answer["as_ruled"], answer["as_played"]
    for text in both(a_record(), answer):
        assert "The record leaves open who gets the tricks conceded." in text
        assert "The claim gives the tricks left to nobody, so the round has no score yet." in text
        assert "by the claim)" not in text


def test_the_labels_of_the_request_are_on_the_page() -> None:
    for text in both(a_record(), an_answer() | {"labels": {"table": "4", "evening": "Friday"}}):
        assert "Table: 4" in text.replace("**", "")
        assert "Evening: Friday" in text.replace("**", "")


def test_an_inconsistent_record_is_one_in_which_no_rule_was_broken() -> None:
    """Rulings, verdict: the errors of the record and of the sheet, without an offence."""
    errors = [each for each in an_answer()["findings"] if each["severity"] == "error"]
    del errors[0]["follows"]
    for written in both(a_record(), {**an_answer(), "verdict": "inconsistent", "findings": errors}):
        assert "Ruling: inconsistent" in written
        assert "Nobody is proved to have broken a rule. The record contradicts itself." in written
        assert "Probably: cy's card" in written
        assert "Found: 1 error in the record, 1 error on the score sheet and 1 open question." in written


def test_a_void_round_has_no_score_on_its_page() -> None:
    """Rulings, completeness: nobody scores, whatever the cards made."""
    answer = {**an_answer(), "verdict": "void", "differences": []}
    for written in both(a_record(), answer):
        assert "The round is void: nobody scores in it." in written
        assert "The score " not in written.replace("The score sheet", "")
        assert "ana+cy: -" not in written
        assert "is not of a complete round" not in written


def test_tricks_that_cost_nothing_were_of_a_contract_that_was_lost() -> None:
    """Rulings, after the proof: what costs nothing says why."""
    answer = an_answer()
    sides = [{**each, "tricks_adjustment": 0, "made": False} for each in answer["as_played"]]
    answer |= {"as_played": sides, "as_ruled": sides}
    for written in both(a_record(), answer):
        assert "That changes no points (the contract was lost anyway)." in written


def test_a_score_that_no_penalty_changes_stands_once() -> None:
    answer = an_answer() | {"figures_from": "sheet"}
    answer["as_ruled"] = [{**each, "tricks_adjustment": 0} for each in answer["as_played"]]
    for written in both(a_record(), answer):
        assert "As played and as ruled" in written
        assert (
            "ana+cy: -29. ben+dee: -100. That changes no points (the penalties say why). What happened stands however"
            " the record is read. The score is that of the readings that agree with the score sheet."
        ) in written
        assert "holds in every such reading, and the score rests on the sheet." in written


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
    number = {"parameter": "penalties.revoke.tricks", "basis": "override", "text": "Three it is."}
    answer["penalties"][0]["further_rules"] = [number]
    for written in both(a_record(), answer):
        assert "Three it is. (a house rule from the request)" in written


def test_what_may_be_chosen_stands_with_the_points_that_it_makes(client: FlaskClient) -> None:
    record = BODIES["auditRound"]["a revoke whose price is chosen"]
    page = asked(client, record, MARKDOWN).body.decode()
    rule, *others = re.findall(r"For a revoke, the other side chooses: [^.]*\.", page.partition("## Penalties")[2])
    assert "loses 3 of its tricks; or the round is dealt again" in rule
    assert others == []
    assert "| tricks | \N{MINUS SIGN}20 | \N{MINUS SIGN}20 |" in page
    assert "| nothing, and the round is dealt again | 0 | 0 |" in page


@pytest.mark.parametrize("kind", KINDS)
def test_a_player_may_be_called_like_a_number(kind: str, audit_body: Members, client: FlaskClient) -> None:
    """A minus sign is put into numbers, and never into a name."""
    record = called(audit_body, {"ana": "ana", "ben": "ben", "cy": "-5", "dee": "dee"})
    text = asked(client, record, kind).body.decode()
    assert "-5 " in text
    assert f"{MINUS}5 " not in text


def test_a_sheet_that_is_right_is_said_to_be() -> None:
    right = an_answer() | {"differences": []}
    for text in both(a_record() | {"before": {}}, right):
        assert "Everything on the score sheet is as ruled." in text
    for text in both(a_record() | {"reported": {"score": {"ana+cy": 1}}}, right):
        assert "Everything on the score sheet, except the running totals, which were not compared, is as ruled." in text


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


def test_a_place_of_the_record_has_words(subtests: pytest.Subtests) -> None:
    for pointer, words in [
        ("#/hands", "the hands as dealt"),
        ("#/hands/cy", "the hand of cy"),
        ("#/hands/cy/1", "card 2 in the hand of cy (9♥)"),
        ("#/hands/a~1b~0%20c", "the hand of a/b~ c"),
        ("#/tricks/0", "trick 1"),
        ("#/tricks/0/plays/0", "trick 1, card 1 (10♥)"),
        ("#/tricks/0/plays/0/card", "trick 1, card 1 (10♥)"),
        ("#/tricks/0/plays/2/withdrawn/0", "trick 1, a card taken back before card 3 (K♣)"),
        ("#/tricks/9/plays/9", "trick 10, card 10"),
        ("#/tricks/0/winner", "the winner named for trick 1"),
        ("#/bids/1", "bid 2"),
        ("#/bids", "the bids"),
        ("#/set_aside", "the cards set aside"),
        ("#/set_aside/0", "card 1 of the cards set aside (2♦)"),
        ("#/exchanges/0", "exchange 1"),
        ("#/exchanges/0/cards/1", "card 2 of exchange 1"),
        ("#/draws/3/kept", "draw 4"),
        ("#/draws/3/kept/0", "card 1 kept in draw 4"),
        ("#/draws/3/cards/1", "card 2 drawn in draw 4"),
        ("#/bids/1/team", "the team of bid 2"),
        ("#/rounds/2/dealer", "the dealer of round 3"),
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
    ]:
        with subtests.test(pointer=pointer, words=words):
            assert phrases.location_in_words(a_record(), path_of(pointer)) == words


def test_a_card_has_a_symbol(subtests: pytest.Subtests) -> None:
    for code, name in [
        ("TH", "10♥"),
        ("AS", "A♠"),
        ("2D", "2♦"),
        ("KC", "K♣"),
        ("BJ", "big joker"),
        ("LJ", "little joker"),
        ("x", "x"),
    ]:
        with subtests.test(code=code, name=name):
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
    words = place_in_words(path_of(first))
    assert words in finding["detail"]
    text = asked(client, record, kind).body.decode()
    assert text.count(words) == 2  # in the sentence and, with the card, in the evidence
    assert text.count(phrases.location_in_words(record, path_of(first))) == 1
    assert first not in text
