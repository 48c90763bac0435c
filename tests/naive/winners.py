"""Who won a trick, or may have won it where a card could not be read."""

from __future__ import annotations

from typing import Any

from tests.naive.evidence import Evidence
from tests.naive.table import UNREAD, Pack

Json = dict[str, Any]

CANNOT_WIN = {"card_not_in_deck", "card_replayed"}


def best_of(evidence: Evidence, trick: int, plays: list[Json], instead: int = -1) -> str | None:
    """Return who wins a trick of these cards; the one at the place ``instead`` lies there in the place of another."""
    able: dict[str, str] = {}
    pack = evidence.table.pack
    for at, play in enumerate(plays):
        if at == instead or evidence.fault.get((trick, at)) not in CANNOT_WIN:
            able.setdefault(play["card"], play["player"])
    best = pack.best(pack.suit(plays[0]["card"]), able)
    return None if best is None else able[best]


def suits_led_by(evidence: Evidence, plays: list[Json]) -> set[str]:
    """Return the suits that may have been led: several where the lead could not be read."""
    pack = evidence.table.pack
    lead = plays[0]
    cards = evidence.candidates(lead["player"]) if lead["card"] == UNREAD else {lead["card"]}
    return {pack.suit(card) for card in cards}


def possible_winners(
    evidence: Evidence, trick: int, plays: list[Json], absent: list[str], expected: set[str]
) -> set[str]:
    """Return all players who may have won a trick, whatever its unread and its missing cards were.

    ``expected``: who may have had the lead. A card that is missing was the lead if it was its player's lead.
    """
    pack = evidence.table.pack
    cards: dict[str, set[str]] = {player: evidence.candidates(player) for player in absent}
    for at, play in enumerate(plays):
        if play["card"] == UNREAD:
            cards[play["player"]] = evidence.candidates(play["player"])
        elif evidence.fault.get((trick, at)) not in CANNOT_WIN:
            cards.setdefault(play["player"], {play["card"]})
    first = {play["player"] for play in plays[:1]}
    leaders = set(absent) & expected if expected else set(absent)
    if not leaders or not expected or first & expected:
        leaders |= first
    winners: set[str] = set()
    for leader in leaders:
        winners |= may_win(pack, leader, cards)
    return winners


def may_win(pack: Pack, leader: str, cards: dict[str, set[str]]) -> set[str]:
    """Return who may win a trick of this leader in which each player plays one of these cards."""
    winners: set[str] = set()
    for led in {pack.suit(card) for card in cards.get(leader, set())}:
        own = {card for card in cards[leader] if pack.suit(card) == led}
        winners |= _winners(pack, led, {**cards, leader: own})
    return winners


def _winners(pack: Pack, led: str, cards: dict[str, set[str]]) -> set[str]:
    """Return who may win a trick in which each player plays one of these cards; one card may be several's."""
    worth = {
        player: {_worth(pack, led, card) for card in own if card in pack.cards} or {(0, 0)}
        for player, own in cards.items()
    }
    return {
        player
        for player, own in worth.items()
        if max(own) > (0, 0)
        and all(min(others) < max(own) or min(others) == (0, 0) for other, others in worth.items() if other != player)
    }


def _worth(pack: Pack, led: str, card: str) -> tuple[int, int]:
    suit = pack.suit(card)
    return (2 if suit == "S" else 1, 1 + pack.rank(card)) if suit in {"S", led} else (0, 0)
