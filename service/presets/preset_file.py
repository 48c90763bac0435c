"""A preset read from its TOML file, with every fault of the file and what to write instead.

What a file says is held to the bounds of the contract, whoever wrote it: a preset that is read can be shown and
resolved. Whether it can be played by is for `preset_loader` to say.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, cast

from service.spades.cards import INDEX
from service.spades.catalogue.entries import Entry, entries_of
from service.spades.catalogue.parameters.blind_and_special_bids import Slam, Ten
from service.spades.english import listed, nearest_first, shortened, sign_meant, word_meant
from service.spades.rules.ruleset import (
    ENTRIES,
    FORMER_NAMES,
    GROUPS,
    NAMES,
    Basis,
    BasisName,
    Option,
    Preset,
    StatedValue,
)

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_LONGEST_NAME: Final = 64  # as the contract has it
_LONGEST_TEXT: Final = 2_000
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_HEADINGS: Final = ("name", "version", "title", "summary", "source")
_STATED: Final = ("value", "basis", "source")
_BASES: Final = ("written", "implied", "default")
# Their paths are those of operations: GET /v1/rulesets/{name} would not find the preset.
_NAMES_OF_OPERATIONS: Final = ("compare", "resolve")
_NO_TEXT: Final = "?"
_CARDS: Final = 54
_FEWEST, _MOST = 2, 6  # players


class PresetFile:
    """A file of a preset, and the faults that are found in it."""

    def __init__(self, path: Path) -> None:
        self.faults: list[str] = []
        """Sentences that begin with the file and the member."""
        self._path = path

    def fault(self, member: str, detail: str) -> None:
        """Note a fault: a clause on a member of the file, or on all of it."""
        place = f"{shown(self._path)}, {member}" if member else shown(self._path)
        self.faults.append(f"{place}: {detail}.")

    def read(self, taken: dict[str, str]) -> Preset | None:
        """Return the preset of the file, None if it has a fault.

        ``taken`` maps each name that is taken to its owner, as a sentence calls it; this preset takes its own.
        """
        content = self._content()
        if content is None:
            return None
        self._check_members("", content, (*_HEADINGS, "parameters", "options"), _HEADINGS)
        name, version, title, summary, source = (
            self._text(heading, content.get(heading, _NO_TEXT)) for heading in _HEADINGS
        )
        self._check_name("name", name)
        if name in taken:
            self.fault("name", f"{name} is the name of {taken[name]}: choose another")
        elif name in _NAMES_OF_OPERATIONS:
            self.fault("name", f"{name} is the path of an operation: choose another")
        elif name != _NO_TEXT:
            taken[name] = f"the preset in {shown(self._path)}"
        values = self._values("parameters", content.get("parameters", {}))
        options = self._options(self._table("options", content.get("options", {}), "[options.short-game]"))
        if self.faults:
            return None
        return Preset(name, version, title, summary, source, MappingProxyType(values), MappingProxyType(options))

    def _content(self) -> dict[str, object] | None:
        """Return what is in the file, None if it can't be read."""
        if self._path.is_fifo() or self._path.is_char_device():  # which may never end
            self.fault("", "it is no file")
            return None
        try:
            with self._path.open("rb") as file:
                return tomllib.load(file)
        except OSError as error:
            self.fault("", f"it can't be read: {error.strerror}")
        except UnicodeDecodeError:
            self.fault("", "it is no text in UTF-8")
        except tomllib.TOMLDecodeError as error:
            self.fault("", f"it is not TOML: {error}")
        except ValueError:  # Python reads no whole number of so many digits
            self.fault("", "a number in it is too long")
        except RecursionError:
            self.fault("", "it is nested too deep")
        return None

    def _table(self, member: str, value: object, example: str) -> Mapping[str, object]:
        """Return a table; an empty one, and a fault, for anything else."""
        if isinstance(value, dict):
            return value
        self.fault(member, f"{_written(value)} is no table: write {example}")
        return {}

    def _check_members(
        self, place: str, table: Mapping[str, object], known: Sequence[str], required: Sequence[str]
    ) -> None:
        for name in table:
            if name not in known:
                self._unknown(_within(place, name), "member", word_meant(name, known), known)
        for name in required:
            if name not in table:
                self.fault(_within(place, name), "it is missing")

    def _unknown(self, member: str, kind: str, meant: str | None, known: Sequence[str]) -> None:
        instead = "" if meant is None else f": write {meant}"
        self.fault(member, f"there is no such {kind}{instead}; there are {listed(known)}")

    def _text(self, member: str, value: object) -> str:
        """Return a text of one line that is not blank; `_NO_TEXT`, and a fault, for anything else."""
        if isinstance(value, str) and value.strip() and value.isprintable() and len(value) <= _LONGEST_TEXT:
            return value
        wanted = f"a text of one line in quotation marks, at most {_LONGEST_TEXT:,} characters"
        self.fault(member, f"{_written(value)} can't be used: write {wanted}")
        return _NO_TEXT

    def _check_name(self, member: str, name: str) -> None:
        if name != _NO_TEXT and not (_NAME.fullmatch(name) and len(name) <= _LONGEST_NAME):
            wanted = f"small letters, digits and hyphens, such as our-club, at most {_LONGEST_NAME} characters"
            self.fault(member, f"{_written(name)} can't be used as a name: write {wanted}")

    def _options(self, tables: Mapping[str, object]) -> dict[str, Option]:
        options: dict[str, Option] = {}
        for name, value in tables.items():
            place = _within("options", name)
            self._check_name(place, name)
            table = self._table(place, value, f"[{place}]")
            if isinstance(value, dict):
                self._check_members(place, table, ("title", "excludes", "parameters"), ("title", "parameters"))
            title = self._text(f"{place}.title", table.get("title", _NO_TEXT))
            excludes, others = table.get("excludes", []), [other for other in tables if other != name]
            if not isinstance(excludes, list) or any(other not in others for other in excludes):
                self.fault(f"{place}.excludes", f"write a list of other options of this file, of {_written(others)}")
                excludes = []
            values = self._values(f"{place}.parameters", table.get("parameters", {}))
            options[name] = Option(name, title, tuple(excludes), MappingProxyType(values))
        return options

    def _values(self, place: str, groups: object) -> dict[str, StatedValue]:
        """Return the values that are stated at a place, by dotted name."""
        values: dict[str, StatedValue] = {}
        for group, members in self._table(place, groups, f"[{place}.scoring]").items():
            inside = _within(place, group)
            if group not in GROUPS:
                self._unknown(inside, "group of parameters", word_meant(group, GROUPS), list(GROUPS))
                continue
            for key, stated in self._table(inside, members, f"[{inside}]").items():
                name, member = f"{group}.{key}", _within(inside, key)
                if name in ENTRIES:
                    values[name] = self._stated(member, ENTRIES[name], stated)
                else:
                    of_group = [_key(other) for other in NAMES if other.startswith(f"{group}.")]
                    elsewhere = FORMER_NAMES.get(name) or next((other for other in NAMES if _key(other) == key), None)
                    self._unknown(member, "parameter", elsewhere or word_meant(key, of_group), of_group)
        return values

    def _stated(self, member: str, entry: Entry, stated: object) -> StatedValue:
        """Return a value with its basis; whatever is wrong with either is a fault."""
        table = self._table(member, stated, f'{{ value = {_written(stated)}, basis = "written", source = "rule 7" }}')
        if isinstance(stated, dict):
            self._check_members(member, table, _STATED, _STATED)
        value, basis = table.get("value"), table.get("basis", "written")
        if "value" in table and not _is_allowed(entry, value):
            self.fault(f"{member}.value", f"{_written(value)} can't be used: write {_wanted(entry, value)}")
        if basis not in _BASES:
            self.fault(
                f"{member}.basis", f"{_written(basis)} can't be used: write {listed(map(_written, _BASES), 'or')}"
            )
        source = self._text(f"{member}.source", table.get("source", _NO_TEXT))
        return StatedValue(value, Basis(cast("BasisName", basis), source))


