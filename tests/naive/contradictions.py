"""What a record shows against itself, so that something in it must be written wrong (the sheet's figures apart)."""

from __future__ import annotations

from typing import Any

from tests.naive.corrections import revokes
from tests.naive.referee import SHEET, Offence, Referee
from tests.naive.sheet import sheet_findings

Json = dict[str, Any]
Key = tuple[str, str]
"""Code and pointer of a finding."""
Proved = set[Offence]

FEW = 2
"""So many tricks may have been forgotten: more are a log that breaks off."""


def contradictions(referee: Referee) -> list[Key]:
    """Return the errors of a record that this referee has judged; where there is none, it may be as it is written."""
    found = [(code, pointer) for code, pointer, *_ in referee.findings]
    errors = [key for key in found if referee.severity(*key) == "error"]
    if not any(code == "bid_repeated" for code, _ in found):
        # A bid that is missing by itself contradicts nothing.
        errors = [key for key in errors if key[0] != "bid_missing"]
    if not is_forgetful(referee):
        errors += [key for key in sheet_findings(referee, None)[0] if key[0] not in SHEET]
    return errors


def is_forgetful(referee: Referee) -> bool:
    """Tell whether a log of whole tricks lacks one or two, so that they may have been forgotten anywhere."""
    count = len(referee.record["tricks"])
    whole = count - 1 if may_be_last(referee) else count
    return 0 < referee.pack.hand_size - count <= FEW and all(map(referee.is_whole, range(whole)))


def may_be_last(referee: Referee) -> bool:
    """Tell whether the last trick, which is short where it stands, may be the last one of unequal hands.

    Then it has the cards of those who were dealt one more: in a list of cards at least its leader, if he is named.
    """
    tricks = referee.record["tricks"]
    is_short = 0 < len(tricks) < referee.pack.hand_size and not referee.is_whole(len(tricks) - 1)
    if not is_short or not 0 < referee.pack.longer == len(tricks[-1]["plays"]):
        return False
    players = [play["player"] for play in tricks[-1]["plays"]]
    if tricks[-1].get("form") == "cards":
        players = [tricks[-1]["leader"]] if "leader" in tricks[-1] else []
    return all(referee.table.sizes[player] == referee.pack.hand_size for player in players)


def facts(referee: Referee) -> dict[Offence, Key]:
    """Return the offences that deal, bids and play of a record prove, each with a finding about it."""
    withdrawn, _ = revokes(referee)
    keys = [(code, pointer) for code, pointer, *_ in referee.findings if referee.severity(code, pointer) == "offence"]
    keys += [(each.code, each.pointer) for each in withdrawn if "withdrawn" in each.pointer and not each.taken_back]
    return {referee.offence(*key): key for key in keys}


def corrections(referee: Referee) -> Proved:
    """Return the revokes that were corrected in time, as the record proves them."""
    withdrawn, _ = revokes(referee)
    return {referee.offence(each.code, each.pointer) for each in withdrawn if each.taken_back}
