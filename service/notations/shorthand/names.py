"""Who sits at a table, and whom a spelling of a name means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations

from service.notations.model import LONGEST_NAME, MOST_PLAYERS, Remarks
from service.notations.shorthand.tokens import Misread, Token
from service.notations.shorthand.words import in_json, meaning_of, quoted_if_needed
from service.spades.english import instead_of, names_advice, plain_form, quoted

_LONGEST_SPELLING = 2 * MOST_PLAYERS * (LONGEST_NAME + 1)
"""All players of a table, joined by plus signs; an accent may be a character of its own."""


class _Spellings:
    """Names by their spellings. A form that two of them have in common is a spelling of neither."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        self.names = names
        self._by_form: dict[str, str | None] = {}
        for name, forms in names.items():
            for form in dict.fromkeys(forms):
                self._by_form[form] = None if form in self._by_form else name
        self._found: dict[str, str | None] = {}

    def find(self, text: str) -> str | None:
        """Return the name that a text spells, if only one can be meant; that of no name is None."""
        if text in self.names:
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
    """The names at a table while a record is read or written: whom a word means, and how a name is written."""

    def __init__(self, players: Sequence[str], faults: Remarks, teams: Iterable[str] = ()) -> None:
        self.players = tuple(players)
        """The players in the order of their seats."""
        self._first = self.players
        """Who sat in the seats at first: sides without a name of their own keep the names of these."""
        self._teams = [*teams]
        """The names of the teams that the text declares."""
        self._faults = faults
        self._left: dict[str, int] = {}
        """Who has left the table, and before which round."""
        self._learn()

    def _learn(self) -> None:
        sides = (combinations(self._first, size) for size in range(2, len(self._first) + 1))
        joined = {"+".join(side): side for side in chain.from_iterable(sides)}
        self._seated = _Spellings({player: [plain_form(player)] for player in self.players})
        self._sides = _Spellings(
            {
                name: [plain_form(name), _any_order(joined.get(name, [name]))]
                for name in (*self._teams, *joined, *self._first)
            }
        )

    def replace(self, out: str, coming: str, number: int) -> None:
        """Say that somebody takes a player's seat before the round of this number: the rounds of a game share names."""
        self.players = tuple(coming if player == out else player for player in self.players)
        self._left.pop(coming, None)
        self._left[out] = number
        self._learn()

    def add_team(self, name: str) -> None:
        """Say that a side has a name of its own."""
        self._teams.append(name)
        self._learn()

    def after(self, player: str) -> str:
        """Return the next player clockwise; the same for somebody who does not sit at the table."""
        if player not in self.players:
            return player
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def is_player(self, token: Token) -> bool:
        """Return whether a token names a player, in whatever form."""
        return token.kind in {"word", "text"} and self._seated.find(token.text) is not None

    def knows(self, text: str) -> bool:
        """Return whether a text names a player or a side of the table, in whatever form."""
        return self._seated.find(text) is not None or self._sides.find(text) is not None

    def player(self, token: Token) -> str:
        """Return the player that a token names; an unknown name is a fault, and returned as it is."""
        return self._known(token, self._seated.find(token.text), self._seated)

    def team(self, token: Token) -> str:
        """Return the side that a token names, likewise."""
        return self._known(token, self._sides.find(token.text), self._sides)

    def anyone(self, token: Token, *, bids: bool = False) -> str:
        """Return the player or side that a token names, likewise.

        Whoever has left ``bids`` no more: the bid of a side of one with such a name is written as a team's.
        """
        text = token.text
        exact = text if text in self.players or text in self._sides.names else None
        found = exact or self._seated.find(text) or self._sides.find(text)
        has_left = found in self._left and found not in self.players
        if has_left and bids:
            detail = f"{self._unknown(text, ())} For a side called {quoted(found or '')}, write team before its name."
            self._faults.fault(token.place, "unknown_name", detail)
            return text
        if has_left:
            detail = f"{self._has_left(found or '')} Here it is read as the name of a side."
            self._faults.note(token.place, "side_of_a_player_who_left", detail)
        return self._known(token, found, self._sides)

    def _known(self, token: Token, found: str | None, among: _Spellings) -> str:
        if token.kind not in {"word", "text"}:
            raise Misread(token.place, "name_expected", f"A name is expected here, not {quoted(token.text)}.")
        if found is None:
            self._faults.fault(token.place, "unknown_name", self._unknown(token.text, among.names))
        elif found != token.text:
            self._faults.note(token.place, "name_form", f"{quoted(token.text)} is read as {quoted(found)}.")
        return found or token.text

    def _has_left(self, name: str) -> str:
        return f"{quoted(name)} left the table before round {self._left[name]}."

    def _unknown(self, text: str, names: Iterable[str]) -> str:
        player = self._seated.find(text)
        if player is not None:
            first = quoted(self._first[self.players.index(player)])
            return f"A side keeps its name when a player is replaced: it is still called after {first}."
        gone = next((name for name in self._left if plain_form(name) == plain_form(text)), None)
        said = f"{quoted(text)} does not sit at this table{instead_of(text, names)}."
        return f"{self._has_left(gone) if gone else said} {names_advice('players', self.players)}"

    def written_as_bidder(self, name: str, *, of_team: bool) -> str:
        """Return the name of a bidder, marked as a team's if a player has the same, or had it and left."""
        return f"{'team ' if of_team and name in {*self.players, *self._left} else ''}{quoted_if_needed(name)}"

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
