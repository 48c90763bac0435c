"""What is wrong on the paper sheet of a game: the first error, its cause, and the totals that are off after it."""

from __future__ import annotations

from collections.abc import Iterator

from service.json_types import Json
from service.pages.games.running_scores import ranges_in_words, scores_of
from service.pages.phrases import number_text
from service.spades.english import count_of, listed


def first_error_in_words(answer: Json) -> list[str]:
    """Return the first error of the sheet with its cause, and what it shifts; empty if there is no error."""
    error = answer.get("first_error")
    if error is None:
        return []
    return [error["detail"], *_shifted(answer, error["round"])]


def _shifted(answer: Json, number: int) -> Iterator[str]:
    """Yield how many running scores after the round of this number are off, and by how much."""
    later = [each for each in answer["shifts"] if each["round"] > number]
    if not later:
        return
    runs: dict[tuple[str, int], list[int]] = {}
    for each in later:
        runs.setdefault((each["team"], each["shift"]), []).append(each["round"])
    parts = [
        f"{team} by {number_text(abs(shift))} too {'much' if shift > 0 else 'little'}"
        f" in round{'' if len(rounds) == 1 else 's'} {listed(ranges_in_words(rounds))}"
        for (team, shift), rounds in runs.items()
    ]
    are = "is" if len(later) == 1 else "are"
    yield f"After it {count_of(len(later), 'later total')} {are} off: {'; '.join(parts)}."


def sheet_in_words(request: Json, rounds: Json) -> str:
    """Return what the comparison with the paper sheet came to if it found no first error; empty if it found others."""
    if not any(each.get("reported") for each in request["rounds"]):
        return "The request has no figures of a paper sheet to compare."
    if any(each.get("differences") for each in rounds):
        return ""
    unscored = next((index for index, each in enumerate(rounds) if not scores_of(each)), None)
    if unscored is None:
        return "Every figure of the paper sheet that was compared is right."
    if not any(each.get("reported") for each in request["rounds"][:unscored]):
        return ""
    return f"Every figure of the paper sheet before round {unscored + 1} is right."
