"""The page of a scored round, and the scores of a ruling side by side: every line of each side's with its reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from types import MappingProxyType
from typing import Final, NamedTuple

from service.media_types import Json
from service.pages.page import Page
from service.pages.phrases import capitalised, number_text, signed_number
from service.pages.ruling_findings import FindingMarks, Mark, finding_counts, places
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


class ShownBid(NamedTuple):
    """A bid of a record as it counts, and its place."""

    bidder: str
    deals: bool
    tricks: int
    notes: Sequence[str]
    path: Path


class ScoreRow(NamedTuple):
    """A row of a score with a cell for each version of it; a total is set apart."""

    label: str
    cells: Sequence[str]
    is_total: bool


class SideTable(NamedTuple):
    """The score of a side; it has titles if the score is one of two, as played or as ruled."""

    team: str
    players: str
    """Its players; nothing for one who plays alone."""
    titles: Sequence[str]
    rows: Sequence[ScoreRow]


class DifferenceRow(NamedTuple):
    """A value on the score sheet that differs from the ruling."""

    label: str
    mark: Mark
    figures: Sequence[str]


class SheetDifferences(NamedTuple):
    """The values on the score sheet that differ from the ruling with both scores, or a sentence instead."""

    sentence: str
    titles: Sequence[str] = ()
    rows: Sequence[DifferenceRow] = ()


def score_page(request: Json, answer: Json) -> Page:
    """Return the page of a scored round: bids, tricks, and every line of each side's score.

    ``request`` is checked by the contract. ``answer`` has the members of the contract's ``RoundScore``, but its
    sentences have numbers as people write them, and each pointer is a tuple of names and indices.
    """
    # The score of a row is the one after its penalties, and there is no other.
    ruling = {**answer, "verdict": "", "undecided": answer.get("undecided", ()), "as_played": answer["teams"]}
    content = {
        "request": request,
        "answer": answer,
        "marks": FindingMarks(request, ruling),
        "found": finding_counts(ruling),
        "scores": scores_shown(ruling),
        "bids": bids_shown(request, ruling, request.get("dealer")),
        "places": places(ruling),
    }
    return Page("score", "Score of a round", content, links=False)


def bids_shown(record: Json, answer: Json, dealer: str | None = None) -> list[ShownBid]:
    """Return the bids, in the order in which they were made if the record has one."""
    scored_bids = {
        bid.get("player", side["team"]): bid for side in answer.get("as_played", ()) for bid in side.get("bids", ())
    }
    shown = []
    for bidder, tricks, blind, path in _bids(record):
        scored = scored_bids.get(bidder, {})
        if scored.get("tricks") != tricks:
            scored = {}  # the bid that counts is another one, or another reading of this one
        notes = ["blind"] if blind else []
        if scored.get("kind") in {"nil", "blind_nil"}:
            notes.append("nil")
        if scored.get("counts_as", tricks) != tricks:
            notes.append(f"counts as {scored['counts_as']}")
        shown.append(ShownBid(bidder, bidder == dealer, tricks, notes, path))
    return shown


def _bids(record: Json) -> Iterator[tuple[str, int, bool, Path]]:
    """Yield the bidder of each bid, its tricks, whether it was blind, and where it is in the record."""
    for index, bid in enumerate(record.get("bids", ())):
        yield bid.get("player", bid.get("team")), bid["tricks"], bid.get("kind") in _BLIND, ("bids", index)
    by_player = record.get("bids_by_player", {})
    for name in sorted(by_player, key=[*record["players"], *by_player].index):
        yield name, by_player[name], name in record.get("blind_bidders", ()), ("bids_by_player", name)


def scores_shown(answer: Json) -> list[SideTable]:
    """Return the score of each side."""
    versions = _versions(answer)
    titles = [capitalised(words) for words in versions] if answer["verdict"] else []
    shown = []
    for scores in zip(*versions.values(), strict=True):
        is_alone = scores[0]["players"] == [scores[0]["team"]]
        rows = [ScoreRow(label, cells, label in _TOTALS) for label, cells in _rows(scores) if any(cells)]
        shown.append(SideTable(scores[0]["team"], "" if is_alone else listed(scores[0]["players"]), titles, rows))
    return shown


def differences_shown(answer: Json, record: Json, marks: FindingMarks) -> SheetDifferences | None:
    """Return what the comparison with the score sheet came to; None without a sheet."""
    if "differences" not in answer:
        return None
    if answer["differences"]:
        names = ["reported", *(["played"] if answer.get("as_played") else []), "ruled"]
        titles = {"reported": "Reported", "played": "As played", "ruled": "As ruled"}
        rows = []
        for difference in answer["differences"]:
            path = difference["pointer"]
            values = {**difference, "played": _as_played(answer, *path[-2:])}
            figures = ["" if values[name] is None else number_text(values[name]) for name in names]
            rows.append(DifferenceRow(capitalised(marks.location(path)), marks.at(*path), figures))
        return SheetDifferences("", [titles[name] for name in names], rows)
    if not answer.get("as_ruled"):
        return SheetDifferences("The round has no score with which to compare the sheet.")
    not_compared = "before" not in record and bool({"score", "bags"} & record.get("reported", {}).keys())
    except_totals = ", except the running totals, which were not compared," if not_compared else ""
    return SheetDifferences(f"Everything on the score sheet{except_totals} is as ruled.")


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
