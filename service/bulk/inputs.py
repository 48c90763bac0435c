"""What a file holds, recognised by its beginning: requests line by line, or a text that is first read as requests.

Lines of JSON pass in constant memory, compressed with gzip or not. A JSON document of one request or a list of them,
and a text in a notation, are read whole, and each record in them becomes a line.
"""

from __future__ import annotations

import codecs
import gzip
import json
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from io import BufferedReader, BytesIO
from itertools import chain, count, islice
from pathlib import Path
from typing import IO, Any, NamedTuple, cast

import orjson

from service.notations import registry
from service.notations.model import Record, UnreadableText
from service.settings import Settings
from service.spades.english import count_of, quoted
from service.wire import ndjson

_READ_BUFFER_BYTES = 1024 * 1024
_MOST_TEXT_BYTES = Settings().batch_bytes
"""The longest file that is read whole: as long as the longest batch."""
_LINES_TO_LOOK_AT = 100
_BETWEEN_ITEMS = " \t\r\n,"
_BRACKET = b"["
"""A JSON array begins with it (and may be one very long line), and so does a notation with tags."""
_GZIP = b"\x1f\x8b"
_NOT_OF_WINDOWS = frozenset(b"\0\x81\x8d\x8f\x90\x9d")
"""The bytes that no text in Windows-1252 has."""
_LONGEST_WORD = 40
_OF_SHEETS = (".csv", ".tsv")
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_FOREIGN = {
    b"PK\x03\x04": "a spreadsheet or a zip archive: export the sheet as CSV, or unpack it",
    b"%PDF": "a PDF",
    b"BZh": "compressed with bzip2: only gzip is read",
    b"\xfd7zXZ": "compressed with xz: only gzip is read",
    b"\x28\xb5\x2f\xfd": "compressed with Zstandard: only gzip is read",
}

_LONGEST_MARK = 8
"""The number of bytes at the beginning of a file that show its kind."""


class UnusableError(Exception):
    """The command cannot be carried out with these files or arguments."""


def _no_note(_: str) -> None:
    """Take a note that nobody reads: nothing is to be said about reading JSON."""


class Source(NamedTuple):
    """A way to read files: what was asked for on the command line."""

    notation: str | None
    """The notation of the files; None to recognise lines of JSON or a notation in each."""
    max_line_bytes: int
    request_of: Callable[[str, Record], bytes] | None = None
    """Returns the request for a record, read from the file of this name; raises `UnusableError`. None: JSON alone."""
    note: Callable[[str], None] = _no_note
    """Takes each note on a file, with its place."""
    note_windows: Callable[[str], None] | None = None
    """Takes the note that a file is read as Windows-1252, if not all files are to have it."""


class Request(NamedTuple):
    """A request, without a line end, and its place among the files.

    >>> Request(2, b"", "game02.csv").shown, Request(9, b"", "season.ndjson", 7).shown, Request(3, b"").shown
    ('game02.csv', 'season.ndjson, line 7', 'line 3')
    """

    number: int
    """Its number in the whole input, from 1."""
    text: bytes
    file: str = ""
    """The file as a sentence names it; empty for standard input."""
    record: int = 0
    """Its number among the lines or records of the file, from 1; 0 if it is the only one."""
    stem: str = ""
    """The name of the file without what a page does not need, and unlike those of all other files."""

    @property
    def length(self) -> int:
        """Its length with a line end."""
        return len(self.text) + 1

    @property
    def alone_in(self) -> str:
        """The file in which it is the only request; empty if it is one of several."""
        return "" if self.record else self.file

    @property
    def shown(self) -> str:
        """What a sentence calls it."""
        return self.alone_in or (f"{self.file}, line {self.record}" if self.file else f"line {self.number}")

    @property
    def page(self) -> str:
        """The name of a page about it, without an ending."""
        if not self.stem:
            return f"{self.number:06}"
        return f"{self.stem}-{self.record:06}" if self.record else self.stem


