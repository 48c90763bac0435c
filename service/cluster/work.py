"""What a command does to its lines, on which versions, and how that differs from what a folder was made by."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from service.bulk.answering import Answering
from service.cluster.manifest import Manifest, Source, Work
from service.cluster.signing import key_named
from service.cluster.versions import own_versions
from service.operations.runner import runner_of
from service.spades.english import count_of

_LIMITS = ("body_bytes", "body_values", "game_bytes", "game_values")


def work_of(answering: Answering, key_id: str | None) -> Work:
    """Return what is done to every line; ``key_id`` is the thumbprint of the key that signs, if there is one."""
    limits = {name: getattr(answering.settings, name) for name in _LIMITS}
    if answering.ruleset is None:
        return Work(answering.operation, own_versions(), limits, key_id=key_id)
    reference = orjson.loads(answering.ruleset)
    resolved = runner_of("resolveRuleset", answering.settings).answer(orjson.dumps({"ruleset": reference}))
    return Work(answering.operation, own_versions(), limits, reference, resolved["digest"], key_id)


def differences(before: Manifest, work: Work, block_bytes: int) -> list[str]:
    """Return in which ways a folder was made by something else than this work."""
    return list(_differences(before, work, block_bytes))


def _differences(before: Manifest, work: Work, block_bytes: int) -> Iterator[str]:
    then = before.work
    if then.operation != work.operation:
        yield f"its operation is {then.operation}, and this one {work.operation}"
    if then.versions != work.versions:
        yield f"it was made by {then.versions}, and this is {work.versions}"
    if (then.ruleset, then.ruleset_digest) != (work.ruleset, work.ruleset_digest):
        yield f"its ruleset is {_ruleset(then)}, and this one {_ruleset(work)}"
    if then.key_id != work.key_id:
        yield f"it has {key_named(then.key_id)}, and this command {key_named(work.key_id)}"
    for name in _LIMITS:
        if then.limits.get(name) != work.limits[name]:
            yield f"its limit {name} is {then.limits.get(name)}, and this one {work.limits[name]}"
    if before.block_bytes != block_bytes:
        yield f"its blocks have some {before.block_bytes:,} bytes, and these {block_bytes:,}"


def _ruleset(work: Work) -> str:
    if work.ruleset is None:
        return "that of each line"
    return f"{orjson.dumps(work.ruleset).decode()} ({work.ruleset_digest})"


def differences_of_input(before: Manifest, now: Manifest) -> list[str]:
    """Return in which ways the input is another one; files may have other names if they hold the same."""
    return list(_differences_of_input(before, now))


def _differences_of_input(before: Manifest, now: Manifest) -> Iterator[str]:
    if len(before.sources) != len(now.sources):
        yield f"its input has {count_of(len(before.sources), 'file')}, and this one {len(now.sources)}"
        return
    hashes = zip(before.sources_sha256(), now.sources_sha256(), strict=True)
    both = zip(before.sources, now.sources, hashes, strict=True)
    for number, (then, source, (sha256_then, sha256)) in enumerate(both, 1):
        if sha256_then != sha256:
            yield f"its file {number} is {_named(then)}, and this one {_named(source)}{_same_length(then, source)}"


def _named(source: Source) -> str:
    return f"{source.name} ({source.length:,} bytes)"


def _same_length(then: Source, now: Source) -> str:
    return " with other content" if then.length == now.length else ""
