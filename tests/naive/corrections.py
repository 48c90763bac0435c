"""When a revoke is established, what becomes of cards that were taken back, and whether it is known how play ended.

A moment is how many plays of which trick lay on the table. The last play of a trick and the time before the next lead
are one moment, told in two ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.naive.evidence import Answer as Verdict
from tests.naive.evidence import Spot
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, path
from tests.naive.taken_back import is_judged, revoke_taken_back, spade_lead_taken_back

Json = dict[str, Any]
Moment = tuple[int, int]
"""A trick, from 0, and how many of its plays lay on the table."""


@dataclass
class Revoke:
    """A revoke that is proved, or a lead that is ruled like one."""

    code: str
    pointer: str
    player: str
    spot: Spot
    suit: str
    """The suit that was not followed; none for a lead."""
    established: bool | None
    """None where the log ends before that is decided, and does not say how play ended."""
    taken_back: bool = False
    """Whether it was taken back in time."""


def moment(at: Json | None) -> Moment | None:
    """Return a moment as the record tells it."""
    return None if at is None else (at["trick"] - 1, at["plays"])


def is_established(referee: Referee, spot: Spot, at: Moment) -> bool | None:
    """Tell whether at this moment a revoke made in this play could no longer be corrected.

    It is None where that depends on who played after the log.
    """
    rule = referee.parameters["calls"]["established"]
    trick, place = spot
    seats = len(referee.table.players)
    on_table = at[1] if at[0] == trick else (seats if at[0] > trick else 0)
    """Plays of the revoke's own trick that lay there."""
    of_next = at[1] if at[0] == trick + 1 else (seats if at[0] > trick + 1 else 0)
    """Plays of the trick after it that lay there."""
    if rule == "at_once":
        return True
    if rule == "next_trick_led":
        return of_next > 0
    if rule == "next_player_plays":
        return on_table > place + 1 or of_next > 0
    if of_next >= seats:
        return True
    offender = referee.plays(trick)[place]["player"]
    side = referee.table.sides[referee.table.side_of[offender]]
    is_last = trick + 2 >= len(referee.record["tricks"])
    after = referee.plays(trick + 1)[:of_next] if trick + 1 < len(referee.record["tricks"]) else []
    seen = {play["player"] for play in after}
    others = set(referee.table.players) - set(side) - seen
    unseen = of_next - len(after) if is_last else 0
    if seen & set(side) or unseen > len(others):
        return True
    return None if unseen else False


def end_of_log(referee: Referee) -> Moment:
    """Return how far the log goes, without tricks that a reading puts in behind it."""
    count = len(referee.record["tricks"])
    while count and referee.is_unwritten(count - 1):
        count -= 1
    last = [play["player"] for play in referee.plays(count - 1)] if count else []
    is_whole = len(set(last)) == len(referee.table.players)
    return (count - 1, len(last)) if count and not is_whole else (count, 0)


def is_end_told(referee: Referee) -> bool:
    """Tell whether the record says that play ended where the log ends."""
    record = referee.record
    trick, plays = end_of_log(referee)
    ends = [{"trick": trick + 1, "plays": plays}]
    if not plays:
        ends.append({"trick": trick, "plays": len(referee.table.players)})
    called = any(call.get("at") in ends for call in record.get("accusations", []))
    return called or any(record.get(member) for member in ("claim", "stopped", "void", "forfeited_by"))


def is_over(referee: Referee) -> bool:
    """Tell whether the last trick of the round was played: it is in the log, or a moment of the record is after it."""
    tricks = referee.record["tricks"]
    is_short = bool(tricks) and referee.is_unwritten(len(tricks) - 1)
    return latest(referee) >= (referee.pack.hand_size, 0) or (not is_short and referee.is_played_out())


def latest(referee: Referee) -> Moment:
    """Return the latest moment by which play is known to have gone on."""
    backs = [moment(back.get("at")) for _, _, back in withdrawn_cards(referee)]
    calls = [moment(call.get("at")) for call in referee.record.get("accusations", [])]
    return max([end_of_log(referee), *filter(None, backs), *filter(None, calls)])


