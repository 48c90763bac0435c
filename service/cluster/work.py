"""What a command does to its lines, on which versions, with which key, and how a folder or a worker differs from it.

Every worker has to sign with the same key, or none may sign.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple, TypeAlias

import orjson

from service.cluster.manifest import Manifest, Source, Work, own_versions
from service.operations.runner import runner_of
from service.settings import Settings, SettingsError
from service.spades.english import count_of

KeyIdOf: TypeAlias = Callable[[Settings], str | None]
"""Returns the thumbprint of the key that the settings name, None if they name none; raises `SettingsError`."""

_LIMITS = ("body_bytes", "body_values", "game_bytes", "game_values")


@cache
def own_key_id(operation: str, settings: Settings, key_id_of: KeyIdOf) -> str | None:
    """Return the thumbprint of the key with which this process signs; raises `SettingsError`.

    A process reads the key once, for its runner, so the thumbprint is kept with it: the file may change later.
    """
    runner_of(operation, settings)
    return key_id_of(settings)


class Signing(NamedTuple):
    """How the answers of a command are signed: a small value that can be sent to a worker."""

    operation: str
    settings: Settings
    key_id_of: KeyIdOf
    key_id: str | None
    """The thumbprint of the command's key; None if answers are not signed."""

    def difference(self) -> str | None:
        """Return how this process signs otherwise than the command, None if it signs alike."""
        try:
            found = own_key_id(self.operation, self.settings, self.key_id_of)
        except SettingsError as error:
            return str(error)
        if found == self.key_id:
            return None
        return f"it has {key_named(found)}, and this command {key_named(self.key_id)}"


def key_named(key_id: str | None) -> str:
    """Return the name of a key for a sentence."""
    return "no signing key" if key_id is None else f"the signing key {key_id}"


def work_of(signing: Signing, ruleset: bytes | None) -> Work:
    """Return what is done to every line; ``ruleset`` is that of lines that name none, as JSON."""
    operation, settings, key_id = signing.operation, signing.settings, signing.key_id
    limits = {name: getattr(settings, name) for name in _LIMITS}
    if ruleset is None:
        return Work(operation, own_versions(), limits, key_id=key_id)
    resolved = runner_of("resolveRuleset", settings).answer(b'{"ruleset":%s}' % ruleset)
    return Work(operation, own_versions(), limits, orjson.loads(ruleset), resolved["digest"], key_id)


def differences(before: Manifest, work: Work, block_bytes: int) -> Iterator[str]:
    """Yield in which ways a folder was made by something else than this work."""
    then = before.work
    if then.operation != work.operation:
        yield f"its operation is {then.operation}, and this one {work.operation}"
    if then.versions != work.versions:
        yield f"it was made by {then.versions}, and this is {work.versions}"
    if (then.ruleset, then.ruleset_digest) != (work.ruleset, work.ruleset_digest):
        yield f"its ruleset is {_ruleset_in_words(then)}, and this one {_ruleset_in_words(work)}"
    if then.key_id != work.key_id:
        yield f"it has {key_named(then.key_id)}, and this command {key_named(work.key_id)}"
    for name in _LIMITS:
        if then.limits.get(name) != work.limits[name]:
            yield f"its limit {name} is {then.limits.get(name)}, and this one {work.limits[name]}"
    if before.block_bytes != block_bytes:
        yield f"its blocks have some {before.block_bytes:,} bytes, and these {block_bytes:,}"


def _ruleset_in_words(work: Work) -> str:
    if work.ruleset is None:
        return "that of each line"
    return f"{orjson.dumps(work.ruleset).decode()} ({work.ruleset_digest})"


def differences_of_input(before: Manifest, now: Manifest) -> Iterator[str]:
    """Yield in which ways the input is another one; files may have other names if they hold the same."""
    if len(before.sources) != len(now.sources):
        yield f"its input has {count_of(len(before.sources), 'file')}, and this one {len(now.sources)}"
        return
    hashes = zip(before.sources_sha256(), now.sources_sha256(), strict=True)
    both = zip(before.sources, now.sources, hashes, strict=True)
    for number, (then, source, (sha256_then, sha256)) in enumerate(both, 1):
        if sha256_then != sha256:
            content = " with other content" if then.length == source.length else ""
            yield f"its file {number} is {_named(then)}, and this one {_named(source)}{content}"


def _named(source: Source) -> str:
    return f"{source.name} ({source.length:,} bytes)"
