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
from service.pages.content import (
    Block,
    Column,
    Either,
    InHtml,
    InMarkdown,
    Paragraph,
    Row,
    Section,
    Table,
    Value,
    escaped_for_html,
    in_html,
    joined,
    text,
)
from service.pages.game_standing import is_void, row_as_sent, scores_of
from service.pages.phrases import adjustment_in_words, capitalised, number_text, signed_number
from service.pages.ruling_findings import FindingMarks
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


class CourseChart(NamedTuple):
    """A chart as a block of a page, which Markdown does without."""

    chart: dict[str, Any]

    def html(self) -> str:
        """Return the chart as a figure."""
        chart = self.chart
        limits, lines = chart["limits"], list(enumerate(chart["lines"], 1))
        left, right = chart["left"], chart["right"]
        drawn = [
            f'<path class="grid" d="{chart["grid"]}"/>',
            f'<path class="zero" d="M{left} {chart["zero"]}H{right}"/>',
            *(f'<path class="limit" d="M{left} {limit["y"]}H{right}"/>' for limit in limits),
            *(_label(chart["score_x"], score["y"], score["text"], "at") for score in chart["scores"]),
            *(_label(mark["x"], chart["round_y"], mark["text"], "round") for mark in chart["rounds"]),
        ]
        for number, line in lines:
            drawn.append(f'<path class="line{number}" d="{line["path"]}"/>')
            if line["dots"]:
                drawn.append(f'<path class="dots line{number}" d="{line["dots"]}"/>')
        drawn += [_label(left + 4, limit["label_y"], limit["text"]) for limit in limits]
        drawn += [_label(line["x"], line["y"], line["label"]) for _, line in lines]
        return (
            '<figure>\n<svg class="chart" role="img" aria-labelledby="course about"'
            f' viewBox="0 0 {chart["width"]} {chart["height"]}">\n<title id="course">The course of the game</title>\n'
            f'<desc id="about">{escaped_for_html(chart["description"])}</desc>\n'
            + "".join(f"{element}\n" for element in drawn)
            + f"</svg>\n{self._legend()}</figure>\n"
        )

    def _legend(self) -> str:
        """Return which line is whose, if the names beside them were cut."""
        keys = [
            '<svg class="chart key" viewBox="0 0 40 8" aria-hidden="true">'
            f'<path class="line{number}" d="M0 4H40"/></svg> <bdi>{escaped_for_html(team)}</bdi>'
            for number, team in enumerate(self.chart["legend"], 1)
        ]
        return f"<figcaption>{' · '.join(keys)}</figcaption>\n" if keys else ""

    def markdown(self) -> None:
        """Return nothing."""
        return


def _label(x: object, y: object, label: object, kind: str = "") -> str:
    in_class = f' class="{kind}"' if kind else ""
    return f'<text{in_class} x="{x}" y="{y}">{escaped_for_html(label)}</text>'


_Reported: TypeAlias = Mapping[tuple[str, str], Json]
"""The differences of a round, by the row of the sheet and the name in it."""
NOT_KNOWN: Final = "\N{EN DASH}"
"""What a cell has if its figure is not known."""
_LONGEST_WORD: Final = 10
"""In characters, of names that a column of the sheet has room for on a phone; longer ones are broken."""
_CORRECTIONS: Final = Either(
    "Struck through: what the paper sheet says; the figure after it is right. Framed as well: an error of its own; the"
    " others only carry an earlier one on. Raised numbers are those of the round\N{RIGHT SINGLE QUOTATION MARK}s"
    " findings.",
    "Struck through: what the paper sheet says; the figure after it is right. Numbers in parentheses beside it are"
    " those of the round\N{RIGHT SINGLE QUOTATION MARK}s findings; without one, it only carries an earlier error on.",
)


class _Side(NamedTuple):
    """The row of a side in a round."""

    team: str
    bid: Value
    tricks: Value
    lines: str
    points: Value
    bags: Value
    score: Value
    has_bags: bool
    corrected: bool


class _Round(NamedTuple):
    """A round of the sheet; a row is that of a side, or a note."""

    number: int
    dealer: str
    verdict: str
    rows: Sequence[_Side | str]


