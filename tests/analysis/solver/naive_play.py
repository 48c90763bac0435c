"""All ways of playing a position, one after the other: minimax without pruning, without a table, on card codes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.naive.deals import legal_cards
from tests.naive.table import Pack

Json = dict[str, Any]
Values = tuple[int, ...]


@dataclass(frozen=True)
class NaiveAim:
    """Whose tricks count, and who wants them to be many."""

    counted: frozenset[int]
    wanting: frozenset[int]


@dataclass(frozen=True)
class Scene:
    """A position in card codes, with the cards that the claimer still plays in a stated order."""

    hands: tuple[tuple[str, ...], ...]
    leader: int
    plays: tuple[str, ...] = ()
    broken: bool = False
    first: bool = False
    stated: tuple[str, ...] = ()


class NaivePlay:
    """The rules of play, from `docs/reference/rules.md`, and the value of every position under them."""

    def __init__(self, parameters: Json, players: int) -> None:
        self.rules = parameters["play"]
        self.pack = Pack(parameters["deck"], players)
        self.players = players

    def values(self, scene: Scene, aims: Sequence[NaiveAim], claimer: int | None = None) -> Values:
        """Return for each aim the tricks that its seats take if everybody plays for it or against it."""
        if not any(scene.hands) and not scene.plays:
            return (0,) * len(aims)
        seat = (scene.leader + len(scene.plays)) % self.players
        outcomes = [self._outcome(after, won, aims, claimer) for after, won in self.continuations(scene, claimer)]
        choose: list[Callable[..., int]] = [max if seat in aim.wanting else min for aim in aims]
        return tuple(chosen(each) for chosen, each in zip(choose, zip(*outcomes, strict=True), strict=True))

    def _outcome(self, scene: Scene, winner: int | None, aims: Sequence[NaiveAim], claimer: int | None) -> Values:
        later = self.values(scene, aims, claimer)
        return tuple(value + (winner in aim.counted) for value, aim in zip(later, aims, strict=True))

    def continuations(self, scene: Scene, claimer: int | None = None) -> Iterator[tuple[Scene, int | None]]:
        """Yield the scene after each card that may be played, and who won the trick if it is over."""
        seat = (scene.leader + len(scene.plays)) % self.players
        cards, stated = self.legal(scene), scene.stated
        if seat == claimer and stated:
            if stated[0] in cards:
                cards, stated = [stated[0]], stated[1:]
            else:
                stated = ()
        for card in cards:
            yield self.played(scene, card, stated)

    def played(self, scene: Scene, card: str, stated: tuple[str, ...] = ()) -> tuple[Scene, int | None]:
        """Return the scene after the player in turn has played a card, and who won the trick if it is over."""
        seat = (scene.leader + len(scene.plays)) % self.players
        hands = tuple(
            tuple(each for each in hand if each != card) if index == seat else hand
            for index, hand in enumerate(scene.hands)
        )
        plays = (*scene.plays, card)
        if len(plays) < self.players:
            return Scene(hands, scene.leader, plays, scene.broken, scene.first, stated), None
        best = self.pack.best(self.pack.suit(plays[0]), plays)
        assert best is not None
        winner = (scene.leader + plays.index(best)) % self.players
        return Scene(hands, winner, (), scene.broken or self.breaks(plays), stated=stated), winner

    def breaks(self, plays: Sequence[str]) -> bool:
        """Tell whether a trick breaks spades: any spade does, or only one discarded on another suit."""
        if all(card not in self.pack.spades for card in plays):
            return False
        return self.rules["broken_by"] == "any_spade" or plays[0] not in self.pack.spades

    def legal(self, scene: Scene) -> list[str]:
        """Return the cards that may be played."""
        hand, number = scene.hands[(scene.leader + len(scene.plays)) % self.players], 0 if scene.first else 1
        return legal_cards(self.pack, list(hand), list(scene.plays), number, self.rules, broken=scene.broken)
