"""Parts of a round as PTN and OpenSpiel have them, and what such a notation cannot hold.

Words and tags with their places, who sits where, labels, bids, hands as a group of ranks for each suit
(``AKQ4.T98..97``), tricks as rows of cards. A notation reads a round by a subclass of `RoundReader`, and writes one by
a subclass of `RoundWriter`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar

from service.notations import model
from service.notations.model import Loss, Place, Remarks, UnwritableRecord
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import listed, quoted
from service.spades.errors import pointer_to
from service.spades.rules.ruleset import blind_kind

SPADES = "Spades"
SUITS = "SHDC"
"""The suits in the order of a hand."""
UNREAD_RANK = "?"
"""A card in a group that nobody can read."""
WITHOUT_SUIT = ("BJ", "LJ", UNREAD_CODE)
"""The cards that belong to no suit, in the order of a hand."""
NOT_PLAYED = "-"
"""Written in a row where a player has not played a card."""
_ORDER = {
    card: index for index, card in enumerate([*(rank + suit for suit in SUITS for rank in RANKS[::-1]), *WITHOUT_SUIT])
}
_WORD = re.compile(r"\S+")
_ROUND_NUMBER = re.compile("[0-9]{1,4}")
_BID = re.compile(r"(?P<blind>b(?:lind)?[:_-]?)?(?P<bid>\d{1,2}|nil|zero|n)", re.IGNORECASE)
_PLAYER_MEMBERS = {"dealer", "player", "from", "to", "leader", "winner"}
"""The members whose value is a player. Bids may name a team instead."""
MEMBERS_OF_A_TRICK = {"plays", "cards", "cards_by_player", "leader"}
_BID_OF_TEAM = "A bid is made by a player, not by a team."
_EMPTY_LIST = "An empty list of bids looks the same as no list."


class Word(NamedTuple):
    """A word of a line, without spaces in it, and where it begins."""

    text: str
    place: Place

    def cards(self) -> list[Word]:
        """Return the cards, two letters each, that follow each other without a space: ``JD9C``."""
        return [Word(self.text[at : at + 2], self.place.right(at)) for at in range(0, len(self.text), 2)]


def words_of(text: str, place: Place) -> list[Word]:
    """Return the words of a part of a line that begins at this place."""
    return [Word(found[0], place.right(found.start())) for found in _WORD.finditer(text)]


class Tag(NamedTuple):
    """A tag, ``[Name "value"]``, and the words of the lines that follow it if it has any."""

    name: str
    value: str
    place: Place
    """Where the value begins."""
    rows: Sequence[Sequence[Word]] = ()

    @property
    def words(self) -> list[Word]:
        """The words of the value."""
        return words_of(self.value, self.place)

    @property
    def word(self) -> Word:
        """The value as one word."""
        return Word(self.value.strip(), self.place)


class Bid(NamedTuple):
    """What one player bid; ``tricks`` is 0 for nil."""

    player: str
    tricks: int
    blind: bool

    @property
    def member(self) -> dict[str, Any]:
        """The bid as a member of the ``bids`` of a record."""
        bid: dict[str, Any] = {"player": self.player, "tricks": self.tricks}
        return {**bid, "kind": blind_kind(self.tricks)} if self.blind else bid


def members_by_player(bids: Iterable[Bid], players: Sequence[str]) -> dict[str, Any]:
    """Return the bids of different players as ``bids_by_player``, and ``blind_bidders`` in order of their seats."""
    made = list(bids)
    blind = sorted({bid.player for bid in made if bid.blind}, key=players.index)
    by_player: dict[str, Any] = {"bids_by_player": {bid.player: bid.tricks for bid in made}}
    return {**by_player, "blind_bidders": blind} if blind else by_player


def cards_in_order(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of a hand: suits from high to low, big joker, little joker, ``??``."""
    return sorted(cards, key=_ORDER.__getitem__)


def clockwise(players: Sequence[str], first: str) -> list[str]:
    """Return the players in the order of their seats, beginning with this one."""
    seat = players.index(first)
    return [*players[seat:], *players[:seat]]


def opposite_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players who sit opposite each other; none at a table of two or of an odd number."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True)) if len(players) in {4, 6} else []


class _Placed(Protocol):
    @property
    def place(self) -> Place: ...


_Item = TypeVar("_Item", bound=_Placed)