def sheet_section(request: Json, rounds: Json, marks: Sequence[FindingMarks], *, is_audit: bool) -> Block:
    """Return the sheet. Its rounds are those of the answer, with locations in the round instead of in the game."""
    sheet = [
        _Round(played["number"], played.get("dealer", ""), played.get("verdict", ""), list(_rows(sent, played, own)))
        for sent, played, own in zip(request["rounds"], rounds, marks, strict=True)
    ]
    sides = [row for played in sheet for row in played.rows if isinstance(row, _Side)]
    has_bags = any(side.has_bags for side in sides)
    is_long = any(len(word) > _LONGEST_WORD for name in _names(request) for word in name.split())
    blocks: list[Block] = [
        InHtml([_SheetInHtml(sheet, has_bags, "sheet long" if is_long else "sheet")]),
        InMarkdown([_sheet_in_markdown(sheet, has_bags=has_bags, is_audit=is_audit)]),
    ]
    if any(side.corrected for side in sides):
        blocks.append(Paragraph(_CORRECTIONS))
    return Section(blocks, "The score sheet as ruled" if is_audit else "The score sheet")


def _names(request: Json) -> Iterator[str]:
    yield from request["players"]
    for side in request.get("teams", ()):
        yield from side["name"].split("+")
    for played in request["rounds"]:
        for change in played.get("substitutions", ()):
            yield change["in"]


class _SheetInHtml(NamedTuple):
    """The sheet with one cell for the number, the verdict and the dealer of a round, beside all its rows."""

    rounds: Sequence[_Round]
    has_bags: bool
    kind: str

    def html(self) -> str:
        numbers = ["Tricks", "Points", *(["Bags"] if self.has_bags else []), "Score"]
        titles = "".join(f'<th scope="col">{title}</th>' for title in ("Round", "Side", "Bid"))
        titles += "".join(f'<th scope="col" class="number">{title}</th>' for title in numbers)
        body = "".join(map(self._round, self.rounds))
        table = f'<table class="{self.kind}">\n<thead><tr>{titles}</tr></thead>\n{body}</table>\n'
        return f'<div class="wide" tabindex="0">\n{table}</div>\n'

    def _round(self, played: _Round) -> str:
        verdict = text(" <small>{}</small>", played.verdict) if played.verdict not in {"", "clean"} else ""
        dealer = '<br><small><bdi>{}</bdi><span class="deals"> deals</span></small>'
        dealt = text(dealer, played.dealer) if played.dealer else ""
        name = in_html(text("<strong>{}</strong>{}{}", played.number, verdict, dealt))
        first = f'<th scope="rowgroup" rowspan="{len(played.rows)}">{name}</th>'
        rows = "".join(f"<tr>{'' if index else first}{self._row(row)}</tr>\n" for index, row in enumerate(played.rows))
        return f"<tbody>\n{rows}</tbody>\n"

    def _row(self, row: _Side | str) -> str:
        if isinstance(row, str):
            return f'<td colspan="{6 if self.has_bags else 5}">{in_html(text("<em>{}</em>", row))}</td>'
        first, *parts = _breakable(row.team)
        team = text("<bdi>{}</bdi>", joined("<wbr>", [first, *parts]))
        points = text("<small>{}</small> {}", row.lines, row.points)
        figures = [points, *([row.bags] if self.has_bags else []), row.score]
        tricks, *others = (f'<td class="number">{in_html(figure)}</td>' for figure in (row.tricks, *figures))
        return f"<td>{in_html(team)}</td><td>{in_html(row.bid)}</td>{tricks}\n{''.join(others)}"

    def markdown(self) -> None:
        return None


def _breakable(name: str) -> list[str]:
    """Return the parts of a name between which a line may be broken: after each plus sign."""
    *parts, last = name.split("+")
    return [*(f"{part}+" for part in parts), last]


