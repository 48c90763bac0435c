"""Seven disputes and an evening, each played as people do, with the keys and taps counted and the ruling compared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.desk.served import Served
from tests.desk.sitting import Sitting
from tests.desk.test_accessibility import TOO_WIDE
from tests.desk.test_table import PHONE
from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TABLE: Json = {"ruleset": "pagat", "players": ["N", "E", "S", "W"]}
PLAIN = {
    **dict(
        zip("\N{BLACK SPADE SUIT}\N{BLACK HEART SUIT}\N{BLACK DIAMOND SUIT}\N{BLACK CLUB SUIT}", "SHDC", strict=True)
    ),
    "\N{MINUS SIGN}": "-",
    "10": "T",
}


class Counted(Sitting):
    """Somebody at the desk whose keys and taps are counted."""

    keys = taps = 0

    def type(self, text: str) -> None:
        """Press keys, each a letter or the name of a key: ``"4 n 3dkd Enter"``."""
        for word in text.split():
            for key in [word] if word in {"Enter", "Tab", "ArrowDown"} else word:
                self.page.keyboard.press(key)
                self.keys += 1

    def tap(self, target: Any) -> None:
        """Tap a button by its name, or whatever else is there to be tapped."""
        if isinstance(target, str):
            target = self.page.get_by_role("button", name=target, exact=True).or_(
                self.page.get_by_role("radio", name=target, exact=True)
            )
        target.click()
        self.taps += 1

    def hold(self, keys: int, taps: int) -> None:
        """Find no more keys and taps, once the service has answered."""
        self.settle()
        assert (self.keys <= keys, self.taps <= taps) == (True, True), f"{self.keys}+{self.taps} of {keys}+{taps}"

    def first_lines(self) -> list[str]:
        """Return the verdict and the sentence below it, with cards as the service writes them."""
        return [plain(self.page.inner_text(each)).replace("\n", "") for each in (".verdict-word", ".happened")]

    def asked(self) -> Json:
        """Return the request that the desk asks."""
        self.page.locator("summary", has_text="Details").click()
        command = self.copied("Copy as a command", "The command is copied.")
        body: Json = json.loads(command.partition("-d '")[2].rstrip()[:-1])
        return body


def plain(text: str) -> str:
    for shown, written in PLAIN.items():
        text = text.replace(shown, written)
    return text


@pytest.fixture
def table(browser: Browser, served: Served) -> Iterator[Counted]:
    """Return an empty desk whose keys and taps are counted."""
    yield from Counted(browser, served.address).at_empty_desk()


def agrees(desk: Counted, record: Json) -> Json:
    """Find on the page what the service says of a record as somebody would write it, and return its answer."""
    asked = desk.asked()
    answer = ask("auditRound", {**TABLE, **record, "answer": "with_summary"})
    assert ask("auditRound", {**asked, "answer": "with_summary"})["summary"] == answer["summary"]
    shown = plain(desk.whole_ruling)
    assert f"Verdict: {answer['verdict']}" in shown
    for found in (*answer["findings"], *answer["undecided"]):
        assert found["detail"] in shown
    offences = [found for found in answer["findings"] if found["severity"] == "offence"]
    assert desk.page.locator(".findings li.offence").count() == len(offences)
    for side in answer.get("as_ruled", ()):
        assert str(side["points"]) in shown
    return answer


def played(*cards: str) -> list[Json]:
    """Return the plays of a trick that N led."""
    return [{"player": player, "card": card} for player, card in zip("NESW", cards, strict=True)]


REVOKE = {"number": 4, "leader": "N", "cards": ["3D", "KD", "TH", "TD"]}


def test_a_revoke_with_the_hands_seen_at_the_end(table: Counted) -> None:
    table.tap("A player revoked")
    table.type("4 n 3dkdthtd qd")
    table.hold(17, 7)
    assert table.first_lines() == ["!A rule was broken", "S revoked in trick 4."]
    # The card lay in the hand until the last trick.
    agrees(table, {"tricks": [REVOKE, {"number": 13, "cards_by_player": {"S": "QD"}}]})


def test_a_revoke_that_is_noticed_before_the_next_lead(table: Counted) -> None:
    table.tap("A player revoked")
    table.type("4 n 3dkdthtd qd")
    table.tap("No")
    table.hold(17, 7)
    assert table.first_lines()[1] == "S played TH on a diamond lead while holding QD, and took it back in time."
    plays = played("3D", "KD", "QD", "TD")
    plays[2]["withdrawn"] = [{"card": "TH"}]
    answer = agrees(table, {"tricks": [{"number": 4, "leader": "N", "plays": plays}]})
    assert [found["code"] for found in answer["findings"]] == ["revoke_corrected"]


@pytest.mark.parametrize(("broken", "said"), [("n", "N led a spade too early in trick 6."), ("y", None)])
def test_an_early_spade_in_trick_6(broken: str, said: str | None, table: Counted) -> None:
    lead = {"number": 6, "leader": "N", "cards": ["5S", "2S", "3S", "4S"], "spades_broken": broken == "y"}
    proof = [{"number": 13, "cards_by_player": {"N": "3D"}}] if said else []
    table.tap("Spades were led too early")
    table.type(f"6 n 5s2s3s4s {broken} {'3d' if said else ''}")
    table.hold(20, 1)
    answer = agrees(table, {"tricks": [lead, *proof]})
    assert table.first_lines()[1] == (said or answer["summary"]["happened"][0])


def test_a_nil_whose_partners_claim_is_contested(table: Counted) -> None:
    hands = {"N": "AS KS QS JS", "E": "5H 4H 3H 2H", "S": "5D 4D 3D 2D", "W": "5C 4C 3C 2C"}
    table.tap("A claim is contested")
    table.type("n n AKQJ... Enter .5432.. Enter ..5432. Enter ...5432 Enter y 4 3 nil 2")
    table.hold(45, 8)
    body = {
        **TABLE,
        "hands": {player: cards.split() for player, cards in hands.items()},
        "leader": "N",
        "spades_broken": True,
        "bids_by_player": {"N": 4, "E": 3, "S": 0, "W": 2},
        "claim": {"by": "N", "tricks": "rest"},
    }
    # The round's other tricks are not known: this operation rules on the cards that are left.
    answer = ask("judgeClaim", body)
    assert ask("judgeClaim", table.asked())["result"] == answer["result"] == "proved"
    assert table.first_lines() == ["✓The claim holds", answer["detail"]]
    assert [nil["detail"] in plain(table.ruling) for nil in answer["nils"]] == [True]


SHEET = """# ruleset: pagat
# players: Ana,Ben,Cy,Dee
# first dealer: Dee
round,Ana bid,Ben bid,Cy bid,Dee bid,Ana+Cy tricks,Ben+Dee tricks,Ana+Cy score,Ben+Dee score
1,3,4,3,3,7,6,61,-70
2,3,4,3,3,7,6,122,-140
3,3,4,3,3,9,4,185,-210
4,3,4,3,3,11,2,250,-280
5,3,4,3,3,6,7,310,-210
6,3,4,3,3,6,7,370,-140
"""


def test_a_sheet_of_six_rounds_with_a_wrong_bag_penalty_in_round_4(browser: Browser, served: Served) -> None:
    with Counted(browser, served.address) as sheet:
        sheet.open(path="/desk/sheet")
        sheet.tap(sheet.page.locator("summary", has_text="Paste a score sheet"))
        sheet.tap(sheet.page.locator("#paste"))
        sheet.page.keyboard.insert_text(SHEET)
        sheet.keys += 2  # Ctrl and V
        sheet.tap("Read it")
        sheet.page.get_by_text("Carried on in round 5, 6.").wait_for()
        sheet.hold(15, 3)
        (game,) = ask("readRecords", {"text": SHEET})["records"]
        answer = ask("auditGame", game)
        said = plain(sheet.standing)
        assert answer["first_error"]["round"] == 4
        assert answer["first_error"]["detail"] in said
        assert answer["detail"] in said
        faulty = {found["detail"] for each in answer["rounds"] for found in each["findings"]}
        shown = sheet.page.locator("[id^=faults-] li").all_inner_texts()
        assert {plain(each) for each in shown} == {plain(each) for each in faulty}
        for side, standing in answer["standing"].items():
            assert f"{side}\n{standing['score']}" in said
        assert sheet.faults == []


def test_jokers_with_deuces_high_ten_for_200_and_a_first_hand_that_bids_itself(
    browser: Browser, served: Served
) -> None:
    with Counted(browser, served.address) as sheet:
        sheet.open(path="/desk/sheet")
        search = sheet.page.get_by_label("Find one of all")
        sheet.tap(sheet.page.locator(".table-setup > summary"))
        sheet.tap("Change the rules")
        sheet.page.locator(".house li").first.wait_for()
        sheet.tap(search)
        sheet.type("jo Tab ArrowDown ArrowDown")
        sheet.tap(search)
        sheet.type("deu Tab 2H2C Tab BJLJ2D2S")
        sheet.tap(search)
        sheet.type("200")
        sheet.tap("Add a contract")
        sheet.tap(sheet.page.get_by_label("contract 1 least", exact=True))
        sheet.type("10 Tab")
        sheet.type("10 Tab Tab Tab")
        sheet.type("200")
        sheet.tap(sheet.page.get_by_label("contract 1 instead", exact=True))
        sheet.type("ArrowDown Enter")
        sheet.tap(search)
        sheet.type("itse Tab ArrowDown")
        sheet.hold(45, 10)
        for field, text in {"tricks of N+S, round 1": "7", "bid of N, round 2": "6", "bid of E, round 2": "1"}.items():
            sheet.page.get_by_label(field, exact=True).fill(text)
        for field, text in {"bid of S": "4", "bid of W": "1", "tricks of N+S": "10"}.items():
            sheet.page.get_by_label(f"{field}, round 2", exact=True).fill(text)
        sheet.settle()
        game = json.loads(sheet.saved("Download JSON"))
        assert game["ruleset"]["overrides"] == {
            "deck": {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
            "contracts": [{"least": 10, "most": 10, "made": {"points": 200}, "instead": True}],
            "bids": {"first_round": "bids_itself"},
        }
        answer = ask("scoreGame", game)
        assert answer["rounds"][1]["teams"][0]["points"] == 200
        said = plain(sheet.standing)
        assert answer["detail"] in said
        for side, standing in answer["standing"].items():
            assert f"{side}\n{standing['score']}" in said
        assert sheet.faults == []


# Bids in the order of bidding, then the tricks without those that fill themselves in.
EVENING = ("3 4 nil 3 6 0", "4 5 2 3 6", "4 nil 6 3 10 3", "2 5 2 nil 9 0", "4 3 5 2 9", "2 nil 3 5 8 0")


def test_an_evening_of_six_rounds_on_a_phone(browser: Browser, served: Served) -> None:
    with Counted(browser, served.address, **PHONE) as sheet:
        sheet.open(path="/desk/sheet")
        sheet.tap(sheet.page.locator(".table-setup > summary"))
        sheet.page.get_by_label("first dealer").select_option("W")
        sheet.taps += 2
        sheet.settle()
        sheet.tap(sheet.page.get_by_label("bid of N, round 1", exact=True))
        pad = sheet.page.locator(".pad")
        for entries in EVENING:
            for entry in entries.split():
                sheet.tap(pad.get_by_role("button", name=entry, exact=True))
            sheet.settle()
        sheet.hold(0, 60)
        assert sheet.faults == []
        assert sheet.page.evaluate(TOO_WIDE) is False
        game = json.loads(sheet.saved("Download JSON"))
        assert len(game["rounds"]) == len(EVENING)
        answer = ask("scoreGame", game)
        said = plain(sheet.standing)
        assert answer["detail"] in said
        for side, standing in answer["standing"].items():
            assert str(standing["score"]) in said, side


def test_a_lead_out_of_turn(table: Counted) -> None:
    table.tap("A lead out of turn")
    table.type("3 n 3d5dtd4d n th")
    table.hold(13, 1)
    assert table.first_lines() == ["!A rule was broken", "N led out of turn in trick 3."]
    before = {"number": 2, "leader": "N", "cards": ["3D", "5D", "TD", "4D"]}
    answer = agrees(table, {"tricks": [before, {"leader": "N", "cards": ["TH"]}]})
    assert answer["findings"][0]["code"] == "wrong_leader"
    # That it costs nothing is this service's default, which is said.
    assert "this is the default of this service" in plain(table.whole_ruling)


@pytest.mark.parametrize("done", ["t", "i"])
def test_two_cards_played(done: str, table: Counted) -> None:
    table.tap("Two cards were played, or one taken back")
    table.type(f"5 n 3dkdtd4d e 5d {done}")
    table.hold(15, 2)
    plays = played("3D", "KD", "TD", "4D")
    if done == "t":
        plays[1] |= {"withdrawn": [{"card": "5D"}]}
    else:
        plays.append({"player": "E", "card": "5D"})
    answer = agrees(table, {"tricks": [{"number": 5, "leader": "N", "plays": plays}]})
    assert table.first_lines()[1] == answer["findings"][0]["detail"]
