"""What a record shows against itself, so that something in it must be written wrong (the sheet's figures apart)."""

from __future__ import annotations

from typing import Any

from tests.naive.corrections import revokes
from tests.naive.mended import reordered
from tests.naive.referee import SHEET, Referee
from tests.naive.sheet import sheet_findings
from tests.naive.table import path

Json = dict[str, Any]
Key = tuple[str, str]
"""Code and pointer of a finding."""
Lead = tuple[int, str | None]
"""A trick, from 0, and who led it."""


def contradictions(referee: Referee) -> list[Key]:
    """Return the errors of a record that this referee has judged; where there is none, it may be as it is written."""
    plain = plain_contradictions(referee)
    if plain:
        return plain
    if right_dealers(referee):
        return [("wrong_dealer", "#/dealer")]
    return [("tricks_exchanged", path("tricks", trick)) for trick in exchanged_tricks(referee)]


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
    record = referee.sent
    if "dealer" not in record or not all(_irregular(referee)):
        return []
    others = [player for player in referee.table.players if player != record["dealer"]]
    judged = {other: _judged({**record, "dealer": other}, referee.parameters) for other in others}
    before = len(plain_contradictions(referee))
    return [
        other
        for other, each in judged.items()
        if not any(_irregular(each)) and len(plain_contradictions(each)) <= before
    ]


def _irregular(referee: Referee) -> tuple[bool, bool]:
    """Tell whether bids are out of turn, and whether the wrong player led to the first trick."""
    codes = {code for code, *_ in referee.findings}
    return "bid_out_of_turn" in codes, 0 in {trick for trick, _ in wrong_leads(referee)}


def exchanged_tricks(referee: Referee) -> dict[int, set[Lead]]:
    """Return the tricks that exchange with the next one makes several wrong leads right, and these leads."""
    wrong = wrong_leads(referee)
    count = len(referee.record["tricks"])
    found: dict[int, set[Lead]] = {}
    for trick in range(count - 1):
        if len(_beside(wrong, trick)) > 1:
            order = [*range(trick), trick + 1, trick, *range(trick + 2, count)]
            explained = _beside(explained_leads(referee, reordered(referee.sent, order)), trick)
            if len(explained) > 1:
                found[trick] = explained
    return found


def _beside(leads: set[Lead], trick: int) -> set[Lead]:
    """Return those of the leads that are to this trick, the next or the one after."""
    return {lead for lead in leads if lead[0] in {trick, trick + 1, trick + 2}}


def explained_leads(referee: Referee, record: Json) -> set[Lead]:
    """Return the wrong leads that are none in this other record.

    It explains none if it has another wrong lead or contradicts itself, or accuses of as many offences.
    """
    other = _judged(record, referee.parameters)
    before, after = wrong_leads(referee), wrong_leads(other)
    if after - before or len(plain_contradictions(other)) > len(plain_contradictions(referee)):
        return set()
    return before - after if _accusations(other) < _accusations(referee) else set()


def _accusations(referee: Referee) -> int:
    """Return how often a record says of a player what he did, calls apart."""
    withdrawn, _ = revokes(referee, complete=referee.is_complete())
    offences = [key for key in referee.findings if referee.severity(key[0], key[1]) == "offence"]
    return len(offences) + sum("withdrawn" in each.pointer for each in withdrawn)


def wrong_leads(referee: Referee) -> set[Lead]:
    """Return the tricks that the wrong player led, and not because the table agreed on a wrong winner."""
    return {
        (int(pointer.split("/")[2]), player)
        for code, pointer, player, _ in referee.findings
        if code == "wrong_leader" and referee.severity(code, pointer) == "offence"
    }


def turns_in_doubt(referee: Referee) -> set[tuple[str, str | None, int | None]]:
    """Return the offences of turn that a wrong dealer, or an exchange of tricks, would explain as well."""
    doubtful: set[tuple[str, str | None, int | None]] = {
        ("wrong_leader", player, trick + 1) for leads in exchanged_tricks(referee).values() for trick, player in leads
    }
    if right_dealers(referee):
        doubtful |= {("wrong_leader", player, 1) for trick, player in wrong_leads(referee) if trick == 0}
        doubtful |= {(code, player, None) for code, _, player, _ in referee.findings if code == "bid_out_of_turn"}
    return doubtful
