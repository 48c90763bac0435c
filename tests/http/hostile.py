"""Requests that nobody would write, made from the contract, each answered as it says.

``python -m tests.http.hostile 20000 5`` asks so many requests at random, from the start 5; ``complete`` instead of a
number gives each place that the contract has in a request, filled in a sample or not, each of `VALUES`, and breaks each
keyword there.

Of every answer it is asked that the service did not fail, that the contract lists its status and media type for the
operation, and that its body is of the schema that is stated: a page is whole and loads nothing, a sheet has no cell
that a spreadsheet runs, no problem repeats long input, and a 429 or 503 says when to try again. A request of which is
known what is wrong with it is refused for that, with the place.
"""

from __future__ import annotations

import copy
import html
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http import HTTPStatus
from io import BytesIO
from itertools import islice
from random import Random
from typing import Any, NamedTuple
from urllib.parse import unquote_to_bytes

import jsonschema_rs
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, Phase, given, seed
from hypothesis import settings as hypothesis_settings
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode

from service import create_app
from service.media_types import NDJSON, PROBLEM
from service.pages.render import POLICY
from service.presets.loader import presets
from service.problems import MAX_ERRORS
from service.settings import Settings
from service.spades.cards import CODES
from service.wire.contract import Place, SchemaTree, Wanted, operations
from tests.contract.corpus import bodies_of
from tests.contract.document import (
    CSV,
    DOCUMENT,
    JSON,
    OPERATIONS,
    PAGES,
    SCHEMAS,
    WITH_BODY,
    Described,
    path_of,
    referred,
)
from tests.http.bodies import GAME_LIMIT, LIMIT, ROUND_SIZED
from tests.http.failures import LONGEST, REPEATED
from tests.http.test_strangers import cells_that_run
from tests.http.wire import Answer, directly

MISSING = object()
"""The value of a member that is left out."""


def _nested(levels: int) -> Any:
    value: Any = "x"
    for level in range(levels):
        value = [value] if level % 2 else {"x": value}
    return value


