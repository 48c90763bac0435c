"""The lines of a score: nil, contract, overtricks and bags, each with its points and the reason (steps 3 and 5 to 7).

A line that a penalty changes says so. The codes are `scoring.model.LINE_CODES`.
"""

from __future__ import annotations

from typing import Final

from service.spades.deal.model import Contract
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.parameters import Parameters
from service.spades.scoring.model import ContractResult, Fate, Line, NilResult, is_bid_by
from service.spades.sentence import Sentence, say

_TEN: Final = 10
_line = Line._make
_BY_PENALTY: Final[dict[Fate, Sentence]] = {
    "as_played": say("nothing"),
    "set": say("set_by_penalty"),
    "no_points": say("contract_without_points"),
    "lost": say("bid_lost_to_penalty"),
    "credited": say("credited_for_offence"),
}
"""What a penalty made of a contract, as the end of a sentence."""


def write_linked_set(
    lines: list[Line], parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...]
) -> None:
    """Write the one line of a side whose nil and contract fail together."""
    nil, lost = _failed_value(parameters, nils), parameters.scoring.trick_points * contract.tricks
    nil_made = all(each.made for each in nils)
    why = say("contract_was_set", contract=contract.tricks) if nil_made else say("nil_failed_clause")
    if contract.tricks:
        what = say("linked_nil_and_contract", nil=nil, lost=-lost, contract=contract.tricks)
    else:
        what = say("linked_nil_alone", nil=nil)
    lines.append(Line("linked_set", nil - lost, say("linked_set", why=why, what=what)))


def write_nils(
    lines: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int] = frozenset()
) -> None:
    """Write what each nil scores, or both together (step 3); a made nil of the seats in ``void`` scores nothing."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        _write_double(lines, parameters, nils, void)
        return
    for nil in nils:
        if nil.blind:
            points = rules.blind_made if nil.made else rules.blind_failed
            code = "blind_nil_made" if nil.made else "blind_nil_failed"
        else:
            points = rules.made if nil.made else rules.failed
            code = "nil_made" if nil.made else "nil_failed"
        penalty = say("nothing")
        if nil.made and void and is_bid_by(nil.seat, void):
            code, points, penalty = "nil_without_points", 0, say("nil_without_points")
        elif not nil.made and not nil.tricks:
            penalty = say("nil_failed_by_penalty")
        name = say("blind_nil") if nil.blind else say("nil")
        key = "nil_took" if nil.tricks else "nil_took_none"
        lines.append(Line(code, points, say(key, name=name, tricks=nil.tricks, penalty=penalty)))


def _write_double(lines: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int]) -> None:
    if not all(nil.made for nil in nils):
        failed_in_play = any(nil.tricks for nil in nils)
        penalty = say("nothing") if failed_in_play else say("double_nil_failed_by_penalty")
        taken = tuple(nil.tricks for nil in nils)
        detail = say("double_nil_took", taken=taken, penalty=penalty)
        lines.append(Line("double_nil_failed", _failed_value(parameters, nils), detail))
    elif void:
        detail = say("double_nil_took_none", penalty=say("double_nil_without_points"))
        lines.append(Line("nil_without_points", 0, detail))
    else:
        detail = say("double_nil_took_none", penalty=say("nothing"))
        lines.append(Line("double_nil_made", parameters.nil.double_made, detail))


def _failed_value(parameters: Parameters, nils: tuple[NilResult, ...]) -> int:
    """Return what these nils cost when they fail, each for itself or both together (step 3)."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        return rules.double_failed if rules.double == "joint" else 0
    return sum(rules.blind_failed if nil.blind else rules.failed for nil in nils)


def write_contract(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, tricks: tuple[int, int]
) -> None:
    """Write what the contract scores, at the value of a special bid if it is one, and its overtricks (step 5).

    ``tricks`` are the number that counts towards the contract, and the number of the round.
    """
    taken, hand_size = tricks
    special, slam = parameters.special_bids, contract.tricks == hand_size
    is_ten = contract.tricks == _TEN or (special.ten.or_more and contract.tricks > _TEN)
    blind = "blind" in contract.kinds
    made, over, fate = result
    code, points = "", 0
    if special.slam.made and slam and not blind:
        code, points = ("slam_made", special.slam.made) if made else ("slam_failed", special.slam.failed)
    elif special.ten.made and is_ten and not blind:
        code, points = ("ten_made", special.ten.made) if made else ("ten_failed", special.ten.failed)
    elif not contract.kinds <= NILS or not made:
        # Nil bids alone make no contract that could score; only a penalty sets one.
        points = _contract_points(parameters, contract, result, taken)
        code = "contract_made" if made else "contract_set"
    if code:
        if made and fate == "credited":
            code = "contract_credited"
        elif made and fate == "no_points":
            code, points = "contract_without_points", 0
        lines.append(_line((code, points, _contract_detail(parameters, contract, result, taken))))
    if over:
        scored = _overtrick_points(parameters, contract, result)
        key = "overtricks" if scored else "overtricks_for_nothing"
        lines.append(_line(("overtricks", scored * over, say(key, overtricks=over))))


