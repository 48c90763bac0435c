"""The rounds of a sheet as rows of a game record: bids, tricks won, and the figures that the sheet reports."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from service.notations.broken_off import may_be_broken_off
from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.headers import LABELS, Kind
from service.notations.csv_sheet.reading.events import OR_VOID, EventReader
from service.notations.csv_sheet.reading.people import People, Side
from service.notations.csv_sheet.reading.seating import Seating
from service.notations.csv_sheet.reading.sheet import Round
from service.notations.csv_sheet.reading.values import NO, YES, Bid, Number, Values
from service.notations.limits import LONGEST_LABEL, LONGEST_SIDE
from service.notations.model import Place, Record, Remarks, Unheard
from service.spades.english import listed, quoted
from service.spades.spelling import name_meant, plain_form

REPORTED: Mapping[Kind, str] = {
    "points": "points",
    "net points": "points",
    "total": "score",
    "bags": "bags",
    "running bags": "bags",
}
"""The columns that a sheet reports, and the members of a record that hold them."""
_Called = TypeVar("_Called")


def check_cells(rounds: Iterable[Round], remarks: Remarks) -> None:
    """Report every cell that is neither a bid nor a number where one has to be, whoever it is about."""
    values = Values(remarks)
    for cells in (cells for each in rounds for cells in each.of.values()):
        for kind, cell in cells.items():
            if kind == "bid":
                values.bids(cell)
            elif kind in REPORTED or kind in {"tricks", "new bags"}:
                values.number(cell, tricks=kind == "tricks")
            elif kind == "bag penalty" and cell.text:
                detail = "What bags and nils are worth follows from the ruleset: such columns are left out."
                remarks.note(cell.place, "unmapped", detail)


class RoundReader:
    """Makes rows of a game record from the rounds of one sheet."""

    def __init__(self, seating: Seating, events: EventReader, remarks: Remarks) -> None:
        self._people = seating.people
        self._seating = seating
        self._events = events
        self._remarks = remarks
        # The cells have been read before; whatever there is to say about one of them was said then.
        self._values = Values(Unheard())
        self.unrecorded: dict[Place, Cell] = {}
        """By the place of a round with tricks of some players only: who has none, at the place of the empty cell."""

    def row(self, each: Round) -> Record | None:
        """Return the row of a round; None if nothing is in it, or if it has bids and no tricks yet."""
        substitutions = self._seating.enter(each)
        self._people = self._seating.people
        each = self._seating.cells(each)
        events = self._events.of(each, self._people)
        is_broken_off = may_be_broken_off(events)
        bids, nils = self._bids(each)
        tricks = self._tricks(each, nils, may_lack=is_broken_off)
        reported = self._reported(each)
        if not (bids or tricks or reported or substitutions or events) and each.place not in self.unrecorded:
            return None
        row: Record = {}
        if bids:
            row["bids_by_player"] = {name: bid.tricks for name, bid in bids.items()}
        elif not is_broken_off:
            detail = f"Round {each.number} has no bids: write them, 0 or N for nil{OR_VOID}."
            self._remarks.fault(each.place, "no_bids", detail)
        order = [*self._people.players, *self._people.sides]
        blind = [name for name in order if name in bids and bids[name].blind]
        if blind:
            row["blind_bidders"] = blind
        if tricks:
            row["tricks_won"] = tricks
        if reported:
            row["reported"] = reported
        self._add_once(each, row)
        if substitutions:
            row["substitutions"] = substitutions
        return {**row, **events}

    def _bids(self, each: Round) -> tuple[dict[str, Bid], set[str]]:
        """Return the bids by player or, where only the side's is known, by side; and who bid nil in so many words."""
        own: dict[str, Bid] = {}
        of_side: dict[str, Bid] = {}
        shared: list[tuple[str, Bid]] = []
        for name, cells in each.of.items():
            bids = [self._blinded(bid, cells.get("blind")) for bid in self._values.bids(cells.get("bid", _NO_CELL))]
            members = self._people.sides.get(name, ())
            if name in self._people.players:
                members = (name,)
            if len(bids) == 1 and name in self._people.players:
                own[name] = bids[0]
            elif len(bids) == 1:
                of_side[name] = bids[0]
            elif bids and len(bids) == len(members):
                detail = f"Several bids in a cell are those of {' and '.join(members)}, in this order."
                self._remarks.note(bids[0].place, "bids_in_order", detail)
                shared += zip(members, bids, strict=True)
            elif bids:
                detail = f"{len(bids)} bids are in this cell: write one, or one for each player of {quoted(name)}."
                self._remarks.fault(bids[0].place, "not_a_bid", detail)
        for name, bid in shared:
            known = own.setdefault(name, bid)
            if (known.tricks, known.blind) != (bid.tricks, bid.blind):
                detail = f"{quoted(name)} bid {bid.shown} here, and {known.shown} elsewhere: one of the cells is wrong."
                self._remarks.fault(bid.place, "bids_disagree", detail)
            own[name] = known._replace(nil=known.nil or bid.nil)
        for side, bid in of_side.items():
            self._settle_bid(side, bid, own)
        nils = {name for name, bid in own.items() if bid.nil}
        return own, nils

    def _blinded(self, bid: Bid, cell: Cell | None) -> Bid:
        """Return a bid with what a column for blind bids says of it."""
        if cell is None:
            return bid
        word = plain_form(cell.text[:LONGEST_LABEL])
        is_yes = word in YES or word == "blind"
        if not is_yes and word not in NO:
            self._remarks.fault(cell.place, "not_yes_or_no", f"{quoted(cell.text)} is neither yes nor no: write one.")
        return bid._replace(blind=bid.blind or is_yes)

    def _settle_bid(self, side: str, bid: Bid, own: dict[str, Bid]) -> None:
        """Put the bid of a side beside those of its players: as its own, as their sum, or as what one of them lacks."""
        members = self._people.sides[side]
        known = [own[name].tricks for name in members if name in own]
        missing = [name for name in members if name not in own]
        if not known:
            own[side] = bid
        elif len(missing) == 1 and bid.tricks >= sum(known) and not bid.blind:
            detail = f"The bid of {quoted(side)} less that of the partner is read as the bid of {quoted(missing[0])}."
            self._remarks.note(bid.place, "bid_split", detail)
            own[missing[0]] = bid._replace(tricks=bid.tricks - sum(known), nil=False)
        elif missing or bid.tricks != sum(known) or (bid.blind and not any(own[name].blind for name in members)):
            of_players = listed(own[name].shown for name in members if name in own)
            detail = f"{quoted(side)} bid {bid.shown}, and its players {of_players}: one of the cells is wrong."
            self._remarks.fault(bid.place, "bids_disagree", detail)

    def _tricks(self, each: Round, nils: set[str], *, may_lack: bool) -> dict[str, int]:
        """Return the tricks won by player or, where only the side's are known and nobody on it bid nil, by side.

        None are returned if those of anybody are not recorded: whoever is not in a record's tricks has won none. In a
        round that was broken off those that are recorded count.
        """
        won = {
            name: number
            for name, cells in each.of.items()
            if (number := self._values.number(cells.get("tricks", _NO_CELL), tricks=True)) is not None
        }
        tricks = {name: number.value for name, number in won.items() if name in self._people.players}
        for side, number in won.items():
            if side not in self._people.players:
                self._settle_tricks(side, number, tricks, nils)
        return {} if not may_lack and self._lacks_tricks(each, won) else tricks

    def _lacks_tricks(self, each: Round, won: Collection[str]) -> bool:
        """Tell whether some have tricks in a round and others none, not even 0, and keep who the first of these is."""
        counted = {member for name in won for member in self._members(name)}
        missing = [player for player in self._people.players if player not in counted]
        if not won or not missing:
            return False
        side = self._people.side_of(missing[0])
        # A side of one keeps the name of a player who may have left.
        members = self._people.sides.get(side, ())
        name, place = side if members and {*members} <= {*missing} else missing[0], each.place
        for other, cells in each.of.items():
            if "tricks" in cells and not counted.issuperset(self._members(other)):
                name, place = other, cells["tricks"].place
                break
        self.unrecorded[each.place] = Cell(name, place)
        return True

    def _members(self, name: str) -> tuple[str, ...]:
        """Return the players that a number is about: the player, or those of the side."""
        return (name,) if name in self._people.players else self._people.sides[name]

    def _settle_tricks(self, side: str, number: Number, tricks: dict[str, int], nils: set[str]) -> None:
        members = self._people.sides[side]
        known = [tricks[name] for name in members if name in tricks]
        missing = [name for name in members if name not in tricks]
        if not known and number.value and nils & set(members):
            nil = next(name for name in members if name in nils)
            detail = f"{quoted(nil)} bid nil, so the tricks of each count: add a column '{nil} tricks'."
            self._remarks.fault(number.place, "nil_tricks_missing", detail)
        elif not known and nils & set(members):
            tricks.update(dict.fromkeys(members, 0))
        elif not known:
            tricks[side] = number.value
        elif len(missing) == 1 and number.value >= sum(known):
            detail = (
                f"The tricks of {quoted(side)} less those of the partner are read as those of {quoted(missing[0])}."
            )
            self._remarks.note(number.place, "tricks_split", detail)
            tricks[missing[0]] = number.value - sum(known)
        elif missing or number.value != sum(known):
            detail = (
                f"{quoted(side)} won {number.value} tricks, and its players {sum(known)}: one of the cells is wrong."
            )
            self._remarks.fault(number.place, "tricks_disagree", detail)

    def _reported(self, each: Round) -> dict[str, dict[str, int]]:
        """Return the figures of each side, by the members of ``reported``."""
        reported: dict[str, dict[str, int]] = {}
        for name, cells in each.of.items():
            side = name if name in self._people.sides else self._people.side_of(name)
            for kind, member in REPORTED.items():
                number = self._values.number(cells.get(kind, _NO_CELL))
                if number is None:
                    continue
                value = reported.setdefault(member, {}).setdefault(side, number.value)
                if value != number.value:
                    detail = (
                        f"{quoted(side)} has {value} before in round {each.number}: a side has one number for {kind}."
                    )
                    self._remarks.fault(number.place, "figures_disagree", detail)
            gained = self._values.number(cells.get("new bags", _NO_CELL))
            if gained is not None:
                detail = (
                    "A record has the running count of bags, and no place for those of each round: they are left out."
                )
                self._remarks.note(gained.place, "unmapped", detail)
        return reported

    def _add_once(self, each: Round, row: Record) -> None:
        """Add the dealer and the labels of a round."""
        for kind, cells in each.once.items():
            if kind not in {"dealer", *LABELS}:
                continue
            texts = {plain_form(cell.text[:LONGEST_LABEL]) for cell in cells}
            if len(texts) > 1:
                detail = f"Round {each.number} has another {kind} before: write one."
                self._remarks.fault(cells[-1].place, "figures_disagree", detail)
            elif kind == "dealer":
                row["dealer"] = self.player(cells[0], number=each.number)
            elif kind in LABELS and len(cells[0].text) > LONGEST_LABEL:
                detail = f"This {kind} is longer than the {LONGEST_LABEL} characters of a label, and left out."
                self._remarks.note(cells[0].place, "unmapped", detail)
            elif kind in LABELS:
                row.setdefault("labels", {})[kind] = cells[0].text

    def player(self, cell: Cell, *, number: int = 0) -> str:
        """Return the player that a cell names, in the round of this number; the text itself for a fault."""
        if number and self._seating.has_left(cell.text):
            return self._seating.sitter(cell, number=number) or cell.text
        return self._called(cell, {name: name for name in self._people.players}) or cell.text

    @property
    def people(self) -> People:
        """Who sat at the table in the round that was read last."""
        return self._people

    def standing_side(self, cell: Cell) -> Side | None:
        """Return the side that a cell names itself, or by its players or one of them; None for a fault."""
        people = self._people
        sides = {name: Side(name, members) for name, members in people.sides.items()}
        alone = {name: Side(name, (name,)) for name in people.players}
        known = alone | {name: side for side in sides.values() for name in side.members} | sides
        return people.side_of_players(cell.text) or self._called(cell, known)

    def _called(self, cell: Cell, known: Mapping[str, _Called]) -> _Called | None:
        """Return whoever a cell means, of those known by a name; None for a fault."""
        form = plain_form(cell.text[:LONGEST_SIDE])
        for name, meant in known.items():
            if plain_form(name) == form:
                return meant
        near = name_meant(cell.text[:LONGEST_LABEL], known)
        fix = f"is {quoted(near)} meant?" if near else f"the players are {', '.join(self._people.players)}."
        self._remarks.fault(cell.place, "unknown_name", f"{quoted(cell.text)} is not at the table: {fix}")
        return None


_NO_CELL = Cell("", Place(1, 1))
