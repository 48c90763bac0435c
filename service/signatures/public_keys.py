"""Public Ed25519 keys as a JSON Web Key set (RFC 7517, RFC 8037), as the service publishes them.

A key is known by its thumbprint (RFC 7638), which follows from the key itself: nobody has to agree on names for keys.
"""

from __future__ import annotations

import binascii
import hashlib
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import orjson

from service.media_types import Json
from service.settings import SettingsError

_KEY_TYPE, _CURVE = "OKP", "Ed25519"
_KEY_BYTES = 32
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)
_PRIVATE = "d"
"""The member of a JSON Web Key that only a private key has."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public Ed25519 key."""

    raw: bytes
    """Its 32 bytes."""

    @property
    def thumbprint(self) -> str:
        """Its SHA-256 thumbprint (RFC 7638), which is its `kid`."""
        return base64url(hashlib.sha256(orjson.dumps(self._required(), option=orjson.OPT_SORT_KEYS)).digest())

    @property
    def json_web_key(self) -> Json:
        """The key as a JSON Web Key."""
        return {**self._required(), "use": "sig", "kid": self.thumbprint}

    def _required(self) -> dict[str, str]:
        return {"crv": _CURVE, "kty": _KEY_TYPE, "x": base64url(self.raw)}


def key_set(keys: Iterable[PublicKey]) -> Json:
    """Return keys as a JSON Web Key set, each of them once."""
    return {"keys": [key.json_web_key for key in dict.fromkeys(keys)]}


def keys_from(path: Path) -> tuple[PublicKey, ...]:
    """Read the Ed25519 keys of a JSON Web Key set; keys of other kinds are left out, as RFC 7517 asks.

    Raises `SettingsError` for a file that cannot be read, is no such set, or has a private key or no Ed25519 key in it.
    """
    name = f"the file of public keys, {path},"
    try:
        value = orjson.loads(path.read_bytes())
    except OSError as error:
        raise SettingsError(f"{name} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{name} is not JSON: save what /.well-known/jwks.json returns") from error
    members = value.get("keys") if isinstance(value, dict) else None
    if not isinstance(members, list):
        raise SettingsError(f"{name} is no JSON Web Key set: it has no list of keys in a member named keys")
    if any(isinstance(member, dict) and _PRIVATE in member for member in members):
        raise SettingsError(f"{name} has a private key in it, which nobody else may see: leave out its member d")
    keys = tuple(key for member in members if (key := _key_of(member)) is not None)
    if not keys:
        raise SettingsError(
            f"{name} has no Ed25519 key in it: it needs one with kty OKP, crv Ed25519 and x, 32 bytes in base64url"
        )
    return keys


def _key_of(member: Json) -> PublicKey | None:
    """Return the key of a JSON Web Key; None for one of another kind."""
    if not isinstance(member, Mapping) or (member.get("kty"), member.get("crv")) != (_KEY_TYPE, _CURVE):
        return None
    raw = from_base64url(member.get("x"))
    return PublicKey(raw) if raw is not None and len(raw) == _KEY_BYTES else None


def base64url(content: bytes) -> str:
    """Return bytes in base64url without padding, as all JOSE standards write them."""
    return urlsafe_b64encode(content).rstrip(b"=").decode()


def from_base64url(text: Json) -> bytes | None:
    """Return the bytes of a base64url text without padding; None if it is none, or not the one way to write them."""
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text):
        return None
    try:
        content = urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except binascii.Error:
        return None
    return content if base64url(content) == text else None
