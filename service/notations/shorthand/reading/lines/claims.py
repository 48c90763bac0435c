"""The claim with which the play of a round ended."""

from __future__ import annotations

from service.notations.limits import MOST_CARDS
from service.notations.model import Place, Record
from service.notations.shorthand.claim_check import Path
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.lines.cards import placed_cards_left
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


_CONCEDES = ("concedes", "concede")
_WORDS_FOR_REFUSED = ("rejected", "declined", "denied", "disputed", "contested", "unaccepted", "no")
_WORDS_FOR_ACCEPTED = ("agreed", "conceded", "granted", "allowed", "ok", "yes")
"""What else people write for what the other side said."""


def is_claim(draft: Draft, first: Token, second: Token) -> bool:
    """Return whether two tokens say that a player claims or, which shorthand has no line for, concedes."""
    if draft.names.is_player(first):
        return second.is_word("claims", "claim", *_CONCEDES)
    return second.is_word("claims", "claim") or first.is_word(*_CONCEDES)


def read_claim(draft: Draft, words: WordsLeft) -> None:
    """Read ``claim W 3 AS KS QS refused``, or ``W claims rest``: what W claimed, how, and whether it was accepted."""
    if _is_concession(draft, words):
        return
    places: dict[Path, Place] = {(): words.statement.place}
    token = words.take()
    if token is None:
        draft.faults.fault(words.place, "name_expected", _FORM)
        return
    claim: Record = {"by": draft.names.player(token)}
    words.take_word("claims", "claim")
    words.take_mark(":")
    places["tricks",] = words.place
    claim["tricks"] = _tricks(draft, words)
    _read_moment(words, claim, places)
    statement = _statement(draft, words)
    if statement:
        claim["statement"] = [card for card, _ in statement]
        places |= {("statement", index): place for index, (_, place) in enumerate(statement)}
        _read_moment(words, claim, places)
    claim["accepted"] = _is_accepted(draft, words)
    words.end(f"a claim ends with {ACCEPTED} or {REFUSED}")
    draft.claim_places, draft.tricks_at_claim = places, len(draft.tricks)
    draft.once("claim", places[()], claim)


def _is_concession(draft: Draft, words: WordsLeft) -> bool:
    """Return whether a line says what a player concedes, after noting the fault."""
    for ahead in range(2):
        token = words.peek(ahead)
        if token is None or (ahead == 0 and draft.names.is_player(token)) or not token.is_word(*_CONCEDES):
            continue
        detail = (
            "A line says what is claimed, and all other tricks are conceded: write claim W 0 if W concedes all that"
            " are left, or the number of tricks that W's side still takes."
        )
        draft.faults.fault(token.place, "concession", detail)
        words.take_rest()
        return True
    return False


def _is_accepted(draft: Draft, words: WordsLeft) -> bool:
    """Take what the other side said; accepted, with a note, if that is not said."""
    if words.take_word(REFUSED):
        return False
    token = words.peek()
    if words.take_word(ACCEPTED):
        return True
    if token is None:
        detail = f"A claim of which no more is said is read as {ACCEPTED}; write {ACCEPTED} or {REFUSED} behind it."
        draft.faults.note_once(words.place, "claim_read", detail)
        return True
    is_refused = token.is_word("not", *_WORDS_FOR_REFUSED)
    if is_refused or token.is_word(*_WORDS_FOR_ACCEPTED):
        write = REFUSED if is_refused else ACCEPTED
        draft.faults.fault(token.place, "answer", f"{quoted(token.text)} is no answer to a claim: write {write}.")
        words.take_rest()
    return not is_refused


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


def _read_moment(words: WordsLeft, claim: Record, places: dict[Path, Place]) -> None:
    """Take when the claim was made, if that is said here and has not been said before."""
    if "at" not in claim and (words.take_mark("@") or words.take_word("at")):
        places["at",] = words.place
        claim["at"] = words.take_moment()


def _statement(draft: Draft, words: WordsLeft) -> list[tuple[str, Place]]:
    """Take the cards in the order in which the claimer meant to play them, each with its place."""
    place = words.place
    cards = placed_cards_left(draft.faults, words, until=_ends_statement)
    if any(card == UNREAD_CODE for card, _ in cards):
        detail = "A claimer names the cards that he means to play: write those before the one that nobody can read."
        draft.faults.fault(place, "card", detail)
    return cards


def _ends_statement(token: Token) -> bool:
    """Return whether a token is no card, and is not meant to be one."""
    if token.kind != "word" or token.is_word("at", ACCEPTED, REFUSED):
        return True
    return not (cards_in(token.text) or cards_of_suit(token.text) or is_suit(token.text) or is_like_a_card(token.text))
