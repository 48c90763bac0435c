"""Whether there is an auction in which every bid is legal, and if not, which limits rule it out together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from types import MappingProxyType
from typing import Any, Final, Literal, TypeAlias

from service.spades.rules.allowed_table import AllowedTable
from service.spades.rules.bid_kinds import partner_may_bid_nil, partners_bid_separately
from service.spades.rules.contradiction import Contradiction
from service.spades.rules.parameters import Parameters, value_of

_Kind: TypeAlias = Literal["tricks", "nil", "blind bid"]

# The value at which each limit allows everything. The limit most likely to be wrong comes first.
_LIFTED: Final[Mapping[str, Any]] = MappingProxyType(
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


def impossible_auctions(parameters: Parameters, tables: tuple[AllowedTable, ...]) -> Iterator[Contradiction]:
    """Yield the limits that rule out every auction with a bid of tricks, with a nil, or with a blind bid."""
    rules = parameters.bidding
    if rules.table_total == "any" and not rules.team_minimum and not rules.team_maximum:
        return  # No rule relates one player's bid to another's, and `bidding_limits` has compared the rest.
    kinds: list[_Kind] = ["tricks"]
    kinds += ["nil"] if rules.zero == "nil" else []
    kinds += ["blind bid"] if parameters.blind_bid.allowed else []
    for kind in kinds:
        while impossible := [table for table in tables if not _is_possible(parameters, table, kind)]:
            if kind != "tricks" and len(impossible) < len(tables):
                break
            contradiction = _limits_in_the_way(parameters, impossible[0], kind)
            yield contradiction
            parameters = lift(parameters, contradiction.names[:1])


def lift(parameters: Parameters, names: Iterable[str]) -> Parameters:
    """Return the parameters with these limits on the bids lifted."""
    for name in names:
        group, key = name.split(".")
        rules: Any = replace(getattr(parameters, group), **{key: _LIFTED[name]})
        changed: dict[str, Any] = {group: rules}
        parameters = replace(parameters, **changed)
    return parameters


def _limits_in_the_way(parameters: Parameters, table: AllowedTable, kind: _Kind) -> Contradiction:
    """Return limits that leave no room for this kind of bid together, and would if any one of them were lifted."""
    needed: list[str] = []
    for name in reversed(_limits_set(parameters, kind)):
        lifted = lift(parameters, [name])
        if _is_possible(lifted, table, kind):
            needed.insert(0, name)
        else:
            parameters = lifted
    bid = "a bid of tricks" if kind == "tricks" else f"a {kind}"
    because = f"in a round of {table.pack.hand_size} tricks there is no legal auction with {bid}."
    return Contradiction.between(*needed, because=because)


def _limits_set(parameters: Parameters, kind: _Kind) -> list[str]:
    """Return the limits that are set and can matter to this kind of bid."""
    irrelevant = {"blind_bid.minimum"} if kind != "blind bid" else set()
    irrelevant |= {"bidding.zero"} if parameters.bidding.zero == "nil" else set()
    irrelevant |= {"bidding.nil_partner_minimum"} if not partner_may_bid_nil(parameters) else set()
    return [name for name, lifted in _LIFTED.items() if name not in irrelevant and value_of(parameters, name) != lifted]


def _is_possible(parameters: Parameters, table: AllowedTable, kind: _Kind) -> bool:
    """Return whether every bid is legal in some auction with a bid of this kind."""
    size, other_sides = table.pack.hand_size, table.sides - 1
    contracts = [(bids, _contract(parameters, bids)) for bids in _bids_of_side(parameters, size)]
    legal = {tricks for _, tricks in contracts if tricks is not None}
    with_kind = {tricks for bids, tricks in contracts if tricks is not None and _includes(parameters, bids, kind)}
    if not with_kind:
        return False
    lowest_total = min(with_kind) + other_sides * min(legal)
    if parameters.bidding.table_total == "at_most_hand_size":
        return lowest_total <= size
    # A side with a choice of two contracts can avoid any one total.
    has_choice = len(with_kind) > 1 or (other_sides > 0 and len(legal) > 1)
    return parameters.bidding.table_total == "any" or has_choice or lowest_total != size


def _bids_of_side(parameters: Parameters, size: int) -> Iterator[tuple[int, ...]]:
    """Return every combination of bids that a side can make, one for each of its bidders."""
    rules = parameters.bidding
    tricks = range(rules.minimum, min(rules.maximum or size, size) + 1)
    bids = [*tricks] if rules.zero == "not_allowed" else [0, *tricks]
    return product(bids, repeat=2 if partners_bid_separately(parameters) else 1)


def _contract(parameters: Parameters, bids: tuple[int, ...]) -> int | None:
    """Return the contract that a side's bids make, in either order; None if they are not legal."""
    rules = parameters.bidding
    nils = bids.count(0) if rules.zero == "nil" else 0
    if nils > 1 and parameters.nil.both_partners == "forbidden":
        return None
    if rules.restriction == "suicide" and nils != 1:
        return None
    if nils == len(bids):
        return 0  # The limits of a side do not apply to a side that bids nothing but nil.
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


def _includes(parameters: Parameters, bids: tuple[int, ...], kind: _Kind) -> bool:
    if kind == "nil":
        return 0 in bids
    return max(bids) >= (parameters.blind_bid.minimum if kind == "blind bid" else 1)
