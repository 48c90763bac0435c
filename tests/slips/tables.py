"""Judged records counted, and the table in which the counts are printed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.slips.judging import Judged

HEADS = (
    *("records", "false", "as written", "false there", "proved", "of", "offered", "of", "offered", "of"),
    *("readings", "slowest"),
)
"""Those with a contradiction; the false among them; those that stand as written; the offences still proved; the true
reading offered, of the records with a whole log and of all; the most readings; the slowest answer in milliseconds."""
LINE = "{:34} {:>7} {:>6} {:>11} {:>12} {:>7} {:>5} {:>8} {:>5} {:>8} {:>5} {:>9} {:>8}"


@dataclass
class Tally:
    """Counts over judged records."""

    records: int = 0
    """Those that contradict themselves, and ``false``, how many of them accuse somebody falsely."""
    false: int = 0
    written: int = 0
    """Those that contradict nothing, and ``false_as_written``, how many of them accuse somebody falsely."""
    false_as_written: int = 0
    provable: int = 0
    proved: int = 0
    whole: int = 0
    """Records with a whole log and an error, and ``offered_whole``, how many offer the true reading."""
    offered_whole: int = 0
    errors: int = 0
    """Records with an error, and ``offered``, how many offer the true reading."""
    offered: int = 0
    readings: int = 0
    slowest: float = 0.0

    def add(self, judged: Judged, *, whole: bool) -> None:
        """Count a record."""
        if judged.contradicts:
            self.records += 1
            self.false += bool(judged.accused)
            self.provable += judged.provable
            self.proved += judged.proved
        else:
            self.written += 1
            self.false_as_written += bool(judged.accused)
        if judged.has_errors:
            self.errors += 1
            self.offered += judged.offered
            self.whole += whole
            self.offered_whole += whole and judged.offered
        self.readings = max(self.readings, judged.readings)
        self.slowest = max(self.slowest, judged.milliseconds)

    def line(self, name: str) -> str:
        """Return the counts as a line of a table."""
        return LINE.format(
            name,
            *(self.records, self.false, self.written, self.false_as_written),
            *(_percent(self.proved, self.provable), self.provable),
            *(_percent(self.offered_whole, self.whole), self.whole),
            *(_percent(self.offered, self.errors), self.errors),
            *(self.readings, f"{self.slowest:.0f}"),
        )


@dataclass
class Table:
    """Tallies by name, in the order of the names, and their sum."""

    names: Iterable[str]
    rows: dict[str, Tally] = field(init=False)
    total: Tally = field(default_factory=Tally)

    def __post_init__(self) -> None:
        """Start all counts from nothing."""
        self.rows = {name: Tally() for name in self.names}

    def add(self, name: str, judged: Judged, *, whole: bool) -> None:
        """Count a record in its row and in the sum."""
        self.rows[name].add(judged, whole=whole)
        self.total.add(judged, whole=whole)

    def text(self) -> str:
        """Return the table, without rows that count nothing."""
        rows = [tally.line(name) for name, tally in self.rows.items() if tally.records or tally.written]
        return "\n".join([LINE.format("", *HEADS), *rows, self.total.line("all")])


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"
