"""A record while it is read: its members, the table, and what can only be judged when all of it has been read."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any

from service.notations.broken_off import may_be_broken_off
from service.notations.model import Place, Record
from service.notations.shorthand.claim_check import Path as ClaimPath
from service.notations.shorthand.claim_check import faults_of_end, faults_of_statement
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.names import Names
from service.notations.shorthand.table import OF_A_RECORD, Table

_ORDER = (
    *("ruleset", "players", "teams", "dealer", "first_dealer", "round_number", "labels", "before"),
    *("hands", "set_aside", "draws", "exchanges", "bids", "bids_by_player", "blind_bidders"),
    *("tricks", "tricks_won", "reported", "accusations", "claim"),
    *("adjustments", "void", "forfeited_by", "reason", "substitutions"),
)
_SEATED = ("players", "teams")


class Part(Enum):
    """What a part of a text is: a round by itself, the head of a game, or a round of that game."""

    ROUND = "round"
    GAME = "game"
    ROUND_OF_GAME = "round of a game"


class Draft:
    """The record of one part of a text."""

    def __init__(self, part: Part, faults: Faults, before: Draft | None = None) -> None:
        self.part = part
        self.faults = faults
        self.before = before
        """The part whose ruleset and table hold here, too, unless this part names its own."""
        self.place: Place | None = None
        """The place of its first statement."""
        self.number = 0
        """The number of a round of a game, from 1."""
        self.members: Record = {}
        self.tricks: list[Record] = []
        self.sheet: Record | None = None
        """The values of ``reported``, but for the tricks won."""
        self.says_no_tricks = False
        """Whether it says in so many words that no trick was played."""
        self.says_nobody = False
        """Whether the fault has been noted that nobody sits at the table."""
        self.own_players = False
        """Whether the players are named in this part, and not only in one before it."""
        self.uses_names = False
        """Whether anything in this part has named a player."""
        self.has_heads_alone = True
        """Whether nothing has been read but the heads of a round."""
        self.players_place: Place | None = None
        """Where the players are named in this part."""
        self.bidders: list[str] = []
        """Who has bid, in the order of the text."""
        self.tricks_at_bids = 0
        """How many tricks came before the last bids."""
        self.blind_place: Place | None = None
        """Where a statement of its own names the blind bidders."""
        self.broken_off_place: Place | None = None
        """Where the round is said to be void, or the game forfeited."""
        self.claim_places: Mapping[ClaimPath, Place] = {}
        """Where the claim is with which the play ended, and where each of its members, by its path."""
        self.tricks_at_claim = 0
        """How many tricks came before the claim."""
        self._short_tricks: list[tuple[int, Place, str]] = []
        self._names: Names | None = before.names if before is not None and before.is_seated else None

    def seat(self, table: Table) -> None:
        """Say who sits at the table."""
        self._names = Names(table, self.faults)

    @property
    def is_seated(self) -> bool:
        """Whether it is known who sits at the table."""
        return self._names is not None

    @property
    def names(self) -> Names:
        """The names at the table, which must be known."""
        if self._names is None:
            raise LookupError("nobody sits at the table")
        return self._names

    def once(self, member: str, place: Place, value: Any) -> None:
        """Set a member, which a record has once."""
        if member in self.members:
            detail = f"Here is a second {member.replace('_', ' ')} for one round: write --- between two rounds."
            if member == "ruleset" and self.has_heads_alone:
                detail = "Here is a second ruleset: if the first is a title, begin it with #, as a comment."
            self.faults.fault(place, "repeated", detail)
        self.members[member] = value

    def add(self, member: str, value: Any, place: Place, most: int) -> None:
        """Add a value to a list among the members, which has room for so many."""
        added: list[Any] = self.members.setdefault(member, [])
        added.append(value)
        if len(added) == most + 1:
            self.faults.fault(place, "too_many", f"A round has at most {most} {member}: write --- between two rounds.")

    def add_short_trick(self, place: Place, detail: str) -> None:
        """Note that the next trick has too few cards, which is a fault unless it is the last."""
        self._short_tricks.append((len(self.tricks), place, detail))

    def record(self) -> Record:
        """Return the finished record; notes a fault for what it lacks."""
        place = self.place or Place(1, 1)
        if self.part is not Part.ROUND_OF_GAME:
            self._complete_heads(place)
            if self.is_seated:
                self.names.check_sides()
        if self.part is not Part.GAME:
            self._check_blind_bidders()
            self._check_reason(place)
            self._complete_tricks(place)
        return {name: self.members[name] for name in _ORDER if name in self.members}

    def _check_blind_bidders(self) -> None:
        """Note the fault if blind bidders are named beside bids that say themselves whether they are blind."""
        names = self.members.get("blind_bidders")
        if self.blind_place is not None and names and "bids" in self.members:
            made = (bid for bid in self.members["bids"] if names[0] in {bid.get("player"), bid.get("team")})
            tricks = next((bid["tricks"] for bid in made), None)
            bid = "bn" if tricks == 0 else f"b{tricks or 4}"
            detail = f"Bids in the order made say themselves which of them is blind: write {names[0]} {bid} there."
            self.faults.fault(self.blind_place, "blind_bidders", detail)

    def _check_reason(self, place: Place) -> None:
        """Note the fault if nothing says why the round is void or the game forfeited."""
        if may_be_broken_off(self.members) and "reason" not in self.members:
            what = "the round is void" if "void" in self.members else "the game was forfeited"
            detail = f"Write why {what}, behind a colon, such as void: cards exposed in the deal."
            self.faults.fault(self.broken_off_place or place, "reason_missing", detail)

    def _complete_heads(self, place: Place) -> None:
        """Take over the ruleset and the table of the part before."""
        before = {} if self.before is None else self.before.members
        taken = {name for name in ("ruleset", *_SEATED) if name in before and name not in self.members}
        if self.own_players:
            taken -= set(_SEATED)
        self.members |= {name: before[name] for name in taken}
        if taken:
            detail = "Where a round does not name its ruleset or its players, they are those of the round before."
            self.faults.note_once(place, "as_before", detail)
        if "players" not in self.members and not self.says_nobody:
            self.fault_nobody(place)

    def fault_nobody(self, place: Place, *, perhaps_title: bool = False) -> None:
        """Note, once, that it is not known who sits at the table; the line may be a title above the round."""
        if not self.says_nobody:
            detail = "It is not known who sits at the table: first name the players, clockwise, such as N E S W."
            if perhaps_title:
                detail += " If this line is a title, begin it with #, as a comment."
            self.faults.fault(place, "no_players", detail)
        self.says_nobody = True

    def _complete_tricks(self, place: Place) -> None:
        """Put the tricks or, for a row of a sheet, the tricks won among the members."""
        won = self.members.pop("tricks_won", None)
        if won is not None and "tricks_won" in (self.sheet or {}):
            detail = "The tricks won are in this round twice: write them in one line, won N 3 E 4."
            self.faults.fault(place, "repeated", detail)
        if won is not None and not self.tricks and not self.says_no_tricks:
            self._complete_row(won, place)
            return
        for index, where, detail in self._short_tricks:
            if index < len(self.tricks) - 1:
                self.faults.fault(where, "trick_size", detail)
        if self.tricks or self.says_no_tricks or not may_be_broken_off(self.members):
            self.members["tricks"] = self.tricks
        self._check_claim()
        if won is not None:
            self.sheet = {"tricks_won": won, **(self.sheet or {})}
        if self.sheet is not None:
            self.members["reported"] = self.sheet

    def _check_claim(self) -> None:
        """Note the faults of the claim: tricks come after it, which ends the play, or it does not fit those before."""
        if not self.claim_places:
            return
        claim, tricks = self.members["claim"], self.tricks[: self.tricks_at_claim]
        found = [*faults_of_statement(claim, tricks)]
        if len(tricks) < len(self.tricks):
            detail = "A claim ends the play, and tricks come after it: write this line behind the last of them."
            self.faults.fault(self.claim_places[()], "order", detail)
        elif not self.faults.has_faults:  # a trick that could not be read may be any
            found += faults_of_end(claim, tricks, len(self.names.table.players))
        for each in found:
            self.faults.fault(self.claim_places[each.path], each.code, each.detail)

    def _complete_row(self, won: Record, place: Place) -> None:
        self.members["tricks_won"] = won
        if not may_be_broken_off(self.members) and self.members.keys().isdisjoint({"bids", "bids_by_player"}):
            detail = "A row of a sheet needs its bids: N 3 E 4 S 2 W 4, or bids none if nobody bids in this round."
            self.faults.fault(place, "no_bids", detail)
        wrong = [name.replace("_", " ") for name in OF_A_RECORD if name in self.members]
        if wrong:
            detail = f"Without tricks this is a row of a sheet, which has no {wrong[0]}: write tricks none otherwise."
            self.faults.fault(place, "row_of_a_sheet", detail)
        if self.sheet is None:
            return
        self.members["reported"] = self.sheet
        if self.part is Part.ROUND:
            detail = "A row with points, score or bags is checked in a game: begin with game, and write --- before it."
            self.faults.fault(place, "row_of_a_sheet", detail)
