"""The identity of an answer: a SHA-256 over the canonical JSON (RFC 8785) of everything that it depends on.

In canonical form, a value has the same bytes on any machine.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

import orjson
import rfc8785

from service.media_types import Json
from service.spades import ENGINE_VERSION

# RFC 8785 sorts names by their UTF-16 code units, and orjson by their code points, in UTF-8: the two orders differ only
# beyond the basic multilingual plane, whose characters take four bytes in UTF-8 and begin with one of these.
_BEYOND_THE_PLANE: Final = re.compile(rb"[\xf0-\xf4]")

# hashlib lets other threads run while it hashes 2,048 bytes or more: two switches of threads that cost a multiple of
# the hash. Shorter pieces are hashed at once.
_PIECE: Final = 2_047
_PREFIX: Final = "sha256:"
_OF_A_RESULT: Final = frozenset({"standing", "teams", "finished", "winners", "reason", "forfeited_by", "result"})
_WITHOUT_EFFECT: Final = frozenset({"labels", "answer"})


def canonical_json(value: Json) -> bytes:
    """Return the canonical form of a value without floats, which no record has."""
    written = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    if written.isascii() or _BEYOND_THE_PLANE.search(written) is None:
        return written
    return rfc8785.dumps(value)


def ruling_id(
    operation: str, ruleset_digest: str, body: Mapping[str, Any], engine_version: str = ENGINE_VERSION
) -> str:
    """Return the id of the answer of an operation to a checked body; by another engine, if its version is given.

    The ruleset enters by the digest of what it resolves to, so that two spellings of it give one id. Neither labels
    enter, of the request or of the rounds of a game, nor the form of the answer.
    """
    return _id_of(operation, engine_version, {"ruleset": ruleset_digest, "record": _record(body)})


def league_table_id(
    operation: str, digests: Sequence[str], body: Mapping[str, Any], engine_version: str = ENGINE_VERSION
) -> str:
    """Return the id of the answer to a checked body of results and games; ``digests`` are those of the games' rulesets.

    Labels do not enter, neither those of the request nor those of its results, its games and their rounds; nor does
    whatever else of an answer is sent as a result, because no table depends on it.
    """
    record = _that_count(body)
    if "results" in record:
        record["results"] = [
            {name: value for name, value in result.items() if name in _OF_A_RESULT} for result in record["results"]
        ]
    if "games" in record:
        games = zip(digests, record["games"], strict=True)
        record["games"] = [{"ruleset": digest, "record": _record(game)} for digest, game in games]
    return _id_of(operation, engine_version, {"record": record})


def round_comparison_id(
    operation: str, digests: Sequence[str], body: Mapping[str, Any], engine_version: str = ENGINE_VERSION
) -> str:
    """Return the id of the answer to a round under several rulesets; ``digests`` are theirs, in the order of the body.

    Labels do not enter.
    """
    record = _record(body)
    del record["rulesets"]
    return _id_of(operation, engine_version, {"rulesets": list(digests), "record": record})


def _record(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a round or a game without its ruleset, its labels and the form of its answer."""
    record = _that_count(body)
    record.pop("ruleset", None)
    if "rounds" in record:
        record["rounds"] = [_that_count(of_round) for of_round in record["rounds"]]
    return record


def _id_of(operation: str, engine_version: str, members: Mapping[str, Any]) -> str:
    canonical = canonical_json({"operation": operation, "engine_version": engine_version, **members})
    digest = hashlib.sha256(canonical[:_PIECE])
    for start in range(_PIECE, len(canonical), _PIECE):
        digest.update(canonical[start : start + _PIECE])
    return _PREFIX + digest.hexdigest()


def _that_count(members: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of the members without those that change no ruling: the labels, and the form of the answer."""
    return {name: value for name, value in members.items() if name not in _WITHOUT_EFFECT}
