"""The ordinary slips that may be behind several offences at once (rulings, "Slips before accusations", step 4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from tests.naive.contradictions import Key, Proved
from tests.naive.mended import Mended, card_pointer, change, with_plays
from tests.naive.referee import Offence, Referee
from tests.naive.slips import claims_renamed, exchanged_in_tricks, other_dealers, tricks_exchanged
from tests.naive.table import UNREAD, Table
from tests.naive.unwritten import with_tricks

Json = dict[str, Any]

MAY_BE_REVOKES = {"revoke", "illegal_first_trick_card"}


def ordinary_slips(record: Json, table: Table) -> Iterator[Mended]:
    """Yield every record that differs from this one by one ordinary slip."""
    whole = len(record["tricks"]) >= table.pack.hand_size or any("unwritten" in trick for trick in record["tricks"])
    return chain(
        _read_and_exchanged(record),
        _leads_misread(record, table),
        () if whole else with_tricks(record, table, 1),
        tricks_exchanged(record),
        other_dealers(record, table),
        claims_renamed(record, table, "winner"),
    )


def _read_and_exchanged(record: Json) -> Iterator[Mended]:
    """Exchange two names, or two cards that could be read."""
    for mended in exchanged_in_tricks(record):
        if all(each.get("recorded") != UNREAD for each in mended.changes):
            yield mended


def _leads_misread(record: Json, table: Table) -> Iterator[Mended]:
    """Write the lead to a trick in another suit, with the same rank, as a card that nobody else plays."""
    played = {play["card"] for trick in record["tricks"] for play in trick["plays"]}
    for trick, each in enumerate(record["tricks"]):
        if not each["plays"] or len(each["plays"][0]["card"]) != 2 or each.get("unwritten"):
            continue
        lead, *others = each["plays"]
        for card in sorted(table.pack.cards - played):
            if card[0] == lead["card"][0]:
                changes = [change(card_pointer(trick, 0), lead["card"], card)]
                yield Mended("card_miscopied", changes, with_plays(record, trick, [{**lead, "card": card}, *others]))


def separate_offences(referee: Referee, removed: dict[Offence, Key]) -> int:
    """Count these offences: all of one card are one, and so are a player's revokes in one suit."""
    groups: list[set[object]] = []
    for offence, (_, pointer) in removed.items():
        marks = _marks(referee, offence, pointer)
        joined = [group for group in groups if group & marks]
        groups = [group for group in groups if not group & marks] + [marks.union(*joined)]
    return len(groups)


def _marks(referee: Referee, offence: Offence, pointer: str) -> set[object]:
    """Return what other offences are one with this one if they share it."""
    code, player, *_ = offence
    _, part, *rest = pointer.split("/")
    marks: set[object] = {pointer}
    if part == "tricks" and code in MAY_BE_REVOKES:
        marks |= {(player, suit) for suit in referee.suits_led(int(rest[0]))}
    return marks


def is_likelier(referee: Referee, offences: dict[Offence, Key], others: Proved, in_question: Proved) -> bool:
    """Tell whether a record with one slip more explains enough of these offences, and brings no other."""
    removed = {offence: key for offence, key in offences.items() if offence not in others}
    if others - set(offences) or not in_question & set(removed):
        return False
    return separate_offences(referee, removed) > 1