class Requests(Iterable[Request]):
    """The requests of files, ``-`` for standard input.

    A file of another kind or a text that cannot be read is left out, or raises `UnusableError` if it is the only one.
    Raises `OSError`.
    """

    def __init__(self, files: Sequence[str], source: Source) -> None:
        self.left_out: list[UnusableError] = []
        """Why each of the files that were left out cannot be read."""
        self._files, self._source = files, source._replace(note_windows=self._note_windows)
        self._in_windows = 0

    def __iter__(self) -> Iterator[Request]:
        """Yield the requests, once."""
        numbers = count(1)
        for name, stem in zip(self._files, _stems_of(self._files), strict=True):
            try:
                yield from self._read_file(name, stem, numbers)
            except UnusableError as error:
                if len(self._files) == 1:
                    raise
                self.left_out.append(error)
        if self._in_windows > 1:
            others = count_of(self._in_windows - 1, "other file")
            self._source.note(f"{others}: not in UTF-8 either, and read as Windows-1252, too.")

    def _note_windows(self, note: str) -> None:
        """Say it in full of the first file; the secretary who saved one so has saved them all so."""
        if not self._in_windows:
            self._source.note(note)
        self._in_windows += 1

    def _read_file(self, name: str, stem: str, numbers: Iterator[int]) -> Iterator[Request]:
        with ExitStack() as resources:
            stream = standard_input()
            if name != "-":
                stream = cast("BufferedReader", resources.enter_context(Path(name).open("rb", _READ_BUFFER_BYTES)))
            with whole(name):
                found = iter(_requests(name, unpacked(name, stream, resources), self._source))
                first = [*islice(found, 2)] if stem else []
                file = shown_name(name) if stem else ""
                for record, text in enumerate(chain(first, found), 1):
                    yield Request(next(numbers), text, file, 0 if len(first) == 1 else record, stem)


def _stems_of(files: Sequence[str]) -> list[str]:
    """Return a name for the pages about each file; empty for standard input.

    >>> _stems_of(["may/table1.csv", "june/table1.csv.gz", "final.csv", "-"])
    ['1-table1', '2-table1', 'final', '']
    """
    stems = ["" if name == "-" else Path(name.removesuffix(".gz")).stem for name in files]
    return [f"{number}-{stem}" if stem and stems.count(stem) > 1 else stem for number, stem in enumerate(stems, 1)]


def unpacked(name: str, stream: BufferedReader[Any], resources: ExitStack) -> BufferedReader | gzip.GzipFile:
    """Return what an open file holds, decompressed; raises `UnusableError` if that is plainly of another kind."""
    head = stream.peek(_LONGEST_MARK)
    for beginning, kind in _FOREIGN.items():
        if head.startswith(beginning):
            raise UnusableError(f"{shown_name(name)} is {kind}")
    if not head.startswith(_GZIP):
        return stream
    return resources.enter_context(closing(gzip.open(stream)))


def _requests(name: str, stream: BufferedReader | gzip.GzipFile, source: Source) -> Iterator[bytes] | list[bytes]:
    """Return the requests of an open file: lines as they are read, or all records of what is read whole."""
    head = _beginning(stream) if source.notation is None else []
    if head and _is_line_of_json(head[-1], source.max_line_bytes):
        return _lines_of(head, stream, source)
    return _requests_of_whole(name, _content(head, stream), source)


def _lines_of(head: list[bytes], stream: BufferedReader | gzip.GzipFile, source: Source) -> Iterator[bytes]:
    yield from map(ndjson.without_end, head)
    if head[-1][-1:] != b"\n":
        ndjson.skip_rest_of_line(cast("IO[bytes]", stream))
    yield from ndjson.lines_of(cast("IO[bytes]", stream), source.max_line_bytes)


@contextmanager
def whole(name: str) -> Iterator[None]:
    """Read a file in a with block; raises `UnusableError` if its compressed data is damaged or cut short."""
    try:
        yield
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise UnusableError(f"{shown_name(name)} is not whole: its compressed data is damaged or cut short") from error


