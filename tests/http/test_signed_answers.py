"""Signed answers over HTTP: which are signed, with what, and where the public keys are."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from pathlib import Path
from typing import Any

import orjson
import pytest
from flask.testing import FlaskClient

from service import create_app
from service.media_types import OCTETS
from service.settings import Settings, SettingsError, settings_from
from service.signatures.public_keys import PublicKey, key_set, keys_from
from service.signatures.signing import new_key_at, signature_in
from service.wire.ruling_id import canonical_json
from tests.contract.bodies import bodies_of
from tests.contract.document import DOCUMENT, OPERATIONS
from tests.http.bodies import AUDIT, SCORE, auditing, scoring
from tests.http.wire import Answer, exchange, request, serving, wait_for_line

KEYS = "/.well-known/jwks.json"
WITH_A_BODY = [each for each in OPERATIONS if each.body is not None]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("signing") / "key.pem"
    new_key_at(file)
    return file


@pytest.fixture(scope="module")
def signing(file: Path) -> FlaskClient:
    return create_app(Settings(signing_key_file=file), DOCUMENT).test_client()


def published(content: bytes, folder: Path) -> tuple[PublicKey, ...]:
    """Return the keys of a set as whoever saves it reads them."""
    saved = folder / "saved.json"
    saved.write_bytes(content)
    return keys_from(saved)


def signer_of(answer: dict[str, Any], keys: tuple[PublicKey, ...]) -> PublicKey | None:
    """Return which of these keys has signed an answer as it is."""
    content = {name: value for name, value in answer.items() if name != "signature"}
    signature = signature_in(answer["signature"])
    assert signature is not None
    signing = [each for each in keys if signature.is_of(canonical_json(content), each)]
    assert [each.thumbprint for each in signing] in ([], [signature.key_id])
    return signing[0] if signing else None


@pytest.mark.parametrize("operation", WITH_A_BODY, ids=lambda each: each.name)
def test_an_answer_is_signed_if_it_has_an_id(
    operation: Any, signing: FlaskClient, client: FlaskClient, tmp_path: Path
) -> None:
    keys = published(signing.get(KEYS).data, tmp_path)
    name = operation.answer["schema"]["$ref"].rpartition("/")[2]
    has_id = "ruling_id" in DOCUMENT["components"]["schemas"][name]["properties"]
    for body in bodies_of(operation.name).values():
        answer = signing.post(operation.path, json=body).json
        unsigned = client.post(operation.path, json=body).json
        assert answer is not None
        assert ("signature" in answer) == has_id
        assert {each: value for each, value in answer.items() if each != "signature"} == unsigned
        assert not has_id or signer_of(answer, keys) is not None


def test_flask_and_the_fast_path_and_batches_sign_alike(signing: FlaskClient, client: FlaskClient) -> None:
    body = auditing()
    alone = signing.post(AUDIT, data=body, content_type="application/json").data
    lines = signing.post(f"{AUDIT}/batch", data=body + b"\n{}\n", content_type=OCTETS).data.splitlines()
    assert lines[0] == b'{"line":1,"status":200,"result":%s}' % alone
    assert b"signature" not in lines[1]
    unsigned = client.post(f"{AUDIT}/batch", data=body + b"\n{}\n", content_type=OCTETS).data
    assert b"signature" not in unsigned


def test_a_page_is_the_same_with_and_without_a_key(signing: FlaskClient, client: FlaskClient) -> None:
    for path, body in ((AUDIT, auditing()), (SCORE, scoring())):
        sent: dict[str, Any] = {"data": body, "content_type": "application/json", "headers": {"Accept": "text/html"}}
        assert signing.post(path, **sent).data == client.post(path, **sent).data


class TestPublicKeys:
    def test_they_are_there_with_the_current_one_and_may_be_kept(self, file: Path, signing: FlaskClient) -> None:
        answer = Answer.of(signing.get(KEYS))
        assert (answer.status, answer.headers["content-type"]) == (200, "application/jwk-set+json")
        assert answer.headers["cache-control"] == "public, max-age=300"
        (key,) = answer.json()["keys"]
        assert set(key) == {"kty", "crv", "x", "use", "kid"}
        assert b"PRIVATE" in file.read_bytes()
        again = signing.get(KEYS, headers={"If-None-Match": answer.headers["etag"]})
        assert (again.status_code, again.data) == (304, b"")

    def test_without_a_key_there_are_none(self, client: FlaskClient) -> None:
        assert client.get(KEYS).json == {"keys": []}

    def test_they_ask_for_no_api_key(self, file: Path, tmp_path: Path) -> None:
        keys = tmp_path / "keys"
        keys.write_text(f"north:{hashlib.sha256(b'x').hexdigest()}\n")
        locked = create_app(Settings(api_keys_file=keys, signing_key_file=file), DOCUMENT).test_client()
        assert (locked.get(KEYS).status_code, locked.get("/v1/limits").status_code) == (200, 401)

    def test_a_set_that_was_saved_keeps_earlier_signatures_checkable(self, file: Path, tmp_path: Path) -> None:
        first = create_app(Settings(signing_key_file=file), DOCUMENT).test_client()
        answer = first.post(AUDIT, data=auditing(), content_type="application/json").json
        assert answer is not None
        (retired,) = published(first.get(KEYS).data, tmp_path)
        current = new_key_at(tmp_path / "next.pem").public
        saved = tmp_path / "saved.json"
        for _ in range(2):  # the set that the second publishes serves as well, and no key is in it twice
            second = create_app(
                Settings(signing_key_file=tmp_path / "next.pem", retired_keys_file=saved), DOCUMENT
            ).test_client()
            keys = published(second.get(KEYS).data, tmp_path)
            assert keys == (current, retired)
            assert signer_of(answer, keys) == retired


class TestSettings:
    def test_they_are_read_from_the_environment(self) -> None:
        read = settings_from({"SPADES_SIGNING_KEY_FILE": "/a", "SPADES_RETIRED_KEYS_FILE": "b"})
        assert (read.signing_key_file, read.retired_keys_file) == (Path("/a"), Path("b"))
        with pytest.raises(SettingsError, match="SPADES_SIGNING_KEY_FILE must be the path of a file"):
            settings_from({"SPADES_SIGNING_KEY_FILE": ""})

    def test_every_file_of_keys_has_to_be_of_use_at_a_start(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from service.launch import launch_or_exit  # noqa: PLC0415 - reads the environment of this test

        monkeypatch.setenv("SPADES_SIGNING_KEY_FILE", "/nowhere.pem")
        monkeypatch.setenv("SPADES_API_KEYS_FILE", "/nowhere.keys")
        with pytest.raises(SystemExit, match=r"file of API keys cannot be read.*signing key, /nowhere\.pem, cannot"):
            launch_or_exit()


def test_the_keys_are_read_again_on_a_signal_and_kept_if_that_fails(tmp_path: Path) -> None:
    log, file, saved = tmp_path / "log", tmp_path / "key.pem", tmp_path / "jwks.json"
    first = new_key_at(file).public
    second = new_key_at(tmp_path / "second.pem").public
    saved.write_bytes(orjson.dumps(key_set([first])))

    def used() -> tuple[PublicKey | None, tuple[PublicKey, ...]]:
        answer = exchange(running.address, request("POST", AUDIT, auditing()))
        keys = published(exchange(running.address, request("GET", KEYS)).body, tmp_path)
        return signer_of(json.loads(answer.body), keys), keys

    with serving(log, SPADES_SIGNING_KEY_FILE=str(file), SPADES_RETIRED_KEYS_FILE=str(saved)) as running:
        assert used() == (first, (first,))
        (tmp_path / "second.pem").replace(file)
        os.kill(running.process.pid, signal.SIGHUP)
        wait_for_line(log, "Worker exiting", 1)
        assert used() == (second, (second, first))
        file.write_text("rubbish")
        os.kill(running.process.pid, signal.SIGHUP)
        wait_for_line(log, "Worker exiting", 2)
        assert used() == (second, (second, first))
        wait_for_line(log, "its keys stay in use: the file of the signing key")
    assert "Traceback" not in log.read_text()
