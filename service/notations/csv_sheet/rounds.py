"""The rounds of a sheet as rows of a game record: bids, tricks won, what a director decided, the figures reported."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from typing import NamedTuple

from service.notations import model
from service.notations.csv_sheet.headers import ADJUSTMENTS, LABELS, REPORTED, Cell, Kind
from service.notations.csv_sheet.layout import (
    NO,
    NO_CELL,
    NOTHING,
    YES,
    Bid,
    Number,
    Round,
    Sheet,
    bid_cell,
    bids_of,
    has_amount,
    is_amount,
    number_of,
)
from service.notations.csv_sheet.people import People, Seating
from service.notations.model import Place, Record, Remarks, Unheard, may_be_broken_off
from service.spades.english import listed, plain_form, quoted

OR_VOID = ", or yes in a column 'void' if it counts for nothing"


class _Amount(NamedTuple):
    """A cell with the points of an adjustment, or else with its tricks, and why."""

    name: str
    kind: Kind
    cell: Cell
    reason: Cell
    tricks: Cell = NO_CELL
    to: Cell = NO_CELL
    """The side that gets the tricks."""


class EventReader:
    """Reads what was decided in the rounds of one sheet."""

    def __init__(self, sheet: Sheet, remarks: Remarks) -> None:
        self._titles, self._adjusted = sheet.titles, sheet.adjusted
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note

    def of(self, round_: Round, people: People) -> Record:
        """Return the members of a row that say what was decided."""
        events: Record = {}
        for name, numbered in round_.adjusted.items():
            for why in (
                cells["adjustment reason"]
                for cells in numbered.values()
                if "adjustment reason" in cells and not has_amount(cells)
            ):
                if why.text:
                    detail = f"{quoted(why.text)} is the reason of no points: write them under '{name} adjustment'."
                    self._fault(why.place, "reason_alone", detail)
        adjustments = self._adjustments(round_, people)
        if adjustments:
            events["adjustments"] = adjustments
        place = self._void(round_, events)
        self._redeal(round_, events)
        if any(self._says(cell, "time called", round_) for cell in round_.once.get("time called", ())):
            events["time_called"] = True
        place = self._forfeit(round_, people, events) or place
        self._add_reason(round_, events, place)
        return events

    def _void(self, round_: Round, events: Record) -> Place:
        """Add whether a round is void, and return where that is written."""
        place = round_.place
        for cell in round_.once.get("void", ()):
            if self._says(cell, "void", round_):
                events["void"], place = True, cell.place
        return place

    def _says(self, cell: Cell, kind: Kind, round_: Round) -> bool:
        """Return whether a cell says yes; notes a fault if it says neither yes nor no."""
        form = plain_form(cell.text[: model.LONGEST_REASON])
        if form in YES or form in NO:
            return form in YES
        title = quoted(self._titles[kind].text)
        if kind == "void":
            what = f"{title} and why in 'reason' if round {round_.number} counts for nothing"
        else:
            what = f"{title} if the game ended with round {round_.number}"
        detail = f"{quoted(cell.text)} is neither yes nor no: write yes in {what}, or leave the cell empty."
        self._fault(cell.place, "not_yes_or_no", detail)
        return False

    def _redeal(self, round_: Round, events: Record) -> None:
        """Add who deals after a void round."""
        for cell in round_.once.get("redeal by", ()):
            by = "_".join(plain_form(cell.text[: model.LONGEST_REASON]).replace("_", " ").split())
            if by not in {"same_dealer", "next_dealer"}:
                detail = f"{quoted(cell.text)} is neither 'same dealer' nor 'next dealer', who may deal a round again."
                self._fault(cell.place, "not_a_dealer", detail)
            elif "void" not in events:
                detail = f"Round {round_.number} is not void, so it is not dealt again: write yes in a column 'void'."
                self._fault(cell.place, "redeal_alone", detail)
            elif events.setdefault("redeal_by", by) != by:
                detail = f"Round {round_.number} is dealt again by somebody else before: write one."
                self._fault(cell.place, "figures_disagree", detail)

    def _forfeit(self, round_: Round, people: People, events: Record) -> Place | None:
        """Add who forfeits, and return where that is written."""
        place = None
        for cell in round_.once.get("forfeit", ()):
            if _is_nobody(cell, people, NO):
                continue
            place = cell.place
            side = people.side_meant(cell, self._remarks)
            if side is not None and events.setdefault("forfeited_by", side) != side:
                detail = f"Round {round_.number} has another side that forfeits before: write one."
                self._fault(place, "figures_disagree", detail)
        return place

    def _add_reason(self, round_: Round, events: Record, place: Place) -> None:
        """Add why a round is void or the game forfeited: one text for both."""
        said: dict[str, Place] = {}
        for cell in round_.once.get("reason", ()):
            said.setdefault(cell.text, cell.place)
        texts = [*said]
        if len(texts) > 1:
            detail = f"Round {round_.number} has two reasons, {quoted(texts[0])} and {quoted(texts[1])}: write one."
            self._fault(said[texts[1]], "figures_disagree", detail)
        elif may_be_broken_off(events):
            cell = Cell(texts[0], said[texts[0]]) if texts else NO_CELL
            what = "the round is void" if "void" in events else "the game is forfeited"
            events["reason"] = self._reason(what, cell, place)
        elif texts:
            unexplained = sum(not amount.reason.text for amount in _amounts(round_))
            if unexplained > 1:
                detail = (
                    f"{quoted(texts[0])} may be the reason of {unexplained} adjustments in round {round_.number}: "
                    "write why each was made beside it, in columns such as 'ana+cy adjustment reason'."
                )
                self._fault(said[texts[0]], "two_readings", detail)
            else:
                detail = (
                    f"{quoted(texts[0])} is the reason of nothing: write yes in a column 'void', the side in a column "
                    "'forfeit', or the points in a column such as 'ana+cy adjustment'."
                )
                self._fault(said[texts[0]], "reason_alone", detail)

    def _reason(self, what: str, cell: Cell, place: Place) -> str:
        """Return the text of a cell that says why something is so; notes a fault if it is empty or too long."""
        if not cell.text:
            self._fault(place, "reason_missing", f"Write why {what}, in a column 'reason' or 'adjustment reason'.")
        elif len(cell.text) > model.LONGEST_REASON:
            self._fault(cell.place, "too_long", f"Write a reason of at most {model.LONGEST_REASON} characters.")
        return cell.text

    def _adjustments(self, round_: Round, people: People) -> list[Record]:
        found: list[Record] = []
        source: dict[str, str] = {}
        for amount in _amounts(round_):
            number = number_of(amount.cell, self._remarks, highest=model.HIGHEST_ADJUSTMENT)
            tricks = number_of(amount.tricks, self._remarks, highest=model.MOST_CARDS)
            figures = [figure.value for figure in (number, tricks) if figure is not None]
            if not figures or (not any(figures) and not amount.reason.text):
                continue
            points = 0 if number is None else -abs(number.value) if amount.kind == "penalty" else number.value
            if amount.kind == "bonus" and points < 0:
                detail = f"{quoted(amount.cell.text)} is no bonus: write points below 0 in a column 'adjustment'."
                self._fault(amount.cell.place, "out_of_range", detail)
            at = amount.cell.place if amount.cell.text else amount.tricks.place
            place = self._adjusted.get(amount.name, amount.cell).place
            side = people.side_meant(Cell(amount.name, place), self._remarks)
            if side is None:
                continue
            if source.setdefault(side, amount.name) != amount.name:
                detail = (
                    f"{quoted(source[side])} and {quoted(amount.name)} both have an adjustment in round {round_.number}"
                    f": write it once, for {quoted(side)}, or twice, with a column '{side} adjustment 2', if it is two."
                )
                self._fault(at, "two_readings", detail)
            what = f"{'tricks' if number is None else 'points'} of {quoted(amount.name)} are adjusted"
            reason = self._reason(what, amount.reason, at)
            found.append(
                {
                    "team": side,
                    **({} if number is None else {"points": points}),
                    **({} if tricks is None else {"tricks": tricks.value}),
                    **self._recipient(amount, side, 0 if tricks is None else tricks.value, people),
                    "reason": reason,
                }
            )
        if len(found) > model.MOST_ADJUSTMENTS:
            detail = (
                f"A round has at most {model.MOST_ADJUSTMENTS} adjustments; here are {len(found)}: make one of several"
                " of a side, with the sum of their points and all their reasons."
            )
            self._fault(round_.place, "too_many", detail)
        return found

    def _recipient(self, amount: _Amount, side: str, tricks: int, people: People) -> Record:
        """Return the side that gets the tricks of an adjustment, if one does."""
        if _is_nobody(amount.to, people, NOTHING):
            return {}
        taker = people.side_meant(amount.to, self._remarks)
        if taker is not None and (tricks >= 0 or taker == side):
            detail = f"{quoted(taker)} gets tricks only if another side loses them: write these below 0, or leave it."
            self._fault(amount.to.place, "nothing_to_move", detail)
        return {} if taker is None else {"to": taker}


def _is_nobody(cell: Cell, people: People, words: Container[str]) -> bool:
    """Tell whether a cell for a name has a word for nobody, which is not also somebody's name."""
    form = plain_form(cell.text[: model.LONGEST_SIDE])
    return form in words and form not in {
        plain_form(name) for name in (*people.sides_kept, *people.players, *people.sides)
    }


