"""Sheets as rows of cells: what the header of a column means, and lines that begin with ``#``.

Lines such as ``# players: ana, ben, cy, dee`` say what columns cannot. The csv module of the standard library does not
give the places of cells.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, NamedTuple, TypeAlias

from service.notations import model
from service.notations.model import Place, Remarks, Unheard
from service.spades.english import count_of, listed, name_meant, plain_form, quoted

DELIMITERS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_QUOTED = re.compile(r' *"([^"]*(?:""[^"]*)*)" *')
_OPENS = re.compile(r' *"')
_PLAIN = {delimiter: re.compile(rf"[^{delimiter}\n]*") for delimiter in DELIMITERS}


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


def is_comment(line: str, delimiter: str) -> bool:
    """Tell whether a line is a comment; ``#1`` is the number of a round, and ``#`` alone a cell."""
    return line.startswith("#") and not (line[1:2].isdigit() or line[1:2] in {delimiter, ""})


class Splitter:
    """Splits a text into rows. Quotes hold delimiters, line ends and, doubled, themselves."""

    def __init__(self, text: str, delimiter: str, remarks: Remarks) -> None:
        self._text = text
        self._delimiter = delimiter
        self._remarks = remarks
        self._at = 0
        self._line, self._line_start = 1, 0
        self._broken = False

    def rows(self) -> Iterator[Row]:
        """Yield the rows from the first to the last; a quote that does not end is a fault and ends them."""
        text = self._text
        while self._at < len(text):
            end = text.find("\n", self._at)
            line = text[self._at : len(text) if end < 0 else end] if text[self._at] == "#" else ""
            if is_comment(line, self._delimiter):
                cell = Cell(line.strip(), self._place(self._at))
                self._at += len(line)
                yield Row((cell,), is_comment=True)
            else:
                row = Row(tuple(self.cells()))
                if self._broken:
                    return
                yield row
            if self._text[self._at : self._at + 1] == "\n":
                self._at += 1
                self._line, self._line_start = self._line + 1, self._at

    def _place(self, position: int) -> Place:
        return Place(self._line, position - self._line_start + 1)

    def cells(self) -> Iterator[Cell]:
        """Yield the cells of the next row, up to its line end."""
        while True:
            yield self._cell()
            if self._text[self._at : self._at + 1] != self._delimiter:
                return
            self._at += 1

    def _cell(self) -> Cell:
        text, place = self._text, self._place(self._at)
        opening = _OPENS.match(text, self._at)
        if opening is None:
            plain = self._plain()
            return Cell(plain.strip(), place)
        quoted = _QUOTED.match(text, self._at)
        if quoted is None:
            detail = 'This quote does not end: write " after the cell, and "" for a quote within it.'
            self._remarks.fault(self._place(opening.end() - 1), "unclosed_quote", detail)
            self._at, self._broken = len(text), True
            return Cell("", place)
        lines = quoted[0].count("\n")
        if lines:
            self._line += lines
            self._line_start = text.rfind("\n", 0, quoted.end()) + 1
        self._at = quoted.end()
        if text[self._at : self._at + 1] not in {self._delimiter, "\n", ""}:
            detail = 'There is text after the closing quote: write "" for a quote within a cell.'
            self._remarks.fault(self._place(self._at), "text_after_quote", detail)
            self._plain()
        return Cell(quoted[1].replace('""', '"').strip(), place)

    def _plain(self) -> str:
        match = _PLAIN[self._delimiter].match(self._text, self._at)
        assert match is not None  # noqa: S101 - the expression takes the empty text as well
        self._at = match.end()
        return match[0]


Kind: TypeAlias = Literal[
    "round",
    "player",
    "team",
    "seat",
    "dealer",
    "void",
    "forfeit",
    "reason",
    "substitutions",
    "note",
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
    "event",
    "date",
    "table",
    "director",
]

