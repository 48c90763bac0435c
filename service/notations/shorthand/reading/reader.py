"""From a text in shorthand to its records, part by part: rounds, and games of rounds."""

from __future__ import annotations

from collections.abc import Iterator

from service.notations.limits import HIGHEST_ROUND
from service.notations.model import Place, ReadText, Record
from service.notations.shorthand.reading.draft import Draft, Part
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.lexer import Statement, statements
from service.notations.shorthand.reading.statements import read_statement


def read(text: str) -> ReadText:
    """Read a text with line ends LF; raises `UnreadableText`, and nothing else, whatever the text."""
    faults = Faults()
    records = tuple(_Parts(faults).records(statements(text, faults)))
    if not records:
        what = "There is no round in this text" if text.strip() else "The text is empty"
        detail = f"{what}: it begins with the players, such as N E S W."
        faults.fault(Place(1, 1), "empty", detail)
    faults.raise_faults()
    return ReadText(records, faults.notes)


class _Parts:
    """Makes records of the parts of a text that lines of dashes and equals signs separate."""

    def __init__(self, faults: Faults) -> None:
        self._faults = faults
        self._draft = Draft(Part.ROUND, faults)
        self._head: Draft | None = None
        """The head of the game whose rounds are being read."""
        self._rounds: list[Record] = []
        self._separator = Place(1, 1)
        """The last line of dashes."""

    def records(self, read_statements: Iterator[Statement]) -> Iterator[Record]:
        """Yield the record of each round, or game, of these statements."""
        for statement in read_statements:
            separator = statement.separator
            if separator is None:
                self._check_head_before(self._draft)
                read_statement(self._draft, statement)
                continue
            yield from self._finished()
            if separator == "=":
                yield from self._finished_game()
                self._draft = Draft(Part.ROUND, self._faults)
            else:
                self._draft = self._next_part(statement.place)
                self._separator = statement.place
        yield from self._finished()
        yield from self._finished_game()

    def _check_head_before(self, draft: Draft) -> None:
        """Note the fault if a part begins here and the one before has only heads, which would be a round of its own."""
        before = draft.before
        if draft.place is None and draft.part is Part.ROUND and before is not None and before.has_heads_alone:
            detail = (
                "Before this line is only the head of a round: leave the --- out if it is that of the next one, or"
                " begin the text with game if the rounds are one game."
            )
            self._faults.fault(self._separator, "heads_alone", detail)

    def _finished(self) -> Iterator[Record]:
        """End the part that is being read; yield its record if it is a round by itself."""
        draft = self._draft
        if draft.part is Part.GAME:
            self._head, self._rounds = draft, []
        elif draft.place is None:
            return
        elif draft.part is Part.ROUND_OF_GAME:
            self._rounds.append(draft.record())
        else:
            yield draft.record()

    def _finished_game(self) -> Iterator[Record]:
        if self._head is not None:
            yield {**self._head.record(), "rounds": self._rounds}
        self._head = None

    def _next_part(self, place: Place) -> Draft:
        """Return the part behind a line of dashes."""
        if self._head is None:
            before = self._draft if self._draft.place is not None else self._draft.before
            return Draft(Part.ROUND, self._faults, before)
        draft = Draft(Part.ROUND_OF_GAME, self._faults, self._head)
        draft.number = len(self._rounds) + 1
        if draft.number == HIGHEST_ROUND + 1:
            detail = f"A game has at most {HIGHEST_ROUND} rounds."
            self._faults.fault(place, "too_many", detail)
        return draft
