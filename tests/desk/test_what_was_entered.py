"""What the desk asks is what was entered, and what it shows is what the service answers to that.

Random rounds, each half entered, in the modules of the desk without a browser; and the same in its pages.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.desk.half_entered import PLAYERS, PRESETS, Entered, claim, log, row
from tests.desk.sitting import Sitting
from tests.desk.test_disputes import DISPUTES
from tests.desk.test_disputes import answer as answer_questions
from tests.desk.test_modules import HERE, NODE
from tests.spades.builders.asking import answer, ask
from tests.spades.builders.cards import Json

needs_node = pytest.mark.skipif(NODE is None and "CI" not in os.environ, reason="needs Node")

SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))
WORDS = {
    "irregular": "A rule was broken|Rules were broken|The claim",
    "clean": "No rule was broken|No fault in what is recorded|It was taken back in time|The claim",
    "undetermined": "Not proved|No fault in what is recorded|Nothing was judged|Check the record|The claim",
    "inconsistent": "Check the record|Check the score sheet",
    "void": "The round is void",
}
"""Of each verdict of the service the words that its summary has for it."""


def desk(lines: list[Json]) -> list[Json]:
    """Return what the desk asks and shows after the events of each line."""
    said = "".join(json.dumps(line) + "\n" for line in lines)
    script = str(HERE / "modules" / "entering.mjs")
    ended = subprocess.run([str(NODE), script], input=said, capture_output=True, text=True, check=True, timeout=300)
    return [json.loads(line) for line in ended.stdout.splitlines()]


@pytest.fixture(scope="module")
def catalogue(app: Any) -> list[Json]:
    """Return the events by which a desk knows its rulesets."""
    client: FlaskClient = app.test_client()
    known = [{"type": "detail", "detail": client.get(f"/v1/rulesets/{name}").get_json()} for name in PRESETS]
    offered = {"type": "offered", "rulesets": client.get("/v1/rulesets").get_json()["rulesets"]}
    return [offered, *known]


def compared(known: list[Json], rounds: list[tuple[str, Entered]]) -> Iterator[tuple[Entered, Json]]:
    """Yield each round with what the desk shows, once it was found to ask for what was entered."""
    lines = [{"events": known + entered.events} for _, entered in rounds]
    answers = []
    for (preset, entered), asked in zip(rounds, desk(lines), strict=True):
        assert asked["question"]["path"] == entered.path, entered
        body = {"ruleset": preset, **asked["question"]["body"]}
        assert _in_one_form(body) == _in_one_form({"ruleset": preset, **entered.body}), entered
        answers.append(answer(entered.operation, body | asked["form"]))
    ruled = [
        line | {"answer": content} for line, (status, content) in zip(lines, answers, strict=True) if status == 200
    ]
    shown = iter(desk(ruled))
    for (_, entered), (status, content) in zip(rounds, answers, strict=True):
        if status == 200:
            yield entered, next(shown)["shown"] | {"answer": content}


def _in_one_form(body: Json) -> Json:
    """Return a request in which the cards of each hand have one order, and a trick of a named leader one form."""
    hands = {player: sorted(cards) for player, cards in body.get("hands", {}).items()}
    tricks = [_in_turn(trick) for trick in body.get("tricks", ())]
    return {**body, "hands": hands, "tricks": tricks}


def _in_turn(trick: Json) -> Json:
    if "cards_by_player" not in trick:
        return trick
    first = PLAYERS.index(trick["leader"])
    turn = [PLAYERS[(first + step) % 4] for step in range(4)]
    return {"leader": trick["leader"], "cards": [trick["cards_by_player"].get(player) for player in turn][:1]}


def _as_shown(sentence: str) -> str:
    return re.sub(
        r"\b([2-9TJQKA])([SHDC])(?![\w+])",
        lambda card: card[1].replace("T", "10") + SIGNS[card[2]],
        re.sub(r"(?<![\w.])-(?=\d)", "\N{MINUS SIGN}", sentence),
    )


def _signed(points: int) -> str:
    return f"+{points}" if points > 0 else str(points).replace("-", "\N{MINUS SIGN}")


def _check(entered: Entered, shown: Json) -> None:
    """Find on the page the verdict, every offence and no other, and the points of each side."""
    content = shown["answer"]
    ruled = content["rounds"][0] if "rounds" in content else content
    if "result" in content:
        for said in (content, *content.get("nils", ())):
            assert _as_shown(said["detail"].partition(". ")[0]) in shown["text"], (entered, shown)
        return
    assert re.match(WORDS[ruled["verdict"]], shown["words"][0]), (shown["words"], ruled["verdict"], entered)
    offences = [finding for finding in ruled["findings"] if finding["severity"] == "offence"]
    assert len(shown["offences"]) == len(offences), entered
    for finding, said in zip(offences, shown["offences"], strict=True):
        assert _as_shown(finding["detail"]) in said, entered
    for finding in ruled["findings"]:
        assert _as_shown(finding["detail"]) in shown["text"], entered
    points = [[side["team"], _signed(side["points"])] for side in ruled.get("as_ruled", ())]
    assert shown["points"] == points, entered


@needs_node
@pytest.mark.parametrize("preset", PRESETS)
def test_half_a_round_is_asked_as_it_was_entered(preset: str, catalogue: list[Json]) -> None:
    rounds = [(preset, log(seed, preset)) for seed in range(50)]
    faults = {entered.fault for _, entered in rounds}
    assert faults == {None, "is not a card", "two cards in one cell"}
    count = 0
    for entered, shown in compared(catalogue, rounds):
        _check(entered, shown)
        count += 1
        if entered.fault is None:
            assert shown["faults"] == [] or "refused" in str(shown["faults"]), entered
        else:
            assert entered.fault in " ".join(shown["faults"]), (entered, shown["faults"])
            assert entered.kept in shown["fields"], entered
    assert count > 40


@needs_node
@pytest.mark.parametrize("kind", [row, claim])
def test_a_row_and_a_claim_are_asked_as_they_were_entered(
    kind: Callable[[int, str], Entered], catalogue: list[Json]
) -> None:
    found = list(compared(catalogue, [("pagat", kind(seed, "pagat")) for seed in range(30)]))
    assert len(found) > 15
    for entered, shown in found:
        _check(entered, shown)


# In a browser.


def asked(desk: Sitting) -> Json:
    """Return the request that the desk asks for its ruling."""
    if not desk.page.locator("details.engine[open]").count():
        desk.page.locator("summary", has_text="Details").click()
    command = desk.copied("Copy as a command", "The command is copied.")
    body: Json = json.loads(command.partition("-d '")[2].rstrip()[:-1])
    return body


SHOWN = """() => ({
    verdict: document.querySelector("details.engine code").textContent,
    offences: [...document.querySelectorAll(".findings li.offence")].map(each => each.textContent),
    points: [...document.querySelectorAll(".scores table")].map(each =>
        [each.querySelector("caption").textContent, each.querySelector(".total td").textContent]),
    text: document.querySelector("#ruling").textContent,
})"""


@pytest.mark.long
def test_200_records_opened_by_links_are_shown_as_the_service_rules_on_them(desk: Sitting) -> None:
    count = 0
    for seed in range(1000, 1200):
        preset = PRESETS[seed % len(PRESETS)]
        record = {"ruleset": preset, "tricks": [], **log(seed, preset).body}
        status, ruled = answer("auditRound", {**record, "answer": "with_summary"})
        if status != 200:
            continue
        link = ask("writeRecord", {"notation": "desk", "record": record})["text"]
        before = desk.page.evaluate("document.body.dataset.asked")
        desk.page.evaluate("fragment => { location.hash = fragment }", link.removeprefix("/desk"))
        desk.page.wait_for_function("before => document.body.dataset.asked !== before", arg=before)
        desk.settle()
        shown = desk.page.evaluate(SHOWN)
        offences = [found for found in ruled["findings"] if found["severity"] == "offence"]
        assert shown["verdict"] == ruled["verdict"], (seed, record)
        assert len(shown["offences"]) == len(offences), (seed, record)
        for found, said in zip(offences, shown["offences"], strict=True):
            assert _as_shown(found["detail"]) in said, (seed, record)
        for found in ruled["findings"] + ruled["undecided"]:
            assert _as_shown(found["detail"]) in shown["text"], (seed, record)
        points = [[side["team"], _signed(side["points"])] for side in ruled.get("as_ruled", ())]
        assert shown["points"] == points, (seed, record)
        count += 1
    assert count > 180


def test_bids_are_asked_about_while_one_is_missing(desk: Sitting) -> None:
    answer_questions(desk, "A player revoked", DISPUTES["A player revoked"][0])
    for player, bid in {"N": "4", "E": "3", "W": "2"}.items():
        desk.enter(f"bid of {player}", bid)
    assert asked(desk)["bids_by_player"] == {"N": 4, "E": 3, "W": 2}
    assert "S revoked in trick 4." in desk.ruling
    assert "Note. The record has no bid by S." in desk.whole_ruling


def test_a_claim_is_asked_about_with_its_bids_so_that_the_nil_is_ruled_on(desk: Sitting) -> None:
    answer_questions(desk, "A claim is contested", DISPUTES["A claim is contested"][0])
    assert "nil" not in desk.ruling
    desk.enter("bid of E", "nil")
    assert asked(desk)["bids_by_player"] == {"E": 0}
    assert "N's claim holds" in desk.ruling
    assert "E's nil is made however the cards are played." in desk.ruling


def test_a_second_card_in_a_cell_is_a_fault_there_and_is_not_lost(desk: Sitting) -> None:
    desk.field("dealer").select_option("W")
    desk.enter("trick 1, N", "kh 2h 3h 4h")
    desk.enter("trick 1, W", "4h 5d")
    cell = desk.field("trick 1, W")
    desk.page.locator(".fault", has_text="Trick 1, W: two cards in one cell").wait_for()
    assert (cell.input_value(), cell.get_attribute("aria-invalid")) == ("4h 5d", "true")
    assert desk.field("trick 1, N").input_value() == "K\N{BLACK HEART SUIT}"
    assert asked(desk)["tricks"] == [{"leader": "N", "cards": ["KH", "2H", "3H", "4H"]}]
    # Another change loses nothing either, and the fix takes the fault away.
    desk.enter("bid of N", "3")
    assert desk.field("trick 1, W").input_value() == "4h 5d"
    desk.enter("trick 1, W", "4h")
    assert desk.page.locator(".fault", has_text="two cards").count() == 0


def test_two_cards_of_one_player_are_shown_in_his_cell(desk: Sitting) -> None:
    plays = [
        {"player": player, "card": card} for player, card in zip("NEESW", ["KH", "2H", "5H", "3H", "4H"], strict=True)
    ]
    desk.write(json.dumps({"players": PLAYERS, "dealer": "W", "tricks": [{"leader": "N", "plays": plays}]}))
    assert [play["player"] for play in asked(desk)["tricks"][0]["plays"]] == ["N", "E", "E", "S", "W"]
    assert desk.field("trick 1, E").input_value() == "2\N{BLACK HEART SUIT} 5\N{BLACK HEART SUIT}"
    desk.page.locator(".fault", has_text="Trick 1, E: two cards in one cell").wait_for()
    desk.enter("trick 1, E", "2h")
    assert [play["card"] for play in asked(desk)["tricks"][0]["plays"]] == ["KH", "2H", "3H", "4H"]
