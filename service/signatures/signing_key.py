"""The operator's private key: a new one, one read from its file, and the signatures that it makes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from service.settings import SettingsError
from service.signatures.detached_jws import compact, header_of, signed_bytes
from service.signatures.public_keys import PublicKey

_OWNER_ALONE = 0o600
_MAKE_ONE = "make one with `spades-arbiter signing-key FILE`"


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
