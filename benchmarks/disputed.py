"""Measure a round with three offences against one without any, in one run, and print ratios.

    python -m benchmarks.disputed [rounds]

A disputed round is a legal one with two revokes and an early lead of spades: three findings with what proves them, two
penalties, and a second score. Both are measured in turn, by CPU time, and the best of many turns counts, because other
programs can only make one slower.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import orjson

from benchmarks.load import download, request_bytes
from benchmarks.server import Server, serving
from service import core_build
from service.analysis.claims.claimed_round import Claims
from service.media_types import OCTETS
from service.operations.runner import Runner, runner_of
from service.spades.ruling.audit import audit

_BODIES: Mapping[str, bytes] = {
    name: orjson.dumps(orjson.loads((Path(__file__).parent / file).read_bytes()))
    for name, file in (("clean", "round.json"), ("disputed", "disputed_round.json"))
}
_OFFENCES = {"clean": 0, "disputed": 3}
_BATCH = 10_000
_TURNS = 200
_REPEATS = 20


def main(rounds: int) -> None:
    """Print every figure with its limit."""
    print(f"The core is {core_build.choose()}.")
    runner = runner_of("auditRound")
    for name, body in _BODIES.items():
        _check(runner, name, body)
    whole = _fastest({name: _whole(runner, body) for name, body in _BODIES.items()})
    engine = _fastest({name: _engine(runner, body) for name, body in _BODIES.items()})
    _print("JSON in, JSON out", whole, " (limit 1.6)")
    _print("Engine", engine, "")
    print("Limit of the engine for clean rounds: 25,000 audits a second, compiled 50,000.")
    with serving("service:create_app()") as server:
        _over_http(server, rounds)


def _check(runner: Runner, name: str, body: bytes) -> None:
    """Make sure that a round has the offences that it is measured for."""
    findings = runner.run(body).result.findings
    offences = sum(each.severity == "offence" for each in findings)
    if len(findings) != offences or offences != _OFFENCES[name]:
        reason = f"the {name} round has {offences} offences among {len(findings)} findings"
        raise RuntimeError(reason)


def _whole(runner: Runner, body: bytes) -> Callable[[], object]:
    return lambda: orjson.dumps(runner.answer(body))


def _engine(runner: Runner, body: bytes) -> Callable[[], object]:
    request = runner.computation.request_schema.load(orjson.loads(body))
    return lambda: audit(request.subject, request.ruleset, Claims())


def _fastest(steps: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Return the CPU seconds of each step in its best turn; they take turns."""
    best = dict.fromkeys(steps, float("inf"))
    for _ in range(_TURNS):
        for name, step in steps.items():
            started = time.process_time()
            for _ in range(_REPEATS):
                step()
            best[name] = min(best[name], (time.process_time() - started) / _REPEATS)
    return best


def _print(what: str, seconds: Mapping[str, float], limit: str) -> None:
    clean, disputed = seconds["clean"], seconds["disputed"]
    print(f"{what}, disputed against clean: {disputed / clean:.2f} times the CPU time{limit}.")
    for name, each in seconds.items():
        print(f"  {name}: {each * 1e6:.0f} us ({1 / each:,.0f} audits a second)")


def _over_http(server: Server, rounds: int) -> None:
    rates = dict.fromkeys(_BODIES, 0.0)
    messages = {
        name: request_bytes("/v1/rounds/audit/batch", (body + b"\n") * _BATCH, OCTETS) for name, body in _BODIES.items()
    }
    for _ in range(rounds):
        for name, message in messages.items():
            cpu = server.worker_cpu_seconds()
            for lines in download(server.port, message):
                if lines != _BATCH:
                    reason = f"{lines} of {_BATCH} lines came"
                    raise RuntimeError(reason)
            rates[name] = max(rates[name], _BATCH / (server.worker_cpu_seconds() - cpu))
    clean, disputed = rates["clean"], rates["disputed"]
    print(f"Batch over HTTP, clean against disputed: {clean / disputed:.2f} times the audits a second of CPU.")
    print(f"  clean: {clean:,.0f} audits a second of CPU (limit 8,000; compiled 10,000, goal 12,000)")
    print(f"  disputed: {disputed:,.0f} audits a second of CPU (limit 6,000)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
