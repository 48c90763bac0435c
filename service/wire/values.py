"""What all writers of answers share."""

from __future__ import annotations

from collections.abc import Mapping

from service.json_types import Json


def labels_of(members: Mapping[str, Json]) -> Json:
    """Return the client's labels of a request, or of a round in it; None if there are none."""
    return members.get("labels") or None


def present(members: dict[str, Json]) -> dict[str, Json]:
    """Return the members that have something to say: those that are not None."""
    return {name: value for name, value in members.items() if value is not None}
