"""The calls of revokes, each with its answer."""

from __future__ import annotations

from service.json_types import Json
from service.pages.phrases import capitalised, moment_in_words
from service.pages.rulings.finding_text import finding_references


def accusation_rows(record: Json, answer: Json) -> list[dict[str, str]]:
    """Return the calls in the order of their answers; none if the record has no list of them."""
    rows = []
    for result in answer.get("accusations", ()):
        call = record["accusations"][result["accusation"]]
        trick = f" in trick {call['trick']}" if "trick" in call else ""
        at = moment_in_words(call["at"]) if "at" in call else "after the round"
        rows.append(
            {
                "call": f"{call['by']} called a revoke by {call['against']}{trick}, {at}.",
                "result": capitalised(result["result"]),
                "detail": result["detail"],
                "findings": finding_references(result["findings"]),
            }
        )
    return rows
