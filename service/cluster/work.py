"""What a command does to its lines, on which versions, and how a folder differs from it."""

from __future__ import annotations

from collections.abc import Iterator

import orjson

from service.cluster.manifest import Manifest, Source, Work, own_versions
from service.operations.runner import runner_of
from service.settings import Settings
from service.spades.english import count_of

_LIMITS = ("body_bytes", "body_values", "game_bytes", "game_values")


def work_of(operation: str, settings: Settings, ruleset: bytes | None) -> Work:
    """Return what is done to every line; ``ruleset`` is that of lines that name none, as JSON."""
    limits = {name: getattr(settings, name) for name in _LIMITS}
    if ruleset is None:
        return Work(operation, own_versions(), limits)
    resolved = runner_of("resolveRuleset", settings).answer(b'{"ruleset":%s}' % ruleset)
    return Work(operation, own_versions(), limits, orjson.loads(ruleset), resolved["digest"])


def differences(before: Manifest, work: Work, block_bytes: int) -> Iterator[str]:
    """Yield in which ways a folder was made by something else than this work."""
    then = before.work
    if then.operation != work.operation:
        yield f"its operation is {then.operation}, and this one {work.operation}"
    if then.versions != work.versions:
        yield f"it was made by {then.versions}, and this is {work.versions}"
    if (then.ruleset, then.ruleset_digest) != (work.ruleset, work.ruleset_digest):
        yield f"its ruleset is {_ruleset_in_words(then)}, and this one {_ruleset_in_words(work)}"
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
