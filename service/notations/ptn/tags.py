"""The text of PTN as rounds of tags: ``[Name "value"]``, some of them with lines of words behind them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.notations.model import Place, Remarks
from service.spades.english import quoted

COMMENT = "%"
FIRST_LINE = f"{COMMENT} PTN"
_HEADINGS = (FIRST_LINE, "% PBN")
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
SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("S", "N"),
    3: ("S", "W", "E"),
    4: ("S", "W", "N", "E"),
    5: ("S", "SW", "NW", "NE", "SE"),
    6: ("S", "SW", "NW", "N", "NE", "SE"),
}
"""The seats clockwise, for each number of players."""
NOT_RECORDED = "NotRecorded"
"""A tag of our own: what the text seems to say but nobody recorded."""
ROUND_NUMBER = "RoundNumber"
"""A tag of our own: the number of the round in its game."""
BID_ORDER, FIRST_LEADER = "bid order", "first leader"
"""What may be missing from a record though the text seems to say it."""
GAME_SCORES = "GameScores"
PASSED = ("CardsAdded", "CardsRemoved")
OTHER_GAMES = ("Declarer", "Contract")
KNOWN = {
    *("Event", "GameCode", "GameOptionsJson", "GameScores", "Dealer", "Deal", "Undealt", "Auction", "Play"),
    *(NOT_RECORDED, ROUND_NUMBER, *PASSED, *OTHER_GAMES, *PLAYER_TAGS),
}
"""The tags that say something about a record; any other is a label, and so is ``Event``."""
_WITH_LINES = {"Auction", "Play"}
_NAMES = {name.lower(): name for name in KNOWN}

_WORD = re.compile(r"\S+")
_TAG = re.compile(r"\[\s*(?P<name>[^\s\"\[\]]+)\s*")
_ANOTHER_TAG = re.compile(r"\"\s*\]\s*\[\s*[A-Za-z]+\s+\"")
_ESCAPE = re.compile(r"\\(?:([\"\\])|u([0-9A-Fa-f]{4}))")
_BARE_QUOTE = re.compile(r"(?<!\\)(?:\\\\)*\"")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


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
        if tag.name not in PASSED and by_name.setdefault(tag.name, tag) is not tag:
            is_there = f"{tag.name} is in line {by_name[tag.name].place.line} already"
            detail = f'{is_there}: leave one of them out, or begin another round with [Event "..."].'
            remarks.fault(tag.place, "repeated_tag", detail)
    return Round(by_name, [tag for tag in tags if tag.name in PASSED], tags[0].place if tags else Place(1, 1))


def _read_tags(text: str, remarks: Remarks) -> list[Tag]:
    tags: list[Tag] = []
    rows: list[list[Word]] = []
    noted: set[str] = set()
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        place = Place(number, len(raw) - len(raw.lstrip()) + 1)
        code = ""
        if line.startswith(COMMENT):
            code = "" if line.startswith(_HEADINGS) else "comment"
            detail = "Comments are not taken into the record; this is the first one."
        elif line.startswith("["):
            tag = _read_tag(line, place, remarks)
            rows = []
            if tag is not None:
                tags.append(tag._replace(rows=rows))
        elif line and tags and tags[-1].name in _WITH_LINES:
            rows.append(words_of(line, place))
        elif line:
            code = "unmapped"
            detail = "This line belongs to no auction and no play; it is not taken, nor is any other such line."
        if code and code not in noted:
            noted.add(code)
            remarks.note(place, code, detail)
    return tags


def _read_tag(line: str, place: Place, remarks: Remarks) -> Tag | None:
    """Read a tag: its value ends at the last quote of the line, whatever quotes are in between."""
    found = _TAG.match(line)
    opening, closing = line.find('"'), line.rfind('"')
    if found is None or found.end() != opening or opening == closing:
        remarks.fault(place, "bad_tag", f'{quoted(line)} is not a tag: write it as [Name "value"].')
        return None
    name, value, end = found["name"], line[opening + 1 : closing], line[closing + 1 :].strip()
    at = place.right(opening + 1)
    if _ANOTHER_TAG.search(line, opening + 1):
        detail = "This may be one value with quotes in it, or several tags: write each tag in a line of its own."
        remarks.fault(at, "several_tags", detail)
    elif _BARE_QUOTE.search(value):
        remarks.note(at, "unescaped_quotes", f"Read as one value, to the last quote of the line: {quoted(value)}.")
    if not end:
        remarks.note(place.right(len(line)), "missing_bracket", "Read as if it ended with ].")
    elif end != "]":
        remarks.fault(at, "bad_tag", f"After the value comes {quoted(end)}: write a ] and nothing else.")
    if _NAMES.get(name.lower(), name) != name:
        remarks.fault(place, "bad_tag", f"There is no tag {quoted(name)}: write {_NAMES[name.lower()]}.")
    plain = _ESCAPE.sub(lambda found: found[1] or chr(int(found[2], 16)), value)
    half = _SURROGATE.search(plain)
    if half is not None:
        detail = f"\\u{ord(half[0]):04x} is half of a character and not text: write the whole character as it is."
        remarks.fault(at, "bad_tag", detail)
    return Tag(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", plain), at)
