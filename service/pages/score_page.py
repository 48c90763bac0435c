"""The page of a scored round, and the scores of a ruling side by side: every line of each side's with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final

from service.media_types import Json
from service.pages.content import (
    Block,
    Column,
    Division,
    Labels,
    Page,
    Paragraph,
    Row,
    Section,
    Table,
    Value,
    marked,
    text,
)
from service.pages.on_paper import labels_above
from service.pages.phrases import by_ruleset, capitalised, number_text, signed_number, to_check
from service.pages.ruling_findings import (
    FindingMarks,
    finding_counts,
    finding_list,
    penalty_section,
    places,
    question_list,
)
from service.spades.english import listed
from service.wire.places import Path

_BLIND = {"blind", "blind_nil"}
_VERSIONS: Mapping[str, str] = MappingProxyType({"as_played": "as played", "as_ruled": "as ruled"})
"""The two scores that an answer may have, in words."""
_BOTH_VERSIONS: Final = "as played and as ruled"
_NO_LINE = "\N{EN DASH}"
_POINTS: Final = "Points of the round"
_SCORE: Final = "Score"
_TOTALS = {_POINTS, _SCORE}
_SUBJECTS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("slam_made", "slam_failed", "ten_made", "ten_failed"), "contract"),
        **dict.fromkeys(("contract_made", "contract_set", "contract_without_points", "contract_credited"), "contract"),
        **dict.fromkeys(("nil_made", "nil_failed", "blind_nil_made", "blind_nil_failed", "nil_without_points"), "nil"),
        **dict.fromkeys(("double_nil_made", "double_nil_failed"), "nil"),
        "linked_set": "nil and contract",
    }
)
"""The subject of a score line. Lines on one subject share a row: a contract made as played may be set as ruled."""


def score_page(request: Json, answer: Json) -> Page:
    """Return the page of a scored round: bids, tricks, and every line of each side's score.

    ``request`` is checked by the contract. ``answer`` has the members of the contract's ``RoundScore``, but its
    sentences have numbers as people write them, and each pointer is a tuple of names and indices.
    """
    # The score of a row is the one after its penalties, and there is no other.
    ruling = {**answer, "verdict": "", "undecided": answer.get("undecided", ()), "as_played": answer["teams"]}
    marks = FindingMarks(request, ruling)
    points = " ".join(f"{side['team']}: {signed_number(side['points'])}." for side in answer["teams"])
    number = request.get("round_number")
    blocks: list[Block] = [
        *labels_above(answer),
        Paragraph(text("<strong>{}</strong>", points), "headline"),
        Labels([_total(side) for side in answer["teams"]]),
        *([Paragraph(answer["detail"])] if "detail" in answer else []),
        by_ruleset(answer, finding_counts(ruling)),
    ]
    if answer["findings"]:
        blocks.append(Section([finding_list(marks, answer["findings"], with_facts=False)], "Findings"))
    if "penalties" in answer:
        blocks.append(penalty_section(answer["penalties"]))
    if "undecided" in answer:
        blocks.append(Section([question_list(marks, answer["undecided"])], "Open questions"))
    tricks = [Row([text("<bdi>{}</bdi>", name), won]) for name, won in request["tricks_won"].items()]
    blocks += [
        Section([Division("columns", list(score_tables(ruling)))], "The score"),
        Section(
            [
                Division(
                    "columns",
                    [
                        *bid_table(request, ruling, marks, dealer=request.get("dealer")),
                        Table([Column("Tricks of", names_row=True), Column("Won", number=True)], tricks),
                    ],
                )
            ],
            "Bids and tricks",
        ),
        to_check(answer, "rounds/score", "score", "round", places(ruling)),
    ]
    return Page("Score of a round", blocks, f"Score of round {number}" if number else "", links=False)


def _total(side: Json) -> Value:
    before, after = number_text(side["before"]["score"]), number_text(side["after"]["score"])
    return text("<bdi>{}</bdi>: {} → <strong>{}</strong>", side["team"], before, after)


def bid_table(record: Json, answer: Json, marks: FindingMarks, dealer: str | None = None) -> list[Block]:
    """Return the bids, in the order in which they were made if the record has one; nothing if there are none."""
    scored_bids = {
        bid.get("player", side["team"]): bid for side in answer.get("as_played", ()) for bid in side.get("bids", ())
    }
    rows = []
    for bidder, tricks, blind, path in _bids(record):
        scored = scored_bids.get(bidder, {})
        if scored.get("tricks") != tricks:
            scored = {}  # the bid that counts is another one, or another reading of this one
        notes = ["blind"] if blind else []
        if scored.get("kind") in {"nil", "blind_nil"}:
            notes.append("nil")
        if scored.get("counts_as", tricks) != tricks:
            notes.append(f"counts as {scored['counts_as']}")
        bid = marks.within(*path).framed(tricks)
        name = text("<bdi>{}</bdi>{}", bidder, text(" (dealer)") if bidder == dealer else "")
        rows.append(Row([name, text("{} {}", bid, ", ".join(notes)) if notes else bid]))
    title = "Bids, in order" if "bids" in record else "Bids"
    return [Table([Column(title, names_row=True), Column("Bid")], rows)] if rows else []


def _bids(record: Json) -> Iterator[tuple[str, int, bool, Path]]:
    """Yield the bidder of each bid, its tricks, whether it was blind, and where it is in the record."""
    for index, bid in enumerate(record.get("bids", ())):
        yield bid.get("player", bid.get("team")), bid["tricks"], bid.get("kind") in _BLIND, ("bids", index)
    by_player = record.get("bids_by_player", {})
    for name in sorted(by_player, key=[*record["players"], *by_player].index):
        yield name, by_player[name], name in record.get("blind_bidders", ()), ("bids_by_player", name)


def score_tables(answer: Json) -> Iterator[Table]:
    """Yield a table for each side; it has columns with titles if the score is one of two, as played or as ruled."""
    versions = _versions(answer)
    titles = [None if answer["verdict"] == "" else capitalised(words) for words in versions]
    for scores in zip(*versions.values(), strict=True):
        is_alone = scores[0]["players"] == [scores[0]["team"]]
        players = "" if is_alone else text(" ({})", listed(scores[0]["players"]))
        rows = [Row([label, *cells], total=label in _TOTALS) for label, cells in _rows(scores) if any(cells)]
        caption = text("<bdi>{}</bdi>{}", scores[0]["team"], players)
        yield Table([Column(names_row=True), *map(Column, titles)], rows, "scores", caption)


def sheet_section(answer: Json, record: Json, marks: FindingMarks) -> list[Block]:
    """Return the values on the score sheet that differ from the ruling, with both scores; nothing without a sheet."""
    if "differences" not in answer:
        return []
    block: Block
    if answer["differences"]:
        names = ["reported", *(["played"] if answer.get("as_played") else []), "ruled"]
        titles = {"reported": "Reported", "played": "As played", "ruled": "As ruled"}
        rows = []
        for difference in answer["differences"]:
            path = difference["pointer"]
            values = {**difference, "played": _as_played(answer, *path[-2:])}
            figures = ["" if values[name] is None else number_text(values[name]) for name in names]
            rows.append(Row([marked(capitalised(marks.location(path)), marks.at(*path).numbers), *figures]))
        figure_columns = [Column(titles[name], number=True) for name in names]
        block = Table([Column("Value", names_row=True), *figure_columns], rows)
    elif answer.get("as_ruled"):
        not_compared = "before" not in record and bool({"score", "bags"} & record.get("reported", {}).keys())
        except_totals = ", except the running totals, which were not compared," if not_compared else ""
        block = Paragraph(text("Everything on the score sheet{} is as ruled.", except_totals))
    else:
        block = Paragraph("The round has no score with which to compare the sheet.")
    return [Section([block], "The score sheet")]


def _as_played(answer: Json, row: str, name: str) -> int | None:
    """Return the value that a row of the score sheet has as played, or None if there is no score."""
    if row == "tricks_won" and name in answer["tricks_won"]:
        return int(answer["tricks_won"][name])
    side = next((score for score in answer.get("as_played", ()) if score["team"] == name), None)
    if side is None:
        return None
    figures = {"tricks_won": side["tricks"] - side.get("tricks_decided", 0), "points": side["points"]}
    return int(figures[row] if row in figures else side["after"][row])


def _versions(answer: Json) -> dict[str, Json]:
    """Return the scores by their titles: one if the penalties change nothing, and none if the round is void."""
    if answer["verdict"] == "void":
        return {}
    versions = {words: answer[name] for name, words in _VERSIONS.items() if answer.get(name)}
    figures = [[_figures(score) for score in scores] for scores in versions.values()]
    alike = len(figures) > 1 and figures[0] == figures[1]
    return {_BOTH_VERSIONS: answer["as_ruled"]} if alike else versions


def _figures(score: Json) -> Json:
    return {name: value for name, value in score.items() if name != "tricks_adjustment" or value}


def _rows(scores: Sequence[Json]) -> Iterator[tuple[str, list[str]]]:
    yield "Contract", [_contract(score) for score in scores]
    yield "Tricks", [_tricks(score) for score in scores]
    for nils in zip_longest(*(score["nils"] for score in scores)):
        bidder = next(nil.get("player", scores[0]["team"]) for nil in nils if nil)
        blind = "Blind nil" if any(nil and nil["kind"] == "blind_nil" for nil in nils) else "Nil"
        yield f"{blind} of {bidder}", [_nil(nil) for nil in nils]
    lines = [_lines_by_subject(score["lines"]) for score in scores]
    for subject, count in _merged_order(lines):
        yield (
            f"Points: {subject.replace('_', ' ')}",
            [_line(own[subject, count]) if (subject, count) in own else _NO_LINE for own in lines],
        )
    yield _POINTS, [signed_number(score["points"]) for score in scores]
    yield (
        _SCORE,
        [f"{number_text(score['before']['score'])} → {number_text(score['after']['score'])}" for score in scores],
    )
    for name in ("bags", "sets", "revokes"):
        changes = [(score["before"][name], score["after"][name]) for score in scores]
        # A count that is 0 throughout may be one that this game does not keep: no row.
        yield capitalised(name), [f"{before} → {after}" if any(map(any, changes)) else "" for before, after in changes]


def _contract(score: Json) -> str:
    if any(line["code"] == "trick_points" for line in score["lines"]):
        return "no bids in this round"
    if not score["contract"] and score["nils"]:
        return "nil alone"
    return f"{score['contract']}, {'made' if score['made'] else 'not made'}"


def _tricks(score: Json) -> str:
    change = score.get("tricks_adjustment", 0)
    parts = [str(score["tricks"])]
    if "tricks_decided" in score:
        parts.append(f"{signed_number(score['tricks_decided'])} by a director")
    if change:
        parts.append(f"{signed_number(change)} by penalty")
    if score["contract_tricks"] != score["tricks"]:
        parts.append(f"{score['contract_tricks']} towards the contract")
    if score["boston"]:
        parts.append("every trick")
    return ", ".join(parts)


def _nil(nil: Json | None) -> str:
    if nil is None:
        return _NO_LINE
    took = f"took {nil['tricks']}" if nil["tricks"] else "took no tricks"
    return f"{'made' if nil['made'] else 'failed'}, {took}"


def _line(line: Json) -> str:
    return f"{signed_number(line['points'])} · {line['detail']}"


def _lines_by_subject(lines: Iterable[Json]) -> dict[tuple[str, int], Json]:
    """Return the lines of a score by their subject, and by how many lines on this subject come before them."""
    counts: Counter[str] = Counter()
    by_subject = {}
    for line in lines:
        subject = _SUBJECTS.get(line["code"], line["code"])
        by_subject[subject, counts[subject]] = line
        counts[subject] += 1
    return by_subject


def _merged_order(scores: Sequence[Mapping[tuple[str, int], Json]]) -> list[tuple[str, int]]:
    """Return the keys of all scores, each after the key that precedes it in its own score."""
    order: list[tuple[str, int]] = []
    for score in scores:
        index = 0
        for key in score:
            if key in order:
                index = order.index(key) + 1
            else:
                order.insert(index, key)
                index += 1
    return order
