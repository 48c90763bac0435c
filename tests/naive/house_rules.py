"""Random rulesets, from a seeded generator."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.table import JOKERS, STANDARD

Json = dict[str, Any]

OFFENCES = (
    *("revoke", "early_spade", "opening_card", "first_trick_card", "lead_out_of_turn", "play_out_of_turn"),
    *("card_taken_back", "illegal_bid", "bid_out_of_turn", "wrong_count", "false_call"),
)
"""The rows of the table of penalties."""
OF_CARDS = OFFENCES[:6]
"""Those of cards that were played to a trick."""
WHOLE = {"made", "failed", "removed", "hand_size", "contracts"}
"""Members that an override replaces whole: worths, maps and lists."""


def merged(parameters: Json, overrides: Json) -> Json:
    """Return these parameters with the overrides in their place; a row's remedy replaces the row that it was like."""
    result = dict(parameters)
    for name, value in overrides.items():
        is_row = isinstance(value, dict) and name not in WHOLE
        result[name] = merged(parameters.get(name, {}), value) if is_row else value
    if "remedy" in overrides and "as" in parameters and "as" not in overrides:
        result["as"] = "none"
    return result


def random_overrides(rng: Random) -> Json:
    """Return overrides for any preset of four partners; a few sets of them still contradict themselves."""
    count = rng.choice([2, 3, 4, 4, 4, 5, 6])
    bids, leaders = _bid_rules(rng, count)
    overrides: Json = {
        "table": {
            "players": [count],
            "sides": "partnership" if count in {4, 6} and rng.random() < 0.75 else "individual",
        },
        "deck": _deck_rules(rng, count),
        "bids": bids,
        "contracts": _contracts(rng),
        "play": {
            "opening_leader": rng.choice(leaders),
            "opening_card": rng.choice(["non_spade", "any", "lowest_club"]),
            "first_trick": rng.choice(["normal", "normal", "no_spades", "all_lowest_club"]),
            "spade_lead": rng.choice(["after_broken", "after_broken", "any_time", "after_first_trick"]),
            "broken_by": rng.choice(["discard_only", "any_spade"]),
        },
        "bags": {
            "limit": rng.choice([0, 3, 5, 10]),
            "penalty": rng.choice([-100, -50]),
            "credit": rng.choice([0, 0, 0, 50]),
            "carry": rng.choice(["remainder", "reset"]),
            "points_cancelled": rng.random() < 0.3,
        },
    }
    if bids["first_bidder"] == "drawn_then_rotates" and overrides["deck"]["leftover"] == "dealt":
        bids["first_bidder"] = "dealer"
    return overrides


def random_ruleset(rng: Random) -> Json:
    """Return overrides with a value of every group of parameters; a few sets of them still contradict themselves."""
    overrides = random_overrides(rng)
    table = overrides["table"]
    partners = table["sides"] == "partnership"
    sides = table["players"][0] // (2 if partners else 1)
    overrides["table"] = {
        **table,
        "redeal_by": rng.choice(["same_dealer", "next_dealer"]),
        "misdeal": rng.choice([[], ["no_spade"], ["no_spade", "no_face_card"]]),
    }
    claims = {
        "test": rng.choice(["certain", "by_statement", "best_play", "not_allowed"]),
        "failed": rng.choice(["doubtful_tricks", "all_tricks", "play_on"]),
    }
    return {**overrides, "game": random_end(rng), **random_penalties(rng, sides), "claims": claims}


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


def random_penalties(rng: Random, sides: int) -> Json:
    """Return overrides for the groups ``penalties`` and ``calls``, for a table of so many sides."""
    rows = {name: _penalty(rng, name, sides) for name in OFFENCES if name == "revoke" or rng.random() < 0.7}
    own = [name for name in rows if name != "revoke"]
    for name in OFFENCES[1:]:
        if rng.random() < (0.4 if name == "early_spade" else 0.2):
            like = "revoke" if rng.random() < 0.6 else rng.choice([each for each in own if each != name] or ["revoke"])
            row = {"as": like}
            if name in OF_CARDS:
                row["repeat"] = rng.choice(["each", "once_a_suit"])
            own = [each for each in own if each != name]
            rows[name] = row
    for row in rows.values():
        if row.get("as", "revoke") != "revoke" and "as" in rows.get(row["as"], {}):
            row["as"] = "revoke"  # who is like another can't be what a third is like
    if own and all(row.get("as") != "revoke" for row in rows.values()) and rng.random() < 0.3:
        rows["revoke"] = {"as": rng.choice(own), "repeat": rng.choice(["each", "once_a_suit", "forfeit_game"])}
    calls = {
        "established": rng.choice(["next_player_plays", "next_trick_led", "offending_side_plays_next", "at_once"]),
        "until": rng.choice(["next_trick_led", "end_of_round", "next_deal"]),
        "names": rng.choice(["player", "player", "trick"]),
    }
    return {"penalties": rows, "calls": calls}


