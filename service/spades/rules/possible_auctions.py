"""Whether there is an auction in which every bid is legal, and which limits stand in its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from service.spades.rules.contradiction import Contradiction, Seating, found
from service.spades.rules.parameters import Parameters, value_of

_Kind: TypeAlias = Literal["tricks", "nil", "blind bid"]
# With this value a limit limits nothing. The limit most likely to be at fault comes first.
EASED: Mapping[str, Any] = MappingProxyType(
    {
        "bidding.table_total": "any",
        "bidding.team_minimum": 0,
        "bidding.team_maximum": 0,
        "bidding.nil_partner_minimum": 0,
        "blind_bid.minimum": 1,
        "bidding.minimum": 1,
        "bidding.maximum": 0,
        "bidding.zero": "uncommitted",
        "nil.both_partners": "allowed",
        "bidding.restriction": "none",
    }
)


def impossible_auctions(parameters: Parameters, tables: tuple[Seating, ...]) -> Iterator[Contradiction]:
    """Look for kinds of bid that no auction has in which every bid is legal."""
    rules = parameters.bidding
    if rules.table_total == "any" and not rules.team_minimum and not rules.team_maximum:
        return  # nothing relates the bids of two players but what is compared above
    kinds: list[_Kind] = ["tricks"]
    kinds += ["nil"] if rules.zero == "nil" else []
    kinds += ["blind bid"] if parameters.blind_bid.allowed else []
    for kind in kinds:
        while stuck := [table for table in tables if not _possible(parameters, table, kind)]:
            if kind != "tricks" and len(stuck) < len(tables):
                break
            clash = _blocked(parameters, stuck[0], kind)
            yield clash
            parameters = without(parameters, clash.names[:1])


def _blocked(parameters: Parameters, table: Seating, kind: _Kind) -> Contradiction:
    """Name limits that leave no room for this kind of bid together, and would if any of them were lifted."""
    needed: list[str] = []
    for name in reversed(_limits(parameters, kind)):
        lifted = without(parameters, [name])
        if _possible(lifted, table, kind):
            needed.insert(0, name)
        else:
            parameters = lifted
    what = "a bid of tricks" if kind == "tricks" else f"a {kind}"
    return found(f"no auction with {what} is legal in a round of {table.pack.hand_size} tricks.", *needed)


def _limits(parameters: Parameters, kind: _Kind) -> list[str]:
    """Return the limits that are set, without those that can't be at fault."""
    idle = {"blind_bid.minimum"} if kind != "blind bid" else set()
    idle |= {"bidding.zero"} if parameters.bidding.zero == "nil" else set()
    idle |= {"bidding.nil_partner_minimum"} if not goes_with_nil(parameters) else set()
    return [name for name, value in EASED.items() if name not in idle and value_of(parameters, name) != value]


def _possible(parameters: Parameters, table: Seating, kind: _Kind) -> bool:
    """Tell whether there is an auction with a bid of this kind in which every bid is legal."""
    size, others = table.pack.hand_size, table.pack.players // table.seats - 1
    contracts = [(bids, _contract(parameters, bids)) for bids in _bids_of_side(parameters, size)]
    every = {tricks for _, tricks in contracts if tricks is not None}
    some = {tricks for bids, tricks in contracts if tricks is not None and _has(parameters, bids, kind)}
    if not some:
        return False
    least = min(some) + others * min(every)
    if parameters.bidding.table_total == "at_most_hand_size":
        return least <= size
    # With two contracts to choose from, one side alone makes two totals.
    choice = len(some) > 1 or (others > 0 and len(every) > 1)
    return parameters.bidding.table_total == "any" or choice or least != size


def _bids_of_side(parameters: Parameters, size: int) -> Iterator[tuple[int, ...]]:
    rules = parameters.bidding
    tricks = range(rules.minimum, min(rules.maximum or size, size) + 1)
    return product([*tricks] if rules.zero == "not_allowed" else [0, *tricks], repeat=bids_a_side(parameters))


def _contract(parameters: Parameters, bids: tuple[int, ...]) -> int | None:
    """Return the contract that these bids of one side come to, in whichever order; None where they are not legal."""
    rules, both_nil = parameters.bidding, parameters.nil.both_partners
    nils = bids.count(0) if rules.zero == "nil" else 0
    if nils > 1 and both_nil == "forbidden":
        return None
    if rules.restriction == "suicide" and nils != 1:
        return None
    if nils == len(bids):
        return 0  # the limits of a side do not speak of it
    tricks = sum(bids)
    if nils and tricks < rules.nil_partner_minimum:
        if rules.nil_partner_breach == "illegal":
            return None
        tricks = rules.nil_partner_minimum
    if tricks < rules.team_minimum:
        if rules.team_minimum_breach == "illegal":
            return None
        tricks = rules.team_minimum if rules.team_minimum_breach == "raised" else tricks
    return None if rules.team_maximum and tricks > rules.team_maximum else tricks


def _has(parameters: Parameters, bids: tuple[int, ...], kind: _Kind) -> bool:
    if kind == "nil":
        return 0 in bids
    return max(bids) >= (parameters.blind_bid.minimum if kind == "blind bid" else 1)


def without(parameters: Parameters, names: Iterable[str]) -> Parameters:
    """Return parameters with these limits lifted."""
    for name in names:
        if name in EASED:
            group, key = name.split(".")
            rules: Any = replace(getattr(parameters, group), **{key: EASED[name]})
            changed: dict[str, Any] = {group: rules}
            parameters = replace(parameters, **changed)
    return parameters


def goes_with_nil(parameters: Parameters) -> bool:
    """Tell whether one partner may bid nil beside the other's bid."""
    return parameters.bidding.zero == "nil" and bids_a_side(parameters) > 1


def bids_a_side(parameters: Parameters) -> int:
    """Return how many bids a side makes: one, or one for each of two partners."""
    return 2 if parameters.table.sides == "partnership" and parameters.bidding.by == "player" else 1
