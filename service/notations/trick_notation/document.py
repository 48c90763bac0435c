"""A text in trick-notation: its headers and events, the table that its headers describe, its deck and its cards.

``AKQ4.T98.-.97`` is a hand, ``KC`` a card, ``*BJ`` a joker.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.notations import model
from service.notations.model import Place, Remarks
from service.notations.round_parts import (
    SUITS,
    UNREAD_RANK,
    SeatedPlayers,
    Tag,
    Word,
    cards_written_together,
    groups_of,
    hand_of,
    read_suit,
    words_of,
)
from service.spades.cards import INDEX, RANKS, UNREAD_CODE, card_meant
from service.spades.english import listed, quoted

MARKER = "% trick-notation"
FIRST_LINE = f"{MARKER} v1"
EVENTS = {
    "D": "D N:AKQ4.T98.AK6.QJ9 E:...",
    "C": "C E: 3 4 nil 4",
    "P": "P E KC 5C 2C TC",
    "X": "X N>S: 2C 7D",
    "U": "U @aside:2C",
    "M": "M N KS QS",
}
"""The events that there are, each with an example."""

_SEVERAL_HEADERS = re.compile(r"(?:\[[^\s\"\[\]]+\s+\"[^\"]*\"\s*\]\s*){2,}")
_KEY = re.compile(r"[^\s\"\[\]]+")
_HEADER = re.compile(r"\[([^\s\"\[\]]+)\s+\"([^\"]*)\"\s*\]")


class Event(NamedTuple):
    """A line of the log: its code, and what follows."""

    code: str
    rest: str
    place: Place
    """Where the line begins."""
    rest_at: Place

    @property
    def words(self) -> list[Word]:
        """The words that follow the code."""
        return words_of(self.rest, self.rest_at)

    def after_colon(self) -> tuple[str, list[Word]] | None:
        """Return what stands before the first colon and the words after it, or None if there is no colon."""
        before, colon, after = self.rest.partition(":")
        if not colon:
            return None
        start = Place(self.rest_at.line, self.rest_at.column + len(before) + 1)
        return before.strip(), words_of(after, start)


class Document(NamedTuple):
    """The headers by key, the events in order, and where the document begins."""

    headers: Mapping[str, Tag]
    events: Sequence[Event]
    start: Place


def write_header(key: str, value: str) -> str | None:
    """Return a header as a line; None if it would be read as something else."""
    line = f'[{key} "{value}"]'
    fits = _KEY.fullmatch(key) and not any(mark in line for mark in ";\n") and not _SEVERAL_HEADERS.fullmatch(line)
    return line if fits else None


def read_documents(text: str, remarks: Remarks) -> list[Document]:
    """Take a text apart into documents, each of which begins with the marker; there is one at least."""
    starts: list[Place] = []
    lines: list[list[tuple[Place, str]]] = []
    commented = False
    for number, raw in enumerate(text.split("\n"), 1):
        content, semicolon, _ = raw.partition(";")
        place = Place(number, len(content) - len(content.lstrip()) + 1)
        line = content.strip()
        if line.startswith(MARKER) or number == 1:
            starts.append(place)
            lines.append([])
            if line != FIRST_LINE:
                detail = f"A text in this notation begins with the line {quoted(FIRST_LINE)}: write it."
                remarks.fault(place, "no_marker", detail)
        if line and not line.startswith(MARKER):
            lines[-1].append((place, line))
        if semicolon and not commented:
            commented = True
            place = Place(number, len(content) + 1)
            remarks.note(place, "comment", "Comments are not taken into the record; this is the first one.")
    return [_document(start, content, remarks) for start, content in zip(starts, lines, strict=True)]


def _document(start: Place, lines: Sequence[tuple[Place, str]], remarks: Remarks) -> Document:
    headers: dict[str, Tag] = {}
    events: list[Event] = []
    for place, line in lines:
        if line.startswith("["):
            for header in _headers(line, place, remarks):
                _add(headers, header, remarks)
        else:
            events.extend(_event(line, place, remarks))
    return Document(headers, events, start)


def _headers(line: str, place: Place, remarks: Remarks) -> list[Tag]:
    if _SEVERAL_HEADERS.fullmatch(line):
        remarks.note(place, "several_headers", "Read as several headers, not as one with brackets in its value.")
        return [
            Tag(found[1], found[2], Place(place.line, place.column + found.start(2)))
            for found in _HEADER.finditer(line)
        ]
    inner = line.removeprefix("[").removesuffix("]")
    key, *rest = inner.split(maxsplit=1) or [""]
    value = rest[0].rstrip() if rest else ""
    if (
        not line.endswith("]")
        or not _KEY.fullmatch(key)
        or len(value) < len('""')
        or not (value[0] == value[-1] == '"')
    ):
        detail = f'{quoted(line)} is not a header: write it as [Key "value"], and no semicolon in the value.'
        remarks.fault(place, "bad_header", detail)
        return []
    at = line.index('"') + 1
    return [Tag(key, value[1:-1], Place(place.line, place.column + at))]


def _add(headers: dict[str, Tag], header: Tag, remarks: Remarks) -> None:
    if header.name in headers:
        line = headers[header.name].place.line
        detail = f"{quoted(header.name)} is in line {line} already, and both cannot hold: leave one of them out."
        remarks.fault(header.place, "repeated_header", detail)
    headers.setdefault(header.name, header)


def _event(line: str, place: Place, remarks: Remarks) -> list[Event]:
    code, *rest = line.split(maxsplit=1)
    if code not in EVENTS:
        remarks.fault(place, "unknown_event", f"No event begins with {quoted(code)}: write one of {', '.join(EVENTS)}.")
        return []
    if not rest:
        remarks.fault(place, "bad_event", f"Nothing follows {code}: write it like {quoted(EVENTS[code])}.")
        return []
    return [Event(code, rest[0], place, Place(place.line, place.column + line.index(rest[0], 1)))]


UNKNOWN = "?"
"""A player without a name, a leader or a call that nobody noted."""
READ_HEADERS = {"Game", "Deck", "Seats", "Dealer", "Players", "Partnerships", "Caps", "Round", "Result"}
"""The headers that say something about a record; any other is a label."""
PLAYER = re.compile(r"Player([0-5])")
TEAM = re.compile(r"Team([0-5])")
_RULES = {"MaxPoints"}
_ROUND_NUMBER = re.compile("[0-9]{1,4}")


def read_table(document: Document, remarks: Remarks) -> SeatedPlayers:
    """Read the seats, the players and the partnerships. Without seats the faults are raised at once."""
    header = document.headers.get("Seats")
    seats = tuple(header.value.split()) if header else ()
    if header is None:
        detail = 'The seats are missing: write them clockwise, such as [Seats "N E S W"].'
        remarks.fault(document.start, "no_seats", detail)
        remarks.raise_faults()
    elif not model.FEWEST_PLAYERS <= len(seats) <= model.MOST_PLAYERS or len(set(seats)) < len(seats):
        remarks.fault(header.place, "bad_seats", "Write two to six different seats, such as N E S W.")
        remarks.raise_faults()
    players = _players(document.headers, seats, remarks)
    return SeatedPlayers(seats, players, _pairs(document.headers.get("Partnerships"), seats, players, remarks))


def _players(headers: Mapping[str, Tag], seats: tuple[str, ...], remarks: Remarks) -> tuple[str, ...]:
    named = [UNKNOWN] * len(seats)
    header = headers.get("Players")
    if header is not None:
        names = header.value.split()
        if len(names) == len(seats):
            named = names
        else:
            detail = f"These are {len(names)} names for {len(seats)} seats, so nobody is called by one of them."
            remarks.note(header.place, "names_not_taken", detail)
    players = [_name(name, headers.get(f"Player{seat}")) for seat, name in enumerate(named)]
    place = header.place if header else headers["Seats"].place
    if len({player or seat for player, seat in zip(players, seats, strict=True)}) < len(seats) or any(
        len(player) > model.LONGEST_NAME for player in players
    ):
        detail = (
            f"Two players have the same name, or one is longer than {model.LONGEST_NAME} characters: called "
            f"by their seats."
        )
        remarks.note(place, "called_by_seat", detail)
        return seats
    if not all(players):
        nameless = [seat for player, seat in zip(players, seats, strict=True) if not player]
        remarks.note(
            place, "called_by_seat", f"The players at {listed(nameless)} have no names: called by their seats."
        )
    return tuple(player or seat for player, seat in zip(players, seats, strict=True))


def _name(name: str, other: Tag | None) -> str:
    """Return a player's name, or what another header calls them, or nothing."""
    if name != UNKNOWN:
        return name
    return other.value if other else ""


