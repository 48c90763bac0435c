"""Who sits at a table, and whom a spelling of a name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from types import MappingProxyType
from typing import NamedTuple

from service.notations.model import LONGEST_NAME, MOST_PLAYERS, Remarks
from service.notations.shorthand.tokens import Misread, Token
from service.notations.shorthand.words import in_json, meaning_of, quoted_if_needed
from service.spades.english import instead_of, listed, names_advice, plain_form, quoted

_LONGEST_SPELLING = 2 * MOST_PLAYERS * (LONGEST_NAME + 1)
"""All players of a table, joined by plus signs; an accent may be a character of its own."""


class Table(NamedTuple):
    """The players in the order of their seats, and the names of the teams that the text declares."""

    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The players of each team with a name of its own, as the text names them."""
    first_players: tuple[str, ...] = ()
    """Who sat in the seats at first, if anybody has been replaced: sides keep their names."""

    @property
    def of_sides(self) -> tuple[str, ...]:
        """The players after whom sides without a name of their own are called."""
        return self.first_players or self.players

    @property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side that has no name of its own, by the name that it then has: ``ana+cy``."""
        sides = (combinations(self.of_sides, size) for size in range(2, len(self.players) + 1))
        return {"+".join(side): side for side in chain.from_iterable(sides)}

    def after(self, player: str) -> str:
        """Return the next player clockwise; the same for somebody who does not sit at the table."""
        if player not in self.players:
            return player
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def side_with(self, player: str) -> str | None:
        """Return the name of the side of a player, or of one who left the seat, if partners sit opposite each other."""
        named = next((name for name, players in self.teams.items() if player in players), None)
        if named is not None or player not in self.of_sides or len(self.of_sides) % 2:
            return named
        half = len(self.of_sides) // 2
        return "+".join(self.of_sides[self.of_sides.index(player) % half :: half])


class _Spellings:
    """Names by their spellings. A form that two of them have in common is a spelling of neither."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self._names = names
        self._by_form: dict[str, str | None] = {}
        for name, forms in names.items():
            for form in dict.fromkeys(forms):
                self._by_form[form] = None if form in self._by_form else name
        self._found: dict[str, str | None] = {}

    def is_exact(self, text: str) -> bool:
        """Return whether a text is one of the names, letter by letter."""
        return text in self._names

    def find(self, text: str) -> str | None:
        """Return the name that a text spells, if only one can be meant; that of no name is None."""
        if text in self._names:
            return text
        if len(text) > _LONGEST_SPELLING:
            return None
        if text not in self._found:
            self._found[text] = self._by_form.get(plain_form(text)) or self._by_form.get(_any_order(text.split("+")))
        return self._found[text]


def _any_order(players: Iterable[str]) -> str:
    """Return one spelling for the players of a side in whatever order and form; it is no form of a name."""
    return "\n".join(sorted(map(plain_form, players)))


