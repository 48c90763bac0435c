"""What a bid is by the rules: ordinary, blind, nil, or no commitment; and the round that has no bids."""

from __future__ import annotations

from typing import Literal, TypeAlias

from service.spades.rules.parameters import Parameters

Kind: TypeAlias = Literal["ordinary", "blind", "nil", "blind_nil", "uncommitted"]
NILS: frozenset[Kind] = frozenset({"nil", "blind_nil"})


def kind_of(parameters: Parameters, tricks: int, *, blind: bool) -> Kind:
    """Return what a bid is; a 0 that may not be bid is no nil: it commits its bidder to nothing."""
    if tricks:
        return "blind" if blind else "ordinary"
    if parameters.bidding.zero == "nil":
        return "blind_nil" if blind else "nil"
    return "uncommitted"


def bids_itself(parameters: Parameters, round_number: int | None) -> bool:
    """Tell whether this round is played without bids (``bidding.first_round``, catalogue C14)."""
    return parameters.bidding.first_round == "bids_itself" and round_number == 1
