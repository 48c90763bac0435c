"""Hostile clients with the most expensive requests that are known, and what quick audits beside them get.

Each hostile client has an address of its own and sends the same request again as soon as it has an answer, whatever
that is. The quick audits come from another process, which no hostile client keeps waiting. `tests.deploy.endurance`
prints them all; ``python -m tests.deploy.attacks [TIMES]`` prints all of them at once, in half a minute each time.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from functools import cache
from itertools import cycle, islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from service.media_types import JSON
from service.operations.runner import runner_of
from service.problems import Problem
from tests.deploy.crowd import source
from tests.deploy.stack import stack
from tests.http.bodies import AUDIT, AUDIT_BATCH, AUDIT_GAME, STANDINGS, asking
from tests.http.wire import Address, Connection, request
from tests.naive.spoilt.generator import spoilt_records
from tests.naive.spoilt.rows import rows

READ_RECORDS = "/v1/records/read"
SECONDS = 8.0
"""How long each attack lasts."""
CALM = 2.0
"""How long quick audits are measured after it."""
_SPOILT = 600
"""How many spoilt records are tried to find the most expensive."""
_LINES = 5_000
_QUICK = 2
_OF_THE_GAME = ("ruleset", "players", "teams", "before", "labels", "round_number")
_BURST = 100
_PATIENCE = 60.0


class Attack(NamedTuple):
    """So many clients with one request."""

    name: str
    clients: int
    message: bytes


class Beside(NamedTuple):
    """What became of quick audits beside an attack, or after it."""

    seconds: list[float]
    lost: list[str]
    """Answers other than 200, and failures, in words."""

    def __str__(self) -> str:
        """Return the figures in a line."""
        if len(self.seconds) < _QUICK:
            return f"{len(self.seconds)} audits, {len(self.lost)} lost {Counter(self.lost).most_common(2)}"
        middle, last = statistics.median(self.seconds), statistics.quantiles(self.seconds, n=100)[98]
        lost = f" {Counter(self.lost).most_common(2)}" if self.lost else ""
        return (
            f"{len(self.seconds):,} audits, p50 {middle * 1e3:.1f} ms, p99 {last * 1e3:.0f} ms,"
            f" at most {max(self.seconds) * 1e3:.0f} ms, {len(self.lost)} lost{lost}"
        )


def cpu(operation: str, body: bytes, media_type: str = JSON) -> float:
    """Return the CPU seconds that an answer takes, a refusal as well."""
    return cpu_and_refusal(operation, body, media_type)[0]


def cpu_and_refusal(operation: str, body: bytes, media_type: str = JSON) -> tuple[float, bool]:
    """Return the CPU seconds that an answer takes, and whether it is a refusal."""
    runner, refused = runner_of(operation), True
    started = time.process_time()
    with suppress(Problem):
        exchange = runner.run(body)
        _ = orjson.dumps(exchange.written) if media_type == JSON else runner.computation.pages[media_type](exchange)
        refused = False
    return time.process_time() - started, refused


@cache
def worst_records() -> tuple[dict[str, Any], ...]:
    """Return spoilt records, the most expensive first."""
    kinds, found = list(rows().values()), []
    for seed in range(_SPOILT):
        row = kinds[seed % len(kinds)]
        record = next(spoilt_records(seed, row.plans[seed % len(row.plans)])).body
        found.append((-cpu("auditRound", orjson.dumps(record)), seed, record))
    return tuple(record for _, _, record in sorted(found)[:20])


def game_of(record: Mapping[str, Any], rounds: int) -> bytes:
    """Return a game of which every round is this one, and which no score ends."""
    named = record["ruleset"] if isinstance(record["ruleset"], dict) else {"name": record["ruleset"]}
    overrides = named.get("overrides", {})
    endless = {**overrides.get("game", {}), "target": 100_000, "floor": -100_000}
    ruleset = {**named, "overrides": {**overrides, "game": endless}}
    played = {name: value for name, value in record.items() if name not in _OF_THE_GAME}
    head = {name: record[name] for name in ("players", "teams") if name in record}
    return orjson.dumps({"ruleset": ruleset, **head, "rounds": list(islice(cycle([played]), rounds))})


def attacks() -> tuple[Attack, ...]:
    """Return the attacks, each with its most expensive request."""
    records = worst_records()
    games = max((game_of(record, 100) for record in records[:6]), key=lambda body: cpu("auditGame", body))
    costly, teams = orjson.dumps(records[0]), [f"Team {number}" for number in range(9_990)]
    return (
        Attack("8 games", 8, request("POST", AUDIT_GAME, games)),
        Attack("16 records", 16, request("POST", AUDIT, costly)),
        Attack(
            "8 batches",
            8,
            request("POST", AUDIT_BATCH, (costly + b"\n") * _LINES, Content_Type="application/octet-stream"),
        ),
        Attack("64 lists of faults", 64, request("POST", AUDIT, orjson.dumps({"tricks": [{"plays": [{}] * 990}]}))),
        Attack("32 texts", 32, request("POST", READ_RECORDS, orjson.dumps({"text": "-\n" * 10_000}))),
        Attack("8 league tables", 8, request("POST", STANDINGS, orjson.dumps({"results": [], "byes": teams}))),
    )


@contextmanager
def attacked(address: Address, by: tuple[Attack, ...]) -> Iterator[Counter[str]]:
    """Have these clients attack during a with block; counts what they are answered."""
    stop, answered = threading.Event(), Counter[str]()
    open_ones: list[Connection] = []

    def attack(message: bytes) -> None:
        while not stop.is_set():
            try:
                connection = Connection(address, source())
                open_ones.append(connection)
                while not stop.is_set():
                    connection.send(message)
                    answer = connection.receive()
                    answered[str(answer.status)] += 1
                    if answer.headers.get("connection") == "close":
                        break
                connection.close()
            except (OSError, AssertionError, ValueError) as error:
                answered[type(error).__name__] += not stop.is_set()
                time.sleep(0.05)

    threads = [threading.Thread(target=attack, args=(each.message,)) for each in by for _ in range(each.clients)]
    for thread in threads:
        thread.start()
    try:
        yield answered
    finally:
        stop.set()
        for connection in open_ones:
            with suppress(OSError):
                connection.send_no_more()  # they leave at once, whatever they were waiting for
        for thread in threads:
            thread.join()


def quick(address: Address, seconds: float) -> Beside:
    """Send ordinary audits from another process, each when the last is answered, for so long."""
    with ProcessPoolExecutor(1, get_context("spawn")) as others:
        return others.submit(_quick, address, seconds).result()


def _quick(address: Address, seconds: float) -> Beside:
    """Send ordinary audits over a few connections, from addresses that no hostile client has."""
    hosts = map("127.250.1.{}".format, cycle(range(1, 250)))
    told, message = Beside([], []), request("POST", AUDIT, asking(AUDIT))
    until = time.monotonic() + seconds

    def ask() -> None:
        connection: Connection | None = None
        asked = 0
        while time.monotonic() < until:
            started = time.perf_counter()
            try:
                if connection is None or asked % _BURST == 0:
                    connection = Connection(address, next(hosts))
                asked += 1
                connection.send(message)
                answer = connection.receive()
            except (OSError, AssertionError) as error:
                told.lost.append(type(error).__name__)
                connection = None
                continue
            if answer.status == 200:
                told.seconds.append(time.perf_counter() - started)
            else:
                told.lost.append(str(answer.status))
            if answer.headers.get("connection") == "close":
                connection = None
            time.sleep(0.005)

    threads = [threading.Thread(target=ask) for _ in range(_QUICK)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return told


def report(address: Address, how: str, *, each_alone: bool = True) -> Iterator[str]:
    """Yield in lines what quick audits get beside each attack, and beside all of them, and right after."""
    known = attacks()
    yield f"{how}, alone: {quick(address, CALM)}"
    for by in (*((each,) for each in known if each_alone), known):
        name = " and ".join(each.name for each in by)
        with attacked(address, by) as answered:
            time.sleep(1)  # so that all of them are there
            beside = quick(address, SECONDS)
        yield f"{how}, beside {name}: {beside}; they were answered {dict(answered)}"
        time.sleep(CALM)
        yield f"  from {CALM:.0f} s after they left: {quick(address, CALM)}"


def ending() -> str:
    """Return in words how long the service takes to end after SIGTERM beside all attacks, the heaviest load."""
    with (
        tempfile.TemporaryDirectory() as folder,
        stack(Path(folder) / "log") as parts,
        attacked(parts.address, attacks()),
    ):
        time.sleep(2)
        started = time.monotonic()
        parts.back.process.terminate()
        parts.back.process.wait(_PATIENCE)
        took = time.monotonic() - started
    return f"SIGTERM beside all attacks: ended after {took:.1f} s"


def main(times: int = 1) -> None:
    """Print what quick audits get beside all attacks at once, without nginx and through it."""
    with tempfile.TemporaryDirectory() as folder, stack(Path(folder) / "log") as parts:
        for address, how in ((parts.back.address, "without nginx"), (parts.front.address, "through nginx")) * times:
            for line in report(address, how, each_alone=False):
                sys.stdout.write(f"{line}\n")
                sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