def _contract_detail(parameters: Parameters, contract: Contract, result: ContractResult, taken: int) -> Sentence:
    """Return the sentence of a contract's line: what was bid and taken, and what else explains the points."""
    made, _, fate = result
    if fate == "as_played" and not contract.under_board and "blind" not in contract.kinds:
        return say("bid_and_took", bid=contract.tricks, taken=taken)
    # To a contract that was set in play, or for being below the board, only a penalty that sets it makes a difference.
    penalty = _BY_PENALTY[fate] if made or fate in {"set", "lost"} else say("nothing")
    if contract.under_board:
        return say("bid_below_board", bid=contract.tricks, taken=taken, penalty=penalty)
    if "blind" in contract.kinds:
        unseen = sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
        key = "bid_blind_exact" if parameters.blind_bid.exact else "bid_blind"
        return say(key, bid=contract.tricks, blind=unseen, taken=taken, penalty=penalty)
    return say("bid_and_took_after_penalty", bid=contract.tricks, taken=taken, penalty=penalty)


def _contract_points(parameters: Parameters, contract: Contract, result: ContractResult, taken: int) -> int:
    """Return the points of step 5 for the contract; the tricks that were bid blind count at their own rate.

    If a set contract costs only its undertricks, one that a penalty sets costs those that it has, perhaps none.
    """
    scoring, blind, made = parameters.scoring, parameters.blind_bid, result.made
    if not made and result.fate != "lost":
        if scoring.set == "zero":
            return 0
        if scoring.set == "minus_undertricks":
            return -scoring.trick_points * max(0, contract.tricks - taken)
    tricks = contract.tricks
    if "blind" in contract.kinds:
        multiplier = blind.made_multiplier if made else blind.failed_multiplier
        tricks += (multiplier - 1) * sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
    return scoring.trick_points * (tricks if made else -tricks)


def _overtrick_points(parameters: Parameters, contract: Contract, result: ContractResult) -> int:
    """Return what an overtrick of this contract scores."""
    blind = "blind" in contract.kinds and not parameters.blind_bid.overtricks
    if blind or (result.fate == "no_points" and result.made):
        return 0
    return parameters.scoring.overtrick_points


def write_failed_nil_tricks(
    lines: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, failed_tricks: int
) -> int:
    """Write the points of a failed nil bidder's tricks; return how many of them are bags (step 6)."""
    nil = parameters.nil
    if nil.failed_tricks != "bags":
        return 0
    when_set = nil.failed_bags_when_set
    if result.made or when_set == "bags_and_points":
        points = _overtrick_points(parameters, contract, result) * failed_tricks
        detail = say("failed_nil_overtricks", tricks=failed_tricks)
        lines.append(Line("failed_nil_tricks", points, detail))
    elif when_set == "bags_only" and parameters.scoring.bag_limit:
        detail = say("failed_nil_bags", tricks=failed_tricks)
        lines.append(Line("failed_nil_tricks", 0, detail))
    return failed_tricks if parameters.scoring.bag_limit and (result.made or when_set != "none") else 0


def write_bag_penalty(lines: list[Line], parameters: Parameters, bags: int) -> int:
    """Write one penalty for each time that the bags reach the limit; return the bags that are left (step 7)."""
    scoring = parameters.scoring
    limit = scoring.bag_limit
    while limit and bags >= limit:
        detail = say("bags_reach_limit", bags=bags, limit=limit)
        lines.append(Line("bag_penalty", scoring.bag_penalty, detail))
        if scoring.bag_points_cancelled:
            points = -limit * scoring.overtrick_points
            lines.append(Line("bag_points_cancelled", points, say("bag_points_cancelled", bags=limit)))
        bags = 0 if scoring.bag_carry == "reset" else bags - limit
    return bags
