"""The words of a statement, taken one by one."""

from __future__ import annotations

from service.notations.limits import MOST_CARDS, MOST_PLAYS
from service.notations.model import Place
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.lexer import Statement, Token
from service.notations.shorthand.words import number_in
from service.spades.english import quoted


class WordsLeft:
    """What is left of a statement while it is read. Commas are left out: they separate no more than spaces do."""

    def __init__(self, statement: Statement, faults: Faults) -> None:
        self.statement = statement
        self.faults = faults
        self.tokens = tuple(token for token in statement.tokens if not token.is_mark(","))
        self._next = 0

    @property
    def place(self) -> Place:
        """The place of the next token, or of the end of the statement."""
        token = self.peek()
        if token is not None:
            return token.place
        last = self.statement.tokens[-1]
        return Place(last.place.line, last.place.column + last.end - last.start)

    def peek(self, ahead: int = 0) -> Token | None:
        """Return a token that is to come without taking it; None if the statement ends before it."""
        index = self._next + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def peek_is_mark(self, *marks: str, ahead: int = 0) -> bool:
        """Return whether a token that is to come is one of these marks."""
        token = self.peek(ahead)
        return token is not None and token.is_mark(*marks)

    def take(self) -> Token | None:
        """Take the next token; None at the end."""
        token = self.peek()
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

    def take_mark(self, *marks: str) -> bool:
        """Take the next token if it is one of these marks."""
        found = self.peek_is_mark(*marks)
        self._next += found
        return found

    def take_word(self, *words: str) -> bool:
        """Take the next token if it is one of these words, in whatever case."""
        token = self.peek()
        found = token is not None and token.is_word(*words)
        self._next += found
        return found

    def take_nothing(self, meaning: str) -> bool:
        """Return whether the statement ends here, perhaps with the word ``none``."""
        if self.take_word("none"):
            self.end(meaning)
            return True
        return self.peek() is None

    def take_number(self, what: str, least: int, most: int) -> int | None:
        """Take a number; None, after noting the fault, if there is none within these bounds."""
        place, token = self.place, self.take()
        number = None if token is None or token.kind != "word" else number_in(token.text)
        if number is not None and least <= number <= most:
            return number
        seen = "; the statement ends here" if token is None else f", not {quoted(token.text)}"
        self.faults.fault(place, "number", f"Write {what} here, from {least} to {most}{seen}.")
        return None

    def take_moment(self) -> dict[str, int] | None:
        """Take a moment, such as ``4.2`` for trick 4 with two cards on the table; None, after noting the fault."""
        place, token = self.place, self.take()
        trick, _, plays = ("", "", "") if token is None or token.kind != "word" else token.text.partition(".")
        number, cards = number_in(trick), number_in(plays)
        if number is not None and cards is not None and 1 <= number <= MOST_CARDS + 1 and 0 <= cards <= MOST_PLAYS:
            return {"trick": number, "plays": cards}
        detail = "A moment is the number of a trick and that of the cards on the table, such as 4.2."
        self.faults.fault(place, "moment", detail)
        return None

    def end(self, what: str) -> None:
        """Note a fault if anything is left of the statement."""
        token = self.peek()
        if token is not None:
            self.faults.fault(token.place, "too_much", f"{quoted(token.text)} is too much here: {what}.")
