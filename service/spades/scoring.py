"""The score of one side for one round, in the normative order, every line explained.

1 tricks, 2 bids as they stand (`bidding`), 3 nil, 4 contract tricks, 5 contract points, 6 bags, 7 bag penalty,
8 Boston and the running score. Bags are a counter of their own, never read off the score's last digit.
"""

from __future__ import annotations

from typing import NamedTuple

from service.spades.contracts import NILS, Contract
from service.spades.parameters import Parameters
from service.spades.record import Standing

_TEN = 10

# Every code a line of a score may have, with its meaning.
LINE_CODES = {
    "contract_made": "The side took at least as many tricks as its contract.",
    "contract_set": "The side took fewer tricks than its contract.",
    "overtricks": "Tricks beyond the contract.",
    "trick_points": "The tricks of a round that is played without bids.",
    "nil_made": "A nil bidder took no trick.",
    "nil_failed": "A nil bidder took a trick.",
    "blind_nil_made": "A blind nil bidder took no trick.",
    "blind_nil_failed": "A blind nil bidder took a trick.",
    "double_nil_made": "Both partners bid nil, and neither took a trick.",
    "double_nil_failed": "Both partners bid nil, and one of them took a trick.",
    "linked_set": "A nil and its partner's contract stand or fall together, and one of them fell.",
    "failed_nil_tricks": "The tricks of a failed nil bidder, scored as overtricks.",
    "ten_made": "A contract of ten with a value of its own was made.",
    "ten_failed": "A contract of ten with a value of its own was set.",
    "slam_made": "A contract of every trick was made.",
    "slam_failed": "A contract of every trick was set.",
    "bag_penalty": "The side's bags reached the limit.",
    "bag_points_cancelled": "The points that those bags had earned are taken back.",
    "boston": "The side took every trick without having bid it.",
}


class Line(NamedTuple):
    """One step of a score: what for, how many points, and why in a sentence."""

    code: str
    points: int
    detail: str


class NilResult(NamedTuple):
    """How one nil came out; ``seat`` None is a nil bid by a side as a whole."""

    seat: int | None
    blind: bool
    tricks: int
    made: bool


class SideScore(NamedTuple):
    """What one side scores in one round; ``points`` is the sum of ``lines``, the step from ``before`` to ``after``."""

    side: int
    contract: Contract
    tricks: int
    contract_tricks: int
    """The tricks that count towards the contract (step 4)."""
    made: bool
    nils: tuple[NilResult, ...]
    boston: bool
    bags: int
    """Bags gained in this round, before any penalty takes them off."""
    lines: tuple[Line, ...]
    points: int
    before: Standing
    after: Standing


class _ContractResult(NamedTuple):
    made: bool
    overtricks: int


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
) -> SideScore:
    """Score one side: its tricks in all and, where a nil was bid, each player's (``by_seat``, None where not known).

    ``unbid`` is a round played without bids: trick points for every trick, no bags (catalogue C14).
    """
    sheet: list[Line] = []
    nils = _nils(contract, by_seat, tricks)
    linked_set = False
    if unbid:
        sheet.append(
            Line("trick_points", parameters.scoring.trick_points * tricks, f"No bids in this round: took {tricks}.")
        )
        result, contract_tricks, bags = _ContractResult(made=True, overtricks=0), tricks, 0
    else:
        failed_tricks = sum([nil.tricks for nil in nils]) if nils else 0
        contract_tricks = tricks - (0 if parameters.nil.failed_tricks == "to_contract" else failed_tricks)
        result = _result(parameters, contract, contract_tricks)
        if nils and parameters.nil.scoring == "linked":
            linked_set = not (result.made and all(nil.made for nil in nils))
        if linked_set:
            _linked_set(sheet, parameters, contract, nils)
            result, bags = _ContractResult(made=False, overtricks=0), 0
        else:
            if nils:
                _score_nils(sheet, parameters, nils)
            _score_contract(sheet, parameters, contract, result, taken=contract_tricks, hand_size=hand_size)
            bags = _bags(sheet, parameters, contract, result, failed_tricks)
    counted = before.bags + bags
    if not unbid:
        counted = _bag_penalty(sheet, parameters, counted)
    boston = tricks == hand_size
    if boston and parameters.special_bids.boston and contract.tricks < hand_size and not linked_set:
        sheet.append(
            Line("boston", parameters.special_bids.boston, f"Took all {hand_size} tricks without having bid it.")
        )
    points = sum([line.points for line in sheet])
    return SideScore(
        side=side,
        contract=contract,
        tricks=tricks,
        contract_tricks=contract_tricks,
        made=result.made,
        nils=nils,
        boston=boston,
        bags=bags,
        lines=tuple(sheet),
        points=points,
        before=before,
        after=Standing(before.score + points, counted, before.sets + (not result.made), before.revokes),
    )


def _nils(contract: Contract, by_seat: tuple[int | None, ...], tricks: int) -> tuple[NilResult, ...]:
    results: list[NilResult] = []
    if not contract.kinds & NILS:
        return ()
    for bid in contract.bids:
        if bid.kind in NILS:
            taken = by_seat[bid.seat] if bid.seat is not None else None
            won = tricks if taken is None else taken
            results.append(NilResult(bid.seat, bid.kind == "blind_nil", won, won == 0))
    return tuple(results)


def _result(parameters: Parameters, contract: Contract, contract_tricks: int) -> _ContractResult:
    over = contract_tricks - contract.tricks
    exact = parameters.blind_bid.exact and "blind" in contract.kinds
    if over < 0 or contract.under_board or (exact and over):
        return _ContractResult(made=False, overtricks=0)
    return _ContractResult(made=True, overtricks=over)


