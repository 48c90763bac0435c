"""Requests that nobody would write, in any number, each answered as the document says: ``python -m tests.http.fuzz N``.

One in 500 is made by schemathesis from the document, to its letter or against it, which takes as long as fifty of the
others. Those are requests that work, changed: as values, as bytes, in their headers, or as lines of a batch. What is
asked of every answer: no failure of the service, no status and no media type that the document does not list for the
operation, a body of the schema that it states; what the document allows is refused for what it says alone, never for
how it is written, and what it forbids is refused.
"""

from __future__ import annotations

import copy
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from io import BytesIO
from random import Random
from typing import Any
from urllib.parse import unquote_to_bytes

import jsonschema_rs
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode

from service import create_app
from service.media_types import PROBLEM
from service.settings import Settings
from service.spades.rules.preset_loader import presets
from tests.contract.bodies import bodies_of
from tests.contract.document import (
    DOCUMENT,
    JSON,
    OCTETS,
    OPERATIONS,
    SCHEMAS,
    Described,
    referred,
)
from tests.contract.mutants import Mutator
from tests.http.wire import directly

_GENERATED = 500
_BATCH = 6
_REFUSALS = {"unreadable-record", "unusable-ruleset", "unreadable-text", "unwritable-record", "not-found"}
"""The types of problems with requests that the document allows."""
_MANY = 200_000
_NAMES = (
    "pagat",
    "nello",
    "not-json",
    "revoke",
    "",
    "..",
    "%00",
    "%2f",
    "x" * 300,
    "\u00e9",
    "a%0d%0ab",
    "'\"<>",
    "//",
)
_TYPES = (JSON, OCTETS, "application/x-ndjson", "text/plain", "", "application/json; charset=utf-16", "\u00ff", ";;;=")
_ACCEPTED = ("*/*", "text/html", "text/markdown;q=0.1", "application/json;q=0", ",,,", "text/*;q=x", "x" * 900)
_PIECES = (
    b'"',
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b"\\",
    b"\\ud800",
    b"\x00",
    b"\xff",
    b"\xef\xbb\xbf",
    b"NaN",
    b"1e999",
)


class UnexpectedAnswerError(AssertionError):
    """An answer that the document does not foresee."""


@dataclass(slots=True)
class Fuzzed:
    """What was asked, by operation and status, and each answer that should not have been."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many requests there were."""
        return self.answers.total()


class Judge:
    """Holds answers against the document."""

    def __init__(self) -> None:
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def check(self, operation: Described, status: int, media_type: str, body: bytes, *, routed: bool = True) -> Any:
        """Return the JSON of an answer, if it is any; raises `UnexpectedAnswerError`.

        Where the path is not ``routed`` to the operation, what is answered is the router's.
        """
        if not routed and status in {404, 405}:
            return None if media_type == "text/html" else self._valid("Problem", body)
        content = _documented(operation, status)
        if media_type not in (content or {""}):
            raise UnexpectedAnswerError(f"{media_type!r} is not documented for {status}")
        if not content and body:
            raise UnexpectedAnswerError(f"{status} has a body")
        if media_type in {JSON, PROBLEM}:
            return self._valid(referred(content[media_type]["schema"]), body)
        if operation.lines is not None and status == HTTPStatus.OK:
            for line in body.splitlines():
                self._valid(referred(content["application/x-ndjson"]["schema"]), line)
        return None

    def _valid(self, name: str, body: bytes) -> Any:
        if name not in self._validators:
            schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
            self._validators[name] = jsonschema_rs.Draft202012Validator(schema, offline=True)
        value = json.loads(body)
        for error in self._validators[name].iter_errors(value):
            raise UnexpectedAnswerError(f"not a {name}: {error.instance_path}: {error.message[:200]}")
        return value


def _documented(operation: Described, status: int) -> Mapping[str, Any]:
    """Return what an operation may answer with a status, by media type; none of them is a failure of the service."""
    documented = operation.content["responses"].get(str(status))
    failed = status >= HTTPStatus.INTERNAL_SERVER_ERROR and status != HTTPStatus.SERVICE_UNAVAILABLE
    if documented is None or failed:
        raise UnexpectedAnswerError(f"{status}")
    if "$ref" in documented:
        documented = DOCUMENT["components"]["responses"][referred(documented)]
    content: Mapping[str, Any] = documented.get("content", {})
    return content


JUDGE = Judge()


# What schemathesis makes of the document


