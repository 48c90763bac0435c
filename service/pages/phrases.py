"""A ruling's codes and pointers in the words of people: cards by their symbols, places in the record, evidence.

All of it is read from the request and from members of its answer, so that a page says what the answer says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final
from urllib.parse import unquote

from service.json_types import Json
from service.spades import cards as pack
from service.spades.cards import JOKER_NAMES, SUIT_NAMES, SUITS
from service.spades.english import listed

RANKS: Final = pack.RANKS[::-1]
"""Ranks from high to low, as hands are shown."""
_SUITS: Mapping[str, str] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
_CODE = re.compile(rf"\b(?:[{RANKS}][SHDC]|BJ|LJ)\b")

_MINUS = re.compile(r"(?<![\w-])-(?=\d)")

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


def path_of(pointer: str) -> list[str]:
    """Return the names and numbers of a pointer into the request (RFC 6901, as a URI fragment)."""
    names = unquote(pointer.removeprefix("#")).split("/")[1:]
    return [name.replace("~1", "/").replace("~0", "~") for name in names]


def value_at(record: Json, pointer: str) -> Json:
    """Return what a pointer points to, None where there is nothing."""
    value = record
    for name in path_of(pointer):
        if isinstance(value, Mapping):
            value = value.get(name)
        elif isinstance(value, list) and name.isdecimal() and int(name) < len(value):
            value = value[int(name)]
        else:
            return None
    return value


def cards_in_sentences(record: Json) -> re.Pattern[str] | None:
    """Return how cards are found in sentences about a record, None where somebody is called like a card."""
    return _unless_in_names(record, _CODE)


def minus_in_sentences(record: Json) -> re.Pattern[str] | None:
    """Return how the signs of negative numbers are found in them, None where somebody is called like one."""
    return _unless_in_names(record, _MINUS)


def _unless_in_names(record: Json, pattern: re.Pattern[str]) -> re.Pattern[str] | None:
    names = [*record["players"], *(team["name"] for team in record.get("teams", ()))]
    return None if any(pattern.search(name) for name in names) else pattern


def place(record: Json, pointer: str) -> str:
    """Return in words which place of the record a pointer names; a place without words is the pointer itself."""
    path = path_of(pointer)
    words = _place(path) or pointer
    code = value_at(record, pointer)
    if isinstance(code, Mapping):
        code = code.get("card")
    on_cards = {"plays", "hands", "set_aside"} & set(path[:3:2])
    return f"{words} ({card(code)})" if on_cards and isinstance(code, str) else words


def _place(path: list[str]) -> str | None:  # noqa: PLR0911 - one place after the other
    numbers = [int(name) + 1 if name.isdecimal() else 0 for name in path]
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
        case ["reported", what, *name] if what in _SHEET:
            return _SHEET[what].format(*name) if name else f"the {what.replace('_', ' ')}"
        case ["bids" | "tricks" | "draws" | "exchanges" | "accusations" as what, _, *_]:
            return f"{what[:-1]} {numbers[1]}"
        case ["before", team, *_]:
            return f"where {team} stood before the round"
        case [name]:
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
        return "proved by counting: there is no other room" if value == "counting" else f"proof: {place(record, value)}"
    if name == "also_at":
        return f"stands first at: {place(record, value)}"
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
