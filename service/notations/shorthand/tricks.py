"""The tricks of a round, and what is said between them: as they are read, and as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from service.notations import model
from service.notations.model import Place, Record, may_be_broken_off
from service.notations.shorthand.draft import Draft
from service.notations.shorthand.fields import card_of, read_moment, written_moment
from service.notations.shorthand.line import Line
from service.notations.shorthand.names import Names
from service.notations.shorthand.tokens import Token
from service.notations.shorthand.words import cards_in, is_joker, is_like_a_card, number_in, quoted_if_needed
from service.spades.cards import INDEX
from service.spades.english import count_of, quoted

_EMPTY = {":": "plays", "=": "cards_by_player"}
"""The forms of a trick without cards, by the mark that is written for them."""


class _Play(NamedTuple):
    """A card as it is written, the name and the mark before it, if there is one, and the cards that were taken back."""

    card: str
    player: str | None = None
    mark: str | None = None
    withdrawn: Sequence[Record] = ()


def read_gap(draft: Draft, line: Line) -> None:
    """Read ``...``: tricks are not recorded here."""
    line.end()
    draft.next_trick["after_gap"] = True


def read_broken(draft: Draft, line: Line) -> None:
    """Read ``broken`` or ``unbroken``: whether spades had been broken before the trick that comes next."""
    line.end()
    draft.next_trick["spades_broken"] = not line.statement.tokens[0].is_word("unbroken")


def read_trick(draft: Draft, line: Line) -> None:
    """Read ``N QD 2D 5D 3D``; the leader may be left out, ``> W`` says who is said to have won the trick."""
    place = line.place
    tricks: list[Record] = draft.members.setdefault("tricks", [])
    if line.is_nothing():
        return
    if draft.short_trick is not None:
        draft.fault(draft.short_trick[0], "trick_size", draft.short_trick[1])
        draft.short_trick = None
    if "claim" in draft.places:
        detail = "A claim ends the play, and tricks come after it: write this line behind the last of them."
        draft.fault(draft.places["claim"], "order", detail)
    trick, draft.next_trick = draft.next_trick, {}
    tricks.append(trick)
    if len(tricks) > model.MOST_CARDS:
        line.take_rest()
        if len(tricks) == model.MOST_CARDS + 1:
            detail = f"A round has at most {model.MOST_CARDS} tricks: write --- before the next round."
            draft.fault(place, "too_many", detail)
        return
    _take_number(draft, line, trick)
    leader = _leader(line)
    trick |= {} if leader is None else {"leader": leader}
    trick |= _cards(draft, line, place, leader)
    if line.skip(">"):
        trick["winner"] = line.names.player(line.take("the winner of the trick"))


def _take_number(draft: Draft, line: Line, trick: Record) -> None:
    """Take the number of the trick, ``5.`` or ``5)``, if the line begins with one; behind a gap it is a member."""
    expected = draft.number_of_next
    number = _number(line)
    draft.number_of_next = (number if number is not None and "after_gap" in trick else expected) + 1
    if number is None or number == expected:
        return
    if number > expected and trick.pop("after_gap", False):
        trick["number"] = number
        return
    detail = f"This is trick {expected} of the round, not {number}: a line is missing, or --- before a new round."
    if number > expected:
        detail += " Where tricks are not recorded, write a line ... before this one."
    draft.fault(line.statement.place, "trick_number", detail)


def _number(line: Line) -> int | None:
    """Take the number that a trick begins with, and return it; None if there is none."""
    token = line.peek()
    if token is None or token.kind != "word":
        return None
    number = number_in(token.text.removesuffix("."))
    if number is None or not (token.text.endswith(".") or line.is_next(")", ":", ahead=1)):
        return None
    line.take()
    line.skip(")", ":")
    return number


def _leader(line: Line) -> str | None:
    """Take the name that a trick begins with, unless it is a card's."""
    first = line.peek()
    if first is None or first.kind == "mark":
        return None
    # A mark at the end of a trick is no mark of the name, but says that the trick is empty.
    is_empty = line.peek(2) is None or line.is_next(">", ahead=2)
    if line.is_next(*_EMPTY, ahead=1) and not is_empty:
        return None
    # AD is a card, even if somebody called ad is at the table; or AD himself, before a card of everybody.
    if (first.kind == "word" and first.text in INDEX) and not (
        first.text in line.names.players and _is_before_a_whole_trick(line)
    ):
        return None
    if not line.names.is_player(first) and first.kind == "word" and not _is_unknown_leader(line, first):
        return None
    line.take()
    return line.names.player(first)


