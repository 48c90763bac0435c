"""A game record as a score sheet in CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, TypeAlias, TypeVar

from service.media_types import harmless
from service.notations.csv_sheet.headers import ALONE, LABELS, Header, Kind, header_meant, heads_of
from service.notations.csv_sheet.people import People
from service.notations.model import (
    HIGHEST_ROUND,
    LONGEST_NAME,
    MOST_ADJUSTMENTS,
    Loss,
    UnwritableRecord,
    WrittenText,
    may_be_broken_off,
)
from service.notations.round_parts import endings_in, names_in
from service.spades.english import plain_form, quoted
from service.spades.errors import pointer_to

_BY_NAME = {"before", "bids_by_player", "tricks_won", "points", "score", "bags"}
"""The members that have a member for each player or side."""


class Names:
    """The players and sides of one game, and what a sheet cannot hold of their names."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.faults: list[Loss] = []
        self.losses: list[Loss] = []
        self.players: Sequence[str] = record["players"]
        self.sides: dict[str, tuple[str, ...]] = {
            team["name"]: tuple(team["players"]) for team in record.get("teams", ())
        }
        self.newcomers = [*dict.fromkeys(name for _, name in _newcomers(record))]
        """Whoever comes in for a player without having sat at the table at first."""
        self.people = [*self.players, *self.newcomers]
        self.labels = dict(self._labels(record.get("labels", {})))
        places = [(pointer_to("players", index), player) for index, player in enumerate(self.players)]
        places += _newcomers(record)
        for pointer, player in places:
            if "+" in player:
                self._fault(pointer, "A name with + in it would be read as that of a side.")
        places += [(pointer_to("teams", index), team["name"]) for index, team in enumerate(record.get("teams", ()))]
        for pointer, name in places:
            if not is_one_line(name) or len(name) > LONGEST_NAME:
                detail = f"{quoted(name)} is not on one line, or has spaces around it, which a sheet does not keep."
                self._fault(pointer, detail)
        for member in ("ruleset", "first_dealer"):
            if not is_one_line(str(record.get(member, "x"))):
                self._fault(pointer_to(member), "A sheet holds names on one line, without spaces around them.")
        if record.get("first_dealer", self.players[0]) not in self.players:
            self._fault("#/first_dealer", "The dealer is not one of the players.")
        sheet = {member: record.get(member, {}) for member in ("before", "rounds")}
        for name, *path in names_in(sheet, {"player", "team", "to", "forfeited_by"}, _BY_NAME):
            self._add_side(pointer_to(*path), str(name))
        partners = {member for members in self.sides.values() for member in members} - self.sides.keys()
        for name in partners & record.get("before", {}).keys():
            self._fault(pointer_to("before", name), f"{quoted(name)} has a side, and a standing is that of the side.")
        self._check_apart()
        teams = [team["name"] for team in record.get("teams", ())]
        others = sorted(self.sides.keys() - {*teams}, key=lambda name: self.players.index(self.sides[name][0]))
        self.order = list(dict.fromkeys([*self.people, *teams, *others]))
        """All names in the order of their columns: players, teams, and other sides by their first players."""

    def _fault(self, pointer: str, detail: str) -> None:
        self.faults.append(Loss(pointer, "names", detail))

    def _labels(self, labels: Mapping[str, str]) -> Iterator[tuple[str, str]]:
        for name, text in labels.items():
            if is_one_line(name) and (is_one_line(text) or not text):
                yield name, text
            else:
                detail = f"The label {quoted(name)} is not on one line, or has spaces around it."
                self.losses.append(Loss(pointer_to("labels", name), "unmapped", detail))

    def _add_side(self, pointer: str, name: str) -> None:
        """Take a key of the record for what it is: a player, a team, or the players of a side joined by plus signs."""
        members = tuple(name.split("+"))
        if name in self.people or name in self.sides:
            return
        in_order = tuple(player for player in self.players if player in members)
        if len(members) > 1 and members == in_order:
            self.sides[name] = members
        else:
            self._fault(pointer, f"{quoted(name)} is neither a player nor a side of these players.")

    def _check_apart(self) -> None:
        """Refuse players on two sides, and names that differ only in what a sheet does not tell apart."""
        members = [member for side in self.sides.values() for member in side]
        if len(set(members)) < len(members) or not {*members} <= {*self.players}:
            self._fault(
                "#/teams", "A player is on two sides, or no player at all, and a sheet would be read otherwise."
            )
        names = {*self.people, *self.sides}
        if len({plain_form(name) for name in names}) < len(names) or len({*self.players}) < len(self.players):
            self._fault(
                "#/players", "Two names differ by no more than case or spaces, which a sheet does not tell apart."
            )


