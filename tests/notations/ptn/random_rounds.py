"""Rounds of the presets in the forms that PTN holds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from service.notations.round_parts import cards_in_order
from tests.spades.builders.cards import Json
from tests.spades.builders.random_players import ALL_HOUSES, Played, play, seeds


def rounds() -> st.SearchStrategy[Json]:
    """Return rounds of six houses, of players with names as people have them and as they try a notation."""
    letters = st.characters(exclude_categories=("C", "Zl", "Zp"), exclude_characters="+")
    odd = ("ana", "Ben", "Ana Maria", "N", "S", "E", "W", "?", "-", "%x", "a;b", 'the "ace"', "back\\slash", "\\u0041")
    names = st.sampled_from(odd) | st.text(letters, min_size=1, max_size=8)
    lists = st.lists(names, min_size=6, max_size=6, unique=True)
    played = st.builds(play, st.sampled_from(ALL_HOUSES), seeds, st.sampled_from((0.5, 1.0)))
    return st.builds(_round, played, lists, seeds)


def _round(played: Played, names: Sequence[str], seed: int) -> Json:
    """Return a played round without what PTN has no place for: columns by seat, the first trick's leader at most."""
    luck = random.Random(seed)
    request = played.request
    held: Json = {"players": request["players"]}
    if "dealer" in request and luck.random() < 0.7:
        held["dealer"] = request["dealer"]
    if luck.random() < 0.3:
        held["round_number"] = luck.randint(1, 1000)
    hands = {
        player: cards_in_order(["??" if luck.random() < 0.03 else card for card in cards])
        for player, cards in request["hands"].items()
        if luck.random() < 0.8
    }
    if hands:
        held["hands"] = hands
    if left := cards_in_order(luck.sample(["2C", "2D", "BJ", "KS", "??"], luck.randint(0, 3))):
        held["set_aside"] = left
    if luck.random() < 0.5:
        held["exchanges"] = _exchanges(request, luck)
    held |= {**_bids(request, luck), "tricks": _tricks(request, luck), **_labels(luck)}
    if luck.random() < 0.5:
        held |= _scores(held, luck)
    renaming: Json = _renamed(held, dict(zip(request["players"], names, strict=False)))
    return renaming


def _exchanges(request: Json, luck: random.Random) -> list[Json]:
    """Return cards that two partners passed each other, or none."""
    players = request["players"]
    if luck.random() < 0.3 or len(players) < 4:
        return []
    one, other = players[0], players[2]
    given, received = (luck.sample(request["hands"][player], 2) for player in (one, other))
    return [{"from": one, "to": other, "cards": given}, {"from": other, "to": one, "cards": received}]


def _bids(request: Json, luck: random.Random) -> Json:
    """Return the bids in order, some of them by player, or none."""
    bids = [{**bid, **({"blind": True} if luck.random() < 0.2 else {})} for bid in request["bids"]]
    if luck.random() < 0.5:
        return {"bids": bids}
    if luck.random() < 0.1:
        return {}
    kept = [bid for bid in bids if luck.random() < 0.9] or bids[:1]
    blind = sorted((bid["player"] for bid in kept if "blind" in bid), key=request["players"].index)
    held = {"bids_by_player": {bid["player"]: bid["tricks"] for bid in kept}}
    return {**held, "blind_bidders": blind} if blind else held


def _tricks(request: Json, luck: random.Random) -> list[Json]:
    """Return the first tricks, the last of them perhaps unfinished, with a card here and there that is unreadable."""
    kept = [list(trick["plays"]) for trick in request["tricks"][: luck.choice((0, 1, 5, 13, 52))]]
    if kept and luck.random() < 0.5:
        del kept[-1][luck.randint(1, len(request["players"])) :]
    tricks: list[Json] = [{"cards_by_player": {each["player"]: each["card"] for each in plays}} for plays in kept]
    for trick, plays in zip(tricks, kept, strict=True):
        if luck.random() < 0.1:
            trick["cards_by_player"][plays[-1]["player"]] = "??"
    if tricks and luck.random() < 0.9:
        tricks[0]["leader"] = kept[0][0]["player"]
    return tricks


def _labels(luck: random.Random) -> Json:
    return {"labels": {"Table": "4", "GameId": "a-1"}} if luck.random() < 0.5 else {}


def _scores(held: Json, luck: random.Random) -> Json:
    """Return scores before a round that is not played out, and else as the label that they are then."""
    players = held["players"]
    scores = luck.sample(range(-500, 900), len(players))
    if len(held["tricks"]) >= max(map(len, held.get("hands", {}).values()), default=0):
        return {"labels": {"GameScores": f"S:{' '.join(map(str, scores))}"}}
    pairs = list(zip(players[:2], players[2:], strict=True)) if len(players) == 4 and luck.random() < 0.5 else []
    sides = ["+".join(pair) for pair in pairs] or players
    return {"before": {side: {"score": score} for side, score in zip(sides, scores, strict=False)}}


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return JSON in which names are others, also those of sides."""
    if isinstance(value, dict):
        return {_renamed(key, names): _renamed(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_renamed(each, names) for each in value]
    if isinstance(value, str):
        return "+".join(names.get(name, name) for name in value.split("+"))
    return value
