"""The bids of a request: in the order in which they were made, or by bidder, if that order is not known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.spades.english import quoted
from service.spades.record.lookup import Reader
from service.spades.record.model import Bid
from service.spades.rules.bid_kinds import NILS, kind_of


class ReadBids(NamedTuple):
    """The bids of a request."""

    bids: tuple[Bid, ...]
    bidders: tuple[str, ...] | None = None
    """The bidders by name, parallel to the bids, if their order is not known; then the bids are in the order of the
    table. None for bids in order."""
    recorded: bool = True
    """Whether there are any."""


_read = ReadBids._make


def read_bids(reader: Reader, request: Mapping[str, Any], *, required: bool = False) -> ReadBids:
    """Return the bids of a request, and note what is wrong with their form."""
    blind = request.get("blind_bidders", ())
    in_order, by_player = request.get("bids"), request.get("bids_by_player")
    if in_order is not None and by_player is not None:
        detail = "Give either `bids`, in the order in which they were made, or `bids_by_player`, not both."
        reader.fault("bids_or_bids_by_player", detail, "bids_by_player")
    elif in_order is None and by_player is None and required:
        detail = "Give the bids: `bids`, in the order in which they were made, or `bids_by_player`."
        reader.fault("required", detail, "bids")
    if blind and by_player is None:
        detail = "Only `bids_by_player` has `blind_bidders`; in `bids` each bid says itself whether it is `blind`."
        reader.fault("needs_bids_by_player", detail, "blind_bidders")
    if in_order is not None:
        return _read((reader.bids(in_order), None, True))
    return ReadBids((), recorded=False) if by_player is None else _by_player(reader, by_player, blind)


def _by_player(reader: Reader, bids: Mapping[str, int], blind: Sequence[str]) -> ReadBids:
    """Return bids by bidder; of a side there may be only one bid, or one of each player."""
    for index, name in enumerate(blind):
        if name not in bids:
            detail = f"`bids_by_player` has no bid by {quoted(name)}."
            reader.fault("blind_without_bid", detail, "blind_bidders", index)
    made: list[tuple[int, int | None, str]] = []
    for name, tricks in bids.items():
        bidder = _bidder(reader, name, tricks, blind=name in blind)
        if bidder is not None:
            made.append((*bidder, name))
    _check_one_bid_each(reader, made)
    made.sort(key=lambda each: reader.table.sides[each[0]].seats[0] if each[1] is None else each[1])
    read = tuple(
        Bid(position, seat, side, bids[name], name in blind) for position, (side, seat, name) in enumerate(made)
    )
    return ReadBids(read, tuple(name for _, _, name in made))


def _bidder(reader: Reader, name: str, tricks: int, *, blind: bool) -> tuple[int, int | None] | None:
    """Return the side and the seat (None for a side as a whole) that bid, None for an unknown name."""
    table, parameters = reader.table, reader.ruleset.parameters
    if name in table.seat:
        seat = table.seat[name]
        return table.side_of[seat], seat
    if name not in table.side:
        reader.player_or_team(name, "bids_by_player", name)
        return None
    side = table.side[name]
    seats = table.sides[side].seats
    nil = kind_of(parameters, tricks, blind=blind) in NILS
    if nil and len(seats) > 1 and parameters.bidding.by == "player":
        detail = "A nil is bid by a player, not by a team: say what each partner bid."
        reader.fault("nil_needs_player", detail, "bids_by_player", name)
    return side, seats[0] if len(seats) == 1 else None


def _check_one_bid_each(reader: Reader, made: Sequence[tuple[int, int | None, str]]) -> None:
    """Note a second bid by one bidder: without an order, nobody could say which of the two counts."""
    by_team = reader.ruleset.parameters.bidding.by == "team"
    for index, side in enumerate(reader.table.sides):
        own = [(seat, name) for made_by, seat, name in made if made_by == index]
        names = [name for _, name in own]
        as_one = by_team or None in {seat for seat, _ in own}
        if len(own) > 1 and (as_one or len({seat for seat, _ in own}) < len(own)):
            detail = f"{' and '.join(names)} are bids of one side, {side.name}, which here has only one: give one."
            reader.fault("doubled_bid", detail, "bids_by_player", names[-1])
