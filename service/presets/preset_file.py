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
from typing import Any, Final, cast, get_args

from service.presets.names_meant import parameter_meant
from service.spades.cards import INDEX
from service.spades.catalogue.entries import Entry
from service.spades.catalogue.parameters.contracts import COLUMNS, BlindInContract
from service.spades.catalogue.parameters.penalties import CHOICES
from service.spades.english import listed, nearest_first, shortened, sign_meant, word_meant
from service.spades.rules.ruleset import (
    ENTRIES,
    NAMES,
    Basis,
    BasisName,
    Option,
    Preset,
    Source,
    StatedValue,
    plain,
)

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", re.ASCII)
_LONGEST_NAME: Final = 64  # as the contract has it
_LONGEST_TEXT: Final = 2_000
_BARE: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
_HEADINGS: Final = ("name", "version", "title", "summary")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_STATED: Final = 3  # a value, its basis, and the passage of the source
_LISTED: Final[tuple[BasisName, ...]] = ("written", "implied")
_BASES: Final = ("written", "implied", "default")
# Their paths are those of operations: GET /v1/rulesets/{name} would not find the preset.
_NAMES_OF_OPERATIONS: Final = ("compare", "kit", "resolve")
_NO_TEXT: Final = "?"
_CARDS: Final = 54
_FEWEST, _MOST = 2, 6  # players
_MOST_CONTRACTS: Final = 16
_MOST_POINTS: Final = 10_000


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
        self._check_members(
            "", content, (*_HEADINGS, "source", *_LISTED, "parameters", "options"), (*_HEADINGS, "source")
        )
        name, version, title, summary = (self._text(heading, content.get(heading, _NO_TEXT)) for heading in _HEADINGS)
        source = self._source(content.get("source"))
        self._check_name("name", name)
        if name in taken:
            self.fault("name", f"{name} is the name of {taken[name]}: choose another")
        elif name in _NAMES_OF_OPERATIONS:
            self.fault("name", f"{name} is the path of an operation: choose another")
        elif name != _NO_TEXT:
            taken[name] = f"the preset in {shown(self._path)}"
        values = self._as_by_default(content, source.title)
        values |= self._values("parameters", content.get("parameters", {}))
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

    def _source(self, stated: object) -> Source:
        """Return where the rules come from: a title, and the page and the day of reading if they are known."""
        if stated is None:
            return Source(_NO_TEXT)
        title = stated if isinstance(stated, str) else "our sheet"  # as files of presets were written before
        table = self._table("source", stated, f"{{ title = {_written(title)} }}")
        if isinstance(stated, dict):
            self._check_members("source", table, Source._fields, ("title",))
        title, url, read = (self._text(f"source.{key}", table[key]) if key in table else "" for key in Source._fields)
        if url not in {"", _NO_TEXT} and not url.startswith(("https://", "http://")):
            self.fault("source.url", f"{_written(url)} can't be used: write an address that begins with https://")
        if read not in {"", _NO_TEXT} and not _DAY.fullmatch(read):
            self.fault("source.read", f"{_written(read)} can't be used: write a day, such as 2026-05-01")
        return Source(title, url, read)

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

    def _values(self, place: str, tables: object) -> dict[str, StatedValue]:
        """Return the values that are stated at a place, by dotted name."""
        values: dict[str, StatedValue] = {}

        def read(name: str, stated: object) -> None:
            inside = _within_all(place, name)
            if name in ENTRIES:
                values[name] = self._stated(inside, ENTRIES[name], stated)
                return
            is_one_of_none = isinstance(stated, dict) and "." not in name and not word_meant(name, _names_below(""))
            if _names_below(name) or is_one_of_none:
                for key, inner in self._table(inside, stated, f"[{inside}]").items():
                    read(f"{name}.{key}", inner)
                return
            before, _, key = name.rpartition(".")
            there = _names_below(before)
            meant = (before and parameter_meant(*(key, before) if there else (name,))) or word_meant(key, there)
            kind = "parameter" if before else "group of parameters"
            self._unknown(inside, kind, meant and meant.removeprefix(f"{before}."), there or _names_below(""))

        for group, members in self._table(place, tables, f"[{place}.bids]").items():
            read(group, members)
        return values

    def _stated(self, member: str, entry: Entry, stated: object) -> StatedValue:
        """Return a value with its basis and its passage; whatever is wrong with one of them is a fault."""
        if not isinstance(stated, list) or len(stated) != _STATED:
            own, basis, passage = (stated, "written", "rule 7")
            if isinstance(stated, list) and stated:
                own = stated[0]
            elif isinstance(stated, dict) and "value" in stated:  # as files of presets were written before
                own, basis, passage = stated["value"], stated.get("basis", basis), stated.get("source", passage)
            meant = ", ".join(map(_written, (own, basis, passage)))
            self.fault(member, f"{_written(stated)} can't be used: write [{meant}]")
            return StatedValue(entry.default, Basis("written", _NO_TEXT))
        value, basis, passage = stated
        if not _is_allowed(entry, value):
            self.fault(member, f"{_written(value)} can't be used: write {_wanted(entry, value)}")
        if basis not in _BASES:
            self.fault(member, f"{_written(basis)} can't be used: write {listed(map(_written, _BASES), 'or')}")
        return StatedValue(value, Basis(cast("BasisName", basis), self._text(member, passage)))

    def _as_by_default(self, content: Mapping[str, object], title: str) -> dict[str, StatedValue]:
        """Return the values that the source says or implies and that equal the default, by dotted name."""
        values: dict[str, StatedValue] = {}
        for basis in _LISTED:
            names = content.get(basis, [])
            if not isinstance(names, list):
                self.fault(
                    basis, f'{_written(names)} can\'t be used: write a list of parameters, such as ["bags.limit"]'
                )
                continue
            for name in names:
                if name in ENTRIES:
                    values[name] = StatedValue(plain(ENTRIES[name].default), Basis(basis, title))
                else:
                    instead = parameter_meant(str(name))
                    self.fault(
                        basis, f"there is no parameter {_written(name)}" + (f": write {instead}" if instead else "")
                    )
        return values


