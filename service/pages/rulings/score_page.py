"""The content of the page of a scored round: bids, tricks, and every line of each side's score with its reason."""

from __future__ import annotations

from typing import Any

from service.json_types import Json
from service.pages.phrases import capitalised, number_text, overrides_in_words
from service.pages.rulings.finding_marks import FindingMarks
from service.pages.rulings.finding_text import finding_content, finding_counts
from service.pages.rulings.headline import points_in_words
from service.pages.rulings.recorded_play import bid_rows
from service.pages.rulings.score_table import score_tables


def score_content(request: Json, answer: Json) -> dict[str, Any]:
    """Return the content of the page, by the names that its templates use.

    ``request`` is checked by the contract. ``answer`` has the members of the contract's ``RoundScore``, but its
    sentences have numbers as people write them, and each pointer is a tuple of names and indices.
    """
    # A score is a ruling in which nothing is open, and nothing is changed by a penalty.
    ruling = {**answer, "verdict": "", "undecided": (), "as_played": answer["teams"]}
    marks = FindingMarks(request, ruling)
    points = {side["team"]: side["points"] for side in answer["teams"]}
    return {
        "labels": [(capitalised(name), text) for name, text in answer.get("labels", {}).items()],
        "round_number": request.get("round_number"),
        "headline": points_in_words(points, points),
        "totals": [
            {
                "team": side["team"],
                "before": number_text(side["before"]["score"]),
                "after": number_text(side["after"]["score"]),
            }
            for side in answer["teams"]
        ],
        "finding_counts": finding_counts(ruling),
        "findings": [finding_content(marks, number, each) for number, each in enumerate(answer["findings"], 1)],
        "scores": list(score_tables(ruling)),
        "dealer": request.get("dealer"),
        "bids": bid_rows(request, ruling, marks),
        "bids_in_order": "bids" in request,
        "tricks_won": list(request["tricks_won"].items()),
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
        "ruleset": answer["ruleset"],
        "overrides": overrides_in_words(answer["ruleset"]),
    }