def holds_lines(stream: BufferedReader | gzip.GzipFile, max_line_bytes: int) -> bool:
    """Tell whether a file is read as lines of JSON, and not as one document or a text in a notation."""
    try:
        return not isinstance(_requests("", stream, Source(None, max_line_bytes)), list)
    except UnusableError:
        return False


def _beginning(stream: BufferedReader | gzip.GzipFile) -> list[bytes]:
    """Return the first lines of a file, up to the first with a word; none of a JSON array, which may be one line."""
    return [] if stream.peek(_LONGEST_MARK).lstrip().startswith(_BRACKET) else list(_up_to_first_word(stream))


def _content(head: list[bytes], stream: BufferedReader | gzip.GzipFile) -> bytes:
    """Return the whole content of a file; of one that is too long for that, only enough to show that it is."""
    return b"".join([*head, stream.read(_MOST_TEXT_BYTES + 1)])


def _up_to_first_word(stream: BufferedReader | gzip.GzipFile) -> Iterator[bytes]:
    """Yield the first lines with their ends, up to the first that is not blank."""
    for line in islice(iter(partial(stream.readline, _MOST_TEXT_BYTES), b""), _LINES_TO_LOOK_AT):
        yield line
        if line.strip():
            return


def _is_line_of_json(line: bytes, max_bytes: int) -> bool:
    """Tell whether a line is a whole JSON object; one that is too long to be answered counts as one."""
    if line.lstrip()[:1] != b"{":
        return False
    if len(line) > max_bytes:
        return True
    try:
        orjson.loads(line)
    except ValueError:
        return False
    return True


def _requests_of_whole(name: str, content: bytes, source: Source) -> Iterator[bytes] | list[bytes]:
    """Return the requests of a file that does not begin with a line of JSON."""
    if len(content) > _MOST_TEXT_BYTES:
        raise UnusableError(
            f"{shown_name(name)} is longer than {_MOST_TEXT_BYTES:,} bytes, and does not begin with a line of JSON:"
            " send one JSON object per line, or split it"
        )
    if _is_of_sheets(name) and not content.strip():
        raise UnusableError(f"{shown_name(name)} is empty: save the sheet again")
    if source.notation is None:
        document = _requests_of_document(content)
        if document is not None:
            return document
        if _are_mostly_lines_of_json(content):
            return ndjson.lines_of(BytesIO(content), source.max_line_bytes)
    if source.request_of is None:
        raise UnusableError(f"{shown_name(name)} is not JSON: answers are verified as they were given")
    return _requests_of_text(name, _decoded(name, content, source), source.request_of, source)


def _is_of_sheets(name: str) -> bool:
    """Tell whether a file is a score sheet by its name."""
    return name.lower().removesuffix(".gz").endswith(_OF_SHEETS)


def _are_mostly_lines_of_json(content: bytes) -> bool:
    """Tell whether most of the first lines of a file look like JSON objects, though the first is none."""
    lines = [line for line in content.split(b"\n", _LINES_TO_LOOK_AT)[:_LINES_TO_LOOK_AT] if line.strip()]
    return 2 * sum(line.lstrip().startswith(b"{") for line in lines) >= len(lines)


def _requests_of_document(content: bytes) -> list[bytes] | None:
    """Return the requests in a JSON document, one object or an array of them; None if it is no JSON.

    They are cut out of the text, not written again, so that a name that occurs twice in one is still refused.
    """
    try:
        text = content.decode("utf-8-sig").strip()
        if not isinstance(json.loads(text), dict | list):
            return None
    except (ValueError, RecursionError):
        return None
    if text.startswith("{"):
        return [_on_one_line(text)]
    found, decoder = [], json.JSONDecoder()
    position = _next_item(text, 1)
    while text[position] != "]":
        _, end = decoder.raw_decode(text, position)
        found.append(_on_one_line(text[position:end]))
        position = _next_item(text, end)
    return found or None


