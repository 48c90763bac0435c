"""Places of a record as it was sent, in words and with the cards that are there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from service.media_types import Json
from service.spades.english import tricks_in_words
from service.spades.errors import place_in_words

Path: TypeAlias = Sequence[str | int]
"""The names and indices that lead to a location in the record."""


def location_in_words(record: Json, path: Path, card_text: Callable[[str], str]) -> str:
    """Return a location in the record in words, with the card that is there; a JSON Pointer if it has no words."""
    words = place_in_words(path, 1, trick_numbers(record))
    value = value_at(record, path)
    if isinstance(value, Mapping):
        value = value.get("card")
    has_cards = {"plays", "hands", "set_aside"} & set(path[:3:2]) or _in_short_form(path)
    return f"{words} ({card_text(value)})" if has_cards and isinstance(value, str) else words


def _in_short_form(path: Path) -> bool:
    """Return whether a location is in the cards of a trick that was not recorded play by play."""
    match path:
        case ["tricks", _, "cards" | "cards_by_player", *_]:
            return True
    return False


def value_at(record: Json, path: Path) -> Json:
    """Return the value at a location in the record, or None if there is none."""
    value = record
    for part in path:
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and isinstance(part, int) and part < len(value):
            value = value[part]
        else:
            return None
    return value


def trick_numbers(record: Json) -> dict[int, int]:
    """Return the number of each trick of a record by its index, where it gives numbers."""
    numbers: dict[int, int] = {}
    tricks = record.get("tricks", ())
    for index, trick in enumerate(tricks) if any("number" in trick for trick in tricks) else ():
        numbers[index] = trick.get("number", numbers.get(index - 1, 0) + 1)
    return numbers


def unbroken_in(record: Json, finding: Json) -> str:
    """Return what shows that spades were unbroken at a lead, mostly tricks by their cards; empty of anything else."""
    entries, numbers = finding.get("evidence", {}).get("rests_on", ()), trick_numbers(record)
    if finding.get("rule", {}).get("parameter") != "play.spade_lead":
        return ""
    if any(entry[-1] == "spades_broken" for entry in entries):
        return "spades unbroken: the record says so"
    tricks = {numbers.get(entry[1], entry[1] + 1) for entry in entries if entry[0] == "tricks"}
    before = sorted(trick for trick in tricks if trick < finding["trick"])
    return f"spades unbroken: {tricks_in_words(before)}" if before else ""
