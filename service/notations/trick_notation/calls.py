"""Calls of trick-notation: what each player bid, ``C E: 3 4 nil 4``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from service.notations.bids import Bid, bids_by_player, bids_in_order, members_by_player
from service.notations.limits import MOST_BIDS, MOST_CARDS
from service.notations.losses import Losses
from service.notations.model import Remarks
from service.notations.trick_notation.document import Event
from service.notations.trick_notation.table import UNKNOWN, Table
from service.notations.trick_rows import clockwise
from service.notations.words import Word
from service.spades.english import quoted

_CALL = re.compile(r"(?P<blind>b(?:lind)?[:_-]?)?(?P<bid>\d{1,2}|nil|n)", re.IGNORECASE)
_NOT_NOTED = {UNKNOWN, "-"}


def read_calls(lines: Sequence[Event], dealer: str | None, table: Table, remarks: Remarks) -> dict[str, Any]:
    """Return the bids of a round as members of a record.

    One line lists the calls by seat, from a seat that it names. Programs name the first seat whoever bids first, so
    that order is taken as the order of bidding only if nothing else explains it. Lines follow each other in time.
    """
    by_line = [_line(event, table, remarks) for event in lines[: MOST_BIDS + 1]]
    calls = [call for starts, made in by_line for call in made if starts is not None]
    if max(len(calls), len(lines)) > MOST_BIDS:
        remarks.fault(lines[-1].place, "too_many_calls", f"A round has no more than {MOST_BIDS} bids.")
    if not calls:
        return {}
    first = by_line[0][0]
    if len(lines) > 1 or (first is not None and _bids_first(first, dealer, table.players)):
        return {"bids": [call.member for call in calls]}
    detail = f"The calls are listed from {first}, which does not say who bid first: their order is not taken."
    remarks.note(lines[0].place, "order_of_bids", detail)
    return members_by_player(calls, table.players)


def _bids_first(first: str, dealer: str | None, players: Sequence[str]) -> bool:
    """Whether calls that are listed from this player are in the order of bidding."""
    return first != players[0] if dealer is None else first == clockwise(players, dealer)[1]


def _line(event: Event, table: Table, remarks: Remarks) -> tuple[str | None, list[Bid]]:
    """Return the player whom a line starts from, and its calls."""
    parts = event.after_colon()
    if parts is None:
        remarks.fault(event.place, "bad_event", "A call has a seat and a colon: write it like 'C E: 3 4 nil 4'.")
        return None, []
    seat, words = parts
    first = table.player_at(Word(seat, event.rest_at), remarks)
    if len(words) > len(table.seats):
        detail = f"These are more calls than the {len(table.seats)} seats: write one for each, or another line."
        remarks.fault(words[len(table.seats)].place, "too_many_calls", detail)
    if first is None:
        return None, []
    made = [_call(word, player, remarks) for player, word in zip(clockwise(table.players, first), words, strict=False)]
    return first, [call for call in made if call is not None]


def _call(word: Word, player: str, remarks: Remarks) -> Bid | None:
    if word.text in _NOT_NOTED:
        return None
    found = _CALL.fullmatch(word.text)
    tricks = 0 if found is None or found["bid"].lower() in {"n", "nil"} else int(found["bid"])
    if found is None or tricks > MOST_CARDS:
        detail = f"{quoted(word.text)} is not a bid: write a number, nil, blind:nil, blind:6, or ? if it is unknown."
        remarks.fault(word.place, "bad_call", detail)
        return None
    return Bid(player, tricks, found["blind"] is not None)


def write_calls(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    """Return the bids of a record as lines; ``seats`` holds the seat of each player."""
    if "bids" in record:
        return _write_in_order(record, seats, losses)
    return _write_by_seat(record, seats, losses)


def _write_in_order(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    made = bids_in_order(record, losses)
    players = list(seats)
    turns = clockwise(players, made[0].player) if made else []
    in_turn = [bid.player for bid in made] == turns[: len(made)]
    if in_turn and made and _bids_first(made[0].player, record.get("dealer"), players):
        return [f"C {seats[made[0].player]}: {' '.join(map(_token, made))}"]
    if len(made) == 1:
        losses.lose("order_of_bids", "A single call does not say that it was the first.", "bids")
    return [f"C {seats[bid.player]}: {_token(bid)}" for bid in made]


def _write_by_seat(record: Mapping[str, Any], seats: Mapping[str, str], losses: Losses) -> list[str]:
    bids = bids_by_player(record, losses)
    players = list(seats)
    # A line from the seat that bids first would say that the calls are in order.
    start = players[_bids_first(players[0], record.get("dealer"), players)]
    order = clockwise(players, start)
    while order and order[-1] not in bids:
        order.pop()
    if not order:
        return []
    tokens = [_token(bids[player]) if player in bids else UNKNOWN for player in order]
    return [f"C {seats[start]}: {' '.join(tokens)}"]


def _token(bid: Bid) -> str:
    return f"{'blind:' if bid.blind else ''}{bid.tricks or 'nil'}"
