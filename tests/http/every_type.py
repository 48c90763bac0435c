"""Every member of every request as every JSON type, answered as the document says.

``python -m tests.http.every_type complete`` gives each place that the contract has in a request, filled in a sample
or not, each of `VALUES`. ``python -m tests.http.every_type 100000 5`` asks so many requests at random, from the start
5: in half of them any place of any sample has any of the values; in the others several places get values that are
nearly right, made of the contract's own words, texts in notations are changed letter by letter, and requests are sent
as other bytes, as lines of a batch, and with other headers and query parameters.

Of every answer it is asked what `tests.http.fuzz` asks; and a 429 or 503 says when to try again.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

from flask import Flask

from service import create_app
from service.settings import Settings
from service.spades.cards import CODES
from service.wire.contract import Place, SchemaTree, operations
from tests.contract.bodies import bodies_of
from tests.contract.document import DOCUMENT, JSON, OPERATIONS, SCHEMAS, WITH_BODY, Described
from tests.http.fuzz import JUDGE, Changer, Fuzzed, UnexpectedAnswerError
from tests.http.wire import Answer, directly

MISSING = object()
"""The value of a member that is left out."""
_LONG, _DEEP = 70, 40


def _nested(levels: int) -> Any:
    value: Any = "x"
    for level in range(levels):
        value = [value] if level % 2 else {"x": value}
    return value


TYPES: Sequence[Any] = (MISSING, None, True, 7, 0.5, "x", [1], {"x": 1})
"""One value of every JSON type, and none."""
VALUES: Sequence[Any] = (
    *TYPES,
    *(False, 0, -1, 10**9, -(10**9), 2**63, 10**40, -(10**40), 1e300, -0.0, 3.0),
    *("", " ", "3", "-", "=1+1", "AS", "nil", "ana", "x" * _LONG, "x" * 5_000, "\x00", "\x1b[2J", "\u202eabc\u2066"),
    *("e\u0301" * 40, "\U0001f0a1" * 33, "\ufdd0", "#/a~1b", "%2e", "a+b", "{player}", "1" * 400),
    *([], {}, [None], [[]], [{}], ["x"] * _LONG, [0] * 9, [["ana", 3]], [["ana", {}]], [{"x": []}], ["AS", {}]),
    *({"": {}}, {"x": None}, {"ana": {}}, {"ana": []}, {"ana": "3"}, {"rank": {}, "suit": []}, {"score": {}}),
    *([{"team": {}, "score": 1}], [{"name": [], "score": {}}], {"team": {}}, {"player": {}, "tricks": []}),
    *({"out": {}, "in": []}, {str(number): number for number in range(60)}, _nested(9), _nested(_DEEP)),
)
"""Values of every type: empty, huge, negative, long, deep, in other scripts, and shapes that look like others."""
_ALPHABET = "ab =+-@#:;,|\"'\t\n\r\\/0123456789AKQJTSHDC\u2660\u2665\ufeff\u0301\u202e\x1b\x00{}[]()"
_QUERIES = ("", "", "", "", "x=1", "name=..", "seed=-1&seed=2", "%00", "&&&=", "x[]={}", "a=" + "b" * 900, "%ff%fe")
_HEADERS: Sequence[tuple[str, Sequence[str]]] = (
    (
        "HTTP_ACCEPT",
        ("*/*", "text/html", "text/csv", "text/markdown;q=0.1", "application/json;q=0", ",,,", "text/*;q=x"),
    ),
    ("HTTP_ACCEPT", ("x" * 900, "text/html;q=1e9", "\xff", "application/problem+json", "*/*;q=0", ";q=", 'a/b;c="')),
    ("HTTP_IF_MATCH", ("*", '"x"', "x", '"a", "b"', "W/")),
    ("HTTP_IF_NONE_MATCH", ("*", '"x"', "x", 'W/"x", "', ",")),
    ("HTTP_IF_MODIFIED_SINCE", ("Mon, 23 Nov 2026 00:00:00 GMT", "0", "Thu, 99 Foo 0000 99:99:99")),
    ("HTTP_IF_UNMODIFIED_SINCE", ("Mon, 23 Nov 2006 00:00:00 GMT", "never")),
    ("HTTP_RANGE", ("bytes=0-1", "bytes=99999999-", "bytes=-1", "lines=1-2", "bytes=1-0,5-", "x")),
    ("HTTP_IF_RANGE", ('"x"', "Mon, 23 Nov 2026 00:00:00 GMT", "x")),
    ("HTTP_X_REQUEST_ID", ("", "x" * 65, "a b", "\x1b[2J", "ok-1")),
    ("HTTP_TRACEPARENT", ("00-0-0-0", "x", f"00-{'1' * 32}-{'2' * 16}-01")),
    ("HTTP_EXPECT", ("100-continue", "x")),
    ("HTTP_CONTENT_ENCODING", ("gzip", "identity", "br, gzip", "")),
    (
        "CONTENT_TYPE",
        ("text/plain", "", "application/json; charset=utf-16", "application/x-ndjson", "\xff", ";;;=", "a/b"),
    ),
    (
        "CONTENT_TYPE",
        ("application/json;charset=utf-8", "multipart/form-data; boundary=x", "text/csv", "application/x"),
    ),
)


class Question(NamedTuple):
    """A request to an operation as the server hands it to the application."""

    operation: Described
    body: bytes = b""
    path: str = ""
    """The path, percent-encoded, if it is another one than that of the operation."""
    environ: tuple[tuple[str, str], ...] = ()
    """What differs in the environment: headers and the query."""


def ask(app: Flask, question: Question) -> Answer:
    """Return the answer of an application, asked directly, as a server asks it."""
    operation = question.operation
    is_post = operation.method == "post"
    path = unquote_to_bytes(question.path or operation.path).decode("latin-1")
    environ: dict[str, Any] = {"REQUEST_METHOD": operation.method.upper(), "PATH_INFO": path}
    environ["wsgi.input"] = BytesIO(question.body)
    if is_post:
        environ["CONTENT_TYPE"] = JSON if operation.lines is None else "application/x-ndjson"
        environ["CONTENT_LENGTH"] = str(len(question.body))
    return directly(app, environ | dict(question.environ))


def look_at(question: Question, answer: Answer) -> None:
    """Hold an answer against the document; raises `UnexpectedAnswerError`."""
    path = unquote_to_bytes(question.path).decode("latin-1")
    routed = not question.operation.path_parameters or path.count("/") == question.operation.path.count("/")
    media_type = answer.headers.get("content-type", "").partition(";")[0]
    JUDGE.check(question.operation, answer.status, media_type, answer.body, routed=routed)
    if answer.status in {429, 503} and "retry-after" not in answer.headers:
        message = f"{answer.status} does not say when to try again"
        raise UnexpectedAnswerError(message)


TREES: dict[str, SchemaTree] = {each.operation_id: each.tree for each in operations(DOCUMENT)}
_NAMES = sorted({name for schema in SCHEMAS.values() for name in schema.get("properties", ())})
_WORDS = [
    "ana",
    "ben",
    "cy",
    "dee",
    "ana+cy",
    "ben+dee",
    "pagat",
    "nello",
    "S",
    "rest",
    "nil",
    "clockwise",
    *CODES[:20],
]


def places_of(tree: SchemaTree, body: Any) -> Iterator[Place]:
    """Yield every place of a body, and those of members that it might have besides."""
    unseen: list[tuple[Place, Any]] = [((), body)]
    while unseen:
        path, value = unseen.pop()
        yield path
        if isinstance(value, dict):
            unseen += [((*path, name), inner) for name, inner in value.items()]
            yield from ((*path, name) for name in tree.at(path).members if name not in value)
            yield (*path, "nonsense")
        elif isinstance(value, list):
            unseen += [((*path, index), inner) for index, inner in enumerate(value)]


def kind_of(tree: SchemaTree, path: Place) -> tuple[str, ...]:
    """Return a place in a body as the contract has it: items, and names of the client's own, are all alike."""
    return tuple(
        "*" if isinstance(part, int) or tree.is_keyed(path[: depth + 1]) else part for depth, part in enumerate(path)
    )


