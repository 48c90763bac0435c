"""Names as they are written in shorthand, and the faults of a record that names somebody who is not at its table."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from service.notations.model import Loss
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

    def name(self, name: str, *path: str | int) -> str:
        """Return the name of a player or of a team; notes a fault if there is neither."""
        if name not in self._players and name not in self._teams:
            self.fault("unknown_name", f"{quoted(name)} is neither a player nor a team of this table.", *path)
        return quoted_if_needed(name)

    def side(self, name: str, *path: str | int) -> str:
        """Return the name of a team; notes a fault if there is no such team."""
        if name not in self._teams:
            self.fault("unknown_team", f"{quoted(name)} is no team of this table.", *path)
        return quoted_if_needed(name)

    def bidder(self, name: str, *path: str | int, of_team: bool) -> str:
        """Return the name of a bidder, marked as a team's if a player has the same."""
        if not of_team:
            return self.player(name, *path)
        written = self.side(name, *path)
        return f"team {written}" if name in self._players else written
