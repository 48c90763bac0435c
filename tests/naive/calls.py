"""The calls of a revoke: which are right, which are disproved, and which revokes they bring to account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tests.naive.corrections import (
    Moment,
    Revoke,
    counts_as_revoke,
    end_of_log,
    is_end_told,
    is_over,
    judge_withdrawn,
    moment,
    withdrawn_cards,
)
from tests.naive.evidence import Spot
from tests.naive.referee import Referee
from tests.naive.table import UNREAD, path

Json = dict[str, Any]
Key = tuple[str, str]
"""Code and pointer of a finding."""


@dataclass
class Answer:
    """The answer to an accusation."""

    result: str
    findings: list[Key]


@dataclass
class Called:
    """What came of all accusations."""

    answers: list[Answer]
    findings: list[tuple[Key, str]]
    """The findings about calls, each with the player who called."""
    accountable: list[Revoke]
    """The revokes that may be penalised, in the order of the log: established, if that is known, and called in time."""
    perhaps: list[Revoke]
    """These, and those that may be penalised if play went on, or was called while it did."""
    questions: list[Key]
    """Whether a call came in time, where nobody knows."""
    proved: list[Revoke]
    """All that were not corrected, called or not."""


def hear(referee: Referee, revokes: list[Revoke], read: list[Revoke] | None = None) -> Called:
    """Answer every accusation of a record, whose proved revokes are these.

    ``read``: all revokes of a reading of which only these are stated. A call that means another one is about that.
    """
    accusations: list[Json] | None = referee.record.get("accusations")
    offences = [revoke for revoke in revokes if not revoke.taken_back]
    if accusations is None:
        return Called([], [], offences, offences, [], offences)
    called = Called([], [], [], [], [], offences)
    moments = [moment(accusation.get("at")) for accusation in accusations]
    covers = [
        _meant(accusation, [each for each in revokes if _covers(referee, accusation, at, each)])
        for accusation, at in zip(accusations, moments, strict=True)
    ]
    meant = [
        {each.pointer for each in _meant(call, [each for each in read or revokes if _covers(referee, call, at, each)])}
        for call, at in zip(accusations, moments, strict=True)
    ]
    timely = [
        (revoke, _in_time(referee, at, revoke.spot))
        for covered, at, pointers in zip(covers, moments, meant, strict=True)
        for revoke in covered
        if revoke.pointer in pointers
    ]
    called.accountable = _among(offences, [revoke for revoke, in_time in timely if in_time])
    called.perhaps = due = _among(offences, [revoke for revoke, in_time in timely if in_time is not False])
    same: list[Any] = []
    for place, (accusation, at, covered) in enumerate(zip(accusations, moments, covers, strict=True)):
        code = ""
        if referee.called is not None and referee.called[place] == "undecidable":
            # By this reading it may be right and cost something; then that is not the same in all of them.
            answer = Answer("undecidable", [])
        elif covered:
            answer = Answer("upheld", [(revoke.code, revoke.pointer) for revoke in covered])
            # A call that comes too late for a revoke that somebody called in time costs nothing either way.
            if any(not revoke.taken_back and all(revoke is not each for each in due) for revoke in covered):
                code = "late_accusation"
        elif _binds(referee) and "trick" not in accusation:
            answer = Answer("invalid", [])
        elif _refuted(referee, accusation, at, place):
            answer = Answer("refuted", [])
            code = "false_accusation" if _is_offence(referee, accusation) else ""
        else:
            answer = Answer("undecidable", [])
        is_right = answer.result == "upheld"
        key_of_call = [revoke.pointer for revoke in covered] if is_right else _call(referee, accusation, at)
        same.append((referee.table.side_of[accusation["by"]], key_of_call, answer.result))
        if code:
            first = same.index(same[place])
            key = (code, path("accusations", first))
            answer.findings.append(key)
            if first == place:
                called.findings.append((key, accusation["by"]))
        called.answers.append(answer)
    unsure = [_is_unsure(referee, called, *each) for each in zip(moments, covers, strict=True)]
    called.questions = _asked_once(called.answers, unsure, same)
    return called


def _asked_once(answers: list[Answer], unsure: list[bool], same: list[Any]) -> list[Key]:
    """Return a question for each right call that may have been late; ``same`` is the same of calls that are one."""
    return [
        ("end_of_play_open", path("accusations", place))
        for place, answer in enumerate(answers)
        if answer.result == "upheld" and unsure[place] and same.index(same[place]) == place
    ]


def _is_unsure(referee: Referee, called: Called, at: Moment | None, covered: list[Revoke]) -> bool:
    """Tell whether a call may have been late for a revoke that nobody is known to have called in time."""
    asked = (revoke for revoke in covered if not revoke.taken_back and _in_time(referee, at, revoke.spot) is None)
    return any(all(revoke is not each for each in called.accountable) for revoke in asked)


def _among(offences: list[Revoke], due: list[Revoke]) -> list[Revoke]:
    """Return those of these offences that are among the others, in their order."""
    return [revoke for revoke in offences if any(revoke is each for each in due)]


def _is_offence(referee: Referee, accusation: Json) -> bool:
    """Tell whether a false call is one: it costs something, or what another offence costs, be that nothing."""
    row = referee.parameters["penalties"]["false_call"]
    sides = {referee.table.side_of[accusation[who]] for who in ("by", "against")}
    return bool(len(sides) > 1 and {row["remedy"], row["as"]} != {"none"})


def _refuted(referee: Referee, accusation: Json, at: Moment | None, place: int) -> bool:
    """Tell whether a call is refuted: by what the record proves, or by all of its readings once they were asked."""
    if referee.called is not None:
        return referee.called[place] == "refuted"
    return _disproved(referee, accusation, at)


def _call(referee: Referee, accusation: Json, at: Moment | None) -> Any:
    """Return what is the same of two accusations of one side that are one call: of whom, and of which cards.

    When it was made is no part of it: the same call may be made again.
    """
    against = accusation["against"]
    if "trick" in accusation:
        return against, accusation["trick"]
    return (
        against,
        [
            (trick, place)
            for trick, plays in enumerate(referee.evidence.tricks)
            for place, play in enumerate(plays)
            if play["player"] == against and (at is None or (trick, place) < at)
        ],
    )


def _binds(referee: Referee) -> bool:
    """Tell whether a call must name the trick, and is about that trick alone."""
    return bool(referee.parameters["calls"]["names"] == "trick")


def _covers(referee: Referee, accusation: Json, at: Moment | None, revoke: Revoke) -> bool:
    if revoke.player != accusation["against"]:
        return False
    if _binds(referee):
        return bool(accusation.get("trick") == revoke.spot[0] + 1)
    return at is None or revoke.spot < at


def _meant(accusation: Json, covered: list[Revoke]) -> list[Revoke]:
    """Return the revokes that a call is about: those of the trick nearest to the one it names, the earlier on a tie."""
    if "trick" not in accusation or not covered:
        return covered
    ordered = sorted({each.spot[0] + 1 for each in covered})
    nearest = min(ordered, key=lambda number: abs(number - accusation["trick"]))
    return [each for each in covered if each.spot[0] + 1 == nearest]


def _in_time(referee: Referee, at: Moment | None, spot: Spot) -> bool | None:
    """Tell whether a call came in time; None where it came at the end of the log, or after the round."""
    rule = referee.parameters["calls"]["until"]
    if rule == "next_deal":
        return True
    if at is None:
        is_known = is_end_told(referee) or is_over(referee)
        return None if not is_known and _in_time(referee, end_of_log(referee), spot) else False
    if rule == "end_of_round":
        return at[0] < referee.pack.hand_size  # there is no further trick: the round was over
    return at <= (spot[0] + 1, 0)


def _disproved(referee: Referee, accusation: Json, at: Moment | None) -> bool:
    """Tell whether every card that the call is about is in the record and was no revoke."""
    against, record = accusation["against"], referee.record
    is_over = record.get("stopped") or "claim" in record
    if at is None and is_over and accusation.get("trick", 0) <= len(record["tricks"]):
        at = end_of_log(referee)  # no card was played after the log
    if _binds(referee):
        tricks, at = [accusation["trick"] - 1], None
    else:
        last = referee.pack.hand_size - 1 if at is None else at[0]
        tricks = list(range(min(last, referee.pack.hand_size - 1) + 1))
    for trick in tricks:
        if at is not None and at <= (trick, 0):
            continue  # nothing of it had been played when the call was made
        if trick >= min(len(referee.record["tricks"]), referee.pack.hand_size):
            return False  # the log lacks it
        if not _trick_disproved(referee, trick, against, at):
            return False
    return True


def _trick_disproved(referee: Referee, trick: int, against: str, at: Moment | None) -> bool:
    plays = referee.plays(trick)
    players = [play["player"] for play in plays]
    unfinished = referee.may_be_in_progress(trick) and len(set(players)) == len(players)
    if not (referee.is_whole(trick) or unfinished):
        return False  # the card that was led may be the one that is missing, or not the one that stands first
    if against not in players:
        # Who had not played when the call was made, or has no card for the last trick, can't have revoked.
        is_over = at is None and trick == referee.pack.hand_size - 1 and referee.is_played_out()
        return is_over or (at is not None and at[0] == trick and at[1] <= len(plays))
    spot = (trick, players.index(against))
    return (at is not None and not spot < at) or _card_disproved(referee, spot)


def _card_disproved(referee: Referee, spot: Spot) -> bool:
    """Tell whether a play, and each card that was taken back for it, is proved to have been no revoke."""
    trick, place = spot
    plays, record = referee.plays(trick), referee.record["tricks"][trick]
    backs = withdrawn_cards(referee)
    unread = [plays[0], plays[place], *(back for where, _, back in backs if where in {(trick, 0), spot})]
    if spot in referee.evidence.fault or any(each["card"] == UNREAD for each in unread) or referee.may_lack_lead(trick):
        return False  # the record leaves in doubt what was led or played
    if not place and not counts_as_revoke(referee):
        return True
    if record.get("leader", plays[0]["player"]) != plays[0]["player"]:
        return False  # the record tells in two ways which card was led
    if place and referee.revoke(spot) != "disproved":
        return False
    asked = {(code, pointer) for code, pointer, *_ in referee.undecided}
    if ("illegal_spade_lead", path("tricks", trick, "plays", place)) in asked:
        return False
    own = [position for where, position, _ in backs if where == spot]
    return all(judge_withdrawn(referee, spot, position)[1] == "disproved" for position in own)
