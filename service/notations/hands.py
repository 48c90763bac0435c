"""Hands as the notations of other programs write them: a group of ranks for each suit, ``AKQ4.T98..97``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from service.notations.model import Place, Remarks
from service.notations.words import Word
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import quoted

SUITS = "SHDC"
"""The suits in the order of a hand."""
UNREAD_RANK = "?"
"""A card in a group that nobody can read."""
_WITHOUT_SUIT = ("BJ", "LJ", UNREAD_CODE)
_ORDER = {
    card: index for index, card in enumerate([*(rank + suit for suit in SUITS for rank in RANKS[::-1]), *_WITHOUT_SUIT])
}


def groups_of(word: Word) -> list[Word]:
    """Return the groups of a hand, which dots separate; some may be empty."""
    groups = []
    column = word.place.column
    for group in word.text.split("."):
        groups.append(Word(group, Place(word.place.line, column)))
        column += len(group) + 1
    return groups


def read_suit(group: Word, suit: str, ranks: str, remarks: Remarks) -> list[str]:
    """Read the cards of one suit; ``ranks`` are those that there are, from low to high."""
    cards = []
    for offset, letter in enumerate(group.text):
        rank = letter.upper()
        at = Place(group.place.line, group.place.column + offset)
        if rank == UNREAD_RANK:
            detail = "Read as a card that cannot be read; that it is of this suit is not kept."
            remarks.note(at, "suit_not_kept", detail)
            cards.append(UNREAD_CODE)
        elif rank in ranks:
            cards.append(rank + suit)
        else:
            advice = "a ten is T" if rank in "10" else f"the ranks are {ranks[::-1]}"
            remarks.fault(at, "bad_rank", f"{quoted(letter)} is not a rank: {advice}.")
    return cards


def cards_written_together(word: Word) -> list[Word]:
    """Return the cards, two letters each, that follow each other without a space: ``JD9C``."""
    line, column = word.place
    return [Word(word.text[index : index + 2], Place(line, column + index)) for index in range(0, len(word.text), 2)]


def write_hand(cards: Sequence[str], *, void: str, write_extra: Callable[[str], str]) -> str:
    """Return cards as a hand: a group for each suit, ``void`` for none, then one for cards of no suit if there are any.

    ``write_extra`` writes a joker or an unreadable card.
    """
    ordered = cards_in_order(cards)
    groups = ["".join(card[0] for card in ordered if card[1] == suit) or void for suit in SUITS]
    extras = "".join(write_extra(card) for card in ordered if card in _WITHOUT_SUIT)
    return ".".join([*groups, extras] if extras else groups)


def cards_in_order(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of a hand: suits from high to low, big joker, little joker, ``??``."""
    return sorted(cards, key=_ORDER.__getitem__)
