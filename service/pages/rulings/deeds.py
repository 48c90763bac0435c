"""Offences in short: who did what, in which tricks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from service.json_types import Json
from service.spades.english import count_of, listed

_DEEDS: Mapping[str, str] = MappingProxyType(
    {
        "wrong_hand_size": "held the wrong number of cards",
        "illegal_draw": "drew against the rules",
        "illegal_exchange": "passed cards against the rules",
        "bid_out_of_turn": "bid out of turn",
        "bid_repeated": "bid a second time",
        "bid_too_low": "bid too low",
        "bid_too_high": "bid too high",
        "bid_not_allowed": "made a bid that is not allowed",
        "blind_bid_not_allowed": "made a blind bid that is not allowed",
        "team_bid_too_low": "bid too low as a side",
        "team_bid_too_high": "bid too high as a side",
        "nil_partner_bid_too_low": "bid too low beside a nil",
        "table_total_not_allowed": "brought the bids to a total that is not allowed",
        "revoke": "revoked",
        "revoke_corrected": "took back a revoke",
        "illegal_spade_lead": "led a spade too early",
        "illegal_opening_card": "led a card that may not open the round",
        "illegal_first_trick_card": "played a card that is not allowed there",
        "out_of_turn": "played out of turn",
        "wrong_leader": "led out of turn",
        "false_accusation": "wrongly called a revoke",
        "claim_failed": "claimed too many tricks",
        "claim_too_early": "claimed tricks too early",
        "claim_not_allowed": "claimed tricks, which is not allowed",
    }
)
_OF_SIDES = {"team_bid_too_low", "team_bid_too_high"}
"""Offences of a whole side: its name stands for the player's."""


def deeds_in_words(offences: Iterable[Json]) -> str:
    """Return who did what, each player and each kind of offence once; empty for no offences.

    >>> deeds_in_words([{"code": "revoke", "player": "W", "trick": 5}, {"code": "revoke", "player": "W", "trick": 10}])
    'W revoked in tricks 5 and 10'
    """
    return "; ".join(deeds_by_offender(offences))


def deeds_by_offender(offences: Iterable[Json]) -> list[str]:
    """Return for each player or side with an offence what they did."""
    by_offender: dict[str, dict[str, list[Json]]] = {}
    for each in offences:
        by_offender.setdefault(_offender(each), {}).setdefault(_deed(each), []).append(each)
    return [
        f"{offender} {listed([deed + _occasions(alike) for deed, alike in deeds.items()])}"
        for offender, deeds in by_offender.items()
    ]


def _offender(offence: Json) -> str:
    first, second = ("team", "player") if offence["code"] in _OF_SIDES else ("player", "team")
    return str(offence.get(first) or offence.get(second) or "somebody")


def _deed(offence: Json) -> str:
    """Return what was done; a code of a later service in its own words."""
    evidence = offence.get("evidence", {})
    if offence["code"] == "wrong_hand_size" and {"listed", "dealt"} <= set(evidence):
        return f"held {count_of(evidence['listed'], 'card')} instead of {evidence['dealt']}"
    return _DEEDS.get(offence["code"], f"committed '{offence['code'].replace('_', ' ')}'")


def _occasions(alike: list[Json]) -> str:
    """Return the tricks of offences of one kind; without tricks, their number if there are several."""
    tricks = list(dict.fromkeys(str(each["trick"]) for each in alike if "trick" in each))
    if tricks:
        return f" in trick{'' if len(tricks) == 1 else 's'} {listed(tricks)}"
    return f" {len(alike)} times" if len(alike) > 1 else ""
