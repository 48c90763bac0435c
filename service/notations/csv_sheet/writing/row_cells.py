"""The rounds of a game record as cells of a sheet, by header."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeAlias, TypeVar

from service.notations.broken_off import may_be_broken_off
from service.notations.csv_sheet.headers import LABELS, Header, Kind
from service.notations.csv_sheet.writing.table_now import TableNow
from service.notations.csv_sheet.writing.written_names import Names
from service.notations.losses import claims_in
from service.notations.model import Loss
from service.spades.english import quoted
from service.spades.pointers import pointer_to

Cells: TypeAlias = dict[Header, str]
_Value = TypeVar("_Value", int, str)

FIGURES: tuple[Kind, ...] = ("points", "net points", "total", "running bags")
ONCE: tuple[Kind, ...] = ("dealer", "substitutions", "void", "forfeit", "reason", *LABELS)
"""What a round has once, in the order of the columns."""
_WRITTEN = {
    *("bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", "labels"),
    *("adjustments", "void", "forfeited_by", "reason", "substitutions"),
}
_MAY_BE_EMPTY = (
    *("bids_by_player", "blind_bidders", "tricks", "tricks_won", "reported", "adjustments", "substitutions"),
)
_NEEDS_QUOTES = set('>;,\n"→')


class RowWriter:
    """Writes the rows of one game, and collects what a sheet cannot hold of them."""

    def __init__(self, record: Mapping[str, Any], names: Names) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self._names = names
        self._table = TableNow(names.players, names.sides)
        # In a sheet with adjustments it would not be clear whether points are with or without them.
        self._points: Kind = "net points" if any(row.get("adjustments") for row in record["rounds"]) else "points"

    def cells_of(self, index: int, row: Mapping[str, Any]) -> Cells:
        """Return the cells of a round."""
        cells: Cells = {Header("round"): str(index + 1)}
        self._add_substitutions(index, row.get("substitutions", ()), cells)
        is_broken_off = may_be_broken_off(row)
        if row.get("tricks") or ("tricks" in row and not is_broken_off):
            detail = "A score sheet has a row for a round, not a log of its tricks: write 'tricks_won' instead."
            self._fault(index, "tricks", detail=detail)
        for member in row:
            if member in _MAY_BE_EMPTY and not row[member]:
                detail = "In a score sheet this looks the same as if it were left out."
                self._lose(index, member, code="absence", detail=detail)
            elif member not in {*_WRITTEN, "tricks", "claim"}:
                self._lose(index, member, detail=f"A score sheet has no place for {quoted(member)}.")
        self.faults += claims_in(row, "A score sheet", "rounds", index)
        bids = self._bids(index, row)
        won = self._of_people(index, row.get("tricks_won", {}), "tricks_won")
        tricks = won if is_broken_off else self._tricks(won, bids)
        if not is_broken_off and (not bids or not tricks):
            self._fault(index, detail="A row of a score sheet has bids and tricks won.")
        self._check_one_of_each(index, bids)
        self._check_one_of_each(index, tricks)
        cells.update({Header("bid", name): bid for name, bid in bids.items()})
        cells.update({Header("tricks", name): str(number) for name, number in tricks.items()})
        self._add_reported(index, row.get("reported", {}), cells)
        self._add_decisions(index, row, cells)
        if "dealer" in row:
            cells[Header("dealer")] = row["dealer"]
            if row["dealer"] not in self._table.players:
                self._fault(index, "dealer", detail="The dealer is not one of the players.")
        for name, text in row.get("labels", {}).items():
            kind = next((kind for kind in LABELS if kind == name), None)
            if kind is None or not text or text != text.strip():
                detail = f"A score sheet has no column for the label {quoted(name)}, or does not keep its spaces."
                self._lose(index, "labels", name, detail=detail)
            else:
                cells[Header(kind)] = text
        return cells

    def _fault(self, index: int, *parts: str | int, detail: str) -> None:
        self.faults.append(Loss(pointer_to("rounds", index, *parts), "row", detail))

    def _lose(self, index: int, *parts: str | int, detail: str, code: str = "unmapped") -> None:
        self.losses.append(Loss(pointer_to("rounds", index, *parts), code, detail))

    def _add_substitutions(self, index: int, changes: Iterable[Mapping[str, str]], cells: Cells) -> None:
        pairs = []
        for place, change in enumerate(changes):
            pairs.append(f"{_in_a_list(change['out'])} > {_in_a_list(change['in'])}")
            refusal = self._table.replace(change["out"], change["in"])
            if refusal is not None:
                self._fault(index, "substitutions", place, detail=refusal)
        if pairs:
            cells[Header("substitutions")] = "; ".join(pairs)

    def _add_decisions(self, index: int, row: Mapping[str, Any], cells: Cells) -> None:
        """Add adjustments, and whether the round is void or the game forfeited."""
        if row.get("void"):
            cells[Header("void")] = "yes"
        elif "void" in row:
            detail = "In a score sheet this looks the same as if it were left out."
            self._lose(index, "void", code="absence", detail=detail)
        if "forfeited_by" in row:
            cells[Header("forfeit")] = row["forfeited_by"]
            self._check_side(index, row["forfeited_by"], "forfeited_by")
        if "reason" in row:
            cells[Header("reason")] = self._text(index, row["reason"], "reason")
            if not may_be_broken_off(row):
                self._fault(index, "reason", detail="This is the reason of nothing: the round is not void.")
        number, last = 1, -1
        for place, each in enumerate(row.get("adjustments", ())):
            side = each["team"]
            self._check_side(index, side, "adjustments", place, "team")
            at = self._names.order.index(side) if side in self._names.order else last
            # They are read by their numbers, and those with the same number in the order of the columns.
            number += at <= last
            last = at
            cells[Header("adjustment", side, number)] = str(each["points"])
            reason = self._text(index, each["reason"], "adjustments", place, "reason")
            cells[Header("adjustment reason", side, number)] = reason

    def _text(self, index: int, text: str, *parts: str | int) -> str:
        """Return a text as a cell holds it."""
        kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if kept != text:
            detail = "A cell keeps neither spaces around a text nor carriage returns in it."
            self._lose(index, *parts, detail=detail)
        return kept

    def _check_side(self, index: int, name: str, *parts: str | int) -> None:
        if not self._table.has_figures(name):
            detail = f"{quoted(name)} is no side of its own at this table, and this belongs to a side."
            self._fault(index, *parts, detail=detail)

    def _of_people(self, index: int, by_name: Mapping[str, _Value], *parts: str) -> dict[str, _Value]:
        """Return numbers by those who sit at the table; a side of one is written as its player."""
        found: dict[str, _Value] = {}
        for name, value in by_name.items():
            meant = self._table.player_meant(name)
            if meant is None or meant in found:
                self._fault(index, *parts, name, detail=f"{quoted(name)} does not sit at the table in this round.")
            elif meant != name:
                detail = f"This is written for {quoted(meant)}, who is the side of {quoted(name)} in this round."
                self._lose(index, *parts, name, detail=detail)
            found[meant or name] = value
        return found

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
        bids = {name: f"B{tricks}" if name in blind else str(tricks) for name, tricks in by_player.items()}
        return self._of_people(index, bids, "bids" if "bids" in row else "bids_by_player")

    def _tricks(self, won: Mapping[str, int], bids: Mapping[str, str]) -> dict[str, int]:
        """Return the tricks of all players, by side where they are so: whoever is not in a record has won none."""
        tricks = dict(won)
        sides = {member: (side, members) for side, members in self._table.sides.items() for member in members}
        for player in self._table.players if won else ():
            side, members = sides.get(player, (player, (player,)))
            if player in tricks or side in tricks:
                continue
            by_player = any(member in tricks or member in bids for member in members)
            tricks[player if by_player else side] = 0
        return tricks

    def _check_one_of_each(self, index: int, by_name: Mapping[str, Any]) -> None:
        """Refuse numbers of a side beside those of its players, which would be read as parts of them."""
        for side in by_name:
            if side not in self._table.players and set(self._table.sides.get(side, ())) & set(by_name):
                self._fault(index, detail=f"{quoted(side)} and one of its players have a number each: which is it?")

    def _add_reported(self, index: int, reported: Mapping[str, Any], cells: Cells) -> None:
        if "tricks_won" in reported:
            self._lose(index, "reported", "tricks_won", detail="A row has its tricks once, those that were won.")
        members: Mapping[str, Kind] = {"points": self._points, "score": "total", "bags": "running bags"}
        for member, kind in members.items():
            for name, number in reported.get(member, {}).items():
                cells[Header(kind, name)] = str(number)
                if not self._table.has_figures(name):
                    detail = f"{quoted(name)} has a side, and figures are those of the side."
                    self._fault(index, "reported", member, name, detail=detail)


def _in_a_list(name: str) -> str:
    """Return a name as it stands in a cell of substitutions: in quotes if it has a mark of such a cell."""
    needs_quotes = bool(_NEEDS_QUOTES & set(name)) or name.endswith("-")
    return '"{}"'.format(name.replace('"', '""')) if needs_quotes else name
