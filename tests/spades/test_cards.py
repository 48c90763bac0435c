"""Packs: which cards are in play, which of them are spades, how they rank and how many each player holds."""

from __future__ import annotations

import itertools

import pytest

from service.spades.cards import (
    BIG_JOKER,
    BIT,
    CLUBS,
    CODES,
    DIAMONDS,
    HEARTS,
    INDEX,
    LITTLE_JOKER,
    SPADES,
    UNKNOWN_SUIT,
    card_name,
    cards_in,
    codes_of,
    mask_of,
)
from service.spades.catalogue.parameters.table_and_deck import DeckRules
from service.spades.rules.pack import Pack, pack_for, promoted

JOKERS = DeckRules(
    jokers=2,
    removed={"2": ("2C", "2D"), "4": ("2C", "2D"), "5": ("2C", "2D", "2H", "2S")},
    leftover="set_aside",
)
DEUCES = DeckRules(jokers=2, removed={"4": ("2H", "2C")}, top_trumps=("BJ", "LJ", "2D", "2S"))


def masked(*codes: str) -> int:
    return mask_of(INDEX[code] for code in codes)


def wins(pack: Pack, led: str, *others: str) -> str:
    """Return the card that wins a trick."""
    strength = pack.strength[pack.suit[INDEX[led]]]
    return max((led, *others), key=lambda code: strength[INDEX[code]])


def test_there_are_54_cards() -> None:
    assert len(CODES) == len(set(CODES)) == 54
    assert CODES[:13] == ("2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C", "TC", "JC", "QC", "KC", "AC")
    assert [CODES[13 * suit] for suit in range(4)] == ["2C", "2D", "2H", "2S"]
    assert (CODES[LITTLE_JOKER], CODES[BIG_JOKER]) == ("LJ", "BJ")


def test_a_card_is_its_index_and_its_bit(subtests: pytest.Subtests) -> None:
    """Every pair of parse and format over its whole domain."""
    for code in CODES:
        with subtests.test(code=code):
            index = INDEX[code]
            assert CODES[index] == code
            assert BIT[index] == mask_of([index]) == 1 << index
            assert cards_in(BIT[index]) == (index,)
            assert codes_of(BIT[index]) == (code,)


def test_cards_are_named_in_words() -> None:
    assert card_name("2C") == "two of clubs"
    assert card_name("TS") == "ten of spades"
    assert card_name("BJ") == "big joker"
    assert len({card_name(code) for code in CODES}) == 54
    with pytest.raises(ValueError, match="substring"):
        card_name("XX")


def test_a_mask_is_a_set_of_cards() -> None:
    assert mask_of([]) == 0
    assert cards_in(0) == ()
    assert codes_of(0) == ()
    assert masked("AS", "2C", "2C") == masked("2C", "AS")
    assert codes_of(masked("BJ", "AS", "2S", "KH", "2C")) == ("2C", "KH", "2S", "AS", "BJ")
    assert codes_of(mask_of(range(54))) == CODES


@pytest.mark.parametrize(
    ("rules", "players", "cards", "hand_size", "leftover"),
    [
        pytest.param(DeckRules(), 2, 52, 26, 0, id="A9: two"),
        pytest.param(DeckRules(), 3, 52, 17, 1, id="A9: three"),
        pytest.param(DeckRules(), 4, 52, 13, 0, id="A9: four"),
        pytest.param(DeckRules(), 5, 52, 10, 2, id="A9: five"),
        pytest.param(DeckRules(), 6, 52, 8, 4, id="A9: six"),
        pytest.param(JOKERS, 2, 52, 26, 0, id="A6: two with jokers"),
        pytest.param(JOKERS, 3, 54, 18, 0, id="A6: three with jokers, no card taken out"),
        pytest.param(JOKERS, 4, 52, 13, 0, id="A6: four with jokers"),
        pytest.param(JOKERS, 5, 50, 10, 0, id="A6: five with jokers"),
        pytest.param(JOKERS, 6, 54, 9, 0, id="A6: six with jokers"),
        pytest.param(DeckRules(jokers=1), 4, 53, 13, 1, id="A5: one joker"),
        pytest.param(DeckRules(hand_size={"2": 13}), 2, 52, 13, 26, id="A9: the size that is stated, for a draw"),
        pytest.param(DeckRules(hand_size={"2": 13}), 4, 52, 13, 0, id="A9: a size for another number of players"),
        pytest.param(DeckRules(removed={"3": ("2C",)}), 3, 51, 17, 0, id="A6: one card out for three"),
        pytest.param(
            DeckRules(removed={"3": ("2C",)}), 4, 52, 13, 0, id="A6: a card out for another number of players"
        ),
    ],
)
def test_the_pack_is_shared_out(rules: DeckRules, players: int, cards: int, hand_size: int, leftover: int) -> None:
    pack = pack_for(rules, players)
    assert (pack.players, pack.cards.bit_count(), pack.hand_size, pack.leftover) == (
        players,
        cards,
        hand_size,
        leftover,
    )


@pytest.mark.parametrize(
    ("jokers", "in_play"),
    [
        pytest.param(0, (), id="A5: none"),
        pytest.param(1, ("BJ",), id="A5: the big joker only"),
        pytest.param(2, ("BJ", "LJ"), id="A5: the big joker above the little one"),
    ],
)
def test_the_jokers_in_play_are_the_top_trumps(jokers: int, in_play: tuple[str, ...]) -> None:
    rules = DeckRules(jokers=jokers)  # type: ignore[arg-type]  # one of 0, 1 and 2
    assert promoted(rules) == tuple(INDEX[code] for code in in_play)
    assert codes_of(pack_for(rules, 4).cards & masked("BJ", "LJ")) == tuple(reversed(in_play))


