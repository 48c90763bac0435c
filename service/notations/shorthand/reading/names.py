"""The names at a table, and whom a spelling of one means: exactly, in another form, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from service.notations.limits import LONGEST_NAME, MOST_PLAYERS
from service.notations.shorthand.reading.faults import Faults
from service.notations.shorthand.reading.lexer import Token
from service.notations.shorthand.table import Table
from service.spades.english import quoted
from service.spades.spelling import instead_of, names_advice, plain_form

_LONGEST_SPELLING = 2 * MOST_PLAYERS * (LONGEST_NAME + 1)
"""All players of a table, joined by plus signs; an accent may be a character of its own."""


class Names:
    """Finds the players and teams that the words of a text name."""

    def __init__(self, table: Table, faults: Faults) -> None:
        self.table = table
        self._faults = faults
        self._players = _Spellings(((player, player), (plain_form(player), player)) for player in table.players)
        self._teams = _Spellings(
            ((name, name), (plain_form(name), name), (_any_order(*table.joined.get(name, (name,))), name))
            for name in table.team_names
        )

    def is_player(self, token: Token) -> bool:
        """Return whether a token names a player, in whatever form."""
        return token.kind in {"word", "text"} and self._players.find(token.text) is not None

    def player(self, token: Token) -> str | None:
        """Return the player that a token names; None, after noting the fault, if there is no such player."""
        return self._known(token, self._players.find(token.text), self.table.players)

    def team(self, token: Token) -> str | None:
        """Return the team that a token names; None, after noting the fault, if there is no such team."""
        return self._known(token, self._teams.find(token.text), self.table.team_names)

    def name(self, token: Token) -> str | None:
        """Return the player or team that a token names; None, after noting the fault, if there is none."""
        found = self._players.find(token.text) or self._teams.find(token.text)
        return self._known(token, found, self.table.team_names)

    def _known(self, token: Token, found: str | None, names: Sequence[str]) -> str | None:
        if token.kind not in {"word", "text"}:
            self._faults.fault(token.place, "name_expected", f"A name is expected here, not {quoted(token.text)}.")
            return None
        if found is None:
            self._faults.fault(token.place, "unknown_name", self._unknown(token.text, names))
        elif found != token.text:
            self._faults.note_once(token.place, "name_form", f"{quoted(token.text)} is read as {quoted(found)}.")
        return found

    def _unknown(self, text: str, names: Sequence[str]) -> str:
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

    def find(self, text: str) -> str | None:
        """Return the name that a text spells, if only one can be meant; that of no name is None."""
        if text in self._exact:
            return self._exact[text]
        if len(text) > _LONGEST_SPELLING:
            return None
        if text not in self._found:
            self._found[text] = self._by_form.get(plain_form(text)) or self._by_form.get(_any_order(*text.split("+")))
        return self._found[text]


def _any_order(*players: str) -> str:
    """Return one spelling for the players of a side in whatever order and form; it is no form of a name."""
    return "\n".join(sorted(map(plain_form, players)))
