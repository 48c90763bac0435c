"""The course of a game: who deals, when it is over, and who has won it (`game`, docs/reference/rules.md, G)."""

from __future__ import annotations

from collections.abc import Sequence

from service.spades.catalogue.parameters.bags_and_game import GameRules
from service.spades.deal.contracts import dealer_before, first_bidder
from service.spades.findings import Finding, one_finding
from service.spades.record.model import RoundRecord, RoundResult, Standing
from service.spades.rules.ruleset import Parameters
from service.spades.scoring.model import EndReason, NextRound, Outcome, SideScore
from service.spades.sentence import Sentence, say
from service.spades.table import Table


def opening_round(parameters: Parameters, table: Table, first_dealer: int | None, number: int) -> NextRound:
    """Return the first round of a game, or the round of this number with which it goes on."""
    return NextRound(number, first_dealer, first_bidder(parameters, table, first_dealer))


def outcome_before_play(rules: GameRules, standing: tuple[Standing, ...], rounds: int) -> Outcome:
    """Return the outcome of the standing from which a game begins, or goes on after this number of rounds.

    It may end the game already.
    """
    outcome = outcome_after(rules, standing, rounds)
    return outcome if outcome.finished or rounds else Outcome((), None, say("no_round_played"))


def outcome_after(
    rules: GameRules, standing: tuple[Standing, ...], rounds: int, time_called: int | None = None
) -> Outcome:
    """Return whether the game is over at this standing after this number of rounds, who has won it and why.

    ``time_called`` is the number of the round in which time was called, None if it was not; that ends the game with
    this round or, after equal scores, with a later one.

    A side that loses (at the floor, set too often) is out; past the target the highest of the others wins. Equal
    highest scores are settled by ``game.tie``. If every side loses, the game is over and nobody has won it.
    """
    scores = tuple(side.score for side in standing)
    floor = rules.floor - (rules.floor_test != "at_or_below")
    floored = [side for side, score in enumerate(scores) if rules.floor and score <= floor]
    limit, in_a_row = rules.sets_limit, rules.consecutive_sets_limit
    often_set = [side for side, totals in enumerate(standing) if 0 < limit <= totals.sets]
    set_in_a_row = [side for side, totals in enumerate(standing) if 0 < in_a_row <= totals.consecutive_sets]
    losers = {*often_set, *set_in_a_row, *(floored if rules.floor_effect == "side_loses" else [])}
    others = [side for side in range(len(scores)) if side not in losers]
    target = rules.target + (rules.target_test == "more_than")
    past = [side for side in others if scores[side] >= target]
    if past:
        return _highest_wins(rules, scores, past, "target", say("target_reached", target=rules.target))
    if floored:
        why = say("at_floor", sides=tuple(floored), floor=rules.floor)
        return _highest_wins(rules, scores, others, "floor", why)
    if often_set:
        why = say("set_too_often", sides=tuple(often_set), times=rules.sets_limit)
        return _highest_wins(rules, scores, others, "sets_limit", why)
    if set_in_a_row:
        why = say("set_in_a_row", sides=tuple(set_in_a_row), times=in_a_row)
        return _highest_wins(rules, scores, others, "consecutive_sets_limit", why)
    if time_called is not None or 0 < rules.round_limit <= rounds:
        reason: EndReason = "round_limit" if time_called is None else "time"
        number = time_called or 0
        why = say("time_was_called", number=number) if number else say("rounds_played", rounds=rules.round_limit)
        return _highest_wins(rules, scores, others, reason, why)
    best = max(scores)
    leaders = tuple(side for side, score in enumerate(scores) if score == best)
    key = "nobody_is_past_target" if rules.target_test == "more_than" else "nobody_has_target"
    return Outcome((), None, say(key, target=rules.target, leaders=leaders, best=best))


