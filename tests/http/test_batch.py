"""Batches: every line as a request by itself, none at the expense of another, all of them within limits."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import NDJSON, OCTETS, TEXT
from service.operations import runner
from service.operations.operation import Computation
from service.settings import Settings
from tests.contract.corpus import bodies_of
from tests.contract.document import DOCUMENT, WITH_BODY
from tests.http.bodies import AUDIT, BATCHES, GAME, GAME_LIMIT, LIMIT, SCORE, example, game, padded
from tests.http.failures import problem_in
from tests.http.lines import BAD, GOOD, ODD
from tests.http.wire import Answer

SCORES, AUDITS = f"{SCORE}/batch", f"{AUDIT}/batch"
SINGLE = {path: path.removesuffix("/batch") for path in BATCHES}
OPERATIONS = {each.path: each.name for each in WITH_BODY}


def sent(client: FlaskClient, path: str, body: bytes, content_type: str | None = OCTETS, **headers: str) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type, headers=headers))


def lines(client: FlaskClient, path: str, *requests: bytes, end: bytes = b"\n") -> list[bytes]:
    """Return the lines that these lines are answered with."""
    answer = sent(client, path, b"".join(request + end for request in requests))
    assert answer.status == 200, answer.body[:500]
    assert not answer.body or answer.body.endswith(b"\n")
    return answer.body.split(b"\n")[:-1]


def alone(client: FlaskClient, path: str, request: bytes, line: int) -> bytes:
    """Return the line that a batch has to have for a request, made of the answer that the request gets by itself."""
    answer = client.post(path, data=request, content_type="application/json")
    body = answer.get_data()
    if answer.status_code == 200:
        return b'{"line":%d,"status":200,"result":%s}' % (line, body)
    # Only the id of the request is its own.
    instance = b',"instance":"urn:request:%s"' % answer.headers["X-Request-Id"].encode()
    assert body.count(instance) == 1
    return b'{"line":%d,"status":%d,"problem":%s}' % (line, answer.status_code, body.replace(instance, b""))


class TestLines:
    @pytest.mark.parametrize("path", SINGLE)
    def test_each_is_answered_as_it_is_by_itself_byte_for_byte(self, path: str, client: FlaskClient) -> None:
        requests = [json.dumps(body).encode() for body in bodies_of(OPERATIONS[SINGLE[path]]).values()]
        requests += [*BAD.values(), *ODD.values()]
        expected = [alone(client, SINGLE[path], request, line) for line, request in enumerate(requests, 1)]
        assert lines(client, path, *requests) == expected

    @pytest.mark.parametrize("end", [b"\n", b"\r\n"])
    def test_a_line_ends_with_a_line_feed_or_a_carriage_return_and_one(self, end: bytes, client: FlaskClient) -> None:
        requests = [GOOD, padded(GOOD, LIMIT), b"", BAD["no JSON"], padded(GOOD, LIMIT + 1)]
        assert lines(client, SCORES, *requests, end=end) == lines(client, SCORES, *requests)

    @pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
    def test_the_last_line_needs_no_end(self, end: bytes, client: FlaskClient) -> None:
        answer = sent(client, SCORES, GOOD + b"\n" + GOOD + end)
        assert [json.loads(line)["status"] for line in answer.body.splitlines()] == [200, 200]

    @pytest.mark.parametrize(
        ("body", "statuses"),
        [
            (b"\n", [400]),
            (b"\n\n", [400, 400]),
            (b"\r\n", [400]),
            (b"\n" + GOOD, [400, 200]),
            (GOOD + b"\n\n" + GOOD + b"\n", [200, 400, 200]),
            (GOOD + b"\n\n", [200, 400]),
        ],
    )
    def test_an_empty_line_is_a_line(self, body: bytes, statuses: list[int], client: FlaskClient) -> None:
        answered = [json.loads(line) for line in sent(client, SCORES, body).body.splitlines()]
        assert [line["status"] for line in answered] == statuses
        assert [line["line"] for line in answered] == list(range(1, len(statuses) + 1))

    @pytest.mark.parametrize("path", SINGLE)
    def test_of_nothing_there_is_nothing_to_say(self, path: str, client: FlaskClient) -> None:
        answer = sent(client, path, b"")
        assert (answer.status, answer.body) == (200, b"")


class TestLimits:
    @pytest.mark.parametrize(("most", "status"), [(3, 200), (2, 413)])
    def test_of_lines(self, most: int, status: int) -> None:
        client = create_app(Settings(batch_lines=most), DOCUMENT).test_client()
        for body in (b"\n".join([GOOD] * 3), b"\n".join([GOOD] * 3) + b"\n"):
            answer = sent(client, SCORES, body)
            assert answer.status == status
            if status == 413:
                problem = problem_in(answer, client, 413, "too-large")
                assert problem["detail"].startswith("The body has more than 2 lines. Split the batch")

    @pytest.mark.parametrize(("spare", "status"), [(0, 200), (-1, 413)])
    def test_of_bytes(self, spare: int, status: int) -> None:
        body = (GOOD + b"\n") * 3
        client = create_app(Settings(batch_bytes=len(body) + spare), DOCUMENT).test_client()
        answer = sent(client, SCORES, body)
        assert answer.status == status
        if status == 413:
            problem = problem_in(answer, client, 413, "too-large")
            assert problem["detail"].startswith(f"The body is longer than {len(body) - 1} bytes. Split the batch")

    def test_a_line_is_held_to_the_limits_of_a_request(self) -> None:
        client = create_app(Settings(body_bytes=len(GOOD), body_values=100), DOCUMENT).test_client()
        requests = [GOOD, GOOD + b" ", b"[" + b"0," * 101 + b"0]", GOOD]
        expected = [alone(client, SCORE, request, line) for line, request in enumerate(requests, 1)]
        assert lines(client, SCORES, *requests) == expected
        assert [json.loads(line)["status"] for line in expected] == [200, 413, 413, 200]

    def test_a_game_may_be_as_long_in_a_batch_as_alone(self, client: FlaskClient) -> None:
        """And beyond that, it is said what can be done with one game."""
        bodies = [padded(game(2), GAME_LIMIT), padded(game(2), GAME_LIMIT + 1), game(2)]
        bodies.insert(2, game(2, labels={"x": 0}).replace(b'"x": 0', b'"x": [' + b"0," * 40_000 + b"0]"))
        expected = [alone(client, GAME, request, line) for line, request in enumerate(bodies, 1)]
        assert lines(client, f"{GAME}/batch", *bodies) == expected
        answered = [json.loads(line) for line in expected]
        assert [line["status"] for line in answered] == [200, 413, 413, 200]
        assert all("in parts, each with the number" in line["problem"]["detail"] for line in answered[1:3])

    def test_nothing_is_answered_of_a_batch_with_too_many_lines(self, monkeypatch: pytest.MonkeyPatch) -> None:
        computed = counting(monkeypatch)
        client = create_app(Settings(batch_lines=1), DOCUMENT).test_client()
        assert sent(client, SCORES, GOOD + b"\n" + GOOD).status == 413
        assert computed == []


def scoring_with(compute: Any) -> dict[str, Any]:
    """Return the handlers with another computation of the score of a round."""
    handler = runner.HANDLERS["scoreRound"]
    assert isinstance(handler, Computation)
    return {**runner.HANDLERS, "scoreRound": replace(handler, compute=compute)}


def counting(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Let every round that is scored be noted in the list that is returned."""
    computed: list[object] = []
    handler = runner.HANDLERS["scoreRound"]
    assert isinstance(handler, Computation)
    compute = handler.compute

    def noted(asked: Any) -> object:
        computed.append(asked)
        return compute(asked)

    monkeypatch.setattr(runner, "HANDLERS", scoring_with(noted))
    return computed


