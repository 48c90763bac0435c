"""Every type of problem that this service answers with, and a problem as JSON (RFC 9457)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from service.fault_codes import CODES, FaultCode

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

    @property
    def codes(self) -> Mapping[str, FaultCode]:
        """The codes that its errors may have; none if it lists no errors."""
        return CODES.get(self.slug, {})


_TYPES = (
    ProblemType(
        "not-json",
        "The body is not valid JSON.",
        400,
        "The body must be one complete JSON value in UTF-8 without a byte order mark, nested at most 32 levels deep,"
        " without NaN, Infinity or lone surrogates, and with no name twice in one object.",
    ),
    ProblemType(
        "bad-request",
        "The request can't be read.",
        400,
        "The request is not valid HTTP, its address has parameters, of which no operation has any, a header that the"
        " contract knows is longer than it may be, or the body is not the gzip that a header says it is.",
    ),
    ProblemType(
        "unauthorized",
        "An API key is required.",
        401,
        "This service answers only requests with an API key, and this one has no valid key. Send it as"
        " 'Authorization: Bearer <key>'.",
    ),
    ProblemType(
        "not-found",
        "There is nothing here.",
        404,
        "The path names no operation, or its last part names nothing that exists.",
    ),
    ProblemType(
        "method-not-allowed",
        "The method is not allowed here.",
        405,
        "The Allow header lists the methods that this path has.",
    ),
    ProblemType(
        "request-timeout",
        "The request took too long to arrive.",
        408,
        "The headers or the body of the request stopped arriving. Send the whole request again.",
    ),
    ProblemType(
        "too-large",
        "The body is too large.",
        413,
        "Unless the operator has set other limits, a request may have 32 KB and 2,000 JSON values, a game 512 KB and"
        " 40,000. A batch may have 32 MB and 10,000 lines, each within the limits of a request or of a game."
        " A game, say, is refused as well if judging it takes too much work: a long one whose every round is spoilt.",
    ),
    ProblemType(
        "uri-too-long",
        "The address is too long.",
        414,
        "The paths of this service are short, and none takes a query: everything else belongs in the body.",
    ),
    ProblemType(
        "unsupported-media-type",
        "The media type of the body is not supported.",
        415,
        "Send application/json in UTF-8, without a content coding or in gzip; a batch as application/octet-stream or"
        " application/x-ndjson.",
    ),
    ProblemType(
        "contract-violation",
        "The request does not match the contract.",
        422,
        "The body does not match the schema of the operation in /openapi.json. Each error points to the place, names"
        " the JSON Schema keyword, and has the fault and its fix. The ruleset and the record are checked when the body"
        " matches.",
    ),
    ProblemType(
        "unreadable-record",
        "The request can't be read as a record of Spades.",
        422,
        "The record does not fit a table: it names a stranger, a player twice, two players whose"
        " names differ only in case or spaces, or a number of players that the ruleset does not allow; or, for scoring,"
        " the tricks don't add up, or a bid is missing or repeated. A record is"
        " never refused because the players broke the rules of Spades.",
    ),
    ProblemType(
        "unusable-ruleset",
        "The ruleset does not exist, or contradicts itself.",
        422,
        "There is no preset or option of that name, options exclude each other, or parameters contradict each other."
        " Each error points to the member to change. The record is checked when its ruleset can be used.",
    ),
    ProblemType(
        "unreadable-text",
        "The text can't be read.",
        422,
        "The text is in none of the notations that this service reads, or in more than one, or it has faults in its"
        " notation. Each error has the line and the column of a fault, and its fix.",
    ),
    ProblemType(
        "unwritable-record",
        "The record can't be written in this notation.",
        422,
        "The notation cannot hold the record: the record names a player who does not sit at its table, for example, or"
        " the notation has no place for a member. Each error points to the member to change.",
    ),
    ProblemType(
        "too-many-requests",
        "Too many requests.",
        429,
        "Your address or your key has sent too many requests, or the service is already busy with its limit of long"
        " requests. Wait for the number of seconds in Retry-After, and send many rounds as one batch.",
    ),
    ProblemType(
        "headers-too-large",
        "The headers of the request are too large.",
        431,
        "A header is too long, or there are too many headers. This service reads only a few short ones.",
    ),
    ProblemType(
        "internal-error",
        "The service failed.",
        500,
        "This is a fault of the service, not of the request. Its operator can find it by the request id.",
    ),
    ProblemType(
        "bad-gateway",
        "The service did not answer as it should.",
        502,
        "The proxy in front of the service got no answer that it could pass on. Send the request again: that is always"
        " safe.",
    ),
    ProblemType(
        "unavailable",
        "The service can't answer now.",
        503,
        "The service is starting, stopping or busy. Wait for the number of seconds in Retry-After, then send the"
        " request again: that is always safe.",
    ),
    ProblemType(
        "gateway-timeout",
        "The service took too long to answer.",
        504,
        "The proxy in front of the service gave up waiting. Send less in one request, or try again later.",
    ),
)
TYPES: Mapping[str, ProblemType] = MappingProxyType({kind.slug: kind for kind in _TYPES})


@dataclass(frozen=True, slots=True)
class Problem(Exception):  # noqa: N818 - RFC 9457 calls it a problem
    """A failure that is answered to the client: its type, a sentence, and every error.

    An error has a pointer, a code and a detail; one of a text also has its line and column.
    """

    slug: str
    detail: str
    errors: tuple[Mapping[str, Any], ...] = ()
    unexplained: Exception | None = field(default=None, compare=False)
    """What explaining the failure raised, so that it is answered plainly; None if nothing went wrong."""
    headers: tuple[tuple[str, str], ...] = ()
    """Headers of the answer beside those of its type."""

    @property
    def kind(self) -> ProblemType:
        """The type of this problem."""
        return TYPES[self.slug]


def problem_with(slug: str, errors: Iterable[Mapping[str, Any]], noun: str = "fault") -> Problem:
    """Return a problem that lists errors (pointer, code, detail); ``noun`` is what its detail counts them as."""
    listed = tuple(errors)
    return Problem(slug, f"{len(listed)} {noun}{'' if len(listed) == 1 else 's'}.", listed)


def explained(explain: Callable[[], Problem], plain: Callable[[], Problem]) -> Problem:
    """Return a problem with its explanation or, whatever that raises, the plain one: explaining a fault never fails."""
    try:
        return explain()
    except Exception as raised:  # noqa: BLE001 - a fault of the explanation, not of the request
        return replace(plain(), unexplained=raised)


SEND_A_BATCH = "A request is about one round or one game: send many as the lines of a batch."
"""What to do about a request that is too long, or a line of a batch that is."""
SEND_ROUNDS = (
    "A request is about one game: send many as the lines of a batch. Up to 30 rounds fit, unless many of them end with"
    " a claim that was not accepted. A longer game can be sent in parts, each with the number of its first round"
    " (`first_round_number`) and, as `before`, the standing after the last one."
)
"""The same for a game."""
SEND_PARTS = "A request is about one text or one record: send a longer text in parts, split between its records."
"""The same for a text that is read, or a record that is written."""
SEND_RESULTS = (
    "Send the results of games instead of the games, or make the table of files on the command line, which takes up to"
    " 10,000 games of any length."
)
"""The same for a league table."""


def too_large(max_bytes: int, advice: str = SEND_A_BATCH) -> Problem:
    """Return the problem of a body that is longer than it may be; ``advice`` says what to do."""
    return Problem("too-large", f"The body is longer than {max_bytes} bytes. {advice}")


def too_many_values(max_values: int, advice: str = SEND_A_BATCH) -> Problem:
    """Return the problem of a body with more JSON values than it may have; ``advice`` says what to do."""
    return Problem("too-large", f"The body has more than {max_values} JSON values. {advice}")


SPLIT_THE_BATCH = "Split the batch, or answer its file on the command line, which has no such limit."
"""What to do about a batch that is too long."""


def internal_error() -> Problem:
    """Return the problem of an unforeseen failure; it reveals nothing of the inside."""
    return Problem("internal-error", "This is a fault of the service, not of the request.")


def first_error_of(problem: Problem) -> str:
    """Return the first error of a problem with its pointer, or the detail of the problem if it lists none."""
    if not problem.errors:
        return problem.detail
    return f"{problem.errors[0]['pointer']}: {problem.errors[0]['detail']}"


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
