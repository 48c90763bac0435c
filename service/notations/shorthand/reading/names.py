"""The names at a table, and whom a spelling of one means: exactly, in another form, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.notations.limits import LONGEST_NAME, MOST_PLAYERS
from service.notations.model import Place
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.sides import NamedSides
from service.notations.shorthand.table import Table
from service.notations.shorthand.words import reading_of
from service.spades.english import quoted
from service.spades.spelling import instead_of, names_advice, plain_form

_LONGEST_SPELLING = 2 * MOST_PLAYERS * (LONGEST_NAME + 1)
"""All players of a table, joined by plus signs; an accent may be a character of its own."""


class Names:
    """Finds the players and teams that the words of a text name."""

    def __init__(self, table: Table, faults: Faults) -> None:
        self.table = table
        self._faults = faults
        self._left: dict[str, int] = {}
        """Who has left the table, and before which round."""
        self._sides = NamedSides[Place]()
        self._players = _spelled_players(table)
        self._teams = _Spellings(
            ((name, name), (plain_form(name), name), (_any_order(*table.joined.get(name, (name,))), name))
            for name in table.team_names
        )

    def replace(self, out: str, coming: str, number: int) -> None:
        """Say that somebody takes a player's seat before the round of this number: the rounds of a game share names."""
        self.table = self.table.replaced(out, coming)
        self._players = _spelled_players(self.table)
        self._left.pop(coming, None)
        self._left[out] = number

    def is_player(self, token: Token) -> bool:
        """Return whether a token names a player, in whatever form."""
        return token.kind in {"word", "text"} and self._players.find(token.text) is not None

    def is_player_exactly(self, token: Token) -> bool:
        """Return whether a token is a player's name letter by letter."""
        return self._players.is_exact(token.text)

    def player(self, token: Token) -> str | None:
        """Return the player that a token names; None, after noting the fault, if there is no such player."""
        return self._known(token, self._players.find(token.text), self.table.players)

    def team(self, token: Token) -> str | None:
        """Return the team that a token names; None, after noting the fault, if there is no such team."""
        found = self._teams.find(token.text)
        if found is None and self._left and self.is_player(token):
            alone = self.table.side_of(self._players.find(token.text) or "")
            together = self.table.side_with(alone)
            write = f"write {quoted(together)} or, if this is a side of one," if together else "write"
            detail = f"A side keeps its name when a player is replaced: {write} {quoted(alone)}."
            self._faults.fault(token.place, "unknown_name", detail)
            return None
        return self._noted(token, self._known(token, found, self.table.team_names), is_side=True)

    def bidder(self, token: Token) -> str | None:
        """Return the player or team that a token names as a bidder; None, after noting the fault, if there is none.

        Whoever has left bids no more: a side of one with such a name is written as a team.
        """
        text = token.text
        found = self._players.find(text) or self._teams.find(text)
        if found in self._left and not self._players.is_exact(found):
            here = quoted(self.table.players[self.table.first_players.index(found)])
            detail = (
                f"{self._has_left(found)} Write {here} or, for a side called {quoted(found)}, team before its name."
            )
            self._faults.fault(token.place, "unknown_name", detail)
            return None
        return self.name(token)

    def side(self, token: Token) -> str | None:
        """Return the side that a token names where players may be named elsewhere; None, after noting the fault."""
        return self._noted(token, self.name(token), is_side=True)

    def check_sides(self) -> None:
        """Note a fault for each player who is named as a side of a record in which sides have several players."""
        for place, detail in self._sides.not_sides():
            self._faults.fault(place, "not_a_side", detail)
        self._sides = NamedSides()

    def _noted(self, token: Token, name: str | None, *, is_side: bool) -> str | None:
        if name is not None:
            self._sides.note(name, self.table, token.place, is_side=is_side)
        return name

    def name(self, token: Token) -> str | None:
        """Return the player or team that a token names; None, after noting the fault, if there is none."""
        text = token.text
        exact = text if self._players.is_exact(text) or self._teams.is_exact(text) else None
        found = exact or self._players.find(text) or self._teams.find(text)
        if found in self._left and not self._players.is_exact(found):
            detail = f"{self._has_left(found)} Here it is read as the name of a side."
            self._faults.note_once(token.place, "side_of_a_player_who_left", detail)
        is_side = found in self._left and not self._players.is_exact(found)
        return self._noted(token, self._known(token, found, self.table.team_names), is_side=is_side)

    def _known(self, token: Token, found: str | None, names: Sequence[str]) -> str | None:
        if token.kind not in {"word", "text"}:
            self._faults.fault(token.place, "name_expected", f"A name is expected here, not {quoted(token.text)}.")
            return None
        if found is None:
            self._faults.fault(token.place, "unknown_name", self._unknown(token.text, names))
        elif found != token.text:
            self._faults.note_once(token.place, "name_form", f"{quoted(token.text)} is read as {quoted(found)}.")
        return found

    def _has_left(self, name: str) -> str:
        return f"{quoted(name)} left the table before round {self._left[name]}."

    def _unknown(self, text: str, names: Sequence[str]) -> str:
        gone = next((name for name in self._left if plain_form(name) == plain_form(text)), None)
        if gone is not None:
            return f"{self._has_left(gone)} {names_advice('players', self.table.players)}"
        advice = names_advice("players", self.table.players)
        return f"{quoted(text)} does not sit at this table{instead_of(text, names)}. {advice}"


