"""Cards, numbers, locations in a record, moments and evidence in words, and what is filled in on paper.

They are written from the request and from its answer in JSON, so that a page says what the answer says.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from service.media_types import Json
from service.spades.cards import JOKER_NAMES, RANKS, SUIT_NAMES, SUITS
from service.spades.english import listed, tricks_in_words
from service.spades.errors import place_in_words
from service.spades.rules.ruleset import dotted
from service.wire import places
from service.wire.places import Path, trick_numbers, value_at

_SUIT_SYMBOLS: Mapping[str, str] = MappingProxyType({"S": "♠", "H": "♥", "D": "♦", "C": "♣"})
_PLAIN_CARD = re.compile(rf"[{RANKS}][SHDC]")
_ASKED: Final = ("event", "table", "time", "called by")

BASES: Mapping[str, str] = MappingProxyType(
    {
        "written": "written in the source of the ruleset",
        "implied": "implied by the source of the ruleset",
        "default": "a default of this service, because the source of the ruleset does not say",
        "override": "a house rule from the request",
        "game": "a rule of the game itself",
    }
)
"""Each basis of a rule in words."""

_EVIDENCE: Mapping[str, str] = MappingProxyType(
    {
        "held": "held at that moment: {}",
        "possible": "held at least one of: {}",
        "expected": "it was the turn of {}",
        "claimed": "the record names {}",
        "led": "{} led",
        "won": "{} won the trick",
        "reported": "the score sheet says {}",
        "counted": "counted from the record: {}",
        "listed": "cards listed in the hand: {}",
        "dealt": "cards dealt to each player: {}",
        "played": "played from the hand but not listed in it: {}",
    }
)


def card_text(code: str) -> str:
    """Return a card with its symbol (``TH``: 10♥), a joker by its name, and any other text unchanged."""
    if code in JOKER_NAMES:
        return JOKER_NAMES[code]
    if not _PLAIN_CARD.fullmatch(code):
        return code
    return ("10" if code[0] == "T" else code[0]) + _SUIT_SYMBOLS[code[1]]


def cards_text(codes: Iterable[str]) -> str:
    """Return cards with their symbols, separated by commas."""
    return ", ".join(map(card_text, codes))


def number_text(value: int) -> str:
    """Return a number; below 0 with a minus sign instead of a hyphen."""
    return f"\N{MINUS SIGN}{-value}" if value < 0 else str(value)


def signed_number(value: int) -> str:
    """Return a change with its sign: ``+3``, ``0``, or ``-3`` with a minus sign."""
    return f"+{value}" if value > 0 else number_text(value)


def adjustment_in_words(adjustment: Json) -> str:
    """Return what a director gave or took, and why: ``N+S: -3 tricks, to E+W. Talking across the board``."""
    amounts = [
        f"{signed_number(adjustment[unit])} {unit.removesuffix('s') if abs(adjustment[unit]) == 1 else unit}"
        for unit in ("points", "tricks")
        if unit in adjustment
    ]
    to = f", to {adjustment['to']}" if "to" in adjustment else ""
    return f"{adjustment['team']}: {' and '.join(amounts)}{to}. {adjustment['reason']}"


def capitalised(text: str) -> str:
    """Return a text with a capital first letter; unlike `str.capitalize`, leave the case of the rest (names) alone."""
    return text[:1].upper() + text[1:]


def location_in_words(record: Json, path: Path) -> str:
    """Return a location in the record in words, with the symbol of the card that is there."""
    return places.location_in_words(record, path, card_text)


def moment_in_words(at: Mapping[str, int]) -> str:
    """Return the contract's ``Moment`` in words."""
    plays = at["plays"]
    if not plays:
        return f"before the lead to trick {at['trick']}"
    cards = "1 card of trick {} was" if plays == 1 else f"{plays} cards of trick {{}} were"
    return f"when {cards.format(at['trick'])} on the table"


def evidence_in_words(record: Json, evidence: Mapping[str, Json]) -> str:
    """Return the evidence of a finding in words."""
    return "; ".join(_piece_of_evidence(record, name, value) for name, value in evidence.items())


def _entries_in_words(record: Json, entries: Iterable[Path]) -> str:
    """Return entries of a record, those of a trick or a list together; of whole tricks only the numbers."""
    places: dict[tuple[Any, ...], list[Json]] = {}
    for entry in entries:
        value = value_at(record, entry)
        card = value.get("card") if isinstance(value, Mapping) else value
        place = tuple(entry[: 2 if entry[0] in {"tricks", "hands"} else 1])
        places.setdefault(place, []).append(card if isinstance(card, str) else None)
    plays = {
        index: sum(len(trick.get(form, ())) for form in ("plays", "cards", "cards_by_player"))
        for index, trick in enumerate(record.get("tricks", ()))
    }
    whole = [place[1] for place, cards in places.items() if place[0] == "tricks" and len(cards) >= plays[place[1]]]
    numbers = trick_numbers(record)
    parts = [tricks_in_words([numbers.get(index, index + 1) for index in whole])] if whole else []
    for place, cards in places.items():
        if place[0] != "tricks" or place[1] not in whole:
            read = [card for card in cards if card is not None]
            parts.append(place_in_words(place, 1, numbers) + (f" ({cards_text(read)})" if read else ""))
    return listed(parts)


def _piece_of_evidence(record: Json, name: str, value: Json) -> str:
    if name == "rests_on":
        return f"it rests on {_entries_in_words(record, value)}"
    if name == "led_suit":
        return f"suit led: {SUIT_NAMES[SUITS.index(value)]}s"
    if name == "proved_by":
        return (
            "proved by counting: the other hands have no room for the cards"
            if value == "counting"
            else f"proof: {location_in_words(record, value)}"
        )
    if name == "also_at":
        return f"listed first: {location_in_words(record, value)}"
    if isinstance(value, list | tuple):
        value = cards_text(value)
    elif isinstance(value, int):
        value = number_text(value)
    return _EVIDENCE.get(name, name.replace("_", " ") + ": {}").format(value)


def alternatives_in_words(alternatives: Sequence[Mapping[str, str]]) -> str:
    """Return the winner of the trick for each card that was legal instead."""
    by_winner: dict[str, list[str]] = {}
    for alternative in alternatives:
        by_winner.setdefault(alternative["winner"], []).append(card_text(alternative["card"]))
    return "; ".join(f"with {listed(cards, 'or')}, {winner}" for winner, cards in by_winner.items())


def overrides_in_words(ruleset: Json) -> list[str]:
    """Return the house rules of the request, each as a parameter and its value."""
    return [f"{name} = {_plain(value)}" for name, value in dotted(ruleset["overrides"]).items()]


def _plain(value: Json) -> str:
    """Return the value of a parameter in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in ([], {}):
        return "none"
    if isinstance(value, Mapping):
        return ", ".join(f"{name}: {_plain(member)}" for name, member in value.items())
    return ", ".join(map(_plain, value)) if isinstance(value, list | tuple) else str(value)


def left_to_fill_in(answer: Json) -> list[str]:
    """Return what is filled in by hand on paper: the event, the table, the time and the caller, if no label says it.

    The service has no clock, and a record says only what its labels say.
    """
    said = {name.casefold().replace("_", " ") for name in answer.get("labels", {})}
    return [asked for asked in _ASKED if asked not in said]
