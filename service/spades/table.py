"""Players, seats and sides: names outside the core, numbers inside.

A seat is a player's index in ``players``, which lists them clockwise; a side is an index in ``Table.sides``. Partners
sit opposite each other: four players make two pairs, six make three (docs/reference/rules.md, A2). `sit_down` makes a
table from the players and teams of a request, or gives every reason why they can't sit down.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.cards import RANKS, SUITS
from service.spades.english import ALIKE, instead_of, listed, names_advice, plain_form, quoted
from service.spades.errors import Fault, UnreadableRecord, pointer_to


@dataclass(frozen=True, slots=True)
class Side:
    """A partnership, or a player alone."""

    name: str
    seats: tuple[int, ...]
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Who sits where and who plays with whom."""

    players: tuple[str, ...]
    seat: dict[str, int]
    """The seat of each player, by name."""
    sides: tuple[Side, ...]
    side: Mapping[str, int]
    """The index of each side, by name."""
    side_of: tuple[int, ...]
    """For each seat the index of its side."""
    order: tuple[tuple[int, ...], ...]
    """``order[first]``: all seats clockwise from this one."""

    def partners(self, seat: int) -> tuple[int, ...]:
        """Return the other seats of this player's side."""
        return tuple(partner for partner in self.sides[self.side_of[seat]].seats if partner != seat)

    def by_side(self, counts: tuple[int, ...]) -> tuple[int, ...]:
        """Return for each side the sum of what these counts have for its seats."""
        sums = [0] * len(self.sides)
        for side, count in zip(self.side_of, counts):  # noqa: B905 - a count for each seat
            sums[side] = sums[side] + count
        return tuple(sums)

    def team_of(self, seat: int) -> str:
        """Return the name of this player's side."""
        return self.sides[self.side_of[seat]].name


def in_turn(order: tuple[int, ...], acted: Container[int], seat: int) -> bool:
    """Return whether this seat acts in turn, given the order of seats and those that have acted.

    The first seat is in turn, and so is any seat whose predecessor has acted: the player after somebody who jumped
    the queue has not jumped it (Laws of Whist, law 67).
    """
    index = order.index(seat)
    return index == 0 or order[index - 1] in acted


_PARTNERS: Final = 2
_CARDS: Final = len(SUITS) * len(RANKS)
COUNTS_FOR_PARTNERS: Final = (4, 6)
"""The numbers of players who can form partnerships."""

_Sides: TypeAlias = Literal["partnership", "individual"]
_Teams: TypeAlias = Sequence[Mapping[str, object]]


class _Layout(NamedTuple):
    """The seats of each side, the side of each seat, and the seats clockwise from each one."""

    groups: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    order: tuple[tuple[int, ...], ...]


def sit_down(players: Sequence[str], teams: _Teams | None, sides: _Sides, allowed: Sequence[int]) -> Table:
    """Seat the players and form the sides that the ruleset makes.

    ``teams`` (each with ``name`` and ``players``) only renames those sides; ``allowed`` holds the ruleset's numbers of
    players. Raises `UnreadableRecord` for a player listed twice, a number of players that the ruleset does not allow,
    teams that are not its sides, names that could mean two sides, and names that differ only in case, spaces or Unicode
    form: read aloud, they are one name.
    """
    if teams is None:
        return _table_without_teams(tuple(players), sides, tuple(allowed))
    return _table(players, teams, sides, allowed)


@lru_cache(maxsize=1024)
def _table_without_teams(players: tuple[str, ...], sides: _Sides, allowed: tuple[int, ...]) -> Table:
    """Cache the tables of players who sit down together again and again."""
    return _table(players, None, sides, allowed)


def _table(players: Sequence[str], teams: _Teams | None, sides: _Sides, allowed: Sequence[int]) -> Table:
    _refuse([*_repeated_players(players), *_similar_players(players), *_wrong_count(len(players), allowed)])
    groups, side_of, order = _layout(len(players), sides)
    names = ["+".join(players[seat] for seat in group) for group in groups]
    if teams is not None:
        names = _renamed(players, groups, names, teams)
    _refuse(_ambiguous_names(players, groups, names, "#/players" if teams is None else "#/teams"))
    formed = tuple(
        Side(name, group, tuple(players[seat] for seat in group)) for name, group in zip(names, groups, strict=True)
    )
    return Table(
        players=tuple(players),
        seat={player: seat for seat, player in enumerate(players)},
        sides=formed,
        side={side.name: index for index, side in enumerate(formed)},
        side_of=side_of,
        order=order,
    )


@cache
def _layout(count: int, sides: _Sides) -> _Layout:
    """Return how this many players form sides."""
    half = count // 2
    pairs = tuple((seat, seat + half) for seat in range(half))
    groups = pairs if sides == "partnership" else tuple((seat,) for seat in range(count))
    side_of = tuple(next(index for index, group in enumerate(groups) if seat in group) for seat in range(count))
    order = tuple(tuple((first + step) % count for step in range(count)) for first in range(count))
    return _Layout(groups, side_of, order)


def _refuse(faults: Sequence[Fault]) -> None:
    if faults:
        raise UnreadableRecord(faults)


def _repeated_players(players: Sequence[str]) -> Iterator[Fault]:
    for index, player in enumerate(players):
        if player in players[:index]:
            yield Fault(pointer_to("players", index), "duplicate_player", f"{quoted(player)} sits at the table twice.")