def _next_item(text: str, position: int) -> int:
    """Return where the next item of a JSON array begins, or the bracket that closes it."""
    while text[position] in _BETWEEN_ITEMS:
        position += 1
    return position


def _on_one_line(text: str) -> bytes:
    """Return JSON without line ends, which it has between its values only."""
    return text.replace("\r", " ").replace("\n", " ").encode()


def _decoded(name: str, content: bytes, source: Source) -> str:
    """Return the text of a file; of one that is not in UTF-8, as the spreadsheets of Windows save it, with a note."""
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        # What has letters in UTF-8 as well is a mixture, which no encoding gives back.
        is_mixed = not content.decode("utf-8", "ignore").isascii()
        if encoding == "utf-16" or is_mixed or not _NOT_OF_WINDOWS.isdisjoint(content):
            raise UnusableError(
                f"{shown_name(name)} is not JSON, and not text in UTF-8 either: its byte {error.start + 1} is no"
                " character. Save it as 'CSV UTF-8'"
            ) from error
    text = content.decode("cp1252")
    word = next(word for word in re.split(r"[\s,;]+", text) if not word.isascii())
    before = text[: text.index(word)]
    detail = (
        f"The file is not in UTF-8 and is read as Windows-1252: {quoted(word[:_LONGEST_WORD])} stands here. If that is"
        " wrong, save it as 'CSV UTF-8'."
    )
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    (source.note_windows or source.note)(f"{shown_name(name)}, line {line}, column {column}: {detail}")
    return text


def _requests_of_text(name: str, text: str, request_of: Callable[[str, Record], bytes], source: Source) -> list[bytes]:
    """Return the request for each record of a text in a notation."""
    likely = "csv" if _is_of_sheets(name) else ""
    try:
        notation, read = registry.read(text, source.notation, likely)
    except UnreadableText as error:
        place_of = registry.place_of(text, error.notation)
        reasons = "".join(f"\n  {place_of(fault)}: {fault.detail}" for fault in error.faults)
        raise UnusableError(f"{shown_name(name)} cannot be read:{reasons}") from error
    place_of = registry.place_of(text, notation.name)
    for note in read.notes:
        source.note(f"{shown_name(name)}, {place_of(note)}: {note.detail}")
    return [request_of(name, record) for record in read.records]


def standard_input() -> BufferedReader:
    """Return standard input; raises `UnusableError` if it is closed."""
    if sys.stdin is None:
        raise UnusableError("standard input is closed")
    return cast("BufferedReader", sys.stdin.buffer)


def shown_name(name: str | Path) -> str:
    """Return the name of a file for a sentence, in which it is on one line and commands no terminal."""
    return "standard input" if name == "-" else printable(str(name))


def printable(text: str) -> str:
    """Return a text with whatever could command a terminal, or reverse the direction of writing, escaped."""
    return "".join(mark if mark.isprintable() else mark.encode("unicode_escape").decode() for mark in text)


def total_bytes_of(files: Iterable[str]) -> int | None:
    """Return the length of what all files hold; None if one is standard input, a pipe or compressed.

    Raises `UnusableError` and `OSError` for files that cannot be read.
    """
    total = 0
    is_known = True
    for name in files:
        if name == "-":
            is_known = False
            continue
        status = Path(name).stat()
        if stat.S_ISDIR(status.st_mode):
            raise UnusableError(f"{shown_name(name)} is a directory")
        if not os.access(name, os.R_OK):
            raise UnusableError(f"you have no permission to read {shown_name(name)}")
        is_known = is_known and stat.S_ISREG(status.st_mode) and not _is_packed(Path(name))
        total += status.st_size
    return total if is_known else None


def _is_packed(file: Path) -> bool:
    with file.open("rb") as opened:
        return opened.read(len(_GZIP)) == _GZIP
