"""What stays proved where no single slip mends a record: what rests on nothing that is suspect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.naive.contradictions import Key
from tests.naive.mended import reordered
from tests.naive.referee import Referee
from tests.naive.table import UNREAD
from tests.naive.written import Proved, judged, offences, rule_as_written

Json = dict[str, Any]

WHOLE_TRICK = {"missing_play", "extra_play", "wrong_winner", "leader_mismatch", "tricks_exchanged"}
OF_ONE_CARD = {"card_replayed", "card_not_in_deck", "card_not_held"}
OF_LISTS = {
    "duplicate_card",
    "missing_cards",
    "wrong_hand_size",
    "illegal_exchange",
    "card_not_in_deck",
    "illegal_draw",
}


def beyond_suspicion(referee: Referee, errors: list[Key]) -> Proved:
    """Return the offences that are proved with every suspect entry unread.

    Suspect are each card that an error is about, wherever it stands in the log, the lists where it stands, all lists
    where the lists themselves are wrong, and a whole trick, with the lead after it, that has a card too few or too many
    or is told in two ways. Tricks that are missing may be missing anywhere.
    """
    codes = {code for code, _ in errors}
    record = referee.record
    cards = {_play(record, pointer)["card"] for code, pointer in errors if code in OF_ONE_CARD and "/plays/" in pointer}
    players = {_play(record, pointer)["player"] for code, pointer in errors if code == "card_not_held"}
    tricks = {int(pointer.split("/")[2]) for code, pointer in errors if code in WHOLE_TRICK}
    tricks |= {trick + 1 for code, pointer in errors if code == "tricks_exchanged" for trick in [_trick(pointer)]}
    hands: Json = {
        player: hand
        for player, hand in record.get("hands", {}).items()
        if player not in players and not cards & set(hand)
    }
    lists = [pointer for code, pointer in errors if code in OF_LISTS and "/tricks/" not in pointer]
    blank = referee.sent
    blank["tricks"] = [
        {
            "plays": [
                {"player": play["player"], "card": UNREAD} if trick in tricks or play["card"] in cards else play
                for play in each["plays"]
            ]
        }
        for trick, each in enumerate(record["tricks"])
    ]
    if "hands" in record:
        blank["hands"] = {} if lists else hands
    if lists:
        blank.pop("set_aside", None)
        blank.pop("exchanges", None)
        blank.pop("draws", None)
    proved = _proved_whatever_is_missing(blank, referee, missing="missing_tricks" in codes)
    if codes & {"wrong_dealer", "bid_missing"}:
        proved = {each for each in proved if each[0] not in {"bid_out_of_turn", "bid_repeated"}}
    opening = {0} if "wrong_dealer" in codes else set()
    after = {trick + 1 for trick in tricks} | opening
    shifted = "extra_tricks" in codes
    return {
        (code, player, trick)
        for code, player, trick in proved
        if trick is None
        or (trick - 1 not in tricks and not (code == "wrong_leader" and (shifted or trick - 1 in after)))
    }


def _proved_whatever_is_missing(record: Json, referee: Referee, *, missing: bool) -> Proved:
    """Return the offences that are proved wherever the tricks stood that are missing: before a trick, or after it."""
    count, size = len(record["tricks"]), referee.pack.hand_size
    if not missing or count >= size:
        return _proved(record, referee, list(range(count)))
    unread = {"plays": [{"player": player, "card": UNREAD} for player in referee.table.players]}
    orders = [[*range(at), *[None] * (size - count), *range(at, count)] for at in range(max(1, count))]
    return set.intersection(*(_proved(reordered(record, order, unread), referee, order) for order in orders))


def _proved(record: Json, referee: Referee, order: Sequence[int | None]) -> Proved:
    """Return the offences that a record proves, whose tricks stood at these places."""
    other, judgement = judged(record, referee.parameters)
    places = {at + 1: place + 1 for at, place in enumerate(order) if place is not None}
    return {
        (code, player, places.get(trick or 0))
        for code, player, trick in offences(other, rule_as_written(other, judgement))
        if trick is None or trick in places
    }


def _play(record: Json, pointer: str) -> Json:
    _, _, trick, _, place = pointer.split("/")[:5]
    play: Json = record["tricks"][int(trick)]["plays"][int(place)]
    return play


def _trick(pointer: str) -> int:
    return int(pointer.split("/")[2])
