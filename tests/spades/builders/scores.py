"""What holds of every score."""

from __future__ import annotations

from service.spades.record.model import RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.ruling.audit import audit_row
from service.spades.scoring.model import LINE_CODES, SideScore
from service.spades.table import sit_down
from service.wire.writer import Writer
from tests.spades.builders.cards import FOUR
from tests.spades.builders.rulesets import defaults

# The lines of a score name no player and cite no rule: any table and any ruleset will do.
_WRITER = Writer(sit_down(FOUR, None, "partnership", (4,)), defaults({}))


def sides_of_row(row: RoundResult, ruleset: Ruleset) -> tuple[SideScore, ...]:
    """Return the score of every side in a row of a score sheet that has one."""
    scores = audit_row(row, ruleset).as_ruled
    assert scores is not None
    return scores


def assert_adds_up(side: SideScore) -> None:
    """Check that points are the sum of the lines and the step from before to after, and lines sentences."""
    assert side.points == sum(line.points for line in side.lines) == side.after.score - side.before.score
    assert {line.code for line in side.lines} <= set(LINE_CODES)
    words = [_WRITER.sentence(line.detail) for line in side.lines]
    assert all(each.endswith(".") and ".;" not in each for each in words)
    assert 0 <= side.contract_tricks <= side.tricks
    assert side.bags >= 0
