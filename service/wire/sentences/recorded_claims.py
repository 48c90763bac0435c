"""The sentences on the claim with which the play of a round ended: what became of it, and who gets the tricks."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

RECORDED_CLAIMS: Mapping[str, str] = MappingProxyType(
    {
        "claimed_tricks": "{player:player} claimed {tricks} of the {left:#trick} left",
        "claimed_rest": "{player:player} claimed the {left:#trick} that {left:was|were} left",
        # What became of the claim.
        "claim_accepted": "{claim:clause}, and the other side accepted that.",
        "claim_not_allowed": "{claim:clause}, which this ruleset does not allow.",
        "claim_undecided": "{claim:clause}. This record can't decide whether that holds.",
        "claim_proved_certain": "{claim:clause}. That holds, however all cards are played.",
        "claim_proved_by_statement": "{claim:clause}. That holds by playing as stated, however the others play.",
        "claim_proved_best_play": "{claim:clause}. That holds if every side plays as well as possible.",
        "claim_disproved_certain": "{claim:clause}. That does not hold: some way of playing the cards takes fewer.",
        "claim_disproved_by_statement": "{claim:clause}. That does not hold: played as stated, it can bring in fewer.",
        "claim_disproved_best_play": "{claim:clause}. That does not hold: best play by the others leaves fewer.",
        "claim_undecided_certain": "{claim:clause}. Whether that holds however all cards are played is undecided.",
        "claim_undecided_by_statement": "{claim:clause}. Whether that holds by playing as stated is undecided.",
        "claim_undecided_best_play": "{claim:clause}. Whether that holds against best play is undecided.",
        # What follows.
        "claim_gives": "Of the tricks left, {shares:clauses with and}.",
        "claim_share": "{side:team} gets {tricks}",
        "claim_play_goes_on": "The play goes on, and the round has no score yet.",
        "claim_gives_nothing": "Nobody is given the tricks left, and the round has no score.",
        # What is found.
        "claims_not_allowed": "{player:player} claimed tricks, which this ruleset does not allow. The claim counts for"
        " nothing, and the play would have had to go on.",
        "claim_failed_certain": "{player:player} claimed {tricks:#trick}, and some way of playing the cards takes"
        " fewer.",
        "claim_failed_by_statement": "{player:player} claimed {tricks:#trick}, and played as stated the claim can"
        " bring in fewer.",
        "claim_failed_best_play": "{player:player} claimed {tricks:#trick}, and best play by the others leaves fewer.",
        "claim_too_early_certain": "{player:player} claimed {tricks:#trick}. Best play takes as many, but some way of"
        " playing the cards takes fewer.",
        "claim_too_early_by_statement": "{player:player} claimed {tricks:#trick}. Best play takes as many, but"
        " played as stated the claim can bring in fewer.",
        "best_play_depends_on_hands": "Whether best play takes as many depends on where the cards lie that are not"
        " listed, so the claim may have come too early and no more.",
        "best_play_has_too_many_deals": "The cards that are not listed may lie in more ways than an audit tries, so"
        " best play may take as many: then the claim came too early and no more.",
        "best_play_takes_too_long": "Whether best play takes as many could not be found out within the positions that"
        " an audit may search, so the claim may have come too early and no more.",
        "claim_fewest": "{side:team} is sure of {tricks}.",
        "claim_fewest_open": "How many tricks {side:team} is sure of could not be found out within the positions that"
        " an audit may search. To decide that, play the tricks left and record them in place of the claim.",
        "claim_in_doubt": "The record leaves in doubt which cards were left when {player:player} claimed, or whose"
        " turn it was.",
        "claim_depends_on_hands": "Whether {player:player}'s claim holds depends on where the cards lie that are not"
        " listed.",
        "claim_has_too_many_deals": "The cards that are not listed may lie in more ways than an audit tries, so nobody"
        " can say whether {player:player}'s claim holds.",
        "claim_takes_too_long": "Whether {player:player}'s claim holds could not be found out within the positions"
        " that an audit may search.",
        "claim_leaves_tricks_open": "The claim by {player:player} leaves {tricks:#trick} to others, and the record does"
        " not say who of them gets {tricks:it|them}. To decide that, play the tricks left and record them in place of"
        " the claim.",
    }
)
