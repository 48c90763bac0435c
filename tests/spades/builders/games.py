"""Score sheets of games."""

from __future__ import annotations

from collections.abc import Sequence

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import PAIRS, PLAYERS, Json, names_at
from tests.spades.builders.records import bids, tricks_won
from tests.spades.builders.rulesets import rules


def row(*sides: str, names: Sequence[str] = PAIRS, **members: object) -> Json:
    """Return a round as a side bids and takes tricks: ``"5/6"`` is a bid of five and six tricks won."""
    pairs = [each.split("/") for each in sides]
    return {
        "bids": [{"team": name, "tricks": int(bid)} for name, (bid, _) in zip(names, pairs, strict=True)],
        "tricks_won": {name: int(won) for name, (_, won) in zip(names, pairs, strict=True)},
        **members,
    }


def deal(said: str, won: str, **members: object) -> Json:
    """Return a round from bids such as ``"ana 4, ben 0"`` and tricks such as ``"ana 5, ben 1"``."""
    return {"bids": bids(said), "tricks_won": tricks_won(won), **members}


def game(ruleset: Json | str, *rounds: Json, players: int = 0, operation: str = "scoreGame", **members: object) -> Json:
    """Return the running sheet of these rounds."""
    body = {"ruleset": ruleset, "players": names_at(ruleset, players), "rounds": list(rounds), **members}
    return ask(operation, body)


# Tricks that sides bid and take exactly, by the number of sides.
EXACT = {2: (6, 7), 3: (5, 6, 6), 4: (3, 3, 3, 4)}


def ending_at(*scores: int, sets: Sequence[int] = (), **members: object) -> Json:
    """Return the running sheet of the game of `ending`."""
    return ask("scoreGame", ending(*scores, sets=sets, **members))


def ending(*scores: int, sets: Sequence[int] = (), **members: object) -> Json:
    """Return a game of one round which leaves the sides at these scores; two sides are pairs, more are alone.

    Who ends below 0 was set, so that no side was at the floor before.
    """
    count = len(scores)
    names = PAIRS if count == 2 else PLAYERS[:count]
    exact = EXACT[count]
    made = [(tricks + (score < 0), tricks) for score, tricks in zip(scores, exact, strict=True)]
    before: Json = {
        name: {"score": score - (10 * bid if bid == taken else -10 * bid), "sets": each}
        for name, score, (bid, taken), each in zip(names, scores, made, sets or (0,) * count, strict=True)
    }
    ruleset = rules(4 if count == 2 else count, game=members)
    if count == 4:
        ruleset["overrides"]["table"] = {"sides": "individual"}
    kept = row(*(f"{bid}/{taken}" for bid, taken in made), names=names)
    players = names_at(ruleset, 4 if count == 2 else count)
    numbered = {"first_round_number": 1} if "round_limit" in members else {}
    return {"ruleset": ruleset, "players": players, "rounds": [kept], "before": before, **numbered}


def scores_of(answer: Json) -> dict[str, int]:
    return {team: standing["score"] for team, standing in answer["standing"].items()}


def outcome(answer: Json) -> tuple[list[str], str | None]:
    """Return who has won and why, once that is consistent in itself."""
    assert answer["finished"] or not answer["winners"]
    assert answer["finished"] is ("reason" in answer)
    assert answer["finished"] is not ("next" in answer)
    assert answer["detail"]
    return answer["winners"], answer.get("reason")
