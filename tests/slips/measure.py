"""How often a slip of the pen makes a ruling accuse the innocent: ``python -m tests.slips.measure FIRST LAST``.

Prints each seed with a false accusation, then a table by kind of slip and one by what the records show. ``--show``
prints each record with its ruling instead. ``--kind K`` makes slips of one kind only; a seed is replayed with the same
option. ``--missed`` also prints the seeds whose true reading is not offered, ``--smallest`` the smallest body of each
kind that is judged falsely, ``--sound`` what is wrong with the readings that are offered. ``--processes 2`` uses two.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from typing import NamedTuple

from tests.slips.generator import AnswerFailedError, SpoiltRecord, spoilt_record
from tests.slips.judging import Judged, judged
from tests.slips.kinds import NAMES
from tests.slips.short_form import in_short, ruling_in_short
from tests.slips.soundness import unsound
from tests.slips.tables import Table
from tests.slips.visibility import LABELS
from tests.spades.builders import asking
from tests.spades.builders.cards import Json


class Measured(NamedTuple):
    """One seed measured; only what is needed of it goes from process to process."""

    seed: int
    kind: str
    label: str
    whole: bool
    judged: Judged
    body: Json
    unsound: tuple[str, ...] = ()
    """What is wrong with the readings, where that is looked into."""


def measured(seed: int, kind: str | None = None, *, sound: bool = False) -> Measured:
    """Return what the ruling makes of the record of a seed; ``sound``: whether to look into its readings."""
    spoilt = spoilt_record(seed, kind)
    wrong = tuple(unsound(spoilt.body, asking.ruling(spoilt.body))) if sound else ()
    return Measured(seed, spoilt.kind, spoilt.shown.label, spoilt.shown.whole, judged(spoilt), spoilt.body, wrong)


def safely_measured(seed: int, kind: str | None, *, sound: bool) -> Measured | str:
    """Return a seed measured, or a line that says over which body the service breaks."""
    try:
        return measured(seed, kind, sound=sound)
    except AnswerFailedError as error:
        return f"seed {seed} has no ruling, {error.__cause__!r}: {error}\n"


def all_measured(options: argparse.Namespace) -> Iterator[Measured | str]:
    """Yield each seed measured, in order."""
    measure = partial(safely_measured, kind=options.kind, sound=options.sound)
    seeds = range(options.first, options.last + 1)
    if options.processes == 1:
        yield from map(measure, seeds)
        return
    with Pool(options.processes) as pool:
        yield from pool.imap(measure, seeds, chunksize=5)


def cards_in(body: Json) -> int:
    """Return how many cards a record names."""
    return sum(len(trick["plays"]) for trick in body["tricks"]) + sum(map(len, body.get("hands", {}).values()))


def shown(spoilt: SpoiltRecord) -> str:
    """Return a record, its truth and its ruling in short form."""
    told = judged(spoilt)
    return "\n".join(
        [
            f"seed {spoilt.seed}, {spoilt.kind}, {spoilt.shown.label}",
            *in_short(spoilt.body),
            f"truth: {sorted(spoilt.truth.elements(), key=repr)}",
            *(f"slip: {each.slip} {[tuple(change) for change in each.changes]}" for each in spoilt.slip.readings),
            *ruling_in_short(asking.ask("auditRound", spoilt.body)),
            f"accused falsely: {list(told.accused)}; contradicts itself: {told.contradicts}; offered: {told.offered}",
            "",
        ]
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure these seeds; return 1 if there is a false accusation, or a record without a ruling."""
    options = _options(arguments)
    if options.show:
        seeds = range(options.first, options.last + 1)
        sys.stdout.writelines(f"{shown(spoilt_record(seed, options.kind))}\n" for seed in seeds)
        return 0
    by_kind, by_label = Table(NAMES), Table(LABELS)
    smallest: dict[str, tuple[int, Measured]] = {}
    broken = 0
    for each in all_measured(options):
        if isinstance(each, str):
            broken += 1
            sys.stdout.write(each)
            continue
        sys.stdout.writelines(f"seed {each.seed} {each.kind} reading: {line}\n" for line in each.unsound)
        by_kind.add(each.kind, each.judged, whole=each.whole)
        by_label.add(each.label, each.judged, whole=each.whole)
        if each.judged.is_false:
            sys.stdout.write(f"seed {each.seed} {each.kind} ({each.label}): {'; '.join(each.judged.accused)}\n")
            size = cards_in(each.body)
            smallest[each.kind] = min(smallest.get(each.kind, (size, each)), (size, each), key=lambda pair: pair[0])
        elif options.missed and each.judged.has_errors and not each.judged.offered:
            sys.stdout.write(f"seed {each.seed} {each.kind} ({each.label}): the true reading is not offered\n")
    sys.stdout.write(f"{by_kind.text()}\n\n{by_label.text()}\n")
    if options.smallest:
        sys.stdout.writelines(
            f"\n{kind}, seed {each.seed}: {'; '.join(each.judged.accused)}\n{json.dumps(each.body)}\n"
            for kind, (_, each) in smallest.items()
        )
    return int(by_kind.total.false + broken > 0)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.slips.measure")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--kind", choices=NAMES)
    parser.add_argument("--processes", type=int, choices=(1, 2), default=1)
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--missed", action="store_true")
    parser.add_argument("--smallest", action="store_true")
    parser.add_argument("--sound", action="store_true")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main())
