"""The words of shorthand, and which texts can be written without quotation marks because they are no word of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from service.spades.spelling import SPELLED_RANK, SUIT_SYMBOLS, card_meant

DASHES = "-\N{EN DASH}\N{EM DASH}"
MARKS = ">:=()@,"
NOT_IN_WORDS = r"\s;\"“”„«»→" + re.escape(MARKS)
"""The characters that end a word, for a class of characters in a pattern."""
STATEMENTS: Mapping[str, str] = {
    **{
        each: each
        for each in (
            *("ruleset", "players", "team", "dealer", "round", "label", "before", "game", "hand", "aside", "draw"),
            *("pass", "bids", "blind", "trick", "call", "claim", "won", "points", "score", "bags", "sheet"),
            *("sub", "void", "forfeit", "adjust"),
        )
    },
    "player": "players",
    "teams": "team",
    "labels": "label",
    "hands": "hand",
    "draws": "draw",
    "bid": "bids",
    "tricks": "trick",
    "calls": "call",
    "claims": "claim",
    "subs": "sub",
    "substitution": "sub",
    "substitutions": "sub",
    "adjustment": "adjust",
    "adjustments": "adjust",
}
"""The words that a statement may begin with, each with the kind of statement that it begins."""
ONLY_IN_GAMES = frozenset({"sub", "void", "forfeit", "adjust"})
"""The kinds of statement that stand in a round of a game and nowhere else."""
LATE_IN_A_TEXT = ONLY_IN_GAMES | {"claim"}
"""The kinds of statement with which no text begins."""
REST, ACCEPTED, REFUSED = "rest", "accepted", "refused"
"""The words of a claim: to all tricks that are left, and what the other side said to it."""
_WITHIN = {"none", "kept", "sets", "revokes", "to", "at", "against", "for"}

_CARD = re.compile(rf"{SPELLED_RANK}[CDHS]|[BL]J|\?\?")
_CARDS = re.compile(rf"(?:{_CARD.pattern})+")
_RANK = re.compile(SPELLED_RANK)
_IN_ORDER = "SHDC"
_RANKS = re.compile(rf"{SPELLED_RANK}+")
_LIKE_A_CARD = re.compile(r"[0-9TJQKA?].{1,2}|.{1,2}[CDHS]|[CDHS].{1,2}|.\?", re.DOTALL)
_MINUS = "\N{MINUS SIGN}"
_NUMBER = re.compile(rf"[-+{_MINUS}]?[0-9]+", re.ASCII)
_BID = re.compile(r"(?P<blind>b|blind)?(?P<tricks>[0-9]+|n|nil)", re.ASCII)
_MOST_DIGITS = 9
_BETWEEN_PARTNERS = re.compile(r"[/+&]")
_VERSUS = {"vs", "vs.", "versus"}
_SHORTEST_RULESET = 4
CONTROL = r"\x00-\x1f\x7f-\x9f"
"""The control characters, for a class of characters in a pattern."""
_HAS_CONTROL = re.compile(f"[{CONTROL}]")
_PLAIN = re.compile(rf"[^#+{{\[{NOT_IN_WORDS}][^{NOT_IN_WORDS}]*")


def cards_in(word: str) -> list[str] | None:
    """Return the codes of the cards that a word spells, one or several written together; None if it is not a card.

    >>> [cards_in(word) for word in ("kh", "H10", "♠A", "2c3c", "??", "Hal")]
    [['KH'], ['TH'], ['AS'], ['2C', '3C'], ['??'], None]
    """
    letters = _letters(word)
    if letters is None:
        return None
    return _codes([letters]) or (_codes(_CARD.findall(letters)) if _CARDS.fullmatch(letters) else None)


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
    suits = [cards_of_suit(f"{suit}:{each or '-'}") for suit, each in zip(_IN_ORDER, ranks, strict=False)]
    if len(ranks) != len(_IN_ORDER) or None in suits:
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


def bid_in(word: str) -> tuple[int, bool] | None:
    """Return the tricks that a word bids, and whether blind; None if it is no bid.

    >>> [bid_in(word) for word in ("4", "nil", "bnil", "b6", "blind")]
    [(4, False), (0, False), (0, True), (6, True), None]
    """
    match = _BID.fullmatch(word.casefold()) if len(word) <= _MOST_DIGITS else None
    if match is None or word.casefold() in {"n", "blindn"}:
        return None
    return (0 if match["tricks"] in {"n", "nil"} else int(match["tricks"])), match["blind"] is not None


def statement_kind(word: str) -> str | None:
    """Return the kind of statement that a word begins, or None."""
    return STATEMENTS.get(word.casefold())


def reading_of(word: str) -> str | None:
    """Return what a word would be read as if it were a name without quotation marks; None if it is free to be one."""
    if word.casefold() in _WITHIN or statement_kind(word) is not None:
        return "a word of shorthand"
    if bid_in(word) is not None or _NUMBER.fullmatch(word.removesuffix(".")):
        return "a number"
    if cards_in(word) is not None:
        return "a card"
    return None if word.strip(f"{DASHES}?") else "a mark"


def sides_in(words: Sequence[str]) -> list[list[str]] | None:
    """Return the sides that a line names instead of single players, with the names in each; None if it names none.

    >>> [sides_in(line.split()) for line in ("Rita/Kim vs Omar/Tom", "N+S E+W", "Rita Omar")]
    [[['Rita', 'Kim'], ['Omar', 'Tom']], [['N', 'S'], ['E', 'W']], None]
    """
    sides = [_BETWEEN_PARTNERS.split(word) for word in words if word.casefold() not in _VERSUS]
    is_joined = all(len(side) > 1 and all(side) for side in sides)
    return sides if len(sides) < len(words) or is_joined else None


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
    """Return whether a word is not one word for the lexer; numbers and cards are nothing special here."""
    return not _PLAIN.fullmatch(word) or "->" in word or has_control(word)


def has_control(text: str) -> bool:
    """Return whether there are control characters in a text."""
    return _HAS_CONTROL.search(text) is not None


def needs_quotation(name: str) -> bool:
    """Return whether a name has to be written in quotation marks."""
    return is_odd(name) or reading_of(name) is not None
