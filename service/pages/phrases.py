"""A ruling's codes and pointers in the words of people: cards by their symbols, places in the record, evidence.

All of it is read from the request and from members of its answer, so that a page says what the answer says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeAlias

from service.json_types import Json
from service.spades import cards as pack
from service.spades.cards import JOKER_NAMES, SUIT_NAMES, SUITS
from service.spades.english import listed
from service.spades.pointers import pointer_to

RANKS: Final = pack.RANKS[::-1]
"""Ranks from high to low, as hands are shown."""
_SUITS: Mapping[str, str] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
_CODE = re.compile(rf"[{RANKS}][SHDC]")
Path: TypeAlias = Sequence[str | int]
"""The names and indices that lead to a place of the record."""

BASES: Mapping[str, str] = MappingProxyType(
    {
        "written": "written in the source of the ruleset",
        "implied": "implied by the source of the ruleset",
        "default": "a default of this engine: the source of the ruleset is silent",
        "override": "a house rule that came with the request",
        "game": "a rule of the game itself",
    }
)
"""What a rule rests on, by its basis."""

_SHEET: Mapping[str, str] = MappingProxyType(
    {
        "tricks_won": "tricks won by {}",
        "points": "points of {} in this round",
        "score": "score of {} after this round",
        "bags": "bags of {} after this round",
    }
)
_EVIDENCE: Mapping[str, str] = MappingProxyType(
    {
        "held": "held at that moment: {}",
        "possible": "held at least one of: {}",
        "expected": "it was the turn of {}",
        "claimed": "the record names {}",
        "led": "the lead was made by {}",
        "won": "the trick was won by {}",
        "reported": "the score sheet says {}",
        "counted": "counted from the record: {}",
        "listed": "cards in the list of the hand: {}",
        "dealt": "cards dealt to each player: {}",
        "played": "shown in the hand by the play, though not listed: {}",
    }
)


def card(code: str) -> str:
    """Return a card as people write it (``TH``: 10♥), and any other text as it is."""
    if code in JOKER_NAMES:
        return JOKER_NAMES[code]
    if not _CODE.fullmatch(code):
        return code
    return ("10" if code[0] == "T" else code[0]) + _SUITS[code[1]]


def cards(codes: Iterable[str]) -> str:
    """Return cards as people write them."""
    return ", ".join(map(card, codes))


def number(value: int) -> str:
    """Return a number with a minus sign, not a hyphen."""
    return f"\N{MINUS SIGN}{-value}" if value < 0 else str(value)


def signed(value: int) -> str:
    """Return a step up or down with its sign."""
    return f"+{value}" if value > 0 else number(value)


def opening(text: str) -> str:
    """Return a text as the beginning of a sentence; what else is in it stays as it is, names above all."""
    return text[:1].upper() + text[1:]


def place_in_words(record: Json, path: Path) -> str:
    """Return a place of the record in words, with its card if it is one; without words, it is a JSON Pointer."""
    words = _words_of(path) or pointer_to(*path)
    value = _value_at(record, path)
    if isinstance(value, Mapping):
        value = value.get("card")
    on_cards = {"plays", "hands", "set_aside"} & set(path[:3:2])
    return f"{words} ({card(value)})" if on_cards and isinstance(value, str) else words


def _value_at(record: Json, path: Path) -> Json:
    """Return the value at a place of the record, None if there is nothing."""
    value = record
    for part in path:
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def _words_of(path: Path) -> str | None:  # noqa: PLR0911 - one place after the other
    numbers = [part + 1 if isinstance(part, int) else 0 for part in path]
    match path:
        case ["hands", player, *deeper]:
            return f"card {numbers[2]} in the hand of {player}" if deeper else f"the hand of {player}"
        case ["set_aside", _]:
            return f"card {numbers[1]} of those set aside"
        case ["tricks", _, "plays", _, "withdrawn", *_]:
            return f"trick {numbers[1]}, a card taken back from place {numbers[3]}"
        case ["tricks", _, "plays", _, *_]:
            return f"trick {numbers[1]}, card {numbers[3]}"
        case ["tricks", _, "winner" | "leader" as role]:
            return f"trick {numbers[1]}, the {role} named in the record"
        case ["reported", str() as row, *name] if row in _SHEET:
            return _SHEET[row].format(*name) if name else f"the {row.replace('_', ' ')}"
        case ["bids" | "tricks" | "draws" | "exchanges" | "accusations" as several, _, *_]:
            return f"{several[:-1]} {numbers[1]}"
        case ["before", team, *_]:
            return f"where {team} stood before the round"
        case [str() as name]:
            return _WHOLE.get(name)
    return None


_WHOLE: Mapping[str, str] = MappingProxyType(
    {
        "hands": "the hands as dealt",
        "set_aside": "the cards set aside",
        "draws": "the cards drawn",
        "exchanges": "the cards passed",
        "bids": "the bids",
        "tricks": "the tricks",
        "dealer": "who dealt",
        "before": "where the sides stood before the round",
        "round_number": "the number of the round in the game",
        "reported": "the score sheet",
    }
)


def moment(at: Mapping[str, int]) -> str:
    """Return in words when something happened."""
    plays = at["plays"]
    if not plays:
        return f"before trick {at['trick']} was led to"
    return f"when {plays} {'card' if plays == 1 else 'cards'} of trick {at['trick']} lay on the table"


def evidence(record: Json, members: Mapping[str, Json]) -> str:
    """Return in words what a finding rests on."""
    return "; ".join(_evidence(record, name, value) for name, value in members.items())


def _evidence(record: Json, name: str, value: Json) -> str:
    if name == "led_suit":
        return f"suit led: {SUIT_NAMES[SUITS.index(value)]}s"
    if name == "proved_by":
        return (
            "proved by counting: there is no other room"
            if value == "counting"
            else f"proof: {place_in_words(record, value)}"
        )
    if name == "also_at":
        return f"stands first at: {place_in_words(record, value)}"
    if isinstance(value, list | tuple):
        value = cards(value)
    elif isinstance(value, int):
        value = number(value)
    return _EVIDENCE.get(name, name.replace("_", " ") + ": {}").format(value)


def alternatives(given: Sequence[Mapping[str, str]]) -> str:
    """Return who would have won the trick with which of the cards that were legal."""
    by_winner: dict[str, list[str]] = {}
    for each in given:
        by_winner.setdefault(each["winner"], []).append(card(each["card"]))
    return "; ".join(f"with {listed(codes, 'or')}, {winner}" for winner, codes in by_winner.items())
