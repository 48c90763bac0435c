"""Bids as the notations of other programs have them: made by players, in the order of bidding or in no known order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from service.notations.losses import Losses


class Bid(NamedTuple):
    """What one player bid; ``tricks`` is 0 for nil."""

    player: str
    tricks: int
    blind: bool

    @property
    def member(self) -> dict[str, Any]:
        """The bid as a member of the ``bids`` of a record."""
        bid: dict[str, Any] = {"player": self.player, "tricks": self.tricks}
        return {**bid, "blind": True} if self.blind else bid


def members_by_player(bids: Iterable[Bid], players: Sequence[str]) -> dict[str, Any]:
    """Return the bids of different players as ``bids_by_player``, and ``blind_bidders`` in order of their seats."""
    made = list(bids)
    blind = sorted({bid.player for bid in made if bid.blind}, key=players.index)
    by_player: dict[str, Any] = {"bids_by_player": {bid.player: bid.tricks for bid in made}}
    return {**by_player, "blind_bidders": blind} if blind else by_player


def bids_in_order(record: Mapping[str, Any], losses: Losses) -> list[Bid]:
    """Return the ``bids`` of a record that players made."""
    bids = []
    for index, bid in enumerate(record["bids"]):
        if "player" in bid:
            bids.append(Bid(bid["player"], bid["tricks"], bid.get("blind", False)))
        else:
            _lose_bid_of_team(losses, "bids", index)
    if not record["bids"]:
        _lose_empty_list(losses, "bids")
    if "blind_bidders" in record:
        losses.lose("unmapped", "Each bid says whether it is blind.", "blind_bidders")
    return bids


def bids_by_player(record: Mapping[str, Any], losses: Losses) -> dict[str, Bid]:
    """Return the ``bids_by_player`` of a record that players made, by player; none if the record has no bids."""
    players: Sequence[str] = record["players"]
    tricks, blind = record.get("bids_by_player", {}), record.get("blind_bidders", ())
    for name in tricks:
        if name not in players:
            _lose_bid_of_team(losses, "bids_by_player", name)
    for index, name in enumerate(blind):
        if name not in tricks or name not in players:
            losses.lose("unmapped", "This is not a player with a bid.", "blind_bidders", index)
    if "bids_by_player" in record and not tricks:
        _lose_empty_list(losses, "bids_by_player")
    return {name: Bid(name, tricks[name], name in blind) for name in tricks if name in players}


def _lose_bid_of_team(losses: Losses, *path: str | int) -> None:
    losses.lose("unmapped", "A bid is made by a player, not by a team.", *path)


def _lose_empty_list(losses: Losses, *path: str | int) -> None:
    losses.lose("unmapped", "An empty list of bids looks the same as no list.", *path)
