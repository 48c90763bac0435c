"""Slips in the lists of hands: a card twice, left out, wrong, or with the wrong player."""

from __future__ import annotations

from random import Random

from tests.naive.table import path
from tests.slips.card_slips import another_card
from tests.slips.model import Change, Reading, Scene, Slip, numbered, slip_of
from tests.spades.builders.cards import Json


def _some_hand(record: Json, rng: Random) -> tuple[str, list[str]]:
    player = rng.choice(sorted(record["hands"]))
    return player, record["hands"][player]


def card_twice_in_hand(scene: Scene, rng: Random) -> Slip | None:
    """Write a card of a hand twice, so that the list has one card more."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    card = rng.choice(hand)
    hand.insert(rng.randrange(len(hand) + 1), card)
    places = [place for place, each in enumerate(hand) if each == card]
    readings = tuple(
        Reading("card_written_twice", (Change(path("hands", player, place), recorded=card),)) for place in places
    )
    return Slip(record, readings, numbered(record), contradicts=True)


def card_twice_for_another(scene: Scene, rng: Random) -> Slip | None:
    """Write a card of a hand twice, the second time in the place of another card."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    if len(hand) < 2:
        return None
    place, other = rng.sample(range(len(hand)), 2)
    card, hand[place] = hand[place], hand[other]
    readings = tuple(
        Reading("card_miscopied", (Change(path("hands", player, each), recorded=hand[each], suggested=card),))
        for each in (place, other)
    )
    return Slip(record, readings, numbered(record), contradicts=True)


def card_left_out_of_hand(scene: Scene, rng: Random) -> Slip | None:
    """Leave a card out of the list of a hand."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    card = hand.pop(rng.randrange(len(hand)))
    change = Change(path("hands", player, len(hand)), suggested=card)
    return slip_of(record, "card_left_out", change, contradicts=True)


def wrong_card_in_hand(scene: Scene, rng: Random) -> Slip | None:
    """Write another card of the pack in the list of a hand, one that the hand does not have."""
    record = scene.copied()
    player, hand = _some_hand(record, rng)
    place = rng.randrange(len(hand))
    card = another_card(rng, scene.table.pack, hand[place])
    if card in hand:
        return None
    change = Change(path("hands", player, place), recorded=card, suggested=hand[place])
    hand[place] = card
    return slip_of(record, "card_miscopied", change)


def card_with_wrong_player(scene: Scene, rng: Random) -> Slip | None:
    """List a card of one hand with another."""
    record = scene.copied()
    if len(record["hands"]) < 2:
        return None
    owner, other = rng.sample(sorted(record["hands"]), 2)
    own: list[str] = record["hands"][owner]
    theirs: list[str] = record["hands"][other]
    card = own.pop(rng.randrange(len(own)))
    place = rng.randrange(len(theirs) + 1)
    theirs.insert(place, card)
    surplus = Change(path("hands", other, place), recorded=card)
    return slip_of(record, "card_with_wrong_player", surplus, Change(path("hands", owner, len(own)), suggested=card))
