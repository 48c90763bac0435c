"""One request answered: bytes, value, contract, domain, core, domain, JSON.

The one way from a body to its answer, whether it came by itself, as a line of a batch, or from a file.
"""

from __future__ import annotations

from typing import Any

from service.operations.operation import Computation
from service.problems import faulty
from service.settings import Settings
from service.spades.errors import Fault, UnreadableRecord, UnusableRuleset
from service.wire.contract import Operation
from service.wire.schemas import Answer
from service.wire.strict_json import JSON, parse, too_long


class Answering:
    """An operation of the contract, bound to what computes its answers and to the limits of its requests."""

    def __init__(self, operation: Operation, computation: Computation, settings: Settings) -> None:
        game = computation.size == "game"
        self.name = operation.operation_id
        self.pages = computation.pages
        self.kinds = (JSON, *computation.pages)
        self.most_bytes = settings.game_bytes if game else settings.body_bytes
        self._most_values = settings.game_values if game else settings.body_values
        self._operation = operation
        self._computation = computation

    def answer(self, raw: bytes) -> tuple[Answer, Any]:
        """Return what was found out about a body, and the JSON value to answer; raises `Problem`."""
        if len(raw) > self.most_bytes:
            raise too_long(self.most_bytes)
        value = parse(raw, self._most_values)
        self._operation.check(value)
        try:
            asked = self._computation.reads.load(value)
        except UnreadableRecord as error:
            raise faulty("unreadable-record", map(_error, error.faults)) from error
        except UnusableRuleset as error:
            raise faulty("unusable-ruleset", map(_error, error.faults)) from error
        found = self._computation.compute(asked)
        answer = Answer(self._operation.operation_id, value, asked.ruleset, asked.about, found)
        return answer, self._computation.writes.dump(answer)


def _error(fault: Fault) -> dict[str, str]:
    return fault._asdict()
