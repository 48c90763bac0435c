"""The statements of shorthand, one row of a table each: a line is read, written and refused by its row.

A row says with which words a line begins, what follows them, where its value goes in the record, and how such a line
is written: the fault of a line ends with that. Records are written in the order of the table.

What follows is a pattern: ``from/player`` is a value for the member ``from``, read and written by the field ``player``
(`fields`); ``>|to`` is one of these words or marks, of which the first is written; ``(>|against)`` may be left out, and
``~the`` says nothing and is never written; what is in ``[...]`` is there if it begins as it should. A value called
``value`` is the whole member, one called ``*`` has members of its own, and a pattern without values makes it true.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple

from service.notations import model


class Part(Enum):
    """A part of a text: a round by itself, the head of a game, or a round of that game."""

    ROUND = "r"
    GAME = "h"
    ROUND_OF_GAME = "g"


class Shape(Enum):
    """How the lines of one kind make a member of the record."""

    ONCE = "one value"
    LIST = "a list, with one entry a line"
    KEYED = "values by name, with one name a line"
    ROW = "values by name, several in a line"
    LINE = "values by name, all in one line"
    OWN = "a way of its own"


ONCE, LIST, KEYED, ROW, LINE, OWN = Shape
# Where a line may stand (h: in the head of a game, r: in a round by itself, g: in a round of a game), that it needs no
# names (n), so that the players need not come before it, and that no text begins with it (l).
_ANYWHERE, _HEAD, _ROUND, _GAME = "hrg", "hr", "rg", "gl"


class Row(NamedTuple):
    """A kind of statement."""

    words: str
    """The words that it may begin with; the first is written, and names the kind."""
    stands: str
    """Where it may stand, in letters."""
    example: str
    member: str
    """The member of a record that it fills, perhaps one within another; in the head of a game that behind a space."""
    shape: Shape = OWN
    pattern: str = ""
    most: int = model.MOST_CARDS
    """The most entries that the member has."""
    joint: str = " "
    """What is written between the names of a line and their values."""

    @property
    def kind(self) -> str:
        """Its first word."""
        return self.words.partition(" ")[0]

    def member_in(self, part: Part) -> str:
        """Return the member of a record that it fills in such a part."""
        return self.member.split()[-1 if part is Part.GAME else 0]

    def groups(self) -> Sequence[tuple[bool, Sequence[str]]]:
        """Return the items of its pattern, in groups, and whether a group may be left out."""
        return _groups(self.pattern)


@cache
def _groups(pattern: str) -> Sequence[tuple[bool, Sequence[str]]]:
    found = re.findall(r"(\[?)([^\[\]]+)", pattern)
    return [(bool(bracket), items.split()) for bracket, items in found if items.strip()]


_SUB = "sub S > Eve, or sub Eve for S"
_STANDING = "name/anyone ~:|= standing/standing"
_AWAY = "name/outsider ~:|= score/away"
_ADJUST = "adjust N+S -50 late, or adjust N+S tricks -3: a signal"
_ADJUSTED = "team/team ~:|= */adjustment"
_PASSED = "from/player >|to to/player cards/cards"
_CLAIMED = (
    "by/player ~claims|claim ~: ~the tricks/claimed [@|at at/moment] [statement/stated] [@|at at/moment]"
    " accepted/answer"
)
_CALLED = "by/player (>|against) against/player ~trick [trick/trick] [@|at at/moment] [remedy remedy/remedy]"
_DRAWN = "player/player cards/cards kept kept/cards"
_CHOSEN = "code/offence team/team (:|=) remedy/remedy"
_FIGURES = "name/anyone ~:|= number/figure"
ROWS = (
    Row("game", "hrn", "game", "rounds"),
    Row("ruleset", "hrn", "pagat +x game.target=300", "ruleset", ONCE, "value/ruleset"),
    Row("players player", "hrn", "N E S W", "players"),
    Row("team teams", _HEAD, "team Reds N S", "teams", LIST, "name/new ~:|= players/players", model.MOST_SIDES),
    Row("sub subs substitution substitutions", _GAME, _SUB, "substitutions", OWN, "", model.MOST_SUBSTITUTIONS),
    Row("dealer", _ANYWHERE, "dealer W", "dealer first_dealer", ONCE, "value/player"),
    Row("round", "hrgn", "round 5", "round_number first_round_number", ONCE, "value/round"),
    Row("label labels", "hrgn", "label table 3", "labels", KEYED, "name/word ~:|= text/label", model.MOST_LABELS),
    Row("before", _HEAD, "before N+S 120 bags 3, E+W -40", "before", ROW, _STANDING, model.MOST_SIDES, ", "),
    Row("out", "hrgl", "out Eve+Fay 120, or out none", "away", ROW, _AWAY, model.MOST_SIDES, ", "),
    Row("void", "gnl", "void: cards exposed in the deal", "void", ONCE, "[(:) reason/reason]"),
    Row("redeal", "gnl", "redeal same dealer, or redeal next dealer", "redeal_by", ONCE, "value/redealer ~dealer"),
    Row("forfeit", _GAME, "forfeit E+W: left the hall", "forfeited_by", ONCE, "value/team [(:) reason/reason]"),
    Row("time", "gnl", "time called", "time_called", ONCE, "(called)"),
    Row("adjust adjustment adjustments", "rgl", _ADJUST, "adjustments", LIST, _ADJUSTED, model.MOST_ADJUSTMENTS),
    Row("hand hands", _ROUND, "hand N S:AKQ H:T98 D:AK6 C:QJ97", "hands", KEYED, "name/player ~:|= cards/hand"),
    Row("aside", _ROUND, "aside 2C 2D", "set_aside", ONCE, "value/cards"),
    Row("draw draws", _ROUND, "draw N KH 2C kept KH", "draws", LIST, _DRAWN, model.MOST_DRAWS),
    Row("pass", _ROUND, "pass N > S KH 2C", "exchanges", LIST, _PASSED, model.MOST_EXCHANGES),
    Row("misdeal", "rgl", "misdeal N", "misdeal_called_by", ONCE, "value/player"),
    Row("bids bid", _ROUND, "N 2 E 5 S nil W b4, or N 2 > E 5 > S nil > W b4 if in the order made", "bids"),
    Row("blind", _ROUND, "blind S", "blind_bidders", ONCE, "value/anybody", model.MOST_BIDDERS),
    Row("... \N{HORIZONTAL ELLIPSIS}", "rgnl", "... on a line of its own", "tricks"),
    Row("broken unbroken", "rgnl", "broken", "tricks"),
    Row("trick tricks", _ROUND, "N QD 2D 5D 3D > N, N:QD E:2D in the order of play, or N=QD E=2D in none", "tricks"),
    Row("claim claims", "rgl", "claim W rest accepted, or claim W 3 AS KS refused", "claim", ONCE, _CLAIMED),
    Row("stopped", "rgnl", "stopped", "stopped", ONCE),
    Row("call calls", _ROUND, "call E > N 3 @4.2", "accusations", LIST, _CALLED, model.MOST_CALLS),
    Row("remedy remedies", "rgl", "remedy revoke N+S: tricks", "remedies", LIST, _CHOSEN, model.MOST_REMEDIES),
    Row("won", _ROUND, "won N+S 7 E+W 6", "tricks_won", LINE, "name/anyone ~:|= tricks/tricks", model.MOST_BIDDERS),
    Row("sheet", _ROUND, "sheet, or sheet won N+S 7", "reported"),
    Row("points", _ROUND, "points N+S 73 E+W 60", "reported.points", LINE, _FIGURES, model.MOST_SIDES),
    Row("score", _ROUND, "score N+S 320", "reported.score", LINE, _FIGURES, model.MOST_SIDES),
    Row("bags", _ROUND, "bags N+S 3", "reported.bags", LINE, _FIGURES, model.MOST_SIDES),
)
"""Every kind of statement, in the order in which they are written."""
IN_FIRST_LINE = ("game", "ruleset", "players", "team", "dealer", "round")
"""The kinds of statement that are written in the first line of a text."""
ROW_OF: Mapping[str, Row] = {word: row for row in ROWS for word in row.words.split()}
"""The words that a statement may begin with, each with its row."""


def row_of(word: str) -> Row | None:
    """Return the row of the statements that a word begins, or None."""
    return ROW_OF.get(word.casefold())
