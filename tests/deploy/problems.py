"""What every problem has that nginx answers by itself."""

from __future__ import annotations

from typing import Any

from service.media_types import PROBLEM
from service.problems import TYPES
from tests.http.wire import Answer

POLICIES = ('"requests";q=50;w=1', '"batches";q=30;w=60')


def assert_problem(answer: Answer, status: int) -> None:
    """Assert that an answer of nginx is a problem of this status, in the form of the service's own problems."""
    assert answer.status == status, answer.body[:500]
    assert answer.headers["content-type"] == PROBLEM
    assert "cache-control" in answer.headers
    assert answer.headers["server"] == "nginx"
    members: dict[str, Any] = answer.json()
    assert members.keys() == {"type", "title", "status", "detail", "instance"}
    assert (members["status"], members["instance"]) == (status, f"urn:request:{answer.headers['x-request-id']}")
    kind = TYPES[members["type"].removeprefix("/problems/")]
    assert (kind.title, kind.status) == (members["title"], status)
    assert ("retry-after" in answer.headers) == (status in {429, 503})
    assert answer.headers.get("ratelimit-policy", '"requests";q=50;w=1') in POLICIES
    assert status != 429 or "ratelimit-policy" in answer.headers
    assert ("allow" in answer.headers) == (status == 405)
