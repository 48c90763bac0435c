"""What is counted: requests, violations, rulings, findings and lines of batches, for Prometheus.

Every label has values that are known beforehand: an operation of the contract, a status, a code. Nothing that a client
sends can make a new one. Over several processes each worker counts in files of its own, which a scrape adds up; they
go by the worker's place and not by its process, so that its successor counts on in them and they never grow in number.
"""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Mapping
from typing import Final, get_args

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector

from service.spades.finding_codes import CODES
from service.spades.findings import Finding, Verdict

CONTENT_TYPE: Final = CONTENT_TYPE_PLAIN_0_0_4
# An audit takes a fraction of a millisecond, a game some, a batch seconds.
_SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0, 30.0)
_REGISTRY = CollectorRegistry()


class _Place:
    """The place of this process among the workers; the one that starts them has none."""

    number = 0


def take_place(number: int) -> None:
    """Count from now on as the worker in this place; no two processes may have one place at a time."""
    _Place.number = number


_over_processes = getattr(values.ValueClass, "_multiprocess", False)
if _over_processes:
    values.ValueClass = values.MultiProcessValue(lambda: _Place.number)  # type: ignore[no-untyped-call] # it has no types
# When a series began says nothing here, and doubles their number.
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
_RULINGS = Counter("rulings_total", "Rulings on rounds, by verdict.", ["verdict"], registry=_REGISTRY)
_FINDINGS = Counter("findings_total", "Findings that are proved, by code.", ["code"], registry=_REGISTRY)
_LINES = Counter(
    "batch_lines_total", "Lines of batches, by operation and status.", ["operation", "status"], registry=_REGISTRY
)

# Looking a series up by its labels costs as much as counting in it: each is looked up once. Those whose names are
# known stand at 0 from the start, so that a first one shows as a change.
_ruled: Mapping[str, Callable[[float], None]] = {verdict: _RULINGS.labels(verdict).inc for verdict in get_args(Verdict)}
_found: Mapping[str, Callable[[float], None]] = {code: _FINDINGS.labels(code).inc for code in CODES}
_answered: dict[tuple[str, str], tuple[Callable[[], None], Callable[[float], None]]] = {}


def count_request(operation: str, status: str, seconds: float) -> None:
    """Count a request that has been answered."""
    series = _answered.get((operation, status))
    if series is None:
        bound = _REQUESTS.labels(operation, status).inc, _DURATIONS.labels(operation, status).observe
        series = _answered[operation, status] = bound
    series[0]()
    series[1](seconds)


def count_violations(operation: str, codes: Iterable[str]) -> None:
    """Count violations of the contract by their codes."""
    for code, times in Tally(codes).items():
        _VIOLATIONS.labels(operation, code).inc(times)


class Rulings:
    """Verdicts and findings of one answer or several, collected before they are counted."""

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
        """Count what was collected: counting in a series costs a fiftieth of an audit, so that each is touched once."""
        for verdict, times in self._verdicts.items():
            _ruled[verdict](times)
        for code, times in self._findings.items():
            _found[code](times)


def count_lines(operation: str, statuses: Mapping[int, int]) -> None:
    """Count the lines of a batch: how many had each status."""
    for status, times in statuses.items():
        _LINES.labels(operation, str(status)).inc(times)


def exposition() -> bytes:
    """Return what all processes have counted, in the text format of Prometheus."""
    if not _over_processes:
        return generate_latest(_REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call] # it has no types
    return generate_latest(registry)
