"""The names that parameters had before rulesets were two tables, each with what to write today.

Whoever sends one is told the new name, with the value as it is written today.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

FORMER_NAMES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{
            f"bidding.{name}": f"bids.{name}"
            for name in ("first_bidder", "by", "changes", "restriction", "first_round")
        },
        "bidding.minimum": "bids.number.least",
        "bidding.maximum": "bids.number.most",
        "bidding.zero": "bids.nil.allowed",
        "bidding.team_minimum": "bids.side_least",
        "bidding.team_maximum": "bids.side_most",
        "bidding.team_minimum_breach": "bids.side_breach",
        "bidding.nil_partner_minimum": "bids.partner_of_nil.least",
        "bidding.nil_partner_breach": "bids.partner_of_nil.breach",
        "bidding.table_total": "bids.table.not_hand_size",
        "nil.made": "bids.nil.made",
        "nil.failed": "bids.nil.failed",
        "nil.blind": "bids.blind_nil.allowed",
        "nil.blind_made": "bids.blind_nil.made",
        "nil.blind_failed": "bids.blind_nil.failed",
        "nil.blind_deficit": "bids.blind_nil.deficit",
        "nil.scoring": "bids.linked",
        "nil.failed_tricks": "bids.nil.failed_tricks",
        "nil.failed_bags_when_set": "bids.nil.failed_bags_when_set",
        "nil.both_partners": "bids.both_nil.how",
        "nil.double": "bids.both_nil.how",
        "nil.double_made": "bids.both_nil.made",
        "nil.double_failed": "bids.both_nil.failed",
        "nil.exchange": "bids.nil.exchange",
        "nil.blind_exchange": "bids.blind_nil.exchange",
        "blind_bid.allowed": "bids.blind.allowed",
        "blind_bid.minimum": "bids.blind.least",
        "blind_bid.deficit": "bids.blind.deficit",
        "blind_bid.made_multiplier": "bids.blind.made",
        "blind_bid.failed_multiplier": "bids.blind.failed",
        "blind_bid.overtricks": "bids.blind.overtrick",
        "blind_bid.exact": "bids.blind.exact",
        **{f"special_bids.{name}": "contracts" for name in ("ten", "slam", "boston", "boston_wins")},
        "scoring.trick_points": "bids.number.made",
        "scoring.overtrick_points": "bids.number.overtrick",
        "scoring.set": "bids.number.failed",
        "scoring.bag_limit": "bags.limit",
        "scoring.bag_penalty": "bags.penalty",
        "scoring.bag_carry": "bags.carry",
        "scoring.bag_points_cancelled": "bags.points_cancelled",
        "irregularities.revoke_penalty": "penalties.revoke.remedy",
        "irregularities.revoke_tricks": "penalties.revoke.tricks",
        "irregularities.revoke_tricks_go_to": "penalties.revoke.to",
        "irregularities.repeat_revoke": "penalties.revoke.repeat",
        "irregularities.revoke_and_nil": "penalties.revoke.nil",
        "irregularities.false_accusation": "penalties.false_call.remedy",
        "irregularities.illegal_spade_lead": "penalties.early_spade.as",
        "irregularities.out_of_turn": "penalties.play_out_of_turn.remedy",
        "irregularities.wrong_count": "penalties.wrong_count.remedy",
        "irregularities.revoke_established": "calls.established",
        "irregularities.accusation_until": "calls.until",
        "irregularities.call_names": "calls.names",
        "irregularities.claims": "claims.test",
        "irregularities.failed_claim": "claims.failed",
    }
)
FORMER_GROUPS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        **dict.fromkeys(("bidding", "nil", "blind_bid"), ("bids",)),
        "special_bids": ("contracts",),
        "scoring": ("bids", "bags"),
        "irregularities": ("penalties", "calls", "claims"),
    }
)
"""The groups that have gone, each with those that have its parameters today."""

_Today = dict[str, Any]
"""Parameters of today by name, with their values."""
_POINTS: Final = frozenset(
    f"nil.{name}" for name in ("made", "failed", "blind_made", "blind_failed", "double_made", "double_failed")
)
"""The numbers that are points once today, as a worth."""
_A_TRICK: Final = 10
"""What a trick was worth by default, which multipliers and `scoring.set` began with."""


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _ten(value: Any) -> _Today:
    most = {} if value.get("or_more") else {"most": 10}
    return {"contracts": [{"least": 10, **most, **_worths(value)}]}


def _worths(value: Any) -> _Today:
    return {**{name: {"points": value[name]} for name in ("made", "failed") if value.get(name)}, "instead": True}


def _words(parameter: str, **values: Any) -> Callable[[Any], _Today]:
    """Return what turns each of these words into the value of a parameter today, and leaves any other as it is."""
    return lambda value: {parameter: values.get(str(value).lower(), value)}


_FORMS: Final[Mapping[str, Callable[[Any], _Today]]] = MappingProxyType(
    {
        "bidding.zero": lambda value: (
            {"bids.zero.allowed": True, "bids.nil.allowed": False}
            if value == "uncommitted"
            else {"bids.nil.allowed": value == "nil"}
        ),
        "bidding.maximum": lambda value: {"bids.number.most": value, "bids.blind.most": value},
        "bidding.table_total": lambda value: (
            {"bids.table.most": 13} if value == "at_most_hand_size" else {"bids.table.not_hand_size": value != "any"}
        ),
        "nil.scoring": lambda value: {"bids.linked": value == "linked"},
        "nil.both_partners": _words("bids.both_nil.how", allowed="each"),
        "nil.double": _words("bids.both_nil.how", independent="each"),
        "nil.failed_tricks": lambda value: {f"bids.{kind}.failed_tricks": value for kind in ("nil", "blind_nil")},
        "nil.failed_bags_when_set": lambda value: {
            f"bids.{kind}.failed_bags_when_set": value for kind in ("nil", "blind_nil")
        },
        "blind_bid.made_multiplier": lambda value: {"bids.blind.made": {"per_trick": _A_TRICK * value}},
        "blind_bid.failed_multiplier": lambda value: {"bids.blind.failed": {"per_trick": -_A_TRICK * value}},
        "blind_bid.overtricks": lambda value: {"bids.blind.overtrick": int(bool(value))},
        "special_bids.ten": _ten,
        "special_bids.slam": lambda value: {"contracts": [_worths(value)]},
        "special_bids.boston": lambda value: {"contracts": [{"bid": False, "made": {"points": value}}]},
        "special_bids.boston_wins": lambda value: {
            "contracts": [{**row, "made": {}, "wins_game": True} for row in ({}, {"bid": False}) if value]
        },
        "scoring.trick_points": lambda value: {
            "bids.number.made": {"per_trick": value},
            "bids.number.failed": {"per_trick": -value},
        },
        "scoring.set": _words(
            "bids.number.failed",
            minus_bid={"per_trick": -_A_TRICK},
            minus_undertricks={"per_missing_trick": -_A_TRICK},
            zero={},
        ),
        "irregularities.revoke_penalty": _words(
            "penalties.revoke.remedy",
            contract_set="set",
            no_contract_points="no_points",
            opponents_credited="credit_opponents",
        ),
        "irregularities.repeat_revoke": _words("penalties.revoke.repeat", same_suit_once="once_a_suit"),
        "irregularities.false_accusation": lambda value: (
            {"penalties.false_call.as": "revoke"}
            if value == "same_penalty"
            else {"penalties.false_call.remedy": "set" if value == "contract_set" else value}
        ),
        "irregularities.illegal_spade_lead": _words("penalties.early_spade.as", as_revoke="revoke", stands="none"),
        "irregularities.out_of_turn": lambda value: {
            f"penalties.{row}_out_of_turn.{'as' if value == 'as_revoke' else 'remedy'}": (
                "revoke" if value == "as_revoke" else "none" if value == "stands" else value
            )
            for row in ("lead", "play")
        },
        "irregularities.wrong_count": _words("penalties.wrong_count.remedy", void_round="redeal", offender_set="set"),
    }
)
"""How a value is written today, where that is not the same, by the former name of its parameter."""


def as_today(former: str, value: Any) -> Mapping[str, Any]:
    """Return what a parameter of a former name and its value are today, as far as the value makes sense.

    >>> as_today("nil.made", 50), as_today("bidding.minimum", 4)
    ({'bids.nil.made': {'points': 50}}, {'bids.number.least': 4})
    >>> as_today("special_bids.ten", {"made": 200, "failed": -100})
    {'contracts': [{'least': 10, 'most': 10, 'made': {'points': 200}, 'failed': {'points': -100}, 'instead': True}]}
    """
    if former in _POINTS and _whole(value):
        return {FORMER_NAMES[former]: {"points": value} if value else {}}
    makes_sense = {
        **dict.fromkeys(("special_bids.ten", "special_bids.slam"), isinstance(value, dict) and bool(value.get("made"))),
        **dict.fromkeys(("blind_bid.made_multiplier", "blind_bid.failed_multiplier"), _whole(value)),
        **dict.fromkeys(("scoring.trick_points", "special_bids.boston"), _whole(value)),
    }
    if former in _FORMS and makes_sense.get(former, not isinstance(value, dict | list)):
        return _FORMS[former](value)
    return {FORMER_NAMES[former]: value}
