"""A trick as a row of cards: what notations that list cards by seat hold of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.notations.losses import Losses

NOT_PLAYED = "-"
"""Stands in a row for a player who has not played."""
_MEMBERS_WRITTEN = {"plays", "cards", "cards_by_player", "leader"}


class TrickRow(NamedTuple):
    """The cards of a trick by player, and its leader, or None if the record leaves the leader out."""

    leader: str | None
    cards: Mapping[str, str]
    in_turn: Sequence[str] = ()
    """The cards of a trick whose leader is left out, clockwise from the leader; ``cards`` is empty then."""


def trick_rows(record: Mapping[str, Any], losses: Losses) -> list[TrickRow]:
    """Return the tricks of a record as rows of cards.

    Lost are the order of play, winners, cards taken back, and a second card by a player to the same trick.
    """
    tricks = record["tricks"]
    if any("plays" in trick for trick in tricks):
        losses.lose("order_of_play", "A row of cards does not say in which order they were played.", "tricks")
    return [_row(trick, record["players"], index, losses) for index, trick in enumerate(tricks)]


def _row(trick: Mapping[str, Any], players: Sequence[str], index: int, losses: Losses) -> TrickRow:
    losses.lose_members(trick, _MEMBERS_WRITTEN, "tricks", index)
    leader = trick.get("leader")
    if "cards_by_player" in trick:
        return TrickRow(leader, trick["cards_by_player"])
    if "cards" in trick:
        return _clockwise(trick["cards"], leader, players, index, losses)
    cards: dict[str, str] = {}
    for position, play in enumerate(trick["plays"]):
        path = ("tricks", index, "plays", position)
        losses.lose_members(play, {"player", "card"}, *path)
        if play["player"] in cards:
            losses.lose("second_card", "A row has one card of each player.", *path)
        cards.setdefault(play["player"], play["card"])
    return TrickRow(leader or next(iter(cards), None), cards)


def _clockwise(
    cards: Sequence[str], leader: str | None, players: Sequence[str], index: int, losses: Losses
) -> TrickRow:
    if len(cards) > len(players):
        detail = f"A row has no more than {len(players)} cards, one of each player."
        losses.lose("second_card", detail, "tricks", index, "cards")
    if leader is None:
        return TrickRow(None, {}, cards[: len(players)])
    return TrickRow(leader, dict(zip(clockwise(players, leader), cards, strict=False)))


def clockwise(players: Sequence[str], first: str) -> list[str]:
    """Return the players in the order of their seats, beginning with this one."""
    seat = players.index(first)
    return [*players[seat:], *players[:seat]]


def row_from(order: Sequence[str], cards: Mapping[str, str]) -> list[str]:
    """Return a card or `NOT_PLAYED` for each of these players."""
    return [cards.get(player, NOT_PLAYED) for player in order]
