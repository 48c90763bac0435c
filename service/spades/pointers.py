"""JSON Pointers (RFC 6901) in the form of URI fragments: where something is in a request."""

from __future__ import annotations

from typing import Final
from urllib.parse import quote, unquote

# The characters that RFC 3986 allows in a fragment besides letters and digits, except "/", which separates the parts.
_SAFE: Final = "-._~!$&'()*+,;=:@?"


def pointer_to(*parts: str | int) -> str:
    """Return the pointer to the member or item that these parts lead to, escaped and percent-encoded.

    >>> pointer_to("reported", "points", "ana/cy+ü")
    '#/reported/points/ana~1cy+%C3%BC'
    """
    pointer = "#"
    for part in parts:
        pointer += f"/{part}" if isinstance(part, int) else f"/{_escaped(part)}"
    return pointer


def _escaped(part: str) -> str:
    if part.isascii() and part.isidentifier():
        return part  # as nearly all are
    return quote(part.replace("~", "~0").replace("/", "~1"), safe=_SAFE)


def parts_of(pointer: str) -> tuple[str, ...]:
    """Return the parts of a pointer as text, indices too: the reverse of `pointer_to`.

    >>> parts_of("#/bids/0/ana~1cy+%C3%BC")
    ('bids', '0', 'ana/cy+ü')
    """
    _, *parts = pointer.split("/")
    return tuple(unquote(part).replace("~1", "/").replace("~0", "~") for part in parts)


def pointer_within(pointer: str, *parts: str | int) -> str:
    """Return the pointer into a whole for a pointer into the part of it that these parts lead to.

    >>> pointer_within("#/rounds/0/bids", "games", 3)
    '#/games/3/rounds/0/bids'
    """
    return pointer_to(*parts) + pointer[1:]


def into_round(index: int, pointer: str) -> str:
    """Return the pointer into a game for a pointer into the round at this index.

    >>> into_round(2, "#/bids/0")
    '#/rounds/2/bids/0'
    """
    return pointer_within(pointer, "rounds", index)
