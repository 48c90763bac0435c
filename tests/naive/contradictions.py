"""What a record shows against itself, so that something in it must be written wrong (the sheet's figures apart)."""

from __future__ import annotations

from typing import Any

from tests.naive.referee import SHEET, Referee
from tests.naive.sheet import sheet_findings
from tests.naive.table import path

Json = dict[str, Any]
Key = tuple[str, str]
"""Code and pointer of a finding."""


def contradictions(referee: Referee) -> list[Key]:
    """Return the errors of a record that this referee has judged; where there is none, it may be as it is written."""
    plain = plain_contradictions(referee)
    dealer = [("wrong_dealer", "#/dealer")] if right_dealers(referee) else []
    return plain + dealer + [("tricks_exchanged", path("tricks", trick)) for trick in exchanged_tricks(referee)]


def plain_contradictions(referee: Referee) -> list[Key]:
    """Return the errors that show by themselves, without another record to hold against this one."""
    found = [(code, pointer) for code, pointer, *_ in referee.findings]
    errors = [key for key in found if referee.severity(*key) == "error"]
    if not any(code == "bid_repeated" for code, _ in found):
        # A bid that is missing by itself contradicts nothing.
        errors = [key for key in errors if key[0] != "bid_missing"]
    return errors + [key for key in sheet_findings(referee, None)[0] if key[0] not in SHEET]


def _judged(record: Json, parameters: Json) -> Referee:
    referee = Referee(record, parameters)
    referee.judge()
    return referee


def right_dealers(referee: Referee) -> list[str]:
    """Return who may have dealt instead, where the one recorded makes both the bids and the first lead irregular."""
    record = referee.record
    if "dealer" not in record or not all(_irregular(referee)):
        return []
    others = [player for player in referee.table.players if player != record["dealer"]]
    return [other for other in others if not any(_irregular(_judged({**record, "dealer": other}, referee.parameters)))]


def _irregular(referee: Referee) -> tuple[bool, bool]:
    """Tell whether bids are out of turn, and whether the wrong player led to the first trick."""
    codes = {code for code, *_ in referee.findings}
    return "bid_out_of_turn" in codes, 0 in wrong_leads(referee)


def exchanged_tricks(referee: Referee) -> list[int]:
    """Return the tricks that exchange with the next one sets right the leads there, of which several are wrong."""
    wrong = wrong_leads(referee)
    found: list[int] = []
    tricks: list[Json] = referee.record["tricks"]
    for trick in range(min(len(tricks), referee.pack.hand_size) - 1):
        three = {trick, trick + 1, trick + 2}
        if len(wrong & three) < 2:
            continue
        order = [*tricks[:trick], tricks[trick + 1], tricks[trick], *tricks[trick + 2 :]]
        if not wrong_leads(_judged({**referee.record, "tricks": order}, referee.parameters)) & three:
            found.append(trick)
    return found


def wrong_leads(referee: Referee) -> set[int]:
    """Return the tricks that the wrong player led, and not because the table agreed on a wrong winner."""
    return {
        int(pointer.split("/")[2])
        for code, pointer, *_ in referee.findings
        if code == "wrong_leader" and referee.severity(code, pointer) == "offence"
    }
