"""Texts on the score and the end of the game."""

from __future__ import annotations

from service.spades.rules.sentences.text_table import ELSE, TextTable

SCORING: TextTable = {
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
        "minus_undertricks": "A contract that is set {scoring.trick_points:loses} for each trick missing"
        "{special_apart}.{beside_nil}",
    },
    "scoring.bag_limit": {
        0: "Bags are not counted, so there is no bag penalty.",
        ELSE: "Each overtrick is a bag, and each time a side's bags reach {scoring.bag_limit}, that "
        "{scoring.bag_penalty:scores}.",
    },
    "scoring.bag_penalty": {
        ELSE: "The bag penalty, for a side whose bags reach {scoring.bag_limit}, {scoring.bag_penalty:scores}.",
    },
    "scoring.bag_carry": {
        "remainder": "The bag penalty takes {scoring.bag_limit:bag} off the count, and the rest are carried on; as "
        "long as {scoring.bag_limit} or more are left, it is due again.",
        "reset": "The bag penalty takes all the side's bags off the count, which starts again from 0.",
    },
    "scoring.bag_points_cancelled": {
        False: "The points that bags have earned are kept when the bag penalty falls due.",
        True: "The bag penalty also takes back the points of the {scoring.bag_limit:bag}, which "
        "{bags_taken_back:scores}.",
    },
}

GAME: TextTable = {
    "game.target": {
        ELSE: "A side wins with {target} after a round; of several such sides the one with the highest score wins.",
    },
    "game.target_test": {
        "at_least": "A score of exactly {game.target:point} is enough to win.",
        "more_than": "A score of exactly {game.target:point} is not enough to win: it takes more than {game.target}.",
    },
    "game.floor": {
        0: "No score is so low that it ends the game.",
        ELSE: "A side with {floor} after a round {ends}.",
    },
    "game.floor_test": {
        "at_or_below": "A score of exactly {game.floor:point} already counts as the losing score.",
        "below": "A score of exactly {game.floor:point} does not yet count as the losing score: it takes a lower one.",
    },
    "game.floor_effect": {
        "side_loses": "A side with {floor} after a round loses the game, and the highest of the others wins it.",
        "highest_wins": "When a side has {floor} after a round, the game ends and the highest score wins.",
    },
    "game.tie": {
        "extra_round": "When sides past the target are equal with the highest score, another round is played.",
        "shared": "When sides past the target are equal with the highest score, they win together.",
    },
    "game.sets_limit": {
        0: "A side does not lose the game by the number of times that it is set.",
        ELSE: "A side that has been set {game.sets_limit:time} loses the game.",
    },
    "game.round_limit": {
        0: "The game is not limited to a number of rounds.",
        ELSE: "The game ends after {game.round_limit:round} at the latest, and the highest score wins.",
    },
}