def shown(path: Path) -> str:
    """Return a path as a message names it: nothing in it commands a terminal."""
    return str(path) if str(path).isprintable() else ascii(str(path))


def _within(place: str, name: str) -> str:
    """Return the dotted name of a member, as TOML has it."""
    own = name if _BARE.fullmatch(name) else _written(name)
    return f"{place}.{own}" if place else own


def _key(name: str) -> str:
    """Return the name of a parameter in its group."""
    return name.partition(".")[2]


def _written(value: object) -> str:
    """Return a value for a sentence."""
    return shortened(json.dumps(value, default=str), _LONGEST_NAME)


def _is_allowed(entry: Entry, value: Any) -> bool:
    """Return whether the contract allows a parameter this value."""
    if entry.shape:
        return _SHAPES[entry.shape][0](value)
    if isinstance(entry.default, Ten | Slam):
        inner = entries_of(type(entry.default))
        is_table = isinstance(value, dict) and "made" in value and value.keys() <= inner.keys()
        return is_table and all(_is_allowed(inner[name], member) for name, member in value.items())
    if isinstance(entry.default, bool):
        return isinstance(value, bool)
    if entry.least < entry.most:
        return _is_whole(value, entry.least, entry.most)
    return any(type(value) is type(known) and value == known for known in entry.means)


