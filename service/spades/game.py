"""A game: rounds scored one after the other, and when it is over and who has won it (`game`, catalogue G)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from service.spades.bidding import first_bidder
from service.spades.findings import Finding
from service.spades.parameters import GameRules, Parameters
from service.spades.record import GameRecord, RoundResult, Standing
from service.spades.ruleset import Ruleset
from service.spades.ruling import ScoredRound, score
from service.spades.table import Table

Reason: TypeAlias = Literal["target", "floor", "sets_limit", "round_limit"]


class Outcome(NamedTuple):
    """Whether a game is over after some round, who has won it and why; or why another round is needed."""

    winners: tuple[int, ...]
    """The sides that have won; none while the game goes on."""
    reason: Reason | None
    detail: str

    @property
    def finished(self) -> bool:
        """Whether the game is over."""
        return bool(self.winners)


class Next(NamedTuple):
    """The round that comes next."""

    round_number: int
    dealer: int | None
    first_bidder: int | None


class ScoredGame(NamedTuple):
    """A game's running sheet."""

    table: Table
    rounds: tuple[ScoredRound, ...]
    standing: tuple[Standing, ...]
    outcome: Outcome
    next: Next | None


def score_game(game: GameRecord, ruleset: Ruleset) -> ScoredGame:
    """Score the rounds of a game in order; a round after the end is reported, still scored, and changes no winner.

    The dealer of each round is taken from it, else from the one before, else from ``first_dealer``.
    """
    table, rounds, first_dealer = game.table, game.rounds, game.first_dealer
    standing = game.before or (Standing(),) * len(table.sides)
    outcome = Outcome((), None, "No round has been played.")
    scored: list[ScoredRound] = []
    dealer: int | None = None
    for place, each in enumerate(rounds):
        dealer = _dealer(each, place, dealer, first_dealer, table)
        played = score(replace(each, dealer=dealer, round_number=place + 1, before=standing), ruleset)
        if outcome.finished:
            played = played._replace(findings=(_after_end(place), *played.findings))
        scored.append(played)
        standing = tuple(side.after for side in played.sides)
        if not outcome.finished:
            outcome = judge(ruleset.parameters.game, table, standing, place + 1)
    coming = None
    if not outcome.finished:
        coming = _next(ruleset.parameters, table, rounds, dealer if rounds else first_dealer)
    return ScoredGame(table, tuple(scored), standing, outcome, coming)


def judge(rules: GameRules, table: Table, standing: tuple[Standing, ...], rounds: int) -> Outcome:
    """Say whether the game is over after so many rounds.

    A side that loses (at the floor, set too often) is out; past the target the highest of the others wins. Equal
    highest scores are settled by ``game.tie``.
    """
    scores = [side.score for side in standing]
    floored = [place for place, score in enumerate(scores) if _at_floor(rules, score)]
    often_set = [place for place, side in enumerate(standing) if rules.sets_limit and side.sets >= rules.sets_limit]
    losers = {*often_set, *(floored if rules.floor_effect == "side_loses" else [])}
    others = [place for place in range(len(scores)) if place not in losers] or list(range(len(scores)))
    past = [place for place in others if _past_target(rules, scores[place])]
    sheet = _Sheet(rules, tuple(side.name for side in table.sides), tuple(scores))
    if past:
        return sheet.highest(past, "target", f"the target of {rules.target} is passed")
    if floored:
        return sheet.highest(others, "floor", f"{sheet.called(floored)} is at the losing score of {rules.floor}")
    if often_set:
        return sheet.highest(others, "sets_limit", f"{sheet.called(often_set)} has been set {rules.sets_limit} times")
    if rules.round_limit and rounds >= rules.round_limit:
        return sheet.highest(others, "round_limit", f"{rules.round_limit} rounds have been played")
    leaders = [place for place, score in enumerate(scores) if score == max(scores)]
    asked = f"{'more than ' if rules.target_test == 'more_than' else ''}{rules.target}"
    detail = f"Another round is needed: nobody has {asked}; {sheet.called(leaders)} at {max(scores)}."
    return Outcome((), None, detail)


class _Sheet(NamedTuple):
    """The names and scores of the sides, to tell an end by."""

    rules: GameRules
    names: tuple[str, ...]
    scores: tuple[int, ...]

    def called(self, places: list[int]) -> str:
        return " and ".join(self.names[place] for place in places)

    def highest(self, among: list[int], reason: Reason, why: str) -> Outcome:
        """Return that the highest of these sides wins, or that equal ones play on."""
        best = max(self.scores[place] for place in among)
        winners = [place for place in among if self.scores[place] == best]
        who = self.called(winners)
        if len(winners) > 1 and self.rules.tie == "extra_round":
            return Outcome((), None, f"Another round is needed: {why}, and {who} are equal at {best}.")
        verb = "win" if len(winners) > 1 else "wins"
        return Outcome(tuple(winners), reason, f"{who} {verb} with {best}: {why}.")


def _past_target(rules: GameRules, score: int) -> bool:
    return score > rules.target or (score == rules.target and rules.target_test == "at_least")


def _at_floor(rules: GameRules, score: int) -> bool:
    return bool(rules.floor) and (score < rules.floor or (score == rules.floor and rules.floor_test == "at_or_below"))


def _after_end(place: int) -> Finding:
    return Finding(
        code="round_after_end", pointer="#", detail=f"Round {place + 1} was played after the game had been decided."
    )


def _dealer(each: RoundResult, place: int, last: int | None, first: int | None, table: Table) -> int | None:
    if each.dealer is not None:
        return each.dealer
    if place == 0:
        return first
    return None if last is None else (last + 1) % len(table.players)


def _next(parameters: Parameters, table: Table, rounds: tuple[RoundResult, ...], dealer: int | None) -> Next:
    """Return who deals and bids next: the deal goes round clockwise from the last dealer, who may be told by a bid."""
    count, number = len(table.players), len(rounds) + 1
    opened = [each.bids[0].seat if each.bids else None for each in rounds]
    if parameters.bidding.first_bidder == "drawn_then_rotates":
        first = opened[0] if opened else None
        return Next(number, None, None if first is None else (first + len(rounds)) % count)
    if dealer is None and opened and opened[-1] is not None:
        dealer = opened[-1] if parameters.bidding.first_bidder == "dealer" else (opened[-1] - 1) % count
    if dealer is None:
        return Next(number, None, None)
    coming = (dealer + 1) % count if rounds else dealer
    return Next(number, coming, first_bidder(parameters, table, coming))
