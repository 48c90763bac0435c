"""Bodies that are refused as bytes, odd or long: each gets a clear answer, and no failure.

What is wrong at a place of a body is in `test_hostile.py`, for every place that the contract has.
"""

from __future__ import annotations

import codecs
import gzip
import json
import time
import tracemalloc
from collections.abc import Callable, Sequence

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import OCTETS
from service.settings import Settings
from service.wire.strict_json import READ_PATH
from tests.contract.document import DOCUMENT, WITH_BODY
from tests.http.bodies import (
    BATCHES,
    BIDS,
    GAME,
    GAME_LIMIT,
    LIMIT,
    PLAYS,
    ROUND_SIZED,
    SCORE,
    TRICK,
    VALID,
    array,
    asking,
    bidding,
    game,
    named,
    nested,
    padded,
    quoted,
    scoring,
)
from tests.http.failures import places, problem_in
from tests.http.mistakes import ROUND
from tests.http.reads import JSON, posted, ruling_id
from tests.http.wire import CHUNKED, END, Address, chunked, exchange, request

TEXT = VALID.decode()
GOOD = json.dumps(ROUND).encode()
CSV = b"round,player,bid,tricks\n1,ana,3,4\n1,ben,4,3\n"
SHORTHAND = b"pagat; N E S W; dealer W\nN 2  E 5  S nil  W 1\nN QD 2D 5D 3D\n"
TAGS = b'% PTN\n[Event ""]\n[GameCode "Spades"]\n'
DEAL = b'[Deal "N:AK.QJ.T9.87 - - -"]\n[Play "E"]\n'
BATCH = f"{SCORE}/batch"
UNPACKED, ENCODED, LINES = "send it unpacked", "send UTF-8", "a path that ends in /batch"
READ = "send it to /v1/records/read"

