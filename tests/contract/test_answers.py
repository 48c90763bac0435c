"""No answer changes unnoticed: who quotes a ruling by its id and engine version gets the same one again."""

from __future__ import annotations

from service.spades import ENGINE_VERSION
from tests.contract.answers import digests, pinned


def test_no_answer_has_changed_under_this_engine_version() -> None:
    """Rulings, the ruling id: engine_version changes only when an answer changes, and whenever one does."""
    assert digests() == pinned()[ENGINE_VERSION], "an answer has changed: give the engine another version"


def test_every_operation_is_pinned() -> None:
    """Rulings, the ruling id: the digest is that of all answers."""
    assert pinned()[ENGINE_VERSION].keys() == digests().keys()
