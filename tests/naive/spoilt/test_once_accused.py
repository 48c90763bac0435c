"""Records with one slip in which somebody was once accused falsely; each is the smallest that was found."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tests.naive.spoilt import kept
from tests.naive.spoilt.kept import Kept
from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.records import bids, hands, trick
from tests.spades.builders.rulesets import rules


class Accused(NamedTuple):
    """A record, and an offence that it does not prove."""

    slip: str
    """What was really written wrong."""
    code: str
    pointer: str
    ruleset: Json | str
    players: str
    lines: tuple[str, ...]
    members: Json


CASES = (
    Accused(
        "ben and dee are exchanged as the first two players of trick 3, not tricks 3 and 4 with each other",
        "out_of_turn",
        "#/tricks/2/plays/1",
        "solitaire-bliss",
        "dee ben eve cy",
        (
            *("ben JC eve QC cy 9C dee 7C", "eve 9D cy TD dee AD ben 5D"),
            *("ben 6D dee JH eve 4D cy 3D", "dee 5H ben AH eve TH cy 7H"),
        ),
        {},
    ),
    Accused(
        "cy and fay are exchanged as the first two players of trick 1",
        "out_of_turn",
        "#/tricks/0/plays/1",
        "mirror",
        "ben fay cy eve",
        ("cy AD fay 8D eve 2D ben JD", "fay 9H cy QH eve 6H ben 5H"),
        {"bids": bids("fay 3, cy 2, eve 5, ben 3")},
    ),
    Accused(
        "the jack of hearts is in cy's list by mistake: fay, who is listed with nothing, played it",
        "revoke",
        "#/tricks/0/plays/1",
        rules(6),
        "ben ana dee fay eve cy",
        ("eve AH cy KD ben 7H ana 5H dee 9H fay JH",),
        {"hands": hands(cy="KD 2S TD JC 6S AC 9S JH")},
    ),
    Accused(
        "the queen of diamonds is in ana's list by mistake, in the place of a spade that she bid",
        "bid_not_allowed",
        "#/bids/3",
        "whiz",
        "eve fay ana cy",
        ("cy 6H eve 9H fay 7H ana KH", "ana 2D cy 7D eve 4D fay QD"),
        {"bids": bids("cy 0, eve 0, fay 0, ana 4"), "hands": hands(ana="5S QD KH 8D 5D AS AH 3D JC 5H 4S 2D QH")},
    ),
    Accused(
        "the first bid was ana's, not eve's",
        "wrong_leader",
        "#/tricks/0/plays/0",
        "nello",
        "ana eve dee fay",
        ("ana 5D eve 4D dee AD fay AC",),
        {"bids": [*bids("eve 1"), {"team": "eve+fay", "tricks": 1}]},
    ),
)


def body_of(case: Accused) -> Json:
    players = case.players.split()
    tricks = [trick(line, players) for line in case.lines]
    return {"ruleset": case.ruleset, "players": players, "tricks": tricks, **case.members}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.slip)
def test_nobody_is_accused(case: Accused) -> None:
    ruled = ruling(body_of(case))
    assert ruled.get("readings") or any(found["severity"] == "error" for found in ruled["findings"])
    assert (case.code, case.pointer) not in _proved(ruled)


def test_play_left_out_that_won_the_trick() -> None:
    # ana's ace, which won, is left out; nobody is out of turn, as she may have played before ben or after him.
    players = ["eve", "ben", "fay", "cy", "ana"]
    body: Json = {
        "ruleset": rules(5, deck={"hand_size": {"5": 9}, "leftover": "set_aside"}),
        "players": players,
        "tricks": [
            trick("fay 2C cy 6C eve 4C ben JC", players, winner="ana"),
            trick("ana 9C eve 8C ben 7C fay KC cy 6S", players),
        ],
        "hands": hands(
            eve="8H 4H 5S 2D QD JD 4C JS 8C",
            ben="7C KS 5D 2S QH TD JC TH 3S",
            fay="9D TC 3H 2C QS KC 4S TS 7S",
            cy="6C 9H AS 3D 6S 6D KD 6H JH",
            ana="5H 8D 8S 9C AD 9S AC AH KH",
        ),
    }
    assert "out_of_turn" not in [code for code, _ in _proved(ruling(body))]


def test_unreadable_card_out_of_turn() -> None:
    players = ["eve", "ben", "ana", "fay", "cy"]
    body = {"ruleset": rules(5), "players": players, "tricks": [trick("eve KC ben 3D ana 6C cy ?? fay 8S", players)]}
    found = [(each["code"], each["pointer"]) for each in ruling(body)["findings"]]
    assert ("out_of_turn", "#/tricks/0/plays/3") in found


def test_a_trick_forgotten_in_unequal_hands_whose_last_trick_is_short_by_rule() -> None:
    """Of 3 players two have a card more: the last trick written has their two cards, and one before it is not there."""
    body = kept.UNEQUAL_HANDS.body
    ruled = ruling(body)
    assert _proved(ruled) == [("revoke", "#/tricks/3/plays/2"), ("revoke", "#/tricks/6/plays/2")]
    assert [reading["slip"] for reading in ruled["readings"]] == ["trick_left_out"] * 8
    stopped = [each["pointer"] for each in ruling({**body, "stopped": True})["findings"]]
    assert "#/tricks/15/plays/2" in stopped  # its twin ended there, and lacks nothing before


@pytest.mark.parametrize(
    ("second", "winner"), [("ana KD ben 2D ana 3D cy 4D", None), ("ana KD ben 2D cy 3D dee 4D", "ana")]
)
def test_a_lead_in_doubt_does_not_say_who_won_the_trick_before(second: str, winner: str | None) -> None:
    """One of ana's two cards in trick 2 is too many, perhaps the first; no single slip explains trick 3 as well."""
    players = ["ana", "ben", "cy", "dee"]
    lines = ("dee TH ana ?? ben 5H cy 6H", second, "ana QD ben 9D cy QD dee 9D")
    ruled = ruling({"ruleset": "pagat", "players": players, "tricks": [trick(line, players) for line in lines]})
    assert "readings" not in ruled
    assert ruled["tricks"][0].get("winner") == winner


