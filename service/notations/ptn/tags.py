"""The text of PTN: tags with the lines that follow them, the cards in them, the seats and who sits there.

A card has its suit first, ``HQ``; a hand has a group for each suit, ``KJ4.T98..AQ2.H``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from service.notations.model import LONGEST_NAME, Place, Remarks
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
from service.spades.cards import RANKS, UNREAD_CODE, card_meant
from service.spades.english import listed, quoted

COMMENT = "%"
PLAYER_TAGS = {
    "South": "S",
    "SouthWest": "SW",
    "West": "W",
    "NorthWest": "NW",
    "North": "N",
    "NorthEast": "NE",
    "East": "E",
    "SouthEast": "SE",
}
"""The tags that name players, and the seat of each."""
NOT_RECORDED = "NotRecorded"
"""A tag of our own: what the text seems to say but nobody recorded."""
ROUND_NUMBER = "RoundNumber"
"""A tag of our own: the number of the round in its game."""
_READ = {
    *("GameCode", "GameOptionsJson", "GameScores", "Dealer", "Deal", "Undealt", "Auction", "Play", NOT_RECORDED),
    *("CardsAdded", "CardsRemoved", "Declarer", "Contract", ROUND_NUMBER),
    *PLAYER_TAGS,
}
KNOWN = {"Event", *_READ}
"""The tags that say something about a record; any other is a label, and so is ``Event``."""
CARDS_PASSED = {"CardsAdded", "CardsRemoved"}
_HEADINGS = ("% PTN", "% PBN")
_WITH_LINES = {"Auction", "Play"}

_TAG = re.compile(r"\[\s*(?P<name>[^\s\"\[\]]+)\s*")
_ANOTHER_TAG = re.compile(r"\"\s*\]\s*\[\s*[A-Za-z]+\s+\"")
_ESCAPE = re.compile(r"\\(?:([\"\\])|u([0-9A-Fa-f]{4}))")
_BARE_QUOTE = re.compile(r"(?<!\\)(?:\\\\)*\"")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_UNSAFE = re.compile(r"[\"\\\x00-\x1f\x7f-\x9f\u2028\u2029]")


class Round(NamedTuple):
    """The tags of one round by name, and those that name cards passed, of which there may be several."""

    tags: Mapping[str, Tag]
    passed: Sequence[Tag]
    place: Place


def read_rounds(text: str, remarks: Remarks) -> list[Round]:
    """Take a text apart; each ``Event`` begins a round. There is one round at least, which may be empty."""
    rounds: list[list[Tag]] = [[]]
    for tag in _read_tags(text, remarks):
        if tag.name == "Event" and rounds[-1]:
            rounds.append([])
        rounds[-1].append(tag)
    return [_round(tags, remarks) for tags in rounds]


def _round(tags: Sequence[Tag], remarks: Remarks) -> Round:
    by_name: dict[str, Tag] = {}
    for tag in tags:
        if tag.name in CARDS_PASSED:
            continue
        if tag.name in by_name:
            line = by_name[tag.name].place.line
            detail = (
                f"{tag.name} is in line {line} already: leave one of them out, or begin another round with "
                '[Event "..."].'
            )
            remarks.fault(tag.place, "repeated_tag", detail)
        by_name.setdefault(tag.name, tag)
    passed = [tag for tag in tags if tag.name in CARDS_PASSED]
    return Round(by_name, passed, tags[0].place if tags else Place(1, 1))


def _read_tags(text: str, remarks: Remarks) -> list[Tag]:
    tags: list[Tag] = []
    rows: list[list[Word]] = []
    comments = strays = 0
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        place = Place(number, len(raw) - len(raw.lstrip()) + 1)
        if line.startswith(COMMENT):
            heading = line.startswith(_HEADINGS)
            comments += not heading
            if comments == 1 and not heading:
                remarks.note(place, "comment", "Comments are not taken into the record; this is the first one.")
        elif line.startswith("["):
            tag = _read_tag(line, place, remarks)
            rows = []
            if tag is not None:
                tags.append(tag._replace(rows=rows))
        elif line and tags and tags[-1].name in _WITH_LINES:
            rows.append(words_of(line, place))
        elif line:
            strays += 1
            if strays == 1:
                detail = "This line belongs to no auction and no play; it is not taken, nor is any other such line."
                remarks.note(place, "unmapped", detail)
    return tags


def _read_tag(line: str, place: Place, remarks: Remarks) -> Tag | None:
    """Read a tag: its value ends at the last quote of the line, whatever quotes are in between."""
    found = _TAG.match(line)
    opening, closing = line.find('"'), line.rfind('"')
    if found is None or found.end() != opening or opening == closing:
        remarks.fault(place, "bad_tag", f'{quoted(line)} is not a tag: write it as [Name "value"].')
        return None
    name, value, end = found["name"], line[opening + 1 : closing], line[closing + 1 :].strip()
    at = Place(place.line, place.column + opening + 1)
    if _ANOTHER_TAG.search(line, opening + 1):
        detail = "This may be one value with quotes in it, or several tags: write each tag in a line of its own."
        remarks.fault(at, "several_tags", detail)
    elif _BARE_QUOTE.search(value):
        remarks.note(at, "unescaped_quotes", f"Read as one value, to the last quote of the line: {quoted(value)}.")
    if not end:
        remarks.note(Place(place.line, place.column + len(line)), "missing_bracket", "Read as if it ended with ].")
    elif end != "]":
        remarks.fault(at, "bad_tag", f"After the value comes {quoted(end)}: write a ] and nothing else.")
    meant = next((known for known in KNOWN if known != name and known.lower() == name.lower()), None)
    if meant is not None:
        remarks.fault(place, "bad_tag", f"There is no tag {quoted(name)}: write {meant}.")
    plain = _ESCAPE.sub(lambda found: found[1] or chr(int(found[2], 16)), value)
    half = _SURROGATE.search(plain)
    if half is not None:
        detail = f"\\u{ord(half[0]):04x} is half of a character and not text: write the whole character as it is."
        remarks.fault(at, "bad_tag", detail)
    return Tag(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", plain), at)


def write_tag(name: str, value: str) -> str:
    """Return a tag as a line."""
    safe = _UNSAFE.sub(lambda found: f"\\{found[0]}" if found[0] in '"\\' else f"\\u{ord(found[0]):04x}", value)
    return f'[{name} "{safe}"]'


UNKNOWN_HAND = "-"
_JOKERS = {"H": "BJ", "L": "LJ", UNREAD_RANK: UNREAD_CODE}
"""The jokers, high and low, and cards that nobody can read, in a group of their own after the suits."""
_JOKER_SUIT = "J"
CARDS = {
    **{suit + rank: rank + suit for suit in SUITS for rank in RANKS},
    **{_JOKER_SUIT + letter: card for letter, card in _JOKERS.items() if card != UNREAD_CODE},
    UNREAD_CODE: UNREAD_CODE,
}
"""The card that each word means."""
_LETTERS = {card: letter for letter, card in _JOKERS.items()}
_WORDS = {card: word for word, card in CARDS.items()}


def read_card(word: Word, remarks: Remarks) -> str | None:
    """Read a card; None and a fault if it is none."""
    card = CARDS.get(word.text.upper())
    if card is None:
        meant = card_meant(word.text)
        advice = f"write {_WORDS[meant]}" if meant else "write suit and rank, S2 to CA, JH or JL for a joker"
        remarks.fault(word.place, "bad_card", f"{quoted(word.text)} is not a card: {advice}.")
    return card


def read_run(words: Iterable[Word], remarks: Remarks) -> list[str]:
    """Read cards that follow each other without a space: ``S2SJCJ``."""
    written = (card for word in words for card in cards_written_together(word))
    return [card for card in (read_card(card_word, remarks) for card_word in written) if card is not None]


def write_card(card: str) -> str:
    """Return a card as a word."""
    return _WORDS[card]


def write_run(cards: Iterable[str]) -> str:
    """Return cards that follow each other without a space."""
    return "".join(map(write_card, cards))


def read_hand(word: Word, remarks: Remarks) -> list[str]:
    """Read a hand: spades, hearts, diamonds, clubs, and perhaps jokers."""
    groups = groups_of(word)
    if len(groups) not in {len(SUITS), len(SUITS) + 1}:
        detail = (
            f"{quoted(word.text)} has {len(groups)} groups: write spades, hearts, diamonds and clubs separated by "
            f"dots, then jokers if there are any, or {UNKNOWN_HAND} for a hand that is not known."
        )
        remarks.fault(word.place, "bad_hand", detail)
        return []
    cards = []
    for suit, group in zip(SUITS, groups, strict=False):
        cards += read_suit(group, suit, RANKS, remarks)
    for group in groups[len(SUITS) :]:
        cards += _read_jokers(group, remarks)
    return cards


def _read_jokers(group: Word, remarks: Remarks) -> list[str]:
    cards = []
    for offset, letter in enumerate(group.text):
        card = _JOKERS.get(letter.upper())
        if card is None:
            at = Place(group.place.line, group.place.column + offset)
            remarks.fault(at, "bad_rank", f"{quoted(letter)} is not a joker: write H for the high one, L for the low.")
        else:
            cards.append(card)
    return cards


def write_hand(cards: Sequence[str]) -> str:
    """Return cards as a hand: spades, hearts, diamonds and clubs, each from high to low, then cards of no suit."""
    return hand_of(cards, void="", write_extra=_LETTERS.__getitem__)


SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The seats clockwise, for each number of players."""
TAG_OF = {seat: tag for tag, seat in PLAYER_TAGS.items()}


