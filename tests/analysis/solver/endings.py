"""Random endings of four players, and lines played in them."""

from __future__ import annotations

from random import Random

from service.analysis.solver.position import Game, Position, after, legal_now
from service.spades.cards import BIT, mask_of
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import parameters_from


def game_at_random(rng: Random) -> Game:
    """Return rules of four players in which no rule names a plain suit."""
    parameters = parameters_from(
        {
            "play.spade_lead": rng.choice(["after_broken", "any_time"]),
            "play.broken_by": rng.choice(["discard_only", "any_spade"]),
        }
    )
    return Game(parameters.play, pack_for(parameters.deck, 4))


def ending(rng: Random, size: int) -> Position:
    dealt = rng.sample(range(52), 4 * size)
    hands = tuple(mask_of(dealt[seat::4]) for seat in range(4))
    return Position(hands, rng.randrange(4), (), broken=rng.random() < 0.5)


def tricks_in(game: Game, position: Position, line: tuple[int, ...], side: frozenset[int]) -> int:
    """Play a line, which must be legal and end with the last card, and return how many tricks a side takes in it."""
    taken = 0
    for card in line:
        assert legal_now(game, position) & BIT[card], card
        position = after(game, position, card)
        taken += not position.plays and position.leader in side
    assert not any(position.hands)
    return taken
