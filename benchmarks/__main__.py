"""Measure the service against named limits, in one run, and print ratios: machines differ, ratios hardly do.

    python -m benchmarks [rounds]

A round measures the empty endpoint and the service after one another; the ratio printed is the median over rounds.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks.load import Measured, load, request_bytes
from benchmarks.server import serving
from benchmarks.telemetry import telemetry
from service.body import parse
from service.contract import load_document, operations
from service.schemas import RoundRecordSchema
from service.settings import Settings
from service.spades.ruling import audit

_ROUND = (Path(__file__).parent / "round.json").read_bytes()
_REQUESTS = 4_000


def main(rounds: int) -> None:
    """Print every figure with the limit that it is held against."""
    print(f"A full audit of 13 tricks with all hands: {len(_ROUND)} bytes.")
    _over_http(rounds)
    _in_process()


def _over_http(rounds: int) -> None:
    message = request_bytes("/v1/rounds/audit", _ROUND)
    ratios, empties, audits = [], [], []
    with (
        serving("benchmarks.empty:create_app()", SPADES_LOG="off") as empty,
        serving("service:create_app()") as service,
    ):
        print(f"Ready to answer after {service.seconds_to_ready:.2f} s (limit 1 s).")
        for server in (empty, service):
            load(server.port, message, requests=_REQUESTS // 4)
        for _ in range(rounds):
            limit = load(empty.port, message, requests=_REQUESTS)
            found = load(service.port, message, requests=_REQUESTS)
            ratios.append(found.rate / limit.rate)
            empties.append(limit)
            audits.append(found)
        print(f"Worker: {service.worker_megabytes():.0f} MB (limit 80 MB).")
    _print("empty endpoint", empties)
    _print("audit", audits)
    print(f"Audit against empty endpoint: {statistics.median(ratios):.2f} of the requests a second (limit 0.60).")


def _print(name: str, measured: list[Measured]) -> None:
    rate, median, p99 = (
        statistics.median(getattr(each, key) for each in measured) for key in ("rate", "median", "p99")
    )
    print(f"{name}: {rate:.0f} requests a second, median {median:.2f} ms, p99 {p99:.2f} ms")


def _in_process() -> None:
    """Print what each step of an audit costs, without HTTP."""
    settings = Settings()
    operation = next(each for each in operations(load_document()) if each.operation_id == "auditRound")
    schema = RoundRecordSchema()
    value = parse(_ROUND, settings.body_values)
    request = schema.load(value)
    steps: dict[str, Callable[[], object]] = {
        "strict parse": lambda: parse(_ROUND, settings.body_values),
        "contract": lambda: operation.check(value),
        "wire to domain": lambda: schema.load(value),
        "engine": lambda: audit(request.about, request.ruleset),
    }
    for name, step in steps.items():
        best = min(_seconds(step) for _ in range(20))
        print(f"{name}: {best * 1e6:.0f} us ({1 / best:,.0f} a second)")
    with telemetry(audit(request.about, request.ruleset)) as step:
        best = min(_seconds(step) for _ in range(20))
    print(f"ids, headers, counters and log line: {best * 1e6:.1f} us (limit 15 us)")


def _seconds(step: Callable[[], object], repeats: int = 200) -> float:
    started = time.perf_counter()
    for _ in range(repeats):
        step()
    return (time.perf_counter() - started) / repeats


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