def _amounts(round_: Round) -> Iterator[_Amount]:
    """Yield the adjustments of a round in their order: by their numbers, and then as the sheet names the sides."""
    numbers = sorted({number for numbered in round_.adjusted.values() for number in numbered})
    for number in numbers:
        for name, numbered in round_.adjusted.items():
            cells: Mapping[Kind, Cell] = numbered.get(number, {})
            of_points: list[Kind] = [kind for kind in ADJUSTMENTS if is_amount(cells.get(kind, NO_CELL))]
            tricks, to = cells.get("tricks adjustment", NO_CELL), cells.get("adjustment to", NO_CELL)
            tricks = tricks if is_amount(tricks) else NO_CELL
            if tricks is not NO_CELL and not of_points:
                of_points = ["tricks adjustment"]
            for place, kind in enumerate(of_points):
                moved = (NO_CELL, NO_CELL) if place else (tricks, to)
                points = cells.get(kind, NO_CELL) if kind in ADJUSTMENTS else NO_CELL
                yield _Amount(name, kind, points, cells.get("adjustment reason", NO_CELL), *moved)


def check_cells(rounds: Iterable[Round], remarks: Remarks) -> None:
    """Report every cell that is neither a bid nor a number where one has to be, whoever it is about."""
    for cells in (cells for round_ in rounds for cells in round_.of.values()):
        bids_of(bid_cell(cells, remarks), remarks)
        for kind, cell in cells.items():
            if kind in REPORTED or kind == "tricks":
                number_of(cell, remarks, tricks=kind == "tricks")