EVIL = "<script>alert('\"&')</script>"
TYPES: Sequence[Any] = (MISSING, None, True, 7, 0.5, "x", [1], {"x": 1})
"""One value of every JSON type, and none."""
VALUES: Sequence[Any] = (
    *TYPES,
    *(False, 0, -1, 10**9, -(10**9), 2**63, 10**40, -(10**40), 1e300, -0.0, 3.0),
    *("", " ", "3", "-", "=1+1", "AS", "nil", "ana", "x" * 70, "x" * 5_000, "\x00", "\x1b[2J", "\u202eabc\u2066"),
    *(
        EVIL,
        {EVIL: EVIL},
        [EVIL],
        "e\u0301" * 40,
        "\U0001f0a1" * 33,
        "\ufdd0",
        "#/a~1b",
        "%2e",
        "a+b",
        "{player}",
        "1" * 400,
    ),
    *([], {}, [None], [[]], [{}], ["x"] * 70, [0] * 9, [["ana", 3]], [["ana", {}]], [{"x": []}], ["AS", {}]),
    *({"": {}}, {"x": None}, {"ana": {}}, {"ana": []}, {"ana": "3"}, {"rank": {}, "suit": []}, {"score": {}}),
    *([{"team": {}, "score": 1}], [{"name": [], "score": {}}], {"team": {}}, {"player": {}, "tricks": []}),
    *({"out": {}, "in": []}, {str(number): number for number in range(60)}, _nested(9), _nested(40)),
)
"""Values of every type: empty, huge, negative, long, deep, in other scripts, and shapes that look like others."""
LONG: Sequence[Any] = ("x" * 9_000, "\u00e9" * 9_000, {"x" * 9_000: 1}, {"\u00e9" * 9_000: {}}, ["x" * 4_000] * 2)
"""Values of which nothing may come back at length."""
_OTHER_NAMES = (EVIL, "nonsense", "", "a\x00b", "a/b~c", "d e%", "\u00e9\u2660", "\U0001f600", "__proto__")
_NOT_A_NUMBER = ("NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1E400", "123456789e400", "[NaN]", '{"0": NaN}')
_HALVES = (r'"\ud800"', r'"\uDC00"', r'"\udc00\ud800"', r'["\ud83d"]', r'{"0": "\ud800"}', r'{"\ud800": 1}')
_TWICE = (
    *('{"0": 1, "0": 1}', '{"0": 1, "0": 2, "0": 3}', '{"0": {"a": 1, "b": 2}, "0": {"c": {"d": {}}}}'),
    *(r'{"\u0030": 1, "0": 1}', r'{"0": "\/\u003A\u003a", "0": "::"}', '{"0": 0.5, "0": 4}', '{"0": ":::", "0": 1}'),
)
SPELLINGS: Mapping[str, str] = {
    **dict.fromkeys(_NOT_A_NUMBER, "not_a_number"),
    **dict.fromkeys(_HALVES, "lone_surrogate"),
    **dict.fromkeys(_TWICE, "duplicate_name"),
    **dict.fromkeys(
        ("04", "+4", "0x4", "4.", ".4", "4e", "4_0", "--4", "nan", "inf", "\u0664", "None", "undefined"), ""
    ),
    **dict.fromkeys(
        ("9" * 5_000, "-" + "9" * 5_000, '"d\tee"', '"dee\n"', r'"\dee"', "'dee'", "dee", "1,", "1// a"), ""
    ),
    **dict.fromkeys(("[" * 33 + "]" * 33, '{"a":' * 33 + "1" + "}" * 33, "[" * 990 + "]" * 990, "[" * 9_000), ""),
}
"""How a value may be spelled so that it is no JSON, and the code with the place, where that can be told."""
_ALPHABET = "ab =+-@#:;,|\"'\t\n\r\\/0123456789AKQJTSHDC\u2660\u2665\ufeff\u0301\u202e\x1b\x00{}[]()"
_PIECES = (b'"', b"{", b"}", b"[", b"]", b",", b":", b"\\", b"\\ud800", b"\x00", b"\xff", b"\xef\xbb\xbf", b"[" * 3_000)
_QUERIES = ("", "", "", "", "x=1", "name=..", "seed=-1&seed=2", "%00", "&&&=", "x[]={}", "a=" + "b" * 900, "%ff%fe")
_PATHS = ("not-json", "revoke", "", "..", "%00", "%2f", "x" * 300, "\u00e9", "a%0d%0ab", "'\"<>", "//")
ACCEPTED = ("*/*", *PAGES, CSV, "text/markdown;q=0.1", "application/json;q=0", ",,,", "text/*;q=x")
_HEADERS: Mapping[str, Sequence[str]] = {
    "HTTP_ACCEPT": ("x" * 900, "text/html;q=1e9", "\xff", "application/problem+json", "*/*;q=0", ";q=", 'a/b;c="'),
    "HTTP_IF_MATCH": ("*", '"x"', "x", '"a", "b"', "W/"),
    "HTTP_IF_NONE_MATCH": ("*", '"x"', "x", 'W/"x", "', ","),
    "HTTP_IF_MODIFIED_SINCE": ("Mon, 23 Nov 2026 00:00:00 GMT", "0", "Thu, 99 Foo 0000 99:99:99"),
    "HTTP_IF_UNMODIFIED_SINCE": ("Mon, 23 Nov 2006 00:00:00 GMT", "never"),
    "HTTP_RANGE": ("bytes=0-1", "bytes=99999999-", "bytes=-1", "lines=1-2", "bytes=1-0,5-", "x"),
    "HTTP_IF_RANGE": ('"x"', "Mon, 23 Nov 2026 00:00:00 GMT", "x"),
    "HTTP_X_REQUEST_ID": ("", "x" * 65, "a b", "\x1b[2J", "ok-1"),
    "HTTP_TRACEPARENT": ("00-0-0-0", "x", f"00-{'1' * 32}-{'2' * 16}-01"),
    "HTTP_EXPECT": ("100-continue", "x"),
    "HTTP_CONTENT_ENCODING": ("gzip", "identity", "br, gzip", ""),
    "CONTENT_TYPE": ("text/plain", "", "application/json; charset=utf-16", NDJSON, "\xff", ";;;=", "text/csv"),
}


class UnexpectedAnswerError(AssertionError):
    """An answer that the contract does not foresee."""


class Expected(NamedTuple):
    """What has to be answered: the slug of a problem and, where it can be told, the place and the code of a fault."""

    slug: str
    place: tuple[str, ...] = ()
    code: str = ""


