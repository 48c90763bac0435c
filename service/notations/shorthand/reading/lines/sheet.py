"""What a score sheet says of a round, and the calls of revokes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from service.notations.limits import HIGHEST_SCORE, MOST_BIDDERS, MOST_CALLS, MOST_CARDS, MOST_SIDES
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.words_left import WordsLeft
from service.spades.english import quoted


def read_won(draft: Draft, words: WordsLeft) -> None:
    """Read ``won N 3 E 4 S 2 W 4``: the tricks won, by player or by team."""
    place = words.place
    draft.once("tricks_won", place, _tricks_won(draft, words))


def sheet_reader(member: str) -> Callable[[Draft, WordsLeft], None]:
    """Return the reader of ``points N+S 70, E+W -61`` and the like: a value of the sheet for each team."""

    def read(draft: Draft, words: WordsLeft) -> None:
        place = words.place
        bounds = (-HIGHEST_SCORE, HIGHEST_SCORE)
        row = _row(words, f"a number for {member}", bounds, MOST_SIDES, draft.names.side)
        draft.sheet = draft.sheet or {}
        if member in draft.sheet:
            draft.faults.fault(place, "repeated", f"The sheet has one line of {member} for a round.")
        draft.sheet[member] = row

    return read


def read_sheet(draft: Draft, words: WordsLeft) -> None:
    """Read ``sheet``: there is a sheet, whatever else is known of it; ``sheet won N 3`` for a round without tricks."""
    place = words.place
    if words.take_word("won"):
        draft.sheet = draft.sheet or {}
        if "tricks_won" in draft.sheet:
            draft.faults.fault(place, "repeated", "The sheet has one line of tricks won for a round.")
        draft.sheet["tricks_won"] = _tricks_won(draft, words)
        return
    words.take_nothing("what the sheet says is written as won, points, score and bags")
    words.end("what the sheet says is written as won, points, score and bags")
    draft.sheet = draft.sheet or {}


def _tricks_won(draft: Draft, words: WordsLeft) -> dict[str, int]:
    """Take the tricks won by players or by sides."""
    return _row(words, "a number of tricks", (0, MOST_CARDS), MOST_BIDDERS, draft.names.name)


def _row(
    words: WordsLeft, what: str, bounds: tuple[int, int], most: int, named: Callable[[Token], str | None]
) -> dict[str, int]:
    """Take the names and numbers of a row; ``named`` returns whom a token names."""
    place, row, faults = words.place, dict[str, int](), words.faults
    words.take_nothing("this line has no numbers")
    while (token := words.take()) is not None:
        name = named(token)
        words.take_mark(":", "=")
        number = words.take_number(what, *bounds)
        if name is None or number is None:
            continue
        if name in row:
            faults.fault(token.place, "repeated", f"{quoted(name)} stands twice in this line.")
        row[name] = number
    if len(row) > most:
        faults.fault(place, "too_many", f"This line has at most {most} names.")
    return row


def read_call(draft: Draft, words: WordsLeft) -> None:
    """Read ``call E > N 3 @4.2``: E says that N revoked in trick 3, when two cards of trick 4 lay on the table."""
    place = words.place
    by = None if words.take_nothing("call none says that nobody called a revoke") else words.take()
    if by is None:
        draft.members.setdefault("accusations", [])
        return
    if not words.take_mark(">"):
        words.take_word("against")
    against = words.take()
    if against is None:
        draft.faults.fault(
            words.place, "name_expected", "A call is written call E > N 3: E says that N revoked in trick 3."
        )
        return
    call: dict[str, Any] = {"by": draft.names.player(by), "against": draft.names.player(against)}
    words.take_word("trick")
    token = words.peek()
    if token is not None and token.kind == "word" and not token.is_word("at"):
        call["trick"] = words.take_number("the number of a trick", 1, MOST_CARDS)
    if words.take_mark("@") or words.take_word("at"):
        call["at"] = words.take_moment()
    words.end("a call ends with its moment")
    draft.add("accusations", call, place, MOST_CALLS)
