"""What takes long waits for its turn and leaves threads to the others, and ends when its client has gone.

Nothing is timed: places, turns and steps are counted.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

import orjson
import pytest
from flask.testing import FlaskClient

from service.media_types import OCTETS
from service.problems import Problem
from service.runtime import turns
from service.runtime.turns import LINE, PLACES, SHORT, TURN, ClientGoneError, Line, Patience
from tests.http.bodies import (
    AUDIT,
    AUDIT_BATCH,
    AUDIT_GAME,
    BATCHES,
    COMPARE_ROUND,
    RESOLVE,
    STANDINGS,
    asking,
    example,
)
from tests.http.reads import posted
from tests.http.wire import exchange, request, serving
from tests.operations.test_steps import spoilt
from tests.runtime.test_metrics import counting, named

ROOT = Path(__file__).parents[2]
SOON = 30
READ_RECORDS = "/v1/records/read"


def spoilt_under(*rulesets: str) -> bytes:
    """Return that record to be judged under these rulesets."""
    return orjson.dumps(
        {**{name: value for name, value in spoilt().items() if name != "ruleset"}, "rulesets": rulesets}
    )


LONG = {
    COMPARE_ROUND: spoilt_under("pagat", "nello", "solitaire-bliss", "suicide", "whiz"),
    AUDIT_GAME: asking(AUDIT_GAME).ljust(5_000),
    STANDINGS: orjson.dumps({"results": [], "byes": [f"Team {number}" for number in range(500)]}),
    READ_RECORDS: orjson.dumps({"text": example(READ_RECORDS)["text"] + "# a comment\n" * 400}),
}
FAULTY = {
    AUDIT: b'{"ruleset": "pagat", "players": ["ana", "ben"], "tricks": [{"plays": [%s]}]}' % b", ".join([b"{}"] * 600),
    RESOLVE: orjson.dumps({f"member {number}": number for number in range(300)}),
}


@contextmanager
def full() -> Iterator[None]:
    """Have every place of this worker taken."""
    for _ in range(PLACES):
        LINE.take_place()
    try:
        yield
    finally:
        for _ in range(PLACES):
            LINE.give_place_back()


def all_places_are_free() -> bool:
    with full(), pytest.raises(Problem):
        LINE.take_place()
    return True


@pytest.mark.parametrize("path", LONG)
def test_what_takes_long_finds_no_place_and_what_is_short_is_answered(path: str, client: FlaskClient) -> None:
    with full():
        answer = posted(client, LONG[path], path)
        assert (answer.status, answer.json()["type"]) == (429, "/problems/too-many-requests")
        assert answer.json()["detail"].startswith("The service is already busy with its limit of long requests")
        assert answer.headers["retry-after"] == "1"
        assert posted(client, asking(AUDIT), AUDIT).status == 200
    assert posted(client, LONG[path], path).status == 200
    assert all_places_are_free()


@pytest.mark.parametrize("path", FAULTY)
def test_many_faults_find_no_place_and_a_few_are_explained(path: str, client: FlaskClient) -> None:
    with full():
        assert posted(client, FAULTY[path], path).status == 429
        assert posted(client, b'{"tricks": 1, "name": 2, "": 3}', path).status == 422
    assert posted(client, FAULTY[path], path).status == 422
    assert all_places_are_free()


@pytest.mark.parametrize("path", BATCHES)
def test_a_batch_takes_a_place_until_its_reader_has_it_all(path: str, client: FlaskClient) -> None:
    line = orjson.dumps(example(path.removesuffix("/batch")))
    with full():
        assert client.post(path, data=line, content_type=OCTETS).status_code == 429
    answer = client.post(path, data=(line + b"\n") * 40, content_type=OCTETS, buffered=False)
    next(answer.iter_encoded())
    for _ in range(PLACES - 1):
        LINE.take_place()
    with pytest.raises(Problem):
        LINE.take_place()
    for _ in range(PLACES - 1):
        LINE.give_place_back()
    answer.close()
    assert all_places_are_free()


def test_the_place_is_left_whatever_happens(client: FlaskClient) -> None:
    for _ in range(PLACES + 1):
        assert posted(client, b"{}".ljust(40_000), AUDIT_GAME).status == 422
        assert client.post(AUDIT_BATCH, data=b"\x1f\x8b", content_type=OCTETS).status_code == 400
    assert all_places_are_free()


def test_a_worker_has_more_threads_than_places() -> None:
    text = (ROOT / "deploy" / "gunicorn.conf.py").read_text()
    (threads,) = re.findall(r"^threads = (\d+)", text, re.MULTILINE)
    assert int(threads) > PLACES


def test_a_computation_is_short_for_its_first_steps() -> None:
    line = Line(0)
    patience = Patience({}, line)
    for number in range(1, SHORT):
        patience.step(number)
    with pytest.raises(Problem):
        patience.step(SHORT)


def test_those_that_wait_have_their_turns_in_order() -> None:
    line, order, ready = Line(), list[str](), [Event() for _ in range(3)]

    def compute(name: str, before: Event, here: Event) -> None:
        assert before.wait(SOON)
        patience = Patience({}, line)
        here.set()
        for number in range(1, 3 * TURN):
            patience.step(number)
            if number >= SHORT:
                order.append(name)
        patience.leave()

    first = Patience({}, line)
    first.is_long()
    threads = [
        Thread(target=compute, args=("a", ready[0], ready[1])),
        Thread(target=compute, args=("b", ready[1], ready[2])),
    ]
    for thread in threads:
        thread.start()
    ready[0].set()
    assert ready[2].wait(SOON)
    while len(line._waiting) < len(threads):  # noqa: SLF001 - both are to be in line before it moves
        pass
    first.leave()
    for thread in threads:
        thread.join(SOON)
    turns_taken = [name for place, name in enumerate(order) if not place or order[place - 1] != name]
    assert turns_taken in (["a", "b", "a", "b", "a", "b"], ["b", "a", "b", "a", "b", "a"])
    assert not line.is_waited_for


class Busy:
    """Threads that are busy the next times that they are looked at."""

    def __init__(self, looks: int) -> None:
        self.looks, self.passed = looks, 0

    @property
    def is_busy(self) -> bool:
        self.looks -= 1
        return self.looks >= 0

    def pass_turn(self) -> None:
        self.passed += 1


def test_a_computation_pauses_while_the_other_threads_are_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_WAY_GIVEN", 1e9)  # whatever it has computed
    line = Line()
    line.threads = threads = Busy(0)
    patience = Patience({}, line)
    for number in range(1, SHORT + 1):
        patience.step(number)
    assert threads.passed == 1  # when it proved to be long
    threads.looks = 3
    for number in range(SHORT + 1, 2 * SHORT):
        patience.step(number)
    assert (threads.looks, threads.passed) == (-1, 1)
    patience.leave()


def test_a_computation_goes_on_however_busy_the_other_threads_are() -> None:
    line = Line()
    line.threads = threads = Busy(10**9)
    patience = Patience({}, line)
    for number in range(1, 4 * TURN):
        patience.step(number)
    patience.leave()
    assert 0 < threads.looks < 10**9


def test_pauses_count_as_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_WAY_GIVEN", 1e9)
    line = Line(2)
    line.threads = threads = Busy(10**9)
    other, patience = Patience({}, line), Patience({}, line, longest_wait=0.01)
    patience.is_long()
    patience.give_way()
    assert threads.looks < 10**9
    patience.rest()
    other.is_long()
    with pytest.raises(Problem):
        patience.is_long()
    other.leave()
    patience.leave()


def test_the_lines_of_a_batch_give_way_however_short_they_are(client: FlaskClient) -> None:
    answer = client.post(AUDIT_BATCH, data=(asking(AUDIT) + b"\n") * 40, content_type=OCTETS, buffered=False)
    LINE.threads = threads = Busy(10**9)
    try:
        assert answer.get_data().count(b"\n") == 40
    finally:
        LINE.threads = None
    assert threads.looks < 10**9


def test_a_computation_ends_when_its_client_has_gone() -> None:
    ours, theirs = socket.socketpair()
    patience = Patience({"gunicorn.socket": ours}, Line())
    for number in range(1, 2 * SHORT):
        patience.step(number)
    theirs.sendall(b"POST")  # the next request of a client that waits for no answer
    patience.step(2 * SHORT)
    ours.recv(4)
    theirs.close()
    with pytest.raises(ClientGoneError):
        list(map(patience.step, range(2 * SHORT, 3 * SHORT)))
    patience.leave()
    ours.close()


def test_whoever_has_gone_leaves_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "_SECONDS_BETWEEN_LOOKS", 0.001)
    ours, theirs = socket.socketpair()
    line = Line()
    first, gone, last = Patience({}, line), Patience({"gunicorn.socket": ours}, line), Patience({}, line)
    first.is_long()
    theirs.close()
    with pytest.raises(ClientGoneError):
        gone.is_long()
    gone.leave()
    first.leave()
    last.is_long()
    last.leave()
    ours.close()
    for _ in range(PLACES):
        line.take_place()


def test_whoever_has_waited_too_long_is_told_to_try_again() -> None:
    line = Line(2)
    first, second = Patience({}, line), Patience({}, line, longest_wait=0.01)
    first.is_long()
    with pytest.raises(Problem) as refused:
        second.is_long()
    second.leave()
    assert (refused.value.slug, line.is_waited_for) == ("too-many-requests", False)
    first.leave()
    third = Patience({}, line, longest_wait=0)  # where nobody computes there is nothing to wait for
    third.is_long()
    third.leave()


def test_the_proxy_has_more_patience_than_those_in_line() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text()
    patience = map(int, re.findall(r"proxy_read_timeout (\d+)s;", text))
    assert min(patience) >= turns.LONGEST_WAIT + 2  # in which the longest computation ends


def test_eight_comparisons_at_once_are_all_answered_by_one_worker(tmp_path: Path) -> None:
    presets = ("nello", "solitaire-bliss", "suicide", "whiz")
    asked = [request("POST", COMPARE_ROUND, spoilt_under(*["pagat"] * many, *presets)) for many in (1, 2, 3, 4) * 2]
    with serving(tmp_path / "log") as running, ThreadPoolExecutor(len(asked)) as clients:
        answers = list(clients.map(lambda sent: exchange(running.address, sent), asked))
    assert [answer.status for answer in answers] == [200] * len(asked)
    assert [len(answer.json()["results"]) for answer in answers] == [5, 6, 7, 8] * 2


def test_an_answer_that_nobody_waits_for_is_given_up(client: FlaskClient) -> None:
    """The server is told by an exception that it takes for a connection that broke."""
    ours, theirs = socket.socketpair()
    theirs.close()
    path = COMPARE_ROUND
    with counting() as change, pytest.raises(ConnectionError):
        client.post(path, data=LONG[path], content_type="application/json", environ_base={"gunicorn.socket": ours})
    lines = (asking(AUDIT) + b"\n") * 5 + orjson.dumps(spoilt()) + b"\n"
    assert change.counted[named("clients_gone_total", operation="compareRound")] == 1
    with counting() as change, pytest.raises(ConnectionError):
        client.post(AUDIT_BATCH, data=lines, content_type=OCTETS, environ_base={"gunicorn.socket": ours}).get_data()
    assert change.counted[named("clients_gone_total", operation="auditRoundBatch")] == 1
    assert all_places_are_free()
    ours.close()
