"""Bodies that are no JSON at all, or no lines: what they look like is said, once, with what to send instead."""

from __future__ import annotations

import codecs
import gzip
import json

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import OCTETS
from service.settings import Settings
from service.wire.contract import load_document
from service.wire.strict_json import READ_PATH
from tests.contract.document import DOCUMENT
from tests.http.bodies import BATCHES, GAME, SCORE
from tests.http.failures import problem_in
from tests.http.mistakes import ROUND
from tests.http.wire import Answer

GOOD = json.dumps(ROUND).encode()
PRETTY = json.dumps(ROUND, indent=2).encode()
CSV = b"round,player,bid,tricks\n1,ana,3,4\n1,ben,4,3\n"
SHORTHAND = b"pagat; N E S W; dealer W\nN 2  E 5  S nil  W 1\nN QD 2D 5D 3D\n"
TAGS = b'% PTN\n[Event ""]\n[GameCode "Spades"]\n'
DEAL = b'[Deal "N:AK.QJ.T9.87 - - -"]\n[Play "E"]\n'
BATCH = f"{SCORE}/batch"
UNPACKED, ENCODED, LINES = "send it unpacked", "send UTF-8", "a path that ends in /batch"
READ = "send it to /v1/records/read"

SINGLE = [
    ("nothing", b"", "There is nothing here: a request is one JSON object."),
    ("white space", b" \r\n\t", "There is nothing here"),
    ("gzip", gzip.compress(GOOD, mtime=0), f"This looks like gzip: {UNPACKED}."),
    ("a zip archive", b"PK\x03\x04" + GOOD, UNPACKED),
    ("UTF-16", GOOD.decode().encode("utf-16"), ENCODED),
    ("UTF-16 without a mark", GOOD.decode().encode("utf-16-be"), ENCODED),
    ("UTF-32", GOOD.decode().encode("utf-32-le"), ENCODED),
    ("a byte order mark", codecs.BOM_UTF8 + GOOD, "begins with a byte order mark: send UTF-8 without one"),
    ("a form", b"ruleset=pagat&players=ana", "This looks like a form: send one JSON object, with the header"),
    ("an encoded form", b"%7B%22ruleset%22%3A%22pagat%22%7D", "This looks like a form"),
    ("a page", b"<html><body>ana</body></html>", "XML or HTML"),
    ("lines", GOOD + b"\n" + GOOD + b"\n", LINES),
    ("a sheet", CSV, f"a score sheet as CSV: {READ}"),
    ("a sheet with semicolons", CSV.replace(b",", b";"), READ),
    ("shorthand", SHORTHAND, f"a log of cards in another notation: {READ}"),
    ("a log without a head", b"ana KH, ben 2H, cy 3S, dee 4H", READ),
    ("PTN", TAGS, READ),
    ("tags", DEAL, READ),
    ("single quotes", str(ROUND).encode(), "in double quotes"),
    ("names without quotes", b'{ruleset: "pagat"}', "write names in double quotes"),
    ("a comma too many", GOOD[:-1] + b",}", "there is a comma too many before it"),
    ("a comment", b"{// a round\n}", "JSON has no comments"),
    ("half of it", GOOD[:40], "at line 1, column"),
]
"""What is sent as one request: a name, the body, and words of the detail."""

WHOLE_BATCHES = [
    ("an array", b"[" + GOOD + b",\n" + GOOD + b"]\n", "This looks like an array"),
    ("an array on one line", b"[" + GOOD + b"," + GOOD + b"]", "without brackets and commas between"),
    ("an array of requests on their own lines", b"[\n" + GOOD + b",\n" + GOOD + b"\n]", "This looks like an array"),
    ("a pretty-printed array", json.dumps([ROUND, ROUND], indent=1).encode(), "This looks like an array"),
    ("a pretty-printed record", PRETTY, "write each request on one line, as jq -c does"),
    ("several pretty-printed records", PRETTY + b"\n" + PRETTY, "write each request on one line, as jq -c does"),
    ("gzip", gzip.compress(GOOD * 50, mtime=0), UNPACKED),
    ("UTF-16", (GOOD + b"\n" + GOOD).decode().encode("utf-16"), ENCODED),
    ("a sheet", CSV, READ),
    ("shorthand", SHORTHAND, READ),
    ("tags", DEAL, READ),
]
"""What is sent as a batch and is none: a name, the body, and words of the one problem that answers it."""

