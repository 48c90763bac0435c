"""Who the names of a sheet are: players and where they sit, sides with their players, and who came in for whom."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import NamedTuple

from service.notations.csv_sheet.headers import KINDS_OF_BID, REPORTED, Cell, Heads, Kind
from service.notations.csv_sheet.layout import NO, Round, Sheet
from service.notations.model import (
    FEWEST_PLAYERS,
    LONGEST_NAME,
    LONGEST_SIDE,
    MOST_PLAYERS,
    MOST_SUBSTITUTIONS,
    Place,
    Record,
    Remarks,
)
from service.spades.english import listed, name_meant, plain_form, quoted

_COMPASS = {"n": 0, "north": 0, "e": 1, "east": 1, "s": 2, "south": 2, "w": 3, "west": 3}
_COMPASS_SIDES = {"ns": ("N", "S"), "ew": ("E", "W")}
_SIDE_WORDS = {"us", "them", *_COMPASS_SIDES}
_MOST_NAMES = 2 * MOST_PLAYERS
_FOUR = 4
_OF_PLAY: frozenset[Kind] = frozenset({"bid", "tricks"})


class People(NamedTuple):
    """The players clockwise, and the sides: those that the heads name, and then the others by their first players."""

    players: tuple[str, ...]
    sides: dict[str, tuple[str, ...]]
    named: tuple[str, ...]
    """The sides whose name a record has to state."""
    sides_kept: Mapping[str, str] = MappingProxyType({})
    """The sides of all who have sat at the table, once somebody has been replaced."""

    def side_of(self, name: str) -> str:
        """Return the side that a player's figures belong to: the player, if the sheet knows no partner."""
        kept = self.sides_kept.get(name)
        return kept or next((side for side, members in self.sides.items() if name in members), name)

    def has_figures(self, name: str) -> bool:
        """Return whether a side of the game has this name, also one of a single player."""
        return name in self.sides or (name in self.players and self.side_of(name) == name)

    def replaced(self, out: str, coming: str, first: People) -> People:
        """Return the people after somebody has taken a player's seat; ``first`` are those of the first round."""
        players = tuple(coming if name == out else name for name in self.players)
        now = dict(zip(first.players, players, strict=True))
        sides = {side: tuple(now[name] for name in members) for side, members in first.sides.items()}
        # Whoever comes in plays for the side of the seat, and a name that was there at first is that of its side.
        kept = {**self.sides_kept, coming: first.side_of(first.players[players.index(coming)])}
        kept |= {name: first.side_of(name) for name in first.players}
        return People(players, sides, first.named, kept)

    def side_meant(self, cell: Cell, remarks: Remarks) -> str | None:
        """Return the side that a cell names itself, by its players (``cy+ana``) or by one of them; None for a fault.

        Players joined by plus signs are a side of the sheet, or one of which it says no more than this.
        """
        text = cell.text[:LONGEST_SIDE]
        forms = {plain_form(part) for part in text.split("+")}
        joined = tuple(name for name in self.players if plain_form(name) in forms)
        if len(forms) == len(joined) > 1:
            for side, members in self.sides.items():
                if set(members) == set(joined):
                    return side
            if not any(set(members) & set(joined) for members in self.sides.values()):
                return "+".join(joined)
        name = self.named_in(cell, (*self.sides, *self.players, *self.sides_kept), remarks)
        if name is None or name in self.sides or self.side_of(name) == name:
            return name
        side = self.side_of(name)
        detail = f"What is written for {quoted(name)} here is read as that of the side, {quoted(side)}."
        remarks.note(cell.place, "side_of_a_player", detail)
        return side

    def named_in(self, cell: Cell, known: Iterable[str], remarks: Remarks) -> str | None:
        """Return whoever a cell names, of these; None for a fault."""
        forms = {plain_form(name): name for name in known}
        form = plain_form(cell.text[:LONGEST_SIDE])
        if form not in forms:
            near = name_meant(cell.text[:LONGEST_NAME], forms.values())
            sides = f", the sides {listed(self.sides)}" if self.sides else ""
            fix = f"is {quoted(near)} meant?" if near else f"the players are {listed(self.players)}{sides}."
            remarks.fault(cell.place, "unknown_name", f"{quoted(cell.text)} is not at the table: {fix}")
        return forms.get(form)


