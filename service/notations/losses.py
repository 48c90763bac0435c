"""What another program's notation cannot hold of a record, and records that it cannot hold at all."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from service.notations.model import Loss, UnwritableRecord
from service.spades.english import quoted
from service.spades.pointers import pointer_to


class Losses:
    """Collects what a notation cannot hold of one record; ``title`` is the notation's name in a sentence."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._losses: list[Loss] = []

    @property
    def all(self) -> tuple[Loss, ...]:
        """The losses, in the order in which they were found."""
        return tuple(self._losses)

    def lose(self, code: str, detail: str, *path: str | int) -> None:
        """Say that the part of the record to which this path leads is not in the text, or not as it was."""
        self._losses.append(Loss(pointer_to(*path), code, detail))

    def lose_members(self, members: Mapping[str, Any], written: Collection[str], *path: str | int) -> None:
        """Say which of the members of an object the notation has no place for; ``written`` are the others."""
        for name in members:
            if name not in written:
                self.lose("unmapped", f"{self._title} has no place for `{name}`.", *path, name)


def refuse_unusable(record: Mapping[str, Any], title: str) -> None:
    """Refuse what is not the record of one round, names that do not sit at its table, and a claim.

    Raises `UnwritableRecord` with every fault.
    """
    faults = [*_not_a_round(record, title)] or [
        *_repeated_players(record),
        *_strangers(record),
        *claims_in(record, title),
    ]
    if faults:
        raise UnwritableRecord(faults)


def claims_in(record: Mapping[str, Any], title: str, *path: str | int) -> Iterator[Loss]:
    """Yield the claim of a round as a fault: without it, who won the tricks that were not played would be lost."""
    if "claim" in record:
        detail = (
            f"{title} can't say that tricks were claimed, and without the claim the round would be unfinished: write it"
            " as shorthand."
        )
        yield Loss(pointer_to(*path, "claim"), "claim_unwritable", detail)


def _not_a_round(record: Mapping[str, Any], title: str) -> Iterator[Loss]:
    if "rounds" in record:
        yield Loss("#/rounds", "not_a_round", f"{title} is written one round at a time: write each of the rounds.")
    elif "tricks" not in record:
        yield Loss("#", "not_a_round", f"{title} holds the cards of a round: a record with `tricks`.")
    elif "players" not in record:
        yield Loss("#", "not_a_round", "Add `players`: a round of a game does not say who plays.")


def _repeated_players(record: Mapping[str, Any]) -> Iterator[Loss]:
    players = record["players"]
    for index, player in enumerate(players):
        if player in players[:index]:
            detail = f"{quoted(player)} sits at the table twice."
            yield Loss(pointer_to("players", index), "duplicate_player", detail)


def _strangers(record: Mapping[str, Any]) -> Iterator[Loss]:
    players = record["players"]
    for name, *path in _names(record):
        if name not in players:
            detail = f"{quoted(str(name))} does not sit at this table."
            yield Loss(pointer_to(*path), "unknown_player", detail)


def _names(record: Mapping[str, Any]) -> Iterator[tuple[str | int, ...]]:
    """Yield each player that a record names, and the path to the name. Bids may name a team instead."""
    if "dealer" in record:
        yield record["dealer"], "dealer"
    for player in record.get("hands", ()):
        yield player, "hands", player
    for index, bid in enumerate(record.get("bids", ())):
        if "player" in bid:
            yield bid["player"], "bids", index, "player"
    for index, exchange in enumerate(record.get("exchanges", ())):
        yield exchange["from"], "exchanges", index, "from"
        yield exchange["to"], "exchanges", index, "to"
    for index, trick in enumerate(record["tricks"]):
        yield from ((trick[claim], "tricks", index, claim) for claim in ("leader", "winner") if claim in trick)
        for position, play in enumerate(trick.get("plays", ())):
            yield play["player"], "tricks", index, "plays", position, "player"
        yield from ((player, "tricks", index, "cards_by_player", player) for player in trick.get("cards_by_player", ()))