def won_in_round(score: Sequence[SideScore]) -> Outcome | None:
    """Return the outcome if a side wins the game by its contract or tricks in a round with this score, else None."""
    winning = [side for side in score if side.wins_game]
    winners = tuple([side.side for side in winning])
    if not winners:
        return None
    if all(side.boston for side in winning):
        return Outcome(winners, "boston", say("took_every_trick", winners=winners))
    return Outcome(winners, "contract", say("won_by_contract", winners=winners))


def outcome_of_forfeit(
    table: Table, standing: tuple[Standing, ...] | None, forfeited: list[int], number: int
) -> Outcome:
    """Return the outcome of a game forfeited by these sides in the round of this number: the highest other side wins.

    Equal ones win together. If the standing is not known, only a last side left is known to have won.
    """
    others = [side for side in range(len(table.sides)) if side not in forfeited]
    why = say("forfeited", sides=tuple(forfeited), number=number)
    if not others:
        return Outcome((), "forfeit", say("nobody_wins", why=why))
    if standing is None:
        if len(others) > 1:
            return Outcome((), "forfeit", say("nobody_knows_who_wins", why=why))
        return Outcome(tuple(others), "forfeit", say("last_side_wins", winners=tuple(others), why=why))
    best = max(standing[side].score for side in others)
    winners = tuple(side for side in others if standing[side].score == best)
    return Outcome(winners, "forfeit", say("highest_wins", winners=winners, best=best, why=why))


def _highest_wins(
    rules: GameRules, scores: tuple[int, ...], among: list[int], reason: EndReason, why: Sentence
) -> Outcome:
    """Return the outcome: the highest of these sides wins, equal ones play on, or nobody is left to win."""
    if not among:
        return Outcome((), reason, say("nobody_wins", why=why))
    best = max(scores[side] for side in among)
    winners = tuple(side for side in among if scores[side] == best)
    if len(winners) > 1 and rules.tie == "extra_round":
        return Outcome((), None, say("equal_at_the_end", why=why, winners=winners, best=best))
    return Outcome(winners, reason, say("highest_wins", winners=winners, best=best, why=why))


def round_after_end(table: Table, number: int, *, is_first: bool) -> Finding:
    """Return the finding that the round of this number was played after the end of the game.

    Before the first of the rounds only the standing can have ended it.
    """
    detail = say("round_after_end_before") if is_first else say("round_after_end", number=number)
    return one_finding(table, "round_after_end", (), detail)


def round_after(
    parameters: Parameters, table: Table, last: RoundResult | RoundRecord, expected: NextRound
) -> NextRound:
    """Return the round after this one, with its dealer and first bidder: both move on clockwise.

    If nothing else says who bid first in this round, the first recorded bid does, unless their order is not known; the
    dealer follows from that.
    """
    count, number = len(table.players), expected.round_number + 1
    rule = parameters.bids.first_bidder
    opener = expected.first_bidder
    if opener is None and last.bids and last.bidders is None:
        opener = last.bids[0].seat
    if rule == "drawn_then_rotates":
        return NextRound(number, None, None if opener is None else (opener + 1) % count)
    dealer = last.dealer
    if dealer is None and opener is not None:
        dealer = dealer_before(parameters, table, opener)
    if dealer is None:
        return NextRound(number, None, None)
    return NextRound(number, (dealer + 1) % count, first_bidder(parameters, table, (dealer + 1) % count))


def round_after_void(
    parameters: Parameters, table: Table, void: RoundResult | RoundRecord, expected: NextRound
) -> NextRound:
    """Return the round after a void one, which does not count.

    A director may have said who deals it; otherwise `table.redeal_by` does (docs/reference/rules.md, A12).
    """
    moved_on = round_after(parameters, table, void, expected)._replace(round_number=expected.round_number)
    if (void.decisions.redeal_by or parameters.table.redeal_by) == "next_dealer":
        return moved_on
    return moved_on._replace(
        dealer=_seat_before(table, moved_on.dealer), first_bidder=_seat_before(table, moved_on.first_bidder)
    )


def _seat_before(table: Table, seat: int | None) -> int | None:
    return None if seat is None else (seat - 1) % len(table.players)
