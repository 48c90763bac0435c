"""The codes of what players called and claimed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from service.spades.codes.code import Code

OF_CALLS: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "false_accusation": Code(
            "offence",
            "A revoke was called, but the record proves that there was none.",
            parameter="irregularities.false_accusation",
            penalised_by="irregularities.false_accusation",
        ),
        "late_accusation": Code(
            "note",
            "A revoke was rightly called, but too late, so that it costs nothing.",
            parameter="irregularities.accusation_until",
        ),
    }
)

OF_CLAIMS: Final[Mapping[str, Code]] = MappingProxyType(
    {
        "claim_failed": Code(
            "offence",
            "Tricks were claimed that the claimer's side can still lose by the test of the ruleset.",
            parameter="irregularities.claims",
        ),
        "claim_too_early": Code(
            "offence",
            "Tricks were claimed that best play takes, but that the claimer's side can still lose by the test of the"
            " ruleset.",
            parameter="irregularities.claims",
        ),
        "claim_not_allowed": Code(
            "offence",
            "Tricks were claimed under a ruleset that does not allow it; the claim counts for nothing.",
            parameter="irregularities.claims",
        ),
        "conceded_tricks_open": Code(
            "note",
            "A claim leaves tricks to others, and nobody can say which of them gets them.",
            law="Tricks count for the side that won them.",
        ),
    }
)
