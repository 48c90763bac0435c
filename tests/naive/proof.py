"""What a record proves that may have a slip in it: what stands in every reading (rulings, "The order of judging")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import Any

from tests.naive.bidding_turns import bidder
from tests.naive.cascade import is_likelier, ordinary_slips
from tests.naive.contradictions import Key, Proved, contradictions, facts, may_be_last
from tests.naive.corrections import is_end_told, revokes
from tests.naive.mended import Mended, after
from tests.naive.referee import Offence, Referee
from tests.naive.sheet import sheet_findings
from tests.naive.short_forms import in_full
from tests.naive.sieve import Sieve
from tests.naive.slips import left_out, mended_records
from tests.naive.suspects import beyond_suspicion
from tests.naive.table import Table
from tests.naive.unwritten import first_place, is_last_missing, lacks_tricks, with_tricks
from tests.naive.written import scorer_of

Json = dict[str, Any]


MOST_READINGS = 200
"""With more readings step 4 takes minutes."""


class Reading:
    """A record that may be what was meant, and what it proves."""

    def __init__(self, written: Referee, mended: Mended) -> None:
        """``written``: who has judged the record as it was sent."""
        self.written, self.mended = written, mended
        self.referee = Referee(mended.record, written.parameters)
        self.judgement = self.referee.judge()

    @cached_property
    def found(self) -> dict[Offence, Key]:
        """The offences, as the record was sent numbers its tricks, each with a finding about it here."""
        return {
            (code, player, self.mended.number(trick), position): key
            for (code, player, trick, position), key in facts(self.referee).items()
            if self.mended.has(trick)
        }

    @cached_property
    def explained(self) -> dict[Offence, Key]:
        """What one slip more may explain: the offences, and a wrong deal, also where it is nobody's."""
        keys = [("wrong_hand_size", f"#/hands/{player}") for player in self.referee.miscounted]
        return self.found | {self.referee.offence(*key): key for key in keys}

    @cached_property
    def offences(self) -> dict[Offence, Key]:
        """The offences, without the leads that follow from a winner on whom the table agreed."""
        agreed = {self.mended.number(trick + 1) for trick in self.mended.agreed}
        return {
            offence: key
            for offence, key in self.found.items()
            if not (offence[0] == "wrong_leader" and offence[2] in agreed)
        }

    @cached_property
    def accuses(self) -> bool:
        """Whether anybody is said to have broken a rule in what was sent: who corrected a revoke is."""
        return bool(self.found) or any(each.taken_back for each in revokes(self.referee)[0])

    @cached_property
    def wrong_figures(self) -> set[Key]:
        """The figures of the round's tricks and points on the sheet that are wrong here."""
        scorer = None if self.judgement["scores"] is None else scorer_of(self.referee)
        wrong, _ = sheet_findings(self.referee, scorer)
        return {key for key in wrong if key[0] in {"wrong_tricks_won", "wrong_points"}}

    def statable(self, in_written: Proved) -> Proved:
        """Return the offences of a play or a bid that the record as sent has, or that it proves itself."""
        return {
            offence
            for offence, (_, pointer) in self.offences.items()
            if self._is_there(pointer) or (offence in in_written and "/bids/" not in pointer)
        }

    def _is_there(self, pointer: str) -> bool:
        """Tell whether the record as sent has the bid by this bidder, or in this trick the card of this player."""
        _, part, *rest = pointer.split("/")
        table = self.written.table
        if part == "bids" and rest:
            bids, place = self.written.record["bids"], int(rest[0])
            return bidder(bids[place], table) == bidder(self.referee.record["bids"][place], table)
        trick = self.mended.number(int(rest[0]) + 1) if part == "tricks" else None
        if trick is None:
            return True
        play = self.referee.plays(int(rest[0]))[int(rest[2])]
        members = ("player",) if "withdrawn" in rest else ("player", "card")
        return any(all(each[member] == play[member] for member in members) for each in self.written.plays(trick - 1))