def _sheet_in_markdown(sheet: Sequence[_Round], *, has_bags: bool, is_audit: bool) -> Block:
    bags, verdict = [Column("Bags", number=True)] * has_bags, [Column("Verdict")] * is_audit
    rows = []
    for played in sheet:
        start: list[Value] = [played.number, played.dealer, *[played.verdict] * is_audit]
        for row in played.rows:
            if isinstance(row, str):
                rows.append(Row([*start, text("<em>{}</em>", row), *[None] * (5 + has_bags)]))
            else:
                figures = [row.tricks, row.lines, row.points, *[row.bags] * has_bags, row.score]
                rows.append(Row([*start, row.team, row.bid, *figures]))
    columns = [
        *(Column("Round", number=True), Column("Dealer"), *verdict, Column("Side"), Column("Bid")),
        *(Column("Tricks", number=True), Column("Lines"), Column("Points", number=True), *bags),
        Column("Score", number=True),
    ]
    return Table(columns, rows)


def _rows(sent: Json, played: Json, marks: FindingMarks) -> Iterator[_Side | str]:
    """Yield the rows of a round; a side without points in a void round has none unless the paper sheet is wrong."""
    yield from _notes_before(played)
    reported: _Reported = {
        (str(row), str(name)): difference
        for difference in played.get("differences", ())
        for row, name in [difference["pointer"][-2:]]
    }
    wrong = {name for _, name in reported}
    scores = scores_of(played)
    was_played = not is_void(played) and any(side["tricks"] or side["bids"] for side in scores)
    for side in scores:
        if not is_void(played) or side["lines"] or wrong & {side["team"], *side["players"]}:
            yield _side(side, reported, marks, counts=was_played)
    if not scores:
        yield played["summary"]["why"][0] if "tricks" in sent else row_as_sent(sent)
        for adjustment in sent.get("adjustments", ()):
            yield f"Adjustment, once the round has a score: {adjustment_in_words(adjustment)}"
    yield from _notes_after(played, scores)


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


def _notes_after(played: Json, scores: Json) -> Iterator[str]:
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


def _side(side: Json, reported: _Reported, marks: FindingMarks, *, counts: bool) -> _Side:
    team, after = side["team"], side.get("after", {})
    contract = str(side["contract"]) if counts and _has_contract(side) else ""
    bids = listed_bids(side) if counts else ""
    claims = list(_trick_claims(side, reported, marks))
    bags, score = str(after.get("bags", NOT_KNOWN)), number_text(after["score"]) if after else NOT_KNOWN
    return _Side(
        team=team,
        bid=Either(
            text(
                "{}{}",
                text("<strong>{}</strong> ", contract) if contract else "",
                text("<small>{}</small>", bids) if bids else "",
            ),
            text("{} ({})", contract, bids) if contract and bids else contract or bids,
        ),
        tricks=text("{}{}", joined("", claims), _tricks(side) if counts else ""),
        lines=_lines(side["lines"]),
        points=_figure("points", team, signed_number(side["points"]), reported, marks),
        bags=_figure("bags", team, bags, reported, marks),
        score=_figure("score", team, text("<strong>{}</strong>", score), reported, marks),
        has_bags=bags not in {NOT_KNOWN, "0"},
        corrected=bool(claims) or any((row, team) in reported for row in ("points", "bags", "score")),
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


def _figure(row: str, name: str, value: Value, reported: _Reported, marks: FindingMarks) -> Value:
    """Return a figure after the one of the paper sheet, if that is another; framed if it is an error of its own.

    A total that only carries an earlier error on has no finding.
    """
    difference = reported.get((row, name))
    if difference is None:
        return value
    written = (signed_number if row == "points" else number_text)(difference["reported"])
    return text("{} {}", marks.at("reported", row, name).struck(written), value)


def _trick_claims(side: Json, reported: _Reported, marks: FindingMarks) -> Iterator[Value]:
    """Yield the tricks that the paper sheet gives a side or a player of it, if they are others."""
    for name in dict.fromkeys([side["team"], *side["players"]]):
        difference = reported.get(("tricks_won", name))
        if difference is not None:
            is_player = name != side["team"]
            yield text(
                "{}{} {}",
                text("<small><bdi>{}</bdi></small> ", name) if is_player else "",
                marks.at("reported", "tricks_won", name).struck(str(difference["reported"])),
                text("{}; ", str(difference["ruled"])) if is_player else "",
            )
