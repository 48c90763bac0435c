"""What a page says first: who did what and what that costs, or why nobody did anything; and the readings of a slip.

It is made from the answer in JSON, like the rest of the page: nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from service.json_types import Json
from service.pages.phrases import Path, signed_number
from service.pages.rulings.claims import is_of_a_claim
from service.pages.rulings.deeds import deeds_by_offender, deeds_in_words
from service.pages.rulings.finding_marks import FindingMarks
from service.pages.rulings.finding_text import finding_references
from service.spades.english import count_of, listed

_MOST_NAMED: Final = 3
"""How many open questions or further errors a headline names before it only counts them."""
_WITHOUT_OFFENCE: Mapping[str, str] = MappingProxyType(
    {
        "clean": "nobody broke a rule",
        "undetermined": "nobody is proved to have broken a rule, but questions stay open",
        "inconsistent": "nobody is proved to have broken a rule, but the score sheet does not agree with the cards",
    }
)
"""Each verdict of a reading in which nobody is proved to have broken a rule."""


def headline(answer: Json, marks: FindingMarks) -> str:
    """Return the ruling in a few short sentences: what was done, what it costs, what stays open."""
    return " ".join(filter(None, [_what_happened(answer, marks), _what_it_costs(answer, marks)]))


def _what_happened(answer: Json, marks: FindingMarks) -> str:
    offences = [each for each in answer["findings"] if each["severity"] == "offence"]
    errors = [index for index, each in enumerate(answer["findings"]) if each["severity"] == "error"]
    if offences:
        return f"{deeds_in_words(offences)}."
    if errors:
        return " ".join(filter(None, [_contradiction(answer["findings"], errors), _questions(answer, marks)]))
    if answer["undecided"]:
        return f"Nobody is proved to have broken a rule. {_questions(answer, marks)}"
    return "Nobody broke a rule, and the record leaves no question open."


def _contradiction(findings: Sequence[Json], errors: Sequence[int]) -> str:
    """Return the first error in its own words, and references to the others that follow from no other finding."""
    first, *others = [index for index in errors if "follows" not in findings[index]] or errors
    on_sheet = findings[first]["pointer"][:1] == ("reported",)
    fault = "the score sheet does not agree with the cards" if on_sheet else "the record contradicts itself"
    trick = f" in trick {findings[first]['trick']}" if "trick" in findings[first] else ""
    detail = f"Nobody is proved to have broken a rule, but {fault}{trick}. {findings[first]['detail']}"
    if len(others) > _MOST_NAMED:
        return f"{detail} There are {len(others)} more errors among the findings."
    return f"{detail} See also {finding_references(others)}." if others else detail


def _questions(answer: Json, marks: FindingMarks) -> str:
    """Return the open questions in a sentence; empty if there is none."""
    offences = [each for each in answer["undecided"] if each["severity"] == "offence"]
    others = [each for each in answer["undecided"] if each["severity"] != "offence"]
    questions = [f"whether {deeds}" for deeds in deeds_by_offender(offences)]
    questions += [_question_of_record(marks.location(each["pointer"]), each["pointer"]) for each in others]
    if len(questions) > _MOST_NAMED:
        questions[_MOST_NAMED - 1 :] = [count_of(len(questions) - _MOST_NAMED + 1, "other question")]
    return f"The record leaves open {listed(questions)}." if questions else ""


def _question_of_record(location: str, pointer: Path) -> str:
    match pointer[:1]:
        case ["reported"]:
            return f"whether the sheet is right about the {location}"
        case ["claim"]:
            return "who gets the tricks conceded"
    return f"what {location} was"


def _what_it_costs(answer: Json, marks: FindingMarks) -> str:
    if answer["verdict"] == "void":
        return "The round is void: nobody scores in it."
    if not answer.get("as_ruled"):
        return f"{_tricks_lost(answer)}{why_no_score(answer, marks.record)}."
    ruled = {each["team"]: each["points"] for each in answer["as_ruled"]}
    played = {each["team"]: each["points"] for each in answer.get("as_played", answer["as_ruled"])}
    costly = [each for each in answer["findings"] if each["severity"] == "offence" and not is_of_a_claim(each)]
    unchanged = ruled == played and bool(costly)
    forfeits = [each["team"] for each in answer.get("penalties", ()) if each["effect"] == "game"]
    return (
        ("That changes no points. " if unchanged else "")
        + points_in_words(ruled, played)
        + "".join(f" {team} loses the game." for team in dict.fromkeys(forfeits))
    )


def why_no_score(answer: Json, record: Json) -> str:
    """Return why a round has no score; a first round may be one that is played without bids."""
    if answer["complete"]:
        return "The round has no score"
    if "bids" in record or "bids_by_player" in record:
        if "given" not in answer.get("claim", {"given": {}}):
            return "The claim gives the tricks left to nobody, so the round has no score yet"
        return "The record is not of a complete round: no score yet"
    if record.get("round_number") == 1:
        return "The bids were not recorded, or not the whole round: no score"
    return "The bids were not recorded, so the round has no score"


def _tricks_lost(answer: Json) -> str:
    """Return the tricks that the penalties take or bring, which are all that is known of them without a score."""
    tricks: dict[str, int] = {}
    for each in answer.get("penalties", ()):
        if "tricks" in each:
            tricks[each["team"]] = tricks.get(each["team"], 0) + each["tricks"]
    changes = [
        f"{team}: {signed_number(number)} trick{'' if abs(number) == 1 else 's'}" for team, number in tricks.items()
    ]
    return f"{'; '.join(changes)}. " if changes else ""


def points_in_words(ruled: Mapping[str, int], played: Mapping[str, int]) -> str:
    """Return the points of each side, those that differ from the score as played first.

    >>> points_in_words({"N+S": 40, "E+W": -60}, {"N+S": 40, "E+W": 62}).replace(chr(8722), "-")
    'E+W: -60 instead of +62. N+S: +40.'
    """
    sides = sorted(ruled, key=lambda team: ruled[team] == played[team])
    return " ".join(
        f"{team}: {signed_number(ruled[team])}"
        + ("." if ruled[team] == played[team] else f" instead of {signed_number(played[team])}.")
        for team in sides
    )


def readings_in_words(answer: Json) -> list[dict[str, Any]]:
    """Return the slips that may be in the record, the likeliest first, each with the ruling that its reading gives."""
    return [
        {"detail": each["detail"], "result": " ".join(_result_of_reading(each))} for each in answer.get("readings", ())
    ]


def heading_of_first_reading(answer: Json) -> str:
    """Return how the first reading is introduced: as the likeliest if the next one accuses more of the players."""
    first, *others = answer.get("readings") or ({"offences": ()},)
    if not others:
        return "Explained by one slip"
    return "Likeliest" if len(first["offences"]) < len(others[0]["offences"]) else "Perhaps"


def _result_of_reading(reading: Json) -> Iterator[str]:
    deeds = deeds_in_words(reading.get("offences", ())) or _WITHOUT_OFFENCE.get(reading["verdict"], "")
    yield f"Then {deeds} ({reading['verdict']})." if deeds else f"Then the ruling is {reading['verdict']}."
    if "points" in reading:
        yield points_in_words(reading["points"], reading["points"])
