"""gzip, the one content coding: bodies that come in it, and answers that go out in it."""

from __future__ import annotations

import gzip
import hashlib
import json
import tracemalloc
import zlib
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from service import create_app
from service.http.coding import LEAST_BYTES, unpacked
from service.media_types import NDJSON, OCTETS
from service.problems import Problem
from service.settings import Settings
from tests.http.bodies import AUDIT, LIMIT, PLAYS, SCORE, asking, auditing, example, padded, scoring
from tests.http.failures import problem_in
from tests.http.lines import GOOD
from tests.http.reads import READS
from tests.http.wire import Address, Answer, exchange, request

KEY = "Kq8Nrik1zE7S_wU0GTDIFRty1ztp6o9HRpYVyWAd2_E"
PACKED = gzip.compress(GOOD, mtime=0)


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings()).test_client()


def sent(client: FlaskClient, body: bytes, path: str = SCORE, media_type: str = "application/json") -> Answer:
    headers = {"Content-Encoding": "gzip"}
    return Answer.of(client.post(path, data=body, content_type=media_type, headers=headers))


def got(client: FlaskClient, path: str, taken: str | None, method: str = "GET", **headers: str) -> Answer:
    asked = {name.replace("_", "-"): value for name, value in headers.items()}
    asked |= {} if taken is None else {"Accept-Encoding": taken}
    return Answer.of(client.open(path, method=method, headers=asked))


class TestBodies:
    @pytest.mark.parametrize("coding", ["gzip", "GZip", "x-gzip", " gzip "])
    def test_one_in_gzip_is_answered_as_it_is_unpacked(self, coding: str, client: FlaskClient) -> None:
        plain = client.post(SCORE, data=GOOD, content_type="application/json")
        packed = client.post(SCORE, data=PACKED, content_type="application/json", headers={"Content-Encoding": coding})
        assert (packed.status_code, packed.data) == (200, plain.data)

    def test_a_batch_is_unpacked_as_a_whole(self, client: FlaskClient) -> None:
        lines = (GOOD + b"\n") * 40
        answer = sent(client, gzip.compress(lines), f"{SCORE}/batch", NDJSON)
        assert answer.status == 200
        assert answer.body == client.post(f"{SCORE}/batch", data=lines, content_type=OCTETS).data

    def test_a_server_takes_one_in_chunks(self, server: Address) -> None:
        head = request("POST", SCORE, b"", Content_Encoding="gzip", Transfer_Encoding="chunked")
        head = b"\r\n".join(line for line in head.split(b"\r\n") if not line.lower().startswith(b"content-length"))
        chunks = b"".join(b"%x\r\n%s\r\n" % (len(each), each) for each in (PACKED[:9], PACKED[9:])) + b"0\r\n\r\n"
        assert exchange(server, head, chunks).json() == json.loads(exchange(server, request("POST", SCORE, GOOD)).body)

    def test_one_may_be_as_long_as_any_once_it_is_unpacked(self, client: FlaskClient) -> None:
        assert sent(client, gzip.compress(padded(GOOD, LIMIT))).status == 200
        problem = problem_in(sent(client, gzip.compress(padded(GOOD, LIMIT + 1))), client, 413, "too-large")
        assert f"longer than {LIMIT} bytes" in problem["detail"]

    def test_a_bomb_is_unpacked_to_one_byte_beyond_the_limit(self, client: FlaskClient) -> None:
        bomb = gzip.compress(b" " * 200 * 1024 * 1024, 9)
        assert len(bomb) > LIMIT  # so that this one is refused as it is
        problem_in(sent(client, bomb), client, 413, "too-large")
        short = gzip.compress(b" " * 20 * 1024 * 1024, 9)
        assert len(short) < LIMIT
        problem_in(sent(client, short), client, 413, "too-large")
        tracemalloc.start()
        try:
            assert len(unpacked(short, LIMIT)) == LIMIT + 1
            assert tracemalloc.get_traced_memory()[1] < 4 * LIMIT
        finally:
            tracemalloc.stop()

    @pytest.mark.parametrize(
        ("body", "said"),
        [
            (PACKED[:-1], "cut short"),
            (PACKED[:-12], "cut short"),
            (PACKED[:5], "cut short"),
            (b"", "cut short"),
            (PACKED + b"\0", "goes on after the end"),
            (PACKED + PACKED, "goes on after the end"),
            (PACKED + gzip.compress(b"") * 1_000, "goes on after the end"),
            (GOOD, "is not gzip"),
            (zlib.compress(GOOD), "is not gzip"),
            (PACKED[:-8] + bytes(8), "is not gzip"),  # the check sum
            (PACKED[:20] + bytes([PACKED[20] ^ 255]) + PACKED[21:], ""),
        ],
    )
    def test_one_that_is_damaged_is_refused_with_its_fix(self, body: bytes, said: str, client: FlaskClient) -> None:
        for path, media_type in ((SCORE, "application/json"), (f"{SCORE}/batch", OCTETS)):
            problem = problem_in(sent(client, body, path, media_type), client, 400, "bad-request")
            assert said in problem["detail"]
            assert "Compress the whole body at once" in problem["detail"]

    def test_only_another_coding_names_the_one_that_is_taken(self, client: FlaskClient) -> None:
        """RFC 9110, section 12.5.3: not where the media type is the reason."""
        refused = client.post(SCORE, data=GOOD, content_type="application/json", headers={"Content-Encoding": "br"})
        assert (refused.status_code, refused.headers["Accept-Encoding"]) == (415, "gzip")
        refused = client.post(SCORE, data=PACKED, content_type="text/plain", headers={"Content-Encoding": "gzip"})
        assert (refused.status_code, "Accept-Encoding" in refused.headers) == (415, False)

    def test_what_is_refused_raises_problems_only(self) -> None:
        for cut in range(len(PACKED)):
            with pytest.raises(Problem):
                unpacked(PACKED[:cut], LIMIT)


