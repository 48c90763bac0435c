"""What to say where a path or a method leads nowhere: which was meant, what to send, and how to call the operation."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, NamedTuple

from service.media_types import HTML, JSON, NDJSON, Json
from service.pages.render import write
from service.pages.service_pages import call_page
from service.spades.english import listed

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

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

_DEFAULT_HOST = "127.0.0.1:8000"
# The host is the client's word and goes into a command: nothing that a shell or a page could take for its own.
_HOST = re.compile(r"[A-Za-z0-9.-]{1,253}(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](:[0-9]{1,5})?", re.ASCII)
_BODIES = {JSON: f"a JSON body ({JSON})", NDJSON: f"a line of JSON for each request ({NDJSON})"}


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
        words = {word for likenesses in meant for word in likenesses}
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
    segments = [segment for segment in path.split("/") if segment.strip(".")]
    while segments and _VERSION.fullmatch(segments[0].lower()):
        del segments[0]
    return segments


def _filled(path: str, asked: list[str]) -> str:
    """Return a path with its variables filled from the same segments of another, if these are harmless."""
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


class DeadEnds:
    """The answers to paths and methods that lead nowhere."""

    def __init__(self, document: Mapping[str, Any], pages: Collection[str], guarded: Collection[str]) -> None:
        """Read what there is: the contract, the paths of pages outside it, and the operations that ask for a key."""
        places = [Place("GET", path) for path in pages]
        self._calls: dict[str, Json] = {}
        for path, methods in document["paths"].items():
            places += [Place(method.upper(), path) for method in methods]
            if "post" in methods:
                self._calls[path] = _call(path, methods["post"], guarded)
        self._paths = Paths(places)

    def no_path(self, path: str) -> str:
        """Return what to say about a path that does not exist."""
        found = self._paths.nearest(path)
        if found:
            return f"Nothing has this path. The nearest is {listed(found, 'or')}; /docs shows every operation."
        return "Nothing has this path. / lists what there is, and /docs shows every operation."

    def no_method(self, path: str) -> str:
        """Return what to say about a method that a path does not have."""
        call = self._calls.get(path)
        if call is None:
            return "This path is only read: send GET, without a body."
        return f"Send POST {path} with {_BODIES[call['media_type']]}; /docs shows every operation with examples."

    def call_page(self, environ: WSGIEnvironment, problem: Json) -> bytes | None:
        """Return the page that shows how to call the operation at a path that was only asked for, or None."""
        call = self._calls.get(environ["PATH_INFO"])
        if call is None or environ["REQUEST_METHOD"] not in {"GET", "HEAD"}:
            return None
        return write(call_page(problem, call, address_of(environ), needs_key=call["needs_key"]), HTML)


def _call(path: str, operation: Mapping[str, Any], guarded: Collection[str]) -> Json:
    """Return what a page needs to know of a POST operation; the example is the contract's first."""
    ((described, content),) = operation["requestBody"]["content"].items()
    return {
        "path": path,
        "summary": operation["summary"],
        "media_type": JSON if described == JSON else NDJSON,
        "example": next(iter(content["examples"].values()))["value"],
        "needs_key": operation["operationId"] in guarded,
    }


def address_of(environ: WSGIEnvironment) -> str:
    """Return the address that a request came to, without its path."""
    host = environ.get("HTTP_HOST", "")
    scheme = "https" if environ.get("wsgi.url_scheme") == "https" else "http"
    return f"{scheme}://{host}" if _HOST.fullmatch(host) else f"http://{_DEFAULT_HOST}"
