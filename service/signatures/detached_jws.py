"""A signature of content that is sent beside it: a JSON Web Signature with detached, unencoded content.

RFC 7515 in its compact form, with RFC 7797. The header names Ed25519 as `EdDSA` (RFC 8037). RFC 9864 has the newer name
`Ed25519` for the same signatures, which common libraries did not know yet in 2026; both are accepted.
"""

from __future__ import annotations

from typing import NamedTuple

import orjson
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from service.json_types import Json
from service.signatures.public_keys import PublicKey, base64url, from_base64url

_WRITTEN_ALGORITHM = "EdDSA"
_ALGORITHMS = frozenset((_WRITTEN_ALGORITHM, "Ed25519"))
_PARTS = 3
_SIGNATURE_BYTES = 64


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


def read(text: Json) -> DetachedSignature | None:
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
