"""What a verification finds out about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from service.json_types import Json
from service.verification.comparison import Compared, Difference
from service.wire.values import present

Outcome: TypeAlias = Literal[
    "same", "differs", "other_record", "no_ruleset", "unreadable", "out_of_order", "no_answer", "no_record"
]
"""What became of a line.

`same`: the answer that is made now is the same. `differs`: it is not. `other_record`: the answer is not about this
record. `no_ruleset`: the record names no ruleset to make it again with. `unreadable`: it is no answer. `out_of_order`:
it comes after the answer to a later line, or a second time. `no_answer`, `no_record`: there is none to the record, or
no record to it.
"""
SignatureResult: TypeAlias = Literal["valid", "invalid", "unknown_key", "malformed", "not_checked"]
"""What became of a signature.

`valid`: the key has signed this answer. `invalid`: it has signed another one. `unknown_key`: the key is not among those
given. `malformed`: it is no signature of this kind. `not_checked`: no keys were given.
"""
_TRUSTED: frozenset[SignatureResult] = frozenset(("valid", "not_checked"))
_MOST_LISTED = 50
_NO_DIFFERENCE = Compared()


class CheckedSignature(NamedTuple):
    """What became of a signature, and the `kid` of the key that it names."""

    result: SignatureResult
    key_id: str | None = None


class Change(NamedTuple):
    """What an answer was made with, and what it is made with now."""

    stored: Json
    made: Json


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found out about one answer."""

    outcome: Outcome
    detail: str | None = None
    """What there is to say beside the outcome."""
    operation: str | None = None
    ruling_id: Json = None
    """The id that the answer has."""
    engine_version: Json = None
    """The version of the engine that it says it was made by."""
    compared: Compared = _NO_DIFFERENCE
    engine: Change | None = None
    """The versions of the engine, if they are not the same."""
    ruleset: Change | None = None
    """The digests of the ruleset, if they are not the same."""
    named: Change | None = None
    """The names of the ruleset, if they are not the same."""
    signature: CheckedSignature | None = None
    """None for an answer that is not signed."""

    @property
    def holds(self) -> bool:
        """Whether the answer is the same, and its signature, as far as it was checked, good."""
        return self.outcome == "same" and (self.signature is None or self.signature.result in _TRUSTED)

    def written(self, line: int) -> Json:
        """Return the result as JSON for the line of this number."""
        differences, unknown = self.compared
        left_out = len(differences) - _MOST_LISTED
        return present(
            {
                "line": line,
                "outcome": self.outcome,
                "holds": self.holds,
                "detail": self.detail,
                "operation": self.operation,
                "ruling_id": self.ruling_id,
                "engine_version": self.engine_version,
                "differences": [_written(each) for each in differences[:_MOST_LISTED]] or None,
                "differences_left_out": left_out if left_out > 0 else None,
                "unknown_members": list(unknown[:_MOST_LISTED]) or None,
                "engine": self.engine and self.engine._asdict(),
                "ruleset": self.ruleset and self.ruleset._asdict(),
                "named": self.named and self.named._asdict(),
                "signature": self.signature
                and present({"result": self.signature.result, "key_id": self.signature.key_id}),
            }
        )


def _written(difference: Difference) -> Json:
    sides = {"stored": difference.stored, "made": difference.made}
    return {"pointer": difference.pointer, **{name: side[0] for name, side in sides.items() if side}}
