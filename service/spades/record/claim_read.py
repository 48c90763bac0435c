"""The claim of a record: who claimed how many of the tricks that were left, and what is wrong with saying so.

A claim ends the log, so it is about the cards that the log leaves: a trick in progress counts among the tricks left. It
is a fault to claim more tricks than are left, to state cards that the record shows elsewhere, and to go on playing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from service.spades.cards import CODES
from service.spades.english import count_of, quoted
from service.spades.record.lookup import Reader, indices
from service.spades.record.model import At, RoundClaim, RoundRecord

REST: Final = "rest"
"""What a claim to all the tricks that are left says instead of their number."""


def read_claim(reader: Reader, request: Mapping[str, Any], record: RoundRecord) -> RoundClaim | None:
    """Return the claim of a round, None if it has none; notes every fault."""
    claim = request.get("claim")
    if claim is None:
        return None
    seat = reader.seat(claim["by"], "claim", "by")
    left = tricks_left(record, reader.ruleset.packs[len(record.table.players)].hand_size)
    if left <= 0:
        reader.fault("claim_after_end", "No trick is left to be claimed: the log has every trick.", "claim")
    _check_moment(reader, claim.get("at"), record)
    tricks = claimed_tricks(reader, claim["tricks"], left)
    statement = indices(claim.get("statement", ()))
    if claim["by"] in record.table.seat:
        _check_statement(reader, statement, seat, record)
    return RoundClaim(seat, tricks, statement, claim["accepted"])


def claimed_tricks(reader: Reader, tricks: int | str, left: int) -> int | None:
    """Return the number of tricks claimed, None for all; notes what is no number and what is more than are left."""
    if isinstance(tricks, str):
        if tricks != REST:
            detail = f"{quoted(tricks)} is no number of tricks: give a number, or {quoted(REST)} for all that are left."
            if tricks.isascii() and tricks.isdigit():
                detail = f"{quoted(tricks)} is a text: write {tricks}, without quotes."
            reader.fault("claimed_tricks", detail, "claim", "tricks")
        return None
    if tricks > left > 0:
        detail = f"Only {count_of(left, 'trick')} can be claimed: so many are left, a trick in progress included."
        reader.fault("too_many_tricks", detail, "claim", "tricks")
    return tricks


def tricks_left(record: RoundRecord, hand_size: int) -> int:
    """Return how many tricks of a round the log leaves, a trick in progress included."""
    return hand_size - len(record.tricks) + has_trick_in_progress(record)


def has_trick_in_progress(record: RoundRecord) -> bool:
    """Return whether the last trick of the log lacks a card."""
    return bool(record.tricks) and len(set(record.tricks[-1].seats)) < len(record.table.players)


def end_of_log(record: RoundRecord) -> At:
    """Return the moment at which the log ends, which is that of a claim."""
    tricks = record.tricks
    return At(len(tricks) - 1, len(tricks[-1].seats)) if has_trick_in_progress(record) else At(len(tricks), 0)


def _check_moment(reader: Reader, at: Mapping[str, int] | None, record: RoundRecord) -> None:
    """Note a moment of the claim that is not the end of the log."""
    if at is None:
        return
    players, trick, plays = len(record.table.players), at["trick"], at["plays"]
    if plays >= players:
        trick, plays = trick + 1, plays - players
    last, shown = end_of_log(record)
    end = last + 1
    returned = sum(each.trick == last for each in record.withdrawn)
    if (trick, plays) < (end, shown):
        detail = "A claim ends the play, but the log goes on after this moment: leave out the plays after it."
        reader.fault("plays_after_claim", detail, "claim", "at")
    elif trick > end or plays > shown + returned:
        detail = (
            f"The log ends with {count_of(shown, 'card')} of trick {end} on the table, before this moment: add the"
            " plays up to the claim."
        )
        reader.fault("plays_missing", detail, "claim", "at")


def _check_statement(reader: Reader, statement: tuple[int, ...], seat: int, record: RoundRecord) -> None:
    """Note every stated card that the claimer can't have held then, and every one that he states twice."""
    gone = {card: other for trick in record.tricks for other, card in zip(trick.seats, trick.cards, strict=True)}
    player, hand = record.table.players[seat], record.hands[seat]
    passed = {card for each in record.exchanges or () if each.taker == seat for card in each.cards}
    for index, card in enumerate(statement):
        code = CODES[card]
        path = ("claim", "statement", index)
        if card in statement[:index]:
            reader.fault("stated_twice", f"{code} is stated twice: a card is played once.", *path)
        elif card in gone:
            who = record.table.players[gone[card]]
            reader.fault("stated_not_held", f"{player} does not hold {code}: {who} has played it.", *path)
        elif _is_listed_elsewhere(record, seat, card) or (
            hand is not None and len(hand) >= len(statement) and _is_whole(hand) and card not in {*hand, *passed}
        ):
            reader.fault("stated_not_held", f"{player} is not listed with {code}: state cards of that hand.", *path)


def _is_whole(hand: tuple[int, ...]) -> bool:
    """Return whether every card of a list could be read."""
    return all(card < len(CODES) for card in hand)


def _is_listed_elsewhere(record: RoundRecord, seat: int, card: int) -> bool:
    """Return whether another player is listed with a card that was passed to nobody, or it was set aside."""
    if any(card in each.cards for each in record.exchanges or ()):
        return False
    others = (hand for other, hand in enumerate(record.hands) if other != seat and hand is not None)
    return any(card in hand for hand in others) or card in (record.set_aside or ())
