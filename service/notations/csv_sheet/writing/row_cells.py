"""The rounds of a game record as cells of a sheet, by name and kind of column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from service.notations.csv_sheet.headers import LABELS, Kind
from service.notations.csv_sheet.writing.written_names import Names
from service.notations.model import Loss
from service.spades.english import quoted
from service.spades.pointers import pointer_to

Column: TypeAlias = tuple[str, Kind]
"""A player or a side and what the column holds; the name is empty for what a round has once."""
Cells: TypeAlias = dict[Column, str]

FIGURES: tuple[Kind, ...] = ("points", "total", "running bags")
_MEMBERS: Mapping[Kind, str] = {"points": "points", "total": "score", "running bags": "bags"}
_WRITTEN = {"bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", "labels"}


class RowWriter:
    """Writes the rows of one game, and collects what a sheet cannot hold of them."""

    def __init__(self, record: Mapping[str, Any], names: Names) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self._names = names
        self._record = record

    def cells_of(self, index: int, row: Mapping[str, Any]) -> Cells:
        """Return the cells of a round."""
        cells: Cells = {("", "round"): str(index + 1)}
        if "tricks" in row:
            detail = "A score sheet has a row for a round, not a log of its tricks: write 'tricks_won' instead."
            self._fault(index, "tricks", detail=detail)
        for member in row:
            if member not in {*_WRITTEN, "tricks"}:
                self._lose(index, member, detail=f"A score sheet has no place for {quoted(member)}.")
        bids = self._bids(index, row)
        tricks = self._tricks(row.get("tricks_won", {}), bids)
        if not bids or not tricks:
            self._fault(index, detail="A row of a score sheet has bids and tricks won.")
        self._check_one_of_each(index, bids)
        self._check_one_of_each(index, tricks)
        cells.update({(name, "bid"): bid for name, bid in bids.items()})
        cells.update({(name, "tricks"): str(number) for name, number in tricks.items()})
        self._add_reported(index, row.get("reported", {}), cells)
        if "dealer" in row:
            cells["", "dealer"] = row["dealer"]
            if row["dealer"] not in self._names.players:
                self._fault(index, "dealer", detail="The dealer is not one of the players.")
        for name, text in row.get("labels", {}).items():
            kind = next((kind for kind in LABELS if kind == name), None)
            if kind is None or not text or text != text.strip():
                detail = f"A score sheet has no column for the label {quoted(name)}, or does not keep its spaces."
                self._lose(index, "labels", name, detail=detail)
            else:
                cells["", kind] = text
        return cells

    def _fault(self, index: int, *parts: str, detail: str) -> None:
        self.faults.append(Loss(pointer_to("rounds", index, *parts), "row", detail))

    def _lose(self, index: int, *parts: str, detail: str, code: str = "unmapped") -> None:
        self.losses.append(Loss(pointer_to("rounds", index, *parts), code, detail))

    def _bids(self, index: int, row: Mapping[str, Any]) -> dict[str, str]:
        """Return the bids as cells by player or side."""
        blind: Sequence[str] = row.get("blind_bidders", ())
        by_player: Mapping[str, int] = row.get("bids_by_player", {})
        if "bids" in row:
            self._lose(index, "bids", code="order_lost", detail="A score sheet does not hold the order of the bids.")
            made = [(bid.get("player", bid.get("team", "")), bid) for bid in row["bids"]]
            by_player = {name: bid["tricks"] for name, bid in made}
            blind = [name for name, bid in made if bid.get("blind")]
            if len(by_player) < len(made):
                self._fault(index, "bids", detail="Somebody bid twice, and a score sheet has one bid of each.")
        if not set(blind) <= set(by_player):
            self._fault(index, "blind_bidders", detail="Somebody bid blind whose bid is not recorded.")
        return {name: f"B{tricks}" if name in blind else str(tricks) for name, tricks in by_player.items()}

    def _tricks(self, won: Mapping[str, int], bids: Mapping[str, str]) -> Mapping[str, int]:
        """Return the tricks of all players, by side where they are so: whoever is not in a record has won none."""
        tricks = dict(won)
        sides = {member: (side, members) for side, members in self._names.sides.items() for member in members}
        for player in self._names.players if won else ():
            side, members = sides.get(player, (player, (player,)))
            if player in tricks or side in tricks:
                continue
            by_player = any(member in tricks or member in bids for member in members)
            tricks[player if by_player else side] = 0
        return tricks

    def _check_one_of_each(self, index: int, by_name: Mapping[str, Any]) -> None:
        """Refuse numbers of a side beside those of its players, which would be read as parts of them."""
        for side in by_name:
            if side not in self._names.players and set(self._names.sides.get(side, ())) & set(by_name):
                self._fault(index, detail=f"{quoted(side)} and one of its players have a number each: which is it?")

    def _add_reported(self, index: int, reported: Mapping[str, Any], cells: Cells) -> None:
        if "tricks_won" in reported:
            self._lose(index, "reported", "tricks_won", detail="A row has its tricks once, those that were won.")
        partners = {member for side in self._names.sides.values() for member in side}
        for kind, member in _MEMBERS.items():
            for name, number in reported.get(member, {}).items():
                cells[name, kind] = str(number)
                if name in partners and name not in self._names.sides:
                    detail = f"{quoted(name)} has a side, and figures are those of the side."
                    self._fault(index, "reported", member, name, detail=detail)
