"""The rows of a game's score sheet: for each round its sides, and what else happened in it.

Where the paper sheet says otherwise, a figure has both: the one of the paper sheet, and the right one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from service.json_types import Json
from service.pages.games.running_scores import is_void, scores_of
from service.pages.games.unscored_rounds import row_as_sent
from service.pages.phrases import number_text, signed_number
from service.pages.rulings.finding_marks import FindingMarks
from service.pages.rulings.headline import why_no_score

_Reported: TypeAlias = Mapping[tuple[str, str], Json]
"""The differences of a round, by the row of the sheet and the name in it."""
NOT_KNOWN: Final = "\N{EN DASH}"
"""What stands for a figure that is not known."""


def sheet_rounds(request: Json, rounds: Json, marks: Sequence[FindingMarks]) -> list[dict[str, Any]]:
    """Return for each round its heading and its rows: one for each side with a score, and the notes."""
    return [
        {
            "number": played["number"],
            "dealer": played.get("dealer", ""),
            "verdict": played.get("verdict", ""),
            "rows": list(_rows(sent, played, each)),
        }
        for sent, played, each in zip(request["rounds"], rounds, marks, strict=True)
    ]


def _rows(sent: Json, played: Json, marks: FindingMarks) -> Iterator[dict[str, Any]]:
    """Yield the rows of a round; a side without points in a void round has none unless the paper sheet is wrong."""
    for note in _notes_before(played):
        yield {"team": "", "note": note}
    reported: _Reported = {
        (str(row), str(name)): each for each in played.get("differences", ()) for row, name in [each["pointer"][-2:]]
    }
    wrong = {name for _, name in reported}
    scores = scores_of(played)
    was_played = not is_void(played) and any(side["tricks"] or side["bids"] for side in scores)
    for side in scores:
        if not is_void(played) or side["lines"] or wrong & {side["team"], *side["players"]}:
            yield _side_row(side, reported, marks, counts=was_played)
    if not scores:
        yield {"team": "", "note": f"{why_no_score(played, sent)}." if "tricks" in sent else row_as_sent(sent)}
    for note in _notes_after(played, scores):
        yield {"team": "", "note": note}


def _notes_before(played: Json) -> Iterator[str]:
    """Yield what to know before reading the figures of a round: its labels, who came in, whether it counts."""
    labels = [f"{name}: {text}" for name, text in played.get("labels", {}).items()]
    if labels:
        yield ", ".join(labels)
    for each in played.get("substitutions", ()):
        yield f"{each['in']} takes the seat of {each['out']}."
    if is_void(played):
        yield f"Void: {played['reason']}" if played.get("void") else "Void: the round counts for nothing."


def _notes_after(played: Json, scores: Json) -> Iterator[str]:
    for side in scores:
        for line in side["lines"]:
            if line["code"] == "adjustment":
                yield f"Adjustment for {side['team']}, {signed_number(line['points'])}: {line['detail']}"
    if "forfeited_by" in played:
        is_late = any(each["code"] == "round_after_end" for each in played["findings"])
        over = " (the game was over already)" if is_late else ""
        yield f"{played['forfeited_by']} forfeits the game{over}: {played['reason']}"


def _side_row(side: Json, reported: _Reported, marks: FindingMarks, *, counts: bool) -> dict[str, Any]:
    after = side.get("after", {})
    row = {
        "team": side["team"],
        "team_parts": _breakable(side["team"]),
        "contract": str(side["contract"]) if counts and _has_contract(side) else "",
        "bids": listed_bids(side) if counts else "",
        "tricks": _tricks(side) if counts else "",
        "trick_claims": list(_trick_claims(side, reported, marks)),
        "lines": _lines(side["lines"]),
        "points": _figure("points", side["team"], signed_number(side["points"]), reported, marks),
        "bags": _figure("bags", side["team"], str(after.get("bags", NOT_KNOWN)), reported, marks),
        "score": _figure("score", side["team"], number_text(after["score"]) if after else NOT_KNOWN, reported, marks),
    }
    corrected = row["trick_claims"] or any(row[name]["sheet"] for name in ("points", "bags", "score"))
    return {**row, "corrected": bool(corrected)}


def _has_contract(side: Json) -> bool:
    """Return whether a side made any bid but nil."""
    return any(each["kind"] not in {"nil", "blind_nil"} for each in side["bids"])


def _breakable(name: str) -> list[str]:
    """Return the parts of a name between which a line may be broken: after each plus sign."""
    *parts, last = name.split("+")
    return [*(f"{part}+" for part in parts), last]


def listed_bids(side: Json) -> str:
    """Return the bids of a side in short, each with its bidder if there are several players, and how a nil ended."""
    nils = {each.get("player", side["team"]): each for each in side["nils"]}
    named = len(side["players"]) > 1
    texts = []
    for bid in sorted(side["bids"], key=lambda each: [*side["players"], each.get("player")].index(each.get("player"))):
        words = [bid["player"]] if named and "player" in bid else []
        nil = nils.get(bid.get("player", side["team"]))
        if bid["kind"] in {"blind", "blind_nil"}:
            words.append("blind")
        words.append("nil" if bid["kind"] in {"nil", "blind_nil"} else str(bid["tricks"]))
        if bid["counts_as"] != bid["tricks"]:
            words.append(f"as {bid['counts_as']}")
        if nil is not None:
            words.append("made" if nil["made"] else f"failed ({nil['tricks']})")
        # A lone number is the contract, which is in the row already.
        if len(words) > 1 or not words[0].isdecimal():
            texts.append(" ".join(words))
    return ", ".join(texts)


def _tricks(side: Json) -> str:
    change = side.get("tricks_adjustment", 0)
    return f"{side['tricks']} ({signed_number(change)})" if change else str(side["tricks"])


def _lines(lines: Json) -> str:
    """Return the lines of a score in short; without its points if there is only one, as those are the round's."""
    words = [(each["code"].removesuffix("_made").replace("_", " "), each["points"]) for each in lines]
    if len(words) == 1:
        return str(words[0][0])
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{signed_number(points)}" for name, points in words)


def _figure(row: str, name: str, value: str, reported: _Reported, marks: FindingMarks) -> dict[str, Any]:
    """Return a figure with the one of the paper sheet, if that is another; ``wrong`` if it is an error of its own.

    A total that only carries an earlier error on has no finding.
    """
    difference = reported.get((row, name))
    write = signed_number if row == "points" else number_text
    return {
        "value": value,
        "sheet": "" if difference is None else write(difference["reported"]),
        **marks.at("reported", row, name),
    }


def _trick_claims(side: Json, reported: _Reported, marks: FindingMarks) -> Iterator[dict[str, Any]]:
    """Yield the tricks that the paper sheet gives a side or a player of it, if they are others."""
    for name in dict.fromkeys([side["team"], *side["players"]]):
        difference = reported.get(("tricks_won", name))
        if difference is not None:
            yield {
                "name": "" if name == side["team"] else name,
                "value": str(difference["ruled"]),
                "sheet": str(difference["reported"]),
                **marks.at("reported", "tricks_won", name),
            }
