"""The types of the bidding: bids and contracts as they stand, the auction judged, and the bids open to a player."""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.findings import Finding, Location
from service.spades.rules.bid_kinds import Kind

NO_KINDS: Final[frozenset[Kind]] = frozenset()


class StandingBid(NamedTuple):
    """A bid after the rules have raised what they raise: by a player, or by a side as a whole (``seat`` None)."""

    position: int
    """Its position among the bids of the record."""
    seat: int | None
    tricks: int
    counts_as: int
    kind: Kind


class Contract(NamedTuple):
    """What one side bid."""

    bids: tuple[StandingBid, ...]
    tricks: int
    """The sum of the side's bids that are not nil: the contract."""
    complete: bool
    """Whether every bid that the ruleset asks of this side is there."""
    kinds: frozenset[Kind] = NO_KINDS
    """The kinds of its bids."""
    under_board: bool = False
    """Whether the side is set for having bid less than the board, however many tricks it takes."""


class Auction(NamedTuple):
    """The bids of a record, judged."""

    contracts: tuple[Contract, ...]
    """For each side its contract, in the order of the table."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    complete: bool


class OpenBid(NamedTuple):
    """A bid that may be made now, and the open question whether it may; None if it may in any case."""

    tricks: int
    kind: Kind
    condition: Finding | None


class ClosedBid(NamedTuple):
    """A bid that may not be made now, and the finding that it would be."""

    tricks: int
    kind: Kind
    finding: Finding


class BidOptions(NamedTuple):
    """The bidding so far, judged, and the bids open to the next bidder."""

    auction: Auction
    next_seat: int | None
    next_side: int | None
    """Who bids next: a player, or under ``bidding.by`` ``team`` a side; None if the bidding is over or nobody knows."""
    open: tuple[OpenBid, ...]
    closed: tuple[ClosedBid, ...]
    decided_by: Location | None = None
    """What would show who bids next, if nobody knows."""
