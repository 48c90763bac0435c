"""Bytes to a JSON value: media type, length, budget, strict parse.

What JSON allows and people never mean is refused here, with its place: names that stand twice, NaN and numbers beyond
a double, lone surrogates. Whole-valued floats become integers, so that 4.0 and 4 are one record.
"""

from __future__ import annotations

import json
import re
from codecs import BOM_UTF8
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import IO, Any

import orjson

from service.problems import Problem, faulty
from service.settings import number
from service.spades.english import quoted
from service.spades.pointers import pointer_to

JSON = "application/json"
MAX_DEPTH = 32
_BLOCK = 64 * 1024
_MEDIA_TYPE = re.compile(r'\s*([^;\s]+)\s*(?:;\s*charset\s*=\s*"?([^";\s]+)"?\s*)?;?\s*', re.ASCII)


class _Repeated(dict[str, Any]):
    """An object in which names stand twice."""

    names: tuple[str, ...] = ()


class _NotANumber(float):
    """NaN, Infinity, or a number that no double can hold."""


def read_body(environ: Mapping[str, Any], limit: int, kinds: Sequence[str] = (JSON,)) -> bytes:
    """Return the body of a request, of at most ``limit`` bytes and of one of these media types.

    Raises `Problem` (415, 413, 400) where it is of another type by its headers, too long, or cut short. Reads at most
    one byte beyond the limit, so that a body without a stated length is held to it like any other.
    """
    _check_media_type(environ.get("CONTENT_TYPE", ""), environ.get("HTTP_CONTENT_ENCODING", ""), kinds)
    stated = environ.get("CONTENT_LENGTH") or ""
    length = number(stated)
    # A server lets nothing but digits through: what is no number then has too many of them.
    if length > limit if length is not None else stated:
        raise too_long(limit)
    stream: IO[bytes] = environ["wsgi.input"]
    chunked = bool(environ.get("wsgi.input_terminated")) or "chunked" in environ.get("HTTP_TRANSFER_ENCODING", "")
    raw = b""
    if length or chunked:
        try:
            raw = _read(stream, length if length is not None else limit + 1)
        except Exception as error:  # the server's own exceptions, whichever it is: the body can't be had
            raise Problem("not-json", "The body was cut short.") from error
    if length is not None and len(raw) < length:
        raise Problem("not-json", f"The body was cut short: {len(raw)} of {length} bytes came.")
    if len(raw) > limit:
        raise too_long(limit)
    return raw


def _read(stream: IO[bytes], most: int) -> bytes:
    """Return what a stream holds, up to so many bytes, in blocks: servers are slow at lines and at everything."""
    block = stream.read(min(most, _BLOCK))
    if len(block) in {0, most}:
        return block
    whole = BytesIO()
    while block:
        whole.write(block)
        block = stream.read(min(most - whole.tell(), _BLOCK))
    return whole.getvalue()


def too_long(limit: int) -> Problem:
    """Return the problem of a body that is longer than it may be."""
    return Problem("too-large", f"The body is longer than {limit} bytes.")


def _check_media_type(content_type: str, coding: str, kinds: Sequence[str]) -> None:
    if content_type in kinds and not coding:
        return
    match = _MEDIA_TYPE.fullmatch(content_type)
    media_type, charset = match.groups() if match else (content_type, None)
    if media_type.lower() not in kinds:
        raise Problem(
            "unsupported-media-type",
            f"Send {' or '.join(kinds)}, not {quoted(media_type) if media_type else 'a body without a type'}.",
        )
    if charset is not None and charset.lower() not in {"utf-8", "utf8"}:
        raise Problem("unsupported-media-type", f"Send UTF-8, not {quoted(charset)}.")
    if coding and coding.lower() != "identity":
        raise Problem("unsupported-media-type", f"Send the body without a content coding, not in {quoted(coding)}.")


