"""A statement while it is read: what is left of it, and who sits at the table."""

from __future__ import annotations

from typing import NoReturn

from service.notations.model import Place, Remarks
from service.notations.shorthand.names import Names
from service.notations.shorthand.tokens import Misread, Statement, Token
from service.notations.shorthand.words import number_in
from service.spades.english import quoted


class Line:
    """What is left of a statement while it is read. Commas are left out: they separate no more than spaces do."""

    def __init__(self, statement: Statement, faults: Remarks, names: Names | None) -> None:
        self.statement = statement
        self.faults, self.fault, self.note = faults, faults.fault, faults.note
        self._names = names
        self.tokens = tuple(token for token in statement.tokens if not token.is_mark(","))
        self._next = 0

    @property
    def names(self) -> Names:
        """The names at the table, which must be known."""
        if self._names is None:
            raise LookupError("nobody sits at the table")
        return self._names

    @property
    def place(self) -> Place:
        """The place of the next token, or of the end of the statement."""
        token = self.peek()
        if token is not None:
            return token.place
        last = self.statement.tokens[-1]
        return last.place.right(last.end - last.start)

    def refuse(self, code: str, detail: str, place: Place | None = None) -> NoReturn:
        """Raise `Misread` for the next token, or for another place."""
        raise Misread(place or self.place, code, detail)

    def peek(self, ahead: int = 0) -> Token | None:
        """Return a token that is to come without taking it; None if the statement ends before it."""
        index = self._next + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def is_next(self, *words: str, ahead: int = 0) -> bool:
        """Return whether a token that is to come is one of these words, in whatever case, or marks."""
        # Without `peek`, which is asked dozens of times a trick.
        index = self._next + ahead
        if index >= len(self.tokens):
            return False
        token = self.tokens[index]
        return (token.kind == "mark" and token.text in words) or (
            token.kind == "word" and token.text.casefold() in words
        )

    def take(self, what: str = "") -> Token:
        """Take the next token; at the end of the statement, say ``what`` belongs there."""
        token = self.peek()
        if token is None:
            self.refuse("missing", f"The line ends here, and {what or 'something'} is missing.")
        self._next += 1
        return token

    def take_rest(self) -> tuple[Token, ...]:
        """Take all the tokens that are left."""
        rest = self.tokens[self._next :]
        self._next = len(self.tokens)
        return rest

    def take_text(self) -> str:
        """Take the rest of the statement as it stands; without its quotation marks if it is one text in such."""
        rest = self.take_rest()
        if len(rest) == 1 and rest[0].kind == "text":
            return rest[0].text
        return self.statement.source[rest[0].start : self.statement.tokens[-1].end] if rest else ""

    def skip(self, *words: str) -> bool:
        """Take the next token if it is one of these words or marks; return whether it was."""
        found = self.is_next(*words)
        self._next += found
        return found

    def is_nothing(self) -> bool:
        """Return whether nothing is left but perhaps the word ``none``, which is taken."""
        self._next += len(self.tokens) - self._next == 1 and self.is_next("none")
        return self.peek() is None

    def number(self, what: str, least: int, most: int) -> int:
        """Take a number within these bounds."""
        token = self.peek()
        number = None if token is None or token.kind != "word" else number_in(token.text)
        if number is None or not least <= number <= most:
            seen = "; the line ends here" if token is None else f", not {quoted(token.text)}"
            self.refuse("number", f"Here belongs {what}, from {least} to {most}{seen}.")
        self._next += 1
        return number

    def end(self) -> None:
        """Refuse a statement of which anything is left."""
        token = self.peek()
        if token is not None:
            self.refuse("too_much", f"{quoted(token.text)} is too much here.")
