"""The environment, read once, as a frozen value; an unknown or malformed SPADES_* name is refused at start."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, TypeAlias, get_args

_PREFIX = "SPADES_"
LogSwitch: TypeAlias = Literal["requests", "off"]
_DIGITS = 15  # more than any limit has
_SWITCHES: tuple[LogSwitch, ...] = get_args(LogSwitch)


class SettingsError(ValueError):
    """The environment holds a setting that is unknown or can't be read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set; each name as SPADES_<NAME> in the environment.

    What the contract states is no setting: players, tricks, the lengths of names. A document that is untrue on some
    machines would be worth nothing.
    """

    body_bytes: int = 32 * 1024
    """The longest body of a single request, in bytes."""
    body_values: int = 2_000
    """The most JSON values in it."""
    game_bytes: int = 512 * 1024
    """The longest body of a game, in bytes."""
    game_values: int = 40_000
    """The most JSON values in it."""
    batch_bytes: int = 32 * 1024 * 1024
    """The longest batch, in bytes; each line of it is held to the limits of a single request."""
    batch_lines: int = 10_000
    """The most lines in it."""
    api_keys_file: Path | None = None
    """Who may ask, as `service.keys` reads it; without it everybody may."""
    log: LogSwitch = "requests"
    """Whether the server writes a line for each request."""


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings in an environment; raises `SettingsError` naming every setting that is wrong."""
    known = {_PREFIX + each.name.upper(): each.name for each in fields(Settings)}
    unknown = [name for name in environment if name.startswith(_PREFIX) and name not in known]
    wrong = [f"{name} is not a setting; there are {', '.join(known)}" for name in unknown]
    given, malformed = taken(environment, {name: _READERS.get(field, whole_number) for name, field in known.items()})
    refuse([*malformed, *wrong])
    return Settings(**{known[name]: value for name, value in given.items()})  # type: ignore[arg-type] # read by name


Reader: TypeAlias = Callable[[str], object]
"""Reads a value, or raises `ValueError` saying what it must be."""


def taken(environment: Mapping[str, str], readers: Mapping[str, Reader]) -> tuple[dict[str, object], list[str]]:
    """Return what an environment holds under these names, as read, and a sentence for each that can't be."""
    given: dict[str, object] = {}
    wrong = []
    for name, reader in readers.items():
        if name in environment:
            try:
                given[name] = reader(environment[name])
            except ValueError as error:
                wrong.append(f"{name} must be {error}, not {environment[name]!r}")
    return given, wrong


def refuse(wrong: list[str]) -> None:
    """Raise `SettingsError` with these sentences, if there are any."""
    if wrong:
        raise SettingsError("; ".join(wrong))


def number(text: str) -> int | None:
    """Return a whole number as it is written in digits, few enough of them; None where a text is no such number."""
    return int(text) if len(text) <= _DIGITS and text.isascii() and text.isdigit() else None


def whole_number(value: str) -> int:
    """Read a whole number above 0."""
    read = number(value)
    if not read:
        raise ValueError("a whole number above 0")
    return read


def _switch(value: str) -> LogSwitch:
    if value not in _SWITCHES:
        raise ValueError(" or ".join(_SWITCHES))
    return value


def _path(value: str) -> Path:
    if not value:
        raise ValueError("the path of a file")
    return Path(value)


_READERS: Mapping[str, Reader] = {"api_keys_file": _path, "log": _switch}