def withdrawn_cards(referee: Referee) -> list[tuple[Spot, int, Json]]:
    """Return every card that was taken back: at which play, its place there, and what the record says."""
    return [
        ((trick, place), position, back)
        for trick in range(min(len(referee.record["tricks"]), referee.pack.hand_size))
        for place, play in enumerate(referee.plays(trick))
        for position, back in enumerate(play.get("withdrawn", []))
    ]


def counts_as_revoke(referee: Referee) -> bool:
    """Tell whether an illegal lead of a spade is ruled like a revoke."""
    return bool(referee.parameters["penalties"]["early_spade"]["as"] == "revoke")


def revokes(referee: Referee) -> tuple[list[Revoke], list[tuple[str, str]]]:
    """Return the proved revokes in the order of the log, and the open questions of cards taken back.

    ``referee`` has judged the record. A question is told as code and pointer.
    """
    codes = {"revoke", "illegal_spade_lead"} if counts_as_revoke(referee) else {"revoke"}
    found: list[tuple[Spot, int, Revoke]] = []
    for code, pointer, player, _ in referee.findings:
        if code in codes and player is not None:
            _, _, trick, _, place = pointer.split("/")
            spot = (int(trick), int(place))
            suit = _suit_led(referee, spot) if code == "revoke" else ""
            found.append((spot, 99, Revoke(code, pointer, player, spot, suit, _at_the_end(referee, spot))))
    undecided: list[tuple[str, str]] = []
    for spot, position, back in withdrawn_cards(referee):
        code, answer, suit = judge_withdrawn(referee, spot, position)
        if answer == "disproved":
            continue
        at = moment(back.get("at"))
        at_once = referee.parameters["calls"]["established"] == "at_once"
        late = True if at_once else False if at is None else is_established(referee, spot, at)
        pointer = path("tricks", spot[0], "plays", spot[1], "withdrawn", position)
        player = referee.plays(spot[0])[spot[1]]["player"]
        if late is False:
            code = "revoke_corrected"
        stated = late is False or (late and _is_stated(referee, code, player, spot, position))
        if answer == "proved" and stated:
            found.append((spot, position, Revoke(code, pointer, player, spot, suit, late, taken_back=not late)))
        else:
            undecided.append((code, pointer))
    return [revoke for _, _, revoke in sorted(found, key=lambda each: each[:2])], undecided


def _at_the_end(referee: Referee, spot: Spot) -> bool | None:
    """Tell whether a revoke that stayed on the table came to be established."""
    if is_established(referee, spot, latest(referee)) or is_over(referee):
        return True
    return False if is_end_told(referee) else None


def _is_stated(referee: Referee, code: str, player: str, spot: Spot, position: int) -> bool:
    """Tell whether an offence is stated, where that has been asked."""
    return referee.stated is None or (code, player, spot[0] + 1, position) in referee.stated


def judge_withdrawn(referee: Referee, spot: Spot, position: int) -> tuple[str, Verdict, str]:
    """Tell of a card that was taken back what it would have been, whether it was, and in which suit."""
    plays = referee.plays(spot[0])
    card = plays[spot[1]]["withdrawn"][position]["card"]
    if card == UNREAD:
        return "revoke", "disproved", ""  # it decides nothing
    if is_judged(referee, spot):
        leads = [plays[0], *plays[0].get("withdrawn", [])]
        if any(lead["card"] == UNREAD for lead in leads):
            return "revoke", "undecided", ""
        return "revoke", *revoke_taken_back(referee, spot, position)
    if spot[1] == 0 and counts_as_revoke(referee):
        return "illegal_spade_lead", spade_lead_taken_back(referee, spot, card), ""
    return "revoke", "disproved", ""


def _suit_led(referee: Referee, spot: Spot) -> str:
    return min(referee.suits_led(spot[0]))