def _penalty(rng: Random, name: str, sides: int) -> Json:
    """Return a row of the table of penalties."""
    remedies = ["tricks", "tricks", "points", "set", "no_points", "credit_opponents", "forfeit_game"]
    if name in OF_CARDS:
        remedies += ["bridge_64", "none"]
    else:
        remedies += ["none", "none"]
    remedies += ["redeal"] * (4 if name == "wrong_count" else 1)
    remedy = rng.choice(remedies)
    takes_tricks = remedy in {"tricks", "bridge_64"}
    repeats = ["each"] + ["once_a_suit"] * (name in OF_CARDS) + ["forfeit_game"] * (name == "revoke")
    return {
        "remedy": remedy,
        "tricks": rng.choice([0, 1, 1, 2, 2, 3, 3, 3, 5]),
        "points": rng.choice([-200, -50, -10]) if remedy == "points" else 0,
        "to": rng.choice(["nobody", "opponents"]) if sides == 2 or not takes_tricks else "nobody",
        "repeat": rng.choice(repeats),
        "nil": rng.choice(["fails", "no_points", "untouched"]),
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


def _bid_rules(rng: Random, count: int) -> tuple[Json, list[str]]:
    first = rng.choice(["left_of_dealer", "left_of_dealer", "dealer", "drawn_then_rotates"])
    if count == 2 and rng.random() < 0.5:
        first = "non_dealer"
    leaders = ["first_bidder", "high_bidder", "lowest_club"]
    if first != "drawn_then_rotates":
        leaders += ["left_of_dealer", "dealer"]
    zeros = rng.choice([*["nil"] * 4, "both", "both", "zero", "zero", "neither"])
    linked = rng.random() < 0.3
    exchange = rng.choice([0, 0, 0, 1, 2])
    number_least, blind = rng.choice([1, 1, 2]), rng.random() < 0.4
    rules: Json = {
        "first_bidder": first,
        "by": rng.choice(["player", "player", "last_partner", "team"]),
        "number": _numbers(rng, rng.choice([0, 0, 4]))
        | {"allowed": not blind or rng.random() < 0.95, "least": number_least, "deficit": rng.choice([0] * 19 + [50])},
        "zero": {"allowed": zeros in {"both", "zero"}, "deficit": rng.choice([0, 0, 0, 50]), **_per_side(rng)},
        "nil": _nils(rng, 100, exchange)
        | {"allowed": zeros in {"both", "nil"}, "deficit": rng.choice([0] * 5 + [100])},
        "blind": _numbers(rng, rng.choice([0, 0, 5]))
        | {"allowed": blind, "least": rng.choice([2, 2, 3, 4]), "deficit": rng.choice([0, 50, 100])},
        "blind_nil": _nils(rng, 200, rng.choice([exchange, 0, 2]))
        | {"allowed": rng.random() < 0.4, "deficit": rng.choice([0, 0, 100])},
        "side_least": rng.choice([0, 0, 3, 4]),
        "side_most": rng.choice([0, 0, 6, 10]),
        "side_breach": rng.choice(["illegal", "raised", "set"]),
        "partner_of_nil": {"least": rng.choice([0, 3, 4]), "breach": rng.choice(["illegal", "raise_earlier"])},
        "both_nil": {
            "how": rng.choice(["each", "each", "joint", "joint_no_loss", "forbidden"]),
            "made": {"points": rng.choice([200, 400])},
            "failed": {"points": rng.choice([-200, -150])},
            "tricks": rng.choice(["as_each", "none"]),
        },
        "linked": linked,
        "table": _totals(rng, count),
        "restriction": "none",
        "first_round": rng.choice(["normal", "normal", "bids_itself"]),
        "changes": "never",
    }
    if rules["by"] == "team":
        rules["changes"] = rng.choice(["never", "raise_until_opponents_bid", "raise_until_opponents_bid"])
    if rng.random() < 0.25:
        _restrict(rng, rules, count)
    return rules, leaders


def _restrict(rng: Random, rules: Json, count: int) -> None:
    """Let the cards, or the partner's bid, decide what a player has to bid."""
    restriction = rng.choice(["mirror", "whiz", "suicide"])
    least = rng.choice([0, 0, 4]) if count in {4, 6} and restriction == "suicide" else 0
    free = {"deficit": 0, "per_side": 0}
    rules |= {
        "restriction": restriction,
        "by": "player",
        "changes": "never",
        "number": rules["number"] | free | {"allowed": True, "least": 1, "most": 0},
        "zero": {"allowed": False},
        "nil": rules["nil"] | {"allowed": True, "exchange": 0, "deficit": 0, "per_side": 0},
        "blind_nil": rules["blind_nil"] | {"exchange": 0},
        "side_most": 0,
        "side_least": 0,
        "partner_of_nil": rules["partner_of_nil"] | {"least": least},
        "table": {"least": 0, "most": 0, "not": [], "not_hand_size": False, "breach": "illegal"},
    }


def _per_side(rng: Random) -> Json:
    return {"per_side": rng.choice([0, 0, 0, 1, 2])}


def _numbers(rng: Random, most: int) -> Json:
    """Return what a row of numbers has in common with one of blind numbers."""
    rate = rng.choice([10, 10, 5, 20])
    made: Json = rng.choice(
        [{"per_trick": rate}, {"per_trick": rate}, {"points": 30, "per_trick": rate}, {"points": 70}]
    )
    failed: Json = rng.choice(
        [
            *({"per_trick": -rate}, {"per_trick": -rate}, {}, {"per_missing_trick": -rate}, {"points": -50}),
            {"points": -20, "per_trick": -rate, "per_missing_trick": -3},
        ]
    )
    return {
        "most": most,
        "per_side": rng.choice([0] * 9 + [1]),
        "exact": rng.random() < 0.2,
        "made": made,
        "failed": failed,
        "overtrick": rng.choice([1, 1, 0, -1, -10]),
    }


def _nils(rng: Random, points: int, exchange: int) -> Json:
    return {
        **_per_side(rng),
        "made": rng.choice([{"points": points}, {"points": points // 2}, {}]),
        "failed": rng.choice([{"points": -points}, {"points": -50}, {}]),
        "failed_tricks": rng.choice(["bags", "bags", "bags_without_points", "to_contract", "ignored"]),
        "failed_bags_when_set": rng.choice(["none", "bags_only", "bags_and_points"]),
        "counts_as_set": rng.random() < 0.3,
        "exchange": exchange,
    }


def _totals(rng: Random, count: int) -> Json:
    """Return to what the bids may add up; mostly to anything."""
    rules: Json = {"least": 0, "most": 0, "not": [], "not_hand_size": False, "breach": "illegal"}
    if rng.random() < 0.4:
        return rules
    limits: list[Json] = [{"least": 6}, {"most": 9}, {"most": 13}, {"not": [8]}, {"not": [7, 10]}]
    limits.append({"not_hand_size": True})
    more: list[Json] = [{}, {}, {"least": count}, {"not": [9]}, {"not_hand_size": True}]
    breach = rng.choice(["illegal", "illegal", "redeal"])
    return {**rules, **rng.choice(limits), **rng.choice(more), "breach": breach}


def _contracts(rng: Random) -> list[Json]:
    """Return rows for contracts of a certain size, and for tricks taken without one."""
    rows: list[Json] = []
    for _ in range(rng.choice([0, 0, 1, 1, 2, 3])):
        least = rng.choice([0, 0, 3, 5, 6, 8])
        row: Json = {"least": least, "made": rng.choice([{}, {"points": 100}, {"points": 40, "per_trick": 3}])}
        row |= {"most": rng.choice([0, least, least + 2])} if least else {}
        row |= rng.choice([{}, {}, {"blind": "with"}, {"blind": "without"}, {"blind": "any"}])
        row |= rng.choice([{}, {"failed": {"points": -100}}, {"failed": {"per_missing_trick": -7, "per_trick": -2}}])
        row |= {"instead": True} if rng.random() < 0.4 else {}
        row |= {"wins_game": True} if rng.random() < 0.25 else {}
        rows.append(row)
    if rng.random() < 0.4:
        least = rng.choice([0, 0, 0, 5, 7])
        row = {"least": least, "bid": False, "made": rng.choice([{}, {"points": 300}, {"per_trick": 7}])}
        rows.append(row | ({"wins_game": True} if rng.random() < 0.4 else {}))
    return rows
