"""Rounds to judge under several rulesets, by what they are about."""

from __future__ import annotations

from collections.abc import Mapping

from tests.contract.bodies_claimed_rounds import CLAIMED
from tests.contract.bodies_rounds import RECORDS, RULINGS, irregular, revoked
from tests.contract.builders import BEFORE, Body, pagat


def under(body: Body, *rulesets: str | Body) -> Body:
    """Return a round record under its own ruleset and these."""
    record = {name: value for name, value in body.items() if name != "ruleset"}
    return {"rulesets": [body["ruleset"], *rulesets], **record}


def otherwise(body: Body, **groups: Mapping[str, object]) -> Body:
    """Return a round record under its own ruleset, and under the same with other house rules."""
    reference: Body = body["ruleset"] if isinstance(body["ruleset"], dict) else {"name": body["ruleset"]}
    overrides = reference.get("overrides", {})
    changed = {group: {**overrides.get(group, {}), **values} for group, values in groups.items()}
    return under(body, {**reference, "overrides": {**overrides, **changed}})


def bid_by_sides(bids: Mapping[str, int]) -> Body:
    """Return a round under a ruleset whose players bid, and under one whose sides do."""
    record = {name: value for name, value in RECORDS["finished"].items() if name != "bids"}
    return under({**record, "bids_by_player": bids}, pagat(bidding={"by": "team"}))


_PENALTIES = ("contract_set", "no_contract_points", "opponents_credited", "bridge_64", "none")
_CONTRADICTORY = RULINGS["a slip beside a sheet that is wrong"]
ROUND_COMPARISONS: Mapping[str, Body] = {
    "the same twice": under(RECORDS["finished"], "pagat"),
    "what a revoke costs": under(
        revoked(before=BEFORE), *(revoked(revoke_penalty=penalty)["ruleset"] for penalty in _PENALTIES)
    ),
    "a nil that a revoke spoils": otherwise(
        revoked(1, 1, 0, 1), irregularities={"revoke_and_nil": "untouched", "revoke_penalty": "none"}
    ),
    "a second revoke": otherwise(RULINGS["a second revoke"], irregularities={"repeat_revoke": "each"}),
    "a void round": otherwise(RULINGS["a void round"], irregularities={"wrong_count": "offender_set"}),
    "when a revoke is established": otherwise(
        RULINGS["taken back in time"], irregularities={"revoke_established": "at_once"}
    ),
    "a claim": otherwise(CLAIMED["a claim too early to be certain"], irregularities={"claims": "best_play"}),
    "play that was stopped": otherwise(CLAIMED["play that was stopped"], play={"spade_lead": "any_time"}),
    "calls": under(RULINGS["calls"], "pagat", irregular(false_accusation="same_penalty")),
    "spades led early": otherwise(RECORDS["spades led early"], play={"spade_lead": "any_time"}),
    "presets that are far apart": under(
        RECORDS["finished, with nil and names for the teams"],
        *("tournament-jja", "classic-partnership", "suicide", "tournament-jjdd"),
    ),
    "trumps of its own": otherwise(RECORDS["finished"], deck={"top_trumps": ["2H", "2D"]}),
    "a question that one of them answers": otherwise(RECORDS["blind nil, deficit not known"], nil={"blind": False}),
    "a sheet that is right under one of them": under(
        {**RULINGS["a sheet that is wrong"], "labels": {"table": "4"}}, pagat(scoring={"trick_points": 20}), "whiz"
    ),
    "two that can't read it": under(RECORDS["finished"], "cutthroat", "classic-solo", "two-player"),
    "sides that are not those of the ruleset": under(
        RECORDS["finished, with nil and names for the teams"], "classic-solo"
    ),
    "a first round of its own": under(RECORDS["finished"], pagat(bidding={"first_round": "bids_itself"})),
    "a nil bid by a side": bid_by_sides({"ana+cy": 0, "ben+dee": 5}),
    "bids by partners": bid_by_sides({"ana": 2, "cy": 2, "ben+dee": 5}),
    "short forms": under(RULINGS["short forms, cards by player, and a blind nil"], "nello", "whiz"),
    "cards that could not be read": under(RULINGS["cards that could not be read"], "nello"),
    "hands drawn": under(
        RECORDS["two players, hands drawn"], {"name": "two-player", "overrides": {"scoring": {"bag_limit": 1}}}
    ),
    "a pack that is not the same": under(RECORDS["three players"], {"name": "classic-solo", "options": ["jokers"]}),
    "a contradictory record": under(_CONTRADICTORY, "nello"),
}