_HEARD = Unheard()
"""For cells that `check_cells` has read before: whatever there is to say about one of them was said then."""


class RoundReader:
    """Makes rows of a game record from the rounds of one sheet."""

    def __init__(self, seating: Seating, events: EventReader, remarks: Remarks) -> None:
        self.people = seating.people
        self._seating = seating
        self._events = events
        self._remarks = remarks
        self._fault, self._note = remarks.fault, remarks.note
        self.unrecorded: dict[Place, Cell] = {}
        """By the place of a round with tricks of some players only: who has none, at the place of the empty cell."""

    def row(self, round_: Round) -> Record | None:
        """Return the row of a round; None if nothing is in it, or if it has bids and no tricks yet."""
        substitutions = self._seating.enter(round_)
        self.people = self._seating.people
        round_ = self._seating.cells(round_)
        events = self._events.of(round_, self.people)
        is_broken_off = may_be_broken_off(events)
        bids, nils = self._bids(round_)
        tricks = self._tricks(round_, nils, may_lack=is_broken_off)
        reported = self._reported(round_)
        if not (bids or tricks or reported or substitutions or events) and round_.place not in self.unrecorded:
            return None
        row: Record = {}
        if bids:
            row["bids_by_player"] = {name: bid.tricks for name, bid in bids.items()}
        elif not is_broken_off:
            detail = f"Round {round_.number} has no bids: write them, 0 or N for nil{OR_VOID}."
            self._fault(round_.place, "no_bids", detail)
        order = [*self.people.players, *self.people.sides]
        blind = [name for name in order if name in bids and bids[name].blind]
        if blind:
            row["blind_bidders"] = blind
        if tricks:
            row["tricks_won"] = tricks
        if reported:
            row["reported"] = reported
        self._add_once(round_, row)
        if substitutions:
            row["substitutions"] = substitutions
        return {**row, **events}

    def _bids(self, round_: Round) -> tuple[dict[str, Bid], set[str]]:
        """Return the bids by player, or by side if only the side's is known, and the players whose bid says nil."""
        own: dict[str, Bid] = {}
        of_side: dict[str, Bid] = {}
        shared: list[tuple[str, Bid]] = []
        for name, cells in round_.of.items():
            bids = bids_of(bid_cell(cells, _HEARD), _HEARD)
            members = self.people.sides.get(name, ())
            if name in self.people.players:
                members = (name,)
            if len(bids) == 1 and name in self.people.players:
                own[name] = bids[0]
            elif len(bids) == 1:
                of_side[name] = bids[0]
            elif bids and len(bids) == len(members):
                detail = f"Several bids in a cell are those of {' and '.join(members)}, in this order."
                self._note(bids[0].place, "bids_in_order", detail)
                shared += zip(members, bids, strict=True)
            elif bids:
                fix = f"write one, or one for each player of {quoted(name)}"
                detail = (
                    f"{len(bids)} bids are in this cell: {fix}; if it is bid and tricks, head it '{name} bid/took'."
                )
                self._fault(bids[0].place, "not_a_bid", detail)
        for name, bid in shared:
            known = own.setdefault(name, bid)
            if (known.tricks, known.blind) != (bid.tricks, bid.blind):
                detail = f"{quoted(name)} bid {bid.shown} here, and {known.shown} elsewhere: one of the cells is wrong."
                self._fault(bid.place, "bids_disagree", detail)
            own[name] = known._replace(nil=known.nil or bid.nil)
        for side, bid in of_side.items():
            self._settle_bid(side, bid, own)
        nils = {name for name, bid in own.items() if bid.nil}
        return own, nils

    def _settle_bid(self, side: str, bid: Bid, own: dict[str, Bid]) -> None:
        """Put the bid of a side beside those of its players: as its own, as their sum, or as what one of them lacks."""
        members = self.people.sides[side]
        if not any(name in own for name in members):
            own[side] = bid
        elif bid.blind and not any(own[name].blind for name in members if name in own):
            detail = f"{quoted(side)} bid {bid.shown}, and none of its players bid blind: one of the cells is wrong."
            self._fault(bid.place, "bids_disagree", detail)
        else:
            known = {name: own[name].tricks for name in members if name in own}
            for name, tricks in self._left_for_partner("bids", side, Number(bid.tricks, bid.place), known):
                own[name] = bid._replace(tricks=tricks, nil=False)

    def _left_for_partner(
        self, what: str, side: str, number: Number, known: Mapping[str, int]
    ) -> Iterator[tuple[str, int]]:
        """Yield the partner who has the rest of a side's number, and that rest; nothing if the players have all of it.

        ``known`` are the numbers of its players; notes a fault if they contradict that of the side.
        """
        missing = [name for name in self.people.sides[side] if name not in known]
        rest = number.value - sum(known.values())
        if len(missing) == 1 and rest >= 0:
            detail = f"Of the {what} of {quoted(side)}, those that are not the partner's are read as those of"
            self._note(number.place, f"{what}_split", f"{detail} {quoted(missing[0])}.")
            yield missing[0], rest
        elif missing or rest:
            detail = f"{quoted(side)} has {number.value} {what}, and its players {listed(map(str, known.values()))}"
            self._fault(number.place, f"{what}_disagree", f"{detail}: one of the cells is wrong.")

    def _tricks(self, round_: Round, nils: set[str], *, may_lack: bool) -> dict[str, int]:
        """Return the tricks won by player, or by side if only the side's are known and nobody on it bid nil.

        The result is empty if anybody's tricks are missing, because a record counts none for a player whom its tricks
        leave out. In a round that was broken off, the tricks that are recorded count.
        """
        won = {
            name: number
            for name, cells in round_.of.items()
            if (number := number_of(cells.get("tricks", NO_CELL), _HEARD, tricks=True)) is not None
        }
        tricks = {name: number.value for name, number in won.items() if name in self.people.players}
        for side, number in won.items():
            if side not in self.people.players:
                self._settle_tricks(side, number, tricks, nils)
        return {} if not may_lack and self._lacks_tricks(round_, won) else tricks

    def _lacks_tricks(self, round_: Round, won: Collection[str]) -> bool:
        """Tell whether some have tricks in a round and others none, not even 0, and keep who the first of these is."""
        counted = {member for name in won for member in self._members(name)}
        missing = [player for player in self.people.players if player not in counted]
        if not won or not missing:
            return False
        side = self.people.side_of(missing[0])
        # A side of one keeps the name of a player who may have left.
        members = self.people.sides.get(side, ())
        name, place = side if members and {*members} <= {*missing} else missing[0], round_.place
        for other, cells in round_.of.items():
            if "tricks" in cells and not counted.issuperset(self._members(other)):
                name, place = other, cells["tricks"].place
                break
        self.unrecorded[round_.place] = Cell(name, place)
        return True

    def _members(self, name: str) -> tuple[str, ...]:
        """Return the players that a number is about: the player, or those of the side."""
        return (name,) if name in self.people.players else self.people.sides[name]

    def _settle_tricks(self, side: str, number: Number, tricks: dict[str, int], nils: set[str]) -> None:
        members = self.people.sides[side]
        known = {name: tricks[name] for name in members if name in tricks}
        if known:
            tricks.update(self._left_for_partner("tricks", side, number, known))
        elif not nils & set(members):
            tricks[side] = number.value
        elif not number.value:
            tricks.update(dict.fromkeys(members, 0))
        else:
            nil = next(name for name in members if name in nils)
            detail = f"{quoted(nil)} bid nil, so the tricks of each count: add a column '{nil} tricks'."
            self._fault(number.place, "nil_tricks_missing", detail)

    def _reported(self, round_: Round) -> dict[str, dict[str, int]]:
        """Return the figures of each side, by the members of ``reported``."""
        reported: dict[str, dict[str, int]] = {}
        for name, cells in round_.of.items():
            side = name if name in self.people.sides else self.people.side_of(name)
            for kind, member in REPORTED.items():
                number = number_of(cells.get(kind, NO_CELL), _HEARD)
                if number is None:
                    continue
                value = reported.setdefault(member, {}).setdefault(side, number.value)
                if value != number.value:
                    detail = (
                        f"{quoted(side)} has {value} before in round {round_.number}: a side has one number for {kind}."
                    )
                    self._fault(number.place, "figures_disagree", detail)
        return reported

    def _add_once(self, round_: Round, row: Record) -> None:
        """Add the dealer and the labels of a round."""
        for kind, cells in round_.once.items():
            if kind not in {"dealer", *LABELS}:
                continue
            texts = {plain_form(cell.text[: model.LONGEST_LABEL]) for cell in cells}
            if len(texts) > 1:
                detail = f"Round {round_.number} has another {kind} before: write one."
                self._fault(cells[-1].place, "figures_disagree", detail)
            elif kind == "dealer":
                row["dealer"] = self.player(cells[0], number=round_.number)
            elif kind in LABELS and len(cells[0].text) > model.LONGEST_LABEL:
                detail = f"This {kind} is longer than the {model.LONGEST_LABEL} characters of a label, and left out."
                self._note(cells[0].place, "unmapped", detail)
            elif kind in LABELS:
                row.setdefault("labels", {})[kind] = cells[0].text

    def player(self, cell: Cell, *, number: int = 0) -> str:
        """Return the player that a cell names, in the round of this number; the text itself for a fault."""
        if cell.text in self._seating.left:
            self._seating.refuse_absent(cell.text, cell.place, number)
            return cell.text
        return self.people.named_in(cell, self.people.players, self._remarks) or cell.text
