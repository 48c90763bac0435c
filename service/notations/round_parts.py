"""Parts of a round as PTN and trick-notation have them, and what such a notation cannot hold.

Words and tags with their places, who sits where, labels, bids, hands as a group of ranks for each suit
(``AKQ4.T98..97``), tricks as rows of cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from service.notations.model import (
    HIGHEST_ROUND,
    LONGEST_LABEL,
    LONGEST_NAME,
    MOST_CARDS,
    MOST_LABELS,
    Loss,
    Place,
    Remarks,
    UnwritableRecord,
)
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import listed, quoted
from service.spades.errors import pointer_to

_WORD = re.compile(r"\S+")


class Word(NamedTuple):
    """A word of a line, without spaces in it, and where it begins."""

    text: str
    place: Place


def words_of(text: str, place: Place) -> list[Word]:
    """Return the words of a part of a line that begins at this place."""
    return [Word(found[0], Place(place.line, place.column + found.start())) for found in _WORD.finditer(text)]


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


class _Placed(Protocol):
    @property
    def place(self) -> Place: ...


_Item = TypeVar("_Item", bound=_Placed)


def up_to(most: int, items: Sequence[_Item], what: str, remarks: Remarks) -> Sequence[_Item]:
    """Return as many of these as there may be, ``cards of a hand``; the first one more is a fault."""
    if len(items) > most:
        check_count(len(items), most, what, items[most].place, remarks)
    return items[:most]


def check_count(count: int, most: int, what: str, place: Place, remarks: Remarks) -> None:
    """Report more ``cards of a hand``, or of something else, than there may be."""
    if count > most:
        remarks.fault(place, f"too_many_{what.partition(' ')[0]}", f"There are at most {most} {what}.")


SPADES = "Spades"


def check_game(tag: Tag | None, start: Place, remarks: Remarks) -> None:
    """Refuse a text of another game, and note one that does not name its game."""
    if tag is None:
        remarks.note(start, "game_not_named", "The text does not name its game: read as Spades.")
    elif tag.word.text.lower() != SPADES.lower():
        remarks.fault(tag.place, "other_game", f"This is a round of {quoted(tag.value)}, not of Spades.")


_ROUND_NUMBER = re.compile("[0-9]{1,4}")


def read_round_number(tag: Tag, remarks: Remarks) -> int | None:
    """Return the number of a round; None and a fault if it is none."""
    text = tag.word.text
    if _ROUND_NUMBER.fullmatch(text) and 0 < int(text) <= HIGHEST_ROUND:
        return int(text)
    remarks.fault(tag.place, "bad_round", f"The number of a round is 1 to {HIGHEST_ROUND}.")
    return None


def read_labels(tags: Iterable[Tag], remarks: Remarks) -> dict[str, str]:
    """Return tags as labels, as many and as long as a record has."""
    labels: dict[str, str] = {}
    for tag in tags:
        fits = len(tag.name) <= LONGEST_NAME and len(tag.value) <= LONGEST_LABEL and len(labels) < MOST_LABELS
        if fits:
            labels[tag.name] = tag.value
        else:
            limits = f"{MOST_LABELS} labels, a label {LONGEST_LABEL} characters"
            detail = f"{quoted(tag.name)} is not taken: a record has {limits}."
            remarks.note(tag.place, "unmapped", detail)
    return labels


class SeatedPlayers(NamedTuple):
    """The seats clockwise, the players in them, and, if the text says so, those who play together."""

    seats: tuple[str, ...]
    players: tuple[str, ...]
    pairs: tuple[tuple[str, ...], ...] = ()
    in_any_case: bool = False
    """Whether a seat may be written in small letters."""

    def player_at(self, seat: Word, remarks: Remarks) -> str | None:
        """Return the player in a seat; None and a fault if there is no such seat."""
        text = seat.text.upper() if self.in_any_case else seat.text
        if text in self.seats:
            return self.players[self.seats.index(text)]
        table = f" for {len(self.seats)}" if self.in_any_case else ""
        detail = f"There is no seat {quoted(seat.text)}{table}: write {listed(self.seats, 'or')}."
        remarks.fault(seat.place, "unknown_seat", detail)
        return None

    def players_from(self, seat: Word, remarks: Remarks) -> list[str]:
        """Return all players clockwise from a seat; nobody and a fault if there is no such seat."""
        player = self.player_at(seat, remarks)
        return [] if player is None else clockwise(self.players, player)


def called(names: Sequence[str], seats: tuple[str, ...], place: Place, remarks: Remarks) -> tuple[str, ...]:
    """Return players by their names, or by their seats if a name is missing, too long or that of somebody else."""
    usable = [0 < len(name) <= LONGEST_NAME and names.count(name) == 1 for name in names]
    players = tuple(name if fits else seat for name, seat, fits in zip(names, seats, usable, strict=True))
    nameless = [seat for seat, fits in zip(seats, usable, strict=True) if not fits]
    if len(set(players)) < len(players):
        players, nameless = seats, list(seats)
    if nameless:
        detail = f"No name of their own, or none that a record can hold: called by their seats, {listed(nameless)}."
        remarks.note(place, "called_by_seat", detail)
    return players


def opposite_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players who sit opposite each other; none at a table of two or of an odd number."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True)) if len(players) in {4, 6} else []


class Losses:
    """Collects what a notation cannot hold of one record; ``title`` is the notation's name in a sentence."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._losses: list[Loss] = []

    @property
    def all(self) -> tuple[Loss, ...]:
        """The losses, in the order in which they were found."""
        return tuple(self._losses)

    def lose(self, code: str, detail: str, *path: str | int) -> None:
        """Say that the part of the record to which this path leads is not in the text, or not as it was."""
        self._losses.append(Loss(pointer_to(*path), code, detail))

    def lose_members(self, members: Mapping[str, Any], written: Collection[str], *path: str | int) -> None:
        """Say which of the members of an object the notation has no place for; ``written`` are the others."""
        for name in members:
            if name not in written:
                self.lose("unmapped", f"{self._title} has no place for `{name}`.", *path, name)


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


