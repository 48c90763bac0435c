"""Measure batches against single requests in one run, and print ratios.

    python -m benchmarks.batches [rounds]

Rates are given by wall-clock time and by the CPU time of the only worker; trust the second on a shared machine. The
best of several rounds counts, because other programs can only make a round slower.
"""

from __future__ import annotations

import multiprocessing
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import orjson

from benchmarks.load import Measured, download, load, request_bytes
from benchmarks.server import Server, serving
from service import core_build
from service.http.responders import batch_responder
from service.media_types import OCTETS
from service.operations.runner import runner_of
from service.runtime.metrics import Rulings
from service.runtime.middleware import REQUEST_ID
from service.settings import Settings

_ROUND = orjson.dumps(orjson.loads((Path(__file__).parent / "round.json").read_bytes()))
_PATH = "/v1/rounds/audit"
_FEW, _MANY = 100, 10_000
_SINGLES = 2_000


def main(rounds: int) -> None:
    """Print every figure with its limit."""
    build = core_build.choose()
    print(f"A full audit of 13 tricks with all hands, one a line: {len(_ROUND)} bytes. The core is {build}.")
    _in_process()
    with serving("service:create_app()") as server:
        _against_single_requests(server, rounds)
        _beside_single_requests(server)
        print(f"Worker after all that: {server.worker_megabytes():.0f} MB.")


def _in_process() -> None:
    """Print how much the loop over lines adds to the cost of the lines themselves."""
    runner = runner_of("auditRound")
    respond, body = batch_responder(runner, "auditRoundBatch", Settings()), _lines(_FEW)
    sent = {"CONTENT_TYPE": OCTETS, "CONTENT_LENGTH": str(len(body)), REQUEST_ID: "the benchmark"}

    def bare() -> None:
        for _ in range(_FEW):
            exchange, rulings = runner.run(_ROUND), Rulings()
            rulings.add(*runner.computation.counts(exchange.result))
            rulings.count()
            orjson.dumps(exchange.written)

    def whole() -> None:
        for _ in respond({**sent, "wsgi.input": BytesIO(body)}).chunks:
            pass

    pairs = [(_cpu(bare), _cpu(whole)) for _ in range(100)]
    ratio = statistics.median(many / one for one, many in pairs)
    best = min(one for one, _ in pairs) / _FEW
    print(f"One line by itself: {best * 1e6:.0f} us ({1 / best:,.0f} a second).")
    print(f"The loop over lines: {ratio:.3f} times that (limit 1.05).")


def _cpu(step: Callable[[], object]) -> float:
    started = time.process_time()
    step()
    return time.process_time() - started


def _lines(count: int) -> bytes:
    return (_ROUND + b"\n") * count


def _batch(count: int) -> bytes:
    return request_bytes(f"{_PATH}/batch", _lines(count), OCTETS)


def _against_single_requests(server: Server, rounds: int) -> None:
    single, few, many = request_bytes(_PATH, _ROUND), _batch(_FEW), _batch(_MANY)
    load(server.port, single, requests=_SINGLES // 4)
    walls: dict[str, list[float]] = {"single": [], "few": [], "many": []}
    cores: dict[str, list[float]] = {"single": [], "few": [], "many": []}
    for _ in range(rounds):
        for name, lines in (("single", _SINGLES), ("few", _MANY // 2), ("many", _MANY)):
            cpu, started = server.worker_cpu_seconds(), time.perf_counter()
            if name == "single":
                load(server.port, single, requests=_SINGLES)
            else:
                _ask(server.port, few if name == "few" else many, lines, _FEW if name == "few" else _MANY)
            walls[name].append(lines / (time.perf_counter() - started))
            cores[name].append(lines / (server.worker_cpu_seconds() - cpu))
    for name, what in (("single", "Single requests"), ("few", f"Batches of {_FEW}"), ("many", f"Batches of {_MANY:,}")):
        wall, core = max(walls[name]), max(cores[name])
        print(f"{what}: {wall:,.0f} audits a second, {core:,.0f} a second of CPU.")
    gain = max(cores["many"]) / max(cores["single"])
    flat = max(cores["many"]) / max(cores["few"])
    print(f"A batch against single requests: {gain:.2f} times the audits of a second of CPU.")
    print(f"{_MANY:,} lines against {_FEW}: {flat:.2f} times the audits of a second of CPU (limits 0.90 and 1.10).")


def _ask(port: int, message: bytes, lines: int, each: int) -> None:
    for got in download(port, message, lines // each):
        if got != each:
            reason = f"{got} of {each} lines came"
            raise RuntimeError(reason)


def _beside_single_requests(server: Server) -> None:
    """Print the time of single requests with and without a batch on the same worker."""
    single = request_bytes(_PATH, _ROUND)
    _print("Single requests, one after the other", load(server.port, single, requests=_SINGLES, connections=1))
    with _batches(server.port):
        _print("The same beside a batch", load(server.port, single, requests=_SINGLES, connections=1))


@contextmanager
def _batches(port: int) -> Iterator[None]:
    """Send batch after batch from another process during a with block."""
    client = multiprocessing.Process(target=_ask_without_end, args=(port,), daemon=True)
    client.start()
    try:
        time.sleep(1)  # until the first is under way
        yield
    finally:
        client.terminate()
        client.join()


def _ask_without_end(port: int) -> None:
    message = _batch(_MANY)
    while True:
        _ask(port, message, _MANY, _MANY)


def _print(name: str, measured: Measured) -> None:
    print(f"{name}: median {measured.median:.2f} ms, p99 {measured.p99:.2f} ms (limit 20 ms).")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