def read_table(round_: Round, remarks: Remarks) -> SeatedPlayers:
    """Read how many play, from the deal or else from their names, and who they are.

    Raises the faults at once if the number of players cannot be known.
    """
    named = {seat: round_.tags[tag] for tag, seat in PLAYER_TAGS.items() if tag in round_.tags}
    count, place = _count(round_, named)
    fitting = SEATS.get(count, ())
    if not fitting:
        detail = (
            "Two to six can play, and the text does not say how many: write a deal with a hand or - for each, "
            'such as [Deal "N:- - - -"].'
        )
        remarks.fault(place, "no_seats", detail)
    for seat, tag in named.items():
        if fitting and seat not in fitting:
            detail = f"There is no seat {seat} for {count}: the players sit at {listed(fitting)}."
            remarks.fault(tag.place, "unknown_seat", detail)
    if not fitting:
        remarks.raise_faults()
    return SeatedPlayers(fitting, _players(named, fitting, place, remarks), in_any_case=True)


def _count(round_: Round, named: Mapping[str, Tag]) -> tuple[int, Place]:
    deal = round_.tags.get("Deal")
    if deal is not None:
        return len(deal.value.partition(":")[2].split()), deal.place
    of_names = [count for count, seats in SEATS.items() if set(named) == set(seats)]
    return (of_names[0] if of_names else 0), round_.place


def _players(named: Mapping[str, Tag], seats: tuple[str, ...], place: Place, remarks: Remarks) -> tuple[str, ...]:
    """Return the players by their names, or by their seats if that could be anybody."""
    names = [named[seat].value if seat in named else "" for seat in seats]
    usable = [0 < len(name) <= LONGEST_NAME and names.count(name) == 1 for name in names]
    players = tuple(name if fits else seat for name, seat, fits in zip(names, seats, usable, strict=True))
    nameless = [seat for seat, fits in zip(seats, usable, strict=True) if not fits]
    if len(set(players)) < len(players):
        players, nameless = seats, list(seats)
    if nameless:
        first = next((named[seat].place for seat in nameless if seat in named), place)
        detail = f"No name of their own, or none that a record can hold: called by their seats, {listed(nameless)}."
        remarks.note(first, "called_by_seat", detail)
    return players
