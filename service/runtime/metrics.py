"""The counters for Prometheus: requests, violations, failed explanations, clients gone, rulings, findings, lines.

All values of labels are known beforehand (an operation of the contract, a status, a code), so no client can add a time
series. Each worker process counts in files of its own, and a scrape adds them up. The files are named after the
worker's slot rather than its process id: the worker that replaces it continues in the same files, whose number stays
the same.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector

from service.spades.findings import CODES, Finding, Verdict

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
# An audit takes a fraction of a millisecond, a game some, a batch seconds.
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0)
_REGISTRY = CollectorRegistry()


class _Process:
    """The slot of this process: 1, 2, … for workers, 0 for the process that starts them."""

    slot = 0


def set_worker_slot(slot: int) -> None:
    """Count as the worker in this slot from now on; no two running processes may share a slot."""
    _Process.slot = slot


_counts_in_files = getattr(values.ValueClass, "_multiprocess", False)
if _counts_in_files:
    values.ValueClass = values.MultiProcessValue(lambda: _Process.slot)  # type: ignore[no-untyped-call] # it has no types
# Without the time at which each series was created, which says nothing here and doubles the number of series.
disable_created_metrics()  # type: ignore[no-untyped-call] # it has no types

_REQUESTS = Counter(
    "http_requests_total", "Requests answered, by operation and status.", ["operation", "status"], registry=_REGISTRY
)
_DURATIONS = Histogram(
    "http_request_duration_seconds",
    "Seconds from a request's head to its whole answer, by operation and status.",
    ["operation", "status"],
    buckets=_SECONDS,
    registry=_REGISTRY,
)
_VIOLATIONS = Counter(
    "contract_violations_total",
    "Violations of the contract, by operation and keyword.",
    ["operation", "code"],
    registry=_REGISTRY,
)
_UNEXPLAINED = Counter(
    "explanations_failed_total",
    "Faults of requests that were answered plainly because explaining them failed, by operation.",
    ["operation"],
    registry=_REGISTRY,
)
_GONE = Counter(
    "clients_gone_total",
    "Computations that ended because their clients had hung up, by operation.",
    ["operation"],
    registry=_REGISTRY,
)
_RULINGS = Counter("rulings_total", "Rulings on rounds, by verdict.", ["verdict"], registry=_REGISTRY)
_FINDINGS = Counter("findings_total", "Findings that are proved, by code.", ["code"], registry=_REGISTRY)
_LINES = Counter(
    "batch_lines_total", "Lines of batches, by operation and status.", ["operation", "status"], registry=_REGISTRY
)

# Looking up a series by its labels costs as much as counting in it, so each is looked up once. Verdicts and codes are
# exported as 0 from the start, so that the first one shows as a change.
_increment_verdict: Mapping[str, Callable[[float], None]] = {
    verdict: _RULINGS.labels(verdict).inc for verdict in get_args(Verdict)
}
_increment_finding: Mapping[str, Callable[[float], None]] = {code: _FINDINGS.labels(code).inc for code in CODES}
_request_series: dict[tuple[str, str], tuple[Callable[[], None], Callable[[float], None]]] = {}


def count_request(operation: str, status: str, seconds: float) -> None:
    """Count an answered request; ``status`` has three digits."""
    series = _request_series.get((operation, status))
    if series is None:
        series = _REQUESTS.labels(operation, status).inc, _DURATIONS.labels(operation, status).observe
        _request_series[operation, status] = series
    increment, observe = series
    increment()
    observe(seconds)


def count_violations(operation: str, codes: Iterable[str]) -> None:
    """Count violations of the contract by their codes."""
    for code, count in Tally(codes).items():
        _VIOLATIONS.labels(operation, code).inc(count)


def count_unexplained(operation: str) -> None:
    """Count a fault whose explanation failed."""
    _UNEXPLAINED.labels(operation).inc()


def count_gone(operation: str) -> None:
    """Count a computation whose client had hung up, and which nothing answered."""
    _GONE.labels(operation).inc()


class Rulings:
    """The verdicts and findings of one or more answers, added up before they are counted.

    To count each in its series would cost a fiftieth of an audit.
    """

    def __init__(self) -> None:
        self._verdicts: dict[str, int] = {}
        self._findings: dict[str, int] = {}

    def add(self, verdicts: Iterable[Verdict], findings: Iterable[Finding]) -> None:
        """Collect the verdicts and the proved findings of an answer."""
        for verdict in verdicts:
            self._verdicts[verdict] = self._verdicts.get(verdict, 0) + 1
        for finding in findings:
            self._findings[finding.code] = self._findings.get(finding.code, 0) + 1

    def count(self) -> None:
        """Count all that was added."""
        for verdict, count in self._verdicts.items():
            _increment_verdict[verdict](count)
        for code, count in self._findings.items():
            _increment_finding[code](count)


def count_lines(operation: str, statuses: Mapping[int, int]) -> None:
    """Count the lines of a batch; ``statuses`` has the number of lines for each status."""
    for status, count in statuses.items():
        _LINES.labels(operation, str(status)).inc(count)


def exposition() -> bytes:
    """Return the counts of all processes in the text format of Prometheus."""
    if not _counts_in_files:
        return generate_latest(_REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # it has no types
    return generate_latest(registry)
