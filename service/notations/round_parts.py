"""Parts of a round in several notations: cards in their order, seats clockwise, and what is no round to write."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from service.notations.model import Loss, UnwritableRecord
from service.spades.cards import RANKS, UNREAD_CODE
from service.spades.english import quoted
from service.spades.errors import pointer_to

SUITS = "SHDC"
"""The suits in the order of a hand."""
UNREAD_RANK = "?"
"""A card in a group that nobody can read."""
WITHOUT_SUIT = ("BJ", "LJ", UNREAD_CODE)
"""The cards that belong to no suit, in the order of a hand."""
_ORDER = {
    card: index for index, card in enumerate([*(rank + suit for suit in SUITS for rank in RANKS[::-1]), *WITHOUT_SUIT])
}
_PLAYER_MEMBERS = {"dealer", "player", "from", "to", "leader", "winner"}
"""The members whose value is a player. Bids may name a team instead."""
MEMBERS_OF_A_TRICK = {"plays", "cards", "cards_by_player", "leader"}


def cards_in_order(cards: Iterable[str]) -> list[str]:
    """Return cards in the order of a hand: suits from high to low, big joker, little joker, ``??``."""
    return sorted(cards, key=_ORDER.__getitem__)


def clockwise(players: Sequence[str], first: str) -> list[str]:
    """Return the players in the order of their seats, beginning with this one."""
    seat = players.index(first)
    return [*players[seat:], *players[:seat]]


def opposite_pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """Return the players who sit opposite each other; none at a table of two or of an odd number."""
    half = len(players) // 2
    return list(zip(players[:half], players[half:], strict=True)) if len(players) in {4, 6} else []


def refuse_unusable(record: Mapping[str, Any], title: str) -> None:
    """Refuse what is not the record of one round, names that do not sit at its table, and how its play ended.

    Raises `UnwritableRecord` with every fault.
    """
    faults = [*_not_a_round(record, title)] or [*_wrong_names(record), *endings_in(record, title)]
    if faults:
        raise UnwritableRecord(faults)


def endings_in(record: Mapping[str, Any], title: str, *path: str | int) -> Iterator[Loss]:
    """Yield as faults how the play of a round ended: without that, tricks that were not played look forgotten."""
    if "claim" in record:
        detail = (
            f"{title} can't say that tricks were claimed, and without the claim the round would be unfinished: write it"
            " as shorthand."
        )
        yield Loss(pointer_to(*path, "claim"), "claim_unwritable", detail)
    if record.get("stopped"):
        detail = (
            f"{title} can't say that play was stopped, and without that the tricks that were not played would look"
            " forgotten: write it as shorthand."
        )
        yield Loss(pointer_to(*path, "stopped"), "stop_unwritable", detail)
    for index, trick in enumerate(record.get("tricks", ())):
        if "number" in trick or trick.get("after_gap"):
            detail = (
                f"{title} can't say that tricks are missing, and without that those after them would be other tricks:"
                " write it as shorthand."
            )
            yield Loss(pointer_to(*path, "tricks", index), "gap_unwritable", detail)


def _not_a_round(record: Mapping[str, Any], title: str) -> Iterator[Loss]:
    if "rounds" in record:
        yield Loss("#/rounds", "not_a_round", f"{title} is written one round at a time: write each of the rounds.")
    elif "tricks" not in record:
        yield Loss("#", "not_a_round", f"{title} holds the cards of a round: a record with `tricks`.")
    elif "players" not in record:
        yield Loss("#", "not_a_round", "Add `players`: a round of a game does not say who plays.")


def _wrong_names(record: Mapping[str, Any]) -> Iterator[Loss]:
    players = record["players"]
    for index, player in enumerate(players):
        if player in players[:index]:
            yield Loss(pointer_to("players", index), "duplicate_player", f"{quoted(player)} sits at the table twice.")
    for name, *path in names_in(record, _PLAYER_MEMBERS, {"hands", "cards_by_player"}):
        if name not in players:
            yield Loss(pointer_to(*path), "unknown_player", f"{quoted(str(name))} does not sit at this table.")


def names_in(
    value: Any, members: Collection[str], keyed: Collection[str], *path: str | int
) -> Iterator[tuple[str | int, ...]]:
    """Yield each name in a record, and the path to it.

    Names are the values of some ``members``, and the names of the members of those that are ``keyed`` by them.
    """
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        if key in keyed and isinstance(inner, dict):
            yield from ((name, *path, key, name) for name in inner)
        elif key in members and isinstance(inner, str):  # anything else is that of a name, such as a bid of "dealer"
            yield inner, *path, key
        elif isinstance(inner, dict | list) and key not in {"labels", "ruleset"}:
            yield from names_in(inner, members, keyed, *path, key)
