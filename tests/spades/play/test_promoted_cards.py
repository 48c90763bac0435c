"""Jokers and promoted cards are spades; two to six players follow suit and win tricks."""

from __future__ import annotations

import pytest

from tests.spades.builders.asking import ruling
from tests.spades.builders.cards import PLAYERS, Json
from tests.spades.builders.changes import swapped, with_hands, with_trick
from tests.spades.builders.records import hands, record
from tests.spades.builders.rulesets import small
from tests.spades.builders.rulings import codes, evident, places, proof_of

# What may be led to the first trick.

ILLEGAL_OPENING = [("illegal_opening_card", "#/tricks/0/plays/0")]
REVOKE = [("revoke", "#/tricks/0/plays/1")]


# Jokers and promoted cards are spades.

PROMOTED: Json = {
    "deck": {"jokers": 2, "removed": {"4": ["2H", "2C"]}, "top_trumps": ["BJ", "LJ", "2D", "2S"]},
}
JOKERS: Json = {"deck": {"jokers": 2, "removed": {"4": ["2D", "2C"]}}}
JOKER: Json = {"deck": {"jokers": 1, "removed": {"4": ["2C"]}}}


def high(groups: Json) -> Json:
    """Return rules for four hands of three with promoted cards."""
    return small(4, 3, deck=groups["deck"])


