"""What a record proves that may have a slip in it: what stands in every record that mends one slip, and no error."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.naive.bidding_turns import bidder
from tests.naive.contradictions import (
    Key,
    contradictions,
    exchanged_tricks,
    explained_leads,
    plain_contradictions,
    right_dealers,
    turns_in_doubt,
)
from tests.naive.dealt import lists_agree
from tests.naive.mended import Mended
from tests.naive.referee import Referee
from tests.naive.slips import mended_records
from tests.naive.suspects import beyond_suspicion
from tests.naive.table import UNREAD, Table, path
from tests.naive.written import Proved, judged, offence, offences, rule_as_written

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
    written = offences(referee, ruled)
    if not errors:
        return Proof([], [], written)
    readings = read(referee, errors, written)
    if not readings:
        return Proof(errors, [], beyond_suspicion(referee, errors))
    proved = set.intersection(*(reading.offences for reading in readings))
    if any(reading.mended.sent for reading in readings):
        proved -= _by_number(referee)  # which trick is meant depends on the slip
    # Nobody is out of turn for passing over a hand that has a card only where a slip is mended; and lists that don't
    # agree prove no wrong count.
    proved -= {each for each in proved - written if each[0] in {"out_of_turn", "wrong_hand_size"}}
    if errors[0][0] == "tricks_exchanged":
        proved &= written  # nothing in the record contradicts another entry: it is no more than a doubt
    return Proof(errors, readings, proved)


def _by_number(referee: Referee) -> Proved:
    """Return the false accusations that there may be by calls that say when they were made, or must name the trick."""
    binding = referee.parameters["irregularities"]["call_names"] == "trick"
    calls = [
        (("false_accusation", call["by"], call.get("trick")), binding or "at" in call)
        for call in referee.record.get("accusations", [])
    ]
    return {key for key, by_number in calls if by_number} - {key for key, by_number in calls if not by_number}


def read(referee: Referee, errors: list[Key], written: Proved) -> list[Reading]:
    """Return all readings of a record that contradicts itself, and as it is written proves these offences."""
    if errors[0][0] in {"wrong_dealer", "tricks_exchanged"}:
        return [_reading(referee, written, mended) for mended in _in_order(referee, errors[0][0])]
    sieve = _Sieve(referee, errors)
    return [
        _reading(referee, written, mended)
        for mended in mended_records(referee.sent, referee.table)
        if not sieve.holds_back(mended.record) and _is_possible(mended, judged(mended.record, referee.parameters)[0])
    ]


def _is_possible(mended: Mended, other: Referee) -> bool:
    """Tell whether a mended record is free of contradictions; a trick that was left out was led by who was to lead."""
    if mended.slip == "trick_left_out":
        lead = path("tricks", mended.sent.index(None), "plays", 0)
        if any((code, pointer) == ("wrong_leader", lead) for code, pointer, *_ in other.findings):
            return False
    return not plain_contradictions(other)


def _in_order(referee: Referee, error: str) -> list[Mended]:
    """Return the records in which the dealer, or the leads to neighbouring tricks, are right."""
    ways = list(mended_records(referee.sent, referee.table))
    if error == "wrong_dealer":
        right = right_dealers(referee)
        return [mended for mended in ways if mended.slip == "dealer" and mended.record["dealer"] in right]
    exchanged = exchanged_tricks(referee)
    best = max(exchanged.values(), key=len)
    return [
        mended
        for mended in ways
        if (mended.slip == "tricks_exchanged" and _first_moved(mended) in exchanged)
        or (mended.slip in {"cards_exchanged", "names_exchanged"} and best <= explained_leads(referee, mended.record))
    ]


def _as_written(referee: Referee, written: Proved, mended: Mended, other: Referee, ruled: Json) -> Proved:
    """Return the offences of a reading, without those in a play or a bid that the record as sent does not have."""
    return {
        accused
        for (code, pointer), severity in ruled["severities"].items()
        if severity == "offence"
        for accused in [offence(other, code, pointer)]
        if _is_there(referee, mended, other, pointer)
        or ((code, accused[1], mended.number(accused[2])) in written and "/bids/" not in pointer)
    }


def _is_there(referee: Referee, mended: Mended, other: Referee, pointer: str) -> bool:
    """Tell whether the record as sent has the bid by this bidder, or in this trick the card of this player."""
    _, part, *rest = pointer.split("/")
    if part == "bids":
        bids, place = referee.record["bids"], int(rest[0])
        return bidder(bids[place], referee.table) == bidder(other.record["bids"][place], referee.table)
    trick = mended.number(int(rest[0]) + 1) if part == "tricks" else None
    if trick is None:
        return True
    play = other.plays(int(rest[0]))[int(rest[2])]
    members = ("player",) if "withdrawn" in rest else ("player", "card")
    return any(all(each[member] == play[member] for member in members) for each in referee.plays(trick - 1))


def _first_moved(mended: Mended) -> int:
    return next(at for at, place in enumerate(mended.sent) if at != place)


def _reading(referee: Referee, written: Proved, mended: Mended) -> Reading:
    """Return a reading with what it proves."""
    other, judgement = judged(mended.record, referee.parameters)
    ruled = rule_as_written(other, judgement)
    found = {
        (code, player, mended.number(trick))
        for code, player, trick in _as_written(referee, written, mended, other, ruled) - turns_in_doubt(other)
        if mended.has(trick) and not (code == "wrong_leader" and trick and trick - 1 in mended.agreed)
    }
    return Reading(mended, ruled, found)


class _Sieve:
    """Cheap reasons why a record can't be free of contradictions: most are held back without being judged."""

    def __init__(self, referee: Referee, errors: list[Key]) -> None:
        self.table: Table = referee.table
        self.certain = set(referee.evidence.hands)
        """The players who can't have passed cards that the record does not show."""
        record = referee.record
        places = {(code, int(pointer.split("/")[2])) for code, pointer in errors if "/tricks/" in pointer}
        doubtful = {trick for trick, _ in referee.evidence.fault}  # who won these, another entry may decide
        self.tricks = [
            record["tricks"][place]
            for code, place in places
            if code in OF_A_TRICK and not (code == "wrong_winner" and place in doubtful)
        ]
        """The tricks of which something must be changed."""
        self.count = _count_plays(record) if ("missing_tricks", "#/tricks") in errors else None
        """How many plays there are, where that is too few."""
        self.hands = [record["hands"][pointer.split("/")[2]] for code, pointer in errors if code == "wrong_hand_size"]

    def holds_back(self, record: Json) -> bool:
        """Tell whether this record contradicts itself for sure."""
        hands: dict[str, list[str]] = record.get("hands", {})
        # The last trick may be short: there another order of the tricks mends what is missing.
        if any(each is wrong for each in record["tricks"][:-1] for wrong in self.tricks):
            return True
        if any(each is wrong for each in hands.values() for wrong in self.hands) and not lists_agree(
            record, self.table
        ):
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
        certain = {player: hand for player, hand in hands.items() if player in self.certain}
        owners = {card: player for player, hand in certain.items() for card in hand if card != UNREAD}
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
