"""Shorthand: rounds of Spades as people type them from a paper sheet (docs/reference/notations/shorthand.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice

from service.notations.model import Notation, Remarks, UnreadableText
from service.notations.shorthand.reader import read
from service.notations.shorthand.statements import row_of
from service.notations.shorthand.tokens import Statement, statements
from service.notations.shorthand.words import bid_in, cards_in, number_in
from service.notations.shorthand.writer import write
from service.spades.english import quoted

_LOOKED_AT, _LONGEST_BEGINNING = 40, 20_000
_SEVERAL = 2
_FIRST_STATEMENTS = 3
"""How many statements at the beginning may say by their first word alone that a text is shorthand."""
_OTHERS = ("[", "%", "{", "<")
_SHEET = re.compile(r"\t[^\n\t]*\b(?:bids?|tricks|books)(?:\t|$)", re.IGNORECASE | re.MULTILINE)
"""A header of a score sheet with tabs."""


def _evidence(text: str) -> str | None:
    """Return what shows that a text is in shorthand: a line that can hardly be anything else."""
    beginning = text[:_LONGEST_BEGINNING]
    looked_at: list[Statement] = []
    with suppress(UnreadableText):  # a text with too many faults is looked at up to the last of those reported
        looked_at.extend(islice(statements(beginning, Remarks()), _LOOKED_AT))
    if looked_at and _begins_a_game(beginning, looked_at):
        return f"line {looked_at[0].place.line} begins with {quoted(looked_at[0].tokens[0].text)}"
    has_ruleset = len(looked_at) > 1 and looked_at[0].tokens[0].kind == "json"  # in whole, on a line of its own
    is_other = beginning.lstrip().startswith(_OTHERS) and not has_ruleset
    if is_other or "|" in beginning.lstrip().partition("\n")[0] or _SHEET.search(beginning):
        return None
    bidders: list[str] = []
    for index, statement in enumerate(looked_at):
        words = [token.text.casefold() for token in statement.tokens if token.kind != "mark"]
        bidders = [*bidders, words[0]] if len(words) == _SEVERAL and bid_in(words[1]) is not None else []
        shown = _shown(statement, is_first=index < _FIRST_STATEMENTS)
        if shown is None and len(set(bidders)) > _SEVERAL:
            shown = "has a name and a bid, as the lines before it"
        if shown is not None:
            return f"line {statement.place.line} {shown}"
    return None


def _begins_a_game(beginning: str, looked_at: Sequence[Statement]) -> bool:
    """Return whether a text begins with ``game`` before a semicolon, or with a line of dashes further down.

    A line of dashes right behind the word is a line under a title of prose.
    """
    words = looked_at[0].tokens
    if len(words) != 1 or not words[0].is_word("game"):
        return False
    is_before_others = beginning[words[0].end :].lstrip(" \t").startswith(";")
    return is_before_others or any(statement.separator == "-" for statement in looked_at[2:])


def _shown(statement: Statement, *, is_first: bool) -> str | None:
    """Return what shows that a statement is one of shorthand: its word, if it is a ``first`` one, cards, or bids."""
    first, *others = [token for token in statement.tokens if token.kind != "mark"] or [statement.tokens[0]]
    # A text in quotation marks is a name, whatever it looks like; JSON is nothing of the kind.
    words = [token.text if token.kind == "word" else "" for token in others if token.kind != "json"]
    if not words or any(token.is_mark(",") for token in statement.tokens):  # as those of a table
        return None
    row = row_of(first.text) if first.kind == "word" else None
    # A line of prose may begin with such a word, above all further down.
    if is_first and row is not None and "l" not in row.stands:
        return f"begins with {quoted(first.text)}"
    if first.text.endswith(".") and number_in(first.text[:-1]) is not None:
        words = words[1:]
    cards = sum(cards_in(word) is not None for word in words)
    # One with a mistake is most likely a trick too: who reads it says where the mistake is.
    if cards >= _SEVERAL and (cards == len(words) or 2 * cards > len(words) > _SEVERAL + 1):
        return "is a trick: a name and cards"
    bids = [bid_in(word) is not None for word in words]
    is_in_turn = len(bids) > _SEVERAL and all(is_bid == (index % 2 == 0) for index, is_bid in enumerate(bids))
    return "has names and bids in turn" if is_in_turn else None


NOTATION = Notation(
    name="shorthand",
    title="shorthand",
    evidence=_evidence,
    read=read,
    write=write,
    separator="===\n",
    looks_like="a line with the players (N E S W), one with bids (N 2 E 5 S nil W 1) and one a trick (N QD 2D 5D 3D)",
)
