"""The running scores of a game, in whichever of its two answers they are."""

from __future__ import annotations

from service.json_types import Json


def scores_of(played: Json) -> Json:
    """Return the score of each side in a round of an answer, as ruled; empty if the round has none."""
    return played.get("teams", played.get("as_ruled", ()))


def is_void(played: Json) -> bool:
    """Return whether a round counts for nothing: it was declared void, or the ruling makes it so."""
    return bool(played.get("void")) or played.get("verdict") == "void"


def ranges_in_words(numbers: list[int]) -> list[str]:
    """Return rising numbers with each run of three or more as one item.

    >>> ranges_in_words([1, 3, 4, 5, 8, 9])
    ['1', '3 to 5', '8', '9']
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [
        text
        for run in runs
        for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else map(str, run))  # noqa: PLR2004 - a pair is listed
    ]
