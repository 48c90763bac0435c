"""Random endings of four players."""

from __future__ import annotations

from random import Random

from service.spades.cards import mask_of
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import parameters_from
from service.spades.solver.position import Game, Position


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
