"""Values written into sentences: what was sent, cut short, and what to write instead, as JSON."""

from __future__ import annotations

import json

from service.json_types import Json
from service.spades.english import quoted

_LONGEST_EXAMPLE = 200
_LONGEST_VALUE = 64
_FEW = 2
MOST_NAMES = 8
"""The most names that a sentence lists."""
_TYPES = {
    bool: "a boolean",
    int: "an integer",
    float: "a number",
    str: "a string",
    list: "an array",
    dict: "an object",
}


def names_of_players(body: Json) -> list[str]:
    """Return the players that a body names, as far as they are names."""
    players = body.get("players") if isinstance(body, dict) else None
    return [each for each in players[:MOST_NAMES] if isinstance(each, str)] if isinstance(players, list) else []


def type_of(value: Json) -> str:
    """Return the JSON type of a value with its article."""
    return _TYPES.get(type(value), "null")


def short(value: Json) -> str:
    """Return a value for a sentence, cut short: an answer never repeats a request at length."""
    if isinstance(value, list | dict):
        return type_of(value).capitalize()
    if isinstance(value, str):
        return quoted(value)
    text = json.dumps(value)
    return text if len(text) <= _LONGEST_VALUE else text[:_LONGEST_VALUE] + "..."


def written(value: Json, member: str | None = None) -> str | None:
    """Return a value as JSON, as the value of a member if that is named; None if it is too long for a sentence.

    A long list or object is shown with its first two entries and an ellipsis.
    """
    start = "" if member is None else f"{_json(member)}: "
    for text in (_json(value), _json_of_few(value)):
        if len(start) + len(text) <= _LONGEST_EXAMPLE:
            return start + text
    return None


def write(value: Json, after: str = "", member: str | None = None) -> str:
    """Return a sentence that says to write a value, with more after it; an empty text if the value is too long."""
    example = written(value, member)
    return "" if example is None else f"Write {example}{after}."


def _json(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False)


def _json_of_few(value: Json) -> str:
    """Return the JSON of a list or an object with an ellipsis in place of all but its first entries."""
    if isinstance(value, list) and len(value) > _FEW:
        return _json(value[:_FEW])[:-1] + ", ...]"
    if isinstance(value, dict) and len(value) > _FEW:
        return _json(dict(list(value.items())[:_FEW]))[:-1] + ", ...}"
    return _json(value)