def _wanted(entry: Entry, value: object) -> str:
    """Return what to write in place of a value that is not allowed."""
    if entry.shape:
        return _SHAPES[entry.shape][1]
    if isinstance(entry.default, Ten | Slam):
        given = value if isinstance(value, dict) else {}
        members: list[str] = []
        for name, inner in entries_of(type(entry.default)).items():
            own = given.get(name)
            members.append(f"{name} = {_written(own) if _is_allowed(inner, own) else _wanted(inner, own)}")
        return f"{{ {', '.join(members)} }}, at least made"
    if isinstance(entry.default, bool):
        return "true or false"
    if entry.least < entry.most:
        meant = sign_meant(value, entry.least, entry.most) if type(value) is int else None
        if meant is not None:
            return str(meant)
        return f"a whole number from {entry.least:,} to {entry.most:,}"
    words = [*entry.means]
    if isinstance(value, str) and isinstance(entry.default, str):
        words = nearest_first(value, words)
    return listed(map(_written, words), "or")


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _are_counts(value: Any) -> bool:
    is_list = isinstance(value, list) and all(_is_whole(count, _FEWEST, _MOST) for count in value)
    return is_list and 0 < len(value) == len(set(value))


def _are_cards(value: Any) -> bool:
    is_list = isinstance(value, list) and len(value) <= _CARDS
    return is_list and all(isinstance(card, str) and card in INDEX for card in value)


def _are_cards_by_players(value: Any) -> bool:
    return isinstance(value, dict) and value.keys() <= _COUNTS and all(map(_are_cards, value.values()))


def _are_numbers_by_players(value: Any) -> bool:
    is_table = isinstance(value, dict) and value.keys() <= _COUNTS
    return is_table and all(_is_whole(number, 1, _CARDS // int(count)) for count, number in value.items())


_COUNTS: Final = frozenset(map(str, range(_FEWEST, _MOST + 1)))
_SHAPES: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = MappingProxyType(
    {
        "counts": (_are_counts, f"a list of numbers of players from {_FEWEST} to {_MOST}, each once, such as [4]"),
        "cards": (_are_cards, 'a list of cards, such as ["BJ", "LJ", "2S"]'),
        "cards by players": (_are_cards_by_players, 'cards for numbers of players, such as { 4 = ["2C", "2D"] }'),
        "numbers by players": (_are_numbers_by_players, "numbers of cards for numbers of players, such as { 3 = 17 }"),
    }
)
"""What the shapes of the contract allow, and what to write."""