SYNONYMS: Mapping[Kind, tuple[str, ...]] = {
    "round": ("round", "round number", "hand", "deal", "no", "#"),
    "player": ("player", "name"),
    "team": ("team", "side", "pair"),
    "seat": ("seat", "position"),
    "dealer": ("dealer",),
    "bid": ("bid", "bids", "tricks bid", "books bid", "contract"),
    "blind": ("blind",),
    "tricks": (
        *("tricks", "books", "got", "took", "taken", "won"),
        *("tricks won", "tricks taken", "tricks made", "books won", "books taken", "books made"),
    ),
    "bags": ("bags", "sandbags", "overtricks"),
    "running bags": ("running bags", "total bags", "bags total", "bags after"),
    "new bags": ("new bags", "bags gained", "bags this round", "round bags"),
    "points": ("points", "pts", "round points", "points this round", "round score", "score this round"),
    "net points": ("net points", "points with adjustments", "points after adjustments"),
    "score": ("score",),
    "total": ("total", "running total", "running score", "total score", "total points"),
    "adjustment": ("adjustment", "adjustments", "adj", "adjusted points", "director's points"),
    "adjustment reason": ("adjustment reason", "adj reason", "reason for adjustment", "penalty reason", "bonus reason"),
    "penalty": ("penalty", "penalties", "penalty points", "deduction"),
    "bonus": ("bonus", "bonus points"),
    "bag penalty": (
        *("bag penalty", "bag penalties", "bags penalty", "sandbag penalty", "overtrick penalty", "bag points"),
        *("nil bonus", "nil penalty", "nil points", "set penalty"),
    ),
    "void": ("void", "misdeal", "redeal"),
    "forfeit": ("forfeit", "forfeits", "forfeited", "forfeited by"),
    "reason": ("reason", "why"),
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
    f"a side has at most {model.MOST_ADJUSTMENTS} adjustments in a round, the second to the last in columns "
    f"with a number from 2 to {model.MOST_ADJUSTMENTS}. Make one of several, with the sum of their points and all "
    "their reasons."
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
    if words[-1:] == ["reason"] and words[:-2] and _SEVERAL.fullmatch(words[-2]):
        # "adjustment 2 reason" is "adjustment reason 2".
        words[-2:], spans[-2:] = words[:-3:-1], spans[:-3:-1]
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


_HEAD = re.compile(r"#\s*([A-Za-z ]{1,20}?)\s*:\s*(.*)", re.DOTALL)
_FIGURE = re.compile(r"-?[0-9]{1,7}")
STANDING = ("score", "bags", "sets", "revokes")
"""The figures of a line ``# before: ana+cy, 337, 7``, in their order; the last may be left out or empty."""
_HIGHEST = {
    "score": model.HIGHEST_SCORE,
    "bags": model.MOST_COUNTED,
    "sets": model.MOST_COUNTED,
    "revokes": model.MOST_COUNTED,
}
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


class Heads:
    """What the heads of one sheet say."""

    def __init__(self, lines: Iterable[Cell], remarks: Remarks) -> None:
        self.players: tuple[str, ...] = ()
        self.players_place = Place(1, 1)
        self.teams: list[Team] = []
        self.ruleset = ""
        self.first_dealer: Cell | None = None
        self.alone = False
        self.labels: dict[str, str] = {}
        self.before: list[Standing] = []
        self._remarks = remarks
        self._seen: set[str] = set()
        self._comments: list[Place] = []
        takers: Mapping[str, Callable[[list[str], Place], None]] = {
            "players": self._take_players,
            "team": self._take_team,
            "ruleset": self._take_ruleset,
            "first dealer": self._take_first_dealer,
            "sides": self._take_sides,
            "label": self._take_label,
            "before": self._take_before,
        }
        for line in lines:
            self._take(line, takers)
        if self._comments:
            detail = f"The sheet has {count_of(len(self._comments), 'comment')}, which a record has no place for."
            remarks.note(self._comments[0], "unmapped", detail)

    def _take(self, line: Cell, takers: Mapping[str, Callable[[list[str], Place], None]]) -> None:
        match = _HEAD.fullmatch(line.text)
        key = match[1].lower() if match else ""
        if match is None or key not in takers:
            self._comments.append(line.place)
            return
        place = Place(line.place.line, line.place.column + match.start(2))
        if key in self._seen and key not in {"team", "label", "before"}:
            repeated_head(f"# {key}", place, self._remarks)
            return
        self._seen.add(key)
        try:
            values = next(csv.reader([match[2]], skipinitialspace=True, strict=True), [])
        except csv.Error:
            detail = 'This list cannot be read: write commas between texts, quotes around a text, and "" for one in it.'
            self._remarks.fault(place, "not_a_list", detail)
            return
        takers[key]([value.strip() for value in values], place)

    def _fault(self, place: Place, fix: str) -> None:
        self._remarks.fault(place, "not_a_head", f"Write {fix}.")

    def _take_players(self, values: list[str], place: Place) -> None:
        if len(values) > model.MOST_PLAYERS:
            detail = f"A game has {model.FEWEST_PLAYERS} to {model.MOST_PLAYERS} players; here are {len(values)}."
            self._remarks.fault(place, "players", detail)
        else:
            self.players, self.players_place = tuple(values), place

    def _take_team(self, values: list[str], place: Place) -> None:
        name, *players = values or [""]
        if not name or not all(players) or not 1 <= len(players) <= model.MOST_PLAYERS:
            self._fault(place, "the name of the team and then its players: '# team: Us, ana, cy'")
        else:
            self.teams.append(Team(name, tuple(players), place))

    def _take_ruleset(self, values: list[str], place: Place) -> None:
        if len(values) != 1 or not values[0]:
            self._fault(place, "the name of one ruleset")
        else:
            self.ruleset = values[0]

    def _take_first_dealer(self, values: list[str], place: Place) -> None:
        if len(values) != 1 or not values[0]:
            self._fault(place, "the name of one player")
        else:
            self.first_dealer = Cell(values[0], place)

    def _take_sides(self, values: list[str], place: Place) -> None:
        self.alone = values == [ALONE]
        if not self.alone:
            self._fault(place, f"'# sides: {ALONE}' if there are no partners, or leave the line out")

    def _take_label(self, values: list[str], place: Place) -> None:
        if len(values) != len(("name", "text")) or not 1 <= len(values[0]) <= model.LONGEST_NAME:
            self._fault(place, "the name of the label and its text: '# label: table, 4'")
        elif values[0] in self.labels:
            repeated_head(f"# label: {values[0]}", place, self._remarks)
        elif len(values[1]) > model.LONGEST_LABEL or len(self.labels) == model.MOST_LABELS:
            detail = (
                f"A record has {model.MOST_LABELS} labels of {model.LONGEST_LABEL} characters; "
                f"{quoted(values[0])} is left out."
            )
            self._remarks.note(place, "unmapped", detail)
        else:
            self.labels[values[0]] = values[1]

    def _take_before(self, values: list[str], place: Place) -> None:
        name, *numbers = values or [""]
        if not name or len(numbers) > len(STANDING) or not all(map(_FIGURE.fullmatch, filter(None, numbers))):
            self._fault(place, f"a side and its {listed(STANDING)}, as whole numbers: '# before: ana+cy, 337, 7'")
            return
        standing = {figure: int(number) for figure, number in zip(STANDING, numbers, strict=False) if number}
        if any(
            abs(value) > _HIGHEST[figure] or (value < 0 and figure != "score") for figure, value in standing.items()
        ):
            self._fault(place, f"a score of at most {_HIGHEST['score']}, and counts from 0 to {_HIGHEST['bags']}")
        self.before.append(Standing(Cell(name, place), standing))


def repeated_head(line: str, place: Place, remarks: Remarks) -> None:
    """Report a line for which there is another before."""
    remarks.fault(place, "repeated_head", f"There is a line {quoted(line)} before: keep one of them.")


def heads_of(record: Mapping[str, Any]) -> list[list[str]]:
    """Return the heads of a record as lists: the key, and then the texts of the line."""
    lines: list[list[str]] = []
    if isinstance(record.get("ruleset"), str):
        lines.append(["ruleset", record["ruleset"]])
    lines.append(["players", *record["players"]])
    lines.extend(["team", team["name"], *team["players"]] for team in record.get("teams", ()))
    if "first_dealer" in record:
        lines.append(["first dealer", record["first_dealer"]])
    lines.extend(["label", name, text] for name, text in record.get("labels", {}).items())
    for name, standing in record.get("before", {}).items():
        numbers = [str(standing.get(figure, "")) for figure in STANDING]
        while numbers and not numbers[-1]:
            numbers.pop()
        lines.append(["before", name, *numbers])
    return lines
