"""Texts on the score and the end of the game."""

from __future__ import annotations

from typing import Final

from service.spades.rules.sentences.text_table import ELSE, TextTable

SCORING: Final[TextTable] = {
    "scoring.trick_points": {
        ELSE: "A contract that is made {scoring.trick_points:scores} for each trick bid{made_apart}"
        "{unbid_tricks}.{beside_nil}",
    },
    "scoring.overtrick_points": {
        ELSE: "Each overtrick of a contract that is made {scoring.overtrick_points:scores}{unless_blind}.{beside_nil}",
    },
    "scoring.set": {
        "minus_bid": "A contract that is set {scoring.trick_points:loses} for each trick bid{set_apart}.{beside_nil}",
        "zero": "A contract that is set scores nothing{special_apart}.{beside_nil}",
        "minus_undertricks": "A contract that is set {scoring.trick_points:loses} for each trick it falls "
        "short{special_apart}.{beside_nil}",
    },
    "scoring.bag_limit": {
        0: "Bags are not counted, so there is no bag penalty.",
        ELSE: "Each overtrick is a bag, and each time a side's bags reach {scoring.bag_limit}, it "
        "{scoring.bag_penalty:scores}.",
    },
    "scoring.bag_penalty": {
        ELSE: "Reaching {scoring.bag_limit:bag} {scoring.bag_penalty:scores}.",
    },
    "scoring.bag_carry": {
        "remainder": "The bag penalty takes {scoring.bag_limit:bag} off the count, and the rest carry over; if "
        "{scoring.bag_limit} or more are left, it is due again.",
        "reset": "The bag penalty clears all the side's bags, and the count starts again from 0.",
    },
    "scoring.bag_points_cancelled": {
        False: "When the bag penalty falls due, the side keeps the points that its bags have earned.",
        True: "The bag penalty also takes back the points of the {scoring.bag_limit:bag}, which "
        "{bags_taken_back:scores}.",
    },
}

GAME: Final[TextTable] = {
    "game.target": {
        ELSE: "A side with {target} after a round wins; if there are several such sides, the one with the highest "
        "score wins.",
    },
    "game.target_test": {
        "at_least": "A score of exactly {game.target:point} is enough to win.",
        "more_than": "A score of exactly {game.target:point} is not enough to win: it takes more than {game.target}.",
    },
    "game.floor": {
        0: "There is no losing score.",
        ELSE: "A side with {floor} after a round {ends}.",
    },
    "game.floor_test": {
        "at_or_below": "A score of exactly {game.floor:point} is low enough to count as the losing score.",
        "below": "A score of exactly {game.floor:point} is not low enough to count as the losing score: it takes a "
        "lower one.",
    },
    "game.floor_effect": {
        "side_loses": "A side with {floor} after a round loses the game, and the highest score among the others wins.",
        "highest_wins": "When a side has {floor} after a round, the game ends and the highest score wins.",
    },
    "game.tie": {
        "extra_round": "If sides past the target tie for the highest score, another round is played.",
        "shared": "If sides past the target tie for the highest score, they win together.",
    },
    "game.sets_limit": {
        0: "A side can be set any number of times without losing the game.",
        ELSE: "A side that has been set {game.sets_limit:time} loses the game.",
    },
    "game.round_limit": {
        0: "There is no limit on the number of rounds.",
        ELSE: "The game ends after {game.round_limit:round} at the latest, and the highest score wins.",
    },
    "game.forfeit_score": {
        "as_it_stands": "A side that forfeits the game has lost it; apart from points for the forfeit itself, the "
        "scores stay as they are.",
        "target_to_zero": "A side that forfeits the game has lost it and falls to 0 if it stands above that; each "
        "other side rises to {game.target} if it stands below it.",
    },
    "game.forfeit_penalty": {
        0: "Forfeiting the game costs no points.",
        ELSE: "Forfeiting the game {game.forfeit_penalty:scores}.",
    },
    "game.forfeit_credit": {
        0: "The other sides score nothing for a forfeit.",
        ELSE: "When a side forfeits the game, each other side is credited with {game.forfeit_credit:point}.",
    },
}
