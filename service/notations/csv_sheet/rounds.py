"""The rounds of a sheet as rows of a game record: bids, tricks won, what a director decided, the figures reported."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from service.notations import model
from service.notations.csv_sheet.cells import NO, Bid, Cell
from service.notations.csv_sheet.columns import AMOUNTS, LABELS, OF_BID, REPORTED, Kind
from service.notations.csv_sheet.sheet import Read, Round, Sheet, has_amount, said
from service.notations.csv_sheet.table import Substitution, Table
from service.notations.model import Place, Record, Remarks, may_be_broken_off
from service.spades.english import listed, plain_form, quoted

OR_VOID = ", or yes in a column 'void' if it counts for nothing"


class EventReader:
    """Reads what was decided in the rounds of one sheet."""

    def __init__(self, sheet: Sheet, remarks: Remarks) -> None:
        self._adjusted = sheet.adjusted
        self._remarks = remarks
        self._fault = remarks.fault

    def of(self, round_: Round, table: Table) -> Record:
        """Return the members of a row that say what was decided."""
        events: Record = {}
        if adjustments := self._adjustments(round_, table):
            events["adjustments"] = adjustments
        places = []
        for kind in ("void", "time called", "redeal by"):
            if (read := self.agreed(round_, kind)) is not None:
                events[kind.replace(" ", "_")] = read.value
                places += [read.place] if kind == "void" else []
        if "redeal_by" in events and "void" not in events:
            detail = f"Round {round_.number} is not void, so it is not dealt again: write yes in a column 'void'."
            self._fault(round_.once["redeal by"][0].place, "redeal_alone", detail)
        if (cell := self._somebody(round_, table)) is not None:
            side = table.side_meant(cell, self._remarks)
            events |= {} if side is None else {"forfeited_by": side}
            places.append(cell.place)
        self._add_reason(round_, events, places)
        return events

    def agreed(self, round_: Round, kind: Kind) -> Read | None:
        """Return what the cells of a round say in columns of a kind, None for nothing; they have to say the same."""
        reads = round_.once.get(kind, [])
        forms = {plain_form(read.value.text if isinstance(read.value, Cell) else str(read.value)) for read in reads}
        if len(forms) > 1:
            detail = f"Round {round_.number} has another {kind} before: write one."
            self._fault(reads[-1].place, "figures_disagree", detail)
        return reads[0] if reads else None

    def _somebody(self, round_: Round, table: Table) -> Cell | None:
        """Return the cell that names who forfeits, None if nobody does."""
        cells = [read for read in round_.once.get("forfeit", ()) if not _is_nobody(read.value, table)]
        read = self.agreed(round_._replace(once={"forfeit": cells}), "forfeit")
        return None if read is None else read.value

    def _add_reason(self, round_: Round, events: Record, places: list[Place]) -> None:
        """Add why a round is void or the game forfeited: one text for both."""
        reason = self.agreed(round_, "reason")
        if may_be_broken_off(events):
            what = "the round is void" if "void" in events else "the game is forfeited"
            events["reason"] = self._reason(what, reason, [*places, round_.place][0])
        elif reason is not None:
            unexplained = [cells for cells in round_.adjusted.values() if has_amount(cells) and not _why(cells)]
            if unexplained:
                detail = (
                    f"{quoted(reason.value)} may be the reason of {len(unexplained)} adjustments in round"
                    f" {round_.number}: write why each was made beside it, in columns such as 'ana+cy adjustment"
                    " reason'."
                )
                self._fault(reason.place, "two_readings", detail)
            else:
                detail = (
                    f"{quoted(reason.value)} is the reason of nothing: write yes in a column 'void', the side in a "
                    "column 'forfeit', or the points in a column such as 'ana+cy adjustment'."
                )
                self._fault(reason.place, "reason_alone", detail)

    def _reason(self, what: str, reason: Read | None, place: Place) -> str:
        if reason is None:
            self._fault(place, "reason_missing", f"Write why {what}, in a column 'reason' or 'adjustment reason'.")
        return "" if reason is None else reason.value

    def _adjustments(self, round_: Round, table: Table) -> list[Record]:
        """Return the adjustments in their order: by their numbers, and then as the sheet names the sides."""
        found: list[Record] = []
        source: dict[str, str] = {}
        names = [*dict.fromkeys(name for _, name in round_.adjusted)]
        for number, name in sorted(round_.adjusted, key=lambda key: (key[0], names.index(key[1]))):
            cells = round_.adjusted[number, name]
            if not has_amount(cells):
                if why := _why(cells):
                    detail = f"{quoted(why.value)} is the reason of no points: write them under '{name} adjustment'."
                    self._fault(why.place, "reason_alone", detail)
                continue
            for each in _amounts(cells):
                first = next(iter(each.values()))
                if not any(read.value for read in each.values()) and not _why(cells):
                    continue
                place = self._adjusted.get(name, first.place)
                side = table.side_meant(Cell(name, place), self._remarks)
                if side is None:
                    continue
                if source.setdefault(side, name) != name:
                    detail = (
                        f"{quoted(source[side])} and {quoted(name)} both have an adjustment in round {round_.number}:"
                        f" write it once, for {quoted(side)}, or twice, with a column '{side} adjustment 2', if it is"
                        " two."
                    )
                    self._fault(first.place, "two_readings", detail)
                reason = self._reason(f"{next(iter(each))} of {quoted(name)} are adjusted", _why(cells), first.place)
                figures = {member: read.value for member, read in each.items()}
                found.append(
                    {"team": side, **figures, **self._recipient(cells, side, figures, table), "reason": reason}
                )
        if len(found) > model.MOST_ADJUSTMENTS:
            detail = (
                f"A round has at most {model.MOST_ADJUSTMENTS} adjustments; here are {len(found)}: make one of several"
                " of a side, with the sum of their points and all their reasons."
            )
            self._fault(round_.place, "too_many", detail)
        return found

    def _recipient(self, cells: Mapping[Kind, Read], side: str, figures: Mapping[str, int], table: Table) -> Record:
        """Return the side that gets the tricks of an adjustment, if one does."""
        to = said(cells, "adjustment to")
        if to is None or _is_nobody(to, table):
            return {}
        taker = table.side_meant(to, self._remarks)
        if taker is not None and (figures.get("tricks", 0) >= 0 or taker == side):
            detail = f"{quoted(taker)} gets tricks only if another side loses them: write these below 0, or leave it."
            self._fault(to.place, "nothing_to_move", detail)
        return {} if taker is None else {"to": taker}


def _why(cells: Mapping[Kind, Read]) -> Read | None:
    return cells["adjustment reason"] if said(cells, "adjustment reason") else None


def _amounts(cells: Mapping[Kind, Read]) -> Iterator[dict[str, Read]]:
    """Yield the points, or else the tricks, of each adjustment; the tricks belong to the first."""
    points = [{"points": cells[kind]} for kind in AMOUNTS if said(cells, kind) is not None]
    tricks = {} if said(cells, "tricks adjustment") is None else {"tricks": cells["tricks adjustment"]}
    first, *others = points or [{}]
    yield {**first, **tricks}
    yield from others


def _is_nobody(cell: Cell, table: Table) -> bool:
    """Tell whether a cell for a name has a word for nobody, which is not also somebody's name."""
    return cell.form in NO and cell.form not in {plain_form(name) for name in table.names}


