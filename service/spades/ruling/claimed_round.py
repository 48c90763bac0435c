"""The claim with which the play of a round ended: whether it holds, what is found about it, and who gets the tricks.

A claim that was accepted holds. Any other has to pass the test of `irregularities.claims`; if it fails, the tricks go
by `irregularities.failed_claim` (docs/rules.md, "Claims").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from service.spades.claims.recorded_claim import OpenBy, Tested, forced_tricks, hold_to, taker_of
from service.spades.deal.contracts import nils_of_players
from service.spades.findings import About, Finding, Location, Reporter
from service.spades.positions.possible_positions import CardsLeft, cards_left
from service.spades.proof.facts import Facts
from service.spades.record.log import has_trick_in_progress, tricks_left
from service.spades.record.model import RoundClaim
from service.spades.ruling.model import ClaimResult, RuledClaim
from service.spades.sentence import Sentence, say
from service.spades.solver.claims import Claim
from service.spades.solver.position import ClaimTest, Position, game_of, with_seats
from service.spades.table import Table

_TWO_SIDES: Final = 2

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


_CLAIM: Final = ("claim",)
_WHAT: Final[Mapping[tuple[ClaimResult, ClaimTest | None], str]] = MappingProxyType(
    {
        ("accepted", None): "claim_accepted",
        ("not_allowed", None): "claim_not_allowed",
        ("undecided", None): "claim_undecided",
        ("undecided", "certain"): "claim_undecided_certain",
        ("undecided", "by_statement"): "claim_undecided_by_statement",
        ("undecided", "best_play"): "claim_undecided_best_play",
        ("proved", "certain"): "claim_proved_certain",
        ("proved", "by_statement"): "claim_proved_by_statement",
        ("proved", "best_play"): "claim_proved_best_play",
        ("disproved", "certain"): "claim_disproved_certain",
        ("disproved", "by_statement"): "claim_disproved_by_statement",
        ("disproved", "best_play"): "claim_disproved_best_play",
    }
)
"""What became of a claim, by its result and the test that decided it."""
_WHY: Final[Mapping[tuple[str, ClaimTest | None], str]] = MappingProxyType(
    {
        ("claim_failed", "certain"): "claim_failed_certain",
        ("claim_failed", "by_statement"): "claim_failed_by_statement",
        ("claim_failed", "best_play"): "claim_failed_best_play",
        ("claim_too_early", "certain"): "claim_too_early_certain",
        ("claim_too_early", "by_statement"): "claim_too_early_by_statement",
    }
)
"""Why a claim does not hold, by the code of the finding and the test."""
_WHY_OPEN: Final[Mapping[OpenBy, str]] = MappingProxyType(
    {
        "hands": "claim_depends_on_hands",
        "deals": "claim_has_too_many_deals",
        "budget": "claim_takes_too_long",
    }
)
"""Why nobody can say whether a claim holds."""
_WHY_BEST_PLAY_OPEN: Final[Mapping[OpenBy, str]] = MappingProxyType(
    {
        "hands": "best_play_depends_on_hands",
        "deals": "best_play_has_too_many_deals",
        "budget": "best_play_takes_too_long",
    }
)
"""Why nobody can say whether a claim that does not hold failed or came too early."""


class ClaimedRound(NamedTuple):
    """The facts of a round after its claim, what became of that, and what is found about it."""

    facts: Facts
    claim: RuledClaim
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]


def rule_on_claim(facts: Facts, claim: RoundClaim, budget: int) -> ClaimedRound:
    """Rule on the claim of a round by what was found in its record, within a budget of positions to search."""
    return _Judge(facts, claim, budget).rule()


class _Judge:
    """Decides a claim, and reports what is found about it."""

    def __init__(self, facts: Facts, claim: RoundClaim, budget: int) -> None:
        self.facts, self.claim = facts, claim
        self.budget = self.rest = budget
        self.context = facts.context
        self.table: Table = facts.context.table
        self.rules = facts.context.ruleset.parameters.irregularities
        self.side = self.table.side_of[claim.seat]
        self.left = tricks_left(facts.context.record, facts.context.pack.hand_size)
        self.claimed = self.left if claim.tricks is None else claim.tricks
        self.reporter = Reporter(self.table)
        self.test: ClaimTest | None = None if self.rules.claims == "not_allowed" else self.rules.claims
        self.tested: Tested | None = None

    def rule(self) -> ClaimedRound:
        """Return the round with the tricks that the claim gives."""
        result = self._result()
        sharing = self._given(result)
        facts, given = self.facts, sharing.seats
        if given is not None:
            facts = facts._replace(play=facts.play.with_claim(given, complete=sharing.whole))
        tested = self.tested
        line = () if tested is None or tested.position is None else self._line(tested.position, tested.line)
        test = None if tested is None else self._test_in_words
        key = "claimed_rest" if self.claimed == self.left else "claimed_tricks"
        claimed = say(key, player=self.claim.seat, tricks=self.claimed, left=self.left)
        detail = (say(_WHAT[result, test], claim=claimed), self._what_follows(result, given))
        ruled = RuledClaim(
            seat=self.claim.seat,
            claimed=self.claimed,
            left=self.left,
            size=self.context.pack.hand_size,
            result=result,
            test=None if tested is None else self.test,
            given=given,
            detail=detail,
            line=line,
            positions=self.budget - self.rest,
        )
        return ClaimedRound(facts, ruled, tuple(self.reporter.findings), tuple(self.reporter.undecided))

    def _result(self) -> ClaimResult:
        """Decide whether the claim stands, and report what is found about it."""
        if self.test is None:
            self._report("claim_not_allowed", say("claims_not_allowed", player=self.claim.seat))
            return "not_allowed"
        if self.claim.accepted:
            return "accepted"
        errors = tuple([index for index, each in enumerate(self.facts.findings) if each.puts_cards_in_doubt])
        left = None if errors else self._cards_left()
        if left is None:
            # Where the log contradicts itself, or lacks a card, nobody can say who holds what is left.
            about: About = {"conflicts_with": errors} if errors else {"decided_by": ("tricks",)}
            self._ask("claim_failed", (say("claim_in_doubt", player=self.claim.seat),), about)
            return "undecided"
        tested = self.tested = self._held_to(self.test, left)
        if tested.result == "undecided":
            why = say(_WHY_OPEN[tested.open_by], player=self.claim.seat)
            self._ask("claim_failed", (why,), {"decided_by": _decides(tested.open_by)})
        elif tested.result == "disproved":
            self._report_failure(left, tested)
        return tested.result

    @property
    def _test_in_words(self) -> ClaimTest | None:
        """The test as sentences name it: where nothing was stated, any card of the claimer's counts."""
        return "certain" if self.test == "by_statement" and not self.claim.statement else self.test

    def _held_to(self, test: ClaimTest, left: CardsLeft) -> Tested:
        """Hold the claim to a question with what is left of the budget."""
        tested = hold_to(test, self.context, left, self._claim, self.rest)
        self.rest -= tested.positions
        return tested

    @property
    def _claim(self) -> Claim:
        seats = frozenset(self.table.sides[self.side].seats)
        return Claim(self.claim.seat, seats, self.claimed, self.claim.statement)

    def _cards_left(self) -> CardsLeft | None:
        """Return what the log leaves, None if it does not say who won each of its tricks."""
        context = self.context
        return cards_left(context, self.facts.known, self.facts.play.tricks, self.claim)

    def _report_failure(self, left: CardsLeft, tested: Tested) -> None:
        """Report a claim that does not hold: too early if best play takes the tricks, failed if it does not.

        If that is open, so is which of the two it is, and nobody is said to have claimed too many tricks.
        """
        test = self._test_in_words
        best = tested if test == "best_play" else self._held_to("best_play", left)
        code = "claim_too_early" if best.result == "proved" else "claim_failed"
        detail = [say(_WHY[code, test], player=self.claim.seat, tricks=self.claimed)]
        if tested.fewest is not None and self.rules.failed_claim != "all_tricks":
            detail.append(say("claim_fewest", side=self.side, tricks=tested.fewest))
        if best.result == "undecided":
            self._ask(code, (*detail, say(_WHY_BEST_PLAY_OPEN[best.open_by])), {"decided_by": _decides(best.open_by)})
        else:
            self._report(code, *detail)

    def _given(self, result: ClaimResult) -> GivenTricks:
        """Return who gets the tricks left."""
        claim = self._claim if self.test == "by_statement" else replace(self._claim, statement=())
        decided = DecidedClaim(
            claim=claim,
            left=self.left,
            result=result,
            fewest=None if self.tested is None else self.tested.fewest,
            cards=self._cards_left() if result in {"proved", "disproved"} else None,
            budget=self.rest,
        )
        given = given_tricks(self.facts, decided, self.reporter)
        self.rest -= given.positions
        return given

    def _what_follows(self, result: ClaimResult, given: tuple[int, ...] | None) -> Sentence:
        """Return who gets the tricks."""
        if given is None:
            goes_on = self.test is None or (result == "disproved" and self.rules.failed_claim == "play_on")
            return say("claim_play_goes_on") if goes_on else say("claim_gives_nothing")
        won = [0] * len(self.table.sides)
        for seat in given:
            won[self.table.side_of[seat]] += 1
        shares = [say("claim_share", side=side, tricks=tricks) for side, tricks in enumerate(won) if tricks]
        return say("claim_gives", shares=tuple(shares))

    def _report(self, code: str, *detail: Sentence) -> None:
        self.reporter.report(code, _CLAIM, *detail, seat=self.claim.seat)

    def _ask(self, code: str, detail: tuple[Sentence, ...], about: About) -> None:
        about["seat"] = self.claim.seat
        self.reporter.ask(code, _CLAIM, *detail, **about)

    def _line(self, position: Position, cards: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
        """Return who plays each card of a line of play."""
        return with_seats(game_of(self.context.ruleset, len(self.table.players)), position, cards)


def _decides(open_by: OpenBy) -> Location:
    """Return the member that would decide a question: the hands, or else the claim, made when fewer cards are left."""
    return ("claim",) if open_by == "budget" else ("hands",)
