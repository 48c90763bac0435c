"""A league: its teams or players as numbers, the results of games, games still to be scored, and how to rank them.

A table has a row for each team, or for each player if partners rotate. `parse_league` makes it from a request, or gives
every reason why it can't.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from service.spades.english import ALIKE, instead_of, is_one_slip, names_advice, plain_form, quoted
from service.spades.errors import Fault, UnreadableRecord, pointer_to
from service.spades.record.model import GameRecord, Standing
from service.spades.record.parse import parse_game
from service.spades.rules.ruleset import Ruleset

TableOf: TypeAlias = Literal["teams", "players"]
"""What the rows of a league table are."""
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
    bye: int = 0
    """For a round in which a team had no opponent."""


class GameResult(NamedTuple):
    """The result of a game: the teams or players on each of its sides, parallel to their standing after it."""

    sides: tuple[tuple[int, ...], ...]
    standing: tuple[Standing, ...]
    finished: bool
    winners: tuple[int, ...] | None
    """The sides that have won, by index: several share the win, and if there is none, all have lost. None for the
    highest score of those that did not forfeit."""
    forfeited_by: tuple[int, ...] = ()
    no_contest: bool = False
    """Whether the game counts for nobody; it has no standing then, and is not finished."""
    is_open: bool = False
    """Whether it is an answer that leaves the standing open; it has neither sides nor standing, and is not finished."""


class UnscoredGame(NamedTuple):
    """A game that is to be scored for the table, and the teams or players on each of its sides."""

    game: GameRecord
    ruleset: Ruleset
    sides: tuple[tuple[int, ...], ...]


class LeagueAdjustment(NamedTuple):
    """League points that the organiser gives, or takes if they are below 0."""

    team: int
    league_points: int
    reason: str


class League(NamedTuple):
    """The games of a league, and how to rank its teams or players."""

    teams: tuple[str, ...]
    """Their names in alphabetical order, of players in a table of players; everywhere else one is its index here."""
    results: tuple[GameResult, ...]
    games: tuple[UnscoredGame, ...]
    byes: tuple[int, ...]
    adjustments: tuple[LeagueAdjustment, ...]
    order: tuple[TieBreak, ...]
    points: LeaguePoints


NO_CONTEST: Final = "no_contest"
"""The result of a game that counts for nobody."""
_ONLY_IN_ANSWERS: Final = {"ruling_id", "verdict", "standings"}
"""Members of an answer about a game: nobody writes them into a result by hand."""
_FEWEST_TEAMS: Final = 2
_ENDS_WITHOUT_SCORE: Final = {"forfeit", "floor", "sets_limit", "consecutive_sets_limit", "boston", "contract"}
"""The reasons for which a game may end that the highest score need not have won."""
# Finding the nearest name takes longer than parsing a result, and no answer lists more faults.
_MOST_SUGGESTED: Final = 50


def parse_league(request: Mapping[str, Any]) -> League:
    """Parse the games of a league; members as `record.parse` takes them, each game with its ruleset.

    Raises `UnreadableRecord` with every fault, also for names that would be two rows for one team, and for league
    points given to a team that nothing else names. A side is one team in whatever order its players are named
    (``cy+ana``, ``ana+cy``): with several orders, the alphabetical one counts.
    """
    reader = _LeagueReader(of_players=request.get("table_of") == "players")
    if "results" not in request and "games" not in request:
        detail = "Give results, games or both; an empty list means that no game has been played."
        reader.faults.append(Fault("#/results", "required", detail))
    results: Sequence[Mapping[str, Any]] = request.get("results", ())
    for index, name in enumerate(request.get("teams", ())):
        reader.meet(name, pointer_to("teams", index))
    for index, name in enumerate(request.get("byes", ())):
        reader.meet(name, pointer_to("byes", index))
    sides = [reader.sides_of(index, result) for index, result in enumerate(results)]
    games = list(reader.games(request.get("games", ())))
    adjustments: Sequence[Mapping[str, Any]] = request.get("adjustments", ())
    # An answer whose standing is open does not say who played; and before the first game nobody has.
    is_all_named = all(sides) and bool(sides or games)
    reader.check_spelling()
    reader.meet_adjusted([adjustment["team"] for adjustment in adjustments], is_all_named=is_all_named)
    if reader.faults:
        raise UnreadableRecord(reader.faults)
    teams = sorted(reader.names, key=plain_form)
    place = {in_one_order(name): index for index, name in enumerate(teams)}

    def number(name: str) -> int:
        return place[in_one_order(name)]

    return League(
        tuple(teams),
        tuple(
            _result(tuple(tuple(map(number, side)) for side in of_result), result)
            for of_result, result in zip(sides, results, strict=True)
        ),
        tuple(
            UnscoredGame(game, ruleset, tuple(tuple(map(number, side)) for side in of_game))
            for game, ruleset, of_game in games
        ),
        tuple(map(number, request.get("byes", ()))),
        tuple(
            LeagueAdjustment(number(adjustment["team"]), adjustment["league_points"], adjustment["reason"])
            for adjustment in adjustments
        ),
        tuple(request.get("order", DEFAULT_ORDER)),
        request.get("league_points", LeaguePoints()),
    )


class _LeagueReader:
    """Collects the names of teams, or of players, and the faults of a request."""

    def __init__(self, *, of_players: bool) -> None:
        self.faults: list[Fault] = []
        self._of_players = of_players
        self._first: dict[str, tuple[str, str]] = {}
        """The first name of each team, and the pointer to it, by its plain form."""
        self._is_listed = False
        """Whether a team that plays is listed in `teams`: the list is not only of those that have not played."""
        self._rulings: dict[str, int] = {}
        """The index of the first result with each ruling id, of finished games."""

    @property
    def names(self) -> list[str]:
        """The teams or players, in the order in which they were met."""
        return [name for name, _ in self._first.values()]

    def meet(self, name: str, pointer: str) -> None:
        """Note a team; one that was met under another name is a fault, but for the order of its players."""
        in_order = in_one_order(name)
        key = plain_form(in_order)
        first, where = self._first.setdefault(key, (name, pointer))
        self._is_listed = self._is_listed or (_is_in_list(where) and not _is_in_list(pointer))
        if name == first:
            return
        if in_order == in_one_order(first):
            self._first[key] = in_order, where
        else:
            detail = f"{quoted(name)} here and {quoted(first)} at {where} {ALIKE}: write one name for one team"
            end = ", with the member teams of a game." if where.startswith("#/games") else "."
            self.faults.append(Fault(pointer, "similar_teams", detail + end))

    def check_spelling(self) -> None:
        """Note the teams that are not listed beside those that are, and are one slip of the pen from one of them."""
        teams, listed = self._first.items() if self._is_listed else (), dict[str, str]()
        for key, (_, where) in teams:
            if _is_in_list(where):
                listed.update(dict.fromkeys(_without_a_letter(key), key))
        for key, (name, where) in teams:
            near = () if _is_in_list(where) else [listed[form] for form in _without_a_letter(key) if form in listed]
            meant = next((form for form in near if is_one_slip(key, form)), None)
            if meant is not None and len(self.faults) < _MOST_SUGGESTED:
                detail = f"{quoted(name)} is not in `teams`. Perhaps {quoted(self._first[meant][0])} was meant."
                advice = "Write one name for one team; list a team in `teams` if its name is so much like another's."
                self.faults.append(Fault(where, "unknown_team", detail, advice))

    def meet_adjusted(self, names: Sequence[str], *, is_all_named: bool) -> None:
        """Note the teams to which the organiser gives league points; one that nothing else names is a fault.

        That can be said only if the request names every team (``is_all_named``) and nothing else in it is at fault.
        """
        known, is_certain = self.names, is_all_named and not self.faults
        for index, name in enumerate(names):
            pointer = pointer_to("adjustments", index, "team")
            if is_certain and plain_form(in_one_order(name)) not in self._first:
                instead = instead_of(name, known) if len(self.faults) < _MOST_SUGGESTED else ""
                advice = "List a team that has not played yet in `teams`."
                self.faults.append(
                    Fault(pointer, "unknown_team", f"{quoted(name)} has no game and no bye{instead}.", advice)
                )
            else:
                self.meet(name, pointer)

    def sides_of(self, index: int, result: Mapping[str, Any]) -> list[tuple[str, ...]]:
        """Note the teams or players of a result, and return those on each side of it.

        Also notes what its members say of teams that did not play in it. An answer whose standing is open has no sides.
        """
        if _is_open(result):
            return []
        named = dict(map(_with_players, result.get("teams", ())))
        is_no_contest = result.get("result") == NO_CONTEST
        member = "teams" if is_no_contest and "standing" not in result else "standing"
        playing: Sequence[str] = [*(named if member == "teams" else result.get("standing", ()))]
        if "standing" not in result and not is_no_contest:
            detail = 'Give the standing of each team, or say that the game counts for nobody: "result": "no_contest".'
            self._fault(index, "standing", "required", detail)
            return []
        sides = [self._side(name, named.get(name)) for name in playing]
        for position, (of_side, side) in enumerate(zip(playing, sides, strict=True)):
            for name in side:
                self.meet(name, pointer_to("results", index, member, position if member == "teams" else of_side))
        together = Counter(in_one_order(name) for side in sides for name in side)
        on_two_sides = [name for name, count in together.items() if count > 1]
        for name in on_two_sides:
            what = "player has one seat" if self._of_players else "team has one side"
            detail = f"{quoted(name)} plays on two sides of this game: a {what}."
            self._fault(index, member, "duplicate_player", detail)
        if len(playing) < _FEWEST_TEAMS:
            give = "name each." if member == "teams" else "give the standing of each."
            self._fault(index, member, "needs_two_teams", f"A game has at least two teams: {give}")
        self._check_names(index, result, playing)
        if not is_no_contest:
            self._check_end(index, result)
            self._check_once(index, result)
        return sides

    def _side(self, name: str, players: Sequence[str] | None) -> tuple[str, ...]:
        """Return the teams or players that a side of a game counts for."""
        if not self._of_players:
            return (name,)
        return tuple(name.split("+") if players is None else players)

    def _check_names(self, index: int, result: Mapping[str, Any], playing: Sequence[str]) -> None:
        """Note the teams that a result names without their playing in it."""
        known = set(map(in_one_order, playing))
        for member in ("winners", "forfeited_by"):
            for position, name in enumerate(result.get(member, ())):
                if in_one_order(name) not in known:
                    self._unknown(name, playing, index, member, position)
        for position, team in enumerate(result.get("teams", ()) if self._of_players else ()):
            name, players = _with_players(team)
            if in_one_order(name) not in known:
                self._unknown(name, playing, index, "teams", position, *([] if players is None else ["name"]))

    def _unknown(self, name: str, playing: Sequence[str], index: int, *path: str | int) -> None:
        instead = instead_of(name, playing) if len(self.faults) < _MOST_SUGGESTED else ""
        detail = f"{quoted(name)} has no standing in this result{instead}."
        advice = names_advice("teams of this result", playing)
        self.faults.append(Fault(pointer_to("results", index, *path), "unknown_team", detail, advice))

    def _check_end(self, index: int, result: Mapping[str, Any]) -> None:
        """Note what does not fit together in what a result says of its end, or leaves open who has lost."""
        winners, forfeited = result.get("winners", ()), result.get("forfeited_by", ())
        if winners and not result.get("finished", True):
            detail = "A game that is not over has no winners: leave them out, or leave out finished."
            self._fault(index, "winners", "winners_before_end", detail)
        if set(map(in_one_order, winners)) & set(map(in_one_order, forfeited)):
            self._fault(index, "forfeited_by", "winner_forfeited", "A team that has won the game did not forfeit it.")
        is_forfeit = result.get("reason") == "forfeit"
        if forfeited and not is_forfeit:
            detail = 'A game that was forfeited ended by that: write "reason": "forfeit".'
            self._fault(index, "reason", "not_forfeited", detail)
        if result.get("reason") in _ENDS_WITHOUT_SCORE and "winners" not in result and not forfeited:
            detail = "The highest score need not have won a game that ended so: give winners, or who forfeited."
            self._fault(index, "winners", "winners_missing", detail)
        if is_forfeit and not forfeited and winners and len(result["standing"]) - len(winners) > 1:
            detail = "Several teams have not won: say in forfeited_by which of them forfeited."
            self._fault(index, "forfeited_by", "forfeited_by_missing", detail)

    def _check_once(self, index: int, result: Mapping[str, Any]) -> None:
        """Note the answer about a finished game that is an earlier result, too: the game would count twice."""
        if "ruling_id" in result and result.get("finished", True):
            first = self._rulings.setdefault(result["ruling_id"], index)
            if first != index:
                detail = f"This is the same answer as {pointer_to('results', first)}, about the same game."
                advice = "Leave one of them out. If the game was played twice, leave ruling_id out of one."
                self.faults.append(Fault(pointer_to("results", index, "ruling_id"), "game_repeated", detail, advice))

    def _fault(self, index: int, member: str, code: str, detail: str) -> None:
        self.faults.append(Fault(pointer_to("results", index, member), code, detail))

    def games(
        self, requests: Sequence[Mapping[str, Any]]
    ) -> Iterator[tuple[GameRecord, Ruleset, list[tuple[str, ...]]]]:
        """Yield the games that can be read, with their rulesets and who is on each side, and note the names.

        After as many faults as an answer lists, the games that follow are not read.
        """
        for index, request in enumerate(requests):
            if len(self.faults) >= _MOST_SUGGESTED:
                return
            try:
                game = parse_game(request["ruleset"], request)
            except UnreadableRecord as error:
                self.faults += error.within("games", index).faults
                continue
            named = {team["name"]: place for place, team in enumerate(request.get("teams", ()))}
            sides = [side.players if self._of_players else (side.name,) for side in game.table.sides]
            for side, names in zip(game.table.sides, sides, strict=True):
                path = ("teams", named[side.name], "name") if side.name in named else ("players",)
                for name in names:
                    self.meet(name, pointer_to("games", index, *path))
            yield game, request["ruleset"], sides


def _without_a_letter(name: str) -> list[str]:
    """Return a name, and all that is left of it without any one letter: names one slip apart share one of these."""
    return [name, *[name[:index] + name[index + 1 :] for index in range(len(name))]]


def _is_in_list(pointer: str) -> bool:
    """Return whether a pointer leads to a team listed in `teams`, whether or not it plays."""
    return pointer.startswith("#/teams/")


def _is_open(result: Mapping[str, Any]) -> bool:
    """Return whether a result is an answer whose record leaves the standing open."""
    return "standing" not in result and "result" not in result and not _ONLY_IN_ANSWERS.isdisjoint(result)


def _result(sides: tuple[tuple[int, ...], ...], result: Mapping[str, Any]) -> GameResult:
    """Return a result without faults, with the numbers of those on each side."""
    if result.get("result") == NO_CONTEST:
        return GameResult(sides, (), finished=False, winners=(), no_contest=True)
    if _is_open(result):
        return GameResult((), (), finished=False, winners=(), is_open=True)
    standing, winners = result["standing"], result.get("winners")
    position = {in_one_order(name): index for index, name in enumerate(standing)}
    won = None if winners is None else tuple([position[in_one_order(name)] for name in winners])
    forfeited: tuple[int, ...] = ()
    if result.get("reason") == "forfeit":
        # Unless the result says who forfeited, every team that has not won did.
        others = [name for name, index in position.items() if index not in (won or ())]
        forfeited = tuple([position[in_one_order(name)] for name in result.get("forfeited_by", others)])
    return GameResult(sides, tuple(standing.values()), result.get("finished", True), won, forfeited)


def _with_players(team: str | Mapping[str, Any]) -> tuple[str, Sequence[str] | None]:
    """Return a team that a result names, and its players if it says them."""
    return (team, None) if isinstance(team, str) else (team["name"], team["players"])


def in_one_order(name: str) -> str:
    """Return the name of a team with its players in alphabetical order, if it is made of players.

    >>> in_one_order("cy+ana"), in_one_order("Bears")
    ('ana+cy', 'Bears')
    """
    return "+".join(sorted(name.split("+"), key=plain_form)) if "+" in name else name
