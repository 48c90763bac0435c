"""Who sits at a table, whom a spelling of a name means, and a record while it is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import Enum
from itertools import chain, combinations
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from service.notations.model import LONGEST_NAME, MOST_CARDS, MOST_PLAYERS, Place, Record, may_be_broken_off
from service.notations.shorthand.words import Faults, Token, meaning_of
from service.spades.cards import UNREAD_CODE
from service.spades.english import count_of, instead_of, listed, names_advice, plain_form, quoted

OF_A_RECORD = ("hands", "set_aside", "draws", "exchanges", "accusations", "claim", "stopped", "misdeal_called_by")
"""The members that a round with its tricks may have, but no row of a score sheet."""


class Table(NamedTuple):
    """The players in the order of their seats, and the names of the teams that the text declares."""

    players: tuple[str, ...]
    teams: Mapping[str, tuple[str, ...]] = MappingProxyType({})
    """The players of each team with a name of its own, as the text names them."""
    first_players: tuple[str, ...] = ()
    """Who sat in the seats at first, if anybody has been replaced: sides keep their names."""

    @property
    def _of_sides(self) -> tuple[str, ...]:
        """The players after whom sides without a name of their own are called."""
        return self.first_players or self.players

    @property
    def joined(self) -> Mapping[str, tuple[str, ...]]:
        """The players of each side that has no name of its own, by the name that it then has: ``ana+cy``."""
        sides = (combinations(self._of_sides, size) for size in range(2, len(self.players) + 1))
        return {"+".join(side): side for side in chain.from_iterable(sides)}

    @property
    def team_names(self) -> tuple[str, ...]:
        """Every name that a side may have; that of a single player is their own."""
        return (*self.teams, *self.joined, *self._of_sides)

    def after(self, player: str) -> str:
        """Return the next player clockwise."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def side_of(self, player: str) -> str:
        """Return the name of a player's side if it has no other player: that of the first player in the seat."""
        return self._of_sides[self.players.index(player)]

    def is_of_partners(self, name: str) -> bool:
        """Return whether a name is that of a side of several players."""
        return len(self.teams.get(name, ())) > 1 or (name not in self.teams and name in self.joined)

    def side_with(self, player: str) -> str | None:
        """Return the name of the side of a player, or of one who left the seat, if partners sit opposite each other."""
        named = next((name for name, players in self.teams.items() if player in players), None)
        seats = self._of_sides
        if named is not None or player not in seats or len(seats) % 2:
            return named
        place = seats.index(player) % (len(seats) // 2)
        return "+".join(seats[place :: len(seats) // 2])

    def replaced(self, out: str, coming: str) -> Table:
        """Return the table after somebody has taken a player's seat."""
        players = tuple(coming if player == out else player for player in self.players)
        return Table(players, self.teams, self._of_sides)


At = TypeVar("At")
"""Where a name is: a place of a text, or a path into a record."""


class NamedSides(Generic[At]):
    """Collects the names of sides, and finds those that are of one player although other sides have several."""

    def __init__(self) -> None:
        self._alone: list[tuple[At, str, Table]] = []
        self._of_partners: str | None = None

    def note(self, name: str, table: Table, at: At, *, is_side: bool) -> None:
        """Note a name; one of a player counts only if it ``is_side``, that is, if a side is meant there."""
        named = next(filter(table.is_of_partners, (name, *table.teams)), None)
        self._of_partners = self._of_partners or named
        if is_side and not table.is_of_partners(name):
            self._alone.append((at, name, table))

    def not_sides(self) -> Iterator[tuple[At, str]]:
        """Yield where a player is named and a side was meant, with a sentence that says what to write."""
        for at, name, table in self._alone if self._of_partners is not None else ():
            why = f"{quoted(name)} is one player, and {quoted(self._of_partners or '')} a side of several"
            side = table.side_with(name)
            yield at, f"{why}: write {quoted(side)}, the side of {name}." if side else f"{why}: write a side's name."


Path: TypeAlias = tuple[str | int, ...]
"""A path into a claim."""


class ClaimFault(NamedTuple):
    """What is wrong with a member of a claim: its code and, in a sentence, what to write instead."""

    path: Path
    code: str
    detail: str


def faults_of_end(claim: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]], players: int) -> Iterator[ClaimFault]:
    """Yield the faults of a claim that does not fit the end of the tricks: of its number and its moment."""
    last = tricks[-1] if tricks else {}
    cards = _cards_of(last)
    # Several cards of a trick in ``plays`` may be one player's; ``cards`` may go round the table once more.
    holders = {play["player"] for play in last["plays"]} if "plays" in last else cards
    in_progress = bool(tricks) and len(holders) < players
    left, number = MOST_CARDS // players - len(tricks) + in_progress, claim["tricks"]
    if left <= 0:
        yield ClaimFault((), "claim_after_end", "No trick is left to be claimed: leave out this claim.")
    elif isinstance(number, int) and number > left:
        detail = f"At most {count_of(left, 'trick')} can be left to be claimed here: write rest for all that are left."
        yield ClaimFault(("tricks",), "too_many_tricks", detail)
    if "at" not in claim:
        return
    trick, plays = claim["at"]["trick"], claim["at"]["plays"]
    if plays >= players:
        trick, plays = trick + 1, plays - players
    end, shown = (len(tricks), len(cards)) if in_progress else (len(tricks) + 1, 0)
    write = f"write {end}.{shown} or leave the moment out"
    returned = sum(len(play.get("withdrawn", ())) for play in last.get("plays", ())) if in_progress else 0
    if (trick, plays) < (end, shown):
        yield ClaimFault(("at",), "plays_after_claim", f"A claim ends the play, and cards come after this: {write}.")
    elif trick > end or plays > shown + returned:
        detail = f"The tricks end before this moment: {write}, or add the cards up to the claim."
        yield ClaimFault(("at",), "plays_missing", detail)


def faults_of_statement(claim: Mapping[str, Any], tricks: Sequence[Mapping[str, Any]]) -> Iterator[ClaimFault]:
    """Yield the faults of the cards that are stated: each is played once, and after the claim."""
    played = {card: number for number, trick in enumerate(tricks, 1) for card in _cards_of(trick)}
    statement: Sequence[str] = claim.get("statement", ())
    stated: set[str] = set()
    for index, card in enumerate(statement):
        if card in stated and card != UNREAD_CODE:
            detail = f"{card} is stated twice, and a card is played once: leave it out here."
            yield ClaimFault(("statement", index), "stated_twice", detail)
        elif card in played and card != UNREAD_CODE:
            detail = f"{card} was played in trick {played[card]}: state the cards to be played from now on."
            yield ClaimFault(("statement", index), "stated_not_held", detail)
        stated.add(card)


def _cards_of(trick: Mapping[str, Any]) -> list[str | None]:
    """Return the cards of a trick that stayed on the table, as they are written."""
    if "plays" in trick:
        return [play["card"] for play in trick["plays"]]
    return [*trick["cards_by_player"].values()] if "cards_by_player" in trick else [*trick.get("cards", ())]


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

    def knows(self, text: str) -> bool:
        """Return whether a text names a player or a side of the table, in whatever form."""
        return self._players.find(text) is not None or self._teams.find(text) is not None

    def is_player_exactly(self, token: Token) -> bool:
        """Return whether a token is a player's name letter by letter."""
        return self._players.is_exact(token.text)

    def player(self, token: Token) -> str | None:
        """Return the player that a token names; None, after noting the fault, if there is no such player."""
        return self._known(token, self._players.find(token.text), self.table.players)

    def team(self, token: Token) -> str | None:
        """Return the team that a token names; None, after noting the fault, if there is no such team."""
        return self._noted(token, self._known(token, self._teams.find(token.text), self.table.team_names), is_side=True)

    def bidder(self, token: Token) -> str | None:
        """Return the player or team that a token names as a bidder; None, after noting the fault, if there is none.

        Whoever has left bids no more: a side of one with such a name is written as a team.
        """
        return self.name(token, bids=True)

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

    def name(self, token: Token, *, bids: bool = False) -> str | None:
        """Return the player or team that a token names; None, after noting the fault, if there is none."""
        text = token.text
        exact = text if self._players.is_exact(text) or self._teams.is_exact(text) else None
        found = exact or self._players.find(text) or self._teams.find(text)
        has_left = found in self._left and not self._players.is_exact(found)
        if has_left and bids:
            detail = f"{self._unknown(text, ())} For a side called {quoted(found or '')}, write team before its name."
            self._faults.fault(token.place, "unknown_name", detail)
            return None
        if has_left:
            detail = f"{self._has_left(found or '')} Here it is read as the name of a side."
            self._faults.note_once(token.place, "side_of_a_player_who_left", detail)
        return self._noted(token, self._known(token, found, self.table.team_names), is_side=has_left)

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
        player = self._players.find(text)
        if player is not None:
            alone = self.table.side_of(player)
            sides = filter(None, [self.table.side_with(alone), alone])
            return f"A side keeps its name when a player is replaced: write {listed(map(quoted, sides), 'or')}."
        said = f"{quoted(text)} does not sit at this table{instead_of(text, names)}."
        return f"{self._has_left(gone) if gone else said} {names_advice('players', self.table.players)}"


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


def is_free(token: Token, faults: Faults, longest: int = LONGEST_NAME) -> bool:
    """Return whether a token can be a name that is not known yet, after noting the fault if it cannot."""
    if token.kind not in {"word", "text"}:
        detail = f"{quoted(token.text)} is not a name: write a name with such marks in quotation marks."
        faults.fault(token.place, "name_expected", detail)
        return False
    if not 1 <= len(token.text) <= longest:
        faults.fault(token.place, "length", f"A name has 1 to {longest} characters.")
        return False
    meaning = meaning_of(token.text) if token.kind == "word" else None
    if meaning is not None:
        name = in_quotation_marks(token.text)
        detail = f"{quoted(token.text)} would be read as {meaning}: write the name as {name}, here and below."
        faults.fault(token.place, "quotation_mark", detail)
    return meaning is None


def in_quotation_marks(name: str) -> str:
    """Return a name as it has to be written if it could be read as something else."""
    return f'"{name[:LONGEST_NAME]}"'


def _any_order(*players: str) -> str:
    """Return one spelling for the players of a side in whatever order and form; it is no form of a name."""
    return "\n".join(sorted(map(plain_form, players)))


MEMBERS = (
    *("ruleset", "players", "teams", "dealer", "first_dealer", "round_number", "first_round_number"),
    *("labels", "before", "away", "hands", "set_aside", "draws", "exchanges", "misdeal_called_by"),
    *("bids", "bids_by_player", "blind_bidders"),
    *("tricks", "tricks_won", "reported", "accusations", "claim", "stopped", "remedies"),
    *("adjustments", "void", "redeal_by", "forfeited_by", "reason", "time_called", "substitutions"),
)
"""The members of a record that shorthand has words for, in their order."""
_SEATED = ("players", "teams")
_SAID = {"misdeal_called_by": "misdeal", "forfeited_by": "forfeit", "redeal_by": "redeal"}
"""Members that are not called as their statements are."""


def _said(member: str) -> str:
    """Return a member of a record as a sentence names it."""
    return _SAID.get(member, member.replace("_", " "))


class Part(Enum):
    """What a part of a text is: a round by itself, the head of a game, or a round of that game."""

    ROUND = "round"
    GAME = "game"
    ROUND_OF_GAME = "round of a game"


class Draft:
    """The record of one part of a text."""

    def __init__(self, part: Part, faults: Faults, before: Draft | None = None) -> None:
        self.part = part
        self.faults = faults
        self.fault, self.note_once = faults.fault, faults.note_once
        self.before = before
        """The part whose ruleset and table hold here, too, unless this part names its own."""
        self.place: Place | None = None
        """The place of its first statement."""
        self.number = 0
        """The number of a round of a game."""
        self.members: Record = {}
        self.tricks: list[Record] = []
        self.next_trick: Record = {}
        """What is said of the trick that comes next: that it is after a gap, and whether spades had been broken."""
        self.number_of_next = 1
        """The number of the trick that comes next."""
        self.sheet: Record | None = None
        """The values of ``reported``, but for the tricks won."""
        self.says_no_tricks = False
        """Whether it says explicitly that no trick was played."""
        self.says_nobody = False
        """Whether the fault has been noted that nobody sits at the table."""
        self.own_players = False
        """Whether the players are named in this part, and not only in one before it."""
        self.players_place = Place(1, 1)
        """Where they are."""
        self.uses_names = False
        """Whether anything in this part has named a player."""
        self.has_heads_alone = True
        """Whether nothing has been read but the heads of a round."""
        self.bidders: list[str] = []
        """Who has bid, in the order of the text."""
        self.tricks_at_bids = 0
        """How many tricks came before the last bids."""
        self.blind_place: Place | None = None
        """Where a statement of its own names the blind bidders."""
        self.broken_off_place: Place | None = None
        self.redeal_place: Place | None = None
        """Where the round is said to be void, or the game forfeited."""
        self.claim_places: Mapping[Path, Place] = {}
        """Where the claim is with which the play ended, and where each of its members, by its path."""
        self.tricks_at_claim = 0
        """How many tricks came before the claim."""
        self.short_tricks: list[tuple[int, Place, str]] = []
        """Tricks with too few cards, by their indices: a fault, unless it is the last."""
        self._names: Names | None = before.names if before is not None and before.is_seated else None

    def seat(self, table: Table) -> None:
        """Say who sits at the table."""
        self._names = Names(table, self.faults)

    @property
    def is_seated(self) -> bool:
        """Whether it is known who sits at the table."""
        return self._names is not None

    @property
    def names(self) -> Names:
        """The names at the table, which must be known."""
        if self._names is None:
            raise LookupError("nobody sits at the table")
        return self._names

    @property
    def may_begin_with_a_title(self) -> bool:
        """Whether its first line was read as the players, and nothing has named one of them."""
        return self.own_players and self.players_place == self.place and not self.uses_names

    def once(self, member: str, place: Place, value: Any) -> None:
        """Set a member, which a record has once."""
        if member in self.members:
            detail = f"Here is a second {_said(member)} for one round: write --- between two rounds."
            if member == "ruleset" and self.has_heads_alone:
                detail = "Here is a second ruleset: if the first is a title, begin it with #, as a comment."
            self.fault(place, "repeated", detail)
        self.members[member] = value

    def add(self, member: str, value: Any, place: Place, most: int) -> None:
        """Append a value to a list among the members; more values than ``most`` are a fault."""
        added: list[Any] = self.members.setdefault(member, [])
        added.append(value)
        if len(added) == most + 1:
            self.fault(place, "too_many", f"A round has at most {most} {member}: write --- between two rounds.")

    def record(self) -> Record:
        """Return the finished record; notes a fault for what it lacks."""
        place = self.place or Place(1, 1)
        if self.part is not Part.ROUND_OF_GAME:
            self._complete_heads(place)
            if self.is_seated:
                self.names.check_sides()
        if self.part is not Part.GAME:
            self._check_blind_bidders()
            if may_be_broken_off(self.members) and "reason" not in self.members:
                what = "the round is void" if "void" in self.members else "the game was forfeited"
                detail = f"Write why {what}, behind a colon, such as void: cards exposed in the deal."
                self.fault(self.broken_off_place or place, "reason_missing", detail)
            if self.redeal_place is not None and "void" not in self.members:
                detail = "Only a void round is dealt again: write void: and the reason, or leave this line out."
                self.fault(self.redeal_place, "redeal_alone", detail)
            self._complete_tricks(place)
        return {name: self.members[name] for name in MEMBERS if name in self.members}

    def _check_blind_bidders(self) -> None:
        """Note the fault if blind bidders are named beside bids that say themselves whether they are blind."""
        names = self.members.get("blind_bidders")
        if self.blind_place is not None and names and "bids" in self.members:
            made = (bid for bid in self.members["bids"] if names[0] in {bid.get("player"), bid.get("team")})
            tricks = next((bid["tricks"] for bid in made), None)
            bid = "bn" if tricks == 0 else f"b{tricks or 4}"
            detail = f"Bids in the order made say themselves which of them is blind: write {names[0]} {bid} there."
            self.fault(self.blind_place, "blind_bidders", detail)

    def _complete_heads(self, place: Place) -> None:
        """Take over the ruleset and the table of the part before."""
        before = {} if self.before is None else self.before.members
        taken = {name for name in ("ruleset", *_SEATED) if name in before and name not in self.members}
        if self.own_players:
            taken -= set(_SEATED)
        self.members |= {name: before[name] for name in taken}
        if taken:
            detail = "Where a round does not name its ruleset or its players, they are those of the round before."
            self.note_once(place, "as_before", detail)
        if "players" not in self.members and not self.says_nobody:
            self.fault_nobody(place)

    def fault_nobody(self, place: Place) -> None:
        """Note, once, that it is not known who sits at the table."""
        if not self.says_nobody:
            detail = (
                "It is not known who sits at the table: first name the players, clockwise, such as N E S W. If this"
                " line is a title, begin it with #, as a comment."
            )
            self.fault(place, "no_players", detail)
        self.says_nobody = True

    def _complete_tricks(self, place: Place) -> None:
        """Put the tricks or, for a row of a sheet, the tricks won among the members."""
        won = self.members.pop("tricks_won", None)
        if won is not None and "tricks_won" in (self.sheet or {}):
            detail = "The tricks won are in this round twice: write them in one line, won N 3 E 4."
            self.fault(place, "repeated", detail)
        if won is not None and not self.tricks and not self.says_no_tricks:
            self._complete_row(won, place)
            return
        for index, where, detail in self.short_tricks:
            if index < len(self.tricks) - 1:
                self.fault(where, "trick_size", detail)
        if self.tricks or self.says_no_tricks or not may_be_broken_off(self.members):
            self.members["tricks"] = self.tricks
        self._check_claim()
        if won is not None:
            self.sheet = {"tricks_won": won, **(self.sheet or {})}
        if self.sheet is not None:
            self.members["reported"] = self.sheet

    def _check_claim(self) -> None:
        """Note the faults of the claim: tricks come after it, which ends the play, or it does not fit those before."""
        if not self.claim_places:
            return
        claim, tricks = self.members["claim"], self.tricks[: self.tricks_at_claim]
        found = [*faults_of_statement(claim, tricks)]
        if len(tricks) < len(self.tricks):
            detail = "A claim ends the play, and tricks come after it: write this line behind the last of them."
            self.fault(self.claim_places[()], "order", detail)
        elif not self.faults.has_faults:  # a trick that could not be read may be any
            found += faults_of_end(claim, tricks, len(self.names.table.players))
        for fault in found:
            self.fault(self.claim_places[fault.path], fault.code, fault.detail)

    def _complete_row(self, won: Record, place: Place) -> None:
        self.members["tricks_won"] = won
        if not may_be_broken_off(self.members) and self.members.keys().isdisjoint({"bids", "bids_by_player"}):
            detail = "A row of a sheet needs its bids: N 3 E 4 S 2 W 4, or bids none if nobody bids in this round."
            self.fault(place, "no_bids", detail)
        wrong = [_said(name) for name in OF_A_RECORD if name in self.members]
        if wrong:
            detail = f"Without tricks this is a row of a sheet, which has no {wrong[0]}: write tricks none otherwise."
            self.fault(place, "row_of_a_sheet", detail)
        if self.sheet is not None:
            self.members["reported"] = self.sheet
        if self.part is Part.ROUND and "reported" in self.members:
            detail = "A row with points, score or bags is checked in a game: begin with game, and write --- before it."
            self.fault(place, "row_of_a_sheet", detail)
