"""The arbiter for programs in Python, without a server: ``from spades_arbiter import audit, score, next_play``.

A wheel has this package under the name `spades_arbiter`. Requests and answers are those of the service, as its contract
describes them and `spades_arbiter.shapes` types them: the same request gets the same answer, with the same `ruling_id`.
Limits are those of a service with default settings. No function reads the environment, opens a connection or keeps
anything of a request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast

import orjson

from service import problems
from service.operations.runner import answer

from . import shapes

__all__ = ["Problem", "audit", "legal", "next_play", "read", "score", "score_game", "standings"]


class Problem(Exception):  # noqa: N818 - RFC 9457 calls it a problem, and so does the service
    """A request that can't be answered, with the members of the service's problems (RFC 9457).

    As a text it is its detail, and each fault with the place of the request where it is.
    """

    def __init__(self, members: shapes.Problem) -> None:
        super().__init__(members)
        self.type = members["type"]
        """What kind of problem it is, such as ``/problems/unreadable-record``."""
        self.title = members["title"]
        """The same in a few words."""
        self.status = members["status"]
        """The HTTP status that the service would answer with."""
        self.detail = members["detail"]
        """What is wrong with this request."""
        self.errors = members.get("errors", [])
        """The faults, at most 50, each with `pointer`, `code` and `detail`."""
        self.errors_truncated = members.get("errors_truncated", False)
        """Whether there are more faults than these."""

    def __str__(self) -> str:
        return "\n".join([self.detail, *(f"{error['pointer']}: {error['detail']}" for error in self.errors)])


def audit(record: shapes.RoundRecord | shapes.AnyRecord) -> shapes.Ruling:
    """Return the ruling on the record of a round; raises `Problem`. If it asks for that, it is a `shapes.BriefRuling`.

    Raises `TypeError` or `ValueError` for a value that JSON cannot represent, such as a set or a list within itself.
    """
    return cast("shapes.Ruling", _answered("auditRound", record))


def score(row: shapes.ScoreRequest | shapes.AnyRecord) -> shapes.RoundScore:
    """Return the score of a round from its bids and the tricks won; raises as `audit` does.

    If the row asks for that, it is a `shapes.BriefRoundScore`.
    """
    return cast("shapes.RoundScore", _answered("scoreRound", row))


def next_play(record: shapes.TurnRequest | shapes.AnyRecord) -> shapes.TurnAnswer:
    """Return whose turn it is in the record of a round so far, and what may be done; raises as `audit` does."""
    return cast("shapes.TurnAnswer", _answered("nextInRound", record))


def legal(position: shapes.PlaysRequest) -> shapes.PlaysAnswer:
    """Return which cards of a hand may be played now, and which rule forbids the others; raises as `audit` does.

    If the position asks for that, it is a `shapes.BriefPlaysAnswer`.
    """
    return cast("shapes.PlaysAnswer", _answered("listLegalPlays", position))


def score_game(game: shapes.GameRequest | shapes.AnyRecord) -> shapes.GameScore:
    """Return the score of a game, round by round, with its standing and its winners; raises as `audit` does.

    If the game asks for that, it is a `shapes.BriefGameScore`.
    """
    return cast("shapes.GameScore", _answered("scoreGame", game))


def standings(results: shapes.StandingsRequest) -> shapes.LeagueTable:
    """Return the table of a league from the results of its games; raises as `audit` does."""
    return cast("shapes.LeagueTable", _answered("makeLeagueTable", results))


def read(
    text: str, *, notation: str | None = None, ruleset: str | shapes.RulesetReference | None = None
) -> shapes.RecordsRead:
    """Return the records that a text says in one of the notations, and which of its readings were chosen.

    ``notation`` is the name of the notation, which is recognised if there is none; ``ruleset`` is that of every record
    that names none. Raises as `audit` does.
    """
    request = {"text": text, "notation": notation, "ruleset": ruleset}
    given = {name: value for name, value in request.items() if value is not None}
    return cast("shapes.RecordsRead", _answered("readRecords", given))


def _answered(operation_id: str, request: Mapping[str, Any]) -> Any:
    """Return the answer of an operation to a request."""
    # Not orjson, which writes NaN as null; half a surrogate pair is no UTF-8, which is said of it.
    body = json.dumps(request, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")
    try:
        answered = answer(operation_id, body)
    except problems.Problem as problem:
        raise Problem(_written(problems.body_of(problem, None))) from None
    return _written(answered)


def _written(answered: Mapping[str, Any]) -> Any:
    """Return an answer as a client reads it, with nothing in it that the service keeps for other answers."""
    return orjson.loads(orjson.dumps(answered))
