"""Which rounds of a game may lack bids and tricks, by their members: as `Decisions.may_be_broken_off` has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def may_be_broken_off(record: Mapping[str, Any]) -> bool:
    """Return whether a round is void, or the game forfeited in it."""
    return bool(record.get("void")) or "forfeited_by" in record