def test_listed_top_trumps_go_before_the_jokers() -> None:
    """Catalogue A7."""
    assert promoted(DEUCES) == tuple(INDEX[code] for code in ("BJ", "LJ", "2D", "2S"))


@pytest.mark.parametrize("players", range(2, 7))
def test_the_suits_share_out_the_pack(players: int) -> None:
    for rules in (DeckRules(), JOKERS, DEUCES, DeckRules(jokers=1)):
        pack = pack_for(rules, players)
        assert sum(pack.suits) == pack.cards
        assert all(one & other == 0 for one, other in itertools.combinations(pack.suits, 2))
        assert pack.non_spades == pack.cards ^ pack.suits[SPADES]
        for suit, mask in enumerate(pack.suits):
            assert all(pack.suit[card] == suit for card in cards_in(mask))


def test_a_promoted_card_is_a_spade() -> None:
    """Catalogue A7: for following suit, leading and breaking."""
    pack = pack_for(DEUCES, 4)
    assert pack.suit[INDEX["2D"]] == pack.suit[BIG_JOKER] == pack.suit[LITTLE_JOKER] == SPADES
    assert codes_of(pack.suits[SPADES] & masked("2D", "2S", "2C", "2H", "LJ", "BJ")) == ("2D", "2S", "LJ", "BJ")
    assert [mask.bit_count() for mask in pack.suits[:UNKNOWN_SUIT]] == [12, 12, 12, 16]
    assert not pack.suits[DIAMONDS] & masked("2D")


def test_a_card_that_is_taken_out_is_in_no_suit() -> None:
    """Catalogue A6."""
    pack = pack_for(DEUCES, 4)
    for code in ("2H", "2C"):
        assert not pack.cards & masked(code)
        assert all(strength[INDEX[code]] == 0 for strength in pack.strength)
    assert not pack.suits[HEARTS] & masked("2H")


def test_why_a_card_is_not_in_play() -> None:
    """The parameter that a finding cites."""
    pack = pack_for(DEUCES, 4)
    assert (pack.missing_by(INDEX["2H"]), pack.missing_by(LITTLE_JOKER)) == ("deck.removed", "deck.jokers")
    assert pack.missing_by(BIG_JOKER) == "deck.jokers"


def test_a_joker_that_is_not_in_play_can_not_win() -> None:
    pack = pack_for(DeckRules(), 4)
    assert all(strength[joker] == 0 for strength in pack.strength for joker in (BIG_JOKER, LITTLE_JOKER))


@pytest.mark.parametrize(
    ("rules", "led", "others", "winner"),
    [
        pytest.param(DeckRules(), "2H", ("TH", "9H", "3H"), "TH", id="the highest of the suit led"),
        pytest.param(DeckRules(), "KH", ("AH", "QH", "JH"), "AH", id="the ace is high"),
        pytest.param(DeckRules(), "2H", ("AC", "AD", "KC"), "2H", id="no other suit wins"),
        pytest.param(DeckRules(), "AH", ("2S", "KH", "QH"), "2S", id="a spade wins"),
        pytest.param(DeckRules(), "AH", ("2S", "3S", "KH"), "3S", id="the higher spade wins"),
        pytest.param(DeckRules(), "2S", ("AH", "AC", "3S"), "3S", id="spades led"),
        pytest.param(JOKERS, "AS", ("LJ", "KS", "2S"), "LJ", id="A5: a joker above the ace of spades"),
        pytest.param(JOKERS, "LJ", ("AS", "BJ", "2S"), "BJ", id="A5: the big joker above the little one"),
        pytest.param(JOKERS, "AH", ("LJ", "AS", "KH"), "LJ", id="A7: a joker trumps"),
        pytest.param(DEUCES, "AS", ("2S", "KS", "QS"), "2S", id="A7: a promoted deuce above the ace of spades"),
        pytest.param(DEUCES, "2S", ("2D", "AS", "3S"), "2D", id="A7: promoted cards in their order"),
        pytest.param(DEUCES, "LJ", ("2D", "AS", "3S"), "LJ", id="A7: jokers above the deuces"),
        pytest.param(DEUCES, "AD", ("2D", "KD", "QD"), "2D", id="A7: a promoted diamond trumps diamonds"),
        pytest.param(DEUCES, "2D", ("AD", "KD", "3S"), "2D", id="A7: a promoted diamond leads spades"),
    ],
)
def test_the_winner_of_a_trick(rules: DeckRules, led: str, others: tuple[str, ...], winner: str) -> None:
    assert wins(pack_for(rules, 4), led, *others) == winner


@pytest.mark.parametrize("players", range(2, 7))
def test_no_two_cards_that_can_win_are_equal(players: int) -> None:
    """So that every trick has one winner, whatever is played."""
    for rules in (DeckRules(), JOKERS, DEUCES):
        pack = pack_for(rules, players)
        for strength in pack.strength:
            can_win = [strength[card] for card in cards_in(pack.cards) if strength[card]]
            assert len(set(can_win)) == len(can_win)


@pytest.mark.parametrize(
    ("rules", "lowest"),
    [
        pytest.param(DeckRules(), ("2C",), id="E1: the deuce"),
        pytest.param(DEUCES, ("3C",), id="A6, E1: the three where the deuce is out"),
        pytest.param(DeckRules(top_trumps=("2C", "3C")), ("4C",), id="A7, E1: a promoted club is none"),
        pytest.param(DeckRules(removed={"4": CODES[:13]}), (), id="A6: no clubs"),
    ],
)
def test_the_clubs_begin_with_the_lowest_in_play(rules: DeckRules, lowest: tuple[str, ...]) -> None:
    assert codes_of(pack_for(rules, 4).suits[CLUBS])[:1] == lowest
