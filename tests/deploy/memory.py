"""What memory does over many requests to one worker: ``python -m tests.deploy.memory [REQUESTS]``.

Every operation is asked by turns: with the requests of the contract's tests as they are, changed at random (most are
refused then, with every fault explained), and with spoilt records of new names, so that nothing that is kept for each
request, name or ruleset stays hidden.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import orjson

from tests.contract.corpus import BODIES, bodies_of
from tests.contract.document import JSON, LINES, OCTETS, OPERATIONS, PAGES
from tests.deploy.most_expensive import changed
from tests.deploy.stack import children, megabytes, service
from tests.http.wire import Connection, request
from tests.naive.spoilt.generator import spoilt_records
from tests.naive.spoilt.rows import rows

REQUESTS = 100_000
_STEP = 10_000
_VARIABLE = re.compile(r"{\w+}")
_SPOILT = 40  # one request of so many is a spoilt record, which takes as long as fifty others

Sent = tuple[str, bytes | None, str]


def _requests(seed: int = 1) -> Iterator[Sent]:
    """Yield path, body and media type to accept of requests without end; one without a body is a GET."""
    random, paths = Random(seed), {each.name: each.path for each in OPERATIONS}
    bodies = {operation: tuple(bodies_of(operation).values()) for operation in BODIES}
    lookups = [each.path for each in OPERATIONS if each.method == "get"]
    plans = cycle(plan for row in rows().values() for plan in row.plans)
    for number, operation in enumerate(cycle([*bodies, "batch", "lookup"])):
        if number % _SPOILT == 0:
            record = orjson.dumps(next(spoilt_records(number, next(plans))).body)
            yield paths["auditRound"], record.replace(b'ana"', b'ana-%d"' % number), JSON
        elif operation == "lookup":
            name = random.choice(["pagat", "nello", f"none-{number}"])
            yield _VARIABLE.sub(name, random.choice(lookups)), None, random.choice((JSON, *PAGES))
        elif operation == "batch":
            lines = [orjson.dumps(changed(random, random.choice(bodies["auditRound"]))) for _ in range(4)]
            yield f"{paths['auditRound']}/batch", b"\n".join(lines), LINES[0]
        else:
            body = random.choice(bodies[operation])
            accept = PAGES[1] if number % 5 == 0 else JSON
            yield paths[operation], orjson.dumps(changed(random, body) if number % 2 else body), accept


def report(requests: int = REQUESTS) -> Iterator[str]:
    """Yield in lines what the memory of a worker is after each so many requests."""
    statuses: Counter[int] = Counter()
    sent = _requests()
    # A worker as shipped starts afresh after 50,000 requests.
    settings = {"GUNICORN_CMD_ARGS": "--max-requests 0", "SPADES_LOG": "off"}
    with TemporaryDirectory() as folder, service(Path(folder) / "log", 1, **settings) as running:
        (worker,) = children(running.process.pid)
        connection = Connection(running.address)
        for done in range(0, requests + 1, _STEP):
            yield f"after {done:>7,} requests: {megabytes(worker):.1f} MB"
            for path, body, accept in islice(sent, _STEP if done < requests else 0):
                method, kind = ("GET", "") if body is None else ("POST", OCTETS if path.endswith("batch") else JSON)
                connection.send(request(method, path, body or b"", Accept=accept, Content_Type=kind))
                statuses[connection.receive().status] += 1
        if children(running.process.pid) != [worker]:
            raise RuntimeError("the worker was replaced")
    yield f"they were answered {dict(sorted(statuses.items()))}"


if __name__ == "__main__":
    for line in report(*map(int, sys.argv[1:])):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
