"""The nils that a claim leaves open: each is a question of its own, whatever becomes of the claim."""

from __future__ import annotations

from collections.abc import Callable

from service.spades.claims.conceded_tricks import nils_of_players
from service.spades.claims.model import ClaimToJudge, NilJudgement
from service.spades.claims.witness import checked_nil
from service.spades.deal.auction import examine_bids
from service.spades.deal.model import StandingBid
from service.spades.positions.situation import Situation
from service.spades.record.context import context_of
from service.spades.record.model import RoundResult
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, say
from service.spades.solver.claims import Answer
from service.spades.solver.nils import fewest_in_every_line, nil_in_every_line, nil_under_best_play


def nil_bids(so_far: RoundResult, ruleset: Ruleset) -> dict[int, StandingBid]:
    """Return the nils that players have bid, by their seats."""
    return nils_of_players(examine_bids(context_of(so_far, ruleset), bidding_over=True).contracts)


def judge_nils(to_judge: ClaimToJudge, pause: Callable[[], object]) -> tuple[NilJudgement, ...] | None:
    """Judge each nil whose bidder is not known to have won a trick; None without bids.

    All nils share one budget evenly, so that a claim beside four of them takes no longer than beside one.
    """
    so_far = to_judge.so_far
    if so_far is None:
        return None
    bids = nil_bids(so_far, to_judge.situation.ruleset)
    live = {seat: bid for seat, bid in bids.items() if not so_far.seat_tricks[seat]}
    return tuple([_judged(to_judge.situation, bid, to_judge.budget // len(live), pause) for bid in live.values()])


def _judged(situation: Situation, bid: StandingBid, budget: int, pause: Callable[[], object]) -> NilJudgement:
    game, position, seat = situation.game, situation.position, bid.seat or 0
    best = nil_under_best_play(game, position, seat, situation.side_of(seat), budget, pause)
    every = nil_in_every_line(game, position, seat, budget - best.positions, pause)
    best, every = checked_nil(situation, seat, best), checked_nil(situation, seat, every)
    fewest = 0
    if every.result == "disproved":
        if best.result == "disproved":
            fewest = fewest_in_every_line(game, position, seat, budget - best.positions - every.positions, pause)
        every = every._replace(at_least=fewest)  # the line that gives him a trick says nothing of the others
    return NilJudgement(seat, bid.kind == "blind_nil", best, every, fewest, _said(seat, best, every, fewest, budget))


def _said(seat: int, best: Answer, every: Answer, fewest: int, budget: int) -> Sentence:
    if every.result == "proved":
        return say("nil_is_safe", player=seat)
    if fewest:
        return say("nil_fails_in_any_case", player=seat)
    match best.result:
        case "proved":
            if every.result == "disproved":
                return say("nil_can_be_made", player=seat)
            return say("nil_is_made_with_best_play", player=seat)
        case "disproved":
            return say("nil_can_be_set", player=seat)
        case _:
            return say("nil_is_not_decided", player=seat, budget=budget)
