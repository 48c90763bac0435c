"""The pages of games and of scored rounds: every figure of the answer, both figures of an error, names as text."""

from __future__ import annotations

import json
import math
import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from service.operations.runner import runner_of
from service.pages.game_sheet import NOT_KNOWN
from service.pages.render import POLICY_HEADER
from service.wire.exchange import BRIEF
from tests.contract.corpus import BODIES
from tests.http.bodies import AUDIT_GAME, GAME, SCORE, example
from tests.http.game_page_samples import GamePage, Members, asked, eventful, ten_rounds, with_sheet
from tests.http.reads import HTML as HTML_TYPE
from tests.http.reads import MARKDOWN as MARKDOWN_TYPE
from tests.http.ruling_page_samples import HTML, JSON, MARKDOWN, MINUS, read, rows

OPERATIONS = {
    path: {name: body for name, body in BODIES[operation].items() if body.get("answer") != BRIEF}
    for path, operation in ((GAME, "scoreGame"), (AUDIT_GAME, "auditGame"))
}
SAMPLES = [(path, name) for path, games in OPERATIONS.items() for name in games]


def text_of(client: FlaskClient, game: Members, path: str = AUDIT_GAME, kind: str = HTML) -> str:
    answer = asked(client, game, path, kind)
    assert answer.status == 200, answer.body
    return answer.body.decode()


def words(text: str) -> str:
    """Return the text of a page in HTML on one line."""
    return " ".join(GamePage(text).text.split())


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points)


