"""What is counted, in one process and over several, and that no client can make a series of his own."""

from __future__ import annotations

import json
import os
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, get_args

import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families

from service import create_app
from service.media_types import OCTETS
from service.runtime.metrics import CONTENT_TYPE, exposition
from service.settings import Settings
from service.spades.findings import CODES, Verdict
from service.wire.contract import load_document
from tests.contract.document import OPERATIONS
from tests.http.bodies import (
    AUDIT,
    AUDIT_BATCH,
    AUDIT_GAME,
    BIDS,
    GAME,
    SCORE,
    TRICK,
    auditing,
    example,
    scoring,
)
from tests.http.wire import Address, Answer, Connection, exchange, request, serving, wait_for_line

Series = tuple[str, frozenset[tuple[str, str]]]
JSON = "application/json"


def series(text: str) -> Counter[Series]:
    """Return every sample by its name and labels."""
    return Counter(
        {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }
    )


def named(name: str, **labels: str) -> Series:
    return name, frozenset(labels.items())


class Change:
    """What was counted while something was done; seconds and buckets aside, which differ from run to run."""

    def __init__(self) -> None:
        self.counted: Mapping[Series, float] = {}


@contextmanager
def counting() -> Iterator[Change]:
    change, before = Change(), series(exposition().decode())
    yield change
    after = series(exposition().decode())
    change.counted = {
        each: after[each] - before[each]
        for each in after
        if after[each] != before[each] and not each[0].endswith(("_bucket", "_sum"))
    }


def requests(operation: str, status: int, times: int = 1) -> dict[Series, float]:
    labels = {"operation": operation, "status": str(status)}
    return {
        named("http_requests_total", **labels): times,
        named("http_request_duration_seconds_count", **labels): times,
    }


def test_a_request_is_counted_by_operation_and_status(client: FlaskClient) -> None:
    with counting() as change:
        client.get("/v1/rulesets/pagat")
        client.get("/v1/rulesets/nello")
        client.get("/v1/rulesets/bridge")
        client.get("/livez")
        client.get("/docs/reference.js")
        client.get("/nowhere")
        client.get("/also/nowhere?x=y")
        client.delete("/v1/rulesets")
    assert change.counted == {
        **requests("getRuleset", 200, 2),
        **requests("getRuleset", 404),
        **requests("livez", 204),
        **requests("docs_file", 200),
        **requests("none", 404, 2),
        **requests("none", 405),
    }


def test_seconds_are_those_of_the_request(client: FlaskClient) -> None:
    place = named("http_request_duration_seconds_sum", operation="scoreRound", status="200")
    before, started = series(exposition().decode())[place], time.perf_counter()
    client.post(SCORE, data=scoring(), content_type=JSON)
    assert 0 < series(exposition().decode())[place] - before <= time.perf_counter() - started


def test_a_ruling_is_counted_by_verdict_and_its_findings_by_code(client: FlaskClient) -> None:
    with counting() as change:
        answer = client.post(AUDIT, data=auditing(), content_type=JSON).get_json()
    codes = Counter(finding["code"] for finding in answer["findings"])
    assert answer["verdict"] == "irregular"
    assert codes
    assert change.counted == {
        **requests("auditRound", 200),
        named("rulings_total", verdict="irregular"): 1,
        **{named("findings_total", code=code): times for code, times in codes.items()},
    }


@pytest.mark.parametrize("name", ["json", "page"])
def test_a_page_counts_as_its_answer_does(name: str, client: FlaskClient) -> None:
    accept = {"json": JSON, "page": "text/html"}[name]
    with counting() as change:
        client.post(AUDIT, data=auditing(), content_type=JSON, headers={"Accept": accept})
    assert change.counted[named("rulings_total", verdict="irregular")] == 1


def test_a_game_counts_the_rulings_on_its_rounds(client: FlaskClient) -> None:
    with counting() as change:
        answer = client.post(AUDIT_GAME, json=example(AUDIT_GAME)).get_json()
    verdicts = Counter(each["verdict"] for each in answer["rounds"])
    codes = Counter(finding["code"] for each in answer["rounds"] for finding in each["findings"])
    assert sum(verdicts.values()) > 1
    assert change.counted == {
        **requests("auditGame", 200),
        **{named("rulings_total", verdict=verdict): times for verdict, times in verdicts.items()},
        **{named("findings_total", code=code): times for code, times in codes.items()},
    }


def test_findings_are_counted_whoever_finds_them(client: FlaskClient) -> None:
    body = example(SCORE)
    body["bids"][0]["tricks"] = 14
    with counting() as change:
        answer = client.post(SCORE, json=body).get_json()
    assert {finding["code"] for finding in answer["findings"]} == {"bid_too_high"}
    assert change.counted[named("findings_total", code="bid_too_high")] == 1
    body = example(GAME)
    body["rounds"][1]["bids"][0]["tricks"] = 14
    with counting() as change:
        client.post(GAME, json=body)
    assert change.counted[named("findings_total", code="bid_too_high")] == 1


