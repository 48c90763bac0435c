"""The environment, read once, as a frozen value; an unknown or malformed SPADES_* name is refused at start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

_PREFIX = "SPADES_"


class SettingsError(ValueError):
    """The environment holds a setting that is unknown or can't be read."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What an operator may set; each name as SPADES_<NAME> in the environment."""

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


def settings_from(environment: Mapping[str, str]) -> Settings:
    """Return the settings in an environment; raises `SettingsError` naming every setting that is wrong."""
    known = {_PREFIX + each.name.upper(): each.name for each in fields(Settings)}
    wrong = []
    given: dict[str, int] = {}
    for name, value in environment.items():
        if not name.startswith(_PREFIX):
            continue
        if name not in known:
            wrong.append(f"{name} is not a setting; there are {', '.join(known)}")
        elif not (value.isascii() and value.isdigit() and int(value)):
            wrong.append(f"{name} must be a whole number above 0, not {value!r}")
        else:
            given[known[name]] = int(value)
    if wrong:
        raise SettingsError("; ".join(wrong))
    return Settings(**given)
