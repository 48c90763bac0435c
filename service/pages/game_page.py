"""The page of a game, scored or audited: its result, its course, its sheet, and what was found in each round.

It is made from the request and from the answer in JSON, so that page and JSON say the same. A game that was only scored
has no verdicts and no paper sheet to compare; the page has no section for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from service.media_types import Json
from service.pages.game_sheet import course_chart, score_sheet
from service.pages.game_standing import (
    first_error_in_words,
    next_round_in_words,
    ranges_in_words,
    result_in_words,
    sheet_in_words,
    standing_heading,
    standing_rows,
    standings_in_words,
    totals_not_compared,
    unscored_in_words,
)
from service.pages.page import Page
from service.pages.ruling_findings import FindingMarks, calls_in_words, places
from service.spades.catalogue.parameters.bags_and_game import GameRules
from service.spades.english import count_of, listed
from service.spades.table import Side


class JudgedRound(NamedTuple):
    """A round about which there is something to say."""

    played: Json
    marks: FindingMarks
    reading: str
    """What was probably written wrong, and how many others there are of such readings."""
    calls: Sequence[tuple[str, str, str, str]]


def game_page(request: Json, answer: Json, rules: GameRules, sides: Sequence[Side]) -> Page:
    """Return the page of a game.

    ``request`` is checked by the contract. ``answer`` has the members of the contract's ``GameScore`` or
    ``GameRuling``, but its sentences have cards and numbers as people write them, and each pointer is a tuple of names
    and indices. ``sides`` are those of the table.
    """
    is_audit = "verdict" in answer
    rounds = [_in_round(played, index) for index, played in enumerate(answer["rounds"])]
    marks = [FindingMarks(sent, played) for sent, played in zip(request["rounds"], rounds, strict=True)]
    callers = [call["by"] for sent in request["rounds"] for call in sent.get("accusations", ())]
    not_compared = unscored_in_words(request, answer, rounds) or totals_not_compared(request, rounds)
    content = {
        "answer": answer,
        "is_audit": is_audit,
        "sides": sides,
        "callers": ", ".join(dict.fromkeys(callers)),
        "first_error": first_error_in_words(answer) if is_audit else [],
        "result": result_in_words(answer),
        "beside_result": list(filter(None, [not_compared, next_round_in_words(answer)])),
        "below_result": list(_below_result(request, answer, rounds)),
        "standing": standing_rows(answer),
        "standing_heading": standing_heading(answer),
        "standings": standings_in_words(answer),
        "chart": course_chart(answer["rounds"], rules),
        "sheet": score_sheet(request, rounds, marks),
        "unremarkable": _unremarkable_rounds(rounds) if is_audit else "",
        "judged": [
            _judged(*each) for each in zip(request["rounds"], rounds, marks, strict=True) if _is_remarkable(each[1])
        ],
        "places": [place for played in answer["rounds"] for place in places(played, f"round {played['number']}, ")],
    }
    title = f"Score sheet, audited: {answer['verdict']}" if is_audit else "Score sheet"
    return Page("game", title, content, links=False)


def _in_round(played: Json, index: int) -> Json:
    """Return a round of an answer with locations in that round, instead of in the game; ``undecided`` always present.

    Only what this page shows is moved: findings, open questions, and the differences from the paper sheet.
    """
    moved = {
        name: [{**found, **_moved(found, index)} for found in played.get(name, ())]
        for name in ("findings", "undecided", "differences")
        if name in played or name == "undecided"
    }
    return {**played, **moved}


def _moved(found: Json, index: int) -> dict[str, Json]:
    """Return the locations of a finding as those in its round; a location in another round stays as it is."""
    places = {name: found[name] for name in ("pointer", "decided_by") if name in found}
    return {name: place[2:] for name, place in places.items() if place[:2] == ("rounds", index)}


def _below_result(request: Json, answer: Json, rounds: Json) -> Iterator[str]:
    """Yield what the comparison with the paper sheet came to, and how the game stands."""
    if "verdict" in answer and "first_error" not in answer and (compared := sheet_in_words(request, rounds)):
        yield compared
    if not answer["finished"] and answer["rounds"] and answer["detail"] not in {"", result_in_words(answer)}:
        yield answer["detail"]


def _is_remarkable(played: Json) -> bool:
    """Return whether there is something to say about a round: also a claim, unless it was simply accepted."""
    is_contested = played.get("claim", {}).get("result", "accepted") != "accepted"
    return is_contested or any(played.get(name) for name in ("findings", "undecided", "accusations", "penalties"))


def _judged(sent: Json, played: Json, marks: FindingMarks) -> JudgedRound:
    reading = ""
    for first, *rest in filter(None, [played.get("summary", {}).get("readings")]):
        reading = first + (f" The answer has {count_of(len(rest), 'other reading')}." if rest else "")
    return JudgedRound(played, marks, reading, calls_in_words(sent, played))


def _unremarkable_rounds(rounds: Json) -> str:
    """Return the verdicts on all rounds about which there is nothing else to say; empty if there are none."""
    by_verdict: dict[str, list[int]] = {}
    for played in rounds:
        if not _is_remarkable(played):
            by_verdict.setdefault(played["verdict"], []).append(played["number"])
    return " ".join(
        f"Round{'' if len(numbers) == 1 else 's'} {listed(ranges_in_words(numbers))}: {verdict}."
        for verdict, numbers in by_verdict.items()
    )
