"""Offences by player and true trick: what a ruling accuses of, and what it tells at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from tests.slips.model import Offence, Offences
from tests.spades.builders.cards import Json

Told: TypeAlias = tuple[Offence, str, str | None]
"""An offence or an error, its severity, and its card."""


ILLEGAL_CARDS = {"revoke", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"}
"""Offences of which one play is found guilty of one; which one may depend on what else is known of the hand."""


def offence_of(finding: Json, origins: Sequence[int]) -> Offence:
    """Return what a finding says was done, with the number of the trick in the true record.

    ``origins`` has that number for each trick as sent.
    """
    code = "illegal card" if finding["code"] in ILLEGAL_CARDS else finding["code"]
    trick = finding.get("trick")
    if trick is not None and trick <= len(origins):
        trick = origins[trick - 1]
    return code, finding.get("player"), trick


def offences_of(ruling: Json, origins: Sequence[int]) -> Offences:
    """Return the offences that a ruling proves."""
    return Counter(offence_of(finding, origins) for finding in ruling["findings"] if finding["severity"] == "offence")


def told_of(ruling: Json, origins: Sequence[int]) -> Counter[Told]:
    """Return all findings of a ruling, without the places where they stand."""
    return Counter(
        (offence_of(finding, origins), finding["severity"], finding.get("card")) for finding in ruling["findings"]
    )


def penalised_in(ruling: Json) -> frozenset[tuple[str, str]]:
    """Return code and side of every offence that costs its own side something; what others are given is not counted."""
    named = ((ruling["findings"][each["finding"]], each["team"]) for each in ruling["penalties"])
    return frozenset((offence_of(found, ())[0], team) for found, team in named if found.get("team", team) == team)
