"""A league: its teams as numbers, the results of games, games still to be scored, and how to rank the teams.

`parse_league` makes it from a request, or gives every reason why it can't.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.english import ALIKE, instead_of, names_advice, plain_form, quoted
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.record.model import GameRecord, Standing
from service.spades.record.parse import parse_game
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
"""The tie-breaks of a league that names none, the most important first."""


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


_TWO: Final = 2
_OFTEN_LOST_BY_THE_HIGHEST: Final = {"forfeit", "floor", "sets_limit", "consecutive_sets_limit", "boston"}
"""How a game may end that its highest score has lost."""
# Finding the nearest name takes longer than parsing a result, and no answer lists more faults.
_MOST_SUGGESTED: Final = 50


def parse_league(rulesets: Sequence[Ruleset | None], request: Mapping[str, Any]) -> League:
    """Parse the games of a league; members as in the contract.

    ``rulesets`` are those of its ``games``; a game whose ruleset is None is not parsed. Raises `UnreadableRecord` with
    every fault, also for names that would be two rows for one team.
    """
    reader = _LeagueReader()
    if "results" not in request and "games" not in request:
        detail = "Give results, games or both; an empty list means that no game has been played."
        reader.faults.append(Fault("#/results", "required", detail))
    results: Sequence[Mapping[str, Any]] = request.get("results", ())
    for index, name in enumerate(request.get("teams", ())):
        reader.meet(name, pointer_to("teams", index))
    for index, result in enumerate(results):
        reader.meet_teams_of(index, result)
    games = list(reader.games(rulesets, request.get("games", ())))
    if reader.faults:
        raise UnreadableRecord(reader.faults)
    teams = sorted(reader.names, key=plain_form)
    number = {name: index for index, name in enumerate(teams)}
    return League(
        tuple(teams),
        tuple(_result(number, result) for result in results),
        tuple(
            UnscoredGame(game, ruleset, tuple(number[side.name] for side in game.table.sides))
            for game, ruleset in games
        ),
        tuple(request.get("order", DEFAULT_ORDER)),
        LeaguePoints(**request.get("league_points", {})),
    )


class _LeagueReader:
    """Collects the names of teams and the faults of a request."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._first: dict[str, tuple[str, str]] = {}
        """The first name of each team, and the pointer to it, by what the names of one team have in common."""

    @property
    def names(self) -> list[str]:
        """The teams, in the order in which they were met."""
        return [name for name, _ in self._first.values()]

    def meet(self, name: str, pointer: str) -> None:
        """Note a team; one that was met under another name is a fault."""
        first, where = self._first.setdefault(_same_team(name), (name, pointer))
        if name != first:
            alike = ALIKE if plain_form(name) == plain_form(first) else "name the same players in another order"
            detail = f"{quoted(name)} here and {quoted(first)} at {where} {alike}: write one name for one team"
            end = "." if where.startswith(("#/results", "#/teams")) else ", with the member teams of a game."
            self.faults.append(Fault(pointer, "similar_teams", detail + end))

    def meet_teams_of(self, index: int, result: Mapping[str, Any]) -> None:
        """Note the teams of a result, and what its members say of teams that did not play in it."""
        standing: Mapping[str, Any] = result["standing"]
        for name in standing:
            self.meet(name, pointer_to("results", index, "standing", name))
        if len(standing) < _TWO:
            self._fault(
                index, "standing", "needs_two_teams", "A game has at least two teams: give the standing of each."
            )
        for member in ("winners", "forfeited_by"):
            for position, name in enumerate(result.get(member, ())):
                if name not in standing:
                    instead = instead_of(name, standing) if len(self.faults) < _MOST_SUGGESTED else ""
                    detail = f"{quoted(name)} has no standing in this result{instead}."
                    advice = names_advice("teams of this result", standing)
                    pointer = pointer_to("results", index, member, position)
                    self.faults.append(Fault(pointer, "unknown_team", detail, advice))
        self._check_end(index, result)

    def _check_end(self, index: int, result: Mapping[str, Any]) -> None:
        """Note what does not fit together in what a result says of its end, or leaves open who has lost."""
        winners, forfeited = result.get("winners", ()), result.get("forfeited_by", ())
        if winners and not result.get("finished", True):
            detail = "A game that is not over has no winners: leave them out, or leave out finished."
            self._fault(index, "winners", "winners_before_end", detail)
        if set(winners) & set(forfeited):
            self._fault(index, "forfeited_by", "winner_forfeited", "A team that has won the game did not forfeit it.")
        is_forfeit = result.get("reason") == "forfeit"
        if forfeited and not is_forfeit:
            detail = 'A game that was forfeited ended by that: write "reason": "forfeit".'
            self._fault(index, "reason", "not_forfeited", detail)
        if result.get("reason") in _OFTEN_LOST_BY_THE_HIGHEST and "winners" not in result and not forfeited:
            detail = "The highest score need not have won a game that ended so: give winners, or who forfeited."
            self._fault(index, "winners", "winners_missing", detail)
        if is_forfeit and not forfeited and winners and len(result["standing"]) - len(winners) > 1:
            detail = "Several teams have not won: say in forfeited_by which of them forfeited."
            self._fault(index, "forfeited_by", "forfeited_by_missing", detail)

    def _fault(self, index: int, member: str, code: str, detail: str) -> None:
        self.faults.append(Fault(pointer_to("results", index, member), code, detail))

    def games(
        self, rulesets: Sequence[Ruleset | None], requests: Sequence[Mapping[str, Any]]
    ) -> Iterator[tuple[GameRecord, Ruleset]]:
        """Yield the games that can be read, with their rulesets, and note the teams of each.

        After as many faults as an answer lists, the games that follow are not read.
        """
        for index, (ruleset, request) in enumerate(zip(rulesets, requests, strict=True)):
            if ruleset is None or len(self.faults) >= _MOST_SUGGESTED:
                continue
            try:
                game = parse_game(ruleset, request)
            except UnreadableRecord as error:
                self.faults += error.within("games", index).faults
                continue
            named = {team["name"]: place for place, team in enumerate(request.get("teams", ()))}
            for side in game.table.sides:
                path = ("teams", named[side.name], "name") if side.name in named else ("players",)
                self.meet(side.name, pointer_to("games", index, *path))
            yield game, ruleset


def _same_team(name: str) -> str:
    """Return what the names of one team have in common: their plain form, with the players of a side in one order."""
    return "+".join(sorted(map(plain_form, name.split("+"))))


def _result(number: Mapping[str, int], result: Mapping[str, Any]) -> GameResult:
    """Return a result without faults, with the numbers of its teams."""
    standing, winners = result["standing"], result.get("winners")
    won = None if winners is None else tuple(number[name] for name in winners)
    forfeited: tuple[int, ...] = ()
    if result.get("reason") == "forfeit":
        # Unless the result says who forfeited, every team that has not won did.
        others = [name for name in standing if name not in result.get("winners", ())]
        forfeited = tuple(number[name] for name in result.get("forfeited_by", others))
    return GameResult(
        tuple(number[name] for name in standing),
        tuple(Standing(**totals) for totals in standing.values()),
        result.get("finished", True),
        won,
        forfeited,
    )
