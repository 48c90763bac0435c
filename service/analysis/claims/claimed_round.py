"""The claim with which the play of a round ended: whether it holds, what is found about it, and who gets the tricks.

A claim that was accepted holds. Any other has to pass the test of `claims.test`; if it fails, the tricks go
by `claims.failed` (docs/reference/rules.md, "Claims").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from service.analysis.claims.possible_positions import CardsLeft, cards_left
from service.analysis.claims.tested_claim import (
    GAME_BUDGET,
    RECORD_BUDGET,
    OpenBy,
    Searches,
    Tested,
    forced_tricks,
    hold_to,
)
from service.analysis.claims.tricks_given import tricks_given
from service.analysis.solver.position import Claim, game_of, with_seats
from service.spades.deal.contracts import nils_of_players
from service.spades.findings import About, Location, Reporter
from service.spades.pauses import Pause, no_pause
from service.spades.proof.facts import Facts
from service.spades.record.log import has_trick_in_progress, tricks_left
from service.spades.record.model import RoundClaim
from service.spades.rules.ruleset import SAID_BY
from service.spades.ruling.claims import ClaimedRound, ClaimResult, ClaimTest, RuledClaim
from service.spades.sentence import Sentence, say
from service.spades.table import Table

_CLAIM: Final = ("claim",)
_TRICKS: Final = ("tricks",)
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


class _Judge:
    """Decides a claim, shares out the tricks left, and reports what is found about it."""

    def __init__(self, facts: Facts, claim: RoundClaim, budget: int, searches: Searches, *, in_doubt: bool) -> None:
        self.facts, self.claim, self.in_doubt, self.searches = facts, claim, in_doubt, searches
        self.budget = self.rest = budget
        self.context = facts.context
        self.table: Table = facts.context.table
        self.rules = facts.context.ruleset.parameters.claims
        self.side = self.table.side_of[claim.seat]
        self.left = tricks_left(facts.context.record, facts.context.pack.hand_size)
        self.claimed = self.left if claim.tricks is None else claim.tricks
        self.reporter = Reporter(self.table)
        self.test: ClaimTest | None = None if self.rules.test == "not_allowed" else self.rules.test
        self.tested: Tested | None = None
        self.cards: CardsLeft | None = None
        """The cards that the log leaves, once the claim is held to a test; None if they are not known."""

    def rule(self) -> ClaimedRound:
        """Return the round with the tricks that the claim gives."""
        result = self._result()
        given, facts = self._given(result), self.facts
        if given is not None:
            facts = facts._replace(play=facts.play.with_claim(given, complete=self._is_regular()))
        tested = self.tested
        line: tuple[tuple[int, int], ...] = ()
        on_table: tuple[tuple[int, int], ...] = ()
        if tested is not None and tested.position is not None:
            position, game = tested.position, game_of(self.context.ruleset, len(self.table.players))
            line = with_seats(game, position, tested.line)
            # The order of the seats may have more of them than there are cards on the table.
            on_table = tuple(zip(self.table.order[position.leader], position.plays, strict=False))
        test = None if tested is None else self._test_in_words
        key = "claimed_rest" if self.claimed == self.left else "claimed_tricks"
        claimed = say(key, player=self.claim.seat, tricks=self.claimed, left=self.left)
        detail: tuple[Sentence, ...] = (say(_WHAT[result, test], claim=claimed), self._what_follows(result, given))
        if result != "accepted":  # by the other side, so that no rule decides
            detail = (*detail, SAID_BY[self.context.ruleset.basis["claims.test"].basis])
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
            on_table=on_table,
            positions=self.budget - self.rest,
        )
        return ClaimedRound(facts, ruled, tuple(self.reporter.findings), tuple(self.reporter.undecided))

    def _result(self) -> ClaimResult:
        """Decide whether the claim holds, and report what is found about it."""
        if self.test is None:
            self._report("claim_not_allowed", say("claims_not_allowed", player=self.claim.seat))
            return "not_allowed"
        if self.claim.accepted:
            return "accepted"
        findings = enumerate(self.facts.findings)
        errors = tuple([index for index, finding in findings if finding.puts_cards_in_doubt])
        if not errors and not self.in_doubt:
            known, tricks = self.facts.known, self.facts.play.tricks
            self.cards = cards_left(self.context, known, tricks, self.facts.findings, self.claim)
        left = self.cards
        if left is None:
            # If the log contradicts itself, or lacks a card, nobody can say who holds the cards left.
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
        """The test as sentences name it: if nothing was stated, any card of the claimer's counts."""
        return "certain" if self.test == "by_statement" and not self.claim.statement else self.test

    def _held_to(self, test: ClaimTest, left: CardsLeft) -> Tested:
        """Hold the claim to a question with what is left of the budget."""
        tested = hold_to(test, self.context, left, self._claim, self.rest, self.searches)
        self.rest -= tested.positions
        return tested

    @property
    def _claim(self) -> Claim:
        seats = frozenset(self.table.sides[self.side].seats)
        return Claim(self.claim.seat, seats, self.claimed, self.claim.statement)

    def _report_failure(self, left: CardsLeft, tested: Tested) -> None:
        """Report a claim that does not hold: too early if best play takes the tricks, failed if it does not.

        As long as that is open, nobody is said to have claimed too many tricks.
        """
        test = self._test_in_words
        best = tested if test == "best_play" else self._held_to("best_play", left)
        code = "claim_too_early" if best.result == "proved" else "claim_failed"
        detail = [say(_WHY[code, test], player=self.claim.seat, tricks=self.claimed)]
        if tested.fewest is not None and self.rules.failed != "all_tricks":
            detail.append(say("claim_fewest", side=self.side, tricks=tested.fewest))
        if best.result == "undecided":
            self._ask(code, (*detail, say(_WHY_BEST_PLAY_OPEN[best.open_by])), {"decided_by": _decides(best.open_by)})
        else:
            self._report(code, *detail)

    def _given(self, result: ClaimResult) -> tuple[int, ...] | None:
        """Return who gets the tricks left, trick by trick, the claimer's side first; None if nobody can say."""
        tricks = self._tricks_of_side(result)
        if tricks is None or not 0 < self.left >= tricks:
            return None
        nil_bidders, won = nils_of_players(self.facts.auction.contracts), self.facts.play.tricks_won
        nils = {seat: None if won[seat] else self._forced(seat) for seat in nil_bidders}
        given = tricks_given(self.table, self.claim.seat, tricks, self.left, nils)
        if given.seats is None and given.open_side == self.side:
            self._ask_who_gets_them(say("claim_gives_tricks_to_nils", side=self.side, tricks=given.open))
        elif given.seats is None:
            self._ask_who_gets_them(say("claim_leaves_tricks_open", player=self.claim.seat, tricks=given.open))
        return given.seats

    def _tricks_of_side(self, result: ClaimResult) -> int | None:
        """Return how many of the tricks left the claimer's side gets, None if that is not decided."""
        if result in {"accepted", "proved"}:
            return self.claimed
        if result != "disproved" or self.rules.failed == "play_on":
            return None
        if self.rules.failed == "all_tricks":
            return 0
        fewest = None if self.tested is None else self.tested.fewest
        if fewest is None:
            self._ask_who_gets_them(say("claim_fewest_open", side=self.side))
        return fewest

    def _forced(self, seat: int) -> int:
        """Return how many tricks a nil bidder can't avoid, however the cards are played; 0 after an accepted claim."""
        if self.cards is None:
            return 0
        claim = self._claim if self.test == "by_statement" else replace(self._claim, statement=())
        forced = forced_tricks(self.context, self.cards, claim, seat, self.rest, self.searches)
        self.rest -= forced.positions
        return forced.tricks

    def _is_regular(self) -> bool:
        """Return whether every trick before the claim is whole and has a winner, so that the round is complete."""
        record, players = self.context.record, len(self.table.players)
        done = len(record.tricks) - has_trick_in_progress(record)
        whole = all(trick.is_whole(players) for trick in record.tricks[:done])
        return whole and sum(self.facts.play.tricks_won) == done

    def _what_follows(self, result: ClaimResult, given: tuple[int, ...] | None) -> Sentence:
        """Return who gets the tricks."""
        if given is None:
            goes_on = self.test is None or (result == "disproved" and self.rules.failed == "play_on")
            return say("claim_play_goes_on") if goes_on else say("claim_gives_nothing")
        won = [0] * len(self.table.sides)
        for seat in given:
            won[self.table.side_of[seat]] += 1
        shares = [say("claim_share", side=side, tricks=tricks) for side, tricks in enumerate(won) if tricks]
        return say("claim_gives", shares=tuple(shares))

    def _report(self, code: str, *detail: Sentence) -> None:
        self.reporter.report(code, _CLAIM, *detail, seat=self.claim.seat)

    def _ask_who_gets_them(self, why: Sentence) -> None:
        """Note why nobody can say who gets the tricks: only playing them, instead of claiming, would decide it."""
        self.reporter.ask("conceded_tricks_open", _CLAIM, why, seat=self.claim.seat, decided_by=_TRICKS)

    def _ask(self, code: str, detail: tuple[Sentence, ...], about: About) -> None:
        about["seat"] = self.claim.seat
        self.reporter.ask(code, _CLAIM, *detail, **about)


class Claims:
    """Rules on the claims of a record, within a budget of positions to search (`ClaimJudge`)."""

    def __init__(self, pause: Pause = no_pause, budget: int = RECORD_BUDGET) -> None:
        """``pause`` is called from time to time in a search."""
        self.pause, self._budget, self._searches = pause, budget, Searches(pause)

    def rule_on(self, facts: Facts, claim: RoundClaim, *, share: int = 1, in_doubt: bool = False) -> ClaimedRound:
        """Rule on the claim of a round by what was found in its record, with a ``share``-th part of the budget.

        ``in_doubt``: whether readings of the record decide it differently, so that nobody can say whether it holds.
        """
        return _Judge(facts, claim, self._budget // share, self._searches, in_doubt=in_doubt).rule()

    def for_each_of(self, rounds: int) -> Claims:
        """Return one for a round of a game: its share depends only on the number of rounds, so none changes another."""
        return Claims(self.pause, min(RECORD_BUDGET, GAME_BUDGET // max(rounds, 1)))


def _decides(open_by: OpenBy) -> Location:
    """Return the member that would decide a question: the hands, or else a claim made when fewer cards are left."""
    return ("claim",) if open_by == "budget" else ("hands",)
