"""The types of a league: its teams as numbers, the results of games, games still to be scored, and how to rank them."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.record.model import GameRecord, Standing
from service.spades.rules.ruleset import Ruleset

TieBreak: TypeAlias = Literal[
    "league_points",
    "won",
    "win_rate",
    "points_difference",
    "points_for",
    "points_against",
    "head_to_head",
    "head_to_head_difference",
    "fewest_bags",
    "fewest_sets",
    "fewest_revokes",
]
"""What places one team above another."""
DEFAULT_ORDER: Final[tuple[TieBreak, ...]] = ("league_points", "head_to_head", "points_difference", "points_for")
"""The tie-breaks of a league that names none, the first of them decisive."""


class LeaguePoints(NamedTuple):
    """The league points for each outcome of a game."""

    win: int = 2
    draw: int = 1
    loss: int = 0
    forfeit_loss: int = 0
    """For a game forfeited, instead of ``loss``."""


class GameResult(NamedTuple):
    """The result of a game: the teams that played it, parallel to their standing after it."""

    teams: tuple[int, ...]
    standing: tuple[Standing, ...]
    finished: bool
    winners: tuple[int, ...] | None
    """The teams that have won: several share the win, and if there is none, all have lost. None for the highest score
    of those that did not forfeit."""
    forfeited_by: tuple[int, ...] = ()


class UnscoredGame(NamedTuple):
    """A game that is to be scored for the table, and the team that each of its sides is."""

    game: GameRecord
    ruleset: Ruleset
    teams: tuple[int, ...]


class League(NamedTuple):
    """The games of a league, and how to rank its teams."""

    teams: tuple[str, ...]
    """Their names in alphabetical order; everywhere else a team is its index here."""
    results: tuple[GameResult, ...]
    games: tuple[UnscoredGame, ...]
    order: tuple[TieBreak, ...]
    points: LeaguePoints