class Question(NamedTuple):
    """A request to an operation as the server hands it to the application."""

    operation: Described
    body: bytes = b""
    path: str = ""
    """The path, percent-encoded, if it is another one than that of the operation."""
    environ: tuple[tuple[str, str], ...] = ()
    """What differs in the environment: headers and the query."""
    expected: Expected | None = None


@dataclass(slots=True)
class Fuzzed:
    """What was asked, by operation and status, and each answer that should not have been."""

    answers: Counter[tuple[str, int]] = field(default_factory=Counter)
    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How many answers were of each media type, by operation."""
    codes: Counter[str] = field(default_factory=Counter)
    """How many faults of each code were expected and found."""
    wrong: list[str] = field(default_factory=list)

    @property
    def requests(self) -> int:
        """How many requests there were."""
        return self.answers.total()


# What is asked of every answer


class _WholePage(HTMLParser):
    """A page whose elements are all closed."""

    def __init__(self, content: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "iframe", "img", "form", "base"} or any(name.startswith("on") for name, _ in attrs):
            raise UnexpectedAnswerError(f"a page has an element {tag} with {attrs}")
        if tag not in {"meta", "br", "wbr", "path"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in {"wbr", "path"} and self.open.pop() != tag:
            raise UnexpectedAnswerError(f"{tag} is closed before what is in it")


class Judge:
    """Holds answers against the contract."""

    def __init__(self) -> None:
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}

    def check(self, operation: Described, answer: Answer, *, routed: bool = True) -> Any:
        """Return the JSON of an answer, if it is any; raises `UnexpectedAnswerError`.

        Where the path is not ``routed`` to the operation, what is answered is the router's.
        """
        media_type = answer.headers.get("content-type", "").partition(";")[0]
        if not routed and answer.status in {404, 405}:
            return None if media_type == "text/html" else self._valid("Problem", answer.body)
        content = _documented(operation, answer.status)
        if media_type not in (content or {""}):
            raise UnexpectedAnswerError(f"{media_type!r} is not documented for {answer.status}")
        if not content and answer.body:
            raise UnexpectedAnswerError(f"{answer.status} has a body")
        _check_refusal(answer)
        if media_type in {JSON, PROBLEM}:
            return self._valid(referred(content[media_type]["schema"]), answer.body)
        if operation.lines is not None and answer.status == HTTPStatus.OK:
            for line in answer.body.splitlines():
                self._valid(referred(content[NDJSON]["schema"]), line)
        text = answer.body.decode()
        if media_type == "text/html" and (_WholePage(text).open or answer.headers["content-security-policy"] != POLICY):
            raise UnexpectedAnswerError("a page is not whole, or may load something")
        if media_type == CSV and (cells := cells_that_run(text)):
            raise UnexpectedAnswerError(f"a spreadsheet runs {cells}")
        return None

    def _valid(self, name: str, body: bytes) -> Any:
        if name not in self._validators:
            schema = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": SCHEMAS}}
            self._validators[name] = jsonschema_rs.Draft202012Validator(schema, offline=True)
        value = json.loads(body)
        for error in self._validators[name].iter_errors(value):
            raise UnexpectedAnswerError(f"not a {name}: {error.instance_path}: {error.message[:200]}")
        return value


def _check_refusal(answer: Answer) -> None:
    if answer.status in {429, 503} and "retry-after" not in answer.headers:
        raise UnexpectedAnswerError(f"{answer.status} does not say when to try again")
    if answer.status >= HTTPStatus.BAD_REQUEST and (len(answer.body) > LONGEST or REPEATED.search(answer.body)):
        raise UnexpectedAnswerError(f"{answer.status} repeats long input, in {len(answer.body)} bytes")


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


def ask(app: Flask, question: Question) -> Answer:
    """Return the answer of an application, asked directly, as a server asks it."""
    operation = question.operation
    path = unquote_to_bytes(question.path or operation.path).decode("latin-1")
    environ: dict[str, Any] = {"REQUEST_METHOD": operation.method.upper(), "PATH_INFO": path}
    environ["wsgi.input"] = BytesIO(question.body)
    if operation.method == "post":
        environ["CONTENT_TYPE"] = JSON if operation.lines is None else NDJSON
        environ["CONTENT_LENGTH"] = str(len(question.body))
    return directly(app, environ | dict(question.environ))


def look_at(question: Question, answer: Answer) -> None:
    """Hold an answer against the contract and what is expected; raises `UnexpectedAnswerError`."""
    path = unquote_to_bytes(question.path).decode("latin-1")
    routed = not question.operation.path_parameters or path.count("/") == question.operation.path.count("/")
    told = JUDGE.check(question.operation, answer, routed=routed)
    if question.expected is None:
        return
    slug, place, code = question.expected
    if told is None:  # a page, which has the pointers and no codes
        text, code = answer.body.decode(), code and "fault"
        shown = re.findall(r"<code>(#[^<]*)</code>", text)
        pointers = [html.unescape(pointer) for pointer in shown] if f'href="/problems/{slug}"' in text else []
        told = {"type": f"/problems/{slug}", "errors": [{"pointer": each, "code": "fault"} for each in pointers]}
    if answer.status < HTTPStatus.BAD_REQUEST or told["type"] != f"/problems/{slug}":
        raise UnexpectedAnswerError(f"{answer.status} and not {slug}")
    found = {(path_of(each["pointer"]), each["code"]) for each in told.get("errors", ())}
    if bool(code) > ((place, code) in found or "errors_truncated" in told or len(found) == MAX_ERRORS):
        raise UnexpectedAnswerError(f"no {code} at {place}, but {found}")


def hold(app: Flask, questions: Iterator[Question], fuzzed: Fuzzed) -> None:
    """Ask all of these, and note what came of it."""
    for question in questions:
        name = question.operation.name
        try:
            answer = ask(app, question)
            fuzzed.answers[name, answer.status] += 1
            fuzzed.kinds[name, answer.headers.get("content-type", "").partition(";")[0]] += 1
            look_at(question, answer)
            fuzzed.codes[question.expected.code if question.expected else ""] += 1
        except Exception as error:  # noqa: BLE001 - a test goes on to the next one and reports all of them
            fuzzed.wrong.append(f"{name}: {type(error).__name__}: {error}: {question[1:]}"[:3_000])


# Places in requests

TREES: dict[str, SchemaTree] = {each.operation_id: each.tree for each in operations(DOCUMENT)}


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


def _is_name(schema: Mapping[str, Any], member: str) -> bool:
    """Return whether a member has a name of the client's own, such as that of a player."""
    return member not in schema.get("properties", {}) and isinstance(schema.get("additionalProperties"), dict)