def test_a_page_comes_for_the_asking(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in [GAME, AUDIT_GAME, SCORE]:
        for accept, kind in [(HTML, HTML_TYPE), (MARKDOWN, MARKDOWN_TYPE), ("text/*", MARKDOWN_TYPE)]:
            with subtests.test(path=path, accept=accept):
                answer = asked(client, example(path), path, accept)
                assert (answer.status, answer.headers["content-type"]) == (200, kind)
                assert answer.headers["content-security-policy"] == POLICY_HEADER[1]
                assert answer.headers["vary"].split(", ")[0] == "Accept"
                assert asked(client, example(path), path, JSON).json()["ruling_id"] in answer.body.decode()


def test_both_pages_of_every_sample_have_its_figures(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, name in SAMPLES:
        with subtests.test(path=path, name=name):
            game = OPERATIONS[path][name]
            answer = asked(client, game, path).json()
            page, markdown = text_of(client, game, path), text_of(client, game, path, MARKDOWN)
            assert all(len(widths) == 1 for widths in GamePage(page).widths)
            tables = rows(markdown)
            assert all(len({len(row) for row in table}) == 1 for table in tables)
            for played in answer["rounds"]:
                lines = [line for table in tables for line in table if line[0] == str(played["number"])]
                assert lines
                void = played.get("void") or played.get("verdict") == "void"
                for side in played.get("teams", played.get("as_ruled", ())):
                    figures = [line for line in lines if side["team"] == line[3 if path == AUDIT_GAME else 2]]
                    assert len(figures) == 1 or void
                    for line in figures:
                        texts = [read(cell) for cell in line]
                        assert texts[-2 - (answer_has_bags(answer))].endswith(signed(side["points"]))
                        assert texts[-1].endswith(f"**{side['after']['score'] if 'after' in side else NOT_KNOWN}**")
                for finding in played["findings"]:
                    assert finding["code"] in page
                    assert finding["code"] in markdown


def answer_has_bags(answer: Members) -> bool:
    sides = [side for played in answer["rounds"] for side in played.get("teams", played.get("as_ruled", ()))]
    return any(side.get("after", {"bags": 0})["bags"] for side in sides)


def test_a_scored_game_says_who_leads_and_who_comes_next(client: FlaskClient) -> None:
    game = ten_rounds()
    game["rounds"] = game["rounds"][:3]
    text = words(text_of(client, game, GAME))
    assert "ben+dee leads with 173, 62 ahead of ana+cy. Round 4 comes next: cy deals and dee bids first." in text
    assert "ana+cy and ben+dee are equal at 0." in words(text_of(client, ten_rounds(rounds=[VOID]), GAME))


def test_the_pages_of_a_game_that_goes_on_name_its_rounds_by_their_numbers(client: FlaskClient) -> None:
    standing = {"before": {"ana+cy": {"score": 100, "bags": 3}}, "first_round_number": 101}
    game = with_sheet(client, ten_rounds(**standing))
    del game["rounds"][4:]
    game["rounds"][3]["tricks_won"] = {"ana": 3, "ben": 1, "cy": 4, "dee": 4}
    for text in (words(text_of(client, game)), read(text_of(client, game, kind=MARKDOWN)).replace("**", "")):
        assert "Round 104 has no score, so the standing is not known." in text
        assert "Round 104: the tricks of the row add up to 12, but the round has 13." in text
        assert all(f" {number} " in text for number in range(101, 105))
        assert not re.search(r"[Rr]ounds? [1-9]\b", text)
    del game["rounds"][3]
    game["rounds"][1]["reported"]["score"]["ben+dee"] += 10
    for text in (words(text_of(client, game)), read(text_of(client, game, kind=MARKDOWN)).replace("**", "")):
        assert "First error on the sheet. Round 102: " in text
        assert "Round 104 comes next: " in text
        assert "Rounds 101 and 103: clean." in text
    assert re.findall(r'class="round"[^>]*>(\d+)<', text_of(client, game)) == ["101", "102", "103"]


VOID = {"void": True, "reason": "Misdeal"}


def test_a_row_without_a_score_is_shown_and_explained(client: FlaskClient) -> None:
    game = with_sheet(client, ten_rounds())
    game["rounds"][4]["tricks_won"] = {"ana": 3, "ben": 1, "cy": 4, "dee": 4}
    for text in (words(text_of(client, game)), read(text_of(client, game, kind=MARKDOWN)).replace("**", "")):
        assert (
            "Round 5 has no score, so the standing is not known. The tricks of the row add up to 12, but the round has"
            " 13. Its points and totals on the paper sheet were not compared, later totals only line by line."
        ) in text
        assert "Round 5: the tricks of the row add up to 12, but the round has 13." in text
        assert "No score. Bids: ana 3, ben 0, cy 3, dee 5. Tricks: ana 3, ben 1, cy 4, dee 4." in text
        assert "comes next" not in text
        assert "that was compared is right" not in text


def test_behind_a_void_round_the_page_names_the_dealer_and_no_number(client: FlaskClient) -> None:
    game = ten_rounds()
    game["rounds"] = [*game["rounds"][:2], VOID, game["rounds"][2]]
    for path in (GAME, AUDIT_GAME):
        text = words(text_of(client, game, path))
        assert "cy deals next and dee bids first." in text
        assert "comes next" not in text


def test_a_standing_with_rounds_after_the_end_says_so(client: FlaskClient) -> None:
    game = ten_rounds(ruleset={"name": "pagat", "overrides": {"game": {"target": 400}}})
    said = "This is the standing at the end of the game, without rounds 8 to 10, which were played after it."
    for path in (GAME, AUDIT_GAME):
        assert said in words(text_of(client, game, path))
        assert said in read(text_of(client, game, path, MARKDOWN))
        assert "This is the standing" not in words(text_of(client, ten_rounds(), path))


def test_a_finished_game_says_who_has_won(client: FlaskClient) -> None:
    for path in (GAME, AUDIT_GAME):
        assert "ana+cy wins with 627: the target of 600 is reached." in words(text_of(client, ten_rounds(), path))


def test_what_a_director_decided_is_on_the_sheet(client: FlaskClient) -> None:
    for path in (GAME, AUDIT_GAME):
        text = words(text_of(client, eventful(), path))
        for said in (
            "Adjustment for ben+dee, -50: Late to the table",
            "Void: A card was exposed in the deal",
            "eve takes the seat of cy.",
            "eve nil failed (1)",
            "ben+dee forfeits the game: Left the hall",
            "hour: 21:30",
        ):
            assert said in text, said


_OF_A_ROUND = ("bids", "tricks", "hands", "claim")


@pytest.mark.parametrize("kind", [HTML, MARKDOWN])
def test_a_round_names_its_claim_unless_that_was_simply_accepted(kind: str, client: FlaskClient) -> None:
    names = ("a claim that was accepted", "a claim that costs every trick", "a claim after which the play goes on")
    claimed = [{name: BODIES["auditRound"][each][name] for name in _OF_A_ROUND} for each in names]
    whole = ten_rounds(ruleset={"name": "pagat", "overrides": {"claims": {"test": "certain"}}})
    # The third deal is of the first dealer again, with another bid, so that it is no copy.
    *bids, last = claimed[0]["bids"]
    again = {**claimed[0], "bids": [*bids, {**last, "tricks": last["tricks"] + 1}]}
    rounds = [claimed[0], *whole["rounds"][1:4], claimed[1], *whole["rounds"][5:8], again, *whole["rounds"][9:]]
    page = text_of(client, {**whole, "rounds": rounds}, kind=kind)
    text = (words(page) if kind == HTML else read(page)).replace("**", "")
    assert text.count("Claim. ") == 1
    assert "Claim. ben claimed the 3 tricks that were left. That does not hold: some way of playing" in text
    assert "Rounds 1 to 4 and 6 to 10: clean." in text
    play_on = {"name": "pagat", "overrides": {"claims": {"failed": "play_on"}}}
    unscored = text_of(client, {**whole, "ruleset": play_on, "rounds": [claimed[2]]}, kind=kind)
    assert "The claim gives the tricks left to nobody, so the round has no score yet." in unscored


def test_an_audit_names_the_first_error_and_what_it_shifts(client: FlaskClient) -> None:
    game = with_sheet(client, ten_rounds())
    assert "Every figure of the paper sheet that was compared is right." in words(text_of(client, game))
    for played in game["rounds"][2:]:
        played["reported"]["score"]["ana+cy"] += 10
    game["rounds"][2]["reported"]["points"]["ana+cy"] += 10
    game["rounds"][7]["reported"]["score"]["ben+dee"] -= 100
    page = text_of(client, game)
    text = words(page)
    first = asked(client, game).json()["first_error"]["detail"]
    assert f"First error on the sheet. {first} After it 8 later totals are off:" in text
    assert "ana+cy by 10 too much in rounds 4 to 10; ben+dee by 100 too little in round 8." in text
    # An error of its own is framed; a total that only carries it on is struck through.
    assert [each for each in GamePage(page).marked if each[0] == "s"] == [
        ("s", text) for text in ("-80", "121", "183", "244", "335", "415", "465", "124", "546", "637")
    ]
    assert re.findall(r'<s class="wrong">([^<]*)</s>', page) == [f"{MINUS}80", "121", "124"]
    assert read(text_of(client, game, kind=MARKDOWN)).count("~~") == 20


def test_every_figure_that_is_wrong_has_both(client: FlaskClient) -> None:
    game = with_sheet(client, ten_rounds())
    game["rounds"][4]["reported"]["bags"]["ben+dee"] = 9
    # The figure of the sheet, the number of the finding, and the right figure.
    assert "| -49 | ~~9~~ (1) 4 | **64** |" in read(text_of(client, game, kind=MARKDOWN))
    game = BODIES["auditGame"]["tricks wrong"]
    differences = asked(client, game).json()["rounds"][0]["differences"]
    text = read(text_of(client, game, kind=MARKDOWN))
    assert len(differences) == 4
    for each in differences:
        name = each["pointer"].rsplit("/", 1)[1]
        assert re.search(rf"{name} ~~{each['reported']}~~ \(\d\) {each['ruled']}; ", text)


def test_a_game_without_rounds_has_no_chart_and_no_sheet(client: FlaskClient) -> None:
    for path in (GAME, AUDIT_GAME):
        page = text_of(client, ten_rounds(rounds=[]), path)
        assert "<svg" not in page
        assert "<table" not in page
        assert "No round has been played." in words(page)


@pytest.mark.parametrize("count", [1, 2, 40, 41, 200])
def test_a_chart_has_a_line_for_each_side(count: int, client: FlaskClient) -> None:
    rounds = (ten_rounds()["rounds"] * 100)[:count]
    game = ten_rounds(rounds=rounds, ruleset={"name": "pagat", "overrides": {"game": {"target": 100_000}}})
    page = GamePage(text_of(client, game, GAME))
    lines = [each for each in page.drawn if each.count(" ") > 2 and "H" not in each and "h0" not in each]
    assert [len(each.split()) for each in lines] == [2 * (count + 1)] * 2
    numbers = [float(each) for line in lines for each in line.lstrip("M").split()]
    assert all(math.isfinite(each) and 0 <= each <= 400 for each in numbers)


def test_the_line_ends_where_the_score_is_not_known(client: FlaskClient) -> None:
    game = ten_rounds()
    game["rounds"][4] = {"tricks": []}
    page = GamePage(text_of(client, game))
    lines = [each for each in page.drawn if "H" not in each and "h0" not in each]
    assert [len(each.split()) for each in lines] == [2 * 5] * 2
    game["rounds"] = game["rounds"][4:]
    assert "<svg" not in text_of(client, game)


def test_the_page_of_a_scored_round_has_every_line_with_its_reason(client: FlaskClient) -> None:
    record = example(SCORE) | {"before": {"ana+cy": {"score": 337, "bags": 9}}}
    answer = asked(client, record, SCORE).json()
    for text in (words(text_of(client, record, SCORE)), read(text_of(client, record, SCORE, MARKDOWN))):
        assert "337 → " in text
        for side in answer["teams"]:
            assert f"{side['team']}: {signed(side['points'])}" in text
            for line in side["lines"]:
                assert f"{signed(line['points'])} · {line['detail']}" in text


def test_the_page_of_a_scored_round_has_its_findings(client: FlaskClient) -> None:
    record: Any = example(SCORE)
    record["ruleset"] = {"name": "pagat", "overrides": {"bids": {"number": {"least": 4}}}}
    found = asked(client, record, SCORE).json()["findings"]
    assert found
    for kind in (HTML, MARKDOWN):
        assert all(each["code"] in text_of(client, record, SCORE, kind) for each in found)


def test_pages_are_written_without_a_server_too() -> None:
    runner = runner_of("scoreGame")
    pages = runner.computation.pages
    assert pages[HTML_TYPE](runner.run(json.dumps(ten_rounds()).encode())).startswith(b"<!doctype html>")
