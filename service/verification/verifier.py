"""The verifier: it makes an answer again from its record, and says whether it is the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, TypeAlias

import orjson

from service.media_types import Json
from service.operations.runner import Runner
from service.problems import Problem, body_of, first_error_of
from service.verification.comparison import differences, form_of, operation_of, problem_members
from service.verification.stored_answer import StoredAnswer, UnreadableAnswerError, shown, stored_answer
from service.wire.contract import SchemaTree
from service.wire.exchange import BRIEF, FULL, Exchange
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
_FOLLOWING = frozenset(("#/ruling_id", "#/engine_version", "#/ruleset/digest"))
"""The members that differ whenever the engine or the ruleset does, and say nothing else."""
_OTHER_RECORD = (
    "The ruling_id is not that of this record: the answer was made from another record, or its ruling_id,"
    " engine_version or ruleset digest was changed."
)
_OTHER_RECORD_IN_BRIEF = (
    "The ruling_id is not that of this record by this engine: the answer was made from another record, by another"
    " version of the engine or by another ruleset, or its ruling_id was changed. A brief answer does not say which."
)
_UNANSWERED = "This record gets no answer now, but a problem ({status}): {detail}"
_NO_RULESET = "The answer is by the ruleset {name}, and the record names none: give it with --ruleset."
_NO_NAME = "The record names no ruleset: give it with --ruleset."
_ANSWERED = "The record had a problem, and gets an answer now."


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
    differences: tuple[Json, ...] = ()
    """The places that differ: the pointer of each, and both values."""
    unknown_members: tuple[str, ...] = ()
    """Pointers to the members that this version does not know."""
    engine: Json = None
    """The versions of the engine, stored and made, if they are not the same."""
    ruleset: Json = None
    """The digests of the ruleset, likewise."""
    named: Json = None
    """The names of the ruleset, likewise."""

    @property
    def holds(self) -> bool:
        """Whether the answer is the same."""
        return self.outcome == "same"

    def written(self, line: int) -> Json:
        """Return the result as JSON for the line of this number."""
        differences, unknown = (each[:_MOST_LISTED] or None for each in (self.differences, self.unknown_members))
        members = {
            "line": line,
            "outcome": self.outcome,
            "holds": self.holds,
            **{field.name: getattr(self, field.name) for field in fields(self)},
            "differences": differences,
            "unknown_members": unknown,
            "differences_left_out": max(0, len(self.differences) - _MOST_LISTED) or None,
        }
        return present(members)


def verified(
    runner: Callable[[str], Runner], record: bytes, text: bytes, otherwise: Sequence[str], operation: str | None = None
) -> Verified:
    """Verify an answer to a record: make it again, and compare the two.

    ``runner`` returns the runner of an operation; ``operation`` is the operationId of the one that gave the answer, if
    it is known. Otherwise the members of the answer show it; a problem does not, and holds if one of the operations
    ``otherwise`` has it.
    """
    try:
        stored = stored_answer(text)
    except UnreadableAnswerError as error:
        return Verified("unreadable", str(error))
    if not stored.is_problem:
        asked = operation or operation_of(stored.members)
        return _compared(asked, stored.members, _answer(runner(asked), record, stored.form))
    operations = otherwise if operation is None else (operation,)
    found = [_verified_problem(name, stored, _answer(runner(name), record, FULL)) for name in operations]
    return next((verified for verified in found if verified.holds), found[0])


def _answer(runner: Runner, record: bytes, form: str) -> Exchange | Problem:
    """Return the answer to a record in a form, whatever form the record asks for, or its problem."""
    try:
        exchange = runner.judge(runner.read(record))
        exchange.form = form
        return runner.write(exchange)
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
        detail = _UNANSWERED.format(status=made.kind.status, detail=first_error_of(made))
        found = replace(found, detail=detail)
        return _with_differences(found, {"status": OK}, {"status": made.kind.status}, problem_members())
    if _in_one_order(content) == _in_one_order(made.written):
        return found
    engine = _change(content.get("engine_version"), made.written.get("engine_version"))
    ruleset = _change(_of_ruleset(content, "digest"), _of_ruleset(made.written, "digest"))
    named = ruleset and _change(_of_ruleset(content, "name"), _of_ruleset(made.written, "name"))
    found = replace(found, engine=engine, ruleset=ruleset, named=named)
    if not _is_id_of(made, content):
        detail = _OTHER_RECORD_IN_BRIEF if made.form == BRIEF else _OTHER_RECORD
        return replace(found, outcome="other_record", detail=detail)
    again = orjson.loads(orjson.dumps(made.written))  # as it is sent: what is written has tuples among its lists
    following = _FOLLOWING if engine or ruleset else frozenset[str]()
    return _with_differences(found, content, again, form_of(operation, content), following)


def _with_differences(
    found: Verified, stored: Json, made: Json, tree: SchemaTree, following: frozenset[str] = frozenset()
) -> Verified:
    """Return a result with what differs but for the members ``following``; without a difference it is the same."""
    places = [place for place in differences(stored, made, tree) if place.pointer not in following]
    differing = tuple({"pointer": place.pointer, **place.sides} for place in places if place.sides)
    unknown = tuple(place.pointer for place in places if not place.sides)
    outcome: Outcome = "differs" if differing else "same"
    return replace(found, outcome=outcome, differences=differing, unknown_members=unknown)


def _in_one_order(answer: Json) -> bytes:
    """Return an answer as bytes that the order of its members does not change."""
    return orjson.dumps(answer, option=orjson.OPT_SORT_KEYS)


def _verified_problem(operation: str, stored: StoredAnswer, made: Exchange | Problem) -> Verified:
    if isinstance(made, Exchange):
        found = Verified("differs", _ANSWERED, operation)
        return _with_differences(found, {"status": stored.status}, {"status": OK}, problem_members())
    # A problem that was answered alone has the id of its request, which is another one each time.
    content = {name: value for name, value in stored.members.items() if name != "instance"}
    return _with_differences(Verified("same", None, operation), content, body_of(made, None), problem_members())


def _change(stored: Json, made: Json) -> Json:
    """Return two values if they are not the same."""
    return None if stored == made else {"stored": stored, "made": made}


def _of_ruleset(answer: Mapping[str, Json], member: str) -> Json:
    """Return a member of the ruleset of an answer; None for a league table, which has no ruleset of its own."""
    ruleset = answer.get("ruleset")
    return ruleset.get(member) if isinstance(ruleset, dict) else None


def _is_id_of(made: Exchange, stored: Mapping[str, Json]) -> bool:
    """Return whether the id of a stored answer is that of the record, by the engine and the ruleset that it names."""
    if made.form == BRIEF:  # which names neither
        return bool(stored["ruling_id"] == made.written["ruling_id"])
    version, digest = stored.get("engine_version"), _of_ruleset(stored, "digest")
    if not isinstance(version, str):
        return False
    if isinstance(made.subject, RoundToCompare):
        # The digests of the rulesets that were compared, as far as the stored answer names them.
        results = stored.get("results")
        named = [result for result in results if isinstance(result, dict)] if isinstance(results, list) else []
        digests = [str(_of_ruleset(result, "digest")) for result in named]
        found = round_comparison_id(made.operation_id, digests, made.body, version)
    elif "ruleset" not in made.written:
        digests = [game.ruleset.digest for game in made.subject.games]
        found = league_table_id(made.operation_id, digests, made.body, version)
    else:
        found = ruling_id(made.operation_id, str(digest), made.body, version)
    return bool(stored["ruling_id"] == found)
