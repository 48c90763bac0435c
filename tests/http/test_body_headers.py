"""Headers that say what a body is and how long, and bodies that come in chunks."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.http.bodies import LIMIT, SCORE, VALID, padded
from tests.http.failures import problem_in
from tests.http.reads import JSON, posted, ruling_id
from tests.http.wire import CHUNKED, END, HEAD, Address, Answer, Connection, chunked, exchange, request

# Headers that say what the body is

REFUSED_TYPES = [
    None,
    "",
    "text/plain",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/problem+json",
    "application/vnd.api+json",
    "application/x-ndjson",
    "application/jsonp",
    "application/*",
    "*/*",
    "json",
    "application/json, text/plain",
    "application/json; charset=latin-1",
    "application/json; charset=utf-16",
    "application/json; charset=utf-7",
    "application/json; charset=utf-8; charset=utf-16",
    "application/json; charset=" + "x" * 3_000,
    "x" * 3_000,
]
ACCEPTED_TYPES = [
    "application/json; charset=utf-8",
    "application/json;charset=utf-8",
    'application/json; charset="UTF-8"',
    "application/json; charset=UTF8",
    "application/json ; charset=Utf-8",
    "Application/JSON",
    " application/json ",
]
CODINGS = ["br", "deflate", "zstd", "gzip, gzip", "gzip, identity", "identity, gzip", "unheard-of", "x" * 3_000]


def short(text: str | None) -> str:
    return repr(text)[:50]


def test_another_media_type_is_refused(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for content_type in REFUSED_TYPES:
        with subtests.test(content_type=content_type):
            answers = [posted(client, VALID, content_type=content_type)]
            if content_type:
                answers.append(exchange(server, request("POST", SCORE, VALID, Content_Type=content_type)))
            for answer in answers:
                assert problem_in(answer, client, 415, "unsupported-media-type")["detail"]


def test_a_body_without_a_type_is_refused_by_the_server(server: Address, client: FlaskClient) -> None:
    head = f"POST {SCORE} HTTP/1.1\r\nHost: spades.test\r\nContent-Length: {len(VALID)}\r\n\r\n"
    problem_in(exchange(server, head.encode(), VALID), client, 415, "unsupported-media-type")
    assert exchange(server, request("POST", SCORE, VALID)).status == 200


def test_json_in_utf_8_is_accepted_however_it_is_written(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for content_type in ACCEPTED_TYPES:
        with subtests.test(content_type=content_type):
            assert ruling_id(posted(client, VALID, content_type=content_type)) == ruling_id(posted(client, VALID))


def test_another_content_coding_is_refused(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for coding in CODINGS:
        with subtests.test(coding=coding):
            response = client.post(SCORE, data=VALID, content_type=JSON, headers={"Content-Encoding": coding})
            problem_in(Answer.of(response), client, 415, "unsupported-media-type")
            answer = exchange(server, request("POST", SCORE, VALID, Content_Encoding=coding))
            assert "in gzip or without" in problem_in(answer, client, 415, "unsupported-media-type")["detail"]
            assert answer.headers["accept-encoding"] == "gzip"  # RFC 9110, section 15.5.16


@pytest.mark.parametrize("coding", ["identity", "Identity", ""])
def test_no_content_coding_is_no_matter(coding: str, client: FlaskClient) -> None:
    response = client.post(SCORE, data=VALID, content_type=JSON, headers={"Content-Encoding": coding})
    assert ruling_id(Answer.of(response)) == ruling_id(posted(client, VALID))


def test_a_length_that_is_none_is_no_failure_of_the_service(client: FlaskClient, subtests: pytest.Subtests) -> None:
    for length in ["-1", "abc", "+5", "1_0", "\u00b2", "4.0", "9" * 30, "9" * 5_000]:
        with subtests.test(length=length):
            response = client.post(SCORE, data=VALID, content_type=JSON, environ_overrides={"CONTENT_LENGTH": length})
            assert response.content_type == "application/problem+json"
            assert response.status_code in {400, 413}


# Lengths and chunks, as only a server meets them


def with_length(length: int | str) -> bytes:
    return HEAD + f"Content-Length: {length}\r\n\r\n".encode()


@pytest.mark.parametrize(
    "chunks",
    [(VALID,), (VALID[:50], VALID[50:]), tuple(bytes([each]) for each in VALID), (padded(VALID, LIMIT),)],
    ids=["one", "two", "bytes", "just long enough"],
)
def test_chunks_make_a_body(chunks: tuple[bytes, ...], server: Address, client: FlaskClient) -> None:
    answer = exchange(server, CHUNKED, chunked(*chunks), END)
    assert ruling_id(answer) == ruling_id(posted(client, VALID))


@pytest.mark.parametrize(
    "chunks",
    [
        (padded(VALID, LIMIT + 1),),
        (VALID, b" " * LIMIT),
        (VALID, *[b" " * 1_000] * 60),
        (b" " * LIMIT, VALID),
        (b"[" * 2 * LIMIT,),
    ],
    ids=["one byte too long", "spaces after it", "spaces after it, bit by bit", "spaces before it", "never closed"],
)
def test_chunks_beyond_the_limit_are_too_large(chunks: tuple[bytes, ...], server: Address, client: FlaskClient) -> None:
    answer = exchange(server, CHUNKED, chunked(*chunks), END)
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


@pytest.mark.parametrize("length", [LIMIT + 1, 2 * LIMIT, 10**30])
def test_a_length_beyond_the_limit_is_too_large_before_anything_comes(
    length: int, server: Address, client: FlaskClient
) -> None:
    answer = exchange(server, with_length(length))
    assert str(LIMIT) in problem_in(answer, client, 413, "too-large")["detail"]


CUT_SHORT = {
    "length, one byte less": with_length(len(VALID) + 1) + VALID,
    "length, in the middle": with_length(len(VALID)) + VALID[:100],
    "length, nothing": with_length(len(VALID)),
    "length, whole value and more to come": with_length(LIMIT) + VALID + b" " * 1_000,
    "chunks, no end": CHUNKED + chunked(VALID),
    "chunks, half an end": CHUNKED + chunked(VALID) + b"0\r\n",
    "chunks, in the middle of one": CHUNKED + chunked(VALID)[:100],
    "chunks, in the middle of a size": CHUNKED + chunked(VALID) + b"1",
    "chunks, nothing": CHUNKED,
}


def test_a_body_cut_short_is_refused(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name, sent in CUT_SHORT.items():
        with subtests.test(name=name):
            answer = exchange(server, sent, half_close=True)
            assert "cut short" in problem_in(answer, client, 400, "not-json")["detail"]


BROKEN_CHUNKS = {
    "a size that is none": b"zz\r\n" + VALID + b"\r\n" + END,
    "a negative size": chunked(VALID) + b"-5\r\nabcde\r\n" + END,
    "a size in another base": b"0x164\r\n" + VALID + b"\r\n" + END,
    "a size with a space": b" %x\r\n" % len(VALID) + VALID + b"\r\n" + END,
    "no size": b"\r\n" + VALID + b"\r\n" + END,
    "a size too small": b"%x\r\n" % (len(VALID) - 1) + VALID + b"\r\n" + END,
    "no line end after a chunk": b"%x\r\n" % len(VALID) + VALID + END,
}


def test_broken_chunks_are_refused(server: Address, client: FlaskClient, subtests: pytest.Subtests) -> None:
    for name, sent in BROKEN_CHUNKS.items():
        with subtests.test(name=name), Connection(server) as connection:
            connection.send(CHUNKED, sent, request("GET", "/livez"))
            assert problem_in(connection.receive(), client, 400, "not-json")["detail"]
            # Where the next request begins can't be told: nothing on this connection may pass for one.
            assert connection.ended()


def test_headers_that_contradict_each_other_end_the_connection(server: Address, subtests: pytest.Subtests) -> None:
    for headers in [
        b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n",
        b"Content-Length: 5\r\nContent-Length: 6\r\n",
        b"Content-Length: -5\r\n",
        b"Content-Length: 5,5\r\n",
        b"Transfer-Encoding: identity\r\n",
        b"Transfer-Encoding: chunked, gzip\r\n",
        b"Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Content-Type: application/json\r\nContent-Length: 2\r\n",
    ]:
        with subtests.test(headers=headers), Connection(server) as connection:
            connection.send(HEAD, headers, b"\r\n", chunked(VALID), END)
            assert 400 <= connection.receive().status <= 501
            assert connection.ended()


UNREAD = {
    "wrong type, length": request("POST", SCORE, VALID, Content_Type="text/plain"),
    "wrong type, chunks": CHUNKED.replace(b"/json", b"/xml") + chunked(VALID) + END,
    "too long": request("POST", SCORE, padded(VALID, LIMIT + 5_000)),
    "not JSON": request("POST", SCORE, b"{"),
    "a body for another method": request("PUT", SCORE, VALID),
    "a body for no operation": request("POST", "/nothing", VALID),
    "a body where none is read": request("GET", "/livez", request("GET", "/nothing")),
    "a body with a request in it": request("POST", SCORE, request("GET", "/livez"), Content_Type="text/plain"),
}


def test_a_body_left_unread_is_never_taken_for_a_request(server: Address, subtests: pytest.Subtests) -> None:
    following = request("GET", "/problems/too-large", X_Request_Id="next", Connection="close")
    for name, sent in UNREAD.items():
        with subtests.test(name=name), Connection(server) as connection:
            connection.send(sent, following)
            first = connection.receive()
            assert first.headers["x-request-id"] != "next"
            answer = connection.receive()
            assert (answer.status, answer.headers["x-request-id"]) == (200, "next")
            assert connection.ended()


def test_a_client_that_waits_to_be_asked_is_asked(server: Address) -> None:
    with Connection(server) as connection:
        connection.send(HEAD, b"Expect: 100-continue\r\n", f"Content-Length: {len(VALID)}\r\n\r\n".encode())
        assert connection.receive().status == 100
        connection.send(VALID)
        assert connection.receive().status == 200
