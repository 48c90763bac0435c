"""Records in their short forms, made from records with `plays` and `bids`, and where their entries then are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

from tests.spades.builders.cards import Json


def with_cards(body: Json, *, form: str = "cards", leaders: bool = True) -> Json:
    """Return a record in which each trick whose plays go clockwise has only its cards, in this form.

    Without ``leaders`` no trick says who led it, save the claims that it had.
    """
    return {**body, "tricks": [_short(trick, body["players"], form, leaders=leaders) for trick in body["tricks"]]}


def _short(trick: Json, players: list[str], form: str, *, leaders: bool) -> Json:
    names = [play["player"] for play in trick["plays"]]
    if not names or any("withdrawn" in play for play in trick["plays"]):
        return trick
    first = players.index(names[0])
    if names != [players[(first + place) % len(players)] for place in range(len(names))]:
        return trick
    cards = [play["card"] for play in trick["plays"]]
    claims: Json = {member: trick[member] for member in ("leader", "winner") if member in trick}
    if leaders:
        claims.setdefault("leader", names[0])
    elif claims.get("leader") == names[0]:
        del claims["leader"]
    if form == "cards":
        return {"cards": cards, **claims}
    # In another order than that of the plays: the order of members means nothing.
    return {"cards_by_player": dict(sorted(zip(names, cards, strict=True))), **claims}


def with_bids_by_player(body: Json) -> Json:
    """Return a record or a row whose bids have no order; it must have one bid of each bidder."""
    made = {bid.get("player", bid.get("team")): bid for bid in body["bids"]}
    assert len(made) == len(body["bids"])
    short = {member: value for member, value in body.items() if member != "bids"}
    short["bids_by_player"] = {name: bid["tricks"] for name, bid in sorted(made.items())}
    blind = [name for name, bid in made.items() if bid.get("kind", "").startswith("blind")]
    return {**short, **({"blind_bidders": blind} if blind else {})}


def pointer_in(short: Json, long: Json, pointer: str) -> str:
    """Return where in the short record what a pointer into the long one leads to is."""
    head, *parts = pointer.split("/")
    prefix = parts[:2] if parts[:1] == ["rounds"] else []
    parts = parts[len(prefix) :]
    for part in prefix:
        short, long = _step(short, part), _step(long, part)
    match parts:
        case ["bids", *rest] if "bids_by_player" in short:
            bid = long["bids"][int(rest[0])] if rest else {}
            parts = ["bids_by_player", *([_escaped(bid.get("player") or bid["team"])] if rest else [])]
        case ["tricks", index, "plays", *rest] if "plays" not in short["tricks"][int(index)]:
            trick = short["tricks"][int(index)]
            form = "cards" if "cards" in trick else "cards_by_player"
            parts = ["tricks", index, form, *rest[:1]]
            if rest and form == "cards_by_player":
                player = long["tricks"][int(index)]["plays"][int(rest[0])]["player"]
                parts = [*parts[:3], _escaped(player)]
    return "/".join([head, *prefix, *parts])


def _step(value: Any, part: str) -> Any:
    return value[int(part)] if isinstance(value, list) else value[unquote(part)]


def _escaped(name: str) -> str:
    return quote(name.replace("~", "~0").replace("/", "~1"), safe="-._~!$&'()*+,;=:@?")


def translated(value: Any, short: Json, long: Json) -> Any:
    """Return an answer about the long record with each pointer in it, also in sentences, one into the short record."""
    if isinstance(value, str):
        words = value.split(" ")
        return " ".join(
            pointer_in(short, long, word.rstrip(".,;")) + word[len(word.rstrip(".,;")) :] if word[:2] == "#/" else word
            for word in words
        )
    if isinstance(value, Mapping):
        return {name: translated(each, short, long) for name, each in value.items()}
    if isinstance(value, list):
        return [translated(each, short, long) for each in value]
    return value
