"""House rules drawn at random, and all their parameters: read from the files of the presets, without the service."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

Json = dict[str, Any]
Rules = dict[str, Any]
"""Every parameter that a score sheet rests on, by its name on the wire: ``nil.made``."""

_PRESETS = Path(__file__).parents[3] / "service" / "spades" / "rules" / "presets"

DEFAULTS: Rules = {
    "table.players": [4],
    "table.sides": "partnership",
    "table.redeal_by": "same_dealer",
    "deck.jokers": 0,
    "deck.removed": {},
    "deck.leftover": "none",
    "deck.hand_size": {},
    "bidding.first_bidder": "left_of_dealer",
    "bidding.by": "player",
    "bidding.changes": "never",
    "bidding.zero": "nil",
    "bidding.team_minimum": 0,
    "bidding.team_minimum_breach": "illegal",
    "bidding.nil_partner_minimum": 0,
    "bidding.nil_partner_breach": "illegal",
    "bidding.first_round": "normal",
    "nil.made": 100,
    "nil.failed": -100,
    "nil.blind_made": 200,
    "nil.blind_failed": -200,
    "nil.scoring": "independent",
    "nil.failed_tricks": "bags",
    "nil.failed_bags_when_set": "bags_only",
    "nil.double": "independent",
    "nil.double_made": 200,
    "nil.double_failed": -200,
    "blind_bid.made_multiplier": 2,
    "blind_bid.failed_multiplier": 1,
    "blind_bid.overtricks": True,
    "blind_bid.exact": False,
    "special_bids.ten": {"made": 0, "failed": 0, "or_more": False},
    "special_bids.slam": {"made": 0, "failed": 0},
    "special_bids.boston": 0,
    "special_bids.boston_wins": False,
    "scoring.trick_points": 10,
    "scoring.overtrick_points": 1,
    "scoring.set": "minus_bid",
    "scoring.bag_limit": 10,
    "scoring.bag_penalty": -100,
    "scoring.bag_carry": "remainder",
    "scoring.bag_points_cancelled": False,
    "game.target": 500,
    "game.target_test": "at_least",
    "game.floor": 0,
    "game.floor_test": "at_or_below",
    "game.floor_effect": "side_loses",
    "game.tie": "extra_round",
    "game.sets_limit": 0,
    "game.consecutive_sets_limit": 0,
    "game.round_limit": 0,
    "game.forfeit_score": "as_it_stands",
    "game.forfeit_penalty": 0,
    "game.forfeit_credit": 0,
}
"""The defaults of parameters.md."""

_OTHER: dict[str, tuple[object, ...]] = {
    "table.redeal_by": ("same_dealer", "next_dealer"),
    "bidding.by": ("player", "last_partner", "team"),
    "bidding.zero": ("nil", "nil", "nil", "uncommitted"),
    "bidding.team_minimum": (0, 0, 4),
    "bidding.team_minimum_breach": ("illegal", "raised", "set"),
    "bidding.nil_partner_minimum": (0, 4),
    "bidding.nil_partner_breach": ("illegal", "raise_earlier"),
    "bidding.first_round": ("normal", "bids_itself"),
    "nil.made": (100, 50),
    "nil.failed": (-100, -50),
    "nil.blind_made": (200, 150),
    "nil.blind_failed": (-200, -150),
    "nil.scoring": ("independent", "independent", "linked"),
    "nil.failed_tricks": ("bags", "to_contract", "ignored"),
    "nil.failed_bags_when_set": ("none", "bags_only", "bags_and_points"),
    "nil.double": ("independent", "joint", "joint_no_loss"),
    "nil.double_made": (200, 400),
    "nil.double_failed": (-200, -300),
    "blind_bid.made_multiplier": (2, 3),
    "blind_bid.failed_multiplier": (1, 2),
    "blind_bid.overtricks": (True, False),
    "blind_bid.exact": (False, True),
    "special_bids.ten": (
        {"made": 0, "failed": 0, "or_more": False},
        {"made": 200, "failed": -100, "or_more": False},
        {"made": 150, "failed": -150, "or_more": True},
    ),
    "special_bids.slam": ({"made": 0, "failed": 0}, {"made": 500, "failed": -250}),
    "special_bids.boston": (0, 300),
    "special_bids.boston_wins": (False, True),
    "scoring.trick_points": (10, 5, 20),
    "scoring.overtrick_points": (1, 1, 0, -1, -10),
    "scoring.set": ("minus_bid", "zero", "minus_undertricks"),
    "scoring.bag_limit": (0, 3, 5, 10),
    "scoring.bag_penalty": (-100, -50),
    "scoring.bag_carry": ("remainder", "reset"),
    "scoring.bag_points_cancelled": (False, True),
    "game.target": (150, 250, 350, 500),
    "game.target_test": ("at_least", "more_than"),
    "game.floor": (0, -100, -200),
    "game.floor_test": ("at_or_below", "below"),
    "game.floor_effect": ("side_loses", "highest_wins"),
    "game.tie": ("extra_round", "shared"),
    "game.sets_limit": (0, 0, 0, 2, 4),
    "game.consecutive_sets_limit": (0, 0, 2, 3),
    "game.round_limit": (0, 0, 5, 8),
}
"""What a house may play by instead."""


class House(NamedTuple):
    """A ruleset as a request names it, and what it comes to at a table of this many players."""

    reference: Json
    rules: Rules
    players: int

    @property
    def hand_size(self) -> int:
        """The tricks of a round."""
        count = str(self.players)
        if count in self.rules["deck.hand_size"]:
            return int(self.rules["deck.hand_size"][count])
        cards = 52 + int(self.rules["deck.jokers"]) - len(self.rules["deck.removed"].get(count, ()))
        return -(-cards // self.players) if self.rules["deck.leftover"] == "dealt" else cards // self.players

    @property
    def has_pairs(self) -> bool:
        """Whether partners sit opposite each other."""
        return bool(self.rules["table.sides"] == "partnership")


@cache
def _preset(path: Path) -> tuple[str, Rules]:
    written = tomllib.loads(path.read_text())
    return written["name"], {
        f"{group}.{name}": stated["value"]
        for group, members in written["parameters"].items()
        for name, stated in members.items()
    }


def random_house(rng: Random) -> House:
    """Return a preset, mostly with house rules of its own."""
    name, stated = _preset(rng.choice(sorted(_PRESETS.glob("*.toml"))))
    own: Rules = {}
    if rng.random() < 0.4:
        count = rng.choice([2, 3, 3, 4, 5, 5, 6])
        leftover = rng.choice(["set_aside", "dealt"])
        deck = {"jokers": 0, "removed": {}, "top_trumps": [], "leftover": leftover, "hand_size": {}}
        own = {f"deck.{key}": value for key, value in {**deck, "formation": "deal"}.items()}
        own |= {"table.players": [count], "table.sides": "individual" if count < 6 else "partnership"}
    if rng.random() < 0.8:
        share = rng.random()
        own |= {each: rng.choice(values) for each, values in _OTHER.items() if rng.random() < share}
    by_team = own.get("bidding.by", stated.get("bidding.by", "player")) == "team"
    if own or by_team:
        own["bidding.changes"] = rng.choice(["never", "raise_until_opponents_bid"]) if by_team else "never"
    own |= _forfeits(rng) | {"bidding.first_bidder": rng.choice(["left_of_dealer", "dealer", "drawn_then_rotates"])}
    if own.get("deck.leftover") == "dealt" and own["bidding.first_bidder"] == "drawn_then_rotates":
        own["bidding.first_bidder"] = "dealer"  # without a dealer nobody knows who has one card more
    own |= {"play.opening_leader": "first_bidder", "game.target": rng.choice([150, 250, 350, 500])}
    own |= {"irregularities.revoke_tricks_go_to": "nobody"}
    rules = {**DEFAULTS, **stated, **own}
    for special in ("special_bids.ten", "special_bids.slam"):
        rules[special] = {**DEFAULTS[special], **rules[special]}
    overrides: Json = {}
    for each, value in own.items():
        group, key = each.split(".")
        overrides.setdefault(group, {})[key] = value
    return House({"name": name, "overrides": overrides}, rules, rng.choice(rules["table.players"]))


def _forfeits(rng: Random) -> Rules:
    way = rng.random()
    if way < 0.4:
        return {}
    if way < 0.7:
        return {"game.forfeit_score": "target_to_zero"}
    costs = {"penalty": rng.choice([0, -50, -200]), "credit": rng.choice([0, 40, 100])}
    return {f"game.forfeit_{name}": points for name, points in costs.items()}
