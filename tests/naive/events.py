"""What happens in a game besides the cards: somebody sits in, points are adjusted, a round is void, a side gives up."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.deals import NAMES
from tests.naive.game import Game
from tests.naive.table import Table

Json = dict[str, Any]

SUBSTITUTES = ["gil", "hal", "ida", "jo", "kim", "lou"]
REASONS = ["Late to the table", "Cards exposed in the deal", "<b>Left</b> & won't return", "7", "Überzogen: 5 €"]
WITHOUT_CARDS = {"bids", "dealer", "substitutions", "void", "redeal_by", "forfeited_by", "reason", "time_called"}
"""What a round of which no card was recorded may still have."""


def substitutions(rng: Random, game: Game) -> list[Json]:
    """Return who sits in for whom from the next round on: mostly nobody, sometimes somebody who was there before."""
    if rng.random() < 0.8:
        return []
    seats = list(game.table.players)
    made: list[Json] = []
    for _ in range(rng.choice([1, 1, 1, 2, 3, 6])):
        out = game.dealer if game.dealer in seats and rng.random() < 0.3 else rng.choice(seats)
        pool = rng.sample(NAMES, 6) if rng.random() < 0.5 else rng.sample(SUBSTITUTES, 6)
        coming = next((name for name in pool if _may_sit(name, seats.index(out), seats, game.table)), None)
        if coming is not None:
            made.append({"out": out, "in": coming})
            seats[seats.index(out)] = coming
    return made


def _may_sit(name: str, seat: int, seats: list[str], table: Table) -> bool:
    """Tell whether somebody may take a seat: not who sits already, nor whose name is that of another's side."""
    side = table.side_of[table.players[seat]]
    alone = len(table.sides[side]) == 1
    return name not in seats and (name not in table.sides or (name == side and alone))


def adjustments(rng: Random, game: Game) -> list[Json]:
    """Return the adjustments of a round, several for one side among them."""
    if rng.random() < 0.7:
        return []
    return [_adjustment(rng, list(game.table.sides)) for _ in range(rng.choice([1, 1, 1, 2, 3, 12]))]


def _adjustment(rng: Random, sides: list[str]) -> Json:
    """Return points, tricks or both for a side; tricks taken may go to another one."""
    side, way = rng.choice(sides), rng.random()
    made: Json = {"team": side, "reason": rng.choice(REASONS)}
    if way < 0.7:
        made["points"] = rng.choice([-100, -50, -10, -1, 0, 5, 25, 60, 100])
    if way > 0.55:
        made["tricks"] = rng.choice([-13, -3, -3, -3, -2, -1, 0, 1, 3])
        if made["tricks"] < 0 and rng.random() < 0.4:
            made["to"] = rng.choice([each for each in sides if each != side])
    return made


def ended_early(rng: Random, each: Json, game: Game) -> Json:
    """Return the round, or a round that is void, or in which a side forfeits the game, whole or cut short."""
    way = rng.random()
    if rng.random() < 0.05:
        each = {**each, "time_called": True}
    if way < 0.82:
        return each
    each = {**each, "reason": rng.choice(REASONS)}
    if way < 0.95:
        each["void"] = True
        if rng.random() < 0.4:
            each["redeal_by"] = rng.choice(["same_dealer", "next_dealer"])
    if way > 0.94:
        each["forfeited_by"] = rng.choice(list(game.table.sides))
    return _cut_short(rng, each, game) if rng.random() < 0.6 else each


def _cut_short(rng: Random, each: Json, game: Game) -> Json:
    way = rng.random()
    if way < 0.35:
        each = {member: value for member, value in each.items() if member in WITHOUT_CARDS}
    elif "tricks" in each:
        tricks = each["tricks"]
        del tricks[rng.randrange(len(tricks) + 1) :]
        if tricks and rng.random() < 0.5:
            del tricks[-1]["plays"][-1:]
    elif each["tricks_won"]:
        name = rng.choice(list(each["tricks_won"]))
        size = game.table.pack.hand_size
        each["tricks_won"][name] = rng.choice([0, 1, each["tricks_won"][name] // 2, size if "void" in each else 0])
    is_whole = sum(each.get("tricks_won", {}).values()) == game.table.pack.hand_size
    if rng.random() < 0.4 and ("void" in each or not is_whole):  # who has all tricks of a row has its bids
        each.pop("bids", None)
    elif each.get("bids") and rng.random() < 0.15:
        each["bids"] = each["bids"][: rng.randrange(len(each["bids"]) + 1)]
    return each
