"""Random positions under random rules of play, from a seeded generator."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from service.analysis.solver.position import Game, Position
from service.spades.cards import CODES, INDEX, codes_of, mask_of
from service.spades.rules.pack import Pack, pack_for
from service.spades.rules.ruleset import NAMES, Parameters, parameters_from, plain, value_of
from tests.analysis.solver.naive_play import NaivePlay, Scene

PROMOTED = ("2D", "2S", "2C", "3H", "AH")


@dataclass(frozen=True)
class Case:
    """A position, its rules, and who plays with whom."""

    game: Game
    position: Position
    sides: tuple[frozenset[int], ...]
    naive: NaivePlay

    @property
    def scene(self) -> Scene:
        position = self.position
        return Scene(
            tuple(codes_of(hand) for hand in position.hands),
            position.leader,
            tuple(CODES[card] for card in position.plays),
            position.broken,
            position.is_first_trick,
        )

    def partners(self, seat: int) -> frozenset[int]:
        """Return the side of a seat."""
        return next(side for side in self.sides if seat in side)


def position_of(scene: Scene) -> Position:
    """Return a scene as a position."""
    hands = tuple(mask_of(INDEX[card] for card in hand) for hand in scene.hands)
    return Position(hands, scene.leader, tuple(INDEX[card] for card in scene.plays), scene.broken, scene.first)


def random_rules(rng: Random) -> Parameters:
    """Return parameters in which all that concerns the play varies."""
    jokers = rng.choice([0, 0, 1, 2])
    top = ["BJ", "LJ"][:jokers]
    if rng.random() < 0.3:
        top += rng.sample(PROMOTED, rng.randrange(1, 4))
        rng.shuffle(top)
    else:
        top = []
    values: dict[str, object] = {
        "deck.jokers": jokers,
        "deck.top_trumps": tuple(top),
        "play.opening_card": rng.choice(["non_spade", "any", "lowest_club"]),
        "play.first_trick": rng.choice(["normal", "no_spades", "all_lowest_club"]),
        "play.spade_lead": rng.choice(["after_broken", "after_broken", "any_time", "after_first_trick"]),
        "play.broken_by": rng.choice(["discard_only", "any_spade"]),
    }
    return parameters_from(values)


def plain_groups(parameters: Parameters) -> dict[str, dict[str, object]]:
    """Return the parameters of the deck and of the play as JSON has them."""
    groups: dict[str, dict[str, object]] = {"deck": {}, "play": {}}
    for name in NAMES:
        group, _, key = name.partition(".")
        if group in groups:
            groups[group][key] = plain(value_of(parameters, name))
    return groups


def random_case(rng: Random, most_cards: int, *, players: int | None = None) -> Case:
    """Return a position of at most this many cards a hand, reached from its trick's beginning by legal cards."""
    count = players or rng.choice([2, 3, 4, 4, 4, 5, 6])
    parameters = random_rules(rng)
    pack = pack_for(parameters.deck, count)
    sides = tuple(frozenset({seat}) for seat in range(count))
    if count in {4, 6} and rng.random() < 0.7:
        half = count // 2
        sides = tuple(frozenset({seat, seat + half}) for seat in range(half))
    most = min(most_cards, {5: 3, 6: 2}.get(count, most_cards))
    naive = NaivePlay(plain_groups(parameters), count)
    scene = _random_scene(rng, pack, count, rng.randrange(1, most + 1))
    for _ in range(rng.choice([0, 0, *range(count)])):
        scene, _winner = rng.choice(list(naive.continuations(scene)))
    return Case(Game(parameters.play, pack), position_of(scene), sides, naive)


def _random_scene(rng: Random, pack: Pack, players: int, size: int) -> Scene:
    # Few suits, or many trumps, make positions in which more than chance decides.
    cards = list(codes_of(pack.cards))
    weights = {suit: rng.choice([0.3, 1, 1, 2]) for suit in range(4)}
    cards.sort(key=lambda card: rng.random() ** (1 / weights[pack.suit[INDEX[card]]]))
    dealt = cards[-players * size :]
    rng.shuffle(dealt)
    hands = tuple(tuple(dealt[seat::players]) for seat in range(players))
    return Scene(hands, rng.randrange(players), (), rng.random() < 0.4, rng.random() < 0.3)