def generated(app: Flask, count: int, start: int, fuzzed: Fuzzed) -> None:
    """Ask what the document allows and what it forbids, about so many requests in all."""
    document: Any = schemathesis.openapi.from_wsgi("/openapi.json", app)
    each = max(1, count // (2 * len(OPERATIONS)))
    for operation in OPERATIONS:
        endpoint = document[operation.path][operation.method.upper()]
        for mode in GenerationMode:
            if operation.lines is not None and mode is GenerationMode.NEGATIVE:
                continue  # any bytes are lines
            _generate(operation, endpoint, mode, each, start, fuzzed)


def _generate(
    operation: Described, endpoint: Any, mode: GenerationMode, count: int, start: int, fuzzed: Fuzzed
) -> None:
    def ask(case: Case[Any]) -> None:
        response = case.call()
        fuzzed.answers[operation.name, response.status_code] += 1
        media_type = str(response.headers.get("content-type", [""])[0]).partition(";")[0]
        routed = not operation.path_parameters or case.formatted_path.count("/") == operation.path.count("/")
        try:
            problem = JUDGE.check(operation, response.status_code, media_type, response.content, routed=routed)
            as_it_should(operation, mode, response.status_code, problem)
        except UnexpectedAnswerError as error:
            fuzzed.wrong.append(f"{operation.name}, {mode.value}: {error}: {case.as_curl_command()[:2_000]}")

    limited = hypothesis_settings(
        max_examples=count,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    try:
        seed(start)(limited(given(case=endpoint.as_strategy(mode))(ask)))()
    except Unsatisfiable:
        fuzzed.wrong.append(f"{operation.name}, {mode.value}: nothing could be made of the document")


def as_it_should(operation: Described, mode: GenerationMode, status: int, problem: Any) -> None:
    """Hold an answer to what was asked: something that the document allows, or that it forbids."""
    refused = status >= 400
    if mode is GenerationMode.POSITIVE and refused:
        # No schema says which names exist, which records can be laid out, which rulesets can be played, and what a text
        # in a notation is; nor, without unions, which members of a record to be written go together.
        kind = problem["type"].rpartition("/")[2]
        of_record = operation.name == "writeRecord" and all(
            each["pointer"].startswith("#/record") for each in problem.get("errors", ())
        )
        if kind not in _REFUSALS and not (kind == "contract-violation" and of_record):
            raise UnexpectedAnswerError(f"what the document allows is refused: {problem}")
    if mode is GenerationMode.NEGATIVE and not refused:
        raise UnexpectedAnswerError(f"what the document forbids is answered by {status}")


# What becomes of requests that work


class Changer:
    """Makes requests to one operation out of requests that work, the same ones for the same start."""

    def __init__(self, operation: Described, start: int) -> None:
        self.operation = operation
        self._random = Random(f"{operation.name} {start}")
        has_body = operation.body is not None or operation.lines is not None
        bodies = bodies_of(operation.name.removesuffix("Batch")) if has_body else {}
        self._bodies = [json.dumps(body).encode() for body in bodies.values()]
        self._mutator = Mutator(f"{operation.name} {start}", bodies.values()) if self._bodies else None

    def request(self) -> dict[str, Any]:
        """Return a request as a server hands it to the application, without what all of them have."""
        random = self._random
        path = unquote_to_bytes(self.path()).decode("latin-1")
        asked: dict[str, Any] = {"REQUEST_METHOD": self.operation.method.upper(), "PATH_INFO": path}
        if random.random() < 0.2:
            asked["HTTP_ACCEPT"] = random.choice(_ACCEPTED)
        if random.random() < 0.1:
            name = random.choice(("X_REQUEST_ID", "IF_NONE_MATCH", "TRACEPARENT", "ACCEPT"))
            asked[f"HTTP_{name}"] = self._text()
        if self._mutator is not None:
            body = self._body()
            kind = JSON if self.operation.lines is None else OCTETS
            asked["CONTENT_TYPE"] = kind if random.random() < 0.95 else random.choice(_TYPES)
            asked |= {"CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
        return asked

    def path(self) -> str:
        """Return the path of a request, percent-encoded."""
        return self.operation.path.format(**{each["name"]: self._name(each) for each in self.operation.path_parameters})

    def _name(self, parameter: Mapping[str, Any]) -> str:
        known = [each["value"] for each in parameter["examples"].values()]
        return str(self._random.choice(self._random.choice((known, known, [*presets()], _NAMES))))

    def _body(self) -> bytes:
        if self.operation.lines is None:
            return self._one()
        return self._random.choice((b"\n", b"\r\n")).join(self._one() for _ in range(self._random.randrange(_BATCH)))

    def _one(self) -> bytes:
        random = self._random
        chance = random.random()
        if chance < 0.5:
            return json.dumps(self._rearranged(json.loads(random.choice(self._bodies)))).encode()
        if chance < 0.8 and self._mutator is not None:
            return json.dumps(self._mutator.mutant(), ensure_ascii=random.random() < 0.5).encode(errors="surrogatepass")
        body = bytearray(random.choice(self._bodies))
        for _ in range(random.choice((1, 1, 2, 5))):
            place = random.randrange(len(body) + 1)
            self._break(body, place)
        return bytes(body)

    def _rearranged(self, body: Any) -> Any:
        """Change a request by what is in it: mostly it stays one, and what it is about is another story."""
        random = self._random
        for _ in range(random.choice((1, 1, 2, 4))):
            alike: dict[str, list[tuple[Any, Any]]] = {}
            for name, holder, key in _places(body, ""):
                alike.setdefault(name, []).append((holder, key))
            (one, here), (other, there) = random.choices(random.choice(list(alike.values())), k=2)
            first, second = one[here], other[there]
            one[here], other[there] = copy.deepcopy(second), copy.deepcopy(first)
            if isinstance(first, int) and random.random() < 0.5:
                one[here] = max(0, int(first) + random.choice((-1, 1)))
            if isinstance(one, list) and random.random() < 0.5:
                random.choice((one.pop, lambda place, items=one: items.insert(place, items[place])))(here)
        return body

    def _break(self, body: bytearray, place: int) -> None:
        random = self._random
        breaks: list[Callable[[], object]] = [
            lambda: body.__setitem__(slice(place, None), b""),
            lambda: body.__setitem__(slice(place, place + 1), bytes([random.randrange(256)])),
            lambda: body.__setitem__(slice(place, place), random.choice(_PIECES)),
            lambda: body.__setitem__(slice(place, place + random.randrange(40)), b""),
            lambda: body.extend(body[place : place + random.randrange(400)]),
            lambda: body.__setitem__(slice(place, place), b"[" * random.choice((1, 40, 3_000))),
        ]
        random.choice(breaks)()

    def _text(self) -> str:
        alphabet = "ab-0\"'<> ;,=/\\\u00e9\t*W"
        return "".join(self._random.choice(alphabet) for _ in range(self._random.randrange(80)))


def _places(value: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield every place in a value with the name of the member that it belongs to."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        named = key if isinstance(key, str) else name
        yield named, value, key
        yield from _places(inner, named)


_DEAR = {"compareRound", "judgeClaim"}
"""Operations of which one answer takes as long as dozens of others."""


def _times(operation: Described) -> int:
    """Return how often an operation is asked in a turn: there is more to say to one that takes a body."""
    return 1 if operation.method == "get" or operation.name in _DEAR else 4


def changed(app: Flask, count: int, start: int, fuzzed: Fuzzed) -> None:
    """Ask so many requests that worked before they were changed."""
    changers = [each for operation in OPERATIONS for each in [Changer(operation, start)] * _times(operation)]
    for number in range(count):
        changer = changers[number % len(changers)]
        asked = changer.request()
        operation = changer.operation
        routed = not operation.path_parameters or asked["PATH_INFO"].count("/") == operation.path.count("/")
        status = 0
        try:
            answer = directly(app, asked)
            status, media_type = answer.status, answer.headers.get("content-type", "").partition(";")[0]
            JUDGE.check(operation, status, media_type, answer.body, routed=routed)
        except (UnexpectedAnswerError, ValueError) as error:
            sent = asked.pop("wsgi.input", BytesIO()).getvalue()
            fuzzed.wrong.append(f"{operation.name}: {error}: {asked} {sent!r}")
        fuzzed.answers[operation.name, status] += 1
        if status in {429, 503} and "retry-after" not in answer.headers:
            fuzzed.wrong.append(f"{operation.name}: {status} does not say when to try again: {asked}")


def fuzz(app: Flask, count: int, start: int = 0) -> Fuzzed:
    """Ask an application so many requests, the same ones for the same start; return what came of it."""
    fuzzed = Fuzzed()
    generated(app, count // _GENERATED, start, fuzzed)
    changed(app, count - fuzzed.requests, start, fuzzed)
    return fuzzed


def main(arguments: list[str]) -> int:
    """Ask as many requests as are wished; return the exit status."""
    count = int(arguments[0]) if arguments else 10_000
    start = int(arguments[1]) if len(arguments) > 1 else 0
    fuzzed = fuzz(create_app(Settings()), min(count, _MANY), start)
    for name in sorted({name for name, _ in fuzzed.answers}):
        statuses = {status: times for (each, status), times in sorted(fuzzed.answers.items()) if each == name}
        sys.stdout.write(f"{name}: {', '.join(f'{status} {times}' for status, times in statuses.items())}\n")
    sys.stdout.write(f"{fuzzed.requests} requests, {len(fuzzed.wrong)} answered as they should not be\n")
    for wrong in fuzzed.wrong[:20]:
        sys.stdout.write(f"{wrong}\n")
    return 1 if fuzzed.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
