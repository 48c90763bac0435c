"""The numbers of rounds in a sheet: how a cell writes one, and which are missing."""

from __future__ import annotations

import re
from collections.abc import Collection

from service.spades.english import listed

_ROUND_NUMBER = re.compile(r"(?:round|rnd|hand|deal|r|#)?\s*([0-9]{1,4})(?:[.,]0*)?", re.IGNORECASE)
_LISTED = 3


def number_of_round(text: str) -> int | None:
    """Return the number that a cell writes, or None.

    >>> [number_of_round(text) for text in ("3", "Round 3", "R3", "3.0", "three")]
    [3, 3, 3, 3, None]
    """
    match = _ROUND_NUMBER.fullmatch(text)
    return int(match[1]) if match else None


def missing_rounds(present: Collection[int]) -> tuple[int, str] | None:
    """Return the first number that is missing, and a sentence about all of them; None if none is."""
    missing = [number for number in range(1, max(present, default=0)) if number not in present]
    if not missing:
        return None
    others = ["others"] if len(missing) > _LISTED else []
    which = (
        f"Round {missing[0]} is"
        if len(missing) == 1
        else f"Rounds {listed([*map(str, missing[:_LISTED]), *others])} are"
    )
    return missing[0], f"{which} not in the sheet: the record has those that are, one after another."