@pytest.mark.parametrize(
    ("groups", "card"),
    [(PROMOTED, "2D"), (PROMOTED, "BJ"), (PROMOTED, "2S"), (JOKERS, "LJ"), (JOKER, "BJ")],
)
def test_a_promoted_card_is_led_like_a_spade(groups: Json, card: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for leading (A7)."""
    hand = {"ana": [card, "AH", "KH"]}
    assert places(ruling(record(high(groups), f"ana {card}", hands=hand))["findings"]) == ILLEGAL_OPENING
    second = ruling(record(high(groups), "ana AH 3H 4H 5H", f"ana {card}", hands=hand))
    assert places(second["findings"]) == [("illegal_spade_lead", "#/tricks/1/plays/0")]
    spades = {"ana": [card, "AS", "KS"]}
    assert ruling(record(high(groups), f"ana {card}", hands=spades))["verdict"] == "clean"


@pytest.mark.parametrize(("groups", "card"), [(PROMOTED, "2D"), (PROMOTED, "LJ"), (JOKERS, "BJ"), (JOKER, "BJ")])
def test_a_promoted_card_follows_spades(groups: Json, card: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for following suit (A7)."""
    listed = {"ana": ["AS", "KS", "QS"], "ben": [card, "AH", "5D"]}
    assert ruling(record(high(groups), f"ana AS {card}", hands=listed))["verdict"] == "clean"
    found = ruling(record(high(groups), "ana AS AH", hands=listed))["findings"]
    assert places(found) == REVOKE
    assert found[0]["legal_cards"] == [card]
    assert proof_of(found[0]) == {"led_suit": "S", "held": [card], "proved_by": "#/hands/ben"}


def test_a_promoted_card_is_no_longer_of_its_suit() -> None:
    """Parameters, deck.top_trumps (A7): who holds the promoted two alone is out of diamonds."""
    listed = hands(ana="AD AH KH", ben="2D 3C 4C", cy="3D 4D 3S")
    ruled = ruling(record(high(PROMOTED), "ana AD 3C", hands=listed))
    assert ruled["verdict"] == "clean"
    # ben may put in the promoted card; cy, who holds a diamond, may not leave it.
    ruled = ruling(record(high(PROMOTED), "ana AD 2D 3S", hands=listed))
    assert places(ruled["findings"]) == [("revoke", "#/tricks/0/plays/2")]
    assert ruled["findings"][0]["evidence"]["led_suit"] == "D"


@pytest.mark.parametrize("broken_by", ["any_spade", "discard_only"])
@pytest.mark.parametrize("card", ["2D", "BJ"])
def test_a_promoted_card_breaks_spades(card: str, broken_by: str) -> None:
    """Parameters, deck.top_trumps: promoted cards are spades for breaking (A7, E5)."""
    ruleset = small(4, 3, deck=PROMOTED["deck"], play={"broken_by": broken_by})
    listed = {"ana": ["AH", "KH", "QH"], "ben": [card, "3S", "4C"]}
    ruled = ruling(record(ruleset, f"ana AH {card} 3H 4H", "ben 3S", hands=listed))
    assert (ruled["verdict"], ruled["tricks"][0]["spades_broken"]) == ("clean", True)


@pytest.mark.parametrize(
    ("cards", "winner"),
    [
        ("AS KS QS JS", "ana"),
        ("AS 2S KS QS", "ben"),
        ("2S 2D AS KS", "ben"),
        ("LJ BJ 2D 2S", "ben"),
        ("LJ 2D AS 2S", "ana"),
    ],
)
def test_promoted_cards_outrank_the_ace(cards: str, winner: str) -> None:
    """Parameters, deck.top_trumps: cards that outrank the ace of spades, high to low (A7)."""
    ruleset = small(4, 3, deck=PROMOTED["deck"], play={"opening_card": "any"})
    ruled = ruling(record(ruleset, f"ana {cards}"))
    assert (ruled["tricks"][0]["winner"], ruled["tricks"][0]["led_suit"]) == (winner, "S")


def test_one_joker_is_the_big_one() -> None:
    """Parameters, deck.jokers = 1: the big joker only (A5); the little one is not in the pack, ben's card unknown."""
    ruled = ruling(record(small(4, 3, deck=JOKER["deck"], play={"opening_card": "any"}), "ana AS LJ KS QS"))
    assert [evident(each) for each in ruled["findings"]] == [
        {
            "code": "card_not_in_deck",
            "severity": "error",
            "pointer": "#/tricks/0/plays/1",
            "trick": 1,
            "player": "ben",
            "team": "ben+dee",
            "card": "LJ",
            "rule": {"parameter": "deck.jokers", "basis": "override"},
        }
    ]
    assert "winner" not in ruled["tricks"][0]


def test_without_promotion_the_two_of_diamonds_is_a_diamond() -> None:
    """Parameters, deck.top_trumps: empty, the jokers in play (A7)."""
    listed = hands(ana="AD AH KH", ben="2D 3C 4C")
    found = ruling(record(small(4, 3), "ana AD 3C", hands=listed))["findings"]
    assert places(found) == REVOKE


# The table round: two to six players.


@pytest.mark.parametrize("players", range(2, 7))
def test_who_follows_and_who_wins_at_every_table(players: int) -> None:
    """Parameters, table.players (A1): turn, winner, next lead and revokes at tables of two to six."""
    names = PLAYERS[:players]
    ranks = "AKQJT9"[:players]
    rising = ranks[::-1]
    lines = (
        f"ana {' '.join(f'{rank}H' for rank in rising)}",
        f"{names[-1]} {' '.join(f'{rank}C' for rank in ranks)}",
        f"{names[-1]} {' '.join(f'{rank}D' for rank in ranks)}",
    )
    body = with_hands(record(small(players, 3), *lines, players=players))
    ruled = ruling(body)
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert ruled["tricks_won"] == {name: 3 * (name == names[-1]) for name in names}
    wrong = ruling(swapped(body, f"{rising[1]}H", next(card for card in body["hands"]["ben"] if card[1] == "D")))
    assert codes(wrong["findings"])[0] == "revoke"
    assert wrong["findings"][0]["team"] == ("ben+dee" if players == 4 else "ben")
    again = ruling(with_trick(body, 2, f"ana {' '.join(f'{rank}C' for rank in (*ranks[1:], ranks[0]))}"))
    assert codes(again["findings"]) == ["wrong_leader"]


def test_three_pairs_win_together() -> None:
    """Parameters, table.sides = partnership with six players: three pairs, the partner opposite (A2)."""
    table: Json = {"players": [6], "sides": "partnership"}
    lines = ("ana AH KH QH JH TH 9H", "ana KC AC QC JC TC 9C")
    ruled = ruling(with_hands(record(small(6, 2, table=table), *lines, players=6)))
    assert (ruled["verdict"], ruled["complete"]) == ("clean", True)
    assert [side["team"] for side in ruled["as_played"]] == ["ana+dee", "ben+eve", "cy+fay"]
    assert [side["tricks"] for side in ruled["as_played"]] == [1, 1, 0]
