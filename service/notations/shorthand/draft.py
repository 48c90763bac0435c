"""The record of one part of a text while it is read, and what is wrong with it as a whole."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from service.notations.model import Place, Record, Remarks, may_be_broken_off
from service.notations.shorthand.names import Names
from service.notations.shorthand.statements import ROWS, Part, Row

_BESIDE = {"forfeit": ("reason",), "bids": ("bids_by_player",)}
_MEMBERS = [name for row in ROWS for name in (*row.member.split(), *_BESIDE.get(row.kind, ()))]
"""The members of a record, in their order."""
_NEEDS_TRICKS = ("hands", "set_aside", "draws", "exchanges", "accusations", "claim", "stopped", "misdeal_called_by")
"""The members that a round with its tricks may have, but no row of a score sheet."""
_SEATED = ("players", "teams")


class Draft:
    """The record of one part of a text."""

    def __init__(self, part: Part, faults: Remarks, before: Draft | None = None) -> None:
        self.part = part
        self.faults = faults
        self.fault = faults.fault
        self.before = before
        """The part whose ruleset and table hold here, too, unless this part names its own."""
        self.place: Place | None = None
        """The place of its first statement."""
        self.places: dict[str, Place] = {}
        """Where each member is said first."""
        self.number = 0
        """The number of a round of a game."""
        self.members: Record = {}
        self.next_trick: Record = {}
        """What is said of the trick that comes next: that it is after a gap, and whether spades had been broken."""
        self.number_of_next = 1
        """The number of the trick that comes next."""
        self.short_trick: tuple[Place, str] | None = None
        """The place of the last trick if it has too few cards, which is a fault if others follow, and its sentence."""
        self.bidders: list[str] = []
        """Who has bid, in the order of the text."""
        self.tricks_at_bids = 0
        """How many tricks came before the last bids."""
        self.own_players = False
        """Whether the players are named in this part, and not only in one before it."""
        self.uses_names = False
        """Whether anything in this part has named a player."""
        self.has_heads_alone = True
        """Whether nothing has been read but the heads of a round."""
        self.says_nobody = False
        """Whether it has been said that nobody sits at the table."""
        self.names: Names | None = before.names if before is not None else None
        self._faults_before = faults.fault_count

    @property
    def tricks(self) -> Sequence[Record]:
        """The tricks that have been read."""
        tricks: Sequence[Record] = self.members.get("tricks", ())
        return tricks

    @property
    def may_begin_with_a_title(self) -> bool:
        """Whether its first line was read as the players, and nothing has named one of them."""
        return self.own_players and self.places["players"] == self.place and not self.uses_names

    def once(self, row: Row, place: Place, value: Any) -> None:
        """Set the member of a row, which a record has once."""
        *into, member = row.member_in(self.part).split(".")
        members = self.members.setdefault(into[0], {}) if into else self.members
        if member in members:
            detail = f"Here is a second {row.kind} for one round: write --- between two rounds."
            if row.kind == "ruleset":
                detail += " If the first is a title, begin it with #, as a comment."
            self.fault(place, "repeated", detail)
        self.places.setdefault((into or [member])[0], place)
        members[member] = value

    def fault_nobody(self, place: Place) -> None:
        """Note, once, that it is not known who sits at the table."""
        if not self.says_nobody:
            detail = (
                "It is not known who sits at the table: first name the players, clockwise, such as N E S W. If this"
                " line is a title, begin it with #, as a comment."
            )
            self.fault(place, "no_players", detail)
        self.says_nobody = True

    def record(self) -> Record:
        """Return the finished record; what it lacks, and what does not fit together, are faults."""
        place = self.place or Place(1, 1)
        if self.part is not Part.ROUND_OF_GAME:
            self._take_over_heads(place)
        if self.part is not Part.GAME:
            self._complete_tricks()
            if self.faults.fault_count == self._faults_before:
                for member, code, detail in self._wrong():
                    self.fault(self.places.get(member, place), code, detail)
        return {name: self.members[name] for name in _MEMBERS if name in self.members}

    def _take_over_heads(self, place: Place) -> None:
        """Take over the ruleset and the table of the part before."""
        before = {} if self.before is None else self.before.members
        heads = ("ruleset",) if self.own_players else ("ruleset", *_SEATED)
        taken = {name: before[name] for name in heads if name in before and name not in self.members}
        self.members |= taken
        if taken:
            detail = "Where a round does not name its ruleset or its players, they are those of the round before."
            self.faults.note(place, "as_before", detail)
        if "players" not in self.members:
            self.fault_nobody(place)

    def _complete_tricks(self) -> None:
        """Say that no trick was played if nothing is said of tricks; with tricks, the tricks won are the sheet's."""
        members = self.members
        if "tricks" not in members and "tricks_won" not in members and not may_be_broken_off(members):
            members["tricks"] = []
        reported = members.get("reported", {})
        if "tricks_won" in members and "tricks_won" in reported:
            detail = "The tricks won are in this round twice: write them in one line, won N 3 E 4."
            self.fault(self.places["tricks_won"], "repeated", detail)
        elif "tricks_won" in members and "tricks" in members:
            members["reported"] = {"tricks_won": members.pop("tricks_won"), **reported}

    def _wrong(self) -> Iterator[tuple[str, str, str]]:
        """Yield what does not fit together in a round: the member at whose place to say it, a code and a sentence.

        Whatever an audit refuses by itself is left to it, but for what people forget.
        """
        members, is_broken_off = self.members, may_be_broken_off(self.members)
        if is_broken_off and "reason" not in members:
            detail = "Write the reason behind a colon, such as void: cards exposed in the deal."
            yield ("void" if "void" in members else "forfeited_by"), "reason_missing", detail
        if "tricks_won" not in members:
            return
        if not is_broken_off and members.keys().isdisjoint({"bids", "bids_by_player"}):
            detail = "A row of a sheet needs its bids: N 3 E 4 S 2 W 4, or bids none if nobody bids in this round."
            yield "tricks_won", "no_bids", detail
        for row in ROWS:
            if row.member in members and row.member in _NEEDS_TRICKS:
                detail = (
                    f"Without tricks this is a row of a sheet, which has no {row.kind}: write tricks none for a round."
                )
                yield row.member, "row_of_a_sheet", detail
        if self.part is Part.ROUND and "reported" in members:
            detail = "A row with points, score or bags is checked in a game: begin with game, and write --- before it."
            yield "reported", "row_of_a_sheet", detail