def _kind_of(tree: SchemaTree, path: Place) -> tuple[str, ...]:
    """Return a place in a body as the contract has it: items, and names of the client's own, are all alike."""
    return tuple(
        "*" if isinstance(part, int) or _is_name(tree.at(path[:depth]).schema, part) else part
        for depth, part in enumerate(path)
    )


def places_once(operation: Described) -> Iterator[tuple[Any, Place]]:
    """Yield each place that the contract has in a request once, with a sample that has it."""
    tree, seen = TREES[operation.name], set()
    for body in bodies_of(operation.name).values():
        for path in places_of(tree, body):
            if (kind := _kind_of(tree, path)) not in seen:
                seen.add(kind)
                yield body, path


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


def at(body: Any, path: Place) -> Any:
    """Return what a body has at a place, or None."""
    for part in path:
        body = body.get(part) if isinstance(body, dict) else body[int(part)]
    return body


def written(value: Any) -> bytes:
    """Return a body as it is sent."""
    try:
        return json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return json.dumps(value).encode()


def limit_of(operation: Described) -> int:
    """Return how long a body may be."""
    return LIMIT if operation.path in ROUND_SIZED else GAME_LIMIT


# Requests of which is known what becomes of them


def once_each(
    values: Callable[[], Sequence[Any]], asked: Sequence[Described] = WITH_BODY, lot: Random | None = None
) -> Iterator[Question]:
    """Yield requests in which each place has each of some values, once; the media types of answers are drawn by lot."""
    for operation in asked:
        for body, path in places_once(operation):
            for value in values():
                environ = (("HTTP_ACCEPT", lot.choice(ACCEPTED)),) if lot else ()
                yield Question(operation, written(with_value(body, path, value)), environ=environ)


