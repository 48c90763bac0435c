"""The line of a trick: its leader and its cards clockwise, or cards with the names of their players."""

from __future__ import annotations

from typing import Any, NamedTuple

from service.notations.limits import MOST_CARDS, MOST_PLAYS, MOST_WITHDRAWN
from service.notations.model import Place
from service.notations.shorthand.reading.draft import Draft
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.reading.lines.cards import card_of, fault_of_card
from service.notations.shorthand.reading.words_left import WordsLeft
from service.notations.shorthand.words import cards_in, is_joker, is_like_a_card, number_in
from service.spades.cards import INDEX
from service.spades.english import count_of, quoted

_EMPTY = {":": "plays", "=": "cards_by_player"}


class _Play(NamedTuple):
    """A card as it is written: None for anything else, and the name and the mark before it, if there is one."""

    card: str | None
    player: str | None = None
    mark: str | None = None
    withdrawn: tuple[dict[str, Any], ...] = ()


def read_trick(draft: Draft, words: WordsLeft) -> None:
    """Read ``N QD 2D 5D 3D``; the leader may be left out, ``> W`` says who is said to have won the trick."""
    place = words.place
    if words.peek() is None or words.take_nothing("tricks none says that no trick was played"):
        draft.says_no_tricks = True
        return
    _check_number(draft, words)
    trick: dict[str, Any] = {}
    leader = _leader(draft, words)
    if leader is not None:
        trick["leader"] = leader
    trick |= _cards(draft, words, place, leader)
    if words.take_mark(">"):
        where, winner = words.place, words.take()
        if winner is None:
            draft.faults.fault(where, "name_expected", "Behind > belongs the winner of the trick.")
        else:
            trick["winner"] = draft.names.player(winner)
    words.end("the winner of a trick comes last, behind >")
    draft.tricks.append(trick)
    if len(draft.tricks) == MOST_CARDS + 1:
        detail = f"A round has at most {MOST_CARDS} tricks: write --- before the next round."
        draft.faults.fault(place, "too_many", detail)


def _check_number(draft: Draft, words: WordsLeft) -> None:
    """Take the number of the trick, ``5.`` or ``5)``, if the line begins with one."""
    token = words.peek()
    if token is None or token.kind != "word":
        return
    has_dot = token.text.endswith(".")
    number = number_in(token.text.removesuffix("."))
    if number is None or not (has_dot or words.peek_is_mark(")", ":", ahead=1)):
        return
    words.take()
    words.take_mark(")", ":")
    expected = len(draft.tricks) + 1
    if number != expected:
        detail = f"This is trick {expected} of the round, not {number}: a line is missing, or --- before a new round."
        draft.faults.fault(token.place, "trick_number", detail)


def _leader(draft: Draft, words: WordsLeft) -> str | None:
    """Take the name that a trick begins with, unless it is a card's."""
    first = words.peek()
    if first is None or first.kind == "mark":
        return None
    # A mark at the end of a trick is no mark of the name, but says that the trick is empty.
    is_empty = words.peek(2) is None or words.peek_is_mark(">", ahead=2)
    if words.peek_is_mark(*_EMPTY, ahead=1) and not is_empty:
        return None
    if first.kind == "word" and first.text in INDEX and not draft.names.is_player_exactly(first):
        return None  # AD is a card, even if somebody called ad is at the table
    names = draft.names.is_player(first)
    if not names and first.kind == "word" and not _is_unknown_leader(draft, words, first):
        return None
    words.take()
    return draft.names.player(first)


def _is_unknown_leader(draft: Draft, words: WordsLeft, first: Token) -> bool:
    """Return whether a word that is no player's name was meant to be one, not a card: ``Tim`` before all the cards."""
    if cards_in(first.text) or first.text == "-":
        return False
    if is_joker(first.text) or not is_like_a_card(first.text):
        return not is_joker(first.text)
    players = len(draft.names.table.players)
    following = [words.peek(ahead) for ahead in range(1, players + 1)]
    return all(token is not None and _is_card(token) for token in following)


def _cards(draft: Draft, words: WordsLeft, place: Place, leader: str | None) -> dict[str, Any]:
    """Return the cards of a trick as ``plays``, ``cards`` or ``cards_by_player``."""
    token = words.peek()
    if token is not None and token.is_mark(*_EMPTY):
        words.take()
        return {_EMPTY[token.text]: [] if token.text == ":" else {}}
    plays: list[_Play] = []
    is_all = False
    while words.peek() is not None and not words.peek_is_mark(">") and not is_all:
        is_all = words.take_word("-")
        if not is_all and plays and _is_winner(draft, words):
            break
        plays += [] if is_all else _play(draft, words)
    if any(play.mark == "=" for play in plays):
        return _by_player(draft, plays, place)
    if any(play.mark or play.withdrawn for play in plays):
        return _in_order(draft, plays, place, leader)
    if not is_all:
        _check_size(draft, len(plays), place)
    elif len(plays) > MOST_PLAYS:
        draft.faults.fault(place, "trick_size", f"A trick has at most {MOST_PLAYS} cards.")
    return {"cards": [play.card for play in plays]}


