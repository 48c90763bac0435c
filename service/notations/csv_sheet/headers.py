"""Sheets as rows of cells: what the header of a column means, and lines that begin with ``#``.

Lines such as ``# players: ana, ben, cy, dee`` say what columns cannot. The csv module of the standard library does not
give the places of cells.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from service.media_types import as_meant, harmless
from service.notations import model
from service.notations.model import Place, Remarks, Unheard
from service.spades.english import count_of, listed, name_meant, plain_form, quoted

DELIMITERS = (",", ";", "\t")
_CELL = {
    delimiter: re.compile(rf' *"(?P<quoted>[^"]*(?:""[^"]*)*)" *|(?P<open> *")|[^{delimiter}\n]*')
    for delimiter in DELIMITERS
}
_REST_OF_CELL = {delimiter: re.compile(rf"[^{delimiter}\n]*") for delimiter in DELIMITERS}
_LINE = re.compile(r"[^\n]*")
_QUOTE = '"'
_LETTERS = 26


class Cell(NamedTuple):
    """The text of a cell without spaces around it, and where the cell begins."""

    text: str
    place: Place


class Row(NamedTuple):
    """A row of cells, or one cell with a whole line that begins with ``#``."""

    cells: tuple[Cell, ...]
    is_comment: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether all cells are empty."""
        return not any(cell.text for cell in self.cells)


def rows_of(text: str, delimiter: str, remarks: Remarks) -> Iterator[Row]:
    """Yield the rows of a text; a quote that does not end is a fault and ends them."""
    row: list[Cell] = []
    for cell, end in _cells_of(text, delimiter, remarks):
        row.append(cell)
        if end:
            head = row[0].text.strip() if end == "comment" else _head_in_cells(row)
            row = [Cell(head or "", row[0].place)] if head else [Cell(as_meant(text.strip()), at) for text, at in row]
            yield Row(tuple(row), is_comment=end == "comment" or bool(head))
            row = []


def _head_in_cells(row: Sequence[Cell]) -> str | None:
    """Return the line of a head that a spreadsheet has put in quotes, with the commas that it took out of it."""
    match = _HEAD.fullmatch(row[0].text.strip())
    if match is None or match[1].lower() not in _FORMS:
        return None
    first, *others = (cell.text for cell in row)
    return ",".join([first, *(f'"{text.replace(_QUOTE, 2 * _QUOTE)}"' if "," in text else text for text in others)])


def _cells_of(text: str, delimiter: str, remarks: Remarks) -> Iterator[tuple[Cell, str]]:
    """Yield each cell of a text as it is written, with what ends behind it: ``row``, ``comment`` or nothing.

    Quotes hold delimiters, line ends and, doubled, themselves. ``#1`` is the number of a round and ``#`` alone a cell;
    anything else that begins with ``#`` is a comment.
    """
    at, line, line_start, in_row = 0, 1, 0, False
    while at < len(text) or in_row:
        place = Place(line, at - line_start + 1)
        behind = text[at + 1 : at + 2]
        is_comment = (
            not in_row and text[at : at + 1] == "#" and not (behind.isdigit() or behind in {delimiter, "\n", ""})
        )
        found = (_LINE if is_comment else _CELL[delimiter]).match(text, at)
        assert found is not None  # noqa: S101 - the expressions take the empty text as well
        content, at = found[0], found.end()
        if found.lastgroup == "open":
            detail = 'This quote does not end: write " after the cell, and "" for a quote within it.'
            remarks.fault(Place(line, at - line_start), "unclosed_quote", detail)
            return
        if found.lastgroup == "quoted":
            line += content.count("\n")
            line_start = text.rfind("\n", found.start(), at) + 1 or line_start
            content = found["quoted"].replace('""', '"')
            if text[at : at + 1] not in {delimiter, "\n", ""}:
                detail = 'There is text after the closing quote: write "" for a quote within a cell.'
                remarks.fault(Place(line, at - line_start + 1), "text_after_quote", detail)
                at += len((_REST_OF_CELL[delimiter].match(text, at) or [""])[0])
        in_row = text[at : at + 1] == delimiter and not is_comment
        yield Cell(content, place), "" if in_row else "comment" if is_comment else "row"
        at += 1
        if not in_row:
            line, line_start = line + 1, at


def cells_of(text: str) -> Callable[[int, int], str]:
    r"""Return a function that gives what a spreadsheet calls the cell at a line and column of a sheet, such as ``C3``.

    It is empty for a line that begins with ``#``, which is no row of cells here.

    >>> cells_of("round,bid,bags\n1,4,0\n2,5,1\n")(3, 5)
    'C3'
    """
    columns = find_columns(text)
    cells: dict[int, list[tuple[int, str]]] = {}
    row, count = 1, 0
    for cell, end in _cells_of(text, columns.delimiter if columns else ",", Unheard()):
        if end != "comment":
            cells.setdefault(cell.place.line, []).append((cell.place.column, f"{_letters(count)}{row}"))
        row, count = (row + 1, 0) if end else (row, count + 1)

    def cell_at(line: int, column: int) -> str:
        return next((name for start, name in reversed(cells.get(line, ())) if start <= column), "")

    return cell_at


def _letters(count: int) -> str:
    """Return the letters of a spreadsheet's column, counted from 0.

    >>> [_letters(count) for count in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    letters = chr(ord("A") + count % _LETTERS)
    return letters if count < _LETTERS else _letters(count // _LETTERS - 1) + letters


Kind: TypeAlias = str
"""What a column holds: a key of `SYNONYMS`."""
SYNONYMS: Mapping[Kind, tuple[str, ...]] = {
    "round": (
        *("round", "round number", "round no", "rd", "rnd", "hand", "hand number", "hand no", "deal", "deal number"),
        *("no", "number", "#", "round #", "hand #"),
    ),
    "player": ("player", "name"),
    "team": ("team", "side", "pair", "partnership", "partners"),
    "seat": ("seat", "position"),
    "dealer": ("dealer",),
    "bid": ("bid", "bids", "tricks bid", "books bid", "contract"),
    "tricks": (
        *("tricks", "books", "got", "took", "taken", "won"),
        *("tricks won", "tricks taken", "tricks made", "books won", "books taken", "books made"),
    ),
    "bid/tricks": (
        *("bid/tricks", "bid/took", "bid/taken", "bid/got", "bid/won", "bid/made", "bid/books"),
        *("bid / tricks", "bid / took", "bid / taken", "bid / got", "bid / won", "bid / made", "bid / books"),
    ),
    "nil": ("nil", "is nil", "nil bid", "bid nil"),
    "blind": ("blind", "is blind", "blind bid", "bid blind"),
    "blind nil": ("blind nil", "is blind nil", "blind nil bid", "bid blind nil"),
    "bags": ("bags", "sandbags", "overtricks"),
    "running bags": ("running bags", "total bags", "bags total", "bags after"),
    "new bags": ("new bags", "bags gained", "bags this round", "round bags"),
    "points": ("points", "pts", "round points", "points this round", "round score", "score this round"),
    "net points": ("net points", "points with adjustments", "points after adjustments"),
    "score": ("score",),
    "total": (
        *("total", "running total", "running score", "total score", "total points"),
        *("cumulative", "cumulative score", "cumulative total"),
    ),
    "adjustment": ("adjustment", "adjustments", "adj", "adjusted points", "director's points"),
    "adjustment reason": ("adjustment reason", "adj reason", "reason for adjustment", "penalty reason", "bonus reason"),
    "tricks adjustment": (
        *("tricks adjustment", "trick adjustment", "tricks adj", "books adjustment", "adjusted tricks"),
        *("director's tricks", "director's books"),
    ),
    "adjustment to": ("adjustment to", "adj to", "tricks to", "books to"),
    "penalty": ("penalty", "penalties", "penalty points", "deduction"),
    "bonus": ("bonus", "bonus points"),
    "bag penalty": (
        *("bag penalty", "bag penalties", "bags penalty", "sandbag penalty", "overtrick penalty", "bag points"),
        *("nil bonus", "nil penalty", "nil points", "set penalty"),
    ),
    "void": ("void", "misdeal", "redeal"),
    "redeal by": ("redeal by", "dealt again by"),
    "forfeit": ("forfeit", "forfeits", "forfeited", "forfeited by"),
    "reason": ("reason", "why"),
    "time called": ("time called",),
    "substitutions": ("substitutions", "substitution", "sub", "subs"),
    "note": ("note", "notes", "comment", "comments", "remark", "remarks"),
    "event": ("event", "league", "tournament"),
    "date": ("date",),
    "table": ("table",),
    "director": ("director",),
}
"""The headers by what they mean; the first of each is the one that is written.

Those of several words stand here so that no part of them is taken for a name: ``bonus points`` are no points of bonus.
"""

_TRICKS = {"trick", "tricks", "book", "books"}
ADJUSTMENTS: tuple[Kind, ...] = ("adjustment", "penalty", "bonus")
"""Points beside those of the round."""
KINDS_OF_BID: tuple[Kind, ...] = ("nil", "blind", "blind nil")
"""Columns that say yes where the bid is of this kind, as databases store it."""
OF_SOMEBODY: tuple[Kind, ...] = (
    *(
        "bid/tricks",
        "bid",
        "tricks",
        *KINDS_OF_BID,
        "bags",
        "running bags",
        "new bags",
        "points",
        "net points",
        "score",
        "total",
        "bag penalty",
    ),
    *ADJUSTMENTS,
    *("tricks adjustment", "adjustment to", "adjustment reason"),
)
"""What a player or a side has, so that a name may stand before it (or after it): ``ana+cy bid``."""
NUMBERED: tuple[Kind, ...] = (*ADJUSTMENTS, "tricks adjustment", "adjustment to", "adjustment reason")
"""What a side may have several times in a round, in columns with numbers: ``ana+cy adjustment 2``."""
REPORTED: Mapping[Kind, str] = {
    "points": "points",
    "net points": "points",
    "total": "score",
    "score": "score",
    "bags": "bags",
    "running bags": "bags",
}
"""The columns that a sheet reports, and the members of a record that hold them."""
LABELS: tuple[Kind, ...] = ("event", "date", "table", "director")

_NAMED = [kind for kind in SYNONYMS if kind == "adjustment" or kind not in {*NUMBERED, *KINDS_OF_BID}]
"""The headers that are named to whoever wrote an unknown one."""
_KIND_OF: dict[tuple[str, ...], Kind] = {
    tuple(synonym.split()): kind for kind, synonyms in SYNONYMS.items() for synonym in synonyms
}
_LONGEST_SYNONYM = max(map(len, _KIND_OF))
_WORD = re.compile(r"[^\s_.:()-]+")
_BETWEEN = " \t_.:()-"
_SEVERAL = re.compile("[2-9]|1[0-2]", re.ASCII)
_LONGEST_HEADER = 160
_LONGEST_SHOWN = 12
_LINES_BEFORE_HEADER = 40
MOST_COLUMNS = 200
_OF_MANY_ADJUSTMENTS = (
    f"a side has at most {model.MOST_ADJUSTMENTS} adjustments in a round, the second to the last in columns "
    f"with a number from 2 to {model.MOST_ADJUSTMENTS}. Make one of several, with the sum of their points and all "
    "their reasons."
)
_OF_PLAY: set[Kind] = {"bid", "tricks", "bid/tricks"}
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
    if words[-1:] == ["reason"] and words[:-2] and _SEVERAL.fullmatch(words[-2]):
        # "adjustment 2 reason" is "adjustment reason 2".
        words[-2:], spans[-2:] = words[:-3:-1], spans[:-3:-1]
    if _adjusts_tricks(words) is not None:
        return None
    if len(words) > 1 and _SEVERAL.fullmatch(words[-1]):
        numbered = _at_the_end(text, spans[:-1], words[:-1])
        if numbered is not None and numbered.kind in NUMBERED:
            return numbered._replace(number=int(words[-1]))
    found = _at_the_end(text, spans, words)
    if found is not None:
        return found
    for count in range(min(_LONGEST_SYNONYM, len(words) - 1), 0, -1):
        kind = _KIND_OF.get(tuple(words[:count]))
        if kind in OF_SOMEBODY:
            return Header(kind, text[spans[count - 1][1] :].strip(_BETWEEN))
    return None


def _adjusts_tricks(words: Sequence[str]) -> int | None:
    """Return where ``books penalty`` or the like begins, which is no header and no penalty of ``ana+cy books``."""
    if _TRICKS.isdisjoint(words):
        return None
    whole = tuple(words[:-1] if _SEVERAL.fullmatch(words[-1]) else words)
    for place in range(max(0, len(whole) - _LONGEST_SYNONYM), len(whole) - 1):
        is_adjusted = _KIND_OF.get(whole[place + 1 :]) in ADJUSTMENTS
        if is_adjusted and whole[place] in _TRICKS and whole[place:] not in _KIND_OF:
            return place
    return None


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
    place = _adjusts_tricks([*map(plain_form, [*others, last])])
    if place is not None:
        header = " ".join([*others[:place], "tricks adjustment"])
        return f"write {quoted(header)}, with numbers below 0 for tricks that are taken."
    numbered = header_meant(" ".join(others)) if last.isdecimal() else None
    if numbered is not None and numbered.kind in NUMBERED:
        return _OF_MANY_ADJUSTMENTS
    of_somebody = [" ".join(words) for words, kind in _KIND_OF.items() if kind in OF_SOMEBODY]
    near = name_meant(text[:_LONGEST_HEADER], map(" ".join, _KIND_OF))
    kind = name_meant(last, of_somebody) or next(
        (words for words in of_somebody if words.endswith(f" {plain_form(last)}")), None
    )
    if kind and (others or near is None):
        near = " ".join([*others, kind])
    if near:
        return f"is {near!r} meant?"
    kinds = listed(kind for kind in _NAMED if kind != "bid/tricks")
    # Of a longer name, the sentence would be too long.
    is_name = f"'{text} bid' or '{text} bid/took' if it is a name, else " if len(text) <= _LONGEST_SHOWN else ""
    return f"write {is_name}one of {kinds}, or leave the column out."


def with_names_above(row: Row, above: Row) -> Row | None:
    """Return the headers of a sheet with the names that stand in the line above them, as over merged cells.

    That is so if some header of what a player or side has is there several times without a name, and if each of them
    then has another name before it. Otherwise there is nothing to do, and this returns None.
    """
    of_somebody = [
        place
        for place, cell in enumerate(row.cells)
        if (header := header_meant(cell.text)) and not header.subject and header.kind in OF_SOMEBODY
    ]
    bare = {header_meant(row.cells[place].text) for place in of_somebody}
    if len(bare) == len(of_somebody):
        return None
    cells, name = list(row.cells), ""
    for place, cell in enumerate(row.cells):
        name = above.cells[place].text if place < len(above.cells) and above.cells[place].text else name
        if place in of_somebody:
            cells[place] = Cell(f"{name} {cell.text}", cell.place)
    named = {header_meant(cells[place].text) for place in of_somebody}
    are_apart = len(named) == len(of_somebody) and all(header and header.subject for header in named)
    return Row(tuple(cells)) if are_apart else None


class Columns(NamedTuple):
    """A line of headers, and the delimiter that it was read with."""

    line: int
    delimiter: str
    known: int


def find_columns(text: str) -> Columns | None:
    """Return the first line of a text that has at least two known headers; None if none of the first lines has.

    One with bids or tricks goes before others, which may be a title with ``Date`` and ``Table``. The delimiter is the
    one with which most of its headers are known.
    """
    title = None
    for number, line in enumerate(text.split("\n", _LINES_BEFORE_HEADER)[:_LINES_BEFORE_HEADER], 1):
        known = {delimiter: len(_headers_in(line, delimiter)) for delimiter in DELIMITERS if delimiter in line}
        delimiter = max(known, key=known.__getitem__, default=",")
        if known.get(delimiter, 0) > 1:
            columns = Columns(number, delimiter, known[delimiter])
            if any(header.kind in _OF_PLAY for header in _headers_in(line, delimiter)):
                return columns
            title = title or columns
    return title


def no_header(text: str) -> tuple[Place, str]:
    """Return where a sheet without headers should have them, and what to write there.

    That is the line that begins with a header and goes on with names, if there is one.
    """
    for number, line in enumerate(text.split("\n", _LINES_BEFORE_HEADER)[:_LINES_BEFORE_HEADER], 1):
        delimiter = max(DELIMITERS, key=line.count)
        cells = [cell.text for cell in _cells_in(line, delimiter) if cell.text]
        first = header_meant(cells[0]) if len(cells) > _FEW else None
        if first is not None and first.kind in _OF_ROWS:
            name, last = (text if len(text) <= _LONGEST_SHOWN else "ana" for text in (cells[1], cells[-1]))
            return Place(number, 1), (
                f"This line names no column of bids and tricks: write what a column holds behind the name, '{name} bid'"
                f" and '{name} tricks', or '{name} bid/took' if its cells are like 3/4, and '{last} total' over a"
                " running score."
            )
    return Place(1, 1), (
        "No line names the columns: write round,player,bid,tricks or round,ana bid,ana tricks and so on."
    )


def _cells_in(line: str, delimiter: str) -> list[Cell]:
    cells = islice(_cells_of(line, delimiter, Unheard()), MOST_COLUMNS)
    return [Cell(as_meant(text.strip()), place) for (text, place), end in cells if end != "comment"]


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
    if kinds >= {"bid", "tricks"} or "bid/tricks" in kinds:
        return "it has a line of headers with bids and tricks"
    unknown = [cell for cell in _cells_in(line, columns.delimiter) if cell.text and header_meant(cell.text) is None]
    if kinds & _OF_PLAY and kinds & _OF_ROWS and columns.known >= _FEW and 0 < len(unknown) < columns.known:
        return "most of its headers are those of a score sheet"
    return None


_HEAD = re.compile(r"#\s*([A-Za-z ]{1,20}?)\s*:\s*(.*)", re.DOTALL)
_FIGURE = re.compile(r"-?[0-9]{1,7}")
STANDING = ("score", *model.COUNTED)
"""The figures of a line ``# before: ana+cy, 337, 7``, in their order; the last may be left out or empty."""
ALONE = "each alone"


class Team(NamedTuple):
    """A side and its players as a head names them."""

    name: str
    players: tuple[str, ...]
    place: Place


class Standing(NamedTuple):
    """What a side had before the sheet, by the members of a record; the name is still to be looked up."""

    side: Cell
    figures: dict[str, int]


class _Form(NamedTuple):
    """How many texts the line of a head has, and what to write if it has others."""

    fewest: int
    most: int
    fix: str
    code: str = "not_a_head"
    first: re.Pattern[str] = re.compile(".+", re.DOTALL)
    """What its first text looks like."""


_FORMS: Mapping[str, _Form] = {
    "players": _Form(
        1,
        model.MOST_PLAYERS,
        f"the names of {model.FEWEST_PLAYERS} to {model.MOST_PLAYERS} players: '# players: ana, ben, cy, dee'",
        "players",
    ),
    "team": _Form(2, 1 + model.MOST_PLAYERS, "the name of the team and then its players: '# team: Us, ana, cy'"),
    "ruleset": _Form(1, 1, "the name of one ruleset"),
    "first dealer": _Form(1, 1, "the name of one player"),
    "first round": _Form(
        *(1, 1, f"the number of the first round, 1 to {model.HIGHEST_ROUND}: '# first round: 5'"),
        first=re.compile(f"[1-9][0-9]{{0,2}}|{model.HIGHEST_ROUND}"),
    ),
    "sides": _Form(
        *(1, 1, f"'# sides: {ALONE}' if there are no partners, or leave the line out"), first=re.compile(ALONE)
    ),
    "label": _Form(2, 2, "the name of the label and its text: '# label: table, 4'"),
    "before": _Form(
        1,
        1 + len(STANDING),
        f"a side and its {listed(STANDING).replace('_', ' ')}, as whole numbers: '# before: ana+cy, 337, 7'; the score "
        f"is at most {model.HIGHEST_SCORE}, the others 0 to {model.MOST_COUNTED}",
    ),
}
_SEVERAL_TIMES = {"team", "label", "before"}
_WITH_EMPTY_TEXTS = {"label", "before"}


class Heads:
    """What the heads of one sheet say."""

    def __init__(self, lines: Iterable[Cell], remarks: Remarks, delimiter: str = ",") -> None:
        self.players: tuple[str, ...] = ()
        self.players_place = Place(1, 1)
        self.teams: list[Team] = []
        self.ruleset = ""
        self.first_dealer: Cell | None = None
        self.first_round: int | None = None
        self.alone = False
        self.labels: dict[str, str] = {}
        self.before: list[Standing] = []
        self._remarks = remarks
        self._delimiter = delimiter
        seen: set[str] = set()
        comments: list[Place] = []
        for line in lines:
            match = _HEAD.fullmatch(line.text)
            key = match[1].lower() if match else ""
            if match is None or key not in _FORMS:
                comments.append(line.place)
                continue
            place = Place(line.place.line, line.place.column + match.start(2))
            if key in seen - _SEVERAL_TIMES:
                repeated_head(f"# {key}", place, remarks)
            else:
                self._take(key, match[2], place)
            seen.add(key)
        if comments:
            detail = f"The sheet has {count_of(len(comments), 'comment')}, which a record has no place for."
            remarks.note(comments[0], "unmapped", detail)

    def _texts(self, form: _Form, text: str, place: Place) -> list[str] | None:
        """Return the texts of a head; None for what is no list."""
        text = text.rstrip(f" {self._delimiter}") if self._delimiter != "," else text
        delimiter = self._delimiter if "," not in text else ","
        try:
            read = next(csv.reader([text], skipinitialspace=True, strict=True, delimiter=delimiter), [])
        except csv.Error:
            detail = 'This list cannot be read: write commas between texts, quotes around a text, and "" for one in it.'
            self._remarks.fault(place, "not_a_list", detail)
            return None
        first, *others = [value.strip() for value in read] or [""]
        # A spreadsheet makes all lines as long as the longest, with empty cells.
        while len(others) >= form.fewest and not others[-1]:
            others.pop()
        return [*map(as_meant, (first, *others))]

    def _take(self, key: str, text: str, place: Place) -> None:
        form = _FORMS[key]
        texts = self._texts(form, text, place)
        if texts is None:
            return
        first, *others = texts
        named = Cell(first, place)
        standing = _standing(others) if key == "before" else {}
        fits = form.fewest <= 1 + len(others) <= form.most and (all(others) or key in _WITH_EMPTY_TEXTS)
        if not fits or standing is None or not form.first.fullmatch(first):
            self._remarks.fault(place, form.code, f"Write {form.fix}.")
        elif key == "players":
            self.players, self.players_place = (first, *others), place
        elif key == "team":
            self.teams.append(Team(first, tuple(others), place))
        elif key == "ruleset":
            self.ruleset = first
        elif key == "first dealer":
            self.first_dealer = named
        elif key == "first round":
            self.first_round = int(first)
        elif key == "before":
            self.before.append(Standing(named, standing))
        elif key == "label":
            self._take_label(first, others[0], place)
        else:
            self.alone = True

    def _take_label(self, name: str, text: str, place: Place) -> None:
        if name in self.labels:
            repeated_head(f"# label: {name}", place, self._remarks)
        elif max(len(name) - model.LONGEST_NAME, len(text) - model.LONGEST_LABEL) > 0 or (
            len(self.labels) == model.MOST_LABELS
        ):
            detail = (
                f"A record has {model.MOST_LABELS} labels, with names of {model.LONGEST_NAME} characters and texts of "
                f"{model.LONGEST_LABEL}; {quoted(name)} is left out."
            )
            self._remarks.note(place, "unmapped", detail)
        else:
            self.labels[name] = text


def _standing(numbers: Sequence[str]) -> dict[str, int] | None:
    """Return what a side had before the sheet, by the members of a record; None if a text is no number of its kind."""
    if not all(map(_FIGURE.fullmatch, filter(None, numbers))):
        return None
    standing = {figure: int(number) for figure, number in zip(STANDING, numbers, strict=False) if number}
    counts = [value for figure, value in standing.items() if figure != "score"]
    fits = abs(standing.get("score", 0)) <= model.HIGHEST_SCORE and all(
        0 <= count <= model.MOST_COUNTED for count in counts
    )
    return standing if fits else None


def repeated_head(line: str, place: Place, remarks: Remarks) -> None:
    """Report a line for which there is another before."""
    remarks.fault(place, "repeated_head", f"There is a line {quoted(line)} before: keep one of them.")


def heads_of(record: Mapping[str, Any]) -> list[list[str]]:
    """Return the heads of a record as lists: the key, and then the texts of the line, none of them a formula."""
    lines: list[list[str]] = []
    if isinstance(record.get("ruleset"), str):
        lines.append(["ruleset", record["ruleset"]])
    lines.append(["players", *record["players"]])
    lines.extend(["team", team["name"], *team["players"]] for team in record.get("teams", ()))
    if "first_dealer" in record:
        lines.append(["first dealer", record["first_dealer"]])
    if "first_round_number" in record:
        lines.append(["first round", str(record["first_round_number"])])
    lines.extend(["label", name, text] for name, text in record.get("labels", {}).items())
    lines = [[key, *map(harmless, texts)] for key, *texts in lines]
    for name, standing in record.get("before", {}).items():
        numbers = [str(standing.get(figure, "")) for figure in STANDING]
        while numbers and not numbers[-1]:
            numbers.pop()
        lines.append(["before", harmless(name), *numbers])
    return lines
