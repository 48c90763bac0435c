"""The one table of columns: their headers, what their cells say, and where that goes in a record.

Reader, writer and the table on the page of score sheets (docs/reference/notations/csv.md) come from it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from service.notations.csv_sheet import cells
from service.notations.model import MOST_ADJUSTMENTS
from service.spades.english import listed, name_meant, plain_form

Kind: TypeAlias = str
"""What a column holds: its first header, as it is written."""


_READERS: Mapping[str, cells.Reader] = {
    "name": cells.name,
    "bid": cells.bid,
    "tricks": cells.tricks,
    "bid/tricks": cells.bid_and_tricks,
    "yes or no": cells.yes,
    "figure": cells.figure,
    "points": cells.adjustment,
    "points taken": cells.penalty,
    "points given": cells.bonus,
    "tricks moved": cells.moved_tricks,
    "reason": cells.reason,
    "dealer": cells.dealing_again,
    "label": cells.label,
    "note": cells.remark,
    "-": cells.nothing,
}
"""How a cell is read, which also says what is wrong with it and what to write."""
_TABLE = """
round             | line       | -            | -               | round number, round no, rd, rnd, hand, hand number,
                                                                  hand no, deal, deal number, no, number, #, round #,
                                                                  hand #
player            | line       | -            | players         | name, player id, user id
team              | line       | -            | teams           | side, pair, partnership, partners
seat              | line       | -            | players         | position
dealer            | round      | name         | dealer          |
bid               | somebody   | bid          | bids_by_player  | bids, tricks bid, books bid, contract
tricks            | somebody   | tricks       | tricks_won      | books, got, took, taken, won, tricks won,
                                                                  tricks taken, tricks made, books won, books taken,
                                                                  books made
bid/tricks        | somebody   | bid/tricks   | bids_by_player  | bid/took, bid/taken, bid/got, bid/won, bid/made,
                                                                  bid/books
nil               | somebody   | yes or no    | bids_by_player  | is nil, nil bid, bid nil
blind             | somebody   | yes or no    | blind_bidders   | is blind, blind bid, bid blind
blind nil         | somebody   | yes or no    | blind_bidders   | is blind nil, blind nil bid, bid blind nil
bags              | somebody   | figure       | reported.bags   | sandbags, overtricks
running bags      | somebody   | figure       | reported.bags   | total bags, bags total, bags after
new bags          | somebody   | -            | -               | bags gained, bags this round, round bags
points            | somebody   | figure       | reported.points | pts, round points, points this round, round score,
                                                                  score this round
net points        | somebody   | figure       | reported.points | points with adjustments, points after adjustments
score             | somebody   | figure       | reported.score  |
total             | somebody   | figure       | reported.score  | running total, running score, total score,
                                                                  total points, cumulative, cumulative score,
                                                                  cumulative total
adjustment        | adjustment | points       | points          | adjustments, adj, adjusted points, director's points
adjustment reason | adjustment | reason       | reason          | adj reason, reason for adjustment, penalty reason,
                                                                  bonus reason
tricks adjustment | adjustment | tricks moved | tricks          | trick adjustment, tricks adj, books adjustment,
                                                                  adjusted tricks, director's tricks, director's books
adjustment to     | adjustment | name         | to              | adj to, tricks to, books to
penalty           | adjustment | points taken | points          | penalties, penalty points, deduction
bonus             | adjustment | points given | points          | bonus points
bag penalty       | somebody   | -            | -               | bag penalties, bags penalty, sandbag penalty,
                                                                  overtrick penalty, bag points, nil bonus,
                                                                  nil penalty, nil points, set penalty
