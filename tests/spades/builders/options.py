"""What the tests look at in the answers of `checkBids` and `listLegalPlays`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tests.spades.builders.cards import Json
from tests.spades.builders.rulesets import rules

Bids = dict[str, list[int]]


def closed(answer: Json) -> dict[str, Bids]:
    """Return the closed bids by code and parameter, then by kind."""
    rows: dict[str, list[Json]] = {}
    for each in answer["closed"]:
        assert each["detail"]
        assert each["rule"]["text"]
        rows.setdefault(f"{each['code']} {each['rule']['parameter']}", []).append(each)
    return {why: by_kind(each) for why, each in rows.items()}


def by_kind(rows: Iterable[Json]) -> Bids:
    """Return bids by kind, each by itself where a row has several."""
    kinds: Bids = {}
    for each in rows:
        most = each["up_to"] if "up_to" in each else each["tricks"]
        kinds.setdefault(each["kind"], []).extend(upto(most, each["tricks"]))
    return kinds


def upto(most: int, least: int = 1) -> list[int]:
    return list(range(least, most + 1))


def house(players: int = 4, /, **groups: Mapping[str, object]) -> Json:
    """Return the rules of pagat without blind nil, and with these parameters."""
    return rules(players, **{**groups, "bids": {"blind_nil": {"allowed": False}, **groups.get("bids", {})}})


def barred(answer: Json) -> dict[str, str]:
    """Return for each illegal card its code and the parameter behind it."""
    assert all(each["detail"] and each["rule"]["text"] for each in answer["illegal"])
    return {
        card: f"{each['code']} {each['rule'].get('parameter')}" for each in answer["illegal"] for card in each["cards"]
    }
