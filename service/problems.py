"""Every type of problem that this service answers with, and a problem as JSON (RFC 9457)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
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


def _types_in(text: str) -> Mapping[str, ProblemType]:
    """Return the types that a list describes, by their slugs."""
    types = {}
    for part in text.split("\n## ")[1:]:
        slug, heading, *description = part.strip().split("\n\n")
        status, title = heading.split(": ", 1)
        types[slug] = ProblemType(slug, title, int(status), " ".join(" ".join(description).split()))
    return MappingProxyType(types)


TYPES: Mapping[str, ProblemType] = _types_in(Path(__file__).with_suffix(".md").read_text(encoding="utf-8"))
"""Every type by its slug, as `problems.md` lists them."""


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
