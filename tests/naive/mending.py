"""The smallest correction by trial: the missing card in every place of the record, and each record judged anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.naive.referee import Referee
from tests.naive.table import Table, path

Json = dict[str, Any]
Exchange = tuple[str, str, str]
"""Pointer, the card recorded, the card suggested."""

MISPLACED = {"duplicate_card", "card_not_held", "card_replayed"}
"""What a card comes to that stands twice or with the wrong player."""
ERRORS = MISPLACED | {
    *("bid_missing", "card_not_in_deck", "extra_play", "extra_tricks", "leader_mismatch", "missing_cards"),
    *("missing_play", "wrong_winner"),
}


def mending(record: Json, parameters: Json) -> list[Exchange]:
    """Return the exchanges of one card for the missing one that leave no error; two are enough to suggest nothing.

    There is none where no card stands in a wrong place, or where nothing tells that just one card is missing.
    """
    if not MISPLACED & _errors(record, parameters):
        return []
    missing = _missing(record, Referee(record, parameters).table)
    tried: Json = json.loads(json.dumps(record))
    found: list[Exchange] = []
    for pointer, place, key in list(_places(tried)):
        recorded = place[key]
        for other in sorted(missing - {recorded}):
            place[key] = other
            if not _errors(tried, parameters):
                found.append((pointer, recorded, other))
            if len(found) > 1:
                return found
        place[key] = recorded
    return found


def _missing(record: Json, table: Table) -> set[str]:
    """Return the cards that alone are missing from a part of the record which something else tells in full."""
    size, hands = table.pack.hand_size, record.get("hands", {})
    tricks = [[play["player"] for play in trick["plays"]] for trick in record["tricks"]]
    log = None
    if [sorted(players) for players in tricks] == [sorted(table.players)] * size:
        log = {play["card"] for trick in record["tricks"] for play in trick["plays"]}
    listed = None
    if [len(hands.get(player, ())) for player in table.players] == [size] * len(table.players):
        listed = {card for hand in hands.values() for card in hand}
    aside = set(record.get("set_aside", [])) & table.pack.cards
    dealt = table.pack.cards - aside if len(aside) == table.pack.leftover else None
    parts = [(dealt, log), (dealt, listed), (log, listed), (listed, log)]
    for player, hand in hands.items() if log is not None else ():
        if len(hand) == size:
            own = {play["card"] for trick in record["tricks"] for play in trick["plays"] if play["player"] == player}
            held = _after_exchanges(record, player, set(hand))
            parts += [(own, held), (held, own)]
    lacking = [(told - shown) & table.pack.cards for told, shown in parts if told is not None and shown is not None]
    return {card for cards in lacking if len(cards) == 1 for card in cards}


def _after_exchanges(record: Json, player: str, hand: set[str]) -> set[str]:
    for exchange in record.get("exchanges", []):
        if exchange["from"] == player:
            hand = hand - set(exchange["cards"])
        if exchange["to"] == player:
            hand = hand | set(exchange["cards"])
    return hand


def _errors(record: Json, parameters: Json) -> set[str]:
    """Return the codes of what is wrong with a record; what a player did wrong is no error of it."""
    referee = Referee(record, parameters)
    referee.judge()
    by_dealer = {path("hands", player) for player in referee.miscounted}
    sizes = {code for code, pointer, *_ in referee.findings if code == "wrong_hand_size" and pointer not in by_dealer}
    return ({code for code, *_ in referee.findings} & ERRORS) | sizes


def _places(record: Json) -> Iterator[tuple[str, Any, Any]]:
    """Yield each place of a card in the log, the hands and the cards set aside: its pointer, what holds it, and how."""
    for trick, each in enumerate(record["tricks"]):
        for place, play in enumerate(each["plays"]):
            yield path("tricks", trick, "plays", place, "card"), play, "card"
    for player, hand in record.get("hands", {}).items():
        for place in range(len(hand)):
            yield path("hands", player, place), hand, place
    aside = record.get("set_aside", [])
    for place in range(len(aside)):
        yield path("set_aside", place), aside, place