def test_the_findings_of_bids_and_of_a_trick_are_counted(client: FlaskClient) -> None:
    body = example(BIDS)
    body["bids"][0]["tricks"] = 14
    with counting() as change:
        answer = client.post(BIDS, json=body).get_json()
    assert "bid_too_high" in {finding["code"] for finding in answer["findings"]}
    assert change.counted == {**requests("checkBids", 200), **found_in(answer)}
    body = example(TRICK)
    body["plays"][1] = {**body["plays"][0], "player": body["plays"][1]["player"]}
    with counting() as change:
        answer = client.post(TRICK, json=body).get_json()
    assert answer["findings"]
    assert change.counted == {**requests("judgeTrick", 200), **found_in(answer)}


def found_in(answer: Mapping[str, Any]) -> dict[Series, float]:
    codes = Counter(finding["code"] for finding in answer["findings"])
    return {named("findings_total", code=code): times for code, times in codes.items()}


def test_violations_are_counted_by_operation_and_code(client: FlaskClient) -> None:
    body = {"ruleset": 5, "players": ["a", "b"], "bids": [{}, {}], "nonsense": 1}
    with counting() as change:
        problem = client.post(AUDIT, json=body).get_json()
    codes = Counter(error["code"] for error in problem["errors"])
    assert len(codes) > 2
    assert change.counted == {
        **requests("auditRound", 422),
        **{
            named("contract_violations_total", operation="auditRound", code=code): times
            for code, times in codes.items()
        },
    }


def test_what_is_refused_otherwise_is_no_violation(client: FlaskClient) -> None:
    unreadable = scoring(tricks_won='{"eve": 13}')
    with counting() as change:
        assert client.post(SCORE, data=unreadable, content_type=JSON).get_json()["type"].endswith("unreadable-record")
        client.post(SCORE, data=b"{", content_type=JSON)
    assert change.counted == {**requests("scoreRound", 422), **requests("scoreRound", 400)}


def test_lines_of_batches_are_counted_by_their_status_and_their_rulings_as_any(client: FlaskClient) -> None:
    body = b"\n".join([auditing(), b"{", auditing(), b"{}", b"", auditing()])
    with counting() as change:
        answer = client.post(AUDIT_BATCH, data=body, content_type=OCTETS)
        assert len(answer.get_data().splitlines()) == 6
        answer.close()  # as a server does
    assert change.counted.items() >= requests("auditRoundBatch", 200).items()
    lines = {labels: times for (name, labels), times in change.counted.items() if name == "batch_lines_total"}
    assert lines == {
        frozenset({("operation", "auditRoundBatch"), ("status", status)}): times
        for status, times in {"200": 3, "400": 2, "422": 1}.items()
    }
    assert change.counted[named("rulings_total", verdict="irregular")] == 3


def test_lines_are_counted_as_far_as_they_were_read(client: FlaskClient) -> None:
    with counting() as change:
        body = b"\n".join([auditing(), b"{}"] * 50)
        answer = client.post(AUDIT_BATCH, data=body, content_type=OCTETS, buffered=False)
        next(answer.iter_encoded())
        answer.close()
    refused, answered = (
        named("batch_lines_total", operation="auditRoundBatch", status=each) for each in ("422", "200")
    )
    assert 0 < change.counted[refused] == change.counted[answered] < 50
    assert change.counted[named("rulings_total", verdict="irregular")] == change.counted[answered]
    assert change.counted[named("http_requests_total", operation="auditRoundBatch", status="200")] == 1


HOSTILE: list[Callable[[FlaskClient, str], Any]] = [
    lambda client, name: client.get(f"/{name}"),
    lambda client, name: client.get(f"/v1/rulesets/{name}"),
    lambda client, name: client.get(f"/v1/rulesets?{name}={name}"),
    lambda client, name: client.get(f"/problems/{name}"),
    lambda client, name: client.get(f"/docs/{name}"),
    lambda client, name: client.open("/v1/rulesets", method=name.upper()),
    lambda client, name: client.get("/v1/rulesets", headers={"X-Request-Id": name, "User-Agent": name, "Host": name}),
    lambda client, name: client.post(AUDIT, json={name: name}),
    lambda client, name: client.post(AUDIT, data=auditing(ruleset=json.dumps(name)), content_type=JSON),
    lambda client, name: client.post(AUDIT, data=auditing(), content_type=f"application/{name}"),
]


def test_no_client_makes_a_series(client: FlaskClient) -> None:
    def ask(names: Iterable[str]) -> set[Series]:
        for name in names:
            for attempt in HOSTILE:
                attempt(client, name)
        return set(series(exposition().decode()))

    known = ask(["zyzzyva"])
    assert ask([f"other{number}" for number in range(20)]) == known
    assert not [each for each in known if "zyzzyva" in str(each).lower()]


