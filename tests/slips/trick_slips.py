"""Slips in whole tricks: one left out, one written twice, two neighbours exchanged."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from tests.naive.table import Table, path
from tests.slips.model import Change, Reading, Scene, Slip, copied, numbered
from tests.spades.builders.cards import Json


def trick_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out a trick; the sheet has the true totals."""
    record = scene.copied()
    trick = rng.randrange(len(record["tricks"]))
    gone = record["tricks"].pop(trick)
    numbers = tuple(number for number in numbered(scene.record) if number != trick + 1)
    lost = frozenset((play["player"], trick + 1) for play in gone["plays"])
    reading = Reading("trick_left_out", (Change(path("tricks", trick)),))
    return Slip(record, (reading,), numbers, lost, contradicts=True)


def trick_written_twice(scene: Scene, rng: Random) -> Slip | None:
    """Write a trick twice: the copy right after it, or later."""
    if not scene.whole_tricks:
        return None
    record = scene.copied()
    tricks: list[Json] = record["tricks"]
    trick = rng.choice(scene.whole_tricks)
    copy = trick + 1 if rng.random() < 0.6 else rng.randrange(trick + 1, scene.whole_tricks[-1] + 2)
    tricks.insert(copy, copied(tricks[trick]))
    numbers = list(numbered(scene.record))
    numbers.insert(copy, trick + 1)
    surplus = [copy, trick] if copy == trick + 1 else [copy]
    readings = tuple(Reading("trick_written_twice", (Change(path("tricks", place)),)) for place in surplus)
    return Slip(record, readings, tuple(numbers), contradicts=True)


def tricks_exchanged(scene: Scene, rng: Random) -> Slip | None:
    """Exchange two neighbouring tricks.

    The record contradicts itself if two leads or more are wrong because of it, and all are right without it.
    """
    if len(scene.whole_tricks) < 2:
        return None
    record = scene.copied()
    tricks, numbers = record["tricks"], list(numbered(scene.record))
    trick = rng.choice(scene.whole_tricks[:-1])
    for each in (tricks, numbers):
        each[trick], each[trick + 1] = each[trick + 1], each[trick]
    changes = (Change(path("tricks", trick)), Change(path("tricks", trick + 1)))
    near = {trick + 1, trick + 2, trick + 3}
    led_wrongly = any(code == "wrong_leader" and number in near for code, _, number in scene.truth)
    more = wrong_leads(record, scene.table) - wrong_leads(scene.record, scene.table)
    contradicts = more >= 2 and not led_wrongly
    return Slip(record, (Reading("tricks_exchanged", changes),), tuple(numbers), contradicts=contradicts)


def wrong_leads(record: Json, table: Table) -> int:
    """Return how many tricks are not led by who won the trick before."""
    pack = table.pack
    count = 0
    for before, trick in pairwise(record["tricks"]):
        holders = {play["card"]: play["player"] for play in before["plays"]}
        best = pack.best(pack.suit(before["plays"][0]["card"]), holders)
        count += best is not None and holders[best] != trick["plays"][0]["player"]
    return count