ANSWERED_BY_LINE = [
    ("a proper line after a bracket", b"[]\n" + GOOD, [422, 200]),
    ("a proper line between brackets", b"[]\n" + GOOD + b"\n[]", [422, 200, 422]),
    ("a proper line after a sheet", CSV + GOOD, [400, 400, 400, 200]),
    (
        "a proper line after compressed bytes",
        gzip.compress(b"", mtime=0).replace(b"\n", b"") + b"\n" + GOOD,
        [400, 200],
    ),
    ("objects that are no requests", b"{}\n{}\n", [422, 422]),
    ("a line of words", b"ana bid 3", [400]),
    ("blank lines", b"\n \n" + GOOD, [400, 400, 200]),
    ("spaces around", b"  " + GOOD + b"  \n  " + GOOD, [200, 200]),
]


def test_the_operation_that_reads_texts_is_there() -> None:
    assert "post" in load_document()["paths"][READ_PATH]


def posted(client: FlaskClient, path: str, body: bytes, content_type: str) -> Answer:
    return Answer.of(client.post(path, data=body, content_type=content_type))


@pytest.mark.parametrize(("body", "words"), [each[1:] for each in SINGLE], ids=[each[0] for each in SINGLE])
def test_what_a_request_looks_like_is_said(body: bytes, words: str, client: FlaskClient) -> None:
    problem = problem_in(posted(client, SCORE, body, "application/json"), client, 400, "not-json")
    assert words in problem["detail"]
    assert "errors" not in problem
    (line,) = posted(client, BATCH, GOOD + b"\n" + body.replace(b"\n", b" "), OCTETS).body.splitlines()[1:] or [b"{}"]
    assert b"internal-error" not in line


@pytest.mark.parametrize(
    ("body", "words"), [each[1:] for each in WHOLE_BATCHES], ids=[each[0] for each in WHOLE_BATCHES]
)
@pytest.mark.parametrize("path", BATCHES)
def test_what_is_no_batch_is_answered_once(path: str, body: bytes, words: str, client: FlaskClient) -> None:
    problem = problem_in(posted(client, path, body, OCTETS), client, 400, "not-json")
    assert words in problem["detail"]


@pytest.mark.parametrize(
    ("body", "statuses"), [each[1:] for each in ANSWERED_BY_LINE], ids=[each[0] for each in ANSWERED_BY_LINE]
)
def test_a_batch_with_a_proper_line_is_answered_line_by_line(
    body: bytes, statuses: list[int], client: FlaskClient
) -> None:
    answer = posted(client, BATCH, body, OCTETS)
    assert answer.status == 200
    assert [json.loads(line)["status"] for line in answer.body.splitlines()] == statuses


MEDIA_TYPES = [
    (SCORE, "application/x-www-form-urlencoded", "With curl, add -H 'Content-Type: application/json'."),
    (SCORE, "multipart/form-data; boundary=x", "With curl, add -H"),
    (SCORE, "", "not a body without a media type. With curl, add -H"),
    (SCORE, "text/csv", "/v1/records/read makes records of a text"),
    (SCORE, "text/plain", "/v1/records/read makes records of a text"),
    (BATCH, "application/json", "Write one request on each line."),
    (BATCH, "application/x-www-form-urlencoded", f"With curl, add -H 'Content-Type: {OCTETS}'."),
]


@pytest.mark.parametrize(("path", "content_type", "words"), MEDIA_TYPES)
def test_another_media_type_is_answered_by_what_to_do(
    path: str, content_type: str, words: str, client: FlaskClient
) -> None:
    problem = problem_in(posted(client, path, GOOD, content_type), client, 415, "unsupported-media-type")
    assert words in problem["detail"]


@pytest.mark.parametrize(
    ("settings", "path", "words"),
    [
        (Settings(body_bytes=100), SCORE, "longer than 100 bytes. A request is about one round or one game: send many"),
        (Settings(body_values=10), SCORE, "more than 10 JSON values. A request is about one round or one game"),
        (Settings(game_bytes=100), GAME, "longer than 100 bytes. A request is about one game: send many"),
        (Settings(game_values=10), GAME, "more than 10 JSON values. A request is about one game: send many"),
        (Settings(game_bytes=100), READ_PATH, "longer than 100 bytes. A request is about one text or one record"),
        (Settings(game_values=10), READ_PATH, "more than 10 JSON values. A request is about one text or one record"),
        (Settings(batch_bytes=100), BATCH, "longer than 100 bytes. Split the batch, or answer its file on the command"),
        (Settings(batch_lines=1), BATCH, "more than 1 lines. Split the batch, or answer its file on the command line"),
    ],
)
def test_what_is_too_large_is_answered_by_what_to_do(settings: Settings, path: str, words: str) -> None:
    client = create_app(settings, DOCUMENT).test_client()
    content_type = OCTETS if path == BATCH else "application/json"
    problem = problem_in(posted(client, path, GOOD + b"\n" + GOOD, content_type), client, 413, "too-large")
    assert words in problem["detail"]