class RoundReader(ABC):
    """Reads the parts of a round, and collects what there is to say about them."""

    other_bids = ""
    """What to write for a bid beside a number."""

    def __init__(self, remarks: Remarks) -> None:
        self.remarks = remarks
        self.note, self.fault = remarks.note, remarks.fault
        self.seats: tuple[str, ...] = ()
        """The seats clockwise."""
        self.players: tuple[str, ...] = ()
        """The players in them."""

    @abstractmethod
    def jokers(self, group: Word) -> list[str]:
        """Read the group behind the suits of a hand: jokers, and cards that cannot be read."""

    def up_to(self, most: int, items: Sequence[_Item], what: str) -> Sequence[_Item]:
        """Return as many of these as there may be, ``cards of a hand``; the first one more is a fault."""
        if len(items) > most:
            self.check_count(len(items), most, what, items[most].place)
        return items[:most]

    def check_count(self, count: int, most: int, what: str, place: Place) -> None:
        """Report more ``cards of a hand``, or of something else, than there may be."""
        if count > most:
            self.fault(place, f"too_many_{what.partition(' ')[0]}", f"There are at most {most} {what}.")

    def check_game(self, tag: Tag | None, start: Place) -> None:
        """Refuse a text of another game, and note one that does not name its game."""
        if tag is None:
            self.note(start, "game_not_named", "The text does not name its game: read as Spades.")
        elif tag.word.text.lower() != SPADES.lower():
            self.fault(tag.place, "other_game", f"This is a round of {quoted(tag.value)}, not of Spades.")

    def round_number(self, tag: Tag) -> int | None:
        """Return the number of a round; None and a fault if it is none."""
        text = tag.word.text
        if _ROUND_NUMBER.fullmatch(text) and 0 < int(text) <= model.HIGHEST_ROUND:
            return int(text)
        self.fault(tag.place, "bad_round", f"The number of a round is 1 to {model.HIGHEST_ROUND}.")
        return None

    def labels(self, tags: Iterable[Tag]) -> dict[str, str]:
        """Return tags as labels, as many and as long as a record has."""
        labels: dict[str, str] = {}
        for tag in tags:
            is_short = len(tag.name) <= model.LONGEST_NAME and len(tag.value) <= model.LONGEST_LABEL
            if is_short and len(labels) < model.MOST_LABELS:
                labels[tag.name] = tag.value
            else:
                limits = f"{model.MOST_LABELS} labels, a label {model.LONGEST_LABEL} characters"
                self.note(tag.place, "unmapped", f"{quoted(tag.name)} is not taken: a record has {limits}.")
        return labels

    def seat(self, names: Sequence[str], seats: tuple[str, ...], place: Place) -> None:
        """Seat players by their names, or by their seats if a name is missing, too long or that of somebody else."""
        usable = [0 < len(name) <= model.LONGEST_NAME and names.count(name) == 1 for name in names]
        players = tuple(name if fits else seat for name, seat, fits in zip(names, seats, usable, strict=True))
        nameless = [seat for seat, fits in zip(seats, usable, strict=True) if not fits]
        if len(set(players)) < len(players):
            players, nameless = seats, list(seats)
        if nameless:
            detail = f"No name of their own, or none that a record can hold: called by their seats, {listed(nameless)}."
            self.note(place, "called_by_seat", detail)
        self.seats, self.players = seats, players

    def player_at(self, seat: Word) -> str | None:
        """Return the player in a seat; None and a fault if there is no such seat."""
        if seat.text.upper() in self.seats:
            return self.players[self.seats.index(seat.text.upper())]
        detail = f"There is no seat {quoted(seat.text)} for {len(self.seats)}: write {listed(self.seats, 'or')}."
        self.fault(seat.place, "unknown_seat", detail)
        return None

    def players_from(self, seat: Word) -> list[str]:
        """Return all players clockwise from a seat; nobody and a fault if there is no such seat."""
        player = self.player_at(seat)
        return [] if player is None else clockwise(self.players, player)

    def bid_of(self, word: Word, player: str) -> Bid | None:
        """Read a bid; None and a fault if it is none."""
        found = _BID.fullmatch(word.text)
        tricks = int(found["bid"]) if found is not None and found["bid"].isdigit() else 0
        if found is None or tricks > model.MOST_CARDS:
            self.fault(word.place, "bad_bid", f"{quoted(word.text)} is not a bid: write a number, {self.other_bids}.")
            return None
        return Bid(player, tricks, found["blind"] is not None)

    def hand(self, word: Word) -> list[str]:
        """Read a group for each suit, and perhaps one more for jokers and cards that cannot be read."""
        groups, place = [], word.place
        for text in word.text.split("."):
            groups.append(Word(text, place))
            place = place.right(len(text) + 1)
        if len(groups) not in {len(SUITS), len(SUITS) + 1}:
            detail = (
                f"{quoted(word.text)} has {len(groups)} groups: write one for each of {' '.join(SUITS)}, separated"
                " by dots, then jokers if there are any."
            )
            self.fault(word.place, "bad_holding", detail)
            return []
        cards = [card for suit, group in zip(SUITS, groups, strict=False) for card in self._suit(group, suit)]
        cards += [card for group in groups[len(SUITS) :] for card in self.jokers(group)]
        self.check_count(len(cards), model.MOST_CARDS, "cards of a hand", word.place)
        return cards

    def _suit(self, group: Word, suit: str) -> Iterator[str]:
        for offset, letter in enumerate(group.text):
            rank, place = letter.upper(), group.place.right(offset)
            if rank == UNREAD_RANK:
                self.note(
                    place, "suit_not_kept", "Read as a card that cannot be read; that it is of this suit is not kept."
                )
                yield UNREAD_CODE
            elif rank in RANKS:
                yield rank + suit
            else:
                advice = "a ten is T" if rank in "10" else f"the ranks are {RANKS[::-1]}"
                self.fault(place, "bad_rank", f"{quoted(letter)} is not a rank: {advice}.")


