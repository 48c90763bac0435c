"""Why an offence costs nothing, added to its finding, so that nobody has to guess why it has no penalty.

Only offences that a parameter of the irregularities may penalise can go free; for all others the page of the finding
says that they have no penalty.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from service.spades.findings import Finding
from service.spades.play.play_findings import revoke_codes
from service.spades.rules.parameters import IrregularityRules
from service.spades.ruling.model import AccusationAnswer, Circumstances
from service.spades.ruling.offences import Offence, RevokeKind
from service.spades.sentence import Sentence, say

_VOID: Final = say("void_costs_nothing")
_BROKEN_OFF: Final = say("broken_off_costs_nothing")
_NO_TRICKS: Final = say("costs_no_tricks")
_LEAD_STANDS: Final = say("lead_stands")
_BY_RULESET: Final = say("costs_nothing_by_ruleset")


class NoPenalty(NamedTuple):
    """Explains why an offence has no penalty, from the rules and what came of the calls."""

    rules: IrregularityRules
    offences: tuple[Offence, ...]
    answers: tuple[AccusationAnswer, ...]
    circumstances: Circumstances

    def explain(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return the findings; an offence that might have had a penalty and has none has the reason added."""
        repeated: dict[int, RevokeKind | None] = {}
        for offence in self.offences:
            if offence.repeated:
                repeated[offence.finding_index] = offence.kind
        explained: list[Finding] = []
        for index, finding in enumerate(findings):
            why = None
            if finding.severity == "offence":
                if finding.properties.may_be_revoke:
                    why = self._why_no_revoke_penalty(finding, index, repeated)
                elif finding.code in {"out_of_turn", "wrong_leader"}:
                    why = self._why_no_turn_penalty(finding)
                elif finding.code == "false_accusation":
                    why = self._why_no_call_penalty()
            elif finding.code == "wrong_leader" and not self.circumstances.void:
                why = say("lead_follows_from_record")
            explained.append(finding if why is None else finding.adding(why))
        return tuple(explained)

    @property
    def _why_round_costs_nothing(self) -> Sentence | None:
        """Why nothing in this round costs anything; None if offences in it may."""
        if self.circumstances.void:
            return _VOID
        return None if self.circumstances.counts else _BROKEN_OFF

    def _why_no_revoke_penalty(  # noqa: PLR0911 - one reason after the other, the first that holds
        self, finding: Finding, index: int, repeated: dict[int, RevokeKind | None]
    ) -> Sentence | None:
        """Return why a revoke, or the lead of a spade that may count as one, costs nothing."""
        rules, called = self.rules, self.circumstances.called
        if self._why_round_costs_nothing is not None:
            return self._why_round_costs_nothing
        if finding.code not in revoke_codes(rules):
            return _LEAD_STANDS
        if rules.revoke_penalty == "none":
            return _BY_RULESET
        if not finding.established:
            return say("not_established_yet")
        if called is not None and index not in called:
            late = any(index in answer.findings for answer in self.answers)
            return say("called_too_late") if late else say("not_called")
        if index in repeated and rules.repeat_revoke == "same_suit_once":
            kind = repeated[index]
            if kind is None or kind == "lead":
                return say("not_first_spade_lead", player=finding.seat or 0)
            return say("not_first_revoke", player=finding.seat or 0, suit=kind)
        if rules.revoke_penalty == "tricks" and not rules.revoke_tricks:
            return _NO_TRICKS
        if rules.revoke_penalty == "bridge_64" and not self.circumstances.finished:
            return say("depends_on_later_tricks")
        return None

    def _why_no_turn_penalty(self, finding: Finding) -> Sentence | None:
        """Return why a card out of turn costs nothing."""
        if self._why_round_costs_nothing is not None:
            return self._why_round_costs_nothing
        if self.rules.out_of_turn == "stands":
            return say("card_stands") if finding.code == "out_of_turn" else _LEAD_STANDS
        return None if self.rules.revoke_tricks else _NO_TRICKS

    def _why_no_call_penalty(self) -> Sentence | None:
        """Return why a false accusation costs nothing."""
        rules = self.rules
        if self._why_round_costs_nothing is not None:
            return self._why_round_costs_nothing
        if rules.false_accusation == "same_penalty" and rules.revoke_penalty != "tricks":
            return say("costs_nothing_like_revoke") if rules.revoke_penalty == "none" else None
        return None if rules.revoke_tricks else _NO_TRICKS
