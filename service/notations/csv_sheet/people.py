"""Who the names of a sheet are: players and where they sit, and sides with their players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.notations.csv_sheet.columns import REPORTED, Kind
from service.notations.csv_sheet.sheet import Round, Sheet
from service.notations.csv_sheet.table import Table
from service.notations.model import FEWEST_PLAYERS, LONGEST_NAME, MOST_PLAYERS, Place, Remarks
from service.spades.english import listed, name_meant, plain_form, quoted

_COMPASS = {"n": 0, "north": 0, "e": 1, "east": 1, "s": 2, "south": 2, "w": 3, "west": 3}
_COMPASS_SIDES = {"ns": ("N", "S"), "ew": ("E", "W")}
_SIDE_WORDS = {"us", "them", *_COMPASS_SIDES}
_MOST_NAMES = 2 * MOST_PLAYERS
_FOUR = 4


class PeopleReader:
    """Finds out who the names of one sheet are."""

    def __init__(self, sheet: Sheet, remarks: Remarks) -> None:
        self._sheet, self._heads, self._remarks = sheet, sheet.heads, remarks
        self._refuse = remarks.refuse
        self._sides: dict[str, tuple[str, ...]] = {team.name: team.players for team in self._heads.teams}
        self._place = next(iter(sheet.subjects.values()), Place(1, 1))

    def read(self) -> Table:
        """Return the table; raises `UnreadableText`."""
        subjects = self._sheet.subjects
        if len(subjects) > _MOST_NAMES or len(self._heads.teams) > MOST_PLAYERS:
            detail = f"A game has at most {MOST_PLAYERS} players, and as many sides; the sheet names more."
            self._refuse(self._place, "players", detail)
        if not (subjects or self._heads.players or self._heads.teams):
            self._refuse(self._place, "nobody_named", "The sheet names no players: write a line for each, or columns.")
        self._joined_sides()
        self._sides_of_column()
        self._remarks.raise_faults()
        others = [name for name in subjects if name not in {*self._sides, *self._sheet.players, *self._heads.players}]
        players = list(self._heads.players) or self._named_players(others)
        self._check_names(players)
        self._check_known(players, others)
        ordered = self._seated(players)
        has_figures = any(kind in REPORTED for round_ in self._sheet.rounds for kind in _filled(round_))
        if has_figures and len(ordered) >= _FOUR and not (self._sides or self._heads.alone):
            detail = (
                "The sheet has figures of single players, and does not say who are partners: add a column 'team', or a"
                " line '# team: Us, ana, cy' for each side, or '# sides: each alone' if there are none."
            )
            self._refuse(self._place, "sides_unknown", detail)
        sides = {name: sorted(members, key=ordered.index) for name, members in self._sides.items()}
        written = {team.name: sides.pop(team.name) for team in self._heads.teams}
        return Table(ordered, written | dict(sorted(sides.items(), key=lambda side: ordered.index(side[1][0]))))

    def _joined_sides(self) -> None:
        """Find the sides that list their players, such as ana+cy, which count as they are written elsewhere."""
        sheet = self._sheet
        known = {*sheet.subjects, *self._heads.players}
        forms = {plain_form(name[:LONGEST_NAME]): name for name in (*sheet.subjects, *self._heads.players)}
        for name in [*sheet.subjects, *sheet.adjusted, *(standing.side.text for standing in self._heads.before)]:
            parts = [part.strip() for part in name.split("+", MOST_PLAYERS)]
            members = tuple(forms.get(plain_form(part[:LONGEST_NAME]), part) for part in parts)
            is_subject = name in sheet.subjects
            may_be_strangers = is_subject and name not in sheet.players
            if len(members) < FEWEST_PLAYERS or not all(members) or name in self._heads.players:
                continue
            if not (may_be_strangers or known.issuperset(members)):
                continue
            if is_subject and not sheet.newcomers.isdisjoint(members):
                detail = f"{quoted(name)} is no side: a side keeps the name that it had before a player came in."
                self._remarks.fault(sheet.subjects[name], "side_unknown", detail)
            elif is_subject:
                self._sides.setdefault(name, members)
            elif sheet.newcomers and not any({*members} & {*side} for side in self._sides.values()):
                # Nothing else puts these players on a side, and after a substitution it keeps their names.
                order = [*self._heads.players, *forms.values()]
                members = tuple(sorted(members, key=order.index))
                self._sides["+".join(members)] = members
        sheet.players -= self._sides.keys()

    def _sides_of_column(self) -> None:
        """Add the players of each side by the column of teams."""
        members: dict[str, list[str]] = {}
        names = {plain_form(name): name for name in self._sides}
        for player, cell in self._sheet.team_of.items():
            members.setdefault(names.setdefault(cell.form, cell.text), []).append(player)
        for name, players in members.items():
            known = self._sides.setdefault(name, tuple(players))
            if not {*players} <= {*known}:
                place = self._sheet.team_of[players[0]].place
                detail = (
                    f"{listed(map(quoted, players))} do not all belong to {quoted(name)}, which has {listed(known)}."
                )
                self._remarks.fault(place, "team_disagrees", detail)

    def _named_players(self, others: list[str]) -> list[str]:
        """Return the players in the order of first appearance, without a head that lists them; nobody for a fault.

        The ``others`` are names of which only the sheet as a whole can tell whether they are players or sides.
        """
        of_sides = [member for members in self._sides.values() for member in members]
        players = [name for name in self._sheet.subjects if name in self._sheet.players or name in of_sides]
        players += [name for name in dict.fromkeys(of_sides) if name not in players]
        strangers = [name for name in others if name not in players]
        is_long = self._sheet.is_long
        if not strangers:
            return players
        place, name = self._sheet.subjects[strangers[0]], strangers[0]
        if players:
            kind = "Who plays for it?" if is_long else "Is it a player or a side?"
            fix = f"write '# team: {name}, ...' with its players, or '# players: ...' with all of them"
            self._refuse(place, "side_unknown", f"{quoted(name)} is not at the table. {kind} Please {fix}.")
        forms = [plain_form(name[:LONGEST_NAME]) for name in strangers]
        if not is_long and len(strangers) != FEWEST_PLAYERS:
            return strangers
        if not is_long and not _SIDE_WORDS.issuperset(forms):
            first, second = map(quoted, strangers)
            detail = (
                f"{first} and {second} are either two players or two sides of two: write '# players: ' and both "
                "names, or a line '# team: ' with the players of each."
            )
            self._refuse(place, "two_readings", detail)
        self._sides |= {
            side: _COMPASS_SIDES.get(form, (f"{side} 1", f"{side} 2"))
            for side, form in zip(strangers, forms, strict=True)
        }
        players = [member for side in strangers for member in self._sides[side]]
        detail = f"The sheet does not name the players of {listed(strangers)}; they are called {listed(players)} here."
        self._remarks.note(place, "players_assumed", detail)
        return players

    def _check_names(self, players: Sequence[str]) -> None:
        """Refuse players whom the contract does not take."""
        place = self._heads.players_place if self._heads.players else self._place
        if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
            detail = f"A game has {FEWEST_PLAYERS} to {MOST_PLAYERS} players; here are {len(players)}."
            self._refuse(place, "players", detail)
        for name in [*players, *self._sides]:
            if not name or (len(name) > LONGEST_NAME and name != "+".join(self._sides.get(name, ()))):
                self._refuse(place, "players", f"{quoted(name)} is no name: write 1 to {LONGEST_NAME} characters.")
        members = [member for side in self._sides.values() for member in side]
        if len({*map(plain_form, players)}) < len(players) or len({*members}) < len(members):
            detail = "Two players have the same name, or one is on two sides: each name is one player."
            self._refuse(place, "players", detail)

    def _check_known(self, players: Sequence[str], others: Iterable[str]) -> None:
        """Refuse names of the sheet that are neither these players nor sides of them."""
        places = {**self._sheet.subjects, **{team.name: team.place for team in self._heads.teams}}
        known = {*players, *self._sides}
        strangers = [(name, places[name]) for name in (*others, *self._sheet.players) if name not in known]
        strangers += [
            (member, places.get(name, self._place))
            for name, members in self._sides.items()
            for member in members
            if member not in players
        ]
        for name, place in strangers:
            near = name_meant(name[:LONGEST_NAME], players)
            fix = f"is {quoted(near)} meant?" if near else f"the players are {listed(players)}."
            self._remarks.fault(place, "unknown_name", f"{quoted(name)} is not at the table: {fix}")
        self._remarks.raise_faults()

    def _seated(self, players: list[str]) -> list[str]:
        """Return the players clockwise: as a head or a column of seats says, or so that partners sit opposite."""
        if self._heads.players:
            return players
        if self._sheet.seat_of:
            return self._by_seat(players)
        together = [member for turn in zip(*self._sides.values(), strict=False) for member in turn]
        if sorted(together) == sorted(players) and len(together) == sum(map(len, self._sides.values())):
            # The first of each side, then the second of each: so partners sit opposite each other.
            ordered, reason = together, ", since partners sit opposite"
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
            text = cell.form if cell else ""
            number = _COMPASS.get(text, int(text) - 1 if text.isdecimal() and len(text) == 1 else -1)
            if number < 0 or number in seats:
                detail = f"{quoted(player)} has no seat of its own: write N, E, S and W, or numbers clockwise from 1."
                self._refuse(cell.place if cell else self._place, "not_a_seat", detail)
            seats[number] = player
        return [seats[number] for number in sorted(seats)]


def _filled(round_: Round) -> set[Kind]:
    """Return the kinds of columns in which anybody has something in a round."""
    return {kind for cells in round_.of.values() for kind, read in cells.items() if read.value is not None}
