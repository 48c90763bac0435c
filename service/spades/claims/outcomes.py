"""What a round scores for each number of tricks that the claimer's side may take of those left.

Claimed tricks count for the claimer (docs/rules.md, "Claims"), and so do not set his partner's nil; tricks conceded to
a side with one nil bidder count for the other player. Only tricks that a nil bidder takes in every line of play are his
in any case.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.claims.conceded_tricks import taker_of
from service.spades.claims.model import ClaimOutcome, ClaimToJudge, NilJudgement
from service.spades.claims.nils import nil_bids
from service.spades.record.model import RoundResult
from service.spades.scoring.round import score_round
from service.spades.sentence import Sentence, say
from service.spades.table import Table


def outcomes_of(
    to_judge: ClaimToJudge, nils: tuple[NilJudgement, ...], numbers: list[int]
) -> tuple[ClaimOutcome, ...] | None:
    """Score the round for each of these numbers of tricks of the claimer's side; None without bids."""
    so_far, ruleset = to_judge.so_far, to_judge.situation.ruleset
    if so_far is None:
        return None
    sharing = _Sharing(to_judge, so_far, frozenset(nil_bids(so_far, ruleset)), {nil.seat: nil.fewest for nil in nils})
    return tuple([sharing.outcome(number) for number in numbers])


class _Share(NamedTuple):
    """Tricks that a side gets."""

    side: int
    tricks: int
    taker: int | None
    """The seat that they count for but for those of its partner's nil; None if that makes no difference."""


class _Sharing:
    """Shares the tricks left out among the sides and their players."""

    def __init__(
        self, to_judge: ClaimToJudge, so_far: RoundResult, bidders: frozenset[int], fewest: dict[int, int]
    ) -> None:
        self.claim = to_judge.claim
        self.ruleset = to_judge.situation.ruleset
        self.table: Table = to_judge.table
        self.so_far = so_far
        self.left = to_judge.situation.position.tricks_left
        self.bidders = bidders
        """The seats that have bid nil."""
        self.fewest = fewest
        """For each live nil bidder the tricks that he takes in every line of play."""

    def outcome(self, number: int) -> ClaimOutcome:
        """Return the outcome in which the claimer's side takes this many of the tricks left."""
        side, conceded = self.table.side_of[self.claim.claimer], self.left - number
        claimed = number == self.claim.tricks
        shares = [_Share(side, number, self.claim.claimer)]
        others = [other for other in range(len(self.table.sides)) if other != side]
        if conceded:
            if len(others) > 1:
                return ClaimOutcome(number, claimed, say("conceded_to_several_sides", conceded=conceded), None)
            seats = self.table.sides[others[0]].seats
            taker = taker_of(seats, self.bidders, self.fewest)
            if taker is None:
                return ClaimOutcome(number, claimed, self._both_bid_nil(others[0], conceded), None)
            shares.append(_Share(others[0], conceded, taker if self.bidders.intersection(seats) else None))
        detail = say("tricks_go_to", side=side)
        if conceded:
            detail = say(
                "tricks_are_shared", left=self.left, side=side, taken=number, other=others[0], conceded=conceded
            )
        return ClaimOutcome(number, claimed, detail, score_round(self._result(shares), self.ruleset).sides)

    def _both_bid_nil(self, side: int, conceded: int) -> Sentence:
        return say("conceded_to_two_nils", side=side, conceded=conceded)

    def _result(self, shares: list[_Share]) -> RoundResult:
        """Return the round with the tricks left added to those won."""
        side_tricks = list(self.so_far.side_tricks)
        seat_tricks = list(self.so_far.seat_tricks)
        for side, tricks, taker in shares:
            side_tricks[side] += tricks
            rest = tricks
            for seat in self.table.sides[side].seats:
                if seat != taker and taker is not None:
                    own = min(self.fewest.get(seat, 0), rest)
                    rest -= own
                    self._add(seat_tricks, seat, own)
            if taker is not None:
                self._add(seat_tricks, taker, rest)
            elif tricks:
                for seat in self.table.sides[side].seats:
                    seat_tricks[seat] = None
        return self.so_far._replace(side_tricks=tuple(side_tricks), seat_tricks=tuple(seat_tricks))

    def _add(self, seat_tricks: list[int | None], seat: int, tricks: int) -> None:
        """Add tricks to a seat, unless only those of its side are known."""
        known = seat_tricks[seat]
        if known is not None:
            seat_tricks[seat] = known + tricks
