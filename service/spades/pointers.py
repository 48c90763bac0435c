"""Where something stands in a request: JSON Pointers (RFC 6901) as URI fragments."""

from __future__ import annotations

from urllib.parse import quote


def pointer_to(*parts: str | int) -> str:
    """Return the URI fragment form of a JSON Pointer: ``~0``, ``~1``, then percent-encoding.

    >>> pointer_to("reported", "points", "ana/cy+ü")
    '#/reported/points/ana~1cy+%C3%BC'
    """
    return "#" + "".join(
        f"/{part}" if isinstance(part, int) else "/" + quote(part.replace("~", "~0").replace("/", "~1"), safe=_SAFE)
        for part in parts
    )


def into_round(place: int, pointer: str) -> str:
    """Return a pointer into a round as one into the game that has the round in this place.

    >>> into_round(2, "#/bids/0")
    '#/rounds/2/bids/0'
    """
    return pointer_to("rounds", place) + pointer[1:]


# The characters that RFC 3986 allows in a fragment beside letters and digits, less "/", which separates the parts.
_SAFE = "-._~!$&'()*+,;=:@?"