_PLAYER_MEMBERS = {"dealer", "player", "from", "to", "leader", "winner"}
"""The members whose value is a player. Bids may name a team instead."""


def names_in(
    value: Any, members: Collection[str], keyed: Collection[str], *path: str | int
) -> Iterator[tuple[str | int, ...]]:
    """Yield each name in a record, and the path to it.

    Names are the values of some ``members``, and the names of the members of those that are ``keyed`` by them.
    """
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key in keyed and isinstance(inner, dict):
            yield from ((name, *path, key, name) for name in inner)
        elif key in members:
            yield inner, *path, key
        elif isinstance(inner, dict | list) and key not in {"labels", "ruleset"}:
            yield from names_in(inner, members, keyed, *path, key)


class Bid(NamedTuple):
    """What one player bid; ``tricks`` is 0 for nil."""

    player: str
    tricks: int
    blind: bool

    @property
    def member(self) -> dict[str, Any]:
        """The bid as a member of the ``bids`` of a record."""
        bid: dict[str, Any] = {"player": self.player, "tricks": self.tricks}
        return {**bid, "blind": True} if self.blind else bid


_BID = re.compile(r"(?P<blind>b(?:lind)?[:_-]?)?(?P<bid>\d{1,2}|nil|zero|n)", re.IGNORECASE)


def bid_of(word: Word, player: str, others: str, remarks: Remarks) -> Bid | None:
    """Read a bid; None and a fault if it is none. ``others`` says what to write beside a number."""
    found = _BID.fullmatch(word.text)
    tricks = int(found["bid"]) if found is not None and found["bid"].isdigit() else 0
    if found is None or tricks > MOST_CARDS:
        remarks.fault(word.place, "bad_bid", f"{quoted(word.text)} is not a bid: write a number, {others}.")
        return None
    return Bid(player, tricks, found["blind"] is not None)


