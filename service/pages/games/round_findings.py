"""What was found in each round of a game: findings, open questions, calls and penalties, with places in the round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from service.json_types import Json
from service.pages.games.running_scores import ranges_in_words
from service.pages.rulings.accusations import accusation_rows
from service.pages.rulings.finding_marks import FindingMarks
from service.pages.rulings.finding_text import finding_content
from service.pages.rulings.headline import heading_of_first_reading, readings_in_words
from service.pages.rulings.penalties import penalty_rows
from service.spades.english import count_of, listed


def in_round(played: Json, index: int) -> Json:
    """Return a round of an answer with locations in that round, instead of in the game; ``undecided`` always present.

    Only what this page shows is moved: findings, open questions, and the differences from the paper sheet.
    """
    moved = {
        name: [{**each, **_moved(each, index)} for each in played.get(name, ())]
        for name in ("findings", "undecided", "differences")
        if name in played or name == "undecided"
    }
    return {**played, **moved}


def _moved(found: Json, index: int) -> dict[str, Json]:
    """Return the locations of a finding as those in its round; a location in another round stays as it is."""
    places = {name: found[name] for name in ("pointer", "decided_by") if name in found}
    return {name: place[2:] for name, place in places.items() if place[:2] == ("rounds", index)}


def judged_rounds(request: Json, rounds: Json, marks: Sequence[FindingMarks]) -> list[dict[str, Any]]:
    """Return the rounds in which something was found or is open, each with everything that the page says about it."""
    return [
        {
            "number": played["number"],
            "verdict": played.get("verdict", ""),
            "findings": [_found(each, number, found) for number, found in enumerate(played["findings"], 1)],
            "undecided": [_found(each, number, found) for number, found in enumerate(played["undecided"], 1)],
            "readings": list(_first_reading(played)),
            "accusations": accusation_rows(sent, played),
            "claims": [played["claim"]["detail"]] if "claim" in played else [],
            "penalties": penalty_rows(played),
        }
        for sent, played, each in zip(request["rounds"], rounds, marks, strict=True)
        if _is_remarkable(played)
    ]


def _found(marks: FindingMarks, number: int, finding: Json) -> dict[str, Any]:
    content = finding_content(marks, number, finding)
    return content if finding["pointer"] else {**content, "location": ""}


def _is_remarkable(played: Json) -> bool:
    """Return whether there is something to say about a round: also a claim, unless it was simply accepted."""
    is_contested = played.get("claim", {}).get("result", "accepted") != "accepted"
    return is_contested or any(played.get(name) for name in ("findings", "undecided", "accusations", "penalties"))


def _first_reading(played: Json) -> Iterator[str]:
    """Yield the likeliest slip of the pen, and how many others there are."""
    readings = readings_in_words(played)
    if readings:
        others = f" The answer has {count_of(len(readings) - 1, 'other reading')}." if len(readings) > 1 else ""
        yield f"{heading_of_first_reading(played)}: {readings[0]['detail']} {readings[0]['result']}{others}"


def unremarkable_rounds(rounds: Json) -> str:
    """Return the verdicts on all other rounds in sentences; empty if there are none."""
    by_verdict: dict[str, list[int]] = {}
    for each in rounds:
        if not _is_remarkable(each):
            by_verdict.setdefault(each["verdict"], []).append(each["number"])
    return " ".join(
        f"Round{'' if len(numbers) == 1 else 's'} {listed(ranges_in_words(numbers))}: {verdict}."
        for verdict, numbers in by_verdict.items()
    )
