"""Tricks that nobody recorded, where the record says so: a dispute as people remember it.

A trick has its `number`, or says that some before it are not recorded (`after_gap`). One that nobody recorded is a
trick of unreadable cards that nobody is known to have led, and is judged as such (docs/reference/rules.md, "Gaps"). How
many are missing is not known without numbers: one is put in each gap, and `proof.contradictions` puts more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from service.spades.findings import Location
from service.spades.record.log import has_trick_in_progress, rotations_of
from service.spades.record.lookup import Reader
from service.spades.record.model import At, RoundRecord, unwritten_trick
from service.spades.rules.pack import Pack

MOST_FORGOTTEN: Final = 2
"""The most tricks that a log may lack if it was meant to be whole."""


def has_gaps(tricks: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether a log says that tricks are missing, or which number one has."""
    return any("number" in trick or trick.get("after_gap") for trick in tricks)


def places_of(reader: Reader, tricks: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return the index that each trick of a request has in the round; notes numbers that can't be.

    Where no trick has a number, one trick is taken to be missing in each gap.
    """
    numbered = any("number" in trick for trick in tricks)
    size, places = reader.pack.hand_size, list[int]()
    gaps = [index for index, trick in enumerate(tricks) if trick.get("after_gap")]
    most = max(0, size - len(tricks))
    for index in () if numbered else gaps[most:]:
        known = f"A round has {size} tricks, and {len(tricks)} are here"
        detail = f"{known}: {most or 'none'} can be missing. Leave `after_gap` out."
        reader.fault("no_gap", detail, "tricks", index, "after_gap")
    for index, trick in enumerate(tricks):
        number, after_gap, due = trick.get("number"), trick.get("after_gap", False), places[-1] + 1 if places else 0
        place = due + after_gap if number is None else number - 1
        if number is None and after_gap and numbered:
            detail = "Other tricks have their number, and this one comes after a gap: give its `number`, too."
            reader.fault("number_needed", detail, "tricks", index)
        elif place < due:
            detail = f"Trick {number} stands after trick {due}: list the tricks in the order in which they were played."
            reader.fault("tricks_out_of_order", detail, "tricks", index, "number")
        elif number is not None and number > size:
            detail = f"A round has {size} tricks: this is the number of the trick in the round, from 1."
            reader.fault("no_such_trick", detail, "tricks", index, "number")
        elif after_gap and place == due:
            before = f"trick {due} stands right before it" if due else "it is the first of the round"
            detail = f"No trick is missing before trick {number}: {before}. Leave `after_gap` out, or mend the number."
            reader.fault("no_gap", detail, "tricks", index, "after_gap")
        places.append(max(place, due))
    return tuple(places)


def says_nothing_of_gaps(places: tuple[int, ...], pack: Pack) -> bool:
    """Return whether numbers without a jump leave open where so few tricks were forgotten: the writer counted on."""
    return places[-1] + 1 == len(places) >= pack.hand_size - MOST_FORGOTTEN


def with_gaps(record: RoundRecord, places: tuple[int, ...], pack: Pack, *, numbered: bool) -> RoundRecord:
    """Return a record with a trick of unreadable cards for each that is not recorded.

    ``places`` has the index in the round of each trick as sent. If tricks are ``numbered``, calls and moments name them
    by their numbers in the round, and a log ends where its sheet, for all tricks of the round, has the round end; else
    they count the tricks as recorded.
    """
    length = places[-1] + 1
    if numbered and _is_of_whole_round(record, pack):
        length = max(length, pack.hand_size)
    sent = dict(zip(places, range(len(places)), strict=True))
    tricks = [
        record.tricks[sent[index]] if index in sent else unwritten_trick(rotations_of(record, pack, index)[0])
        for index in range(length)
    ]
    withdrawn, calls, players = record.withdrawn, record.accusations, len(record.table.players)
    if not numbered:
        withdrawn = tuple([card._replace(at=_moved(card.at, places, players, is_call=False)) for card in withdrawn])
    if calls and not numbered:
        calls = tuple(
            [
                call._replace(
                    trick=None if call.trick is None else places[call.trick] if call.trick < len(places) else length,
                    at=_moved(call.at, places, players, is_call=True),
                )
                for call in calls
            ]
        )
    return record._replace(
        tricks=tuple(tricks),
        withdrawn=tuple([card._replace(trick=places[card.trick]) for card in withdrawn]),
        accusations=calls,
        sent=tuple([sent.get(index) for index in range(length)]),
        open_gaps=not numbered,
    )


def _is_of_whole_round(record: RoundRecord, pack: Pack) -> bool:
    """Return whether the sheet counts all tricks of the round, and nothing says that play ended earlier."""
    ended = record.stopped or record.claim is not None or record.decisions.may_be_broken_off
    if ended or record.reported is None or has_trick_in_progress(record):
        return False
    return record.reported.total_tricks(record.table) == pack.hand_size


def _moved(at: At | None, places: tuple[int, ...], players: int, *, is_call: bool) -> At | None:
    """Return a moment among the tricks as recorded as one of the round.

    Between two tricks, a correction came before those missing there, and a call after them: both favour the accused.
    """
    if at is None:
        return None
    trick, plays = (at.trick + 1, 0) if is_call and at.plays >= players else at
    if trick >= len(places):
        return At(places[-1] + 1 + trick - len(places), plays)
    return At(places[trick - 1] + 1, 0) if trick and not plays and not is_call else At(places[trick], plays)


def as_sent(record: RoundRecord, location: Location) -> Location:
    """Return where a location of a record was sent.

    A trick that nobody recorded is where the next one stands; a card of it, among the tricks.
    """
    if record.sent is None or location[:1] != ("tricks",) or len(location) == 1:
        return location
    index, _, *rest = int(location[1]), *location[1:]
    own = record.sent[index] if index < len(record.sent) else None
    if own is None and rest:
        return ("tricks",)
    later = [sent for sent in record.sent[index:] if sent is not None]
    return ("tricks", later[0] if later else sum(sent is not None for sent in record.sent), *rest)


def numbers_as_sent(record: RoundRecord) -> dict[int, int]:
    """Return the number of each trick by its index as it was sent; none where they are counted as recorded."""
    sent = () if record.open_gaps else record.sent or ()
    return {index: number for number, index in enumerate(sent, 1) if index is not None}