class TrickRow(NamedTuple):
    """The cards of a trick by player, and its leader, or None if the record leaves the leader out."""

    leader: str | None
    cards: Mapping[str, str]
    in_turn: Sequence[str] = ()
    """The cards of a trick whose leader is left out, clockwise from the leader; ``cards`` is empty then."""

    def cards_from(self, order: Sequence[str]) -> list[str]:
        """Return a card or `NOT_PLAYED` for each of these players."""
        return [self.cards.get(player, NOT_PLAYED) for player in order]


class RoundWriter:
    """Writes the record of a round, and collects what the notation cannot hold of it."""

    title = ""
    """The notation's name in a sentence."""
    members: Collection[str] = ()
    """The members of a record that have a place in it."""
    extras: ClassVar[Mapping[str, str]] = {}
    """How the cards are written in a hand that belong to no suit."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Raise `UnwritableRecord` for anything but the record of a round, and for one that would be misread."""
        refuse_unusable(record, self.title)
        self.record = record
        self.players: Sequence[str] = record["players"]
        self.losses: list[Loss] = []
        self.lose_members(record, self.members)

    def lose(self, code: str, detail: str, *path: str | int) -> None:
        """Say that the part of the record to which this path leads is not in the text, or not as it was."""
        self.losses.append(Loss(pointer_to(*path), code, detail))

    def lose_members(self, members: Mapping[str, Any], written: Collection[str], *path: str | int) -> None:
        """Say which of the members of an object the notation has no place for; ``written`` are the others."""
        for name in members:
            if name not in written:
                self.lose("unmapped", f"{self.title} has no place for `{name}`.", *path, name)

    def hand(self, cards: Iterable[str]) -> str:
        """Return cards as a hand, each suit from high to low."""
        ordered = cards_in_order(cards)
        groups = ["".join(card[0] for card in ordered if card[1] == suit) for suit in SUITS]
        extras = "".join(self.extras[card] for card in ordered if card in WITHOUT_SUIT)
        return ".".join([*groups, extras] if extras else groups)

    def bids_in_order(self) -> list[Bid]:
        """Return the ``bids`` of the record that players made."""
        if not self.record["bids"]:
            self.lose("unmapped", _EMPTY_LIST, "bids")
        if "blind_bidders" in self.record:
            self.lose("unmapped", "Each bid says of which kind it is.", "blind_bidders")
        for index, bid in enumerate(self.record["bids"]):
            if "player" not in bid:
                self.lose("unmapped", _BID_OF_TEAM, "bids", index)
            elif "kind" in bid and "blind" not in bid["kind"]:
                self.lose("unmapped", "A bid is written without its kind.", "bids", index, "kind")
        made = (bid for bid in self.record["bids"] if "player" in bid)
        return [Bid(bid["player"], bid["tricks"], "blind" in bid.get("kind", "")) for bid in made]

    def bids_by_player(self) -> dict[str, Bid]:
        """Return the ``bids_by_player`` of the record that players made, by player; none if it has no bids."""
        tricks, blind = self.record.get("bids_by_player", {}), self.record.get("blind_bidders", ())
        for name in tricks:
            if name not in self.players:
                self.lose("unmapped", _BID_OF_TEAM, "bids_by_player", name)
        for index, name in enumerate(blind):
            if name not in tricks or name not in self.players:
                self.lose("unmapped", "This is not a player with a bid.", "blind_bidders", index)
        if "bids_by_player" in self.record and not tricks:
            self.lose("unmapped", _EMPTY_LIST, "bids_by_player")
        return {name: Bid(name, tricks[name], name in blind) for name in tricks if name in self.players}

    def trick_rows(self) -> list[TrickRow]:
        """Return the tricks of the record as rows of cards.

        Lost are the order of play, winners, cards taken back, and a second card by a player to the same trick.
        """
        if any("plays" in trick for trick in self.record["tricks"]):
            self.lose("order_of_play", "A row of cards does not say in which order they were played.", "tricks")
        return [self._row(trick, index) for index, trick in enumerate(self.record["tricks"])]

    def _row(self, trick: Mapping[str, Any], index: int) -> TrickRow:
        self.lose_members(trick, MEMBERS_OF_A_TRICK, "tricks", index)
        leader: str | None = trick.get("leader")
        if "cards_by_player" in trick:
            return TrickRow(leader, trick["cards_by_player"])
        if "cards" in trick:
            in_turn: Sequence[str] = trick["cards"]
            if len(in_turn) > len(self.players):
                detail = f"A row has no more than {len(self.players)} cards, one of each player."
                self.lose("second_card", detail, "tricks", index, "cards")
            if leader is None:
                return TrickRow(None, {}, in_turn[: len(self.players)])
            return TrickRow(leader, dict(zip(clockwise(self.players, leader), in_turn, strict=False)))
        cards: dict[str, str] = {}
        for position, play in enumerate(trick["plays"]):
            path = ("tricks", index, "plays", position)
            self.lose_members(play, {"player", "card"}, *path)
            if play["player"] in cards:
                self.lose("second_card", "A row has one card of each player.", *path)
            cards.setdefault(play["player"], play["card"])
        return TrickRow(leader or next(iter(cards), None), cards)


