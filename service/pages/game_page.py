"""The page of a game, scored or audited: its result, its course, its sheet, and what was found in each round.

It is made from the request and from the answer in JSON, so that page and JSON say the same. A game that was only scored
has no verdicts and no paper sheet to compare; the page has no section for them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from service.media_types import Json
from service.pages.content import (
    Block,
    Bullets,
    Heading,
    InHtml,
    InMarkdown,
    Labels,
    Lines,
    Page,
    Paragraph,
    Section,
    Tight,
    Value,
    joined,
    text,
)
from service.pages.game_sheet import CourseChart, course_chart, sheet_section
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
from service.pages.on_paper import labels_above, lines_to_fill_in, lines_to_sign
from service.pages.phrases import BASES, by_ruleset, to_check
from service.pages.ruling_findings import FindingMarks, accusation_texts, penalty_effect, places, severity
from service.spades.catalogue.parameters.bags_and_game import GameRules
from service.spades.english import count_of, listed
from service.spades.table import Side


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
    blocks = [*labels_above(answer), lines_to_fill_in(answer, callers), *_result(request, answer, rounds)]
    standing = [_standing(row) for row in standing_rows(answer)]
    if standing:
        blocks.append(Labels(standing, before=standing_heading(answer)))
    if standings := standings_in_words(answer):
        blocks += [Paragraph("It stands in one of these ways:"), Bullets(standings)]
    blocks.append(by_ruleset(answer))
    chart = course_chart(answer["rounds"], rules)
    if chart:
        blocks.append(CourseChart(chart))
    if rounds:
        blocks.append(sheet_section(request, rounds, marks, is_audit=is_audit))
    blocks += _findings(request, rounds, marks, is_audit=is_audit)
    named = [place for played in answer["rounds"] for place in places(played, f"round {played['number']}, ")]
    operation = "games/audit" if is_audit else "games/score"
    blocks += [lines_to_sign(sides), to_check(answer, operation, "sheet", "game", named)]
    title = f"Score sheet, audited: {answer['verdict']}" if is_audit else "Score sheet"
    return Page(title, blocks, links=False)


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


def _result(request: Json, answer: Json, rounds: Json) -> Iterator[Block]:
    """Yield the first error on the paper sheet, the result, and what there is to say about either."""
    is_audit = "verdict" in answer
    error = first_error_in_words(answer) if is_audit else []
    if error:
        more = joined("", [text(" {}", sentence) for sentence in error[1:]])
        yield Paragraph(text("<strong>First error on the sheet. {}</strong>{}", error[0], more), "notice")
    result = result_in_words(answer)
    not_compared = unscored_in_words(request, answer, rounds) or totals_not_compared(request, rounds)
    others = filter(None, [not_compared, next_round_in_words(answer)])
    more = joined("", [text(" {}", sentence) for sentence in others])
    yield Paragraph(text("<strong>{}</strong>{}", result, more), "headline")
    compared = sheet_in_words(request, rounds) if is_audit else ""
    if compared and not error:
        yield Paragraph(compared)
    if not answer["finished"] and answer["rounds"] and answer["detail"] not in {"", result}:
        yield Paragraph(answer["detail"])


def _standing(row: dict[str, str]) -> Value:
    others = text(" <small>({})</small>", row["others"]) if row["others"] else ""
    return text("<bdi>{}</bdi>: <strong>{}</strong>{}", row["team"], row["score"], others)


def _findings(request: Json, rounds: Json, marks: list[FindingMarks], *, is_audit: bool) -> Iterator[Block]:
    """Yield the rounds in which something was found or is open, and the verdicts on all others."""
    verdicts = _unremarkable_rounds(rounds) if is_audit else ""
    blocks: list[Block] = [Paragraph(verdicts)] if verdicts else []
    judged: list[Block] = []
    for sent, played, own_marks in zip(request["rounds"], rounds, marks, strict=True):
        if _is_remarkable(played):
            verdict = text(": {}", played["verdict"]) if played.get("verdict") else ""
            judged += [
                Heading(text("Round {}{}", played["number"], verdict), level=3),
                *_found(sent, played, own_marks),
            ]
    if judged:
        yield Section([*blocks, *judged], "What was found")
    elif verdicts:
        yield InHtml(blocks)
        yield InMarkdown([Section(blocks, "What was found")])


def _is_remarkable(played: Json) -> bool:
    """Return whether there is something to say about a round: also a claim, unless it was simply accepted."""
    is_contested = played.get("claim", {}).get("result", "accepted") != "accepted"
    return is_contested or any(played.get(name) for name in ("findings", "undecided", "accusations", "penalties"))


def _found(sent: Json, played: Json, marks: FindingMarks) -> Iterator[Block]:
    """Yield everything that the page says about a round."""
    for first, *rest in filter(None, [played.get("summary", {}).get("readings")]):
        others = f" The answer has {count_of(len(rest), 'other reading')}." if rest else ""
        yield Paragraph(text("<em>{}{}</em>", first, others), "line")
    lists: list[Block] = []
    if played["findings"]:
        lists.append(Bullets([_finding(marks, finding) for finding in played["findings"]], numbered=True))
    lines = [_question(marks, number, question) for number, question in enumerate(played["undecided"], 1)]
    lines += [called for called, _ in accusation_texts(sent, played)]
    if "claim" in played:
        lines.append(text("<strong>Claim.</strong> {}", played["claim"]["detail"]))
    lines += map(_penalty, played.get("penalties", ()))
    yield Tight([*lists, Lines(lines)])


def _finding(marks: FindingMarks, finding: Json) -> Value:
    location = text(", {}", marks.location(finding["pointer"])) if finding["pointer"] else ""
    basis = text(" <small>({})</small>", BASES["default"]) if finding.get("rule", {}).get("basis") == "default" else ""
    return text("<strong>{}{}.</strong> {}{}", severity(finding), location, finding["detail"], basis)


def _question(marks: FindingMarks, number: int, question: Json) -> Value:
    location = marks.location(question["pointer"]) if question["pointer"] else ""
    return text("<strong>Open question Q{}, {}.</strong> {}", number, location, question["detail"])


def _penalty(penalty: Json) -> Value:
    return text(
        "<strong>Penalty for finding {}, <bdi>{}</bdi>, {}.</strong> {}",
        penalty["finding"] + 1,
        penalty["team"],
        penalty_effect(penalty),
        penalty["detail"],
    )


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
