"""The short way through a log: trick after trick as long as every card was held and played in turn.

It needs hands that are known beyond doubt (`Knowledge.settled`), and leaves the trick at which it stops to `replay`.
It judges nothing: a card that a rule may forbid is returned for `PlayFindings.judge`. Most tricks are in order: with it
the engine audits a legal round in half the time (benchmarks/README.md).
"""

from __future__ import annotations

from typing import Final

from service.spades.cards import BIT, SPADES
from service.spades.play.evidence import Hand
from service.spades.play.play_findings import PlayedCard, PlayFindings
from service.spades.play.replay_context import Replay, ReplayContext, tricks_won
from service.spades.record.log import LoggedCard
from service.spades.record.model import Broken, TrickResult

_BROKEN: Final = Broken.YES  # looked up once: the loop asks for it at every trick
_result = TrickResult._make


def replay_in_turn(  # noqa: C901 - one pass over the log, in one piece
    context: ReplayContext, holding: list[int], results: list[TrickResult], lead: tuple[int, Broken], stop: int
) -> tuple[int, Broken, list[PlayedCard]]:
    """Replay the tricks after those in ``results``, up to the index ``stop`` or the first that is not in order.

    ``holding`` is what is left of each hand. It and ``results`` are changed in place. ``lead`` is the seat that is to
    lead the next trick, and whether spades are broken by then; returns the same for the trick at which it stopped, and
    the cards of the others that a rule may forbid, in the order of the log.
    """
    pack, order = context.pack, context.record.table.order
    suit, suits, strengths = pack.suit, pack.suits, pack.strength
    rules = context.ruleset.parameters.play
    to_judge: list[PlayedCard] = []
    number = len(results)
    expected, broken = lead
    if not number and (rules.first_trick != "normal" or rules.opening_card == "lowest_club"):
        return expected, broken, to_judge  # the first trick has rules of its own
    for seats, cards, claimed_leader, claimed_winner, _, lead_known in context.record.tricks[number:stop]:
        if seats != order[expected] or (claimed_leader is not None and claimed_leader != expected) or not lead_known:
            break
        led = suit[cards[0]]
        led_mask, strength = suits[led], strengths[led]
        if led == SPADES and broken is not _BROKEN and holding[expected] & ~led_mask:
            if broken is Broken.MAYBE or context.record.withdrawn:
                break  # whether they were broken for this lead is a question for `SpadesBroken`
            left = holding[expected] ^ BIT[cards[0]]
            to_judge.append(_played(LoggedCard(number, 0, expected, cards[0]), None, left, broken))
        best = winner = winning_card = 0
        for seat, card in zip(seats, cards):  # noqa: B905 - parallel by construction
            held = holding[seat]
            left = held ^ BIT[card]
            if left > held:  # it was not held
                _take_back(number, holding, to_judge, seats[: seats.index(seat)], cards)
                return expected, broken, to_judge
            if suit[card] != led and held & led_mask:
                logged = LoggedCard(number, seats.index(seat), seat, card)
                to_judge.append(_played(logged, led, left, broken))
            holding[seat] = left
            wins = strength[card]
            if wins > best:
                best, winner, winning_card = wins, seat, card
        if claimed_winner is not None and claimed_winner != winner:
            _take_back(number, holding, to_judge, seats, cards)
            break
        number += 1
        if broken is not _BROKEN and suit[winning_card] == SPADES and (led != SPADES or rules.broken_by == "any_spade"):
            broken = _BROKEN
        results.append(_result((number, expected, led, winner, winning_card, broken)))
        expected = winner
    return expected, broken, to_judge


def replay_of(context: ReplayContext, results: list[TrickResult], found: PlayFindings | None = None) -> Replay:
    """Return the replay of a log that is in order from beginning to end, with what was ``found`` in it, if anything."""
    return Replay(
        tuple(results),
        tricks_won(context.pack.players, results),
        () if found is None else tuple(found.findings),
        () if found is None else tuple(found.undecided),
        len(results) == context.pack.hand_size,
        len(results),
        surprised=False,
    )


def _played(logged: LoggedCard, led: int | None, left: int, broken: Broken) -> PlayedCard:
    """Return a card whose player has these cards left (a mask), and certainly no others."""
    return PlayedCard(logged, led, Hand(left, 0, 0, 0, left), broken, sound=True)


def _take_back(
    index: int, holding: list[int], to_judge: list[PlayedCard], seats: tuple[int, ...], cards: tuple[int, ...]
) -> None:
    """Leave a trick to `replay`: put the cards of these seats back into their hands, and return none to be judged."""
    for seat, card in zip(seats, cards):  # noqa: B905 - only the cards that were played until then
        holding[seat] |= BIT[card]
    while to_judge and to_judge[-1].logged.trick == index:
        to_judge.pop()