def _newcomers(record: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each player who takes a seat for the first time, with the pointer to the name."""
    seen = {*record["players"]}
    for index, row in enumerate(record["rounds"]):
        for place, substitution in enumerate(row.get("substitutions", ())):
            if substitution["in"] not in seen:
                yield pointer_to("rounds", index, "substitutions", place, "in"), substitution["in"]
            seen |= {substitution["out"], substitution["in"]}


def is_one_line(text: str) -> bool:
    """Tell whether a text comes back from a sheet: not empty, on one line, without spaces around it."""
    return bool(text) and text == text.strip() and not set("\n\r\0") & set(text)


Cells: TypeAlias = dict[Header, str]
_Value = TypeVar("_Value", int, str)

FIGURES: tuple[Kind, ...] = ("points", "net points", "total", "running bags")
ONCE: tuple[Kind, ...] = (
    *("dealer", "substitutions", "void", "redeal by", "forfeit", "reason", "time called"),
    *LABELS,
)
"""What a round has once, in the order of the columns."""
_TEXTS: tuple[Kind, ...] = (*ONCE, "adjustment to", "adjustment reason")
"""The columns of names and texts; all others have numbers."""
_MEMBERS_OF_A_ROW = {
    *("bids", "bids_by_player", "blind_bidders", "tricks_won", "dealer", "reported", "labels"),
    *("adjustments", "void", "redeal_by", "forfeited_by", "reason", "time_called", "substitutions"),
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
        self._first_number = record.get("first_round_number", 1)
        if self._first_number + len(record["rounds"]) - 1 > HIGHEST_ROUND:
            detail = f"A score sheet numbers rounds from 1 to {HIGHEST_ROUND}."
            self.faults.append(Loss("#/first_round_number", "row", detail))
        self._first = self._table = People(tuple(names.players), names.sides, ())
        # In a sheet with adjustments it would not be clear whether points are with or without them.
        self._points: Kind = "net points" if any(row.get("adjustments") for row in record["rounds"]) else "points"

    def cells_of(self, index: int, row: Mapping[str, Any]) -> Cells:
        """Return the cells of a round."""
        cells: Cells = {Header("round"): str(self._first_number + index)}
        self._add_substitutions(index, row.get("substitutions", ()), cells)
        is_broken_off = may_be_broken_off(row)
        if row.get("tricks") or ("tricks" in row and not is_broken_off):
            detail = "A score sheet has a row for a round, not a log of its tricks: write 'tricks_won' instead."
            self._fault(index, "tricks", detail=detail)
        for member in row:
            if member in _MAY_BE_EMPTY and not row[member]:
                detail = "In a score sheet this looks the same as if it were left out."
                self._lose(index, member, code="absence", detail=detail)
            elif member not in {*_MEMBERS_OF_A_ROW, "tricks", "claim"}:
                self._lose(index, member, detail=f"A score sheet has no place for {quoted(member)}.")
        self.faults += endings_in(row, "A score sheet", "rounds", index)
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
            if change["out"] not in self._table.players:
                detail = "Who leaves does not sit at the table then."
                self._fault(index, "substitutions", place, detail=detail)
            elif change["in"] in self._table.players:
                self._fault(index, "substitutions", place, detail="Who comes in sits at the table already.")
            else:
                self._table = self._table.replaced(change["out"], change["in"], self._first)
        if pairs:
            cells[Header("substitutions")] = "; ".join(pairs)

    def _add_decisions(self, index: int, row: Mapping[str, Any], cells: Cells) -> None:
        """Add adjustments, and whether the round is void, the game forfeited or time called."""
        members: Mapping[str, Kind] = {"void": "void", "time_called": "time called"}
        for member, kind in members.items():
            if row.get(member):
                cells[Header(kind)] = "yes"
            elif member in row:
                detail = "In a score sheet this looks the same as if it were left out."
                self._lose(index, member, code="absence", detail=detail)
        if "redeal_by" in row:
            cells[Header("redeal by")] = row["redeal_by"].replace("_", " ")
            if not row.get("void"):
                self._fault(index, "redeal_by", detail="The round is not void, so nobody deals it again.")
        if "forfeited_by" in row:
            cells[Header("forfeit")] = row["forfeited_by"]
            self._check_side(index, row["forfeited_by"], "forfeited_by")
        if "reason" in row:
            cells[Header("reason")] = self._text(index, row["reason"], "reason")
            if not may_be_broken_off(row):
                self._fault(index, "reason", detail="This is the reason of nothing: the round is not void.")
        elif may_be_broken_off(row):
            self._fault(index, detail="A void round and a forfeit need a reason.")
        self._add_adjustments(index, row.get("adjustments", ()), cells)

    def _add_adjustments(self, index: int, adjustments: Iterable[Mapping[str, Any]], cells: Cells) -> None:
        """Add the points and tricks that a director gave or took, each with its reason."""
        number, last = 1, -1
        for place, adjustment in enumerate(adjustments):
            side = adjustment["team"]
            self._check_side(index, side, "adjustments", place, "team")
            at = self._names.order.index(side) if side in self._names.order else last
            # They are read by their numbers, and those with the same number in the order of the columns.
            number += at <= last
            last = at
            if "points" in adjustment:
                cells[Header("adjustment", side, number)] = str(adjustment["points"])
            if "tricks" in adjustment:
                cells[Header("tricks adjustment", side, number)] = str(adjustment["tricks"])
            if "to" in adjustment:
                cells[Header("adjustment to", side, number)] = adjustment["to"]
                self._check_side(index, adjustment["to"], "adjustments", place, "to")
            reason = self._text(index, adjustment["reason"], "adjustments", place, "reason")
            cells[Header("adjustment reason", side, number)] = reason

    def _text(self, index: int, text: str, *parts: str | int) -> str:
        """Return a text as a cell holds it."""
        kept = text.replace("\r\n", "\n").replace("\r", "\n").strip()
        if not kept:
            self._fault(index, *parts, detail="A reason of nothing but spaces is none in a score sheet.")
        if kept != text:
            self._lose(index, *parts, detail="A cell keeps neither spaces around a text nor carriage returns in it.")
        return kept

    def _check_side(self, index: int, name: str, *parts: str | int) -> None:
        if not self._first.has_figures(name):
            detail = f"{quoted(name)} is no side of its own at this table, and this belongs to a side."
            self._fault(index, *parts, detail=detail)

    def _player_meant(self, name: str) -> str | None:
        """Return the player or the side that a bid or tricks under this name belong to; None if there is nobody."""
        if name in self._table.players or name in self._first.sides:
            return name
        return self._table.players[self._first.players.index(name)] if self._first.has_figures(name) else None

    def _of_people(self, index: int, by_name: Mapping[str, _Value], *parts: str) -> dict[str, _Value]:
        """Return numbers by those who sit at the table; a side of one is written as its player."""
        found: dict[str, _Value] = {}
        for name, value in by_name.items():
            meant = self._player_meant(name)
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
            for place, (_, bid) in enumerate(made):
                if bid.get("kind") in {"nil", "zero"}:
                    detail = "A cell does not say of which kind a bid of no tricks is."
                    self._lose(index, "bids", place, "kind", detail=detail)
            by_player = {name: bid["tricks"] for name, bid in made}
            blind = [name for name, bid in made if "blind" in bid.get("kind", "")]
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
                if not self._first.has_figures(name):
                    detail = f"{quoted(name)} has a side, and figures are those of the side."
                    self._fault(index, "reported", member, name, detail=detail)


def _in_a_list(name: str) -> str:
    """Return a name as it stands in a cell of substitutions: in quotes if it has a mark of such a cell."""
    needs_quotes = bool(_NEEDS_QUOTES & set(name)) or name.endswith("-")
    return '"{}"'.format(name.replace('"', '""')) if needs_quotes else name


_WRITTEN = {"players", "teams", "ruleset", "first_dealer", "first_round_number", "before", "labels", "rounds"}
_FOUR = 4
_ADJUSTMENT: tuple[Kind, ...] = ("adjustment", "tricks adjustment", "adjustment to", "adjustment reason")


def write(record: Mapping[str, Any]) -> WrittenText:
    """Return a game as a sheet: wide, or long if a name would not be understood in a header.

    Raises `UnwritableRecord` for a record that is no game, for rounds without bids or tricks won, and for names that a
    sheet cannot tell apart.
    """
    if "tricks" in record:
        detail = "A score sheet has no place for cards, only for the number of tricks that each player or side won."
        raise UnwritableRecord([Loss("#/tricks", "not_a_game", detail)])
    if "rounds" not in record:
        detail = "A score sheet holds a game: put the round into 'rounds'."
        raise UnwritableRecord([Loss("#/rounds", "not_a_game", detail)])
    names = Names(record)
    rows = RowWriter(record, names)
    rounds = [rows.cells_of(index, row) for index, row in enumerate(record["rounds"])]
    faults = sorted([*names.faults, *rows.faults])
    if faults:
        raise UnwritableRecord(faults)
    lines = _head_lines(record, rounds, names)
    table = _wide(rounds, names) or _long(rounds, names)
    losses = [
        Loss(pointer_to(member), "unmapped", f"A score sheet has no place for {quoted(member)}.")
        for member in record
        if member not in _WRITTEN or (member == "ruleset" and not isinstance(record["ruleset"], str))
    ]
    losses += [*names.losses, *rows.losses]
    return WrittenText(lines + _as_text(table), tuple(sorted(losses)))


def _head_lines(record: Mapping[str, Any], rounds: Sequence[Cells], names: Names) -> str:
    heads = heads_of({**record, "labels": names.labels})
    alone = any(header.subject in names.players and header.kind in FIGURES for cells in rounds for header in cells)
    if alone and len(names.players) >= _FOUR:
        heads.append(["sides", ALONE])
    return "".join(f"# {key}: {_as_text([values])}" for key, *values in heads)


def _wide(rounds: Sequence[Cells], names: Names) -> list[list[str]] | None:
    """Return a row for each round; None without bids or tricks, or if a name does not come back from a header."""
    used = {header for cells in rounds for header in cells}
    columns = [Header("round"), *_columns_of("", ONCE, used)]
    of_bids = [column for name in names.order for column in _columns_of(name, ("bid",), used)]
    of_tricks = [column for name in names.order for column in _columns_of(name, ("tricks",), used)]
    if not of_bids or not of_tricks:
        return None
    columns += [*of_bids, *of_tricks]
    columns += [column for name in names.order for column in _columns_of(name, _ADJUSTMENT, used)]
    columns += [column for name in names.order for column in _columns_of(name, FIGURES, used)]
    if any(header_meant(column.title) != column for column in columns):
        return None
    titles = [harmless(column.title) for column in columns]
    return [titles, *([_shown(cells, column) for column in columns] for cells in rounds)]


def _shown(cells: Cells, column: Header) -> str:
    """Return the cell of a column, which no spreadsheet runs as a formula; empty if the round has none."""
    text = cells.get(column, "")
    return harmless(text) if column.kind in _TEXTS else text


def _columns_of(name: str, kinds: Iterable[Kind], used: AbstractSet[Header]) -> list[Header]:
    """Return the columns of a name that have a cell in any round; those with numbers in pairs, by their numbers."""
    columns = [Header(kind, name, number) for number in range(1, MOST_ADJUSTMENTS + 1) for kind in kinds]
    return [column for column in columns if column in used]


def _long(rounds: Sequence[Cells], names: Names) -> list[list[str]]:
    """Return a line for each player and side of each round; the first also has the cells filled once a round."""
    used = {header for cells in rounds for header in cells}
    of_somebody = {header._replace(subject="") for header in used if header.subject}
    columns = [Header("bid"), Header("tricks"), *_columns_of("", (*_ADJUSTMENT, *FIGURES), of_somebody)]
    once = _columns_of("", ONCE, used)
    table: list[list[str]] = [["round", "player", "team", *(column.title for column in (*columns, *once))]]
    for cells in rounds:
        subjects = {header.subject for header in cells}
        # A round in which nothing is recorded of anybody needs a line, too.
        present = [name for name in names.order if name in subjects] or names.order[:1]
        for name in present:
            who = [harmless(name), ""] if name in names.people else ["", harmless(name)]
            own = [_shown(cells, column._replace(subject=name)) for column in columns]
            of_round = [_shown(cells, column) if name == present[0] else "" for column in once]
            table.append([cells[Header("round")], *who, *own, *of_round])
    return table


def _as_text(table: Sequence[Sequence[str]]) -> str:
    file = io.StringIO(newline="")
    csv.writer(file, lineterminator="\n").writerows(table)
    return file.getvalue()
