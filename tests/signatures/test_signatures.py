"""Signatures: the published vectors of RFC 8037, what is refused, and the files of keys."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as generate_ec_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from service.settings import Settings, SettingsError
from service.signatures import signatures_from
from service.signatures.public_keys import PublicKey, base64url, from_base64url, key_set, keys_from
from service.signatures.signing import (
    DetachedSignature,
    SigningKey,
    compact,
    header_of,
    new_key_at,
    signature_in,
    signed_bytes,
    signing_key_from,
)

# RFC 8037, appendix A: the key (A.1, A.2), its thumbprint (A.3), and a signature (A.4).
SEED = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
HEADER = "eyJhbGciOiJFZERTQSJ9"
PAYLOAD = "RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
SIGNATURE = "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
CONTENT = '{"ruling_id":"sha256:0","detail":"Zoë. 1"}'.encode()


def decoded(text: str) -> bytes:
    content = from_base64url(text)
    assert content is not None
    return content


@pytest.fixture
def key() -> SigningKey:
    return SigningKey(Ed25519PrivateKey.from_private_bytes(decoded(SEED)))


class TestPublishedVectors:
    def test_the_public_key_and_its_thumbprint(self, key: SigningKey) -> None:
        assert key.public == PublicKey(decoded(X))
        assert key.public.json_web_key == {"crv": "Ed25519", "kty": "OKP", "x": X, "use": "sig", "kid": THUMBPRINT}

    def test_the_signature(self) -> None:
        private = Ed25519PrivateKey.from_private_bytes(decoded(SEED))
        assert base64url(private.sign(signed_bytes(HEADER, PAYLOAD.encode()))) == SIGNATURE
        signature = DetachedSignature(THUMBPRINT, HEADER, decoded(SIGNATURE))
        assert signature.is_of(PAYLOAD.encode(), PublicKey(decoded(X)))
        assert not signature.is_of(PAYLOAD.encode() + b"A", PublicKey(decoded(X)))


class TestDetached:
    def test_it_is_of_its_content_and_of_nothing_else(self, key: SigningKey) -> None:
        signature = signature_in(key.sign(CONTENT))
        assert signature is not None
        assert signature.key_id == THUMBPRINT
        assert signature.is_of(CONTENT, key.public)
        assert not signature.is_of(CONTENT.replace(b"1", b"2"), key.public)
        other = Ed25519PrivateKey.generate().public_key().public_bytes_raw()
        assert not signature.is_of(CONTENT, PublicKey(other))

    def test_its_header_says_how_it_was_made(self, key: SigningKey) -> None:
        header, content, _ = key.sign(CONTENT).split(".")
        assert content == ""
        expected = {"alg": "EdDSA", "kid": THUMBPRINT, "b64": False, "crit": ["b64"]}
        assert orjson.loads(decoded(header)) == expected

    def test_the_newer_name_of_the_algorithm_is_accepted(self) -> None:
        private = Ed25519PrivateKey.from_private_bytes(decoded(SEED))
        header = base64url(orjson.dumps({"alg": "Ed25519", "kid": "k", "b64": False, "crit": ["b64"]}))
        signature = signature_in(compact(header, private.sign(signed_bytes(header, CONTENT))))
        assert signature is not None
        assert signature.is_of(CONTENT, PublicKey(decoded(X)))

    @pytest.mark.parametrize(
        "header",
        [
            {"alg": "none"},
            {"alg": "HS256"},
            {"alg": []},
            {"alg": {}},
            {"b64": True},
            {"b64": 0},
            {"crit": ["b64", "exp"]},
            {"crit": []},
            {"kid": 7},
            {"kid": None},
        ],
        ids=str,
    )
    def test_other_headers_are_refused(self, header: dict[str, Any], key: SigningKey) -> None:
        usual = orjson.loads(decoded(header_of(key.public)))
        made = compact(base64url(orjson.dumps({**usual, **header})), b"s" * 64)
        assert signature_in(compact(base64url(orjson.dumps(usual)), b"s" * 64)) is not None
        assert signature_in(made) is None

    @pytest.mark.parametrize("end", ["", "..", "x.y", ".AAAA", f"..{'A' * 85}", f"..{'A' * 85}B", f"..{'A' * 84}+/"])
    def test_what_is_no_signature_is_refused(self, end: str, key: SigningKey) -> None:
        assert signature_in(header_of(key.public) + end) is None

    @pytest.mark.parametrize("written", [None, 1, True, [], {}, "", "a.b.c", "e30..AAAA", "é..é", "....", "W10..AAAA"])
    def test_whatever_it_is_nothing_fails(self, written: Any) -> None:
        assert signature_in(written) is None


class TestSigningKeyFile:
    def test_a_new_key_is_for_its_owner_alone_and_is_read_again(self, tmp_path: Path) -> None:
        file = tmp_path / "key.pem"
        before = os.umask(0)
        try:
            key = new_key_at(file)
        finally:
            os.umask(before)
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert signing_key_from(file).public == key.public
        assert signing_key_from(file).sign(CONTENT) == key.sign(CONTENT)

    def test_a_key_is_never_overwritten(self, tmp_path: Path) -> None:
        file = tmp_path / "key.pem"
        key = new_key_at(file)
        with pytest.raises(FileExistsError):
            new_key_at(file)
        assert signing_key_from(file).public == key.public

    @pytest.mark.parametrize(("mode", "is_refused"), [(0o600, False), (0o440, False), (0o604, True), (0o602, True)])
    def test_a_key_that_every_user_can_open_is_refused(self, mode: int, is_refused: bool, tmp_path: Path) -> None:
        file = tmp_path / "key.pem"
        new_key_at(file)
        file.chmod(mode)
        if not is_refused:
            assert signatures_from(Settings(signing_key_file=file)).sign is not None
            return
        with pytest.raises(SettingsError, match="open to every user"):
            signatures_from(Settings(signing_key_file=file))

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "is empty: remove it"),
            (b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no private key in PEM"),
            (
                Ed25519PrivateKey.generate().public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo),
                "no private key in PEM",
            ),
            (
                Ed25519PrivateKey.generate().private_bytes(
                    Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"secret")
                ),
                "is encrypted",
            ),
            (
                generate_ec_key(SECP256R1()).private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
                "another kind of key",
            ),
        ],
        ids=["empty", "damaged", "public", "encrypted", "elliptic"],
    )
    def test_what_is_wrong_with_a_file_is_said(self, content: bytes, words: str, tmp_path: Path) -> None:
        file = tmp_path / "key.pem"
        file.touch(0o600)
        file.write_bytes(content)
        with pytest.raises(SettingsError, match=words) as refused:
            signing_key_from(file)
        assert "PRIVATE" not in str(refused.value)

    def test_a_file_that_is_not_there_is_said(self, tmp_path: Path) -> None:
        with pytest.raises(SettingsError, match="No such file"):
            signing_key_from(tmp_path / "key.pem")


class TestKeySet:
    def test_keys_are_read_as_they_are_published_each_once(self, tmp_path: Path) -> None:
        first, second = (PublicKey(Ed25519PrivateKey.generate().public_key().public_bytes_raw()) for _ in range(2))
        file = tmp_path / "jwks.json"
        file.write_bytes(orjson.dumps(key_set([first, second, first])))
        assert keys_from(file) == (first, second)

    def test_keys_of_other_kinds_are_left_out(self, tmp_path: Path) -> None:
        file = tmp_path / "jwks.json"
        others: list[Any] = [1, {"kty": "RSA", "n": "AQ", "e": "AQAB"}, {"kty": "OKP", "crv": "X25519", "x": X}]
        others += [{"kty": "OKP", "crv": "Ed25519", "x": bad} for bad in (X[:-1], X + "=", None, X[:-1] + "p")]
        file.write_bytes(orjson.dumps({"keys": [*others, {"kty": "OKP", "crv": "Ed25519", "x": X, "kid": "mine"}]}))
        assert keys_from(file) == (PublicKey(decoded(X)),)

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            (b"", "is not JSON"),
            (b"[]", "no JSON Web Key set"),
            (b'{"keys": {}}', "no JSON Web Key set"),
            (b'{"keys": []}', "no Ed25519 key"),
            (orjson.dumps({"keys": [{"kty": "OKP", "crv": "Ed25519", "x": X, "d": SEED}]}), "private key"),
        ],
    )
    def test_what_is_wrong_with_a_set_is_said(self, content: bytes, words: str, tmp_path: Path) -> None:
        file = tmp_path / "jwks.json"
        file.write_bytes(content)
        with pytest.raises(SettingsError, match=words) as refused:
            signatures_from(Settings(retired_keys_file=file))
        assert SEED not in str(refused.value)

    def test_the_current_key_is_published_first_and_retired_ones_after_it(self, tmp_path: Path) -> None:
        current = new_key_at(tmp_path / "new.pem").public
        retired = new_key_at(tmp_path / "old.pem").public
        file = tmp_path / "jwks.json"
        file.write_bytes(orjson.dumps(key_set([retired])))
        both = Settings(signing_key_file=tmp_path / "new.pem", retired_keys_file=file)
        assert signatures_from(both).public_keys == (current, retired)
        alone = signatures_from(Settings(retired_keys_file=file))
        assert (alone.sign, alone.public_keys) == (None, (retired,))
        assert signatures_from(Settings()) == (None, ())
