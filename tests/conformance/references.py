"""The ruleset of a request, as the core takes it."""

from __future__ import annotations

from typing import Any

from service.spades.rules.ruleset import Reference


def reference_of(ruleset: str | dict[str, Any]) -> Reference:
    """Return the reference that a request makes to its ruleset."""
    if isinstance(ruleset, str):
        return Reference(ruleset)
    return Reference(ruleset["name"], tuple(ruleset.get("options", ())), ruleset.get("overrides", {}))