def members_by_player(bids: Iterable[Bid], players: Sequence[str]) -> dict[str, Any]:
    """Return the bids of different players as ``bids_by_player``, and ``blind_bidders`` in order of their seats."""
    made = list(bids)
    blind = sorted({bid.player for bid in made if bid.blind}, key=players.index)
    by_player: dict[str, Any] = {"bids_by_player": {bid.player: bid.tricks for bid in made}}
    return {**by_player, "blind_bidders": blind} if blind else by_player


def bids_in_order(record: Mapping[str, Any], losses: Losses) -> list[Bid]:
    """Return the ``bids`` of a record that players made."""
    if not record["bids"]:
        losses.lose("unmapped", _EMPTY_LIST, "bids")
    if "blind_bidders" in record:
        losses.lose("unmapped", "Each bid says whether it is blind.", "blind_bidders")
    for index, bid in enumerate(record["bids"]):
        if "player" not in bid:
            losses.lose("unmapped", _BID_OF_TEAM, "bids", index)
    return [Bid(bid["player"], bid["tricks"], bid.get("blind", False)) for bid in record["bids"] if "player" in bid]


def bids_by_player(record: Mapping[str, Any], losses: Losses) -> dict[str, Bid]:
    """Return the ``bids_by_player`` of a record that players made, by player; none if the record has no bids."""
    players: Sequence[str] = record["players"]
    tricks, blind = record.get("bids_by_player", {}), record.get("blind_bidders", ())
    for name in tricks:
        if name not in players:
            losses.lose("unmapped", _BID_OF_TEAM, "bids_by_player", name)
    for index, name in enumerate(blind):
        if name not in tricks or name not in players:
            losses.lose("unmapped", "This is not a player with a bid.", "blind_bidders", index)
    if "bids_by_player" in record and not tricks:
        losses.lose("unmapped", _EMPTY_LIST, "bids_by_player")
    return {name: Bid(name, tricks[name], name in blind) for name in tricks if name in players}


_BID_OF_TEAM = "A bid is made by a player, not by a team."
_EMPTY_LIST = "An empty list of bids looks the same as no list."


SUITS = "SHDC"
"""The suits in the order of a hand."""
UNREAD_RANK = "?"
"""A card in a group that nobody can read."""
WITHOUT_SUIT = ("BJ", "LJ", UNREAD_CODE)
"""The cards that belong to no suit, in the order of a hand."""
_ORDER = {
    card: index for index, card in enumerate([*(rank + suit for suit in SUITS for rank in RANKS[::-1]), *WITHOUT_SUIT])
}


class Holding(NamedTuple):
    """How a notation writes a hand: a group of ranks for each suit, and what stands for a suit without cards."""

    void: str = ""

    def read(self, word: Word, read_extras: Callable[[Word, Remarks], list[str]], remarks: Remarks) -> list[str]:
        """Read a group for each suit, and perhaps one more for jokers and cards that cannot be read."""
        groups = []
        line, column = word.place
        for text in word.text.split("."):
            groups.append(Word("" if text == self.void else text, Place(line, column)))
            column += len(text) + 1
        if len(groups) not in {len(SUITS), len(SUITS) + 1}:
            detail = (
                f"{quoted(word.text)} has {len(groups)} groups: write one for each of {' '.join(SUITS)}, separated"
                " by dots, then jokers if there are any."
            )
            remarks.fault(word.place, "bad_holding", detail)
            return []
        cards = [card for suit, group in zip(SUITS, groups, strict=False) for card in _read_suit(group, suit, remarks)]
        cards += [card for group in groups[len(SUITS) :] for card in read_extras(group, remarks)]
        check_count(len(cards), MOST_CARDS, "cards of a hand", word.place, remarks)
        return cards

    def write(self, cards: Iterable[str], write_extra: Callable[[str], str]) -> str:
        """Return cards as a hand, each suit from high to low; ``write_extra`` writes a joker or an unreadable card."""
        ordered = cards_in_order(cards)
        groups = ["".join(card[0] for card in ordered if card[1] == suit) or self.void for suit in SUITS]
        extras = "".join(write_extra(card) for card in ordered if card in WITHOUT_SUIT)
        return ".".join([*groups, extras] if extras else groups)


