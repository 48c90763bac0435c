"""The types of proof: the facts of a record, the readings that mend it, and what is proved in all of them."""

from __future__ import annotations

from typing import NamedTuple

from service.spades.deal.model import Auction
from service.spades.findings import Finding
from service.spades.play.evidence import Knowledge, Replay
from service.spades.record.model import RoundContext, RoundRecord
from service.spades.slips.model import Mended


class Facts(NamedTuple):
    """What is found in a record, and what it leaves open."""

    context: RoundContext[RoundRecord]
    auction: Auction
    play: Replay
    known: Knowledge
    """What the record shows of every hand at the start of play."""
    findings: tuple[Finding, ...]
    undecided: tuple[Finding, ...]
    contradictory: bool = False
    """Whether the record contradicts itself in such a way that a call of a revoke can't be refuted by it."""


class Reading(NamedTuple):
    """A record without a contradiction that one slip would have made into the one as written, and what it proves."""

    mended: Mended
    facts: Facts
    """What is found in the mended record."""


class Weighed(NamedTuple):
    """What a record proves once its slips are considered, and the readings that mend it."""

    facts: Facts
    readings: tuple[Reading, ...] = ()