class _Spellings:
    """Names by their spellings. A form that two of them have in common is a spelling of neither."""

    def __init__(self, spelled: Iterable[tuple[tuple[str, str], ...]]) -> None:
        self._exact: dict[str, str] = {}
        self._by_form: dict[str, str | None] = {}
        for (spelling, name), *forms in spelled:
            self._exact.setdefault(spelling, name)
            for form, _ in dict.fromkeys(forms):
                self._by_form[form] = None if form in self._by_form else name
        self._found: dict[str, str | None] = {}

    def is_exact(self, text: str) -> bool:
        """Return whether a text is one of the names, letter by letter."""
        return text in self._exact

    def find(self, text: str) -> str | None:
        """Return the name that a text spells, if only one can be meant; that of no name is None."""
        if text in self._exact:
            return self._exact[text]
        if len(text) > _LONGEST_SPELLING:
            return None
        if text not in self._found:
            self._found[text] = self._by_form.get(plain_form(text)) or self._by_form.get(_any_order(*text.split("+")))
        return self._found[text]


def _spelled_players(table: Table) -> _Spellings:
    return _Spellings(((player, player), (plain_form(player), player)) for player in table.players)


def is_free(token: Token, faults: Faults) -> bool:
    """Return whether a token can be a name that is not known yet, after noting the fault if it cannot."""
    if token.kind not in {"word", "text"}:
        detail = f"{quoted(token.text)} is not a name: write a name with such marks in quotation marks."
        faults.fault(token.place, "name_expected", detail)
        return False
    if not 1 <= len(token.text) <= LONGEST_NAME:
        faults.fault(token.place, "length", f"A name has 1 to {LONGEST_NAME} characters.")
        return False
    reading = reading_of(token.text) if token.kind == "word" else None
    if reading is not None:
        name = in_quotation_marks(token.text)
        detail = f"{quoted(token.text)} would be read as {reading}: write the name as {name}, here and below."
        faults.fault(token.place, "quotation_mark", detail)
    return reading is None


def in_quotation_marks(name: str) -> str:
    """Return a name as it has to be written if it could be read as something else."""
    return f'"{name[:LONGEST_NAME]}"'


def _any_order(*players: str) -> str:
    """Return one spelling for the players of a side in whatever order and form; it is no form of a name."""
    return "\n".join(sorted(map(plain_form, players)))
