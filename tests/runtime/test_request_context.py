"""The facts about a request: its id, its trace, its problem."""

from __future__ import annotations

import re

import pytest

from service.problems import Problem
from service.runtime.middleware import PROBLEM, assign_request_id, record_problem, request_id, trace_id
from service.wire.strict_json import parse

TRACE, PARENT = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"


@pytest.mark.parametrize("sent", ["a", "A.b_c-9", "x" * 64])
def test_a_valid_id_of_the_client_is_kept(sent: str) -> None:
    environ: dict[str, object] = {"HTTP_X_REQUEST_ID": sent}
    assert assign_request_id(environ) == request_id(environ) == sent


@pytest.mark.parametrize("sent", [None, "", "x" * 65, "a b", "caf\u00e9", 'a"b', "a\n", "\u0665"])
def test_any_other_id_is_replaced_by_a_new_one(sent: str | None) -> None:
    environs: list[dict[str, object]] = [{"HTTP_X_REQUEST_ID": sent} if sent is not None else {} for _ in range(3)]
    ids = {assign_request_id(environ) for environ in environs}
    assert ids == {request_id(environ) for environ in environs}
    assert len(ids) == 3
    assert all(re.fullmatch(r"[0-9a-f]{12}-[0-9a-f]+-[0-9a-f]+", each) for each in ids)


def test_a_problem_is_recorded_without_its_traceback() -> None:
    environ: dict[str, object] = {}
    with pytest.raises(Problem) as raised:
        parse(b"", 1)
    assert raised.value.__traceback__ is not None
    record_problem(environ, raised.value)
    recorded = environ[PROBLEM]
    assert isinstance(recorded, Problem)
    assert (recorded.slug, recorded.detail, recorded.__traceback__) == ("not-json", raised.value.detail, None)


@pytest.mark.parametrize(
    ("sent", "trace"),
    [
        (f"00-{TRACE}-{PARENT}-01", TRACE),
        (f"00-{TRACE}-{PARENT}-00", TRACE),
        (f"00-{TRACE}-{PARENT}-ff", TRACE),
        (f"00-{'0' * 31}1-{'0' * 15}1-00", "0" * 31 + "1"),
        (f"00-{'0' * 32}-{PARENT}-01", None),
        (f"00-{TRACE}-{'0' * 16}-01", None),
        (f"00-{TRACE.upper()}-{PARENT}-01", None),
        (f"ff-{TRACE}-{PARENT}-01", None),
        (f"01-{TRACE}-{PARENT}-01", None),
        (f"00-{TRACE}-{PARENT}-01-more", None),
        (f"00-{TRACE}-{PARENT}-1", None),
        (f"00-{TRACE}-{PARENT}", None),
        (f" 00-{TRACE}-{PARENT}-01", None),
        (f"00-{TRACE}-{PARENT}-01\n", None),
        (f"00-{TRACE[:-1]}\u0661-{PARENT}-01", None),
        (f'00-{TRACE[:-1]}"-{PARENT}-01', None),
        ("", None),
        (None, None),
    ],
)
def test_a_trace_is_that_of_a_valid_header(sent: str | None, trace: str | None) -> None:
    assert trace_id({} if sent is None else {"HTTP_TRACEPARENT": sent}) == trace
