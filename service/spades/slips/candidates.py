"""Every record that mends one slip of a record that contradicts itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from service.spades.slips.in_lists import slips_in_lists
from service.spades.slips.in_names import slips_in_names
from service.spades.slips.in_plays import slips_in_plays
from service.spades.slips.in_tricks import slips_in_tricks
from service.spades.slips.leads import led_anew
from service.spades.slips.model import Mended
from service.spades.slips.scene import Scene

_MOST_TRICKS_WITH_WRONG_CLAIMS: Final = 2
"""The most tricks in which one slip can make a named leader or winner wrong: two tricks exchanged."""


def candidates(scene: Scene) -> Iterator[Mended]:
    """Yield the records to try. Whether one of them still contradicts itself is for an audit of it to say."""
    for mended in _mended(scene):
        yield led_anew(mended, scene.record, scene.pack)


def _mended(scene: Scene) -> Iterator[Mended]:
    """Yield the records that mend one slip, without the consequences for leads that the record leaves out."""
    if (
        len({error.trick for error in scene.with_code("wrong_winner", "leader_mismatch")})
        > _MOST_TRICKS_WITH_WRONG_CLAIMS
    ):
        return
    yield from slips_in_names(scene)
    yield from slips_in_tricks(scene)
    yield from slips_in_plays(scene)
    yield from slips_in_lists(scene)
