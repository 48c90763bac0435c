"""Every type of problem that this service answers with, and a problem as JSON (RFC 9457)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

MAX_ERRORS = 50
# Longer than any pointer through names that the contract allows, each character percent-encoded.
_LONGEST_POINTER = 900


@dataclass(frozen=True, slots=True)
class ProblemType:
    """A type of problem; ``slug`` is the last part of its path."""

    slug: str
    title: str
    status: int
    description: str

    @property
    def path(self) -> str:
        """The path that identifies it, and that explains it."""
        return f"/problems/{self.slug}"


_TYPES = (
    ProblemType(
        "not-json",
        "The body is not JSON that can be read.",
        400,
        "The body must be one JSON value in UTF-8 without a byte order mark, whole, not nested beyond 32 levels,"
        " without NaN or Infinity, without lone surrogates, and without a name that stands twice in one object.",
    ),
    ProblemType(
        "bad-request",
        "The request can't be read.",
        400,
        "The request breaks HTTP in a way that leaves nothing to answer.",
    ),
    ProblemType(
        "unauthorized",
        "A key is needed.",
        401,
        "The operator of this service has given out keys, and the request holds none that is valid. Send it as"
        " 'Authorization: Bearer <key>'.",
    ),
    ProblemType(
        "not-found",
        "There is nothing here.",
        404,
        "The path names no operation, or the last part of it names nothing that exists.",
    ),
    ProblemType(
        "method-not-allowed",
        "The method is not allowed here.",
        405,
        "The path exists for the methods that the Allow header lists.",
    ),
    ProblemType(
        "request-timeout",
        "The request took too long to come.",
        408,
        "The head or the body of the request stopped coming. Send it again, whole.",
    ),
    ProblemType(
        "too-large",
        "The body is too large.",
        413,
        "A request may be 32 KB long and hold 2,000 JSON values, a game 512 KB and 40,000, unless the operator has set"
        " other limits. A batch may be 32 MB long and have 10,000 lines, each of them as a request by itself.",
    ),
    ProblemType(
        "uri-too-long",
        "The address is too long.",
        414,
        "A path of this service is short, and nothing takes a query: what an operation reads stands in the body.",
    ),
    ProblemType(
        "unsupported-media-type",
        "The body is of a type that this service does not read.",
        415,
        "Send application/json in UTF-8, without a content coding; a batch as application/octet-stream or"
        " application/x-ndjson.",
    ),
    ProblemType(
        "contract-violation",
        "The request does not satisfy the contract.",
        422,
        "The body breaks the schema of the operation in /openapi.json. Each error names the place, the JSON Schema"
        " keyword that is broken, and what it asks for.",
    ),
    ProblemType(
        "unreadable-record",
        "The record can't be read as a round of Spades.",
        422,
        "The record can't be laid out on a table: a name that is not at it, a player twice, a number of players that"
        " the ruleset has no table for, or, when scoring, tricks that don't add up or a bid that is missing or stands"
        " twice. A record that breaks the rules of Spades is never refused for that.",
    ),
    ProblemType(
        "unusable-ruleset",
        "The ruleset does not exist, or contradicts itself.",
        422,
        "There is no preset or option of that name, options exclude each other, or parameters can't all hold. Each"
        " error points to what has to change.",
    ),
    ProblemType(
        "too-many-requests",
        "Too many requests.",
        429,
        "One address has sent more than its share. Wait as many seconds as Retry-After says. Many rounds are best sent"
        " as one batch.",
    ),
    ProblemType(
        "headers-too-large",
        "The headers of the request are too large.",
        431,
        "A header field is too long, or there are too many of them. This service reads a handful of short ones.",
    ),
    ProblemType(
        "internal-error",
        "The service failed.",
        500,
        "This is a fault of the service, not of the request. Its operator finds it by the request id.",
    ),
    ProblemType(
        "bad-gateway",
        "The service did not answer as it should.",
        502,
        "What stands in front of the service got no answer that can be passed on. Every operation is a pure function of"
        " its request: send it again.",
    ),
    ProblemType(
        "unavailable",
        "The service can't answer now.",
        503,
        "It is starting, stopping or full. Wait as many seconds as Retry-After says and send the request again: that is"
        " always safe.",
    ),
    ProblemType(
        "gateway-timeout",
        "The service took too long to answer.",
        504,
        "What stands in front of the service gave up waiting. Send less in one request, or send it again later.",
    ),
)
TYPES: Mapping[str, ProblemType] = MappingProxyType({each.slug: each for each in _TYPES})


@dataclass(frozen=True, slots=True)
class Problem(Exception):  # noqa: N818 - RFC 9457 calls it a problem
    """A failure that is answered to the client: its type, a sentence, and every error (pointer, code, detail)."""

    slug: str
    detail: str
    errors: tuple[Mapping[str, str], ...] = ()

    @property
    def kind(self) -> ProblemType:
        """The type of this problem."""
        return TYPES[self.slug]


def problem_with(slug: str, errors: Iterable[Mapping[str, str]], noun: str = "fault") -> Problem:
    """Return a problem that lists errors (pointer, code, detail); ``noun`` is what its detail counts them as."""
    listed = tuple(errors)
    return Problem(slug, f"{len(listed)} {noun}{'' if len(listed) == 1 else 's'}.", listed)


def too_large(max_bytes: int) -> Problem:
    """Return the problem of a body that is longer than it may be."""
    return Problem("too-large", f"The body is longer than {max_bytes} bytes.")


def internal_error() -> Problem:
    """Return the problem of an unforeseen failure; it reveals nothing of the inside."""
    return Problem("internal-error", "This is a fault of the service, not of the request.")


def _bounded(pointer: str) -> str:
    """Return a pointer of bounded length: one through a very long name stops before that name."""
    while len(pointer) > _LONGEST_POINTER:
        pointer = pointer.rpartition("/")[0]
    return pointer


def body_of(problem: Problem, request_id: str | None) -> dict[str, object]:
    """Return the members of a problem as it is answered (RFC 9457); a line of a batch has no id of its own."""
    kind = problem.kind
    body: dict[str, object] = {"type": kind.path, "title": kind.title, "status": kind.status, "detail": problem.detail}
    if request_id is not None:
        body["instance"] = f"urn:request:{request_id}"
    if problem.errors:
        listed = problem.errors[:MAX_ERRORS]
        body["errors"] = [{**error, "pointer": _bounded(error["pointer"])} for error in listed]
        if len(problem.errors) > MAX_ERRORS:
            body["errors_truncated"] = True
    return body
