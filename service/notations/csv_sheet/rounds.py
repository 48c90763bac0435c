"""The rounds of a sheet as rows of a game record: bids, tricks won, what a director decided, the figures reported."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from service.notations import model
from service.notations.csv_sheet.cells import NO, Bid, Cell
from service.notations.csv_sheet.columns import AMOUNTS, COLUMNS, LABELS, OF_BID, REPORTED, Kind
from service.notations.csv_sheet.sheet import Read, Round, Sheet, has_amount, said
from service.notations.csv_sheet.table import Substitution, Table
from service.notations.model import Place, Record, Remarks, may_be_broken_off
from service.spades.english import listed, plain_form, quoted

OR_VOID = ", or yes in a column 'void' if it counts for nothing"
_DECIDED: tuple[Kind, ...] = ("void", "time called", "redeal by")
_WHY: Kind = "adjustment reason"


class RoundReader:
    """Makes rows of a game record from the rounds of one sheet."""

    def __init__(
        self, sheet: Sheet, table: Table, changes: Mapping[Place, list[Substitution]], remarks: Remarks
    ) -> None:
        self._sheet, self._table, self._changes, self._remarks = sheet, table, changes, remarks
        self._fault, self._note = remarks.fault, remarks.note

    def rows(self) -> list[Record]:
        """Return the rows of all rounds but empty ones at the end, and the last one if it has no tricks yet."""
        rows = [(round_, *self._row(round_)) for round_ in self._sheet.rounds]
        while rows and rows[-1][1] is None:
            rows.pop()
        for round_, row, lacking in rows:
            if row is not None and ("tricks_won" in row or may_be_broken_off(row)):
                continue
            place = lacking.place if lacking else round_.place
            detail = f"Round {round_.number} has no tricks{f' of {quoted(lacking.text)}' if lacking else ''}"
            if round_ is rows[-1][0] and "adjustments" not in (row or {}):
                self._note(place, "round_unfinished", f"{detail} yet and is left out.")
                rows.pop()
                break
            fix = "how many, 0 for none" if lacking else f"how many each player or side won{OR_VOID}"
            self._fault(place, "no_tricks", f"{detail}: write {fix}.")
        return [row for _, row, _ in rows if row is not None]

    def _row(self, round_: Round) -> tuple[Record | None, Cell | None]:
        """Return the row of a round, None for an empty one; and a player without tricks beside others, and where."""
        substitutions = self._table.enter(round_, self._changes[round_.place], self._remarks)
        events = self._events(round_)
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
        dealer = self._agreed(round_, "dealer")
        labels = {kind: read.value for kind in LABELS if (read := self._agreed(round_, kind)) is not None}
        members: dict[str, Any] = {
            "bids_by_player": {name: bid.tricks for name, bid in bids.items()},
            "blind_bidders": [name for name in self._table.in_order if name in bids and bids[name].blind],
            "tricks_won": {} if lacking else tricks,
            "reported": reported,
            "dealer": dealer and self._table.player_in(dealer.value, round_.number, self._remarks),
            "labels": labels,
            "substitutions": substitutions,
        }
        return {**{name: value for name, value in members.items() if value}, **events}, lacking

    def _agreed(self, round_: Round, kind: Kind) -> Read | None:
        """Return what the cells of a round say in columns of a kind, None for nothing; they have to say the same."""
        reads = [read for read in round_.once.get(kind, ()) if kind != "forfeit" or not self._is_nobody(read.value)]
        forms = {plain_form(read.value.text if isinstance(read.value, Cell) else str(read.value)) for read in reads}
        if len(forms) > 1:
            detail = f"Round {round_.number} has another {kind} before: write one."
            self._fault(reads[-1].place, "figures_disagree", detail)
        return reads[0] if reads else None

    def _is_nobody(self, cell: Cell) -> bool:
        """Tell whether a cell for a name has a word for nobody, which is not also somebody's name."""
        return cell.form in NO and cell.form not in map(plain_form, self._table.names)

    def _events(self, round_: Round) -> Record:
        """Return the members of a row that say what was decided."""
        adjustments = self._adjustments(round_)
        events: Record = {"adjustments": adjustments} if adjustments else {}
        reads = {kind: read for kind in _DECIDED if (read := self._agreed(round_, kind)) is not None}
        events |= {COLUMNS[kind].member: read.value for kind, read in reads.items()}
        if "redeal by" in reads and "void" not in reads:
            detail = f"Round {round_.number} is not void, so it is not dealt again: write yes in a column 'void'."
            self._fault(reads["redeal by"].place, "redeal_alone", detail)
        forfeit = self._agreed(round_, "forfeit")
        side = None if forfeit is None else self._table.side_meant(forfeit.value, self._remarks)
        events |= {} if side is None else {"forfeited_by": side}
        reason = self._agreed(round_, "reason")
        if may_be_broken_off(events):
            what = "the round is void" if "void" in events else "the game is forfeited"
            place = next(read.place for read in (reads.get("void"), forfeit) if read is not None)
            events["reason"] = self._reason(what, reason, place)
        elif reason is not None:
            self._refuse_reason(round_, reason)
        return events

    def _refuse_reason(self, round_: Round, reason: Read) -> None:
        unexplained = [cells for cells in round_.adjusted.values() if has_amount(cells) and not said(cells, _WHY)]
        if unexplained:
            detail = (
                f"{quoted(reason.value)} may be the reason of {len(unexplained)} adjustments in round {round_.number}:"
                " write why each was made beside it, in columns such as 'ana+cy adjustment reason'."
            )
            self._fault(reason.place, "two_readings", detail)
        else:
            detail = (
                f"{quoted(reason.value)} is the reason of nothing: write yes in a column 'void', the side in a column"
                " 'forfeit', or the points in a column such as 'ana+cy adjustment'."
            )
            self._fault(reason.place, "reason_alone", detail)

    def _reason(self, what: str, reason: Read | None, place: Place) -> str:
        if reason is None or not reason.value:
            self._fault(place, "reason_missing", f"Write why {what}, in a column 'reason' or 'adjustment reason'.")
            return ""
        return str(reason.value)

    def _adjustments(self, round_: Round) -> list[Record]:
        """Return the adjustments in their order: by their numbers, and then as the sheet names the sides."""
        found: list[Record] = []
        source: dict[str, str] = {}
        names = [*dict.fromkeys(name for _, name in round_.adjusted)]
        for number, name in sorted(round_.adjusted, key=lambda key: (key[0], names.index(key[1]))):
            cells = round_.adjusted[number, name]
            why = cells.get(_WHY)
            if why is not None and why.value and not has_amount(cells):
                detail = f"{quoted(why.value)} is the reason of no points: write them under '{name} adjustment'."
                self._fault(why.place, "reason_alone", detail)
            for each in _amounts(cells):
                first = next(iter(each.values()))
                if not (any(read.value for read in each.values()) or said(cells, _WHY)):
                    continue  # an adjustment of 0 without a reason is none
                place = self._sheet.adjusted.get(name, first.place)
                side = self._table.side_meant(Cell(name, place), self._remarks)
                if side is None:
                    continue
                if source.setdefault(side, name) != name:
                    detail = (
                        f"{quoted(source[side])} and {quoted(name)} both have an adjustment in round {round_.number}:"
                        f" write it once, for {quoted(side)}, or twice, with a column '{side} adjustment 2'."
                    )
                    self._fault(first.place, "two_readings", detail)
                reason = self._reason(f"{next(iter(each))} of {quoted(name)} are adjusted", why, first.place)
                figures = {member: read.value for member, read in each.items()}
                found.append({"team": side, **figures, **self._recipient(cells, side, figures), "reason": reason})
        if len(found) > model.MOST_ADJUSTMENTS:
            detail = (
                f"A round has at most {model.MOST_ADJUSTMENTS} adjustments; here are {len(found)}: make one of several"
                " of a side, with the sum of their points and all their reasons."
            )
            self._fault(round_.place, "too_many", detail)
        return found

    def _recipient(self, cells: Mapping[Kind, Read], side: str, figures: Mapping[str, int]) -> Record:
        """Return the side that gets the tricks of an adjustment, if one does."""
        to = said(cells, "adjustment to")
        taker = None if to is None or self._is_nobody(to) else self._table.side_meant(to, self._remarks)
        if taker is not None and (figures.get("tricks", 0) >= 0 or taker == side):
            detail = f"{quoted(taker)} gets tricks only if another side loses them: write these below 0, or leave it."
            self._fault(to.place, "nothing_to_move", detail)
        return {} if taker is None else {"to": taker}

    def _bids(self, round_: Round) -> dict[str, Bid]:
        """Return the bids by player, or by side if only the side's is known."""
        own: dict[str, Bid] = {}
        of_sides: dict[str, tuple[Bid, Place]] = {}
        for name, cells in round_.of.items():
            bid = self._bid_with_kind(cells)
            if bid is not None and name in self._table.players:
                own[name] = bid
            elif bid is not None and self._table.members(name):
                of_sides[name] = bid, next(cells[kind].place for kind in ("bid", *OF_BID) if said(cells, kind))
        for side, (bid, place) in of_sides.items():
            self._settle_bid(side, bid, place, own)
        return own

    def _bid_with_kind(self, cells: Mapping[Kind, Read]) -> Bid | None:
        """Return the bid of a player or side, of the kind that columns beside it say."""
        bid: Bid | None = said(cells, "bid")
        kinds = [kind for kind in OF_BID if said(cells, kind)]
        words = {word for kind in kinds for word in kind.split()}
        if not kinds:
            return bid
        if bid is None and "nil" not in words:
            detail = "A column says that this bid is blind, and there is no bid: write it."
            self._fault(cells[kinds[0]].place, "not_a_bid", detail)
            return None
        bid = bid or Bid(0, blind=False, nil=True)
        if "nil" in words and bid.tricks:
            detail = f"{quoted(bid.shown)} tricks were bid, and a column beside it says nil: one of the cells is wrong."
            self._fault(cells["bid"].place, "bids_disagree", detail)
        return bid._replace(blind=bid.blind or "blind" in words, nil=bid.nil or "nil" in words)

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
            members = () if side in self._table.players else self._table.members(side)
            known = {name: tricks[name] for name in members if name in tricks}
            nil = next((name for name in members if name in nils), None)
            if known:
                tricks.update(self._left_for_partner("tricks", side, read, known))
            elif nil is not None and read.value:
                detail = f"{quoted(nil)} bid nil, so the tricks of each count: add a column '{nil} tricks'."
                self._fault(read.place, "nil_tricks_missing", detail)
            elif members:
                tricks |= {side: read.value} if nil is None else dict.fromkeys(members, 0)
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
            for kind in (kind for kind in REPORTED if said(cells, kind) is not None):
                number = said(cells, kind)
                value = reported.setdefault(REPORTED[kind], {}).setdefault(side, number)
                if value != number:
                    detail = (
                        f"{quoted(side)} has {value} before in round {round_.number}: a side has one number for {kind}."
                    )
                    self._fault(cells[kind].place, "figures_disagree", detail)
        return reported


def _amounts(cells: Mapping[Kind, Read]) -> Iterator[dict[str, Read]]:
    """Yield the points, or else the tricks, of each adjustment; the tricks belong to the first."""
    points = [{"points": cells[kind]} for kind in AMOUNTS if said(cells, kind) is not None]
    tricks = {} if said(cells, "tricks adjustment") is None else {"tricks": cells["tricks adjustment"]}
    for each in points or ([tricks] if tricks else []):
        yield {**each, **tricks}
        tricks = {}
