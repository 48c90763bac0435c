"""The course of a game as a line chart: the running score of each side, and the limits at which the game ends.

The lengths are those of the drawing's own units. A line has a dash pattern and a label at its end, so that it can be
told from the others without colours; it ends where the scores are no longer known.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import combining, east_asian_width

from service.media_types import Json
from service.pages.content import escaped_for_html
from service.pages.game_standing import scores_of
from service.pages.phrases import capitalised, number_text
from service.spades.catalogue.parameters.game import GameRules
from service.spades.english import count_of, listed

_WIDTH: Final = 400
_HEIGHT: Final = 190
_LEFT: Final = 38
_RIGHT: Final = 288
_TOP: Final = 10
_BOTTOM: Final = 170
_LABEL_HEIGHT: Final = 12
_LONGEST_LABEL: Final = 16
"""In letters of ordinary width, of which there is room for so many beside the lines."""
_MOST_DOTS: Final = 40
"""The most rounds that are marked on the lines."""
_MOST_MARKS: Final = 6
"""The most marks on an axis, save for the ends."""
_STEPS: Final = (1, 2, 5)

_Points: TypeAlias = list[tuple[int, int]]
"""Numbers of rounds, 0 for the start, each with the score after it."""


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
        "rounds": [{"x": scale.x(mark), "text": mark} for mark in _marks(0, len(rounds)) if 0 < mark <= len(rounds)],
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
                "dots": _dots(scale, points),
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


def _dots(scale: _Scale, points: _Points) -> str:
    return (
        "".join(f"M{scale.x(number)} {scale.y(score)}h0" for number, score in points)
        if len(points) <= _MOST_DOTS
        else ""
    )


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
