"""Claims to judge: four players, or those named, with few cards left."""

from __future__ import annotations

from typing import Any

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import FOUR, Json

QUESTIONS = ("certain", "by_statement", "best_play")


def claiming(*hands: str, players: tuple[str, ...] = FOUR, **members: Any) -> Json:
    """Return a claim of the first player, who is on lead, to all tricks left; ``members`` replace or extend its own."""
    listed = {player: cards.split() for player, cards in zip(players, hands, strict=True)}
    claim = {"by": players[0], "tricks": "rest"}
    body = {"ruleset": "pagat", "players": list(players), "hands": listed, "leader": players[0], "spades_broken": True}
    return {**body, "claim": claim, **members}


def judged(*hands: str, **members: Any) -> Json:
    """Return the judgement on such a claim."""
    return ask("judgeClaim", claiming(*hands, **members))


def claim(tricks: int | str = "rest", statement: str = "", by: str = "ana") -> Json:
    """Return the claim itself."""
    return {"by": by, "tricks": tricks, **({"statement": statement.split()} if statement else {})}


def results(judgement: Json) -> tuple[str, ...]:
    """Return the results of the three questions, each with the fewest and the most tricks: ``proved 2-3``."""
    return tuple(map(_shown, (judgement[name] for name in QUESTIONS)))


def _shown(question: Json) -> str:
    tricks = question["tricks"]
    return f"{question['result']} {tricks['at_least']}-{tricks['at_most']}"


def line_of(question: Json) -> str:
    """Return the line of play of a question as ``ana AH, ben 2S``."""
    return ", ".join(f"{play['player']} {play['card']}" for play in question["line"])


def points(judgement: Json) -> dict[int, list[int] | None]:
    """Return for each number of tricks the points of every side, None for one that has no score."""
    return {
        each["tricks"]: [team["points"] for team in each["teams"]] if "teams" in each else None
        for each in judgement["scores"]
    }