def refuse_unusable(record: Mapping[str, Any], title: str) -> None:
    """Refuse what is not the record of one round, names that do not sit at its table, and how its play ended.

    Raises `UnwritableRecord` with every fault.
    """
    faults = [*_not_a_round(record, title)] or [*_wrong_names(record), *endings_in(record, title)]
    if faults:
        raise UnwritableRecord(faults)


def endings_in(record: Mapping[str, Any], title: str, *path: str | int) -> Iterator[Loss]:
    """Yield as faults how the play of a round ended: without that, tricks that were not played look forgotten."""
    if "claim" in record:
        detail = (
            f"{title} can't say that tricks were claimed, and without the claim the round would be unfinished: write it"
            " as shorthand."
        )
        yield Loss(pointer_to(*path, "claim"), "claim_unwritable", detail)
    if record.get("stopped"):
        detail = (
            f"{title} can't say that play was stopped, and without that the tricks that were not played would look"
            " forgotten: write it as shorthand."
        )
        yield Loss(pointer_to(*path, "stopped"), "stop_unwritable", detail)
    for index, trick in enumerate(record.get("tricks", ())):
        if "number" in trick or trick.get("after_gap"):
            detail = (
                f"{title} can't say that tricks are missing, and without that those after them would be other tricks:"
                " write it as shorthand."
            )
            yield Loss(pointer_to(*path, "tricks", index), "gap_unwritable", detail)


def _not_a_round(record: Mapping[str, Any], title: str) -> Iterator[Loss]:
    if "rounds" in record:
        yield Loss("#/rounds", "not_a_round", f"{title} is written one round at a time: write each of the rounds.")
    elif "tricks" not in record:
        yield Loss("#", "not_a_round", f"{title} holds the cards of a round: a record with `tricks`.")
    elif "players" not in record:
        yield Loss("#", "not_a_round", "Add `players`: a round of a game does not say who plays.")


def _wrong_names(record: Mapping[str, Any]) -> Iterator[Loss]:
    players = record["players"]
    for index, player in enumerate(players):
        if player in players[:index]:
            yield Loss(pointer_to("players", index), "duplicate_player", f"{quoted(player)} sits at the table twice.")
    for name, *path in names_in(record, _PLAYER_MEMBERS, {"hands", "cards_by_player"}):
        if name not in players:
            yield Loss(pointer_to(*path), "unknown_player", f"{quoted(str(name))} does not sit at this table.")


def names_in(
    value: Any, members: Collection[str], keyed: Collection[str], *path: str | int
) -> Iterator[tuple[str | int, ...]]:
    """Yield each name in a record, and the path to it.

    Names are the values of some ``members``, and the names of the members of those that are ``keyed`` by them.
    """
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key in keyed and isinstance(inner, dict):
            yield from ((name, *path, key, name) for name in inner)
        elif key in members and isinstance(inner, str):  # anything else is that of a name, such as a bid of "dealer"
            yield inner, *path, key
        elif isinstance(inner, dict | list) and key not in {"labels", "ruleset"}:
            yield from names_in(inner, members, keyed, *path, key)