def _is_winner(draft: Draft, words: WordsLeft) -> bool:
    """Return whether a trick ends with a name where > is missing, after noting the fault."""
    token = words.peek()
    if token is None or words.peek(1) is not None or not draft.names.is_player(token) or _is_card(token):
        return False
    words.take()
    detail = f"Write > {token.text[:64]} for the player who won the trick."
    draft.faults.fault(token.place, "winner", detail)
    return True


def _check_size(draft: Draft, cards: int, place: Place) -> None:
    players = len(draft.names.table.players)
    written = f"Trick {len(draft.tricks) + 1} has {count_of(cards, 'card')}, and the table has {players} players"
    if cards < players:
        draft.add_short_trick(place, f"{written}; write ?? for a card that nobody can read, or - at the end.")
    elif cards > players:
        draft.faults.fault(place, "trick_size", f"{written}: begin a new line for each trick, or write - at the end.")


def _play(draft: Draft, words: WordsLeft) -> list[_Play]:
    """Take a card, or several written together, with what is written before it: a name, cards taken back."""
    player, mark = _player(draft, words)
    withdrawn = _withdrawn(draft, words)
    place, token = words.place, words.take()
    codes = cards_in(token.text) if token is not None and token.kind == "word" else None
    if codes is None:
        if token is None:
            draft.faults.fault(place, "card", "A card is missing here.")
        else:
            fault_of_card(draft.faults, token)
        return [_Play(None, player, mark, withdrawn)]
    return [_Play(codes[0], player, mark, withdrawn), *map(_Play, codes[1:])]


def _player(draft: Draft, words: WordsLeft) -> tuple[str | None, str | None]:
    """Take the name of a player and the mark behind it: ``:`` or ``=``. A name right before a card needs none."""
    token = words.peek()
    if token is None or token.kind == "mark":
        return None, None
    if words.peek_is_mark(":", "=", ahead=1):
        words.take()
        mark = ":" if words.take_mark(":") else "="
        words.take_mark("=")
        return draft.names.player(token), mark
    if draft.names.is_player(token) and not _is_card(token):
        words.take()
        return draft.names.player(token), ":"
    return None, None


def _is_card(token: Token) -> bool:
    return token.kind == "word" and cards_in(token.text) is not None


def _withdrawn(draft: Draft, words: WordsLeft) -> tuple[dict[str, Any], ...]:
    """Take cards that were taken back, ``(QH)`` or ``(QH@4.2)`` with the moment."""
    withdrawn: list[dict[str, Any]] = []
    while words.take_mark("("):
        if words.peek_is_mark(")"):
            detail = "Here is no card in ( ): a card that was taken back is written (QH), ?? if nobody can read it."
            draft.faults.fault(words.place, "parenthesis", detail)
        while words.peek() is not None and not words.peek_is_mark(")"):
            place, card = words.place, card_of(draft.faults, words)
            at = {"at": words.take_moment()} if words.take_mark("@") else {}
            withdrawn.append({"card": card, **at})
            if len(withdrawn) == MOST_WITHDRAWN + 1:
                detail = f"At most {MOST_WITHDRAWN} cards are taken back at one play."
                draft.faults.fault(place, "too_many", detail)
        if not words.take_mark(")"):
            draft.faults.fault(words.place, "parenthesis", "A card that was taken back is written (QH).")
    return tuple(withdrawn)


def _by_player(draft: Draft, plays: list[_Play], place: Place) -> dict[str, Any]:
    by_player: dict[str | None, str | None] = {}
    for play in plays:
        if play.mark != "=" or play.withdrawn:
            detail = "Write a trick as N=QD E=2D throughout, or in order: N QD 2D, with N:QD for a card out of turn."
            draft.faults.fault(place, "forms_of_a_trick", detail)
            break
        if play.player in by_player:
            detail = f"{quoted(play.player or '')} has two cards in this trick: write N:QD for cards in order."
            draft.faults.fault(place, "repeated", detail)
        by_player[play.player] = play.card
    return {"cards_by_player": by_player}


def _in_order(draft: Draft, plays: list[_Play], place: Place, leader: str | None) -> dict[str, Any]:
    """Return plays in which a card without a name is that of the next player, clockwise."""
    table, turn = draft.names.table, leader
    made: list[dict[str, Any]] = []
    for play in plays:
        player = play.player if play.mark else turn
        if player is None and not play.mark:
            detail = f"Who played the first card? Write the name before it, such as {table.players[0]}:{play.card}."
            draft.faults.fault(place, "player_expected", detail)
        if player is None:
            break
        entry: dict[str, Any] = {"player": player, "card": play.card}
        made.append({**entry, "withdrawn": list(play.withdrawn)} if play.withdrawn else entry)
        turn = table.after(player)
    if len(made) > MOST_PLAYS:
        draft.faults.fault(place, "trick_size", f"A trick has at most {MOST_PLAYS} cards.")
    return {"plays": made}
