"""The score of a finished round, side by side."""

from __future__ import annotations

from service.spades.deal.auction import examine_bids
from service.spades.deal.model import Auction
from service.spades.record.model import RoundRecord, RoundResult, Standing
from service.spades.rules.bid_kinds import bids_itself
from service.spades.rules.ruleset import Ruleset
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, ScoredRound, SideScore
from service.spades.scoring.side import score_side


def score(result: RoundResult, ruleset: Ruleset) -> ScoredRound:
    """Score a finished round by a ruleset that has a table for its number of players."""
    auction = sheet_auction(result, ruleset)
    sides = side_scores(result, ruleset, auction, result.side_tricks, result.seat_tricks)
    return ScoredRound(result, auction.findings, sides)


def sheet_auction(result: RoundResult, ruleset: Ruleset) -> Auction:
    """Judge the bids of a row of a score sheet."""
    return examine_bids(
        ruleset,
        ruleset.packs[len(result.table.players)],
        result.table,
        result.bids,
        dealer=result.dealer,
        round_number=result.round_number,
        before=result.before,
        deal=None,
        finished=True,
        opener=result.opener,
    )


def side_scores(  # noqa: PLR0913 - what a score depends on
    played: RoundRecord | RoundResult,
    ruleset: Ruleset,
    auction: Auction,
    side_tricks: tuple[int, ...],
    seat_tricks: tuple[int | None, ...],
    *,
    adjustments: tuple[Adjustment, ...] | None = None,
) -> tuple[SideScore, ...]:
    """Score every side of a round, after its adjustments where there are; an unknown standing counts as 0."""
    before = played.before or (Standing(),) * len(side_tricks)
    unbid = bids_itself(ruleset.parameters, played.round_number)
    hand_size = ruleset.packs[len(played.table.players)].hand_size
    return tuple(
        [
            score_side(
                ruleset.parameters,
                side,
                contract,
                tricks=side_tricks[side],
                by_seat=seat_tricks,
                before=before[side],
                hand_size=hand_size,
                unbid=unbid,
                adjustment=NO_ADJUSTMENT if adjustments is None else adjustments[side],
            )
            for side, contract in enumerate(auction.contracts)
        ]
    )
