"""Records in which every card and every bid is unknown but those that a proof cites."""

from __future__ import annotations

import copy
from collections.abc import Collection
from typing import Any

from service.spades.errors import pointer_to
from tests.spades.builders.cards import Json
from tests.spades.builders.changes import without

UNREAD = "??"
_LISTS = {"hands", "set_aside", "cards", "cards_by_player", "kept"}
"""The members whose texts are cards, themselves or one level deeper."""


def entries(finding: Json) -> list[str]:
    """Return the pointers to the entries that a finding rests on."""
    return list(finding["evidence"]["rests_on"])


def blanked(body: Json, kept: Collection[str]) -> Json:
    """Return the record with ``??`` for every card, and without every bid, at which none of these pointers is."""
    blank = copy.deepcopy(body)
    for member in ("tricks", "hands", "exchanges", "draws", "set_aside"):
        if member in blank:
            blank[member] = _without_cards(blank[member], kept, member)
    if "bids" in blank:
        blank["bids"] = [bid for at, bid in enumerate(body["bids"]) if pointer_to("bids", at) in kept]
    if "bids_by_player" in blank:
        made = body["bids_by_player"].items()
        blank["bids_by_player"] = {name: bid for name, bid in made if pointer_to("bids_by_player", name) in kept}
    empty = [name for name in ("bids", "bids_by_player") if not blank.get(name)]
    return without(blank, *empty, *(["blind_bidders"] if "bids_by_player" in empty else []))


def with_leaders_told(blank: Json, ruled: Json) -> Json:
    """Return a blanked record whose unread rows of cards say who led them, as ruled: else it could not be read."""
    told = copy.deepcopy(blank)
    for trick, result in zip(told["tricks"], ruled["tricks"], strict=True):
        if set(trick.get("cards", ())) == {UNREAD} and "leader" in result:
            trick["leader"] = result["leader"]
    return told


def _without_cards(value: Any, kept: Collection[str], *path: str | int) -> Any:
    """Return a part of a record, which lies at this path, with its cards unread but those kept."""
    if isinstance(value, list):
        return [_without_cards(each, kept, *path, at) for at, each in enumerate(value)]
    if isinstance(value, dict):
        rest = {name: _without_cards(each, kept, *path, name) for name, each in value.items() if name != "card"}
        return rest | {"card": value["card"] if pointer_to(*path) in kept else UNREAD} if "card" in value else rest
    is_card = isinstance(value, str) and _LISTS & {*path[-3:-1]}
    return UNREAD if is_card and pointer_to(*path) not in kept else value
