"""A text in PTN as tags with the lines that follow them, round by round."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from service.notations.model import Place, Remarks
from service.notations.words import Word, words_of
from service.spades.english import quoted

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


class Tag(NamedTuple):
    """A tag, ``[Name "value"]``, and the words of the lines that follow it."""

    name: str
    value: str
    place: Place
    """Where the value begins."""
    rows: Sequence[Sequence[Word]]

    @property
    def words(self) -> list[Word]:
        """The words of the value."""
        return words_of(self.value, self.place)


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
    plain = _unescape(value)
    half = _SURROGATE.search(plain)
    if half is not None:
        detail = f"\\u{ord(half[0]):04x} is half of a character and not text: write the whole character as it is."
        remarks.fault(at, "bad_tag", detail)
    return Tag(name, _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", plain), at, ())


def _unescape(value: str) -> str:
    """Return a value without the backslashes before quotes and backslashes, and with characters given by number."""
    return _ESCAPE.sub(lambda found: found[1] or chr(int(found[2], 16)), value)


def write_tag(name: str, value: str) -> str:
    """Return a tag as a line."""
    return f'[{name} "{_UNSAFE.sub(_escaped, value)}"]'


def _escaped(found: re.Match[str]) -> str:
    return "\\" + found[0] if found[0] in '"\\' else f"\\u{ord(found[0]):04x}"
