"""The penalties of a ruling: what each of them changes for a side, why, and by which rules."""

from __future__ import annotations

from typing import Any

from service.json_types import Json
from service.pages.phrases import BASES, signed_number


def penalty_rows(answer: Json) -> list[dict[str, Any]]:
    """Return the penalties in order; one with the rules of an earlier one refers to that instead of repeating them."""
    rows = [_penalty(each) for each in answer.get("penalties", ())]
    for row in rows:
        first = next(each for each in rows if each["rules"] == row["rules"])
        row["same_rules"] = "" if first is row else f"as for finding {first['finding']}, {first['effect']}"
    return rows


def _penalty(penalty: Json) -> dict[str, Any]:
    effect = penalty["effect"]
    if "tricks" in penalty:
        effect = f"{signed_number(penalty['tricks'])} {'trick' if abs(penalty['tricks']) == 1 else 'tricks'}"
    elif "points" in penalty:
        effect = f"{signed_number(penalty['points'])} {'point' if abs(penalty['points']) == 1 else 'points'}"
    return {
        "finding": str(penalty["finding"] + 1),
        "team": penalty["team"],
        "effect": effect,
        "detail": penalty["detail"],
        "rules": [
            {
                "text": rule["text"],
                "basis": rule["basis"],
                "basis_in_words": BASES.get(rule["basis"], rule["basis"]),
            }
            for rule in (penalty["rule"], *penalty.get("further_rules", ()))
        ],
    }