def _pairs(
    header: Tag | None, seats: tuple[str, ...], players: tuple[str, ...], remarks: Remarks
) -> tuple[tuple[str, ...], ...]:
    if header is None:
        return ()
    groups = [[seats.index(seat) for seat in word if seat in seats] for word in header.value.split()]
    within = all(len(group) == len(word) for group, word in zip(groups, header.value.split(), strict=True))
    together = [seat for group in groups for seat in group]
    half = len(seats) / 2
    if not within or len(set(together)) < len(together):
        remarks.fault(header.place, "bad_partnerships", 'Write each seat once, such as [Partnerships "NS EW"].')
    elif any(len(group) > 1 and abs(group[0] - group[-1]) != half for group in groups) or any(
        len(group) > len(("one", "opposite")) for group in groups
    ):
        detail = "Partners sit opposite each other: write Seats and Partnerships so that they do."
        remarks.fault(header.place, "not_opposite", detail)
    else:
        detail = "Who plays together is not part of a record: choose a ruleset that makes these sides."
        remarks.note(header.place, "partnerships", detail)
    return tuple(tuple(players[seat] for seat in group) for group in groups)


def read_teams(headers: Mapping[str, Tag], table: SeatedPlayers, remarks: Remarks) -> list[dict[str, object]]:
    """Return the teams that have a name."""
    teams = []
    for key, header in headers.items():
        number = TEAM.fullmatch(key)
        if number is None:
            continue
        index = int(number[1])
        if index >= len(table.pairs) or not 0 < len(header.value) <= model.LONGEST_NAME:
            remarks.note(header.place, "unmapped", f"{key} names none of the partnerships; it is not taken.")
        else:
            teams.append((index, header.value))
    return [{"name": name, "players": list(table.pairs[index])} for index, name in sorted(teams)]


