"""Digests of the answers to the sample requests and to the examples of the contract, pinned by engine version.

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
from tests.contract.bodies import bodies_of
from tests.contract.document import WITH_BODY

PINNED = Path(__file__).parent.parent / "corpus" / "answers.json"


def digests() -> dict[str, str]:
    """Return, by operation, one digest of its answers to all sample requests in order."""
    client = create_app().test_client()
    digests = {}
    for operation in WITH_BODY:
        together = hashlib.sha256()
        for body in bodies_of(operation.name).values():
            answer = client.open(operation.path, method=operation.method.upper(), json=body)
            together.update(b"%d\n" % answer.status_code)
            together.update(json.dumps(answer.json, sort_keys=True).encode() + b"\n")
        digests[operation.name] = together.hexdigest()
    return digests


def pinned() -> dict[str, dict[str, str]]:
    """Return the pinned digests by engine version and operation."""
    content: dict[str, dict[str, str]] = json.loads(PINNED.read_text())
    return content


if __name__ == "__main__":
    PINNED.write_text(json.dumps({**pinned(), ENGINE_VERSION: digests()}, indent=2) + "\n", encoding="utf-8")
