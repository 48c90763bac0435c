"""The paths that a path which leads nowhere was probably meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher
from typing import NamedTuple

_LONGEST = 200
_VERSION = re.compile(r"api|rest|v\d+(\.\d+)*", re.ASCII)
_HARMLESS = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
# How far one path may be from another: 1 is a segment too many or too few.
_FAR = 1.5
_TIE = 0.05
_MOST = 4
_ALIKE = 0.8
_UNLIKE = 2.0
_ANY_NAME = 0.3


class Place(NamedTuple):
    """A method and the path that has it; a segment such as ``{name}`` may be anything."""

    method: str
    path: str


class Paths:
    """The paths that there are, ready to be compared with others: most requests for other paths come from scanners."""

    def __init__(self, places: Iterable[Place]) -> None:
        self._places = [(place, _segments(place.path)) for place in places]
        self._longest = max((len(template) for _, template in self._places), default=0)
        self._words = {segment for _, template in self._places for segment in template if not segment.startswith("{")}

    def nearest(self, path: str) -> list[str]:
        """Return the nearest paths by spelling, each as ``POST /v1/rounds/score``; none if all are far off.

        Case, doubled slashes, one at the end, and the version are overlooked. Several are returned if they are equally
        near, such as those of rounds and games for a path that lacks either word.
        """
        asked = _segments(path) if len(path) <= _LONGEST else []
        if len(asked) > self._longest + _FAR:
            return []
        meant = [self._alike(segment.lower()) for segment in asked]
        words = {word for each in meant for word in each}
        found = []
        for place, template in self._places:
            # A name alone is no path: a fixed segment has to be like one that was asked for.
            if abs(len(template) - len(asked)) < _FAR and words.intersection(template):
                distance = _distance(meant, template)
                if distance <= _FAR:
                    found.append((distance, place))
        least = min((distance for distance, _ in found), default=0)
        best = [place for distance, place in found if distance <= least + _TIE]
        return [f"{place.method} {_filled(place.path, asked)}" for place in best] if len(best) <= _MOST else []

    def _alike(self, given: str) -> dict[str, float]:
        """Return the fixed segments that one is like, with how unlike them it still is, from 0 to less than 1."""
        if given in self._words:
            return {given: 0.0}
        matcher: SequenceMatcher[str] = SequenceMatcher(None, "", given, autojunk=False)
        found = {}
        for word in self._words:
            matcher.set_seq1(word)
            if matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE:
                likeness = matcher.ratio()
                if likeness >= _ALIKE:
                    found[word] = 1 - likeness
        return found


def _segments(path: str) -> list[str]:
    """Return the segments of a path without those in front that only name the version."""
    segments = [each for each in path.split("/") if each.strip(".")]
    while segments and _VERSION.fullmatch(segments[0].lower()):
        del segments[0]
    return segments


def _filled(path: str, asked: list[str]) -> str:
    """Return a path with its variables filled from the same segments of another, where these are harmless."""
    template = _segments(path)
    if len(template) == len(asked):
        for segment, given in zip(template, asked, strict=True):
            if segment.startswith("{") and _HARMLESS.fullmatch(given):
                path = path.replace(segment, given)
    return path


def _distance(meant: list[dict[str, float]], template: list[str]) -> float:
    """Return the least sum of segments left out, put in, and spelled otherwise."""
    row = [float(count) for count in range(len(template) + 1)]
    for words in meant:
        above, row = row, [row[0] + 1]
        for index, segment in enumerate(template):
            unlikeness = _ANY_NAME if segment.startswith("{") else words.get(segment, _UNLIKE)
            row.append(min(above[index] + unlikeness, above[index + 1] + 1, row[index] + 1))
    return row[-1]
