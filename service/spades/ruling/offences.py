"""The offences that cost something: which findings a ruleset has a penalty for, and what they are called in words.

Only an offence costs anything; a revoke, and what counts as one, only when it is established and was called in time
(rulings, "After the proof").
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from service.spades.cards import SUIT_NAMES, SUITS
from service.spades.findings import Finding
from service.spades.play.revoke_deadline import revoke_codes
from service.spades.rules.parameters import IrregularityRules
from service.spades.ruling.model import Effect
from service.spades.table import Table

# The parameter by which an offence costs what it costs: by what it changes, else by what it is.
_BY_EFFECT: Mapping[Effect, str] = MappingProxyType(
    {"nil": "irregularities.revoke_and_nil", "game": "irregularities.repeat_revoke"}
)
_BY_CODE: Mapping[str, str] = MappingProxyType(
    {
        "revoke": "irregularities.revoke_penalty",
        "illegal_spade_lead": "irregularities.illegal_spade_lead",
        "out_of_turn": "irregularities.out_of_turn",
        "wrong_leader": "irregularities.out_of_turn",
        "wrong_hand_size": "irregularities.wrong_count",
        "false_accusation": "irregularities.false_accusation",
    }
)
_CALL = "false_accusation"
_REVOKES = frozenset({"revoke", "illegal_spade_lead"})
LEAD = "lead"
"""What stands for the suit of the lead of a spade that counts as a revoke: such leads are of one kind."""


class Offence(NamedTuple):
    """A finding that the ruleset has a penalty for."""

    place: int
    """Its place among the findings."""
    code: str
    player: str
    seat: int
    side: int
    trick: int
    """The trick it was made in, from 1; 0 where it was made in none."""
    suit: str | None
    """Of a revoke: the suit that was not followed; the lead of a spade is in no suit but its own kind."""
    repeated: bool
    """Whether it is a revoke of a player who has revoked in that suit before."""
    words: str
    """The offence in words, as what a penalty is for."""

    @property
    def again(self) -> str:
        """What its player had done before, where it is repeated, in words."""
        if self.suit is None or self.suit == LEAD:
            return f"{self.player} had led a spade too early before"
        return f"{self.player} had revoked in {suit_name(self.suit)} before"

    @property
    def is_revoke(self) -> bool:
        """Whether it is a revoke, or counts as one."""
        return self.code in _REVOKES


def costly_offences(rules: IrregularityRules, table: Table, findings: tuple[Finding, ...]) -> tuple[Offence, ...]:
    """Return what among these findings costs something, a revoke as if it had been called in time."""
    offences: list[Offence] = []
    revoked: set[tuple[int, str]] = set()
    for place, finding in enumerate(findings):
        player = finding.player
        if player is None or finding.gravity != "offence" or not _costs(rules, finding):
            continue
        seat, suit = table.seat[player], _suit(finding)
        offence = Offence(
            place=place,
            code=finding.code,
            player=player,
            seat=seat,
            side=table.side_of[seat],
            trick=finding.trick or 0,
            suit=suit,
            repeated=suit is not None and (seat, suit) in revoked,
            words=_words(finding, suit),
        )
        offences.append(offence)
        if suit is not None:
            revoked.add((seat, suit))
    return tuple(offences)


def _costs(rules: IrregularityRules, finding: Finding) -> bool:
    """Tell whether the ruleset has a penalty for this offence."""
    match finding.code:
        case "revoke" | "illegal_spade_lead":
            counts = finding.code in revoke_codes(rules)
            return counts and finding.established is True and rules.revoke_penalty != "none"
        case "out_of_turn" | "wrong_leader":
            # Who leads because the record gave him the trick before has not led out of turn.
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
    names = [_BY_CODE[code]]
    if effect in _BY_EFFECT:
        return [_BY_EFFECT[effect], *(names if code == "illegal_spade_lead" else ())]
    as_revoke = code == "illegal_spade_lead" or (code == _CALL and rules.false_accusation == "same_penalty")
    if as_revoke:
        names.append(_BY_CODE["revoke"])
    by_law_64 = rules.revoke_penalty == "bridge_64" and (as_revoke or code == "revoke")
    return names if by_law_64 or effect != "tricks" else [*names, "irregularities.revoke_tricks"]


def suit_name(suit: str) -> str:
    """Return the name of a suit as of its cards (``H``: hearts)."""
    return f"{SUIT_NAMES[SUITS.index(suit)]}s"


def _suit(finding: Finding) -> str | None:
    if finding.code == "illegal_spade_lead":
        return LEAD
    suit = (finding.evidence or {}).get("led_suit") if finding.code == "revoke" else None
    return suit if isinstance(suit, str) else None


def _words(finding: Finding, suit: str | None) -> str:
    player, trick = finding.player, finding.trick
    match finding.code:
        case "illegal_spade_lead":
            return f"{player}'s lead of a spade in trick {trick}, counted as a revoke"
        case "out_of_turn":
            return f"{player}'s play out of turn in trick {trick}"
        case "wrong_leader":
            return f"{player}'s lead out of turn in trick {trick}"
        case "false_accusation":
            return f"{player}'s false accusation" + ("" if trick is None else f" about trick {trick}")
        case "wrong_hand_size":
            return f"the wrong number of cards in {player}'s hand"
        case _:
            named = "" if suit is None else f" in {suit_name(suit)}"
            # Of several cards put down in one turn each may have been a revoke.
            card = f" with {finding.card}" if "/withdrawn/" in finding.pointer else ""
            return f"{player}'s revoke{named} in trick {trick}{card}"