def _is_unknown_leader(line: Line, first: Token) -> bool:
    """Return whether a word that is no player's name was meant to be one, not a card: ``Tim`` before all the cards."""
    if cards_in(first.text) or first.text == "-" or is_joker(first.text):
        return False
    return not is_like_a_card(first.text) or _is_before_a_whole_trick(line)


def _is_before_a_whole_trick(line: Line) -> bool:
    """Return whether a card of every player follows the next word."""
    following = [line.peek(ahead) for ahead in range(1, len(line.names.players) + 1)]
    return all(token is not None and _is_card(token) for token in following)


def _is_card(token: Token) -> bool:
    return token.kind == "word" and cards_in(token.text) is not None


def _cards(draft: Draft, line: Line, place: Place, leader: str | None) -> Record:
    """Return the cards of a trick as ``plays``, ``cards`` or ``cards_by_player``."""
    token = line.peek()
    if token is not None and token.is_mark(*_EMPTY):
        line.take()
        return {_EMPTY[token.text]: [] if token.text == ":" else {}}
    plays: list[_Play] = []
    is_all = False
    while line.peek() is not None and not line.is_next(">") and not is_all:
        is_all = line.skip("-")
        plays += [] if is_all else _play(line)
    marks = {play.mark for play in plays}
    if "=" in marks:
        return {"cards_by_player": _by_player(line, plays, place)}
    if len(plays) > model.MOST_PLAYS:
        line.fault(place, "trick_size", f"A trick has at most {model.MOST_PLAYS} cards: begin a new line for each.")
    elif marks <= {None} and not any(play.withdrawn for play in plays):
        if not is_all:
            _check_size(draft, line, len(plays), place)
    else:
        return {"plays": _in_order(line, plays, place, leader)}
    return {"cards": [play.card for play in plays]}


def _check_size(draft: Draft, line: Line, cards: int, place: Place) -> None:
    """Note the fault of too many cards; that of too few only if another trick follows."""
    players = len(line.names.players)
    written = f"Trick {len(draft.tricks)} has {count_of(cards, 'card')}, and the table has {players} players"
    if cards < players:
        draft.short_trick = place, f"{written}; write ?? for a card that nobody can read, or - at the end."
    elif cards > players:
        line.fault(place, "trick_size", f"{written}: begin a new line for each trick, or write - at the end.")


def _play(line: Line) -> list[_Play]:
    """Take a card, or several written together, with what is written before it: a name, cards taken back."""
    first = line.peek()
    if first is not None and first.kind == "word" and first.text in INDEX and not line.is_next(*_EMPTY, ahead=1):
        line.take()
        return [_Play(first.text)]  # as nearly always, and cheaper
    player, mark = _player(line)
    withdrawn = _withdrawn(line)
    card, *others = card_of(line, line.take("a card"))
    return [_Play(card, player, mark, withdrawn), *map(_Play, others)]


def _player(line: Line) -> tuple[str | None, str | None]:
    """Take the name of a player and the mark behind it: ``:`` or ``=``. A name right before a card needs none."""
    token = line.peek()
    if token is None or token.kind == "mark":
        return None, None
    if line.is_next(*_EMPTY, ahead=1):
        line.take()
        mark = ":" if line.skip(":") else "="
        line.skip("=")
        return line.names.player(token), mark
    if line.names.is_player(token) and not _is_card(token):
        line.take()
        return line.names.player(token), ":"
    return None, None


