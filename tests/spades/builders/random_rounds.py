"""Rounds dealt and played at random, by the plainest reading of the rules."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterable
from dataclasses import dataclass

from tests.spades.builders.cards import PLAIN, PLAYERS, STANDARD, Json, Promoted
from tests.spades.builders.records import record


@dataclass(frozen=True)
class Chance:
    """A round dealt and played at random: its record with all hands, and what was done wrong in it."""

    body: Json
    faults: tuple[tuple[str, int, str], ...]
    """Code, trick and player of every revoke and every illegal lead of a spade."""


def chance_round(
    seed: int,
    ruleset: Json,
    players: int,
    size: int,
    *,
    cards: Iterable[str] = STANDARD,
    order: Promoted = PLAIN,
    discard_only: bool = False,
    slips: float = 0.0,
) -> Chance:
    """Deal and play a round; a share of ``slips`` of the cards is drawn from the whole hand, the others are legal.

    Only the default rules of play are known here: follow suit, no spade to open with, no spade led before spades
    are broken.
    """
    chance = random.Random(seed)
    pack = list(cards)
    chance.shuffle(pack)
    names = PLAYERS[:players]
    holding = {name: pack[place * size : (place + 1) * size] for place, name in enumerate(names)}
    listed = copy.deepcopy(holding)
    lines, faults, leader, broken = [], [], 0, False
    for number in range(1, size + 1):
        line: list[str] = []
        led, best, winner = "", "", leader
        for step in range(players):
            seat = (leader + step) % players
            hand = holding[names[seat]]
            plain = [card for card in hand if order.suit(card) != "S"]
            same = [card for card in hand if order.suit(card) == led]
            legal = same or hand if line or broken else plain or hand
            card = chance.choice(hand if chance.random() < slips else legal)
            if card not in legal:
                lead = "illegal_opening_card" if number == 1 else "illegal_spade_lead"
                faults.append(("revoke" if line else lead, number, names[seat]))
            if order.suit(card) == "S":
                broken = broken or not discard_only or (bool(line) and led != "S")
            if not line or order.beats(card, best):
                best, winner = card, seat
            led = led or order.suit(card)
            hand.remove(card)
            line.append(card)
        lines.append(f"{names[leader]} {' '.join(line)}")
        leader = winner
    return Chance(record(ruleset, *lines, players=players, hands=listed), tuple(faults))
