"""The sentences about scores: the lines of a side, and how a game ends."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

SCORE: Mapping[str, str] = MappingProxyType(
    {
        # Nil.
        "nil": "nil",
        "nil_took": "Bid {name:clause}, took {tricks}{penalty:clause}.",
        "nil_took_none": "Bid {name:clause}, took no tricks{penalty:clause}.",
        "nil_without_points": "; a penalty leaves the nil without points",
        "nil_failed_by_penalty": "; a penalty makes the nil fail",
        "double_nil_took": "Both partners bid nil and took {taken:numbers}{penalty:clause}.",
        "double_nil_took_none": "Both partners bid nil and took no tricks{penalty:clause}.",
        "double_nil_without_points": "; a penalty leaves the double nil without points",
        "double_nil_failed_by_penalty": "; a penalty makes the double nil fail",
        "linked_set": "Nil and contract stand or fall together, and {why:clause}: {what:clause}.",
        "nil_failed_clause": "the nil failed",
        "contract_was_set": "the contract of {contract} was set",
        "linked_nil_alone": "{nil} for the nil",
        "linked_nil_and_contract": "{nil} for the nil, {lost} for the contract of {contract}",
        "failed_nil_overtricks": "{tricks:#trick} taken by the failed nil, scored as {tricks:an overtrick|overtricks}.",
        "failed_nil_bags": "{tricks:#trick} taken by the failed nil: {tricks:a bag that scores|bags that score} nothing"
        " beside a set contract.",
        # The contract.
        "bid_and_took": "Bid {bid}, took {taken}.",
        "bid_and_took_after_penalty": "Bid {bid}, took {taken}{penalty:clause}.",
        "bid_below_board": "Bid {bid}, below the board, and is set; took {taken}{penalty:clause}.",
        "bid_blind": "Bid {bid}, {blind} of it blind; took {taken}{penalty:clause}.",
        "bid_blind_exact": "Bid {bid}, {blind} of it blind, to be made exactly; took {taken}{penalty:clause}.",
        "set_by_penalty": "; set by a penalty, whatever it took",
        "contract_without_points": "; a penalty leaves it without points",
        "bid_lost_to_penalty": "; the bid is lost to a penalty",
        "credited_for_offence": "; credited with the bid for another side's offence",
        "overtricks": "{overtricks} over the contract.",
        "overtricks_for_nothing": "{overtricks} over the contract, worth nothing.",
        # Bags, a round without bids, Boston.
        "bags_reach_limit": "{bags:#bag} {bags:reaches|reach} the limit of {limit}.",
        "bag_points_cancelled": "The points of {bags:#bag} are taken back.",
        "took_without_bids": "No bids in this round: took {taken:#trick or none}.",
        "took_without_bids_for_nothing": "No bids in this round: took {taken:#trick or none}; a penalty leaves the"
        " round without points.",
        "boston": "Took all {tricks:#trick} without having bid them.",
        # What a director decided.
        "as_written": "{text}",
        "forfeits_the_game": "Forfeits the game.",
        "credited_for_forfeit": "Another side forfeits the game.",
        # The end of a game.
        "highest_wins": "{winners:teams} {winners:wins|win} with {best}: {why:clause}.",
        "last_side_wins": "{winners:teams} wins: {why:clause}.",
        "nobody_wins": "Nobody wins: {why:clause}.",
        "nobody_knows_who_wins": "The game is over: {why:clause}. Which of the other sides was ahead is not known.",
        "equal_at_the_end": "Another round is needed: {why:clause}, and {winners:teams} are equal at {best}.",
        "nobody_has_target": "Another round is needed: nobody has reached {target}; {leaders:teams} {leaders:is|are}"
        " highest with {best}.",
        "nobody_is_past_target": "Another round is needed: nobody has more than {target}; {leaders:teams}"
        " {leaders:is|are} highest with {best}.",
        "target_reached": "the target of {target} is reached",
        "at_floor": "{sides:teams} {sides:is|are} at or below the losing score of {floor}",
        "set_too_often": "{sides:teams} {sides:has|have} been set {times:times}",
        "rounds_played": "{rounds:#round} {rounds:has|have} been played",
        "forfeited": "{sides:teams} forfeited the game in round {number}",
        "no_round_played": "No round has been played.",
        "standing_not_known": "Round {number} has no score, so the standing is not known.",
        "round_after_end": "Round {number} was played after the game had been decided.",
        "round_after_end_before": "Round {number} was played after the game had been decided by the standing before"
        " it.",
    }
)
