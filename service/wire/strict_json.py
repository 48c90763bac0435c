"""Strict JSON: from bytes to a value, and what a body looks like that is something else.

What parsers let pass and nobody means is refused, with a pointer to it: a name twice in one object, NaN, numbers beyond
a double, lone surrogates. Whole-valued floats become integers, so that 4.0 and 4 are one record. Of a body that is
compressed, in another encoding, a form or a score sheet, one sentence says what it looks like and what to send instead.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import orjson

from service.media_types import Json
from service.presets.loader import presets
from service.problems import SEND_A_BATCH, Problem, explained, problem_with, too_many_values
from service.spades.cards import card_meant
from service.spades.errors import pointer_to
from service.wire.contract import MAX_DEPTH, too_deep

_NEAR = 64  # characters before a mistake that are looked at

READ_PATH = "/v1/records/read"
"""The operation that makes records of texts in other notations."""
READ_EXAMPLE = '{"text": "…"}'
"""What it takes."""
_HEAD = 4_000  # bytes that show what a body is
_SAMPLE = 5  # lines
_LONGEST_LINE = 512 * 1024
_RULESET = "ruleset"  # a member of every request
_FEW_CARDS = 3
_JSON_STARTS = (b"{", b"[", b'"')
_FORM = re.compile(r"(?:[A-Za-z_][\w.%+\-\[\]]*=|%7B)[^\s{]*\s*", re.ASCII)
_TAG = re.compile(rb'%|\[[A-Za-z]\w* "')
_WORD = re.compile(r"[^\s;,:]+")
_SEPARATORS = ",;\t"
_GZIP = b"\x1f\x8b"
_COMPRESSED = {b"PK\x03\x04": "a zip archive", b"\x28\xb5\x2f\xfd": "zstandard", b"BZh": "bzip2"}


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
        detail = f"The body is not UTF-8 at byte {error.start}: send UTF-8, as a sheet saved as CSV UTF-8 is."
        raise _not_json(body, detail) from error
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
    return explained(lambda: Problem("not-json", looks_like(body) or mistake), lambda: Problem("not-json", mistake))


def _slip(error: json.JSONDecodeError) -> str:
    """Return the end of a sentence on a mistake that is common enough to be known by its place."""
    before, here = error.doc[max(0, error.pos - _NEAR) : error.pos].rstrip(), error.doc[error.pos : error.pos + 2]
    slips = (
        (not here, "the body ends there, as if it had been cut short"),
        (before[-1:] == "," and here[:1] in {"}", "]"}, "there is a comma too many before it"),
        (here in {"//", "/*"} or here[:1] == "#", "JSON has no comments"),
        (here[:1] < " ", f"within a text, write {json.dumps(here[:1])[1:-1]}"),
        (error.msg == "Extra data", "send one object in each request"),
        (here[:1] == "'", "JSON writes names and texts in double quotes"),
        ("property name" in error.msg and here[:1].isalpha(), "write names in double quotes"),
    )
    return next((f": {said}" for is_meant, said in slips if is_meant), "")


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
                yield _error((*path, name), "duplicate_name", "This name occurs twice in one object: leave one out.")
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


def looks_like(body: bytes) -> str | None:
    """Return a sentence on a single request that is not JSON, None if only its first mistake can be named."""
    start = body[:_HEAD].lstrip()
    if not start:
        return "There is nothing here: a request is one JSON object."
    return (
        _not_text(body)
        or _several_lines(body)
        or _other_syntax(start.decode("utf-8", "replace"))
        or _other_notation(start)
    )


def batch_looks_like(batch: bytes) -> str | None:
    """Return a sentence on a batch that is plainly something else than lines, None if its lines are to be answered.

    A batch with a line that is a request, or whose first line is an object, is never something else, whatever the
    other lines are.
    """
    text = batch.lstrip()
    first = next(_lines(text), b"").rstrip()
    if _object_in(first) is not None:
        return None
    is_open = first[:1] == b"[" and batch.rstrip()[-1:] == b"]"
    if is_open and _TAG.match(first) is None and (_parsed(first) is None or text.rstrip() == first):
        return "This looks like an array: write each request on a line of its own, without brackets and commas between."
    if any(_RULESET in (_object_in(line) or ()) for line in _lines(text)):
        return None
    if first[:1] == b"{" and first[-1:] != b"}" and len(first) < len(text.rstrip()):
        return "This looks like JSON over several lines: write each request on one line, as jq -c does."
    return _not_text(batch) or _other_notation(text[:_HEAD])


def _object_in(line: bytes) -> dict[str, object] | None:
    """Return the object that a line is by itself, None if it is none; a very long line is not looked into."""
    line = line.strip()
    if line[:1] != b"{" or line[-1:] != b"}":
        return None
    value = _parsed(line)
    return value if isinstance(value, dict) else None


def _parsed(text: bytes) -> Json:
    """Return the value of a line, None if it is not JSON, or too long to be looked into."""
    try:
        return None if len(text) > _LONGEST_LINE else orjson.loads(text)
    except ValueError:
        return None


def _not_text(body: bytes) -> str | None:
    """Return a sentence on a body that is compressed or in another encoding."""
    if body.startswith(_GZIP):
        return "This looks like gzip: say so by the header Content-Encoding: gzip, or send it unpacked."
    for magic, name in _COMPRESSED.items():
        if body.startswith(magic):
            return f"This looks like {name}: send it unpacked."
    every_other_byte_is_0 = len(body) > 1 and body[:4].count(0) >= len(body[:4]) // 2
    if every_other_byte_is_0 or body.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "This looks like UTF-16 or UTF-32: send UTF-8."
    if body.startswith(BOM_UTF8):
        return "This begins with a byte order mark: send UTF-8 without one."
    return None


def _several_lines(body: bytes) -> str | None:
    """Return a sentence on a body of several objects, a line each."""
    lines = [line for line in islice(_lines(body), _SAMPLE) if line.strip()]
    if len(lines) > 1 and _object_in(lines[0]) is not None and lines[1].lstrip()[:1] == b"{":
        return "These are several requests, a line each: send them to a path that ends in /batch."
    return None


def _lines(body: bytes) -> Iterator[bytes]:
    """Yield the lines of a body, each found only when it is asked for."""
    start = 0
    while start < len(body):
        end = body.find(b"\n", start)
        end = len(body) if end < 0 else end
        yield body[start:end]
        start = end + 1


def _other_syntax(start: str) -> str | None:
    """Return a sentence on a form, a page or an object of a programming language."""
    if _FORM.fullmatch(start):
        return "This looks like a form: send one JSON object, with the header Content-Type: application/json."
    if start.startswith("<"):
        return "This looks like XML or HTML: send one JSON object."
    if re.match(r"[\[{]\s*'", start):
        return "This has single quotes: JSON writes names and texts in double quotes."
    return None


def _other_notation(start: bytes) -> str | None:
    """Return a sentence on a log of cards or a score sheet in another notation."""
    text = start.decode("utf-8", "replace")
    if _TAG.match(start) or _has_cards(text):
        kind = "a log of cards in another notation"
    elif not start.startswith(_JSON_STARTS) and _is_table(text):
        kind = "a score sheet as CSV"
    else:
        return None
    return f"This looks like {kind}: send it to {READ_PATH}, which makes records of it, as {READ_EXAMPLE}."


def _has_cards(text: str) -> bool:
    """Return whether a text begins with a ruleset, or has cards between spaces."""
    if text[:1] in {"{", "[", '"'}:
        return False
    words = _WORD.findall(text)
    cards = sum(card_meant(word.rpartition(":")[2]) is not None for word in words[:200])
    return cards >= _FEW_CARDS or (len(words) > 1 and words[0].lower() in presets())


def _is_table(text: str) -> bool:
    """Return whether the first lines of a text have cells, and the same number of them."""
    lines = [line for line in text.split("\n")[:_SAMPLE] if line.strip()]
    for separator in _SEPARATORS:
        counts = {line.count(separator) for line in lines}
        if len(lines) > 1 and len(counts) == 1 and counts != {0}:
            return True
    return False
