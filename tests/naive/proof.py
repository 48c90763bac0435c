"""What a record proves that may have a slip in it: what stands in every record that mends one slip, and no error."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.contradictions import Key, contradictions, plain_contradictions
from tests.naive.mended import Mended
from tests.naive.referee import Referee
from tests.naive.slips import mended_records
from tests.naive.suspects import beyond_suspicion
from tests.naive.table import UNREAD, Table
from tests.naive.written import Proved, judged, offences, rule_as_written

Json = dict[str, Any]

OF_A_TRICK = {"wrong_winner", "leader_mismatch", "missing_play", "extra_play"}
"""Errors that lie in what a record says about one trick."""


@dataclass(frozen=True)
class Reading:
    """A record without contradictions, by mending one slip, and what it proves."""

    mended: Mended
    ruled: Json
    offences: Proved
    """As the record was sent numbers its tricks."""


@dataclass(frozen=True)
class Proof:
    """What a record proves."""

    errors: list[Key]
    """What it shows against itself."""
    readings: list[Reading]
    """All that mend it by one slip; none where there is nothing to mend, or no single slip mends it."""
    offences: Proved = field(default_factory=set)

    @property
    def miscounted(self) -> bool:
        """Whether a wrong count of a hand is proved."""
        return any(code == "wrong_hand_size" for code, *_ in self.offences)


def prove(referee: Referee, ruled: Json) -> Proof:
    """Return what the record of this referee proves, who has judged it and ruled on it as it is written."""
    errors = contradictions(referee)
    if not errors:
        return Proof([], [], offences(referee, ruled))
    readings = read(referee, errors)
    if not readings:
        return Proof(errors, [], beyond_suspicion(referee, errors))
    return Proof(errors, readings, set.intersection(*(reading.offences for reading in readings)))


def read(referee: Referee, errors: list[Key]) -> list[Reading]:
    """Return all readings of a record that contradicts itself."""
    sieve = _Sieve(referee, errors)
    readings: list[Reading] = []
    for mended in mended_records(referee.sent, referee.table):
        if sieve.holds_back(mended.record):
            continue
        other, judgement = judged(mended.record, referee.parameters)
        if plain_contradictions(other) or contradictions(other):
            continue
        ruled = rule_as_written(other, judgement)
        found = {
            (code, player, mended.number(trick))
            for code, player, trick in offences(other, ruled)
            if mended.has(trick) and not (code == "wrong_leader" and trick and trick - 1 in mended.agreed)
        }
        readings.append(Reading(mended, ruled, found))
    return readings


class _Sieve:
    """Cheap reasons why a record can't be free of contradictions: most are held back without being judged."""

    def __init__(self, referee: Referee, errors: list[Key]) -> None:
        self.table: Table = referee.table
        record = referee.record
        places = {(code, int(pointer.split("/")[2])) for code, pointer in errors if "/tricks/" in pointer}
        doubtful = {trick for trick, _ in referee.evidence.fault}  # who won these, another entry may decide
        self.tricks = [
            record["tricks"][place]
            for code, place in places
            if code in OF_A_TRICK and not (code == "wrong_winner" and place in doubtful)
        ]
        """The tricks of which something must be changed."""
        exchanged = [place for code, place in places if code == "tricks_exchanged" and place > 0]
        self.leads = [
            (place, record["tricks"][place - 1 : place + 3]) for place in exchanged if not referee.evidence.fault
        ]
        """Where tricks are that show by their leads that they were exchanged, with their neighbours."""
        self.dealt: Json = record if ("wrong_dealer", "#/dealer") in errors else {}
        """The record, where its dealer makes its bids and its first lead irregular."""
        self.count = _count_plays(record) if ("missing_tricks", "#/tricks") in errors else None
        """How many plays there are, where that is too few."""
        self.hands = [record["hands"][pointer.split("/")[2]] for code, pointer in errors if code == "wrong_hand_size"]

    def holds_back(self, record: Json) -> bool:
        """Tell whether this record contradicts itself for sure."""
        hands: dict[str, list[str]] = record.get("hands", {})
        # The last trick may be short: there another order of the tricks mends what is missing.
        if any(each is wrong for each in record["tricks"][:-1] for wrong in self.tricks):
            return True
        if self.dealt and all(record[part] is self.dealt[part] for part in ("dealer", "bids")):
            first = record["tricks"][0]
            if first is self.dealt["tricks"][0]:
                return True
        for place, tricks in self.leads:
            now = record["tricks"][place - 1 : place + 3]
            if len(now) == len(tricks) and all(one is other for one, other in zip(now, tricks, strict=True)):
                return True
        if any(each is wrong for each in hands.values() for wrong in self.hands):
            return True
        if self.count is not None and self.count == _count_plays(record):
            return True
        return self._has_twice(record, hands) or self._plays_unlisted(record, hands)

    def _has_twice(self, record: Json, hands: dict[str, list[str]]) -> bool:
        log = [play["card"] for trick in record["tricks"] for play in trick["plays"] if play["card"] != UNREAD]
        lists = [card for cards in (*hands.values(), record.get("set_aside", [])) for card in cards if card != UNREAD]
        deck = self.table.pack.cards
        return any(len(set(cards)) < len(cards) or not deck.issuperset(cards) for cards in (log, lists))

    def _plays_unlisted(self, record: Json, hands: dict[str, list[str]]) -> bool:
        """Tell whether a player plays or passes a card that another is listed with; partners may have passed it."""
        owners = {card: player for player, hand in hands.items() for card in hand if card != UNREAD}
        for exchange in record.get("exchanges", []):
            for card in exchange["cards"]:
                if owners.get(card, exchange["from"]) != exchange["from"]:
                    return True
        owners |= {card: each["to"] for each in record.get("exchanges", []) for card in each["cards"] if card != UNREAD}
        told = "exchanges" in record
        return any(
            owners.get(play["card"], play["player"]) != play["player"]
            and (told or self.table.partner(play["player"]) != owners[play["card"]])
            for trick in record["tricks"][: self.table.pack.hand_size]
            for play in trick["plays"]
        )


def _count_plays(record: Json) -> int:
    return sum(len(trick["plays"]) for trick in record["tricks"])
