"""A worker computes one of the operations that take long at a time, and says so to the others."""

from __future__ import annotations

from threading import Event, Thread

import pytest
from flask.testing import FlaskClient

from service.http import responders
from tests.http.bodies import AUDIT, CLAIM, COMPARE_ROUND, ESTIMATE, asking
from tests.http.reads import JSON, posted

LONG = (ESTIMATE, COMPARE_ROUND, CLAIM)


@pytest.mark.parametrize("path", LONG)
def test_another_one_is_refused_meanwhile(path: str, client: FlaskClient) -> None:
    with responders.LONG_ONES:
        answer = posted(client, asking(path), path)
        assert (answer.status, answer.json()["type"]) == (429, "/problems/too-many-requests")
        assert answer.json()["detail"].startswith("The service is at work on as many requests that take long")
        assert answer.headers["retry-after"] == "1"
        assert posted(client, asking(AUDIT), AUDIT).status == 200
    assert posted(client, asking(path), path).status == 200


@pytest.mark.parametrize("path", LONG)
def test_the_turn_ends_with_a_failure(path: str, client: FlaskClient) -> None:
    for _ in range(2):
        assert client.post(path, data=b'{"ruleset": "pagat"}', content_type=JSON).status_code == 422
    assert posted(client, asking(path), path).status == 200


def test_it_is_the_same_turn_for_all_threads(client: FlaskClient) -> None:
    entered, leave = Event(), Event()

    def stay() -> None:
        with responders.LONG_ONES:
            entered.set()
            leave.wait(30)

    thread = Thread(target=stay)
    thread.start()
    assert entered.wait(30)
    assert posted(client, asking(ESTIMATE), ESTIMATE).status == 429
    leave.set()
    thread.join(30)
    assert posted(client, asking(ESTIMATE), ESTIMATE).status == 200