def _read_suit(group: Word, suit: str, remarks: Remarks) -> list[str]:
    cards = []
    for offset, letter in enumerate(group.text):
        rank = letter.upper()
        at = Place(group.place.line, group.place.column + offset)
        if rank == UNREAD_RANK:
            detail = "Read as a card that cannot be read; that it is of this suit is not kept."
            remarks.note(at, "suit_not_kept", detail)
            cards.append(UNREAD_CODE)
        elif rank in RANKS:
            cards.append(rank + suit)
        else:
            advice = "a ten is T" if rank in "10" else f"the ranks are {RANKS[::-1]}"
            remarks.fault(at, "bad_rank", f"{quoted(letter)} is not a rank: {advice}.")
    return cards


def cards_written_together(word: Word) -> list[Word]:
    """Return the cards, two letters each, that follow each other without a space: ``JD9C``."""
    line, column = word.place
    return [Word(word.text[index : index + 2], Place(line, column + index)) for index in range(0, len(word.text), 2)]


def cards_in_order(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of a hand: suits from high to low, big joker, little joker, ``??``."""
    return sorted(cards, key=_ORDER.__getitem__)


NOT_PLAYED = "-"
"""Stands in a row for a player who has not played."""
_MEMBERS_WRITTEN = {"plays", "cards", "cards_by_player", "leader"}


class TrickRow(NamedTuple):
    """The cards of a trick by player, and its leader, or None if the record leaves the leader out."""

    leader: str | None
    cards: Mapping[str, str]
    in_turn: Sequence[str] = ()
    """The cards of a trick whose leader is left out, clockwise from the leader; ``cards`` is empty then."""


def trick_rows(record: Mapping[str, Any], losses: Losses) -> list[TrickRow]:
    """Return the tricks of a record as rows of cards.

    Lost are the order of play, winners, cards taken back, and a second card by a player to the same trick.
    """
    tricks = record["tricks"]
    if any("plays" in trick for trick in tricks):
        losses.lose("order_of_play", "A row of cards does not say in which order they were played.", "tricks")
    return [_row(trick, record["players"], index, losses) for index, trick in enumerate(tricks)]


def _row(trick: Mapping[str, Any], players: Sequence[str], index: int, losses: Losses) -> TrickRow:
    losses.lose_members(trick, _MEMBERS_WRITTEN, "tricks", index)
    leader = trick.get("leader")
    if "cards_by_player" in trick:
        return TrickRow(leader, trick["cards_by_player"])
    if "cards" in trick:
        return _clockwise(trick["cards"], leader, players, index, losses)
    cards: dict[str, str] = {}
    for position, play in enumerate(trick["plays"]):
        path = ("tricks", index, "plays", position)
        losses.lose_members(play, {"player", "card"}, *path)
        if play["player"] in cards:
            losses.lose("second_card", "A row has one card of each player.", *path)
        cards.setdefault(play["player"], play["card"])
    return TrickRow(leader or next(iter(cards), None), cards)


def _clockwise(
    cards: Sequence[str], leader: str | None, players: Sequence[str], index: int, losses: Losses
) -> TrickRow:
    if len(cards) > len(players):
        detail = f"A row has no more than {len(players)} cards, one of each player."
        losses.lose("second_card", detail, "tricks", index, "cards")
    if leader is None:
        return TrickRow(None, {}, cards[: len(players)])
    return TrickRow(leader, dict(zip(clockwise(players, leader), cards, strict=False)))


def clockwise(players: Sequence[str], first: str) -> list[str]:
    """Return the players in the order of their seats, beginning with this one."""
    seat = players.index(first)
    return [*players[seat:], *players[:seat]]


def row_from(order: Sequence[str], cards: Mapping[str, str]) -> list[str]:
    """Return a card or `NOT_PLAYED` for each of these players."""
    return [cards.get(player, NOT_PLAYED) for player in order]
