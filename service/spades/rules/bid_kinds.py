"""What kind of bid a bid is, who makes one, and the round that has no bids."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from service.spades.rules.parameters import Parameters

Kind: TypeAlias = Literal["ordinary", "blind", "nil", "blind_nil", "uncommitted"]
NILS: Final[frozenset[Kind]] = frozenset({"nil", "blind_nil"})


def kind_of(parameters: Parameters, tricks: int, *, blind: bool) -> Kind:
    """Return the kind of a bid. If 0 is not nil by these rules, it is a bid that commits its bidder to nothing."""
    if tricks:
        return "blind" if blind else "ordinary"
    if parameters.bidding.zero == "nil":
        return "blind_nil" if blind else "nil"
    return "uncommitted"


def partners_bid_separately(parameters: Parameters) -> bool:
    """Return whether each of two partners makes a bid, so that one may bid nil beside the other's contract."""
    return parameters.table.sides == "partnership" and parameters.bidding.by == "player"


def partner_may_bid_nil(parameters: Parameters) -> bool:
    """Return whether one partner may bid nil beside the other's bid."""
    return parameters.bidding.zero == "nil" and partners_bid_separately(parameters)


def bids_itself(parameters: Parameters, round_number: int | None) -> bool:
    """Return whether this round is played without bids (``bidding.first_round``; docs/rules.md, C14)."""
    return parameters.bidding.first_round == "bids_itself" and round_number == 1
