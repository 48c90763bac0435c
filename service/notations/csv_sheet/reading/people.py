"""Who the names of a sheet are: players and where they sit, and sides with their players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from service.notations.csv_sheet.heads import Heads
from service.notations.csv_sheet.reading.adjustments import unknown_adjusted_sides
from service.notations.csv_sheet.reading.sheet import Sheet
from service.notations.limits import FEWEST_PLAYERS, LONGEST_NAME, LONGEST_SIDE, MOST_PLAYERS
from service.notations.model import Place, Remarks
from service.spades.english import listed, quoted
from service.spades.spelling import name_meant, plain_form

_COMPASS = {"n": 0, "north": 0, "e": 1, "east": 1, "s": 2, "south": 2, "w": 3, "west": 3}
_COMPASS_SIDES = {
    **dict.fromkeys(("ns", "n/s", "n-s", "north-south", "north/south"), ("N", "S")),
    **dict.fromkeys(("ew", "e/w", "e-w", "east-west", "east/west"), ("E", "W")),
}
_SIDE_WORDS = {"us", "them", "we", "they", "ours", "theirs", "home", "away", "visitors", "guests", *_COMPASS_SIDES}
_SIDE_BEGINNINGS = ("team ", "side ", "pair ")
_MOST_NAMES = 2 * MOST_PLAYERS


class Side(NamedTuple):
    """A side by its name in the record, and its players."""

    name: str
    members: tuple[str, ...]


class People(NamedTuple):
    """The players clockwise, and the sides: those that the heads name, and then the others by their first players."""

    players: tuple[str, ...]
    sides: dict[str, tuple[str, ...]]
    named: tuple[str, ...]
    """The sides whose name a record has to state."""
    sides_kept: Mapping[str, str] = MappingProxyType({})
    """The sides of all who sit at the table or have left it, once somebody has been replaced."""

    def side_of(self, name: str) -> str:
        """Return the side that a player's figures belong to: the player, if the sheet knows no partner."""
        kept = self.sides_kept.get(name)
        return kept or next((side for side, members in self.sides.items() if name in members), name)

    def side_of_players(self, text: str) -> Side | None:
        """Return the side that a text names by several players, ``cy+ana``; None if these are no side.

        They are one of the sheet, or one of which it says no more than this.
        """
        parts = [plain_form(part) for part in text[:LONGEST_SIDE].split("+")]
        members = tuple(name for name in self.players if plain_form(name) in parts)
        if not len(parts) == len(members) > 1:
            return None
        found = next((Side(name, of) for name, of in self.sides.items() if set(of) == set(members)), None)
        is_free = not any(set(of) & set(members) for of in self.sides.values())
        return found or (Side("+".join(members), members) if is_free else None)


class PeopleReader:
    """Finds out who the names of one sheet are."""

    def __init__(self, sheet: Sheet, heads: Heads, remarks: Remarks) -> None:
        self._sheet = sheet
        self._heads = heads
        self._remarks = remarks
        self._sides: dict[str, tuple[str, ...]] = {team.name: team.players for team in heads.teams}
        self._bare: list[str] = []
        """Names of which only the sheet as a whole can tell whether they are players or sides."""
        self._place = next((cell.place for cell in sheet.subjects.values()), Place(1, 1))

    def read(self, pairs: Sequence[tuple[str, ...]]) -> People | None:
        """Return the people, or None for a fault.

        ``pairs`` are the partners that the figures show, for a sheet that has no other word of sides.
        """
        if len(self._sheet.subjects) > _MOST_NAMES or len(self._heads.teams) > MOST_PLAYERS:
            detail = f"A game has at most {MOST_PLAYERS} players, and as many sides; the sheet names more."
            self._fault(self._place, "players", detail)
            return None
        if not self._sheet.subjects and not self._heads.players:
            self._fault(self._place, "nobody_named", "The sheet names no players: write a line for each, or columns.")
            return None
        unknown = [*unknown_adjusted_sides(self._sheet, self._heads)]
        for place, detail in unknown[:MOST_PLAYERS]:
            self._fault(place, "unknown_name", detail)
        if unknown:
            return None
        self._sort_out()
        self._sides_of_column()
        players = list(self._heads.players) or self._named_players()
        if not self._sides and pairs:
            self._sides = {"+".join(pair): pair for pair in pairs}
        if players and not self._are_regular(players):
            return None
        ordered = self._seated(players) if players else []
        if not ordered or not self._are_known(ordered):
            return None
        written = [team.name for team in self._heads.teams]
        others = sorted(self._sides.keys() - {*written}, key=lambda side: min(map(ordered.index, self._sides[side])))
        sides = {name: tuple(sorted(self._sides[name], key=ordered.index)) for name in [*written, *others]}
        named = {*written, *(name for name, members in sides.items() if name != "+".join(members))}
        return People(tuple(ordered), sides, tuple(name for name in sides if name in named))

    def _fault(self, place: Place, code: str, detail: str) -> None:
        self._remarks.fault(place, code, detail)

    def _sort_out(self) -> None:
        """Tell names of sides such as ana+cy from those that stand for themselves."""
        names = {*self._sheet.subjects, *self._heads.players}
        for name in self._sheet.subjects:
            members = [self._spelled(part.strip()) for part in name.split("+", MOST_PLAYERS)]
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

    def _spelled(self, name: str) -> str:
        """Return a name within that of a side as it is written elsewhere in the sheet."""
        forms = {plain_form(each[:LONGEST_NAME]): each for each in [*self._sheet.subjects, *self._heads.players]}
        return forms.get(plain_form(name[:LONGEST_NAME]), name)

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
        # A line about a side has its name among the subjects; whoever is left stands for somebody else.
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
        if not self._sheet.is_long and not all(
            form in _SIDE_WORDS or form.startswith(_SIDE_BEGINNINGS) for form in forms
        ):
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
        self._remarks.note(cell.place, "players_assumed", detail)
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
            place = places.get(name) or (
                self._sheet.subjects[name].place if name in self._sheet.subjects else self._place
            )
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
        seats = self._sheet.seat_of
        if seats:
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
            self._remarks.note(self._place, "seats_assumed", detail)
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
