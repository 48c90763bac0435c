"""Values that are not among those of the contract: cards in other spellings, and words near the right one."""

from __future__ import annotations

from collections.abc import Sequence

from service.json_types import Json
from service.spades.cards import CODES, RANK_NAMES, RANKS, SUIT_NAMES, SUITS, UNREAD_CODE
from service.spades.english import listed
from service.spades.spelling import card_meant, nearest_first, word_meant
from service.wire.faults.examples import short
from service.wire.faults.violation import Explained

_FEW = 12


def not_listed(value: Json, options: Sequence[Json]) -> Explained:
    """Explain a value that is none of those that the contract lists."""
    if CODES[0] in options:
        return _not_a_card(value, options)
    words = [str(each) for each in options]
    meant = word_meant(value, words) if isinstance(value, str) else None
    lead = f"{short(value)} is not one of the values" + ("" if meant is None else f": write {meant}")
    known = nearest_first(value, words) if isinstance(value, str) else words
    return Explained(f"{lead}.", f"The values here are {listed(known[:_FEW])}.", f"values {known}")


def _not_a_card(value: Json, options: Sequence[Json]) -> Explained:
    meant = card_in(value)
    instead = f": write {meant}" if meant in options else ""
    unread = f", {UNREAD_CODE} for one that can't be read" if UNREAD_CODE in options else ""
    advice = f"A card is its rank, then its suit: 2C to AS, with T for ten; BJ and LJ are the jokers{unread}."
    return Explained(f"{short(value)} is not a card{instead}.", advice, "cards")


def card_in(value: Json) -> str | None:
    """Return the code of the card that a value can only mean: another spelling, or an object of rank and suit."""
    if isinstance(value, str):
        return card_meant(value) or _card_in_words(value)
    if isinstance(value, dict) and value.keys() == {"rank", "suit"}:
        return card_meant(_rank_of(str(value["rank"])) + _suit_of(str(value["suit"])))
    return None


def _card_in_words(text: str) -> str | None:
    """Return the code of a card that is written out, such as ``king of hearts``."""
    rank, _, suit = text.partition(" of ")
    return card_meant(_rank_of(rank) + _suit_of(suit)) if suit else None


def _rank_of(text: str) -> str:
    word = text.strip().lower()
    return RANKS[RANK_NAMES.index(word)] if word in RANK_NAMES else text


def _suit_of(text: str) -> str:
    word = text.strip().lower().removesuffix("s")
    return SUITS[SUIT_NAMES.index(word)] if word in SUIT_NAMES else text
