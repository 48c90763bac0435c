"""What all writers of answers share."""

from __future__ import annotations

from service.json_types import Json


def present(members: dict[str, Json]) -> dict[str, Json]:
    """Return the members that have something to say: those that are not None."""
    return {name: value for name, value in members.items() if value is not None}
