"""The score of one side for one round, in the normative order, every line explained.

1 tricks, 2 bids as they stand (`bidding`), 3 nil, 4 contract tricks, 5 contract points, 6 bags, 7 bag penalty,
8 Boston and the running score. Bags are a counter of their own, never read off the score's last digit. What the
penalties of a ruling change is an `Adjustment`; the lines themselves are written by `lines`.
"""

from __future__ import annotations

from operator import attrgetter

from service.spades.deal.model import Contract
from service.spades.record.makers import maker
from service.spades.record.model import Standing
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.parameters import Parameters
from service.spades.scoring.model import NO_ADJUSTMENT, Adjustment, ContractResult, Fate, Line, NilResult, SideScore
from service.spades.scoring.score_lines import (
    concerns,
    write_bag_penalty,
    write_contract,
    write_failed_nil_tricks,
    write_linked_set,
    write_nils,
)

_score, _standing, _contract_result = maker(SideScore), maker(Standing), maker(ContractResult)
_worth = attrgetter("points")


def score_side(  # noqa: PLR0913 - what a score depends on
    parameters: Parameters,
    side: int,
    contract: Contract,
    *,
    tricks: int,
    by_seat: tuple[int | None, ...],
    before: Standing,
    hand_size: int,
    unbid: bool = False,
    adjustment: Adjustment = NO_ADJUSTMENT,
) -> SideScore:
    """Score one side: its tricks in all and, where a nil was bid, each player's (``by_seat``, None where not known).

    ``unbid`` is a round played without bids: trick points for every trick, no bags (catalogue C14). ``adjustment`` is
    what the penalties of a ruling change.
    """
    if adjustment.void:
        return _void(side, contract, tricks, before)
    sheet: list[Line] = []
    nils = () if contract.kinds.isdisjoint(NILS) else _nils(contract, by_seat, tricks, adjustment.failed_nils)
    moved = max(adjustment.tricks, -tricks) if adjustment.tricks else 0
    linked_set = False
    if unbid:
        contract_tricks, bags = tricks + moved, 0
        result = _unbid(sheet, parameters, contract_tricks, adjustment.contract)
    else:
        contract_tricks, failed_tricks = tricks + moved, 0
        if nils:
            contract_tricks, failed_tricks = _parted(parameters, nils, contract_tricks)
        result = _result(parameters, contract, contract_tricks, adjustment.contract)
        linked_set = parameters.nil.scoring == "linked" and _falls(nils, result)
        if linked_set:
            write_linked_set(sheet, parameters, contract, nils)
            result, bags = ContractResult(made=False, overtricks=0), 0
        else:
            if nils:
                write_nils(sheet, parameters, nils, adjustment.void_nils)
            write_contract(sheet, parameters, contract, result, taken=contract_tricks, hand_size=hand_size)
            bags = result.overtricks if parameters.scoring.bag_limit else 0
            if failed_tricks:
                bags += write_failed_nil_tricks(sheet, parameters, contract, result, failed_tricks)
    counted = before.bags + bags
    if not unbid and 0 < parameters.scoring.bag_limit <= counted:
        counted = write_bag_penalty(sheet, parameters, counted)
    # Every trick must have been taken in play, and kept; who is credited with a bid is as one who took just that.
    boston = tricks == hand_size and moved >= 0
    bonus = parameters.special_bids.boston
    if boston and bonus and contract.tricks < hand_size and not linked_set and adjustment.contract != "credited":
        sheet.append(Line("boston", bonus, f"Took all {hand_size} tricks without having bid it."))
    points = sum(map(_worth, sheet))
    made, (score, _, sets, revokes) = result.made, before
    after = _standing((score + points, counted, sets + (not made), revokes + adjustment.revokes))
    return _score(
        (
            side,
            contract,
            tricks + moved,
            contract_tricks,
            made,
            nils,
            boston,
            bags,
            tuple(sheet),
            points,
            before,
            after,
            moved,
        )
    )


def _void(side: int, contract: Contract, tricks: int, before: Standing) -> SideScore:
    """Return the score of a round that counts for nothing: what was taken, and nothing made, failed or moved."""
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


def _unbid(sheet: list[Line], parameters: Parameters, tricks: int, fate: Fate) -> ContractResult:
    """Write the points of a round without bids; a penalty on a contract that nobody bid takes them."""
    lost = fate in {"set", "lost", "no_points"}
    points = 0 if lost else parameters.scoring.trick_points * tricks
    told = "; a penalty leaves them without points." if lost else "."
    sheet.append(Line("trick_points", points, f"No bids in this round: took {tricks}{told}"))
    return ContractResult(made=fate not in {"set", "lost"}, overtricks=0)


def _nils(
    contract: Contract, by_seat: tuple[int | None, ...], tricks: int, failed: frozenset[int]
) -> tuple[NilResult, ...]:
    """Judge each nil by the tricks really taken (step 3); those of the seats in ``failed`` fail all the same."""
    results: list[NilResult] = []
    for bid in contract.bids:
        if bid.kind in NILS:
            taken = by_seat[bid.seat] if bid.seat is not None else None
            won = tricks if taken is None else taken
            made = won == 0 and not (failed and concerns(bid.seat, failed))
            results.append(NilResult(bid.seat, bid.kind == "blind_nil", won, made))
    return tuple(results)


def _parted(parameters: Parameters, nils: tuple[NilResult, ...], tricks: int) -> tuple[int, int]:
    """Return how many tricks of a side count towards its contract, and how many its failed nils took (step 4)."""
    # What is taken away comes from a failed nil bidder's tricks only after all others.
    failed = min(sum([nil.tricks for nil in nils]), tricks)
    return tricks if parameters.nil.failed_tricks == "to_contract" else tricks - failed, failed


def _falls(nils: tuple[NilResult, ...], result: ContractResult) -> bool:
    """Tell whether a nil or its partner's contract fell, where there is a nil."""
    return bool(nils) and not (result.made and all(nil.made for nil in nils))


def _result(parameters: Parameters, contract: Contract, contract_tricks: int, fate: Fate) -> ContractResult:
    over = 0 if fate == "credited" else contract_tricks - contract.tricks
    exact = parameters.blind_bid.exact and "blind" in contract.kinds
    made = over >= 0 and not contract.under_board and not (exact and over) and fate not in {"set", "lost"}
    return _contract_result((made, over if made else 0, fate))