def _names_below(place: str) -> list[str]:
    """Return the names that there are at a place: groups, rows of one, or parameters."""
    start = f"{place}." if place else ""
    return list(dict.fromkeys(name[len(start) :].partition(".")[0] for name in NAMES if name.startswith(start)))


def _within_all(place: str, name: str) -> str:
    for part in name.split("."):
        place = _within(place, part)
    return place


def shown(path: Path) -> str:
    """Return a path as a message names it: nothing in it commands a terminal."""
    return str(path) if str(path).isprintable() else ascii(str(path))


def _within(place: str, name: str) -> str:
    """Return the dotted name of a member, as TOML has it."""
    own = name if _BARE.fullmatch(name) else _written(name)
    return f"{place}.{own}" if place else own


def _written(value: object) -> str:
    """Return a value for a sentence."""
    return shortened(json.dumps(value, default=str), _LONGEST_NAME)


def _is_allowed(entry: Entry, value: Any) -> bool:
    """Return whether the contract allows a parameter this value."""
    if entry.shape:
        return _SHAPES[entry.shape][0](value)
    if isinstance(entry.default, bool):
        return isinstance(value, bool)
    if entry.least < entry.most:
        return _is_whole(value, entry.least, entry.most)
    return any(type(value) is type(known) and value == known for known in entry.means)


def _wanted(entry: Entry, value: object) -> str:
    """Return what to write in place of a value that is not allowed."""
    if entry.shape:
        meant = _with_signs_meant(entry, value)
        return _in_toml(meant) if _is_allowed(entry, meant) else _SHAPES[entry.shape][1]
    if isinstance(entry.default, bool):
        return "true or false"
    if entry.least < entry.most:
        number = sign_meant(value, entry.least, entry.most) if type(value) is int else None
        return f"a whole number from {entry.least:,} to {entry.most:,}" if number is None else str(number)
    words = [*entry.means]
    if isinstance(value, str) and isinstance(entry.default, str):
        words = nearest_first(value, words)
    return listed(map(_written, words), "or")


def _is_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_numbers(value: Any) -> bool:
    return isinstance(value, dict) and all(type(number) is int for number in value.values())


def _with_signs_meant(entry: Entry, value: Any) -> Any:
    """Return a worth, or a list of contracts, with the signs that were probably meant; anything else as it is."""
    if entry.shape in {"gain", "loss"}:
        return _worth_meant(value, entry.least, entry.most)
    return list(map(_row_meant, value)) if entry.shape == "contracts" and isinstance(value, list) else value


