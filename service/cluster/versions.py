"""The versions that decide every byte of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

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
