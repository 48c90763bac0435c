"""Whether a sheet continues from round to round, by its own figures: totals, bags, dealers, rounds without a gap."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from service.checks.model import Broken, Seen
from service.spades.english import quoted
from service.spades.record.model import Reported, Standing
from service.spades.rules.bid_kinds import bids_itself
from service.spades.scoring.score_lines import write_bag_penalty


def totals_continue(seen: Seen) -> Broken | None:
    """Check that a running score is the one before plus the points of the round, all three as on the sheet."""
    reported = seen.record.reported
    before = _before(seen, lambda sheet: sheet.score, lambda standing: standing.score)
    points = {} if reported is None else reported.points or {}
    totals = {} if reported is None else reported.score or {}
    names = [name for name in totals if name in before and name in points]
    return _differing({name: (totals[name], before[name] + points[name]) for name in names})


def bags_carry(seen: Seen) -> Broken | None:
    """Check that bags are those before on the sheet plus those of the round, less those that a penalty takes off.

    The bags of the round are those as played or those as ruled.
    """
    parameters, record = seen.ruleset.parameters, seen.ruling.record
    if not parameters.scoring.bag_limit or bids_itself(parameters, record.round_number):
        return None
    reported = seen.record.reported
    before = _before(seen, lambda sheet: sheet.bags, lambda standing: standing.bags)
    broken: dict[str, tuple[int, int]] = {}
    bags = {} if reported is None else reported.bags or {}
    for side, played in enumerate(seen.ruling.as_played or ()):
        name, ruled = seen.table.sides[side].name, (seen.ruling.as_ruled or seen.ruling.as_played or ())[side]
        if name in bags and name in before:
            carried = [_carried(seen, before[name], each.bags) for each in (played, ruled)]
            broken[name] = (bags[name], bags[name] if bags[name] in carried else carried[0])
    return _differing(broken)


def _carried(seen: Seen, before: int, gained: int) -> int:
    """Return the bags of a side after a round: a void round changes none, not even those that were left too high."""
    return before if seen.ruling.verdict == "void" else write_bag_penalty([], seen.ruleset.parameters, before + gained)


def _before(
    seen: Seen, row: Callable[[Reported], Mapping[str, int] | None], figure: Callable[[Standing], int]
) -> Mapping[str, int]:
    """Return a row of the sheet as it stood before the round, for each side of which it is known."""
    if seen.previous is not None:
        reported = seen.previous.record.reported
        return {} if reported is None else row(reported) or {}
    if seen.opening is None:
        return {}
    return {side.name: figure(each) for side, each in zip(seen.table.sides, seen.opening, strict=True)}


def _differing(figures: Mapping[str, tuple[int, int]]) -> Broken | None:
    """Return the figures that are not what they should be, each with its name; None if there are none at all."""
    if not figures:
        return None
    return tuple(f"{quoted(name)}: {value}, not {right}" for name, (value, right) in figures.items() if value != right)


def dealer_rotates(seen: Seen) -> Broken | None:
    """Check that the deal has moved on by one seat, where dealers are recorded.

    After a void round it has if `table.redeal_by` says so (docs/rules.md, A12).
    """
    previous, dealer = seen.previous, seen.record.dealer
    if previous is None or previous.dealer is None or dealer is None:
        return None
    players = seen.table.players
    again = previous.ruling.verdict == "void" and seen.ruleset.parameters.table.redeal_by == "same_dealer"
    following = previous.dealer if again else (previous.dealer + 1) % len(players)
    return () if dealer == following else (f"dealt by {quoted(players[dealer])}, not {quoted(players[following])}",)


def rounds_complete(seen: Seen) -> Broken | None:
    """Check that a round that others follow has a score, so that the standing after it is known."""
    if seen.last:
        return None
    return () if seen.ruling.as_ruled is not None else ("no score, so that later totals can't be checked",)


def penalties_counted(seen: Seen) -> Broken | None:
    """Check that no figure of the sheet leaves out what the penalties of the round change in it."""
    ruling, reported = seen.ruling, seen.reported
    if not ruling.penalties or reported is None or ruling.as_played is None or ruling.as_ruled is None:
        return None
    broken: list[str] = []
    for played, ruled in zip(ruling.as_played, ruling.as_ruled, strict=True):
        name = seen.table.sides[ruled.side].name
        for row, figures, without, right in (
            ("points", reported.points, played.points, ruled.points),
            ("score", reported.score, played.after.score, ruled.after.score),
            ("bags", reported.bags, played.after.bags, ruled.after.bags),
        ):
            if figures is not None and figures.get(name) == without != right:
                broken.append(f"{row} {quoted(name)}: {without}, not {right}")
    return tuple(broken)