def _withdrawn(line: Line) -> list[Record]:
    """Take cards that were taken back, ``(QH)`` or ``(QH@4.2)`` with the moment."""
    withdrawn: list[Record] = []
    while line.skip("("):
        place, begun = line.place, len(withdrawn)
        while line.peek() is not None and not line.is_next(")"):
            (card, *others) = card_of(line, line.take())
            if others:
                line.refuse("card", "Cards that were taken back are written one by one, (QH KH).", place)
            withdrawn.append({"card": card, **({"at": read_moment(line)} if line.skip("@") else {})})
        if len(withdrawn) == begun or not line.skip(")"):
            detail = "A card that was taken back is written (QH): ?? if nobody can read it, and ) behind it."
            line.refuse("parenthesis", detail, place)
        if len(withdrawn) > model.MOST_WITHDRAWN:
            line.refuse("too_many", f"At most {model.MOST_WITHDRAWN} cards are taken back at one play.", place)
    return withdrawn


def _by_player(line: Line, plays: Sequence[_Play], place: Place) -> dict[str, str]:
    by_player: dict[str, str] = {}
    for play in plays:
        if play.mark != "=" or play.withdrawn or play.player is None:
            line.refuse("forms_of_a_trick", "Some cards of this trick have = before them, and others have not.", place)
        if play.player in by_player:
            line.refuse("repeated", f"{quoted(play.player)} has two cards in this trick.", place)
        by_player[play.player] = play.card
    return by_player


def _in_order(line: Line, plays: Sequence[_Play], place: Place, leader: str | None) -> list[Record]:
    """Return plays in which a card without a name is that of the next player, clockwise."""
    turn = leader
    made: list[Record] = []
    for play in plays:
        player = play.player or turn
        if player is None:
            line.refuse("player_expected", f"The name of the player of {play.card} is missing before it.", place)
        entry: Record = {"player": player, "card": play.card}
        made.append({**entry, "withdrawn": play.withdrawn} if play.withdrawn else entry)
        turn = line.names.after(player)
    return made


def tricks_written(record: Mapping[str, Any], names: Names) -> Iterator[tuple[str, int]]:
    """Yield the lines of the tricks, each with the index of the trick that it is of."""
    tricks: Sequence[Mapping[str, Any]] = record.get("tricks", ())
    # Without tricks, what the sheet says would make the round a row of it; a void round would have none at all.
    needs_word = "tricks_won" in record.get("reported", {}) or may_be_broken_off(record)
    if record.get("tricks") == [] and needs_word:
        yield "tricks none", 0
    due = 1
    for index, trick in enumerate(tricks):
        number = trick.get("number", due)
        if trick.get("after_gap") or number > due:
            yield "...", index
        if "spades_broken" in trick:
            yield "broken" if trick["spades_broken"] else "unbroken", index
        line = _written(trick, names, is_last=index == len(tricks) - 1)
        yield f"{number}. {line}" if number > due else line, index
        due = number + 1


def _written(trick: Mapping[str, Any], names: Names, *, is_last: bool) -> str:
    if "plays" in trick:
        words = _plays_written(trick["plays"], names) or [":"]
    elif "cards" in trick:
        missing = len(names.players) - len(trick["cards"])
        is_complete = trick["cards"] and missing >= 0 and (not missing or is_last)
        words = [*trick["cards"], *([] if is_complete else ["-"])]
    else:
        by_player = trick.get("cards_by_player", {})
        words = [f"{quoted_if_needed(name)}={card}" for name, card in by_player.items()] or ["="]
    leader = [quoted_if_needed(trick["leader"])] if "leader" in trick else []
    winner = [">", quoted_if_needed(trick["winner"])] if "winner" in trick else []
    return " ".join([*leader, *words, *winner])


def _plays_written(plays: Sequence[Mapping[str, Any]], names: Names) -> list[str]:
    """Return the cards of a trick in order, with the name of a player who is not the next one clockwise."""
    words, turn = [], None
    for play in plays:
        withdrawn = " ".join(
            f"{card['card']}{'@' + written_moment(card['at']) if 'at' in card else ''}"
            for card in play.get("withdrawn", ())
        )
        card = f"({withdrawn}){play['card']}" if withdrawn else play["card"]
        words.append(card if play["player"] == turn else f"{quoted_if_needed(play['player'])}:{card}")
        turn = names.after(play["player"])
    return words
