"""The claim with which the play of a round ended."""

from __future__ import annotations

from service.notations.limits import MOST_CARDS
from service.notations.model import Record
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.lines.cards import cards_left
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.words import (
    ACCEPTED,
    REFUSED,
    REST,
    cards_in,
    cards_of_suit,
    is_like_a_card,
    is_suit,
    number_in,
)
from service.spades.cards import UNREAD_CODE
from service.spades.english import quoted

_FORM = "A claim is written claim W rest or claim W 3: W claims all the tricks that are left, or three of them."


def is_claim(token: Token) -> bool:
    """Return whether a token behind a name says that this player claims."""
    return token.is_word("claims", "claim")


def read_claim(draft: Draft, words: WordsLeft) -> None:
    """Read ``claim W 3 AS KS QS refused``, or ``W claims rest``: what W claimed, how, and whether it was accepted."""
    place = words.statement.place
    token = words.take()
    if token is None:
        draft.faults.fault(words.place, "name_expected", _FORM)
        return
    claim: Record = {"by": draft.names.player(token)}
    words.take_word("claims", "claim")
    words.take_mark(":")
    claim["tricks"] = _tricks(draft, words)
    _read_moment(words, claim)
    statement = _statement(draft, words)
    if statement:
        claim["statement"] = statement
        _read_moment(words, claim)
    refused = words.take_word(REFUSED)
    claim["accepted"] = not refused
    if not refused and not words.take_word(ACCEPTED) and words.peek() is None:
        detail = f"A claim of which no more is said is read as {ACCEPTED}; write {ACCEPTED} or {REFUSED} behind it."
        draft.faults.note_once(words.place, "claim_read", detail)
    words.end(f"a claim ends with {ACCEPTED} or {REFUSED}")
    draft.claim_place, draft.tricks_at_claim = place, len(draft.tricks)
    draft.once("claim", place, claim)


def _tricks(draft: Draft, words: WordsLeft) -> int | str | None:
    """Take how many tricks are claimed; None, after noting the fault, if that is not said."""
    words.take_word("the")
    if words.take_word(REST, "all"):
        return REST
    token = words.peek()
    number = None if token is None or token.kind != "word" else number_in(token.text)
    if number is None or not 0 <= number <= MOST_CARDS:
        seen = "" if token is None else f", not {quoted(token.text)}"
        detail = f"Write how many tricks are claimed, from 0 to {MOST_CARDS}, or {REST} for all that are left{seen}."
        draft.faults.fault(words.place, "number", detail)
    words.take()
    words.take_word("trick", "tricks")
    return number


def _read_moment(words: WordsLeft, claim: Record) -> None:
    """Take when the claim was made, if that is said here and has not been said before."""
    if "at" not in claim and (words.take_mark("@") or words.take_word("at")):
        claim["at"] = words.take_moment()


def _statement(draft: Draft, words: WordsLeft) -> list[str]:
    """Take the cards in the order in which the claimer meant to play them."""
    place = words.place
    cards = cards_left(draft.faults, words, until=_ends_statement)
    if UNREAD_CODE in cards:
        detail = "A claimer names the cards that he means to play: write those before the one that nobody can read."
        draft.faults.fault(place, "card", detail)
    return cards


def _ends_statement(token: Token) -> bool:
    """Return whether a token is no card, and is not meant to be one."""
    if token.kind != "word" or token.is_word("at", ACCEPTED, REFUSED):
        return True
    return not (cards_in(token.text) or cards_of_suit(token.text) or is_suit(token.text) or is_like_a_card(token.text))
