"""What a ruling says: offences by player and true trick, errors, points."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from tests.naive.spoilt.model import Offence, Offences
from tests.spades.builders import asking
from tests.spades.builders.cards import Json

FIGURES = {"wrong_tricks_won", "wrong_points", "wrong_score", "wrong_bags"}
Told: TypeAlias = tuple[Offence, str, str | None]
"""An offence or an error, its severity, and its card."""

ILLEGAL_CARDS = {"revoke", "illegal_spade_lead", "illegal_opening_card", "illegal_first_trick_card"}
"""Offences of which one play is found guilty of one; which one may depend on what else is known of the hand."""


class AnswerFailedError(Exception):
    """The service breaks over a record; its first argument is the body."""


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


def points_in(ruling: Json, member: str = "as_played") -> dict[str, int] | None:
    """Return the points of each side that a ruling states; None if it states none."""
    return {side["team"]: side["points"] for side in ruling[member]} if member in ruling else None


def ruling_on(body: Json) -> Json:
    """Return the ruling on a record; raises `AnswerFailedError` where there is none."""
    try:
        return asking.ruling(body)
    except Exception as error:
        raise AnswerFailedError(json.dumps(body)) from error


def has_errors(ruling: Json) -> bool:
    """Tell whether a record contradicts itself, by its ruling; a wrong figure on the sheet is the scorer's mistake."""
    return any(found["severity"] == "error" and found["code"] not in FIGURES for found in ruling["findings"])


def is_thrown_in(ruling: Json) -> bool:
    """Tell whether the bids of a round have it thrown in."""
    return any(found["code"] == "round_thrown_in" for found in ruling["findings"])
