"""Random rulesets, from a seeded generator."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.table import JOKERS, STANDARD

Json = dict[str, Any]


def merged(parameters: Json, overrides: Json) -> Json:
    """Return these parameters with the overrides in their place."""
    result = {group: {**members, **overrides.get(group, {})} for group, members in parameters.items()}
    special = result["special_bids"]
    special["ten"] = {"failed": 0, "or_more": False, **special["ten"]}
    special["slam"] = {"failed": 0, **special["slam"]}
    return result


def random_overrides(rng: Random) -> Json:
    """Return overrides for any preset of four partners; a few sets of them still contradict themselves."""
    count = rng.choice([2, 3, 4, 4, 4, 5, 6])
    bidding, leaders = _bidding_rules(rng, count)
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count in {4, 6} and rng.random() < 0.75 else "individual",
        },
        "deck": _deck_rules(rng, count),
        "bidding": bidding,
        "nil": _nil_rules(rng),
        "blind_bid": {
            "allowed": rng.random() < 0.4,
            "minimum": rng.choice([2, 2, 3, 4]),
            "deficit": rng.choice([0, 50, 100]),
            "made_multiplier": rng.choice([1, 2, 3]),
            "failed_multiplier": rng.choice([1, 1, 2]),
            "overtricks": rng.random() < 0.6,
            "exact": rng.random() < 0.3,
        },
        "special_bids": {
            "ten": {
                "made": rng.choice([0, 150, 200]),
                "failed": rng.choice([0, -100, -200]),
                "or_more": rng.random() < 0.5,
            },
            "slam": {"made": rng.choice([0, 200, 500]), "failed": rng.choice([0, -130])},
            "boston": rng.choice([0, 0, 300]),
            "boston_wins": rng.random() < 0.4,
        },
        "play": {
            "opening_leader": rng.choice(leaders),
            "opening_card": rng.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": rng.choice(["normal", "normal", "no_spades", "all_lowest_club"]),
            "spade_lead": rng.choice(["after_broken", "after_broken", "any_time", "after_first_trick"]),
            "broken_by": rng.choice(["discard_only", "any_spade"]),
        },
        "scoring": {
            "trick_points": rng.choice([10, 10, 5]),
            "overtrick_points": rng.choice([1, 1, 0, -1, -10]),
            "set": rng.choice(["minus_bid", "zero", "minus_undertricks"]),
        },
        "bags": {
            "limit": rng.choice([0, 3, 5, 10]),
            "penalty": rng.choice([-100, -50]),
            "credit": rng.choice([0, 0, 0, 50]),
            "carry": rng.choice(["remainder", "reset"]),
            "points_cancelled": rng.random() < 0.3,
        },
    }
    if bidding["first_bidder"] == "drawn_then_rotates" and overrides["deck"]["leftover"] == "dealt":
        bidding["first_bidder"] = "dealer"
    if bidding["restriction"] != "none":
        overrides["nil"] |= {"exchange": 0, "blind_exchange": 0}
    return overrides


def random_end(rng: Random) -> Json:
    """Return a value for every parameter of the group ``game``; the end comes soon."""
    as_it_stands = rng.random() < 0.6
    return {
        "target": rng.choice([80, 120, 200, 500]),
        "target_test": rng.choice(["at_least", "more_than"]),
        "floor": rng.choice([0, 0, -100, -200]),
        "floor_test": rng.choice(["at_or_below", "below"]),
        "floor_effect": rng.choice(["side_loses", "highest_wins"]),
        "tie": rng.choice(["extra_round", "shared"]),
        "sets_limit": rng.choice([0, 0, 0, 2, 3]),
        "consecutive_sets_limit": rng.choice([0, 0, 1, 2, 2, 3]),
        "round_limit": rng.choice([0, 0, 0, 2, 4]),
        "forfeit_score": "as_it_stands" if as_it_stands else "target_to_zero",
        "forfeit_penalty": rng.choice([0, -50, -200]) if as_it_stands else 0,
        "forfeit_credit": rng.choice([0, 30, 100]) if as_it_stands else 0,
    }


def _deck_rules(rng: Random, count: int) -> Json:
    jokers = rng.choice([0, 0, 1, 2])
    whole = STANDARD + JOKERS[:jokers]
    removed = rng.sample(STANDARD, rng.choice([0, 0, 1, 2, 4]))
    top: list[str] = []
    if rng.random() < 0.3:
        left = [card for card in ("2D", "2S", "2C", "3H") if card not in removed]
        top = JOKERS[:jokers] + rng.sample(left, min(len(left), rng.randrange(1, 4)))
    most = (len(whole) - len(removed)) // count
    size = rng.choice([most, most, rng.randrange(4, most + 1)]) if count > 2 else rng.randrange(4, 14)
    # A last trick of one card has no turns that could go wrong: disputes need two.
    is_dealt = size == most and jokers == 1 and (len(whole) - len(removed)) % count != 1
    if count == 2 and rng.random() < 0.4:
        drawn: Json = {"jokers": 0, "removed": {}, "top_trumps": [], "leftover": "set_aside", "hand_size": {"2": 13}}
        return {**drawn, "formation": "draw"}
    return {
        "jokers": jokers,
        "removed": {str(count): removed},
        "top_trumps": top,
        "leftover": "dealt" if is_dealt else "set_aside",
        "hand_size": {} if size == most and (rng.random() < 0.5 or is_dealt) else {str(count): size},
        "formation": "deal",
    }


def _bidding_rules(rng: Random, count: int) -> tuple[Json, list[str]]:
    first = rng.choice(["left_of_dealer", "left_of_dealer", "dealer", "drawn_then_rotates"])
    if count == 2 and rng.random() < 0.5:
        first = "non_dealer"
    leaders = ["first_bidder", "high_bidder", "lowest_club"]
    if first != "drawn_then_rotates":
        leaders += ["left_of_dealer", "dealer"]
    rules: Json = {
        "first_bidder": first,
        "minimum": rng.choice([1, 1, 2]),
        "by": rng.choice(["player", "player", "last_partner", "team"]),
        "maximum": rng.choice([0, 0, 4]),
        "zero": rng.choice(["nil", "nil", "uncommitted", "not_allowed"]),
        "team_maximum": rng.choice([0, 0, 6, 10]),
        "team_minimum": rng.choice([0, 0, 3, 4]),
        "team_minimum_breach": rng.choice(["illegal", "raised", "set"]),
        "nil_partner_minimum": rng.choice([0, 3, 4]),
        "nil_partner_breach": rng.choice(["illegal", "raise_earlier"]),
        "table_total": rng.choice(["any", "any", "not_hand_size", "at_most_hand_size"]),
        "restriction": "none",
        "first_round": rng.choice(["normal", "normal", "bids_itself"]),
        "changes": "never",
    }
    if rules["by"] == "team":
        rules["changes"] = rng.choice(["never", "raise_until_opponents_bid", "raise_until_opponents_bid"])
    if rng.random() < 0.25:
        rules |= {
            "restriction": rng.choice(["mirror", "whiz", "suicide"]),
            "by": "player",
            "changes": "never",
            "zero": "nil",
            "minimum": 1,
            "maximum": 0,
            "team_maximum": 0,
            "team_minimum": 0,
            "nil_partner_minimum": rng.choice([0, 0, 4]) if count in {4, 6} else 0,
            "table_total": "any",
        }
        if rules["restriction"] in {"mirror", "whiz"}:
            rules["nil_partner_minimum"] = 0
    return rules, leaders


def _nil_rules(rng: Random) -> Json:
    exchange = rng.choice([0, 0, 0, 1, 2])
    return {
        "made": rng.choice([100, 50]),
        "failed": rng.choice([-100, -50]),
        "blind": rng.random() < 0.5,
        "blind_made": 200,
        "blind_failed": rng.choice([-200, -100]),
        "blind_deficit": rng.choice([0, 100]),
        "scoring": rng.choice(["independent", "independent", "linked"]),
        "failed_tricks": rng.choice(["bags", "to_contract", "ignored"]),
        "failed_bags_when_set": rng.choice(["none", "bags_only", "bags_and_points"]),
        "both_partners": rng.choice(["allowed", "allowed", "forbidden"]),
        "double": rng.choice(["independent", "joint", "joint_no_loss"]),
        "double_made": rng.choice([200, 400]),
        "double_failed": rng.choice([-200, -150]),
        "exchange": exchange,
        "blind_exchange": rng.choice([exchange, 0, 2]),
    }
