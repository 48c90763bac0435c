"""Portable Bridge Notation as text: tags, the cells of the play section, and everything else with its place."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from service.notations.model import Place, Remarks
from service.spades.english import quoted

_PLAY = "Play"
_TOKEN = re.compile(
    r"""
    (?P<gap> (?:(?<=\n)|\A) [ \t]* \n )                  # an empty line, which ends a game
    | (?P<escape> (?:(?<=\n)|\A) % [^\n]* )
    | (?P<space> \s )
    | (?P<comment> ; [^\n]* | \{ [^}]* \} )
    | (?P<tag> \[ \s* (?P<name> \w+ ) \s* "(?P<value> (?: [^"\\\n] | \\[^\n] )* )" \s* \] )
    | (?P<card> [A-Za-z0-9]+ | - )
    | (?P<mark> [!?]{1,2} | =\d+= | \$\d+ )
    | (?P<irregularity> \^ [ISRLisrl] )
    | (?P<end> [*+] )
    | (?P<other> [^\s\[\]{};]+ | . )
    """,
    re.VERBOSE,
)


class Tag(NamedTuple):
    """The value of a tag, and where the value begins."""

    value: str
    place: Place


class Cell(NamedTuple):
    """A card of the play section as written, or a mark that holds its place: ``-`` or ``+``."""

    text: str
    place: Place
    led_out_of_turn: bool
    marked: bool
    """Whether an annotation follows it, which may push other cells to the next line."""


class Game:
    """One game of a file: its tags by name, and the cells of its play section."""

    def __init__(self, place: Place) -> None:
        self.place = place
        self.tags: dict[str, Tag] = {}
        self.cells: list[Cell] = []
        self.ended: Place | None = None
        """Where a ``*`` says that no further card is known."""


class Reader:
    """Splits a file into games, and notes what is left out on the way."""

    def __init__(self, text: str, remarks: Remarks) -> None:
        self._text = text
        self._remarks = remarks
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._section = ""
        self._leads_out_of_turn = False

    def place(self, position: int) -> Place:
        """Return the line and column of a position in the text."""
        line = bisect_right(self._lines, position)
        return Place(line, position - self._lines[line - 1] + 1)

    def games(self) -> Iterator[Game]:
        """Yield the games of the file; what is between them is noted or a fault."""
        game = Game(Place(1, 1))
        position = 0
        while (match := _TOKEN.match(self._text, position)) is not None:
            position = match.end()
            if match.lastgroup == "gap":
                if game.tags:
                    yield game
                game, self._section = Game(self.place(position)), ""
            elif match.lastgroup == "other" and match[0] in {"[", "{"}:
                position = self._broken(match)
            elif match.lastgroup not in {"space", "escape"}:
                self._take(match, game)
        if game.tags:
            yield game

    def leave_out(self, what: str, place: Place) -> None:
        """Note something that a record cannot hold."""
        self._remarks.note(place, "unmapped", f"A round record has no place for {what}.")

    def _broken(self, match: re.Match[str]) -> int:
        """Report a tag or comment that does not end, and return where to go on."""
        place = self.place(match.start())
        if match[0] == "{":
            self._remarks.fault(place, "unclosed_comment", "This comment does not end: write } after it.")
            return len(self._text)
        self._remarks.fault(place, "broken_tag", 'This is no tag: write [Name "value"], on one line.')
        end = self._text.find("\n", match.start())
        return len(self._text) if end < 0 else end

    def _take(self, match: re.Match[str], game: Game) -> None:
        kind, place = match.lastgroup, self.place(match.start())
        if kind == "tag":
            self._take_tag(match, game)
        elif kind == "comment":
            self.leave_out("comments", place)
        elif self._section == _PLAY:
            self._take_of_play(match, place, game)
        elif not self._section:
            detail = f'{quoted(match[0])} is in no section: a game begins with tags such as [Deal "N:..."].'
            self._remarks.fault(place, "outside_sections", detail)

    def _take_tag(self, match: re.Match[str], game: Game) -> None:
        name, value = match["name"], re.sub(r"\\(.)", r"\1", match["value"])
        tag = Tag(value, self.place(match.start("value")))
        if name == "Note":
            self.leave_out("notes on calls and cards", tag.place)
            return
        self._section = name
        if name not in game.tags:
            game.tags[name] = tag
        elif game.tags[name].value != value and name in {"Deal", _PLAY}:
            detail = f"This game has another {name} before: write an empty line between two games."
            self._remarks.fault(tag.place, "repeated_tag", detail)
        else:
            detail = f"The tag {quoted(name)} was there before in this game; this one is ignored, as the standard says."
            self._remarks.note(tag.place, "repeated_tag", detail)
            self._section = f"repeated {name}"

    def _take_of_play(self, match: re.Match[str], place: Place, game: Game) -> None:
        kind, text = match.lastgroup, match[0]
        if game.ended and kind in {"card", "end"}:
            self._remarks.fault(place, "card_after_end", f"{quoted(text)} comes after the * that ends the play.")
        elif kind == "card" or text == "+":
            game.cells.append(Cell(text, place, self._leads_out_of_turn, marked=False))
            self._leads_out_of_turn = False
        elif text == "*":
            game.ended = place
        elif kind == "irregularity":
            self._leads_out_of_turn = text.upper() == "^L"
            if not self._leads_out_of_turn:
                self.leave_out(f"the mark {text.upper()}: the play is judged by its cards", place)
        elif kind == "mark" and game.cells:
            game.cells[-1] = game.cells[-1]._replace(marked=True)
            self.leave_out("annotations of cards", place)
        else:
            detail = f"{quoted(text)} is no card: write suit and rank, as SK, or - for a card that is not known."
            self._remarks.fault(place, "not_a_card", detail)
