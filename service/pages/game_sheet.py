"""The score sheet of a game as ruled, and its course as a line chart.

The sheet has a row for each round and side, with what else happened in the round. If the paper sheet says otherwise, a
figure has both: the one of the paper sheet, and the right one. The chart has the running score of each side and the
limits at which the game ends, in lengths of its own units. A line has a dash pattern and a label at its end, so that it
can be told from the others without colours; it ends where the scores are no longer known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import combining, east_asian_width

from service.media_types import Json
from service.pages.game_standing import is_void, row_as_sent, scores_of
from service.pages.phrases import adjustment_in_words, capitalised, number_text, signed_number
from service.pages.ruling_findings import FindingMarks, Mark
from service.spades.catalogue.parameters.bags_and_game import GameRules
from service.spades.english import count_of, listed

_WIDTH: Final = 400
_HEIGHT: Final = 190
_LEFT: Final = 38
_RIGHT: Final = 288
_TOP: Final = 10
_BOTTOM: Final = 170
_LABEL_HEIGHT: Final = 12
_LONGEST_LABEL: Final = 16
"""The most letters of ordinary width for which there is room in a label beside the lines."""
_MOST_DOTS: Final = 40
"""The most rounds that are marked on the lines."""
_MOST_MARKS: Final = 6
"""The most marks on an axis, save for the ends."""
_STEPS: Final = (1, 2, 5)

_Points: TypeAlias = list[tuple[int, int]]
"""Rounds counted from the first one shown, 0 for the start, each with the score after it."""


class _Scale(NamedTuple):
    """From rounds and scores to places in the drawing."""

    rounds: int
    lowest: int
    highest: int

    def x(self, number: int) -> str:
        return _length(_LEFT + (_RIGHT - _LEFT) * number / self.rounds)

    def y(self, score: int) -> str:
        return _length(self.height_of(score))

    def height_of(self, score: int) -> float:
        """Return how far below the upper edge a score is."""
        return _BOTTOM - (_BOTTOM - _TOP) * (score - self.lowest) / (self.highest - self.lowest)


def course_chart(rounds: Json, rules: GameRules) -> dict[str, Any] | None:
    """Return the chart of these rounds of an answer, None if no round has a running score."""
    courses = _courses(rounds)
    if not courses:
        return None
    earlier = rounds[0]["number"] - 1
    limits = {"target": rules.target, **({"floor": rules.floor} if rules.floor else {})}
    scores = [score for points in courses.values() for _, score in points]
    ticks = _marks(min(0, *scores, *limits.values()), max(0, *scores, *limits.values()))
    scale = _Scale(len(rounds), ticks[0], ticks[-1])
    last = {team: points[-1] for team, points in courses.items()}
    names = {team: _shortened(team, _LONGEST_LABEL - len(str(score))) for team, (_, score) in last.items()}
    places = _spread([scale.height_of(score) for _, score in last.values()])
    return {
        "width": _WIDTH,
        "height": _HEIGHT,
        "description": _description(last, limits, len(rounds)),
        "grid": "".join(f"M{_LEFT} {scale.y(tick)}H{_RIGHT}" for tick in ticks),
        "scores": [{"y": scale.y(tick), "text": number_text(tick), "is_zero": not tick} for tick in ticks],
        "score_x": _LEFT - 4,
        "rounds": [
            {"x": scale.x(mark - earlier), "text": mark}
            for mark in _marks(earlier, earlier + len(rounds))
            if earlier < mark <= earlier + len(rounds)
        ],
        "round_y": _BOTTOM + 13,
        "left": _LEFT,
        "right": _RIGHT,
        "zero": scale.y(0),
        "limits": [
            {"y": scale.y(limit), "label_y": _beside(scale.height_of(limit)), "text": f"{name} {number_text(limit)}"}
            for name, limit in limits.items()
        ],
        "lines": [
            {
                "path": "M" + " ".join(f"{scale.x(number)} {scale.y(score)}" for number, score in points),
                "dots": "".join(
                    f"M{scale.x(number)} {scale.y(score)}h0" for number, score in points if len(points) <= _MOST_DOTS
                ),
                "label": f"{number_text(points[-1][1])} {names[team]}",
                "x": _length(float(scale.x(points[-1][0])) + 5),
                "y": _length(place + 4),
            }
            for (team, points), place in zip(courses.items(), places, strict=True)
        ],
        "legend": list(courses) if any(name != team for team, name in names.items()) else [],
    }


def _courses(rounds: Json) -> dict[str, _Points]:
    """Return the course of each side, up to the first round after which its score is not known."""
    courses: dict[str, _Points] = {}
    for number, played in enumerate(rounds, 1):
        scores = scores_of(played)
        if not scores or any("after" not in side for side in scores):
            break
        for side in scores:
            points = courses.setdefault(side["team"], [(0, side["before"]["score"])])
            points.append((number, side["after"]["score"]))
    return courses


def _marks(lowest: int, highest: int) -> list[int]:
    """Return round numbers at even steps, from one that is not above the lowest to one not below the highest."""
    span, step, power = max(highest - lowest, 1), 1, 1
    while span > step * _MOST_MARKS:
        power, step = next(
            (power * ten, power * ten * first) for ten in (1, 10) for first in _STEPS if power * ten * first > step
        )
    first, last = lowest // step, -(-highest // step)
    return [step * number for number in range(first, max(last, first + 1) + 1)]


def _spread(heights: Sequence[float]) -> list[float]:
    """Return places for labels at these heights, in the same order, moved apart so that none covers another."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    places = [heights[index] for index in order]
    for above, below in pairwise(range(len(places))):
        places[below] = max(places[below], places[above] + _LABEL_HEIGHT)
    lowest = float(_BOTTOM)
    for index in reversed(range(len(places))):
        places[index] = min(places[index], lowest)
        lowest = places[index] - _LABEL_HEIGHT
    return [places[order.index(index)] for index in range(len(heights))]


