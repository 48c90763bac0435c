"""Random score sheets: games of rows whose bids and tricks are drawn as they come, legal or not, likely or not."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.naive.deals import random_kind
from tests.naive.events import adjustments, ended_early, substitutions
from tests.naive.game import Game
from tests.naive.games import opened
from tests.naive.table import Table

Json = dict[str, Any]

NAMES = ("ana", "ben", "cy", "dee", "eve", "fay", "Ole", "Zoë", "I. Da", "jo/h", "k~m", "Łukasz", "<i>lou</i>")


def random_sheet(rng: Random, parameters: Json, rounds: int) -> Json:
    """Return a game of so many rows, the body of a request; nothing is reported of it."""
    body = opened(rng, parameters, NAMES)
    game = Game(body, parameters)
    for _ in range(rounds):
        sitting_in = substitutions(rng, game)
        each = _row(rng, game, game.told({"substitutions": sitting_in}))
        each |= {"substitutions": sitting_in} if sitting_in else {}
        each = ended_early(rng, each, game)
        each |= {"adjustments": made} if (made := adjustments(rng, game)) else {}
        body["rounds"].append(each)
        game.play(each, is_last=False)
    return body


def _row(rng: Random, game: Game, head: Json) -> Json:
    """Return the bids of a round and the tricks of each player, or of a side on which nobody bid nil."""
    table, size = Table(head, game.parameters), game.table.pack.hand_size
    row: Json = {}
    if rng.random() < 0.1 and game.body["rounds"]:
        row["dealer"] = head["dealer"] = rng.choice(table.players)
    unbid = game.number == 1 and game.parameters["bids"]["first_round"] == "bids_itself"
    row["bids"] = bids = [] if unbid else _bids(rng, head, table, game.parameters["bids"])
    takers = [rng.choice(table.players) for _ in table.players]
    winners = [rng.choice(takers) for _ in range(size)]
    row["tricks_won"] = won = {player: winners.count(player) for player in table.players if player in winners}
    for side, group in table.sides.items():
        own = [bid["tricks"] for bid in bids if bid.get("team") == side or bid.get("player") in group]
        if all(own) and rng.random() < 0.3:
            won[side] = sum(won.pop(player, 0) for player in group)
    return row


def _bids(rng: Random, head: Json, table: Table, rules: Json) -> list[Json]:
    """Return bids in the order in which they were made; not all of them are legal."""
    order = table.rotation(table.after(head["dealer"]) if "dealer" in head else rng.choice(table.players))
    sides = list(dict.fromkeys(table.side_of[player] for player in order))
    has_partners = len(sides) < len(order)
    if rules["by"] == "team" or (has_partners and rng.random() < 0.1):
        least = 1 if rules["nil"]["allowed"] or rules["blind_nil"]["allowed"] else 0
        bids = [{"team": side, **_bid(rng, table, rules, len(table.sides[side]), least)} for side in sides]
        if rules["by"] == "team" and rules["changes"] != "never":
            return _with_more_bids(rng, bids, table, rules, least)
        return bids
    bids = [{"player": player, **_bid(rng, table, rules, 1, 0)} for player in order]
    first, last = bids[0], bids[len(bids) // 2]
    if has_partners and rules["by"] == "last_partner" and first["tricks"] and last["tricks"] and rng.random() < 0.3:
        bids.remove(rng.choice([first, last]))  # one number is the contract
    return bids


def _with_more_bids(rng: Random, bids: list[Json], table: Table, rules: Json, least: int) -> list[Json]:
    """Let the first side bid again, more or less or the same, before the next side bids or after it."""
    first = bids[0]["team"]
    again = [
        {"team": first, **_bid(rng, table, rules, len(table.sides[first]), least)}
        for _ in range(rng.choice([0, 1, 1, 2]))
    ]
    late = again[1:] if rng.random() < 0.5 else []
    return [bids[0], *again[: len(again) - len(late)], *bids[1:], *late]


def _bid(rng: Random, table: Table, rules: Json, hands: int, least: int) -> Json:
    size = table.pack.hand_size
    fair = size * hands // len(table.players)
    tricks = rng.choice([fair - 2, fair - 1, fair, fair, fair + 1, rng.randrange(size + 1)])
    if rng.random() < 0.25:
        tricks = rng.choice([0, 0, 10, size])
    tricks = min(max(tricks, least), size)
    # Without nil, a 0 of two partners as one can only be the 0 that promises nothing.
    stated = random_kind(rng, tricks, rules) if tricks or hands == 1 or rules["by"] == "team" else {}
    return {"tricks": tricks, **stated}
