"""The claim of a round as it is written in shorthand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from service.notations.shorthand.claim_check import faults_of_end, faults_of_statement
from service.notations.shorthand.words import ACCEPTED, REFUSED, REST
from service.notations.shorthand.writing.names import WrittenNames
from service.spades.english import quoted


def written_claim(record: Mapping[str, Any], names: WrittenNames) -> Iterator[str]:
    """Yield the line of the claim with which the play ended, if there is one."""
    if "claim" not in record:
        return
    claim = record["claim"]
    tricks = claim["tricks"]
    if isinstance(tricks, str) and tricks != REST:
        detail = f"{quoted(tricks)} is no number of tricks: give a number, or {quoted(REST)} for all that are left."
        names.fault("claimed_tricks", detail, "claim", "tricks")
    tricks_before: Sequence[Mapping[str, Any]] = record.get("tricks", ())
    for each in (
        *faults_of_end(claim, tricks_before, len(names.table.players)),
        *faults_of_statement(claim, tricks_before),
    ):
        names.fault(each.code, each.detail, "claim", *each.path)
    if claim.get("statement") == []:
        names.leave_out("claim", "statement")
    at = [f"@{claim['at']['trick']}.{claim['at']['plays']}"] if "at" in claim else []
    answer = ACCEPTED if claim["accepted"] else REFUSED
    by = names.player(claim["by"], "claim", "by")
    yield " ".join(["claim", by, str(tricks), *at, *claim.get("statement", ()), answer])
