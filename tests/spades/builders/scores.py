"""What holds of every score."""

from __future__ import annotations

from service.spades.scoring.model import LINE_CODES, SideScore


def assert_adds_up(side: SideScore) -> None:
    """Check that points are the sum of the lines and the step from before to after, and lines sentences."""
    assert side.points == sum(line.points for line in side.lines) == side.after.score - side.before.score
    assert {line.code for line in side.lines} <= set(LINE_CODES)
    assert all(line.detail.endswith(".") and ".;" not in line.detail for line in side.lines)
    assert 0 <= side.contract_tricks <= side.tricks
    assert side.bags >= 0
