"""The smallest correction: suggested if exactly one replacement of a card leaves no error, and only then."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from service.spades.findings import Finding
from service.spades.record.model import RoundRecord
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit
from service.spades.ruling.correction import smallest_correction
from tests.spades.builders.cards import PLAYERS, STANDARD, Json
from tests.spades.builders.changes import (
    changed,
    cut,
    hand_without,
    replaced,
    swapped,
    unlisted,
    with_hands,
    with_trick,
    without,
)
from tests.spades.builders.legal_rounds import RANKS, legal_round
from tests.spades.builders.random_rounds import chance_round
from tests.spades.builders.reading import read_with_ruleset, writer_for
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import honours, rules, small

SMALL = record(
    small(3, 2), "ana AH KH QH", "ana AC KC QC", players=3, hands=hands(ana="AH AC", ben="KH KC", cy="QH QC")
)
"""Six cards of the pack are dealt."""
ASIDE = with_hands(
    record(
        honours(
            3, deck={"removed": {"3": [f"{rank}{suit}" for rank in "23456789T" for suit in "CDHS"] + ["JD", "JS"]}}
        ),
        "ana AH KH QH",
        "ana AC KC QC",
        "ana AD KD QD",
        "ana AS KS QS",
        players=3,
        set_aside=["JH", "JC"],
    )
)
"""Fourteen cards for three players, two of them set aside."""
NIL: Json = {"nil": {"exchange": 1}}


class Counted:
    """An auditor who counts how often he is asked."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.asked = 0

    def __call__(self, tried: RoundRecord) -> tuple[Finding, ...]:
        self.asked += 1
        return audit(tried, self.ruleset).findings


class Suggested(NamedTuple):
    """A correction as the wire writes it."""

    pointer: str
    recorded: str
    suggested: str
    detail: str


def suggested(body: Json) -> tuple[Suggested | None, int]:
    """Return the correction of a record, and how many audits it took."""
    record, ruleset = read_with_ruleset(body)
    judge, writer = Counted(ruleset), writer_for(body)
    correction = smallest_correction(record, ruleset, audit(record, ruleset).findings, judge)
    if correction is None:
        return None, judge.asked
    location, recorded, right, detail = correction
    card = writer.style.card
    return Suggested(writer.location(location), card(recorded), card(right), writer.sentence(detail)), judge.asked


def relisted(body: Json, player: str, old: str, new: str) -> Json:
    """Return the record with another card in the list of a hand."""
    listed = [new if card == old else card for card in body["hands"][player]]
    return changed(body, hands={**body["hands"], player: listed})


def replayed(body: Json, trick: int, place: int, new: str) -> Json:
    """Return the record with another card at a play (trick from 1, place from 0)."""
    other = changed(body)
    other["tricks"][trick - 1]["plays"][place]["card"] = new
    return other


@pytest.mark.parametrize(
    ("body", "pointer", "recorded", "right"),
    [
        pytest.param(replaced(RANKS, "QH", "JH"), "#/tricks/0/plays/2/card", "JH", "QH", id="a play, by the hands"),
        pytest.param(relisted(RANKS, "cy", "QH", "KH"), "#/hands/cy/0", "KH", "QH", id="a hand, by the log"),
        pytest.param(relisted(RANKS, "ben", "KS", "AS"), "#/hands/ben/3", "AS", "KS", id="the end of another hand"),
        pytest.param(
            relisted(unlisted(RANKS, "dee"), "cy", "QH", "JH"),
            "#/hands/cy/0",
            "JH",
            "QH",
            id="a hand beside one unknown",
        ),
        pytest.param(
            replaced(unlisted(RANKS, "ana", "ben", "dee"), "QH", "JH"),
            "#/tricks/0/plays/2/card",
            "JH",
            "QH",
            id="a play, by the one hand listed",
        ),
        pytest.param(
            replayed(legal_round(), 3, 3, "9H"), "#/tricks/2/plays/3/card", "9H", "9D", id="one of thirteen tricks"
        ),
    ],
)
def test_the_one_exchange_that_leaves_no_error_is_suggested(
    body: Json, pointer: str, recorded: str, right: str
) -> None:
    """Rulings, smallest correction: try each place, and suggest the exchange if exactly one leaves no error."""
    correction, asked = suggested(body)
    assert correction is not None
    assert correction[:3] == (pointer, recorded, right)
    assert correction.detail.startswith(f"With {right} in place of {recorded} ")
    assert 2 <= asked <= 6


def test_the_claimed_winner_decides_between_two_places() -> None:
    """Rulings, smallest correction: whatever makes an error of one place tells that it is the other."""
    twice = with_trick(without(RANKS, "hands"), 1, "ana KH KH QH JH")
    assert suggested(twice) == (None, 2)  # either may have been the ace
    correction, _ = suggested(with_trick(twice, 1, "ana KH KH QH JH", winner="ana"))
    assert correction is not None
    assert correction[:3] == ("#/tricks/0/plays/0/card", "KH", "AH")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(RANKS, id="no error"),
        pytest.param(swapped(RANKS, "QH", "QC"), id="an offence, no error"),
        pytest.param(without(RANKS, "hands"), id="no error without hands"),
        pytest.param(with_trick(RANKS, 1, "ana AH KH QH JH", winner="ben"), id="an error of another kind"),
        pytest.param(hand_without(RANKS, "cy", "QH"), id="a card is missing and none stands twice"),
        pytest.param(replaced(RANKS, "QH", "2H"), id="a card that is not in the pack stands nowhere twice"),
    ],
)
def test_nothing_is_tried_if_no_card_is_in_a_wrong_place(body: Json) -> None:
    """Rulings, smallest correction: one card is missing and one stands twice or with the wrong player, or nothing."""
    assert suggested(body) == (None, 0)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(replaced(replaced(RANKS, "QH", "JH"), "QC", "JC"), id="two cards are missing"),
        pytest.param(replaced(without(RANKS, "hands"), "QH", "JH"), id="either place would do"),
        pytest.param(with_hands(replaced(RANKS, "QH", "JH")), id="hands that repeat what is wrong in the log"),
        pytest.param(swapped(RANKS, "QH", "JH"), id="two cards in each other's place"),
        pytest.param(cut(replaced(RANKS, "QH", "JH"), 3), id="a log that is not complete"),
        pytest.param(replaced(SMALL, "QH", "KH") | {"hands": {}}, id="cards set aside that nobody names"),
    ],
)
def test_nothing_is_suggested_unless_exactly_one_exchange_fits(body: Json) -> None:
    """Rulings, smallest correction: only if exactly one place leaves no error."""
    correction, asked = suggested(body)
    assert correction is None
    assert asked <= 8