class TestStream:
    def pieces(self, rounds: int) -> Iterator[bytes]:
        client = create_app(Settings(), DOCUMENT).test_client()
        response = client.post(SCORES, data=(GOOD + b"\n") * rounds, content_type=OCTETS, buffered=False)
        assert "Content-Length" not in response.headers
        return response.iter_encoded()

    def test_answers_are_made_as_they_are_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        computed = counting(monkeypatch)
        pieces = self.pieces(1_000)
        known = 0
        for _ in range(3):
            known += next(pieces).count(b"\n")
            assert len(computed) == known < 100

    def test_who_hears_no_more_gets_no_more_made(self, monkeypatch: pytest.MonkeyPatch) -> None:
        computed = counting(monkeypatch)
        client = create_app(Settings(), DOCUMENT).test_client()
        response = client.post(SCORES, data=(GOOD + b"\n") * 1_000, content_type=OCTETS, buffered=False)
        pieces = response.iter_encoded()
        next(pieces)
        made = len(computed)
        response.close()
        assert list(response.response) == []
        assert len(computed) == made < 100

    def test_a_failure_in_a_line_is_its_own(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        times = iter(range(100))
        handler = runner.HANDLERS["scoreRound"]
        assert isinstance(handler, Computation)
        compute = handler.compute

        def fail_once(asked: Any) -> object:
            if next(times) == 1:
                raise LookupError("seven of nine")
            return compute(asked)

        monkeypatch.setattr(runner, "HANDLERS", scoring_with(fail_once))
        client = create_app(Settings(), DOCUMENT).test_client()
        with caplog.at_level(logging.INFO):
            answer = sent(client, SCORES, (GOOD + b"\n") * 3, X_Request_Id="season-7")
        first, failed, last = map(json.loads, answer.body.splitlines())
        assert (first["status"], failed["status"], last["status"]) == (200, 500, 200)
        assert failed["problem"]["type"] == "/problems/internal-error"
        assert b"seven" not in answer.body
        assert answer.headers["x-request-id"] == "season-7"
        (record,) = caplog.records
        assert record.getMessage() == "request season-7 failed in line 2"
        assert record.exc_info is not None
        assert "seven of nine" in str(record.exc_info[1])

    def test_refused_lines_are_not_logged_as_failures(
        self, client: FlaskClient, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO):
            lines(client, SCORES, *BAD.values())
        assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


class TestMedia:
    def test_what_is_taken(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        types = [OCTETS, NDJSON, "APPLICATION/OCTET-STREAM", f"{NDJSON}; charset=utf-8", f'{NDJSON};charset="UTF-8"']
        for path, single in SINGLE.items():
            for content_type in types:
                with subtests.test(path=path, content_type=content_type):
                    body = json.dumps(example(single)).encode()
                    answer = sent(client, path, body, content_type)
                    assert json.loads(answer.body)["status"] == 200
                    assert answer.body == sent(client, path, body).body

    def test_what_is_not_taken(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for path in SINGLE:
            for content_type in [
                None,
                "application/json",
                "text/plain",
                "application/x-www-form-urlencoded",
                f"{NDJSON}; charset=latin-1",
            ]:
                with subtests.test(path=path, content_type=content_type):
                    problem = problem_in(sent(client, path, GOOD, content_type), client, 415, "unsupported-media-type")
                    assert "charset" in (content_type or "") or OCTETS in problem["detail"]

    @pytest.mark.parametrize("coding", ["br", "zstd"])
    def test_no_content_coding_but_gzip_is_taken(self, coding: str, client: FlaskClient) -> None:
        answer = sent(client, SCORES, GOOD, Content_Encoding=coding)
        problem_in(answer, client, 415, "unsupported-media-type")

    def test_the_answer_is_of_the_type_that_is_preferred(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for accept, kind in [
            (None, None),
            ("*/*", None),
            ("text/plain", TEXT),
            (NDJSON, NDJSON),
            (f"{NDJSON}, text/plain;q=0.5", NDJSON),
            (f"text/plain;q=0.4, {NDJSON};q=0.5", NDJSON),
            ("application/json", None),
            ("text/html", None),
        ]:
            for media_type, own in [(OCTETS, TEXT), (NDJSON, NDJSON), ("application/X-NDJSON; charset=utf-8", NDJSON)]:
                with subtests.test(accept=accept, kind=kind, media_type=media_type):
                    answer = sent(client, SCORES, GOOD, media_type, **({"Accept": accept} if accept else {}))
                    assert answer.headers["content-type"] == (kind or own)
                    assert answer.headers["vary"] == "Accept, Accept-Encoding"
                    assert answer.headers["cache-control"] == "no-store"
                    assert answer.body == sent(client, SCORES, GOOD).body


def test_the_examples_are_lines_of_requests() -> None:
    """The samples above are complete requests: a fault in them would hide that of a line."""
    assert json.loads(GOOD) == example(SCORE, "made")