def _beside(height: float) -> str:
    """Return where the label of a horizontal line stands: above it, or below it at the upper edge of the drawing."""
    above = height - 3
    return _length(above if above >= _LABEL_HEIGHT else height + _LABEL_HEIGHT)


def _length(length: float) -> str:
    return f"{length:.1f}".removesuffix(".0")


def _shortened(name: str, longest: int) -> str:
    """Return a name cut to a width in letters; a wide character counts as two, and an accent as none."""
    width, kept = 0, ""
    for character in name:
        width += _letters(character)
        if width > longest:
            return f"{kept.rstrip()}…"
        kept += character
    return kept


def _letters(character: str) -> int:
    if not character.isprintable():
        return len(f"⟨U+{ord(character):04X}⟩")
    return 0 if combining(character) else 2 if east_asian_width(character) in "FW" else 1


def _description(last: dict[str, tuple[int, int]], limits: dict[str, int], rounds: int) -> str:
    """Return what the chart shows in words, for those who cannot see it; the figures are those of the sheet."""
    ends = [f"that of {team} ends at {number_text(score)}" for team, (_, score) in last.items()]
    lines = [f"the {name} is {number_text(limit)}" for name, limit in limits.items()]
    return (
        f"A line for each side over {count_of(rounds, 'round')}: {listed(ends)}."
        f" {capitalised(listed(lines))}. The score sheet has every figure."
    )


_Reported: TypeAlias = Mapping[tuple[str, str], Json]
"""The differences of a round, by the row of the sheet and the name in it."""
NOT_KNOWN: Final = "\N{EN DASH}"
"""What a cell has if its figure is not known."""
_LONGEST_WORD: Final = 10
"""In characters, of names that a column of the sheet has room for on a phone; longer ones are broken."""


class Figure(NamedTuple):
    """A figure of a side; before it that of the paper sheet, if that is another, with its marks.

    A total that only carries an earlier error on has no finding.
    """

    value: str
    reported: str = ""
    mark: Mark | None = None


class TrickClaim(NamedTuple):
    """The tricks that the paper sheet gives a side, or a player of it, if they are others."""

    player: str
    reported: str
    ruled: str
    mark: Mark


class SheetRow(NamedTuple):
    """The row of a side in a round, or a note."""

    note: str = ""
    team: str = ""
    contract: str = ""
    bids: str = ""
    claims: Sequence[TrickClaim] = ()
    tricks: str = ""
    lines: str = ""
    points: Figure = Figure("")
    bags: Figure = Figure("")
    score: Figure = Figure("")

    @property
    def is_corrected(self) -> bool:
        """Whether the paper sheet has another figure."""
        return bool(self.claims) or any(figure.mark for figure in (self.points, self.bags, self.score))


class SheetRound(NamedTuple):
    """A round of the sheet."""

    number: int
    dealer: str
    verdict: str
    rows: Sequence[SheetRow]


class ScoreSheet(NamedTuple):
    """The sheet of a game."""

    rounds: Sequence[SheetRound]
    has_bags: bool
    is_long: bool
    """Whether a name has a word for which a column has no room on a phone."""
    is_corrected: bool
    """Whether the paper sheet has another figure somewhere."""


def score_sheet(request: Json, rounds: Json, marks: Sequence[FindingMarks]) -> ScoreSheet:
    """Return the sheet. Its rounds are those of the answer, with locations in the round instead of in the game."""
    sheet = [
        SheetRound(
            played["number"], played.get("dealer", ""), played.get("verdict", ""), list(_rows(sent, played, own))
        )
        for sent, played, own in zip(request["rounds"], rounds, marks, strict=True)
    ]
    rows = [row for played in sheet for row in played.rows]
    return ScoreSheet(
        sheet,
        any(row.bags.value not in {"", NOT_KNOWN, "0"} for row in rows),
        any(len(word) > _LONGEST_WORD for name in _names(request) for word in name.split()),
        any(row.is_corrected for row in rows),
    )


def _names(request: Json) -> Iterator[str]:
    yield from request["players"]
    for side in request.get("teams", ()):
        yield from side["name"].split("+")
    for played in request["rounds"]:
        for change in played.get("substitutions", ()):
            yield change["in"]


