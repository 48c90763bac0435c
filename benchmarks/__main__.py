"""Measure the service against named limits in one run, and print ratios, which hardly differ between machines.

    python -m benchmarks [rounds]

Each round starts the empty endpoint and the service anew, under the same server with the same settings, and measures
one after the other: how a process happens to lie in memory and on the cores accounts for a tenth of its speed. The
printed ratio is the median over rounds. Both write access logs; a second ratio is to an empty endpoint without one.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import orjson

from benchmarks import steps
from benchmarks.load import Measured, load, request_bytes
from benchmarks.server import serving
from benchmarks.telemetry import telemetry
from service import core_build
from service.operations.runner import runner_of

_ROUND = (Path(__file__).parent / "round.json").read_bytes()
_REQUESTS = 4_000


def main(rounds: int) -> None:
    """Print every figure with its limit."""
    print(f"A full audit of 13 tricks with all hands: {len(_ROUND)} bytes. The core is {core_build.choose()}.")
    _over_http(rounds)
    _in_process()


def _over_http(rounds: int) -> None:
    message = request_bytes("/v1/rounds/audit", _ROUND)
    asked = {"audit": message, **_others()}
    measured: dict[str, list[Measured]] = {name: [] for name in ("empty endpoint", "the same, unlogged", *asked)}
    seconds, megabytes = [], []
    for _ in range(rounds):
        with (
            serving("benchmarks.empty:create_app()") as empty,
            serving("benchmarks.empty:create_app()", SPADES_LOG="off") as unlogged,
            serving("service:create_app()") as service,
        ):
            empties = zip(measured, (empty.port, unlogged.port), (message, message), strict=False)
            for name, port, sent in (*empties, *((name, service.port, sent) for name, sent in asked.items())):
                load(port, sent, requests=_REQUESTS // 4)
                measured[name].append(load(port, sent, requests=_REQUESTS))
            seconds.append(service.seconds_to_ready)
            megabytes.append(service.worker_megabytes())
    print(f"Ready to answer after {statistics.median(seconds):.2f} s (limit 1 s).")
    print(f"Worker: {max(megabytes):.0f} MB (limit 80 MB).")
    for name, each in measured.items():
        _print(name, each)
    audits, *others = [measured.pop(name) for name in asked]
    for (name, limits), wanted in zip(measured.items(), (" (limit 0.70, goal 0.75)", ""), strict=True):
        rate = statistics.median(found.rate / limit.rate for found, limit in zip(audits, limits, strict=True))
        print(f"Audit against {name}: {rate:.2f} of the requests a second{wanted}.")
    for name, found_there in zip(_others(), others, strict=True):
        rate = statistics.median(found.rate / audit.rate for found, audit in zip(found_there, audits, strict=True))
        print(f"{name.capitalize()} against a full audit: {rate:.2f} times the requests a second.")
    slow = statistics.median(
        found.p99 / limit.p99 for found, limit in zip(audits, measured["empty endpoint"], strict=True)
    )
    print(f"p99 of an audit: {slow:.1f} times the empty endpoint's (limit 3).")


def _others() -> dict[str, bytes]:
    """Return requests about the same round that are answered with less: a brief audit, and the turn in its middle."""
    record = orjson.loads(_ROUND)
    brief = {**record, "answer": "brief"}
    so_far = {name: record[name] for name in ("ruleset", "players", "dealer", "hands", "bids") if name in record}
    so_far["tricks"] = record["tricks"][:6]
    return {
        "brief audit": request_bytes("/v1/rounds/audit", orjson.dumps(brief)),
        "what comes next": request_bytes("/v1/rounds/next", orjson.dumps(so_far)),
    }


def _print(name: str, measured: list[Measured]) -> None:
    rate, median, p99 = (
        statistics.median(getattr(each, key) for each in measured) for key in ("rate", "median", "p99")
    )
    print(f"{name}: {rate:.0f} requests a second, median {median:.2f} ms, p99 {p99:.2f} ms")


def _in_process() -> None:
    """Print what an audit costs beside its JSON, without HTTP, and what telemetry adds to that."""
    steps.main()
    ruling = runner_of("auditRound").run(_ROUND).result
    with telemetry(ruling) as step:
        best = min(_seconds(step) for _ in range(20))
    print(f"ids, headers, counters and log line: {best * 1e6:.1f} us (limit 15 us)")


def _seconds(step: Callable[[], object], repeats: int = 200) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        step()
    return (time.perf_counter() - started) / repeats


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 9)