@dataclass(frozen=True)
class Proof:
    """What a record proves."""

    errors: list[Key]
    """What it shows against itself."""
    readings: list[Reading]
    """All that may be what was meant: the record as it is written where nothing speaks against that."""
    masked: list[Reading]
    """Where no single slip mends a record: what it says with everything suspect unknown. Then there is no reading."""
    offences: Proved
    corrected: Proved = field(default_factory=set)
    """Where it is masked, the revokes that were corrected in time."""
    is_whole: bool = True
    """Whether step 4 was taken: where it would take too long, more may be proved here than should be."""

    @property
    def is_numbered_in_doubt(self) -> bool:
        """Whether a trick may have had another number than in the record."""
        return any(reading.mended.sent not in ([], [*range(len(reading.mended.sent))]) for reading in self.readings)

    @property
    def is_plain(self) -> bool:
        """Whether the record as it is written is all that there is to judge."""
        return not self.errors and len(self.readings) == 1 and not self.readings[0].mended.changes


def prove(record: Json, parameters: Json) -> Proof:
    """Return what a record proves."""
    referee = Referee(record, parameters)
    referee.judge()
    written = Reading(referee, Mended("", [], referee.sent))
    errors = contradictions(referee)
    readings = _each_once(list(_mending(referee, errors))) if errors else [written]
    if not errors and written.accuses:  # else nobody needs another explanation
        readings += _with_all_passed(referee)
    if not readings:
        blank, proved = beyond_suspicion(referee, errors)
        corrected = {offence for offence in proved if offence[0] == "revoke_corrected"}
        return Proof(errors, [], [Reading(referee, Mended("", [], blank))], proved - corrected, corrected=corrected)
    readings = _with_forgotten_tricks(referee, readings)
    if not errors and written.accuses:
        readings += _with_card_forgotten_at_end(written)
    in_question = set.intersection(*(set(reading.offences) for reading in readings))
    in_question = {offence for offence in in_question if offence[0] != "wrong_hand_size"}
    is_whole = not in_question or len(readings) <= MOST_READINGS
    if in_question and is_whole:
        readings += [likelier for reading in readings for likelier in _likelier(referee, reading, in_question)]
    proved = set.intersection(*(set(reading.offences) for reading in readings))
    proved &= set[Offence]().union(*(reading.statable(set(written.offences)) for reading in readings))
    if errors:
        # Nobody is out of turn for passing over a hand that has a card only where a slip is mended; and lists that
        # don't agree prove no wrong count.
        only_mended = {"out_of_turn", "bid_out_of_turn", "wrong_hand_size"}
        proved -= {each for each in proved - set(written.offences) if each[0] in only_mended}
    return Proof(errors, readings, [], proved, is_whole=is_whole)


def _read(written: Referee, mended: Mended, sieve: Sieve | None = None) -> Iterator[Reading]:
    """Yield a mended record, in each way in which its short forms can be read, that the sieve lets through."""
    for record in in_full(mended.record, written.parameters):
        if sieve is None or not sieve.holds_back(record):
            yield Reading(written, replace(mended, record=record))


def _mending(referee: Referee, errors: list[Key]) -> Iterator[Reading]:
    """Yield the records without a contradiction that one slip would have made into this one (step 2)."""
    sieve = Sieve(referee, errors)
    as_written = set(Reading(referee, Mended("", [], referee.sent)).offences)
    for mended in mended_records(referee.sent, referee.table, referee.parameters):
        for reading in _read(referee, mended, sieve):
            lacks_more = mended.slip == "trick_left_out" and _is_missed(reading.referee)
            brings_wrong_deal = _has_wrong_size(reading.referee) and not _has_wrong_size(referee)
            if contradictions(reading.referee) or lacks_more or brings_wrong_deal:
                continue
            if not (mended.is_rare and set(reading.offences) - as_written):
                yield reading


