"""The offences that may cost something, how sentences name them, and why one that costs nothing does not.

Only an offence costs anything; a revoke, and what counts as one, only if it is established and was called in time
(docs/rules.md, "Penalties"). What each costs is in `penalties`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple, TypeAlias

from service.spades.catalogue.finding_codes import CODES
from service.spades.catalogue.parameters.irregularities import IrregularityRules
from service.spades.findings import Finding
from service.spades.play.play_findings import revoke_codes
from service.spades.ruling.model import AccusationAnswer, Circumstances, Effect
from service.spades.sentence import Sentence, say
from service.spades.table import Side, Table

_BY_EFFECT: Final[Mapping[Effect, str]] = MappingProxyType(
    {"nil": "irregularities.revoke_and_nil", "game": "irregularities.repeat_revoke"}
)
"""The parameter behind a penalty with this effect, whatever the offence."""
_REVOKE_PENALTY: Final = "irregularities.revoke_penalty"
_IN_TRICK: Final[Mapping[str, str]] = MappingProxyType(
    {
        "illegal_spade_lead": "spade_lead_as_revoke",
        "out_of_turn": "play_out_of_turn",
        "wrong_leader": "lead_out_of_turn",
    }
)
_WITHOUT_TRICK: Final[Mapping[str, str]] = MappingProxyType(
    {"false_accusation": "false_accusation", "wrong_hand_size": "wrong_number_of_cards"}
)

RevokeKind: TypeAlias = int | Literal["lead"]
"""The suit that a revoke did not follow; or the lead of a spade that counts as a revoke, which is a kind of its own."""


class Offence(NamedTuple):
    """A finding that the ruleset has a penalty for."""

    finding_index: int
    """Its index among the findings."""
    code: str
    seat: int
    side: int
    trick: int
    """The number of its trick; 0 if it belongs to none."""
    kind: RevokeKind | None
    """Of a revoke: its kind; None for any other offence."""
    repeated: bool
    """Whether it is a revoke of a player who has made one of that kind before."""
    phrase: Sentence
    """The offence as a part of a sentence: what a penalty is for."""

    @property
    def is_revoke(self) -> bool:
        """Whether it is a revoke, or counts as one."""
        return CODES[self.code].may_be_revoke


def costly_offences(rules: IrregularityRules, table: Table, findings: tuple[Finding, ...]) -> tuple[Offence, ...]:
    """Return the findings that cost something, a revoke as if it had been called in time."""
    offences: list[Offence] = []
    revoked: set[tuple[int, RevokeKind]] = set()
    for index, finding in enumerate(findings):
        seat = finding.seat
        if seat is None or finding.severity != "offence" or not _is_penalised(rules, finding):
            continue
        kind = _kind(finding)
        repeated, side = kind is not None and (seat, kind) in revoked, table.side_of[seat]
        phrase = _phrase(finding, seat)
        offences.append(Offence(index, finding.code, seat, side, finding.trick or 0, kind, repeated, phrase))
        if kind is not None:
            revoked.add((seat, kind))
    return tuple(offences)


def _is_penalised(rules: IrregularityRules, finding: Finding) -> bool:
    """Return whether the ruleset has a penalty for this offence."""
    match finding.code:
        case "revoke" | "illegal_spade_lead":
            counts = finding.code in revoke_codes(rules)
            return counts and finding.established is True and rules.revoke_penalty != "none"
        case "out_of_turn" | "wrong_leader":
            # A player who leads because the record gave him the last trick has not led out of turn.
            return rules.out_of_turn == "tricks" and finding.follows is None
        case "false_accusation":
            as_revoke = rules.false_accusation == "same_penalty" and rules.revoke_penalty != "none"
            return rules.false_accusation == "tricks" or as_revoke
        case "wrong_hand_size":
            return rules.wrong_count == "offender_set"
        case _:
            return False


def parameters_behind(rules: IrregularityRules, offence: Offence, effect: Effect, tricks: int | None) -> list[str]:
    """Return the parameters by which an offence has this effect: the one that makes it cost something, then the others.

    ``tricks`` are those that a side loses (below 0) or is given.
    """
    if tricks is not None and tricks > 0:
        return ["irregularities.revoke_tricks_go_to"]
    code = offence.code
    names = [CODES[code].made_costly_by or _REVOKE_PENALTY]
    if effect in _BY_EFFECT:
        return [_BY_EFFECT[effect], *(names if code == "illegal_spade_lead" else ())]
    as_revoke = code == "illegal_spade_lead" or (
        code == "false_accusation" and rules.false_accusation == "same_penalty"
    )
    if as_revoke:
        names.append(_REVOKE_PENALTY)
    by_law_64 = rules.revoke_penalty == "bridge_64" and (as_revoke or code == "revoke")
    return names if by_law_64 or effect != "tricks" else [*names, "irregularities.revoke_tricks"]


def _kind(finding: Finding) -> RevokeKind | None:
    if finding.code == "illegal_spade_lead":
        return "lead"
    return finding.evidence.led_suit if finding.code == "revoke" and finding.evidence is not None else None


def _phrase(finding: Finding, seat: int) -> Sentence:
    """Return an offence as a part of a sentence."""
    trick, card = finding.trick, finding.card
    if finding.code == "revoke" and finding.evidence is not None and finding.evidence.led_suit is not None:
        suit = finding.evidence.led_suit
        if finding.is_about_withdrawn_card and card is not None:
            # Any of several cards put down in one turn may have been a revoke.
            return say("revoke_with_card", player=seat, suit=suit, trick=trick or 0, card=card)
        return say("revoke", player=seat, suit=suit, trick=trick or 0)
    if finding.code == "false_accusation" and trick is not None:
        return say("false_accusation_about_trick", player=seat, trick=trick)
    if finding.code in _WITHOUT_TRICK:
        return say(_WITHOUT_TRICK[finding.code], player=seat)
    return say(_IN_TRICK[finding.code], player=seat, trick=trick or 0)


# Law 64 of duplicate bridge, for rulesets that adopt it. 64B, under which a revoke costs no trick whoever won what, is
# applied before 64A.


def tricks_by_law_64(
    offence: Offence, side: Side, offences: tuple[Offence, ...], winners: tuple[int | None, ...], last: int
) -> tuple[int, Sentence]:
    """Return how many tricks a revoke costs its side by Law 64, and why.

    ``offences`` are all those of the round, even if nobody called them: they are facts. ``winners`` has the winner of
    each trick, and ``last`` is the number of the last one.
    """
    why = _by_law_64b(offence, offences, last)
    return _by_law_64a(offence, side, winners) if why is None else (0, why)


def _by_law_64b(offence: Offence, offences: tuple[Offence, ...], last: int) -> Sentence | None:
    if len({other.side for other in offences if other.is_revoke}) > 1:
        return say("revokes_of_both_sides")
    if offence.repeated:
        if offence.kind is None or offence.kind == "lead":
            return say("had_led_spade_before", player=offence.seat)
        return say("had_revoked_before", player=offence.seat, suit=offence.kind)
    return say("last_trick_but_one") if offence.trick == last - 1 else None


def _by_law_64a(offence: Offence, side: Side, winners: tuple[int | None, ...]) -> tuple[int, Sentence]:
    winner, *rest = winners[offence.trick - 1 :]
    later = any(seat in side.seats for seat in rest)
    if winner == offence.seat:
        key = "offender_won_and_side_later" if later else "offender_won_and_side_no_later"
        return 1 + later, say(key, player=offence.seat, side=offence.side)
    if winner in side.seats:
        return 1, say("partner_won", player=offence.seat, side=offence.side)
    return (1, say("side_won_later", side=offence.side)) if later else (0, say("side_won_neither", side=offence.side))


class NoPenalty(NamedTuple):
    """Explains why an offence has no penalty, from the rules and what came of the calls.

    Only offences that a parameter of the irregularities may penalise can go free; for all others the page of the
    finding says that they have no penalty.
    """

    rules: IrregularityRules
    offences: tuple[Offence, ...]
    answers: tuple[AccusationAnswer, ...]
    circumstances: Circumstances

    def explain(self, findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
        """Return the findings; an offence that might have had a penalty and has none has the reason added."""
        explained: list[Finding] = []
        for index, finding in enumerate(findings):
            why = None
            if finding.severity == "offence":
                why = self._why(finding, index)
            elif finding.code == "wrong_leader" and not self.circumstances.void:
                why = say("lead_follows_from_record")
            explained.append(finding if why is None else finding.adding(why))
        return tuple(explained)

    def _why(self, finding: Finding, index: int) -> Sentence | None:
        """Return why an offence costs nothing; None if it costs something, or no ruleset has a penalty for it."""
        is_out_of_turn, is_call = finding.code in {"out_of_turn", "wrong_leader"}, finding.code == "false_accusation"
        if not (finding.properties.may_be_revoke or is_out_of_turn or is_call):
            return None
        if self.circumstances.void:
            return say("void_costs_nothing")
        if not self.circumstances.counts:
            return say("broken_off_costs_nothing")
        if is_out_of_turn:
            return self._why_no_turn_penalty(finding)
        return self._why_no_call_penalty() if is_call else self._why_no_revoke_penalty(finding, index)

    def _why_no_revoke_penalty(  # noqa: PLR0911 - one reason after the other, the first that holds
        self, finding: Finding, index: int
    ) -> Sentence | None:
        """Return why a revoke, or the lead of a spade that may count as one, costs nothing."""
        rules, called = self.rules, self.circumstances.called
        if finding.code not in revoke_codes(rules):
            return say("lead_stands")
        if rules.revoke_penalty == "none":
            return say("costs_nothing_by_ruleset")
        if not finding.established:
            return say("not_established_yet")
        if called is not None and index not in called:
            late = any(index in answer.findings for answer in self.answers)
            return say("called_too_late") if late else say("not_called")
        repeated = [offence for offence in self.offences if offence.finding_index == index and offence.repeated]
        if repeated and rules.repeat_revoke == "same_suit_once":
            kind = repeated[0].kind
            if kind is None or kind == "lead":
                return say("not_first_spade_lead", player=finding.seat or 0)
            return say("not_first_revoke", player=finding.seat or 0, suit=kind)
        if rules.revoke_penalty == "tricks" and not rules.revoke_tricks:
            return say("costs_no_tricks")
        if rules.revoke_penalty == "bridge_64" and not self.circumstances.finished:
            return say("depends_on_later_tricks")
        return None

    def _why_no_turn_penalty(self, finding: Finding) -> Sentence | None:
        """Return why a card out of turn costs nothing."""
        if self.rules.out_of_turn == "stands":
            return say("card_stands") if finding.code == "out_of_turn" else say("lead_stands")
        return None if self.rules.revoke_tricks else say("costs_no_tricks")

    def _why_no_call_penalty(self) -> Sentence | None:
        """Return why a false accusation costs nothing."""
        rules = self.rules
        if rules.false_accusation == "same_penalty" and rules.revoke_penalty != "tricks":
            return say("costs_nothing_like_revoke") if rules.revoke_penalty == "none" else None
        return None if rules.revoke_tricks else say("costs_no_tricks")
