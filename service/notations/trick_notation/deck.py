"""Decks, holdings and cards of trick-notation: ``AKQ4.T98.-.97`` is a hand, ``KC`` a card, ``*BJ`` a joker."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from service.notations import hands
from service.notations.hands import SUITS, UNREAD_RANK
from service.notations.model import Remarks
from service.notations.trick_notation.document import Header
from service.notations.words import Word
from service.spades.cards import INDEX, RANKS, UNREAD_CODE
from service.spades.english import quoted
from service.spades.spelling import card_meant

JOKERS = {"BJ": "*BJ", "LJ": "*LJ"}
"""The special cards of a deck with jokers."""
PLAIN_DECK = "french52"
DECK_WITH_JOKERS = f"suits=SHDC ranks={RANKS} specials=BJ,LJ"

_PRESETS = {PLAIN_DECK: RANKS, "euchre24": "9TJQKA"}
_JOKER_NAMES = {"bj": "BJ", "lj": "LJ", "bigjoker": "BJ", "littlejoker": "LJ", "big": "BJ", "little": "LJ"}
_EXTRAS = re.compile(r"\*[A-Za-z]+|\?")
_VOID = "-"


class Deck(NamedTuple):
    """The order of the suits in a holding, and the ranks."""

    suits: str = SUITS
    ranks: str = RANKS


def read_deck(header: Header, remarks: Remarks) -> Deck:
    """Read the value of a ``Deck`` header; a fault if Spades cannot be played with it."""
    name = header.value.strip()
    if name in _PRESETS:
        return Deck(ranks=_PRESETS[name])
    fields = dict(word.text.partition("=")[::2] for word in header.words)
    suits, ranks = fields.pop("suits", ""), fields.pop("ranks", "")
    specials = [each for each in fields.pop("specials", "").split(",") if each]
    usable = (
        bool(suits and ranks)
        and _distinct(suits, SUITS)
        and _distinct(ranks, RANKS)
        and fields.pop("mult", "1") == "1"
        and all(each.lower() in _JOKER_NAMES for each in specials)
    )
    if not usable or fields:
        detail = (
            f"Spades is not played with the deck {quoted(name)}: write {quoted(PLAIN_DECK)}, or with jokers "
            f"{quoted(DECK_WITH_JOKERS)}."
        )
        remarks.fault(header.place, "unknown_deck", detail)
        return Deck()
    return Deck(suits, ranks)


def _distinct(letters: str, known: str) -> bool:
    return len(set(letters)) == len(letters) and set(letters) <= set(known)


def read_holding(word: Word, deck: Deck, remarks: Remarks) -> list[str]:
    """Read a holding: a group for each suit of the deck, and one more for jokers and cards that cannot be read.

    Cards may stand there one by one instead, without dots: ``JD9C``.
    """
    if "." not in word.text:
        return read_cards(hands.cards_written_together(word), remarks)
    groups = hands.groups_of(word)
    if len(groups) not in {len(deck.suits), len(deck.suits) + 1}:
        detail = (
            f"{quoted(word.text)} has {len(groups)} groups, and the deck has the suits {' '.join(deck.suits)}: "
            f"write a group for each, separated by dots, and {_VOID} for none."
        )
        remarks.fault(word.place, "bad_holding", detail)
        return []
    cards: list[str] = []
    for suit, group in zip(deck.suits, groups, strict=False):
        if group.text != _VOID:
            cards += hands.read_suit(group, suit, deck.ranks, remarks)
    for group in groups[len(deck.suits) :]:
        if group.text != _VOID:
            cards += _read_extras(group, remarks)
    return cards


def _read_extras(group: Word, remarks: Remarks) -> list[str]:
    found = _EXTRAS.findall(group.text)
    cards = [UNREAD_CODE if each == UNREAD_RANK else _JOKER_NAMES.get(each[1:].lower(), "") for each in found]
    if "".join(found) != group.text or not all(cards):
        detail = (
            f"{quoted(group.text)} is not a group of jokers: write {' or '.join(JOKERS.values())}, or ? for a card."
        )
        remarks.fault(group.place, "bad_holding", detail)
        return []
    return cards


def read_cards(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards, rank then suit; those that are no cards are faults, and left out."""
    return [card for card in (read_card(word, remarks) for word in words) if card is not None]


def read_card(word: Word, remarks: Remarks) -> str | None:
    """Read one card: ``KC``, ``*BJ`` or ``??``."""
    plain = word.text.upper()
    if plain.startswith("*"):
        plain = _JOKER_NAMES.get(plain[1:].lower(), plain)
    if plain in INDEX:
        return plain
    meant = card_meant(word.text)
    advice = f"write {meant}" if meant else "write rank and suit, 2C to AS, *BJ or *LJ for a joker, ?? if unreadable"
    remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return None


def write_card(card: str) -> str:
    """Return a card as a word."""
    return JOKERS.get(card, card)


def write_holding(cards: Sequence[str]) -> str:
    """Return cards as a holding: spades, hearts, diamonds and clubs, each from high to low, then cards of no suit."""
    return hands.write_hand(
        cards, void=_VOID, write_extra=lambda card: UNREAD_RANK if card == UNREAD_CODE else write_card(card)
    )
