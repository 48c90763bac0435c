"""The verifier: it makes an answer again from its record, and says whether it is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

import orjson

from service.media_types import Json
from service.operations.runner import Runner
from service.problems import Problem, body_of, first_error_of
from service.verification.comparison import (
    Compared,
    Comparison,
    Difference,
    identified_answers,
    operation_of,
    problem_members,
)
from service.verification.stored_answer import StoredAnswer, UnreadableAnswerError, shown, stored_answer
from service.wire.exchange import Exchange
from service.wire.ndjson import OK
from service.wire.ruling_id import league_table_id, round_comparison_id, ruling_id
from service.wire.ruling_json import present
from service.wire.schemas.rounds_and_games import RoundToCompare

Outcome: TypeAlias = Literal[
    "same", "differs", "other_record", "no_ruleset", "unreadable", "out_of_order", "no_answer", "no_record"
]
"""What became of a line.

`same`: the answer that is made now is the same. `differs`: it is not. `other_record`: the answer is not about this
record. `no_ruleset`: the record names no ruleset to make it again with. `unreadable`: it is no answer. `out_of_order`:
it comes after the answer to a later line, or a second time. `no_answer`, `no_record`: there is none to the record, or
no record to it.
"""
_MOST_LISTED = 50
_NO_DIFFERENCE = Compared()
_FOLLOWING = frozenset(("#/ruling_id", "#/engine_version", "#/ruleset/digest"))
"""The members that differ whenever the engine or the ruleset does, and say nothing else."""
_OTHER_RECORD = (
    "The ruling_id is not that of this record: the answer was made from another record, or its ruling_id,"
    " engine_version or ruleset digest was changed."
)
_UNANSWERED = "This record gets no answer now, but a problem ({status}): {detail}"
_NO_RULESET = "The answer is by the ruleset {name}, and the record names none: give it with --ruleset."
_NO_NAME = "The record names no ruleset: give it with --ruleset."
_ANSWERED = "The record had a problem, and gets an answer now."


class Change(NamedTuple):
    """A value that an answer was made with, and the one that it is made with now."""

    stored: Json
    made: Json


@dataclass(frozen=True, slots=True)
class Verified:
    """The result for one answer."""

    outcome: Outcome
    detail: str | None = None
    """A sentence beside the outcome, if there is more to say."""
    operation: str | None = None
    ruling_id: Json = None
    """The id that the answer has."""
    engine_version: Json = None
    """The version of the engine that it says it was made by."""
    compared: Compared = _NO_DIFFERENCE
    engine: Change | None = None
    """The versions of the engine, if they are not the same."""
    ruleset: Change | None = None
    """The digests of the ruleset, if they are not the same."""
    named: Change | None = None
    """The names of the ruleset, if they are not the same."""

    @property
    def holds(self) -> bool:
        """Whether the answer is the same."""
        return self.outcome == "same"

    def written(self, line: int) -> Json:
        """Return the result as JSON for the line of this number."""
        differences, unknown = self.compared
        left_out = len(differences) - _MOST_LISTED
        return present(
            {
                "line": line,
                "outcome": self.outcome,
                "holds": self.holds,
                "detail": self.detail,
                "operation": self.operation,
                "ruling_id": self.ruling_id,
                "engine_version": self.engine_version,
                "differences": [_written(difference) for difference in differences[:_MOST_LISTED]] or None,
                "differences_left_out": left_out if left_out > 0 else None,
                "unknown_members": list(unknown[:_MOST_LISTED]) or None,
                "engine": self.engine and self.engine._asdict(),
                "ruleset": self.ruleset and self.ruleset._asdict(),
                "named": self.named and self.named._asdict(),
            }
        )


def _written(difference: Difference) -> Json:
    sides = {"stored": difference.stored, "made": difference.made}
    return {"pointer": difference.pointer, **{name: side[0] for name, side in sides.items() if side}}


class Verifier(NamedTuple):
    """The verifier of answers: it makes each again, and compares them."""

    runner: Callable[[str], Runner]
    """Returns the runner of an operation."""

    def verified(self, record: bytes, text: bytes, otherwise: Sequence[str], operation: str | None = None) -> Verified:
        """Verify an answer to a record.

        ``operation`` is the operationId of the operation that gave it, if it is known. Otherwise the members of the
        answer show it; a problem does not, and holds if one of the operations ``otherwise`` has it.
        """
        try:
            stored = stored_answer(text)
        except UnreadableAnswerError as error:
            return Verified("unreadable", str(error))
        if not stored.is_problem:
            asked = operation or operation_of(stored.members)
            return _compared(asked, stored.members, self._answer(asked, record))
        operations = otherwise if operation is None else (operation,)
        found = [_verified_problem(name, stored, self._answer(name, record)) for name in operations]
        return next((verified for verified in found if verified.holds), found[0])

    def _answer(self, operation: str, record: bytes) -> Exchange | Problem:
        """Return the answer of an operation to a record, or its problem."""
        try:
            return self.runner(operation).run(record)
        except Problem as problem:
            return problem


def _compared(operation: str, content: Mapping[str, Json], made: Exchange | Problem) -> Verified:
    """Compare an answer with the one that is made now."""
    found = Verified("same", None, operation, content["ruling_id"], content.get("engine_version"))
    if isinstance(made, Problem):
        if any(error["pointer"] == "#/ruleset" and error["code"] == "required" for error in made.errors):
            name = _of_ruleset(content, "name")
            detail = _NO_NAME if name is None else _NO_RULESET.format(name=shown(name))
            return replace(found, outcome="no_ruleset", detail=detail)
        compared = Comparison().of({"status": OK}, {"status": made.kind.status}, problem_members())
        detail = _UNANSWERED.format(status=made.kind.status, detail=first_error_of(made))
        return replace(found, outcome="differs", detail=detail, compared=compared)
    if _in_one_order(content) == _in_one_order(made.written):
        return found
    engine = _change(content.get("engine_version"), made.written["engine_version"])
    ruleset = _change(_of_ruleset(content, "digest"), _of_ruleset(made.written, "digest"))
    named = ruleset and _change(_of_ruleset(content, "name"), _of_ruleset(made.written, "name"))
    found = replace(found, engine=engine, ruleset=ruleset, named=named)
    if not _is_id_of(made, content):
        return replace(found, outcome="other_record", detail=_OTHER_RECORD)
    again = orjson.loads(orjson.dumps(made.written))  # as it is sent: what is written has tuples among its lists
    compared = Comparison().of(content, again, identified_answers()[operation])
    if engine or ruleset:
        other = tuple(difference for difference in compared.differences if difference.pointer not in _FOLLOWING)
        compared = compared._replace(differences=other)
    return replace(found, outcome="differs" if compared.differences else "same", compared=compared)


def _in_one_order(answer: Json) -> bytes:
    """Return an answer as bytes that the order of its members does not change."""
    return orjson.dumps(answer, option=orjson.OPT_SORT_KEYS)


def _verified_problem(operation: str, stored: StoredAnswer, made: Exchange | Problem) -> Verified:
    if isinstance(made, Exchange):
        compared = Comparison().of({"status": stored.status}, {"status": OK}, problem_members())
        return Verified("differs", _ANSWERED, operation, compared=compared)
    # A problem that was answered alone has the id of its request, which is another one each time.
    content = {name: value for name, value in stored.members.items() if name != "instance"}
    compared = Comparison().of(content, body_of(made, None), problem_members())
    return Verified("differs" if compared.differences else "same", None, operation, compared=compared)


def _change(stored: Json, made: Json) -> Change | None:
    """Return two values if they are not the same."""
    return None if stored == made else Change(stored, made)


def _of_ruleset(answer: Mapping[str, Json], member: str) -> Json:
    """Return a member of the ruleset of an answer; None for a league table, which has no ruleset of its own."""
    ruleset = answer.get("ruleset")
    return ruleset.get(member) if isinstance(ruleset, dict) else None


def _is_id_of(made: Exchange, stored: Mapping[str, Json]) -> bool:
    """Return whether the id of a stored answer is that of the record, by the engine and the ruleset that it names."""
    version, digest = stored.get("engine_version"), _of_ruleset(stored, "digest")
    if not isinstance(version, str):
        return False
    if isinstance(made.subject, RoundToCompare):
        # The digests of the rulesets that were compared, as far as the stored answer names them.
        results = stored.get("results")
        named = [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []
        digests = [str(_of_ruleset(result, "digest")) for result in named]
        return bool(stored["ruling_id"] == round_comparison_id(made.operation_id, digests, made.body, version))
    if "ruleset" not in made.written:
        digests = [game.ruleset.digest for game in made.subject.games]
        return bool(stored["ruling_id"] == league_table_id(made.operation_id, digests, made.body, version))
    if not isinstance(digest, str):
        return False
    return bool(stored["ruling_id"] == ruling_id(made.operation_id, digest, made.body, version))
