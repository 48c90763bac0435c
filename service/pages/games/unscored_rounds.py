"""Rounds of a game that have no score: why, what that leaves unknown, and what their rows say."""

from __future__ import annotations

from collections.abc import Sequence

from service.json_types import Json
from service.pages.games.running_scores import scores_of
from service.pages.rulings.headline import why_no_score

_FIGURES_OF_A_SCORE = ("points", "score", "bags")
_OF_A_SCORE = {"bids", "bids_by_player", "blind_bidders", "tricks", "tricks_won"}
"""The members of a round that its score is made from."""


def unscored_in_words(request: Json, answer: Json, rounds: Sequence[Json]) -> str:
    """Return why the first round without a score has none, and what was not compared; empty if every round has one.

    ``rounds`` are those of the answer, with locations in each round. Unless the game is over, the answer has said
    already which round it is.
    """
    index = next((index for index, each in enumerate(rounds) if not scores_of(each)), None)
    if index is None:
        return ""
    sentences = [f"Round {index + 1} has no score."] if answer["finished"] else []
    sentences.append(_why(request["rounds"][index], rounds[index]))
    later = [each.get("reported", {}) for each in request["rounds"][index:]]
    if any(reported.get(name) for reported in later for name in _FIGURES_OF_A_SCORE):
        sentences.append("The points and totals of the paper sheet from there on were not compared.")
    return " ".join(sentences)


def _why(sent: Json, played: Json) -> str:
    errors = [
        each["detail"]
        for each in played["findings"]
        if each["severity"] == "error" and each["pointer"] and each["pointer"][0] in _OF_A_SCORE
    ]
    is_half_a_log = "tricks" in sent and not played["complete"]
    return " ".join(errors) if errors and not is_half_a_log else f"{why_no_score(played, sent)}."


def row_as_sent(sent: Json) -> str:
    """Return the bids and the tricks of a row that has no score, as the request has them.

    >>> row_as_sent({"bids_by_player": {"ana": 4, "ben": 6}, "blind_bidders": ["ben"], "tricks_won": {"ana": 5}})
    'No score. Bids: ana 4, ben blind 6. Tricks: ana 5.'
    """
    blind = sent.get("blind_bidders", ())
    bids = [
        (each.get("player", each.get("team")), each["tricks"], each.get("blind", False))
        for each in sent.get("bids", ())
    ] or [(name, number, name in blind) for name, number in sent.get("bids_by_player", {}).items()]
    parts = {
        "Bids": [f"{name} {'blind ' if is_blind else ''}{number}" for name, number, is_blind in bids],
        "Tricks": [f"{name} {number}" for name, number in sent.get("tricks_won", {}).items()],
    }
    return " ".join(["No score.", *(f"{title}: {', '.join(texts)}." for title, texts in parts.items() if texts)])
