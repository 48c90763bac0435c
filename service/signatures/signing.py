"""The operator's private key, and signatures of content that is sent beside them.

A signature is a JSON Web Signature with detached, unencoded content: RFC 7515 in its compact form, with RFC 7797. The
header names Ed25519 as `EdDSA` (RFC 8037). RFC 9864 has the newer name `Ed25519` for the same signatures, which common
libraries did not know yet in 2026; both are accepted.

The library of keys takes 40 ms to load: import this module only where a key is used.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import NamedTuple

import orjson
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from service.media_types import Json
from service.settings import SettingsError
from service.signatures.public_keys import PublicKey, base64url, from_base64url

_WRITTEN_ALGORITHM = "EdDSA"
_ALGORITHMS = frozenset((_WRITTEN_ALGORITHM, "Ed25519"))
_PARTS = 3
_SIGNATURE_BYTES = 64
_OWNER_ALONE = 0o600
_MAKE_ONE = "make one with `spades-arbiter signing-key FILE`"


class DetachedSignature(NamedTuple):
    """A signature, taken apart."""

    key_id: str
    """The thumbprint of the key that is said to have made it."""
    header: str
    """Its header as it is signed."""
    signature: bytes

    def is_of(self, content: bytes, key: PublicKey) -> bool:
        """Return whether a key has signed this content."""
        try:
            Ed25519PublicKey.from_public_bytes(key.raw).verify(self.signature, signed_bytes(self.header, content))
        except InvalidSignature:
            return False
        return True


def header_of(key: PublicKey) -> str:
    """Return the header of the signatures that a key makes."""
    header = {"alg": _WRITTEN_ALGORITHM, "kid": key.thumbprint, "b64": False, "crit": ["b64"]}
    return base64url(orjson.dumps(header))


def signed_bytes(header: str, content: bytes) -> bytes:
    """Return what the key signs: the header and the content as it is."""
    return b"%s.%s" % (header.encode(), content)


def compact(header: str, signature: bytes) -> str:
    """Return a signature in compact form, with an empty part in the place of the content."""
    return f"{header}..{base64url(signature)}"


def signature_in(text: Json) -> DetachedSignature | None:
    """Return a signature in compact form, taken apart; None for anything but an Ed25519 signature of detached content.

    A header with other critical extensions is refused, as RFC 7515 asks of those who do not know them.
    """
    parts = text.split(".") if isinstance(text, str) else []
    if len(parts) != _PARTS or parts[1]:
        return None
    header, signature = _header_in(parts[0]), from_base64url(parts[2])
    if header is None or signature is None or len(signature) != _SIGNATURE_BYTES:
        return None
    algorithm, key_id = header.get("alg"), header.get("kid")
    is_known = isinstance(algorithm, str) and algorithm in _ALGORITHMS
    is_detached = header.get("b64") is False and header.get("crit") == ["b64"]
    if not (is_known and is_detached and isinstance(key_id, str)):
        return None
    return DetachedSignature(key_id, parts[0], signature)


def _header_in(part: str) -> dict[str, Json] | None:
    try:
        header = orjson.loads(from_base64url(part) or b"")
    except ValueError:
        return None
    return header if isinstance(header, dict) else None


class SigningKey:
    """A private Ed25519 key."""

    def __init__(self, private: Ed25519PrivateKey) -> None:
        """Keep the key, and the header that all its signatures have."""
        self._private = private
        self.public = PublicKey(private.public_key().public_bytes_raw())
        self._header = header_of(self.public)

    def sign(self, content: bytes) -> str:
        """Return the signature of this content."""
        return compact(self._header, self._private.sign(signed_bytes(self._header, content)))


def new_key_at(path: Path) -> SigningKey:
    """Make a key in a new file that its owner alone may read; raises `OSError`, also if the file is there."""
    private = Ed25519PrivateKey.generate()
    written = private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    # The mode is there from the beginning, whatever the umask: no moment in which others could open the file.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _OWNER_ALONE)
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123 - of a descriptor
            file.write(written)
    except OSError as error:
        path.unlink()  # half a key is none
        raise OSError(error.errno, error.strerror, str(path)) from error
    return SigningKey(private)


def signing_key_from(path: Path) -> SigningKey:
    """Read a key; raises `SettingsError` that says what is wrong with its file.

    The group may be let in, because orchestrators mount secrets that way; everybody may not.
    """
    name = f"the file of the signing key, {path},"
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            content = file.read()
    except OSError as error:
        raise SettingsError(f"{name} cannot be read: {error.strerror}; {_MAKE_ONE}") from error
    if not content.strip():
        raise SettingsError(f"{name} is empty: remove it, and {_MAKE_ONE}")
    if mode & (stat.S_IROTH | stat.S_IWOTH):
        raise SettingsError(f"{name} is open to every user of this machine: chmod o-rwx, and make another key")
    try:
        key = load_pem_private_key(content, None)
    except TypeError as error:  # the library's word for a missing passphrase
        raise SettingsError(f"{name} is encrypted: the service has no passphrase, so the key must be plain") from error
    except (ValueError, UnsupportedAlgorithm) as error:
        raise SettingsError(f"{name} is no private key in PEM (PKCS #8): {_MAKE_ONE}") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise SettingsError(f"{name} holds another kind of key than Ed25519: {_MAKE_ONE}")
    return SigningKey(key)
