"""What would have come otherwise: the first trick that a fault may have changed, and who would have won it."""

from __future__ import annotations

from typing import Any

from tests.naive.calls import Key
from tests.naive.deals import legal_cards
from tests.naive.evidence import Spot
from tests.naive.referee import Referee
from tests.naive.table import UNREAD

Json = dict[str, Any]

ILLEGAL = {"revoke", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"}
TAINTS = ILLEGAL | {
    *("out_of_turn", "wrong_leader", "card_not_held", "card_replayed", "card_not_in_deck", "missing_play"),
    "extra_play",
}


def affected_from(findings: list[Key]) -> int | None:
    """Return the first trick, from 1, in which a fault let the play go another way."""
    tricks = [int(pointer.split("/")[2]) for code, pointer in findings if code in TAINTS and "/tricks/" in pointer]
    return min(tricks) + 1 if tricks else None


def alternatives(referee: Referee, findings: list[Key]) -> dict[Key, list[tuple[str, str]]]:
    """Return for each illegal card of a whole trick who wins with each card that is known to have been legal.

    A card that was taken back is not in the trick: what came instead is what counts there.
    """
    told: dict[Key, list[tuple[str, str]]] = {}
    for code, pointer in findings:
        if code not in ILLEGAL or "withdrawn" in pointer:
            continue
        _, _, trick, _, place = pointer.split("/")
        spot = (int(trick), int(place))
        cards = _legal(referee, spot) if referee.is_whole(spot[0]) else []
        if code == "revoke":  # by counting, a card of the suit led may be known to be there, and not which
            led = referee.suits_led(spot[0])
            cards = [card for card in cards if referee.pack.suit(card) in led]
        elif not spot[1]:  # on a lead in another suit the others' cards might have been revokes
            suit = referee.pack.suit(referee.plays(spot[0])[0]["card"])
            cards = [card for card in cards if referee.pack.suit(card) == suit]
        winners = [(card, referee.winner_with(*spot, card)) for card in cards]
        if cards:
            told[code, pointer] = [(card, winner) for card, winner in winners if winner is not None]
    return told


def _legal(referee: Referee, spot: Spot) -> list[str]:
    """Return the cards that this player is known to have held and might have played instead."""
    plays = referee.plays(spot[0])
    mine = plays[spot[1]]
    hand = referee.evidence.now(mine["player"], spot) | {mine["card"]}
    before = [play["card"] for play in plays[: spot[1]]]
    if UNREAD in before[:1]:
        return []
    broken = referee.broken_before[spot[0]] == "proved"
    rules = referee.parameters["play"]
    legal = legal_cards(referee.table.pack, sorted(hand), before, spot[0], rules, broken=broken)
    return [] if mine["card"] in legal else legal
