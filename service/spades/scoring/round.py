"""The score of a round: every side, from the bids and the tricks won."""

from __future__ import annotations

from service.spades.deal.auction import examine_bids
from service.spades.deal.model import Auction
from service.spades.record.context import RoundContext, context_of
from service.spades.record.model import RoundRecord, RoundResult, Standing
from service.spades.rules.bid_kinds import bids_itself
from service.spades.rules.ruleset import Ruleset
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, ScoredRound, SideScore
from service.spades.scoring.side import RoundRules, SidePlay, score_side


def score_round(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round; the ruleset must have a pack for its number of players."""
    auction, sides = score_row(context_of(result, ruleset))
    return ScoredRound(result, auction.findings, sides)


def score_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...]]:
    """Judge the bids of a row of a score sheet, and score every side."""
    result = context.record
    auction = examine_bids(context, bidding_over=True)
    return auction, score_sides(context, auction, result.side_tricks, result.seat_tricks)


def score_audited_row(context: RoundContext[RoundResult]) -> tuple[Auction, tuple[SideScore, ...] | None]:
    """Judge the bids of a row, and score every side; None for a row that lacks a bid or whose tricks don't add up."""
    if sum(context.record.side_tricks) == context.pack.hand_size:
        auction, sides = score_row(context)
        return auction, sides if auction.complete else None
    return examine_bids(context, bidding_over=True), None


def score_sides(
    context: RoundContext[RoundRecord | RoundResult],
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
    adjustments: tuple[Adjustment, ...] | None = None,
) -> tuple[SideScore, ...]:
    """Score every side of a round, after its adjustments if there are any; an unknown standing counts as 0."""
    record, parameters = context.record, context.ruleset.parameters
    before = record.before or (Standing(),) * len(side_tricks)
    rules = RoundRules(parameters, context.pack.hand_size, bids_itself(parameters, record.round_number))
    return tuple(
        [
            score_side(
                rules,
                side,
                SidePlay(contract, side_tricks[side], seat_tricks, before[side]),
                NO_ADJUSTMENT if adjustments is None else adjustments[side],
            )
            for side, contract in enumerate(auction.contracts)
        ]
    )