def parse(raw: bytes, most: int) -> Any:
    """Return the value of a body; raises `Problem` where it has more values (413) or is no strict JSON (400)."""
    # Every value but the first comes after a comma or a colon, so that a short body can't hold too many.
    if len(raw) > 2 * most and raw.count(b",") + raw.count(b":") > most:
        raise Problem("too-large", f"The body holds more than {most} JSON values.")
    # orjson keeps the last of two equal names, without a word. Then its output has fewer colons than the input, which
    # takes no counting where both are equally long; only escapes could hide that, and floats want a second look, so
    # either takes the careful way.
    if b"\\" not in raw:
        try:
            value = orjson.loads(raw)
            written = orjson.dumps(value)
        except (ValueError, TypeError):  # the careful way tells what is wrong
            return _parse_carefully(raw)
        if b"." not in written and (len(written) == len(raw) or written.count(b":") == raw.count(b":")):
            return value
    return _parse_carefully(raw)


def _parse_carefully(raw: bytes) -> Any:
    if raw.startswith(BOM_UTF8):
        raise Problem("not-json", "The body begins with a byte order mark: send UTF-8 without one.")
    try:
        text = raw.decode("utf-8")
        value = json.loads(
            text, object_pairs_hook=_members, parse_constant=lambda _: _NotANumber("nan"), parse_float=_number
        )
    except UnicodeDecodeError as error:
        raise Problem("not-json", f"The body is not UTF-8 at byte {error.start}.") from error
    except json.JSONDecodeError as error:
        what = error.msg.removesuffix(" at")  # some of the messages end with what comes next
        raise Problem("not-json", f"{what} at line {error.lineno}, column {error.colno}.") from error
    except RecursionError as error:
        raise Problem("not-json", f"The body is nested beyond {MAX_DEPTH} levels.") from error
    except ValueError as error:
        raise Problem("not-json", "A number in the body has too many digits.") from error
    if too_deep(value):
        raise Problem("not-json", f"The body is nested beyond {MAX_DEPTH} levels.")
    faults = list(_unreadable(value))
    if faults:
        raise faulty("not-json", faults)
    return value


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) == len(pairs):
        return members
    repeated = _Repeated(members)
    repeated.names = tuple(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
    return repeated


def _number(text: str) -> float | int:
    number = float(text)
    if number in {float("inf"), float("-inf")}:
        return _NotANumber("nan")
    return int(number) if number.is_integer() else number


def _unreadable(value: Any) -> Iterator[dict[str, str]]:
    """Yield what is wrong in a parsed value."""
    waiting: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while waiting:
        path, item = waiting.pop()
        if isinstance(item, dict):
            for name in item.names if isinstance(item, _Repeated) else ():
                yield _fault((*path, name), "duplicate_name", "This name stands twice in one object.")
            for name, member in item.items():
                if _surrogates(name):
                    yield _fault(path, "lone_surrogate", "A name holds half a surrogate pair, which is not text.")
                waiting.append(((*path, name), member))
        elif isinstance(item, list):
            waiting.extend(((*path, place), member) for place, member in enumerate(item))
        elif isinstance(item, _NotANumber):
            yield _fault(path, "not_a_number", "JSON has no NaN and no Infinity, nor numbers beyond a double.")
        elif isinstance(item, str) and _surrogates(item):
            yield _fault(path, "lone_surrogate", "The text holds half a surrogate pair, which is not text.")


def _surrogates(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)


def _fault(path: tuple[str | int, ...], code: str, detail: str) -> dict[str, str]:
    where = tuple(part.encode(errors="replace").decode() if isinstance(part, str) else part for part in path)
    return {"pointer": pointer_to(*where), "code": code, "detail": detail}


def too_deep(value: Any) -> bool:
    """Tell whether a value is nested beyond what any request may be."""
    level = [value] if isinstance(value, dict | list) else []
    for _ in range(MAX_DEPTH):
        members = (item.values() if isinstance(item, dict) else item for item in level)
        level = [member for inside in members for member in inside if isinstance(member, dict | list)]
        if not level:
            return False
    return True
