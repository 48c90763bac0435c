"""Names as they are written in shorthand, and the faults of a record that names somebody who is not at its table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from service.notations.model import Loss
from service.notations.shorthand.sides import NamedSides
from service.notations.shorthand.table import Table
from service.notations.shorthand.words import CONTROL, is_odd, needs_quotation, ruleset_among, sides_in
from service.spades.english import quoted
from service.spades.pointers import pointer_to

_CONTROL = re.compile(f"[{CONTROL}]")


def quoted_if_needed(name: str) -> str:
    """Return a name, in quotation marks if it would be read as something else without them."""
    return in_json(name) if needs_quotation(name) else name


def in_json(value: object) -> str:
    """Return a value as JSON on one line, with every control character escaped."""
    written = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def text_to_the_end(text: str) -> str:
    """Return a text that goes to the end of its line, in quotation marks if it would be read otherwise."""
    # Numbers and cards are nothing special there.
    return in_json(text) if any(map(is_odd, text.split(" "))) else text


def players_line(players: Sequence[str]) -> str:
    """Return the names of the players, in quotation marks if they would be read as something else without them."""
    is_other = sides_in(players) is not None or ruleset_among(players) is not None
    return " ".join(in_json(name) if is_other else quoted_if_needed(name) for name in players)


class WrittenNames:
    """Writes the names of a table, and collects what keeps a record from being written."""

    def __init__(self, table: Table) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self.prefix: tuple[str | int, ...] = ()
        """Where in the record the round is that is being written."""
        self.table = table
        self._sides = NamedSides[tuple[str | int, ...]]()
        self._players, self._teams = frozenset(table.players), frozenset(table.team_names)

    def seat(self, table: Table) -> None:
        """Say who sits at the table from here on."""
        self.table = table
        self._players, self._teams = frozenset(table.players), frozenset(table.team_names)

    def fault(self, code: str, detail: str, *path: str | int) -> None:
        """Note why the record cannot be written."""
        self.faults.append(Loss(pointer_to(*self.prefix, *path), code, detail))

    def leave_out(self, *path: str | int) -> None:
        """Note a member that is not written because it is the default."""
        detail = "This is the default and is not written."
        self.losses.append(Loss(pointer_to(*self.prefix, *path), "absence", detail))

    def player(self, name: str, *path: str | int) -> str:
        """Return the name of a player at the table; notes a fault if there is no such player."""
        if name not in self._players:
            self.fault("unknown_player", f"{quoted(name)} does not sit at this table.", *path)
        return quoted_if_needed(name)

    def name(self, name: str, *path: str | int, is_side: bool = False) -> str:
        """Return the name of a player or of a team; notes a fault if there is neither.

        If it ``is_side``, that of a player is right only at a table without partners.
        """
        if name not in self._players and name not in self._teams:
            self.fault("unknown_name", f"{quoted(name)} is neither a player nor a team of this table.", *path)
        self._sides.note(name, self.table, (*self.prefix, *path), is_side=is_side or name not in self._players)
        return quoted_if_needed(name)

    def side(self, name: str, *path: str | int) -> str:
        """Return the name of a team; notes a fault if there is no such team."""
        if name not in self._teams:
            self.fault("unknown_team", f"{quoted(name)} is no team of this table.", *path)
        self._sides.note(name, self.table, (*self.prefix, *path), is_side=True)
        return quoted_if_needed(name)

    def check_sides(self) -> None:
        """Note a fault for each player who is named as a side of a record in which sides have several players."""
        self.faults += [Loss(pointer_to(*path), "not_a_side", detail) for path, detail in self._sides.not_sides()]

    def bidder(self, name: str, *path: str | int, of_team: bool) -> str:
        """Return the name of a bidder, marked as a team's if a player has the same, or had it and left."""
        if not of_team:
            return self.player(name, *path)
        written = self.side(name, *path)
        return f"team {written}" if name in self.table.players or name in self.table.first_players else written

    def is_of_one_who_left(self, name: str) -> bool:
        """Return whether a name is that of a side of one whose player has left."""
        return name in self.table.first_players and name not in self._players
