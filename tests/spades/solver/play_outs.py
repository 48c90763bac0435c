"""Endings played out at random: ``python -m tests.spades.solver.play_outs ENDINGS TIMES``.

Prints every ending in which a claim that is certain failed, or a claim that is not has no line in which it does.
"""

from __future__ import annotations

import sys
from random import Random

from service.spades.cards import BIT, cards_in, mask_of
from service.spades.solver.answers import certain
from service.spades.solver.position import Claim, Game, Position, after, legal_now
from tests.spades.solver.endings import ending, game_at_random


def claimed_ending(seed: int) -> tuple[Game, Position, Claim]:
    """Return an ending whose leader claims with a hand of high cards."""
    rng = Random(seed)
    game, position = game_at_random(rng), ending(rng, rng.randrange(3, 6))
    ranked = sorted(cards_in(sum(position.hands)), key=lambda card: (card // 13 == 3, card % 13), reverse=True)
    size = position.tricks_left
    own = ranked[:size]
    if rng.random() < 0.75:  # one of his winners is a card of another rank or suit
        own[-1] = rng.choice(ranked[size + 1 :])
    best, others = mask_of(own), [card for card in ranked if card not in own]
    rng.shuffle(others)
    hands = [mask_of(others[seat::3]) for seat in range(3)]
    hands.insert(position.leader, best)
    side = frozenset({position.leader, (position.leader + 2) % 4})
    stated = tuple(sorted(cards_in(best), key=lambda card: card % 13, reverse=True))
    claim = Claim(position.leader, side, rng.choice([size, size, max(size - 1, 1)]), stated)
    return game, Position(tuple(hands), position.leader, (), position.broken), claim


def play_out(game: Game, position: Position, side: frozenset[int], rng: Random) -> int:
    """Play legal cards at random to the last one, and return how many tricks a side takes."""
    taken = 0
    while any(position.hands):
        position = after(game, position, rng.choice(cards_in(legal_now(game, position))))
        taken += not position.plays and position.leader in side
    return taken


def tricks_in(game: Game, position: Position, line: tuple[int, ...], side: frozenset[int]) -> int:
    """Play a line, which must be legal and end with the last card, and return how many tricks a side takes in it."""
    taken = 0
    for card in line:
        assert legal_now(game, position) & BIT[card], card
        position = after(game, position, card)
        taken += not position.plays and position.leader in side
    assert not any(position.hands)
    return taken


def main(endings: int, times: int) -> None:
    """Play every ending this many times, and print what should not be."""
    proved = 0
    for seed in range(endings):
        game, position, claim = claimed_ending(seed)
        answer = certain(game, position, claim, 20_000)
        rng = Random(seed)
        if answer.result == "proved":
            proved += 1
            worst = min(play_out(game, position, claim.side, rng) for _ in range(times))
            if worst < max(claim.tricks, answer.at_least):
                print(f"ending {seed}: {worst} tricks taken, {answer.at_least} proved")  # noqa: T201 - its result
        elif answer.result == "undecided" or tricks_in(game, position, answer.line, claim.side) >= claim.tricks:
            print(f"ending {seed}: {answer}")  # noqa: T201 - as above
    print(f"{proved} of {endings} claims certain, each played out {times} times")  # noqa: T201 - as above


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
