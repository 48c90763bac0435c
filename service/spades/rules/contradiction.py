"""A contradiction between parameters: which ones can't hold together, and why."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.english import listed


class Contradiction(NamedTuple):
    """Parameters that can't all hold, the one most likely to be wrong first, with a code and a sentence."""

    names: tuple[str, ...]
    code: str
    detail: str

    @classmethod
    def between(cls, *names: str, because: str) -> Contradiction:
        """Return a contradiction between these parameters. ``because`` is a clause with its full stop."""
        return cls(names, "contradiction", f"{listed(names)}: {because}")
