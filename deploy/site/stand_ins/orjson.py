"""What the service takes of orjson, by the standard library: the same values, the same bytes, the same refusals.

Only floats that are written with an exponent differ; no answer that the site gives has one.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

OPT_SORT_KEYS = 1
OPT_APPEND_NEWLINE = 2

_RARE_NUMBER = re.compile(r"[0-9]{19}|[0-9][eE]")
_INTEGERS = range(-(2**63), 2**64)


def loads(text: bytes | str) -> Any:
    """Return the value of a JSON text; raises `ValueError`. An integer beyond 64 bits becomes a float."""
    written = text if isinstance(text, str) else text.decode()
    # The parser is faster with its own.
    integer, fraction = (_integer, _fraction) if _RARE_NUMBER.search(written) else (None, None)
    try:
        return json.loads(written, parse_constant=_refused, parse_int=integer, parse_float=fraction)
    except RecursionError as error:
        raise ValueError("nested too deep") from error


def dumps(value: Any, option: int = 0) -> bytes:
    """Return a value as JSON in UTF-8; raises `TypeError` for one that JSON cannot represent."""
    try:
        written = json.dumps(
            value, ensure_ascii=False, separators=(",", ":"), sort_keys=bool(option & OPT_SORT_KEYS)
        ).encode()
    except (ValueError, RecursionError) as error:
        raise TypeError(str(error)) from error
    return written + b"\n" if option & OPT_APPEND_NEWLINE else written


def _integer(text: str) -> int | float:
    number = int(text)
    return number if number in _INTEGERS else _fraction(text)


def _fraction(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise ValueError(f"{text} is beyond a double")
    return number


def _refused(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")
