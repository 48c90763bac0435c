"""Rounds of the presets in the forms that PTN holds."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import strategies as st

from service.notations.round_parts import cards_in_order
from tests.notations.records import renamed
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
    players = request["players"]
    hands = {
        player: cards_in_order(["??" if luck.random() < 0.03 else card for card in cards])
        for player, cards in request["hands"].items()
        if luck.random() < 0.8
    }
    held: Json = {
        "dealer": request.get("dealer"),
        "round_number": luck.choice((None, 1, 1000)),
        "hands": hands,
        "set_aside": cards_in_order(luck.sample(["2C", "2D", "BJ", "KS", "??"], luck.randint(0, 3))),
        "labels": luck.choice((None, {"Table": "4", "GameId": "a-1"})),
        **_bids(request, luck),
    }
    held = {name: value for name, value in held.items() if value and luck.random() < 0.8}
    if "blind_bidders" in held and "bids_by_player" not in held:
        del held["blind_bidders"]
    if luck.random() < 0.5:
        pair = (players[0], players[-2])
        cards = [luck.sample(request["hands"][player], 2) for player in pair]
        passed = [{"from": pair[way], "to": pair[1 - way], "cards": cards[way]} for way in (0, 1)]
        held["exchanges"] = passed if len(players) > 3 and luck.random() < 0.7 else []
    held = {"players": players, **held, "tricks": _tricks(request, luck)}
    if luck.random() < 0.5:
        held |= _scores(held, luck)
    return renamed(held, names)


def _bids(request: Json, luck: random.Random) -> Json:
    """Return the bids in order, or some of them by player."""
    bids = [
        {**bid, **({"kind": "blind" if bid["tricks"] else "blind_nil"} if luck.random() < 0.2 else {})}
        for bid in request["bids"]
    ]
    if luck.random() < 0.5:
        return {"bids": bids}
    kept = [bid for bid in bids if luck.random() < 0.9] or bids[:1]
    blind = sorted((bid["player"] for bid in kept if "kind" in bid), key=request["players"].index)
    return {"bids_by_player": {bid["player"]: bid["tricks"] for bid in kept}, "blind_bidders": blind}


def _tricks(request: Json, luck: random.Random) -> list[Json]:
    """Return the first tricks, the last of them perhaps unfinished, with a card here and there that is unreadable."""
    kept = [list(trick["plays"]) for trick in request["tricks"][: luck.choice((0, 1, 5, 13, 52))]]
    if kept and luck.random() < 0.5:
        del kept[-1][luck.randint(1, len(request["players"])) :]
    tricks: list[Json] = [
        {"cards_by_player": {each["player"]: "??" if luck.random() < 0.03 else each["card"] for each in plays}}
        for plays in kept
    ]
    if tricks and luck.random() < 0.9:
        tricks[0]["leader"] = kept[0][0]["player"]
    return tricks


def _scores(held: Json, luck: random.Random) -> Json:
    """Return scores before a round that is not played out, and else as the label that they are then."""
    players = held["players"]
    scores = luck.sample(range(-500, 900), len(players))
    if len(held["tricks"]) >= max(map(len, held.get("hands", {}).values()), default=0):
        return {"labels": {"GameScores": f"S:{' '.join(map(str, scores))}"}}
    pairs = list(zip(players[:2], players[2:], strict=True)) if len(players) == 4 and luck.random() < 0.5 else []
    sides = ["+".join(pair) for pair in pairs] or players
    return {"before": {side: {"score": score} for side, score in zip(sides, scores, strict=False)}}