def _nil_value(parameters: Parameters, nils: tuple[NilResult, ...]) -> int:
    """Return what these nils cost when they fail, each for itself or both together (step 3)."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        return rules.double_failed if rules.double == "joint" else 0
    return sum(rules.blind_failed if nil.blind else rules.failed for nil in nils)


def _linked_set(sheet: list[Line], parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...]) -> None:
    nil, lost = _nil_value(parameters, nils), parameters.scoring.trick_points * contract.tricks
    why = "the nil failed" if not all(each.made for each in nils) else f"the contract of {contract.tricks} was set"
    what = f"{nil} for the nil" + (f", {-lost} for the contract of {contract.tricks}" if contract.tricks else "")
    sheet.append(Line("linked_set", nil - lost, f"Nil and contract stand or fall together, and {why}: {what}."))


def _score_nils(sheet: list[Line], parameters: Parameters, nils: tuple[NilResult, ...]) -> None:
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        if all(nil.made for nil in nils):
            sheet.append(Line("double_nil_made", rules.double_made, "Both partners bid nil and took no trick."))
        else:
            taken = " and ".join(str(nil.tricks) for nil in nils)
            sheet.append(
                Line("double_nil_failed", _nil_value(parameters, nils), f"Both partners bid nil and took {taken}.")
            )
        return
    for nil in nils:
        code = ("blind_nil" if nil.blind else "nil") + ("_made" if nil.made else "_failed")
        made, failed = (rules.blind_made, rules.blind_failed) if nil.blind else (rules.made, rules.failed)
        name = "blind nil" if nil.blind else "nil"
        sheet.append(Line(code, made if nil.made else failed, f"Bid {name}, took {nil.tricks or 'no trick'}."))


def _score_contract(  # noqa: PLR0913 - what step 5 depends on
    sheet: list[Line],
    parameters: Parameters,
    contract: Contract,
    result: _ContractResult,
    *,
    taken: int,
    hand_size: int,
) -> None:
    blind = "blind" in contract.kinds
    special, slam = parameters.special_bids, contract.tricks == hand_size
    is_ten = contract.tricks == _TEN or (special.ten.or_more and contract.tricks > _TEN)
    story = f"Bid {contract.tricks}, took {taken}."
    if contract.under_board:
        story = f"Bid {contract.tricks}, below the board, and is set; took {taken}."
    if special.slam.made and slam and not blind:
        code, points = ("slam_made", special.slam.made) if result.made else ("slam_failed", special.slam.failed)
        sheet.append(Line(code, points, story))
    elif special.ten.made and is_ten and not blind:
        code, points = ("ten_made", special.ten.made) if result.made else ("ten_failed", special.ten.failed)
        sheet.append(Line(code, points, story))
    elif not contract.kinds <= NILS:
        points = _contract_points(parameters, contract, taken, made=result.made)
        sheet.append(Line("contract_made" if result.made else "contract_set", points, story))
    if result.overtricks:
        scored = parameters.scoring.overtrick_points if _overtricks_score(parameters, contract) else 0
        detail = f"{result.overtricks} over the contract" + ("." if scored else ", which score nothing.")
        sheet.append(Line("overtricks", scored * result.overtricks, detail))


def _contract_points(parameters: Parameters, contract: Contract, taken: int, *, made: bool) -> int:
    """Return the points of step 5 for the bids that make the contract; a blind bidder's own tricks at their rate."""
    scoring, blind = parameters.scoring, parameters.blind_bid
    if not made and scoring.set == "zero":
        return 0
    if not made and scoring.set == "minus_undertricks":
        return -scoring.trick_points * max(0, contract.tricks - taken)
    tricks = contract.tricks
    if "blind" in contract.kinds:
        multiplier = blind.made_multiplier if made else blind.failed_multiplier
        tricks += (multiplier - 1) * sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
    return scoring.trick_points * (tricks if made else -tricks)


def _overtricks_score(parameters: Parameters, contract: Contract) -> bool:
    return parameters.blind_bid.overtricks or "blind" not in contract.kinds


def _bags(
    sheet: list[Line], parameters: Parameters, contract: Contract, result: _ContractResult, failed_tricks: int
) -> int:
    """Write the points of a failed nil bidder's tricks; return the bags of the round (step 6)."""
    nil, scoring = parameters.nil, parameters.scoring
    bags = result.overtricks
    if failed_tricks and nil.failed_tricks == "bags":
        when_set = nil.failed_bags_when_set
        if result.made or when_set == "bags_and_points":
            each = scoring.overtrick_points if _overtricks_score(parameters, contract) else 0
            detail = f"{failed_tricks} taken by the failed nil, scored as overtricks."
            sheet.append(Line("failed_nil_tricks", each * failed_tricks, detail))
        if result.made or when_set != "none":
            bags += failed_tricks
    return bags if scoring.bag_limit else 0


def _bag_penalty(sheet: list[Line], parameters: Parameters, bags: int) -> int:
    """Write one penalty for each limit crossed; return the bags that are carried on (step 7)."""
    scoring = parameters.scoring
    limit = scoring.bag_limit
    while limit and bags >= limit:
        sheet.append(Line("bag_penalty", scoring.bag_penalty, f"{bags} bags reach the limit of {limit}."))
        if scoring.bag_points_cancelled:
            taken = -limit * scoring.overtrick_points
            sheet.append(Line("bag_points_cancelled", taken, f"The points of {limit} bags are taken back."))
        bags = 0 if scoring.bag_carry == "reset" else bags - limit
    return bags