def with_value(body: Any, path: Place, value: Any) -> Any:
    """Return a body with a value at a place; only what leads there is copied."""
    if not path:
        return None if value is MISSING else value
    part, rest = path[0], path[1:]
    if isinstance(body, dict):
        members = dict(body)
        if rest or value is not MISSING:
            members[str(part)] = with_value(body.get(part), rest, value)
        else:
            members.pop(str(part), None)
        return members
    items = list(body)
    items[int(part) : int(part) + 1] = (
        [with_value(items[int(part)], rest, value)] if rest or value is not MISSING else []
    )
    return items


def written(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def once_each(values: Callable[[], Sequence[Any]], asked: Sequence[Described] = WITH_BODY) -> Iterator[Question]:
    """Yield requests in which each place that the contract has in a request body has each of some values, once."""
    for operation in asked:
        tree, seen = TREES[operation.name], set()
        for body in bodies_of(operation.name).values():
            for path in places_of(tree, body):
                if (kind := kind_of(tree, path)) not in seen:
                    seen.add(kind)
                    for value in values():
                        yield Question(operation, written(with_value(body, path, value)))


def anywhere(values: Sequence[Any], start: int) -> Iterator[Question]:
    """Yield requests without end in which any place of any sample has any of these values."""
    random = Random(start)
    samples = [
        (operation, body, [*places_of(TREES[operation.name], body)])
        for operation in WITH_BODY
        for body in bodies_of(operation.name).values()
    ]
    while True:
        operation, body, places = random.choice(samples)
        yield Question(operation, written(with_value(body, random.choice(places), random.choice(values))))


class Dice:
    """Requests at random, the same ones for the same start."""

    def __init__(self, start: int) -> None:
        self._random = Random(start)
        self._bodies = {each.name: list(bodies_of(each.name).values()) for each in WITH_BODY}
        self._changers = {each.name: Changer(each, start) for each in OPERATIONS}
        self._turns = [each for each in OPERATIONS for _ in range(1 if each.method == "get" else 3)]

    def questions(self) -> Iterator[Question]:
        """Yield requests without end."""
        while True:
            for operation in self._turns:
                yield self._question(operation)

    def _question(self, operation: Described) -> Question:
        random = self._random
        environ = [("QUERY_STRING", random.choice(_QUERIES))]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            name, values = random.choice(_HEADERS)
            if name != "CONTENT_TYPE" or (operation.method == "post" and random.random() < 0.2):
                environ.append((name, random.choice(values)))
        path = self._changers[operation.name].path() if operation.path_parameters else operation.path
        if operation.lines is not None:
            line = operation.name.removesuffix("Batch")
            body = random.choice((b"\n", b"\r\n")).join(self._body(line) for _ in range(random.randrange(5)))
        else:
            body = b"" if operation.method == "get" else self._body(operation.name)
        return Question(operation, body, path, tuple(environ))

    def _body(self, name: str) -> bytes:
        random, tree = self._random, TREES[name]
        body = random.choice(self._bodies[name])
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            if not isinstance(body, dict):
                break
            path = self._place(tree, body)
            body = with_value(body, path, self._value(_at(body, path)))
        try:
            content = written(body)
        except UnicodeEncodeError:
            content = json.dumps(body).encode()
        if random.random() < 0.05:
            place = random.randrange(len(content) + 1)
            content = content[:place] + random.randbytes(random.randrange(4)) + content[place + random.randrange(3) :]
        return content

    def _place(self, tree: SchemaTree, body: Any) -> Place:
        """Pick a place, going down by chance, so that a long list is not picked more often than a short one."""
        random = self._random
        path: Place = ()
        value = body
        while isinstance(value, dict | list) and value and (not path or random.random() < 0.75):
            part: Any = random.choice([*value]) if isinstance(value, dict) else random.randrange(len(value))
            if isinstance(value, dict) and random.random() < 0.15:
                part = random.choice([*tree.at(path).members, "nonsense"])
            path, value = (*path, part), value.get(part) if isinstance(value, dict) else value[part]
        return path

    def _value(self, now: Any) -> Any:
        random = self._random
        chance = random.random()
        if isinstance(now, str) and chance < 0.4:
            return self._changed(now)
        if isinstance(now, int) and not isinstance(now, bool) and chance < 0.4:
            return now + random.choice((-1, 1, -14, 100, 10**6, -(10**6)))
        if chance < 0.5:
            return random.choice(VALUES)
        if chance < 0.7:
            other = random.choice(self._bodies[random.choice(WITH_BODY).name])
            return _at(other, self._place(SchemaTree({}, {}), other))
        return self._grown(random.choice((1, 2, 3, 4)))

    def _changed(self, text: str) -> str:
        """Change a text letter by letter, or line by line: names, cards, and whole records in notations."""
        random = self._random
        letters = list(text)
        for _ in range(random.choice((1, 1, 2, 6))):
            place = random.randrange(len(letters) + 1)
            piece = random.choice((*_ALPHABET, random.choice(_WORDS), text[place : place + random.randrange(30)]))
            letters[place : place + random.choice((0, 1, 1, random.randrange(20)))] = piece
        return "".join(letters)

    def _grown(self, depth: int) -> Any:
        """Return a value of the contract's own names and words, of any type."""
        random = self._random
        kind = random.random()
        if depth == 0 or kind < 0.3:
            return random.choice((*_WORDS, 0, 1, 3, 13, -1, True, None, "", "3", 0.5))
        if kind < 0.55:
            return [self._grown(depth - 1) for _ in range(random.randrange(5))]
        return {random.choice((*_NAMES, *_WORDS)): self._grown(depth - 1) for _ in range(random.randrange(5))}


def _at(body: Any, path: Place) -> Any:
    for part in path:
        body = body.get(part) if isinstance(body, dict) else body[int(part)]
    return body


def hold(app: Flask, questions: Iterator[Question], fuzzed: Fuzzed) -> None:
    """Ask all of these, and note what came of it."""
    for question in questions:
        name = question.operation.name
        try:
            answer = ask(app, question)
            fuzzed.answers[name, answer.status] += 1
            look_at(question, answer)
        except Exception as error:  # noqa: BLE001 - a test goes on to the next one and reports all of them
            fuzzed.wrong.append(f"{name}: {type(error).__name__}: {error}: {question[1:]}"[:3_000])


def main(arguments: list[str]) -> int:
    """Ask what was wished, ``complete`` or so many requests at random, and where to start; return the exit status."""
    wished, start = arguments[0] if arguments else "20000", int(arguments[1]) if len(arguments) > 1 else 0
    app, fuzzed, begun = create_app(Settings()), Fuzzed(), time.monotonic()
    if wished == "complete":
        hold(app, once_each(lambda: VALUES), fuzzed)
    else:
        half = int(wished) // 2
        hold(app, islice(anywhere(VALUES, start), half), fuzzed)
        hold(app, islice(Dice(start).questions(), int(wished) - half), fuzzed)
    statuses = Counter[int]()
    for name in sorted({name for name, _ in fuzzed.answers}):
        of_name = {status: times for (each, status), times in sorted(fuzzed.answers.items()) if each == name}
        statuses.update(of_name)
        sys.stdout.write(f"{name}: {_listed(of_name)}\n")
    sys.stdout.write(f"{fuzzed.requests} requests in {time.monotonic() - begun:.0f} s: {_listed(statuses)}\n")
    sys.stdout.write(f"{len(fuzzed.wrong)} answered as they should not be\n")
    for wrong in fuzzed.wrong[:40]:
        sys.stdout.write(f"{wrong}\n")
    return 1 if fuzzed.wrong else 0


def _listed(statuses: Mapping[int, int]) -> str:
    return ", ".join(f"{status} {times}" for status, times in sorted(statuses.items()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