def _with_all_passed(referee: Referee) -> Iterator[Reading]:
    """Yield the readings in which nothing was passed that is not written down, and one slip put partners' cards there.

    There is none where no card of a partner's list is in a hand.
    """
    hands, came = referee.record.get("hands", {}), referee.evidence.came
    if any(card in hands.get(referee.table.partner(player), ()) for player, cards in came.items() for card in cards):
        told = Referee(
            {**referee.sent, "exchanges": referee.record.get("exchanges", []), "all_passed": True}, referee.parameters
        )
        told.judge()
        yield from _mending(told, contradictions(told))


def _has_wrong_size(referee: Referee) -> bool:
    """Tell whether a hand is listed with a wrong number of cards: one slip does not make a right deal look wrong."""
    return any(code == "wrong_hand_size" for code, *_ in referee.findings)


def _each_once(readings: list[Reading]) -> list[Reading]:
    """Leave out a reading that is the same record as a later one: the later of two copies is the surplus one."""
    records = [reading.mended.record for reading in readings]
    return [each for place, each in enumerate(readings, 1) if each.mended.record not in records[place:]]


def _is_missed(referee: Referee) -> bool:
    """Tell whether the sheet claims tricks that the log lacks."""
    return ("missing_tricks", "#/tricks") in sheet_findings(referee, None)[0]


def _with_forgotten_tricks(referee: Referee, readings: list[Reading]) -> list[Reading]:
    """Return the readings with the tricks that they lack, in each place, if that matters (step 3)."""
    if not _is_missed(referee) and not any(reading.accuses for reading in readings):
        return readings
    found: list[Reading] = []
    for reading in readings:
        missing = lacks_tricks(reading.referee)
        table: Table = reading.referee.table
        first, at_end = first_place(reading.referee), int(is_last_missing(reading.referee))
        log = reading.mended.record
        ways = list(with_tricks(log, table, missing, first, at_end=at_end)) if missing else []
        if missing > 1 and not at_end:  # only one of them has to be late
            ways += islice(with_tricks(log, table, missing, at_end=1), first)
        read = [list(_read(referee, after(reading.mended, way))) for way in ways]
        # Of those that led a trick in a short form some can't have.
        placed = [each for one in read for each in one if len(one) == 1 or not contradictions(each.referee)]
        if may_be_last(reading.referee):
            placed = [reading, *(each for each in placed if not contradictions(each.referee))]
        found += placed or [reading]
    return found


def _with_card_forgotten_at_end(written: Reading) -> Iterator[Reading]:
    """Yield the readings without an accusation in which a list of cards that ends a log lacks one of any player."""
    record, last = written.referee.sent, len(written.referee.record["tricks"]) - 1
    if last >= 0 and record["tricks"][last].get("form") == "cards" and not is_end_told(written.referee):
        for mended in left_out(record, written.referee.table, last):
            for reading in _read(written.referee, mended):
                takes = set(written.offences) - set(reading.offences)
                brings = set(reading.offences) - set(written.offences)
                if takes and not (mended.is_rare and brings) and not contradictions(reading.referee):
                    yield reading


def _likelier(referee: Referee, reading: Reading, in_question: Proved) -> Iterator[Reading]:
    """Yield the readings with one ordinary slip more that explains several offences at once (step 4)."""
    # What the sheet says counts in the record as it is written.
    wrong = set() if reading.mended.changes else reading.wrong_figures
    if len(reading.explained) + bool(wrong) < 2:  # a single offence is never explained away
        return
    sieve = Sieve(reading.referee, [])
    for mended in ordinary_slips(reading.referee, is_first=not reading.mended.changes):
        for other in _read(referee, after(reading.mended, mended), sieve):
            if contradictions(other.referee):
                continue
            is_scored = other.judgement["scores"] is not None
            right = wrong - other.wrong_figures if is_scored and other.wrong_figures <= wrong else set()
            if is_likelier(
                reading.referee, reading.explained, set(other.explained), in_question, rights_sheet=bool(right)
            ):
                yield other