class RoundReader:
    """Makes rows of a game record from the rounds of one sheet."""

    def __init__(
        self, sheet: Sheet, table: Table, changes: Mapping[Place, Sequence[Substitution]], remarks: Remarks
    ) -> None:
        self._table, self._changes = table, changes
        self._events = EventReader(sheet, remarks)
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note

    def rows(self, rounds: list[Round]) -> list[Record]:
        """Return the rows of all rounds but empty ones at the end, and the last one if it has no tricks yet."""
        rows = [(round_, *self._row(round_)) for round_ in rounds]
        while rows and rows[-1][1] is None:
            rows.pop()
        for round_, row, lacking in rows:
            if row is not None and ("tricks_won" in row or may_be_broken_off(row)):
                continue
            place = lacking.place if lacking else round_.place
            detail = f"Round {round_.number} has no tricks{f' of {quoted(lacking.text)}' if lacking else ''}"
            if round_ is rows[-1][0] and "adjustments" not in (row or {}):
                self._note(place, "round_unfinished", f"{detail} yet and is left out.")
                return [row for _, row, _ in rows[:-1] if row is not None]
            fix = "how many, 0 for none" if lacking else f"how many each player or side won{OR_VOID}"
            self._fault(place, "no_tricks", f"{detail}: write {fix}.")
        return [row for _, row, _ in rows if row is not None]

    def _row(self, round_: Round) -> tuple[Record | None, Cell | None]:
        """Return the row of a round, None for an empty one; and who has no tricks although others have, and where."""
        substitutions = self._table.enter(round_, self._changes[round_.place], self._remarks)
        events = self._events.of(round_, self._table)
        is_broken_off = may_be_broken_off(events)
        bids = self._bids(round_)
        tricks = self._tricks(round_, {name for name, bid in bids.items() if bid.nil})
        lacking = None if is_broken_off else self._without_tricks(round_, tricks)
        reported = self._reported(round_)
        if not (bids or tricks or reported or substitutions or events):
            return None, lacking
        if not bids and not is_broken_off:
            detail = f"Round {round_.number} has no bids: write them, 0 or N for nil{OR_VOID}."
            self._fault(round_.place, "no_bids", detail)
        order = [*self._table.players, *self._table.sides]
        members: dict[str, Any] = {
            "bids_by_player": {name: bid.tricks for name, bid in bids.items()},
            "blind_bidders": [name for name in order if name in bids and bids[name].blind],
            "tricks_won": {} if lacking else tricks,
            "reported": reported,
            **self._once(round_),
            "substitutions": substitutions,
        }
        return {**{name: value for name, value in members.items() if value}, **events}, lacking

    def _bids(self, round_: Round) -> dict[str, Bid]:
        """Return the bids by player, or by side if only the side's is known."""
        own: dict[str, Bid] = {}
        of_sides: dict[str, tuple[Bid, Place]] = {}
        shared: list[tuple[str, Bid, Place]] = []
        for name, cells in round_.of.items():
            bids, place = self._bids_with_kinds(cells)
            members = self._table.members(name)
            if len(bids) == 1 and members:
                if name in self._table.players:
                    own[name] = bids[0]
                else:
                    of_sides[name] = bids[0], place
            elif bids and len(bids) == len(members):
                detail = f"Several bids in a cell are those of {' and '.join(members)}, in this order."
                self._note(place, "bids_in_order", detail)
                shared += [(member, bid, place) for member, bid in zip(members, bids, strict=True)]
            elif bids and members:
                fix = f"write one, or one for each player of {quoted(name)}"
                detail = (
                    f"{len(bids)} bids are in this cell: {fix}; if it is bid and tricks, head it '{name} bid/took'."
                )
                self._fault(place, "not_a_bid", detail)
        for name, bid, place in shared:
            known = own.setdefault(name, bid)
            if (known.tricks, known.blind) != (bid.tricks, bid.blind):
                detail = f"{quoted(name)} bid {bid.shown} here, and {known.shown} elsewhere: one of the cells is wrong."
                self._fault(place, "bids_disagree", detail)
            own[name] = known._replace(nil=known.nil or bid.nil)
        for side, (bid, place) in of_sides.items():
            self._settle_bid(side, bid, place, own)
        return own

    def _bids_with_kinds(self, cells: Mapping[Kind, Read]) -> tuple[tuple[Bid, ...], Place]:
        """Return the bids of a player or side, of the kinds that columns beside them say, and where they are."""
        bids: tuple[Bid, ...] = said(cells, "bid") or ()
        kinds = [kind for kind in OF_BID if said(cells, kind)]
        words = {word for kind in kinds for word in kind.split()}
        place = cells[kinds[0] if kinds and not bids else "bid"].place if kinds or bids else Place(1, 1)
        if "nil" in words and any(bid.tricks for bid in bids):
            shown = "+".join(bid.shown for bid in bids)
            detail = f"{quoted(shown)} tricks were bid, and a column beside it says nil: one of the cells is wrong."
            self._fault(place, "bids_disagree", detail)
        elif kinds and len(bids) > 1:
            detail = (
                f"A column says that {kinds[0]} was bid, and {len(bids)} bids are in this cell: write BN or B6 in it."
            )
            self._fault(place, "bids_disagree", detail)
            return (), place
        elif "nil" in words:
            return (Bid(0, "blind" in words or any(bid.blind for bid in bids), nil=True),), place
        elif words and bids:
            return (bids[0]._replace(blind=True),), place
        elif words:
            self._fault(place, "not_a_bid", "A column says that this bid is blind, and there is no bid: write it.")
        return bids, place

    def _settle_bid(self, side: str, bid: Bid, place: Place, own: dict[str, Bid]) -> None:
        """Put the bid of a side beside those of its players: as its own, as their sum, or as what one of them lacks."""
        known = {name: own[name] for name in self._table.sides[side] if name in own}
        if not known:
            own[side] = bid
        elif bid.blind and not any(each.blind for each in known.values()):
            detail = f"{quoted(side)} bid {bid.shown}, and none of its players bid blind: one of the cells is wrong."
            self._fault(place, "bids_disagree", detail)
        else:
            tricks = {name: each.tricks for name, each in known.items()}
            for name, rest in self._left_for_partner("bids", side, Read(bid.tricks, place), tricks):
                own[name] = bid._replace(tricks=rest, nil=False)

    def _left_for_partner(
        self, what: str, side: str, number: Read, known: Mapping[str, int]
    ) -> Iterator[tuple[str, int]]:
        """Yield the partner who has the rest of a side's number, and that rest; nothing if the players have all of it.

        ``known`` are the numbers of its players; notes a fault if they contradict that of the side.
        """
        missing = [name for name in self._table.sides[side] if name not in known]
        rest = number.value - sum(known.values())
        if len(missing) == 1 and rest >= 0:
            detail = f"Of the {what} of {quoted(side)}, those that are not the partner's are read as those of"
            self._note(number.place, f"{what}_split", f"{detail} {quoted(missing[0])}.")
            yield missing[0], rest
        elif missing or rest:
            detail = f"{quoted(side)} has {number.value} {what}, and its players {listed(map(str, known.values()))}"
            self._fault(number.place, f"{what}_disagree", f"{detail}: one of the cells is wrong.")

    def _tricks(self, round_: Round, nils: set[str]) -> dict[str, int]:
        """Return the tricks won by player, or by side if only the side's are known and nobody on it bid nil."""
        won = {name: cells["tricks"] for name, cells in round_.of.items() if said(cells, "tricks") is not None}
        tricks: dict[str, int] = {name: read.value for name, read in won.items() if name in self._table.players}
        for side, read in won.items():
            members = self._table.members(side)
            if side in self._table.players or not members:
                continue
            known = {name: tricks[name] for name in members if name in tricks}
            nil = next((name for name in members if name in nils), None)
            if known:
                tricks.update(self._left_for_partner("tricks", side, read, known))
            elif nil is None:
                tricks[side] = read.value
            elif not read.value:
                tricks.update(dict.fromkeys(members, 0))
            else:
                detail = f"{quoted(nil)} bid nil, so the tricks of each count: add a column '{nil} tricks'."
                self._fault(read.place, "nil_tricks_missing", detail)
        return tricks

    def _without_tricks(self, round_: Round, won: Collection[str]) -> Cell | None:
        """Return who has no tricks, not even 0, in a round in which others have some, and where they should be."""
        counted = {member for name in won for member in self._table.members(name)}
        missing = [player for player in self._table.players if player not in counted]
        if not won or not missing:
            return None
        for name, cells in round_.of.items():
            if "tricks" in cells and not counted.issuperset(self._table.members(name)):
                return Cell(name, cells["tricks"].place)
        side = self._table.side_of(missing[0])
        members = self._table.sides.get(side, ())
        # A side of one keeps the name of a player who may have left.
        return Cell(side if members and {*members} <= {*missing} else missing[0], round_.place)

    def _reported(self, round_: Round) -> dict[str, dict[str, int]]:
        """Return the figures of each side, by the members of ``reported``."""
        reported: dict[str, dict[str, int]] = {}
        for name, cells in round_.of.items():
            side = self._table.side_of(name)
            for kind, member in REPORTED.items():
                number = said(cells, kind)
                if number is None:
                    continue
                value = reported.setdefault(member, {}).setdefault(side, number)
                if value != number:
                    detail = (
                        f"{quoted(side)} has {value} before in round {round_.number}: a side has one number for {kind}."
                    )
                    self._fault(cells[kind].place, "figures_disagree", detail)
        return reported

    def _once(self, round_: Round) -> Record:
        """Return the dealer and the labels of a round."""
        reads = {kind: read for kind in ("dealer", *LABELS) if (read := self._events.agreed(round_, kind)) is not None}
        dealer = reads.pop("dealer", None)
        labels = {kind: read.value for kind, read in reads.items()}
        once: Record = (
            {} if dealer is None else {"dealer": self._table.player_in(dealer.value, round_.number, self._remarks)}
        )
        return {**once, "labels": labels}
