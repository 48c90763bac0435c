"""The content of the page of a game, scored or audited: its result, its course, its sheet, and what was found.

It is made from the request and from the answer in JSON, so that page and JSON say the same. A game that was only scored
has no verdicts and no paper sheet to compare; the page has no section for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from service.json_types import Json
from service.pages.games.course_chart import course_chart
from service.pages.games.round_findings import in_round, judged_rounds, unremarkable_rounds
from service.pages.games.running_scores import scores_of
from service.pages.games.sheet_check import first_error_in_words, sheet_in_words
from service.pages.games.sheet_rows import NOT_KNOWN, sheet_rounds
from service.pages.games.standings import next_round_in_words, result_in_words, standing_heading, standing_rows
from service.pages.games.unscored_rounds import unscored_in_words
from service.pages.phrases import capitalised, overrides_in_words
from service.pages.rulings.finding_marks import FindingMarks
from service.spades.catalogue.parameters.game import GameRules

_LONGEST_WORD = 10
"""In characters, of names that a column of the sheet has room for on a phone; longer ones are broken."""


def game_content(request: Json, answer: Json, rules: GameRules) -> dict[str, Any]:
    """Return the content of the page of a game, by the names that its templates use.

    ``request`` is checked by the contract. ``answer`` has the members of the contract's ``GameScore`` or
    ``GameRuling``, but its sentences have cards and numbers as people write them, and each pointer is a tuple of names
    and indices.
    """
    is_audit = "verdict" in answer
    judged = [in_round(each, index) for index, each in enumerate(answer["rounds"])]
    marks = [FindingMarks(sent, each) for sent, each in zip(request["rounds"], judged, strict=True)]
    rounds = sheet_rounds(request, judged, marks)
    return {
        "title": f"Score sheet, audited: {answer['verdict']}" if is_audit else "Score sheet",
        "is_audit": is_audit,
        "labels": [(capitalised(name), text) for name, text in answer.get("labels", {}).items()],
        "error": first_error_in_words(answer) if is_audit else [],
        "sheet": sheet_in_words(request, judged) if is_audit else "",
        "result": result_in_words(answer),
        "unscored": unscored_in_words(request, answer, judged),
        "next_round": next_round_in_words(answer),
        "detail": "" if answer["finished"] or not answer["rounds"] else answer["detail"],
        "standing_heading": standing_heading(answer),
        "standing": standing_rows(answer),
        "chart": course_chart(answer["rounds"], rules),
        "rounds": rounds,
        "has_long_names": any(len(word) > _LONGEST_WORD for name in _names(request) for word in name.split()),
        "has_bags": any(
            row["bags"]["value"] not in {NOT_KNOWN, "0"} for each in rounds for row in each["rows"] if row["team"]
        ),
        "has_corrections": any(row["corrected"] for each in rounds for row in each["rows"] if row["team"]),
        "judged": judged_rounds(request, judged, marks),
        "unremarkable": unremarkable_rounds(judged) if is_audit else "",
        "has_score": any(map(scores_of, answer["rounds"])),
        "operation": "games/audit" if is_audit else "games/score",
        "ruling_id": answer["ruling_id"],
        "engine_version": answer["engine_version"],
        "ruleset": answer["ruleset"],
        "overrides": overrides_in_words(answer["ruleset"]),
    }


def _names(request: Json) -> Iterator[str]:
    yield from request["players"]
    for side in request.get("teams", ()):
        yield from side["name"].split("+")
    for played in request["rounds"]:
        for each in played.get("substitutions", ()):
            yield each["in"]
