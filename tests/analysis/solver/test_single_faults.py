"""Positions in which one small fault of the search shows, each found by a search for such a position.

Without them, faults like these go unnoticed in hundreds of random positions. All ways of playing agree with the values;
for the first position, which has 20 cards, that takes two minutes, so it was done once and is not repeated here.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from service.analysis.solver.answers import line_against, line_of
from service.analysis.solver.position import Game, Question
from service.analysis.solver.search import Solution
from service.spades.cards import INDEX
from service.spades.rules.pack import pack_for
from service.spades.rules.ruleset import parameters_from
from tests.analysis.solver.endings import tricks_in
from tests.analysis.solver.naive_play import NaiveAim, NaivePlay, Scene
from tests.analysis.solver.random_positions import plain_groups, position_of

NOBODY: frozenset[int] = frozenset()
FEW_CARDS = 12
"""Up to here all ways of playing are tried in no time."""


@dataclass(frozen=True)
class Pinned:
    """A position, a question about it, and how many tricks are the answer."""

    hands: tuple[str, ...]
    leader: int
    counted: frozenset[int]
    wanting: frozenset[int]
    tricks: int
    statement: str = ""
    """The cards that the counted player has stated."""
    plays: str = ""
    broken: bool = False
    first: bool = False
    spade_lead: str = "after_broken"

    @property
    def claimer(self) -> int | None:
        return min(self.counted) if self.statement else None

    @property
    def scene(self) -> Scene:
        hands = tuple(tuple(hand.split()) for hand in self.hands)
        plays, stated = tuple(self.plays.split()), tuple(self.statement.split())
        return Scene(hands, self.leader, plays, self.broken, self.first, stated)


def seats(*each: int) -> frozenset[int]:
    return frozenset(each)


FAULTS = {
    # Spades are broken by a ruff or not, as two tricks fell, and the cards left are alike.
    "the table forgets whether spades are broken": Pinned(
        ("3D 8D QD JS AS", "2D 4D 5D TD 3S", "5C 7C 9C 4S 6S", "KD 2S 5S TS KS"), 1, seats(1, 2), seats(1, 2, 3), 1
    ),
    # The claimer comes to the same cards by his statement, which binds him, and without it.
    "the table forgets whether the statement is followed": Pinned(
        ("2C 7D JD AH", "KC 5D 4H KH"), 1, seats(0), seats(0, 1), 4, "7D AH 2C JD"
    ),
    "the same, with a trick in progress": Pinned(
        ("5C 6C 3S 4S", "3C 9C JD 2S AS"), 0, seats(0), seats(0, 1), 4, "4S 6C 5C 3S", plays="TS", broken=True,
        spade_lead="any_time",
    ),
    # He could cash the queen, but he has to lead the six, and never leads again.
    "a claimer cashes tops in another order than he stated": Pinned(
        ("QD 6H", "JH AH"), 0, seats(0), seats(0, 1), 0, "6H QD"
    ),
    "a statement goes on after a card that could not be played": Pinned(
        ("4H 5S", "9C QD AS"), 0, seats(1), NOBODY, 2, "9C AS QD", plays="JD", spade_lead="after_first_trick"
    ),
    "a statement goes on after a card that could not be led": Pinned(
        ("4D 9D 5S", "JD 3S 7S"), 1, seats(1), seats(0, 1), 3, "7S 3S JD"
    ),
    # The card stated touches a higher one, so that the search alone would not try it.
    "a stated card is not played because one like it is tried instead": Pinned(
        ("AC 4D KD", "7C 9C 3S"), 1, seats(0), NOBODY, 1, "4D AC KD", broken=True, spade_lead="any_time"
    ),
    "a stated card is not led because one like it is tried instead": Pinned(
        ("4H QH AS", "TD AD AH"), 1, seats(1), NOBODY, 2, "TD AH AD"
    ),
}  # fmt: skip


@pytest.mark.parametrize("pinned", FAULTS.values(), ids=FAULTS)
def test_the_search_is_without_this_fault(pinned: Pinned) -> None:
    players = len(pinned.hands)
    parameters = parameters_from({"play.spade_lead": pinned.spade_lead, "play.broken_by": "discard_only"})
    game = Game(parameters.play, pack_for(parameters.deck, players))
    statement = tuple(INDEX[card] for card in pinned.statement.split())
    question = Question(pinned.counted, pinned.wanting, pinned.claimer, statement)
    position = position_of(pinned.scene)
    solution = Solution(game, position, question, 20_000)
    bounds = solution.narrow()
    assert (bounds.at_least, bounds.at_most) == (pinned.tricks, pinned.tricks)
    for line in (line_of(solution), line_against(solution)):
        assert tricks_in(game, position, line, pinned.counted) == pinned.tricks
    if sum(len(hand) for hand in pinned.scene.hands) > FEW_CARDS:
        return
    naive = NaivePlay(plain_groups(parameters), players)
    assert naive.values(pinned.scene, [NaiveAim(pinned.counted, pinned.wanting)], pinned.claimer) == (pinned.tricks,)
