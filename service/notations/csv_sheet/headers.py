"""What the header of a column means: one table of synonyms, and names of players and sides beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Literal, NamedTuple, TypeAlias

from service.notations.csv_sheet.cells import DELIMITERS, Cell, Splitter, is_comment
from service.notations.limits import MOST_ADJUSTMENTS
from service.notations.model import Unheard
from service.spades.english import listed
from service.spades.spelling import name_meant, plain_form

Kind: TypeAlias = Literal[
    "round",
    "player",
    "team",
    "seat",
    "dealer",
    "bid",
    "blind",
    "tricks",
    "bags",
    "running bags",
    "new bags",
    "points",
    "net points",
    "total",
    "score",
    "adjustment",
    "adjustment reason",
    "penalty",
    "bonus",
    "bag penalty",
    "void",
    "forfeit",
    "reason",
    "substitutions",
    "note",
    "event",
    "date",
    "table",
    "director",
]

SYNONYMS: Mapping[Kind, tuple[str, ...]] = {
    "round": ("round", "round number", "rnd", "hand", "hand number", "deal", "no", "#"),
    "player": ("player", "name", "player name"),
    "team": ("team", "side", "pair", "partnership", "team name"),
    "seat": ("seat", "position", "direction"),
    "dealer": ("dealer", "dealt by"),
    "bid": ("bid", "bids", "tricks bid", "books bid", "call", "called", "contract"),
    "blind": ("blind",),
    "tricks": (
        *("tricks", "books", "got", "took", "taken", "won", "actual"),
        *("tricks won", "tricks taken", "tricks made", "books won", "books taken", "books made"),
    ),
    "bags": ("bags", "sandbags", "overtricks"),
    "running bags": ("running bags", "total bags", "bags total", "bags after"),
    "new bags": ("new bags", "bags gained", "bags this round", "round bags"),
    "points": ("points", "pts", "round points", "points this round", "round score", "score this round"),
    "net points": ("net points", "points with adjustments", "points after adjustments"),
    "score": ("score",),
    "total": ("total", "running total", "running score", "total score", "total points", "cumulative"),
    "adjustment": ("adjustment", "adjustments", "adj", "adjusted", "adjusted points", "director's points"),
    "adjustment reason": ("adjustment reason", "adj reason", "reason for adjustment", "penalty reason", "bonus reason"),
    "penalty": ("penalty", "penalties", "pen", "penalty points", "deduction", "deductions", "fine"),
    "bonus": ("bonus", "bonuses", "bonus points"),
    "bag penalty": (
        *("bag penalty", "bag penalties", "bags penalty", "sandbag penalty", "overtrick penalty", "bag points"),
        *("nil bonus", "nil penalty", "nil points", "set penalty"),
    ),
    "void": ("void", "voided", "misdeal", "misdealt", "redeal", "redealt", "thrown in", "cancelled"),
    "forfeit": ("forfeit", "forfeits", "forfeited", "forfeited by", "forfeit by", "conceded", "conceded by"),
    "reason": ("reason", "reasons", "why", "void reason", "forfeit reason"),
    "substitutions": (
        *("substitutions", "substitution", "substitute", "substitutes", "sub", "subs"),
        *("replaced", "replacement", "replacements"),
    ),
    "note": ("note", "notes", "comment", "comments", "remark", "remarks"),
    "event": ("event", "league", "tournament"),
    "date": ("date", "day"),
    "table": ("table", "table number"),
    "director": ("director", "referee"),
}
"""The headers by what they mean; the first of each is the one that is written."""

ADJUSTMENTS: tuple[Kind, ...] = ("adjustment", "penalty", "bonus")
"""Points beside those of the round."""
OF_SOMEBODY: tuple[Kind, ...] = (
    *("bid", "tricks", "bags", "running bags", "new bags", "points", "net points", "score", "total", "bag penalty"),
    *ADJUSTMENTS,
    "adjustment reason",
)
"""What a player or a side has, so that a name may stand before it (or after it): ``ana+cy bid``."""
NUMBERED: tuple[Kind, ...] = (*ADJUSTMENTS, "adjustment reason")
"""What a side may have several times in a round, in columns with numbers: ``ana+cy adjustment 2``."""
LABELS: tuple[Kind, ...] = ("event", "date", "table", "director")

_KIND_OF: dict[tuple[str, ...], Kind] = {
    tuple(synonym.split()): kind for kind, synonyms in SYNONYMS.items() for synonym in synonyms
}
_LONGEST_SYNONYM = max(map(len, _KIND_OF))
_WORD = re.compile(r"[^\s_.:()-]+")
_BETWEEN = " \t_.:()-"
_SEVERAL = re.compile("[2-9]|1[0-2]", re.ASCII)
_NUMBER = re.compile("[0-9]+", re.ASCII)
_LONGEST_HEADER = 160
_LINES_BEFORE_HEADER = 40
MOST_COLUMNS = 200
BLIND_BID = "write B6 in the cell of the bid, or BN for a blind nil, and leave this column out."
_OF_MANY_ADJUSTMENTS = (
    f"a side has at most {MOST_ADJUSTMENTS} adjustments in a round, the second to the last in columns with a number "
    f"from 2 to {MOST_ADJUSTMENTS}. Make one of several, with the sum of their points and all their reasons."
)
_OF_ROWS: set[Kind] = {"round", "player", "team"}
_FEW = 3
"""The fewest known headers by which a text with unknown headers too is taken for a sheet, if one names its rows."""


class Header(NamedTuple):
    """What a column holds, and of whom; ``subject`` is empty for what a row has only once."""

    kind: Kind
    subject: str = ""
    number: int = 1

    @property
    def title(self) -> str:
        """The header as it is written."""
        words = [self.subject, self.kind, str(self.number) if self.number > 1 else ""]
        return " ".join(word for word in words if word)


def header_meant(text: str) -> Header | None:
    """Return what a header says, or None if it is not in the table.

    >>> header_meant("Books"), header_meant("ana+cy adj 2")
    (Header(kind='tricks', subject='', number=1), Header(kind='adjustment', subject='ana+cy', number=2))
    """
    if len(text) > _LONGEST_HEADER:
        return None
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [plain_form(text[start:end]) for start, end in spans]
    number, place = _number_in(words)
    if place:
        numbered = _at_the_end(text, spans[:place] + spans[place + 1 :], words[:place] + words[place + 1 :])
        if numbered is not None and numbered.kind in NUMBERED:
            return numbered._replace(number=number)
    found = _at_the_end(text, spans, words)
    if found is not None:
        return found
    for count in range(min(_LONGEST_SYNONYM, len(words) - 1), 0, -1):
        kind = _KIND_OF.get(tuple(words[:count]))
        if kind in OF_SOMEBODY:
            return Header(kind, text[spans[count - 1][1] :].strip(_BETWEEN))
    return None


def _number_in(words: Sequence[str]) -> tuple[int, int]:
    """Return the number in ``adjustment 2`` or ``adjustment 2 reason``, and which word it is; 0 for none."""
    for place in range(max(1, len(words) - 2), len(words)):
        if _SEVERAL.fullmatch(words[place]) and words[place + 1 :] in ([], ["reason"]):
            return int(words[place]), place
    return 1, 0


def _at_the_end(text: str, spans: Sequence[tuple[int, int]], words: Sequence[str]) -> Header | None:
    """Return what a header says that is a synonym, or has one behind a name."""
    whole = _KIND_OF.get(tuple(words))
    if whole is not None:
        return Header(whole)
    for count in range(min(_LONGEST_SYNONYM, len(words) - 1), 0, -1):
        kind = _KIND_OF.get(tuple(words[-count:]))
        if kind in OF_SOMEBODY:
            return Header(kind, text[: spans[-count][0]].strip(_BETWEEN))
    return None


def nearest_header(text: str) -> str:
    """Return the end of a sentence that says which known header an unknown one was probably meant to be."""
    *others, last = _WORD.findall(text[:_LONGEST_HEADER]) or [""]
    if "blind" in map(plain_form, [*others, last]):
        return BLIND_BID
    of_adjustment = header_meant(" ".join(word for word in [*others, last] if not _NUMBER.fullmatch(word)))
    if of_adjustment is not None and of_adjustment.kind in NUMBERED:
        return _OF_MANY_ADJUSTMENTS
    of_somebody = [words for words, kind in _KIND_OF.items() if kind in OF_SOMEBODY]
    kind = name_meant(last, map(" ".join, of_somebody)) or next(
        (" ".join(words) for words in of_somebody if plain_form(last) == words[-1]), None
    )
    near = " ".join([*others, kind]) if others and kind else name_meant(text[:_LONGEST_HEADER], map(" ".join, _KIND_OF))
    near = near or kind
    return f"is {near!r} meant?" if near else f"write one of {listed(SYNONYMS)}, or leave the column out."


class Columns(NamedTuple):
    """A line of headers, and the delimiter that it was read with."""

    line: int
    delimiter: str
    known: int


def find_columns(text: str) -> Columns | None:
    """Return the first line of a text that has at least two known headers; None if none of the first lines has.

    The delimiter is the one with which most of its headers are known.
    """
    for number, line in enumerate(text.split("\n", _LINES_BEFORE_HEADER)[:_LINES_BEFORE_HEADER], 1):
        known = {delimiter: len(_headers_in(line, delimiter)) for delimiter in DELIMITERS if delimiter in line}
        delimiter = max(known, key=known.__getitem__, default=",")
        if known.get(delimiter, 0) > 1:
            return Columns(number, delimiter, known[delimiter])
    return None


def _cells_in(line: str, delimiter: str) -> list[Cell]:
    if is_comment(line, delimiter):
        return []
    return [*islice(Splitter(line, delimiter, Unheard()).cells(), MOST_COLUMNS)]


def _headers_in(line: str, delimiter: str) -> list[Header]:
    return [header for cell in _cells_in(line, delimiter) if (header := header_meant(cell.text)) is not None]


def evidence_of_columns(text: str) -> str | None:
    """Return what shows that a text is a sheet, as the end of a sentence: bids and tricks, or few unknown headers."""
    columns = find_columns(text)
    line = text.split("\n", columns.line)[columns.line - 1] if columns else "{"
    # A ruleset in JSON, at the head of a text in another notation, speaks of bids and tricks as well.
    if columns is None or "{" in line:
        return None
    kinds = {header.kind for header in _headers_in(line, columns.delimiter)}
    if kinds >= {"bid", "tricks"}:
        return "it has a line of headers with bids and tricks"
    unknown = [cell for cell in _cells_in(line, columns.delimiter) if cell.text and header_meant(cell.text) is None]
    if kinds & {"bid", "tricks"} and kinds & _OF_ROWS and columns.known >= _FEW and 0 < len(unknown) < columns.known:
        return "most of its headers are those of a score sheet"
    return None
