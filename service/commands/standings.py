"""The command that makes a league table of games, of their results, or of the answers to them."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

import orjson

from service.bulk.answering import request_of, runner, with_ruleset
from service.bulk.inputs import Requests, Source, UnusableError
from service.bulk.outputs import whole_output
from service.commands.conventions import (
    SOME_PROBLEM,
    SUCCESS,
    Commands,
    add_input_options,
    errors_in_lines,
    given_ruleset,
    json_object,
    json_of_arguments,
    say,
    status_beside,
)
from service.media_types import CSV, HTML, JSON, MARKDOWN, Json
from service.operations.runner import Runner, runner_of
from service.problems import TYPES, Problem
from service.settings import settings_from
from service.wire.exchange import Exchange
from service.wire.ndjson import OK
from service.wire.strict_json import parse

_DESCRIPTION = (
    "Makes a league table. Reads games in any notation or in JSON, which it rules on, results of games in JSON, or the"
    " output of `games score` and `games audit`. Games that are not in the table are named on standard error."
)
_RULE, _TABULATE = "auditGame", "makeLeagueTable"
_FORMS: Mapping[str, str] = MappingProxyType({"markdown": MARKDOWN, "html": HTML, "csv": CSV, "json": JSON})
_OF_A_RESULT = ("standing", "finished", "winners", "reason", "forfeited_by", "result", "labels")
"""The members of an answer about a game that a result has too."""
_OPTIONS = ("order", "league_points", "teams", "table_of", "byes", "adjustments")
"""The members of a request that are given as options."""
# A season is not held to the limits of a body, and the answer to a game is longer than the game.
_NO_LIMIT = 2**40
_LONGEST_LINE = 16 * 1024 * 1024
_IN_RESULT = re.compile(r"#/results/(\d+)")


class _Game(NamedTuple):
    """The result of a game, and what a sentence calls it: its file, or its number in the input, from 1."""

    name: str
    result: Json


def add_to(commands: Commands) -> None:
    """Add the command to the command line."""
    command = commands.add_parser(
        "standings", help="make a league table of games or of their results", description=_DESCRIPTION
    )
    add_input_options(command)
    command.add_argument(
        "--as", dest="form", choices=list(_FORMS), default="markdown", help="how to write it (default: %(default)s)"
    )
    command.add_argument(
        "--order",
        type=lambda text: [tie_break.strip() for tie_break in text.split(",")],
        metavar="A,B,C",
        help="the tie-breaks, such as league_points,head_to_head,points_difference",
    )
    command.add_argument(
        "--league-points", type=json_object, metavar="JSON", help='league points, such as {"win": 3, "draw": 1}'
    )
    command.add_argument(
        "--team", action="append", dest="teams", metavar="NAME", help="a team that may not have played; may be repeated"
    )
    command.add_argument(
        "--players", action="store_const", const="players", dest="table_of", help="a row for each player, not each team"
    )
    command.add_argument(
        "--bye", action="append", dest="byes", metavar="NAME", help="a team that had no opponent; once for each time"
    )
    command.add_argument(
        "--adjust",
        action="append",
        dest="adjustments",
        type=json_object,
        metavar="JSON",
        help='league points given or taken off: {"team": "Bears", "league_points": -2, "reason": "late"}',
    )
    command.add_argument("--output", metavar="FILE", help="write to this new file instead of standard output")
    command.set_defaults(run=_make_table)


def _make_table(parsed: argparse.Namespace) -> int:
    ruleset = given_ruleset(parsed)
    given = {name: getattr(parsed, name) for name in _OPTIONS}
    options = {name: value for name, value in given.items() if value is not None}
    _table(options, ())  # so that an unknown tie-break is refused before anything is read
    with ExitStack() as resources:
        output = whole_output(parsed.output, resources)
        source = Source(parsed.notation, _LONGEST_LINE, partial(request_of, _RULE), say)
        requests = Requests(parsed.files, source)
        games, problems = _games_in(requests, ruleset)
        answered = _table(options, games)
        output.write(_written(answered, _FORMS[parsed.form], games))
        output.flush()
    unfinished = answered.written["left_out"]
    for left_out in unfinished:
        say(_in_words(games, f"{left_out['pointer']} is not in the table: {left_out['detail']}"))
    if unfinished:
        say("The last round of a game that ended otherwise says so, on a sheet in a column 'time called' or 'forfeit'.")
    counted, total = len(games) - len(unfinished), len(games) + problems
    say(f"{counted:,} of {total:,} games in the table, {len(unfinished):,} not over, {problems:,} with a problem.")
    return status_beside(map(str, requests.left_out), SOME_PROBLEM if problems else SUCCESS)


def _table(options: Mapping[str, Json], games: Sequence[_Game]) -> Exchange:
    """Return the table of these games; raises `UnusableError` if there is none."""
    try:
        return _tables().run(json_of_arguments({**options, "results": [game.result for game in games]}))
    except Problem as problem:
        raise UnusableError(f"there is no table:{_in_words(games, errors_in_lines(problem))}") from problem


@cache
def _tables() -> Runner:
    """Return what makes tables, without the limits of a body."""
    return runner_of(_TABULATE, replace(settings_from(os.environ), game_bytes=_NO_LIMIT, game_values=_NO_LIMIT))


def _in_words(games: Sequence[_Game], text: str) -> str:
    """Return a text in which pointers lead into the games of the input instead of results."""

    def game(match: re.Match[str]) -> str:
        index = int(match[1])
        return games[index].name if index < len(games) else match[0]  # else it is a name

    return _IN_RESULT.sub(game, text)


def _written(answered: Exchange, media_type: str, games: Sequence[_Game]) -> bytes:
    """Return the table as a file; a page calls the games that are not in it by their files."""
    if media_type == JSON:
        return orjson.dumps(answered.written, option=orjson.OPT_APPEND_NEWLINE)
    left_out = [{**game, "name": _in_words(games, game["pointer"])} for game in answered.written["left_out"]]
    named = replace(answered, written={**answered.written, "left_out": left_out})
    return _tables().computation.pages[media_type](named)


def _games_in(requests: Requests, ruleset: bytes | None) -> tuple[list[_Game], int]:
    """Return the results of the games in these requests, and how many have a problem; each problem is said."""
    games: list[_Game] = []
    problems = 0
    for request in requests:
        name = request.alone_in or f"game {request.number}"
        try:
            games.append(_Game(name, _result_of(request.text, ruleset)))
        except Problem as problem:
            errors = errors_in_lines(problem).replace("#/results/0", "#")
            say(f"{name} is not in the table: {problem.detail}{errors}")
            problems += 1
    return games, problems


def _result_of(line: bytes, ruleset: bytes | None) -> Json:
    """Return the result of a game: of one to be scored, of an answer about one, or of one that is a result already."""
    value = parse(line, _NO_LIMIT)
    if isinstance(value, dict) and value.keys() >= {"line", "status"}:
        if value["status"] != OK:
            raise _problem_of(value.get("problem"))
        value = value.get("result")
    if isinstance(value, dict) and "rounds" in value and "ruling_id" not in value:
        value = _ruled(line if ruleset is None else with_ruleset(line, ruleset))
    if isinstance(value, dict) and "ruling_id" in value:
        if "finished" in value and "standing" not in value:
            detail = "The record of this game does not show its standing. `games audit` says why."
            raise Problem("contract-violation", detail)
        value = {name: value[name] for name in _OF_A_RESULT if name in value} | _players_in(value)
    tables = _tables()
    tables.judge(tables.read(json_of_arguments({"results": [value]})))
    return value


def _players_in(answer: Json) -> Json:
    """Return the players of each side, as an answer about a game with a round that was scored says them."""
    for of_round in answer.get("rounds", ()):
        for scores in (of_round.get("teams"), of_round.get("as_played")):
            if scores:
                return {"teams": [{"name": score["team"], "players": score["players"]} for score in scores]}
    return {}


def _ruled(line: bytes) -> Json:
    """Return the ruling on a game: the same standing as if it was scored, whatever its sheet claims."""
    return runner(_RULE).answer(line)


def _problem_of(answered: Json) -> Problem:
    """Return the problem that a line of answers has, to be said again as far as it is one."""
    members = answered if isinstance(answered, dict) else {}
    errors = members.get("errors")
    listed = errors if isinstance(errors, list) else ()
    whole = [error for error in listed if isinstance(error, dict) and error.keys() >= {"pointer", "detail"}]
    slug = str(members.get("type", "")).rpartition("/")[2]
    kind = slug if slug in TYPES else "contract-violation"
    return Problem(kind, f"It has no answer. {members.get('detail', '')}", tuple(whole))
