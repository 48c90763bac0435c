"""The findings about what players called and claimed."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import FindingEntry, Part

CALLS_AND_CLAIMS: Final = Part(
    name="calls",
    title="The calls and claims",
    findings=(
        FindingEntry(
            code="false_accusation",
            severity="offence",
            parameter="penalties.false_call.remedy",
            penalty="false_call",
            deed="wrongly called a revoke",
            sentences={
                "called_a_revoke": "{by:player} called a revoke by {against:player}.",
                "had_played_nothing": "{accused:player} had played no cards{by_then:clause}.",
                "every_card_followed": "No card that {accused:player} had played{by_then:clause} was a revoke.",
                "card_followed": "{accused:player}'s card in {trick:trick} was no revoke.",
                "lead_is_no_revoke": "{accused:player} led to {trick:trick}, and that lead was no revoke.",
                "by_then": " by then ({trick:trick}, {plays:#card or no cards} on the table)",
                "false_accusation": "{player:player}'s false accusation",
                "false_accusation_about_trick": "{player:player}'s false accusation about {trick:trick}",
                "costs_nothing_like_another": "It is priced like another offence, which costs nothing.",
            },
        ),
        FindingEntry(
            code="remedy_not_chosen",
            severity="note",
            parameter="penalties.revoke.of",
            sentences={
                "remedy_not_chosen": "Which remedy the other side chose for {offence:clause} is not recorded.",
            },
        ),
        FindingEntry(
            code="remedy_without_effect",
            severity="note",
            parameter="penalties.revoke.of",
            sentences={
                "remedy_without_effect": (
                    "The record shows no offence of this kind by {side:team} that costs anything. The choice has no"
                    " effect."
                ),
                "remedy_of_call_without_effect": (
                    "{by:player}'s call against {against:player} decides no price: the choice has no effect."
                ),
            },
        ),
        FindingEntry(
            code="late_accusation",
            severity="note",
            parameter="calls.until",
            sentences={
                "late_accusation": "{by:player} called {against:player}'s revoke in {tricks:trick list} too late."
            },
        ),
        FindingEntry(
            code="end_of_play_open",
            severity="note",
            parameter="calls.established",
            sentences={
                "establishment_not_shown": (
                    "{offence:clause} is not established by the end of the log. The record does not say whether play"
                    " went on."
                ),
                "call_may_be_late": (
                    "{by:player} called {against:player}'s revoke in {tricks:trick list}. The record says neither when,"
                    " nor how play ended, so the call may have been in time or too late."
                ),
            },
        ),
        FindingEntry(
            code="claim_failed",
            severity="offence",
            parameter="claims.test",
            about_claim=True,
            deed="claimed too many tricks",
            sentences={
                "claim_failed_certain": (
                    "{player:player} claimed {tricks:#trick}, and some way of playing the cards takes fewer."
                ),
                "claim_failed_by_statement": (
                    "{player:player} claimed {tricks:#trick}, and played as stated the claim can bring in fewer."
                ),
                "claim_failed_best_play": (
                    "{player:player} claimed {tricks:#trick}, and best play by the others leaves fewer."
                ),
                "claim_in_doubt": (
                    "The record leaves in doubt which cards were left when {player:player} claimed, or whose turn it"
                    " was."
                ),
                "claim_depends_on_hands": (
                    "Whether {player:player}'s claim holds depends on where the cards lie that are not listed."
                ),
                "claim_has_too_many_deals": (
                    "The cards that are not listed may lie in more ways than an audit tries, so nobody can say whether"
                    " {player:player}'s claim holds."
                ),
                "claim_takes_too_long": (
                    "Whether {player:player}'s claim holds could not be found out within the positions that an audit"
                    " may search."
                ),
                "best_play_depends_on_hands": (
                    "Whether best play takes as many depends on where the cards lie that are not listed, so the claim"
                    " may have come too early and no more."
                ),
                "best_play_has_too_many_deals": (
                    "The cards that are not listed may lie in more ways than an audit tries, so best play may take as"
                    " many: then the claim came too early and no more."
                ),
                "best_play_takes_too_long": (
                    "Whether best play takes as many could not be found out within the positions that an audit may"
                    " search, so the claim may have come too early and no more."
                ),
                "claim_fewest_open": (
                    "How many tricks {side:team} is sure of could not be found out within the positions that an audit"
                    " may search. To decide that, play the tricks left and record them in place of the claim."
                ),
                "claim_fewest": "{side:team} is sure of {tricks}.",
            },
        ),
        FindingEntry(
            code="claim_too_early",
            severity="offence",
            parameter="claims.test",
            about_claim=True,
            deed="claimed tricks too early",
            sentences={
                "claim_too_early_certain": (
                    "{player:player} claimed {tricks:#trick}. Best play takes as many, but some way of playing the"
                    " cards takes fewer."
                ),
                "claim_too_early_by_statement": (
                    "{player:player} claimed {tricks:#trick}. Best play takes as many, but played as stated the claim"
                    " can bring in fewer."
                ),
            },
        ),
        FindingEntry(
            code="claim_not_allowed",
            severity="offence",
            parameter="claims.test",
            about_claim=True,
            deed="claimed tricks, which is not allowed",
            sentences={
                "claims_not_allowed": (
                    "{player:player} claimed tricks, which this ruleset does not allow. The claim counts for nothing,"
                    " and the play would have had to go on."
                )
            },
        ),
        FindingEntry(
            code="conceded_tricks_open",
            severity="note",
            law="Tricks count for the side that won them.",
            about_claim=True,
            sentences={
                "claim_leaves_tricks_open": (
                    "The claim by {player:player} leaves {tricks:#trick} to others, and the record does not say who of"
                    " them gets {tricks:it|them}. To decide that, play the tricks left and record them in place of the"
                    " claim."
                ),
                "claim_gives_tricks_to_nils": (
                    "The claim gives {tricks:#trick} to {side:team}, where everybody has a nil at stake, and the record"
                    " does not say who gets {tricks:it|them}. To decide that, play the tricks left and record them in"
                    " place of the claim."
                ),
            },
        ),
    ),
)
