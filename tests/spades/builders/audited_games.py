"""Games to audit, of records and of rows, and what is said of them."""

from __future__ import annotations

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json
from tests.spades.builders.records import bids

TURNS = (
    "ana 3, ben 3, cy 2, dee 2",
    "ben 3, cy 2, dee 2, ana 3",
    "cy 2, dee 2, ana 3, ben 3",
    "dee 2, ana 3, ben 3, cy 2",
)


def game(*rounds: Json, ruleset: Json | str = "pagat", **members: object) -> Json:
    """Return a game of these rounds, the first dealt by dee."""
    players = ["ana", "ben", "cy", "dee"]
    return {"ruleset": ruleset, "players": players, "first_dealer": "dee", "rounds": list(rounds), **members}


def row(number: int, ours: int, theirs: int | None = None, **reported: Json) -> Json:
    """Return a row of the sheet in which both sides bid 5; ``ours`` and ``theirs`` are the tricks that they won."""
    won = {"ana+cy": ours, "ben+dee": 13 - ours if theirs is None else theirs}
    return {"bids": bids(TURNS[number % 4]), "tricks_won": won, **({"reported": reported} if reported else {})}


def in_game(body: Json, **members: object) -> Json:
    """Return a record as a round of a game."""
    head = {"ruleset", "players", "before", "teams"}
    return {**{name: value for name, value in body.items() if name not in head}, **members}


def ruled(body: Json) -> Json:
    """Return the ruling on a game."""
    return ask("auditGame", body)
