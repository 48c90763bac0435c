"""Players, seats and sides: names outside, seat numbers inside.

A seat is the player's place in ``players``, which lists them clockwise; a side is its place in ``Table.sides``.
Partners sit opposite each other: four players make two pairs, six make three (catalogue A2).
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal, TypeAlias

from service.spades.english import quoted
from service.spades.errors import Fault, UnreadableRecord
from service.spades.pointers import pointer_to

_Layout: TypeAlias = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], tuple[tuple[int, ...], ...]]


@dataclass(frozen=True, slots=True)
class Side:
    """A partnership, or a player alone, with its name, its seats and who sits there."""

    name: str
    seats: tuple[int, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where and who plays with whom."""

    players: tuple[str, ...]
    seat: Mapping[str, int]
    sides: tuple[Side, ...]
    side: Mapping[str, int]
    side_of: tuple[int, ...]
    """For each seat the side it belongs to."""
    order: tuple[tuple[int, ...], ...]
    """``order[first]``: all seats clockwise, beginning with that one."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the seats of this player's side without the player."""
        return tuple(each for each in self.sides[self.side_of[seat]].seats if each != seat)

    def team_of(self, seat: int) -> str:
        """Return the name of the side that this seat belongs to."""
        return self.sides[self.side_of[seat]].name


def sit_down(
    players: Sequence[str],
    teams: Sequence[Mapping[str, object]] | None,
    sides: Literal["partnership", "individual"],
    allowed: Sequence[int],
) -> Table:
    """Seat the players and form the sides that the ruleset makes.

    ``teams`` (each with ``name`` and ``players``) only renames those sides. Raises `UnreadableRecord` with every
    fault: a player twice, a number of players that the ruleset has no table for, another partition, equal names.
    """
    if teams is None:
        return _usual_table(tuple(players), sides, tuple(allowed))
    return _table(players, teams, sides, allowed)


@lru_cache(maxsize=1024)
def _usual_table(
    players: tuple[str, ...], sides: Literal["partnership", "individual"], allowed: tuple[int, ...]
) -> Table:
    """Return the table of players who sit down together again and again."""
    return _table(players, None, sides, allowed)


def _table(
    players: Sequence[str],
    teams: Sequence[Mapping[str, object]] | None,
    sides: Literal["partnership", "individual"],
    allowed: Sequence[int],
) -> Table:
    faults = [
        Fault(pointer_to("players", place), "duplicate_player", f"{quoted(player)} sits at the table twice.")
        for place, player in enumerate(players)
        if player in players[:place]
    ]
    count = len(players)
    if count not in allowed:
        counts = " or ".join(str(each) for each in sorted(allowed))
        faults.append(Fault("#/players", "player_count", f"This ruleset is for {counts} players, not {count}."))
    if faults:
        raise UnreadableRecord(faults)
    groups, side_of, order = _layout(count, sides)
    names = ["+".join(players[seat] for seat in group) for group in groups]
    if teams is not None:
        names = _renamed(players, groups, names, teams)
    faults = _ambiguous(players, groups, names, teams)
    if faults:
        raise UnreadableRecord(faults)
    made = tuple(
        Side(name, group, tuple(players[seat] for seat in group)) for name, group in zip(names, groups, strict=True)
    )
    return Table(
        players=tuple(players),
        seat={player: seat for seat, player in enumerate(players)},
        sides=made,
        side={side.name: place for place, side in enumerate(made)},
        side_of=side_of,
        order=order,
    )


@cache
def _layout(count: int, sides: Literal["partnership", "individual"]) -> _Layout:
    """Return the seats of each side, the side of each seat, and the rotations of a table of so many players."""
    half = count // 2
    pairs = tuple((seat, seat + half) for seat in range(half))
    groups = pairs if sides == "partnership" else tuple((seat,) for seat in range(count))
    side_of = tuple(next(place for place, group in enumerate(groups) if seat in group) for seat in range(count))
    order = tuple(tuple((first + step) % count for step in range(count)) for first in range(count))
    return groups, side_of, order


def _renamed(
    players: Sequence[str],
    groups: Sequence[tuple[int, ...]],
    names: list[str],
    teams: Sequence[Mapping[str, object]],
) -> list[str]:
    faults: list[Fault] = []
    renamed = list(names)
    seen: set[int] = set()
    for place, team in enumerate(teams):
        members = team["players"]
        listed = list(members) if isinstance(members, list) else []
        for spot, member in enumerate(listed):
            if member not in players:
                where = pointer_to("teams", place, "players", spot)
                faults.append(Fault(where, "unknown_player", f"{quoted(member)} does not sit at this table."))
        match = [
            spot
            for spot, group in enumerate(groups)
            if len(listed) == len(group) and {players[seat] for seat in group} == set(listed)
        ]
        if match and match[0] not in seen:
            seen.add(match[0])
            renamed[match[0]] = str(team["name"])
        elif not match and all(member in players for member in listed):
            detail = f"This ruleset makes the sides {', '.join(names)}; these players are none of them."
            faults.append(Fault(pointer_to("teams", place, "players"), "not_a_side", detail))
        elif match:
            detail = "These players form a side that is named before."
            faults.append(Fault(pointer_to("teams", place), "duplicate_team", detail))
    if faults:
        raise UnreadableRecord(faults)
    return renamed


def _ambiguous(
    players: Sequence[str],
    groups: Sequence[tuple[int, ...]],
    names: Sequence[str],
    teams: Sequence[Mapping[str, object]] | None,
) -> list[Fault]:
    where = "#/players" if teams is None else "#/teams"
    faults = [
        Fault(where, "duplicate_team", f"Two sides are named {quoted(name)}.")
        for place, name in enumerate(names)
        if name in names[:place]
    ]
    for group, name in zip(groups, names, strict=True):
        if name in players and [players[seat] for seat in group] != [name]:
            detail = f"A side is named {quoted(name)}, which is the id of a player who is not that side."
            faults.append(Fault(where, "ambiguous_team", detail))
    return faults


def in_turn(order: tuple[int, ...], acted: Container[int], seat: int) -> bool:
    """Tell whether this seat acts in its turn, given the rotation and who has acted.

    The first in the rotation is in turn, and so is whoever follows a player who has acted: one who comes after a
    player that jumped ahead has not jumped himself (Laws of Whist, law 67).
    """
    place = order.index(seat)
    return place == 0 or order[place - 1] in acted
