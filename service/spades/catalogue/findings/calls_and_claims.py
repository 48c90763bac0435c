"""The findings about what players called and claimed."""

from __future__ import annotations

from typing import Final

from service.spades.catalogue.entries import Authority, FindingEntry, Part

CALLS_AND_CLAIMS: Final = Part(
    name="calls",
    title="The calls and claims",
    findings=(
        FindingEntry(
            code="false_accusation",
            severity="offence",
            meaning="A revoke was called, but the record proves that there was none.",
            parameter="irregularities.false_accusation",
            made_costly_by="irregularities.false_accusation",
            deed="wrongly called a revoke",
            sentences={
                "called_a_revoke": "{by:player} called a revoke by {against:player}.",
                "had_played_nothing": "{accused:player} had played no cards{by_then:clause}.",
                "every_card_followed": "No card that {accused:player} had played{by_then:clause} was a revoke.",
                "card_followed": "{accused:player}'s card in trick {trick} was no revoke.",
                "lead_is_no_revoke": "{accused:player} led to trick {trick}, and that lead was no revoke.",
                "by_then": " by then (trick {trick}, {plays:#card or no cards} on the table)",
                "false_accusation": "{player:player}'s false accusation",
                "false_accusation_about_trick": "{player:player}'s false accusation about trick {trick}",
                "costs_nothing_like_revoke": "It costs as much as a revoke: nothing.",
            },
            proof=(
                "Somebody called a revoke by a player of another side, and the record proves that none of the cards"
                " that this player had played by then was a revoke; if a call must name the trick, that the card in"
                " that trick was none. A lead can't be a revoke. A call that the record can't decide is not a false"
                " one. The same call by the same side is reported once."
            ),
            undecided="A revoke that the record leaves open. The call is then neither right nor false.",
            penalty=(
                "Depending on the ruleset it costs the caller's side nothing, a number of tricks, its contract, or as"
                " much as a revoke. It does not affect the caller's own nil."
            ),
            governed_by=("irregularities.false_accusation", "irregularities.call_names", "play.follow_suit"),
            penalised_by=(
                "irregularities.revoke_penalty",
                "irregularities.revoke_tricks",
                "irregularities.revoke_tricks_go_to",
            ),
            never={"irregularities.false_accusation": ("none",)},
            authorities=(
                Authority(
                    "tournaments",
                    "At several tournaments the loser of the challenge pays: a false call costs the caller's side"
                    " three tricks. At some a call must name the trick; at others all tricks are turned over.",
                ),
                Authority(
                    "bridge",
                    "A claim of a revoke gives no right to inspect earlier tricks. This service looks at everything in"
                    " the record.",
                    laws=("62", "66"),
                ),
            ),
            told_apart={"late_accusation": "In a false accusation there was no revoke. In a late one there was."},
        ),
        FindingEntry(
            code="late_accusation",
            severity="note",
            meaning="A revoke was rightly called, but too late, so that it costs nothing.",
            parameter="irregularities.accusation_until",
            sentences={
                "late_accusation": "{by:player} called {against:player}'s revoke in {tricks:trick list} too late."
            },
            proof=(
                "The record proves the revoke that was called, but the call came later than the ruleset allows, and"
                " nobody else called it in time."
            ),
            undecided=(
                "A revoke that the record leaves open. A call without a moment is presumed to have come after the"
                " round; if the record does not say how play ended, it may have come at the end of the log, too."
            ),
            penalty="None. Neither the revoke nor the call costs anything.",
            governed_by=("irregularities.accusation_until",),
            never={"irregularities.accusation_until": ("next_deal",)},
            authorities=(
                Authority(
                    "tournaments",
                    "By some sheets a revoke must be called as soon as it is noticed, and not at the end of the round.",
                ),
                Authority("whist", "A revoke can't be claimed once the cards are cut for the next deal.", laws=("78",)),
                Authority(
                    "bridge",
                    "No tricks are transferred for a revoke that is first noticed after a call has been made on the"
                    " next board.",
                    laws=("64",),
                ),
            ),
            told_apart={
                "revoke_corrected": (
                    "In both cases the revoke costs nothing: it was called too late, or it was corrected in time."
                )
            },
        ),
        FindingEntry(
            code="end_of_play_open",
            severity="note",
            meaning="The record does not say how play ended, and what a revoke costs depends on that.",
            parameter="irregularities.revoke_established",
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
            proof=(
                "The record proves a revoke, and the log ends before it is established, or before it is too late to"
                " call it. The record does not say how play ended: with the last trick of the round, with a claim, with"
                " a decision that broke the round off, with a call made at the end of the log, or because play was"
                " stopped there."
            ),
            undecided="It is always an open question: the revoke is proved, and only what it costs is open.",
            penalty="None is stated for that revoke, and none is denied.",
            governed_by=("irregularities.revoke_established", "irregularities.accusation_until"),
            authorities=(
                Authority(
                    "service",
                    "Every source says until when a revoke may be corrected or called, and none what holds if nobody"
                    " wrote down how far play went.",
                ),
            ),
            told_apart={
                "late_accusation": (
                    "A late call is proved to have come too late. As long as the end of play is open, it may have been"
                    " in time."
                )
            },
        ),
        FindingEntry(
            code="claim_failed",
            severity="offence",
            meaning="Tricks were claimed that the claimer's side can still lose by the test of the ruleset.",
            parameter="irregularities.claims",
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
            proof=(
                "A player claimed tricks, the other side did not accept, and by the test of the ruleset the claimer's"
                " side can take fewer. It can with best play, too. If hands are missing, this is so however the cards"
                " that are not listed lie."
            ),
            undecided=(
                "Cards that the record does not place, if the claim holds in some deals and fails in others; a record"
                " that contradicts itself; a position that takes too long to search. As long as it is open whether best"
                " play takes the tricks, the claim may have come too early and no more."
            ),
            penalty=(
                "Depending on the ruleset the claimer's side gets only the tricks that it is certain to take, or none,"
                " or the play goes on. Nothing else is lost: those tricks are the result of the round."
            ),
            governed_by=("irregularities.claims",),
            penalised_by=("irregularities.failed_claim",),
            never={"irregularities.claims": ("not_allowed",)},
            authorities=(
                Authority(
                    "bridge",
                    "A contested claim is decided as fairly as possible to both sides, but any doubtful point goes"
                    " against the claimer.",
                    laws=("70",),
                ),
                Authority(
                    "service",
                    "No source for Spades says what a failed claim costs. Programs let a player claim only what is"
                    " certain, and in social bridge the play goes on.",
                ),
            ),
            told_apart={
                "claim_too_early": (
                    "If best play takes the tricks claimed, the claim came too early. If it takes fewer, the claim"
                    " failed."
                ),
                "claim_not_allowed": (
                    "A failed claim does not pass the test of the ruleset. Where claims are not allowed, none is"
                    " tested."
                ),
                "conceded_tricks_open": (
                    "A failed claim asks for too many tricks. If the tricks conceded are open, the claim may hold, but"
                    " it is not known who gets the others."
                ),
            },
        ),
        FindingEntry(
            code="claim_too_early",
            severity="offence",
            meaning=(
                "Tricks were claimed that best play takes, but that the claimer's side can still lose by the test of"
                " the ruleset."
            ),
            parameter="irregularities.claims",
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
            proof=(
                "A player claimed tricks, the other side did not accept, and by the test of the ruleset the claimer's"
                " side can take fewer, although best play would have taken them."
            ),
            undecided=(
                "Cards that the record does not place, if the claim holds in some deals and fails in others; a record"
                " that contradicts itself; a position that takes too long to search. As long as it is open whether best"
                " play takes the tricks, this is open under the code for a claim that failed."
            ),
            penalty=(
                "Depending on the ruleset the claimer's side gets only the tricks that it is certain to take, or none,"
                " or the play goes on. Nothing else is lost: those tricks are the result of the round."
            ),
            governed_by=("irregularities.claims",),
            penalised_by=("irregularities.failed_claim",),
            never={"irregularities.claims": ("best_play", "not_allowed")},
            authorities=(
                Authority(
                    "bridge",
                    "A winning line of play that was not stated is not accepted if there is another normal one that is"
                    " less successful.",
                    laws=("70",),
                ),
                Authority(
                    "service",
                    "Programs for Spades let a player claim only what is certain. That best play would take the tricks"
                    " is not enough.",
                ),
            ),
        ),
        FindingEntry(
            code="claim_not_allowed",
            severity="offence",
            meaning="Tricks were claimed under a ruleset that does not allow it; the claim counts for nothing.",
            parameter="irregularities.claims",
            about_claim=True,
            deed="claimed tricks, which is not allowed",
            sentences={
                "claims_not_allowed": (
                    "{player:player} claimed tricks, which this ruleset does not allow. The claim counts for nothing,"
                    " and the play would have had to go on."
                )
            },
            proof=(
                "A player claimed tricks under a ruleset that does not allow it, whatever the cards, and whether or not"
                " the other side accepted."
            ),
            undecided="Nothing: a claim is recorded or it is not.",
            penalty=(
                "None. The claim counts for nothing, and the round has no score as long as it is not played to its end."
            ),
            governed_by=("irregularities.claims",),
            never={"irregularities.claims": ("certain", "by_statement", "best_play")},
            authorities=(Authority("service", "No source for Spades says what a claim costs that is not allowed."),),
        ),
        FindingEntry(
            code="conceded_tricks_open",
            severity="note",
            meaning="A claim gives tricks to its side or to others, and nobody can say which player gets them.",
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
            proof=(
                "A claim shares out tricks, and it can't be said who gets them: some are left to others and there are"
                " more than two sides, both partners of a side have a nil that such a trick would break, or the tricks"
                " that the claimer's side is certain to take were not found out."
            ),
            undecided="It is always an open question: it names a point that nobody has decided.",
            penalty="None. The round has no score until it is decided who gets the tricks.",
            governed_by=("irregularities.claims", "irregularities.failed_claim"),
            never={"irregularities.claims": ("not_allowed",)},
            authorities=(
                Authority(
                    "bridge",
                    "A claim is for the side, and one to some of the tricks concedes the others. In bridge it makes no"
                    " difference which partner or which opponent gets them.",
                    laws=("68",),
                ),
            ),
        ),
    ),
)
