"""Findings compared: which are the same in two readings of a record, and where one stands among others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from service.spades.findings import Finding

_AFTER_PLAYS: Final = 1 << 16
Key: TypeAlias = tuple[object, ...]
"""What makes an accusation the same one: who did what in which trick, whatever the card."""


def accusing(findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the findings that say of a player what he did: offences, and revokes that he corrected."""
    for finding in findings:
        if is_accusing(finding):
            yield finding


def is_accusing(finding: Finding) -> bool:
    """Return whether a finding says of a player what he did: an offence, or a revoke that he corrected."""
    return finding.severity == "offence" or finding.code == "revoke_corrected"


def key_of(finding: Finding) -> Key:
    """Return what makes an offence the same one in two readings: who did what in which trick, whatever the card."""
    if finding.trick is not None and finding.seat is not None:
        return (finding.code, finding.seat, finding.trick, finding.location[4:])
    return (finding.code, finding.seat, finding.location[:2])


def place_of(findings: Sequence[Finding], finding: Finding) -> int:
    """Return where a finding belongs among others, in the order of the record."""
    order = _order(finding)
    return next((index for index, each in enumerate(findings) if _order(each) > order), len(findings))


def _order(finding: Finding) -> tuple[int, int, int]:
    """Return a key to sort findings by in the order of the record: deal, bids, plays."""
    location = finding.location
    if location[0] != "tricks":
        return (location[0] == "bids", 0, 0)
    if location[2:] == ("winner",):
        return (2, int(location[1]), _AFTER_PLAYS)
    trick, play, *_ = [*(part for part in location if isinstance(part, int)), -1, -1]
    return (2, trick, play) if trick >= 0 else (3, 0, 0)


def renumbered(before: Sequence[Finding], after: Sequence[Finding]) -> Mapping[int, int]:
    """Return the new index of each finding that is still there, by its old one."""
    places = {id(each): index for index, each in enumerate(after)}
    return {index: places[id(each)] for index, each in enumerate(before) if id(each) in places}


def moved(finding: Finding, places: Mapping[int, int]) -> Finding:
    """Return a finding that names others by their new indices."""
    conflicts = finding.conflicts_with
    if conflicts is not None:
        conflicts = tuple(places[index] for index in conflicts if index in places)
    follows = None if finding.follows is None else places.get(finding.follows)
    if (conflicts, follows) == (finding.conflicts_with, finding.follows):
        return finding
    return finding._replace(conflicts_with=conflicts, follows=follows)
