"""The smallest correction by trial: every card of the record exchanged for every other of the pack, and judged anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.naive.referee import Referee
from tests.naive.table import path

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
    """Return the exchanges of one card that leave no error: two of them are enough to know that nothing is suggested.

    There is none where no card stands in a wrong place, nor where nothing tells which cards were dealt, so that just
    one of them is missing: neither is the log whole, nor are all hands with the cards set aside.
    """
    if not MISPLACED & _errors(record, parameters) or not _is_whole(record, parameters):
        return []
    tried: Json = json.loads(json.dumps(record))
    pack = sorted(Referee(record, parameters).pack.cards)
    found: list[Exchange] = []
    for pointer, place, key in list(_places(tried)):
        recorded = place[key]
        for other in pack:
            if other != recorded:
                place[key] = other
                if not _errors(tried, parameters):
                    found.append((pointer, recorded, other))
                if len(found) > 1:
                    return found
        place[key] = recorded
    return found


def _is_whole(record: Json, parameters: Json) -> bool:
    table = Referee(record, parameters).table
    size, hands = table.pack.hand_size, record.get("hands", {})
    tricks = [sorted(play["player"] for play in trick["plays"]) for trick in record["tricks"]]
    listed = [len(hands.get(player, ())) for player in table.players]
    aside = len(set(record.get("set_aside", [])) & table.pack.cards)
    by_hands = set(listed) == {size} and aside == table.pack.leftover
    return by_hands or tricks == [sorted(table.players)] * size


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