def _worth_meant(value: Any, least: int, most: int) -> Any:
    """Return a worth with the signs that were probably meant."""
    if not _is_numbers(value):
        return value
    meant = {name: sign_meant(number, least, most) for name, number in value.items()}
    return {name: number if meant[name] is None else meant[name] for name, number in value.items()}


def _row_meant(row: Any) -> Any:
    """Return a row of contracts with the signs that were probably meant."""
    if not isinstance(row, dict):
        return row
    bounds = {"made": (0, _MOST_POINTS), "failed": (-_MOST_POINTS, 0)}
    return {name: _worth_meant(value, *bounds[name]) if name in bounds else value for name, value in row.items()}


def _in_toml(value: Any) -> str:
    if isinstance(value, dict):
        members = ", ".join(f"{name} = {_in_toml(member)}" for name, member in value.items())
        return f"{{ {members} }}" if members else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(_in_toml, value))}]"
    return json.dumps(value)


def _is_worth(value: Any, shape: str, least: int, most: int) -> bool:
    known = {"points", "per_trick"} | ({"per_missing_trick"} if shape == "loss" else set())
    return _is_numbers(value) and value.keys() <= known and all(least <= number <= most for number in value.values())


def _are_numbers(value: Any) -> bool:
    is_list = isinstance(value, list) and len(value) <= _CARDS and all(_is_whole(each, 0, _CARDS) for each in value)
    return is_list and len(set(value)) == len(value)


def _are_remedies(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(set(map(str, value))) == len(value)
        and all(str(each) in CHOICES for each in value)
    )


def _are_misdeals(value: Any) -> bool:
    is_list = isinstance(value, list) and all(each in ("no_spade", "no_face_card") for each in value)
    return is_list and len(set(value)) == len(value)


def _are_contracts(value: Any) -> bool:
    return isinstance(value, list) and len(value) <= _MOST_CONTRACTS and all(map(_is_contract, value))


def _is_contract(row: Any) -> bool:
    if not isinstance(row, dict) or "made" not in row or not row.keys() <= COLUMNS.keys():
        return False
    blind = row.get("blind", "any") in get_args(BlindInContract)
    sizes = all(_is_whole(row.get(key, 0), 0, _CARDS // _FEWEST) for key in ("least", "most"))
    switches = all(isinstance(row.get(key, True), bool) for key in ("bid", "instead", "wins_game"))
    worths = _is_worth(row["made"], "gain", 0, _MOST_POINTS) and _is_worth(
        row.get("failed", {}), "loss", -_MOST_POINTS, 0
    )
    return blind and sizes and switches and worths


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


_A_WORTH: Final = "points, per_trick or both, such as {{ points = {}100 }}"
_COUNTS: Final = frozenset(map(str, range(_FEWEST, _MOST + 1)))
_SHAPES: Final[Mapping[str, tuple[Callable[[Any], bool], str]]] = MappingProxyType(
    {
        "gain": (lambda value: _is_worth(value, "gain", 0, _MOST_POINTS), _A_WORTH.format("")),
        "loss": (lambda value: _is_worth(value, "loss", -_MOST_POINTS, 0), _A_WORTH.format("-")),
        "counts": (_are_counts, f"a list of numbers of players from {_FEWEST} to {_MOST}, each once, such as [4]"),
        "cards": (_are_cards, 'a list of cards, such as ["BJ", "LJ", "2S"]'),
        "cards by players": (_are_cards_by_players, 'cards for numbers of players, such as { 4 = ["2C", "2D"] }'),
        "numbers": (_are_numbers, "a list of numbers, such as [11]"),
        "misdeals": (_are_misdeals, 'a list of "no_spade", "no_face_card" or both'),
        "remedies": (_are_remedies, f"a list of remedies of {listed(CHOICES)}"),
        "contracts": (_are_contracts, "a list of contracts, such as [{ least = 10, made = { points = 200 } }]"),
        "numbers by players": (_are_numbers_by_players, "numbers of cards for numbers of players, such as { 3 = 17 }"),
    }
)
"""What the shapes of the contract allow, and what to write."""