def test_a_claim_that_came_too_early_in_one_reading_failed_in_none_for_certain() -> None:
    """The king of clubs is there twice: for one card the claim fails, for the other it only came too early."""
    ruled = ruling(kept.CLAIM_BESIDE_A_DOUBLED_CARD.body)
    assert ruled["claim"]["result"] == "disproved"
    assert [each["code"] for each in ruled["findings"]] == ["card_replayed"]
    assert "claim_failed" in [each["code"] for each in ruled["undecided"]]


@pytest.mark.parametrize(
    ("record", "done"),
    [
        pytest.param(kept.WRONG_DEALER_AND_LEAD, [], id="wrong dealer"),
        pytest.param(kept.WRONG_DEALER_AND_LATE_LEAD, [], id="wrong dealer, no winners"),
        # The card that its last trick lacks is one error more, and no slip mends both: so a true revoke is open, too.
        pytest.param(kept.PLAY_LEFT_OUT_AND_LEAD, [], id="play left out"),
        pytest.param(kept.TRICK_LEFT_OUT, [], id="trick left out"),
    ],
)
def test_nobody_is_out_of_turn_by_a_dealer_who_may_be_wrong(record: Kept, done: list[tuple[str, str]]) -> None:
    """Nobody wrote who led first, so the dealer decides whose the first cards are; a true wrong lead is hidden."""
    ruled = ruling(record.body)
    assert any(found["severity"] == "error" for found in ruled["findings"])
    assert _proved(ruled) == done
    assert len(ruled["penalties"]) == len(done)
    assert ruled["verdict"] != "void"


def _proved(ruled: Json) -> list[tuple[str, str]]:
    return [(found["code"], found["pointer"]) for found in ruled["findings"] if found["severity"] == "offence"]