def test_every_label_is_known_beforehand(client: FlaskClient) -> None:
    client.post(AUDIT, data=auditing(), content_type=JSON)
    client.post(AUDIT, json={})
    rules = {rule.endpoint.rpartition(".")[2] for rule in client.application.url_map.iter_rules()}
    known = {
        "operation": rules | {"none", "auditRoundBatch"},
        "code": set(CODES) | {str(keyword) for keyword in keywords(load_document()["components"]["schemas"])},
        "verdict": set(get_args(Verdict)),
        "status": {str(status) for status in range(200, 505)},
    }
    assert {each.name for each in OPERATIONS} <= rules
    for name, labels in series(exposition().decode()):
        for label, value in labels:
            assert label == "le" or value in known[label], (name, label, value)


def keywords(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from keywords(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from keywords(inner)


def test_every_code_and_verdict_stands_at_nought_from_the_start(client: FlaskClient) -> None:
    there = set(series(client.get("/metrics").get_data(as_text=True)))
    assert {named("findings_total", code=code) for code in CODES} <= there
    assert {named("rulings_total", verdict=verdict) for verdict in get_args(Verdict)} <= there


def test_the_format_is_that_of_prometheus(client: FlaskClient) -> None:
    answer = Answer.of(client.get("/metrics"))
    assert (answer.status, answer.headers["content-type"]) == (200, CONTENT_TYPE)
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = {family.name: family for family in text_string_to_metric_families(answer.body.decode())}
    assert set(families) == {
        "http_requests",
        "http_request_duration_seconds",
        "contract_violations",
        "explanations_failed",
        "clients_gone",
        "rulings",
        "findings",
        "batch_lines",
    }
    assert all(family.documentation.endswith(".") for family in families.values())


def test_many_applications_count_together() -> None:
    with counting() as change:
        for _ in range(3):
            create_app(Settings()).test_client().get("/livez")
    assert change.counted == requests("livez", 204, 3)


# Over several processes


def counted(address: Address) -> Counter[Series]:
    answer = exchange(address, request("GET", "/metrics", Connection="close"))
    assert answer.status == 200
    return series(answer.body.decode())


def audits(address: Address, times: int) -> None:
    for _ in range(times):
        assert exchange(address, request("POST", AUDIT, auditing(), Connection="close")).status == 200


def workers(log: Path) -> list[int]:
    return [int(each) for each in re.findall(r"Booting worker with pid: (\d+)", log.read_text())]


def test_workers_add_up_whatever_becomes_of_them(tmp_path: Path) -> None:
    log, directory = tmp_path / "log", tmp_path / "metrics"
    directory.mkdir()
    (directory / "counter_7.db").write_bytes(b"left behind by another run")
    ruled = named("rulings_total", verdict="irregular")
    asked = named("http_requests_total", operation="auditRound", status="200")
    with serving(log, WEB_CONCURRENCY="2", PROMETHEUS_MULTIPROC_DIR=str(directory)) as running:
        audits(running.address, 40)
        assert {counted(running.address)[each] for each in (ruled, asked)} == {40}
        # One worker dies, and another takes its place and its counts.
        os.kill(workers(log)[0], signal.SIGKILL)
        wait_for_line(log, "Booting worker", 3)
        audits(running.address, 40)
        assert {counted(running.address)[each] for each in (ruled, asked)} == {80}
        # All are replaced.
        os.kill(running.process.pid, signal.SIGHUP)
        wait_for_line(log, "Booting worker", 5)
        wait_for_line(log, "Worker exiting", 2)
        audits(running.address, 40)
        assert {counted(running.address)[each] for each in (ruled, asked)} == {120}
        # Seven processes have counted, in as many places as there were workers at a time.
        assert len(list(directory.glob("counter_*.db"))) <= 1 + 4
    assert directory.exists()


@pytest.mark.long
def test_counts_are_kept_apart_from_those_of_the_last_run(tmp_path: Path) -> None:
    for run in range(2):
        with serving(tmp_path / f"log{run}", PROMETHEUS_MULTIPROC_DIR=str(tmp_path / "metrics")) as running:
            audits(running.address, 3)
            assert counted(running.address)[named("rulings_total", verdict="irregular")] == 3


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="only Linux tells which files a process has open")
def test_without_a_directory_one_is_made_and_removed(tmp_path: Path) -> None:
    with serving(tmp_path / "log", TMPDIR=str(tmp_path)) as running:
        audits(running.address, 2)
        made = Path(f"/proc/{running.process.pid}/maps").read_text()
        found = re.findall(r"(/\S+/spades-metrics-\w+)/counter_0\.db", made)
        assert len(set(found)) == 1
        assert Path(found[0]).stat().st_mode & 0o077 == 0
        assert counted(running.address)[named("rulings_total", verdict="irregular")] == 2
    assert not Path(found[0]).exists()


def test_a_connection_s_requests_are_all_counted(tmp_path: Path) -> None:
    with serving(tmp_path / "log") as running, Connection(running.address) as connection:
        for _ in range(25):
            connection.send(request("GET", "/v1/rulesets/pagat"))
            assert connection.receive().status == 200
        connection.send(request("GET", "/metrics"))
        seen = series(connection.receive().body.decode())
        assert seen[named("http_requests_total", operation="getRuleset", status="200")] == 25