void              | round      | yes or no    | void            | misdeal, redeal
redeal by         | round      | dealer       | redeal_by       | dealt again by
forfeit           | round      | name         | forfeited_by    | forfeits, forfeited, forfeited by
reason            | line       | reason       | reason          | why
time called       | round      | yes or no    | time_called     |
substitutions     | round      | name         | substitutions   | substitution, sub, subs
note              | line       | note         | -               | notes, comment, comments, remark, remarks
event             | round      | label        | labels.event    | league, tournament
date              | round      | label        | labels.date     |
table             | round      | label        | labels.table    |
director          | round      | label        | labels.director |
"""
"""Of each column: the header that is written; whether a cell is about its line, the whole round, somebody whose name
may stand in the header, or an adjustment of theirs, of which there may be several in columns with numbers; how it is
read; the member of a record (of a row, or of an adjustment) that it becomes; and the other headers. Those of several
words stand here so that no part of them is taken for a name: ``bonus points`` are no points of bonus."""


class Column(NamedTuple):
    """A column: whose its cells are, how they are read, what they become, and its headers, the written one first."""

    of: str
    cell: str
    member: str
    headers: tuple[str, ...]

    @property
    def read(self) -> cells.Reader:
        """What reads a cell."""
        return _READERS[self.cell]


def _columns() -> Iterator[Column]:
    for row in re.split(r"\n(?=\S)", _TABLE.strip()):
        header, of, cell, member, others = (part.strip() for part in row.split("|"))
        yield Column(of, cell, member, (header, *filter(None, re.split(r",\s*", others))))


COLUMNS = {column.headers[0]: column for column in _columns()}
NOTES: Mapping[Kind, tuple[str, str]] = {
    "bags": (
        "bags_running",
        "The bags are read as the running count of a side after each round; call those of each round 'new bags'.",
    ),
    "new bags": (
        "unmapped",
        "A record has the running count of bags, and no place for those of each round: they are left out.",
    ),
    "score": ("score_read", "A column 'score' is read as the running score; call the points of each round 'points'."),
    "penalty": (
        "adjustment_read",
        "A penalty is read as points that a director takes away, with either sign; one for bags belongs to no column.",
    ),
    "bag penalty": (
        "unmapped",
        "What bags and nils are worth follows from the ruleset: such columns are left out.",
    ),
}
"""The notes on columns that people use for several things."""
WITH_ADJUSTMENTS = (
    "points_with_adjustments",
    "The points of a round are read as those with its adjustments: the score after it less that before.",
)
"""The note on ``points`` in a sheet with adjustments."""
KIND_OF = {tuple(header.split()): kind for kind, column in COLUMNS.items() for header in column.headers}
OF_SOMEBODY = {kind for kind, column in COLUMNS.items() if column.of in {"somebody", "adjustment"}}
OF_ADJUSTMENTS = {kind for kind, column in COLUMNS.items() if column.of == "adjustment"}
AMOUNTS: tuple[Kind, ...] = ("adjustment", "penalty", "bonus")
"""The columns of points beside those of the round."""
REPORTED = {kind: column.member[9:] for kind, column in COLUMNS.items() if column.member.startswith("reported.")}
"""The columns of figures, and the members of ``reported`` that hold them."""
LABELS: tuple[Kind, ...] = ("event", "date", "table", "director")
BOTH: Kind = "bid/tricks"
PLAYED: frozenset[Kind] = frozenset({"bid", "tricks", BOTH})
OF_BID: tuple[Kind, ...] = ("nil", "blind", "blind nil")
"""Columns that say yes where the bid is of this kind, as databases store it."""

_LONGEST_SYNONYM = max(map(len, KIND_OF))
_WORD = re.compile(r"[^\s_.:()-]+")
_STROKE = re.compile(r"\s*/\s*")
_BETWEEN = " \t_.:()-"
_SEVERAL = re.compile("[2-9]|1[0-2]", re.ASCII)
_LONGEST_HEADER = 160
_LONGEST_SHOWN = 12


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
    text = _STROKE.sub("/", text)
    spans = [match.span() for match in _WORD.finditer(text)]
    words = [plain_form(text[start:end]) for start, end in spans]
    if len(words) > 1 and _SEVERAL.fullmatch(words[-1]):
        numbered = _meant(text[: spans[-2][1]], spans[:-1], words[:-1])
        if numbered is not None and numbered.kind in OF_ADJUSTMENTS:
            return numbered._replace(number=int(words[-1]))
    return _meant(text, spans, words)


def _meant(text: str, spans: Sequence[tuple[int, int]], words: Sequence[str]) -> Header | None:
    """Return what a header without a number says: a synonym, alone, behind a name or before it."""
    whole = KIND_OF.get(tuple(words))
    if whole is not None:
        return Header(whole)
    counts = range(min(_LONGEST_SYNONYM, len(words) - 1), 0, -1)
    behind = ((words[-count:], text[: spans[-count][0]]) for count in counts)
    before = ((words[:count], text[spans[count - 1][1] :]) for count in counts)
    for part, subject in (*behind, *before):
        kind = KIND_OF.get(tuple(part))
        if kind in OF_SOMEBODY:
            return Header(kind, subject.strip(_BETWEEN))
    return None


def nearest_header(text: str) -> str:
    """Return the end of a sentence that says which header of the table an unknown one was probably meant to be."""
    *before, last = _WORD.findall(text[:_LONGEST_HEADER]) or [""]
    numbered = header_meant(" ".join(before)) if last.isdecimal() else None
    if numbered is not None and numbered.kind in OF_ADJUSTMENTS:
        return (
            f"a side has at most {MOST_ADJUSTMENTS} adjustments in a round, the second to the last in columns with a"
            f" number from 2 to {MOST_ADJUSTMENTS}."
        )
    of_somebody = [" ".join(header) for header, kind in KIND_OF.items() if kind in OF_SOMEBODY]
    near = name_meant(last, of_somebody) if before else name_meant(last, map(" ".join, KIND_OF))
    near = near or next((header for header in of_somebody if header.endswith(f" {plain_form(last)}")), None)
    if near is not None:
        return f"is {' '.join([*before, near])!r} meant?"
    headers = listed(kind for kind in COLUMNS if kind not in {BOTH, *OF_BID, *OF_ADJUSTMENTS - {"adjustment"}})
    # Of a longer name, the sentence would be too long.
    is_name = f"'{text} bid' or '{text} bid/took' if it is a name, else " if len(text) <= _LONGEST_SHOWN else ""
    return f"write {is_name}one of {headers}, or leave the column out."
