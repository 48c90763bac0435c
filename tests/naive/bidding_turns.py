"""Who bids first, and whose turn it is to bid."""

from __future__ import annotations

from typing import Any

from tests.naive.table import Table, in_turn

Json = dict[str, Any]


def bidder(bid: Json, table: Table) -> str | None:
    """Return the player who made a bid; None for a side of several that bid as one."""
    if "player" in bid:
        return str(bid["player"])
    members = table.sides[bid["team"]]
    return members[0] if len(members) == 1 else None


def dealer_of(record: Json, rules: Json, table: Table) -> str | None:
    """Return the dealer: the one recorded, else the one from whom the first bid recorded is in turn."""
    how = rules["first_bidder"]
    if how == "drawn_then_rotates":
        return None
    if "dealer" in record:
        return str(record["dealer"])
    first = bidder(record["bids"][0], table) if record["bids"] else None
    if first is None or how == "dealer":
        return first
    return table.players[table.players.index(first) - 1]


def is_first_told(record: Json, rules: Json) -> bool:
    """Tell whether the record says who was to bid first, and does not only show who did."""
    return "opener" in record or ("dealer" in record and rules["first_bidder"] != "drawn_then_rotates")


def first_bidders(record: Json, rules: Json, table: Table) -> list[str]:
    """Return the player whose turn it was to bid first; several where the record does not tell.

    ``opener`` tells it in a round of a game without dealers, where the rounds before do.
    """
    if "opener" in record:
        return [record["opener"]]
    if not is_first_told(record, rules):
        return list(table.players)  # what was not written down is unknown: anybody may have dealt
    return [record["dealer"] if rules["first_bidder"] == "dealer" else table.after(record["dealer"])]


def out_of_turn(record: Json, rules: Json, table: Table, start: str, silent: set[str]) -> list[int]:
    """Return the places of the bids that were out of turn if this player was to bid first."""
    done: set[str] = set()
    found: list[int] = []
    for place, raw in enumerate(record["bids"]):
        player = bidder(raw, table)
        side: str = raw["team"] if player is None else table.side_of[player]
        seats = {player} if player is not None and rules["by"] != "team" else set(table.sides[side])
        if not done & seats and not bid_in_turn(table, rules, start, silent, done, seats):
            found.append(place)
        done |= seats
    return found


def bidders(record: Json, table: Table) -> set[str]:
    """Return the players for whom there is a bid, their own or their side's."""
    return {
        player
        for bid in record["bids"]
        for player in ([bid["player"]] if "player" in bid else table.sides[bid["team"]])
    }


def bid_in_turn(table: Table, rules: Json, start: str, silent: set[str], done: set[str], seats: set[str]) -> bool:
    """Tell whether a bid of these seats is in turn where this player starts, after those of others."""
    rotation = table.rotation(start)
    if rules["by"] != "team":
        if len(seats) > 1:
            return True  # a side's bid in a bidding by players has no turn of its own
        rotation = [player for player in rotation if player not in silent]
        return in_turn(rotation, done, next(iter(seats)))
    sides = list(dict.fromkeys(table.side_of[player] for player in rotation))
    present = [side for side in sides if not silent.issuperset(table.sides[side])]
    return in_turn(present, {table.side_of[player] for player in done}, table.side_of[next(iter(seats))])
