"""Who may ask: API keys, known by their SHA-256 alone.

A file of keys has a line ``name:digest`` for each, and ``#`` before a remark. ``python -m service.keys NAME`` draws a
key, tells it once on standard error, and writes its line on standard output. A key is 256 random bits, which nobody
guesses however fast the hash; a password would need another one, so nothing but a digest is taken.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import sys
from dataclasses import dataclass
from pathlib import Path

from service.settings import SettingsError

_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)
_SCHEME = "bearer "


@dataclass(frozen=True, slots=True)
class Keys:
    """The keys that are valid, each with the name of whom it was given to."""

    digests: tuple[tuple[str, bytes], ...]

    def holder(self, authorization: str) -> str | None:
        """Return who sent an Authorization header, or None where it holds no valid key.

        Every key is compared, and each in constant time, so that nothing is learnt from how long it took.
        """
        if authorization[: len(_SCHEME)].lower() != _SCHEME:
            return None
        asked = _digest(authorization[len(_SCHEME) :].strip()).encode()
        found = None
        for name, digest in self.digests:
            if hmac.compare_digest(asked, digest):
                found = name
        return found


def keys_from(path: Path) -> Keys:
    """Return the keys in a file; raises `SettingsError` with every line that is none, by its number."""
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise SettingsError(f"the file of API keys can't be read: {type(error).__name__}") from error
    keys, wrong = [], []
    for number, line in enumerate(lines, start=1):
        text = line.partition("#")[0].strip()
        name, _, digest = text.partition(":")
        if _NAME.fullmatch(name) and _DIGEST.fullmatch(digest):
            keys.append((name, digest.encode()))
        elif text:
            # The line itself may be a key in plain text, which has no place in a log.
            wrong.append(f"line {number} of the file of API keys is not name:digest, a SHA-256 in 64 small hex digits")
    if not (keys or wrong):
        wrong.append("the file of API keys holds none, so that nobody could ask")
    if wrong:
        raise SettingsError("; ".join(wrong))
    return Keys(tuple(keys))


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="surrogateescape")).hexdigest()


def main(arguments: list[str]) -> int:
    """Draw a key for a name; return the exit status."""
    if len(arguments) != 1 or not _NAME.fullmatch(arguments[0]):
        sys.stderr.write("usage: python -m service.keys NAME >> FILE    (letters, digits, dot, underscore, hyphen)\n")
        return 2
    key = secrets.token_urlsafe(32)
    sys.stdout.write(f"{arguments[0]}:{_digest(key)}\n")
    sys.stderr.write(f"The key of {arguments[0]}, told this once: {key}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
