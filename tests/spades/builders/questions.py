"""Short questions to the service about bids, cards, tricks, scores and games."""

from __future__ import annotations

from collections.abc import Mapping

from tests.spades.builders.asking import ask
from tests.spades.builders.cards import Json, names_at
from tests.spades.builders.games import deal
from tests.spades.builders.records import bids, trick


def option(name: str, *options: str, **overrides: Mapping[str, object]) -> Json:
    """Return a reference to a preset with these options."""
    return {"name": name, "options": list(options), "overrides": overrides}


def resolved(ruleset: Json | str, players: int) -> Json:
    return ask("resolveRuleset", {"ruleset": ruleset, "player_count": players})


def scored_round(ruleset: Json | str, said: str, won: str, players: int = 0, **members: object) -> Json:
    """Return the score of a round from bids such as ``"ana 4, ben 0"`` and tricks such as ``"ana 5, ben 1"``."""
    body = {"ruleset": ruleset, "players": names_at(ruleset, players), **deal(said, won), **members}
    answer = ask("scoreRound", body)
    for side in answer["teams"]:
        assert side["points"] == sum(line["points"] for line in side["lines"])
        assert side["points"] == side["after"]["score"] - side["before"]["score"]
    return answer


def check(ruleset: Json | str, said: str = "", players: int = 0, **members: object) -> Json:
    """Return what is open after these bids; by default the last player dealt, so that ana bids first."""
    names = names_at(ruleset, players)
    body = {"ruleset": ruleset, "players": names, "dealer": names[-1], "bids": bids(said), **members}
    return ask("checkBids", {name: value for name, value in body.items() if value is not None})


def judged_trick(ruleset: Json | str, line: str, players: int = 0, **members: object) -> Json:
    names = names_at(ruleset, players)
    body = {"ruleset": ruleset, "players": names, "plays": trick(line, names)["plays"], **members}
    return ask("judgeTrick", body)


def plays(ruleset: Json | str, hand: str, line: str = "", number: int = 5, **members: object) -> Json:
    """Return which cards of a hand may be played to a trick, by default the fifth; spades are not broken."""
    body = {
        "ruleset": ruleset,
        "hand": hand.split(),
        "plays": trick(line, names_at(ruleset))["plays"],
        "trick_number": number,
        "spades_broken": False,
        **members,
    }
    return ask("listLegalPlays", body)


def legal(ruleset: Json | str, hand: str, line: str = "", number: int = 5, **members: object) -> list[str]:
    """Return the cards of a hand that may be played, asked as `plays` asks."""
    allowed: list[str] = plays(ruleset, hand, line, number, players=names_at(ruleset), **members)["legal"]
    return allowed
