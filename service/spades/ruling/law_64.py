"""Law 64 of duplicate bridge, where a ruleset has taken it over: how many tricks a revoke costs, and why.

64B, by which a revoke costs no trick whoever won what, is asked before 64A.
"""

from __future__ import annotations

from service.spades.ruling.offences import Offence
from service.spades.table import Side


def tricks_by_law_64(
    offence: Offence, side: Side, offences: tuple[Offence, ...], winners: tuple[int | None, ...], *, last: int
) -> tuple[int, str]:
    """Return how many tricks a revoke costs its side, and why.

    ``offences`` are all of the round, also those that nobody called: they are facts. ``winners`` has the winner of
    each trick, and ``last`` is the number of the last one.
    """
    why = _by_64b(offence, offences, last)
    return (0, why) if why else _by_64a(offence, side, winners)


def _by_64b(offence: Offence, offences: tuple[Offence, ...], last: int) -> str:
    if len({other.side for other in offences if other.is_revoke}) > 1:
        return "there are revokes of more than one side"
    if offence.repeated:
        return offence.again
    return "it was the last trick but one" if offence.trick == last - 1 else ""


def _by_64a(offence: Offence, side: Side, winners: tuple[int | None, ...]) -> tuple[int, str]:
    winner, *rest = winners[offence.trick - 1 :]
    later = any(each in side.seats for each in rest)
    if winner == offence.seat:
        return 1 + later, f"{offence.player} won that trick, and {side.name} {'a' if later else 'no'} later one"
    if winner in side.seats:
        return 1, f"{side.name} won that trick, though not {offence.player}"
    if later:
        return 1, f"{side.name} did not win that trick, but a later one"
    return 0, f"{side.name} won neither that trick nor a later one"
