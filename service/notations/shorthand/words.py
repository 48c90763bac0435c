"""The words of shorthand: which cards, numbers and bids they spell, and which need quotation marks to be names."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache

from service.notations.shorthand.statements import row_of
from service.spades.cards import SPELLED_RANK, SUIT_SYMBOLS, SUITS, card_meant
from service.spades.rules.ruleset import blind_kind

DASHES = "-\N{EN DASH}\N{EM DASH}"
MARKS = ">:=()@,"
NOT_IN_WORDS = r"\s;\"“”„«»→" + re.escape(MARKS)
"""The characters that end a word, for a class of characters in a pattern."""
_WITHIN = {"none", "kept", "sets", "revokes", "consecutive_sets", "to", "at", "against", "for"}

_CARD = re.compile(rf"{SPELLED_RANK}[CDHS]|[BL]J|\?\?")
_CARDS = re.compile(rf"(?:{_CARD.pattern})+")
_RANK = re.compile(SPELLED_RANK)
_RANKS = re.compile(rf"{SPELLED_RANK}+")
_LIKE_A_CARD = re.compile(r"[0-9TJQKA?].{1,2}|.{1,2}[CDHS]|[CDHS].{1,2}|.\?", re.DOTALL)
_MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(rf"[-+{_MINUS}]?[0-9]+", re.ASCII)
_BID = re.compile(r"(?:(?P<blind>b|blind)?(?P<tricks>[0-9]+|n|nil)|zero)", re.ASCII)
_MOST_DIGITS = 9
_KEPT = 512  # short words whose meaning is remembered
_SHORT = 8
_BETWEEN_PARTNERS = re.compile(r"[/+&]")
_VERSUS = {"vs", "vs.", "versus"}
_SHORTEST_RULESET = 4
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
"""A control character."""
_PLAIN = re.compile(rf"[^#+{{\[{NOT_IN_WORDS}][^{NOT_IN_WORDS}]*")


def cards_in(word: str) -> list[str] | None:
    """Return the codes of the cards that a word spells, one or several written together; None if it is not a card.

    >>> [cards_in(word) for word in ("kh", "H10", "♠A", "2c3c", "??", "Hal")]
    [['KH'], ['TH'], ['AS'], ['2C', '3C'], ['??'], None]
    """
    codes = _known_codes(word) if len(word) <= _SHORT else _codes_of(word)
    return None if codes is None else [*codes]


def _codes_of(word: str) -> Sequence[str] | None:
    letters = _letters(word)
    if letters is None:
        return None
    return _codes([letters]) or (_codes(_CARD.findall(letters)) if _CARDS.fullmatch(letters) else None)


# The same short words stand in every line, and each is asked about several times.
_known_codes = lru_cache(_KEPT)(_codes_of)


def cards_of_suit(word: str) -> list[str] | None:
    """Return the codes of the cards that a suit and its ranks spell; None if a word is no such group.

    >>> [cards_of_suit(word) for word in ("S:AK10", "♥3", "DK", "S:-", "AK")]
    [['AS', 'KS', 'TS'], ['3H'], ['KD'], [], None]
    """
    letters = _letters(word)
    suit, ranks = ("", "") if not letters else (letters[0], letters[1:].removeprefix(":"))
    if suit not in set("CDHS") or not (ranks == "-" or _RANKS.fullmatch(ranks)):
        return None
    return _codes([rank + suit for rank in _RANK.findall(ranks)])


def cards_of_hand(word: str) -> list[str] | None:
    """Return the codes of the cards of a hand with its four suits in order; None if a word is no such hand.

    >>> [cards_of_hand(word) for word in ("AK.10..2", "AK.T9", "AK.X..2")]
    [['AS', 'KS', 'TH', '2C'], None, None]
    """
    ranks = word.split(".")
    suits = [cards_of_suit(f"{suit}:{held or '-'}") for suit, held in zip(SUITS[::-1], ranks, strict=False)]
    if len(ranks) != len(SUITS) or None in suits:
        return None
    return [card for cards in suits for card in cards or ()]


def is_suit(word: str) -> bool:
    """Return whether a word names a suit: ``S``, ``♠``."""
    return _letters(word) in {"C", "D", "H", "S"}


def is_like_a_card(word: str) -> bool:
    """Return whether a word was probably meant to be a card, whether or not it is one."""
    return is_joker(word) or _LIKE_A_CARD.fullmatch(word.upper()) is not None


def is_joker(word: str) -> bool:
    """Return whether a word names a joker otherwise than by its code."""
    return "joker" in word[:20].casefold()


def _letters(word: str) -> str | None:
    """Return a word in capital letters, with letters for symbols of suits; None if others than ASCII remain."""
    plain = word.translate(SUIT_SYMBOLS)
    return plain.upper() if plain.isascii() else None


def _codes(spellings: Sequence[str]) -> list[str]:
    """Return the codes of those of these spellings that are cards."""
    return [code for code in map(card_meant, spellings) if code is not None]


def number_in(word: str) -> int | None:
    """Return the whole number that a word writes; None if it writes none, or one of more than nine characters.

    >>> [number_in(word) for word in ("12", "-40", "4.5")]
    [12, -40, None]
    """
    if len(word) > _MOST_DIGITS or not _NUMBER.fullmatch(word):
        return None
    return int(word.replace(_MINUS, "-"))


def bid_in(word: str) -> tuple[int, str] | None:
    """Return the tricks that a word bids, and the kind of bid as far as it says one; None if it is no bid.

    >>> [bid_in(word) for word in ("4", "b6", "bnil", "nil", "zero", "0", "blind")]
    [(4, ''), (6, 'blind'), (0, 'blind_nil'), (0, 'nil'), (0, 'zero'), (0, ''), None]
    """
    return _known_bid(word) if len(word) <= _MOST_DIGITS else None


@lru_cache(_KEPT)
def _known_bid(word: str) -> tuple[int, str] | None:
    match = _BID.fullmatch(word.casefold())
    if match is None or word.casefold() in {"n", "blindn"}:
        return None
    tricks = int(match["tricks"]) if match["tricks"] and match["tricks"].isdigit() else 0
    if match["blind"]:
        return tricks, blind_kind(tricks)
    return tricks, "" if match[0].isdigit() else match[0]


def meaning_of(word: str) -> str | None:
    """Return what a word would be read as if it were a name without quotation marks; None if it is free to be one."""
    if word.casefold() in _WITHIN or row_of(word) is not None:
        return "a word of shorthand"
    if bid_in(word) is not None or _NUMBER.fullmatch(word.removesuffix(".")):
        return "a number"
    if cards_in(word) is not None:
        return "a card"
    return None if word.strip(f"{DASHES}?") else "a mark"


def names_sides(words: Sequence[str]) -> bool:
    """Return whether a line names sides instead of single players: ``Rita/Kim vs Omar/Tom``, ``N+S E+W``."""
    joined = [all(_BETWEEN_PARTNERS.split(word)) and bool(_BETWEEN_PARTNERS.search(word)) for word in words]
    return (bool(joined) and all(joined)) or not _VERSUS.isdisjoint(map(str.casefold, words))


def ruleset_among(words: Sequence[str]) -> str | None:
    """Return the first or last word of a line of players if it is probably a ruleset, or None.

    It alone begins with a small letter, and there is one word more than players at most tables.

    >>> [ruleset_among(line.split()) for line in ("N E S W pagat", "whiz N E S W", "Ana Ben Cy pagat")]
    ['pagat', 'whiz', None]
    """
    small = [word for word in words if not word[:1].isupper()]
    is_one = len(words) % 2 == 1 and len(small) == 1 and len(small[0]) >= _SHORTEST_RULESET
    return small[0] if is_one and small[0] in {words[0], words[-1]} else None


def is_odd(word: str) -> bool:
    """Return whether a word is not one word for the reader of lines; numbers and cards are nothing special here."""
    return not _PLAIN.fullmatch(word) or "->" in word or CONTROL.search(word) is not None


def in_json(value: object) -> str:
    """Return a value as JSON on one line, with every control character escaped."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def quoted_if_needed(name: str) -> str:
    """Return a name, in quotation marks if it would be read as something else without them."""
    return in_json(name) if is_odd(name) or meaning_of(name) is not None else name


def text_to_the_end(text: str) -> str:
    """Return a text that goes to the end of its line, in quotation marks if it would be read otherwise."""
    # Numbers and cards are nothing special there.
    return in_json(text) if any(map(is_odd, text.split(" "))) else text