NO_JSON: Sequence[tuple[str, bytes, str]] = (
    ("nothing", b"", "There is nothing here: a request is one JSON object."),
    ("white space", b" \r\n\t ", "There is nothing here"),
    ("gzip", gzip.compress(GOOD, mtime=0), "This looks like gzip: say so by the header Content-Encoding: gzip"),
    ("a zip archive", b"PK\x03\x04" + GOOD, UNPACKED),
    ("UTF-16", TEXT.encode("utf-16"), ENCODED),
    ("UTF-16, little endian, no mark", TEXT.encode("utf-16-le"), ENCODED),
    ("UTF-16, big endian, no mark", TEXT.encode("utf-16-be"), ENCODED),
    ("UTF-32", TEXT.encode("utf-32"), ENCODED),
    ("UTF-32, little endian, no mark", TEXT.encode("utf-32-le"), ENCODED),
    ("UTF-7", scoring(dealer='"+AGQ-ee"').replace(b'"', b"+ACI-"), ""),
    ("Latin-1", scoring(dealer='"d\u00e9e"').decode().encode("latin-1"), "not UTF-8"),
    ("an overlong encoding", scoring(dealer='"X"').replace(b"X", b"\xc1\xa1"), "not UTF-8"),
    ("a surrogate in UTF-8", scoring(dealer='"X"').replace(b"X", b"\xed\xa0\x80"), "not UTF-8"),
    ("a byte that is never in UTF-8", scoring(dealer='"X"').replace(b"X", b"\xff"), "not UTF-8"),
    ("a character cut in half", scoring(dealer='"X"').replace(b"X", b"\xe2\x82"), "not UTF-8"),
    ("a byte order mark", codecs.BOM_UTF8 + VALID, "begins with a byte order mark: send UTF-8 without one"),
    ("a form", b"ruleset=pagat&players=ana", "This looks like a form: send one JSON object, with the header"),
    ("an encoded form", b"%7B%22ruleset%22%3A%22pagat%22%7D", "This looks like a form"),
    ("a page", b"<html><body>ana</body></html>", "XML or HTML"),
    ("lines", GOOD + b"\n" + GOOD + b"\n", LINES),
    ("two values", VALID + VALID, ""),
    ("a sheet", CSV, f"a score sheet as CSV: {READ}"),
    ("a sheet with semicolons", CSV.replace(b",", b";"), READ),
    ("shorthand", SHORTHAND, f"a log of cards in another notation: {READ}"),
    ("a log without a head", b"ana KH, ben 2H, cy 3S, dee 4H", READ),
    ("PTN", TAGS, READ),
    ("tags", DEAL, READ),
    ("single quotes", str(ROUND).encode(), "in double quotes"),
    ("names without quotes", b'{ruleset: "pagat"}', "write names in double quotes"),
    ("a comma too many", VALID[:-1] + b",}", "there is a comma too many before it"),
    ("a comment", b"{// a round\n}", "JSON has no comments"),
    ("a comment behind it", VALID + b"// a good round", ""),
    ("half of it", VALID[: len(VALID) // 2], "at line 1, column"),
    ("garbage behind it", VALID + b" x", ""),
    ("a null byte behind it", VALID + b"\0", ""),
    ("a form feed before it", b"\f" + VALID, ""),
    ("a no-break space before it", b"\xc2\xa0" + VALID, ""),
    ("a few commas", b"," * 1_000, ""),
    ("arrays never closed", b"[" * (LIMIT - 1), ""),
    ("objects never closed", b'{"a":' * 900, ""),
    *((f"arrays, {levels} levels", nested(levels, "[", "]").encode(), "") for levels in (33, 990, 1_100, 16_000)),
    *((f"objects, {levels} levels", nested(levels, '{"a":', "}", "1").encode(), "") for levels in (33, 990, 1_100)),
    *((f"escapes, {levels} levels", nested(levels, r'{"\u0061":', "}", "1").encode(), "") for levels in (900, 1_100)),
    ("a fraction, 900 levels", nested(900, '{"a":', "}", "0.5").encode(), ""),
    ("many NaN, 900 levels", nested(900, "[", "]", ", ".join(["NaN"] * 60)).encode(), ""),
    ("names twice, 900 levels", nested(900, "[", "]", named(*['"a": 1, "a": 2'] * 60)).encode(), ""),
    ("halves of pairs, 900 levels", nested(900, "[", "]", ", ".join([r'"\ud800"'] * 60)).encode(), ""),
)
"""What is sent as one request: a name, the body, and words of the detail."""
WHOLE_BATCHES: Sequence[tuple[str, bytes, str]] = (
    ("an array", b"[" + GOOD + b",\n" + GOOD + b"]\n", "This looks like an array"),
    ("an array on one line", b"[" + GOOD + b"," + GOOD + b"]", "without brackets and commas between"),
    ("an array of requests on their own lines", b"[\n" + GOOD + b",\n" + GOOD + b"\n]", "This looks like an array"),
    ("a pretty-printed array", json.dumps([ROUND, ROUND], indent=1).encode(), "This looks like an array"),
    ("a pretty-printed record", json.dumps(ROUND, indent=2).encode(), "write each request on one line, as jq -c does"),
    ("several of them", b"\n".join([json.dumps(ROUND, indent=2).encode()] * 2), "on one line, as jq -c does"),
    ("gzip", gzip.compress(GOOD * 50, mtime=0), UNPACKED),
    ("UTF-16", (GOOD + b"\n" + GOOD).decode().encode("utf-16"), ENCODED),
    ("a sheet", CSV, READ),
    ("shorthand", SHORTHAND, READ),
    ("tags", DEAL, READ),
)
"""What is sent as a batch and is none: a name, the body, and words of the one problem that answers it."""


def test_what_is_no_json_is_refused_by_every_operation_and_said(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name, body, words in NO_JSON:
        with subtests.test(name):
            problem = problem_in(posted(client, body), client, 400, "not-json")
            assert words in problem["detail"]
            assert "errors" not in problem
            refused = {(answer := posted(client, body, each.path)).status for each in WITH_BODY}
            assert refused == {400}, answer.body
            lines = posted(client, GOOD + b"\n" + body.replace(b"\n", b" "), BATCH, OCTETS).body.splitlines()
            assert b"internal-error" not in lines[-1]


def test_every_fault_of_json_is_said_at_once(client: FlaskClient) -> None:
    body = scoring('"dealer": "cy"', r'"x": "\ud800"', '"y": [NaN, {"z": 1, "z": 1}]')
    assert places(problem_in(posted(client, body), client, 400, "not-json")) == {
        ("#/dealer", "duplicate_name"),
        ("#/x", "lone_surrogate"),
        ("#/y/0", "not_a_number"),
        ("#/y/1/z", "duplicate_name"),
    }


def test_what_is_no_batch_is_answered_once(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path in BATCHES:
        for name, body, words in WHOLE_BATCHES:
            with subtests.test(name, path=path):
                assert words in problem_in(posted(client, body, path, OCTETS), client, 400, "not-json")["detail"]


def test_a_batch_with_a_proper_line_is_answered_by_line(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for body, statuses in [
        (b"[]\n" + GOOD, [422, 200]),
        (b"[]\n" + GOOD + b"\n[]", [422, 200, 422]),
        (CSV + GOOD, [400, 400, 400, 200]),
        (gzip.compress(b"", mtime=0).replace(b"\n", b"") + b"\n" + GOOD, [400, 200]),
        (b"{}\n{}\n", [422, 422]),
        (b"ana bid 3", [400]),
        (b"\n \n" + GOOD, [400, 400, 200]),
        (b"  " + GOOD + b"  \n  " + GOOD, [200, 200]),
    ]:
        with subtests.test(body=body, statuses=statuses):
            answer = posted(client, body, BATCH, OCTETS)
            assert answer.status == 200
            assert [json.loads(line)["status"] for line in answer.body.splitlines()] == statuses


def test_another_media_type_is_told_what_to_send(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for path, content_type, words in [
        (SCORE, "application/x-www-form-urlencoded", "With curl, add -H 'Content-Type: application/json'."),
        (SCORE, "multipart/form-data; boundary=x", "With curl, add -H"),
        (SCORE, "", "not a body without a media type. With curl, add -H"),
        (SCORE, "text/csv", "/v1/records/read makes records of a text"),
        (SCORE, "text/plain", "/v1/records/read makes records of a text"),
        (BATCH, "application/json", "Write one request on each line."),
        (BATCH, "application/x-www-form-urlencoded", f"With curl, add -H 'Content-Type: {OCTETS}'."),
    ]:
        with subtests.test(path=path, content_type=content_type):
            problem = problem_in(posted(client, GOOD, path, content_type), client, 415, "unsupported-media-type")
            assert words in problem["detail"]


# Too large


def beyond(limit: int, values: int) -> dict[str, bytes]:
    """Return bodies beyond a limit of bytes or of values."""
    return {
        "a byte": padded(VALID, limit + 1),
        "by far": padded(VALID, 3 * limit),
        "tiny objects": scoring(bids=array(*["{}"] * (limit // 2))),
        "tiny objects within the length": scoring(bids=array(*["{}"] * (limit // 5))),
        "commas": b"," * limit,
        "colons": b":" * limit,
        "members": scoring('"x": ' + named(*(f'"{each}": 0' for each in range(values // 2 + 1)))),
        "a value": scoring('"x": ' + array(*["0"] * (values + 1))),
    }


def test_what_is_too_large_is_refused(client: FlaskClient) -> None:
    for limit, values, paths in ((LIMIT, 2_000, ROUND_SIZED), (GAME_LIMIT, 40_000, [GAME])):
        for path in paths:
            for name, body in beyond(limit, values).items():
                detail = problem_in(posted(client, body, path), client, 413, "too-large")["detail"]
                assert str(limit) in detail or f"{values} JSON values" in detail, name
            assert posted(client, padded(asking(path), limit), path).status == 200
    assert posted(client, padded(game(200), GAME_LIMIT), GAME).status == 200


def test_what_is_too_large_is_told_what_to_do(subtests: pytest.Subtests) -> None:
    for settings, path, words in [
        (Settings(body_bytes=100), SCORE, "longer than 100 bytes. A request is about one round or one game: send many"),
        (Settings(body_values=10), SCORE, "more than 10 JSON values. A request is about one round or one game"),
        (Settings(game_bytes=100), GAME, "longer than 100 bytes. A request is about one game: send many"),
        (Settings(game_values=10), GAME, "more than 10 JSON values. A request is about one game: send many"),
        (Settings(game_bytes=100), READ_PATH, "longer than 100 bytes. A request is about one text or one record"),
        (Settings(game_values=10), READ_PATH, "more than 10 JSON values. A request is about one text or one record"),
        (Settings(batch_bytes=100), BATCH, "longer than 100 bytes. Split the batch, or answer its file on the command"),
        (Settings(batch_lines=1), BATCH, "more than 1 lines. Split the batch, or answer its file on the command line"),
    ]:
        with subtests.test(words):
            client = create_app(settings, DOCUMENT).test_client()
            content_type = OCTETS if path == BATCH else JSON
            problem = problem_in(posted(client, GOOD + b"\n" + GOOD, path, content_type), client, 413, "too-large")
            assert words in problem["detail"]


# What a body takes may grow with its length, not with the square of it: a worker that is busy answers nobody else.
GROWING: dict[str, Callable[[int], str]] = {
    "a name that stands twice among many": lambda size: named(*(f'"{each}": 0' for each in range(size)), '"0": 0'),
    "names that stand twice": lambda size: named(*(f'"{each // 2}": 0' for each in range(size))),
    "names that stand twice, nested": lambda size: array(*['{"a": 0, "a": 0}'] * (size // 2)),
    "many NaN": lambda size: array(*["NaN"] * size),
    "halves of pairs": lambda size: array(*[r'"\ud800"'] * size),
    "arrays never closed": lambda size: "[" * size * 20,
    "objects never closed": lambda size: '{"a":' * size * 2,
    "deep arrays": lambda size: nested(size * 10, "[", "]"),
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


def test_the_server_refuses_the_same(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    bodies = [(SCORE, 400, "not-json", body) for _, body, _ in NO_JSON]
    bodies += [(SCORE, 413, "too-large", body) for body in beyond(LIMIT, 2_000).values()]
    bodies += [(GAME, 413, "too-large", body) for body in beyond(GAME_LIMIT, 40_000).values()]
    for path, status, slug, body in bodies:
        with subtests.test(slug, body=body[:40]):
            problem_in(exchange(server, request("POST", path, body, Connection="close")), client, status, slug)
    for growing in GROWING.values():
        answer = exchange(server, request("POST", GAME, growing(18_000).encode(), Connection="close"))
        assert answer.status in {400, 422}


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


# Games are long


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


@pytest.mark.parametrize("chunks", [(padded(VALID, GAME_LIMIT + 1),), (b"[" * 2 * GAME_LIMIT,)])
def test_chunks_of_a_game_beyond_the_limit_are_too_large(
    chunks: tuple[bytes, ...], server: Address, client: FlaskClient
) -> None:
    answer = exchange(server, CHUNKED.replace(SCORE.encode(), GAME.encode()), chunked(*chunks), END)
    assert str(GAME_LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


# Faults that follow from several parts of a body, or that are many

_FAR = game(1_000).replace(b'"tricks": 3', b'"tricks": 99', 1)[:-2] + b', {"bids": 1, "tricks_won": {"a": -1}}]}'
_FAR_PLACES = "#/rounds maxItems, #/rounds/0/bids/0/tricks maximum, #/rounds/1000/bids type"
_OWN = asking(GAME, rounds='[{"bids": [], "tricks_won": {}, "ruleset": "pagat"}]')
_MANY = asking(GAME, '"x": ' + named(*(f'"{each}": 0' for each in range(15_000))))
_ONE_LESS = {**json.loads(game(3))}
del _ONE_LESS["rounds"][1]["bids"][0]
VIOLATED: Sequence[tuple[str, bytes, str]] = (
    (SCORE, bidding('4}, {"player": "ben"'), "#/bids/1/tricks required"),
    (SCORE, nested(32, "[", "]").encode(), "# type"),
    (SCORE, nested(32, "[", "]", "1").encode(), "# type"),
    (GAME, asking(GAME, rounds='[{"bids": []}, {"bid": []}]'), "#/rounds/1/bid additionalProperties"),
    (GAME, _OWN, "#/rounds/0/ruleset additionalProperties"),
    (GAME, _FAR, f"{_FAR_PLACES}, #/rounds/1000/tricks_won/a minimum"),
    (GAME, _MANY, "#/x additionalProperties"),
)
"""Bodies that violate the contract in several places, or are just within a limit; the places and their codes."""
UNREADABLE: Sequence[tuple[str, bytes, str]] = (
    (BIDS, asking(BIDS, bids='[{"player": "eve", "tricks": 1}]'), "#/bids/0/player unknown_player"),
    (BIDS, asking(BIDS, bids='[{"tricks": 1}]'), "#/bids/0 player_or_team"),
    (BIDS, asking(BIDS, hands='{"e/ve": []}'), "#/hands/e~1ve unknown_player"),
    (BIDS, asking(BIDS, before='{"eve": {}}'), "#/before/eve unknown_team"),
    (PLAYS, asking(PLAYS, players='["x", "y", "z", "w"]'), "#/plays/0/player unknown_player"),
    (PLAYS, asking(PLAYS, ruleset='"classic-solo"'), "#/players required"),
    (TRICK, asking(TRICK, leader='"eve"'), "#/leader unknown_player"),
    (TRICK, asking(TRICK, hands='{"eve": []}'), "#/hands/eve unknown_player"),
    (GAME, asking(GAME, rounds='[{"tricks_won": {"ana": 13}}]'), "#/rounds/0/bids required"),
    (GAME, asking(GAME, first_dealer='"eve"'), "#/first_dealer unknown_player"),
    (GAME, json.dumps(_ONE_LESS).encode(), "#/rounds/1/bids bid_missing"),
)
"""Bodies that the contract allows and nobody can read."""


def test_what_is_wrong_is_said_with_its_places(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for slug, bodies in (("contract-violation", VIOLATED), ("unreadable-record", UNREADABLE)):
        for path, body, said in bodies:
            with subtests.test(said, path=path):
                found = places(problem_in(posted(client, body, path), client, 422, slug))
                assert found == {tuple(each.split()) for each in said.split(", ")}


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


@pytest.mark.parametrize(
    ("faults", "listed", "truncated"), [(49, 49, None), (50, 50, None), (51, 50, True), (900, 50, True)]
)
def test_faults_are_capped(faults: int, listed: int, truncated: bool | None, client: FlaskClient) -> None:
    unknown = posted(client, scoring(*(f'"x{each}": 0' for each in range(faults))))
    violated = problem_in(unknown, client, 422, "contract-violation")
    assert str(faults) in violated["detail"]
    twice = posted(client, scoring(*(f'"x{each}": 0, "x{each}": 0' for each in range(min(faults, 400)))))
    for problem in (violated, problem_in(twice, client, 400, "not-json")):
        assert len(problem["errors"]) == listed
        assert problem.get("errors_truncated") is truncated


_WON = named(quoted("\u00e9" * 1_000) + ": 1", quoted("x" * 4_000) + ": 1")
_TWICE = named(*(f'"{each}": 1, "{each}": 2' for each in range(300)))


@pytest.mark.parametrize(
    ("body", "status", "slug"),
    [
        (asking(GAME, rounds=array(*[named('"bids": []', f'"tricks_won": {_WON}')] * 80)), 422, "unreadable-record"),
        (asking(GAME, quoted("\u00e9" * 10_000) + ": " + _TWICE), 400, "not-json"),
    ],
    ids=["names in many rounds", "many names twice below a wide one"],
)
def test_an_answer_to_a_game_never_repeats_long_input(body: bytes, status: int, slug: str, client: FlaskClient) -> None:
    assert len(problem_in(posted(client, body, GAME), client, status, slug)["errors"]) == 50


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


def test_another_spelling_is_the_same_request(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name, body in ODD.items():
        with subtests.test(name=name):
            assert body != VALID
            assert ruling_id(posted(client, body)) == ruling_id(posted(client, VALID))
            answer = exchange(server, request("POST", SCORE, body, Connection="close"))
            assert ruling_id(answer) == ruling_id(posted(client, VALID))


def test_a_whole_valued_fraction_is_that_integer_and_every_zero_is_zero(client: FlaskClient) -> None:
    for plain, others in {
        "4": ("4.0", "4.000", "40e-1", "0.4E1", "4e0"),
        "0": ("-0", "-0.0", "0.0", "0e5", "-0E-5"),
    }.items():
        answer = posted(client, bidding(plain))
        assert ruling_id(answer)
        assert {posted(client, bidding(other)).body for other in others} == {answer.body}


def test_names_beyond_ascii_come_back_as_they_were(client: FlaskClient) -> None:
    name = "\u00e9\u2660\U0001f600\u0000\u2028\u202e"
    answer = posted(client, VALID.replace(b"ana", json.dumps(name)[1:-1].encode()))
    assert answer.status == 200
    assert answer.json()["teams"][0]["players"] == [name, "cy"]