def violations(operation: Described, lot: Random, most: int) -> Iterator[Question]:
    """Yield requests that break each keyword of the contract at each place, in so many ways at most, drawn by lot."""
    tree = TREES[operation.name]
    for body, path in places_once(operation):
        ways: dict[str, list[tuple[Place, Any]]] = {}
        for place, code, value in _broken(tree, path, at(body, path)):
            ways.setdefault(code, []).append((place, value))
        for code, found in ways.items():
            for place, value in lot.sample(found, min(most, len(found))):
                sent = written(with_value(body, path, value))
                expected = Expected("contract-violation", tuple(map(str, place)), code)
                accept = (("HTTP_ACCEPT", lot.choice((JSON, JSON, *PAGES))),)
                if len(sent) <= limit_of(operation) and sent.count(b",") < 1_500:
                    yield Question(operation, sent, environ=accept, expected=expected)


def _broken(tree: SchemaTree, path: Place, now: Any) -> Iterator[tuple[Place, str, Any]]:
    """Yield values that break what the contract wants at a place, each with the place and the keyword of the fault."""
    wanted = tree.at(path)
    schema, types = wanted.schema, set(wanted.types)
    for value in TYPES[1:]:
        kinds = {type(None): "null", bool: "boolean", str: "string", list: "array", dict: "object"}
        kind = {kinds.get(type(value), "number"), "integer" if value == 7 and value is not True else ""}
        if types and not types & kind:
            yield path, "type", value
    for key, values in (
        ("enum", ("x", "AS\n", "as", "S10", EVIL)),
        ("minimum", (schema.get("minimum", 0) - 1, -(2**63) - 1, -(10**30))),
        ("maximum", (schema.get("maximum", 0) + 1, 2**64, 10**30, 1e30, int("7" * 300), int("7" * 4_000))),
        ("minLength", ("x" * (schema.get("minLength", 1) - 1),)),
        ("maxLength", [each * (schema.get("maxLength", 0) + 1) for each in ("\u2660", "x")]),
    ):
        if key in schema and schema[key] is not None:
            yield from ((path, key, value) for value in values)
    if "array" in types:
        item = now[0] if now and isinstance(now, list) else _plainest(tree, tree.inside(wanted, 0))
        sizes = {"minItems": schema.get("minItems", 0) - 1, "maxItems": schema.get("maxItems", 10**6) + 1}
        yield from ((path, key, [item] * size) for key, size in sizes.items() if 0 <= size < 10**5)
        if schema.get("uniqueItems"):
            yield path, "uniqueItems", [item, item]
    if "object" in types:
        yield from _broken_object(tree, path, now if isinstance(now, dict) else {})


def _plainest(tree: SchemaTree, wanted: Wanted) -> Any:
    """Return the plainest value that satisfies a schema: the smallest number, an empty list, a nameless player."""
    schema, (kind, *_) = wanted.schema, (*wanted.types, "")
    if "enum" in schema:
        return schema["enum"][0]
    if kind == "object":
        return {name: _plainest(tree, tree.inside(wanted, name)) for name in schema.get("required", ())}
    if kind == "array":
        return [_plainest(tree, tree.inside(wanted, 0))] * schema.get("minItems", 0)
    return {"integer": schema.get("minimum", 0), "boolean": False}.get(kind, "?")


def _broken_object(tree: SchemaTree, path: Place, now: dict[str, Any]) -> Iterator[tuple[Place, str, Any]]:
    wanted = tree.at(path)
    schema = wanted.schema
    yield from (((*path, name), "required", with_value(now, (name,), MISSING)) for name in schema.get("required", ()))
    if schema.get("additionalProperties") is False:
        yield from (((*path, name), "additionalProperties", {**now, name: 1}) for name in _OTHER_NAMES)
    member = _plainest(tree, tree.inside(wanted, "nonsense"))
    if "maxProperties" in schema:
        many = {str(number): member for number in range(schema["maxProperties"] + 1)}
        yield path, "maxProperties", many
    longest = tree.resolved(schema.get("propertyNames", {})).schema.get("maxLength", 0)
    if longest:
        names = ("", "".join(map(str, range(longest)))[: longest + 1])
        yield from (((*path, name), "propertyNames", {**now, name: member}) for name in names)