def _similar_players(players: Sequence[str]) -> Iterator[Fault]:
    forms = [plain_form(player) for player in players]
    if len(set(forms)) == len(forms):
        return
    for index, player in enumerate(players):
        other = players[forms.index(forms[index])]
        if other != player:
            detail = f"{quoted(player)} and {quoted(other)} {ALIKE}: give the two different names."
            yield Fault(pointer_to("players", index), "similar_players", detail)


def _wrong_count(count: int, allowed: Sequence[int]) -> Iterator[Fault]:
    if count not in allowed:
        counts = " or ".join(str(number) for number in sorted(allowed))
        detail = f"This ruleset is for {counts} players, not {count}."
        alone = "" if count in COUNTS_FOR_PARTNERS else ', "sides": "individual"'
        advice = f'With other numbers of players, override "table": {{"players": [{count}]{alone}}}.'
        if _CARDS % count:
            advice += f' If the cards can\'t be dealt equally to {count}, also "deck": {{"leftover": "set_aside"}}.'
        yield Fault("#/players", "player_count", detail, advice)


def _renamed(
    players: Sequence[str], groups: Sequence[tuple[int, ...]], names: Sequence[str], teams: _Teams
) -> list[str]:
    """Return the names of the sides after the teams have renamed some of them."""
    faults: list[Fault] = []
    renamed = list(names)
    already_named: set[int] = set()
    for index, team in enumerate(teams):
        members = team["players"]
        named = list(members) if isinstance(members, list) else []
        for position, member in enumerate(named):
            if member not in players:
                pointer = pointer_to("teams", index, "players", position)
                detail = f"{quoted(str(member))} does not sit at this table{instead_of(str(member), players)}."
                faults.append(Fault(pointer, "unknown_player", detail, names_advice("players", players)))
        side = _side_with(players, groups, named)
        if side is None:
            if all(member in players for member in named):
                detail = f"The sides of this ruleset are {listed(names)}; these players are none of them."
                detail += _how_to_form(len(groups[0]), len(named), len(players))
                faults.append(Fault(pointer_to("teams", index, "players"), "not_a_side", detail))
        elif side in already_named:
            faults.append(Fault(pointer_to("teams", index), "duplicate_team", "This side has been named already."))
        else:
            already_named.add(side)
            renamed[side] = str(team["name"])
    _refuse(faults)
    return renamed


def _how_to_form(formed: int, wanted: int, count: int) -> str:
    """Return how ``count`` players can form sides of ``wanted`` players, where the ruleset's have ``formed``."""
    if wanted == formed:
        return " Partners sit opposite each other: write the players in the order in which they sit." * (formed > 1)
    if wanted == 1:
        return ' For each player alone, override "table": {"sides": "individual"}.'
    if wanted == _PARTNERS and count in COUNTS_FOR_PARTNERS:
        return ' For partners, override "table": {"sides": "partnership"}.'
    return f" A side is one player, or two partners; it can't be {wanted}."


def _side_with(players: Sequence[str], groups: Sequence[tuple[int, ...]], members: Sequence[object]) -> int | None:
    """Return the index of the side with exactly these members, None if there is no such side."""
    for side, group in enumerate(groups):
        if len(members) == len(group) and {players[seat] for seat in group} == set(members):
            return side
    return None


def _ambiguous_names(
    players: Sequence[str], groups: Sequence[tuple[int, ...]], names: Sequence[str], pointer: str
) -> list[Fault]:
    faults: list[Fault] = []
    of_sides, of_players = [plain_form(name) for name in names], [plain_form(player) for player in players]
    for index, name in enumerate(names):
        other = names[of_sides.index(of_sides[index])]
        if name in names[:index]:
            faults.append(
                Fault(pointer, "duplicate_team", f"Two sides are named {quoted(name)}. Give each a name of its own.")
            )
        elif other != name:
            detail = f"The names of two sides, {quoted(name)} and {quoted(other)}, {ALIKE}."
            faults.append(Fault(pointer, "similar_teams", detail))
    for group, name, form in zip(groups, names, of_sides, strict=True):
        if form in of_players and [of_players[seat] for seat in group] != [form]:
            player = players[of_players.index(form)]
            alike = "" if player == name else f" but for case, spaces or Unicode form ({quoted(player)})"
            detail = f"A side is named {quoted(name)}, which is also the name of a player who is not that side{alike}."
            faults.append(Fault(pointer, "ambiguous_team", detail))
    return faults


def why_not_seated(table: Table, seat: int, newcomer: str) -> tuple[str, str] | None:
    """Return the code and the detail of what keeps somebody from taking a seat; None if he may take it."""
    form = plain_form(newcomer)
    for player in table.players:
        if player == newcomer:
            return "duplicate_player", f"{quoted(newcomer)} sits at this table already."
        if plain_form(player) == form:
            return "similar_players", f"{quoted(newcomer)} and {quoted(player)} {ALIKE}: give the two different names."
    for side in table.sides:
        if plain_form(side.name) == form and side.seats != (seat,):
            detail = f"A side is named {quoted(side.name)}: nobody else at this table may have that name."
            return "ambiguous_team", detail
    return None


def with_substitute(table: Table, seat: int, newcomer: str) -> Table:
    """Return the table with another player on this seat; the sides keep their names."""
    players = tuple(newcomer if index == seat else player for index, player in enumerate(table.players))
    sides = tuple(Side(side.name, side.seats, tuple(players[member] for member in side.seats)) for side in table.sides)
    by_name = {player: index for index, player in enumerate(players)}
    return Table(players, by_name, sides, table.side, table.side_of, table.order)


def team_key(name: str) -> str:
    """Return what the names of one team have in common: their plain form, with the players of a side in one order."""
    return "+".join(sorted(map(plain_form, name.split("+"))))