def test_no_exchange_is_suggested_if_another_error_remains() -> None:
    """Rulings, smallest correction: an exchange that leaves another error is none."""
    body = with_trick(replaced(RANKS, "QH", "JH"), 4, "ana AS KS QS JS", winner="dee")
    assert suggested(body)[0] is None


def test_a_correction_may_leave_an_offence() -> None:
    """Rulings, smallest correction: it is to leave no error; what a player did wrong is no error of the record."""
    body = replayed(swapped(RANKS, "QH", "QC"), 3, 2, "JD")
    correction, _ = suggested(body)
    assert correction is not None
    assert correction[:3] == ("#/tricks/2/plays/2/card", "JD", "QD")


def test_the_hands_tell_which_cards_are_dealt() -> None:
    """Parameters, deck.leftover (A8): where cards are set aside, the hands say which are in play, or the log does."""
    correction, _ = suggested(replayed(SMALL, 1, 2, "KH"))
    assert correction is not None
    assert correction[:3] == ("#/tricks/0/plays/2/card", "KH", "QH")
    correction, _ = suggested(relisted(SMALL, "cy", "QH", "KH"))
    assert correction is not None
    assert correction[:3] == ("#/hands/cy/0", "KH", "QH")


def test_a_card_set_aside_may_stand_twice() -> None:
    """Rulings, shapes: the cards set aside are a place of the record like any other."""
    assert suggested(ASIDE) == (None, 0)
    correction, asked = suggested(changed(ASIDE, set_aside=["JH", "QC"]))
    assert correction is not None
    assert (correction[:3], asked) == (("#/set_aside/1", "QC", "JC"), 3)
    correction, _ = suggested(replayed(ASIDE, 1, 2, "JH"))
    assert correction is not None
    assert correction[:3] == ("#/tricks/0/plays/2/card", "JH", "QH")
    assert suggested(without(replayed(ASIDE, 1, 2, "JH"), "hands"))[0] is None  # either may be the queen


def test_passed_cards_are_no_error_to_correct() -> None:
    """Parameters, nil.exchange (D9): hands are listed as dealt; an exchanged card is no error."""
    body = record(
        honours(**NIL),
        "ana AH KH QH JH",
        "ana AC KC QC JC",
        "ana AD KD QD JD",
        "ana AS KS QS JS",
        bid="ana 0, ben 1, cy 1, dee 1",
        hands={**RANKS["hands"], "ana": ["QH", "AC", "AD", "AS"], "cy": ["AH", "QC", "QD", "QS"]},
        exchanges=[
            {"from": "ana", "to": "cy", "cards": ["QH"]},
            {"from": "cy", "to": "ana", "cards": ["AH"]},
        ],
    )
    assert suggested(body) == (None, 0)
    correction, _ = suggested(replaced(body, "QD", "JD"))
    assert correction is not None
    assert correction[:3] == ("#/tricks/2/plays/2/card", "JD", "QD")


def test_the_pointer_to_a_hand_is_escaped() -> None:
    """Design, the contract: pointers are URI fragments, with ~0, ~1, then percent-encoding (RFC 6901)."""
    name = "c/y~ %ü"
    body = relisted(RANKS, "cy", "QH", "KH")
    body["players"][2] = name
    body["hands"][name] = body["hands"].pop("cy")
    for played in (*body["bids"], *(play for each in body["tricks"] for play in each["plays"])):
        played["player"] = name if played["player"] == "cy" else played["player"]
    correction, _ = suggested(body)
    assert correction is not None
    assert correction.pointer == "#/hands/c~1y~0%20%25%C3%BC/0"


@pytest.mark.parametrize("seed", range(12))
def test_one_card_written_wrong_is_put_right(seed: int) -> None:
    """Rulings, smallest correction: a whole record with one wrong card tells where it is and which it was.

    A card of the player's own is another matter: then either of his two plays may be the wrong one.
    """
    chance = random.Random(seed)
    body = chance_round(seed, rules(), 4, 13).body
    number, place = chance.randrange(13), chance.randrange(4)
    player, right = body["tricks"][number]["plays"][place].values()
    wrong = chance.choice([card for card in STANDARD if card not in body["hands"][player]])
    correction, asked = suggested(replayed(body, number + 1, place, wrong))
    assert correction is not None
    assert correction[:3] == (f"#/tricks/{number}/plays/{place}/card", wrong, right)
    assert asked <= 4
    player = chance.choice(PLAYERS[:4])
    right = body["hands"][player][place]
    wrong = chance.choice([card for card in STANDARD if card not in body["hands"][player]])
    correction, asked = suggested(relisted(body, player, right, wrong))
    assert correction is not None
    assert correction[:3] == (f"#/hands/{player}/{place}", wrong, right)
    assert asked <= 4
