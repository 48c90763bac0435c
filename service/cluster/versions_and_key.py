"""What all workers of a command have in common: the versions that decide every byte of an answer, and the signing key.

Every worker has to sign with the same key, or none may sign.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple, TypeAlias

from service.operations.runner import runner_of
from service.settings import Settings, SettingsError
from service.spades import ENGINE_VERSION
from service.wire.contract import load_document


@dataclass(frozen=True, slots=True)
class Versions:
    """The versions of the engine and of the contract."""

    engine: str
    contract: str

    def __str__(self) -> str:
        """Return them for a sentence."""
        return f"engine {self.engine} with contract {self.contract}"


@cache
def own_versions() -> Versions:
    """Return the versions that answer on this machine."""
    return Versions(ENGINE_VERSION, load_document()["info"]["version"])


KeyIdOf: TypeAlias = Callable[[Settings], str | None]
"""Returns the thumbprint of the key that the settings name, None if they name none; raises `SettingsError`."""


@cache
def own_key_id(operation: str, settings: Settings, key_id_of: KeyIdOf) -> str | None:
    """Return the thumbprint of the key with which this process signs; raises `SettingsError`.

    A process reads the key once, for its runner, so the thumbprint is kept with it: the file may change later.
    """
    runner_of(operation, settings)
    return key_id_of(settings)


class Signing(NamedTuple):
    """How the answers of a command are signed: a small value that can be sent to a worker."""

    operation: str
    settings: Settings
    key_id_of: KeyIdOf
    key_id: str | None
    """The thumbprint of the command's key; None if answers are not signed."""

    def difference(self) -> str | None:
        """Return how this process signs otherwise than the command, None if it signs alike."""
        try:
            found = own_key_id(self.operation, self.settings, self.key_id_of)
        except SettingsError as error:
            return str(error)
        if found == self.key_id:
            return None
        return f"it has {key_named(found)}, and this command {key_named(self.key_id)}"


def key_named(key_id: str | None) -> str:
    """Return the name of a key for a sentence."""
    return "no signing key" if key_id is None else f"the signing key {key_id}"
