"""Places in a request, as sentences and pages name them."""

from __future__ import annotations

import pytest

from service.spades.errors import place_in_words


@pytest.mark.parametrize(
    ("path", "words"),
    [
        (("hands",), "the hands as dealt"),
        (("hands", "ana"), "the hand of ana"),
        (("hands", "ana", 2), "card 3 in the hand of ana"),
        (("set_aside", 0), "card 1 of the cards set aside"),
        (("draws", 3), "draw 4"),
        (("draws", 3, "cards", 1), "card 2 drawn in draw 4"),
        (("draws", 3, "kept", 0), "card 1 kept in draw 4"),
        (("exchanges", 1), "exchange 2"),
        (("exchanges", 1, "cards", 0), "card 1 of exchange 2"),
        (("bids", 2), "bid 3"),
        (("bids", 2, "player"), "the player of bid 3"),
        (("bids", 2, "team"), "the team of bid 3"),
        (("bids_by_player",), "the bids"),
        (("bids_by_player", "ana"), "the bid of ana"),
        (("tricks", 4), "trick 5"),
        (("tricks", 4, "cards_by_player"), "trick 5"),
        (("tricks", 4, "plays", 1), "trick 5, card 2"),
        (("tricks", 4, "plays", 1, "card"), "trick 5, card 2"),
        (("tricks", 4, "plays", 1, "withdrawn", 0), "trick 5, a card taken back before card 2"),
        (("tricks", 4, "cards", 3), "trick 5, card 4"),
        (("tricks", 4, "cards_by_player", "ana"), "trick 5, the card of ana"),
        (("tricks", 4, "winner"), "the winner named for trick 5"),
        (("tricks", 4, "leader"), "the leader named for trick 5"),
        (("accusations", 0, "at"), "accusation 1"),
        (("claim",), "the claim"),
        (("before", "ana+cy", "bags"), "the score of ana+cy before the round"),
        (("reported",), "the score sheet"),
        (("reported", "tricks_won"), "the tricks won"),
        (("reported", "tricks_won", "ana+cy"), "tricks won by ana+cy"),
        (("reported", "score", "ana+cy"), "score of ana+cy after this round"),
    ],
)
def test_a_place_of_a_record_has_words(path: tuple[str | int, ...], words: str) -> None:
    assert place_in_words(path) == words
    assert place_in_words(("rounds", 6, *path)) == f"{words} of round 7"
    assert place_in_words(("rounds", 6, *path), 5) == f"{words} of round 11"


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        (("rounds", 0), "#/rounds/0"),
        (("rounds",), "#/rounds"),
        (("set_aside", 0, "suit"), "#/set_aside/0/suit"),
        (("reported", "sets", "ana+cy"), "#/reported/sets/ana+cy"),
        (("players", 1), "#/players/1"),
    ],
)
def test_any_other_place_is_a_pointer(path: tuple[str | int, ...], pointer: str) -> None:
    assert place_in_words(path) == pointer
