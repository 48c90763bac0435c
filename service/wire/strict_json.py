"""Strict JSON: from bytes to a value.

What parsers let pass and nobody means is refused, with a pointer to it: a name twice in one object, NaN, numbers beyond
a double, lone surrogates. Whole-valued floats become integers, so that 4.0 and 4 are one record.
"""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator
from typing import Any

import orjson

from service.json_types import Json
from service.problems import SEND_A_BATCH, Problem, problem_with, too_many_values
from service.spades.pointers import pointer_to
from service.wire.faults.body_kinds import looks_like

MAX_DEPTH = 32
_NEAR = 64  # characters before a mistake that are looked at


class _RepeatedNames(dict[str, Any]):
    """An object that has some names more than once."""

    names: tuple[str, ...] = ()


class _NotANumber(float):
    """NaN, Infinity, or a number beyond a double."""


def parse(body: bytes, max_values: int, if_too_long: str = SEND_A_BATCH) -> Json:
    """Return the value of a body; raises `Problem` if it has more values (413) or is not strict JSON (400).

    ``if_too_long`` says what to do about too many.

    orjson parses most bodies, in a few microseconds. It keeps the last of two equal names without a word, so that its
    output then has fewer colons than the body. A body with escapes, which could hide that, and one with floats, which
    may be whole, take the careful way.
    """
    # Every value but the first comes after a comma or a colon, so that a short body can't hold too many.
    if len(body) > 2 * max_values and body.count(b",") + body.count(b":") > max_values:
        _check_number_of_values(body, max_values, if_too_long)
    if b"\\" not in body:
        try:
            value = orjson.loads(body)
            written = orjson.dumps(value)
        except (ValueError, TypeError):  # the careful way finds out what is wrong
            return _parse_carefully(body)
        if b"." not in written and (len(written) == len(body) or written.count(b":") == body.count(b":")):
            return value
    return _parse_carefully(body)


def _check_number_of_values(body: bytes, max_values: int, if_too_long: str) -> None:
    """Raise `Problem` if a body has too many values; texts in it may hold commas and colons too.

    One that is not JSON is taken to have a value for each of them, so that it is not searched for its mistake.
    """
    try:
        unchecked = [orjson.loads(body)]
    except ValueError:
        raise too_many_values(max_values, if_too_long) from None
    number = 0
    while unchecked:
        item = unchecked.pop()
        number += 1
        if isinstance(item, dict):
            number += len(item)  # a name is one too
            unchecked += item.values()
        elif isinstance(item, list):
            unchecked += item
        if number > max_values:
            raise too_many_values(max_values, if_too_long)


def _parse_carefully(body: bytes) -> Json:
    if body.startswith(BOM_UTF8):
        raise _not_json(body, "The body begins with a byte order mark.")
    try:
        text = body.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_members, parse_constant=lambda _: _NotANumber("nan"), parse_float=_number
        )
    except UnicodeDecodeError as error:
        raise _not_json(body, f"The body is not UTF-8 at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")  # some of the messages end with what comes next
        raise _not_json(body, f"{what} at line {error.lineno}, column {error.colno}{_slip(error)}.") from error
    except RecursionError as error:
        raise Problem("not-json", f"The body is nested more than {MAX_DEPTH} levels deep.") from error
    except ValueError as error:
        raise Problem("not-json", "A number in the body has too many digits.") from error
    if too_deep(value):
        raise Problem("not-json", f"The body is nested more than {MAX_DEPTH} levels deep.")
    errors = list(_errors_in(value))
    if errors:
        raise problem_with("not-json", errors)
    return value


def _not_json(body: bytes, mistake: str) -> Problem:
    """Return the problem of a body that is not JSON: what it looks like, or else its first mistake."""
    return Problem("not-json", looks_like(body) or mistake)


def _slip(error: json.JSONDecodeError) -> str:
    """Return the end of a sentence on a mistake that is common enough to be known by its place."""
    before, here = error.doc[max(0, error.pos - _NEAR) : error.pos].rstrip(), error.doc[error.pos : error.pos + 2]
    if not here:
        return ": the body ends there, as if it had been cut short"
    if before[-1:] == "," and here[:1] in {"}", "]"}:
        return ": there is a comma too many before it"
    if here in {"//", "/*"} or here[:1] == "#":
        return ": JSON has no comments"
    if here[:1] == "'":
        return ": JSON writes names and texts in double quotes"
    return ": write names in double quotes" if "property name" in error.msg and here[:1].isalpha() else ""


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _RepeatedNames(members)
    repeated.names = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return repeated


def _number(text: str) -> float | int:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        return _NotANumber("nan")
    return int(number) if number.is_integer() else number


def _errors_in(value: Json) -> Iterator[dict[str, str]]:
    """Yield an error for each part of a parsed value that is not strict JSON."""
    unchecked: list[tuple[tuple[str | int, ...], Json]] = [((), value)]
    while unchecked:
        path, item = unchecked.pop()
        if isinstance(item, dict):
            for name in item.names if isinstance(item, _RepeatedNames) else ():
                yield _error((*path, name), "duplicate_name", "This name occurs twice in one object.")
            for name, member in item.items():
                if _has_surrogate(name):
                    yield _error(path, "lone_surrogate", "A name contains half a surrogate pair, which is not text.")
                unchecked.append(((*path, name), member))
        elif isinstance(item, list):
            unchecked.extend(((*path, index), member) for index, member in enumerate(item))
        elif isinstance(item, _NotANumber):
            yield _error(path, "not_a_number", "JSON has no NaN and no Infinity, and numbers must fit a double.")
        elif isinstance(item, str) and _has_surrogate(item):
            yield _error(path, "lone_surrogate", "The text contains half a surrogate pair, which is not text.")


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _error(path: tuple[str | int, ...], code: str, detail: str) -> dict[str, str]:
    encodable = tuple(part.encode(errors="replace").decode() if isinstance(part, str) else part for part in path)
    return {"pointer": pointer_to(*encodable), "code": code, "detail": detail}


def too_deep(value: Json) -> bool:
    """Tell whether a value is nested beyond `MAX_DEPTH` levels."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        members = (item.values() if isinstance(item, dict) else item for item in level)
        level = [member for inside in members for member in inside if isinstance(member, dict | list)]
        if not level:
            return False
    return True
