"""A game: rounds scored one after the other, and when it is over and who has won it (`game`, catalogue G)."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.deal.bidding_order import dealer_before, first_bidder
from service.spades.findings import Finding
from service.spades.record.model import GameRecord, RoundRecord, RoundResult, Standing
from service.spades.rules.parameters import GameRules, Parameters
from service.spades.rules.ruleset import Ruleset
from service.spades.scoring.model import Next, Outcome, Reason, ScoredGame, ScoredRound
from service.spades.scoring.round import score
from service.spades.table import Table


def score_game(game: GameRecord, ruleset: Ruleset) -> ScoredGame:
    """Score the rounds of a game in order; a round after the end is reported, still scored, and changes no winner.

    A standing before the first round that ends the game is its end, so that every round comes after it. The dealer of
    each round is taken from it, else from the one before, else from ``first_dealer``.
    """
    table, parameters = game.table, ruleset.parameters
    standing = game.before or (Standing(),) * len(table.sides)
    outcome = outset(parameters.game, table, game.before)
    scored: list[ScoredRound] = []
    coming = opening_round(parameters, table, game.first_dealer)
    for place, each in enumerate(game.rounds):
        dealer = coming.dealer if each.dealer is None else each.dealer
        told = each._replace(dealer=dealer, round_number=place + 1, before=standing, opener=coming.first_bidder)
        played = score(told, ruleset)
        if outcome.finished:
            played = played._replace(findings=(after_end(place), *played.findings))
        scored.append(played)
        standing = tuple(side.after for side in played.sides)
        coming = round_after(parameters, table, told, coming)
        if not outcome.finished:
            outcome = judge(parameters.game, table, standing, place + 1)
    return ScoredGame(table, tuple(scored), standing, outcome, None if outcome.finished else coming)


def opening_round(parameters: Parameters, table: Table, first_dealer: int | None) -> Next:
    """Return the first round of a game."""
    return Next(1, first_dealer, first_bidder(parameters, table, first_dealer))


def outset(rules: GameRules, table: Table, before: tuple[Standing, ...] | None) -> Outcome:
    """Say whether the game was over before any of its rounds, by the standing that it is said to have begun with."""
    reached = Outcome((), None, "") if before is None else judge(rules, table, before, 0)
    return reached if reached.finished else Outcome((), None, "No round has been played.")


def judge(rules: GameRules, table: Table, standing: tuple[Standing, ...], rounds: int) -> Outcome:
    """Say whether the game is over after so many rounds.

    A side that loses (at the floor, set too often) is out; past the target the highest of the others wins. Equal
    highest scores are settled by ``game.tie``. Where every side loses, the game is over and nobody has won it.
    """
    scores = [side.score for side in standing]
    floored = [place for place, score in enumerate(scores) if _at_floor(rules, score)]
    often_set = [place for place, side in enumerate(standing) if rules.sets_limit and side.sets >= rules.sets_limit]
    losers = {*often_set, *(floored if rules.floor_effect == "side_loses" else [])}
    others = [place for place in range(len(scores)) if place not in losers]
    past = [place for place in others if _past_target(rules, scores[place])]
    sheet = _Sheet(rules, tuple(side.name for side in table.sides), tuple(scores))
    if past:
        return sheet.highest(past, "target", f"the target of {rules.target} is reached")
    if floored:
        return sheet.highest(others, "floor", f"{sheet.are(floored)} at the losing score of {rules.floor} or below it")
    if often_set:
        times = "once" if rules.sets_limit == 1 else f"{rules.sets_limit} times"
        have = "have" if len(often_set) > 1 else "has"
        return sheet.highest(others, "sets_limit", f"{sheet.called(often_set)} {have} been set {times}")
    if rules.round_limit and rounds >= rules.round_limit:
        played = "1 round has" if rules.round_limit == 1 else f"{rules.round_limit} rounds have"
        return sheet.highest(others, "round_limit", f"{played} been played")
    leaders = [place for place, score in enumerate(scores) if score == max(scores)]
    asked = f"{'more than ' if rules.target_test == 'more_than' else ''}{rules.target}"
    detail = f"Another round is needed: nobody has {asked}; {sheet.are(leaders)} highest with {max(scores)}."
    return Outcome((), None, detail)


def forfeited(
    rules: GameRules, table: Table, standing: tuple[Standing, ...] | None, sides: list[int], number: int
) -> Outcome | None:
    """End a game that these sides have forfeited in this round: the highest of the others wins, if there are any.

    Without a ``standing`` only a last one left can be told to have won; returns None where there are more.
    """
    others = [place for place in range(len(table.sides)) if place not in sides]
    names = tuple(side.name for side in table.sides)
    sheet = _Sheet(rules, names, tuple(side.score for side in standing or ()))
    why = f"{sheet.called(sides)} forfeited the game in round {number}"
    if standing is None and others:
        won = Outcome(tuple(others), "forfeit", f"{sheet.called(others)} wins: {why}.")
        return won if len(others) == 1 else None
    return sheet.highest(others, "forfeit", why)


class _Sheet(NamedTuple):
    """The names and scores of the sides, to tell an end by."""

    rules: GameRules
    names: tuple[str, ...]
    scores: tuple[int, ...]

    def called(self, places: list[int]) -> str:
        return " and ".join(self.names[place] for place in places)

    def are(self, places: list[int]) -> str:
        """Return the names with the verb that goes with them."""
        return f"{self.called(places)} {'are' if len(places) > 1 else 'is'}"

    def highest(self, among: list[int], reason: Reason, why: str) -> Outcome:
        """Return that the highest of these sides wins, that equal ones play on, or that there is none to win."""
        if not among:
            return Outcome((), reason, f"Nobody wins: {why}.")
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


def after_end(place: int) -> Finding:
    """Report a round that was played after the end, from 0."""
    by = "" if place else " by the standing before it"
    detail = f"Round {place + 1} was played after the game had been decided{by}."
    return Finding(code="round_after_end", pointer="#", detail=detail)


def round_after(parameters: Parameters, table: Table, last: RoundResult | RoundRecord, expected: Next) -> Next:
    """Return who deals and bids after this round: both go round clockwise.

    Where nothing else tells who opened it, the first bid recorded does, and with it who dealt.
    """
    count, number = len(table.players), expected.round_number + 1
    rule = parameters.bidding.first_bidder
    opener = expected.first_bidder
    if opener is None and last.bids:
        opener = last.bids[0].seat
    if rule == "drawn_then_rotates":
        return Next(number, None, None if opener is None else (opener + 1) % count)
    dealer = last.dealer
    if dealer is None and opener is not None:
        dealer = dealer_before(parameters, table, opener)
    if dealer is None:
        return Next(number, None, None)
    return Next(number, (dealer + 1) % count, first_bidder(parameters, table, (dealer + 1) % count))
