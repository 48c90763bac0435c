"""What a director decided in a round of a sheet: adjustments of points, a void round, a forfeit, and why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from service.notations.broken_off import may_be_broken_off
from service.notations.csv_sheet.cells import Cell
from service.notations.csv_sheet.headers import ADJUSTMENTS, Kind
from service.notations.csv_sheet.reading.people import People
from service.notations.csv_sheet.reading.sheet import Round, Sheet, has_amount
from service.notations.csv_sheet.reading.values import NO, NOTHING, YES, Values
from service.notations.limits import HIGHEST_ADJUSTMENT, LONGEST_REASON, LONGEST_SIDE, MOST_ADJUSTMENTS
from service.notations.model import Place, Record, Remarks
from service.spades.english import quoted
from service.spades.spelling import name_meant, plain_form

OR_VOID = ", or yes in a column 'void' if it counts for nothing"
_NO_CELL = Cell("", Place(1, 1))


class _Amount(NamedTuple):
    """A cell with the points of an adjustment, and why."""

    name: str
    kind: Kind
    cell: Cell
    reason: Cell


class EventReader:
    """Reads what was decided in the rounds of one sheet."""

    def __init__(self, sheet: Sheet, people: People, remarks: Remarks) -> None:
        self._first = people
        """Those who sat at the table at first, after whom sides are called."""
        self._titles = sheet.titles
        self._remarks = remarks
        self._values = Values(remarks)
        amounts = [amount for each in sheet.rounds for amount in _amounts(each)]
        self._is_taken_away = self._sign_of_penalties(amounts)

    def of(self, each: Round, people: People) -> Record:
        """Return the members of a row that say what was decided."""
        events: Record = {}
        adjustments = self._adjustments(each, people)
        if adjustments:
            events["adjustments"] = adjustments
        said, place = self._void(each, events)
        place = self._forfeit(each, people, events) or place
        self._add_reason(each, events, said, place)
        return events

    def _void(self, each: Round, events: Record) -> tuple[dict[str, Place], Place]:
        """Add whether a round is void; return what its cells say beside yes, and where they are."""
        said: dict[str, Place] = {}
        place = each.place
        was_played = each.has("bid") and each.has("tricks")
        for cell in each.once.get("void", ()):
            form = plain_form(cell.text[:LONGEST_REASON])
            if form in NO:
                continue
            events["void"], place = True, cell.place
            if form in YES:
                continue
            # A round that was played to its end is not struck out for a word that may mean anything.
            if was_played or not any(map(str.isalpha, form)):
                title = quoted(self._titles["void"])
                detail = (
                    f"{quoted(cell.text)} is neither yes nor no: write yes in {title} and why in 'reason' if round "
                    f"{each.number} counts for nothing, or leave the cell empty."
                )
                self._remarks.fault(cell.place, "not_yes_or_no", detail)
            else:
                said.setdefault(cell.text, cell.place)
        return said, place

    def _forfeit(self, each: Round, people: People, events: Record) -> Place | None:
        """Add who forfeits, and return where that is written."""
        named = {plain_form(name): name for name in (*people.sides_kept, *people.players, *people.sides)}
        place = None
        for cell in each.once.get("forfeit", ()):
            form = plain_form(cell.text[:LONGEST_SIDE])
            if form not in named and form in NO:
                continue
            place = cell.place
            joined = self._first.side_of_players(cell.text)
            if form not in named and joined is None:
                near = name_meant(cell.text[:LONGEST_SIDE], named.values())
                fix = f"is {quoted(near)} meant?" if near else f"write the side, such as {self._example(people)}."
                self._remarks.fault(cell.place, "unknown_name", f"{quoted(cell.text)} forfeits no game: {fix}")
                continue
            side = self._side(named[form], people, place) if joined is None else joined.name
            if events.setdefault("forfeited_by", side) != side:
                detail = f"Round {each.number} has another side that forfeits before: write one."
                self._remarks.fault(place, "figures_disagree", detail)
        return place

    @staticmethod
    def _example(people: People) -> str:
        return quoted(next(iter(people.sides), people.players[0]))

    def _side(self, name: str, people: People, place: Place) -> str:
        """Return the side that a name means, and note it if it is that of one of its players."""
        side = name if name in people.sides else people.side_of(name)
        if side != name:
            detail = f"What is written for {quoted(name)} here is read as that of the side, {quoted(side)}."
            self._remarks.note(place, "side_of_a_player", detail)
        return side

    def _add_reason(self, each: Round, events: Record, said: dict[str, Place], place: Place) -> None:
        """Add why a round is void or the game forfeited: one text for both."""
        for cell in each.once.get("reason", ()):
            said.setdefault(cell.text, cell.place)
        texts = [*said]
        if len(texts) > 1:
            detail = f"Round {each.number} has two reasons, {quoted(texts[0])} and {quoted(texts[1])}: write one."
            self._remarks.fault(said[texts[1]], "figures_disagree", detail)
        elif (
            texts
            and not may_be_broken_off(events)
            and len(lacking := [a for a in _amounts(each) if not a.reason.text]) > 1
        ):
            detail = (
                f"{quoted(texts[0])} may be the reason of {len(lacking)} adjustments in round {each.number}: write why "
                "each was made beside it, in columns such as 'ana+cy adjustment reason'."
            )
            self._remarks.fault(said[texts[0]], "two_readings", detail)
        elif texts and not may_be_broken_off(events):
            detail = (
                f"{quoted(texts[0])} is the reason of nothing: write yes in a column 'void', the side in a column "
                "'forfeit', or the points in a column such as 'ana+cy adjustment'."
            )
            self._remarks.fault(said[texts[0]], "reason_alone", detail)
        elif texts:
            events["reason"] = self._checked(Cell(texts[0], said[texts[0]]))
        elif may_be_broken_off(events):
            events["reason"] = self._reason_by_title("void" if "void" in events else "forfeit", place)

    def _checked(self, cell: Cell) -> str:
        if len(cell.text) > LONGEST_REASON:
            self._remarks.fault(cell.place, "too_long", f"Write a reason of at most {LONGEST_REASON} characters.")
        return cell.text

    def _reason_by_title(self, kind: Kind, place: Place) -> str:
        title = self._titles.get(kind, kind) if kind in {"void", "forfeit"} else kind
        detail = f"The sheet does not say why: {quoted(title)} is read as the reason, after the header of the column."
        self._remarks.note(place, "reason_assumed", detail)
        return title

    def _sign_of_penalties(self, amounts: Sequence[_Amount]) -> bool:
        """Return whether penalties are written as what is taken away, and refuse bonuses below 0, and a mixture."""
        for amount in amounts:
            if amount.kind == "bonus" and amount.cell.text.startswith(("-", "\N{MINUS SIGN}")):
                detail = f"{quoted(amount.cell.text)} is no bonus: write points below 0 in a column 'adjustment'."
                self._remarks.fault(amount.cell.place, "out_of_range", detail)
        penalties = [amount.cell for amount in amounts if amount.kind == "penalty" and amount.cell.text.strip("+0")]
        below = [cell for cell in penalties if cell.text.startswith(("-", "\N{MINUS SIGN}", "\N{EN DASH}"))]
        above = [cell for cell in penalties if cell not in below]
        if below and above:
            detail = (
                f"{quoted(above[0].text)} and {quoted(below[0].text)} are both penalties: write all of them as -50, or "
                "all as 50, and points that are given under 'adjustment'."
            )
            self._remarks.fault(above[0].place, "two_readings", detail)
        elif above:
            detail = f"A penalty of {quoted(above[0].text)} is read as points taken away, as are the others."
            self._remarks.note(above[0].place, "penalty_read", detail)
        if penalties and "penalty" in self._titles:
            detail = (
                f"The column {quoted(self._titles['penalty'])} is read as points that a director takes away, beside "
                "those of the rules; a penalty for bags belongs to no column."
            )
            self._remarks.note(penalties[0].place, "adjustment_read", detail)
        return bool(above)

    def _adjustments(self, each: Round, people: People) -> list[Record]:
        found: list[Record] = []
        source: dict[str, str] = {}
        for amount in _amounts(each):
            number = self._values.number(amount.cell, highest=HIGHEST_ADJUSTMENT)
            if number is None or (number.value == 0 and not amount.reason.text):
                continue
            points = -number.value if amount.kind == "penalty" and self._is_taken_away else number.value
            side = self._side(amount.name, people, amount.cell.place)
            if source.setdefault(side, amount.name) != amount.name:
                detail = (
                    f"{quoted(source[side])} and {quoted(amount.name)} both have an adjustment in round {each.number}: "
                    f"write it once, for {quoted(side)}, or twice, with a column '{side} adjustment 2', if it is two."
                )
                self._remarks.fault(amount.cell.place, "two_readings", detail)
            reason = self._checked(amount.reason) or self._reason_by_title(amount.kind, amount.cell.place)
            found.append({"team": side, "points": points, "reason": reason})
        if len(found) > MOST_ADJUSTMENTS:
            detail = (
                f"A round has at most {MOST_ADJUSTMENTS} adjustments; here are {len(found)}: make one of several of a "
                "side, with the sum of their points and all their reasons."
            )
            self._remarks.fault(each.place, "too_many", detail)
        self._refuse_reasons_alone(each)
        return found

    def _refuse_reasons_alone(self, each: Round) -> None:
        for name, numbered in each.adjusted.items():
            for cells in numbered.values():
                reason = cells.get("adjustment reason", _NO_CELL)
                if reason.text and not has_amount(cells):
                    detail = f"{quoted(reason.text)} is the reason of no points: write them under '{name} adjustment'."
                    self._remarks.fault(reason.place, "reason_alone", detail)


def _amounts(each: Round) -> Iterator[_Amount]:
    """Yield the adjustments of a round in their order: by their numbers, and then as the sheet names the sides."""
    numbers = sorted({number for numbered in each.adjusted.values() for number in numbered})
    for number in numbers:
        for name, numbered in each.adjusted.items():
            cells: Mapping[Kind, Cell] = numbered.get(number, {})
            for kind in ADJUSTMENTS:
                if plain_form(cells.get(kind, _NO_CELL).text[:LONGEST_REASON]) not in NOTHING:
                    yield _Amount(name, kind, cells[kind], cells.get("adjustment reason", _NO_CELL))
