"""The types of slips: a change of a record, and the record that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from service.spades.findings import Finding, Location, play_of
from service.spades.record.model import RoundRecord
from service.spades.sentence import Sentence

SlipCode: TypeAlias = Literal[
    "card_miscopied",
    "name_miscopied",
    "cards_exchanged",
    "names_exchanged",
    "play_left_out",
    "play_written_twice",
    "trick_left_out",
    "trick_written_twice",
    "tricks_exchanged",
    "card_left_out",
    "card_written_twice",
    "card_with_wrong_player",
    "dealer",
    "winner",
    "leader",
    "bidder",
]
"""The kinds of slips that are considered (docs/rules.md, "Slips before accusations")."""


class Change(NamedTuple):
    """One entry of a record that a slip explains: what stands there, and what should.

    ``recorded`` is None where nothing stands, ``suggested`` where nothing should stand, or nobody knows what should.
    Both are None for a whole trick.
    """

    location: Location
    kind: Literal["card", "player", "team", "trick"]
    """What stands there: a card, the seat of a player, or a side."""
    recorded: int | None = None
    suggested: int | None = None


class Mended(NamedTuple):
    """A record as it may have been meant, and the one slip that makes it the record as written."""

    slip: SlipCode
    changes: tuple[Change, ...]
    record: RoundRecord
    detail: Sentence
    tricks: tuple[int | None, ...] | None = None
    """For each trick of this record its index as written, None for one that is not; None if none has moved."""
    plays: Mapping[int, tuple[int | None, ...]] = MappingProxyType({})
    """The same for the plays of each trick, by its index here, in which one has moved."""

    def as_written(self, location: Location) -> Location | None:
        """Return where a location of this record is in the record as written, None if it is nowhere."""
        if location[:1] != ("tricks",) or len(location) == 1:
            return location
        trick = int(location[1])
        index = trick if self.tricks is None else self.tricks[trick]
        if index is None:
            return None
        indices = play_of(location)
        if trick not in self.plays or indices is None:
            return ("tricks", index, *location[2:])
        play = self.plays[trick][indices[1]]
        return None if play is None else ("tricks", index, "plays", play, *location[4:])

    def finding_as_written(self, finding: Finding) -> Finding | None:
        """Return a finding of this record as one of the record as written, None if it is about none of its entries."""
        location = self.as_written(finding.location)
        if location is None:
            return None
        if self.tricks is None and not self.plays:
            return finding
        trick = finding.trick
        if trick is not None and self.tricks is not None and trick <= len(self.tricks):
            index = self.tricks[trick - 1]
            trick = None if index is None else index + 1
        evidence = finding.evidence
        if evidence is not None and isinstance(evidence.proved_by, tuple):
            evidence = evidence._replace(proved_by=self.as_written(evidence.proved_by))
        return finding._replace(location=location, trick=trick, evidence=evidence)

    def finding_as_offered(self, finding: Finding) -> Finding:
        """Return a finding of this record at its place in the record as written, also at one that is not there yet."""
        written, indices = self.finding_as_written(finding), play_of(finding.location)
        if written is not None or indices is None:
            return written or finding
        trick = self.record.tricks[indices[0]]
        if trick.form != "cards_by_player":
            return finding
        return finding._replace(location=("tricks", indices[0], trick.form, trick.seats[indices[1]]))
