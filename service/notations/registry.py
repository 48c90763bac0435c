"""The one table of notations, and which of them a text is in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from service.notations import csv_sheet, desk_link, openspiel, ptn, shorthand
from service.notations.model import (
    Loss,
    Notation,
    Place,
    ReadText,
    Record,
    Remark,
    UnreadableText,
    UnwritableRecord,
    WrittenText,
)
from service.spades.english import listed, quoted

_NOTATIONS = tuple(package.NOTATION for package in (shorthand, ptn, csv_sheet, openspiel))
NOTATIONS: Mapping[str, Notation] = MappingProxyType({notation.name: notation for notation in _NOTATIONS})
"""Every notation by its name in the contract."""
WRITERS: Mapping[str, Callable[[Record], WrittenText]] = MappingProxyType(
    {
        **{name: notation.write for name, notation in NOTATIONS.items() if notation.write is not None},
        desk_link.NAME: desk_link.link_to,
    }
)
"""The functions that write a record, by what it is written as: a notation, or a link to the desk."""

_BY = "notation in a request, --from on the command line"
_JSON = re.compile(r"\s*(?:\[\s*)?\{")
_SURROGATE = re.compile("[\ud800-\udfff]")


def read(text: str, name: str | None = None, likely: str = "") -> tuple[Notation, ReadText]:
    """Read a text in the notation of this name, or in the one that it is evidently in; any line ends will do.

    Where that is not clear, it is the one that is ``likely`` by the name of its file. Raises `UnreadableText`: also for
    a name that no notation has, for a text that shows evidence of several notations or of none, and for half a
    surrogate pair in the text.
    """
    text = _with_plain_ends(text)
    if (half := _SURROGATE.search(text)) is not None:
        before = text[: half.start()]
        place = Place(before.count("\n") + 1, len(before) - before.rfind("\n"))
        raise UnreadableText([Remark(*place, "lone_surrogate", "Here is half a surrogate pair, which is not text.")])
    notation = _recognised(text, likely) if name is None else NOTATIONS.get(name)
    if notation is None:
        detail = f"{quoted(name or '')} is no notation that is read here: these are {listed(NOTATIONS)}."
        raise UnreadableText([Remark(1, 1, "unknown_notation", detail)])
    try:
        return notation, notation.read(text)
    except UnreadableText as refused:
        raise UnreadableText(refused.faults, notation.name) from refused


def shown_place(remark: Remark, name: str) -> str:
    """Return in words where a remark on a text belongs that was read in the notation of this name.

    In a score sheet, that is a column as a spreadsheet names it.
    """
    column = _letters(remark.column) if name == csv_sheet.NOTATION.name else remark.column
    return f"line {remark.line}, column {column}"


def _letters(number: int) -> str:
    """Return the letters of a spreadsheet's column.

    >>> [_letters(number) for number in (1, 26, 27, 702, 703)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = ""
    while number:
        number, letter = divmod(number - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return letters


def _with_plain_ends(text: str) -> str:
    return text.removeprefix("\N{BYTE ORDER MARK}").replace("\r\n", "\n").replace("\r", "\n")


def write(record: Record, name: str) -> WrittenText:
    """Write a record that meets the contract as the writer of this name does; raises `UnwritableRecord`."""
    if name not in WRITERS:
        detail = f"Nothing is written as {quoted(name)}: write it as {listed(WRITERS, 'or')}."
        raise UnwritableRecord([Loss("#", "unknown_notation", detail)])
    return WRITERS[name](record)


def _recognised(text: str, likely: str) -> Notation:
    """Return the notation that a text is in; raises `UnreadableText` if that is not clear."""
    found = {name: reason for name, each in NOTATIONS.items() if (reason := each.evidence(text)) is not None}
    if len(found) == 1:
        return NOTATIONS[next(iter(found))]
    of_json = _fault_of_json(text)
    if likely in (found or NOTATIONS) and text.strip() and of_json is None:
        return NOTATIONS[likely]
    if found:
        reasons = "; ".join(f"it may be {NOTATIONS[name].title}, because {reason}" for name, reason in found.items())
        code, detail = "ambiguous_notation", f"The notation of this text is not clear: {reasons}. Name it: {_BY}."
    elif not text.strip():
        code, detail = "empty", "The text is empty: there is nothing to read."
    else:
        looks = "; ".join(f"{each.title}: {each.looks_like}" for each in NOTATIONS.values())
        code = "unknown_notation"
        detail = f"The notation of this text is not recognised. Name it ({_BY}), or write one of these. {looks}."
    raise UnreadableText([Remark(1, 1, code, detail) if found or of_json is None else of_json])


def _fault_of_json(text: str) -> Remark | None:
    """Return the fault of a text that is JSON, or was to be; None for another text."""
    if _JSON.match(text) is None:
        return None
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        if error.msg == "Extra data":
            return None  # lines of JSON, or a ruleset in JSON before the rest of a text
        detail = f"This text begins like JSON and stops being JSON here: {error.msg[:1].lower()}{error.msg[1:]}."
        return Remark(error.lineno, error.colno, "json", detail)
    except (ValueError, RecursionError):  # a number of thousands of digits, or brackets in brackets
        return None
    detail = (
        "This is JSON, which needs no reading: send a record as it is to the operation that judges it, such as POST"
        " /v1/rounds/audit, with the media type application/json."
    )
    return Remark(1, 1, "json", detail)