class Names:
    """The names at a table while a record is read or written: who is meant by a word, and how a name is written."""

    def __init__(self, table: Table, faults: Remarks) -> None:
        self._faults = faults
        self._left: dict[str, int] = {}
        """Who has left the table, and before which round."""
        self._seat(table)

    def _seat(self, table: Table) -> None:
        joined = table.joined
        self.table = table
        self._players = _Spellings({player: [plain_form(player)] for player in table.players})
        self._teams = _Spellings(
            {
                name: [plain_form(name), _any_order(joined.get(name, [name]))]
                for name in (*table.teams, *joined, *table.of_sides)
            }
        )

    def replace(self, out: str, coming: str, number: int) -> None:
        """Say that somebody takes a player's seat before the round of this number: the rounds of a game share names."""
        players = tuple(coming if player == out else player for player in self.table.players)
        self._seat(Table(players, self.table.teams, self.table.of_sides))
        self._left.pop(coming, None)
        self._left[out] = number

    def with_team(self, name: str, players: Sequence[str]) -> Names:
        """Return the names at the same table, with one more for a side."""
        return Names(Table(self.table.players, {**self.table.teams, name: tuple(players)}), self._faults)

    def is_player(self, token: Token) -> bool:
        """Return whether a token names a player, in whatever form."""
        return token.kind in {"word", "text"} and self._players.find(token.text) is not None

    def is_player_exactly(self, token: Token) -> bool:
        """Return whether a token is a player's name letter by letter."""
        return self._players.is_exact(token.text)

    def knows(self, text: str) -> bool:
        """Return whether a text names a player or a side of the table, in whatever form."""
        return self._players.find(text) is not None or self._teams.find(text) is not None

    def player(self, token: Token) -> str:
        """Return the player that a token names; an unknown name is a fault, and returned as it is."""
        return self._known(token, self._players.find(token.text), self.table.players)

    def team(self, token: Token) -> str:
        """Return the side that a token names, likewise."""
        return self._known(token, self._teams.find(token.text))

    def anyone(self, token: Token, *, bids: bool = False) -> str:
        """Return the player or side that a token names, likewise.

        Whoever has left ``bids`` no more: the bid of a side of one with such a name is written as a team's.
        """
        text = token.text
        exact = text if self._players.is_exact(text) or self._teams.is_exact(text) else None
        found = exact or self._players.find(text) or self._teams.find(text)
        has_left = found in self._left and not self._players.is_exact(found)
        if has_left and bids:
            detail = f"{self._unknown(text, ())} For a side called {quoted(found or '')}, write team before its name."
            self._faults.fault(token.place, "unknown_name", detail)
            return text
        if has_left:
            detail = f"{self._has_left(found or '')} Here it is read as the name of a side."
            self._faults.note(token.place, "side_of_a_player_who_left", detail)
        return self._known(token, found)

    def _known(self, token: Token, found: str | None, names: Sequence[str] | None = None) -> str:
        if token.kind not in {"word", "text"}:
            raise Misread(token.place, "name_expected", f"A name is expected here, not {quoted(token.text)}.")
        if found is None:
            names = (*self.table.teams, *self.table.joined, *self.table.of_sides) if names is None else names
            self._faults.fault(token.place, "unknown_name", self._unknown(token.text, names))
        elif found != token.text:
            self._faults.note(token.place, "name_form", f"{quoted(token.text)} is read as {quoted(found)}.")
        return found or token.text

    def _has_left(self, name: str) -> str:
        return f"{quoted(name)} left the table before round {self._left[name]}."

    def _unknown(self, text: str, names: Sequence[str]) -> str:
        player = self._players.find(text)
        if player is not None:
            alone = self.table.of_sides[self.table.players.index(player)]
            sides = filter(None, [self.table.side_with(alone), alone])
            return f"A side keeps its name when a player is replaced: write {listed(map(quoted, sides), 'or')}."
        gone = next((name for name in self._left if plain_form(name) == plain_form(text)), None)
        said = f"{quoted(text)} does not sit at this table{instead_of(text, names)}."
        return f"{self._has_left(gone) if gone else said} {names_advice('players', self.table.players)}"

    def written_as_bidder(self, name: str, *, of_team: bool) -> str:
        """Return the name of a bidder, marked as a team's if a player has the same, or had it and left."""
        return f"{'team ' if of_team and name in {*self.table.players, *self._left} else ''}{quoted_if_needed(name)}"

    def written_of_others(self, name: str) -> str:
        """Return a word that names nobody at the table, in quotation marks if it would be read as somebody there."""
        return in_json(name) if self.knows(name) else quoted_if_needed(name)


def new_name(token: Token, faults: Remarks, others: Sequence[str] = (), longest: int = LONGEST_NAME) -> str:
    """Return a name that is not known yet; faults are a wrong one, and one of these ``others`` or of the same form."""
    name = token.text
    if token.kind not in {"word", "text"}:
        detail = f"{quoted(name)} is not a name: put a name with such marks in quotation marks."
        raise Misread(token.place, "name_expected", detail)
    meaning = meaning_of(name) if token.kind == "word" else None
    if not 1 <= len(name) <= longest:
        faults.fault(token.place, "length", f"A name has 1 to {longest} characters.")
    elif meaning is not None:
        detail = f'{quoted(name)} would be read as {meaning}: write the name as "{name}", here and below.'
        faults.fault(token.place, "quotation_mark", detail)
    elif name in others:
        faults.fault(token.place, "repeated_player", f"{quoted(name)} sits at this table already: name somebody else.")
    elif plain_form(name) in map(plain_form, others):
        detail = "differs from that of another player only in case, spaces or Unicode form: write another name."
        faults.fault(token.place, "similar_players", f"{quoted(name)} {detail}")
    return name
