"""The sentences that answer accusations."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

ACCUSATIONS: Mapping[str, str] = MappingProxyType(
    {
        "call_upheld": "{accused:player} {deeds:clauses with and}{late:clause}.",
        "revoked_in": "revoked in {tricks:trick list}",
        "led_spade_in": "led a spade too early in {tricks:trick list}, which counts as a revoke",
        "revoked_and_corrected_in": "revoked in {tricks:trick list} and corrected it in time",
        "call_late": "; the call came too late",
        "call_late_for_some": "; for {tricks:trick list} the call came too late",
        "late_accusation": "{by:player} called {against:player}'s revoke in {tricks:trick list} too late.",
        "called_a_revoke": "{by:player} called a revoke by {against:player}.",
        # Undecidable.
        "revoke_undecided": "Whether {accused:player} revoked in trick {trick} is undecided.",
        "cards_in_doubt": "The record leaves some of {accused:player}'s cards, or the leads to them, in doubt.",
        "card_in_doubt": "The record leaves {accused:player}'s card in trick {trick}, or the lead to it, in doubt.",
        "no_card_in_trick": "The record has no card by {accused:player} in trick {trick}.",
        "trick_beyond_round": "Trick {trick} is beyond the last trick of the round, and nothing in it is judged.",
        "trick_not_in_record": "The record has no trick {trick}; it ends after trick {tricks}.",
        "no_trick_in_record": "The record has no trick {trick}; it ends before the first.",
        # Refuted.
        "had_played_nothing": "{accused:player} had played no cards{by_then:clause}.",
        "every_card_followed": "No card that {accused:player} had played{by_then:clause} was a revoke.",
        "card_followed": "{accused:player}'s card in trick {trick} was no revoke.",
        "lead_is_no_revoke": "{accused:player} led to trick {trick}, and that lead was no revoke.",
        "by_then": " by then (trick {trick}, {plays:#card or no cards} on the table)",
    }
)