def misspelled(operation: Described, lot: Random, most: int) -> Iterator[Question]:
    """Yield requests in which each place is spelled so that they are no JSON, in so many ways, drawn by lot."""
    for body, path in places_once(operation):
        place = tuple(map(str, path))
        sent = written(with_value(body, path, "@@"))
        for spelling in lot.sample(list(SPELLINGS), most):
            code = SPELLINGS[spelling]
            nested = () if spelling[0] not in "[{" or spelling in _HALVES[-1:] else ("0",)
            expected = Expected("not-json", (*place, *nested), code)
            yield Question(operation, sent.replace(b'"@@"', spelling.encode(errors="surrogatepass")), expected=expected)
        if path and isinstance(path[-1], str) and (value := at(body, path)) is not None:
            twice = written(value) + b", " + written(path[-1]) + b": " + written(value)
            expected = Expected("not-json", place, "duplicate_name")
            yield Question(operation, sent.replace(b'"@@"', twice), expected=expected)


# Requests at random


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
        accept = (("HTTP_ACCEPT", random.choice(ACCEPTED)),)
        sent = written(with_value(body, random.choice(places), random.choice(values)))
        yield Question(operation, sent, environ=accept)


_NAMES = sorted({name for schema in SCHEMAS.values() for name in schema.get("properties", ())})
_WORDS = [
    *("ana", "ben", "cy", "dee", "ana+cy", "ben+dee", "pagat", "nello", "S", "rest", "nil", "clockwise"),
    *CODES[:20],
]


class Dice:
    """Requests at random, the same ones for the same start: samples changed as values, as bytes and in headers."""

    def __init__(self, start: int) -> None:
        self._random = Random(start)
        self._bodies = {each.name: list(bodies_of(each.name).values()) for each in WITH_BODY}
        self._turns = [each for each in OPERATIONS for _ in range(1 if each.method == "get" else 3)]

    def questions(self) -> Iterator[Question]:
        """Yield requests without end."""
        while True:
            for operation in self._turns:
                yield self._question(operation)

    def _question(self, operation: Described) -> Question:
        random = self._random
        environ = [("QUERY_STRING", random.choice(_QUERIES)), ("HTTP_ACCEPT", random.choice(ACCEPTED))]
        for _ in range(random.choice((0, 0, 1, 1, 2))):
            name = random.choice([*_HEADERS])
            if name != "CONTENT_TYPE" or (operation.method == "post" and random.random() < 0.2):
                environ.append((name, random.choice(_HEADERS[name])))
        path = operation.path.format(**{each["name"]: self._name(each) for each in operation.path_parameters})
        if operation.lines is not None:
            line = operation.name.removesuffix("Batch")
            body = random.choice((b"\n", b"\r\n")).join(self._body(line) for _ in range(random.randrange(5)))
        else:
            body = b"" if operation.method == "get" else self._body(operation.name)
        return Question(operation, body, path, tuple(environ))

    def _name(self, parameter: Mapping[str, Any]) -> str:
        known = [each["value"] for each in parameter["examples"].values()]
        return str(self._random.choice(self._random.choice((known, known, [*presets()], _PATHS))))

    def _body(self, name: str) -> bytes:
        random, tree = self._random, TREES[name]
        body = random.choice(self._bodies[name])
        if random.random() < 0.3:
            return written(self._rearranged(copy.deepcopy(body)))
        for _ in range(random.choice((0, 1, 1, 1, 2, 3))):
            if not isinstance(body, dict):
                break
            path = self._place(tree, body)
            body = with_value(body, path, self._value(at(body, path)))
        content = written(body)
        for _ in range(random.choice((1, 2, 5)) if random.random() < 0.1 else 0):
            place = random.randrange(len(content) + 1)
            piece = random.choice((random.choice(_PIECES), random.randbytes(2), b"", content[place : place + 300]))
            content = content[:place] + piece + content[place + random.choice((0, 1, 40, len(content))) :]
        return content

    def _rearranged(self, body: Any) -> Any:
        """Change a request by what is in it: mostly it stays one, and what it is about is another story."""
        random = self._random
        for _ in range(random.choice((1, 1, 2, 4))):
            alike: dict[str, list[tuple[Any, Any]]] = {}
            for name, holder, key in _named_places(body, ""):
                alike.setdefault(name, []).append((holder, key))
            (one, here), (other, there) = random.choices(random.choice(list(alike.values())), k=2)
            first, second = one[here], other[there]
            one[here], other[there] = copy.deepcopy(second), copy.deepcopy(first)
            if isinstance(first, int) and random.random() < 0.5:
                one[here] = max(0, int(first) + random.choice((-1, 1)))
            if isinstance(one, list) and random.random() < 0.5:
                random.choice((one.pop, lambda place, items=one: items.insert(place, items[place])))(here)
        return body

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
            return at(other, self._place(SchemaTree({}, {}), other))
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


