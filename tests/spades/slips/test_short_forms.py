"""Slips in whole tricks of records that leave out who led: each later lead follows from the order of the tricks."""

from __future__ import annotations

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import Json
from tests.spades.builders.slips import offers

LEGAL = (
    *("7H JH QH 2H", "5D 6D 2D 9D", "JC 5C 3C 6C", "TC QC 7C 8C", "4D AD 3D 6H", "2C AH 4C AC", "8D QD JD KC"),
    *("8H 3H 5H 4S", "7D 7S TD KH", "KS QS AS JS", "5S 8S 9S 2S", "9C 4H 6S KD", "3S TS 9H TH"),
)
"""A legal round, from the player on the dealer's left."""


def logged(*tricks: str, **members: Json) -> Json:
    """Return a record of these tricks, each as a list of cards from an unnamed leader."""
    bids = [{"player": player, "tricks": 3} for player in ("ana", "ben", "cy", "dee")]
    cards = [{"cards": trick.split()} for trick in tricks]
    players = ["ana", "ben", "cy", "dee"]
    return {"ruleset": "pagat", "players": players, "dealer": "dee", "bids": bids, "tricks": cards, **members}


def test_the_round_is_legal() -> None:
    assert ruling(logged(*LEGAL))["verdict"] == "clean"


def test_who_led_after_a_forgotten_trick_is_not_known() -> None:
    """Rulings, step 3: nobody is known to have led the trick left out, so the next lead follows from nothing."""
    for gap in range(len(LEGAL)):
        ruled = ruling(logged(*LEGAL[:gap], *LEGAL[gap + 1 :]))
        assert [each["code"] for each in ruled["findings"] if each["severity"] == "offence"] == [], gap


def test_two_lines_exchanged_explain_what_follows_from_their_order() -> None:
    """Rulings, the cascade: also where one of the two only has the card that seems to prove an offence."""
    for first in (4, 5, 6, 7, 11):
        tricks = [*LEGAL]
        tricks[first], tricks[first + 1] = tricks[first + 1], tricks[first]
        ruled = ruling(logged(*tricks))
        assert (ruled["verdict"], ruled["findings"]) == ("undetermined", [])
        slip, changes = offers(ruled)[0]
        places = [f"#/tricks/{first}", f"#/tricks/{first + 1}"]
        assert (slip, [change[0] for change in changes]) == ("tricks_exchanged", places)
