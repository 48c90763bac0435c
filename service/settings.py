"""The settings of the service, read once from SPADES_* variables; unknown names and invalid values are refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias, get_args

from service import core_build

_PREFIX = "SPADES_"
LogSwitch: TypeAlias = Literal["requests", "off"]
_MAX_DIGITS = 15  # more than any limit needs
_SWITCHES: tuple[LogSwitch, ...] = get_args(LogSwitch)
_RATE_LIMIT = re.compile(r"(?P<quota>[1-9][0-9]{0,8});w=(?P<window>[1-9][0-9]{0,8})", re.ASCII)


class RateLimit(NamedTuple):
    """How many requests one client may send in how long; a proxy counts them, the service never does."""

    quota: int
    """The number of requests."""
    window: int
    """The length of time, in seconds."""


class SettingsError(ValueError):
    """A setting is unknown or has an invalid value; the message names every such setting."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of an operator, each read from the variable SPADES_<NAME>.

    Limits that the contract states (players, tricks, the lengths of names) are not settings, so that the contract holds
    on every server.
    """

    body_bytes: int = 32 * 1024
    """The maximum length of a request's body, in bytes."""
    body_values: int = 2_000
    """The maximum number of JSON values in it."""
    game_bytes: int = 512 * 1024
    """The maximum length of a game's body, in bytes."""
    game_values: int = 40_000
    """The maximum number of JSON values in it."""
    batch_bytes: int = 32 * 1024 * 1024
    """The maximum length of a batch, in bytes; the limits of a single request apply to each line."""
    batch_lines: int = 10_000
    """The maximum number of lines in it."""
    api_keys_file: Path | None = None
    """The file of API keys that `service.keys` reads; without one, no key is needed."""
    presets_dir: Path | None = None
    """A folder with presets of the operator's own, in TOML; without one, there are those that ship."""
    rate_limit: RateLimit | None = None
    """The rate that the proxy in front allows one client, which ``GET /v1/limits`` states; None for no such limit."""
    batch_rate_limit: RateLimit | None = None
    """The same for batches."""
    log: LogSwitch = "requests"
    """Whether the server logs each request."""


Reader: TypeAlias = Callable[[str], object]
"""A function from the text of a variable to its value; raises `ValueError` with a noun phrase for valid values."""


def read_variables(
    environment: Mapping[str, str], readers: Mapping[str, Reader]
) -> tuple[dict[str, object], list[str]]:
    """Return the values of the variables that are set, and an error message for each with an invalid value."""
    values: dict[str, object] = {}
    errors = []
    for name, reader in readers.items():
        if name in environment:
            try:
                values[name] = reader(environment[name])
            except ValueError as error:
                errors.append(f"{name} must be {error}, not {environment[name]!r}")
    return values, errors


def raise_if_any(errors: list[str]) -> None:
    """Raise `SettingsError` with these messages if there are any."""
    if errors:
        raise SettingsError("; ".join(errors))


def digits_to_int(text: str) -> int | None:
    """Return the number that a text of 1 to 15 ASCII digits writes, or None for any other text."""
    return int(text) if len(text) <= _MAX_DIGITS and text.isascii() and text.isdigit() else None


def positive_int(value: str) -> int:
    """Read a whole number above 0."""
    number = digits_to_int(value)
    if not number:
        raise ValueError("a whole number above 0")
    return number


def _switch(value: str) -> LogSwitch:
    if value not in _SWITCHES:
        raise ValueError(" or ".join(_SWITCHES))
    return value


def _rate_limit(value: str) -> RateLimit:
    match = _RATE_LIMIT.fullmatch(value)
    if match is None:
        raise ValueError("a number of requests and a number of seconds, such as 50;w=1")
    return RateLimit(int(match["quota"]), int(match["window"]))


def _path(value: str) -> Path:
    if not value:
        raise ValueError("the path of a file")
    return Path(value)


def _folder(value: str) -> Path:
    if not value:
        raise ValueError("the path of a folder")
    return Path(value)


_READERS: Mapping[str, Reader] = {
    "api_keys_file": _path,
    "presets_dir": _folder,
    "rate_limit": _rate_limit,
    "batch_rate_limit": _rate_limit,
    "log": _switch,
}


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Read the settings; raises `SettingsError`."""
    known = {_PREFIX + field.name.upper(): field.name for field in fields(Settings)}
    names = [*known, core_build.VARIABLE]
    unknown = [name for name in environment if name.startswith(_PREFIX) and name not in names]
    errors = [f"{name} is not a setting; the settings are {', '.join(names)}" for name in unknown]
    values, invalid = read_variables(
        environment, {name: _READERS.get(field, positive_int) for name, field in known.items()}
    )
    raise_if_any([*invalid, *errors])
    return Settings(**{known[name]: value for name, value in values.items()})  # type: ignore[arg-type] # read by name
