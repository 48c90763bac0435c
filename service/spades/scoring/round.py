"""The score of a round: every side, from the bids and the tricks won."""

from __future__ import annotations

from service.spades.deal.auction import examine_bids
from service.spades.deal.model import Auction
from service.spades.record.model import (
    NO_DECISIONS,
    RoundContext,
    RoundRecord,
    RoundResult,
    Standing,
    context_of,
    may_be_incomplete,
)
from service.spades.rules.bid_kinds import bids_itself
from service.spades.rules.ruleset import Ruleset
from service.spades.scoring.decisions import with_decisions
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, ScoredRound, SideScore
from service.spades.scoring.side import RoundRules, SidePlay, score_side


def score_round(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round; the ruleset must have a pack for its number of players."""
    auction, sides = score_row(context_of(result, ruleset))
    return ScoredRound(result, auction.findings, sides)


def score_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...]]:
    """Judge the bids of a row of a score sheet, and score every side."""
    auction = examine_bids(context, bidding_over=True)
    return auction, score_sides(context, _plays_of_row(context, auction))


def score_audited_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...] | None]:
    """Judge the bids of a row, and score every side; None for a row that lacks a bid or whose tricks don't add up.

    A void row counts for nothing, and so does one that was broken off by a forfeit, or has no score for another reason.
    """
    result = context.record
    auction, scores = examine_bids(context, bidding_over=True), None
    if not may_be_incomplete(context) and auction.complete and sum(result.side_tricks) == context.pack.hand_size:
        scores = score_sides(context, _plays_of_row(context, auction))
    elif result.decisions.may_be_broken_off:
        scores = void_scores(context, _plays_of_row(context, auction))
    return auction, scores


def void_scores(context: RoundContext[RoundRecord | RoundResult], plays: tuple[SidePlay, ...]) -> tuple[SideScore, ...]:
    """Return the score of every side in a round that counts for nothing, but for what was decided about it."""
    return score_sides(context, plays, (Adjustment(void=True),) * len(plays))


def _plays_of_row(context: RoundContext[RoundResult], auction: Auction) -> tuple[SidePlay, ...]:
    return plays_of(context, auction, context.record.side_tricks, context.record.seat_tricks)


def plays_of(
    context: RoundContext[RoundRecord | RoundResult],
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
) -> tuple[SidePlay, ...]:
    """Return what each side bid and took; an unknown standing counts as 0."""
    before = context.record.before or (Standing(),) * len(side_tricks)
    return tuple(
        [
            SidePlay(contract, side_tricks[side], seat_tricks, before[side])
            for side, contract in enumerate(auction.contracts)
        ]
    )


def score_sides(
    context: RoundContext[RoundRecord | RoundResult],
    plays: tuple[SidePlay, ...],
    adjustments: tuple[Adjustment, ...] | None = None,
    as_played: tuple[SideScore, ...] | None = None,
) -> tuple[SideScore, ...]:
    """Score every side of a round, after its adjustments if there are any.

    A side that has none keeps its score ``as_played``, if that is known. Last come the lines of what was decided about
    the round.
    """
    record, parameters = context.record, context.ruleset.parameters
    rules = RoundRules(parameters, context.pack.hand_size, bids_itself(parameters, record.round_number))
    kept = as_played if record.decisions is NO_DECISIONS else None
    scores: list[SideScore] = []
    for side, played in enumerate(plays):
        adjustment = NO_ADJUSTMENT if adjustments is None else adjustments[side]
        if kept is not None and adjustment == NO_ADJUSTMENT:
            scores.append(kept[side])
        else:
            scores.append(score_side(rules, side, played, adjustment))
    sides = tuple(scores)
    forfeited: set[int] = set()
    if adjustments is not None:
        forfeited.update([side for side, each in enumerate(adjustments) if each.forfeits])
    if record.decisions is NO_DECISIONS and not forfeited:
        return sides
    if record.decisions.lost_by is not None:
        forfeited.add(record.decisions.lost_by)
    # Without the standing before, nobody can say how far a side is from 0 or from the target.
    is_known = record.before is not None or parameters.game.forfeit_score == "as_it_stands"
    return with_decisions(sides, record.decisions, forfeited, parameters.game if forfeited and is_known else None)
