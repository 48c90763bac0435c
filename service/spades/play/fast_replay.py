"""The short way through a log: trick after trick as long as every card was held, in turn and legal.

It needs hands that are known beyond doubt (`Knowledge.settled`), and leaves the trick at which it stops to `replay`.
Most tricks are faultless: with it the engine audits a legal round in half the time (benchmarks/README.md).
"""

from __future__ import annotations

from service.spades.cards import BIT, SPADES
from service.spades.play.replay_context import ReplayContext
from service.spades.record.model import Broken, TrickResult

_BROKEN = Broken.YES  # looked up once: the loop asks for it at every trick
_result = TrickResult._make


def replay_faultless(
    context: ReplayContext, holding: list[int], results: list[TrickResult], lead: tuple[int, Broken], stop: int
) -> tuple[int, Broken]:
    """Judge the tricks after those in ``results``, up to the index ``stop`` or the first that may have a fault.

    ``holding`` is what is left of each hand. It and ``results`` are changed in place. ``lead`` is the seat that is to
    lead the next trick, and whether spades are broken by then; returns the same for the trick at which it stopped.
    """
    pack, order = context.pack, context.record.table.order
    suit, suits, strengths = pack.suit, pack.suits, pack.strength
    rules = context.ruleset.parameters.play
    number = len(results)
    if not number and (rules.first_trick != "normal" or rules.opening_card == "lowest_club"):
        return lead  # the first trick has rules of its own
    expected, broken = lead
    for seats, cards, claimed_leader, claimed_winner, _, lead_known in context.record.tricks[number:stop]:
        if seats != order[expected] or (claimed_leader is not None and claimed_leader != expected) or not lead_known:
            break
        led = suit[cards[0]]
        if led == SPADES and not (number and broken is _BROKEN):
            break
        led_mask, strength = suits[led], strengths[led]
        best = winner = winning_card = 0
        for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
            held = holding[seat]
            left = held ^ BIT[card]
            if left > held or (suit[card] != led and held & led_mask):  # if more is left, it was not held
                _give_back(holding, seats, cards, until=seat)
                return expected, broken
            holding[seat] = left
            wins = strength[card]
            if wins > best:
                best, winner, winning_card = wins, seat, card
        if claimed_winner is not None and claimed_winner != winner:
            _give_back(holding, seats, cards)
            break
        number += 1
        if broken is not _BROKEN and suit[winning_card] == SPADES:
            broken = _BROKEN  # discarded by a player who could not follow: spades are led only when they are broken
        results.append(_result((number, expected, led, winner, winning_card, broken)))
        expected = winner
    return expected, broken


def _give_back(holding: list[int], seats: tuple[int, ...], cards: tuple[int, ...], *, until: int | None = None) -> None:
    """Put the cards of a trick back into the hands, up to the seat that did not hold its card, if there is one."""
    for seat, card in zip(seats, cards, strict=True):
        if seat == until:
            return
        holding[seat] |= BIT[card]