def _rows(sent: Json, played: Json, marks: FindingMarks) -> Iterator[SheetRow]:
    """Yield the rows of a round; a side without points in a void round has none unless the paper sheet is wrong."""
    reported: _Reported = {
        (str(row), str(name)): difference
        for difference in played.get("differences", ())
        for row, name in [difference["pointer"][-2:]]
    }
    wrong = {name for _, name in reported}
    scores = scores_of(played)
    was_played = not is_void(played) and any(side["tricks"] or side["bids"] for side in scores)
    yield from map(SheetRow, _notes_before(played))
    for side in scores:
        if not is_void(played) or side["lines"] or wrong & {side["team"], *side["players"]}:
            yield _side(side, reported, marks, counts=was_played)
    yield from map(SheetRow, _notes_after(sent, played, scores))


def _notes_before(played: Json) -> Iterator[str]:
    """Yield what to know before reading the figures of a round: its labels, who came in, whether it counts."""
    labels = [f"{name}: {text}" for name, text in played.get("labels", {}).items()]
    if labels:
        yield ", ".join(labels)
    for change in played.get("substitutions", ()):
        yield f"{change['in']} takes the seat of {change['out']}."
    if is_void(played):
        yield f"Void: {played['reason']}" if played.get("void") else "Void: the round counts for nothing."
    if "redeal_by" in played:
        yield f"To be dealt again by the {played['redeal_by'].replace('_', ' ')}."


def _notes_after(sent: Json, played: Json, scores: Json) -> Iterator[str]:
    """Yield why a round has no score, and what else happened in it."""
    if not scores:
        yield played["summary"]["why"][0] if "tricks" in sent else row_as_sent(sent)
        for adjustment in sent.get("adjustments", ()):
            yield f"Adjustment, once the round has a score: {adjustment_in_words(adjustment)}"
    for side in scores:
        for line in side["lines"]:
            if line["code"] == "adjustment":
                points = f", {signed_number(line['points'])}" if line["points"] else ""
                yield f"Adjustment for {side['team']}{points}: {line['detail']}"
    if played.get("time_called"):
        yield "Time was called in this round."
    if "forfeited_by" in played:
        is_late = any(finding["code"] == "round_after_end" for finding in played["findings"])
        over = " (the game was over already)" if is_late else ""
        yield f"{played['forfeited_by']} forfeits the game{over}: {played['reason']}"


def _side(side: Json, reported: _Reported, marks: FindingMarks, *, counts: bool) -> SheetRow:
    team, after = side["team"], side.get("after", {})

    def figure(row: str, value: str) -> Figure:
        difference = reported.get((row, team))
        if difference is None:
            return Figure(value)
        written = (signed_number if row == "points" else number_text)(difference["reported"])
        return Figure(value, written, marks.at("reported", row, team))

    return SheetRow(
        team=team,
        contract=str(side["contract"]) if counts and _has_contract(side) else "",
        bids=listed_bids(side) if counts else "",
        claims=list(_trick_claims(side, reported, marks)),
        tricks=_tricks(side) if counts else "",
        lines=_lines(side["lines"]),
        points=figure("points", signed_number(side["points"])),
        bags=figure("bags", str(after.get("bags", NOT_KNOWN))),
        score=figure("score", number_text(after["score"]) if after else NOT_KNOWN),
    )


def _has_contract(side: Json) -> bool:
    """Return whether a side made any bid but nil."""
    return any(bid["kind"] not in {"nil", "blind_nil"} for bid in side["bids"])


def listed_bids(side: Json) -> str:
    """Return the bids of a side in short, each with its bidder if there are several players, and how a nil ended."""
    nils = {nil.get("player", side["team"]): nil for nil in side["nils"]}
    named = len(side["players"]) > 1
    texts = []
    for bid in sorted(side["bids"], key=lambda bid: [*side["players"], bid.get("player")].index(bid.get("player"))):
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
    change = side.get("tricks_adjustment", 0) + side.get("tricks_decided", 0)
    return f"{side['tricks']} ({signed_number(change)})" if change else str(side["tricks"])


def _lines(lines: Json) -> str:
    """Return the lines of a score in short; without its points if there is only one, as those are the round's."""
    words = [(line["code"].removesuffix("_made").replace("_", " "), line["points"]) for line in lines]
    if len(words) == 1:
        return str(words[0][0])
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{signed_number(points)}" for name, points in words)


def _trick_claims(side: Json, reported: _Reported, marks: FindingMarks) -> Iterator[TrickClaim]:
    """Yield the tricks that the paper sheet gives a side or a player of it, if they are others."""
    for name in dict.fromkeys([side["team"], *side["players"]]):
        difference = reported.get(("tricks_won", name))
        if difference is not None:
            player = name if name != side["team"] else ""
            written, ruled = str(difference["reported"]), str(difference["ruled"])
            yield TrickClaim(player, written, ruled, marks.at("reported", "tricks_won", name))