def read_labels(headers: Mapping[str, Tag], seats: int, remarks: Remarks) -> dict[str, str]:
    """Return the headers that say nothing about a record as labels."""
    labels: dict[str, str] = {}
    named = headers["Players"].value.split() if "Players" in headers else []
    for key, header in headers.items():
        number = PLAYER.fullmatch(key)
        if key in READ_HEADERS or TEAM.fullmatch(key):
            continue
        if number and int(number[1]) < seats and (len(named) != seats or named[int(number[1])] == UNKNOWN):
            continue
        if len(labels) == model.MOST_LABELS or len(key) > model.LONGEST_NAME or len(header.value) > model.LONGEST_LABEL:
            detail = (
                f"{quoted(key)} is not taken: a record has {model.MOST_LABELS} labels, a label "
                f"{model.LONGEST_LABEL} characters."
            )
            remarks.note(header.place, "unmapped", detail)
            continue
        labels[key] = header.value
        if key in _RULES:
            remarks.note(header.place, "unmapped", f"{key} is kept as a label only: choose a ruleset with this rule.")
    return labels


def read_round_number(headers: Mapping[str, Tag], remarks: Remarks) -> int | None:
    """Return the number of the first round, if the text gives one."""
    header = headers.get("Round")
    if header is None:
        return None
    value = header.value.strip()
    if _ROUND_NUMBER.fullmatch(value) and 0 < int(value) <= model.HIGHEST_ROUND:
        return int(value)
    remarks.fault(header.place, "bad_round", f"The number of a round is 1 to {model.HIGHEST_ROUND}.")
    return None


JOKERS = {"BJ": "*BJ", "LJ": "*LJ"}
"""The special cards of a deck with jokers."""
PLAIN_DECK = "french52"
DECK_WITH_JOKERS = f"suits=SHDC ranks={RANKS} specials=BJ,LJ"

