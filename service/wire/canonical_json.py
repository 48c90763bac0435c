"""JSON in its canonical form (RFC 8785): the same bytes for the same value on any machine."""

from __future__ import annotations

import re

import orjson
import rfc8785

from service.json_types import Json

# RFC 8785 sorts names by their UTF-16 code units, and orjson by their code points, in UTF-8: the two orders differ only
# beyond the basic multilingual plane, whose characters take four bytes in UTF-8 and begin with one of these.
_BEYOND_THE_PLANE = re.compile(rb"[\xf0-\xf4]")
_FIRST_INEXACT = 2**53


def canonical_json(value: Json) -> bytes:
    """Return the canonical form of a value without floats, which no record and no answer has."""
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if written.isascii() or _BEYOND_THE_PLANE.search(written) is None:
        return written
    return rfc8785.dumps(value)


def canonical_json_of_any(value: Json) -> bytes:
    """Return the canonical form of any value; raises `ValueError` for a number that has none."""
    return rfc8785.dumps(value) if _has_number_beyond(value) else canonical_json(value)


def _has_number_beyond(value: Json) -> bool:
    """Return whether a value has a float in it, or an integer that a double does not hold exactly."""
    unchecked = [value]
    while unchecked:
        item = unchecked.pop()
        if isinstance(item, dict):
            unchecked += item.values()
        elif isinstance(item, list):
            unchecked += item
        elif isinstance(item, float) or (isinstance(item, int) and abs(item) >= _FIRST_INEXACT):
            return True
    return False
