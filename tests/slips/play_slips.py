"""Slips in the plays of a trick: one left out, or one written twice."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.naive.table import path
from tests.slips.model import Change, Reading, Scene, Slip, numbered, slip_of
from tests.spades.builders.cards import Json


def lead_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out the lead of a trick."""
    return _left_out(scene, rng, lead=True)


def play_left_out(scene: Scene, rng: Random) -> Slip | None:
    """Leave out a play that was no lead."""
    return _left_out(scene, rng, lead=False)


def _left_out(scene: Scene, rng: Random, *, lead: bool) -> Slip | None:
    if not scene.whole_tricks:
        return None
    record = scene.copied()
    trick = rng.choice(scene.whole_tricks)
    plays: list[Json] = record["tricks"][trick]["plays"]
    place = 0 if lead else rng.randrange(1, len(plays))
    play = plays.pop(place)
    changes = (
        Change(path("tricks", trick, "plays", place, member), suggested=play[member]) for member in ("player", "card")
    )
    # A last trick that is short is an unfinished one.
    is_last = trick == len(record["tricks"]) - 1
    slip = slip_of(record, "play_left_out", *changes, contradicts=not is_last)
    return replace(slip, lost=frozenset({(play["player"], trick + 1)}))


def play_written_twice(scene: Scene, rng: Random) -> Slip | None:
    """Write a play twice: mostly right after itself, else later in its trick, or in the next one."""
    record = scene.copied()
    tricks: list[Json] = record["tricks"]
    trick = rng.randrange(len(tricks))
    plays: list[Json] = tricks[trick]["plays"]
    original = rng.randrange(len(plays))
    play = dict(plays[original])
    way = rng.random()
    copy_trick, copy = trick, original + 1
    if way < 0.2:
        copy = rng.randrange(original + 1, len(plays) + 1)
    elif way < 0.35 and trick + 1 < len(tricks):
        copy_trick = trick + 1
        copy = rng.randrange(len(tricks[copy_trick]["plays"]) + 1)
    tricks[copy_trick]["plays"].insert(copy, play)
    spots = [(copy_trick, copy)]
    if spots == [(trick, original + 1)]:
        spots.append((trick, original))
    readings = tuple(
        Reading(
            "play_written_twice",
            tuple(
                Change(path("tricks", at, "plays", place, member), recorded=play[member])
                for member in ("player", "card")
            ),
        )
        for at, place in spots
    )
    return Slip(record, readings, numbered(record), contradicts=True)
