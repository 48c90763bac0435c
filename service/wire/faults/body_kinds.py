"""What a body looks like that is not what was asked for: compressed, in another encoding, a form, a score sheet.

One sentence names what it looks like and what to send instead. A body that looks like nothing known has none.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from itertools import islice

import orjson

from service.json_types import Json
from service.spades.rules.preset_loader import presets
from service.spades.spelling import card_meant

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
_LIN = re.compile(r"\s*(?:[a-z]{2}\|[^|]*\|)", re.ASCII)
_WORD = re.compile(r"[^\s;,:]+")
_SEPARATORS = ",;\t"
_COMPRESSED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "a zip archive", b"\x28\xb5\x2f\xfd": "zstandard", b"BZh": "bzip2"}


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
    if is_open and _TAG.match(first) is None and (not _is_json(first) or text.rstrip() == first):
        return "This looks like an array: write each request on a line of its own, without brackets and commas between."
    if any(_RULESET in (_object_in(line) or ()) for line in _lines(text)):
        return None
    if first[:1] == b"{" and first[-1:] != b"}" and len(first) < len(text.rstrip()):
        return "This looks like JSON over several lines: write each request on one line, as jq -c does."
    return _not_text(batch) or _other_notation(text[:_HEAD])


def _object_in(line: bytes) -> dict[str, object] | None:
    """Return the object that a line is by itself, None if it is none; a very long line is not looked into."""
    line = line.strip()
    if line[:1] != b"{" or line[-1:] != b"}" or len(line) > _LONGEST_LINE:
        return None
    value = _parsed(line)
    return value if isinstance(value, dict) else None


def _is_json(line: bytes) -> bool:
    return len(line) <= _LONGEST_LINE and _parsed(line) is not None


def _parsed(text: bytes) -> Json:
    """Return the value of a text, None if it is not JSON."""
    try:
        return orjson.loads(text)
    except ValueError:
        return None


def _not_text(body: bytes) -> str | None:
    """Return a sentence on a body that is compressed or in another encoding."""
    for magic, name in _COMPRESSED.items():
        if body.startswith(magic):
            return f"This looks like {name}: send it unpacked."
    if body.startswith((BOM_UTF16_LE, BOM_UTF16_BE)) or _has_zero_bytes(body[:_HEAD]):
        return "This looks like UTF-16 or UTF-32: send UTF-8."
    if body.startswith(BOM_UTF8):
        return "This begins with a byte order mark: send UTF-8 without one."
    return None


def _has_zero_bytes(start: bytes) -> bool:
    """Return whether every other byte of a text is 0, as in UTF-16, or more of them."""
    return len(start) > 1 and start[:4].count(0) >= len(start[:4]) // 2


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
    if _TAG.match(start) or _LIN.match(text) or _has_cards(text):
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
