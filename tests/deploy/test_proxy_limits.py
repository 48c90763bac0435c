"""The limits of nginx: requests a second, open requests and the length of bodies, by client and by path."""

from __future__ import annotations

import re
import secrets
import time

import pytest
from flask.testing import FlaskClient

from service.settings import Settings
from tests.deploy.crowd import source
from tests.deploy.problems import POLICIES, assert_problem
from tests.deploy.stack import CONFIGURATION, Stack, proxy
from tests.http.bodies import AUDIT_GAME, BATCHES, GAME, SCORE, game
from tests.http.wire import ROOT, Address, Answer, Connection, exchange, request

TRUSTED = ROOT / "deploy" / "k8s" / "trusted-proxies.conf"


def test_whoever_asks_too_often_is_told_to_wait_and_nobody_else_is(address: Address) -> None:
    greedy, modest = source(), source()
    with Connection(address, greedy) as connection:
        answers = []
        for _ in range(300):
            connection.send(request("GET", "/v1/rulesets/pagat"))
            answers.append(connection.receive())
        # The probes of whoever runs the service are never among what is counted.
        for path, status in (("/livez", 204), ("/readyz", 200)):
            connection.send(request("GET", path))
            assert connection.receive().status == status
    refused = [answer for answer in answers if answer.status == 429]
    assert {answer.status for answer in answers} == {200, 429}
    assert len(answers) - len(refused) >= 200
    assert int(problem_and_wait(refused[0])) > 0
    assert exchange(address, request("GET", "/v1/rulesets/pagat"), source=modest).status == 200


@pytest.mark.parametrize(
    ("path", "policy"),
    [
        ("/v1/rulesets/pagat", POLICIES[0]),
        ("/v1/rulesets/pagat?page=1", POLICIES[0]),
        ("/nowhere", POLICIES[0]),
        ("/metrics", POLICIES[0]),
        (SCORE, POLICIES[0]),
        *((path, POLICIES[1]) for path in BATCHES),
        (BATCHES[0] + "?", POLICIES[1]),
        (BATCHES[0] + "es", POLICIES[0]),
        ("/livez", None),
        ("/readyz?now", None),
    ],
)
def test_every_answer_that_counts_states_the_limit(path: str, policy: str | None, address: Address) -> None:
    assert exchange(address, request("GET", path), source=source()).headers.get("ratelimit-policy") == policy


def test_the_service_hears_under_which_address_it_was_asked(address: Address) -> None:
    for host, named in {"spades.test:8080": "spades.test:8080", "spades.test": "spades.test", "a:b": "a"}.items():
        answer = exchange(address, request("GET", SCORE, Host=host, Accept="text/html"), source=source())
        assert f"curl -s http://{named}{SCORE} " in answer.body.decode()


def problem_and_wait(answer: Answer) -> str:
    assert_problem(answer, 429)
    return answer.headers["retry-after"]


def test_probes_are_never_limited(address: Address) -> None:
    with Connection(address, source()) as connection:
        for _ in range(400):
            connection.send(request("GET", "/livez"))
            assert connection.receive().status == 204


@pytest.mark.parametrize(
    ("method", "path", "most"),
    [
        ("POST", SCORE, 64),
        ("POST", GAME, 8),
        ("POST", AUDIT_GAME, 8),
        ("GET", "/docs", 8),
        *(("POST", path, 2) for path in BATCHES),
    ],
)
def test_whoever_holds_too_many_requests_open_is_told_to_wait(
    method: str, path: str, most: int, address: Address
) -> None:
    """Requests count from their last header on, so that unfinished bodies do."""
    unfinished = request(method, path, b"", Content_Length="1" if method == "GET" else "100")
    whole = request(method, path, None if method == "GET" else b"{}")
    greedy = source()
    held = [Connection(address, greedy) for _ in range(most)]
    try:
        for connection in held:
            connection.send(unfinished)
        deadline = time.monotonic() + 3  # before they are given up
        while (answer := exchange(address, whole, source=greedy)).status != 429:
            assert time.monotonic() < deadline
        assert_problem(answer, 429)
        assert exchange(address, whole, source=source()).status != 429
    finally:
        for connection in held:
            connection.close()


def test_a_client_is_the_network_that_he_can_choose_addresses_from(running: Stack) -> None:
    """Whoever has one IPv6 address has 2 to the 64th of them; behind a gateway, they are known by what it writes."""
    with proxy(running.back.address[1], TRUSTED) as front:

        def asked(client: str, times: int) -> set[int]:
            with Connection(front.address) as connection:
                statuses = set()
                for _ in range(times):
                    connection.send(request("GET", "/nowhere", X_Forwarded_For=client))
                    statuses.add(connection.receive().status)
                return statuses

        assert asked("2001:db8:1:2::1", 300) == {404, 429}
        # As many as a slow machine may have made room for since.
        assert 429 in asked("2001:db8:1:2:3:4:5:6", 300)
        assert asked("2001:db8:1:3::1", 40) == {404}
        assert asked("192.0.2.1", 40) == {404}
        # Only the last address counts, the one that the gateway wrote.
        assert 429 in asked("192.0.2.77, 2001:db8:1:2::9", 300)


def test_the_holder_of_a_key_is_one_client_from_whatever_address(running: Stack) -> None:
    """A key that nobody holds makes no client: its sender is counted by his address, like anybody."""
    keys = [secrets.token_urlsafe(32) for _ in range(3)]
    holders = f"{keys[0]} league;\n{keys[1]} league;\n{keys[2]} club;\n"
    with proxy(running.back.address[1], holders=holders) as front:

        def asked(address: str, key: str, times: int) -> set[int]:
            with Connection(front.address, address) as connection:
                statuses = set()
                for _ in range(times):
                    connection.send(request("GET", "/nowhere", Authorization=f"Bearer {key}"))
                    statuses.add(connection.receive().status)
                return statuses

        one, other = source(), source()
        assert asked(one, keys[0], 300) == {404, 429}
        assert 429 in asked(other, keys[1], 300)  # as many as a slow machine may have made room for since
        assert asked(one, keys[2], 40) == {404}
        assert asked(other, "", 40) == {404}
        unknown = source()
        assert 429 in {status for _ in range(300) for status in asked(unknown, secrets.token_urlsafe(32), 1)}


def limit_at(path: str) -> int:
    """Return how long a body may be at a path, as the configuration has it."""
    places = re.findall(r'location (=|~) "?([^" ]+)"? \{\s+client_max_body_size (\d+)m;', CONFIGURATION.read_text())
    for how, place, most in places:
        if place == path if how == "=" else re.search(place, path):
            return int(most) * 1024 * 1024
    (general,) = re.findall(r"^    client_max_body_size (\d+)k;", CONFIGURATION.read_text(), re.MULTILINE)
    return int(general) * 1024


def test_bodies_that_the_service_takes_are_passed_on(client: FlaskClient) -> None:
    posts = [path for path, methods in client.get("/openapi.json").get_json()["paths"].items() if "post" in methods]
    settings = Settings()
    for path in posts:
        if path.endswith("/batch"):
            taken = settings.batch_bytes
        else:
            is_long = path.startswith(("/v1/games/", "/v1/records/", "/v1/standings"))
            taken = settings.game_bytes if is_long else settings.body_bytes
        assert taken < limit_at(path) <= 2 * taken, path


def test_a_game_of_full_length_is_passed_on(address: Address) -> None:
    sent = request("POST", GAME, game(5).ljust(512 * 1024))
    assert exchange(address, sent, source=source()).status == 200
