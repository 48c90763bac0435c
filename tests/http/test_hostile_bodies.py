"""Bodies that are refused, odd or long: each gets a clear answer, and no failure."""

from __future__ import annotations

import json
import time
import tracemalloc
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import (
    AUDIT,
    BIDS,
    COMPUTATIONS,
    GAME,
    GAME_LIMIT,
    LIMIT,
    PLAYS,
    RESOLVE,
    ROUND_SIZED,
    SCORE,
    TRICK,
    array,
    asking,
    auditing,
    bidding,
    game,
    named,
    nested,
    padded,
    quoted,
    scoring,
)
from tests.http.failures import places, problem_in
from tests.http.hostile_cases import (
    ANY_OPERATION,
    ANY_SIZE,
    AUDIT_VIOLATIONS,
    CHUNKED,
    END,
    JSON,
    LARGE_GAMES,
    OTHER_VIOLATIONS,
    TOP_LEVEL,
    VALID,
    VERY_LONG,
    VIOLATIONS,
    check,
    posted,
    ruling_id,
)
from tests.http.wire import Address, chunked, exchange, request


def test_every_operation_refuses(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in ANY_OPERATION:
        for path in ROUND_SIZED:
            with subtests.test(case.name, path=path):
                check(posted(client, case.body, path), client, case)


def test_games_are_refused(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in [*ANY_SIZE, *LARGE_GAMES]:
        with subtests.test(case.name):
            check(posted(client, case.body, GAME), client, case)


def test_games_are_refused_by_the_server(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in LARGE_GAMES:
        with subtests.test(case.name):
            check(exchange(server, request("POST", GAME, case.body, Connection="close")), client, case)


# What a body takes may grow with its length, not with the square of it: a worker that is busy answers nobody else.
GROWING: dict[str, Callable[[int], str]] = {
    "a name that stands twice among many": lambda size: named(*(f'"{each}": 0' for each in range(size)), '"0": 0'),
    "names that stand twice": lambda size: named(*(f'"{each // 2}": 0' for each in range(size))),
    "names that stand twice, nested": lambda size: array(*['{"a": 0, "a": 0}'] * (size // 2)),
    "many NaN": lambda size: array(*["NaN"] * size),
    "halves of pairs": lambda size: array(*[r'"\ud800"'] * size),
    "arrays never closed": lambda size: "[" * size * 20,
    "tiny objects": lambda size: asking(GAME, rounds=array(*["{}"] * size)).decode(),
    "unknown members": lambda size: asking(GAME, *(f'"{each}": 0' for each in range(size))).decode(),
    "unknown names": lambda size: asking(
        GAME, rounds=array(*(f'{{"bids": [], "tricks_won": {{"x{each}": 13}}}}' for each in range(size // 20)))
    ).decode(),
    "fractions": lambda size: array(*["0.5"] * size),
}


@pytest.mark.parametrize("name", GROWING)
def test_four_times_the_body_takes_not_much_more_than_four_times_as_long(name: str, client: FlaskClient) -> None:
    def taken(size: int) -> float:
        body = GROWING[name](size).encode()
        times = []
        for _ in range(3):
            start = time.process_time()
            assert posted(client, body, GAME).status in {400, 422}
            times.append(time.process_time() - start)
        return min(times)

    assert taken(18_000) < 9 * taken(4_500) + 0.02


def test_the_contract_of_every_operation_is_held(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, case in OTHER_VIOLATIONS:
        with subtests.test(case.name, path=path):
            check(posted(client, case.body, path), client, case)


def test_the_contract_is_held(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in VIOLATIONS:
        with subtests.test(case.name):
            check(posted(client, case.body), client, case)


def test_the_contract_of_audits_is_held(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in AUDIT_VIOLATIONS:
        with subtests.test(case.name):
            check(posted(client, case.body, AUDIT), client, case)


def test_the_server_refuses(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for case in [*ANY_OPERATION, *VIOLATIONS[len(TOP_LEVEL) :]]:
        with subtests.test(case.name):
            check(exchange(server, request("POST", SCORE, case.body, Connection="close")), client, case)


# Games are long, and everything else is short


@pytest.mark.parametrize("rounds", [0, 1, 150, 200])
def test_a_game_is_answered_however_long_it_was(rounds: int, server: Address, client: FlaskClient) -> None:
    body = game(rounds)
    assert (len(body) > LIMIT) == (rounds == 200)
    answer = posted(client, body, GAME)
    assert answer.status == 200
    assert [each["number"] for each in answer.json()["rounds"]] == list(range(1, rounds + 1))
    sent = exchange(server, request("POST", GAME, body, Connection="close"))
    assert (sent.status, sent.body) == (200, answer.body)
    in_chunks = CHUNKED.replace(SCORE.encode(), GAME.encode())
    assert exchange(server, in_chunks, chunked(body[:100], body[100:]), END).body == answer.body


def test_a_game_may_be_just_as_long_as_the_limit(client: FlaskClient) -> None:
    assert posted(client, padded(game(200), GAME_LIMIT), GAME).status == 200


@pytest.mark.parametrize("path", ROUND_SIZED)
def test_nothing_else_may_be_as_long_as_a_game(path: str, client: FlaskClient) -> None:
    assert posted(client, padded(asking(path), LIMIT), path).status == 200
    answer = posted(client, padded(asking(path), LIMIT + 1), path)
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("chunks", [(padded(VALID, GAME_LIMIT + 1),), (b"[" * 2 * GAME_LIMIT,)])
def test_chunks_of_a_game_beyond_the_limit_are_too_large(
    chunks: tuple[bytes, ...], server: Address, client: FlaskClient
) -> None:
    answer = exchange(server, CHUNKED.replace(SCORE.encode(), GAME.encode()), chunked(*chunks), END)
    assert str(GAME_LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("path", COMPUTATIONS)
def test_every_operation_answers_its_example(path: str, client: FlaskClient) -> None:
    answer = posted(client, asking(path), path)
    assert (answer.status, answer.headers["content-type"]) == (200, JSON)
    assert posted(client, asking(path), path).body == answer.body


UNREADABLE = [
    (BIDS, asking(BIDS, bids='[{"player": "eve", "tricks": 1}]'), ("#/bids/0/player", "unknown_player")),
    (BIDS, asking(BIDS, bids='[{"tricks": 1}]'), ("#/bids/0", "player_or_team")),
    (BIDS, asking(BIDS, hands='{"e/ve": []}'), ("#/hands/e~1ve", "unknown_player")),
    (BIDS, asking(BIDS, before='{"eve": {}}'), ("#/before/eve", "unknown_team")),
    (PLAYS, asking(PLAYS, players='["x", "y", "z", "w"]'), ("#/plays/0/player", "unknown_player")),
    (PLAYS, asking(PLAYS, ruleset='"classic-solo"'), ("#/players", "required")),
    (TRICK, asking(TRICK, leader='"eve"'), ("#/leader", "unknown_player")),
    (TRICK, asking(TRICK, hands='{"eve": []}'), ("#/hands/eve", "unknown_player")),
    (GAME, asking(GAME, rounds='[{"tricks_won": {"ana": 13}}]'), ("#/rounds/0/bids", "required")),
    (GAME, asking(GAME, first_dealer='"eve"'), ("#/first_dealer", "unknown_player")),
]


@pytest.mark.parametrize(
    ("path", "body", "place"), UNREADABLE, ids=[f"{path}-{place}" for path, _, place in UNREADABLE]
)
def test_what_cannot_be_read_is_said_with_its_place(
    path: str, body: bytes, place: tuple[str, str], client: FlaskClient
) -> None:
    assert places(problem_in(posted(client, body, path), client, 422, "unreadable-record")) == {place}


def test_what_cannot_be_read_in_a_game_is_said_for_every_round(client: FlaskClient) -> None:
    body = json.loads(game(60))
    for each in body["rounds"]:
        each["tricks_won"] = {"ana+cy": 1}
    body["rounds"][0]["dealer"] = "eve"
    body["rounds"][1]["bids"][0]["player"] = "mallory"
    problem = problem_in(posted(client, json.dumps(body).encode(), GAME), client, 422, "unreadable-record")
    assert problem["errors_truncated"] is True
    found = [(error["pointer"], error["code"]) for error in problem["errors"]]
    assert {("#/rounds/0/dealer", "unknown_player"), ("#/rounds/1/bids/0/player", "unknown_player")} <= set(found)
    assert found[-1] == ("#/rounds/47/tricks_won", "tricks_total")


def test_a_bid_that_is_missing_in_a_game_is_said_with_its_round(client: FlaskClient) -> None:
    body = json.loads(game(3))
    del body["rounds"][1]["bids"][0]
    problem = problem_in(posted(client, json.dumps(body).encode(), GAME), client, 422, "unreadable-record")
    assert places(problem) == {("#/rounds/1/bids", "missing_bid")}


# What is odd but says the same

ODD = {
    "white space": b"\r\n\t " + VALID.replace(b": ", b"\n:\t") + b"\n",
    "just long enough": padded(VALID, LIMIT),
    "members in another order": json.dumps(dict(reversed(json.loads(VALID).items()))).encode(),
    "escapes": VALID.replace(b"ana", rb"\u0061n\u0061").replace(b"score", rb"\u0073core"),
    "an escaped plus sign": VALID.replace(b"ana+cy", rb"ana\u002bcy"),
    "whole-valued fractions": VALID.replace(b"7}", b"7.0}").replace(b"337", b"3.37e2"),
    "exponents": VALID.replace(b"290", b"29e1").replace(b"337", b"33700E-2"),
}


@pytest.mark.parametrize("name", ODD)
def test_another_spelling_is_the_same_request(name: str, client: FlaskClient) -> None:
    assert ODD[name] != VALID
    assert ruling_id(posted(client, ODD[name])) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("name", ODD)
def test_another_spelling_is_the_same_request_to_the_server(name: str, server: Address, client: FlaskClient) -> None:
    answer = exchange(server, request("POST", SCORE, ODD[name], Connection="close"))
    assert ruling_id(answer) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize("tricks", ["4.0", "4.000", "40e-1", "0.4E1", "4e0"])
def test_a_whole_valued_fraction_is_that_integer(tricks: str, client: FlaskClient) -> None:
    answer = posted(client, bidding(tricks))
    assert ruling_id(answer) == ruling_id(posted(client, bidding("4")))
    assert answer.body == posted(client, bidding("4")).body


@pytest.mark.parametrize("tricks", ["-0", "-0.0", "0.0", "0e5", "-0E-5"])
def test_every_zero_is_zero(tricks: str, client: FlaskClient) -> None:
    assert posted(client, bidding(tricks)).body == posted(client, bidding("0")).body
    assert ruling_id(posted(client, bidding(tricks)))


def test_names_beyond_ascii_come_back_as_they_were(client: FlaskClient) -> None:
    name = "\u00e9\u2660\U0001f600\u0000\u2028\u202e"
    answer = posted(client, VALID.replace(b"ana", json.dumps(name)[1:-1].encode()))
    assert answer.status == 200
    assert answer.json()["teams"][0]["players"] == [name, "cy"]


# All faults at once, but not without end


@pytest.mark.parametrize(
    ("faults", "listed", "truncated"), [(49, 49, None), (50, 50, None), (51, 50, True), (900, 50, True)]
)
def test_violations_are_capped(faults: int, listed: int, truncated: bool | None, client: FlaskClient) -> None:
    answer = posted(client, scoring(*(f'"x{each}": 0' for each in range(faults))))
    problem = problem_in(answer, client, 422, "contract-violation")
    assert len(problem["errors"]) == listed
    assert problem.get("errors_truncated") is truncated
    assert str(faults) in problem["detail"]


@pytest.mark.parametrize(("faults", "listed", "truncated"), [(50, 50, None), (51, 50, True), (400, 50, True)])
def test_faults_of_json_are_capped(faults: int, listed: int, truncated: bool | None, client: FlaskClient) -> None:
    answer = posted(client, scoring(*(f'"x{each}": 0, "x{each}": 0' for each in range(faults))))
    problem = problem_in(answer, client, 400, "not-json")
    assert len(problem["errors"]) == listed
    assert problem.get("errors_truncated") is truncated


def test_violations_stand_in_the_order_of_their_places(client: FlaskClient) -> None:
    trick = named('"plays": ' + array(*['{"player": "ana"}'] * 8))
    answer = posted(client, auditing(tricks=array(*[trick] * 12)), AUDIT)
    problem = problem_in(answer, client, 422, "contract-violation")
    expected = [f"#/tricks/{trick}/plays/{play}/card" for trick in range(12) for play in range(8)]
    assert [error["pointer"] for error in problem["errors"]] == expected[:50]


LONG_NAME = quoted(VERY_LONG)
WIDE_NAME = quoted("\u00e9" * 10_000)
PAIRS = [f'"{each}": 1, "{each}": 2' for each in range(300)]
REPEATING = {
    "an unknown member of a long name": (SCORE, scoring(LONG_NAME + ": 1"), 422, "contract-violation"),
    "an unknown member of a wide name": (SCORE, scoring(WIDE_NAME + ": 1"), 422, "contract-violation"),
    "many violations below a wide name": (
        AUDIT,
        auditing(hands=named(f"{WIDE_NAME}: {array(*['0'] * 54)}")),
        422,
        "contract-violation",
    ),
    "a long name that stands twice": (
        SCORE,
        scoring(quoted(VERY_LONG[:9_000]) + ": 1", quoted(VERY_LONG[:9_000]) + ": 1"),
        400,
        "not-json",
    ),
    "many names that stand twice below a wide name": (SCORE, scoring(f"{WIDE_NAME}: {named(*PAIRS)}"), 400, "not-json"),
    "tricks of a player of a long name": (
        SCORE,
        scoring(tricks_won=named('"ana": 13', LONG_NAME + ": 0")),
        422,
        "unreadable-record",
    ),
    "the standing of a team of a long name": (
        SCORE,
        scoring(before=named(LONG_NAME + ": {}")),
        422,
        "unreadable-record",
    ),
    "a hand of a player of a long name, bidding": (
        BIDS,
        asking(BIDS, hands=named(LONG_NAME + ": []")),
        422,
        "unreadable-record",
    ),
    "a hand of a player of a long name, in a trick": (
        TRICK,
        asking(TRICK, hands=named(WIDE_NAME + ": []")),
        422,
        "unreadable-record",
    ),
    "a ruleset of a long name": (RESOLVE, asking(RESOLVE, ruleset=LONG_NAME), 422, "contract-violation"),
    "overrides of a wide name": (
        RESOLVE,
        asking(RESOLVE, ruleset=named('"name": "pagat"', f'"overrides": {named(WIDE_NAME + ": 1")}')),
        422,
        "contract-violation",
    ),
    "a card of a long name": (PLAYS, asking(PLAYS, hand=array(LONG_NAME)), 422, "contract-violation"),
    "a hand of a player of a long name": (AUDIT, auditing(hands=named(LONG_NAME + ": []")), 422, "unreadable-record"),
}


@pytest.mark.parametrize("name", REPEATING)
def test_an_answer_never_repeats_long_input(name: str, client: FlaskClient) -> None:
    path, body, status, slug = REPEATING[name]
    assert len(body) <= LIMIT
    assert problem_in(posted(client, body, path), client, status, slug)["errors"]


def test_an_answer_to_a_game_never_repeats_long_input(client: FlaskClient) -> None:
    won = named(quoted("\u00e9" * 1_000) + ": 1", quoted("x" * 4_000) + ": 1")
    body = asking(GAME, rounds=array(*[named('"bids": []', f'"tricks_won": {won}')] * 80))
    assert LIMIT < len(body) <= GAME_LIMIT
    problem = problem_in(posted(client, body, GAME), client, 422, "unreadable-record")
    assert len(problem["errors"]) == 50


@pytest.mark.parametrize("levels", [900, 9_000])
def test_a_deep_and_wide_body_takes_little_memory(levels: int, client: FlaskClient) -> None:
    body = nested(levels, "[", "]", ", ".join(["0.5"] * 1_900)).encode()
    assert posted(client, body).status == 400
    tracemalloc.start()
    try:
        answer = posted(client, body)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    problem_in(answer, client, 400, "not-json")
    assert peak < 4_000_000
