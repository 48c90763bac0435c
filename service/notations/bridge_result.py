"""The result of a board of bridge whose play ends early, as the claim of a round record.

Files of bridge say how many of the thirteen tricks declarer's side won in all, and not who claimed. The tricks of that
number that were not played are then declarer's claim, and the result says that it was accepted. Tricks are counted with
spades as trumps, so the contract has to be one in spades, if it is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from service.notations.compass import SEAT_NAMES, SEATS, winner_of
from service.notations.model import Record
from service.notations.round_parts import clockwise
from service.spades.cards import UNREAD_CODE
from service.spades.english import count_of

TRICKS = 13
_TRUMPS = {"H": "hearts as trumps", "D": "diamonds as trumps", "C": "clubs as trumps", "N": "no trumps"}


class Outcome(NamedTuple):
    """The claim of a board, None if there is none, and what to note about it, as a sentence."""

    claim: Record | None
    detail: str


def outcome(record: Mapping[str, Any], declarer: int, total: int, trumps: str) -> Outcome:
    """Return the claim that makes up ``total`` tricks for the side of the declarer, a seat; ``trumps`` is a letter.

    The record has its players from North, and its tricks as cards in turn or by player; the letter may be empty.
    """
    if trumps not in {"", "S"}:
        return _none(f"its tricks are counted with {_TRUMPS[trumps]}")
    winners = _winners(record["players"], record["tricks"])
    if winners is None:
        return _none("the cards do not show who won each trick before it")
    left, won = TRICKS - len(winners), sum((seat - declarer) % 2 == 0 for seat in winners)
    if not left:
        return _none("no trick was left to be claimed")
    if not 0 <= total - won <= left:
        return _none(f"{SEAT_NAMES[declarer]}'s side had won {won} of {count_of(len(winners), 'trick')} before it")
    detail = (
        f"Read as an accepted claim of {count_of(total - won, 'trick')} by {SEAT_NAMES[declarer]}, the declarer, whose"
        f" side had won {won} of {total}. The file does not say who claimed."
    )
    return Outcome({"by": record["players"][declarer], "tricks": total - won, "accepted": True}, detail)


def _none(why: str) -> Outcome:
    return Outcome(None, f"This result is not read as a claim: {why}.")


def _winners(players: Sequence[str], tricks: Sequence[Record]) -> list[int] | None:
    """Return the seat that won each complete trick; None if one of them is not known."""
    winners: list[int] = []
    leader: int | None = None
    for number, trick in enumerate(tricks, 1):
        leader = players.index(trick["leader"]) if "leader" in trick else leader
        if leader is None:
            return None
        cards = _in_turn(clockwise(players, players[leader]), trick)
        if number == len(tricks) and len(cards) < len(SEATS):
            break
        if len(cards) < len(SEATS) or UNREAD_CODE in cards:
            return None
        leader = (leader + winner_of(cards)) % len(SEATS)
        winners.append(leader)
    return winners


def _in_turn(order: Sequence[str], trick: Record) -> list[str]:
    """Return the cards of a trick in the order of play."""
    if "cards" in trick:
        return list(trick["cards"])
    by_player: Mapping[str, str] = trick["cards_by_player"]
    return [by_player[player] for player in order if player in by_player]
