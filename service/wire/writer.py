"""Writes the values of the core for the wire: seats as names, cards as codes, locations as pointers, sentences as text.

One writer serves one answer: it knows the table, the ruleset and where in the request the record is.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple, TypeAlias

from service.analysis.sentences import OF_ANALYSIS
from service.spades.cards import CODES, SUIT_NAMES
from service.spades.catalogue.sentences import SENTENCES
from service.spades.english import listed, tricks_in_words
from service.spades.errors import place_in_words, pointer_of
from service.spades.findings import Location
from service.spades.record.gaps import as_sent as place_as_sent
from service.spades.record.gaps import numbers_as_sent
from service.spades.record.model import RoundRecord, RoundResult, Trick
from service.spades.rules.rulebook import Rule, cite
from service.spades.rules.ruleset import Ruleset
from service.spades.sentence import Sentence, Template, Wording, template_of
from service.spades.table import Table


class Style(NamedTuple):
    """How cards, numbers and locations are written."""

    cards: tuple[str, ...]
    """The text of each card, that of an unreadable one in a sentence at the end."""
    minus: str
    """What a number below 0 begins with."""
    has_pointers: bool
    """Whether locations are JSON Pointers; or else the names and indices that lead there in the request."""


UNREADABLE: Final = "an unreadable card"
JSON_STYLE: Final = Style((*CODES, UNREADABLE), "-", has_pointers=True)
"""Cards as codes, locations as JSON Pointers."""

_pointer_of_play = lru_cache(maxsize=1_024)(pointer_of)


def _pointer(location: Location) -> str:
    """Return the pointer to a location; that to a play, which has no name of a player in it, is kept."""
    return _pointer_of_play(location) if location[2:3] == ("plays",) else pointer_of(location)


Move: TypeAlias = Callable[[Location], Location]
"""Returns where a location of a record is in the whole request."""


def into_round(index: int) -> Move:
    """Return the move from the locations of a round to those of a game that has the round at this index.

    >>> into_round(2)(("bids", 0))
    ('rounds', 2, 'bids', 0)
    """
    return lambda location: ("rounds", index, *location)


def as_sent(record: RoundRecord | RoundResult, then: Move | None = None) -> Move | None:
    """Return the move from the locations of a round to the form in which it was sent, and from there as in ``then``.

    None if nothing moves. In a short form a play is a card of a list, or of a player: the third card of a trick in
    `cards`, the one of ``cy`` in `cards_by_player`.
    """
    log = record if isinstance(record, RoundRecord) else None
    if record.bidders is None and (log is None or (log.sent is None and not log.short)):
        return then

    def move(location: Location) -> Location:
        sent = _in_sent_form(record, location)
        if log is not None:
            sent = place_as_sent(log, sent)
        return sent if then is None else then(sent)

    return move


def _in_sent_form(record: RoundRecord | RoundResult, location: Location) -> Location:
    """Return a location in the members that a round has instead of `bids` and of `plays`."""
    match location:
        case ("bids",) if record.bidders is not None:
            return ("bids_by_player",)
        case ("bids", int(position), *_) if record.bidders is not None:
            return ("bids_by_player", record.bidders[position])
        case ("tricks", int(index), "cards_by_player", int(seat)):
            return ("tricks", index, "cards_by_player", record.table.players[seat])
        case ("tricks", int(index), "plays", *_) if isinstance(record, RoundRecord) and index < len(record.tricks):
            return _play_in_sent_form(record, location, record.tricks[index])
    return location


def _play_in_sent_form(record: RoundRecord, location: Location, trick: Trick) -> Location:
    """Return a location in the plays of a trick, or in one of them, in the form of that trick."""
    if trick.form == "plays":
        return location
    play = location[3:4]
    if play and trick.form == "cards_by_player":
        play = (record.table.players[trick.seats[int(play[0])]],)
    return ("tricks", location[1], trick.form, *play)


def out_of_log(location: Location) -> Location:
    """Move a location in a log of one trick to the request for that trick, which has its members at the top.

    >>> out_of_log(("tricks", 0, "plays", 2))
    ('plays', 2)
    """
    return location[2:] if location[:2] == ("tricks", 0) else location


class Writer(Wording):
    """Writes the values of one answer."""

    __slots__ = ("_log", "_move", "cards", "first_number", "players", "ruleset", "scores", "style", "table")

    def __init__(
        self,
        table: Table,
        ruleset: Ruleset,
        move: Move | None = None,
        style: Style = JSON_STYLE,
        first_number: int = 1,
    ) -> None:
        self.table = table
        self.players = table.players
        self.ruleset = ruleset
        self.style = style
        self.cards = style.cards
        self._move = move
        self._log: RoundRecord | None = None
        """The record if some of its tricks are missing."""
        self.first_number = first_number
        """The number of the first round of a game."""
        self.scores: dict[int, dict[str, Any]] = {}
        """What was written of the score of a side, by its identity."""

    def at_table(self, table: Table) -> Writer:
        """Return a writer of the same answer for a table at which others may sit."""
        return self._other(table, self._move, self.style, self._log)

    def in_style(self, style: Style) -> Writer:
        """Return a writer of the same answer in another style."""
        return self._other(self.table, self._move, style, self._log)

    def of(self, record: RoundRecord | RoundResult, then: Move | None = None) -> Writer:
        """Return a writer of the same answer for what it says of this round, moving its locations on as in ``then``."""
        log = record if isinstance(record, RoundRecord) and record.sent is not None else None
        return self._other(self.table, as_sent(record, then), self.style, log)

    def _other(self, table: Table, move: Move | None, style: Style, log: RoundRecord | None) -> Writer:
        """Return a writer of the same answer with these; a compiled one can't be copied."""
        other = Writer(table, self.ruleset, move, style, self.first_number)
        other._log = log
        return other

    def trick(self, number: int) -> int:
        """Return the number of a trick: as it is recorded, if nobody knows how many came before it."""
        if self._log is None or not self._log.open_gaps:
            return number
        own = (self._log.sent or ())[number - 1 : number]
        return number if own in {(), (None,)} else (own[0] or 0) + 1

    @property
    def _recorded(self) -> str:
        """What a trick is called that is counted as it is recorded."""
        return "recorded " if self._log is not None and self._log.open_gaps else ""

    def team(self, side: int) -> str:
        """Return the name of a side."""
        return self.table.sides[side].name

    def location(self, location: Location | None) -> Any:
        """Return where in the request something is, as a member of the answer; None for nowhere."""
        if location is None:
            return None
        location = self._in_request(location)
        return _pointer(location) if self.style.has_pointers else location

    def number(self, number: int) -> str:
        """Return a number as a part of a sentence."""
        return str(number) if number >= 0 else f"{self.style.minus}{-number}"

    def _in_request(self, location: Location) -> tuple[str | int, ...]:
        """Return the names and indices that lead to a location in the request; a hand is under its player's name."""
        if len(location) > 1 and location[0] == "hands":
            seat: Any = location[1]
            location = ("hands", self.players[seat], *location[2:])
        return location if self._move is None else self._move(location)

    def rule(self, parameter: str) -> Rule:
        """Return the rule of a parameter, in words."""
        return cite(self.ruleset, parameter)

    def text(self, sentences: tuple[Sentence, ...]) -> str:
        """Return sentences as text."""
        return " ".join([self.sentence(sentence) for sentence in sentences])

    def sentence(self, sentence: Sentence) -> str:
        """Return one sentence, or a part of one, as text."""
        key, facts = sentence
        return self.fill(_TEMPLATES[key], facts)

    def written(self, form: str, fact: Any) -> str:  # noqa: C901, PLR0911, PLR0912 - one form after the other
        """Return a fact of a sentence in one of the forms of `catalogue.sentences`."""
        match form:
            case "":
                return fact if isinstance(fact, str) else self.number(fact)
            case "clause":
                return self.sentence(fact)
            case "player":
                seat: int = fact
                return self.players[seat]
            case "card":
                card: int = fact
                return self.cards[card]
            case "cards":
                return ", ".join([self.cards[each] for each in fact])
            case "team":
                return self.team(fact)
            case "teams":
                return " and ".join([self.team(side) for side in fact])
            case "suit":
                suit: int = fact
                return SUIT_NAMES[suit]
            case "suits":
                return f"{SUIT_NAMES[fact]}s"
            case "location":
                tricks = {} if self._log is None else numbers_as_sent(self._log)
                return place_in_words(self._in_request(fact), self.first_number, tricks)
            case "clauses":
                return "; ".join([self.sentence(clause) for clause in fact])
            case "clauses with and":
                return ", and ".join([self.sentence(clause) for clause in fact])
            case "text":
                return self.text(fact)
            case "numbers":
                return " and ".join([self.number(number) for number in fact])
            case "times":
                return "once" if fact == 1 else f"{fact} times"
            case "trick":
                return f"{self._recorded}trick {self.trick(fact)}"
            case "trick list":
                numbers = [str(self.trick(number)) for number in fact]
                return f"{self._recorded}trick{'' if len(numbers) == 1 else 's'} {listed(numbers)}"
            case "trick rows":
                return self._recorded + tricks_in_words(self.trick(number) for number in fact)
            case "words":
                return str(fact).replace("_", " ")
            case _:
                return super().written(form, fact)


_TEMPLATES: Final[dict[str, Template]] = {key: template_of(text) for key, text in {**SENTENCES, **OF_ANALYSIS}.items()}