def _named_places(value: Any, name: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield every place in a value with the name of the member that it belongs to."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in pairs:
        named = key if isinstance(key, str) else name
        yield named, value, key
        yield from _named_places(inner, named)


# What schemathesis makes of the contract

_REFUSALS = {"unreadable-record", "unusable-ruleset", "unreadable-text", "unwritable-record", "not-found"}
"""The types of problems with requests that the contract allows."""


def generated(app: Flask, each: int, start: int, fuzzed: Fuzzed) -> None:
    """Ask of each operation so many requests that the contract allows, and as many that it forbids."""
    document: Any = schemathesis.openapi.from_wsgi("/openapi.json", app)
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
        response = case.call(headers={"Accept-Encoding": "identity"})  # this client takes gzip, and unpacks none
        fuzzed.answers[operation.name, response.status_code] += 1
        headers = {name: str(values[0]) for name, values in response.headers.items()}
        routed = not operation.path_parameters or case.formatted_path.count("/") == operation.path.count("/")
        try:
            told = JUDGE.check(operation, Answer(response.status_code, headers, response.content), routed=routed)
            as_it_should(operation, mode, response.status_code, told)
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
        fuzzed.wrong.append(f"{operation.name}, {mode.value}: nothing could be made of the contract")


def as_it_should(operation: Described, mode: GenerationMode, status: int, told: Any) -> None:
    """Hold an answer to what was asked: something that the contract allows, or that it forbids."""
    refused = status >= HTTPStatus.BAD_REQUEST
    if mode is GenerationMode.POSITIVE and refused:
        # No schema says which names exist, which records can be laid out, which rulesets can be played, and what a text
        # in a notation is; nor, without unions, which members of a record to be written go together. A batch may be any
        # bytes, and is refused as a whole where it is plainly none.
        kind = told["type"].rpartition("/")[2]
        of_record = operation.name == "writeRecord" and all(
            each["pointer"].startswith("#/record") for each in told.get("errors", ())
        )
        no_batch = operation.lines is not None and kind == "not-json"
        if kind not in _REFUSALS and not no_batch and not (kind == "contract-violation" and of_record):
            raise UnexpectedAnswerError(f"what the contract allows is refused: {told}")
    if mode is GenerationMode.NEGATIVE and not refused:
        raise UnexpectedAnswerError(f"what the contract forbids is answered by {status}")


def main(arguments: list[str]) -> int:
    """Ask what was wished, ``complete`` or so many requests at random, and where to start; return the exit status."""
    wished, start = arguments[0] if arguments else "20000", int(arguments[1]) if len(arguments) > 1 else 0
    app, fuzzed, begun = create_app(Settings()), Fuzzed(), time.monotonic()
    if wished == "complete":
        hold(app, once_each(lambda: [*VALUES, *LONG], lot=Random(start)), fuzzed)
        for operation in WITH_BODY:
            hold(app, violations(operation, Random(start), 100), fuzzed)
            hold(app, misspelled(operation, Random(start), len(SPELLINGS)), fuzzed)
    else:
        generated(app, max(1, int(wished) // (1_000 * len(OPERATIONS))), start, fuzzed)
        rest = int(wished) - fuzzed.requests
        hold(app, islice(anywhere(VALUES, start), rest // 2), fuzzed)
        hold(app, islice(Dice(start).questions(), rest - rest // 2), fuzzed)
    statuses = Counter[int]()
    for (name, status), times in sorted(fuzzed.answers.items()):
        statuses[status] += times
        sys.stdout.write(f"{name}: {status} {times}\n")
    sys.stdout.write(
        f"{fuzzed.requests} requests in {time.monotonic() - begun:.0f} s: {dict(sorted(statuses.items()))}\n"
    )
    sys.stdout.write(f"{len(fuzzed.wrong)} answered as they should not be\n")
    for wrong in fuzzed.wrong[:40]:
        sys.stdout.write(f"{wrong}\n")
    return 1 if fuzzed.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
