"""API keys, of which the service knows only the SHA-256 digests.

A key file has a line ``name:digest`` for each key; comments start with ``#``. ``python -m service.keys NAME`` creates a
key, shows it once on standard error, and writes its line to standard output. A fast hash is safe because a key is 256
random bits, which cannot be guessed; a password would need a slow one, so only digests are accepted.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from service.settings import SettingsError, raise_if_any

_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SCHEME = "bearer "


@dataclass(frozen=True, slots=True)
class Keys:
    """The valid keys."""

    digests: tuple[tuple[str, bytes], ...]
    """The name of each key's holder, and its digest in hexadecimal."""

    def holder(self, authorization: str) -> str | None:
        """Return the name of the key in an Authorization header, or None if there is no valid one.

        All keys are compared, each in constant time, so that the time taken reveals nothing.
        """
        if authorization[: len(_SCHEME)].lower() != _SCHEME:
            return None
        sent = _digest(authorization[len(_SCHEME) :].strip()).encode()
        holder = None
        for name, digest in self.digests:
            if hmac.compare_digest(sent, digest):
                holder = name
        return holder


def keys_from(path: Path) -> Keys:
    """Read a key file; raises `SettingsError` that lists the invalid lines by number, or says that there is no key."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"the file of API keys cannot be read: {type(error).__name__}") from error
    keys, errors = [], []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        name, _, digest = text.partition(":")
        if _NAME.fullmatch(name) and _DIGEST.fullmatch(digest):
            keys.append((name, digest.encode()))
        elif text:
            # The line itself may be a key in plain text, which must not be logged.
            errors.append(
                f"line {number} of the file of API keys is not name:digest with a SHA-256 digest in lowercase hex"
            )
    if not (keys or errors):
        errors.append("the file of API keys is empty, so every request would be refused")
    raise_if_any(errors)
    return Keys(tuple(keys))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()


def main(arguments: list[str]) -> int:
    """Create a key and return the exit status; the only argument is the name of its holder."""
    if len(arguments) != 1 or not _NAME.fullmatch(arguments[0]):
        sys.stderr.write(
            "usage: python -m service.keys NAME >> FILE    (NAME: letters, digits, dots, underscores, hyphens)\n"
        )
        return 2
    key = secrets.token_urlsafe(32)
    sys.stdout.write(f"{arguments[0]}:{_digest(key)}\n")
    sys.stderr.write(f"The key of {arguments[0]}, which will not be shown again: {key}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
