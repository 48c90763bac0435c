"""What happens in a round of a game beside the play: substitutions, a void round, a forfeit, adjustments of points."""

from __future__ import annotations

from service.notations.limits import HIGHEST_ADJUSTMENT, LONGEST_REASON, MOST_ADJUSTMENTS, MOST_SUBSTITUTIONS
from service.notations.model import Place
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.names import is_free
from service.notations.shorthand.reading.words_left import WordsLeft
from service.spades.english import quoted
from service.spades.spelling import plain_form


def read_substitutions(draft: Draft, words: WordsLeft) -> None:
    """Read ``sub S > Eve`` or ``sub Eve for S``, for this and all later rounds; several are made in their order."""
    place = words.place
    if draft.uses_names:
        detail = "Substitutions come first in their round: write this line before those that name a player."
        draft.faults.fault(words.statement.place, "order", detail)
    if words.take_nothing("sub none says that nobody is replaced"):
        draft.members.setdefault("substitutions", [])
        return
    while (first := words.take()) is not None:
        is_reversed = words.take_word("for")
        second = words.take() if is_reversed or words.take_mark(">") else None
        if second is None:
            detail = (
                "A substitution is written sub S > Eve or sub Eve for S: Eve takes the seat of S. "
                "A name of several words is put in quotation marks."
            )
            draft.faults.fault(first.place, "substitution", detail)
            return
        out, coming = (second, first) if is_reversed else (first, second)
        _replace(draft, out, coming, place)


def _replace(draft: Draft, out: Token, coming: Token, place: Place) -> None:
    """Seat somebody in a player's place, after noting the faults if that cannot be."""
    leaver, table, faults = draft.names.player(out), draft.names.table, draft.faults
    if leaver is None or not is_free(coming, faults):
        return
    if coming.text in table.players:
        detail = f"{quoted(coming.text)} sits at this table already, and cannot take the seat of {quoted(leaver)}."
        faults.fault(coming.place, "repeated_player", detail)
        return
    if plain_form(coming.text) in map(plain_form, table.players):
        detail = f"{quoted(coming.text)} differs from the name of a player only in case, spaces or Unicode form."
        faults.fault(coming.place, "similar_players", f"{detail} Write another name.")
        return
    draft.add("substitutions", {"out": leaver, "in": coming.text}, place, MOST_SUBSTITUTIONS)
    draft.names.replace(leaver, coming.text, draft.number)


def read_void(draft: Draft, words: WordsLeft) -> None:
    """Read ``void: cards exposed in the deal``: the round counts for nothing."""
    place = words.statement.place
    draft.once("void", place, value=True)
    _read_reason(draft, words, place)


def read_forfeit(draft: Draft, words: WordsLeft) -> None:
    """Read ``forfeit E+W: left the hall``: a side gives up the game in this round."""
    place, token = words.statement.place, words.take()
    if token is None:
        draft.faults.fault(place, "name_expected", "Write who forfeits, and why: forfeit E+W: left the hall.")
        return
    words.take_mark(":")
    draft.once("forfeited_by", place, draft.names.team(token))
    _read_reason(draft, words, place)


def _read_reason(draft: Draft, words: WordsLeft, place: Place) -> None:
    """Read why a round is void or the game forfeited, which a round says once."""
    draft.broken_off_place = place
    at = words.place
    reason = words.take_text()
    if not reason:
        return
    if draft.members.get("reason", reason) != reason:
        detail = "A round has one reason, of its being void and of a forfeit: write it once."
        draft.faults.fault(at, "repeated", detail)
    _check_length(draft, reason, at)
    draft.members["reason"] = reason


def read_adjustment(draft: Draft, words: WordsLeft) -> None:
    """Read ``adjust N+S -50 late to the table``: points beside the score of the round."""
    place = words.place
    token = None if words.take_nothing("adjust none says that no points are adjusted") else words.take()
    if token is None:
        draft.members.setdefault("adjustments", [])
        return
    team = draft.names.team(token)
    words.take_mark(":", "=")
    points = words.take_number("the points", -HIGHEST_ADJUSTMENT, HIGHEST_ADJUSTMENT)
    words.take_mark(":")
    at = words.place
    reason = words.take_text()
    if not reason and points is not None:
        draft.faults.fault(at, "reason_missing", "Write why behind the points: adjust N+S -50 late to the table.")
    _check_length(draft, reason, at)
    draft.add("adjustments", {"team": team, "points": points, "reason": reason}, place, MOST_ADJUSTMENTS)


def _check_length(draft: Draft, reason: str, place: Place) -> None:
    if len(reason) > LONGEST_REASON:
        draft.faults.fault(place, "length", f"A reason has 1 to {LONGEST_REASON} characters.")
