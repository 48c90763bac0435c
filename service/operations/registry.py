"""The one table of operations, for HTTP and for files: the handler of each by its operationId in the contract.

A new operation goes into the module of its resource, and from there into this table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from service.operations import bids, claims, games, plays, records, rounds, rulesets, standings, tricks
from service.operations.lookups import findings, limits, problem_types
from service.operations.operation import Computation, Handler

HANDLERS: Mapping[str, Handler] = {
    **rulesets.HANDLERS,
    **bids.HANDLERS,
    **plays.HANDLERS,
    **tricks.HANDLERS,
    **claims.HANDLERS,
    **rounds.HANDLERS,
    **games.HANDLERS,
    **standings.HANDLERS,
    **records.HANDLERS,
    **findings.HANDLERS,
    **limits.HANDLERS,
    **problem_types.HANDLERS,
}


def computation(operation_id: str) -> Computation[Any]:
    """Return an operation with a request body; raises `LookupError` if there is none of this operationId."""
    handler = HANDLERS[operation_id]
    if not isinstance(handler, Computation):
        message = f"{operation_id} is no computation"
        raise LookupError(message)  # noqa: TRY004 - no wrong type but a wrong name
    return handler
