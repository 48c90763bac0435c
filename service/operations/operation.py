"""The kinds of operation that the contract has, and what a handler of each states.

A `Computation` has a request body: it is a pure function between two schemas. A `Lookup` has none: it is a function of
its path parameters, and perhaps of the `Server`, whose answers never change while the service runs. Either may also
write its answer as a page for people, for clients whose ``Accept`` header prefers that. A `Batch` is a computation done
for each line of a body.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import orjson
from marshmallow import Schema

from service.media_types import HTML, JSON, MARKDOWN, Json
from service.pages import phrases
from service.pages.page import Page
from service.pages.render import write
from service.problems import SEND_A_BATCH, Problem, explained
from service.settings import Settings
from service.spades.cards import CODES
from service.spades.english import name_meant, quoted
from service.spades.findings import Finding, Verdict
from service.wire.exchange import Exchange
from service.wire.writer import UNREADABLE, Style

ResultT = TypeVar("ResultT")

Writers: TypeAlias = Mapping[str, Callable[[Any], bytes]]
"""Functions that write a value, by media type; the first is the default."""
Pages: TypeAlias = Mapping[str, Callable[[Exchange], bytes]]
"""Functions that write the answer of an exchange for people, by media type."""
JSON_WRITER: Writers = {JSON: orjson.dumps}
PAGE_STYLE = Style((*map(phrases.card_text, CODES), UNREADABLE), "\N{MINUS SIGN}", has_pointers=False)
"""How an answer is written for a page: cards with their symbols, locations as the names and indices that lead there."""
_LONGEST_NAME = 64


def json_or_page(page: Callable[[Json], Page]) -> Writers:
    """Return the writers of an answer that is JSON by default and a page as well, which this function makes of it."""

    def written(answer: Json, media_type: str) -> bytes:
        return write(page(answer), media_type)

    return {**JSON_WRITER, **{media_type: partial(written, media_type=media_type) for media_type in (MARKDOWN, HTML)}}


def page_or_json(page: Callable[[Json], Page]) -> Writers:
    """Return the writers of an answer that is such a page by default, in Markdown, and JSON as well."""
    writers = json_or_page(page)
    return {media_type: writers[media_type] for media_type in (MARKDOWN, HTML, JSON)}


def pages_with(page: Callable[[Exchange], Page]) -> Pages:
    """Return the pages of an answer to a body, each of which this function makes."""

    def shown(exchange: Exchange, media_type: str) -> bytes:
        return write(page(exchange), media_type)

    return {media_type: partial(shown, media_type=media_type) for media_type in (MARKDOWN, HTML)}


def for_page(exchange: Exchange, dump: Callable[[Exchange], Json]) -> Json:
    """Return an answer as it is on a page: its cards, numbers and locations."""
    return dump(replace(exchange, style=PAGE_STYLE))


class Counts(NamedTuple):
    """What the metrics count of a result: its verdicts, and the findings that are proved."""

    verdicts: Iterable[Verdict] = ()
    findings: Iterable[Finding] = ()


MOST_STEPS = 800
"""The most steps of one answer. A step takes about as long as an audit of an ordinary round; the one that scores
whatever rounds a missing row may stand for takes up to some hundred, once for each ruleset."""
_TOO_MUCH = "Judging this takes more work than the service does for one request."


def go_on(_: int) -> None:
    """Give way to nobody."""


class Steps:
    """Counts the steps of a computation, which calls it for each; whoever waits for it learns how many were taken.

    A step is a record judged, as written or as a slip of the pen would have made it, or 64 tricks tried in a search or
    as much work on its positions: the same request takes as many on any machine. Raises `Problem` (413) for one beyond
    `MOST_STEPS`.
    """

    def __init__(self, give_way: Callable[[int], object], advice: str) -> None:
        self.taken = 0
        self._give_way, self._advice = give_way, advice

    def __call__(self) -> None:
        """Count one step more."""
        self.taken += 1
        if self.taken > MOST_STEPS:
            raise Problem("too-large", f"{_TOO_MUCH} {self._advice}")
        self._give_way(self.taken)


@dataclass(frozen=True, slots=True)
class Computation(Generic[ResultT]):
    """An operation with a request body: what reads the body, what computes the result, what writes it."""

    request_schema: Schema
    compute: Callable[[Exchange], ResultT]
    answer_schema: Schema
    counts: Callable[[ResultT], Counts] = lambda _: Counts()
    size: Literal["round", "game"] = "round"
    """Which limits of the settings hold for the body: those of a round or those of a game."""
    if_too_long: str = SEND_A_BATCH
    """What to do about a body beyond these limits."""
    forms: Mapping[str, Schema] = field(default_factory=dict)
    """What writes its answer in each other form that a request may ask for; a page is the same whatever it asks for."""
    pages: Pages = field(default_factory=dict)

    def dump(self, exchange: Exchange) -> Json:
        """Return the answer of an exchange as JSON, in the form of the exchange."""
        return self.forms.get(exchange.form, self.answer_schema).dump(exchange)

    def content(self, exchange: Exchange, media_type: str) -> bytes:
        """Return the written answer of an exchange in one of `media_types`."""
        return orjson.dumps(exchange.written) if media_type == JSON else self.pages[media_type](exchange)

    @property
    def media_types(self) -> tuple[str, ...]:
        """The media types of its answer, the default first."""
        return (JSON, *self.pages)


@dataclass(frozen=True, slots=True)
class Batch:
    """An operation that answers each line of a body as another operation answers it by itself."""

    line_operation: str
    """The operationId of that other one, a computation."""


class Server(NamedTuple):
    """What differs from one server to another: its settings and the contract that it serves."""

    settings: Settings
    document: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Lookup:
    """An operation without a request body; ``find`` takes the parameters of the path."""

    find: Callable[..., object]
    writers: Writers = field(default_factory=lambda: JSON_WRITER)
    of_server: bool = False
    """Whether ``find`` takes the `Server` ahead of them."""

    def on(self, server: Server) -> Lookup:
        """Return the lookup as it is on a server."""
        return replace(self, find=partial(self.find, server), of_server=False) if self.of_server else self

    @property
    def media_types(self) -> tuple[str, ...]:
        """The media types of its answer, the default first."""
        return tuple(self.writers)


Handler: TypeAlias = Computation[Any] | Batch | Lookup


def missing(what: str) -> Problem:
    """Return the problem of something that does not exist, such as ``ruleset 'bridge'``."""
    return Problem("not-found", f"There is no {what}.")


def unknown_name(kind: str, name: str, names: Iterable[str], all_of_them: str) -> Problem:
    """Return the problem of a name that nothing of a kind has: the nearest name, and the path that lists them all."""

    def with_nearest(nearest: str) -> Problem:
        return Problem("not-found", f"There is no {kind} {quoted(name)}.{nearest} GET {all_of_them} lists them all.")

    def with_name_meant() -> Problem:
        meant = name_meant(name, names) if len(name) <= _LONGEST_NAME else None
        return with_nearest(f" The nearest is {quoted(meant)}." if meant else "")

    return explained(with_name_meant, lambda: with_nearest(""))
