"""What a director decided about a round: lines of their own, after all others (docs/rules.md, A game)."""

from __future__ import annotations

from collections.abc import Container

from service.spades.catalogue.parameters.game import GameRules
from service.spades.record.model import Decisions
from service.spades.scoring.model import Line, SideScore
from service.spades.sentence import say


def with_decisions(
    sides: tuple[SideScore, ...], decisions: Decisions, forfeited: Container[int], rules: GameRules | None
) -> tuple[SideScore, ...]:
    """Return the scores of a round with a line for each adjustment, and for a forfeit of the game if there is one.

    ``forfeited`` holds the sides that forfeit the game. ``rules`` say what a forfeit brings; None if nobody forfeits.
    """
    scores = tuple(_adjusted(side, decisions) for side in sides)
    return scores if rules is None else tuple(_after_forfeit(side, forfeited, rules) for side in scores)


def forfeit_points(rules: GameRules, score: int, *, forfeits: bool) -> int:
    """Return what a forfeit adds to the score of a side, the one that ``forfeits`` or another one."""
    if rules.forfeit_score == "target_to_zero":
        return min(0, -score) if forfeits else max(0, rules.target - score)
    return rules.forfeit_penalty if forfeits else rules.forfeit_credit


def _adjusted(side: SideScore, decisions: Decisions) -> SideScore:
    lines = [
        Line("adjustment", each.points, say("as_written", text=each.reason))
        for each in decisions.adjustments
        if each.side == side.side
    ]
    return _with_lines(side, *lines)


def _after_forfeit(side: SideScore, forfeited: Container[int], rules: GameRules) -> SideScore:
    forfeits = side.side in forfeited
    points = forfeit_points(rules, side.after.score, forfeits=forfeits)
    key = "forfeits_the_game" if forfeits else "credited_for_forfeit"
    return _with_lines(side, Line("forfeit", points, say(key))) if points else side


def _with_lines(side: SideScore, *lines: Line) -> SideScore:
    """Return a score with more lines; bags, sets and revokes stay as they are."""
    if not lines:
        return side
    points = sum(line.points for line in lines)
    after = side.after._replace(score=side.after.score + points)
    return side._replace(lines=(*side.lines, *lines), points=side.points + points, after=after)
