"""Records in which every card and every bid is unknown but those that a proof cites."""

from __future__ import annotations

import copy
from collections.abc import Collection
from typing import Any

from service.spades.errors import pointer_to
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without

UNREAD = "??"


def cited(finding: Json) -> set[str]:
    """Return the pointers to the entries on which a finding rests."""
    return set(finding["evidence"]["rests_on"])


def blanked(body: Json, kept: Collection[str]) -> Json:
    """Return the record with ``??`` for every card, and without every bid, at which none of these pointers is."""
    blank = copy.deepcopy(body)
    for member in ("tricks", "hands", "exchanges", "draws", "set_aside"):
        if member in blank:
            blank[member] = _without_cards(blank[member], kept, member)
    if isinstance(blank.get("bids"), list):
        blank["bids"] = [bid for at, bid in enumerate(body["bids"]) if pointer_to("bids", at) in kept]
    if "bids_by_player" in blank:
        made = body["bids_by_player"].items()
        blank["bids_by_player"] = {name: bid for name, bid in made if pointer_to("bids_by_player", name) in kept}
    empty = {name for name in ("bids", "bids_by_player") if not blank.get(name)}
    return without(blank, *empty, *({"blind_bidders"} if "bids_by_player" in empty else ()))


def _without_cards(value: Any, kept: Collection[str], *path: str | int) -> Any:
    """Return a part of a record, which lies at this path, with its cards unread but those kept."""
    match value:
        case list():
            return [_without_cards(each, kept, *path, at) for at, each in enumerate(value)]
        case {"card": card, **others}:
            read = card if pointer_to(*path) in kept else UNREAD
            return {"card": read, **{name: _without_cards(each, kept, *path, name) for name, each in others.items()}}
        case dict():
            return {name: _without_cards(each, kept, *path, name) for name, each in value.items()}
        case str() if path[-2] in _LISTS or path[-1] in _LISTS or path[0] in {"hands", "set_aside"}:
            return value if pointer_to(*path) in kept else UNREAD
    return value


_LISTS = {"cards", "cards_by_player", "kept"}
