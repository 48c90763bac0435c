"""Whether the readings that a ruling offers hold: the record mended by each is asked about again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.slips.generator import AnswerFailedError, has_errors, ruling_on
from tests.slips.mending import UNREADABLE, mended, reading_from
from tests.spades.builders.cards import Json

MOST = 8
"""How many readings are offered at most."""


def unsound(body: Json, ruling: Json) -> Iterator[str]:
    """Yield a line for everything that is wrong with the readings of a ruling on a record with one slip."""
    readings = ruling.get("readings")
    if readings is None:
        return
    if not 0 < len(readings) <= MOST:
        yield f"{len(readings)} readings"
    counts = [len(each["offences"]) for each in readings]
    if counts != sorted(counts):
        yield f"not those with the fewest offences first: {counts}"
    said = [(each["slip"], repr(each["changes"])) for each in readings]
    if len(set(said)) < len(said):
        yield "the same reading twice"
    proved = _offences(ruling["findings"])
    for each in readings:
        if len(readings) < MOST and proved - _offences(each["offences"]):
            yield f"{each['detail']} lacks what is proved: {sorted(proved - _offences(each['offences']))}"
        yield from (f"{each['detail']} {line}" for line in _reading_unsound(body, each))


def _reading_unsound(body: Json, offered: Json) -> Iterator[str]:
    """Yield a line for everything in which a reading is not what the mended record is ruled."""
    record = mended(body, reading_from(offered))
    if record is None:
        return
    try:
        ruling = ruling_on(record)
    except AnswerFailedError as error:
        yield f"leaves a record without a ruling, {error.__cause__!r}: {error}"
        return
    if has_errors(ruling):
        yield f"leaves an error: {[each['code'] for each in ruling['findings'] if each['severity'] == 'error']}"
    if ruling["verdict"] != offered["verdict"]:
        yield f"is {ruling['verdict']}, not {offered['verdict']}"
    ours, theirs = _offences(offered["offences"]), _offences(ruling["findings"])
    if ours != theirs:
        yield f"has the offences {sorted(theirs.elements())}, not {sorted(ours.elements())}"
    points = {side["team"]: side["points"] for side in ruling["as_ruled"]} if "as_ruled" in ruling else None
    if offered.get("points") != points and UNREADABLE not in repr(record):
        yield f"scores {points}, not {offered.get('points')}"


def _offences(found: list[Json]) -> Counter[tuple[str, str]]:
    """Return code and player of each offence in the play and the bids.

    The numbers of tricks may differ in a mended record.
    """
    return Counter(
        (each["code"], str(each.get("player")))
        for each in found
        if each.get("severity", "offence") == "offence" and each["code"] != "false_accusation"
    )
