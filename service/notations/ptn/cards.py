"""Cards of PTN: the suit first, ``HQ``, and hands with a group for each suit, ``KJ4.T98..AQ2.H``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.notations import hands
from service.notations.hands import SUITS, UNREAD_RANK
from service.notations.model import Place, Remarks
from service.notations.words import Word
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import quoted
from service.spades.spelling import card_meant

UNKNOWN_HAND = "-"
_JOKERS = {"H": "BJ", "L": "LJ", UNREAD_RANK: UNREAD_CODE}
"""The jokers, high and low, and cards that nobody can read, in a group of their own after the suits."""
_JOKER_SUIT = "J"
CARDS = {
    **{suit + rank: rank + suit for suit in SUITS for rank in RANKS},
    **{_JOKER_SUIT + letter: card for letter, card in _JOKERS.items() if card != UNREAD_CODE},
    UNREAD_CODE: UNREAD_CODE,
}
"""The card that each word stands for."""
_LETTERS = {card: letter for letter, card in _JOKERS.items()}
_WORDS = {card: word for word, card in CARDS.items()}


def read_card(word: Word, remarks: Remarks) -> str | None:
    """Read a card; None and a fault if it is none."""
    card = CARDS.get(word.text.upper())
    if card is None:
        meant = card_meant(word.text)
        advice = f"write {_WORDS[meant]}" if meant else "write suit and rank, S2 to CA, JH or JL for a joker"
        remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return card


def read_run(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards that follow each other without a space: ``S2SJCJ``."""
    written = (each for word in words for each in hands.cards_written_together(word))
    return [card for card in (read_card(each, remarks) for each in written) if card is not None]


def write_card(card: str) -> str:
    """Return a card as a word."""
    return _WORDS[card]


def write_run(cards: Iterable[str]) -> str:
    """Return cards that follow each other without a space."""
    return "".join(map(write_card, cards))


def read_hand(word: Word, remarks: Remarks) -> list[str]:
    """Read a hand: spades, hearts, diamonds, clubs, and perhaps jokers."""
    groups = hands.groups_of(word)
    if len(groups) not in {len(SUITS), len(SUITS) + 1}:
        detail = (
            f"{quoted(word.text)} has {len(groups)} groups: write spades, hearts, diamonds and clubs separated by "
            f"dots, then jokers if there are any, or {UNKNOWN_HAND} for a hand that is not known."
        )
        remarks.fault(word.place, "bad_hand", detail)
        return []
    cards = []
    for suit, group in zip(SUITS, groups, strict=False):
        cards += hands.read_suit(group, suit, RANKS, remarks)
    for group in groups[len(SUITS) :]:
        cards += _read_jokers(group, remarks)
    return cards


def _read_jokers(group: Word, remarks: Remarks) -> list[str]:
    cards = []
    for offset, letter in enumerate(group.text):
        card = _JOKERS.get(letter.upper())
        if card is None:
            at = Place(group.place.line, group.place.column + offset)
            remarks.fault(at, "bad_rank", f"{quoted(letter)} is not a joker: write H for the high one, L for the low.")
        else:
            cards.append(card)
    return cards


def write_hand(cards: Sequence[str]) -> str:
    """Return cards as a hand: spades, hearts, diamonds and clubs, each from high to low, then cards of no suit."""
    return hands.write_hand(cards, void="", write_extra=_LETTERS.__getitem__)
