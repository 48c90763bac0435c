"""A stored answer, read: alone as the service gives it, or as a line of a batch or of a command's output."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

import orjson

from service.media_types import Json
from service.problems import Problem
from service.spades.english import shortened
from service.wire.contract import MAX_DEPTH, too_deep
from service.wire.exchange import BRIEF, FULL, WITH_SUMMARY
from service.wire.ndjson import OK
from service.wire.strict_json import parse

_NO_LIMIT = 2**40
"""More than any answer has: the limits of a request are not those of its answer."""
_PROBLEM_TYPE = "/problems/"
_LONGEST = 40
_MOST_EXACT = 2**53
"""The largest integer up to which a double has all of them; no line and no status comes near it."""


class UnreadableAnswerError(ValueError):
    """A text is no answer of the service; the message says why."""


class StoredAnswer(NamedTuple):
    """An answer: the members of the ruling, score or table, or else those of the problem."""

    status: int
    members: Mapping[str, Json]

    @property
    def form(self) -> str:
        """The form that it has, as the member `answer` of its request may have asked for it."""
        if self.members.get("answer") == BRIEF:
            return BRIEF
        rounds = self.members.get("rounds")
        rulings = [self.members, *(rounds if isinstance(rounds, list) else ())]
        return WITH_SUMMARY if any(isinstance(each, dict) and "summary" in each for each in rulings) else FULL

    @property
    def is_problem(self) -> bool:
        """Whether it is a problem."""
        return self.status != OK


def stored_answer(text: bytes) -> StoredAnswer:
    """Read an answer; raises `UnreadableAnswerError`."""
    value = _parsed(text)
    members = _unwrapped(value) if isinstance(value, dict) else value
    if isinstance(members, dict) and "ruling_id" in members:
        return StoredAnswer(OK, members)
    status = _status_of_problem(members)
    if isinstance(members, dict) and status is not None:
        return StoredAnswer(status, members)
    raise UnreadableAnswerError(
        "It has no ruling_id, and it is no problem either: it is not an answer of this service."
    )


def _parsed(text: bytes) -> Json:
    """Return the value of a text, as strictly as a request is read; raises `UnreadableAnswerError`.

    Nearly every answer is, byte for byte, as orjson writes it, so that nothing was lost in reading it: no name occurs
    twice.
    """
    with suppress(ValueError, TypeError):  # the careful way finds out what is wrong
        value = orjson.loads(text)
        if orjson.dumps(value) == text.strip() and not too_deep(value):
            return value
    try:
        value = parse(text, _NO_LIMIT)
    except Problem as problem:
        reasons = "".join(f" {error['pointer']}: {error['detail']}" for error in problem.errors)
        raise UnreadableAnswerError(f"{problem.detail}{reasons}") from problem
    if too_deep(value):
        raise UnreadableAnswerError(f"The answer is nested more than {MAX_DEPTH} levels deep.")
    try:
        orjson.dumps(value)
    except TypeError as error:
        raise UnreadableAnswerError("It has an integer of more than 64 bits, which no answer has.") from error
    return value


def _unwrapped(value: Mapping[str, Json]) -> Json:
    """Return the answer in a line of answers, or the value itself if it is no such line.

    Raises `UnreadableAnswerError` for a line that contradicts itself.
    """
    if not value.keys() >= {"line", "status"}:
        return value
    status, line = value["status"], value["line"]
    if _whole_number(line) is None:
        raise UnreadableAnswerError(f"Its line is {shown(line)}, which is no number of a line.")
    name = "result" if status == OK else "problem"
    if name not in value:
        raise UnreadableAnswerError(f"Its status is {shown(status)}, but it has no {name}.")
    within = value[name].get("status") if name == "problem" and isinstance(value[name], dict) else status
    if within != status:
        raise UnreadableAnswerError(f"Its status is {shown(status)}, but that of its problem is {shown(within)}.")
    return value[name]


def _status_of_problem(members: Json) -> int | None:
    """Return the status of a problem; None for anything else."""
    if not isinstance(members, dict) or not str(members.get("type")).startswith(_PROBLEM_TYPE):
        return None
    status = _whole_number(members.get("status"))
    return status if status is not None and status > OK else None


def line_number_in(text: bytes) -> int | None:
    """Return the number of the line that an answer says it is to; None for an answer that is no line of several."""
    try:
        value = orjson.loads(text)
    except ValueError:
        return None
    number = value.get("line") if isinstance(value, dict) and "status" in value else None
    return _whole_number(number)


def shown(value: Json) -> str:
    """Return a value as JSON, shortened if it is long."""
    return shortened(orjson.dumps(value).decode(), _LONGEST)


def _whole_number(value: Json) -> int | None:
    """Return a positive integer, which other programs may have written as 1.0; None for any other value."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    return int(value) if 1 <= value <= _MOST_EXACT and value == int(value) else None