_PRESETS = {PLAIN_DECK: RANKS, "euchre24": "9TJQKA"}
_JOKER_NAMES = {"bj": "BJ", "lj": "LJ", "bigjoker": "BJ", "littlejoker": "LJ", "big": "BJ", "little": "LJ"}
_EXTRAS = re.compile(r"\*[A-Za-z]+|\?")
_VOID = "-"


class Deck(NamedTuple):
    """The order of the suits in a holding, and the ranks."""

    suits: str = SUITS
    ranks: str = RANKS


def read_deck(header: Tag, remarks: Remarks) -> Deck:
    """Read the value of a ``Deck`` header; a fault if Spades cannot be played with it."""
    name = header.value.strip()
    if name in _PRESETS:
        return Deck(ranks=_PRESETS[name])
    fields = dict(word.text.partition("=")[::2] for word in header.words)
    suits, ranks = fields.pop("suits", ""), fields.pop("ranks", "")
    specials = [name for name in fields.pop("specials", "").split(",") if name]
    usable = (
        bool(suits and ranks)
        and _distinct(suits, SUITS)
        and _distinct(ranks, RANKS)
        and fields.pop("mult", "1") == "1"
        and all(name.lower() in _JOKER_NAMES for name in specials)
    )
    if not usable or fields:
        detail = (
            f"Spades is not played with the deck {quoted(name)}: write {quoted(PLAIN_DECK)}, or with jokers "
            f"{quoted(DECK_WITH_JOKERS)}."
        )
        remarks.fault(header.place, "unknown_deck", detail)
        return Deck()
    return Deck(suits, ranks)


def _distinct(letters: str, known: str) -> bool:
    return len(set(letters)) == len(letters) and set(letters) <= set(known)


def read_holding(word: Word, deck: Deck, remarks: Remarks) -> list[str]:
    """Read a holding: a group for each suit of the deck, and one more for jokers and cards that cannot be read.

    Cards may stand there one by one instead, without dots: ``JD9C``.
    """
    if "." not in word.text:
        return read_cards(cards_written_together(word), remarks)
    groups = groups_of(word)
    if len(groups) not in {len(deck.suits), len(deck.suits) + 1}:
        detail = (
            f"{quoted(word.text)} has {len(groups)} groups, and the deck has the suits {' '.join(deck.suits)}: "
            f"write a group for each, separated by dots, and {_VOID} for none."
        )
        remarks.fault(word.place, "bad_holding", detail)
        return []
    cards: list[str] = []
    for suit, group in zip(deck.suits, groups, strict=False):
        if group.text != _VOID:
            cards += read_suit(group, suit, deck.ranks, remarks)
    for group in groups[len(deck.suits) :]:
        if group.text != _VOID:
            cards += _read_extras(group, remarks)
    return cards


def _read_extras(group: Word, remarks: Remarks) -> list[str]:
    found = _EXTRAS.findall(group.text)
    cards = [UNREAD_CODE if card == UNREAD_RANK else _JOKER_NAMES.get(card[1:].lower(), "") for card in found]
    if "".join(found) != group.text or not all(cards):
        detail = (
            f"{quoted(group.text)} is not a group of jokers: write {' or '.join(JOKERS.values())}, or ? for a card."
        )
        remarks.fault(group.place, "bad_holding", detail)
        return []
    return cards


def read_cards(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards, rank then suit; those that are no cards are faults, and left out."""
    return [card for card in (read_card(word, remarks) for word in words) if card is not None]


def read_card(word: Word, remarks: Remarks) -> str | None:
    """Read one card: ``KC``, ``*BJ`` or ``??``."""
    plain = word.text.upper()
    if plain.startswith("*"):
        plain = _JOKER_NAMES.get(plain[1:].lower(), plain)
    if plain in INDEX:
        return plain
    meant = card_meant(word.text)
    advice = f"write {meant}" if meant else "write rank and suit, 2C to AS, *BJ or *LJ for a joker, ?? if unreadable"
    remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return None


def write_card(card: str) -> str:
    """Return a card as a word."""
    return JOKERS.get(card, card)


def write_holding(cards: Sequence[str]) -> str:
    """Return cards as a holding: spades, hearts, diamonds and clubs, each from high to low, then cards of no suit."""
    return hand_of(cards, void=_VOID, write_extra=lambda card: UNREAD_RANK if card == UNREAD_CODE else write_card(card))
