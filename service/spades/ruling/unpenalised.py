"""Why an offence costs nothing, said in its finding, so that nobody has to guess why it has no penalty.

Only offences that a parameter of the irregularities has a penalty for can go free; of all others the finding's own page
says that they have none.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from service.spades.findings import Finding
from service.spades.play.revoke_deadline import revoke_codes
from service.spades.rules.parameters import IrregularityRules
from service.spades.ruling.model import AccusationAnswer
from service.spades.ruling.offences import LEAD, costly_offences, suit_name
from service.spades.table import Table


class Hearing(NamedTuple):
    """What decides, beside the ruleset, whether an offence is penalised."""

    called: frozenset[int] | None
    """The places of the findings that were called in time, None where the audit itself is the call."""
    answers: tuple[AccusationAnswer, ...]
    void: bool
    finished: bool
    """Whether the round has a score: while it has none, later tricks may still tell what an offence costs."""


def explained(
    rules: IrregularityRules, table: Table, findings: tuple[Finding, ...], hearing: Hearing
) -> tuple[Finding, ...]:
    """Return the findings, an offence that might have had a penalty and has none with the reason in its sentence."""
    repeated = {each.place: each.suit for each in costly_offences(rules, table, findings) if each.repeated}
    told: list[Finding] = []
    for place, finding in enumerate(findings):
        why = ""
        if finding.gravity == "offence":
            if finding.code in {"revoke", "illegal_spade_lead"}:
                why = _why_no_revoke(rules, finding, place, hearing, repeated)
            elif finding.code in {"out_of_turn", "wrong_leader", "false_accusation"}:
                why = _why_no_tricks(rules, finding, void=hearing.void)
        told.append(replace(finding, detail=f"{finding.detail} {why}") if why else finding)
    return tuple(told)


def _why_no_revoke(  # noqa: PLR0911 - one reason after the other, the first that holds
    rules: IrregularityRules, finding: Finding, place: int, hearing: Hearing, repeated: dict[int, str | None]
) -> str:
    """Return why a revoke, or the lead of a spade that may count as one, costs nothing."""
    if hearing.void:
        return _VOID
    if finding.code not in revoke_codes(rules):
        return "By this ruleset the lead stands, and costs nothing."
    if rules.revoke_penalty == "none":
        return "By this ruleset it costs nothing."
    if not finding.established:
        return "It is not established yet, so it costs nothing."
    if hearing.called is not None and place not in hearing.called:
        late = any(place in answer.findings for answer in hearing.answers)
        return f"{'It was called too late' if late else 'No call was about it'}, so it costs nothing."
    if place in repeated and rules.repeat_revoke == "same_suit_once":
        return f"It is not {finding.player}'s first {_kind(repeated[place])}, so it costs nothing more."
    if rules.revoke_penalty == "tricks" and not rules.revoke_tricks:
        return _NO_TRICK
    if rules.revoke_penalty == "bridge_64" and not hearing.finished:
        return "What it costs depends on tricks that the record does not have."
    return ""


def _why_no_tricks(rules: IrregularityRules, finding: Finding, *, void: bool) -> str:
    """Return why a card out of turn or a wrong call costs nothing."""
    call = finding.code == "false_accusation"
    if void:
        return _VOID
    if call and rules.false_accusation == "same_penalty" and rules.revoke_penalty != "tricks":
        return "It costs what a revoke does: nothing." if rules.revoke_penalty == "none" else ""
    if not call and rules.out_of_turn == "stands":
        return f"By this ruleset the {'card' if finding.code == 'out_of_turn' else 'lead'} stands, and costs nothing."
    if finding.follows is not None:
        return "The record had given that player the trick before, so the lead costs nothing."
    return "" if rules.revoke_tricks else _NO_TRICK


def _kind(suit: str | None) -> str:
    if suit is None or suit == LEAD:
        return "lead of a spade of this kind in the round"
    return f"revoke in {suit_name(suit)} in the round"


_VOID = "The round is void, so it costs nothing."
_NO_TRICK = "By this ruleset it costs 0 tricks."
