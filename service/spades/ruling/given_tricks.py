"""Who gets the tricks that were left when a claim ended the play (docs/rules.md, "Claims").

Those of the claimer's side count for the claimer, those conceded for a player of the other side whose nil they don't
break. Tricks that a nil bidder can't avoid are his, unless the claim was accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from service.spades.claims.conceded_tricks import nils_of_players, taker_of
from service.spades.claims.recorded_claim import forced_tricks
from service.spades.positions.possible_positions import CardsLeft
from service.spades.proof.model import Facts
from service.spades.record.claim_read import has_trick_in_progress
from service.spades.record.reporter import Reporter
from service.spades.ruling.model import ClaimResult
from service.spades.sentence import Sentence, say
from service.spades.solver.claims import Claim

_TWO_SIDES: Final = 2
_CLAIM: Final = ("claim",)
_TRICKS: Final = ("tricks",)


class DecidedClaim(NamedTuple):
    """A claim, and what became of it."""

    claim: Claim
    left: int
    """The tricks that were left."""
    result: ClaimResult
    fewest: int | None
    """How many of them the claimer's side is certain to take by the test of the ruleset; None if that is not known."""
    cards: CardsLeft | None
    """What the log leaves; needed only for a claim that was not accepted."""
    budget: int
    """The positions that may be searched for tricks that nil bidders can't avoid."""


class GivenTricks(NamedTuple):
    """Who gets the tricks left."""

    seats: tuple[int, ...] | None
    """Trick by trick, those of the claimer's side first; None if nobody can say, or the play goes on."""
    positions: int
    """The positions that were searched."""
    whole: bool
    """Whether every trick before the claim is whole and has a winner, so that the round is complete."""


def given_tricks(facts: Facts, decided: DecidedClaim, reporter: Reporter) -> GivenTricks:
    """Return who gets the tricks left; ``reporter`` notes why nobody can say."""
    return _Sharing(facts, decided, reporter).given()


class _Sharing:
    """Shares the tricks left out among the sides and their players."""

    def __init__(self, facts: Facts, decided: DecidedClaim, reporter: Reporter) -> None:
        self.facts, self.decided, self.reporter = facts, decided, reporter
        self.claim, self.left, self.result = decided.claim, decided.left, decided.result
        self.context, self.table = facts.context, facts.context.table
        self.side = self.table.side_of[self.claim.claimer]
        self.nil_bidders = nils_of_players(facts.auction.contracts).keys()
        self.live = [seat for seat in self.nil_bidders if not facts.play.tricks_won[seat]]
        """The seats that have bid nil and won no trick."""
        self.positions = 0

    def given(self) -> GivenTricks:
        """Return who gets the tricks left."""
        seats = self._seats()
        return GivenTricks(seats, self.positions, self._is_regular())

    def _seats(self) -> tuple[int, ...] | None:
        tricks = self._tricks_of_side()
        if tricks is None or not 0 < self.left >= tricks:
            return None
        forced = self._forced()
        own = tuple([seat for seat in forced if self.table.side_of[seat] == self.side])
        others = tuple([seat for seat in forced if self.table.side_of[seat] != self.side])
        tricks = min(max(tricks, len(own)), self.left - len(others))
        conceded = self.left - tricks - len(others)
        seats = ((self.claim.claimer,) * (tricks - len(own)), own, others)
        if not conceded:
            return sum(seats, ())
        taker = self._taker()
        if taker is None:
            self._ask(say("claim_leaves_tricks_open", player=self.claim.claimer, tricks=conceded))
            return None
        return (*sum(seats, ()), *(taker,) * conceded)

    def _tricks_of_side(self) -> int | None:
        """Return how many of the tricks left the claimer's side gets, None if that is not decided."""
        failed_claim = self.context.ruleset.parameters.irregularities.failed_claim
        if self.result in {"accepted", "proved"}:
            return self.claim.tricks
        if self.result != "disproved" or failed_claim == "play_on":
            return None
        if failed_claim == "all_tricks":
            return 0
        if self.decided.fewest is None:
            self._ask(say("claim_fewest_open", side=self.side))
        return self.decided.fewest

    def _is_regular(self) -> bool:
        """Return whether every trick before the claim is whole and has a winner."""
        record, players = self.context.record, len(self.table.players)
        done = len(record.tricks) - has_trick_in_progress(record)
        whole = all(len(each.seats) == players == len(set(each.seats)) for each in record.tricks[:done])
        return whole and sum(self.facts.play.tricks_won) == done

    def _forced(self) -> tuple[int, ...]:
        """Return for each trick that a nil bidder can't avoid, however the cards are played, his seat.

        Nobody can concede such a trick, nor lose one by a penalty (Law 71 of bridge): it would make the nil.
        """
        left, seats = self.decided.cards, []
        for seat in () if left is None else self.live:
            if left is not None:
                rest = self.decided.budget - self.positions
                forced = forced_tricks(self.context, left, self.claim, seat, rest)
                self.positions += forced.positions
                seats += [seat] * forced.tricks
        return tuple(seats)

    def _taker(self) -> int | None:
        """Return who gets tricks that are conceded, None if nobody can tell."""
        if len(self.table.sides) != _TWO_SIDES:
            return None
        return taker_of(self.table.sides[1 - self.side].seats, self.nil_bidders, self.live)

    def _ask(self, why: Sentence) -> None:
        """Note why nobody can say who gets the tricks: only playing them, in place of the claim, would decide it."""
        self.reporter.ask("conceded_tricks_open", _CLAIM, why, seat=self.claim.claimer, decided_by=_TRICKS)


def split_as_reported(facts: Facts, reported: Mapping[str, int], before: tuple[int, ...]) -> tuple[int, ...]:
    """Return the tricks won by each seat, those of partners as a sheet divides them where that can be.

    Partners take the tricks of a claim together, and a sheet may count them for either; ``before`` are those won in
    play.
    """
    table, won = facts.context.table, list(facts.play.tricks_won)
    for side in table.sides:
        figures = [reported.get(player, 0) for player in side.players]
        fits = all(figure >= before[seat] for figure, seat in zip(figures, side.seats, strict=True))
        if fits and sum(figures) == sum(won[seat] for seat in side.seats):
            for seat, figure in zip(side.seats, figures, strict=True):
                won[seat] = figure
    return tuple(won)
