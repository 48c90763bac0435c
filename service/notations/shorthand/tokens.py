"""A text as statements, and these as words, quoted texts and marks.

A statement is what is between two line ends or semicolons. It consists of words, quoted texts and marks. A comment
begins with ``#`` at the beginning of a word. Quotation marks of any language enclose a text; in straight ones it is
written as in JSON. Splitting takes time in proportion to the text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias

from service.notations.model import Place, Remarks
from service.notations.shorthand.words import CONTROL, DASHES, MARKS, NOT_IN_WORDS

Kind: TypeAlias = Literal["word", "text", "mark", "json"]
_TOKEN = re.compile(
    rf"""
    (?P<end>[\n;])
    | (?P<space>[^\S\n]+)
    | (?P<comment>\#[^\n]*)
    | (?P<text>")
    | (?P<typeset>“[^“”\n]*”|„[^„“”\n]*[“”]|«[^«»\n]*»)
    | (?P<arrow>->|→)
    | (?P<mark>[{re.escape(MARKS)}])
    | (?P<json>[{{\[])
    | (?P<word>(?:(?!->)[^{NOT_IN_WORDS}])+)
    | (?P<open>.)
    """,
    re.VERBOSE,
)
_SEPARATOR = re.compile(rf"[{DASHES}]{{3,}}|={{3,}}")
_DEEPEST_JSON = 8
_MOST_TOKENS = 1_000
"""More than any statement needs: a trick in which eight cards are taken back at each play has 350."""
_FAULTS = {
    "too_many": f"A line has at most {_MOST_TOKENS} words and marks.",
    "character": (
        "Here is a control character, which no name has: leave it out; JSON's \\u0007 keeps it in straight marks."
    ),
    "quotation_mark": (
        'A text in quotation marks begins and ends on one line, "Ana B"; in it, write a backslash as \\\\, a quotation'
        ' mark as \\", others as in JSON.'
    ),
    "json": "This is no JSON, in which a ruleset may be written; a name with such marks is put in quotation marks.",
}


class Token(NamedTuple):
    """A word, a text without its quotation marks, a mark or a JSON value; ``start`` and ``end`` are offsets."""

    kind: Kind
    text: str
    place: Place
    start: int
    end: int
    value: Any = None
    """The value of JSON."""

    def is_mark(self, *marks: str) -> bool:
        """Return whether it is one of these marks, and not a text in quotation marks that looks like one."""
        return self.kind == "mark" and self.text in marks

    def is_word(self, *words: str) -> bool:
        """Return whether it is one of these words, in whatever case, and not in quotation marks."""
        return self.kind == "word" and self.text.casefold() in words


class Statement(NamedTuple):
    """The tokens of a statement, at least one, and the text that it was read from."""

    tokens: tuple[Token, ...]
    source: str

    @property
    def place(self) -> Place:
        """The place of its first token."""
        return self.tokens[0].place

    @property
    def separator(self) -> Literal["-", "="] | None:
        """What it consists of if it is a line of dashes or equals signs, which separates two rounds."""
        first, last = self.tokens[0], self.tokens[-1]
        if first.kind == "text" or not _SEPARATOR.fullmatch(self.source, first.start, last.end):
            return None
        return "=" if first.text[0] == "=" else "-"


def statements(text: str, faults: Remarks) -> Iterator[Statement]:
    """Yield the statements of a text with line ends LF; what is no token is a fault, with the rest of its line."""
    tokens: list[Token] = []
    line, line_start, offset = 1, 0, 0
    while match := _TOKEN.match(text, offset):
        kind, offset = match.lastgroup, match.end()
        if kind == "end":
            if tokens:
                yield Statement(tuple(tokens), text)
                tokens = []
            if match.group() == "\n":
                line, line_start = line + 1, offset
        elif kind not in {"space", "comment"}:
            place = Place(line, match.start() - line_start + 1)
            token = _token(match, place) if len(tokens) < _MOST_TOKENS else "too_many"
            if isinstance(token, str):
                faults.fault(place, token, _FAULTS[token])
                offset = _end_of_line(text, offset)
            else:
                tokens.append(token)
                offset = token.end
    if tokens:
        yield Statement(tuple(tokens), text)


def _token(match: re.Match[str], place: Place) -> Token | str:
    """Return the token of a match, or the code of a fault if there is none."""
    kind, written, start, end = match.lastgroup, match.group(), match.start(), match.end()
    if kind in {"typeset", "word"} and CONTROL.search(written):
        return "character"
    if kind in {"text", "json"}:
        return _in_json(match.string, place, start)
    if kind == "open":
        return "quotation_mark"
    if kind == "typeset":
        return Token("text", written[1:-1], place, start, end)
    return Token("word" if kind == "word" else "mark", ">" if kind == "arrow" else written, place, start, end)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a name twice")
    return members


def _no_number(text: str) -> Any:
    raise ValueError(text)


_DECODERS = {
    is_text: json.JSONDecoder(
        object_pairs_hook=_members, parse_float=_no_number, parse_constant=_no_number, strict=not is_text
    )
    for is_text in (True, False)
}
"""Of a text, and of other JSON: a control character in a text has a fault of its own."""


def _in_json(text: str, place: Place, start: int) -> Token | str:
    """Return a text in straight quotation marks, or another JSON value, that begins here; or the code of a fault."""
    is_text = text[start] == '"'
    line = text[start : _end_of_line(text, start)]
    try:
        value, length = _DECODERS[is_text].raw_decode(line)
        json.dumps(value, ensure_ascii=False).encode()
        is_json = _depth(value) <= _DEEPEST_JSON
    except (ValueError, RecursionError):
        is_json = False
    if not is_json:
        return "quotation_mark" if is_text else "json"
    if is_text and CONTROL.search(line[:length]):
        return "character"
    if is_text:
        return Token("text", value, place, start, start + length)
    return Token("json", line[:length], place, start, start + length, value)


def _depth(value: Any) -> int:
    """Return how deep a value is nested."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(_depth, inner), default=0)


def _end_of_line(text: str, offset: int) -> int:
    end = text.find("\n", offset)
    return len(text) if end < 0 else end


class Misread(Exception):  # noqa: N818 - what is wrong is in the text
    """A statement cannot be read on: the place, the code and a sentence; how it is written follows from its row."""

    def __init__(self, place: Place, code: str, detail: str) -> None:
        super().__init__(detail)
        self.place, self.code, self.detail = place, code, detail
