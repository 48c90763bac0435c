"""The hands that a record shows otherwise than by a right list: drawn ones, and lists that the log corrects."""

from __future__ import annotations

from typing import Any

from tests.naive.table import UNREAD, Table

Json = dict[str, Any]


def drawn_hands(record: Json, table: Table) -> dict[str, list[str]]:
    """Return the hands that no list tells and that were drawn; of a turn that is not recorded the card is unknown."""
    kept: dict[str, list[str]] = {}
    for draw in record.get("draws", []):
        kept.setdefault(draw["player"], []).extend(draw["kept"])
    size, listed = table.pack.hand_size, record.get("hands", {})
    return {player: [*cards, *[UNREAD] * (size - len(cards))] for player, cards in kept.items() if player not in listed}


def discarded(record: Json) -> list[str]:
    """Return the cards that were drawn and not kept, save for those that could not be read."""
    return [
        card
        for draw in record.get("draws", [])
        for card in draw["cards"]
        if card not in draw["kept"] and card != UNREAD
    ]


def wrong_lists(record: Json, table: Table, shown: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the players of whom the log shows which cards their list lacks or has too many, and these cards.

    ``shown``: for each player the cards of the hand as it was dealt that the log shows.
    """
    hands: dict[str, list[str]] = record.get("hands", {})
    found: dict[str, set[str]] = {}
    elsewhere = {card for player, hand in hands.items() if len(hand) == table.sizes[player] for card in hand}
    elsewhere |= set(record.get("set_aside", []))
    for player, hand in hands.items():
        size, listed = table.sizes[player], set(hand)
        lacking = shown[player] - listed - elsewhere
        surplus = listed & set().union(*shown.values()) - shown[player]
        if len(hand) < size and 0 < len(lacking) <= size - len(hand):
            found[player] = lacking
        elif len(hand) > size and len(surplus) == len(hand) - size:
            found[player] = surplus
    return found