class PeopleReader:
    """Finds out who the names of one sheet are."""

    def __init__(self, sheet: Sheet, heads: Heads, remarks: Remarks) -> None:
        self._sheet = sheet
        self._heads = heads
        self._fault, self._note = remarks.fault, remarks.note
        self._sides: dict[str, tuple[str, ...]] = {team.name: team.players for team in heads.teams}
        self._bare: list[str] = []
        """Names of which only the sheet as a whole can tell whether they are players or sides."""
        self._place = next((cell.place for cell in sheet.subjects.values()), Place(1, 1))

    def read(self) -> People | None:
        """Return the people, or None for a fault."""
        if len(self._sheet.subjects) > _MOST_NAMES or len(self._heads.teams) > MOST_PLAYERS:
            detail = f"A game has at most {MOST_PLAYERS} players, and as many sides; the sheet names more."
            self._fault(self._place, "players", detail)
            return None
        if not (self._sheet.subjects or self._heads.players or self._heads.teams):
            self._fault(self._place, "nobody_named", "The sheet names no players: write a line for each, or columns.")
            return None
        self._sort_out()
        self._sides_of_column()
        players = list(self._heads.players) or self._named_players()
        if players and not self._are_regular(players):
            return None
        ordered = self._seated(players) if players else []
        if not ordered or not self._are_known(ordered):
            return None
        has_figures = any(round_.has(*REPORTED) for round_ in self._sheet.rounds)
        if has_figures and len(ordered) >= _FOUR and not (self._sides or self._heads.alone):
            self._fault(self._place, "sides_unknown", self._who_are_partners())
            return None
        written = [team.name for team in self._heads.teams]
        others = sorted(self._sides.keys() - {*written}, key=lambda side: min(map(ordered.index, self._sides[side])))
        sides = {name: tuple(sorted(self._sides[name], key=ordered.index)) for name in [*written, *others]}
        named = {*written, *(name for name, members in sides.items() if name != "+".join(members))}
        return People(tuple(ordered), sides, tuple(name for name in sides if name in named))

    def _who_are_partners(self) -> str:
        """Return what to write on a sheet that does not say who are partners: the lines themselves, as far as it can.

        Names that never bid and take no tricks, beside twice as many that do, are those of sides.
        """
        in_play = {
            name for round_ in self._sheet.rounds for name, cells in round_.of.items() if not _OF_PLAY.isdisjoint(cells)
        }
        sides = [name for name in self._sheet.subjects if name not in in_play]
        players = [name for name in self._sheet.subjects if name in in_play]
        if not sides or len(players) != 2 * len(sides):
            return (
                "The sheet has figures of single players, and does not say who are partners: add a column 'team', or a"
                " line '# team: Us, ana, cy' for each side, or '# sides: each alone' if there are none."
            )
        pairs = zip(sides, players, players[len(sides) :], strict=False)
        lines = listed(f"'# team: {side}, {first}, {second}'" for side, first, second in pairs)
        return (
            f"The sheet does not say who plays for {listed(map(quoted, sides))}: write the lines {lines} above the"
            " headers, if these are the partners."
        )

    def _sort_out(self) -> None:
        """Separate the names of sides that list their players, such as ana+cy, from all other names."""
        names = {*self._sheet.subjects, *self._heads.players}
        # A name within that of a side counts as it is written elsewhere in the sheet.
        forms = {plain_form(name[:LONGEST_NAME]): name for name in [*self._sheet.subjects, *self._heads.players]}
        for name in self._sheet.subjects:
            parts = [part.strip() for part in name.split("+", MOST_PLAYERS)]
            members = [forms.get(plain_form(part[:LONGEST_NAME]), part) for part in parts]
            in_column = name in self._sheet.players
            is_side = len(members) > 1 and all(members) and (not in_column or names.issuperset(members))
            if name in self._heads.players:
                continue
            if is_side and not self._sheet.newcomers.isdisjoint(members):
                detail = f"{quoted(name)} is no side: a side keeps the name that it had before a player came in."
                self._fault(self._sheet.subjects[name].place, "side_unknown", detail)
                continue
            if name in self._sides or is_side:
                self._sides.setdefault(name, tuple(members))
                self._sheet.players.discard(name)
            elif not in_column:
                self._bare.append(name)
        self._sides_of_other_figures(forms)

    def _sides_of_other_figures(self, players: Mapping[str, str]) -> None:
        """Add the sides that only adjustments and standings name, before one of their players is replaced.

        Nothing else puts these players on a side.
        """
        if not self._sheet.newcomers:
            return
        order = [*self._heads.players, *players.values()]
        on_a_side = {member for members in self._sides.values() for member in members}
        for name in [*self._sheet.adjusted, *(standing.side.text for standing in self._heads.before)]:
            members = tuple(players.get(plain_form(part[:LONGEST_NAME]), "") for part in name.split("+", MOST_PLAYERS))
            if len(members) > 1 and all(members) and name not in order and on_a_side.isdisjoint(members):
                members = tuple(sorted(members, key=order.index))
                self._sides["+".join(members)] = members
                on_a_side.update(members)

    def _sides_of_column(self) -> None:
        """Add the players of each side by the column of teams."""
        members: dict[str, list[str]] = {}
        names = {plain_form(name): name for name in self._sides}
        for player, cell in self._sheet.team_of.items():
            name = names.setdefault(plain_form(cell.text[:LONGEST_NAME]), cell.text)
            members.setdefault(name, []).append(player)
        for name, players in members.items():
            known = self._sides.get(name)
            if known is not None and not set(players) <= set(known):
                place = self._sheet.team_of[players[0]].place
                detail = (
                    f"{listed(map(quoted, players))} do not all belong to {quoted(name)}, which has {listed(known)}."
                )
                self._fault(place, "team_disagrees", detail)
            elif known is None:
                self._sides[name] = tuple(players)
        # A line about a side has its name among the subjects; the names left over are no sides of that column.
        self._bare = [name for name in self._bare if name not in self._sides]

    def _named_players(self) -> list[str]:
        """Return the players in the order of first appearance, without a head that lists them."""
        of_sides = [member for members in self._sides.values() for member in members]
        players = [name for name in self._sheet.subjects if name in self._sheet.players or name in of_sides]
        players += [name for name in dict.fromkeys(of_sides) if name not in players]
        strangers = [name for name in self._bare if name not in players]
        if self._sheet.is_long or (len(strangers) == len(self._bare) == FEWEST_PLAYERS and not players):
            return players + self._of_bare_sides(strangers, known=players)
        if strangers and players:
            cell = self._sheet.subjects[strangers[0]]
            fix = f"write '# team: {strangers[0]}, ...' with its players, or '# players: ...' with all of them"
            self._fault(cell.place, "side_unknown", f"Is {quoted(strangers[0])} a player or a side? Please {fix}.")
            return []
        return players + strangers

    def _of_bare_sides(self, names: Sequence[str], known: Sequence[str]) -> list[str]:
        """Return players for sides of which the sheet names none; two names may also be two players."""
        if not names:
            return []
        cell = self._sheet.subjects[names[0]]
        if known:
            fix = f"write '# team: {names[0]}, ...' with its players"
            self._fault(cell.place, "side_unknown", f"Who plays for {quoted(names[0])}? Please {fix}.")
            return []
        forms = [plain_form(name[:LONGEST_NAME]) for name in names]
        are_sides = _SIDE_WORDS.issuperset(forms)
        if not self._sheet.is_long and not are_sides:
            first, second = map(quoted, names)
            detail = (
                f"{first} and {second} are either two players or two sides of two: write '# players: ' and both "
                "names, or a line '# team: ' with the players of each."
            )
            self._fault(cell.place, "two_readings", detail)
            return []
        for name, form in zip(names, forms, strict=True):
            self._sides[name] = _COMPASS_SIDES.get(form, (f"{name} 1", f"{name} 2"))
        players = [member for name in names for member in self._sides[name]]
        detail = f"The sheet does not name the players of {listed(names)}; they are called {listed(players)} here."
        self._note(cell.place, "players_assumed", detail)
        return players

    def _are_regular(self, players: Sequence[str]) -> bool:
        """Tell whether the contract takes these players; say what is wrong with them."""
        place = self._heads.players_place if self._heads.players else self._place
        faults = []
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            faults.append(f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players; here are {len(players)}.")
        forms = [plain_form(name[:LONGEST_NAME]) for name in players[: MOST_PLAYERS + 1]]
        faults += [
            f"{quoted(name)} is no name: write 1 to {LONGEST_NAME} characters."
            for name in [*players[: MOST_PLAYERS + 1], *self._sides]
            if not name or (len(name) > LONGEST_NAME and name != "+".join(self._sides.get(name, ())))
        ]
        members = [member for side in self._sides.values() for member in side]
        if len(set(forms)) < len(forms) or len(set(members)) < len(members):
            faults.append("Two players have the same name, or one is on two sides: each name is one player.")
        for fault in faults:
            self._fault(place, "players", fault)
        return not faults

    def _are_known(self, players: Sequence[str]) -> bool:
        """Tell whether all names of the sheet are these players, or sides of them."""
        strangers = [
            (name, self._sheet.subjects[name].place) for name in self._bare if name not in {*players, *self._sides}
        ]
        places = {team.name: team.place for team in self._heads.teams}
        for name, members in self._sides.items():
            subject = self._sheet.subjects.get(name)
            place = places.get(name) or (subject.place if subject else self._place)
            strangers += [(member, place) for member in members if member not in players]
        strangers += [(name, self._sheet.subjects[name].place) for name in self._sheet.players if name not in players]
        for name, place in strangers[:MOST_PLAYERS]:
            near = name_meant(name[:LONGEST_NAME], players)
            fix = f"is {quoted(near)} meant?" if near else f"the players are {listed(players)}."
            self._fault(place, "unknown_name", f"{quoted(name)} is not at the table: {fix}")
        return not strangers

    def _seated(self, players: list[str]) -> list[str]:
        """Return the players clockwise: as a head or a column of seats says, or so that partners sit opposite."""
        if self._heads.players:
            return players
        if self._sheet.seat_of:
            return self._by_seat(players)
        sizes = {len(members) for members in self._sides.values()}
        together = [member for members in self._sides.values() for member in members]
        if len(sizes) == 1 and set(together) == set(players):
            # The first of each side, then the second of each: so partners sit opposite each other.
            ordered = [member for turn in zip(*self._sides.values(), strict=True) for member in turn]
            reason = ", since partners sit opposite"
        else:
            ordered, reason = players, ", in the order of the sheet"
        if len(ordered) > FEWEST_PLAYERS:
            detail = f"The sheet does not say who sits where: {listed(ordered)} are taken to sit clockwise{reason}."
            self._note(self._place, "seats_assumed", detail)
        return ordered

    def _by_seat(self, players: list[str]) -> list[str]:
        seats: dict[int, str] = {}
        for player in players:
            cell = self._sheet.seat_of.get(player)
            text = plain_form(cell.text[:LONGEST_NAME]) if cell else ""
            number = _COMPASS.get(text, int(text) - 1 if text.isdecimal() and len(text) == 1 else -1)
            if number < 0 or number in seats:
                detail = f"{quoted(player)} has no seat of its own: write N, E, S and W, or numbers clockwise from 1."
                self._fault(cell.place if cell else self._place, "not_a_seat", detail)
                return []
            seats[number] = player
        return [seats[number] for number in sorted(seats)]


_LONGEST = 2000
"""More than six substitutions of the longest names need, in quotes."""
_NAME = r'(?:"((?:[^"]|"")*)"|([^">;,\n→][^>;,\n→]*?))'
_CHANGE = re.compile(rf"\s*{_NAME}\s*(?:->|>|→)\s*{_NAME}\s*(?:[;,\n]|\Z)")
_FOR = re.compile(r"\s*([^;,\n]*?\S)\s+for\s+(\S[^;,\n]*?)\s*(?:[;,\n]|\Z)", re.IGNORECASE)
_FORS = re.compile(r"\sfor\s", re.IGNORECASE)
_FIX = "write who left, > and who came in, 'cy > eve', and ; between several"


class Substitution(NamedTuple):
    """Who leaves and who comes in, as the sheet spells them, and where that is written."""

    out: str
    coming: str
    place: Place


def substitutions_of(sheet: Sheet, remarks: Remarks) -> Mapping[Place, Sequence[Substitution]]:
    """Return the substitutions before each round, by its place."""
    return {round_.place: _of_round(round_.once.get("substitutions", ()), sheet, remarks) for round_ in sheet.rounds}


def set_newcomers_aside(changes: Mapping[Place, Sequence[Substitution]], heads: Heads, sheet: Sheet) -> None:
    """Take those who came in later out of the players whom a sheet names, who sat at the table at first."""
    seen = {plain_form(name[:LONGEST_NAME]) for name in heads.players}
    for change in chain.from_iterable(changes.values()):
        seen.add(plain_form(change.out))
        if plain_form(name := change.coming) in seen:
            continue
        seen.add(plain_form(name))
        sheet.newcomers.add(name)
        sheet.subjects.pop(name, None)
        sheet.players.discard(name)
        sheet.team_of.pop(name, None)
        sheet.seat_of.pop(name, None)


def _of_round(cells: Sequence[Cell], sheet: Sheet, remarks: Remarks) -> list[Substitution]:
    """Return the substitutions of a round; lines of it that say the same say it once."""
    found: list[Substitution] = []
    texts = {cell.text: cell for cell in cells}
    for cell in texts.values():
        if plain_form(cell.text[:_LONGEST]) in NO:
            continue
        pairs = _pairs_in(cell.text)
        if pairs is None:
            remarks.fault(cell.place, "not_a_substitution", f"{quoted(cell.text)} is no substitution: {_FIX}.")
            continue
        for out, coming in pairs:
            if len(coming) > LONGEST_NAME or "+" in coming:
                detail = f"{quoted(coming)} is no name: write 1 to {LONGEST_NAME} characters, and no plus sign."
                remarks.fault(cell.place, "players", detail)
            names = [sheet.spelled(name, cell.place, remarks) for name in (out, coming)]
            found.append(Substitution(names[0], names[1], cell.place))
    if len(found) > MOST_SUBSTITUTIONS:
        detail = f"A round has at most {MOST_SUBSTITUTIONS} substitutions; here are {len(found)}."
        remarks.fault(found[-1].place, "too_many", detail)
    return found


def _pairs_in(text: str) -> list[tuple[str, str]] | None:
    """Return who leaves and who comes in; None if a cell says nothing of the kind.

    >>> _pairs_in('cy > eve; "a > b" -> dee'), _pairs_in("Eve for Cy"), _pairs_in("yes")
    ([('cy', 'eve'), ('a > b', 'dee')], [('Cy', 'Eve')], None)
    """
    if len(text) > _LONGEST:
        return None
    pairs, place = [], 0
    while place < len(text):
        if (change := _CHANGE.match(text, place)) is not None:
            out, coming = ((change[1], change[2]), (change[3], change[4]))
            pair = _unquoted(*out), _unquoted(*coming)
        else:
            change = _FOR.match(text, place)
            if change is None or len(_FORS.findall(change[0])) > 1 or set(change[0]) & {">", "→", '"'}:
                return None
            pair = change[2], change[1]
        if not all(pair):
            return None
        pairs.append(pair)
        place = change.end()
    return pairs


def _unquoted(quotes: str | None, plain: str) -> str:
    return plain if quotes is None else quotes.replace('""', '"')


_OF_A_PLAYER: tuple[Kind, ...] = ("bid", "tricks", *KINDS_OF_BID)


class Seating:
    """Follows the substitutions of one sheet from round to round."""

    def __init__(self, people: People, changes: Mapping[Place, Sequence[Substitution]], remarks: Remarks) -> None:
        self.people = people
        """The players of the round that was entered last, and the sides with those of them who belong to each."""
        self._first = people
        self._changes = changes
        self._fault = remarks.fault
        self.left: dict[str, tuple[int, int]] = {}
        """The seat of whoever left it, and the number of the round before which they left."""

    def enter(self, round_: Round) -> list[Record]:
        """Seat those who come in before a round, and return the substitutions as a record has them."""
        made = []
        for change in self._changes.get(round_.place, ()):
            players = self.people.players
            if change.out not in players:
                detail = f"{quoted(change.out)} does not sit at the table then: the players are {listed(players)}."
                self._fault(change.place, "unknown_name", detail)
            elif change.coming in players:
                detail = f"{quoted(change.coming)} sits at the table already, and cannot take another seat."
                self._fault(change.place, "players", detail)
            elif plain_form(change.coming) in map(plain_form, self._first.sides):
                detail = f"{quoted(change.coming)} is the name of a side: write another name for the player."
                self._fault(change.place, "players", detail)
            else:
                self.people = self.people.replaced(change.out, change.coming, self._first)
                self.left.pop(change.coming, None)
                self.left[change.out] = self.people.players.index(change.coming), round_.number
            made.append({"out": change.out, "in": change.coming})
        return made

    def refuse_absent(self, name: str, place: Place, number: int) -> None:
        """Note the fault of a cell about somebody who has left the table, or has not come in yet."""
        seat, when = self.left.get(name, (None, 0))
        if seat is None:
            fix = "empty the cell, or write the substitution in the round before which it was made"
            detail = f"{quoted(name)} does not sit at the table in round {number}: {fix}."
        else:
            sitter = quoted(self.people.players[seat])
            detail = (
                f"{quoted(name)} left the table before round {when}: write what is meant for {sitter} under that name."
            )
        self._fault(place, "not_at_the_table", detail)

    def cells(self, round_: Round) -> Round:
        """Return a round without the bids and tricks of those who do not sit at the table then, which are refused."""
        found: dict[str, dict[Kind, Cell]] = {}
        for name, cells in round_.of.items():
            found[name] = cells
            if name in self.people.sides or name in self.people.players:
                continue
            # Points are those of the side, whose name stays.
            found[name] = {kind: cell for kind, cell in cells.items() if kind not in _OF_A_PLAYER}
            own = next((cells[kind] for kind in ("bid", "tricks") if kind in cells and cells[kind].text), None)
            if own is not None:
                self.refuse_absent(name, own.place, round_.number)
        return round_._replace(of=found)
