"""Digests of the answers to the requests of the corpus, pinned by engine version.

    python -m tests.contract.answers

pins those of this version in `corpus/answers.json`, and leaves those of older ones. If an answer has changed, raise the
engine version and renew the examples first (`make renew` does all in order).
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from service import create_app
from service.spades import ENGINE_VERSION
from tests.contract.corpus import kept_for
from tests.contract.document import WITH_BODY

PINNED = Path(__file__).parent.parent / "corpus" / "answers.json"


def digests() -> dict[str, str]:
    """Return, by operation, one digest of its answers to all requests in order."""
    client = create_app().test_client()
    together = {operation.name: hashlib.sha256() for operation in WITH_BODY}
    for request in kept_for("digest"):
        answer = request.ask(client)
        together[request.operation.name].update(b"%d\n" % answer.status_code)
        together[request.operation.name].update(json.dumps(answer.json, sort_keys=True).encode() + b"\n")
    return {name: each.hexdigest() for name, each in together.items()}


def pinned() -> dict[str, dict[str, str]]:
    """Return the pinned digests by engine version and operation."""
    content: dict[str, dict[str, str]] = json.loads(PINNED.read_text())
    return content


if __name__ == "__main__":
    PINNED.write_text(json.dumps({**pinned(), ENGINE_VERSION: digests()}, indent=2) + "\n", encoding="utf-8")
