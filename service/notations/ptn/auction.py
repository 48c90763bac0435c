"""The auction of PTN: bids in turn from a seat, ``-`` for none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.bids import Bid, bids_by_player, bids_in_order, members_by_player
from service.notations.limits import MOST_BIDS, MOST_CARDS
from service.notations.losses import Losses
from service.notations.model import Remarks
from service.notations.ptn.seats import Table
from service.notations.ptn.tags import Tag
from service.notations.trick_rows import clockwise
from service.notations.words import Word
from service.spades.english import quoted

NONE = "-"
SHOW = "show"
_BLIND = "blind"
_BID = re.compile(r"(?P<blind>b|blind[-_]?)?(?P<bid>\d{1,2}|nil|zero|n)", re.IGNORECASE)


def read_auction(tag: Tag, table: Table, *, in_order: bool, remarks: Remarks) -> dict[str, Any]:
    """Return the bids as members of a record.

    Where players first say that they look at their cards (``Show``), the rows are no order of time: the bids are then
    taken by player, and so they are if the text says that their order was not recorded.
    """
    words = _joined(word for row in tag.rows for word in row)
    turns = table.players_from(Word(tag.value.strip(), tag.place), remarks)
    shown = [word for word in words if word.text.lower() == SHOW]
    made = [
        (word, turns[index % len(turns)])
        for index, word in enumerate(words)
        if turns and word.text != NONE and word.text.lower() != SHOW
    ]
    read = [(word, _read_bid(word, player, remarks)) for word, player in made[: MOST_BIDS + 1]]
    bids = [(word, bid) for word, bid in read if bid is not None]
    if len(bids) > MOST_BIDS:
        remarks.fault(bids[MOST_BIDS][0].place, "too_many_bids", f"A round has no more than {MOST_BIDS} bids.")
    if not bids:
        remarks.note(tag.place, "no_bids", "The auction has no bids: taken as not recorded.")
        return {}
    if in_order and not shown:
        return {"bids": [bid.member for _, bid in bids]}
    if shown:
        detail = "Players look at their cards in rows of their own, so the order of the bids is not taken."
        remarks.note(shown[0].place, "order_of_bids", detail)
    named: set[str] = set()
    for word, bid in bids:
        if bid.player in named:
            detail = f"{quoted(bid.player)} has bid already, and the order of bids is not known: leave one of them out."
            remarks.fault(word.place, "repeated_bid", detail)
        named.add(bid.player)
    return members_by_player((bid for _, bid in bids), table.players)


def _joined(words: Iterator[Word]) -> list[Word]:
    """Join bids of two words: ``Blind Nil``, ``Show Hand``."""
    joined: list[Word] = []
    for word in words:
        before = joined[-1].text.lower() if joined else ""
        if before == _BLIND:
            joined[-1] = Word(_BLIND + word.text, joined[-1].place)
        elif not (before == SHOW and word.text.lower() == "hand"):
            joined.append(word)
    return joined


def _read_bid(word: Word, player: str, remarks: Remarks) -> Bid | None:
    found = _BID.fullmatch(word.text)
    tricks = int(found["bid"]) if found is not None and found["bid"].isdigit() else 0
    if found is None or tricks > MOST_CARDS:
        detail = f"{quoted(word.text)} is not a bid: write a number, Nil, Blind Nil, Blind 6, or {NONE} for none."
        remarks.fault(word.place, "bad_bid", detail)
        return None
    return Bid(player, tricks, found["blind"] is not None)


def write_auction(record: Mapping[str, Any], losses: Losses) -> tuple[str, list[str]] | None:
    """Return the player whose bid comes first, and the rows of bids; None if there are no bids."""
    bids = bids_in_order(record, losses) if "bids" in record else _in_turn(record, bids_by_player(record, losses))
    if not bids:
        return None
    players = record["players"]
    order = clockwise(players, bids[0].player)
    slots: list[str] = []
    for bid in bids:
        slots += [NONE] * ((order.index(bid.player) - len(slots)) % len(order))
        slots.append(f"{'Blind ' if bid.blind else ''}{bid.tricks or 'Nil'}")
    slots += [NONE] * (-len(slots) % len(order))
    rows = [" ".join(slots[start : start + len(order)]) for start in range(0, len(slots), len(order))]
    return bids[0].player, rows


def _in_turn(record: Mapping[str, Any], bids: Mapping[str, Bid]) -> list[Bid]:
    """Return bids in turn after the dealer, or from the first player if the dealer is not known."""
    players: Sequence[str] = record["players"]
    order = clockwise(players, record["dealer"]) if "dealer" in record else [*players]
    turns = [*order[1:], order[0]] if "dealer" in record else order
    return [bids[name] for name in turns if name in bids]
