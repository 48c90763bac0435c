"""No answer changes unnoticed: the same ruling id and engine version always mean the same ruling."""

from __future__ import annotations

from service.spades import ENGINE_VERSION
from tests.contract.answers import digests, pinned


def test_no_answer_has_changed_under_this_engine_version() -> None:
    """The engine version changes whenever an answer changes, and only then."""
    assert digests() == pinned()[ENGINE_VERSION], "an answer has changed: raise the engine version"