class TestAnswers:
    def test_each_is_the_plain_one_packed(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        packed = 0
        for path in READS:
            for accept in ("application/json", "text/html", "text/markdown"):
                with subtests.test(path=path, accept=accept):
                    plain, answer = (got(client, path, taken, Accept=accept) for taken in (None, "gzip"))
                    is_packed = "content-encoding" in answer.headers
                    assert (gzip.decompress(answer.body) if is_packed else answer.body) == plain.body or "ready" in path
                    assert answer.headers.get("content-length", "0") == str(len(answer.body))
                    assert answer.headers.get("vary") == plain.headers.get("vary")
                    assert is_packed == ("Accept-Encoding" in answer.headers.get("vary", ""))
                    packed += is_packed
        assert packed > 20

    def test_a_computed_one_is_packed_if_it_is_long(self, client: FlaskClient) -> None:
        for path, body, is_long in (
            (AUDIT, auditing(), True),
            (SCORE, scoring(), True),
            (SCORE, scoring(answer='"brief"'), False),
            (PLAYS, asking(PLAYS), False),
        ):
            plain = client.post(path, data=body, content_type="application/json")
            answer = client.post(path, data=body, content_type="application/json", headers={"Accept-Encoding": "gzip"})
            assert (len(plain.data) >= LEAST_BYTES) == is_long, path
            assert (answer.headers.get("Content-Encoding") == "gzip") == is_long
            assert (gzip.decompress(answer.data) if is_long else answer.data) == plain.data
            assert len(answer.data) <= len(plain.data)

    def test_a_long_problem_is_packed_too(self, client: FlaskClient) -> None:
        body = scoring(bids=json.dumps([{"player": ""}] * 20))
        answer = client.post(SCORE, data=body, content_type="application/json", headers={"Accept-Encoding": "gzip"})
        assert (answer.status_code, answer.headers["Content-Encoding"]) == (422, "gzip")
        assert json.loads(gzip.decompress(answer.data))["type"] == "/problems/contract-violation"

    @pytest.mark.parametrize(
        ("taken", "is_packed"),
        [
            *((None, False), ("", False), ("identity", False), ("br", False), ("gzip;q=0", False), ("*;q=0", False)),
            *(
                ("gzip", True),
                ("GZIP", True),
                ("br, gzip", True),
                ("gzip;q=0.1", True),
                ("*", True),
                ("deflate, *", True),
            ),
            *(("identity, gzip;q=0.5", False), ("gzip, identity;q=0.5", True), ("*, gzip;q=0", False)),
            *(("gzip;q=nonsense", False), ("\x00gzip", False)),
        ],
    )
    def test_the_client_says_whether(self, taken: str | None, is_packed: bool, client: FlaskClient) -> None:
        answer = got(client, "/v1/rulesets", taken)
        assert (answer.headers.get("content-encoding") == "gzip") == is_packed
        assert "Accept-Encoding" in answer.headers["vary"]

    def test_a_copy_is_good_in_either_coding(self, client: FlaskClient, subtests: pytest.Subtests) -> None:
        for path in ("/v1/rulesets", "/v1/findings/revoke", "/openapi.json", "/schemas/ruling.json", "/desk"):
            plain, packed = got(client, path, None), got(client, path, "gzip")
            for taken in (None, "gzip"):
                for tag in (plain.headers["etag"], packed.headers["etag"], packed.headers["etag"].removeprefix("W/")):
                    with subtests.test(path=path, taken=taken, tag=tag):
                        again = got(client, path, taken, If_None_Match=tag)
                        assert (again.status, again.body) == (304, b"")
                        assert again.headers["etag"] == plain.headers["etag"] == packed.headers["etag"]
                        assert "content-encoding" not in again.headers
                        assert "Accept-Encoding" in again.headers["vary"]

    def test_a_head_says_what_a_get_would(self, client: FlaskClient) -> None:
        head, read = (got(client, "/v1/rulesets", "gzip", method) for method in ("HEAD", "GET"))
        assert (head.status, head.body) == (200, b"")
        same = ("content-encoding", "content-type", "etag", "vary", "cache-control")
        assert [head.headers[name] for name in same] == [read.headers[name] for name in same]
        assert "content-length" not in head.headers  # it shows only once the answer is packed

    def test_a_batch_can_be_read_while_it_is_answered(self, client: FlaskClient) -> None:
        lines = (auditing() + b"\n") * 64
        headers = {"Accept-Encoding": "gzip"}
        response = client.post(f"{AUDIT}/batch", data=lines, content_type=NDJSON, headers=headers)
        assert response.headers["Content-Encoding"] == "gzip"
        assert "Content-Length" not in response.headers
        unpacker, pieces = zlib.decompressobj(zlib.MAX_WBITS | 16), [*response.iter_encoded()]
        read = [unpacker.decompress(piece) for piece in pieces]
        assert len(pieces) > 3
        assert all(piece.endswith(b"\n") for piece in read[:-1])  # each piece has all of its lines
        assert unpacker.eof
        assert not unpacker.unused_data
        plain = client.post(f"{AUDIT}/batch", data=lines, content_type=NDJSON)
        assert b"".join(read) == plain.data
        assert sum(map(len, pieces)) < len(plain.data) / 10

    def test_a_batch_that_nobody_reads_any_more_leaves_its_place(self, client: FlaskClient) -> None:
        for _ in range(20):  # more than there are places
            lines = (auditing() + b"\n") * 64
            headers = {"Accept-Encoding": "gzip"}
            response = client.post(f"{AUDIT}/batch", data=lines, content_type=NDJSON, headers=headers, buffered=False)
            next(iter(response.iter_encoded()))
            response.close()
            assert response.status_code == 200

    def test_an_answer_depends_on_no_secret(self, tmp_path: Path) -> None:
        """What is packed has nothing in it that its length could reveal, whatever else a request puts beside it."""
        file = tmp_path / "keys"
        file.write_text(f"north:{hashlib.sha256(KEY.encode()).hexdigest()}\n")
        client = create_app(Settings(api_keys_file=file)).test_client()
        body = example(AUDIT, "revoke") | {"labels": {"guess": KEY}}
        bodies = []
        for each in (body, {**body, "labels": {"guess": KEY[::-1]}}):
            headers = {"Accept-Encoding": "gzip", "Authorization": f"Bearer {KEY}"}
            answer = client.post(AUDIT, json=each, headers=headers)
            assert answer.status_code == 200
            bodies.append(gzip.decompress(answer.data))
        assert bodies[0].count(KEY.encode()) == 1  # the client's own label
        assert KEY.encode() not in bodies[1]
        assert b"north" not in bodies[0]
