"""The score of one side for one round, step by step (docs/rules.md, The order of scoring), every line explained.

1 tricks, 2 bids as they stand (`deal.auction`), 3 nil, 4 contract tricks, 5 contract points, 6 bags, 7 bag penalty,
8 Boston and the running score. Bags are a counter of their own, never read off the score's last digit. The changes
that penalties make are an `Adjustment`; the lines themselves are written by `score_lines`.
"""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from service.spades.deal.model import Contract
from service.spades.record.model import Standing
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.parameters import Parameters
from service.spades.scoring.model import (
    NO_ADJUSTMENT,
    Adjustment,
    ContractResult,
    Fate,
    Line,
    NilResult,
    SideScore,
    is_bid_by,
)
from service.spades.scoring.score_lines import (
    write_bag_penalty,
    write_contract,
    write_failed_nil_tricks,
    write_linked_set,
    write_nils,
)
from service.spades.sentence import say

_score, _standing, _contract_result = SideScore._make, Standing._make, ContractResult._make
_points_of = attrgetter("points")


class RoundRules(NamedTuple):
    """What is the same for every side of a round."""

    parameters: Parameters
    hand_size: int
    unbid: bool
    """Whether the round is played without bids: trick points for every trick, no bags (docs/rules.md, C14)."""


class SidePlay(NamedTuple):
    """What one side bid and took, and where it stood before."""

    contract: Contract
    tricks: int
    seat_tricks: tuple[int | None, ...]
    """For each seat of the table its tricks, None if they are not known; a nil needs them."""
    before: Standing


def score_side(rules: RoundRules, side: int, played: SidePlay, adjustment: Adjustment = NO_ADJUSTMENT) -> SideScore:
    """Score one side of a round, after the changes that the penalties of a ruling make."""
    parameters, hand_size, unbid = rules
    contract, tricks, seat_tricks, before = played
    if adjustment.void:
        return _void_score(side, contract, tricks, before)
    lines: list[Line] = []
    nils = () if contract.kinds.isdisjoint(NILS) else _nils(contract, seat_tricks, tricks, adjustment.failed_nils)
    moved = max(adjustment.tricks, -tricks) if adjustment.tricks else 0
    linked_set = False
    if unbid:
        contract_tricks, bags = tricks + moved, 0
        result = _score_unbid(lines, parameters, contract_tricks, adjustment.contract)
    else:
        contract_tricks, failed_tricks = tricks + moved, 0
        if nils:
            contract_tricks, failed_tricks = _split_tricks(parameters, nils, contract_tricks)
        result = _contract_outcome(parameters, contract, contract_tricks, adjustment.contract)
        linked_set = parameters.nil.scoring == "linked" and _is_any_failed(nils, result)
        if linked_set:
            write_linked_set(lines, parameters, contract, nils)
            result, bags = ContractResult(made=False, overtricks=0), 0
        else:
            if nils:
                write_nils(lines, parameters, nils, adjustment.void_nils)
            write_contract(lines, parameters, contract, result, (contract_tricks, hand_size))
            bags = result.overtricks if parameters.scoring.bag_limit else 0
            if failed_tricks:
                bags += write_failed_nil_tricks(lines, parameters, contract, result, failed_tricks)
    counted = before.bags + bags
    if not unbid and 0 < parameters.scoring.bag_limit <= counted:
        counted = write_bag_penalty(lines, parameters, counted)
    # Boston needs every trick won in play, and kept. A side credited with its bid counts as having won just that.
    boston = tricks == hand_size and moved >= 0
    bonus = parameters.special_bids.boston
    if boston and bonus and contract.tricks < hand_size and not linked_set and adjustment.contract != "credited":
        lines.append(Line("boston", bonus, say("boston", tricks=hand_size)))
    points = sum(map(_points_of, lines))
    made, (score, _, sets, revokes) = result.made, before
    after = _standing((score + points, counted, sets + (not made), revokes + adjustment.revokes))
    kept, written = tricks + moved, tuple(lines)
    return _score(
        (side, contract, kept, contract_tricks, made, nils, boston, bags, written, points, before, after, moved)
    )


def _void_score(side: int, contract: Contract, tricks: int, before: Standing) -> SideScore:
    """Return the score of a void round: its tricks, and nothing else."""
    return SideScore(
        side=side,
        contract=contract,
        tricks=tricks,
        contract_tricks=0,
        made=False,
        nils=(),
        boston=False,
        bags=0,
        lines=(),
        points=0,
        before=before,
        after=before,
        tricks_adjustment=0,
    )


def _score_unbid(lines: list[Line], parameters: Parameters, tricks: int, fate: Fate) -> ContractResult:
    """Write the points of a round without bids; a penalty that would take the contract's points takes these."""
    lost = fate in {"set", "lost", "no_points"}
    points = 0 if lost else parameters.scoring.trick_points * tricks
    key = "took_without_bids_for_nothing" if lost else "took_without_bids"
    lines.append(Line("trick_points", points, say(key, taken=tricks)))
    return ContractResult(made=fate not in {"set", "lost"}, overtricks=0)


def _nils(
    contract: Contract, seat_tricks: tuple[int | None, ...], tricks: int, failed: frozenset[int]
) -> tuple[NilResult, ...]:
    """Judge each nil by the tricks really taken (step 3); the nils of the seats in ``failed`` fail in any case."""
    results: list[NilResult] = []
    for bid in contract.bids:
        if bid.kind in NILS:
            own = seat_tricks[bid.seat] if bid.seat is not None else None
            taken = tricks if own is None else own
            made = taken == 0 and not (failed and is_bid_by(bid.seat, failed))
            results.append(NilResult(bid.seat, bid.kind == "blind_nil", taken, made))
    return tuple(results)


def _split_tricks(parameters: Parameters, nils: tuple[NilResult, ...], tricks: int) -> tuple[int, int]:
    """Return how many tricks of a side count towards its contract, and how many its failed nils took (step 4)."""
    # A penalty takes the tricks of a failed nil bidder last.
    failed = min(sum([nil.tricks for nil in nils]), tricks)
    return tricks if parameters.nil.failed_tricks == "to_contract" else tricks - failed, failed


def _is_any_failed(nils: tuple[NilResult, ...], result: ContractResult) -> bool:
    """Return whether a nil failed or the contract beside it was set; False if there is no nil."""
    return bool(nils) and not (result.made and all(nil.made for nil in nils))


def _contract_outcome(parameters: Parameters, contract: Contract, contract_tricks: int, fate: Fate) -> ContractResult:
    over = 0 if fate == "credited" else contract_tricks - contract.tricks
    exact = parameters.blind_bid.exact and "blind" in contract.kinds
    made = over >= 0 and not contract.under_board and not (exact and over) and fate not in {"set", "lost"}
    return _contract_result((made, over if made else 0, fate))
