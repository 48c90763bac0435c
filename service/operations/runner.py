"""All operations of the contract, and the way from a body to its answer.

A `Runner` makes an `Exchange` of a body: it parses the bytes, has the contract check them, and loads them with the
schema of the request. Then it adds the result that the core computes, and the JSON that the schema of the answer dumps.

Every body goes this one way, whether it came by itself, as a line of a batch or from a file. To answer one without a
server: ``answer("auditRound", body)``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Final

from service.media_types import Json
from service.operations import games, lookups, rounds, rulesets_and_records, table_questions
from service.operations.operation import Computation, Handler, Steps, for_page, go_on
from service.problems import too_large
from service.settings import Settings
from service.spades.errors import UnreadableRecord, UnusableRuleset
from service.wire.contract import Operation, load_document, operations
from service.wire.exchange import FULL, WITH_SUMMARY, Exchange
from service.wire.faults.refusals import problem_of_faults, problem_of_violations
from service.wire.ndjson import Stages
from service.wire.strict_json import parse

_DEFAULT_SETTINGS: Final = Settings()
_VALUES_A_STEP: Final = 64
"""The values of a body that violates the contract of which the faults take about a step of a computation to list."""


def judged_for_page(operation_id: str, record: Json) -> Json:
    """Return the answer to a record of this service itself as pages have it, with summaries."""
    judging = computation(operation_id)
    exchange = Exchange(operation_id, record, *judging.request_schema.load(record))
    exchange.result = judging.compute(exchange)
    return for_page(exchange, judging.forms[WITH_SUMMARY].dump)


HANDLERS: Mapping[str, Handler] = {
    **rulesets_and_records.HANDLERS,
    **table_questions.HANDLERS,
    **rounds.HANDLERS,
    **games.HANDLERS,
    **lookups.handlers(judged_for_page),
}


def computation(operation_id: str) -> Computation[Any]:
    """Return an operation with a request body; raises `LookupError` if there is none of this operationId."""
    handler = HANDLERS[operation_id]
    if not isinstance(handler, Computation):
        message = f"{operation_id} is no computation"
        raise LookupError(message)  # noqa: TRY004 - no wrong type but a wrong name
    return handler


def in_json(_: int, exchange: Exchange) -> Json:
    """Return the answer as JSON."""
    return exchange.written


class Runner:
    """A computation of the contract, ready to answer bodies within the limits of the settings."""

    def __init__(self, operation: Operation, computation: Computation[Any], settings: Settings) -> None:
        is_game = computation.size == "game"
        self.computation = computation
        self.max_bytes = settings.game_bytes if is_game else settings.body_bytes
        """The longest body; of a longer one, nobody need read more than one byte beyond this."""
        self._max_values = settings.game_values if is_game else settings.body_values
        self._operation = operation

    def run(self, body: bytes, give_way: Callable[[int], object] = go_on) -> Exchange:
        """Answer a body; raises `Problem` for one that can't be answered.

        ``give_way`` is called with the number of each step of a computation that takes long, and once with the number
        of steps that it takes to say what is wrong with a body.
        """
        return self.write(self.judge(self.read(body, give_way)))

    def read(self, body: bytes, give_way: Callable[[int], object] = go_on) -> Exchange:
        """Begin the exchange that a body asks for, the first part of `run`; raises `Problem` as `run` does."""
        if len(body) > self.max_bytes:
            raise too_large(self.max_bytes, self.computation.if_too_long)
        value = parse(body, self._max_values, self.computation.if_too_long)
        if not self._operation.accepts(value):
            # Before the engine lists them: each may violate the contract, and finding and explaining it takes a while.
            give_way((body.count(b",") + body.count(b":")) // _VALUES_A_STEP)
            raise problem_of_violations(self._operation.tree, value, self._operation.violations(value))
        try:
            ruleset, subject = self.computation.request_schema.load(value)
        except (UnreadableRecord, UnusableRuleset) as error:
            raise problem_of_faults(error) from error
        steps = Steps(give_way, self.computation.if_too_long)
        form = value.get("answer", FULL)
        return Exchange(self._operation.operation_id, value, ruleset, subject, steps, form=form)

    def judge(self, exchange: Exchange) -> Exchange:
        """Add the result to an exchange, the second part of `run`; raises `Problem` as `run` does."""
        try:
            exchange.result = self.computation.compute(exchange)
        except UnreadableRecord as error:  # a fault that shows only in judging, such as a trick without a leader
            raise problem_of_faults(error) from error
        return exchange

    def write(self, exchange: Exchange) -> Exchange:
        """Add the JSON of the answer to an exchange: the last part of `run`."""
        exchange.written = self.computation.dump(exchange)
        return exchange

    def stages(
        self, result_of: Callable[[int, Exchange], Json] = in_json, give_way: Callable[[int], object] = go_on
    ) -> Stages:
        """Return the parts of `run` by which the lines of a batch are answered, some at a time.

        ``result_of`` returns what the output says of the answer to the line of a number, or raises `Problem`.
        """
        return (
            lambda _, line: self.read(line, give_way),
            lambda _, exchange: self.judge(exchange),
            lambda number, exchange: result_of(number, self.write(exchange)),
        )

    def answer(self, body: bytes) -> Json:
        """Return the JSON that answers a body; raises `Problem` for one that can't be answered."""
        return self.run(body).written


@cache
def runner_of(operation_id: str, settings: Settings = _DEFAULT_SETTINGS) -> Runner:
    """Return the runner of a computation by its operationId in the contract that ships; made once in a process."""
    return Runner(_contract()[operation_id], computation(operation_id), settings)


@cache
def _contract() -> Mapping[str, Operation]:
    return {operation.operation_id: operation for operation in operations(load_document())}


def answer(operation_id: str, body: bytes) -> Json:
    """Return the JSON that answers a body, as the service answers it over HTTP; raises `Problem`."""
    return runner_of(operation_id).answer(body)
