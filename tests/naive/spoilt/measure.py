"""What is ruled on records whose truth is known: ``python -m tests.naive.spoilt.measure --records 200``.

Prints a table with a row for each kind of record (`tests.naive.spoilt.rows`): how many accuse an innocent, how many
offences are still proved, how many scores are wrong; then, for each row over a limit, what is over it. ``--row TEXT``
measures the rows with this text in their names. ``--smallest 3`` also prints the smallest records that count against a
row, ``--show`` every record with its ruling, ``--missed`` the seeds whose true reading is not offered, ``--sound`` what
is wrong with the readings that are offered. ``--first`` is the first seed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tests.naive.spoilt.generator import SpoiltRecord, spoilt_records
from tests.naive.spoilt.judging import Judged, judged
from tests.naive.spoilt.rows import Row, Share, rows
from tests.naive.spoilt.short_form import in_short, ruling_in_short
from tests.naive.spoilt.soundness import unsound
from tests.naive.spoilt.truth import AnswerFailedError, ruling_on
from tests.spades.builders.cards import Json

LINE = "{:66} {:>7} {:>6} {:>5} {:>7} {:>5} {:>7} {:>6} {:>6} {:>6} {:>6} {:>8} {:>8}  {}"
HEADS = (
    *("", "records", "false", "each", "proved", "of", "stated", "wrong", "head", "sheet", "offer", "ordinary"),
    *("slowest", "limits"),
)
"""Records; the share that accuses falsely, and of how many offences; the share of offences still proved; the shares of
records with a score, with a wrong one, with a wrong one in the headline; of right sheets called wrong; of records with
an error that offer the true reading; the slowest answers in milliseconds, to records without and with the slip."""
LEAST = {"proved"}
"""Shares of which the limit is the least."""


@dataclass
class Tally:
    """The records of a row, counted."""

    row: Row
    judged: list[tuple[SpoiltRecord, Judged]] = field(default_factory=list)
    broken: list[str] = field(default_factory=list)
    """A line for each record that has no answer."""

    def measure(self, seeds: range) -> None:
        """Judge the records of these seeds."""
        for seed in seeds:
            try:
                spoilt = next(spoilt_records(seed, self.row.plans[seed % len(self.row.plans)]))
                each = judged(spoilt)
            except AnswerFailedError as error:
                self.broken.append(f"seed {seed} has no ruling, {error.__cause__!r}: {error}")
                continue
            if self.row.contradicts in (None, each.contradicts):
                self.judged.append((spoilt, each))

    def parts(self, name: Share) -> tuple[int, int]:
        """Return how many there are of a share, and of how many."""
        found = [each for _, each in self.judged]
        if name == "proved":
            return sum(each.proved for each in found), sum(each.provable for each in found)
        if name == "false":
            return sum(bool(each.accused) for each in found), len(found)
        if name == "sheet":
            sheets = [each.sheet for each in found if each.sheet is not None]
            return sum(sheets), len(sheets)
        known = [each.headline if name == "headline" else each.wrong for each in found if each.states is not None]
        return sum(known), len(known)

    def against(self) -> Iterator[tuple[SpoiltRecord, Judged]]:
        """Yield the records that count against the row."""
        for spoilt, each in self.judged:
            lost = each.proved < each.provable
            counts = {"false": each.accused, "proved": lost, "wrong": each.wrong, "headline": each.headline}
            if any(counts.get(name, each.sheet) for name in self.row.limits):
                yield spoilt, each

    def over(self, spare: int = 0) -> list[Share]:
        """Return the shares that are over their limits by more than so many records or offences."""
        over: list[Share] = []
        for name, limit in self.row.limits.items():
            part, whole = self.parts(name)
            beyond = part - limit * whole / 100
            if (-beyond if name in LEAST else beyond) > spare:
                over.append(name)
        return over

    def line(self) -> str:
        """Return the row of the table."""
        found = [each for _, each in self.judged]
        accusing = [each.offences for each in found if each.accused]
        known = [each for each in found if each.states is not None]
        erring = [each for each in found if each.has_errors]
        over = self.over()
        shares: tuple[Share, ...] = ("wrong", "headline", "sheet")
        return LINE.format(
            self.row.name,
            len(found),
            _percent(*self.parts("false")),
            f"{sum(accusing) / len(accusing):.1f}" if accusing else "-",
            _percent(*self.parts("proved")),
            sum(each.provable for each in found),
            _percent(sum(bool(each.states) for each in known), len(known)),
            *(_percent(*self.parts(name)) for name in shares),
            _percent(sum(each.offered for each in erring), len(erring)),
            f"{max((each.unspoilt for each in found), default=0):.0f}",
            f"{max((each.milliseconds for each in found), default=0):.0f}",
            ", ".join(
                f"{name} {limit:g}: {'OVER' if name in over else 'OK'}" for name, limit in self.row.limits.items()
            ),
        )


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}" if whole else "-"


def cards_in(body: Json) -> int:
    """Return how many cards a record names."""
    cards = (trick.get(form, ()) for trick in body["tricks"] for form in ("plays", "cards", "cards_by_player"))
    return sum(map(len, (*cards, *body.get("hands", {}).values())))


def shown(spoilt: SpoiltRecord, told: Judged) -> str:
    """Return a record, its truth and its ruling in short form."""
    return "\n".join(
        [
            f"{spoilt.plan.name}, seed {spoilt.seed}",
            *in_short(spoilt.body),
            f"truth: {sorted(spoilt.truth.elements(), key=repr)}, {spoilt.points}",
            *(f"slip: {each.slip} {[tuple(change) for change in each.changes]}" for each in spoilt.slip.readings),
            *ruling_in_short(ruling_on(spoilt.body)),
            f"accused falsely: {list(told.accused)}; contradicts itself: {told.contradicts}; offered: {told.offered}",
            json.dumps(spoilt.body),
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure these rows; return 1 if one is over a limit, or a record has no ruling."""
    options = _options(arguments)
    failed = 0
    _write(LINE.format(*HEADS))
    for row in rows().values():
        if options.row in row.name:
            tally = Tally(row)
            tally.measure(range(options.first, options.first + options.records))
            failed += bool(tally.over() or tally.broken)
            _write(tally.line(), *tally.broken, *_further(tally, options))
    return int(failed > 0)


def _write(*lines: str) -> None:
    sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.flush()


def _further(tally: Tally, options: argparse.Namespace) -> Iterator[str]:
    """Yield what is asked for beyond the table."""
    against = sorted(tally.against(), key=lambda pair: cards_in(pair[0].body))
    yield from (shown(*pair) for pair in (tally.judged if options.show else against[: options.smallest]))
    for spoilt, each in tally.judged:
        if options.missed and each.has_errors and not each.offered:
            yield f"seed {spoilt.seed}: the true reading is not offered"
        if options.sound:
            yield from (f"seed {spoilt.seed}: {line}" for line in unsound(spoilt.body, ruling_on(spoilt.body)))


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.naive.spoilt.measure")
    parser.add_argument("--records", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--row", default="")
    parser.add_argument("--smallest", type=int, default=0)
    for option in ("--show", "--missed", "--sound"):
        parser.add_argument(option, action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
