"""The lines of a score: nil, contract, overtricks and bags, each with its points and the reason (steps 3 and 5 to 7).

What a penalty changes is told in the line that it changes. Which lines there are is `scoring.LINE_CODES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from service.spades.deal.model import Contract
from service.spades.english import count_of
from service.spades.record.makers import maker
from service.spades.rules.bid_kinds import NILS
from service.spades.rules.parameters import Parameters
from service.spades.scoring.model import ContractResult, Fate, Line, NilResult

_TEN = 10
_TOLD: Mapping[Fate, str] = MappingProxyType(
    {
        "as_played": "",
        "set": "; set by a penalty, whatever it took",
        "no_points": "; a penalty leaves it without points",
        "lost": "; the bid is lost to a penalty",
        "credited": "; credited with the bid for another side's offence",
    }
)


_line = maker(Line)


def concerns(nil: int | None, seats: frozenset[int]) -> bool:
    """Tell whether a penalty on these seats of a side falls on this nil; one bid by the side as a whole is theirs."""
    return nil in seats or (nil is None and bool(seats))


def write_linked_set(
    sheet: list[Line], parameters: Parameters, contract: Contract, nils: tuple[NilResult, ...]
) -> None:
    """Write the one line of a side whose nil and contract fell together."""
    nil, lost = _failed_value(parameters, nils), parameters.scoring.trick_points * contract.tricks
    why = "the nil failed" if not all(each.made for each in nils) else f"the contract of {contract.tricks} was set"
    what = f"{nil} for the nil" + (f", {-lost} for the contract of {contract.tricks}" if contract.tricks else "")
    sheet.append(Line("linked_set", nil - lost, f"Nil and contract stand or fall together, and {why}: {what}."))


def write_nils(
    sheet: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int] = frozenset()
) -> None:
    """Write what each nil scores, or both together (step 3); a made nil of the seats in ``void`` scores nothing."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        _write_double(sheet, parameters, nils, void)
        return
    for nil in nils:
        made, failed = (rules.blind_made, rules.blind_failed) if nil.blind else (rules.made, rules.failed)
        name = "blind nil" if nil.blind else "nil"
        code = ("blind_nil" if nil.blind else "nil") + ("_made" if nil.made else "_failed")
        points, told = (made if nil.made else failed), "."
        if nil.made and void and concerns(nil.seat, void):
            code, points, told = "nil_without_points", 0, "; a penalty leaves the nil without points."
        elif not nil.made and not nil.tricks:
            told = "; a penalty makes the nil fail."
        sheet.append(Line(code, points, f"Bid {name}, took {nil.tricks or 'no trick'}{told}"))


def _write_double(sheet: list[Line], parameters: Parameters, nils: tuple[NilResult, ...], void: frozenset[int]) -> None:
    if not all(nil.made for nil in nils):
        taken = " and ".join(str(nil.tricks) for nil in nils)
        told = "." if any(nil.tricks for nil in nils) else "; a penalty makes the double nil fail."
        story = f"Both partners bid nil and took {taken}{told}"
        sheet.append(Line("double_nil_failed", _failed_value(parameters, nils), story))
        return
    story = "Both partners bid nil and took no trick"
    if void:
        sheet.append(Line("nil_without_points", 0, f"{story}; a penalty leaves the double nil without points."))
    else:
        sheet.append(Line("double_nil_made", parameters.nil.double_made, f"{story}."))


def _failed_value(parameters: Parameters, nils: tuple[NilResult, ...]) -> int:
    """Return what these nils cost when they fail, each for itself or both together (step 3)."""
    rules = parameters.nil
    if len(nils) > 1 and rules.double != "independent":
        return rules.double_failed if rules.double == "joint" else 0
    return sum(rules.blind_failed if nil.blind else rules.failed for nil in nils)


def write_contract(  # noqa: PLR0913 - what step 5 depends on
    sheet: list[Line],
    parameters: Parameters,
    contract: Contract,
    result: ContractResult,
    *,
    taken: int,
    hand_size: int,
) -> None:
    """Write what the contract scores, by the figure of a special bid where it is one, and its overtricks (step 5)."""
    blind = "blind" in contract.kinds
    special, slam = parameters.special_bids, contract.tricks == hand_size
    is_ten = contract.tricks == _TEN or (special.ten.or_more and contract.tricks > _TEN)
    made, over, fate = result
    story = (
        _story(parameters, contract, taken)
        if blind or contract.under_board
        else f"Bid {contract.tricks}, took {taken}."
    )
    if fate != "as_played":
        # A contract that was set in play, or set for being below the board, is neither freed from points nor credited.
        story = story[:-1] + (_TOLD[fate] if made or fate in {"set", "lost"} else "") + "."
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
        sheet.append(_line((code, points, story)))
    if over:
        scored = _overtrick_points(parameters, contract, result)
        nothing = "" if scored else f", which score{'s' if over == 1 else ''} nothing"
        sheet.append(_line(("overtricks", scored * over, f"{over} over the contract{nothing}.")))


def _story(parameters: Parameters, contract: Contract, taken: int) -> str:
    """Return what was bid and taken, where the figures alone do not explain the points."""
    if contract.under_board:
        return f"Bid {contract.tricks}, below the board, and is set; took {taken}."
    unseen = sum(bid.counts_as for bid in contract.bids if bid.kind == "blind")
    exact = " and had to take exactly that" if parameters.blind_bid.exact else ""
    return f"Bid {contract.tricks}, {unseen} of it blind{exact}; took {taken}."


def _contract_points(parameters: Parameters, contract: Contract, result: ContractResult, taken: int) -> int:
    """Return the points of step 5 for the bids that make the contract; a blind bidder's own tricks at their rate.

    A contract that a penalty sets is missing no more tricks than the side fell short of it, perhaps none.
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
    sheet: list[Line], parameters: Parameters, contract: Contract, result: ContractResult, failed_tricks: int
) -> int:
    """Write the points of a failed nil bidder's tricks; return how many of them are bags (step 6)."""
    nil = parameters.nil
    if nil.failed_tricks != "bags":
        return 0
    when_set = nil.failed_bags_when_set
    if result.made or when_set == "bags_and_points":
        each = _overtrick_points(parameters, contract, result)
        as_one = "an overtrick" if failed_tricks == 1 else "overtricks"
        detail = f"{failed_tricks} taken by the failed nil, scored as {as_one}."
        sheet.append(Line("failed_nil_tricks", each * failed_tricks, detail))
    elif when_set == "bags_only" and parameters.scoring.bag_limit:
        bag = "a bag, which scores" if failed_tricks == 1 else "bags, which score"
        detail = f"{failed_tricks} taken by the failed nil: {bag} nothing beside a set contract."
        sheet.append(Line("failed_nil_tricks", 0, detail))
    return failed_tricks if parameters.scoring.bag_limit and (result.made or when_set != "none") else 0


def write_bag_penalty(sheet: list[Line], parameters: Parameters, bags: int) -> int:
    """Write one penalty for each limit crossed; return the bags that are carried on (step 7)."""
    scoring = parameters.scoring
    limit = scoring.bag_limit
    while limit and bags >= limit:
        reach = f"{count_of(bags, 'bag')} reach{'es' if bags == 1 else ''} the limit of {limit}."
        sheet.append(Line("bag_penalty", scoring.bag_penalty, reach))
        if scoring.bag_points_cancelled:
            taken = -limit * scoring.overtrick_points
            sheet.append(Line("bag_points_cancelled", taken, f"The points of {count_of(limit, 'bag')} are taken back."))
        bags = 0 if scoring.bag_carry == "reset" else bags - limit
    return bags
