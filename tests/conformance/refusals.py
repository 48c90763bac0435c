"""Requests that are refused, with their faults: the table of mistakes, and bodies that are no JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tests.conformance.vector import LEVEL_OF, Vector
from tests.contract.document import WITH_BODY
from tests.http.mistakes import MISTAKES, ROUND

_OPERATIONS = {described.path: described.name for described in WITH_BODY}
_NO_JSON = {
    "cut-short": json.dumps(ROUND)[:-1],
    "a-name-twice": json.dumps(ROUND)[:-1] + ', "ruleset": "pagat"}',
    "not-a-number": json.dumps(ROUND)[:-1] + ', "round_number": NaN}',
    "words": "ana bid 3",
    "nothing": "",
}
"""Bodies that no strict JSON parser reads, by what is wrong with them."""


def refusals() -> Iterator[Vector]:
    """Yield every mistake of the table that is made in a request of an operation that the rules decide."""
    for mistake in MISTAKES:
        operation = _OPERATIONS.get(mistake.path)
        if operation not in LEVEL_OF:
            continue
        yield Vector(
            name=f"refusals/{_slug(operation)}-{_slug(mistake.name)}",
            operation=operation,
            request=mistake.body,
            answer={
                "type": f"/problems/{mistake.slug}",
                "errors": [{"pointer": pointer, "code": code} for pointer, code, _ in mistake.faults],
            },
            evidence="rules",
            source=f"openapi.yaml, {operation}: {mistake.name}",
            status=422,
        )
    for name, body in _NO_JSON.items():
        yield Vector(
            name=f"refusals/no-json-{name}",
            operation="scoreRound",
            request=None,
            body=body,
            answer={"type": "/problems/not-json"},
            evidence="rules",
            source="RFC 8259, sections 2 and 4; openapi.yaml, scoreRound, status 400",
            status=400,
        )


def _slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")
